// reader/stamp.cxx -- whether a file has changed.
//
// Room: plugin/reader.
#include "stamp.h"

#include <sys/stat.h>

namespace granum
{

bool Stamp::SameFile(const Stamp& other) const
{
  return this->Device == other.Device && this->Inode == other.Inode;
}

bool Stamp::operator==(const Stamp& other) const
{
  return this->SameFile(other) && this->Size == other.Size && this->Seconds == other.Seconds &&
    this->Nanoseconds == other.Nanoseconds;
}

Stamp Stamp::Of(const std::string& path)
{
  Stamp stamp;
  struct stat status = {};
  if (stat(path.c_str(), &status) == 0)
  {
    stamp.Device = status.st_dev;
    stamp.Inode = status.st_ino;
    stamp.Size = status.st_size;
    stamp.Seconds = status.st_mtim.tv_sec;
    stamp.Nanoseconds = status.st_mtim.tv_nsec;
  }
  return stamp;
}

}
