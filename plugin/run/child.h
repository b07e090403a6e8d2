/**
 * run/child.h -- a program that was started, what it says and how it ended.
 *
 * Room: plugin/run; knows no VTK.  The program is executed with an argument vector,
 * never by a shell.  What it says goes to two files without a name, not to pipes: it
 * never waits for a reader, and goes on to its end should the parent crash.  A thread
 * waits for its end, so that it is no zombie even if nobody asks.
 */
#ifndef granum_run_child_h
#define granum_run_child_h

#include <mutex>
#include <string>
#include <sys/types.h>
#include <thread>
#include <vector>

namespace granum
{

class Child
{
public:
  Child() = default;

  /**
   * Asks the program to stop and waits for its end: ten seconds, then it is killed.
   */
  ~Child();

  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /**
   * Execute words[0], a path, with the arguments that follow it; once.  Returns ""
   * or why it could not be started.
   */
  std::string Start(const std::vector<std::string>& words);

  /**
   * Send a signal, if the program has not ended.
   */
  void Signal(int number);

  ///@{
  /**
   * Whether the program has ended; then its exit code, or minus the signal that
   * ended it.
   */
  bool HasEnded();
  int GetExitCode();
  ///@}

  ///@{
  /**
   * What was written since the last call.
   */
  std::string ReadOutput() { return this->Read(0); }
  std::string ReadErrors() { return this->Read(1); }
  ///@}

private:
  std::string Read(int stream);
  void Wait();

  std::mutex Lock;
  std::thread Waiter;
  pid_t Process = -1;
  bool Ended = false;
  int ExitCode = 0;
  int Files[2] = { -1, -1 };
  off_t Offsets[2] = { 0, 0 };
};

}

#endif
