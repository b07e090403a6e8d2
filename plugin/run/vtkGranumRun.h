/**
 * @class   vtkGranumRun
 * @brief   Starts a run of granum, says how far it is, stops it.
 *
 * Room: plugin/run.
 *
 * Output: vtkTable, one row: state, progress, time (s), frames, result, message, as
 *         they were when the table was made.
 *
 * Only Launch starts something; neither making nor loading this source does.  The
 * program is the granum that is installed with this plugin, else that of PATH, and is
 * given an argument vector, never to a shell.  It runs where the data server runs, in
 * parallel started by the first process.  Deleting this source stops the run as Stop
 * does; should ParaView crash, the run goes on to its end.
 */
#ifndef vtkGranumRun_h
#define vtkGranumRun_h

#include "GranumRunModule.h" // for the export macro
#include "vtkTableAlgorithm.h"

#include <memory>
#include <string>

class GRANUMRUN_EXPORT vtkGranumRun : public vtkTableAlgorithm
{
public:
  static vtkGranumRun* New();
  vtkTypeMacro(vtkGranumRun, vtkTableAlgorithm);
  void PrintSelf(ostream& os, vtkIndent indent) override;

  ///@{
  /**
   * What to run: a scene file, a folder that holds scene.yaml, or a result, whose
   * scene is run once more.
   */
  vtkSetStdStringFromCharMacro(Input);
  vtkGetCharFromStdStringMacro(Input);
  ///@}

  ///@{
  /**
   * The result file to write, NAME.vtkhdf.  Empty, the default: beside the input,
   * called like it, with a number appended where that file exists.
   */
  vtkSetStdStringFromCharMacro(Result);
  vtkGetCharFromStdStringMacro(Result);
  ///@}

  ///@{
  /**
   * Replace Result if it exists.  Off by default.
   */
  vtkSetMacro(Replace, bool);
  vtkGetMacro(Replace, bool);
  ///@}

  ///@{
  /**
   * Keys of the scene to change, each as PATH=VALUE; `granum keys` lists them.
   */
  void SetOverride(int index, const char* override);
  void SetNumberOfOverrides(int n);
  ///@}

  ///@{
  /**
   * Threads of the solver; 0, the default: one on each core.
   */
  vtkSetClampMacro(Threads, int, 0, 1024);
  vtkGetMacro(Threads, int);
  ///@}

  /**
   * Start the run; does nothing while one is running.
   */
  void Launch();

  /**
   * Ask the run to stop: the solver ends its step and closes the result.
   */
  void Stop();

  ///@{
  /**
   * idle, running, done, failed or stopped; the part of the simulated time that is
   * done, from 0 to 1; the simulated time in s; the frames written.
   */
  const char* GetState();
  double GetProgress();
  double GetTime();
  int GetFrames();
  ///@}

  ///@{
  /**
   * Why the run failed or where it was stopped, in full; what the solver said of
   * itself; the file that is being or was written, "" before a launch.
   */
  const char* GetMessage();
  const char* GetLog();
  const char* GetResultFile();
  ///@}

  /**
   * How often Launch has begun a run, or failed to: tells one run from the next.
   */
  vtkGetMacro(Launches, int);

protected:
  vtkGranumRun();
  ~vtkGranumRun() override;

  int RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector*) override;

private:
  vtkGranumRun(const vtkGranumRun&) = delete;
  void operator=(const vtkGranumRun&) = delete;

  /**
   * Take notice of what the solver has said and whether it has ended.
   */
  void Look();

  struct Internals;
  std::unique_ptr<Internals> Internal;

  std::string Input;
  std::string Result;
  bool Replace = false;
  int Threads = 0;
  int Launches = 0;
};

#endif
