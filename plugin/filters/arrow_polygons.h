/**
 * filters/arrow_polygons.h -- arrows as polygons of VTK.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_arrow_polygons_h
#define granum_filters_arrow_polygons_h

#include "vtkCellArray.h"
#include "vtkNew.h"
#include "vtkPoints.h"

#include <cstddef>

namespace granum
{

struct ArrowMesh;

/** Arrows as they are appended. */
struct ArrowPolygons
{
  vtkNew<vtkPoints> Points;
  vtkNew<vtkCellArray> Cells;

  ArrowPolygons() { this->Points->SetDataTypeToDouble(); }

  /** Returns the number of cells. */
  std::size_t Append(const ArrowMesh& mesh);
};

}

#endif
