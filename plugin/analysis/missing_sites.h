/**
 * analysis/missing_sites.h -- the corners of a cell of the lattice without a virtual particle.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_missing_sites_h
#define granum_missing_sites_h

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace granum
{

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
