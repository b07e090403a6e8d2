#include "sweep.h"

#include <algorithm>
#include <cctype>
#include <cstring>

namespace granum
{

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

}
