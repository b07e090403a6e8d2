/* structure/sets.h -- disjoint sets of rows, inline.
 *
 * Room: structure.  May include: base.  The lowest row of a set stands for it, so the sets do not
 * depend on the order in which they were joined.
 */
#ifndef GM_STRUCTURE_SETS_H
#define GM_STRUCTURE_SETS_H

#include "base/types.h"

/* Every row alone. */
GM_INLINE void gm_sets_init(gm_index *set, gm_index n)
{
  for (gm_index k = 0; k < n; ++k)
    set[k] = k;
}

/* The row that stands for the set of row k. */
GM_INLINE gm_index gm_sets_find(gm_index *set, gm_index k)
{
  while (set[k] != k)
    k = set[k] = set[set[k]];
  return k;
}

/* Join the sets of a and b; returns whether they were two. */
GM_INLINE int gm_sets_join(gm_index *set, gm_index a, gm_index b)
{
  a = gm_sets_find(set, a);
  b = gm_sets_find(set, b);
  set[a > b ? a : b] = a < b ? a : b;
  return a != b;
}

/* Replace every row by the number of its set, 0 and on in the order of their lowest rows;
 * returns how many there are. */
GM_INLINE gm_index gm_sets_number(gm_index *set, gm_index n)
{
  gm_index sets = 0;
  for (gm_index k = 0; k < n; ++k) /* what stands before k is a number by now */
    set[k] = set[k] == k ? sets++ : set[set[k]];
  return sets;
}

#endif
