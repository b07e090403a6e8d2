/* points/point_motion.c -- points to the grid, and back.
 *
 * The points of a home reach 8^d nodes.  A thread adds them in a tile of its own, which
 * then is added to the grid; homes of one colour reach no node in common.  Of the three
 * nodes along x each takes the same sums over y and z: a third of the work.
 */
#include "points/point_motion.h"

#include "points/point_tile.h"

/* The nodes around one point, or around a grain. */

void gm_point_motion_stencil(const gm_point_grid *g, gm_vec3 x,
                             gm_point_stencil *s)
{
  int first[3];
  const gm_row4 u = gm_point_grid_scaled(g, gm_row(x, 0.0));
  for (int a = 0; a < 3; ++a)
    first[a] = a < g->dims ? gm_point_grid_first(u[a], g->l) : 0;
  const gm_row4 off = {u[0] - first[0] - 1, u[1] - first[1] - 1,
                       u[2] - first[2] - 1, 0.0};
  const gm_point_weights w = gm_point_grid_weights(off, g->l);
  s->n = 0;
  for (int k = 0; k < (g->dims == 2 ? 1 : 3); ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        const int at[3] = {first[0] + i, first[1] + j, first[2] + k};
        const gm_index node = gm_point_grid_node(g, at);
        s->node[s->n] = node >= 0 && g->alias ? g->alias[node] : node;
        s->weight[s->n++] =
            w.s[i][0] * w.s[j][1] * (g->dims == 2 ? 1.0 : w.s[k][2]);
      }
}

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

GM_CLONED static void scatter_point_2(gm_point_grid *g, const gm_points *points,
                                      const gm_point_law *law, const gm_home *h)
{
  scatter_home(g, points, law, h, 2);
}

GM_CLONED static void scatter_point_3(gm_point_grid *g, const gm_points *points,
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
      (law->dims == 2 ? scatter_point_2 : scatter_point_3)(
          g, points, law, &g->home[g->by_colour[k]]);
  }
  gm_point_grid_fold(g);
}

/* ---- nodes --------------------------------------------------------------- */

/* In a block: momentum to come, velocity before, and the work at that velocity. */
static double push_point_block(gm_node *node, int size, gm_row4 pull,
                               double kick)
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
static double sum_point_blocks(const gm_point_grid *g)
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
    g->lost[s] = push_point_block(&g->node[s * g->size], g->size, pull, kick);
  return sum_point_blocks(g);
}

/* In a block: velocities, their changes and the kinetic energy of these. */
static double finish_point_block(gm_node *node, int size)
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
    g->lost[s] = finish_point_block(&g->node[s * g->size], g->size);
  gm_point_grid_unfold(g);
  return sum_point_blocks(g);
}

/* From the grid back to the points.
 *
 * The nodes of a home are copied to a tile once and read there for all its points.  Sums
 * over the three nodes along x are made first, those over y and z from them.  The law
 * runs over columns of several points. */

/* Velocity, its change, and the gradient along x, y, z times h. */
typedef struct motion {
  gm_row4 v, dv, x, y, z;
} motion;

GM_INLINE motion motion_at(const gm_point_place *at, const gm_node *tile,
                           int dims)
{
  const gm_row4 zero = {0.0, 0.0, 0.0, 0.0};
  const gm_point_weights *w = &at->w;
  motion o = {zero, zero, zero, zero, zero};
  for (int k = 0; k < (dims == 2 ? 1 : 3); ++k) {
    const double sz = dims == 2 ? 1.0 : w->s[k][2];
    const double dz = dims == 2 ? 0.0 : w->d[k][2];
    for (int j = 0; j < 3; ++j) {
      const gm_node *row =
          &tile[at->first + GM_TILE_ROW * j + GM_TILE_SLICE * k];
      gm_row4 v = zero, dv = zero, dx = zero;
      for (int i = 0; i < 3; ++i) {
        v += w->s[i][0] * row[i].p;
        dx += w->d[i][0] * row[i].p;
        dv += w->s[i][0] * row[i].f;
      }
      const double yz = w->s[j][1] * sz;
      o.v += yz * v;
      o.dv += yz * dv;
      o.x += yz * dx;
      o.y += w->d[j][1] * sz * v;
      if (dims == 3) o.z += w->s[j][1] * dz * v;
    }
  }
  return o;
}

/* What all points of a step share. */
typedef struct stride {
  const gm_point_law *law;
  gm_vec3 gravity;
  double flip, dt;
} stride;

GM_INLINE void put_lane(gm_point_lanes *o, int k, const motion *m,
                        const gm_strain *b, double by)
{
  for (int a = 0; a < 3; ++a) {
    o->rise[3 * a][k] = by * m->x[a];
    o->rise[3 * a + 1][k] = by * m->y[a];
    o->rise[3 * a + 2][k] = by * m->z[a];
    o->bar[a][k] = b->bar[a];
    o->bar[3 + a][k] = b->off[a];
  }
  o->J[k] = b->bar[3];
}

/* Moves the point, and gives it its strain.  Returns the kinetic energy it loses to the
 * grid. */
GM_INLINE double move_point(const stride *s, const motion *m,
                            const gm_point_lanes *o, int k, gm_point *p)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  const gm_row4 flip = p->v + vector * m->dv;
  const gm_row4 v = vector * ((1.0 - s->flip) * m->v + s->flip * flip);
  const double lost = gm_norm2(gm_row_vec(flip)) - gm_norm2(gm_row_vec(v)) -
                      gm_norm2(gm_row_vec(m->dv));
  p->x += s->dt * (vector * m->v);
  p->v = (gm_row4){v[0], v[1], v[2], p->v[3]};
  p->b.bar = (gm_row4){o->bar[0][k], o->bar[1][k], o->bar[2][k], o->J[k]};
  p->b.off = (gm_row4){o->bar[3][k], o->bar[4][k], o->bar[5][k], p->b.off[3]};
  return 0.5 * p->x[3] * lost;
}

GM_INLINE int is_somewhere(const gm_point_grid *g, const gm_point *p)
{
  const gm_row4 u = gm_point_grid_scaled(g, p->x);
  return gm_norm2(gm_row_vec(u)) < 1.0e18 && p->b.bar[3] > 0.0;
}

GM_INLINE gm_point_sums gather_home(const gm_point_grid *g, gm_points *points,
                                    const stride *s, gm_home *h, int dims)
{
  gm_node tile[GM_TILE_NODES];
  gm_point_lanes lanes = {0};
  motion m[GM_POINT_LANES];
  gm_point_sums sum = {0.0, 0.0, 0.0};
  const gm_point_tile e = gm_point_tile_of(h, dims);
  gm_point_tile_load(g, h, &e, tile, dims);
  for (int a = 0; a < dims; ++a) {
    h->low[a] = INT32_MAX / 2;
    h->high[a] = -INT32_MAX / 2;
  }
  for (gm_index i = h->first; i < h->end; i += GM_POINT_LANES) {
    const int n = h->end - i < GM_POINT_LANES ? h->end - i : GM_POINT_LANES;
    for (int k = 0; k < n; ++k) {
      const gm_point *p = &points->p[i + k];
      const gm_point_place at = gm_point_tile_place(g, h, p->x, dims);
      m[k] = motion_at(&at, tile, dims);
      put_lane(&lanes, k, &m[k], &p->b, s->dt * g->per);
    }
    gm_point_law_advance(s->law, &lanes);
    for (int k = 0; k < n; ++k) {
      gm_point *p = &points->p[i + k];
      sum.transfer += move_point(s, &m[k], &lanes, k, p);
      sum.plastic += p->v[3] * lanes.lost[k];
      sum.work += p->x[3] * s->dt * gm_dot(s->gravity, gm_row_vec(m[k].v)) -
                  p->v[3] * lanes.work[k];
      if (p->b.bar[3] <= 1.0) points->tag[i + k].fresh = 0;
      if (!is_somewhere(g, p))
        h->low[0] = INT32_MIN;
      else
        gm_point_tile_note(g, h, p->x);
    }
  }
  return sum;
}

GM_CLONED static gm_point_sums gather_point_2(const gm_point_grid *g,
                                              gm_points *points,
                                              const stride *s, gm_home *h)
{
  return gather_home(g, points, s, h, 2);
}

GM_CLONED static gm_point_sums gather_point_3(const gm_point_grid *g,
                                              gm_points *points,
                                              const stride *s, gm_home *h)
{
  return gather_home(g, points, s, h, 3);
}

/* The point of home h that is nowhere. */
static gm_status lost_point(const gm_points *points, const gm_home *h)
{
  gm_index i = h->first;
  while (i + 1 < h->end && points->p[i].b.bar[3] > 0.0 &&
         isfinite(gm_norm2(gm_row_vec(points->p[i].x))))
    ++i;
  const gm_point *p = &points->p[i];
  return gm_fail(
      GM_ERR_NUMBER,
      "material point %lld at (%g, %g, %g) m has a volume of %g times "
      "that without stress; reduce time.step",
      (long long)points->tag[i].id, p->x[0], p->x[1], p->x[2], p->b.bar[3]);
}

gm_status gm_point_motion_gather(gm_point_grid *g, gm_points *points,
                                 const gm_point_law *law, gm_vec3 gravity,
                                 double flip, double dt, gm_point_sums *sum,
                                 int threads)
{
  const stride s = {law, gravity, flip, dt};
#pragma omp parallel for schedule(dynamic, 1) num_threads(threads)
  for (gm_index k = 0; k < g->homes; ++k)
    g->home[k].lost = (law->dims == 2 ? gather_point_2 : gather_point_3)(
        g, points, &s, &g->home[k]);
  for (gm_index k = 0; k < g->homes; ++k) {
    const gm_home *h = &g->home[k];
    sum->plastic += h->lost.plastic;
    sum->transfer += h->lost.transfer;
    sum->work += h->lost.work;
    if (h->low[0] == INT32_MIN) return lost_point(points, h);
  }
  return GM_OK;
}

void gm_point_motion_change(const gm_point_grid *g, const gm_points *points,
                            gm_row4 *change, int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index i = 0; i < points->n; ++i) {
    gm_point_stencil at;
    gm_row4 sum = {0.0, 0.0, 0.0, 0.0};
    gm_point_motion_stencil(g, gm_row_vec(points->p[i].x), &at);
    for (int k = 0; k < at.n; ++k) {
      const gm_node *o = &g->node[at.node[k]];
      if (o->p[3] > 0.0) sum += at.weight[k] * (o->p * (1.0 / o->p[3]) - o->f);
    }
    change[i] = (gm_row4){sum[0], sum[1], sum[2], 0.0};
  }
}
