/* query/sign and query/winding: inside or outside, and winding numbers.
 *
 * Exact solid angles: a face of a cube seen from its centre is 1/6 of the sphere; a
 * square of half width a from the height h over its centre 4 asin(a^2 / (a^2 + h^2)) /
 * 4 pi; an octant 1/8.  Rounding: about a hundred terms of size 1, 1e-13.  Distant
 * groups of triangles count as dipoles, with an error below 0.1.
 *
 * The sign for a box and a ball follows from their formulas, for intersecting boxes
 * from those of both boxes; for a sheet it is always positive. */
#include "check.h"
#include "import/assemble.h"
#include "query/sign.h"
#include "query/winding.h"
#include "random.h"
#include "solids.h"
#include <stdlib.h>

static gm_vec3 anywhere(double size)
{
  const double x = random_between(-size, size), y = random_between(-size, size);
  return gm_vec(x, y, random_between(-size, size));
}

static const gm_vec3 low = {-1.0, -1.0, -1.0}, high = {1.0, 1.0, 1.0};

typedef struct body {
  gm_surface surface;
  gm_distance *distance;
  gm_sign *side;
  gm_winding *winding;
} body;

static void make(body *b, solid k, gm_index n, gm_facing facing)
{
  const gm_soup soup = {.n = n ? n : k.n, .corner = k.corner};
  gm_surface_init(&b->surface);
  CHECK(gm_assemble_soup(&b->surface, &soup, facing, "made") == GM_OK);
  CHECK(gm_distance_create(&b->surface, NULL, &b->distance) == GM_OK);
  CHECK(gm_sign_create(&b->surface, b->distance, &b->side) == GM_OK);
  CHECK(gm_winding_create(&b->surface, NULL, &b->winding) == GM_OK);
  free(k.corner);
}

static void clear(body *b)
{
  gm_winding_free(&b->winding);
  gm_sign_free(&b->side);
  gm_distance_free(&b->distance);
  gm_surface_clear(&b->surface);
}

static void check_angles(void)
{
  body b;
  make(&b, solid_box(low, high), 2, GM_FACING_AUTO); /* one face */
  const gm_vec3 n = b.surface.normal[0];
  printf("one face of a cube, seen from under its middle:\n");
  for (double h = 0.125; h < 20.0; h *= 2.0) {
    const double exact = asin(1.0 / (1.0 + h * h)) / GM_PI;
    const gm_vec3 y = gm_scale(1.0 - h, n);
    const double w = gm_winding_exact(b.winding, y);
    printf("  h %-7g %.15f  off by %9.2e, near form %9.2e\n", h, w, w - exact,
           gm_winding_approximate(b.winding, y) - exact);
    CHECK_NEAR(w, exact, 1.0e-13);
    CHECK_NEAR(gm_winding_approximate(b.winding, y), exact, 0.1);
  }
  clear(&b);
}

static void check_closed(void)
{
  body b;
  double worst = 0.0, near = 0.0, exact = 0.0;
  make(&b, solid_torus(3.0, 1.0, 96, 48), 0, GM_FACING_AUTO);
  for (int k = 0; k < 3000; ++k) {
    const gm_vec3 y = anywhere(5.0);
    const double d = hypot(hypot(y.x, y.y) - 3.0, y.z) - 1.0;
    if (fabs(d) < 0.01) continue;
    const double w = d < 0.0 ? 1.0 : 0.0;
    exact = fmax(exact, fabs(gm_winding_exact(b.winding, y) - w));
    near = fmax(near, fabs(gm_winding_approximate(b.winding, y) - w));
    worst += gm_winding_inside(b.winding, 1.0, y) != (d < 0.0);
  }
  printf("torus of %d triangles: exact off by %.1e, near by %.1e, %g wrong\n",
         b.surface.n, exact, near, worst);
  CHECK(exact < 1.0e-11 && near < 0.1 && worst == 0.0);
  clear(&b);
}

static double in_box(gm_vec3 y, gm_vec3 min, gm_vec3 max)
{
  return y.x > min.x && y.y > min.y && y.z > min.z && y.x < max.x &&
         y.y < max.y && y.z < max.z;
}

/* Counts points whose sign differs from `inside`, or whose gradient does not point from
 * the nearest point as the sign requires. */
static void check_sides(const char *what, solid k, gm_index n, gm_facing facing,
                        gm_surface_kind kind, double (*inside)(gm_vec3))
{
  body b;
  make(&b, k, n, facing);
  long wrong = 0, bent = 0;
  for (int i = 0; i < 4000; ++i) {
    const gm_vec3 y = anywhere(2.0);
    const gm_nearest r = gm_sign_nearest(b.side, y);
    const gm_vec3 off = gm_sub(y, r.foot);
    if (gm_norm(off) < 1.0e-9) continue;
    wrong += (r.distance < 0.0) != (inside(y) != 0.0);
    bent += fabs(gm_dot(off, r.gradient) - r.distance) > 1.0e-12;
    bent += fabs(fabs(r.distance) - gm_norm(off)) > 1.0e-12;
  }
  printf("%-24s %ld on the wrong side, %ld gradients wrong\n", what, wrong,
         bent);
  CHECK(b.surface.kind == kind && wrong == 0 && bent == 0);
  clear(&b);
}

static double box(gm_vec3 y)
{
  return in_box(y, low, high);
}

static double not_box(gm_vec3 y)
{
  return in_box(y, low, high) == 0.0;
}

static double two(gm_vec3 y)
{
  return in_box(y, low, high) > 0.0 ||
         in_box(y, gm_vec(0.5, -0.5, -0.5), gm_vec(1.9, 0.5, 0.7)) > 0.0;
}

static double never(gm_vec3 y)
{
  (void)y;
  return 0.0;
}

static solid boxes(void)
{
  return solid_both(solid_box(low, high),
                    solid_box(gm_vec(0.5, -0.5, -0.5), gm_vec(1.9, 0.5, 0.7)));
}

/* Two adjacent boxes: the faces between them are nearest to points on both sides. */
static double row(gm_vec3 y)
{
  return in_box(y, low, high) > 0.0 ||
         in_box(y, gm_vec(1.0, -0.5, -0.5), gm_vec(1.8, 0.5, 0.5)) > 0.0;
}

static solid boxes_in_a_row(void)
{
  return solid_both(solid_box(low, high),
                    solid_box(gm_vec(1.0, -0.5, -0.5), gm_vec(1.8, 0.5, 0.5)));
}

/* The cached signs beside triangles agree with the full winding number: intersecting
 * rings, with a hollow ball in one of them. */
static void check_known(gm_facing facing)
{
  solid hollow = solid_sphere(gm_vec(3.0, 0.0, 0.0), 0.5, 2);
  solid_turn(&hollow);
  solid k = solid_both(solid_torus(3.0, 1.0, 48, 24), hollow);
  solid other = solid_torus(3.0, 0.75, 40, 20);
  for (gm_index c = 0; c < 3 * other.n; ++c) {
    const gm_vec3 x = other.corner[c];
    other.corner[c] = gm_vec(x.x + 1.0, x.z, -x.y);
  }
  body b;
  make(&b, solid_both(k, other), 0, facing);
  const double turn = facing == GM_FACING_INSIDE ? -1.0 : 1.0;
  long wrong = 0, behind = 0;
  for (int i = 0; i < 6000; ++i) {
    const gm_vec3 y = anywhere(5.0);
    const bool in = turn * gm_winding_exact(b.winding, y) > 0.5;
    const bool is = gm_sign_nearest(b.side, y).distance < 0.0;
    behind += is;
    wrong += is != (facing == GM_FACING_INSIDE ? !in : in);
  }
  printf("rings through each other: %ld of 6000 behind, %ld wrong\n", behind,
         wrong);
  CHECK(b.surface.kind == GM_SURFACE_SOLID && wrong == 0 && behind > 100);
  clear(&b);
}

int main(void)
{
  check_known(GM_FACING_AUTO);
  check_known(GM_FACING_INSIDE);
  check_angles();
  check_closed();
  check_sides("box", solid_box(low, high), 0, GM_FACING_AUTO, GM_SURFACE_CLOSED,
              box);
  check_sides("box, grains inside", solid_box(low, high), 0, GM_FACING_INSIDE,
              GM_SURFACE_CLOSED, not_box);
  check_sides("box, grains everywhere", solid_box(low, high), 0, GM_FACING_BOTH,
              GM_SURFACE_SHEET, never);
  check_sides("open box", solid_box(low, high), 10, GM_FACING_AUTO,
              GM_SURFACE_SHEET, never);
  check_sides("boxes through each other", boxes(), 0, GM_FACING_AUTO,
              GM_SURFACE_SOLID, two);
  check_sides("boxes in a row", boxes_in_a_row(), 0, GM_FACING_AUTO,
              GM_SURFACE_SOLID, row);
  return CHECK_REPORT();
}
