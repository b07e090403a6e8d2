// reader/result_text.cxx -- the strings and attributes of a result file.
//
// Room: plugin/reader.
//
// Granum writes texts of a fixed length.  Other programs also write texts of variable
// length (h5py does so by default); HDF5 then allocates each of them.
#include "result_file.h"

#include "hdf5_handle.h"
#include "result_chunks.h"

#include <algorithm>

namespace granum
{

namespace
{

constexpr std::size_t MostTexts = 65536; // structures, materials, labels
constexpr std::size_t LongestText = 65536; // of a fixed length
constexpr std::size_t MostVariable = 4096; // texts of variable length

/** Text of a fixed length: up to the first zero, without trailing blanks. */
std::string TrimmedAttribute(const char* text, std::size_t length)
{
  std::string result(text, std::find(text, text + length, '\0'));
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

/** All strings of an attribute or dataset, of fixed or of variable length; `read` returns
 * HDF5's status.  False if they cannot be read. */
template <typename ReadCall>
bool ReadTexts(hid_t type, std::size_t count, ReadCall read, std::vector<std::string>& result)
{
  if (H5Tis_variable_str(type) > 0)
  {
    std::vector<char*> pointers(count, nullptr);
    const Handle memory(H5Tcopy(H5T_C_S1));
    H5Tset_size(memory, H5T_VARIABLE);
    H5Tset_cset(memory, H5Tget_cset(type));
    if (count > MostVariable || read(memory, pointers.data()) < 0)
    {
      return false;
    }
    for (char* pointer : pointers)
    {
      result.emplace_back(pointer ? pointer : "");
      H5free_memory(pointer);
    }
    return true;
  }
  const std::size_t length = H5Tget_size(type);
  if (length == 0 || length > LongestText)
  {
    return false;
  }
  std::vector<char> characters(count * length);
  if (read(type, characters.data()) < 0)
  {
    return false;
  }
  for (std::size_t i = 0; i < count; ++i)
  {
    result.push_back(TrimmedAttribute(characters.data() + i * length, length));
  }
  return true;
}

}

std::string ResultFile::Text(const std::string& object, const std::string& attribute) const
{
  if (!this->Has(object))
  {
    return {};
  }
  const Quiet quiet;
  const Handle owner(this->OpenFound(object));
  return this->TextOf(owner, object, attribute);
}

std::string ResultFile::TextOf(std::int64_t owner, const std::string& object,
  const std::string& attribute) const
{
  const Quiet quiet;
  const htri_t exists = H5Aexists(owner, attribute.c_str());
  if (exists == 0)
  {
    return {};
  }
  const Handle handle(exists > 0 ? H5Aopen(owner, attribute.c_str(), H5P_DEFAULT) : -1);
  const Handle type(H5Aget_type(handle));
  const Handle space(H5Aget_space(handle));
  std::vector<std::string> texts;
  if (!handle || H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1 ||
    !ReadTexts(
      type, 1, [&](hid_t memory, void* out) { return H5Aread(handle, memory, out); }, texts))
  {
    throw ResultError(
      "'" + this->Name + "': attribute " + attribute + " of " + object + " is not one text");
  }
  return texts[0];
}

double ResultFile::Number(const std::string& object, const std::string& attribute,
  double absent) const
{
  if (!this->Has(object))
  {
    return absent;
  }
  const Quiet quiet;
  const Handle owner(this->OpenFound(object));
  const htri_t exists = H5Aexists(owner, attribute.c_str());
  if (exists == 0)
  {
    return absent;
  }
  const Handle handle(exists > 0 ? H5Aopen(owner, attribute.c_str(), H5P_DEFAULT) : -1);
  const Handle type(H5Aget_type(handle));
  const Handle space(H5Aget_space(handle));
  const H5T_class_t kind = handle ? H5Tget_class(type) : H5T_NO_CLASS;
  double number = 0.0;
  if ((kind != H5T_INTEGER && kind != H5T_FLOAT) || H5Tget_size(type) > 8 ||
    H5Sget_simple_extent_npoints(space) != 1 || H5Aread(handle, H5T_NATIVE_DOUBLE, &number) < 0)
  {
    throw ResultError(
      "'" + this->Name + "': attribute " + attribute + " of " + object + " is not one number");
  }
  return number;
}

void ResultFile::DemandCount(const std::string& object, const std::string& attribute) const
{
  if (!this->Has(object))
  {
    return;
  }
  const Quiet quiet;
  const Handle owner(this->OpenFound(object));
  const htri_t exists = H5Aexists(owner, attribute.c_str());
  if (exists == 0)
  {
    return;
  }
  const Handle handle(exists > 0 ? H5Aopen(owner, attribute.c_str(), H5P_DEFAULT) : -1);
  const Handle type(H5Aget_type(handle));
  const Handle space(H5Aget_space(handle));
  std::int64_t count = -1;
  if (!handle || H5Tget_class(type) != H5T_INTEGER || H5Tget_size(type) > 8 ||
    H5Sget_simple_extent_npoints(space) != 1 || H5Aread(handle, H5T_NATIVE_INT64, &count) < 0 ||
    count < 0)
  {
    throw ResultError("'" + this->Name + "': attribute " + attribute + " of " + object +
      " is not one integer of at least 0");
  }
}

std::vector<std::string> ResultFile::Texts(const std::string& dataset) const
{
  std::vector<std::string> texts;
  if (!this->Has(dataset))
  {
    return texts;
  }
  const Quiet quiet;
  const Handle handle(this->OpenDataset(dataset));
  const Handle type(H5Dget_type(handle));
  const Handle space(H5Dget_space(handle));
  const int rank = H5Sget_simple_extent_ndims(space);
  if (H5Tget_class(type) != H5T_STRING || rank < 0 || rank > 1)
  {
    throw ResultError("'" + this->Name + "': " + dataset + " is not a list of texts");
  }
  // No text has fewer bytes stored than it has characters, but for those deflated.
  const hssize_t count = H5Sget_simple_extent_npoints(space);
  if (count < 0 || static_cast<std::size_t>(count) > MostTexts ||
    static_cast<std::size_t>(count) * H5Tget_size(type) > 1032 * (this->Size + 65536))
  {
    throw ResultError("'" + this->Name + "': " + dataset + " promises " + std::to_string(count) +
      " texts, more than a file of " + std::to_string(this->Size) + " bytes can hold");
  }
  const std::string why = count > 0 && rank == 1
    ? WhyNotDecoded(handle, { static_cast<std::uint64_t>(count) }, H5Tget_size(type), 0,
        static_cast<std::uint64_t>(count))
    : std::string();
  if (!why.empty())
  {
    throw ResultError("'" + this->Name + "': " + dataset + " " + why);
  }
  if (count > 0 &&
    !ReadTexts(
      type, static_cast<std::size_t>(count),
      [&](hid_t memory, void* out)
      { return H5Dread(handle, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, out); },
      texts))
  {
    throw ResultError(
      "'" + this->Name + "': HDF5 cannot read the texts of " + dataset + "; the file is damaged");
  }
  return texts;
}

}
