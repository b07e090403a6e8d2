/**
 * run/plan.h -- command lines of the runs of a sweep, and tests before them.
 *
 * Room: plugin/run; does not depend on VTK.
 */
#ifndef granum_run_plan_h
#define granum_run_plan_h

#include "queue.h"

#include <string>
#include <vector>

namespace granum
{

/* The values that a sweep gives to one or two keys. */

/**
 * One swept key and its values, as they are written.
 */
struct Swept
{
  std::string Path;
  std::vector<std::string> Values;
};

class Sweep
{
public:
  static constexpr size_t MostKeys = 2;
  static constexpr size_t MostRuns = 1000;

  /**
   * Read texts "PATH=V1; V2; V3"; empty texts do not count.  Returns "", or why they are
   * refused: then there are no keys.
   */
  std::string Read(const std::vector<std::string>& texts);

  /**
   * The number of runs: the product of the numbers of values, 1 without keys.
   */
  size_t GetNumberOfRuns() const;

  /**
   * The values of a run, one for each key; the last key varies fastest.
   */
  std::vector<std::string> GetValues(size_t run) const;

  /**
   * What the name of the result of a run ends with: "-friction-0.1"; "" without keys.
   */
  std::string GetSuffix(size_t run) const;

  std::vector<Swept> Keys;
};

struct Plan
{
  std::string Program; ///< "": there is none
  std::string Input; ///< absolute path of a scene or a result
  std::string Result; ///< absolute path, or "": a free name beside the input
  bool Replace = false;
  int Threads = 0;
  std::vector<std::string> Overrides;

  /**
   * Why nothing can be run, or "".
   */
  std::string FindFault() const;

  /**
   * The parameters of the input without overrides, or its errors: a JSON object.
   */
  std::string GetParameters() const;

  /**
   * Test each value of the sweep with the overrides, and with the first value of the other
   * key; returns {"ok": true} or the errors as a JSON object.
   */
  std::string Test(const Sweep& sweep) const;

  /**
   * The runs.  Returns why a result may not be written, then that of the last, or "".
   */
  std::string MakeJobs(const Sweep& sweep, std::vector<Job>& jobs) const;

  /**
   * The command line that goes on with a result.
   */
  std::vector<std::string> GetResumeWords(const std::string& result) const;
};

/* Runs a program to its end and returns what it has printed. */

/**
 * Reply of the program: an exit code of 0 means that it has found no error.
 */
struct Reply
{
  int ExitCode = -1;
  std::string Text; ///< standard output, a JSON object
};

/**
 * Run `granum parameters INPUT --json` with overrides. Takes about 0.1 s; after ten seconds
 * the program is stopped.  Whatever fails, Text is a JSON object; that of an error is
 * {"error": {"key", "message", "what"}, "errors": [...]}.
 */
Reply RequestParameters(const std::string& program, const std::string& input,
  const std::vector<std::string>& overrides);

/**
 * The JSON object of an error that belongs to no key, or to `key`.
 */
std::string ErrorObject(const std::string& message, const std::string& key = "");

/**
 * The member `message` of the first error in such an object.
 */
std::string ErrorMessage(const std::string& object);

}

#endif
