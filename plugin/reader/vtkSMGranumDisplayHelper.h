/**
 * @class   vtkSMGranumDisplayHelper
 * @brief   First values of a display, as written in its XML.
 *
 * Room: plugin/reader.  Named by the representations of xml/GranumReader.xml:
 *
 *   <InitializationHelper class="vtkSMGranumDisplayHelper">
 *     <First property="Opacity" value="0.3" />            numbers or one text
 *     <First property="SetScaleArray" point_array="radius" />
 *     <Color cell_array="audit_error" />         of several the first that is there
 *     <Color point_array="velocity" />
 *                                                see legends.h for its colours and title
 *     <Series names="density force" />           of a chart, and no others
 *   </InitializationHelper>
 *
 * A property that somebody has set already is left alone, and so is one whose array
 * is not in the data.  In the application and in scripts alike.
 */
#ifndef vtkSMGranumDisplayHelper_h
#define vtkSMGranumDisplayHelper_h

#include "GranumReaderModule.h" // for the export macro
#include "vtkSMProxyInitializationHelper.h"

class GRANUMREADER_EXPORT vtkSMGranumDisplayHelper : public vtkSMProxyInitializationHelper
{
public:
  static vtkSMGranumDisplayHelper* New();
  vtkTypeMacro(vtkSMGranumDisplayHelper, vtkSMProxyInitializationHelper);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  void PostInitializeProxy(vtkSMProxy* display, vtkPVXMLElement* xml, vtkMTimeType start) override;

  /**
   * Where the first frame has no grains, colouring waits for one that has.
   */
  void RegisterProxy(vtkSMProxy* display, vtkPVXMLElement* xml) override;

protected:
  vtkSMGranumDisplayHelper();
  ~vtkSMGranumDisplayHelper() override;

private:
  vtkSMGranumDisplayHelper(const vtkSMGranumDisplayHelper&) = delete;
  void operator=(const vtkSMGranumDisplayHelper&) = delete;
};

#endif
