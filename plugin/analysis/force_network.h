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

/* Chains of grains that carry the load of a packing.  Standard C++ only, without VTK and ranks:
   stresses are returned as sums, so that those of several ranks can be added. The chains are
   those of Peters, Muthuswamy, Wibowo and Tordesillas, Phys. Rev. E 72, 041307 (2005). A grain
   carries load if its most compressive principal stress is at least the mean of the grains that
   are touched. Two such grains that push each other are joined if the line between their centres
   lies within an angle of the direction of that stress at both of them. Grains joined one to the
   next are a chain, if they are enough; it may branch. */

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

/* Distributions of contact forces, directions, coordination. Histograms and
   sums are returned as counts and sums, so that those of several ranks can be added. */

/** Numbers in [0, largest] by bins of equal width; the last bin holds its upper end.
 * Values outside are not counted. */
std::vector<double> Histogram(const std::vector<double>& values, double largest, int bins);

/** Sums of n n over the contacts, xx yy zz xy yz xz; `normal` [n, 3] 1, unit. */
std::vector<double> NormalSums(const std::vector<double>& normal);

/** sqrt(3/2 D:D) of the deviator D of a tensor xx yy zz xy yz xz: 0 for an isotropic
 * tensor, 1 for the fabric tensor of parallel normals. */
double Anisotropy(const std::vector<double>& tensor);

/** The same in the plane of x and y, whose isotropic tensors are those with xx = yy and
 * xy = 0: sqrt(2 D:D) of the deviator there. */
double PlaneAnisotropy(const std::vector<double>& tensor);

/** Directions in a plane, by sectors of equal angle from the first axis towards the
 * second; the first sector is centred on the first axis, so that contacts along it all fall
 * into this one.  Each normal counts in both directions.  `weight` [n] or empty: ones.  Normals
 * perpendicular to the plane are left out. */
std::vector<double> Rose(const std::vector<double>& normal, const std::vector<double>& weight,
  int firstAxis, int secondAxis, int sectors);

/** The contacts of each grain. */
struct Coordination
{
  std::vector<int> Contacts; /**< [grains]  of any kind                                */
  std::vector<char> Rattler; /**< [grains]  1: too few contacts                        */
  double Ends = 0.0; /**< number of contact ends at grains                    */
  double EndsHeld = 0.0; /**< the same without rattlers                            */

  double Grains() const { return static_cast<double>(this->Contacts.size()); }
  double Rattlers() const;
  double Mean() const; /**< contacts per grain                                   */
  double MeanHeld() const; /**< the same without rattlers and their contacts         */
};

/** Counts for the grains `id`; the ids of `a` [n] and `b` [n] (-1: a structure) that
 * are not in `id` count as grains, too.  Rattlers have fewer than `least` contacts; they
 * are removed repeatedly until all remaining grains have enough. */
Coordination CountContacts(const std::vector<std::int64_t>& id, const std::vector<std::int64_t>& a,
  const std::vector<std::int64_t>& b, int least);

}

#endif
