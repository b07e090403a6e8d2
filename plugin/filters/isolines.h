/**
 * filters/isolines.h -- lines, or surfaces, on which a distance has a value.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_isolines_h
#define granum_filters_isolines_h

#include <vector>

class vtkDataArray;
class vtkPolyData;
class vtkUnstructuredGrid;

namespace granum
{

/** One level: the distance Value (m) and its meaning. */
struct Level
{
  enum Meanings
  {
    EVERY, /**< multiple of the interval              */
    TOUCHING, /**< centres of grains in contact          */
    BAND /**< smallest or largest distance of sites */
  };
  double Value;
  int Meaning;
};

/** Multiples of `interval` (m, > 0) from low to high in rising order, then `radius` (m) if it
 * is above 0; it replaces a multiple that is equal to it but for round-off. */
std::vector<Level> LevelsBetween(double low, double high, double interval, double radius);

/** Adds to `lines` the level sets of a point array of cells: lines in faces, triangles in
 * bodies, with the point array distance (m) and the cell array isoline (1: a Meaning).
 * `lines` must not be the output of a filter, which carries piece numbers. */
void AddIsolines(vtkUnstructuredGrid* cells, vtkDataArray* distance,
  const std::vector<Level>& levels, vtkPolyData* lines);

}

#endif
