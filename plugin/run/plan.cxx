#include "plan.h"

#include "child.h"
#include "queue.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

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

// The values that a sweep gives to one or two keys.

namespace
{

constexpr size_t LongestWord = 40; // of a value in the name of a file

std::string Trimmed(const std::string& text)
{
  const size_t begin = text.find_first_not_of(" \t\r\n");
  const size_t end = text.find_last_not_of(" \t\r\n");
  return begin == std::string::npos ? "" : text.substr(begin, end + 1 - begin);
}

/** Letters and digits of a value; others that separate words become a single '_'. */
std::string FileWord(const std::string& value)
{
  std::string word;
  for (const char c : value)
  {
    if (std::isalnum(static_cast<unsigned char>(c)) || std::strchr("+-.", c))
    {
      word += c;
    }
    else if (c == ',' || c == ':')
    {
      word += '_';
    }
  }
  return word.substr(0, LongestWord);
}

/** The last name of a path: friction of contacts.pairs[0].friction. */
std::string LastName(const std::string& path)
{
  const size_t dot = path.find_last_of('.');
  return FileWord(dot == std::string::npos ? path : path.substr(dot + 1));
}

std::string ReadOne(const std::string& text, Swept& key)
{
  const size_t equals = text.find('=');
  key.Path = Trimmed(text.substr(0, equals));
  if (equals == std::string::npos || key.Path.empty())
  {
    return "'" + text + "' is not a sweep; write PATH=V1; V2; V3, as time.end=1; 2; 3";
  }
  for (size_t at = equals + 1; at <= text.size();)
  {
    const size_t end = std::min(text.find(';', at), text.size());
    const std::string value = Trimmed(text.substr(at, end - at));
    if (!value.empty())
    {
      key.Values.push_back(value);
    }
    at = end + 1;
  }
  if (key.Values.empty())
  {
    return "the sweep of " + key.Path + " has no values; write " + key.Path + "=V1; V2; V3";
  }
  for (const std::string& value : key.Values)
  {
    if (std::count(key.Values.begin(), key.Values.end(), value) > 1)
    {
      return "the sweep of " + key.Path + " has the value " + value + " twice";
    }
  }
  return "";
}

}

//----------------------------------------------------------------------------
std::string Sweep::Read(const std::vector<std::string>& texts)
{
  std::vector<Swept> keys;
  this->Keys.clear();
  size_t runs = 1;
  for (const std::string& text : texts)
  {
    Swept key;
    if (Trimmed(text).empty())
    {
      continue;
    }
    const std::string fault = ReadOne(text, key);
    if (!fault.empty())
    {
      return fault;
    }
    if (!keys.empty() && keys[0].Path == key.Path)
    {
      return "the sweep names " + key.Path + " twice; give all its values in one line";
    }
    runs *= key.Values.size();
    keys.push_back(std::move(key));
    if (keys.size() > MostKeys)
    {
      return "a sweep varies one or two keys, not more; keep the others fixed by Overrides";
    }
  }
  if (runs > MostRuns)
  {
    return "the sweep has " + std::to_string(runs) + " runs; at most " + std::to_string(MostRuns) +
      " are started at once";
  }
  this->Keys = std::move(keys);
  return "";
}

//----------------------------------------------------------------------------
size_t Sweep::GetNumberOfRuns() const
{
  size_t runs = 1;
  for (const Swept& key : this->Keys)
  {
    runs *= key.Values.size();
  }
  return runs;
}

//----------------------------------------------------------------------------
std::vector<std::string> Sweep::GetValues(size_t run) const
{
  std::vector<std::string> values(this->Keys.size());
  for (size_t k = this->Keys.size(); k-- > 0;)
  {
    const auto& known = this->Keys[k].Values;
    values[k] = known[run % known.size()];
    run /= known.size();
  }
  return values;
}

//----------------------------------------------------------------------------
std::string Sweep::GetSuffix(size_t run) const
{
  std::string suffix;
  const std::vector<std::string> values = this->GetValues(run);
  for (size_t k = 0; k < values.size(); ++k)
  {
    suffix += "-" + LastName(this->Keys[k].Path) + "-" + FileWord(values[k]);
  }
  return suffix;
}

// Runs a program to its end and returns what it has printed.

namespace
{

constexpr auto Patience = std::chrono::seconds(10); // the longest reply took 0.1 s

std::string Quoted(const std::string& text)
{
  std::string quoted = "\"";
  for (const char c : text)
  {
    if (static_cast<unsigned char>(c) < 0x20)
    {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
      quoted += code;
      continue;
    }
    if (c == '"' || c == '\\')
    {
      quoted += '\\';
    }
    quoted += c;
  }
  return quoted + "\"";
}

}

//----------------------------------------------------------------------------
std::string ErrorObject(const std::string& message, const std::string& key)
{
  const std::string one = "{\"key\": " + Quoted(key) + ", \"message\": " + Quoted(message) +
    ", \"what\": " + Quoted(message) + "}";
  return "{\"error\": " + one + ", \"errors\": [" + one + "]}";
}

//----------------------------------------------------------------------------
std::string ErrorMessage(const std::string& object) { return TextOf(object, "message"); }

//----------------------------------------------------------------------------
Reply RequestParameters(const std::string& program, const std::string& input,
  const std::vector<std::string>& overrides)
{
  Reply reply;
  std::vector<std::string> words = { program, "parameters", "--json" };
  for (const std::string& override : overrides)
  {
    words.push_back("--set=" + override);
  }
  words.insert(words.end(), { "--", input });
  Child child;
  const std::string fault = child.Start(words);
  if (!fault.empty())
  {
    reply.Text = ErrorObject(fault);
    return reply;
  }
  const auto end = std::chrono::steady_clock::now() + Patience;
  while (!child.HasEnded() && std::chrono::steady_clock::now() < end)
  {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  if (!child.HasEnded())
  {
    reply.Text = ErrorObject("granum did not reply within ten seconds about '" + input + "'");
    return reply; // the destructor of the child stops it
  }
  reply.ExitCode = child.GetExitCode();
  reply.Text = child.ReadOutput();
  if (reply.Text.empty())
  {
    const std::string errors = child.ReadErrors();
    reply.Text = ErrorObject(errors.empty() ? "granum ended without an reply" : errors);
    reply.ExitCode = reply.ExitCode ? reply.ExitCode : -1;
  }
  return reply;
}

}
