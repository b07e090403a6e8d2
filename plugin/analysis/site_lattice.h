/**
 * analysis/site_lattice.h -- a body and the lattice its sites lie on.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_site_lattice_h
#define granum_site_lattice_h

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace granum
{

using Vector = std::array<double, 3>;

/** Where a body is: x_world = Position + Rotation x_body, Rotation row by row. */
struct BodyFrame
{
  std::array<double, 9> Rotation = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  Vector Position = { 0, 0, 0 }; /**< m */

  Vector PointToBody(const double x[3]) const;
  Vector PointToWorld(const Vector& y) const;
  Vector TurnToBody(const double v[3]) const;
  Vector TurnToWorld(const Vector& v) const;
};

/** Components of x - from along the body's axes: the columns of the rotation. */
Vector InBody(const double x[3], const double from[3], const double rotation[9]);

using LatticePlace = std::array<std::int64_t, 3>;

/** Places of points ([n, 3] m, in the world) in steps of a cubic lattice, along the axes of
 * the body, from the first point; false where some lie between. */
bool InSteps(const std::vector<double>& points, const double rotation[9], double step,
  std::vector<LatticePlace>& places);

/* The sites of the stencil of a point, and the nearest sites. */

/** Is a site a corner of the cell of its cubic lattice around `x`?  `spacing` is the edge
 * of a cell, m; `rotation` (row by row) takes the body's axes, along which the cells lie,
 * to the world's. */
bool IsCorner(const double site[3], const double x[3], double spacing, const double rotation[9]);

/** Trilinear weight of a corner of that cell, in [0, 1]; the eight add up to 1; 0: no corner. */
double CornerWeight(const double site[3], const double x[3], double spacing,
  const double rotation[9]);

/** The sites of the patches of one body, which lie on one lattice: several patches may
 * have a site in the same place. */
struct Overlap
{
  std::vector<double> Place; /**< [n, 3] m                              */
  std::vector<double> Distance; /**< [n] m   from the patch, signed        */
  std::vector<std::int64_t> Patch; /**< [n]                                   */
  double Spacing = 0.0; /**< m       of the lattice                 */
  double Rotation[9]; /**<         of the body, as above          */
};

/** [n] 1 where no other patch of the body has a nearer site in the same place; of two
 * equally near the patch with the lower number.  One site of each place is nearest. */
std::vector<char> NearestSites(const Overlap& body);

/* The corners of a cell of the lattice without a virtual particle. */

/** Sites of one structure around a point; all patches of it share one lattice. */
struct SitesAround
{
  std::vector<double> Place; /**< [n, 3] m */
  std::vector<double> Distance; /**< [n] m  from the patch, signed */
  std::vector<double> Normal; /**< [n, 3] 1  gradient of the distance; may be empty */
  std::vector<std::int64_t> Patch; /**< [n] */
  double Spacing = 0.0; /**< m */
  double Rotation[9]; /**< of the body, row by row */
};

/** The cell around a point, for one patch. */
struct PatchCell
{
  std::int64_t Patch = -1;
  double Distance = 0.0; /**< m  of the point from the patch, by the nearest site */
  int Corners = 0; /**< that have a site */
  std::vector<std::array<double, 3>> Missing; /**< m  the corners that have none */
};

/** A cell for each patch that has sites around the point x, by rising number of the patch. */
std::vector<PatchCell> CellsAround(const SitesAround& sites, const double x[3]);

/** The ends of the twelve edges of a cube along the axes of the body, m: [24, 3]. */
std::vector<double> CubeEdges(const std::array<double, 3>& middle, double edge,
  const double rotation[9]);

/** "6 of 8 virtual particles; patch 4 lacks 2, patch 7 lacks 1", or "8 of 8 virtual particles". */
std::string CellsInWords(const std::vector<PatchCell>& cells);

}

#endif
