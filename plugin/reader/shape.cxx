// reader/shape.cxx -- number type and dimensions of a dataset.
//
// Room: plugin/reader.
#include "shape.h"

namespace granum
{

namespace
{

bool IsReal(Number type) { return type == Number::Float32 || type == Number::Float64; }

bool IsOfClass(Number type, Expected::Class values)
{
  switch (values)
  {
    case Expected::Texts:
      return type == Number::Text;
    case Expected::Integers:
      return SizeOf(type) > 0 && !IsReal(type);
    case Expected::Reals:
      return IsReal(type);
    default:
      return SizeOf(type) > 0;
  }
}

/** "3 x 4 real numbers". */
std::string RowInWords(const std::vector<std::uint64_t>& sizes, const std::string& values)
{
  std::string row;
  for (const std::uint64_t size : sizes)
  {
    row += (row.empty() ? "" : " x ") + (size == Expected::Any ? "n" : std::to_string(size));
  }
  return "rows of " + (row.empty() ? "1" : row) + " " + values;
}

}

std::size_t SizeOf(Number type)
{
  switch (type)
  {
    case Number::Int8:
    case Number::UInt8:
      return 1;
    case Number::Int16:
    case Number::UInt16:
      return 2;
    case Number::Int32:
    case Number::UInt32:
    case Number::Float32:
      return 4;
    case Number::Int64:
    case Number::UInt64:
    case Number::Float64:
      return 8;
    default:
      return 0;
  }
}

std::uint64_t Shape::Components() const
{
  std::uint64_t product = 1;
  for (std::size_t i = 1; i < this->Dimensions.size(); ++i)
  {
    product *= this->Dimensions[i];
  }
  return product;
}

bool Shape::Countable() const
{
  // A size of 0 does not hide the others: Components() must not overflow either.
  constexpr std::uint64_t Most = std::uint64_t(1) << 56;
  std::uint64_t product = 1;
  for (const std::uint64_t size : this->Dimensions)
  {
    if (size >= Most || (size > 0 && product >= Most / size))
    {
      return false;
    }
    product *= size > 0 ? size : 1;
  }
  return true;
}

bool Expected::Fits(const Shape& shape) const
{
  const std::vector<std::uint64_t>& sizes = shape.Dimensions;
  if (!IsOfClass(shape.Type, this->Values))
  {
    return false;
  }
  if (this->MostRank > 0)
  {
    return !sizes.empty() && sizes.size() <= this->MostRank &&
      shape.Components() >= this->LeastInRow && shape.Components() <= this->MostInRow;
  }
  if (this->Row.empty())
  {
    return sizes.size() == 1 || (sizes.size() == 2 && sizes[1] == 1);
  }
  if (sizes.size() != this->Row.size() + 1)
  {
    return false;
  }
  for (std::size_t i = 0; i < this->Row.size(); ++i)
  {
    if (this->Row[i] != Any && this->Row[i] != sizes[i + 1])
    {
      return false;
    }
  }
  return true;
}

std::string Described(const Shape& shape)
{
  const std::string values = shape.Type == Number::Text ? "texts"
    : SizeOf(shape.Type) == 0                           ? "values that are no numbers"
    : IsReal(shape.Type)                                ? "real numbers"
                                                        : "integers";
  if (shape.Dimensions.empty())
  {
    return "a single value (" + values + ") without rows";
  }
  return std::to_string(shape.Rows()) + " " +
    RowInWords({ shape.Dimensions.begin() + 1, shape.Dimensions.end() }, values);
}

std::string Described(const Expected& expected)
{
  const std::string values = expected.Values == Expected::Texts ? "texts"
    : expected.Values == Expected::Integers                     ? "integers"
    : expected.Values == Expected::Reals                        ? "real numbers"
                                                                : "numbers";
  return expected.MostRank > 0 ? "rows of " + std::to_string(expected.LeastInRow) + " to " +
      std::to_string(expected.MostInRow) + " " + values
                               : RowInWords(expected.Row, values);
}

}
