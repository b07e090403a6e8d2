#include "request.h"

#include "child.h"
#include "events.h"

#include <chrono>
#include <cstdio>
#include <thread>

namespace granum
{

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
