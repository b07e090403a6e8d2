/**
 * @class   vtkSMGranumNameHelper
 * @brief   Names a reader after its file where the caller gives no name.
 *
 * Room: plugin/reader.  Named by the reader:
 *
 *   <InitializationHelper class="vtkSMGranumNameHelper" property="FileName" />
 *
 * File > Open names a reader after its file; OpenDataFile and GranumReader(FileName=...) in a
 * script leave the name to ParaView, which would take GranumReader1.  The same file opened
 * twice gets a number, as there.
 */
#ifndef vtkSMGranumNameHelper_h
#define vtkSMGranumNameHelper_h

#include "GranumReaderModule.h" // for the export macro
#include "vtkSMProxyInitializationHelper.h"

class GRANUMREADER_EXPORT vtkSMGranumNameHelper : public vtkSMProxyInitializationHelper
{
public:
  static vtkSMGranumNameHelper* New();
  vtkTypeMacro(vtkSMGranumNameHelper, vtkSMProxyInitializationHelper);

  /**
   * Does nothing: the proxy has no name yet.
   */
  void PostInitializeProxy(vtkSMProxy* reader, vtkPVXMLElement* xml, vtkMTimeType start) override;

  /**
   * Called just before the reader gets its name, which is replaced when it is known.
   */
  void RegisterProxy(vtkSMProxy* reader, vtkPVXMLElement* xml) override;

protected:
  vtkSMGranumNameHelper();
  ~vtkSMGranumNameHelper() override;

private:
  vtkSMGranumNameHelper(const vtkSMGranumNameHelper&) = delete;
  void operator=(const vtkSMGranumNameHelper&) = delete;
};

#endif
