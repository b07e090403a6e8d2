/**
 * reader/result_file.h -- a result file as groups, datasets and strings.
 *
 * Room: plugin/reader.  Depends only on HDF5, not on VTK or the layout of frames.
 *
 * This is the one door to a file, which may come from a stranger.  Open() states the
 * class, rank and row of what the caller will read, and refuses a dataset of any other
 * shape; a Table then delivers rows only within its extent and only as many bytes as the
 * stored ones can hold.  Refused are links to other files and soft links, virtual
 * datasets, external storage, filters other than those a result is written with, types
 * that are neither plain numbers nor text, and files that are not regular.
 *
 * A file is opened for each access and closed again: the next access then sees
 * the additions of a running solver, and the solver may replace the file between
 * two accesses.  Every call throws ResultError with a message that names the file,
 * the object, what was found and what was expected.
 */
#ifndef granum_result_file_h
#define granum_result_file_h

#include "shape.h"

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

class ResultFile;

/** An open dataset of the shape that was expected. */
class Table
{
public:
  ~Table();
  Table(Table&& other) noexcept;
  Table(const Table&) = delete;
  void operator=(const Table&) = delete;

  const granum::Shape& Shape() const { return this->Form; }
  std::uint64_t Rows() const { return this->Form.Rows(); }

  /** Throws unless rows [first, first + rows) exist and the file can hold them.  To be
   * called before memory is allocated for them; the calls below do so themselves. */
  void Demand(std::uint64_t first, std::uint64_t rows) const;
  /** Reads rows [first, first + rows) as `type`; `out` holds rows x components. */
  void Read(std::uint64_t first, std::uint64_t rows, Number type, void* out) const;
  std::vector<std::int64_t> Integers(std::uint64_t first, std::uint64_t rows) const;
  std::vector<double> Numbers(std::uint64_t first, std::uint64_t rows) const;

private:
  friend class ResultFile;
  Table(ResultFile& file, const std::string& dataset, std::int64_t handle);

  std::string Place() const;
  std::uint64_t Capacity() const;

  ResultFile* File;
  std::string Name;
  std::int64_t Handle = -1;
  granum::Shape Form;
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

  bool Has(const std::string& object) const;
  /** Names of the members of a group, in alphabetical order; none where there is no
   * such group. */
  std::vector<std::string> Children(const std::string& group) const;
  bool IsDataset(const std::string& object) const;
  /** The file to which a link to another file leads, as the link has it; "" where the object
   * is anything else.  The link is not followed. */
  std::string LinkedFile(const std::string& object) const;

  /** Opens a dataset for its rows. */
  Table Open(const std::string& dataset, const Expected& expected);
  /** Numbers [first, first + rows) of a dataset with one integer in a row. */
  std::vector<std::int64_t> Integers(const std::string& dataset, std::uint64_t first,
    std::uint64_t rows);
  /** The first integer of row `row`; a row may have several. */
  std::int64_t Integer(const std::string& dataset, std::uint64_t row);

  /** The string attribute, or "" where there is none. */
  std::string Text(const std::string& object, const std::string& attribute) const;
  /** The attribute of one number, or `absent` where there is none. */
  double Number(const std::string& object, const std::string& attribute, double absent) const;
  /** Throws if the attribute exists and is not one integer >= 0. */
  void DemandCount(const std::string& object, const std::string& attribute) const;
  /** A dataset of strings, one in a row or a single one; none where there is no such
   * object. */
  std::vector<std::string> Texts(const std::string& dataset) const;

  /** Bytes that Table::Read and its short forms have delivered so far. */
  std::uint64_t BytesRead() const { return this->Bytes; }

  const std::string& Path() const { return this->Name; }

private:
  friend class Table;
  /** Opens an object that Has() has found. */
  std::int64_t OpenFound(const std::string& object) const;
  /** Opens a dataset; its storage is checked, its shape is not. */
  std::int64_t OpenDataset(const std::string& dataset) const;
  /** The string attribute of an open object. */
  std::string TextOf(std::int64_t handle, const std::string& object,
    const std::string& attribute) const;

  std::string Name;
  std::uint64_t Size = 0; // of the file, in bytes, when it was opened
  std::int64_t File = -1;
  std::uint64_t Bytes = 0;
};

/* Whether a file has changed, without opening it. */

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
