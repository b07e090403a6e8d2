/**
 * filters/grain_rows.h -- grains as numbers: one row per grain.
 *
 * Room: plugin/filters.  Any poly data of points will do.
 */
#ifndef granum_filters_grain_rows_h
#define granum_filters_grain_rows_h

#include "analysis/neighbour_grid.h"

#include <cstdint>
#include <string>
#include <vector>

class vtkFieldData;
class vtkInformation;
class vtkPointSet;
class vtkPolyData;

namespace granum
{

struct GrainRows
{
  std::vector<std::int64_t> Id; /**< [n] 1  */
  std::vector<double> Radius; /**< [n] m  */

  /** Makes the rows of all ranks known on every one, sorted by id.  Collective. */
  void GatherEverywhere();

  /** Row of the grain with that id, -1 if there is none.  Requires: rows sorted by id. */
  std::int64_t RowOf(std::int64_t id) const;

  /** Of the grain with that id, 0 if there is none.  Requires: rows sorted by id. */
  double RadiusOf(std::int64_t id) const;
};

/** Reads id and radius.  Returns "", or a message that names the missing array.  Without
 * points no array is needed. */
std::string ReadGrainRows(vtkPolyData* grains, GrainRows& rows);

/* Volume and mass of a grain: a sphere, or a body in a plane.  As the solver counts them: in two
   dimensions a volume is the area pi r^2 times the thickness for every body, so that a solid
   fraction is one of areas. */

struct GrainBody
{
  bool Flat = false; /**< all grains are in the plane z = 0 */
  bool Disc = false; /**< its mass is that of a disc, not of a sphere */
  double Thickness = 1.0; /**< m  in the plane */

  /** Volume (m3) of a grain of radius r (m). */
  double Volume(double r) const;
  /** Mass (kg) of a grain of radius r (m) and that density (kg/m3). */
  double Mass(double r, double density) const;
};

/** By the field arrays dimensions, thickness and grains of a result; a sphere without them. */
GrainBody BodyOf(vtkFieldData* fields);

/** The same on every rank, also where a rank has no data.  Collective. */
GrainBody BodyOverRanks(vtkFieldData* fields);

/** Whether the data of a connection will be of two dimensions, before they are computed: by
 * the key BODY of vtkGranumReader, or else by data that are there. */
bool WillBeFlat(vtkInformation* connection);

/* Points with radii, of any data, from all ranks. */

struct Particles
{
  std::vector<Place> Point; /**< m  of all ranks */
  std::vector<double> Radius; /**< m  0 without the array radius */
  std::vector<std::int64_t> Id; /**< by rows without the array id */
  std::size_t First = 0; /**< row of the first point of this rank */
  bool Flat = false; /**< all of them are in the plane z = 0 */

  double LargestRadius() const;
};

/** Collective. */
Particles ParticlesIn(vtkPointSet* data);

}

#endif
