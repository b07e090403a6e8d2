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

/** One of them: where the distance is Value (m), and what that means. */
struct Level
{
  enum Meanings
  {
    EVERY, /**< one of many                           */
    TOUCHING, /**< centres of grains that touch          */
    BAND /**< the nearest or the farthest site      */
  };
  double Value;
  int Meaning;
};

/** Multiples of `interval` (m, > 0) from low to high, and `radius` (m) if that is above 0;
 * it replaces a multiple that is as good as the same.  Ascending but for `radius`, the last. */
std::vector<Level> LevelsBetween(double low, double high, double interval, double radius);

/** Adds to `lines` what lies on those levels of a point array of cells: lines in faces,
 * triangles in bodies, with the point array distance (m) and the cell array isoline (1: a
 * meaning).  Not for the output of a filter, which knows its piece: HandOn. */
void AddIsolines(vtkUnstructuredGrid* cells, vtkDataArray* distance,
  const std::vector<Level>& levels, vtkPolyData* lines);

}

#endif
