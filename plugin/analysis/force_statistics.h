/**
 * analysis/force_statistics.h -- distributions of contact forces, directions, coordination.
 *
 * Room: plugin/analysis.  Standard C++ only.  Histograms and sums are returned as
 * counts and sums, so that those of several ranks can be added.
 */
#ifndef granum_force_statistics_h
#define granum_force_statistics_h

#include <cstdint>
#include <vector>

namespace granum
{

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
