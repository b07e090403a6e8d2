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

/* The path of the program granum, and names of result files. */

/**
 * The program granum: in bin/ of the tree that this plugin is installed or built in,
 * else in PATH; "" if there is none.
 */
std::string FindProgram();

/**
 * The path from the root, without . and .. and without a slash at its end.
 */
std::string MakeAbsolute(const std::string& path);

/**
 * Whether there is a file, a folder or a link of that name.
 */
bool IsTaken(const std::string& path);

/**
 * Whether both are there and are one file.
 */
bool IsSameFile(const std::string& a, const std::string& b);

/**
 * A name for a result of `input`, an absolute path, that no file has yet: in the
 * folder of the input, or in the working directory if that cannot be written to.
 * It is called like the input (for a folder or its scene.yaml, like the folder) with the
 * suffix.  As on the command line, -1, -2, ... is appended to the name of a result, and
 * also where there is a file of that name.
 */
std::string NameResult(const std::string& input, const std::string& suffix = "");

/**
 * The path, or the first with -1, -2, ... before its extension that no file has yet.
 * numbered: the path itself is not tried.
 */
std::string FreeName(const std::string& path, bool numbered = false);

/**
 * The path with a suffix before its extension.
 */
std::string WithSuffix(const std::string& path, const std::string& suffix);

/**
 * Whether there is a file of that name that ends in .vtkhdf.
 */
bool IsResult(const std::string& path);

}

#endif
