/**
 * filters/particles.h -- points with radii, of any data, from all ranks.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_particles_h
#define granum_filters_particles_h

#include "analysis/neighbour_grid.h"

#include <cstdint>
#include <string>

class vtkPointSet;

namespace granum
{

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
