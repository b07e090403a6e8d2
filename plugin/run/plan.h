/**
 * run/plan.h -- command lines of the runs of a sweep, and tests before them.
 *
 * Room: plugin/run; does not depend on VTK.
 */
#ifndef granum_run_plan_h
#define granum_run_plan_h

#include "queue.h"
#include "sweep.h"

#include <string>
#include <vector>

namespace granum
{

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

}

#endif
