// reader/result_file.cxx -- a result file as groups, datasets and strings.
//
// Room: plugin/reader.  The only file of the plugin that includes hdf5.h.  It is
// linked with the serial library; ParaView's own readers use another copy of HDF5
// in the same process, so no handle ever leaves this file.
#include "result_file.h"

#include "file/schema.h"

#include <hdf5.h>

#include <algorithm>
#include <array>
#include <utility>

namespace granum
{

namespace
{

/** Closes its HDF5 handle by the function of the handle's type. */
class Handle
{
public:
  explicit Handle(hid_t id)
    : Id(id)
  {
  }
  ~Handle()
  {
    if (this->Id >= 0)
    {
      H5Idec_ref(this->Id);
    }
  }
  Handle(const Handle&) = delete;
  void operator=(const Handle&) = delete;
  operator hid_t() const { return this->Id; }
  explicit operator bool() const { return this->Id >= 0; }
  hid_t Release()
  {
    const hid_t id = this->Id;
    this->Id = -1;
    return id;
  }

private:
  hid_t Id;
};

/** Suppresses messages of HDF5 on the terminal; errors are thrown instead. */
class Quiet
{
public:
  Quiet()
  {
    H5Eget_auto2(H5E_DEFAULT, &this->Function, &this->Data);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  }
  ~Quiet() { H5Eset_auto2(H5E_DEFAULT, this->Function, this->Data); }
  Quiet(const Quiet&) = delete;
  void operator=(const Quiet&) = delete;

private:
  H5E_auto2_t Function = nullptr;
  void* Data = nullptr;
};

std::array<std::pair<Number, hid_t>, 10> NativeTypes()
{
  return { { { Number::Int8, H5T_NATIVE_INT8 }, { Number::UInt8, H5T_NATIVE_UINT8 },
    { Number::Int16, H5T_NATIVE_INT16 }, { Number::UInt16, H5T_NATIVE_UINT16 },
    { Number::Int32, H5T_NATIVE_INT32 }, { Number::UInt32, H5T_NATIVE_UINT32 },
    { Number::Int64, H5T_NATIVE_INT64 }, { Number::UInt64, H5T_NATIVE_UINT64 },
    { Number::Float32, H5T_NATIVE_FLOAT }, { Number::Float64, H5T_NATIVE_DOUBLE } } };
}

hid_t NativeType(Number number)
{
  for (const auto& [known, native] : NativeTypes())
  {
    if (known == number)
    {
      return native;
    }
  }
  return -1;
}

/** The number whose native type is as `type`, but for the order of its bytes. */
Number NumberOf(hid_t type)
{
  const H5T_class_t kind = H5Tget_class(type);
  if (kind == H5T_STRING)
  {
    return Number::Text;
  }
  for (const auto& [known, native] : NativeTypes())
  {
    if (H5Tget_class(native) == kind && H5Tget_size(native) == H5Tget_size(type) &&
      (kind != H5T_INTEGER || H5Tget_sign(native) == H5Tget_sign(type)))
    {
      return known;
    }
  }
  return Number::Other;
}

std::vector<std::uint64_t> DimensionsOf(hid_t space)
{
  const int rank = H5Sget_simple_extent_ndims(space);
  std::vector<hsize_t> sizes(rank > 0 ? static_cast<std::size_t>(rank) : 0);
  if (rank > 0)
  {
    H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  }
  return { sizes.begin(), sizes.end() };
}

/** Text of a fixed length: up to the first zero, without trailing blanks. */
std::string Trimmed(const char* text, std::size_t length)
{
  std::string result(text, std::find(text, text + length, '\0'));
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

/** All strings of an attribute or dataset, of fixed or of variable length. */
template <typename ReadCall>
std::vector<std::string> ReadTexts(hid_t type, std::size_t count, ReadCall read)
{
  std::vector<std::string> result;
  if (count == 0)
  {
    return result;
  }
  if (H5Tis_variable_str(type) > 0)
  {
    std::vector<char*> pointers(count, nullptr);
    const Handle memory(H5Tcopy(H5T_C_S1));
    H5Tset_size(memory, H5T_VARIABLE);
    H5Tset_cset(memory, H5Tget_cset(type));
    if (read(memory, pointers.data()) >= 0)
    {
      for (char* pointer : pointers)
      {
        result.emplace_back(pointer ? pointer : "");
        H5free_memory(pointer);
      }
    }
    return result;
  }
  const std::size_t length = H5Tget_size(type);
  std::vector<char> characters(count * length);
  if (read(type, characters.data()) >= 0)
  {
    for (std::size_t i = 0; i < count; ++i)
    {
      result.push_back(Trimmed(characters.data() + i * length, length));
    }
  }
  return result;
}

std::string TextAttribute(hid_t object, const std::string& name)
{
  if (H5Aexists(object, name.c_str()) <= 0)
  {
    return {};
  }
  const Handle attribute(H5Aopen(object, name.c_str(), H5P_DEFAULT));
  const Handle type(H5Aget_type(attribute));
  const Handle space(H5Aget_space(attribute));
  if (H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1)
  {
    return {};
  }
  const auto texts =
    ReadTexts(type, 1, [&](hid_t memory, void* out) { return H5Aread(attribute, memory, out); });
  return texts.empty() ? std::string() : texts[0];
}

hid_t Open(const std::string& path)
{
  const Handle access(H5Pcreate(H5P_FILE_ACCESS));
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

}

bool ResultFile::IsHDF5(const std::string& path)
{
  const Quiet quiet;
  return H5Fis_hdf5(path.c_str()) > 0;
}

ResultFile::ResultFile(const std::string& path)
  : Name(path)
{
  if (Stamp::Of(path).Size < 0)
  {
    throw ResultError("cannot open '" + path + "': there is no such file, or it may not be read");
  }
  if (!IsHDF5(path))
  {
    throw ResultError("'" + path + "' is not an HDF5 file");
  }
  const Quiet quiet;
  this->File = Open(path);
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
  // H5Lexists needs every group above the name to exist.
  for (std::size_t end = object.find('/', 1); true; end = object.find('/', end + 1))
  {
    if (H5Lexists(this->File, object.substr(0, end).c_str(), H5P_DEFAULT) <= 0)
    {
      return false;
    }
    if (end == std::string::npos)
    {
      return H5Oexists_by_name(this->File, object.c_str(), H5P_DEFAULT) > 0;
    }
  }
}

bool ResultFile::IsDataset(const std::string& object) const
{
  if (!this->Has(object))
  {
    return false;
  }
  const Quiet quiet;
  const Handle handle(H5Oopen(this->File, object.c_str(), H5P_DEFAULT));
  return handle && H5Iget_type(handle) == H5I_DATASET;
}

std::vector<std::string> ResultFile::Children(const std::string& group) const
{
  std::vector<std::string> names;
  if (!this->Has(group))
  {
    return names;
  }
  const Quiet quiet;
  const Handle handle(H5Gopen2(this->File, group.c_str(), H5P_DEFAULT));
  const auto collect = [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t
  {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  if (handle)
  {
    H5Literate(handle, H5_INDEX_NAME, H5_ITER_INC, nullptr, collect, &names);
  }
  return names;
}

std::int64_t ResultFile::OpenDataset(const std::string& dataset) const
{
  const hid_t handle = H5Dopen2(this->File, dataset.c_str(), H5P_DEFAULT);
  if (handle < 0)
  {
    throw ResultError("'" + this->Name + "' has no dataset " + dataset);
  }
  return handle;
}

Shape ResultFile::ShapeOf(const std::string& dataset) const
{
  const Quiet quiet;
  const Handle handle(this->OpenDataset(dataset));
  const Handle type(H5Dget_type(handle));
  const Handle space(H5Dget_space(handle));
  Shape shape;
  shape.Type = NumberOf(type);
  shape.Dimensions = DimensionsOf(space);
  shape.Units = TextAttribute(handle, GM_ATTR_UNITS);
  return shape;
}

std::string ResultFile::Text(const std::string& object, const std::string& attribute) const
{
  if (!this->Has(object))
  {
    return {};
  }
  const Quiet quiet;
  const Handle handle(H5Oopen(this->File, object.c_str(), H5P_DEFAULT));
  return handle ? TextAttribute(handle, attribute) : std::string();
}

std::vector<std::string> ResultFile::Texts(const std::string& dataset) const
{
  if (!this->IsDataset(dataset))
  {
    return {};
  }
  const Quiet quiet;
  const Handle handle(this->OpenDataset(dataset));
  const Handle type(H5Dget_type(handle));
  const Handle space(H5Dget_space(handle));
  if (H5Tget_class(type) != H5T_STRING)
  {
    throw ResultError("'" + this->Name + "': " + dataset + " holds no strings");
  }
  const auto count = H5Sget_simple_extent_npoints(space);
  return ReadTexts(type, static_cast<std::size_t>(std::max<hssize_t>(count, 0)),
    [&](hid_t memory, void* out)
    { return H5Dread(handle, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, out); });
}

void ResultFile::Read(const std::string& dataset, std::uint64_t first, std::uint64_t rows,
  Number type, void* out)
{
  const Quiet quiet;
  const Handle handle(this->OpenDataset(dataset));
  const Handle space(H5Dget_space(handle));
  const std::vector<std::uint64_t> sizes = DimensionsOf(space);
  const std::uint64_t available = sizes.empty() ? 1 : sizes[0];
  if (first > available || rows > available - first)
  {
    throw ResultError("'" + this->Name + "': " + dataset + " has " + std::to_string(available) +
      " rows, but rows " + std::to_string(first) + " to " + std::to_string(first + rows) +
      " are named by the frame");
  }
  if (rows == 0)
  {
    return;
  }
  std::uint64_t numbers = rows;
  std::vector<hsize_t> start(sizes.size(), 0);
  std::vector<hsize_t> count(sizes.begin(), sizes.end());
  for (std::size_t i = 1; i < sizes.size(); ++i)
  {
    numbers *= sizes[i];
  }
  if (numbers == 0)
  {
    return;
  }
  if (!sizes.empty())
  {
    start[0] = first;
    count[0] = rows;
    H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  }
  const hsize_t length = numbers;
  const Handle memory(H5Screate_simple(1, &length, nullptr));
  if (H5Dread(handle, NativeType(type), memory, space, H5P_DEFAULT, out) < 0)
  {
    throw ResultError("'" + this->Name + "': HDF5 cannot read rows " + std::to_string(first) +
      " to " + std::to_string(first + rows) + " of " + dataset);
  }
  this->Bytes += numbers * SizeOf(type);
}

std::vector<std::int64_t> ResultFile::Integers(const std::string& dataset, std::uint64_t first,
  std::uint64_t rows)
{
  std::vector<std::int64_t> numbers(rows * this->ShapeOf(dataset).Components());
  this->Read(dataset, first, rows, Number::Int64, numbers.data());
  return numbers;
}

std::vector<double> ResultFile::Numbers(const std::string& dataset, std::uint64_t first,
  std::uint64_t rows)
{
  std::vector<double> numbers(rows * this->ShapeOf(dataset).Components());
  this->Read(dataset, first, rows, Number::Float64, numbers.data());
  return numbers;
}

std::int64_t ResultFile::Integer(const std::string& dataset, std::uint64_t row,
  std::uint64_t component)
{
  return this->Integers(dataset, row, 1).at(component);
}

}
