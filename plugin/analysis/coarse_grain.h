/**
 * analysis/coarse_grain.h -- fields on a grid from grains and contacts.
 *
 * Room: plugin/analysis.  Standard C++ only.  Sums are linear in the grains and the
 * contacts, so those of several ranks can be added before Finish.
 *
 *   density      rho   = sum m w(x - x_i)
 *   velocity     V     = sum m v w / rho
 *   kinetic      s_k   = sum m v v w - rho V V
 *   contact      s_c   = sum f l (integral of w along the branch l), its symmetric part
 *
 * l goes from b to a, f is on a: stress is positive in compression.  w is Lucy's
 * function of radius c, w ~ (1 + 3 r/c)(1 - r/c)^3, divided for each deposit by its
 * sum over the nodes of the infinite grid, so that each deposit is conserved exactly.  In
 * two dimensions the grid is one layer as thick as the grains, and the sum is over it.
 *
 * I. Goldhirsch, Granular Matter 12 (2010) 239-252.
 */
#ifndef granum_coarse_grain_h
#define granum_coarse_grain_h

#include <array>
#include <cstddef>
#include <vector>

namespace granum
{

struct Grid
{
  std::array<double, 3> Origin = { 0, 0, 0 }; /**< m  of the first node  */
  std::array<double, 3> Spacing = { 1, 1, 1 }; /**< m  between nodes, > 0 */
  std::array<int, 3> Nodes = { 1, 1, 1 };
  bool Flat = false; /**< one layer of nodes along z, a step thick: the kernel is in the plane */

  std::size_t Count() const
  {
    return static_cast<std::size_t>(this->Nodes[0]) * this->Nodes[1] * this->Nodes[2];
  }
};

class CoarseGrain
{
public:
  /** Sums of a node: mass and volume of grains (2), momentum (3), m v v (6: xx yy zz xy
   * yz xz) and contact stress (6), each by volume. */
  static constexpr std::size_t Columns = 17;

  CoarseGrain(const Grid& grid, double reach);

  void AddGrain(const double x[3], const double v[3], double mass, double volume);
  /** `a` and `b`: the ends of the line, m; `force` on a, N. */
  void AddContact(const double a[3], const double b[3], const double force[3]);

  /** [nodes, Columns], x fastest. */
  std::vector<double> Sums;

private:
  void Deposit(const double x[3], const double* values, std::size_t first, std::size_t count);

  Grid Grid_;
  double Reach;
  std::vector<double> Weight;
  std::vector<std::size_t> Node;
};

/** The fields of one node, from its row of sums. */
struct NodeFields
{
  double Density, SolidFraction;
  double Velocity[3];
  double Kinetic[6];
  double Contact[6];

  explicit NodeFields(const double* sums);
};

}

#endif
