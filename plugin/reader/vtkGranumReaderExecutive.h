/**
 * @class   vtkGranumReaderExecutive
 * @brief   Updates of single ports that wait until somebody looks.
 *
 * Room: plugin/reader.  When a source is shown, ParaView updates all of its ports,
 * whether they are shown or not.  The reader postpones these updates; one is carried
 * out when the data object of its port is asked for (data information, a script) and
 * dropped when the port has been filled for somebody downstream.
 */
#ifndef vtkGranumReaderExecutive_h
#define vtkGranumReaderExecutive_h

#include "GranumReaderModule.h" // for the export macro
#include "vtkPVCompositeDataPipeline.h"

#include <functional>
#include <map>

class GRANUMREADER_EXPORT vtkGranumReaderExecutive : public vtkPVCompositeDataPipeline
{
public:
  static vtkGranumReaderExecutive* New();
  vtkTypeMacro(vtkGranumReaderExecutive, vtkPVCompositeDataPipeline);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  /**
   * Carries out a postponed update of the port, then returns its data object.
   */
  vtkDataObject* GetOutputData(int port) override;

#ifndef __VTK_WRAP__
  /**
   * Have `update` wait; it replaces one that waits for the same port already.
   */
  void Postpone(int port, std::function<void()> update);
#endif

  ///@{
  /**
   * Drop what waits for one port, for all ports.
   */
  void Drop(int port);
  void DropAll();
  ///@}

protected:
  vtkGranumReaderExecutive();
  ~vtkGranumReaderExecutive() override;

private:
  vtkGranumReaderExecutive(const vtkGranumReaderExecutive&) = delete;
  void operator=(const vtkGranumReaderExecutive&) = delete;

  std::map<int, std::function<void()>> Waiting;
};

#endif
