/**
 * @class   vtkGranumRun
 * @brief   Starts runs of granum, shows their progress and stops them.
 *
 * Room: plugin/run.
 *
 * Output: vtkTable, one row for each run: the values of the swept keys, state, progress,
 *         time (s), frames, result, message, and from the end of the run on kinetic_energy
 *         and balance_error (J), mean_normal_force (N), share_by_sites, as they were when
 *         the table was made.
 *
 * With a Sweep, Launch starts the runs one after another: the next begins when the state
 * is read after the end of the one before.
 *
 * Only Launch and Resume start a run; creating or loading this source does not.  Check
 * alone executes the program to read and test the scene.  The program is
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

namespace granum
{
struct Plan;
}

class GRANUMRUN_EXPORT vtkGranumRun : public vtkTableAlgorithm
{
public:
  static vtkGranumRun* New();
  vtkTypeMacro(vtkGranumRun, vtkTableAlgorithm);

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

  /**
   * Replace Result if it exists.  Off by default.
   */
  vtkSetMacro(Replace, bool);

  ///@{
  /**
   * Keys of the scene to override, each as PATH=VALUE; `granum keys` lists all keys.
   */
  void SetOverride(int index, const char* override);
  void SetNumberOfOverrides(int n);
  ///@}

  ///@{
  /**
   * Values of a key to run one after another, each as PATH=V1; V2; V3, of one or two keys,
   * whose values are combined.  Results are named by the values: hopper-friction-0.1.
   */
  void SetSweep(int index, const char* sweep);
  void SetNumberOfSweeps(int n);
  ///@}

  /**
   * Number of threads of the solver; 0, the default: one per core.
   */
  vtkSetClampMacro(Threads, int, 0, 1024);

  /**
   * Read the scene of Input and test it with Overrides and each value of Sweep; sets
   * Parameters and Verdict. Takes about 0.1 s for each value.
   */
  void Check();

  /**
   * Start a run, or those of Sweep. Has no effect while one is running.
   */
  void Launch();

  /**
   * Stop the run: the solver finishes its step and closes the result.  Runs of a sweep
   * that have not begun wait for Resume.
   */
  void Stop();

  /**
   * Go on with the result of the last run from its checkpoint, or without one with Input,
   * the result of another session; then with the runs that wait.
   */
  void Resume();

  ///@{
  /**
   * Of all runs: idle, running, done, failed or stopped, read from the solver by this call
   * alone, so that the others are of the same moment; the completed fraction of the
   * simulated time, from 0 to 1; the time in s until the end, as estimated, -1: unknown;
   * the number of runs.
   */
  const char* GetState();
  double GetProgress();
  double GetRemaining();
  int GetRuns();
  ///@}

  ///@{
  /**
   * Index of the current or last run, -1 before a launch; its simulated time in s; the
   * number of frames it has written.
   */
  int GetRun();
  double GetTime();
  int GetFrames();
  ///@}

  ///@{
  /**
   * JSON objects of the last Check, "" before it: the parameters of Input without
   * Overrides (`granum parameters --json`); {"ok": true}, or the errors.
   */
  const char* GetParameters();
  const char* GetVerdict();
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

  /**
   * What Check, Launch and Resume do, from the properties.
   */
  granum::Plan MakePlan() const;

  struct Internals;
  std::unique_ptr<Internals> Internal;

  std::string Input;
  std::string Result;
  bool Replace = false;
  int Threads = 0;
  int Launches = 0;
};

#endif
