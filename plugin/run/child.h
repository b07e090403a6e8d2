/**
 * run/child.h -- a started program: its output and its exit code.
 *
 * Room: plugin/run; does not depend on VTK.  The program is executed with an argument
 * vector, never by a shell.  Its output goes to two unlinked files, not to pipes: so it
 * never waits for a reader, and it runs to its end if the parent crashes.  A thread
 * waits for its end, so that it never remains a zombie.
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
   * Asks the program to stop, waits for its end for ten seconds, then kills it.
   */
  ~Child();

  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /**
   * Execute words[0], a path, with the arguments that follow it; once. Returns "", or
   * an error message if it could not be started.
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
   * The text written since the last call.
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
