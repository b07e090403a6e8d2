/* base/sphere_hash.h -- a hash of the cells in which spheres have their centres.
 *
 * Cells are as wide as the largest sphere: what overlaps a sphere has its centre in the
 * same cell or in one beside it.  Rows of a bucket are met in turn, the last one first.
 */
#ifndef GM_BASE_SPHERE_HASH_H
#define GM_BASE_SPHERE_HASH_H

#include "base/memory.h"
#include "base/vec3.h"

typedef struct gm_sphere_hash {
  double width;       /* m  of a cell */
  gm_index n_buckets; /* a power of two */
  gm_index *head;     /* [n_buckets] last row of a bucket, -1: empty */
  gm_index *next;     /* [rows] next row of the same bucket, -1: none */
  size_t heads, rows; /* allocated */
} gm_sphere_hash;

/* Empties the hash, for about `expected` spheres of radius at most `largest` (m).
 * GM_ERR_MEMORY. */
GM_INLINE gm_status gm_sphere_hash_begin(gm_sphere_hash *h, int64_t expected,
                                         double largest)
{
  h->width = 2.0 * largest;
  h->n_buckets = 64;
  while (h->n_buckets < expected && h->n_buckets < 1 << 30)
    h->n_buckets *= 2;
  if ((size_t)h->n_buckets > h->heads) {
    GM_TRY(GM_RESIZE(h->head, 0, h->n_buckets));
    h->heads = (size_t)h->n_buckets;
  }
  for (gm_index k = 0; k < h->n_buckets; ++k)
    h->head[k] = -1;
  return GM_OK;
}

/* Makes room for rows [0, rows).  GM_ERR_MEMORY. */
GM_INLINE gm_status gm_sphere_hash_reserve(gm_sphere_hash *h, size_t rows)
{
  if (rows > h->rows) GM_TRY(GM_RESIZE(h->next, h->rows, rows));
  h->rows = rows > h->rows ? rows : h->rows;
  return GM_OK;
}

GM_INLINE void gm_sphere_hash_clear(gm_sphere_hash *h)
{
  GM_FREE(h->head);
  GM_FREE(h->next);
  *h = (gm_sphere_hash){0};
}

/* Cell along an axis, clamped to the range of integers: coordinates beyond `edge` cells
 * share one cell, and the test of distances decides in the end. */
GM_INLINE int64_t gm_sphere_hash_cell(const gm_sphere_hash *h, double x)
{
  const double edge = 1.0e12;
  return (int64_t)fmax(-edge, fmin(floor(x / h->width), edge));
}

/* The last row of the bucket of a cell, or -1. */
GM_INLINE gm_index *gm_sphere_hash_head(const gm_sphere_hash *h, int64_t i,
                                        int64_t j, int64_t k)
{
  const uint64_t of = (uint64_t)i * 0x9e3779b97f4a7c15ull ^
                      (uint64_t)j * 0xc2b2ae3d27d4eb4full ^
                      (uint64_t)k * 0x165667b19e3779f9ull;
  return &h->head[(of ^ of >> 29) & (uint64_t)(h->n_buckets - 1)];
}

/* A row, for which there is room, has its centre at x (m). */
GM_INLINE void gm_sphere_hash_put(gm_sphere_hash *h, gm_index row, gm_vec3 x)
{
  gm_index *head = gm_sphere_hash_head(h, gm_sphere_hash_cell(h, x.x),
                                       gm_sphere_hash_cell(h, x.y),
                                       gm_sphere_hash_cell(h, x.z));
  h->next[row] = *head;
  *head = row;
}

#endif
