/* patch/incomplete_cuts.c -- extends cuts that end inside a piece, by region growing.
 *
 * Such a cut has the same piece on both sides.  The triangles of the piece around a
 * point of the cut form sectors between the cut edges there.  At the end point of the
 * cut there is only one sector, and nothing is joined.  At all its other points the
 * triangles of a sector that touches the cut are joined to one seed, so that each side
 * of the cut becomes a seed from which the piece is divided.
 */
#include "patch/incomplete_cuts.h"

#include "base/memory.h"
#include "mesh/union_find.h"
#include "patch/region_growing.h"

/* largest number of rounds; the first LONE_AFTER rounds join sectors */
enum { ROUNDS = 8, LONE_AFTER = 4 };

/* Is a cut edge incomplete: does the same piece lie on two of its sides? */
static int is_slit(const gm_pieces *p, gm_index edge)
{
  const gm_edges *e = p->edges;
  if (!p->cut[edge]) return 0;
  for (gm_index i = e->first[edge]; i < e->first[edge + 1]; ++i) {
    for (gm_index j = e->first[edge]; j < i; ++j) {
      if (p->of[e->side[i] / 3] == p->of[e->side[j] / 3]) return 1;
    }
  }
  return 0;
}

gm_index gm_incomplete_cuts_count(const gm_pieces *pieces)
{
  gm_index n = 0;
  for (gm_index k = 0; k < pieces->edges->n; ++k)
    n += is_slit(pieces, k);
  return n;
}

typedef struct marks {
  unsigned char *slit; /* [edges]     1: incomplete cut */
  unsigned char *at;   /* [points]    1: the point lies on an incomplete cut */
  gm_index *seed;      /* [triangles] sets, later seed numbers; -1: none */
  gm_index *sector;    /* [triangles] sets around one point */
  /* [triangles] 1: at an incomplete cut, or in a sector that is; part of a seed */
  unsigned char *torn;
} marks;

/* The two half-edges of a triangle that meet at its corner:  `corner` itself and the
 * one before it. */
static gm_index side_at(gm_index corner, int which)
{
  const gm_index t = corner / 3, k = corner % 3;
  return which ? 3 * t + (k + 2) % 3 : corner;
}

/* Finds the sectors around a point: sets of triangles connected over uncut edges there.
 */
static void find_sectors(const gm_pieces *p, gm_index point, gm_index *sector)
{
  const gm_edges *e = p->edges;
  const gm_index a = e->fan_first[point], b = e->fan_first[point + 1];
  for (gm_index k = a; k < b; ++k)
    sector[e->fan[k] / 3] = e->fan[k] / 3;
  for (gm_index k = a; k < b; ++k) {
    for (int which = 0; which < 2; ++which) {
      const gm_index t = gm_pieces_beyond(p, side_at(e->fan[k], which));
      if (t >= 0) gm_union_find_join(sector, e->fan[k] / 3, t);
    }
  }
}

/* Does an incomplete cut end at the point, with the same sector on both its sides? */
static int is_end(const gm_pieces *p, const marks *m, gm_index point)
{
  const gm_edges *e = p->edges;
  for (gm_index k = e->fan_first[point]; k < e->fan_first[point + 1]; ++k) {
    for (int which = 0; which < 2; ++which) {
      const gm_index edge = e->of[side_at(e->fan[k], which)];
      if (!m->slit[edge]) continue;
      for (gm_index i = e->first[edge]; i < e->first[edge + 1]; ++i) {
        const gm_index t = e->side[i] / 3, own = e->fan[k] / 3;
        if (t != own && gm_union_find_root(m->sector, t) ==
                            gm_union_find_root(m->sector, own)) {
          return 1;
        }
      }
    }
  }
  return 0;
}

/* Does the triangle at this corner lie next to an incomplete cut through the point? */
static int beside(const gm_pieces *p, const marks *m, gm_index corner)
{
  for (int which = 0; which < 2; ++which) {
    const gm_index side = side_at(corner, which);
    const gm_index edge = p->edges->of[side];
    if (!m->slit[edge]) continue;
    const gm_edges *e = p->edges;
    for (gm_index i = e->first[edge]; i < e->first[edge + 1]; ++i) {
      if (e->side[i] != side && p->of[e->side[i] / 3] == p->of[side / 3]) {
        return 1;
      }
    }
  }
  return 0;
}

/* Joins the triangles of each sector next to an incomplete cut at the point to one
 * seed. */
static void join_sectors(const gm_pieces *p, marks *m, gm_index point)
{
  const gm_edges *e = p->edges;
  find_sectors(p, point, m->sector);
  if (is_end(p, m, point)) return;
  const gm_index a = e->fan_first[point], b = e->fan_first[point + 1];
  for (gm_index k = a; k < b; ++k) {
    if (!beside(p, m, e->fan[k])) continue;
    const gm_index own = e->fan[k] / 3;
    const gm_index sector = gm_union_find_root(m->sector, own);
    for (gm_index i = a; i < b; ++i) {
      const gm_index t = e->fan[i] / 3;
      if (gm_union_find_root(m->sector, t) != sector) continue;
      m->torn[t] = 1;
      gm_union_find_join(m->seed, own, t);
    }
  }
}

/* Makes each triangle next to an incomplete cut a seed of its own; returns the number of
 * incomplete cut edges. */
static gm_index mark_slits(const gm_pieces *p, marks *m)
{
  const gm_edges *e = p->edges;
  gm_index slits = 0;
  gm_union_find_init(m->seed, p->surface->n);
  for (gm_index t = 0; t < p->surface->n; ++t)
    m->torn[t] = 0;
  for (gm_index q = 0; q < p->surface->n_points; ++q)
    m->at[q] = 0;
  for (gm_index k = 0; k < e->n; ++k) {
    m->slit[k] = (unsigned char)is_slit(p, k);
    if (m->slit[k]) m->at[e->point[k][0]] = m->at[e->point[k][1]] = 1;
    slits += m->slit[k];
  }
  for (gm_index c = 0; c < 3 * p->surface->n; ++c)
    if (beside(p, m, c)) m->torn[c / 3] = 1;
  return slits;
}

/* Replaces seed sets by numbers, -1 for triangles without a seed. */
static void number_seeds(const gm_pieces *p, marks *m)
{
  const gm_index n = p->surface->n;
  for (gm_index t = 0; t < n; ++t)
    m->sector[t] = gm_union_find_root(m->seed, t);
  for (gm_index t = 0; t < n; ++t)
    m->seed[t] = m->torn[t] ? m->sector[t] : -1;
}

static gm_status split(gm_pieces *p, marks *m)
{
  for (int round = 0; round < ROUNDS; ++round) {
    if (mark_slits(p, m) == 0) break;
    for (gm_index q = 0; q < p->surface->n_points; ++q) {
      if (m->at[q] && round < LONE_AFTER) join_sectors(p, m, q);
    }
    number_seeds(p, m);
    GM_TRY(gm_region_growing_divide(p, m->seed));
  }
  return GM_OK;
}

gm_status gm_incomplete_cuts_split(gm_pieces *pieces)
{
  if (gm_incomplete_cuts_count(pieces) == 0) return GM_OK;
  const gm_surface *s = pieces->surface;
  marks m = {0};
  gm_status status = GM_RESIZE(m.slit, 0, pieces->edges->n);
  if (status == GM_OK) status = GM_RESIZE(m.at, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(m.seed, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(m.sector, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(m.torn, 0, s->n);
  if (status == GM_OK) status = split(pieces, &m);
  GM_FREE(m.slit);
  GM_FREE(m.at);
  GM_FREE(m.seed);
  GM_FREE(m.sector);
  GM_FREE(m.torn);
  return status;
}
