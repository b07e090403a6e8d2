/* import/shells: what a surface encloses, and why it is not closed.
 *
 * Sheets, holes, reversed triangles, edges with more than two triangles, intersecting
 * or repeated surfaces: each case is named, counted and, where possible, repaired.
 * Areas and volumes are exact to round-off: 1e-14 for numbers of size 1. */
#include "assembled.h"
#include <string.h>

static const gm_vec3 unit = {1.0, 1.0, 1.0}, zero = {0.0, 0.0, 0.0};

/* A sheet of n by n squares in the plane z = 0, folded at x = 1/2 by `rise`. */
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
  if (!CHECK(assembled(s, &k) == GM_OK)) {
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
  k.n = 10; /* a face; one triangle would be filled */
  check_kind("box, large hole", k, GM_SURFACE_SHEET, &s);
  CHECK(s.found.open.n == 4 && s.found.n_holes == 0);
  gm_surface_clear(&s);

  k = solid_sphere(zero, 1.0, 4);
  k.n -= 2; /* of 5,120 */
  check_kind("sphere, small hole", k, GM_SURFACE_SOLID, &s);
  CHECK(s.found.n_holes >= 1 && s.found.hole_area > 0.0 &&
        s.found.hole_area < 1.0e-3 * s.area);
  CHECK(s.volume > 4.1 && s.volume < 4.2);
  gm_surface_clear(&s);
}

/* One triangle, a third of them, all: reversed and made uniform again. */
static void check_turned(void)
{
  gm_surface s;
  solid k = solid_box(zero, unit);
  exchange(&k, 5);
  check_kind("one turned", k, GM_SURFACE_CLOSED, &s);
  CHECK(s.found.turned.n == 1 && s.found.inverted.n == 0);
  CHECK_NEAR(s.volume, 1.0, 1.0e-14);
  assembled_check_links(&s);
  gm_surface_clear(&s);

  k = solid_sphere(zero, 1.0, 3);
  for (int t = 0; t < k.n; t += 3)
    exchange(&k, t);
  check_kind("a third turned", k, GM_SURFACE_CLOSED, &s);
  CHECK(s.found.turned.n == 427 && s.found.inverted.n == 0); /* of 1,280 */
  assembled_check_links(&s);
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

/* An edge divided on one face only, by a triangle without area, which an edge swap
 * removes. */
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
  assembled_check_links(&s);
  gm_surface_clear(&s);

  k = solid_both(solid_box(zero, unit), sheet(1, 0.0));
  k.n = 13; /* and one without a neighbour */
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

/* Facing given by the user: a sheet as a solid, a solid as a sheet, and the inside. */
static void check_facing(void)
{
  gm_surface s;
  gm_surface_init(&s);
  solid k = solid_box(zero, unit);
  const gm_soup box = {.n = k.n, .corner = k.corner};
  CHECK(gm_assemble_soup(&s, &box, GM_FACING_INSIDE, "box") == GM_OK);
  CHECK(s.kind == GM_SURFACE_CLOSED && s.volume > 0.99);
  assembled_check_links(&s);
  CHECK(gm_dot(s.normal[0], gm_sub(s.point[s.corner[0][0]], s.centroid)) < 0.0);
  gm_surface_clear(&s);
  CHECK(gm_assemble_soup(&s, &box, GM_FACING_BOTH, "box") == GM_OK);
  CHECK(s.kind == GM_SURFACE_SHEET);
  gm_surface_clear(&s);
  const gm_soup open = {.n = k.n - 2, .corner = k.corner};
  CHECK(gm_assemble_soup(&s, &open, GM_FACING_INSIDE, "box") == GM_OK);
  CHECK(s.kind == GM_SURFACE_SOLID);
  gm_surface_clear(&s);
  free(k.corner);
  k = solid_moebius(12, 0.3);
  const gm_soup strip = {.n = k.n, .corner = k.corner};
  CHECK(gm_assemble_soup(&s, &strip, GM_FACING_OUTSIDE, "m") == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "one-sided") != NULL && s.n == 0);
  free(k.corner);
  k = sheet(2, 0.0);
  const gm_soup flat = {.n = k.n, .corner = k.corner};
  CHECK(gm_assemble_soup(&s, &flat, GM_FACING_INSIDE, "f") == GM_ERR_INPUT);
  CHECK(strstr(gm_status_message(), "no volume") != NULL && s.n == 0);
  free(k.corner);
}

int main(void)
{
  check_open();
  check_turned();
  check_branching();
  check_crossing();
  check_flat();
  check_doubled();
  check_facing();
  return CHECK_REPORT();
}
