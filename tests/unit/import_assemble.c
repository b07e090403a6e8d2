/* import/assemble: triangles become a surface that is repaired where possible, and
 * classified.
 *
 * Volume and area are exact for a box to round-off (some dozens of products of numbers
 * of size 1: 1e-14).  A torus of n by m facets has less than 2 pi^2 R r^2 by the area
 * of the inscribed polygons: the factor sin(2 pi/m) / (2 pi/m) for the tube and the
 * like for the ring. */
#include "assembled.h"
#include "base/memory.h"
#include <string.h>

static const gm_vec3 low = {-1.0, -2.0, -3.0}, high = {1.0, 0.0, 1.0};

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
  if (!CHECK(assembled(&s, &k) == GM_OK)) return;
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
  assembled_check_links(&s);
  gm_surface_clear(&s);
  CHECK(s.point == NULL && s.n == 0);
}

static void check_torus(void)
{
  gm_surface s;
  solid k = solid_torus(3.0, 1.0, 96, 48);
  if (!CHECK(assembled(&s, &k) == GM_OK)) return;
  const double tube = 2.0 * GM_PI / 48, ring = 2.0 * GM_PI / 96;
  /* Between two cross-sections of area A the volume is A 2 R tan(q/2) cos(q/2) ... = A
   * R sin q, up to the first moment of the cross-section, which vanishes by the
   * symmetry of the tube. */
  const double section = 24.0 * sin(tube);
  const double expected = section * 96 * sin(ring) * 3.0;
  printf("torus %4d triangles %d points  volume %.12g (%.12g)\n", s.n,
         s.n_points, s.volume, 2.0 * GM_PI * GM_PI * 3.0);
  CHECK(s.n == 9216 && s.n_points == 4608 && s.n_shells == 1);
  /* the facets between are skew quadrilaterals cut in two: second order in their size */
  CHECK_NEAR(s.volume, expected, 1.0e-3 * expected);
  CHECK(s.volume < 2.0 * GM_PI * GM_PI * 3.0);
  assembled_check_links(&s);
  gm_surface_clear(&s);
}

/* What is repaired, and how often. */
static void check_mended(void)
{
  gm_surface s;
  solid k = solid_box(low, high);
  solid_turn(&k);
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.found.inverted.n == 1 && changes(&s) == 1 && s.volume > 15.0);
  assembled_check_links(&s);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* a point written with -0 and with 0 */
  for (int c = 0; c < 36; c += 2) {
    if (k.corner[c].y == 0.0) k.corner[c].y = -0.0;
  }
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.n_points == 8 && s.found.joined.n == 0);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* one corner of one triangle slightly displaced */
  const double diagonal = gm_norm(gm_sub(high, low));
  k.corner[4].x += 0.5e-6 * diagonal;
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.n_points == 8 && s.found.joined.n == 1);
  CHECK_NEAR(s.volume, 16.0, 1.6e-13);
  gm_surface_clear(&s);

  k = solid_box(low, high); /* and displaced too far */
  k.corner[4].x += 2.0e-6 * diagonal;
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.found.joined.n == 0 && s.found.open.n == 4);
  gm_surface_clear(&s);

  k = solid_both(solid_box(low, high), solid_box(low, high));
  k.n = 14; /* two triangles given twice */
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.n == 12 && s.found.repeated.n == 2);
  gm_surface_clear(&s);

  k = solid_both(solid_box(low, high), solid_box(low, high));
  k.n = 13; /* a triangle that is a point, and one that is a line */
  k.corner[37] = k.corner[36];
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.n == 12 && s.found.collapsed.n == 1);
  gm_surface_clear(&s);
}

static void check_shells(void)
{
  gm_surface s;
  const gm_vec3 one = {1.0, 1.0, 1.0}, none = {0.0, 0.0, 0.0};
  solid k = solid_both(solid_box(none, one),
                       solid_box(gm_vec(2.0, 0.0, 0.0), gm_vec(3.0, 1.0, 1.0)));
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.n_shells == 2 && s.shell[0] == 0 && s.shell[12] == 1);
  CHECK_NEAR(s.volume, 2.0, 1.0e-14);
  gm_surface_clear(&s);

  solid hollow = solid_box(gm_vec(0.25, 0.25, 0.25), gm_vec(0.75, 0.75, 0.75));
  solid_turn(&hollow);
  k = solid_both(solid_box(none, one), hollow);
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK_NEAR(s.volume, 0.875, 1.0e-14);
  CHECK(s.n_shells == 2 && s.kind == GM_SURFACE_CLOSED && !changes(&s));
  gm_surface_clear(&s);
}

/* Adds a unit cube at (x, y, z), whose faces are cut from their lowest corner, so that
 * two cubes cut the face between them alike; leaves out the faces whose bit is set. */
static void add_cube(solid *k, int x, int y, int z, unsigned without)
{
  for (int face = 0; face < 6; ++face) {
    const int axis = face / 2, up = face & 1;
    gm_vec3 c[4];
    if (without >> face & 1u) continue;
    for (int q = 0; q < 4; ++q) {
      int bit[3];
      bit[axis] = up;
      bit[(axis + 1) % 3] = q == 1 || q == 2;
      bit[(axis + 2) % 3] = q >= 2;
      c[up ? q : (4 - q) % 4] = gm_vec(x + bit[0], y + bit[1], z + bit[2]);
    }
    solid_add_quad(k, c[0], c[1], c[2], c[3]);
  }
}

/* Solids that share faces are one closed body; a sheet drawn with two sides stays one. */
static void check_shared(void)
{
  static const int body[5][8][3] = {
      {{0, 0, 0}, {1, 0, 0}},
      {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}},
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
      {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}},
      {{0, 0, 0},
       {1, 0, 0},
       {0, 1, 0},
       {1, 1, 0},
       {0, 0, 1},
       {1, 0, 1},
       {0, 1, 1},
       {1, 1, 1}}};
  static const int cubes[5] = {2, 3, 3, 4, 8}, faces[5] = {10, 14, 14, 16, 24};
  gm_surface s;
  for (int b = 0; b < 5; ++b) {
    solid k = {0, NULL};
    for (int c = 0; c < cubes[b]; ++c)
      add_cube(&k, body[b][c][0], body[b][c][1], body[b][c][2], 0);
    CHECK(assembled(&s, &k) == GM_OK);
    CHECK(s.kind == GM_SURFACE_CLOSED && s.n == 2 * faces[b]);
    CHECK(s.found.shared.n == 12 * cubes[b] - 2 * faces[b]);
    CHECK_NEAR(s.volume, cubes[b], 1.0e-13);
    gm_surface_clear(&s);
  }
  solid k = {0, NULL}; /* a square plate with two sides */
  add_cube(&k, 0, 0, 0, ~32u);
  add_cube(&k, 0, 0, 1, ~16u);
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.kind == GM_SURFACE_SHEET && s.n == 2 && s.found.doubled.n == 2);
  gm_surface_clear(&s);
}

/* A solid that lacks one triangle is closed again; a box without lid and a trough whose
 * end is a triangle stay open. */
static void check_missing(void)
{
  gm_surface s;
  for (int t = 0; t < 12; ++t) {
    solid k = solid_box(low, high);
    for (int c = 0; c < 3; ++c)
      k.corner[3 * t + c] = k.corner[33 + c];
    k.n = 11;
    CHECK(assembled(&s, &k) == GM_OK);
    CHECK(s.kind == GM_SURFACE_CLOSED && s.found.filled.n == 1 && s.n == 12);
    CHECK_NEAR(s.volume, 16.0, 1.6e-13);
    assembled_check_links(&s);
    gm_surface_clear(&s);
  }
  solid k = {0, NULL};
  add_cube(&k, 0, 0, 0, 32u);
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.kind == GM_SURFACE_SHEET && s.n == 10 && !s.found.filled.n);
  gm_surface_clear(&s);
  static const double trough[7][9] = {
      {0, 0, 0, 1, 0, 1, 1, 0, -1}, /* its only end */
      {0, 0, 0, 1, 0, -1, 1, 3, -1}, {0, 0, 0, 1, 3, -1, 0, 3, 0},
      {0, 0, 0, 0, 3, 0, 1, 3, 1},   {0, 0, 0, 1, 3, 1, 1, 0, 1},
      {1, 0, -1, 1, 0, 1, 1, 3, 1},  {1, 0, -1, 1, 3, 1, 1, 3, -1}};
  k = (solid){0, NULL};
  for (int t = 0; t < 7; ++t) {
    const double *x = trough[t];
    solid_add(&k, gm_vec(x[0], x[1], x[2]), gm_vec(x[3], x[4], x[5]),
              gm_vec(x[6], x[7], x[8]));
  }
  CHECK(assembled(&s, &k) == GM_OK);
  CHECK(s.kind == GM_SURFACE_SHEET && s.n == 7 && s.found.open.n == 3);
  gm_surface_clear(&s);
}

/* Builds a surface that must be refused with a message that contains `word`. */
static void refuse(solid k, const char *word)
{
  gm_surface s;
  const size_t held = gm_memory_bytes();
  const gm_status status = assembled(&s, &k);
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

/* Each allocation fails in turn: the result is an error, and nothing leaks. */
static void check_memory(void)
{
  const size_t held = gm_memory_bytes();
  int failures = 0;
  for (size_t n = 1; n < 200; ++n) {
    gm_surface s;
    solid k = solid_box(low, high);
    k.corner[4].x += 1.0e-7;
    gm_memory_fail_at(n);
    const gm_status status = assembled(&s, &k);
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
  check_shared();
  check_missing();
  check_refused();
  check_memory();
  return CHECK_REPORT();
}
