/**
 * analysis/force_chains.h -- chains of grains that carry the load of a packing.
 *
 * Room: plugin/analysis.  Standard C++ only, without VTK and ranks: stresses are returned as
 * sums, so that those of several ranks can be added.
 *
 * The chains are those of Peters, Muthuswamy, Wibowo and Tordesillas, Phys. Rev. E 72, 041307
 * (2005).  A grain carries load if its most compressive principal stress is at least the mean
 * of the grains that are touched.  Two such grains that push each other are joined if the line
 * between their centres lies within an angle of the direction of that stress at both of them.
 * Grains joined one to the next are a chain, if they are enough; it may branch.
 */
#ifndef granum_force_chains_h
#define granum_force_chains_h

#include <cstdint>
#include <vector>

namespace granum
{

/** A row per contact.  A and B are rows of grains; -1: not a grain. */
struct ChainContacts
{
  std::vector<std::int64_t> A, B; /**< [n]                                       */
  std::vector<double> Force; /**< [n, 3] N  on a                              */
  std::vector<double> ArmA, ArmB; /**< [n, 3] m  from the centre to the contact    */
  std::vector<double> Branch; /**< [n, 3] m  from the centre of a to that of b */
  std::vector<char> Pushes; /**< [n]       is the contact repulsive?         */

  std::size_t Count() const { return this->A.size(); }
};

/** Sum over the contacts of a grain of force times arm, compression positive: xx yy zz xy yz
 * xz [grains, 6] N m; divided by the volume of the grain it is its stress. */
std::vector<double> LoadMoments(const ChainContacts& contacts, std::size_t grains);

/** The most compressive principal value of xx yy zz xy yz xz, and its direction. */
struct Principal
{
  double Value = 0.0;
  double Direction[3] = { 0.0, 0.0, 0.0 };
};
Principal MostCompressive(const double* tensor);

/** Of every contact, whether it joins two grains of a chain.  `stress` [grains]; a grain that
 * nothing touches has `touched` 0.  `angle` in radians.  `mean` is set to the mean stress. */
std::vector<char> ChainLinks(const ChainContacts& contacts, const std::vector<Principal>& stress,
  const std::vector<double>& touched, double angle, double& mean);

/** The chain of every grain [grains]: numbers from 1, the longest chain first, 0: none; and
 * how many grains it has.  `joined` [m, 2]: rows of grains.  Chains with fewer than `least`
 * grains are none. */
struct Chains
{
  std::vector<int> Id, Length;
  int Count = 0;
};
Chains JoinChains(const std::vector<std::int64_t>& joined, std::size_t grains, int least);

}

#endif
