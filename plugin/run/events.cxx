#include "events.h"

#include <charconv>

namespace granum
{

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
