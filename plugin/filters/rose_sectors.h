/**
 * filters/rose_sectors.h -- a rose of directions as a drawing.
 *
 * Room: plugin/filters.
 */
#ifndef granum_rose_sectors_h
#define granum_rose_sectors_h

#include <vector>

class vtkPolyData;

namespace granum
{

/** Fills `drawing` with one polygon per sector, whose radius is its density (1 everywhere in
 * an isotropic medium), and with the circle of radius 1 as a line.  The rose lies in the plane
 * z = 0 with its first axis along x.  `density`, `force` [sectors] 1 become the cell arrays
 * density and force_density, beside angle (degrees, the middle of the sector); the values of
 * the circle are 1 and its angle is 0.  The first sector is centred on the first axis. */
void DrawRose(const std::vector<double>& density, const std::vector<double>& force,
  vtkPolyData* drawing);

}

#endif
