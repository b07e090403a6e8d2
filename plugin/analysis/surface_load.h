/**
 * analysis/surface_load.h -- loads of contacts on the cells of a surface.
 *
 * Room: plugin/analysis.  Standard C++ only.
 */
#ifndef granum_surface_load_h
#define granum_surface_load_h

#include "body_path.h"

#include <array>
#include <string>
#include <vector>

namespace granum
{

/** Loads of the cells, summed over frames. */
struct SurfaceLoad
{
  std::vector<double> Force; /**< [cells, 3] N  on the structure              */
  std::vector<double> Push; /**< [cells] N     sum of the normal forces      */
  std::vector<double> Contacts; /**< [cells] 1                                   */

  /** Begins anew for so many cells, all without load. */
  void Reset(std::size_t cells);
  /** One contact on a cell: `force` on the structure, `push` its normal part. */
  void Add(std::size_t cell, const double force[3], double push);
};

/** Force and moment of whole structures, summed over frames. */
struct BodyLoad
{
  std::vector<double> Force; /**< [bodies, 3] N                         */
  std::vector<double> Torque; /**< [bodies, 3] N m  about `origin`       */

  void Reset(std::size_t bodies);
  /** One contact at `point`. */
  void Add(std::size_t body, const double force[3], const double point[3], const double origin[3]);
};

/** The value that the share `part` (0 to 1) of the values does not exceed, interpolated linearly;
 * 0 without values. */
double Percentile(std::vector<double> values, double part);

/** Area of a flat polygon of `corners` [n, 3] m, in m2. */
double PolygonArea(const std::vector<std::array<double, 3>>& corners);

/* The load of structures in words. */

/** What acts on a structure in a frame. */
struct LoadOf
{
  std::string Name;
  std::size_t Contacts = 0;
  Vector3 Force = { 0, 0, 0 }; /**< N  on the structure */
  Vector3 Torque = { 0, 0, 0 }; /**< N m  about Reference */
  Vector3 Reference = { 0, 0, 0 }; /**< m */
  bool Turns = false; /**< about Axis through Reference */
  Vector3 Axis = { 0, 0, 0 }; /**< 1  as it turns by the right-hand rule */
};

/** The torque (N m) about the axis, > 0 in the sense of rotation. */
double AxisTorque(const LoadOf& load);

/** Four digits and a prefix of the unit: 12.3 mN. */
std::string Prefixed(double value, const std::string& unit);

/** The largest of 1, 2, 5 times a power of ten that is not above `value` (> 0). */
double RoundBelow(double value);

/** One line a structure; then the key of the arrows (`key` N; 0: none is drawn) and over which
 * time (s) pressure is averaged. */
std::string LoadSentence(const std::vector<LoadOf>& loads, double key, double window, bool turn);

}

#endif
