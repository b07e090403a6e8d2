/**
 * @class   vtkSIGranumReaderProxy
 * @brief   The reader's server side: an update of the source reads nothing yet.
 *
 * Room: plugin/reader.  Named by xml/GranumReader.xml (si_class).  An update that
 * the client orders concerns all ports; it is handed to vtkGranumReaderExecutive,
 * which carries it out for the ports that are looked at.
 */
#ifndef vtkSIGranumReaderProxy_h
#define vtkSIGranumReaderProxy_h

#include "GranumReaderModule.h" // for the export macro
#include "vtkSISourceProxy.h"

class vtkGranumReaderExecutive;

class GRANUMREADER_EXPORT vtkSIGranumReaderProxy : public vtkSISourceProxy
{
public:
  static vtkSIGranumReaderProxy* New();
  vtkTypeMacro(vtkSIGranumReaderProxy, vtkSISourceProxy);

  /**
   * Postpones the update of the port; the lists of frames and arrays are available at
   * once.
   */
  void UpdatePipeline(int port, double time, bool doTime) override;

protected:
  vtkSIGranumReaderProxy();
  ~vtkSIGranumReaderProxy() override;

private:
  vtkSIGranumReaderProxy(const vtkSIGranumReaderProxy&) = delete;
  void operator=(const vtkSIGranumReaderProxy&) = delete;

  vtkGranumReaderExecutive* GetExecutive();
};

#endif
