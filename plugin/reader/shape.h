/**
 * reader/shape.h -- number type, dimensions and unit of a dataset.
 *
 * Room: plugin/reader.  Depends neither on HDF5 nor on VTK.
 */
#ifndef granum_shape_h
#define granum_shape_h

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace granum
{

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

/** A dataset is rows of `components` numbers; the length of a row is the product of all
 * dimensions but the first. */
struct Shape
{
  Number Type = Number::Other;
  std::vector<std::uint64_t> Dimensions;
  std::string Units; /**< the attribute "units", empty where there is none */

  std::uint64_t Rows() const { return this->Dimensions.empty() ? 1 : this->Dimensions[0]; }
  std::uint64_t Components() const;
};

/** Bytes of one number; 0 if the type is not a number. */
std::size_t SizeOf(Number type);

}

#endif
