/**
 * analysis/site_field.h -- the signed distance interpolated from the sites of one structure.
 *
 * Room: plugin/analysis.  Standard C++ only.
 *
 * Half-Taylor trilinear interpolation, as in solver/sdf/interpolate.h: over all eight
 * corners c of the cell around y,
 *
 *   d(y) = sum_c w_c [d_c + n_c.(y - y_c) / 2]
 *   g(y) = sum_c { grad w_c [d_c + n_c.(y - y_c) / 2] + w_c n_c / 2 }
 */
#ifndef granum_site_field_h
#define granum_site_field_h

#include "site_lattice.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace granum
{

/** The sites of the patches of one structure, in the world. */
struct StructureSites
{
  std::vector<double> Place; /**< [n, 3] m                           */
  std::vector<double> Distance; /**< [n] m     from the patch, signed    */
  std::vector<double> Normal; /**< [n, 3] 1  outwards                  */
  std::vector<std::int64_t> Patch; /**< [n]                                */
  double Spacing = 0.0; /**< m         D, of the lattice         */
  BodyFrame Frame;
};

/** The interpolated values at a point. */
struct SiteAnswer
{
  double Distance = std::numeric_limits<double>::quiet_NaN(); /**< m  NaN unless complete   */
  Vector Gradient = { Distance, Distance, Distance }; /**< 1  body frame, likewise  */
  /** m  also in incomplete cells and those around them: linear extrapolation from their sites;
   * of several patches the smallest. */
  double Continued = Distance;
  int Sites = 0; /**< 0..8  in the cell                 */
  std::int64_t Patch = -1; /**< of the distance, -1: none         */
  std::size_t Cell = 0; /**< < n   number of the cell of that patch */
};

/** Sites by position: built once, evaluated from any number of threads. */
class SiteField
{
public:
  explicit SiteField(const StructureSites& sites);

  /** Whether the sites lie on a simple cubic grid; others cannot be interpolated. */
  bool IsCubic() const { return this->Cubic; }

  double Spacing() const { return this->Step; }
  const Vector& Low() const { return this->Lowest; } /**< m  box around the sites, body frame */
  const Vector& High() const { return this->Highest; }

  /** Smallest and largest distance of the sites of a patch (-1: of all), m; without sites
   * the first is above the second. */
  std::array<double, 2> Band(std::int64_t patch) const;

  /** At y (m, body frame) from the sites of that patch; -1: from the patch with the smallest
   * distance among those that have all corners. */
  SiteAnswer Ask(const Vector& y, std::int64_t patch) const;

private:
  struct Site
  {
    std::int64_t Key, Patch; /**< of its place; sorted by both */
    double Distance, Normal[3];
  };
  struct Run
  {
    const Site *Begin = nullptr, *End = nullptr; /**< sites in one place */
  };

  void FitLattice(const std::vector<double>& points, const std::vector<LatticePlace>& places);
  std::int64_t KeyOf(const LatticePlace& place) const;
  std::size_t SlotOf(std::int64_t key) const;
  Run At(const LatticePlace& place) const;
  bool Blend(const Run corner[8], std::int64_t patch, const double u[3], SiteAnswer& answer) const;
  double Beyond(const Vector& y, const LatticePlace& cell, std::int64_t patch) const;

  bool Cubic = true;
  double Step = 0.0;
  Vector Origin = { 0, 0, 0 }, Lowest = { 0, 0, 0 }, Highest = { 0, 0, 0 };
  LatticePlace First = { 0, 0, 0 }, Size = { 0, 0, 0 };
  std::vector<Site> Sites; /**< [n]                                */
  std::vector<std::uint32_t> Slots; /**< [2^m]  first site of a place, ~0: none */
};

/* A regular grid of points, on a plane or in a box. */

/** Point (i, j, k) is Origin + i Step[0] + j Step[1] + k Step[2], m; i runs fastest. */
struct SampleGrid
{
  Vector Origin = { 0, 0, 0 };
  std::array<Vector, 3> Step = { Vector{ 0, 0, 0 }, Vector{ 0, 0, 0 }, Vector{ 0, 0, 0 } };
  std::array<std::size_t, 3> Count = { 0, 0,
    0 }; /**< 0: the plane misses the box; [2] is 1 of a plane */

  std::size_t Size() const { return this->Count[0] * this->Count[1] * this->Count[2]; }
  Vector Point(std::size_t row) const;
};

/** The points of a plane inside a box, centred, `spacing` (m, > 0) apart, or farther if they
 * would be more than `most` (> 0).  The normal need not be of unit length; (0, 0, 0)
 * means z. */
SampleGrid PlaneGrid(const Vector& low, const Vector& high, const Vector& origin,
  const Vector& normal, double spacing, double most);

/** The points of a box, along its axes. */
SampleGrid BoxGrid(const Vector& low, const Vector& high, double spacing, double most);

}

#endif
