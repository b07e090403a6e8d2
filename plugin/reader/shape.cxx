// reader/shape.cxx -- number type, dimensions and unit of a dataset.
//
// Room: plugin/reader.
#include "shape.h"

namespace granum
{

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

}
