/* hybrid/coupling.c -- one velocity for grains and points.
 *
 * Cells and new velocities are computed grain by grain, in parallel; sums at nodes by
 * one thread in the order of the grains, so their bits do not depend on the threads.
 *
 * An impulse j that acts beside others changes the kinetic energy by j (v0 + v1) / 2 with
 * the velocities before and after all of them, of a grain in a step and of a node in a
 * stride.  With those before and after the coupling alone, a bed at rest, where it holds
 * what contacts and stresses push, would dissipate without end.
 */
#include "hybrid/coupling.h"

#include "base/memory.h"

gm_status gm_coupling_begin(gm_coupling *c, const gm_point_grid *grid)
{
  const size_t nodes = (size_t)grid->slots * (size_t)grid->size;
  if (nodes > c->node_capacity) {
    const size_t rows = nodes + nodes / 4;
    GM_TRY(GM_RESIZE(c->node, 0, rows));
    GM_TRY(GM_RESIZE(c->gave, 0, rows));
    GM_TRY(GM_RESIZE(c->touched, 0, rows));
    c->node_capacity = rows;
  }
  for (size_t k = 0; k < nodes; ++k)
    c->gave[k] = (gm_row4){0.0, 0.0, 0.0, 0.0};
  return GM_OK;
}

static gm_status reserve_coupling(gm_coupling *c, gm_index coupled)
{
  if ((size_t)coupled > c->grain_capacity) {
    c->grain_capacity = (size_t)coupled + (size_t)coupled / 4 + 64;
    GM_TRY(GM_RESIZE(c->grain, 0, c->grain_capacity));
    GM_TRY(GM_RESIZE(c->cell, 0, c->grain_capacity));
    GM_TRY(GM_RESIZE(c->was, 0, c->grain_capacity));
  }
  return GM_OK;
}

static gm_index count_coupling_shared(const gm_grains *g)
{
  gm_index n = 0;
  for (gm_index i = 0; i < g->n; ++i)
    n += g->weight[i] < 1.0;
  return n;
}

gm_status gm_coupling_note(gm_coupling *c, const gm_grains *g)
{
  gm_index n = 0;
  GM_TRY(reserve_coupling(c, count_coupling_shared(g)));
  for (gm_index i = 0; i < g->n; ++i)
    if (g->weight[i] < 1.0) c->was[n++] = g->g[i].v;
  return GM_OK;
}

static gm_coupling_cell coupling_cell_of(const gm_point_grid *grid, gm_vec3 x,
                                         double least)
{
  gm_coupling_cell c = {.n = 1 << grid->dims};
  const gm_row4 u = gm_point_grid_scaled(grid, gm_row(x, 0.0));
  const int at[3] = {(int)floor(u[0]), (int)floor(u[1]), (int)floor(u[2])};
  for (int k = 0; k < c.n; ++k) {
    const int to[3] = {k & 1, k >> 1 & 1, k >> 2};
    const int i[3] = {at[0] + to[0], at[1] + to[1], at[2] + to[2]};
    double w = 1.0;
    for (int a = 0; a < grid->dims; ++a)
      w *= to[a] ? u[a] - at[a] : 1.0 - (u[a] - at[a]);
    c.node[k] = gm_point_grid_node(grid, i);
    c.weight[k] = w;
    if (c.node[k] < 0 || !(grid->node[c.node[k]].p[3] > least)) c.n = 0;
  }
  return c;
}

/* Finds the cells of grains whose weight is below 1, where they were before. */
static void find_coupling_cells(gm_coupling *c, const gm_point_grid *grid,
                                const gm_grains *g, double dt, double least,
                                int threads)
{
  gm_index n = 0;
  for (gm_index i = 0; i < g->n; ++i)
    if (g->weight[i] < 1.0) c->grain[n++] = i;
  c->n = n;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index k = 0; k < n; ++k) {
    const gm_grain *o = &g->g[c->grain[k]];
    gm_coupling_cell *s = &c->cell[k];
    const gm_vec3 x = gm_madd(gm_row_vec(o->x), -dt, gm_row_vec(o->v));
    *s = coupling_cell_of(grid, x, least);
  }
  gm_index kept = 0;
  for (gm_index k = 0; k < n; ++k) {
    if (!c->cell[k].n) continue;
    c->grain[kept] = c->grain[k];
    c->was[kept] = c->was[k];
    if (kept != k) c->cell[kept] = c->cell[k];
    ++kept;
  }
  c->n = kept;
}

/* Adds mass and momentum of the coupled grains to the nodes. */
static void rasterise_coupling_grains(gm_coupling *c, const gm_grains *g)
{
  c->n_touched = 0;
  for (gm_index k = 0; k < c->n; ++k) {
    const gm_coupling_cell *s = &c->cell[k];
    const gm_row4 v = g->g[c->grain[k]].v;
    const double m = 1.0 / v[3];
    const gm_row4 p = {m * v[0], m * v[1], m * v[2], m};
    for (int q = 0; q < s->n; ++q) {
      if (!(s->weight[q] > 0.0)) continue;
      gm_row4 *node = &c->node[s->node[q]];
      if ((*node)[3] == 0.0) c->touched[c->n_touched++] = s->node[q];
      *node += s->weight[q] * p;
    }
  }
}

/* Sizes of impulses, to measure the error by. */
typedef struct balance {
  gm_row4 sum; /* N s */
  double size; /* N s */
} balance;

/* Makes momenta those of one velocity, `left` of the stride before its end; the nodes of
 * the coupling then hold the change of velocity of grains. */
static void correct_coupling(gm_coupling *c, const gm_point_grid *grid,
                             double left, balance *b)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  for (gm_index t = 0; t < c->n_touched; ++t) {
    const gm_node *to = &grid->node[c->touched[t]];
    gm_row4 *of = &c->node[c->touched[t]], *gave = &c->gave[c->touched[t]];
    const double mg = (*of)[3], mp = to->p[3];
    const gm_row4 points =
        vector * (to->p - left * (to->p - mp * to->f)) - *gave;
    const gm_row4 lambda =
        vector * (mg * points - mp * *of) * (1.0 / (mg + mp));
    *gave += lambda;
    b->sum -= lambda;
    b->size += gm_norm(gm_row_vec(lambda));
    *of = lambda * (1.0 / mg);
  }
}

/* Points take what they gave in the stride.  Returns the energy (J) that they lose. */
static double settle_coupling(const gm_coupling *c, gm_point_grid *grid)
{
  const gm_index nodes = grid->slots * grid->size;
  double lost = 0.0;
  for (gm_index k = 0; k < nodes; ++k) {
    gm_node *o = &grid->node[k];
    o->p -= c->gave[k];
    if (o->p[3] > 0.0)
      lost += 0.5 * gm_dot(gm_row_vec(c->gave[k]),
                           gm_row_vec(o->f + o->p * (1.0 / o->p[3])));
  }
  return lost;
}

/* Changes velocities, and the positions that followed from them. */
static void give_back_coupling(const gm_coupling *c, gm_grains *g, double dt,
                               int threads)
{
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index k = 0; k < c->n; ++k) {
    const gm_coupling_cell *s = &c->cell[k];
    gm_grain *o = &g->g[c->grain[k]];
    gm_row4 change = {0.0, 0.0, 0.0, 0.0};
    for (int q = 0; q < s->n; ++q)
      change += s->weight[q] * c->node[s->node[q]];
    change[3] = 0.0;
    o->v += change;
    o->x += dt * change;
    c->cell[k].weight[0] = change[0];
    c->cell[k].weight[1] = change[1];
    c->cell[k].weight[2] = change[2];
  }
}

static gm_coupling_result sum_up_coupling(const gm_coupling *c,
                                          const gm_grains *g, balance b)
{
  gm_coupling_result r = {0};
  for (gm_index k = 0; k < c->n; ++k) {
    const gm_row4 v = g->g[c->grain[k]].v;
    const double m = 1.0 / v[3], *u = c->cell[k].weight;
    const gm_row4 change = {u[0], u[1], u[2], 0.0};
    const gm_vec3 middle = gm_row_vec(0.5 * (v + c->was[k]));
    r.swiftest = fmax(r.swiftest, gm_norm2(gm_row_vec(change)));
    r.work += m * gm_dot(middle, gm_row_vec(change));
    b.sum += m * change;
  }
  r.swiftest = sqrt(r.swiftest);
  r.loss = -r.work;
  r.error = b.size > 0.0 ? gm_norm(gm_row_vec(b.sum)) / b.size : 0.0;
  return r;
}

gm_status gm_coupling_run(gm_coupling *c, gm_point_grid *grid, gm_grains *g,
                          double dt, double least, double left, int threads,
                          gm_coupling_result *result)
{
  balance b = {0};
  *result = (gm_coupling_result){0};
  const gm_index shared = g->weight ? count_coupling_shared(g) : 0;
  c->n = 0;
  GM_TRY(reserve_coupling(c, shared));
  threads = shared < 2048 ? 1 : threads; /* less work than starting a team */
  find_coupling_cells(c, grid, g, dt, least, threads);
  rasterise_coupling_grains(c, g);
  correct_coupling(c, grid, left, &b);
  give_back_coupling(c, g, dt, threads);
  for (gm_index t = 0; t < c->n_touched; ++t)
    c->node[c->touched[t]] = (gm_row4){0.0, 0.0, 0.0, 0.0};
  *result = sum_up_coupling(c, g, b);
  if (left == 0.0) result->loss += settle_coupling(c, grid);
  return GM_OK;
}

void gm_coupling_clear(gm_coupling *c)
{
  GM_FREE(c->grain);
  GM_FREE(c->cell);
  GM_FREE(c->was);
  GM_FREE(c->node);
  GM_FREE(c->gave);
  GM_FREE(c->touched);
  *c = (gm_coupling){0};
}
