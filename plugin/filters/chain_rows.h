/**
 * filters/chain_rows.h -- the force chains of contacts that may lie on several ranks.
 *
 * Room: plugin/filters.  See analysis/force_chains.h for what a chain is.
 */
#ifndef granum_filters_chain_rows_h
#define granum_filters_chain_rows_h

#include "contact_rows.h"
#include "grain_body.h"
#include "grain_rows.h"

#include <vector>

class vtkCellData;

namespace granum
{

struct ChainRows
{
  std::vector<int> Id; /**< [n] chain of the contact, from 1, the longest first; 0: none */
  std::vector<int> Length; /**< [n] grains of that chain; 0: none                          */
  int Count = 0; /**< chains                                                     */
  double MeanStress = 0.0; /**< Pa: the most compressive stress, mean of the grains touched */
};

/** The chain of each contact of this rank; a chain goes on across ranks, and numbers agree.
 * The stress is that of all contacts given.  `cells` of the contacts may have force_tangential
 * (N, 3) and point (m, 3: the contact point); without the latter the radii divide the line.
 * `grains` are gathered on every rank; their volume is that of `body`.  `angle` in radians.  Collective. */
ChainRows FindChains(const ContactRows& rows, vtkCellData* cells, const GrainRows& grains,
  const GrainBody& body, double angle, int least);

}

#endif
