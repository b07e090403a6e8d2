/**
 * filters/surfaces.h -- the nearest cell of a structure, or of a patch of it.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_surfaces_h
#define granum_filters_surfaces_h

#include "vtkSmartPointer.h"
#include "vtkType.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

class vtkPolyData;
class vtkStaticCellLocator;

namespace granum
{

/** The cells of one patch of one structure. */
struct SurfacePart
{
  std::vector<vtkIdType> Cells; /**< rising */
  vtkSmartPointer<vtkPolyData> Surface;
  vtkSmartPointer<vtkStaticCellLocator> Locator;

  /** The nearest cell of `all` and how far it is, m; -1 if there is none. */
  vtkIdType Nearest(vtkPolyData* all, const double x[3], double& distance);
  /** Whether any of its cells is nearer than `radius`, m. */
  bool IsWithin(vtkPolyData* all, const double x[3], double radius);
  void Build(vtkPolyData* all);
};

/** The polygons of a frame, by structure and by patch; patch -1 is the structure. */
struct Surfaces
{
  vtkPolyData* All;
  std::vector<std::int64_t> Owner; /**< structure of each cell */
  std::map<std::pair<std::int64_t, std::int64_t>, SurfacePart> Parts;

  explicit Surfaces(vtkPolyData* all);

  /** The nearest cell of a patch, of the structure if it has no such patch, and its
   * distance; -1 where the structure has no cell. */
  vtkIdType Nearest(std::int64_t structure, std::int64_t patch, const double x[3],
    double& distance);

  /** Whether any cell of the structure is nearer than `radius`, m: less work. */
  bool IsWithin(std::int64_t structure, const double x[3], double radius);
};

}

#endif
