/**
 * @class   vtkGranumReaderExecutive
 * @brief   Postpones updates of single ports until their data are needed.
 *
 * Room: plugin/reader.  When a source is shown, ParaView updates all of its ports,
 * whether they are shown or not.  The reader postpones these updates; one is carried
 * out when the data object of its port is requested (data information, a script) and
 * dropped when the port has been filled for a downstream filter.
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

  /**
   * Carries out the postponed update of the port, then returns its data object.
   */
  vtkDataObject* GetOutputData(int port) override;

  /**
   * Sends a request to the reader.  Where the reader fails it has given the reason; the
   * superclass would add a dump of the request.
   */
  int CallAlgorithm(vtkInformation* request, int direction, vtkInformationVector** inputs,
    vtkInformationVector* outputs) override;

#ifndef __VTK_WRAP__
  /**
   * Postpone `update`; it replaces an earlier one of the same port.
   */
  void Postpone(int port, std::function<void()> update);
#endif

  ///@{
  /**
   * Drop the postponed update of one port, or of all ports.
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
