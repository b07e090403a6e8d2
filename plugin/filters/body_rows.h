/**
 * filters/body_rows.h -- the structures of a result and how they moved over its history.
 *
 * Room: plugin/filters.
 */
#ifndef granum_filters_body_rows_h
#define granum_filters_body_rows_h

#include "analysis/body_path.h"

#include <cstdint>
#include <string>
#include <vector>

class vtkPolyData;
class vtkTable;

namespace granum
{

/** A structure whose poses the history has.  All columns have a row for each time. */
struct Body
{
  std::int64_t Structure = -1; /**< its number */
  std::string Name;
  double Mass = 0.0; /**< kg; 0: no force moves it */
  double Size = 0.0; /**< m  from its centre to the farthest point of its surface; 0: it has none */
  bool HasCentre = false; /**< false: neither a mass nor a surface in this frame */
  std::vector<double> Position, Orientation; /**< [rows, 3] m, [rows, 4] */
  std::vector<Vector3> Centre; /**< m  of mass, or of the bounding box in the body frame */
  std::vector<Vector3> Force, Torque; /**< N by contacts, N m about Centre */
  std::vector<Vector3> Momentum, AngularMomentum; /**< kg m/s, kg m2/s; 0 without mass */
  std::vector<char> Jumps; /**< rows after which it jumps across a periodic side */
  Vector3 Velocity = { 0, 0, 0 }; /**< m/s  of Centre in the frame shown */
  Vector3 Spin = { 0, 0, 0 }; /**< rad/s  angular velocity then */
};

struct BodyRows
{
  std::vector<double> Time; /**< s */
  std::size_t Now = 0; /**< the last row that is not later than the frame shown */
  std::vector<Body> Bodies;
};

/** Which structures are bodies to show. */
struct BodyChoice
{
  bool All; /**< those that no force moves, too */
  std::int64_t Only; /**< this one alone, whatever moves it; -1: all of those */

  bool Has(std::int64_t structure, double mass) const
  {
    return this->Only >= 0 ? structure == this->Only : this->All || mass > 0.0;
  }
};

/** Reads the bodies of that choice from the ports History and Structures of the reader; the
 * latter is at time `now` (s).  Returns what is wrong with them, or "". */
std::string ReadBodies(vtkTable* history, vtkPolyData* structures, const BodyChoice& choice,
  double now, BodyRows& rows);

}

#endif
