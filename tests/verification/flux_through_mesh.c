/* A line passes a surface as often as it must, whatever it meets: corners, edges, or lies
 * in a face.
 *
 * Chains of lines between points of a coarse lattice that holds the corners of the
 * surface, so that most lines meet corners and edges or lie in faces: along each chain
 * the passages outward less inward are the change of "outside", exactly, for a box, a
 * bracket and two boxes; for the box outside is known from the coordinates wherever a
 * point is not on a face.  The same with points at random about a sphere of 5,120
 * triangles and a torus, where |x| and the distance from the ring decide on which side a
 * point is.  A closed chain nets 0.
 *
 * Grains: a gas in a periodic box with a closed box and a sphere in it; at every step the
 * number inside, by the coordinates, has changed by inward less outward; on 1 and 3
 * threads.  The four rectangles of a tiled square count what the square counts.
 */
#include "base/memory.h"
#include "check.h"
#include "import/assemble.h"
#include "pair.h"
#include "random.h"
#include "solids.h"

#include <stdlib.h>

static void build(solid shape, gm_line_crossings *p)
{
  gm_surface surface = {0};
  CHECK(gm_assemble_corners(&surface, shape.corner, shape.n, "shape") == GM_OK);
  CHECK(gm_line_crossings_build(p, &surface) == GM_OK);
  free(shape.corner);
}

/* 1 outside, 0 inside, by the line to a point far off. */
static int outside(const gm_line_crossings *p, gm_vec3 x)
{
  const gm_vec3 far = {x.x + 7.3, x.y + 0.11, x.z - 0.27};
  int out = 0, in = 0;
  gm_line_crossings_count(p, x, far, &out, &in);
  return 1 - (out - in);
}

enum { LINES = 16000 }; /* of a chain */

typedef struct chain {
  long lines, passages, wrong;
} chain;

/* Points k / 8 in [-0.25, 1.25]^3. */
static gm_vec3 on_lattice(void)
{
  double c[3];
  for (int a = 0; a < 3; ++a)
    c[a] = ((int)(random_between(0.0, 13.0)) - 2) / 8.0;
  return gm_vec(c[0], c[1], c[2]);
}

static gm_vec3 anywhere(void)
{
  const double x = random_between(-1.5, 1.5), y = random_between(-1.5, 1.5);
  return gm_vec(x, y, random_between(-1.5, 1.5));
}

static chain walk(const gm_line_crossings *p, gm_vec3 (*point)(void),
                  int (*known)(gm_vec3 x))
{
  chain c = {0};
  const gm_vec3 start = point();
  gm_vec3 x = start;
  int at = outside(p, x), net = 0;
  for (int k = 0; k < LINES; ++k) {
    const gm_vec3 y = k < LINES - 1 ? point() : start;
    int out = 0, in = 0;
    gm_line_crossings_count(p, x, y, &out, &in);
    const int now = outside(p, y);
    c.passages += out + in;
    net += out - in;
    c.wrong += now != at + out - in || now < 0 || now > 1;
    if (known && known(y) >= 0) c.wrong += now != known(y);
    at = now;
    x = y;
    ++c.lines;
  }
  CHECK(net == 0);
  return c;
}

/* Of the box [0, 1]^3; -1: on a face. */
static int out_of_box(gm_vec3 x)
{
  const double c[3] = {x.x, x.y, x.z};
  int out = 0, on = 0;
  for (int a = 0; a < 3; ++a) {
    out |= c[a] < 0.0 || c[a] > 1.0;
    on |= c[a] == 0.0 || c[a] == 1.0;
  }
  return out ? 1 : on ? -1 : 0;
}

static int out_of_sphere(gm_vec3 x)
{
  const double r = gm_norm(x); /* facets lie up to 0.3 % within */
  return r > 1.0 ? 1 : r < 0.995 ? 0 : -1;
}

static void check_chain(const char *name, solid shape, gm_vec3 (*point)(void),
                        int (*known)(gm_vec3))
{
  gm_line_crossings p;
  build(shape, &p);
  const chain c = walk(&p, point, known);
  printf("%-22s %6ld lines, %6ld passages, %ld wrong\n", name, c.lines,
         c.passages, c.wrong);
  CHECK(c.wrong == 0 && c.passages > 5000);
  gm_line_crossings_clear(&p);
}

/* ---- grains
 * ------------------------------------------------------------------------- */

enum { SIDE = 12, N = SIDE * SIDE * SIDE };

static int in_box(gm_vec3 x)
{
  return x.x > 0.25 && x.x < 0.75 && x.y > 0.25 && x.y < 0.75 && x.z > 0.25 &&
         x.z < 0.75;
}

static gm_flux *mesh_sensor(pair_scene *p, solid shape)
{
  pair_flux(p, gm_vec(0.0, 0.0, 0.0), gm_vec(1.0, 0.0, 0.0), INFINITY);
  gm_flux *f = &p->scene->sensors.row[p->scene->sensors.n - 1].flux;
  CHECK(GM_RESIZE(f->mesh, 0, 1) == GM_OK);
  build(shape, f->mesh);
  return f;
}

static int count_in(const pair_scene *p)
{
  int n = 0;
  for (gm_id i = 0; i < p->scene->grains.n; ++i) {
    const gm_row4 x =
        gm_domain_home(&p->scene->domain, p->scene->grains.g[i].x);
    n += in_box(gm_row_vec(x));
  }
  return n;
}

static void check_gas(int threads, gm_id counts[2])
{
  const gm_vec3 none = {0.0, 0.0, 0.0};
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 0.9, 0.3, 1.0e4);
  p.scene->domain.min = none;
  p.scene->domain.max = gm_vec(1.0, 1.0, 1.0);
  gm_domain_repeat(&p.scene->domain, 7);
  random_begin();
  for (int k = 0; k < N; ++k) {
    const gm_vec3 x = {(k % SIDE + 0.5) / SIDE, (k / SIDE % SIDE + 0.5) / SIDE,
                       (k / SIDE / SIDE + 0.5) / SIDE};
    const gm_vec3 v = anywhere();
    pair_grain(&p, x, 0.01, gm_scale(20.0, v), none, m);
  }
  gm_domain_settle(&p.scene->domain, &p.scene->grains);
  mesh_sensor(&p,
              solid_box(gm_vec(0.25, 0.25, 0.25), gm_vec(0.75, 0.75, 0.75)));
  mesh_sensor(&p, solid_box(none, gm_vec(1.0, 1.0, 1.0)));
  pair_flux(&p, gm_vec(0.0, 0.0, 0.5), gm_vec(0.0, 0.0, 1.0), INFINITY);
  for (int k = 0; k < 4; ++k) {
    const gm_vec3 at = {0.5 * (k % 2), 0.5 * (k / 2), 0.5};
    pair_flux(&p, at, gm_vec(0.0, 0.0, 1.0), INFINITY);
    p.scene->sensors.row[3 + k].flux.u = gm_vec(2.0, 0.0, 0.0);
    p.scene->sensors.row[3 + k].flux.v = gm_vec(0.0, 2.0, 0.0);
  }
  pair_start(&p, 2.0e-5, threads);
  const gm_flux *f = &p.scene->sensors.row[0].flux;
  const gm_flux *all = &p.scene->sensors.row[1].flux;
  int inside = count_in(&p), wrong = 0;
  gm_id net = 0;
  for (int k = 0; k < 1500; ++k) {
    pair_advance(&p, 1);
    const int now = count_in(&p);
    const gm_id change = f->backward - f->forward - net;
    wrong += change != now - inside;
    inside = now;
    net += change;
  }
  printf("gas, %d thread(s): %lld out, %lld in, %d steps wrong; round the box "
         "%lld out, %lld in\n",
         threads, (long long)f->forward, (long long)f->backward, wrong,
         (long long)all->forward, (long long)all->backward);
  CHECK(wrong == 0 && f->forward > 300 && f->backward > 300);
  CHECK(all->forward == all->backward && all->forward > 300);
  gm_id tiles[2] = {0, 0}, least = N;
  for (int k = 3; k < 7; ++k) {
    const gm_flux *tile = &p.scene->sensors.row[k].flux;
    tiles[0] += tile->forward;
    tiles[1] += tile->backward;
    least = tile->forward < least ? tile->forward : least;
  }
  const gm_flux *plane = &p.scene->sensors.row[2].flux;
  CHECK(tiles[0] == plane->forward && tiles[1] == plane->backward);
  CHECK(least > 50);
  counts[0] = f->forward;
  counts[1] = all->forward;
  CHECK_NEAR(f->mass_forward,
             (double)f->forward * gm_grains_mass(&p.scene->grains, 0),
             1.0e-12 * f->mass_forward);
  for (int k = 0; k < 2; ++k) {
    gm_line_crossings_clear(p.scene->sensors.row[k].flux.mesh);
    GM_FREE(p.scene->sensors.row[k].flux.mesh);
  }
  pair_clear(&p);
}

int main(void)
{
  const gm_vec3 none = {0.0, 0.0, 0.0}, one = {1.0, 1.0, 1.0};
  check_chain("box, lattice", solid_box(none, one), on_lattice, out_of_box);
  check_chain("bracket, lattice", solid_bracket(1.0, 0.25), on_lattice, NULL);
  check_chain("two boxes, lattice",
              solid_both(solid_box(none, gm_vec(0.5, 1.0, 0.25)),
                         solid_box(gm_vec(0.25, 0.25, 0.5), one)),
              on_lattice, NULL);
  check_chain("sphere", solid_sphere(none, 1.0, 4), anywhere, out_of_sphere);
  check_chain("torus", solid_torus(0.8, 0.3, 60, 30), anywhere, NULL);
  gm_id one_thread[2], three[2];
  check_gas(1, one_thread);
  check_gas(3, three);
  CHECK(three[0] == one_thread[0] && three[1] == one_thread[1]);
  return CHECK_REPORT();
}
