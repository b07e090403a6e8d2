/* base/row4.h -- a vector of four doubles that is moved and added as a whole.
 *
 * It is a gm_vec3 with a fourth number, for example {position, radius} or {velocity, 1 /
 * mass}. Arithmetic on the whole vector loads, computes and stores 32 bytes at once; the
 * vector extension of gcc provides the operators + - *.  Copy whole vectors, never single
 * members: gcc 12.2 miscompiles such copies with AVX-512.
 */
#ifndef GM_BASE_ROW4_H
#define GM_BASE_ROW4_H

#include "base/vec3.h"

typedef double gm_row4 __attribute__((vector_size(32)));

GM_INLINE gm_row4 gm_row(gm_vec3 a, double w)
{
  return (gm_row4){a.x, a.y, a.z, w};
}

/* Loads four consecutive numbers of a column. */
GM_INLINE gm_row4 gm_row_load(const double *column)
{
  gm_row4 a;
  __builtin_memcpy(&a, column, sizeof a);
  return a;
}

/* Transpose: four rows to four columns, or back. */
GM_INLINE void gm_row_turn(gm_row4 r[4])
{
  const gm_row4 a = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6);
  const gm_row4 b = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
  const gm_row4 c = __builtin_shufflevector(r[2], r[3], 0, 4, 2, 6);
  const gm_row4 d = __builtin_shufflevector(r[2], r[3], 1, 5, 3, 7);
  r[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  r[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  r[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  r[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

/* The first three lanes. */
GM_INLINE gm_vec3 gm_row_vec(gm_row4 a)
{
  return (gm_vec3){a[0], a[1], a[2]};
}

#endif
