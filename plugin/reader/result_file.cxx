// reader/result_file.cxx -- a result file: opening it, its objects and links.
//
// Room: plugin/reader.
//
// A path is walked link by link before anything on it is opened: only hard links count,
// so that no name leads out of the file (external links could present any file that the
// user may read as data) or into a loop.
#include "result_file.h"

#include "hdf5_handle.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace granum
{

namespace
{

// Where metadata fail their checksum HDF5 reads them again, since a solver may be writing,
// and doubles its pause each time, beginning with 1 ns: 22 attempts take 4 ms.  Its own
// default of 100 attempts never ends.
constexpr unsigned int Attempts = 22;

// A group that promises more members than any result has is not listed.
constexpr std::size_t MostChildren = 1024;

// Bytes of a link to another file: its path and an object in it.
constexpr std::size_t LongestLink = 8192;

hid_t OpenFile(const std::string& path)
{
  const Handle access(H5Pcreate(H5P_FILE_ACCESS));
  H5Pset_metadata_read_attempts(access, Attempts);
  hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access);
  if (file < 0)
  {
    file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  }
  if (file < 0)
  {
    H5Pset_file_locking(access, false, true);
    file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  }
  return file;
}

/** What HDF5 calls a link that is not hard. */
std::string KindOf(H5L_type_t type)
{
  switch (type)
  {
    case H5L_TYPE_SOFT:
      return "a soft link";
    case H5L_TYPE_EXTERNAL:
      return "a link to another file";
    default:
      return "a link of unknown type";
  }
}

struct Listing
{
  std::vector<std::string> Names;
  bool Complete = true;
};

herr_t List(hid_t, const char* name, const H5L_info_t*, void* data)
{
  auto* listing = static_cast<Listing*>(data);
  listing->Complete = listing->Names.size() < MostChildren;
  if (listing->Complete)
  {
    try
    {
      listing->Names.emplace_back(name);
    }
    catch (...) // must not pass through a library in C
    {
      listing->Complete = false;
    }
  }
  return listing->Complete ? 0 : 1;
}

}

ResultFile::ResultFile(const std::string& path)
  : Name(path)
{
  struct stat status = {};
  if (stat(path.c_str(), &status) != 0)
  {
    throw ResultError("cannot open '" + path +
      "': " + (errno == ENOENT ? "there is no such file" : std::strerror(errno)));
  }
  if (!S_ISREG(status.st_mode))
  {
    throw ResultError("'" + path + "' is not a regular file"); // a pipe would block
  }
  this->Size = static_cast<std::uint64_t>(status.st_size);
  if (access(path.c_str(), R_OK) != 0)
  {
    throw ResultError("cannot read '" + path + "': " + std::strerror(errno));
  }
  if (this->Size == 0)
  {
    throw ResultError("'" + path + "' is empty; a result of granum is an HDF5 file");
  }
  const Quiet quiet;
  if (H5Fis_hdf5(path.c_str()) <= 0)
  {
    throw ResultError("'" + path + "' is not an HDF5 file; a result of granum is one");
  }
  this->File = OpenFile(path);
  if (this->File < 0)
  {
    throw ResultError("cannot open '" + path + "': HDF5 refuses it; the file is damaged");
  }
}

ResultFile::~ResultFile()
{
  const Quiet quiet;
  H5Fclose(this->File);
}

bool ResultFile::Has(const std::string& object) const
{
  const Quiet quiet;
  if (object == "/")
  {
    return true;
  }
  for (std::size_t end = object.find('/', 1); true; end = object.find('/', end + 1))
  {
    const std::string part = object.substr(0, end);
    const htri_t exists = H5Lexists(this->File, part.c_str(), H5P_DEFAULT);
    H5L_info_t link = {};
    if (exists == 0)
    {
      return false;
    }
    if (exists < 0 || H5Lget_info(this->File, part.c_str(), &link, H5P_DEFAULT) < 0)
    {
      throw ResultError(
        "'" + this->Name + "': HDF5 cannot look up " + part + "; the file is damaged");
    }
    if (link.type != H5L_TYPE_HARD)
    {
      throw ResultError("'" + this->Name + "': " + part + " is " + KindOf(link.type) +
        ", which is not followed; a group or dataset of the file itself is expected");
    }
    if (end == std::string::npos)
    {
      return true;
    }
  }
}

std::int64_t ResultFile::OpenFound(const std::string& object) const
{
  const Quiet quiet;
  const hid_t handle = H5Oopen(this->File, object.c_str(), H5P_DEFAULT);
  if (handle < 0)
  {
    throw ResultError("'" + this->Name + "': HDF5 cannot open " + object + "; the file is damaged");
  }
  return handle;
}

bool ResultFile::IsDataset(const std::string& object) const
{
  if (!this->Has(object))
  {
    return false;
  }
  const Quiet quiet;
  const Handle handle(this->OpenFound(object));
  return H5Iget_type(handle) == H5I_DATASET;
}

std::string ResultFile::LinkedFile(const std::string& object) const
{
  const Quiet quiet;
  H5L_info_t link = {};
  const char *file = nullptr, *target = nullptr;
  unsigned int flags = 0;
  if (H5Lexists(this->File, object.c_str(), H5P_DEFAULT) <= 0 ||
    H5Lget_info(this->File, object.c_str(), &link, H5P_DEFAULT) < 0 ||
    link.type != H5L_TYPE_EXTERNAL)
  {
    return {};
  }
  std::vector<char> value(std::min<std::size_t>(link.u.val_size, LongestLink));
  if (H5Lget_val(this->File, object.c_str(), value.data(), value.size(), H5P_DEFAULT) < 0 ||
    H5Lunpack_elink_val(value.data(), value.size(), &flags, &file, &target) < 0)
  {
    throw ResultError(
      "'" + this->Name + "': HDF5 cannot read the link " + object + "; the file is damaged");
  }
  return file;
}

std::vector<std::string> ResultFile::Children(const std::string& group) const
{
  if (!this->Has(group))
  {
    return {};
  }
  const Quiet quiet;
  const Handle handle(this->OpenFound(group));
  if (H5Iget_type(handle) != H5I_GROUP)
  {
    throw ResultError("'" + this->Name + "': " + group + " is a dataset; a group is expected");
  }
  // In native order: for any other, HDF5 1.10 makes a table and, if it meets a damaged link,
  // frees also the entries that it has not filled.
  Listing listing;
  if (H5Literate(handle, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr, List, &listing) < 0)
  {
    throw ResultError("'" + this->Name + "': HDF5 cannot list " + group + "; the file is damaged");
  }
  if (!listing.Complete)
  {
    throw ResultError("'" + this->Name + "': " + group + " has more than " +
      std::to_string(MostChildren) + " members; no result has as many");
  }
  std::sort(listing.Names.begin(), listing.Names.end());
  return listing.Names;
}

std::vector<std::int64_t> ResultFile::Integers(const std::string& dataset, std::uint64_t first,
  std::uint64_t rows)
{
  return this->Open(dataset, { Expected::Integers }).Integers(first, rows);
}

std::int64_t ResultFile::Integer(const std::string& dataset, std::uint64_t row)
{
  return this->Open(dataset, Expected::Free(Expected::Integers, 2)).Integers(row, 1).at(0);
}

// Whether a file has changed, without opening it.

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
