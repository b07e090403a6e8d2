/**
 * @class   vtkSMGranumInputsHelper
 * @brief   Connects a filter to the ports of a Granum Reader, as written in its XML.
 *
 * Room: plugin/reader.  Named by the filters that take ports of the reader:
 *
 *   <InitializationHelper class="vtkSMGranumInputsHelper">
 *     <Port property="Contacts" name="Contacts" />
 *     <Port property="Grains" name="Grains" />
 *   </InitializationHelper>
 *
 * A new filter of which any input is a Granum Reader gets that reader's port for each
 * line whose input is open, and the right port where another one of that reader was
 * given, as the menu does, which knows only the first.  In the application and in
 * scripts alike.  With through_filters="1" the open inputs of a filter that is given data
 * of another filter, such as Threshold, come from the reader of that data.
 * With shows_values="1" the panel shows its information properties anew for each frame.
 */
#ifndef vtkSMGranumInputsHelper_h
#define vtkSMGranumInputsHelper_h

#include "GranumReaderModule.h" // for the export macro
#include "vtkSMProxyInitializationHelper.h"

class GRANUMREADER_EXPORT vtkSMGranumInputsHelper : public vtkSMProxyInitializationHelper
{
public:
  static vtkSMGranumInputsHelper* New();
  vtkTypeMacro(vtkSMGranumInputsHelper, vtkSMProxyInitializationHelper);

  void PostInitializeProxy(vtkSMProxy* filter, vtkPVXMLElement* xml, vtkMTimeType start) override;

protected:
  vtkSMGranumInputsHelper();
  ~vtkSMGranumInputsHelper() override;

private:
  vtkSMGranumInputsHelper(const vtkSMGranumInputsHelper&) = delete;
  void operator=(const vtkSMGranumInputsHelper&) = delete;
};

#endif
