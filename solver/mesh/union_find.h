/* mesh/union_find.h -- disjoint sets of rows (union-find); inline.
 *
 * The root of a set is its lowest row, so the sets do not depend on the order of the
 * unions.
 */
#ifndef GM_MESH_UNION_FIND_H
#define GM_MESH_UNION_FIND_H

#include "base/types.h"

/* Makes each row a set of its own. */
GM_INLINE void gm_union_find_init(gm_index *set, gm_index n)
{
  for (gm_index k = 0; k < n; ++k)
    set[k] = k;
}

/* The root of the set of row k; shortens the path to it. */
GM_INLINE gm_index gm_union_find_root(gm_index *set, gm_index k)
{
  while (set[k] != k)
    k = set[k] = set[set[k]];
  return k;
}

/* Joins the sets of a and b; returns whether they were different. */
GM_INLINE int gm_union_find_join(gm_index *set, gm_index a, gm_index b)
{
  a = gm_union_find_root(set, a);
  b = gm_union_find_root(set, b);
  set[a > b ? a : b] = a < b ? a : b;
  return a != b;
}

/* Replaces every row by the number of its set, counted from 0 in the order of the
 * roots; returns the number of sets. */
GM_INLINE gm_index gm_union_find_number(gm_index *set, gm_index n)
{
  gm_index sets = 0;
  for (gm_index k = 0; k < n; ++k) /* rows before k hold numbers already */
    set[k] = set[k] == k ? sets++ : set[set[k]];
  return sets;
}

#endif
