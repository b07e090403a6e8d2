/* mesh/edges: edges, dihedral angles, convexity and vertex fans, from corner indices
 * alone.
 *
 * Angles agree with those of the shapes to round-off: a few times 1e-15 rad. */
#include "mesh/edges.h"

#include "base/memory.h"
#include "check.h"
#include "shapes.h"
#include <string.h>

typedef struct tally {
  gm_index open, two, more, sharp, convex, concave, flat;
} tally;

static tally count(const gm_edges *e)
{
  tally t = {0};
  for (gm_index k = 0; k < e->n; ++k) {
    const gm_index n = gm_edges_count(e, k);
    t.open += n == 1;
    t.two += n == 2;
    t.more += n > 2;
    CHECK((n == 2) == (e->turn[k] >= 0.0));
    if (n != 2) continue;
    t.sharp += e->turn[k] > 0.5;
    t.convex += e->bend[k] > 0;
    t.concave += e->bend[k] < 0;
    t.flat += e->bend[k] == 0;
  }
  return t;
}

/* Every half-edge belongs to one edge, and every corner to one fan. */
static void check_lists(const gm_edges *e, const gm_surface *s)
{
  gm_index sides = 0, corners = 0;
  for (gm_index k = 0; k < e->n; ++k) {
    for (gm_index i = e->first[k]; i < e->first[k + 1]; ++i) {
      const gm_index side = e->side[i];
      const gm_index a = s->corner[side / 3][side % 3];
      const gm_index b = s->corner[side / 3][(side + 1) % 3];
      sides += e->of[side] == k && (a < b ? a : b) == e->point[k][0] &&
               (a < b ? b : a) == e->point[k][1];
    }
  }
  for (gm_index p = 0; p < s->n_points; ++p) {
    for (gm_index i = e->fan_first[p]; i < e->fan_first[p + 1]; ++i)
      corners += s->corner[e->fan[i] / 3][e->fan[i] % 3] == p;
  }
  CHECK(sides == 3 * s->n && e->first[e->n] == sides);
  CHECK(corners == 3 * s->n);
}

static tally tally_of(const char *name)
{
  gm_surface s;
  gm_edges e;
  shapes_surface(shapes_find(name), &s);
  gm_edges_init(&e);
  tally t = {0};
  if (CHECK(gm_edges_build(&e, &s) == GM_OK)) {
    check_lists(&e, &s);
    t = count(&e);
  }
  printf("%-18s %5d edges: %d open, %d of two, %d of more; %d sharp, %d "
         "convex, %d concave\n",
         name, e.n, t.open, t.two, t.more, t.sharp, t.convex, t.concave);
  gm_edges_clear(&e);
  gm_surface_clear(&s);
  return t;
}

static void check_counts(void)
{
  tally t = tally_of("box outside");
  CHECK(t.open == 0 && t.two == 18 && t.sharp == 12 && t.flat == 6);
  CHECK(t.convex == 12 && t.concave == 0);
  t = tally_of("box inside");
  CHECK(t.convex == 0 && t.concave == 12);
  t = tally_of("L-bracket");
  CHECK(t.sharp == 18 && t.concave == 1 && t.convex == 17);
  t = tally_of("T sheet");
  CHECK(t.more == 1 && t.two == 3 && t.open == 9 && t.sharp == 0);
  t = tally_of("L sheet");
  CHECK(t.more == 0 && t.two == 3 && t.open == 6 && t.sharp == 1);
}

/* A sheet folded by 40 degrees, also with one half reversed. */
static void check_turn(void)
{
  const double turn = 2.0 * GM_PI / 9.0;
  for (int over = 0; over < 2; ++over) {
    gm_surface s;
    gm_edges e;
    weld_solid(shapes_vee(turn), &s);
    for (gm_index t = 0; over && t < s.n; ++t) {
      if (s.normal[t].x < 0.0) continue;
      const gm_index swap = s.corner[t][1];
      s.corner[t][1] = s.corner[t][2];
      s.corner[t][2] = swap;
      s.normal[t] = gm_scale(-1.0, s.normal[t]);
    }
    gm_edges_init(&e);
    if (!CHECK(gm_edges_build(&e, &s) == GM_OK)) return;
    double most = 0.0;
    for (gm_index k = 0; k < e.n; ++k) {
      if (e.turn[k] > most) most = e.turn[k];
      /* seen from above it is concave */
      if (e.turn[k] > 0.1 && !over) CHECK(e.bend[k] < 0);
    }
    CHECK_NEAR(most, turn, 1.0e-12); /* points are on a grid of 2^-40 m */
    gm_edges_clear(&e);
    gm_surface_clear(&s);
  }
}

static void check_memory(void)
{
  gm_surface s;
  shapes_surface(shapes_find("step"), &s);
  const size_t held = gm_memory_bytes();
  int failures = 0;
  for (size_t n = 1; n < 30; ++n) {
    gm_edges e;
    gm_edges_init(&e);
    gm_memory_fail_at(n);
    const gm_status status = gm_edges_build(&e, &s);
    gm_memory_fail_at(0);
    failures += status == GM_ERR_MEMORY;
    gm_edges_clear(&e);
    CHECK(gm_memory_bytes() == held);
    if (status == GM_OK) break;
  }
  CHECK(failures == 9);
  gm_surface_clear(&s);
}

int main(void)
{
  check_counts();
  check_turn();
  check_memory();
  return CHECK_REPORT();
}
