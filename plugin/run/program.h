/**
 * run/program.h -- the path of the program granum, and names of result files.
 *
 * Room: plugin/run.
 */
#ifndef granum_run_program_h
#define granum_run_program_h

#include <string>

namespace granum
{

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
