/* patch/exact_contacts: the exact contacts of a sphere with triangles.
 *
 * By hand for planes, edges and corners; on a torus the first contact is compared with
 * the nearest point of all triangles (query/distance.h). */
#include "import/assemble.h"
#include "patch/exact_contacts.h"

#include "base/memory.h"
#include "base/random.h"
#include "check.h"
#include "query/distance.h"
#include "shapes.h"
#include <stdlib.h>

static const double eta = 0.06;

typedef struct world {
  gm_surface surface;
  gm_exact_contacts minima;
  gm_exact_contacts_scratch scratch;
} world;

static void open_world(world *w, solid s, bool two_sided)
{
  *w = (world){0};
  weld_solid(s, &w->surface);
  gm_exact_contacts_init(&w->minima);
  CHECK(gm_exact_contacts_build(&w->minima, &w->surface, two_sided) == GM_OK);
  CHECK(gm_exact_contacts_prepare(&w->minima, &w->scratch) == GM_OK);
}

static void close_world(world *w)
{
  gm_exact_contacts_release(&w->scratch);
  gm_exact_contacts_clear(&w->minima);
  gm_surface_clear(&w->surface);
}

static int ask(world *w, gm_vec3 y, double r, gm_exact_contact *x)
{
  return gm_exact_contacts_find(&w->minima, &w->scratch, y, r, eta * r, x);
}

/* A corner of a room: three planes. */
static void check_room(void)
{
  world w;
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  open_world(&w, shapes_find("box inside")->make(), false);
  const gm_vec3 y = gm_vec(0.0625, 0.078125, 0.09375); /* exact in binary */
  CHECK(ask(&w, y, 0.1, x) == 3);
  CHECK(x[0].distance == y.x && x[0].normal.x == 1.0);
  CHECK(x[1].distance == y.y && x[1].normal.y == 1.0);
  CHECK(x[2].distance == y.z && x[2].normal.z == 1.0);
  CHECK(ask(&w, y, 0.08, x) == 2);
  CHECK(ask(&w, gm_vec(-0.05, 0.5, 0.5), 0.1, x) == 0); /* behind the wall */
  close_world(&w);
}

/* Around an edge of a box there is one contact at every angle, at the radius of the
 * circle. */
static void check_edge(void)
{
  world w;
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  open_world(&w, shapes_find("box outside")->make(), false);
  const double r = 0.1, circle = 0.99 * r;
  int wrong = 0;
  double worst = 0.0, jump = 0.0;
  gm_vec3 last = {0.0, 0.0, 0.0};
  for (int k = 0; k <= 3600; ++k) { /* from above the top to beside the wall */
    const double a = 0.5 * GM_PI * k / 3600.0;
    const gm_vec3 y =
        gm_vec(1.0 + circle * sin(a), 0.6, 0.75 + circle * cos(a));
    wrong += ask(&w, y, r, x) != 1;
    worst = fmax(worst, fabs(x[0].distance - circle));
    if (k > 0) jump = fmax(jump, gm_norm(gm_sub(x[0].foot.at, last)));
    last = x[0].foot.at;
  }
  printf("around an edge: %d not one contact, distance off by %.1e, foot jumps "
         "by %.1e\n",
         wrong, worst, jump);
  CHECK(wrong == 0);
  CHECK(worst < 1.0e-15 && jump < 1.0e-15);
  /* and around a corner */
  for (int k = 0; k < 500; ++k) {
    double u[4];
    gm_random_uniform(3, (uint64_t)k, 0, u);
    const gm_vec3 n = gm_unit(gm_vec(u[0], u[1], u[2]));
    const gm_vec3 corner = gm_vec(1.0, 1.25, 0.75);
    wrong += ask(&w, gm_madd(corner, circle, n), r, x) != 1;
    wrong += x[0].foot.feature != GM_FEATURE_POINT;
  }
  CHECK(wrong == 0);
  CHECK(ask(&w, gm_vec(0.5, 0.5, 0.7), 0.1, x) == 0); /* inside the solid */
  close_world(&w);
}

/* Sheets: contacts from both sides, never through them. */
static void check_sheets(void)
{
  world w;
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  open_world(&w, shapes_find("T sheet")->make(), true);
  CHECK(ask(&w, gm_vec(0.0625, 0.0, 0.0625), 0.1, x) == 2);
  CHECK(ask(&w, gm_vec(-0.0625, 0.0, 0.0625), 0.1, x) == 2);
  CHECK(ask(&w, gm_vec(0.03125, 0.0, -0.0625), 0.1, x) == 1);
  CHECK(x[0].normal.z == -1.0);
  CHECK(ask(&w, gm_vec(0.5, 0.0, 0.0625), 0.1, x) == 1);
  close_world(&w);
}

/* A small box behind a plate: the plate hides it. */
static void check_sight(void)
{
  world w;
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  const solid plate =
      solid_box(gm_vec(-1.0, -1.0, -0.01), gm_vec(1.0, 1.0, 0.0));
  const solid peg = solid_box(gm_vec(-0.0625, -0.0625, -0.0625),
                              gm_vec(-0.03125, 0.0625, -0.046875));
  open_world(&w, solid_both(plate, peg), false);
  /* without the plate the upper edge of the peg is within reach, at 45 degrees */
  const gm_vec3 y = gm_vec(0.0, 0.015625, 0.03125); /* over one triangle */
  CHECK(gm_exact_contacts_find(&w.minima, &w.scratch, y, 0.125, -1.0, x) == 1);
  close_world(&w);
  const solid alone = solid_box(gm_vec(-0.0625, -0.0625, -0.0625),
                                gm_vec(-0.03125, 0.0625, -0.046875));
  open_world(&w, alone, false);
  CHECK(ask(&w, y, 0.125, x) == 1);
  CHECK(x[0].foot.feature == GM_FEATURE_SIDE);
  CHECK_NEAR(x[0].distance, sqrt(0.03125 * 0.03125 + 0.078125 * 0.078125),
             1.0e-16);
  close_world(&w);
}

/* The first contact is the nearest point of all triangles. */
static void check_nearest(void)
{
  world w;
  gm_distance *distance = NULL;
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  open_world(&w, solid_torus(0.5, 0.2, 48, 24), false);
  gm_surface s;
  gm_surface_init(&s);
  solid t = solid_torus(0.5, 0.2, 48, 24);
  if (!CHECK(gm_assemble_corners(&s, t.corner, t.n, "torus") == GM_OK)) return;
  free(t.corner);
  if (!CHECK(gm_distance_create(&s, NULL, &distance) == GM_OK)) return;
  int asked = 0, wrong = 0;
  double worst = 0.0;
  for (int k = 0; k < 4000; ++k) {
    double u[4];
    gm_random_uniform(7, (uint64_t)k, 0, u);
    const gm_vec3 y =
        gm_vec(1.6 * u[0] - 0.8, 1.6 * u[1] - 0.8, 0.6 * u[2] - 0.3);
    const gm_nearest near = gm_distance_nearest(distance, y);
    const int n = ask(&w, y, 0.1, x);
    if (near.distance <= 0.0 || near.distance >= 0.1) {
      wrong += near.distance >= 0.1 && n != 0;
      continue;
    }
    ++asked;
    wrong += n < 1;
    if (n > 0) worst = fmax(worst, fabs(x[0].distance - near.distance));
  }
  printf("torus: %d positions, %d wrong, nearest off by %.1e m\n", asked, wrong,
         worst);
  CHECK(asked > 500 && wrong == 0);
  CHECK(worst < 3.0e-12); /* points are on a grid of 2^-40 m */
  gm_distance_free(&distance);
  gm_surface_clear(&s);
  close_world(&w);
}

/* The tree omits no triangle within reach. */
static void check_reach(void)
{
  world w;
  open_world(&w, solid_torus(0.5, 0.2, 48, 24), false);
  unsigned char *in = calloc((size_t)w.surface.n, 1);
  long missing = 0, more = 0, all = 0;
  for (int k = 0; k < 300; ++k) {
    double u[4];
    gm_random_uniform(9, (uint64_t)k, 0, u);
    const gm_vec3 y =
        gm_vec(1.6 * u[0] - 0.8, 1.6 * u[1] - 0.8, 0.6 * u[2] - 0.3);
    const double r = 0.3 * u[3];
    const gm_index n =
        gm_bvh_within(&w.minima.tree, &w.surface, y, r, w.scratch.list);
    for (gm_index i = 0; i < n; ++i) {
      more += in[w.scratch.list[i]];
      in[w.scratch.list[i]] = 1;
    }
    for (gm_index t = 0; t < w.surface.n; ++t) {
      const int within = gm_triangle_nearest(&w.surface, t, y).square <= r * r;
      missing += within && !in[t];
      all += within;
      in[t] = 0;
    }
  }
  printf("tree: %ld triangles within reach, %ld missing, %ld twice\n", all,
         missing, more);
  CHECK(all > 1000 && missing == 0 && more == 0);
  free(in);
  close_world(&w);
}

int main(void)
{
  check_room();
  check_edge();
  check_sheets();
  check_sight();
  check_nearest();
  check_reach();
  return CHECK_REPORT();
}
