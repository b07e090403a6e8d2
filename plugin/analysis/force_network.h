/**
 * analysis/force_network.h -- the forces that contacts carry, as a network.
 *
 * Room: plugin/analysis.  Standard C++ only, without VTK and ranks: sums are returned as
 * sums, so that those of several ranks can be added.
 *
 * A contact is repulsive if its normal force f is positive.  <f> is the mean over the
 * repulsive contacts.
 */
#ifndef granum_force_network_h
#define granum_force_network_h

#include <cstddef>
#include <cstdint>
#include <vector>

namespace granum
{

/** Which contacts belong to a network. */
struct NetworkChoice
{
  int Kind =
    -1; /**< 0: grain on grain, 1: grain on structure, 2: structure on structure; -1: all */
  int Structure = -1; /**< only contacts with that structure; -1: any contact */

  /** `structureA`: the other of two structures that meet. */
  bool Has(int kind, int structure, int structureA) const
  {
    return (this->Kind < 0 || kind == this->Kind) &&
      (this->Structure < 0 || structure == this->Structure || structureA == this->Structure);
  }
};

/** A sum and how many numbers went into it. */
struct Tally
{
  double Sum = 0.0;
  double Count = 0.0;

  double Mean() const { return this->Count > 0.0 ? this->Sum / this->Count : 0.0; }
};

/** Sum over the repulsive ones of the normal forces `force` [n] N in the chosen rows. */
Tally PushingForce(const std::vector<double>& force, const std::vector<char>& chosen);

/** f/<f> of every row [n] 1; zero if the mean is zero. */
std::vector<double> ForceRatio(const std::vector<double>& force, double mean);

}

#endif
