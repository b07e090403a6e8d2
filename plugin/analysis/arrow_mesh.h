/**
 * analysis/arrow_mesh.h -- an arrow as polygons: a shaft and a head.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_arrow_mesh_h
#define granum_arrow_mesh_h

#include "body_path.h"

#include <cstddef>
#include <vector>

namespace granum
{

/** Polygons over corners, which turn to the left seen from outside. */
struct ArrowMesh
{
  std::vector<Vector3> Points; /**< m */
  std::vector<std::vector<std::size_t>> Polygons;
};

/** A closed arrow from `from` (m) along `way` (m), whose length is above 0.  An arrow of the
 * length `full` (m) has a shaft of 0.04 and a head of 0.1 of it as radii; one below 0.4 of it
 * is thinner, so that the arrow keeps its shape. */
ArrowMesh ArrowOf(const Vector3& from, const Vector3& way, double full);

}

#endif
