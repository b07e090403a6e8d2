// analysis/site_field.cxx -- the signed distance interpolated from the sites of one structure.
//
// Room: plugin/analysis.
#include "site_field.h"

#include <algorithm>
#include <cmath>

namespace granum
{

namespace
{

constexpr std::uint32_t Empty = ~std::uint32_t(0);
// In cells: points within this distance of a cell face all take the cell on the same side.
constexpr double OnFace = 1e-9;

}

SiteField::SiteField(const StructureSites& sites)
{
  const std::size_t n = sites.Distance.size();
  std::vector<LatticePlace> places;
  this->Step = sites.Spacing;
  this->Cubic = n == 0 || InSteps(sites.Place, sites.Frame.Rotation.data(), sites.Spacing, places);
  if (n == 0 || !this->Cubic)
  {
    return;
  }
  std::vector<double> points(3 * n);
  for (std::size_t i = 0; i < n; ++i)
  {
    const Vector y = sites.Frame.PointToBody(&sites.Place[3 * i]);
    std::copy(y.begin(), y.end(), &points[3 * i]);
  }
  this->FitLattice(points, places);

  this->Sites.reserve(n);
  for (std::size_t i = 0; i < n; ++i)
  {
    const Vector normal = sites.Frame.TurnToBody(&sites.Normal[3 * i]);
    this->Sites.push_back({ this->KeyOf(places[i]), sites.Patch[i], sites.Distance[i],
      { normal[0], normal[1], normal[2] } });
  }
  std::sort(this->Sites.begin(), this->Sites.end(),
    [](const Site& a, const Site& b)
    { return a.Key != b.Key ? a.Key < b.Key : a.Patch < b.Patch; });
  std::size_t slots = 2;
  while (slots < 2 * n)
  {
    slots *= 2;
  }
  this->Slots.assign(slots, Empty);
  for (std::size_t i = 0; i < n; ++i)
  {
    if (i == 0 || this->Sites[i].Key != this->Sites[i - 1].Key)
    {
      this->Slots[this->SlotOf(this->Sites[i].Key)] = static_cast<std::uint32_t>(i);
    }
  }
}

/** Origin and spacing that fit all sites best: in a file both are of single precision. */
void SiteField::FitLattice(const std::vector<double>& points,
  const std::vector<LatticePlace>& places)
{
  const double n = static_cast<double>(places.size());
  Vector middle = { 0, 0, 0 }, steps = { 0, 0, 0 };
  LatticePlace last = places.front();
  this->First = last;
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    for (int a = 0; a < 3; ++a)
    {
      middle[a] += points[3 * i + a] / n;
      steps[a] += static_cast<double>(places[i][a]) / n;
      this->First[a] = std::min(this->First[a], places[i][a]);
      last[a] = std::max(last[a], places[i][a]);
    }
  }
  double both = 0.0, square = 0.0;
  for (std::size_t i = 0; i < places.size(); ++i)
  {
    for (int a = 0; a < 3; ++a)
    {
      const double away = static_cast<double>(places[i][a]) - steps[a];
      both += away * (points[3 * i + a] - middle[a]);
      square += away * away;
    }
  }
  this->Step = square > 0.0 ? both / square : this->Step;
  for (int a = 0; a < 3; ++a)
  {
    this->Origin[a] = middle[a] - this->Step * steps[a];
    this->Size[a] = last[a] - this->First[a] + 1;
    this->Lowest[a] = this->Origin[a] + this->Step * static_cast<double>(this->First[a]);
    this->Highest[a] = this->Origin[a] + this->Step * static_cast<double>(last[a]);
  }
}

std::array<double, 2> SiteField::Band(std::int64_t patch) const
{
  std::array<double, 2> band = { HUGE_VAL, -HUGE_VAL };
  for (const Site& site : this->Sites)
  {
    if (patch < 0 || site.Patch == patch)
    {
      band = { std::min(band[0], site.Distance), std::max(band[1], site.Distance) };
    }
  }
  return band;
}

/** Number of a place in the box around the sites, -1 beyond it. */
std::int64_t SiteField::KeyOf(const LatticePlace& place) const
{
  std::int64_t key = 0;
  for (int a = 0; a < 3; ++a)
  {
    const std::int64_t k = place[a] - this->First[a];
    if (k < 0 || k >= this->Size[a])
    {
      return -1;
    }
    key = key * this->Size[a] + k;
  }
  return key;
}

/** Where a key is, or where it would be. */
std::size_t SiteField::SlotOf(std::int64_t key) const
{
  const std::size_t last = this->Slots.size() - 1;
  const std::uint64_t mixed = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15u;
  std::size_t slot = (mixed ^ mixed >> 32) & last;
  while (this->Slots[slot] != Empty && this->Sites[this->Slots[slot]].Key != key)
  {
    slot = (slot + 1) & last;
  }
  return slot;
}

SiteField::Run SiteField::At(const LatticePlace& place) const
{
  const std::int64_t key = this->KeyOf(place);
  const std::uint32_t first = key < 0 ? Empty : this->Slots[this->SlotOf(key)];
  if (first == Empty)
  {
    return {};
  }
  const Site* begin = &this->Sites[first];
  const Site* end = begin;
  while (end != this->Sites.data() + this->Sites.size() && end->Key == key)
  {
    ++end;
  }
  return { begin, end };
}

/** Values of one patch; false unless it has all eight corners. */
bool SiteField::Blend(const Run corner[8], std::int64_t patch, const double u[3],
  SiteAnswer& answer) const
{
  double value = 0.0, slope[3] = { 0, 0, 0 }, half[3] = { 0, 0, 0 };
  double continued = 0.0, weights = 0.0;
  answer = {};
  for (int q = 0; q < 8; ++q)
  {
    const Site* site = std::find_if(corner[q].Begin, corner[q].End,
      [patch](const Site& s) { return s.Patch == patch; });
    if (site == corner[q].End)
    {
      continue;
    }
    const int at[3] = { q >> 2, q >> 1 & 1, q & 1 };
    double p[3], along = 0.0;
    for (int a = 0; a < 3; ++a)
    {
      p[a] = at[a] ? u[a] : 1.0 - u[a];
      along += site->Normal[a] * this->Step * (u[a] - at[a]);
    }
    const double weight = p[0] * p[1] * p[2];
    const double offer = site->Distance + 0.5 * along;
    value += weight * offer;
    for (int a = 0; a < 3; ++a)
    {
      slope[a] += (at[a] ? 1.0 : -1.0) * p[(a + 1) % 3] * p[(a + 2) % 3] * offer;
      half[a] += weight * site->Normal[a];
    }
    const double some = weight + 1e-9; // on a face without sites weights vanish
    continued += some * (site->Distance + along);
    weights += some;
    ++answer.Sites;
    if (q == 0)
    {
      answer.Cell = static_cast<std::size_t>(site - this->Sites.data());
    }
  }
  if (answer.Sites == 8)
  {
    answer.Distance = answer.Continued = value;
    for (int a = 0; a < 3; ++a)
    {
      answer.Gradient[a] = slope[a] / this->Step + 0.5 * half[a];
    }
    answer.Patch = patch;
    return true;
  }
  answer.Continued = continued / weights;
  return false;
}

SiteAnswer SiteField::Ask(const Vector& y, std::int64_t patch) const
{
  SiteAnswer best;
  if (this->Sites.empty())
  {
    return best;
  }
  double u[3];
  LatticePlace cell;
  for (int a = 0; a < 3; ++a)
  {
    const double t = (y[a] - this->Origin[a]) / this->Step;
    cell[a] = static_cast<std::int64_t>(std::floor(t + OnFace));
    u[a] = std::max(0.0, t - static_cast<double>(cell[a]));
  }
  Run corner[8];
  for (int q = 0; q < 8; ++q)
  {
    corner[q] = this->At({ cell[0] + (q >> 2), cell[1] + (q >> 1 & 1), cell[2] + (q & 1) });
  }
  double continued = best.Continued;
  for (int q = 0; q < 8; ++q)
  {
    for (const Site* site = corner[q].Begin; site != corner[q].End; ++site)
    {
      const auto same = [site](const Site& s) { return s.Patch == site->Patch; };
      const bool seen = std::any_of(corner, corner + q,
        [&same](const Run& run) { return std::any_of(run.Begin, run.End, same); });
      if (seen || (patch >= 0 && site->Patch != patch))
      {
        continue;
      }
      SiteAnswer one;
      const bool complete = this->Blend(corner, site->Patch, u, one);
      continued = std::fmin(continued, one.Continued);
      // No number compares false: the first that has one is taken.
      if (complete ? !(std::abs(best.Distance) <= std::abs(one.Distance))
                   : best.Patch < 0 && one.Sites > best.Sites)
      {
        best = one;
      }
    }
  }
  best.Continued = best.Sites > 0 ? continued : this->Beyond(y, cell, patch);
  return best;
}

/** Continued from the nearest site in the cells around a cell without sites; no number if
 * these have none. */
double SiteField::Beyond(const Vector& y, const LatticePlace& cell, std::int64_t patch) const
{
  double nearest = HUGE_VAL, continued = std::nan("");
  for (int q = 0; q < 64; ++q)
  {
    const LatticePlace place = { cell[0] - 1 + q / 16, cell[1] - 1 + q / 4 % 4,
      cell[2] - 1 + q % 4 };
    const Run run = this->At(place);
    if (run.Begin == run.End)
    {
      continue;
    }
    double arm[3], square = 0.0;
    for (int a = 0; a < 3; ++a)
    {
      arm[a] = y[a] - this->Origin[a] - this->Step * static_cast<double>(place[a]);
      square += arm[a] * arm[a];
    }
    for (const Site* site = run.Begin; site != run.End && square <= nearest; ++site)
    {
      if (patch < 0 || site->Patch == patch)
      {
        const double* n = site->Normal;
        const double far = site->Distance + n[0] * arm[0] + n[1] * arm[1] + n[2] * arm[2];
        continued = square < nearest ? far : std::fmin(continued, far);
        nearest = square;
      }
    }
  }
  return continued;
}

// A regular grid of points, on a plane or in a box.

namespace
{

double Dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Vector Along(const Vector& from, double length, const Vector& axis)
{
  return { from[0] + length * axis[0], from[1] + length * axis[1], from[2] + length * axis[2] };
}

Vector Cross(const Vector& a, const Vector& b)
{
  return { a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0] };
}

/** So many in their middle, half a spacing from the ends if it divides the length: points
 * that are a whole part of a lattice apart do not lie on its faces. */
double Points(double length, double spacing)
{
  return std::max(1.0, std::floor(length / spacing + 1e-6));
}

/** Counts along `n` axes of those lengths, and the spacing that keeps them below `most`. */
double Divide(const double* length, int n, double spacing, double most, SampleGrid& grid)
{
  for (;;)
  {
    double size = 1.0;
    for (int a = 0; a < n; ++a)
    {
      size *= Points(length[a], spacing);
    }
    if (size <= std::max(most, 1.0))
    {
      break;
    }
    spacing *= std::max(1.01, std::pow(size / std::max(most, 1.0), 1.0 / n));
  }
  grid.Count = { 1, 1, 1 };
  for (int a = 0; a < n; ++a)
  {
    grid.Count[a] = static_cast<std::size_t>(Points(length[a], spacing));
  }
  return spacing;
}

/** Axes of the plane: the first as near as may be to an axis of the body. */
void Axes(Vector& normal, Vector& first, Vector& second)
{
  const double length = std::sqrt(Dot(normal, normal));
  normal = length > 0.0 ? Along({ 0, 0, 0 }, 1.0 / length, normal) : Vector{ 0, 0, 1 };
  int flat = 0;
  for (int a = 1; a < 3; ++a)
  {
    flat = std::abs(normal[a]) < std::abs(normal[flat]) ? a : flat;
  }
  Vector axis = { 0, 0, 0 };
  axis[flat] = 1.0;
  first = Along(axis, -normal[flat], normal);
  first = Along({ 0, 0, 0 }, 1.0 / std::sqrt(Dot(first, first)), first);
  second = Cross(normal, first);
}

}

Vector SampleGrid::Point(std::size_t row) const
{
  const std::size_t i = row % this->Count[0], j = row / this->Count[0] % this->Count[1],
                    k = row / this->Count[0] / this->Count[1];
  return Along(Along(Along(this->Origin, static_cast<double>(i), this->Step[0]),
                 static_cast<double>(j), this->Step[1]),
    static_cast<double>(k), this->Step[2]);
}

SampleGrid PlaneGrid(const Vector& low, const Vector& high, const Vector& origin,
  const Vector& normal, double spacing, double most)
{
  Vector up = normal, axis[2];
  Axes(up, axis[0], axis[1]);
  // The twelve edges of the box, where they meet the plane.
  double first[2] = { HUGE_VAL, HUGE_VAL }, last[2] = { -HUGE_VAL, -HUGE_VAL };
  for (int corner = 0; corner < 8; ++corner)
  {
    for (int a = 0; a < 3; ++a)
    {
      Vector ends[2];
      double before[2];
      for (int end = 0; end < 2; ++end)
      {
        for (int c = 0; c < 3; ++c)
        {
          const bool far = (corner >> c & 1) || (c == a && end == 1);
          ends[end][c] = (far ? high[c] : low[c]) - origin[c];
        }
        before[end] = Dot(ends[end], up);
      }
      if (before[0] * before[1] > 0.0)
      {
        continue;
      }
      const double span = before[0] - before[1];
      const double share = span != 0.0 ? before[0] / span : 0.0;
      for (int side = 0; side < 2; ++side)
      {
        const double at =
          (1.0 - share) * Dot(ends[0], axis[side]) + share * Dot(ends[1], axis[side]);
        first[side] = std::min(first[side], at);
        last[side] = std::max(last[side], at);
      }
    }
  }
  SampleGrid grid;
  if (first[0] > last[0])
  {
    return grid;
  }
  const double length[2] = { last[0] - first[0], last[1] - first[1] };
  spacing = Divide(length, 2, spacing, most, grid);
  grid.Origin = origin;
  for (int side = 0; side < 2; ++side)
  {
    const double used = spacing * static_cast<double>(grid.Count[side] - 1);
    grid.Origin = Along(grid.Origin, first[side] + 0.5 * (length[side] - used), axis[side]);
    grid.Step[side] = Along({ 0, 0, 0 }, spacing, axis[side]);
  }
  return grid;
}

SampleGrid BoxGrid(const Vector& low, const Vector& high, double spacing, double most)
{
  SampleGrid grid;
  const double length[3] = { high[0] - low[0], high[1] - low[1], high[2] - low[2] };
  spacing = Divide(length, 3, spacing, most, grid);
  for (int a = 0; a < 3; ++a)
  {
    const double used = spacing * static_cast<double>(grid.Count[a] - 1);
    grid.Origin[a] = low[a] + 0.5 * (length[a] - used);
    grid.Step[a][a] = spacing;
  }
  return grid;
}

}
