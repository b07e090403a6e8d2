#include "queue.h"

#include <algorithm>
#include <charconv>
#include <csignal>

namespace granum
{

namespace
{

constexpr int Interrupted = 130; // exit code of a run that SIGINT has stopped

/** Without white space at its end. */
std::string Trimmed(const std::string& text)
{
  return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

}

//----------------------------------------------------------------------------
void Queue::Start(std::vector<Job> jobs)
{
  this->Jobs = std::move(jobs);
  this->Current = 0;
  this->Seconds = 0.0;
  this->Begin(this->Jobs[0].Words);
}

//----------------------------------------------------------------------------
void Queue::Fail(const std::string& message, const std::string& result)
{
  this->Jobs.assign(1, Job());
  this->Current = 0;
  this->Jobs[0].State = "failed";
  this->Jobs[0].Message = message;
  this->Jobs[0].ResultFile = result;
}

//----------------------------------------------------------------------------
void Queue::Begin(const std::vector<std::string>& words)
{
  Job& job = this->Jobs[this->Current];
  job.Events = Events();
  job.Message.clear();
  job.Log.clear();
  this->StopAsked = false;
  this->Began = std::chrono::steady_clock::now();
  this->Running.reset(new Child);
  job.Message = this->Running->Start(words);
  job.State = job.Message.empty() ? "running" : "failed";
  if (!job.Message.empty())
  {
    this->Running.reset();
  }
}

//----------------------------------------------------------------------------
bool Queue::Look()
{
  if (!this->Running)
  {
    return false;
  }
  Job& job = this->Jobs[this->Current];
  const bool ended = this->Running->HasEnded(); // before reading: nothing is said after it
  job.Events.Add(this->Running->ReadOutput());
  job.Log += this->Running->ReadErrors();
  if (job.Events.End > 0.0)
  {
    job.Progress = std::clamp(job.Events.Time / job.Events.End, 0.0, 1.0);
  }
  if (!ended)
  {
    return false;
  }
  this->End();
  while (job.State != "stopped" && !this->Running && this->Current + 1 < this->Jobs.size())
  {
    ++this->Current;
    this->Begin(this->Jobs[this->Current].Words);
  }
  return true;
}

//----------------------------------------------------------------------------
void Queue::End()
{
  Job& job = this->Jobs[this->Current];
  const int code = this->Running->GetExitCode();
  this->Running.reset();
  job.Message = job.Events.Message;
  if (code == 0)
  {
    const auto time = std::chrono::steady_clock::now() - this->Began;
    this->Seconds = std::chrono::duration<double>(time).count();
    job.State = "done";
    job.Progress = 1.0;
  }
  else if (code == Interrupted || (this->StopAsked && code == -SIGINT))
  {
    job.State = "stopped";
    job.Message = job.Message.empty() ? "stopped before it began" : job.Message;
  }
  else
  {
    job.State = "failed";
    job.Message = job.Message.empty() ? Trimmed(job.Log) : job.Message;
    if (job.Message.empty())
    {
      job.Message = code < 0 ? "granum was ended by signal " + std::to_string(-code)
                             : "granum failed with exit code " + std::to_string(code);
    }
  }
}

//----------------------------------------------------------------------------
void Queue::Stop()
{
  if (this->Running)
  {
    this->StopAsked = true;
    this->Running->Signal(SIGINT);
  }
}

//----------------------------------------------------------------------------
void Queue::Resume(const std::vector<std::string>& words) { this->Begin(words); }

//----------------------------------------------------------------------------
std::string Queue::GetState() const
{
  if (this->Jobs.empty())
  {
    return "idle";
  }
  if (this->Running)
  {
    return "running";
  }
  const std::string& last = this->Jobs[this->Current].State;
  const bool failed = std::any_of(this->Jobs.begin(), this->Jobs.end(),
    [](const Job& job) { return job.State == "failed"; });
  return last == "stopped" || !failed ? last : "failed";
}

//----------------------------------------------------------------------------
std::string Queue::GetMessage() const
{
  const auto isFailed = [](const Job& job) { return job.State == "failed"; };
  const auto failed = std::count_if(this->Jobs.begin(), this->Jobs.end(), isFailed);
  if (this->Jobs.size() < 2 || this->GetState() != "failed")
  {
    return this->GetCurrent().Message;
  }
  const auto first = std::find_if(this->Jobs.begin(), this->Jobs.end(), isFailed);
  return std::to_string(failed) + " of " + std::to_string(this->Jobs.size()) +
    " runs failed; the first: " + first->Message;
}

//----------------------------------------------------------------------------
double Queue::GetProgress() const
{
  double sum = 0.0;
  for (const Job& job : this->Jobs)
  {
    sum += job.State == "failed" ? 1.0 : job.Progress;
  }
  const bool single = this->Jobs.size() == 1;
  return this->Jobs.empty() ? 0.0 : single ? this->Jobs[0].Progress : sum / this->Jobs.size();
}

//----------------------------------------------------------------------------
double Queue::GetRemaining() const
{
  const double left = this->GetCurrent().Events.Remaining;
  const double waiting = static_cast<double>(this->Jobs.size() - this->Current - 1);
  if (!this->Running || left < 0.0)
  {
    return -1.0;
  }
  if (waiting == 0.0)
  {
    return left;
  }
  const auto time = std::chrono::steady_clock::now() - this->Began;
  const double whole =
    this->Seconds > 0.0 ? this->Seconds : std::chrono::duration<double>(time).count() + left;
  return left + waiting * whole;
}

//----------------------------------------------------------------------------
const Job& Queue::GetCurrent() const
{
  static const Job none;
  return this->Jobs.empty() ? none : this->Jobs[this->Current];
}

// The events that `granum run --progress json` prints.

namespace
{

/** Where the value of a key begins; npos without the key. */
size_t FindValue(const std::string& line, const std::string& key)
{
  const std::string head = "\"" + key + "\": ";
  const size_t at = line.find(head);
  return at == std::string::npos ? at : at + head.size();
}

/** The number of a key, `otherwise` without one. */
double Number(const std::string& line, const std::string& key, double otherwise)
{
  const size_t at = FindValue(line, key);
  double value = otherwise;
  if (at != std::string::npos)
  {
    // Not strtod: an application may have chosen a locale with a decimal comma.
    std::from_chars(line.data() + at, line.data() + line.size(), value);
  }
  return value;
}

/** The character that an escape stands for; `at` is moved to its last character. */
char Unescape(const std::string& line, size_t& at)
{
  if (line[at] == 'n')
  {
    return '\n';
  }
  if (line[at] != 'u' || at + 4 >= line.size())
  {
    return line[at];
  }
  int code = '?';
  std::from_chars(line.data() + at + 1, line.data() + at + 5, code, 16);
  at += 4;
  return static_cast<char>(code); // only control characters are written so
}

}

//----------------------------------------------------------------------------
std::string TextOf(const std::string& line, const std::string& key)
{
  std::string value;
  size_t at = FindValue(line, key);
  if (at == std::string::npos)
  {
    return value;
  }
  for (++at; at < line.size() && line[at] != '"'; ++at)
  {
    const bool escaped = line[at] == '\\' && at + 1 < line.size();
    value += escaped ? Unescape(line, ++at) : line[at];
  }
  return value;
}

//----------------------------------------------------------------------------
void Events::Add(const std::string& text)
{
  this->Rest += text;
  size_t begin = 0;
  for (size_t end; (end = this->Rest.find('\n', begin)) != std::string::npos; begin = end + 1)
  {
    this->AddLine(this->Rest.substr(begin, end - begin));
  }
  this->Rest.erase(0, begin);
}

//----------------------------------------------------------------------------
void Events::AddLine(const std::string& line)
{
  const std::string event = TextOf(line, "event");
  if (event == "start")
  {
    this->End = Number(line, "end", 0.0);
  }
  else if (event == "progress" || event == "frame")
  {
    this->Time = Number(line, "time", this->Time);
    this->Frames += event == "frame";
    this->Remaining = Number(line, "eta", this->Remaining);
  }
  else if (event == "end")
  {
    this->Message = TextOf(line, "message");
    this->Remaining = 0.0;
    this->KineticEnergy = Number(line, "kinetic_energy", NaN);
    this->BalanceError = Number(line, "balance_error", NaN);
    this->MeanNormalForce = Number(line, "mean_normal_force", NaN);
    this->ShareBySites = Number(line, "share_by_sites", NaN);
  }
}

}
