/**
 * filters/points.h -- some of the points of a data set.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_points_h
#define granum_filters_points_h

#include "vtkType.h"

#include <vector>

class vtkPolyData;

namespace granum
{

/** Makes `some` the rows of `all`, one vertex each, with their point arrays (units and
 * global ids kept) and the field arrays. */
void CopyPoints(vtkPolyData* all, const std::vector<vtkIdType>& rows, vtkPolyData* some);

}

#endif
