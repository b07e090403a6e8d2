/* repair/weld.c -- merges equal points, and nearby points of open edges. */
#include "repair/weld.h"

#include "base/memory.h"
#include "mesh/union_find.h"
#include "repair/adjacency.h"
#include <stdlib.h>
#include <string.h>

static uint64_t hash_point(gm_vec3 p)
{
  uint64_t bits[3], h = 0;
  memcpy(bits, &p, sizeof bits);
  for (int k = 0; k < 3; ++k) {
    h = (h ^ bits[k]) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return h;
}

/* Numbers the points in the order of their first corner; `slot` is a hash table of
 * point + 1. */
static void fill_points(gm_surface *s, const gm_vec3 *corner, gm_index *slot,
                        uint64_t last)
{
  for (gm_index c = 0; c < 3 * s->n; ++c) {
    /* adding 0.0 turns -0 into 0 */
    const gm_vec3 p = gm_add(corner[c], gm_vec(0.0, 0.0, 0.0));
    uint64_t at = hash_point(p) & last;
    while (slot[at] && memcmp(&s->point[slot[at] - 1], &p, sizeof p) != 0) {
      at = (at + 1) & last;
    }
    if (!slot[at]) {
      s->point[s->n_points++] = p;
      slot[at] = s->n_points;
    }
    s->corner[c / 3][c % 3] = slot[at] - 1;
  }
}

gm_status gm_weld_equal(gm_surface *s, const gm_vec3 *corner)
{
  GM_TRY(GM_RESIZE(s->point, 0, 3 * (size_t)s->n));
  uint64_t slots = 16;
  while (slots < 6 * (uint64_t)s->n)
    slots *= 2;
  gm_index *slot = NULL;
  GM_TRY(GM_RESIZE(slot, 0, slots));
  fill_points(s, corner, slot, slots - 1);
  GM_FREE(slot);
  return GM_RESIZE(s->point, s->n_points, s->n_points);
}

/* --- nearby points ----------------------------------------------------------- */

/* A point of an open edge, with its coordinate along the longest side of the bounds. */
typedef struct loose {
  double along;
  gm_index point;
} loose;

/* Largest number of pairs tested (some seconds).  It is reached only if many points lie
 * within the tolerance; edges not joined then stay open and are reported. */
static const int64_t patience = 1000000000;

static int by_place(const void *a, const void *b)
{
  const loose *p = a, *q = b;
  if (p->along != q->along) return p->along < q->along ? -1 : 1;
  return p->point < q->point ? -1 : p->point > q->point;
}

static double along(const gm_surface *s, gm_index p)
{
  const gm_vec3 size = gm_sub(s->max, s->min), x = s->point[p];
  if (size.x >= size.y && size.x >= size.z) return x.x;
  return size.y >= size.z ? x.y : x.z;
}

/* joined[p] receives the earlier point into which p is merged, or p. */
static void join_near(gm_surface *s, const loose *list, gm_index n,
                      double tolerance, gm_index *joined)
{
  int64_t left = patience;
  for (gm_index i = 0; i < n; ++i) {
    for (gm_index j = i + 1;
         j < n && list[j].along - list[i].along <= tolerance && left > 0; ++j) {
      const gm_index p = list[i].point, q = list[j].point;
      --left;
      if (gm_norm(gm_sub(s->point[p], s->point[q])) > tolerance) continue;
      if (gm_union_find_join(joined, p, q))
        gm_adjacency_note(&s->found.joined, s->point[q]);
    }
  }
}

gm_status gm_weld_open(gm_surface *s, const unsigned char *open,
                       double tolerance)
{
  gm_index *joined = NULL;
  loose *list = NULL;
  gm_index n = 0;
  gm_status status = GM_RESIZE(joined, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(list, 0, s->n_points);
  if (status == GM_OK) {
    for (gm_index t = 0; t < s->n; ++t) {
      for (int k = 0; k < 3; ++k) {
        if (!(open[t] >> k & 1)) continue;
        joined[s->corner[t][k]] = joined[s->corner[t][(k + 1) % 3]] = 1;
      }
    }
    for (gm_index p = 0; p < s->n_points; ++p) {
      if (joined[p]) list[n++] = (loose){along(s, p), p};
      joined[p] = p;
    }
    qsort(list, (size_t)n, sizeof *list, by_place);
    join_near(s, list, n, tolerance, joined);
    for (gm_index t = 0; t < s->n; ++t) {
      for (int k = 0; k < 3; ++k) {
        s->corner[t][k] = gm_union_find_root(joined, s->corner[t][k]);
      }
    }
  }
  GM_FREE(joined);
  GM_FREE(list);
  return status;
}

gm_status gm_weld_compact(gm_surface *s)
{
  gm_index *now = NULL, kept = 0;
  GM_TRY(GM_RESIZE(now, 0, s->n_points));
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k)
      now[s->corner[t][k]] = 1;
  }
  for (gm_index p = 0; p < s->n_points; ++p) {
    if (!now[p]) continue;
    s->point[kept] = s->point[p];
    now[p] = kept++;
  }
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k)
      s->corner[t][k] = now[s->corner[t][k]];
  }
  s->n_points = kept;
  GM_FREE(now);
  return GM_OK;
}
