/**
 * filters/field_samples.h -- distances of points from the sites and polygons of a structure.
 *
 * Room: plugin/filters.  All points at once, on the threads of VTK.
 */
#ifndef granum_filters_field_samples_h
#define granum_filters_field_samples_h

#include "analysis/sample_grid.h"
#include "analysis/site_field.h"

#include "vtkSmartPointer.h"

#include <vector>

class vtkUnstructuredGrid;

namespace granum
{

struct Surfaces;

/** Conditions under which triangles replace sites, as in the solver. */
struct AnswerRules
{
  double Near[2]; /**< m  distances of grain centres in contact: there the error counts     */
  double Allowed; /**< m  error above which triangles are used in a cell                    */
  bool Missing; /**<    search polygons where sites are missing, too                        */
};

struct FieldSamples
{
  enum Answers // of the schema: source, answered
  {
    NOBODY = -1,
    SITES = 1,
    ERR = 2,
    MISSING = 3
  };

  std::vector<SiteAnswer> Answer; /**< [n]                                         */
  std::vector<double> Error; /**< [n] m  NaN where sites or polygons are missing  */
  std::vector<int> Answered; /**< [n]    an Answers                               */

  /** Evaluates the sites of a patch (-1: the nearest patch) at the points of a grid in the
   * body frame. */
  FieldSamples(const SiteField& field, const SampleGrid& grid, std::int64_t patch);

  /** Compares them with the polygons of the structure, which are in the world; `spacing` is
   * that of the sites, m. */
  void Compare(Surfaces& surfaces, std::int64_t structure, const SampleGrid& grid,
    const BodyFrame& frame, double spacing, const AnswerRules& rules);

  bool HasDistance(std::size_t row) const { return this->Answer[row].Sites == 8; }
};

/** Makes `cells` those cells of the grid, in the world, whose corners are all kept, and
 * their points; the rows of these in the grid.  With `whole` all points and cells. */
std::vector<std::size_t> CopyCells(const SampleGrid& grid, const BodyFrame& frame,
  const std::vector<char>& keep, bool whole, vtkUnstructuredGrid* cells);

}

#endif
