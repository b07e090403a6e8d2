#include "plan.h"

#include "program.h"
#include "request.h"

#include <algorithm>

namespace granum
{

namespace
{

/** A name that none of the jobs has: values may differ in letters that names leave out. */
std::string UnusedName(const std::string& wanted, const std::vector<Job>& jobs)
{
  std::string name = wanted;
  const auto isUsed = [&name](const Job& job) { return job.ResultFile == name; };
  for (size_t n = 2; std::any_of(jobs.begin(), jobs.end(), isUsed); ++n)
  {
    name = WithSuffix(wanted, "-" + std::to_string(n));
  }
  return name;
}

}

//----------------------------------------------------------------------------
std::string Plan::FindFault() const
{
  if (this->Input.empty())
  {
    return "Input is empty: choose a scene file, its folder, or a result, and apply it";
  }
  return this->Program.empty()
    ? "the program granum is neither installed with this plugin nor in PATH"
    : "";
}

//----------------------------------------------------------------------------
std::string Plan::GetParameters() const
{
  const std::string fault = this->FindFault();
  return fault.empty() ? RequestParameters(this->Program, this->Input, {}).Text
                       : ErrorObject(fault);
}

//----------------------------------------------------------------------------
std::string Plan::Test(const Sweep& sweep) const
{
  const std::string fault = this->FindFault();
  if (!fault.empty())
  {
    return ErrorObject(fault);
  }
  for (size_t k = 0; k < std::max<size_t>(sweep.Keys.size(), 1); ++k)
  {
    const size_t values = sweep.Keys.empty() ? 1 : sweep.Keys[k].Values.size();
    for (size_t v = k > 0 ? 1 : 0; v < values; ++v) // the first values are tested with k = 0
    {
      auto overrides = this->Overrides;
      for (size_t other = 0; other < sweep.Keys.size(); ++other)
      {
        const Swept& key = sweep.Keys[other];
        overrides.push_back(key.Path + "=" + key.Values[other == k ? v : 0]);
      }
      const Reply reply = RequestParameters(this->Program, this->Input, overrides);
      if (reply.ExitCode != 0)
      {
        return reply.Text;
      }
    }
  }
  return "{\"ok\": true}";
}

//----------------------------------------------------------------------------
std::string Plan::MakeJobs(const Sweep& sweep, std::vector<Job>& jobs) const
{
  for (size_t k = 0; k < sweep.GetNumberOfRuns(); ++k)
  {
    Job job;
    const std::string suffix = sweep.GetSuffix(k);
    job.Values = sweep.GetValues(k);
    job.ResultFile = UnusedName(this->Result.empty() ? NameResult(this->Input, suffix)
                                                     : WithSuffix(this->Result, suffix),
      jobs);
    const bool isTaken = IsTaken(job.ResultFile);
    job.Words = { this->Program, "run", this->Input, "--output=" + job.ResultFile,
      "--progress=json" };
    if (this->Replace)
    {
      job.Words.push_back("--force");
    }
    if (this->Threads > 0)
    {
      job.Words.push_back("--threads=" + std::to_string(this->Threads));
    }
    for (const std::string& override : this->Overrides)
    {
      job.Words.push_back("--set=" + override);
    }
    for (size_t key = 0; key < sweep.Keys.size(); ++key)
    {
      job.Words.push_back("--set=" + sweep.Keys[key].Path + "=" + job.Values[key]);
    }
    jobs.push_back(job);
    if (isTaken && IsSameFile(job.ResultFile, this->Input))
    {
      return "'" + job.ResultFile + "' is also the input: choose another Result";
    }
    if (isTaken && !this->Replace)
    {
      return "'" + job.ResultFile +
        "' exists and is not replaced: turn Replace on, or choose another Result";
    }
  }
  return "";
}

//----------------------------------------------------------------------------
std::vector<std::string> Plan::GetResumeWords(const std::string& result) const
{
  std::vector<std::string> words = { this->Program, "run", result, "--resume", "--progress=json" };
  if (this->Threads > 0)
  {
    words.push_back("--threads=" + std::to_string(this->Threads));
  }
  return words;
}

}
