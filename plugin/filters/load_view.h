/**
 * filters/load_view.h -- structures that are looked at, and forces on them as arrows.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_load_view_h
#define granum_filters_load_view_h

#include "analysis/surface_load.h"

#include <cstdint>
#include <vector>

class vtkPolyData;
class vtkTable;

namespace granum
{

/** The numbers of `wanted` that exist; of none those that turn at some time, else those that
 * move, else all. */
std::vector<std::int64_t> ChosenStructures(vtkPolyData* structures, const std::vector<int>& wanted);

/** The longest turn (s) among the chosen ones that turn in this frame; 0 if none does. */
double LongestTurn(vtkPolyData* structures, const std::vector<std::int64_t>& chosen);

/** Name, axis and point of reference of the chosen ones: the middle of the box, moved onto the
 * axis if the structure turns as prescribed.  `structures`: all surfaces of the frame. */
std::vector<LoadOf> LoadsOf(vtkPolyData* structures, const std::vector<std::int64_t>& chosen);

/** Copies the cells whose structure is chosen, or with `others` those of the others. */
void CopyStructures(vtkPolyData* structures, const std::vector<std::int64_t>& chosen, bool others,
  vtkPolyData* output);

/** A contact on a chosen structure. */
struct ContactArrow
{
  std::int64_t Structure;
  Vector3 Foot; /**< m  on the surface */
  Vector3 Force, Normal; /**< N  on the structure: all of it, and its normal part */
};

/** Which arrows of a contact are drawn. */
enum ArrowChoice
{
  WHOLE,
  APART, /**< normal and tangential */
  NO_ARROWS
};

/** The scale of the arrows: how long one newton is, and the arrow that shows it. */
struct ArrowScale
{
  double Length = 0.0; /**< m/N */
  double Force = 0.0; /**< N  that 99 % of the forces do not exceed */
  double Key = 0.0; /**< N  of the single arrow */
};

/** `length` (m/N) if that is above 0, else one with which Force is an eighth of the box. */
ArrowScale ScaleOf(const std::vector<ContactArrow>& contacts, double length, const double box[6]);

/** Arrows that end at the contacts, and a key below `box` and them, with the cell arrays force (N, 3),
 * arrow_force (N), part (0 whole, 1 normal, 2 tangential, 3 key) and structure_id. */
void FillContactArrows(const std::vector<ContactArrow>& contacts, ArrowChoice choice,
  const ArrowScale& scale, const double box[6], vtkPolyData* output);

/** Resultant force and torque above the point of reference and the box, with the cell arrays
 * resultant (0 force, 1 torque) and magnitude; the longest of each is a third of the box. */
void FillResultants(const std::vector<LoadOf>& loads, const double box[6], vtkPolyData* output);

/** Makes `output` a row for each load: structure, contacts, force, reference, torque and
 * axis_torque (NaN where nothing turns). */
void FillLoads(const std::vector<LoadOf>& loads, vtkTable* output);

}

#endif
