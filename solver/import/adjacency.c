/* import/adjacency.c -- pairs half-edges of adjacent triangles, and counts fans around
 * points.
 */
#include "import/adjacency.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

gm_index gm_adjacency_start(const gm_surface *s, gm_index at)
{
  return s->corner[at / 3][at % 3];
}

gm_index gm_adjacency_end(const gm_surface *s, gm_index at)
{
  return s->corner[at / 3][(at % 3 + 1) % 3];
}

gm_vec3 gm_adjacency_middle(const gm_surface *s, gm_index at)
{
  return gm_scale(0.5, gm_add(s->point[gm_adjacency_start(s, at)],
                              s->point[gm_adjacency_end(s, at)]));
}

void gm_adjacency_note(gm_finding *finding, gm_vec3 at)
{
  if (finding->n++ == 0) finding->at = at;
}

static int adjacent_sides_by_points(const void *a, const void *b)
{
  const gm_half_edge *p = a, *q = b;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return p->at < q->at ? -1 : p->at > q->at;
}

gm_status gm_adjacency_sort(const gm_surface *s, gm_half_edge **side)
{
  *side = NULL;
  GM_TRY(GM_RESIZE(*side, 0, 3 * (size_t)s->n + 1));
  for (gm_index at = 0; at < 3 * s->n; ++at) {
    const gm_index a = gm_adjacency_start(s, at), b = gm_adjacency_end(s, at);
    (*side)[at] = (gm_half_edge){a < b ? a : b, a < b ? b : a, at, a < b};
  }
  qsort(*side, 3 * (size_t)s->n, sizeof **side, adjacent_sides_by_points);
  return GM_OK;
}

gm_index gm_adjacency_run(const gm_half_edge *side, gm_index n, gm_index i)
{
  gm_index j = i + 1;
  while (j < n && side[j].low == side[i].low && side[j].high == side[i].high)
    ++j;
  return j;
}

gm_status gm_adjacency_link(gm_surface *s, unsigned char *open)
{
  gm_half_edge *side;
  GM_TRY(gm_adjacency_sort(s, &side));
  s->found.open = s->found.branching = (gm_finding){0};
  if (open) memset(open, 0, (size_t)s->n);
  for (gm_index i = 0, j; i < 3 * s->n; i = j) {
    j = gm_adjacency_run(side, 3 * s->n, i);
    const gm_index p = side[i].at;
    for (gm_index k = i; k < j; ++k)
      s->across[side[k].at / 3][side[k].at % 3] = -1;
    if (j - i == 1) {
      gm_adjacency_note(&s->found.open, gm_adjacency_middle(s, p));
      if (open) open[p / 3] |= (unsigned char)(1u << (p % 3));
    } else if (j - i > 2) {
      gm_adjacency_note(&s->found.branching, gm_adjacency_middle(s, p));
    } else {
      const gm_index q = side[i + 1].at;
      s->across[p / 3][p % 3] = q / 3;
      s->across[q / 3][q % 3] = p / 3;
    }
  }
  GM_FREE(side);
  return GM_OK;
}

/* --- fans ---------------------------------------------------------------------- */

static int adjacent_fan_corner(const gm_surface *s, gm_index t, gm_index p)
{
  return s->corner[t][0] == p ? 0 : s->corner[t][1] == p ? 1 : 2;
}

/* Walks around point p from triangle to adjacent triangle.  Returns how many triangles
 * there are until the first one is reached again, or 0 if an open or branching edge
 * ends the walk. */
static gm_index walk_adjacent_fan(const gm_surface *s, gm_index first,
                                  gm_index p)
{
  gm_index t = first, met = 0;
  do {
    t = s->across[t][adjacent_fan_corner(s, t, p)];
    ++met;
  } while (t >= 0 && t != first);
  return t < 0 ? 0 : met;
}

gm_status gm_adjacency_count_fans(gm_surface *s)
{
  gm_index *left = NULL;
  GM_TRY(GM_RESIZE(left, 0, s->n_points));
  for (gm_index at = 0; at < 3 * s->n; ++at)
    ++left[gm_adjacency_start(s, at)];
  s->found.touching = (gm_finding){0};
  for (gm_index at = 0; at < 3 * s->n; ++at) {
    const gm_index p = gm_adjacency_start(s, at);
    if (left[p] == 0) continue; /* all its triangles were visited */
    const gm_index met = walk_adjacent_fan(s, at / 3, p);
    if (met > 0 && met != left[p])
      gm_adjacency_note(&s->found.touching, s->point[p]);
    left[p] = 0;
  }
  GM_FREE(left);
  return GM_OK;
}
