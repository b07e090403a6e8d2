/**
 * filters/arrays.h -- arrays of VTK made and read by the filters.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_arrays_h
#define granum_filters_arrays_h

#include "vtkDoubleArray.h"
#include "vtkIntArray.h"
#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <cstdint>
#include <vector>

class vtkAlgorithm;
class vtkDataArray;
class vtkFieldData;
class vtkInformationVector;
class vtkPolyData;
class vtkTable;

namespace granum
{

/** An array of `rows` rows, not yet filled, with its name and unit ("1": dimensionless). */
vtkSmartPointer<vtkDoubleArray> NewNumbers(const char* name, const char* unit, vtkIdType rows,
  int components = 1);
/** An array of the given numbers, `components` per row. */
vtkSmartPointer<vtkDoubleArray> NumbersOf(const char* name, const char* unit,
  const std::vector<double>& values, int components = 1);
vtkSmartPointer<vtkIntArray> NewIntegers(const char* name, vtkIdType rows);

/** Adds the unit to a name that already has one: `force` becomes an array in N. */
void SetUnit(vtkDataArray* array, const char* unit);

/** Copies the units of the arrays in `from` to the arrays of the same name in `to`. */
void KeepUnits(vtkFieldData* from, vtkFieldData* to);

/** The array of that name with that number of components, or null. */
vtkDataArray* Find(vtkFieldData* fields, const char* name, int components);

/** All numbers of an array, row by row; of null: none. */
std::vector<double> NumbersIn(vtkDataArray* array);
std::vector<std::int64_t> IntegersIn(vtkDataArray* array);

/** The data of an optional input, or null where nothing is connected. */
vtkPolyData* PolyDataAt(vtkInformationVector** inputs, int port);

/* Some of the points of a data set. */

/** Makes `some` the rows of `all`, one vertex each, with their point arrays (units and
 * global ids kept) and the field arrays. */
void CopyPoints(vtkPolyData* all, const std::vector<vtkIdType>& rows, vtkPolyData* some);

}

#endif
