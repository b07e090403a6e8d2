/**
 * reader/stamp.h -- whether a file has changed, without opening it.
 *
 * Room: plugin/reader.
 */
#ifndef granum_stamp_h
#define granum_stamp_h

#include <cstdint>
#include <string>

namespace granum
{

/** Identifies the state of a file without opening it: device and inode, length, time of the
 * last write.  Two equal stamps: nothing was written in between. */
struct Stamp
{
  std::uint64_t Device = 0;
  std::uint64_t Inode = 0;
  std::int64_t Size = -1; /**< -1: there is no such file */
  std::int64_t Seconds = 0;
  std::int64_t Nanoseconds = 0;

  static Stamp Of(const std::string& path);
  bool SameFile(const Stamp& other) const;
  bool operator==(const Stamp& other) const;
};

}

#endif
