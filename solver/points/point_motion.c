/* points/point_motion.c -- points to the grid.
 *
 * The points of a home reach 8^d nodes.  A thread adds them in a tile of its own, which
 * then is added to the grid; homes of one colour reach no node in common.  Of the three
 * nodes along x each takes the same sums over y and z: a third of the work.
 */
#include "points/point_motion.h"

#include "points/point_tile.h"

/* ---- to the grid --------------------------------------------------------- */

/* The columns of the Kirchhoff stress times -V / h. */
GM_INLINE void pull_of(const gm_point_law *law, const gm_point *p, double per,
                       gm_row4 t[3])
{
  const gm_point_tensor s = gm_point_law_stress(law, &p->b);
  const double by = -p->v[3] * per;
  t[0] = by * (gm_row4){s.c[0], s.c[3], s.c[5], 0.0};
  t[1] = by * (gm_row4){s.c[3], s.c[1], s.c[4], 0.0};
  t[2] = by * (gm_row4){s.c[5], s.c[4], s.c[2], 0.0};
}

GM_INLINE void scatter_point(const gm_point_grid *g, const gm_home *h,
                             const gm_point_law *law, const gm_point *p,
                             gm_node *tile, int dims)
{
  const gm_point_place at = gm_point_tile_place(g, h, p->x, dims);
  const gm_point_weights *w = &at.w;
  const double m = p->x[3];
  const gm_row4 mv = m * (gm_row4){p->v[0], p->v[1], p->v[2], 1.0};
  gm_row4 t[3];
  pull_of(law, p, g->per, t);
  for (int k = 0; k < (dims == 2 ? 1 : 3); ++k) {
    const double sz = dims == 2 ? 1.0 : w->s[k][2];
    const double dz = dims == 2 ? 0.0 : w->d[k][2];
    for (int j = 0; j < 3; ++j) {
      const double yz = w->s[j][1] * sz;
      gm_node *row = &tile[at.first + GM_TILE_ROW * j + GM_TILE_SLICE * k];
      const gm_row4 mass = yz * mv, along = yz * t[0];
      gm_row4 across = w->d[j][1] * sz * t[1];
      if (dims == 3) across += w->s[j][1] * dz * t[2];
      for (int i = 0; i < 3; ++i) {
        row[i].p += w->s[i][0] * mass;
        row[i].f += w->d[i][0] * along + w->s[i][0] * across;
      }
    }
  }
}

GM_INLINE void scatter_home(gm_point_grid *g, const gm_points *points,
                            const gm_point_law *law, const gm_home *h, int dims)
{
  gm_node tile[GM_TILE_NODES];
  const gm_point_tile e = gm_point_tile_of(h, dims);
  gm_point_tile_clear(&e, tile);
  for (gm_index i = h->first; i < h->end; ++i)
    scatter_point(g, h, law, &points->p[i], tile, dims);
  gm_point_tile_add(g, h, &e, tile, dims);
}

GM_CLONED static void scatter_2(gm_point_grid *g, const gm_points *points,
                                const gm_point_law *law, const gm_home *h)
{
  scatter_home(g, points, law, h, 2);
}

GM_CLONED static void scatter_3(gm_point_grid *g, const gm_points *points,
                                const gm_point_law *law, const gm_home *h)
{
  scatter_home(g, points, law, h, 3);
}

void gm_point_motion_scatter(gm_point_grid *g, const gm_points *points,
                             const gm_point_law *law, int threads)
{
  GM_ASSERT(!gm_point_grid_outdated(g));
  const gm_index nodes = g->slots * g->size;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index i = 0; i < nodes; ++i)
    g->node[i] = (gm_node){0};
  for (int c = 0; c < 8; ++c) {
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
    for (gm_index k = g->colour[c]; k < g->colour[c + 1]; ++k)
      (law->dims == 2 ? scatter_2 : scatter_3)(g, points, law,
                                               &g->home[g->by_colour[k]]);
  }
  gm_point_grid_fold(g);
}

/* ---- nodes --------------------------------------------------------------- */

/* In a block: momentum to come, velocity before, and the work at that velocity. */
static double push_block(gm_node *node, int size, gm_row4 pull, double kick)
{
  double work = 0.0;
  for (int i = 0; i < size; ++i) {
    gm_node *o = &node[i];
    const double m = o->p[3];
    if (!(m > 0.0)) continue;
    const gm_row4 old = {o->p[0] / m, o->p[1] / m, o->p[2] / m, 0.0};
    const gm_row4 push = kick * (o->f + m * pull);
    work += gm_dot(gm_row_vec(push), gm_row_vec(old));
    o->p += push;
    o->f = old;
  }
  return work;
}

/* Of the blocks, in their order. */
static double sum_blocks(const gm_point_grid *g)
{
  double sum = 0.0;
  for (gm_index s = 0; s < g->slots; ++s)
    sum += g->lost[s];
  return sum;
}

double gm_point_motion_forces(gm_point_grid *g, gm_vec3 gravity, double kick,
                              int threads)
{
  const gm_row4 pull = gm_row(gravity, 0.0);
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index s = 0; s < g->slots; ++s)
    g->lost[s] = push_block(&g->node[s * g->size], g->size, pull, kick);
  return sum_blocks(g);
}

/* In a block: velocities, their changes and the kinetic energy of these. */
static double finish_block(gm_node *node, int size)
{
  double sum = 0.0;
  for (int i = 0; i < size; ++i) {
    gm_node *o = &node[i];
    const double m = o->p[3];
    if (!(m > 0.0)) {
      *o = (gm_node){0};
      continue;
    }
    const gm_row4 v = {o->p[0] / m, o->p[1] / m, o->p[2] / m, m};
    const gm_row4 change = {v[0] - o->f[0], v[1] - o->f[1], v[2] - o->f[2],
                            0.0};
    sum += 0.5 * m * gm_norm2(gm_row_vec(change));
    o->p = v;
    o->f = change;
  }
  return sum;
}

double gm_point_motion_finish(gm_point_grid *g, int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index s = 0; s < g->slots; ++s)
    g->lost[s] = finish_block(&g->node[s * g->size], g->size);
  gm_point_grid_unfold(g);
  return sum_blocks(g);
}
