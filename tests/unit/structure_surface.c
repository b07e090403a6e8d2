/* Triangles become a surface, mended where they can be, and told what they are.
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

static gm_index changes(const gm_surface *s)
{
  const gm_findings *f = &s->found;
  return f->collapsed.n + f->repeated.n + f->doubled.n + f->swapped.n +
         f->flat.n + f->joined.n + f->turned.n + f->inverted.n;
}

static void check_box(void)
{
  gm_surface s;
  solid k = solid_box(low, high);
  if (!CHECK(build(&s, &k) == GM_OK)) return;
  printf("box    %3d triangles %3d points  area %.15g  volume %.15g\n", s.n,
         s.n_points, s.area, s.volume);
  CHECK(s.n == 12 && s.n_points == 8 && s.n_shells == 1);
  CHECK(s.kind == GM_SURFACE_CLOSED && !s.found.inverted.n && !changes(&s));
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
  CHECK(s.found.inverted.n == 1 && changes(&s) == 1 && s.volume > 15.0);
  check_links(&s);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* a point written as -0 here and 0 there */
  for (int c = 0; c < 36; c += 2) {
    if (k.corner[c].y == 0.0) k.corner[c].y = -0.0;
  }
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n_points == 8 && s.found.joined.n == 0);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* one corner of one triangle a little off */
  const double diagonal = gm_norm(gm_sub(high, low));
  k.corner[4].x += 0.5e-6 * diagonal;
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n_points == 8 && s.found.joined.n == 1);
  CHECK_NEAR(s.volume, 16.0, 1.6e-13);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* and by too much */
  k.corner[4].x += 2.0e-6 * diagonal;
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.found.joined.n == 0 && s.found.open.n == 4);
  gm_surface_clear(&s);

  k = solid_both(solid_box(low, high), solid_box(low, high));
  k.n = 14; /* two triangles given twice */
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n == 12 && s.found.repeated.n == 2);
  gm_surface_clear(&s);

  k = solid_both(solid_box(low, high), solid_box(low, high));
  k.n = 13; /* a triangle that is a point, and one that is a line */
  k.corner[37] = k.corner[36];
  CHECK(build(&s, &k) == GM_OK);
  CHECK(s.n == 12 && s.found.collapsed.n == 1);
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
  CHECK(s.n_shells == 2 && s.kind == GM_SURFACE_CLOSED && !changes(&s));
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
  k.corner[7].y = NAN;
  refuse(k, "triangle 3 has the corner");
  k = solid_box(none, one);
  k.corner[7].y = INFINITY;
  refuse(k, "triangle 3 has the corner");
  k = solid_box(none, one);
  k.corner[7].y = 1.0e300;
  refuse(k, "triangle 3 has the corner");
  k = solid_box(none, one);
  k.n = 0;
  refuse(k, "no triangle");
  k = solid_box(none, gm_vec(1.0, 0.0, 0.0));
  refuse(k, "no triangle has an area");
}

/* --- surfaces that are not closed solids ---------------------------------------- */

static const gm_vec3 unit = {1.0, 1.0, 1.0}, zero = {0.0, 0.0, 0.0};

/* A sheet of n by n squares in the plane z = 0 that folds by `rise` at x = 1/2. */
static solid sheet(int n, double rise)
{
  solid s = {0, malloc((size_t)(6 * n * n) * sizeof *s.corner)};
  for (int q = 0; q < n * n; ++q) {
    gm_vec3 p[4];
    for (int k = 0; k < 4; ++k) {
      const double x = (double)(q % n + (k == 1 || k == 2)) / n,
                   y = (double)(q / n + (k > 1)) / n;
      p[k] = gm_vec(x, y, x > 0.5 ? rise * (x - 0.5) : 0.0);
    }
    const int of[6] = {0, 1, 2, 0, 2, 3};
    for (int k = 0; k < 6; ++k)
      s.corner[3 * s.n + k] = p[of[k]];
    s.n += 2;
  }
  return s;
}

static void exchange(solid *k, int triangle)
{
  const gm_vec3 b = k->corner[3 * triangle + 1];
  k->corner[3 * triangle + 1] = k->corner[3 * triangle + 2];
  k->corner[3 * triangle + 2] = b;
}

static void check_kind(const char *what, solid k, gm_surface_kind kind,
                       gm_surface *s)
{
  static const char *const word[] = {"closed", "solid", "sheet"};
  if (!CHECK(build(s, &k) == GM_OK)) {
    printf("%s\n", gm_status_message());
    return;
  }
  const gm_findings *f = &s->found;
  printf("%-22s %4d triangles %2d shells  %-6s  open %d branching %d touching "
         "%d seam %d crossing %d meeting %d nested %d\n",
         what, s->n, s->n_shells, word[s->kind], f->open.n, f->branching.n,
         f->touching.n, f->seam.n, f->crossing.n, f->meeting.n, f->nested.n);
  CHECK(s->kind == kind);
}

static void check_open(void)
{
  gm_surface s;
  check_kind("sheet", sheet(8, 0.0), GM_SURFACE_SHEET, &s);
  CHECK(s.n == 128 && s.found.open.n == 32 && s.n_shells == 1);
  CHECK_NEAR(s.area, 1.0, 1.0e-14);
  CHECK(s.volume == 0.0 && s.sheet[0] == 1);
  CHECK_NEAR(gm_norm(gm_sub(s.centroid, gm_vec(0.5, 0.5, 0.0))), 0.0, 1.0e-14);
  long missing = 0;
  for (gm_index at = 0; at < 3 * s.n; ++at)
    missing += s.across[at / 3][at % 3] < 0;
  CHECK(missing == 32);
  gm_surface_clear(&s);

  solid k = solid_box(zero, unit);
  k.n = 11;
  check_kind("box, large hole", k, GM_SURFACE_SHEET, &s);
  CHECK(s.found.open.n == 3 && s.found.n_holes == 0);
  gm_surface_clear(&s);

  k = solid_sphere(zero, 1.0, 4);
  k.n -= 2; /* of 5,120 */
  check_kind("sphere, small hole", k, GM_SURFACE_SOLID, &s);
  CHECK(s.found.n_holes >= 1 && s.found.hole_area > 0.0 &&
        s.found.hole_area < 1.0e-3 * s.area);
  CHECK(s.volume > 4.1 && s.volume < 4.2);
  gm_surface_clear(&s);
}

/* Single triangles, a third of all, all: turned to look one way again. */
static void check_turned(void)
{
  gm_surface s;
  solid k = solid_box(zero, unit);
  exchange(&k, 5);
  check_kind("one turned", k, GM_SURFACE_CLOSED, &s);
  CHECK(s.found.turned.n == 1 && s.found.inverted.n == 0);
  CHECK_NEAR(s.volume, 1.0, 1.0e-14);
  check_links(&s);
  gm_surface_clear(&s);

  k = solid_sphere(zero, 1.0, 3);
  for (int t = 0; t < k.n; t += 3)
    exchange(&k, t);
  check_kind("a third turned", k, GM_SURFACE_CLOSED, &s);
  CHECK(s.found.turned.n == 427 && s.found.inverted.n == 0); /* of 1,280 */
  check_links(&s);
  gm_surface_clear(&s);

  k = solid_both(solid_box(zero, unit),
                 solid_box(gm_vec(2.0, 0.0, 0.0), gm_vec(2.5, 0.5, 0.5)));
  for (int t = 12; t < 24; ++t)
    exchange(&k, t);
  check_kind("one shell inverted", k, GM_SURFACE_CLOSED, &s);
  CHECK(s.found.turned.n == 0 && s.found.inverted.n == 1);
  CHECK_NEAR(s.volume, 1.125, 1.0e-14);
  gm_surface_clear(&s);
}

static void check_branching(void)
{
  gm_surface s;
  solid k = solid_both(solid_box(zero, unit),
                       solid_box(gm_vec(1.0, 1.0, 0.0), gm_vec(2.0, 2.0, 1.0)));
  check_kind("boxes on one edge", k, GM_SURFACE_SOLID, &s);
  CHECK(s.found.branching.n == 1 && s.n_shells == 1);
  CHECK_NEAR(s.volume, 2.0, 1.0e-14);
  gm_surface_clear(&s);

  k = solid_both(solid_box(zero, unit), solid_box(unit, gm_vec(2.0, 2.0, 2.0)));
  check_kind("boxes on one point", k, GM_SURFACE_SOLID, &s);
  CHECK(s.found.touching.n == 1 && s.found.touching.at.x == 1.0);
  gm_surface_clear(&s);

  /* a fin on the edge from (1 0 0) to (1 0 1) of a box */
  k = solid_both(solid_box(zero, unit), sheet(1, 0.0));
  const gm_vec3 p[4] = {
      {1.0, 0.0, 0.0}, {2.0, -1.0, 0.0}, {2.0, -1.0, 1.0}, {1.0, 0.0, 1.0}};
  const int of[6] = {0, 1, 2, 0, 2, 3};
  for (int c = 0; c < 6; ++c)
    k.corner[36 + c] = p[of[c]];
  check_kind("box with a fin", k, GM_SURFACE_SOLID, &s);
  CHECK(s.found.branching.n == 1 && s.found.open.n == 3);
  long sheets = 0;
  for (gm_index t = 0; t < s.n; ++t)
    sheets += s.sheet[t];
  CHECK(sheets == 2 && s.sheet[12] && s.sheet[13]);
  CHECK_NEAR(s.volume, 1.0, 1.0e-14);
  gm_surface_clear(&s);
}

static void check_crossing(void)
{
  gm_surface s;
  solid k = solid_both(solid_box(zero, unit),
                       solid_box(gm_vec(0.5, 0.4, 0.3), gm_vec(1.5, 0.7, 0.6)));
  check_kind("boxes through each other", k, GM_SURFACE_SOLID, &s);
  CHECK(s.found.meeting.n > 0 && s.found.crossing.n == 0 && s.n_shells == 2);
  gm_surface_clear(&s);

  k = solid_both(solid_box(zero, unit),
                 solid_box(gm_vec(1.0, 0.3, 0.3), gm_vec(1.5, 0.7, 0.7)));
  check_kind("a box against another", k, GM_SURFACE_SOLID, &s);
  CHECK(s.found.meeting.n > 0);
  gm_surface_clear(&s);

  k = solid_both(solid_box(zero, unit),
                 solid_box(gm_vec(0.25, 0.25, 0.25), gm_vec(0.75, 0.75, 0.75)));
  check_kind("a body in a body", k, GM_SURFACE_SOLID, &s);
  CHECK(s.found.nested.n == 1 && s.found.meeting.n == 0);
  gm_surface_clear(&s);

  check_kind("moebius strip", solid_moebius(24, 0.3), GM_SURFACE_SHEET, &s);
  CHECK(s.found.seam.n == 1 && s.found.open.n == 48 && s.found.crossing.n == 0);
  gm_surface_clear(&s);

  k = sheet(2, 0.0); /* one triangle folded back onto its neighbour */
  for (int c = 0; c < 3 * k.n; ++c) {
    if (k.corner[c].x == 1.0 && k.corner[c].y == 1.0) k.corner[c].x = 0.2;
  }
  check_kind("folded sheet", k, GM_SURFACE_SHEET, &s);
  CHECK(s.found.crossing.n > 0);
  gm_surface_clear(&s);
}

/* A side divided on one face only, by a triangle without area: the side is given away. */
static void check_flat(void)
{
  gm_surface s;
  solid k = solid_both(solid_box(zero, unit), solid_box(zero, unit));
  k.n = 14;
  const gm_vec3 c[3] = {k.corner[0], k.corner[1], k.corner[2]};
  const gm_vec3 m = gm_scale(0.5, gm_add(c[0], c[1]));
  const gm_vec3 with[9] = {c[0], m, c[2], m, c[1], c[2], c[0], c[1], m};
  memcpy(k.corner, with, 3 * sizeof *with);
  memcpy(k.corner + 36, with + 3, 6 * sizeof *with);
  check_kind("a line for a triangle", k, GM_SURFACE_CLOSED, &s);
  CHECK(s.found.swapped.n == 1 && s.found.flat.n == 0 && s.n == 14);
  CHECK_NEAR(s.volume, 1.0, 1.0e-14);
  CHECK_NEAR(s.area, 6.0, 1.0e-14);
  check_links(&s);
  gm_surface_clear(&s);

  k = solid_both(solid_box(zero, unit), sheet(1, 0.0));
  k.n = 13; /* and one that hangs on nothing */
  for (int i = 0; i < 3; ++i)
    k.corner[36 + i] = gm_vec(3.0 + i, 0.0, 0.0);
  check_kind("a line by itself", k, GM_SURFACE_CLOSED, &s);
  CHECK(s.found.flat.n == 1 && s.n == 12 && s.max.x == 1.0);
  gm_surface_clear(&s);
}

static void check_doubled(void)
{
  gm_surface s;
  solid back = sheet(3, 0.5);
  for (int t = 0; t < back.n; ++t)
    exchange(&back, t);
  solid k = solid_both(sheet(3, 0.5), back);
  check_kind("sheet with a back", k, GM_SURFACE_SHEET, &s);
  CHECK(s.n == 18 && s.found.doubled.n == 18 && s.found.open.n == 12);
  gm_surface_clear(&s);

  k = solid_both(solid_sphere(zero, 1.0, 2), solid_sphere(zero, 1.0, 2));
  check_kind("sphere twice", k, GM_SURFACE_CLOSED, &s);
  CHECK(s.n == 320 && s.found.repeated.n == 320);
  gm_surface_clear(&s);
}

/* The user's word: a sheet as a solid, a solid as a sheet, and the inside. */
static void check_facing(void)
{
  gm_surface s;
  gm_surface_init(&s);
  solid k = solid_box(zero, unit);
  const gm_soup box = {.n = k.n, .corner = k.corner};
  CHECK(gm_surface_mend(&s, &box, GM_FACING_INSIDE, "box") == GM_OK);
  CHECK(s.kind == GM_SURFACE_CLOSED && s.volume > 0.99);
  check_links(&s);
  CHECK(gm_dot(s.normal[0], gm_sub(s.point[s.corner[0][0]], s.centroid)) < 0.0);
  gm_surface_clear(&s);
  CHECK(gm_surface_mend(&s, &box, GM_FACING_BOTH, "box") == GM_OK);
  CHECK(s.kind == GM_SURFACE_SHEET);
  gm_surface_clear(&s);
  const gm_soup open = {.n = k.n - 2, .corner = k.corner};
  CHECK(gm_surface_mend(&s, &open, GM_FACING_INSIDE, "box") == GM_OK);
  CHECK(s.kind == GM_SURFACE_SOLID);
  gm_surface_clear(&s);
  free(k.corner);
  k = solid_moebius(12, 0.3);
  const gm_soup strip = {.n = k.n, .corner = k.corner};
  CHECK(gm_surface_mend(&s, &strip, GM_FACING_OUTSIDE, "m") == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "one-sided") != NULL && s.n == 0);
  free(k.corner);
  k = sheet(2, 0.0);
  const gm_soup flat = {.n = k.n, .corner = k.corner};
  CHECK(gm_surface_mend(&s, &flat, GM_FACING_INSIDE, "f") == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "no volume") != NULL && s.n == 0);
  free(k.corner);
}

/* Each allocation fails in turn: an error, and nothing is left behind. */
static void check_memory(void)
{
  const size_t held = gm_memory_bytes();
  int failures = 0;
  for (size_t n = 1; n < 200; ++n) {
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
  CHECK(failures > 8 && failures < 199);
  CHECK(gm_memory_bytes() == held);
}

int main(void)
{
  check_box();
  check_torus();
  check_mended();
  check_shells();
  check_refused();
  check_open();
  check_turned();
  check_branching();
  check_crossing();
  check_flat();
  check_doubled();
  check_facing();
  check_memory();
  return CHECK_REPORT();
}
