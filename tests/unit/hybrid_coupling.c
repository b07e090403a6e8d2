/* Coupled grains and points share a velocity, and their momentum is kept.
 *
 * A block of points in which grains are dispersed, in two and three dimensions.  If both
 * fly alike, nothing changes; with random velocities the sum of all momenta stays to
 * 1e-14 of the sum of their sizes, and kinetic energy is lost and never won.  Grains at
 * the edge, some of whose nodes have no points, are not coupled.
 *
 * In a stride of ten steps in which nodes and grains are pushed as well, the loss is what
 * is missing of the work of these pushes, each by the mean of the velocities before and
 * after its step: so the balance of energy closes whatever holds the bed.
 */
#include "base/random.h"
#include "check.h"
#include "hybrid/coupling.h"
#include "points/point_motion.h"

typedef struct body {
  gm_points points;
  gm_point_grid grid;
  gm_grains grains;
  gm_coupling coupling;
} body;

static const double h = 0.01, dt = 1.0e-4;
enum { CELLS = 6 };

static gm_vec3 random_vec(int k, uint32_t draw, int dims)
{
  double u[4];
  gm_random_uniform(11, (uint64_t)k, draw, u);
  return gm_vec(u[0] - 0.5, u[1] - 0.5, dims > 2 ? u[2] - 0.5 : 0.0);
}

static void make(body *b, int dims, int random)
{
  const int m = 2 * CELLS, layers = dims > 2 ? m : 1;
  const gm_vec3 flight = {1.0, -2.0, dims > 2 ? 0.5 : 0.0};
  *b = (body){.grains.rule.flat = dims < 3};
  gm_point_grid_init(&b->grid, dims, h, 0.25, gm_vec(0, 0, 0));
  CHECK(gm_points_reserve(&b->points, m * m * layers) == GM_OK);
  CHECK(gm_grains_reserve(&b->grains, 2000, 0) == GM_OK);
  CHECK(gm_grains_weigh(&b->grains) == GM_OK);
  for (int k = 0; k < layers; ++k)
    for (int j = 0; j < m; ++j)
      for (int i = 0; i < m; ++i) {
        const gm_vec3 x = gm_vec(0.5 * h * (i + 0.5), 0.5 * h * (j + 0.5),
                                 dims > 2 ? 0.5 * h * (k + 0.5) : 0.0);
        const gm_vec3 v = random ? random_vec(b->points.n, 1, dims) : flight;
        gm_points_append(&b->points, x, v, 1.0e-3, 1.0e-6,
                         gm_points_unstrained(), 0.0);
      }
  for (int k = 0; k < (dims > 2 ? 1000 : 150); ++k) {
    const gm_vec3 u = random_vec(k, 2, dims);
    const gm_vec3 x = gm_vec(h * CELLS * (u.x + 0.5), h * CELLS * (u.y + 0.5),
                             dims > 2 ? h * CELLS * (u.z + 0.5) : 0.0);
    gm_grains_append(&b->grains, k, x, 0.002 + 0.001 * (k % 3), 2500.0,
                     random ? random_vec(k, 3, dims) : flight,
                     gm_vec(0.0, 0.0, 5.0), 0, 0);
    gm_grains_reweigh(&b->grains, k, k % 4 ? 0.5 : 1.0);
  }
  CHECK(gm_point_grid_sort(&b->grid, &b->points) == GM_OK);
}

static void scatter(body *b)
{
  const gm_point_law law = {b->grid.dims, 1.0e6, 1.0e6, 0.5};
  gm_point_motion_scatter(&b->grid, &b->points, &law, 1);
  gm_point_motion_forces(&b->grid, gm_vec(0, 0, 0), dt, 1);
}

/* Momentum and kinetic energy of nodes and grains together, sizes of the momenta. */
static gm_vec3 momentum_of(const body *b, double *size, double *energy)
{
  gm_vec3 sum = {0.0, 0.0, 0.0};
  *size = *energy = 0.0;
  for (gm_index i = 0; i < b->grid.slots * b->grid.size; ++i) {
    const gm_row4 p = b->grid.node[i].p;
    sum = gm_add(sum, gm_row_vec(p));
    *size += gm_norm(gm_row_vec(p));
    if (p[3] > 0.0) *energy += 0.5 * gm_norm2(gm_row_vec(p)) / p[3];
  }
  for (gm_index i = 0; i < b->grains.n; ++i) {
    const gm_vec3 v = gm_row_vec(b->grains.g[i].v);
    const double m = gm_grains_mass(&b->grains, i);
    sum = gm_madd(sum, m, v);
    *size += m * gm_norm(v);
    *energy += 0.5 * m * gm_norm2(v);
  }
  return sum;
}

static void check_flight(int dims)
{
  body b;
  gm_coupling_result r;
  double most = 0.0;
  make(&b, dims, 0);
  scatter(&b);
  CHECK(gm_coupling_begin(&b.coupling, &b.grid) == GM_OK);
  CHECK(gm_coupling_note(&b.coupling, &b.grains) == GM_OK);
  CHECK(gm_coupling_run(&b.coupling, &b.grid, &b.grains, dt, 1e-9, 0.0, 1,
                        &r) == GM_OK);
  for (gm_index i = 0; i < b.grains.n; ++i) {
    const gm_vec3 off = gm_sub(gm_row_vec(b.grains.g[i].v),
                               gm_vec(1.0, -2.0, dims > 2 ? 0.5 : 0.0));
    most = fmax(most, gm_norm(off));
  }
  printf("%d-D: %4d of %d grains coupled; flight off by %.1e m/s\n", dims,
         b.coupling.n, b.grains.n, most);
  CHECK(b.coupling.n > b.grains.n / 5);
  CHECK(most < 1e-14);
  gm_coupling_clear(&b.coupling);
  gm_grains_clear(&b.grains);
  gm_points_clear(&b.points);
  gm_point_grid_clear(&b.grid);
}

static void check_momentum(int dims)
{
  body b;
  gm_coupling_result r;
  double size, before, after;
  make(&b, dims, 1);
  scatter(&b);
  const gm_vec3 p0 = momentum_of(&b, &size, &before);
  const gm_vec3 x0 = gm_row_vec(b.grains.g[1].x);
  const gm_vec3 v0 = gm_row_vec(b.grains.g[1].v);
  CHECK(gm_coupling_begin(&b.coupling, &b.grid) == GM_OK);
  CHECK(gm_coupling_note(&b.coupling, &b.grains) == GM_OK);
  CHECK(gm_coupling_run(&b.coupling, &b.grid, &b.grains, dt, 1e-9, 0.0, 1,
                        &r) == GM_OK);
  const gm_vec3 p1 = momentum_of(&b, &size, &after);
  const double error = gm_norm(gm_sub(p1, p0)) / size;
  printf("%d-D: momentum off by %.1e, measured %.1e; energy %.4f of before\n",
         dims, error, r.error, after / before);
  CHECK(error < 1e-14 && r.error < 1e-13);
  CHECK(after < before && after > 0.3 * before);
  CHECK(r.swiftest > 0.01);
  /* Positions follow the change of velocity. */
  const gm_vec3 dv = gm_sub(gm_row_vec(b.grains.g[1].v), v0);
  const gm_vec3 dx = gm_sub(gm_row_vec(b.grains.g[1].x), x0);
  CHECK(gm_norm(gm_madd(dx, -dt, dv)) < 1e-17);
  /* Whole grains are not coupled. */
  CHECK(gm_norm(gm_sub(gm_row_vec(b.grains.g[0].v), random_vec(0, 3, dims))) ==
        0.0);
  gm_coupling_clear(&b.coupling);
  gm_grains_clear(&b.grains);
  gm_points_clear(&b.points);
  gm_point_grid_clear(&b.grid);
}

/* Kinetic energy of nodes and grains, less the work of what pushes them, less the loss
 * that the coupling counts. */
static void check_stride(int dims)
{
  enum { STEPS = 10 };
  body b;
  gm_coupling_result r;
  double size, before, after, work = 0.0, loss = 0.0, lost = 0.0;
  make(&b, dims, 1);
  scatter(&b);
  const gm_index nodes = b.grid.slots * b.grid.size;
  momentum_of(&b, &size, &before);
  for (gm_index i = 0; i < nodes; ++i) {
    gm_node *o = &b.grid.node[i];
    if (o->p[3] > 0.0) o->p += o->p[3] * gm_row(random_vec(i, 4, dims), 0.0);
  }
  CHECK(gm_coupling_begin(&b.coupling, &b.grid) == GM_OK);
  for (int n = 0; n < STEPS; ++n) {
    CHECK(gm_coupling_note(&b.coupling, &b.grains) == GM_OK);
    for (gm_index i = 0; i < b.grains.n; ++i) {
      gm_grain *o = &b.grains.g[i];
      const gm_row4 was = o->v, kick = gm_row(random_vec(i, 5, dims), 0.0);
      o->v += kick;
      o->x += gm_row(gm_scale(dt, gm_row_vec(o->v)), 0.0);
      b.grains.w[i] = was; /* until the new velocity is known */
    }
    const double left = (double)(STEPS - 1 - n) / STEPS;
    CHECK(gm_coupling_run(&b.coupling, &b.grid, &b.grains, dt, 1e-9, left, 1,
                          &r) == GM_OK);
    CHECK(b.coupling.n > b.grains.n / 5 && r.error < 1e-13);
    loss += r.loss;
    for (gm_index i = 0; i < b.grains.n; ++i) {
      const gm_vec3 mean = gm_row_vec(0.5 * (b.grains.w[i] + b.grains.g[i].v));
      work +=
          gm_grains_mass(&b.grains, i) * gm_dot(random_vec(i, 5, dims), mean);
    }
  }
  momentum_of(&b, &size, &after);
  for (gm_index i = 0; i < nodes; ++i) {
    const gm_node *o = &b.grid.node[i];
    if (!(o->p[3] > 0.0)) continue;
    const gm_row4 mean = 0.5 * (o->f + o->p * (1.0 / o->p[3]));
    work += o->p[3] * gm_dot(random_vec(i, 4, dims), gm_row_vec(mean));
  }
  lost = before + work - after;
  printf("%d-D: a stride loses %.6f J of %.3f J, counted %.6f J\n", dims, lost,
         before, loss);
  CHECK(fabs(loss - lost) < 1e-12 * (before + fabs(work)));
  gm_coupling_clear(&b.coupling);
  gm_grains_clear(&b.grains);
  gm_points_clear(&b.points);
  gm_point_grid_clear(&b.grid);
}

int main(void)
{
  for (int dims = 2; dims <= 3; ++dims) {
    check_flight(dims);
    check_momentum(dims);
    check_stride(dims);
  }
  return CHECK_REPORT();
}
