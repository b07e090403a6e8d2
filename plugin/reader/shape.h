/**
 * reader/shape.h -- number type and dimensions of a dataset, and what a caller expects
 * of them.
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
  /** The product of all dimensions is less than 2^56, so that bytes can be counted. */
  bool Countable() const;
};

/** Bytes of one number; 0 if the type is not a number. */
std::size_t SizeOf(Number type);

/** What a caller expects of a dataset.  A dataset is opened with it, and any other
 * shape is an error: the caller's loops then never leave their arrays. */
struct Expected
{
  enum Class
  {
    Integers,
    Reals,
    Numbers, /**< integers or reals */
    Texts
  };

  static constexpr std::uint64_t Any = ~std::uint64_t(0);

  Class Values = Numbers;
  std::vector<std::uint64_t> Row; /**< sizes of a row: {} one number, {3} a vector; Any, 0 too */

  /* If MostRank > 0, Row does not count: the dataset has 1 to MostRank dimensions, and a
   * row LeastInRow to MostInRow numbers. */
  std::size_t MostRank = 0;
  std::uint64_t LeastInRow = 1;
  std::uint64_t MostInRow = 65536;

  static Expected Free(Class values, std::size_t mostRank) { return { values, {}, mostRank }; }

  bool Fits(const Shape& shape) const;
};

/** For messages: "10 rows of 3 real numbers", "rows of 1 integer". */
std::string Described(const Shape& shape);
std::string Described(const Expected& expected);

}

#endif
