/**
 * reader/result_file.h -- a result file as groups, datasets and strings.
 *
 * Room: plugin/reader.  Knows no VTK and no frame: only what HDF5 calls things.
 *
 * A file is opened for one visit and closed again: the next visit then sees
 * what a running solver has added, and the solver may replace the file between
 * two visits.  Every call throws ResultError with a message that names the file,
 * the object and what was found.
 */
#ifndef granum_result_file_h
#define granum_result_file_h

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace granum
{

class ResultError : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

enum class Number
{
  Int8,
  UInt8,
  Int16,
  UInt16,
  Int32,
  UInt32,
  Int64,
  UInt64,
  Float32,
  Float64,
  Text,
  Other
};

/** What a dataset holds: rows of `components` numbers; the length of a row is the
 * product of all dimensions but the first. */
struct Shape
{
  Number Type = Number::Other;
  std::vector<std::uint64_t> Dimensions;
  std::string Units; /**< the attribute "units", empty where there is none */

  std::uint64_t Rows() const { return this->Dimensions.empty() ? 1 : this->Dimensions[0]; }
  std::uint64_t Components() const;
};

/** Tells one state of a file from another without opening it: who it is, how long
 * and when last written.  Two equal stamps: nothing was written in between. */
struct Stamp
{
  std::uint64_t Device = 0;
  std::uint64_t Inode = 0;
  std::int64_t Size = -1; /**< -1: there is no such file */
  std::int64_t Seconds = 0;
  std::int64_t Nanoseconds = 0;

  bool SameFile(const Stamp& other) const;
  bool operator==(const Stamp& other) const;
};

class ResultFile
{
public:
  /** Opens for reading: first so that a solver may be writing (SWMR), then plainly,
   * then without asking for a lock, for a writer that could not use SWMR. */
  explicit ResultFile(const std::string& path);
  ~ResultFile();
  ResultFile(const ResultFile&) = delete;
  void operator=(const ResultFile&) = delete;

  static bool IsHDF5(const std::string& path);
  static Stamp StampOf(const std::string& path);

  bool Has(const std::string& object) const;
  /** Names of what a group holds, in alphabetical order. */
  std::vector<std::string> Children(const std::string& group) const;
  bool IsDataset(const std::string& object) const;

  Shape ShapeOf(const std::string& dataset) const;
  /** The string attribute, or "" where there is none. */
  std::string Text(const std::string& object, const std::string& attribute) const;
  /** A dataset of strings. */
  std::vector<std::string> Texts(const std::string& dataset) const;

  /** Reads rows [first, first + rows) as `type`; `out` holds rows x components. */
  void Read(const std::string& dataset, std::uint64_t first, std::uint64_t rows, Number type,
    void* out);
  /** One integer of row `row`, component `component`. */
  std::int64_t Integer(const std::string& dataset, std::uint64_t row, std::uint64_t component = 0);
  std::vector<std::int64_t> Integers(const std::string& dataset, std::uint64_t first,
    std::uint64_t rows);
  std::vector<double> Numbers(const std::string& dataset, std::uint64_t first, std::uint64_t rows);

  /** Bytes that the calls of Read and of its short forms have delivered so far. */
  std::uint64_t BytesRead() const { return this->Bytes; }

  const std::string& Path() const { return this->Name; }

private:
  std::int64_t OpenDataset(const std::string& dataset) const;

  std::string Name;
  std::int64_t File = -1;
  std::uint64_t Bytes = 0;
};

std::size_t SizeOf(Number type);

}

#endif
