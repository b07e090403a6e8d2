/**
 * run/request.h -- runs a program to its end and returns what it has printed.
 *
 * Room: plugin/run; does not depend on VTK.
 */
#ifndef granum_run_request_h
#define granum_run_request_h

#include <string>
#include <vector>

namespace granum
{

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
