// reader/result_table.cxx -- the datasets of a result file.
//
// Room: plugin/reader.
//
// HDF5 converts and reads whatever a file declares.  Therefore the declaration is checked
// first: where the data are (in the file itself), how they are stored, which numbers they
// are, how many there can be.  A few kilobytes may declare 4e9 rows; what is allocated is
// bounded by the bytes that are stored, times the most that deflate can expand them.
#include "result_file.h"

#include "hdf5_handle.h"
#include "result_chunks.h"

#include "file/schema.h"

#include <algorithm>
#include <array>

namespace granum
{

namespace
{

constexpr std::uint64_t MostExpansion = 1032; // of deflate, by its format
constexpr std::uint64_t SmallEnough = std::uint64_t(1) << 20; // bytes that need no storage

struct Native
{
  Number Type;
  hid_t InMemory, Little, Big; // and the two orders of bytes in a file
};

std::array<Native, 10> NativeTypes()
{
  return { { { Number::Int8, H5T_NATIVE_INT8, H5T_STD_I8LE, H5T_STD_I8BE },
    { Number::UInt8, H5T_NATIVE_UINT8, H5T_STD_U8LE, H5T_STD_U8BE },
    { Number::Int16, H5T_NATIVE_INT16, H5T_STD_I16LE, H5T_STD_I16BE },
    { Number::UInt16, H5T_NATIVE_UINT16, H5T_STD_U16LE, H5T_STD_U16BE },
    { Number::Int32, H5T_NATIVE_INT32, H5T_STD_I32LE, H5T_STD_I32BE },
    { Number::UInt32, H5T_NATIVE_UINT32, H5T_STD_U32LE, H5T_STD_U32BE },
    { Number::Int64, H5T_NATIVE_INT64, H5T_STD_I64LE, H5T_STD_I64BE },
    { Number::UInt64, H5T_NATIVE_UINT64, H5T_STD_U64LE, H5T_STD_U64BE },
    { Number::Float32, H5T_NATIVE_FLOAT, H5T_IEEE_F32LE, H5T_IEEE_F32BE },
    { Number::Float64, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE, H5T_IEEE_F64BE } } };
}

hid_t NativeType(Number number)
{
  for (const Native& native : NativeTypes())
  {
    if (native.Type == number)
    {
      return native.InMemory;
    }
  }
  return -1;
}

/** The number whose bits are those of `type`; Other for any other arrangement. */
Number NumberOf(hid_t type)
{
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_STRING)
  {
    return Number::Text;
  }
  if (kind == H5T_INTEGER || kind == H5T_FLOAT)
  {
    for (const Native& native : NativeTypes())
    {
      if (H5Tequal(type, native.Little) > 0 || H5Tequal(type, native.Big) > 0)
      {
        return native.Type;
      }
    }
  }
  return Number::Other;
}

/** Sizes of a dataspace; false for one that has no extent. */
bool SizesOf(hid_t space, std::vector<std::uint64_t>& sizes)
{
  const H5S_class_t kind = H5Sget_simple_extent_type(space);
  const int rank = H5Sget_simple_extent_ndims(space);
  if ((kind != H5S_SIMPLE && kind != H5S_SCALAR) || rank < 0 || rank > H5S_MAX_RANK)
  {
    return false;
  }
  std::array<hsize_t, H5S_MAX_RANK> found = {};
  if (H5Sget_simple_extent_dims(space, found.data(), nullptr) < 0)
  {
    return false;
  }
  sizes.assign(found.begin(), found.begin() + rank);
  return true;
}

/** Returns "" if all data are in the file and can be decoded by what HDF5 has built in,
 * else the reason why not. */
std::string WhyNotStored(hid_t creation)
{
  const H5D_layout_t layout = H5Pget_layout(creation);
  if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS && layout != H5D_CHUNKED)
  {
    return "is a virtual dataset, whose numbers are in other files";
  }
  if (H5Pget_external_count(creation) != 0)
  {
    return "has its numbers in another file (external storage)";
  }
  const int filters = H5Pget_nfilters(creation);
  for (int i = 0; i < filters; ++i)
  {
    unsigned int flags = 0, settings = 0;
    std::size_t none = 0;
    const H5Z_filter_t filter = H5Pget_filter2(creation, static_cast<unsigned int>(i), &flags,
      &none, nullptr, 0, nullptr, &settings);
    if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE &&
      filter != H5Z_FILTER_FLETCHER32)
    {
      return "is stored through filter " + std::to_string(filter) +
        "; deflate, shuffle and fletcher32 are read";
    }
  }
  return filters < 0 ? "has filters that HDF5 cannot list" : "";
}

bool IsDeflated(hid_t creation)
{
  unsigned int flags = 0, settings = 0;
  std::size_t none = 0;
  return H5Pget_filter_by_id2(creation, H5Z_FILTER_DEFLATE, &flags, &none, nullptr, 0, nullptr,
           &settings) >= 0;
}

/** Bytes of a chunk in memory; 0 where there are none. */
std::uint64_t ChunkBytes(hid_t creation, std::size_t rank, std::size_t size)
{
  std::array<hsize_t, H5S_MAX_RANK> sizes = {};
  if (H5Pget_layout(creation) != H5D_CHUNKED ||
    H5Pget_chunk(creation, H5S_MAX_RANK, sizes.data()) < 0)
  {
    return 0;
  }
  std::uint64_t bytes = size; // HDF5 itself keeps it below 2^32
  for (std::size_t i = 0; i < rank; ++i)
  {
    bytes *= sizes[i];
  }
  return bytes;
}

}

std::int64_t ResultFile::OpenDataset(const std::string& dataset) const
{
  if (!this->Has(dataset))
  {
    throw ResultError("'" + this->Name + "' has no dataset " + dataset);
  }
  const Quiet quiet;
  Handle handle(this->OpenFound(dataset));
  if (H5Iget_type(handle) != H5I_DATASET)
  {
    throw ResultError("'" + this->Name + "': " + dataset + " is a group; a dataset is expected");
  }
  const Handle creation(H5Dget_create_plist(handle));
  const std::string why =
    creation ? WhyNotStored(creation) : std::string("cannot be described by HDF5");
  if (!why.empty())
  {
    throw ResultError("'" + this->Name + "': " + dataset + " " + why);
  }
  return handle.Release();
}

Table ResultFile::Open(const std::string& dataset, const Expected& expected)
{
  Table table(*this, dataset, this->OpenDataset(dataset));
  if (!table.Form.Countable())
  {
    throw ResultError(table.Place() + " declares more numbers than any file can hold");
  }
  if (!expected.Fits(table.Form))
  {
    throw ResultError(table.Place() + " has " + Described(table.Form) + "; " + Described(expected) +
      " are expected");
  }
  table.Form.Units = this->TextOf(table.Handle, dataset, GM_ATTR_UNITS);
  return table;
}

Table::Table(ResultFile& file, const std::string& dataset, std::int64_t handle)
  : File(&file)
  , Name(dataset)
  , Handle(handle)
{
  const Quiet quiet;
  const granum::Handle type(H5Dget_type(handle));
  const granum::Handle space(H5Dget_space(handle));
  this->Form.Type = NumberOf(type);
  if (!SizesOf(space, this->Form.Dimensions))
  {
    H5Dclose(handle);
    throw ResultError(this->Place() + " has no extent; rows are expected");
  }
}

Table::Table(Table&& other) noexcept
  : File(other.File)
  , Name(std::move(other.Name))
  , Handle(other.Handle)
  , Form(std::move(other.Form))
{
  other.Handle = -1;
}

Table::~Table()
{
  if (this->Handle >= 0)
  {
    const Quiet quiet;
    H5Dclose(this->Handle);
  }
}

std::string Table::Place() const { return "'" + this->File->Name + "': " + this->Name; }

/** The most bytes that the stored ones can become. */
std::uint64_t Table::Capacity() const
{
  const Quiet quiet;
  const granum::Handle creation(H5Dget_create_plist(this->Handle));
  const std::uint64_t stored =
    std::min<std::uint64_t>(H5Dget_storage_size(this->Handle), this->File->Size);
  return stored * (IsDeflated(creation) ? MostExpansion : 1);
}

void Table::Demand(std::uint64_t first, std::uint64_t rows) const
{
  const std::uint64_t available = this->Rows();
  if (first > available || rows > available - first)
  {
    throw ResultError(this->Place() + " has " + std::to_string(available) + " rows, but " +
      std::to_string(rows) + " rows from row " + std::to_string(first) +
      " on are named by the file");
  }
  // The storage is looked up, which takes long in a large file, only where it can matter.
  const std::uint64_t size = SizeOf(this->Form.Type);
  const Quiet quiet;
  const granum::Handle creation(H5Dget_create_plist(this->Handle));
  const std::uint64_t bytes = std::max(rows * this->Form.Components() * size,
    rows > 0 ? ChunkBytes(creation, this->Form.Dimensions.size(), size) : 0);
  const std::uint64_t plenty = this->File->Size + SmallEnough;
  if (bytes > plenty && bytes > this->Capacity() + SmallEnough)
  {
    throw ResultError(this->Place() + " promises " + std::to_string(bytes) +
      " bytes, more than is stored in a file of " + std::to_string(this->File->Size) + " bytes");
  }
  // Many names may lead to the same stored bytes.
  if (this->File->Bytes + bytes > MostExpansion * plenty)
  {
    throw ResultError("'" + this->File->Name + "' promises more than " +
      std::to_string(this->File->Bytes) + " bytes, more than a file of " +
      std::to_string(this->File->Size) + " bytes can hold");
  }
}

void Table::Read(std::uint64_t first, std::uint64_t rows, Number type, void* out) const
{
  this->Demand(first, rows);
  const std::uint64_t numbers = rows * this->Form.Components();
  if (numbers == 0)
  {
    return;
  }
  const std::string why =
    WhyNotDecoded(this->Handle, this->Form.Dimensions, SizeOf(this->Form.Type), first, rows);
  if (!why.empty())
  {
    throw ResultError(this->Place() + " " + why);
  }
  const Quiet quiet;
  const granum::Handle space(H5Dget_space(this->Handle));
  std::vector<hsize_t> start(this->Form.Dimensions.size(), 0);
  std::vector<hsize_t> count(this->Form.Dimensions.begin(), this->Form.Dimensions.end());
  start.at(0) = first;
  count.at(0) = rows;
  const hsize_t length = numbers;
  const granum::Handle memory(H5Screate_simple(1, &length, nullptr));
  if (H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr) <
      0 ||
    H5Dread(this->Handle, NativeType(type), memory, space, H5P_DEFAULT, out) < 0)
  {
    throw ResultError(this->Place() + ": HDF5 cannot read " + std::to_string(rows) +
      " rows from row " + std::to_string(first) + " on; the file is damaged");
  }
  this->File->Bytes += numbers * SizeOf(type);
}

std::vector<std::int64_t> Table::Integers(std::uint64_t first, std::uint64_t rows) const
{
  this->Demand(first, rows);
  std::vector<std::int64_t> numbers(rows * this->Form.Components());
  this->Read(first, rows, Number::Int64, numbers.data());
  return numbers;
}

std::vector<double> Table::Numbers(std::uint64_t first, std::uint64_t rows) const
{
  this->Demand(first, rows);
  std::vector<double> numbers(rows * this->Form.Components());
  this->Read(first, rows, Number::Float64, numbers.data());
  return numbers;
}

}
