// analysis/force_network.cxx -- sums over a network of contacts.
//
// Room: plugin/analysis.
#include "force_network.h"

namespace granum
{

Tally PushingForce(const std::vector<double>& force, const std::vector<char>& chosen)
{
  Tally tally;
  for (std::size_t k = 0; k < force.size(); ++k)
  {
    if (chosen[k] && force[k] > 0.0)
    {
      tally.Sum += force[k];
      tally.Count += 1.0;
    }
  }
  return tally;
}

std::vector<double> ForceRatio(const std::vector<double>& force, double mean)
{
  std::vector<double> ratio(force.size(), 0.0);
  if (mean > 0.0)
  {
    for (std::size_t k = 0; k < force.size(); ++k)
    {
      ratio[k] = force[k] / mean;
    }
  }
  return ratio;
}

}
