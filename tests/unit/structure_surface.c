/* Triangles become a closed surface, or a message says why they do not.
 *
 * Measures: a box exactly but for round-off (a few dozen products of numbers of size 1:
 * 1e-14); a torus of n by m facets falls short of 2 pi^2 R r^2 by the area of the
 * inscribed polygons: sin(2 pi/m) / (2 pi/m) for the tube and the like for the ring.
 */
#include "base/memory.h"
#include "check.h"
#include "solids.h"
#include "structure/surface.h"
#include <stdlib.h>
#include <string.h>

static const gm_vec3 low = {-1.0, -2.0, -3.0}, high = {1.0, 0.0, 1.0};

static gm_status build(gm_surface *s, solid *k)
{
  gm_surface_init(s);
  const gm_status status = gm_surface_build(s, k->corner, k->n, "made");
  free(k->corner);
  return status;
}

/* Every side is shared with a triangle that runs along it the other way. */
static void check_links(const gm_surface *s)
{
  long wrong = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k) {
      const gm_index q = s->across[t][k];
      const gm_index a = s->corner[t][k], b = s->corner[t][(k + 1) % 3];
      int found = 0;
      for (int m = 0; m < 3; ++m) {
        found += s->across[q][m] == t && s->corner[q][m] == b &&
                 s->corner[q][(m + 1) % 3] == a;
      }
      wrong += found != 1;
    }
  }
  CHECK(wrong == 0);
}

static void check_box(void)
{
  gm_surface s;
  solid k = solid_box(low, high);
  if (!CHECK(build(&s, &k) == GM_OK)) return;
  printf("box    %3d triangles %3d points  area %.15g  volume %.15g\n", s.n,
         s.n_points, s.area, s.volume);
  CHECK(s.n == 12 && s.n_points == 8 && s.n_shells == 1);
  CHECK(!s.turned && !s.n_joined && !s.n_collapsed && !s.n_repeated);
  CHECK_NEAR(s.area, 40.0, 4.0e-13);
  CHECK_NEAR(s.volume, 16.0, 1.6e-13);
  CHECK_NEAR(gm_norm(gm_sub(s.centroid, gm_vec(0.0, -1.0, -1.0))), 0.0, 1e-14);
  CHECK(s.min.x == -1.0 && s.min.y == -2.0 && s.min.z == -3.0);
  CHECK(s.max.x == 1.0 && s.max.y == 0.0 && s.max.z == 1.0);
  for (gm_index t = 0; t < s.n; ++t) { /* outwards */
    const gm_vec3 a = gm_sub(s.point[s.corner[t][0]], s.centroid);
    CHECK(gm_dot(a, s.normal[t]) > 0.9);
    CHECK_NEAR(gm_norm(s.normal[t]), 1.0, 1.0e-15);
  }
  check_links(&s);
  gm_surface_clear(&s);
  CHECK(s.point == NULL && s.n == 0);
}

static void check_torus(void)
{
  gm_surface s;
  solid k = solid_torus(3.0, 1.0, 96, 48);
  if (!CHECK(build(&s, &k) == GM_OK)) return;
  const double tube = 2.0 * GM_PI / 48, ring = 2.0 * GM_PI / 96;
  /* Between two cross-sections of area A lies A 2 R tan(q/2) cos(q/2) ... = A R sin q,
   * up to the cross-section's moment, which the symmetry of the tube cancels. */
  const double section = 24.0 * sin(tube);
  const double expected = section * 96 * sin(ring) * 3.0;
  printf("torus %4d triangles %d points  volume %.12g (%.12g)\n", s.n,
         s.n_points, s.volume, 2.0 * GM_PI * GM_PI * 3.0);
  CHECK(s.n == 9216 && s.n_points == 4608 && s.n_shells == 1);
  /* the facets between are skew quadrangles cut in two: second order in their size */
  CHECK_NEAR(s.volume, expected, 1.0e-3 * expected);
  CHECK(s.volume < 2.0 * GM_PI * GM_PI * 3.0);
  check_links(&s);
  gm_surface_clear(&s);
}

/* What is mended, and how often. */
static void check_mended(void)
{
  gm_surface s;
  solid k = solid_box(low, high);
  solid_turn(&k);
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.turned && s.volume > 15.0);
  check_links(&s);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* a point written as -0 here and 0 there */
  for (int c = 0; c < 36; c += 2) {
    if (k.corner[c].y == 0.0) k.corner[c].y = -0.0;
  }
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n_points == 8 && s.n_joined == 0);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* one corner of one triangle a little off */
  const double diagonal = gm_norm(gm_sub(high, low));
  k.corner[4].x += 0.5e-6 * diagonal;
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n_points == 8 && s.n_joined == 1);
  CHECK_NEAR(s.volume, 16.0, 1.6e-13);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* and by too much */
  k.corner[4].x += 2.0e-6 * diagonal;
  CHECK(build(&s, &k) == GM_ERR_INPUT);
  CHECK(s.point == NULL);

  k = solid_both(solid_box(low, high), solid_box(low, high));
  k.n = 14; /* two triangles given twice */
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n == 12 && s.n_repeated == 2);
  gm_surface_clear(&s);

  k = solid_both(solid_box(low, high), solid_box(low, high));
  k.n = 13; /* a triangle that is a point, and one that is a line */
  k.corner[37] = k.corner[36];
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n == 12 && s.n_collapsed == 1);
  gm_surface_clear(&s);
}

static void check_shells(void)
{
  gm_surface s;
  const gm_vec3 one = {1.0, 1.0, 1.0}, none = {0.0, 0.0, 0.0};
  solid k = solid_both(solid_box(none, one),
                       solid_box(gm_vec(2.0, 0.0, 0.0), gm_vec(3.0, 1.0, 1.0)));
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n_shells == 2 && s.shell[0] == 0 && s.shell[12] == 1);
  CHECK_NEAR(s.volume, 2.0, 1.0e-14);
  gm_surface_clear(&s);

  solid hollow = solid_box(gm_vec(0.25, 0.25, 0.25), gm_vec(0.75, 0.75, 0.75));
  solid_turn(&hollow);
  k = solid_both(solid_box(none, one), hollow);
  CHECK(build(&s, &k) == GM_OK);
  CHECK_NEAR(s.volume, 0.875, 1.0e-14);
  CHECK(s.n_shells == 2 && !s.turned);
  gm_surface_clear(&s);
}

/* Builds what must be refused; the message must hold `word`. */
static void refuse(solid k, const char *word)
{
  gm_surface s;
  const size_t held = gm_memory_bytes();
  const gm_status status = build(&s, &k);
  CHECK(status == GM_ERR_INPUT);
  if (!CHECK(strstr(gm_status_message(), word) != NULL)) {
    printf("expected '%s'\n", word);
  }
  printf("%s\n", gm_status_message());
  CHECK(gm_memory_bytes() == held);
  CHECK(s.n == 0 && s.point == NULL && s.across == NULL);
  if (status == GM_OK) gm_surface_clear(&s);
}

static void check_refused(void)
{
  const gm_vec3 one = {1.0, 1.0, 1.0}, none = {0.0, 0.0, 0.0};
  solid k = solid_box(none, one);
  k.n = 11;
  refuse(k, "3 side(s) belong to one triangle only: (");
  k = solid_box(none, one);
  const gm_vec3 b = k.corner[1];
  k.corner[1] = k.corner[2];
  k.corner[2] = b;
  refuse(k, "3 side(s) join triangles that look opposite ways");
  k = solid_both(solid_box(none, one),
                 solid_box(gm_vec(1.0, 1.0, 0.0), gm_vec(2.0, 2.0, 1.0)));
  refuse(k, "1 side(s) belong to more than two triangles");
  k = solid_both(solid_box(none, one), solid_box(one, gm_vec(2.0, 2.0, 2.0)));
  refuse(k, "touches itself in the point (1 1 1)");
  k = solid_box(none, one);
  k.corner[7].y = NAN;
  refuse(k, "triangle 3 has the corner");
  k = solid_box(none, one);
  k.corner[7].y = INFINITY;
  refuse(k, "triangle 3 has the corner");
  k = solid_box(none, one);
  k.n = 0;
  refuse(k, "no triangle");
  k = solid_box(none, gm_vec(1.0, 1.0, 0.0));
  refuse(k, "made");
  /* a side divided on one face only, by a triangle without area */
  k = solid_both(solid_box(none, one), solid_box(none, one));
  k.n = 14;
  const gm_vec3 c[3] = {k.corner[0], k.corner[1], k.corner[2]};
  const gm_vec3 m = gm_scale(0.5, gm_add(c[0], c[1]));
  k.corner[1] = m; /* (0 m 2), (m 1 2) and the line (0 1 m) */
  k.corner[36] = m;
  k.corner[37] = c[1];
  k.corner[38] = c[2];
  k.corner[39] = c[0];
  k.corner[40] = c[1];
  k.corner[41] = m;
  refuse(k, "has no area");
  solid inner = solid_box(gm_vec(0.25, 0.25, 0.25), gm_vec(0.75, 0.75, 0.75));
  refuse(solid_both(solid_box(none, one), inner), "lies in or touches");
  inner = solid_box(gm_vec(2.0, 0.0, 0.0), gm_vec(2.5, 0.5, 0.5));
  solid_turn(&inner);
  refuse(solid_both(solid_box(none, one), inner), "in no other piece");
}

/* Each allocation fails in turn: an error, and nothing is left behind. */
static void check_memory(void)
{
  const size_t held = gm_memory_bytes();
  int failures = 0;
  for (size_t n = 1; n < 100; ++n) {
    gm_surface s;
    solid k = solid_box(low, high);
    k.corner[4].x += 1.0e-7;
    gm_memory_fail_at(n);
    const gm_status status = build(&s, &k);
    gm_memory_fail_at(0);
    if (status == GM_OK) {
      gm_surface_clear(&s);
      break;
    }
    ++failures;
    CHECK(status == GM_ERR_MEMORY);
    CHECK(gm_memory_bytes() == held);
  }
  printf("%d allocations failed in turn\n", failures);
  CHECK(failures > 8 && failures < 99);
  CHECK(gm_memory_bytes() == held);
}

int main(void)
{
  check_box();
  check_torus();
  check_mended();
  check_shells();
  check_refused();
  check_memory();
  return CHECK_REPORT();
}
