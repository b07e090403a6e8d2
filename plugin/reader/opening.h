/**
 * reader/opening.h -- which file a name stands for, and whether it is a result.
 *
 * Room: plugin/reader.
 */
#ifndef granum_opening_h
#define granum_opening_h

#include "result_file.h"

#include <string>

namespace granum
{

/** Returns the file that holds the result: `path` itself, or, if `path` is the contacts file
 * of a result, the result beside it.  Throws ResultError if that one is absent. */
std::string ResultOf(const std::string& path);

/** Returns "" if the file can be read (HDF5 with a group /VTKHDF of type PolyData with
 * points), or one sentence with the reason why not. */
std::string WhyForeign(const ResultFile& file);

/** Whether Granum Reader opens the file when it is opened by name.  Results are its own; of
 * damaged files and of files that are no VTKHDF it gives the reason, if no other reader does:
 * their names end in .vtkhdf.  A good VTKHDF file of another program is left to the reader of
 * ParaView 5.12 and later; in 5.11, where nothing else opens this ending, it is ours as well. */
bool Claims(const std::string& path);

}

#endif
