/**
 * analysis/force_statistics.h -- how forces, directions and contacts are distributed.
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
 * What lies outside is not counted. */
std::vector<double> Histogram(const std::vector<double>& values, double largest, int bins);

/** Sums of n n over the contacts, xx yy zz xy yz xz; `normal` [n, 3] 1, unit. */
std::vector<double> NormalSums(const std::vector<double>& normal);

/** sqrt(3/2 D:D) of the deviator D of a tensor xx yy zz xy yz xz: 0 where it is
 * isotropic, 1 of a fabric tensor where all normals are alike. */
double Anisotropy(const std::vector<double>& tensor);

/** Directions in a plane, by sectors of equal angle from the first axis towards the
 * second, each normal both ways.  `weight` [n] or empty: ones.  A normal that stands
 * across the plane has no direction and is left out. */
std::vector<double> Rose(const std::vector<double>& normal, const std::vector<double>& weight,
  int firstAxis, int secondAxis, int sectors);

/** The contacts of each grain. */
struct Coordination
{
  std::vector<int> Contacts; /**< [grains]  of any kind                                */
  std::vector<char> Rattler; /**< [grains]  has too few contacts to be held            */
  double Ends = 0.0; /**< contact ends at grains                               */
  double EndsHeld = 0.0; /**< those left when rattlers are taken away              */

  double Grains() const { return static_cast<double>(this->Contacts.size()); }
  double Rattlers() const;
  double Mean() const; /**< contacts a grain                                     */
  double MeanHeld() const; /**< the same without rattlers and their contacts         */
};

/** Counts for the grains `id`; the ids of `a` [n] and `b` [n] (-1: a structure) that
 * are no grain of `id` are grains as well.  Rattlers have fewer than `least` contacts;
 * they are taken away until every grain left has enough. */
Coordination CountContacts(const std::vector<std::int64_t>& id, const std::vector<std::int64_t>& a,
  const std::vector<std::int64_t>& b, int least);

}

#endif
