/**
 * reader/polygons.h -- polygons of a static block of a result file.
 *
 * Room: plugin/reader.
 */
#ifndef granum_polygons_h
#define granum_polygons_h

#include "blocks.h"

#include "vtkCellArray.h"
#include "vtkCellArrayIterator.h"
#include "vtkIdList.h"
#include "vtkNew.h"
#include "vtkPolyData.h"

namespace granum
{

/** The polygons of a group laid out as VTKHDF with their cell arrays, of which one named `owner`
 * must be there.  Every corner is a point of the group.  Throws ResultError. */
vtkSmartPointer<vtkPolyData> ReadPolygons(ResultFile& file, const std::string& group,
  const std::string& owner);

/** Visits the cells in order: visit(row, corners). */
template <typename Visit>
void ForEachCell(vtkPolyData* surfaces, Visit visit)
{
  vtkNew<vtkIdList> corners;
  const auto cell = vtk::TakeSmartPointer(surfaces->GetPolys()->NewIterator());
  for (cell->GoToFirstCell(); !cell->IsDoneWithTraversal(); cell->GoToNextCell())
  {
    cell->GetCurrentCell(corners);
    visit(cell->GetCurrentCellId(), corners.Get());
  }
}

}

#endif
