/* The force on a grain that is led over a mesh: exact and ours.
 *
 * Led over a shape so that its overlap stays 1 % of the radius, and back the same way
 * with half of it: at each place the force of the sites and that of the exact triangles,
 * with the same patches and the same tangent-plane test.  Frictionless and elastic, so
 * over the way there and back the work is zero: what is left is energy gained or lost.
 *
 *   sites      the sites alone, wherever a stencil is complete and has no kink; for the
 *              plot only
 *   2 %        triangles where the sites err by more than the default tolerance
 *
 * On a plane of 10,000 random triangles the force is constant to 1e-6, and a grain that
 * rolls there under its weight keeps its energy and its direction.
 *
 *   force_along_path         every other path
 *   force_along_path FILE    all of them, written for the plot (force_along_path.py)
 */
#include "base/random.h"
#include "carried.h"
#include "check.h"
#include "shapes.h"
#include <stdlib.h>

static const double stiffness = 1.0e4, press = 0.01;
static const gm_vec3 none = {0.0, 0.0, 0.0};

/* --- shapes ---------------------------------------------------------------------- */

static double noise(uint64_t k)
{
  double u[4];
  gm_random_uniform(11, k, 0, u);
  return u[0] - 0.5;
}

/* A square of 71 x 71 cells around the origin, each cut along one diagonal or the other,
 * points moved at random in the plane; turned. */
static solid random_plane(void)
{
  enum { N = 71 };
  const gm_quat turn = gm_quat_rotation(gm_vec(0.3, -0.8, 0.5));
  solid s = {2 * N * N, malloc(6 * N * N * sizeof *s.corner)};
  gm_index n = 0;
  for (int i = 0; i < N; ++i) {
    for (int j = 0; j < N; ++j) {
      gm_vec3 c[4];
      for (int q = 0; q < 4; ++q) {
        const int a = i + (q == 1 || q == 2), b = j + q / 2;
        const uint64_t at = (uint64_t)(a * (N + 1) + b);
        const double x = (a + 0.5 * noise(2 * at)) / N - 0.5;
        const double y = (b + 0.5 * noise(2 * at + 1)) / N - 0.5;
        c[q] = gm_quat_rotate(turn, gm_vec(x, y, 0.0));
      }
      const int other = noise(900000u + (uint64_t)(i * N + j)) > 0.0;
      const int order[2][6] = {{0, 1, 2, 0, 2, 3}, {0, 1, 3, 1, 2, 3}};
      for (int q = 0; q < 6; ++q)
        s.corner[n++] = c[order[other][q]];
    }
  }
  return s;
}

static solid ball(void)
{
  return solid_sphere(none, 0.4, 5);
}

static solid ring(void)
{
  return solid_torus(0.4, 0.15, 128, 64);
}

static solid block(void)
{
  const gm_vec3 h = {0.5, 0.4, 0.3};
  return solid_box(gm_scale(-1.0, h), h);
}

typedef struct route {
  const char *name;
  solid (*make)(void);
  const char *of; /* row of shapes[], where there is no maker */
  gm_facing facing;
  double r;
  gm_vec3 from, to; /* m  where the way begins, and to where it is led */
  double length;    /* m */
} route;

static const route routes[] = {
    {"10,082 triangles",
     random_plane,
     NULL,
     GM_FACING_AUTO,
     0.05,
     {0.0, 0.0, 0.0},
     {1.0, 0.2, 0.0},
     0.3},
    {"sphere",
     ball,
     NULL,
     GM_FACING_AUTO,
     0.05,
     {0.1, 0.2, 0.5},
     {0.9, -0.5, 0.1},
     0.5},
    {"torus",
     ring,
     NULL,
     GM_FACING_AUTO,
     0.05,
     {0.4, 0.05, 0.3},
     {0.4, 1.2, -0.7},
     0.5},
    {"convex edge",
     block,
     NULL,
     GM_FACING_AUTO,
     0.05,
     {0.44, 0.1, 0.36},
     {0.64, 0.13, -0.3},
     0.3},
    {"convex corner",
     block,
     NULL,
     GM_FACING_AUTO,
     0.05,
     {0.44, 0.36, 0.35},
     {0.74, 0.6, -0.5},
     0.3},
    {"corner of a room",
     block,
     NULL,
     GM_FACING_INSIDE,
     0.05,
     {0.4, 0.3, -0.25},
     {0.9, 0.95, -0.9},
     0.3},
    {"step",
     NULL,
     "step",
     GM_FACING_AUTO,
     0.15,
     {0.93, 0.1, 1.1},
     {1.93, 0.15, -0.4},
     0.9},
    {"fin",
     NULL,
     "fin on a wall",
     GM_FACING_AUTO,
     0.15,
     {-0.45, 0.1, 0.1},
     {0.55, 0.15, 0.9},
     0.5},
    {"fillet",
     NULL,
     "filleted L, small",
     GM_FACING_AUTO,
     0.05,
     {0.45, 0.02, 0.36},
     {-0.55, 0.07, 1.36},
     0.3},
};

/* --- a way ----------------------------------------------------------------------- */

enum { MOST = 6000 };

typedef struct way {
  int n;
  gm_vec3 x[2 * MOST];
} way;

/* Push x out or in until its distance from all patches is d. */
static int settle(const gm_structure *s, gm_vec3 *x, double d)
{
  for (int k = 0; k < 40; ++k) {
    double worst = INFINITY;
    gm_vec3 n = none;
    for (int q = 0; q < s->shape.n; ++q) {
      const gm_query_result p =
          gm_mesh_collider_query(&s->collider->sdf[q], *x);
      if (p.distance >= worst) continue;
      worst = p.distance;
      n = p.gradient;
    }
    if (fabs(worst - d) < 1.0e-13) return 1;
    *x = gm_madd(*x, d - worst, n);
  }
  return 1; /* between two walls: as near as it goes */
}

static void lead(const gm_structure *s, const route *t, way *w)
{
  const double pace = 1.0e-3 * t->r, deep = (1.0 - press) * t->r;
  const int n = (int)(t->length / pace) < MOST ? (int)(t->length / pace) : MOST;
  const gm_vec3 e = gm_unit(gm_sub(t->to, t->from));
  gm_vec3 x = t->from;
  settle(s, &x, deep);
  for (int k = 0; k < n; ++k) {
    w->x[k] = x;
    x = gm_madd(x, pace, e);
    settle(s, &x, deep);
  }
  for (int k = 0; k < n; ++k) { /* back, half as deep */
    gm_vec3 y = w->x[n - 1 - k];
    settle(s, &y, (1.0 - 0.5 * press) * t->r);
    w->x[n + k] = y;
  }
  w->n = 2 * n;
}

/* --- forces ---------------------------------------------------------------------- */

static gm_structure *lay(pair_scene *p, const route *t, double tolerance,
                         int exact, gm_index *m)
{
  pair_init(p, GM_LAW_HOOKE);
  *m = pair_material(p, 2500.0, 1.0e7, 0.25);
  pair_between(p, *m, *m, 1.0, 0.0, stiffness);
  const carried_options o = {.r_min = t->r,
                             .r_max = t->r,
                             .tolerance = tolerance,
                             .facing = t->facing};
  const solid s = t->make ? t->make() : shapes_find(t->of)->make();
  gm_structure *body = carried_structure(p, s, &o, *m);
  for (int k = 0; exact && k < body->shape.n; ++k)
    body->collider->patch[k].sure = INFINITY; /* so exact triangles are used */
  return body;
}

static void follow(const route *t, double tolerance, int exact, way *w,
                   gm_vec3 *force, gm_id *asked)
{
  pair_scene p;
  gm_index m;
  const gm_structure *s = lay(&p, t, tolerance, exact, &m);
  if (w->n == 0) lead(s, t, w);
  pair_grain(&p, w->x[0], t->r, none, none, m);
  pair_start(&p, 1.0e-6, 1);
  p.scene->balance.exact = 0;
  for (int k = 0; k < w->n; ++k) {
    p.scene->grains.g[0].x = gm_row(w->x[k], t->r);
    gm_step_edited(p.step);
    CHECK(gm_step_loads(p.step, p.scene) == GM_OK);
    *asked += p.step->buffers.result[0].events.exact;
    force[k] = gm_row_vec(p.scene->grains.load[0].f);
  }
  pair_clear(&p);
}

/* Work on the closed way, over the elastic energy of the overlap. */
static double gain(const route *t, const way *w, const gm_vec3 *f)
{
  double sum = 0.0;
  for (int k = 0; k < w->n; ++k) {
    const int q = (k + 1) % w->n;
    sum += gm_dot(gm_scale(0.5, gm_add(f[k], f[q])), gm_sub(w->x[q], w->x[k]));
  }
  const double overlap = press * t->r;
  return sum / (0.5 * stiffness * overlap * overlap);
}

/* Largest change of the size of the force from place to place, over the spring's. */
static double jump(const route *t, const way *w, const gm_vec3 *f)
{
  double most = 0.0;
  for (int k = 1; k < w->n / 2; ++k)
    most = fmax(most, fabs(gm_norm(f[k]) - gm_norm(f[k - 1])));
  return most / (stiffness * press * t->r);
}

static double apart(const route *t, const way *w, const gm_vec3 *f,
                    const gm_vec3 *g)
{
  double most = 0.0;
  for (int k = 0; k < w->n / 2; ++k)
    most = fmax(most, fabs(gm_norm(f[k]) - gm_norm(g[k])));
  return most / (stiffness * press * t->r);
}

static void compare(const route *t, FILE *file)
{
  static way w;
  static gm_vec3 exact[2 * MOST], sites[2 * MOST], ours[2 * MOST];
  gm_id asked[3] = {0};
  w.n = 0;
  follow(t, INFINITY, 1, &w, exact, &asked[0]);
  if (file) follow(t, INFINITY, 0, &w, sites, &asked[1]);
  follow(t, 0.02, 0, &w, ours, &asked[2]);
  const double all = fmax((double)asked[0], 1.0);
  const double off = apart(t, &w, ours, exact);
  const double gained = gain(t, &w, ours) - gain(t, &w, exact);
  printf("%-17s %5d  %.1e %.1e  %.1e %.1e %.1e  %8.1e %8.1e %8.1e  %5.1f "
         "%5.1f\n",
         t->name, w.n, apart(t, &w, sites, exact), off, jump(t, &w, exact),
         jump(t, &w, sites), jump(t, &w, ours), gain(t, &w, exact),
         gain(t, &w, sites), gain(t, &w, ours), 100.0 * (double)asked[1] / all,
         100.0 * (double)asked[2] / all);
  CHECK(w.n > 1000);
  const double allowed = t == routes ? 1.0e-6 : 0.02;
  CHECK_NEAR(off, 0.0, allowed);
  CHECK_NEAR(gained, 0.0, allowed); /* the rest is that of the steps */
  CHECK(jump(t, &w, ours) < jump(t, &w, exact) + allowed);
  if (!file) return;
  for (int k = 0; k < w.n / 2; ++k) {
    const double unit = stiffness * press * t->r;
    fprintf(file, "%s;%.6f;%.9f;%.9f;%.9f\n", t->name, 1.0e-3 * k,
            gm_norm(exact[k]) / unit, gm_norm(sites[k]) / unit,
            gm_norm(ours[k]) / unit);
  }
}

/* --- rolling under its weight ---------------------------------------------------- */

static void roll(void)
{
  const route *t = &routes[0];
  pair_scene p;
  gm_index m;
  const gm_structure *s = lay(&p, t, 0.02, 0, &m);
  const gm_vec3 n = s->surface.normal[0];
  const gm_vec3 e = gm_perpendicular(n), across = gm_cross(n, e);
  const double mass = 2500.0 * 4.0 / 3.0 * GM_PI * t->r * t->r * t->r;
  const double weight = stiffness * press * t->r, speed = 0.5;
  p.scene->gravity = gm_scale(-weight / mass, n);
  pair_between(&p, m, m, 1.0, 0.5, stiffness);
  const double d = (1.0 - press) * t->r;
  const gm_vec3 start = gm_madd(gm_scale(d, n), -0.3, e);
  pair_grain(&p, start, t->r, gm_scale(speed, e),
             gm_scale(speed / d, gm_cross(n, e)), m);
  pair_start(&p, 1.0e-4, 1);
  const double energy =
      p.measure->kinetic + p.measure->potential + p.measure->elastic;
  double force = 0.0, side = 0.0, gained = -INFINITY, lost = INFINITY;
  for (int k = 0; k < 12000; ++k) {
    pair_advance(&p, 1);
    if (k % 4) continue;
    pair_look(&p);
    if (!CHECK(p.contacts->n == 1)) break;
    const gm_vec3 x = gm_sub(pair_position(&p, 0), start);
    force = fmax(force, fabs(gm_dot(p.contacts->force[0], n) / weight - 1.0));
    side = fmax(side, fabs(gm_dot(x, across)) / t->r);
    const double now =
        p.measure->kinetic + p.measure->potential + p.measure->elastic;
    gained = fmax(gained, now / energy - 1.0);
    lost = fmin(lost, now / energy - 1.0);
  }
  const double far = gm_dot(gm_sub(pair_position(&p, 0), start), e) / t->r;
  printf("rolling %.1f r over 10,082 random triangles: normal force off by "
         "%.1e, energy %+.1e to %+.1e, off the line by %.1e r\n",
         far, force, lost, gained, side);
  CHECK(far > 11.0);
  CHECK_NEAR(force, 0.0, 1.0e-6);
  CHECK(gained < 1.0e-9);
  CHECK(lost > -1.0e-6);
  CHECK_NEAR(side, 0.0, 1.0e-6);
  pair_clear(&p);
}

int main(int argc, char **argv)
{
  FILE *file = argc > 1 ? fopen(argv[1], "w") : NULL;
  if (file) fprintf(file, "path;s / r;exact;sites;tolerance\n");
  printf("force at 1 %% overlap, of k 0.01 r; work there and back, of the "
         "elastic energy\n"
         "                          off the exact    largest step of the "
         "force    work                          triangles, %%\n"
         "path              places  sites   2 %%      exact   sites   2 %%     "
         " exact    sites    2 %%       sites 2 %%\n");
  for (size_t k = 0; k < sizeof routes / sizeof *routes; k += file ? 1 : 2)
    compare(&routes[k], file);
  roll();
  if (file) fclose(file);
  return CHECK_REPORT();
}
