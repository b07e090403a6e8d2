/**
 * analysis/surface_load.h -- loads of contacts on the cells of a surface.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_surface_load_h
#define granum_surface_load_h

#include <array>
#include <vector>

namespace granum
{

/** Loads of the cells, summed over frames. */
struct SurfaceLoad
{
  std::vector<double> Force; /**< [cells, 3] N  on the structure              */
  std::vector<double> Push; /**< [cells] N     sum of the normal forces      */
  std::vector<double> Contacts; /**< [cells] 1                                   */

  /** Begins anew for so many cells, all without load. */
  void Reset(std::size_t cells);
  /** One contact on a cell: `force` on the structure, `push` its normal part. */
  void Add(std::size_t cell, const double force[3], double push);
};

/** Force and moment of whole structures, summed over frames. */
struct BodyLoad
{
  std::vector<double> Force; /**< [bodies, 3] N                         */
  std::vector<double> Torque; /**< [bodies, 3] N m  about `origin`       */

  void Reset(std::size_t bodies);
  /** One contact at `point`. */
  void Add(std::size_t body, const double force[3], const double point[3], const double origin[3]);
};

/** The value that the share `part` (0 to 1) of the values does not exceed, interpolated linearly;
 * 0 without values. */
double Percentile(std::vector<double> values, double part);

/** Area of a flat polygon of `corners` [n, 3] m, in m2. */
double PolygonArea(const std::vector<std::array<double, 3>>& corners);

}

#endif
