/**
 * reader/result_file.h -- a result file as groups, datasets and strings.
 *
 * Room: plugin/reader.  Depends only on HDF5, not on VTK or the layout of frames.
 *
 * A file is opened for each access and closed again: the next access then sees
 * the additions of a running solver, and the solver may replace the file between
 * two accesses.  Every call throws ResultError with a message that names the file,
 * the object and what was found.
 */
#ifndef granum_result_file_h
#define granum_result_file_h

#include "shape.h"
#include "stamp.h"

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

  bool Has(const std::string& object) const;
  /** Names of the members of a group, in alphabetical order. */
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

}

#endif
