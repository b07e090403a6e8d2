/**
 * run/queue.h -- runs of granum one after another, and what each has reported.
 *
 * Room: plugin/run; does not depend on VTK.
 */
#ifndef granum_run_queue_h
#define granum_run_queue_h

#include "child.h"

#include <chrono>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace granum
{

/* The events that `granum run --progress json` prints.  One flat JSON object per line, with
   "event": start, progress, frame or end. */

/**
 * The text of a key in a line, "" without one.
 */
std::string TextOf(const std::string& line, const std::string& key);

class Events
{
public:
  /**
   * Append text; a line may arrive in pieces.
   */
  void Add(const std::string& text);

  double Time = 0.0; ///< s, simulated
  double End = 0.0; ///< s, where the run will end; 0 before it has begun
  int Frames = 0; ///< written so far
  double Remaining = -1.0; ///< s of the wall clock until the end, as estimated; -1: unknown
  std::string Message; ///< of the end: "", or what went wrong

  ///@{
  /// At the end of the run, NaN before and where it has none: kinetic energy and residual of
  /// the energy balance in J, mean normal force of the contacts that push in N, share of the
  /// mesh queries that virtual particles have served.
  double KineticEnergy = NaN;
  double BalanceError = NaN;
  double MeanNormalForce = NaN;
  double ShareBySites = NaN;
  ///@}

private:
  static constexpr double NaN = std::numeric_limits<double>::quiet_NaN();

  void AddLine(const std::string& line);

  std::string Rest;
};

/**
 * One run.
 */
struct Job
{
  std::vector<std::string> Words; ///< command line
  std::vector<std::string> Values; ///< of the swept keys
  std::string ResultFile;

  std::string State = "waiting"; ///< or running, done, failed, stopped
  std::string Message; ///< why it failed or where it was stopped
  std::string Log;
  granum::Events Events;
  double Progress = 0.0;
};

class Queue
{
public:
  /**
   * Replace the runs and start the first. Requires: none is running.
   */
  void Start(std::vector<Job> jobs);

  /**
   * Replace the runs by one that has failed before its start.
   */
  void Fail(const std::string& message, const std::string& result);

  /**
   * Read new events; when a run has ended, start the next.  Returns whether one ended.
   */
  bool Look();

  /**
   * Ask the current run to stop; those that wait stay waiting.
   */
  void Stop();

  /**
   * Go on with a stopped run by these words, then with those that wait.
   */
  void Resume(const std::vector<std::string>& words);

  /**
   * idle, running, done, failed or stopped.
   */
  std::string GetState() const;

  /**
   * The message of the current run; after the last of several, how many have failed and why the
   * first.
   */
  std::string GetMessage() const;

  double GetProgress() const; ///< of all runs, from 0 to 1
  double GetRemaining() const; ///< s until the end of the last, by the pace so far; -1: unknown

  const Job& GetCurrent() const; ///< an idle one without runs
  int GetIndex() const { return this->Jobs.empty() ? -1 : static_cast<int>(this->Current); }

  std::vector<Job> Jobs;

private:
  void Begin(const std::vector<std::string>& words);
  void End();

  size_t Current = 0;
  std::unique_ptr<Child> Running;
  bool StopAsked = false;
  std::chrono::steady_clock::time_point Began;
  double Seconds = 0.0; // that the last completed run took; 0: none yet
};

}

#endif
