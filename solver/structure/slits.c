/* structure/slits.c -- seeds on the sides of a slit.  Room: structure.
 *
 * The triangles of a piece around a point of a slit fall into sectors between the cuts there.
 * Where a slit ends inside the piece there is one sector on both its sides; there, nothing is
 * joined.  At all its other points a sector joins the sides of the slit it touches to one seed.
 */
#include "structure/slits.h"

#include "base/memory.h"
#include "structure/grow.h"
#include "structure/sets.h"

enum { ROUNDS = 8, LONE_AFTER = 4 }; /* rounds; those in which sectors join */

/* Does an edge have a piece on two sides?  Then it is a slit in it. */
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

gm_index gm_slits_count(const gm_pieces *pieces)
{
  gm_index n = 0;
  for (gm_index k = 0; k < pieces->edges->n; ++k)
    n += is_slit(pieces, k);
  return n;
}

typedef struct marks {
  unsigned char
      *slit; /* [edges]     one piece on two sides                     */
  unsigned char
      *at;          /* [points]    a slit passes                              */
  gm_index *seed;   /* [triangles] sets, then numbers of seeds, -1 for none   */
  gm_index *sector; /* [triangles] sets around one point                      */
  unsigned char
      *torn; /* [triangles] beside a slit, or in a sector that is      */
} marks;

/* Sides of the triangle with corner k at the point: k and the one before. */
static gm_index side_at(gm_index corner, int which)
{
  const gm_index t = corner / 3, k = corner % 3;
  return which ? 3 * t + (k + 2) % 3 : corner;
}

/* The sets of triangles around a point that hang together over uncut edges there. */
static void find_sectors(const gm_pieces *p, gm_index point, gm_index *sector)
{
  const gm_edges *e = p->edges;
  const gm_index a = e->fan_first[point], b = e->fan_first[point + 1];
  for (gm_index k = a; k < b; ++k)
    sector[e->fan[k] / 3] = e->fan[k] / 3;
  for (gm_index k = a; k < b; ++k) {
    for (int which = 0; which < 2; ++which) {
      const gm_index t = gm_pieces_beyond(p, side_at(e->fan[k], which));
      if (t >= 0) gm_sets_join(sector, e->fan[k] / 3, t);
    }
  }
}

/* Has a slit at the point the same sector on two sides? */
static int is_end(const gm_pieces *p, const marks *m, gm_index point)
{
  const gm_edges *e = p->edges;
  for (gm_index k = e->fan_first[point]; k < e->fan_first[point + 1]; ++k) {
    for (int which = 0; which < 2; ++which) {
      const gm_index edge = e->of[side_at(e->fan[k], which)];
      if (!m->slit[edge]) continue;
      for (gm_index i = e->first[edge]; i < e->first[edge + 1]; ++i) {
        const gm_index t = e->side[i] / 3, own = e->fan[k] / 3;
        if (t != own &&
            gm_sets_find(m->sector, t) == gm_sets_find(m->sector, own)) {
          return 1;
        }
      }
    }
  }
  return 0;
}

/* Does the triangle at corner k of the fan lie beside a slit that passes the point? */
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

/* Join the sectors beside a slit at a point to one seed each. */
static void join_sectors(const gm_pieces *p, marks *m, gm_index point)
{
  const gm_edges *e = p->edges;
  find_sectors(p, point, m->sector);
  if (is_end(p, m, point)) return;
  const gm_index a = e->fan_first[point], b = e->fan_first[point + 1];
  for (gm_index k = a; k < b; ++k) {
    if (!beside(p, m, e->fan[k])) continue;
    const gm_index own = e->fan[k] / 3;
    const gm_index sector = gm_sets_find(m->sector, own);
    for (gm_index i = a; i < b; ++i) {
      const gm_index t = e->fan[i] / 3;
      if (gm_sets_find(m->sector, t) != sector) continue;
      m->torn[t] = 1;
      gm_sets_join(m->seed, own, t);
    }
  }
}

/* The triangles beside slits, each a seed of its own. */
static gm_index mark_slits(const gm_pieces *p, marks *m)
{
  const gm_edges *e = p->edges;
  gm_index slits = 0;
  gm_sets_init(m->seed, p->surface->n);
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

/* Seeds as numbers, -1 where there is none. */
static void number_seeds(const gm_pieces *p, marks *m)
{
  const gm_index n = p->surface->n;
  for (gm_index t = 0; t < n; ++t)
    m->sector[t] = gm_sets_find(m->seed, t);
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
    GM_TRY(gm_grow_divide(p, m->seed));
  }
  return GM_OK;
}

gm_status gm_slits_split(gm_pieces *pieces)
{
  if (gm_slits_count(pieces) == 0) return GM_OK;
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
