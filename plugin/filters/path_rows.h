/**
 * filters/path_rows.h -- the paths of bodies as lines with arrays.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_path_rows_h
#define granum_filters_path_rows_h

#include "body_rows.h"

#include "vtkSmartPointer.h"

#include <vector>

class vtkCellArray;
class vtkIntArray;
class vtkPoints;
class vtkPolyData;
class vtkStringArray;

namespace granum
{

/** The rows of paths as they are appended. */
struct PathRows
{
  vtkSmartPointer<vtkPoints> Points;
  vtkSmartPointer<vtkCellArray> Lines;
  std::vector<double> Time, Speed; /**< s, m/s  of the points */
  vtkSmartPointer<vtkIntArray> Owner, LineOwner; /**< structure of each point, each line */
  vtkSmartPointer<vtkStringArray> Name; /**< of the structure of each line */

  PathRows();

  /** Adds the rows of `path` (m, of `time`, s) before `end`, a line for each part without
   * interruption; speeds are those of the whole path. */
  void Append(const Body& body, const std::vector<Vector3>& path, const std::vector<double>& time,
    std::size_t end);

  /** Makes `output` these lines, with the point arrays time, speed and structure_id and the
   * cell arrays structure_id and name. */
  void Fill(vtkPolyData* output) const;
};

}

#endif
