/**
 * @class   vtkGranumRun
 * @brief   Starts a run of granum, shows its progress and stops it.
 *
 * Room: plugin/run.
 *
 * Output: vtkTable, one row: state, progress, time (s), frames, result, message, as
 *         they were when the table was made.
 *
 * Only Launch starts a run; creating or loading this source does not.  The program is
 * the granum installed with this plugin, or else the one in PATH; it is executed with an
 * argument vector, never by a shell.  It runs where the data server runs, in
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
   * A scene file, a folder with a scene.yaml, or a result, whose scene is run again.
   */
  vtkSetStdStringFromCharMacro(Input);
  vtkGetCharFromStdStringMacro(Input);
  ///@}

  ///@{
  /**
   * The result file to write, NAME.vtkhdf. Empty, the default: in the folder of the
   * input and under its name, with a number appended if that file exists.
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
   * Keys of the scene to override, each as PATH=VALUE; `granum keys` lists all keys.
   */
  void SetOverride(int index, const char* override);
  void SetNumberOfOverrides(int n);
  ///@}

  ///@{
  /**
   * Number of threads of the solver; 0, the default: one per core.
   */
  vtkSetClampMacro(Threads, int, 0, 1024);
  vtkGetMacro(Threads, int);
  ///@}

  /**
   * Start a run. Has no effect while one is running.
   */
  void Launch();

  /**
   * Stop the run: the solver finishes its step and closes the result.
   */
  void Stop();

  ///@{
  /**
   * idle, running, done, failed or stopped; the completed fraction of the simulated
   * time, from 0 to 1; the simulated time in s; the number of frames written.
   */
  const char* GetState();
  double GetProgress();
  double GetTime();
  int GetFrames();
  ///@}

  ///@{
  /**
   * The full message of why the run failed or where it was stopped; the log of the
   * solver; the result file of the current or last run, "" before a launch.
   */
  const char* GetMessage();
  const char* GetLog();
  const char* GetResultFile();
  ///@}

  /**
   * Number of runs that Launch has started or failed to start; identifies a run.
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
   * Read new events of the solver and whether it has ended.
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
