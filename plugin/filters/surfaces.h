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
  /** Distance of the nearest cell if it is below `radius`, m, else NaN.  Faster than Nearest,
   * the more so the smaller the radius. */
  double DistanceWithin(vtkPolyData* all, const double x[3], double radius);
  void Build(vtkPolyData* all);
};

/** The polygons of a frame, by structure and by patch; patch -1 is the structure. */
struct Surfaces
{
  vtkPolyData* All;
  std::vector<std::int64_t> Owner; /**< structure of each cell */
  std::map<std::pair<std::int64_t, std::int64_t>, SurfacePart> Parts;

  explicit Surfaces(vtkPolyData* all);

  /** The cells of a patch, of the structure if it has no such patch; null if it has none. */
  SurfacePart* PartOf(std::int64_t structure, std::int64_t patch);

  /** The nearest cell of a patch, of the structure if it has no such patch, and its
   * distance; -1 where the structure has no cell. */
  vtkIdType Nearest(std::int64_t structure, std::int64_t patch, const double x[3],
    double& distance);

  /** As Nearest, but only for cells nearer than `radius`, m; NaN if there is none. */
  double DistanceWithin(std::int64_t structure, std::int64_t patch, const double x[3],
    double radius);

  /** Whether any cell of the structure is nearer than `radius`, m; the fastest query. */
  bool IsWithin(std::int64_t structure, const double x[3], double radius);
};

}

#endif
