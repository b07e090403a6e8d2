/* tests/shapes.c -- surfaces with corners, slits and sheets. */
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

/* --- prisms ------------------------------------------------------------------------- */

typedef struct flat {
  double x, z;
} flat;

static double twice_area(flat a, flat b, flat c)
{
  return (b.x - a.x) * (c.z - a.z) - (c.x - a.x) * (b.z - a.z);
}

/* Does the ear a b c of a counter-clockwise polygon hold none of the other corners? */
static int is_ear(const flat *p, const int *left, int n, int k)
{
  const flat a = p[left[(k + n - 1) % n]], b = p[left[k]],
             c = p[left[(k + 1) % n]];
  if (twice_area(a, b, c) <= 1.0e-12) return 0;
  for (int m = 0; m < n; ++m) {
    if (m == k || m == (k + 1) % n || m == (k + n - 1) % n) continue;
    const flat q = p[left[m]];
    if (twice_area(a, b, q) >= 0.0 && twice_area(b, c, q) >= 0.0 &&
        twice_area(c, a, q) >= 0.0) {
      return 0;
    }
  }
  return 1;
}

static gm_vec3 lift(flat p, double y)
{
  return gm_vec(p.x, y, p.z);
}

/* A counter-clockwise polygon in x and z, along y from -length/2 to length/2. */
static solid prism(const flat *p, int n, double length)
{
  solid s = {0, NULL};
  const double y = 0.5 * length;
  int left[64];
  for (int k = 0; k < n; ++k) {
    left[k] = k;
    const flat a = p[k], b = p[(k + 1) % n];
    solid_add_quad(&s, lift(a, -y), lift(b, -y), lift(b, y), lift(a, y));
  }
  for (int m = n, k = 0; m > 2; k = (k + 1) % m) {
    if (!is_ear(p, left, m, k)) continue;
    const flat a = p[left[(k + m - 1) % m]], b = p[left[k]],
               c = p[left[(k + 1) % m]];
    solid_add(&s, lift(a, -y), lift(c, -y), lift(b, -y));
    solid_add(&s, lift(a, y), lift(b, y), lift(c, y));
    memmove(left + k, left + k + 1, (size_t)(--m - k) * sizeof *left);
  }
  return solid_outwards(s);
}

static solid box_outside(void)
{
  return solid_box(gm_vec(0.0, 0.0, 0.0), gm_vec(1.0, 1.25, 0.75));
}

static solid box_inside(void)
{
  solid s = box_outside();
  solid_turn(&s);
  return s;
}

static solid bracket(void)
{
  const flat p[] = {{0.0, 0.0}, {1.0, 0.0}, {1.0, 0.3},
                    {0.3, 0.3}, {0.3, 1.0}, {0.0, 1.0}};
  return prism(p, 6, 1.0);
}

static solid stair(void)
{
  const flat p[] = {{0.0, 0.0}, {2.0, 0.0}, {2.0, 0.5},
                    {1.0, 0.5}, {1.0, 1.0}, {0.0, 1.0}};
  return prism(p, 6, 1.5);
}

static solid fin(void)
{
  const flat p[] = {{-1.0, -0.5}, {1.0, -0.5}, {1.0, 0.0},  {0.1, 0.0},
                    {0.1, 0.8},   {-0.1, 0.8}, {-0.1, 0.0}, {-1.0, 0.0}};
  return prism(p, 8, 1.5);
}

/* A block with a groove of free angle `angle`. */
static solid groove(double angle)
{
  const double x = 1.2 * sin(0.5 * angle), z = 1.2 * cos(0.5 * angle);
  const double side = x + 0.5;
  const flat p[] = {{0.0, 0.0},   {-x, z},   {-side, z}, {-side, -0.5},
                    {side, -0.5}, {side, z}, {x, z}};
  return prism(p, 7, 1.5);
}

static solid groove_30(void)
{
  return groove(GM_PI / 6.0);
}

static solid groove_60(void)
{
  return groove(GM_PI / 3.0);
}

static solid groove_120(void)
{
  return groove(GM_PI / 1.5);
}

static solid chamfered(void)
{
  const flat p[] = {{0.0, 0.0}, {1.2, 0.0}, {1.2, 0.3}, {0.6, 0.3},
                    {0.3, 0.6}, {0.3, 1.2}, {0.0, 1.2}};
  return prism(p, 7, 1.0);
}

/* An L with a rounding of radius 0.1 in eight facets. */
static solid filleted(void)
{
  flat p[13] = {{0.0, 0.0}, {1.2, 0.0}, {1.2, 0.3}};
  for (int k = 0; k <= 8; ++k) {
    const double a = 0.5 * GM_PI * k / 8.0;
    p[3 + k] = (flat){0.4 - 0.1 * sin(a), 0.4 - 0.1 * cos(a)};
  }
  p[11] = (flat){0.3, 1.2};
  p[12] = (flat){0.0, 1.2};
  return prism(p, 13, 1.0);
}

/* --- round ones ----------------------------------------------------------- */

static gm_vec3 on_ring(double radius, double z, int k, int n)
{
  const double a = 2.0 * GM_PI * (k % n) / n;
  return gm_vec(radius * cos(a), radius * sin(a), z);
}

/* The strip between two rings; seen from outside if the second is higher. */
static void add_strip(solid *s, double r0, double z0, double r1, double z1,
                      int n)
{
  for (int k = 0; k < n; ++k) {
    solid_add_quad(s, on_ring(r0, z0, k, n), on_ring(r0, z0, k + 1, n),
                   on_ring(r1, z1, k + 1, n), on_ring(r1, z1, k, n));
  }
}

static void add_disc(solid *s, double radius, double z, int n, int up)
{
  const gm_vec3 o = gm_vec(0.0, 0.0, z);
  for (int k = 0; k < n; ++k) {
    const gm_vec3 a = on_ring(radius, z, k, n),
                  b = on_ring(radius, z, k + 1, n);
    solid_add(s, o, up ? a : b, up ? b : a);
  }
}

/* Point k of 4 m points around a square of half side h. */
static gm_vec3 on_square(double h, double z, int k, int m)
{
  const double t = 2.0 * h * (k % m) / m;
  switch (k / m % 4) {
  case 0:
    return gm_vec(h, -h + t, z);
  case 1:
    return gm_vec(h - t, h, z);
  case 2:
    return gm_vec(-h, h - t, z);
  default:
    return gm_vec(-h + t, -h, z);
  }
}

/* The flat ring between a circle of n = 4 m sides and a square around it, looking up. */
static void add_square_ring(solid *s, double radius, double h, double z, int n,
                            int up)
{
  const int m = n / 4;
  for (int k = 0; k < n; ++k) { /* the square begins at -45 degrees */
    const gm_vec3 a = on_ring(radius, z, k + n - m / 2, n);
    const gm_vec3 b = on_ring(radius, z, k + 1 + n - m / 2, n);
    const gm_vec3 c = on_square(h, z, k + 1, m), d = on_square(h, z, k, m);
    if (up) solid_add_quad(s, a, d, c, b);
    if (!up) solid_add_quad(s, a, b, c, d);
  }
}

/* Sides and bottom of a square block below z. */
static void add_block(solid *s, double h, double z0, double z, int n)
{
  for (int k = 0; k < n; ++k) {
    const int m = n / 4;
    solid_add_quad(s, on_square(h, z0, k, m), on_square(h, z0, k + 1, m),
                   on_square(h, z, k + 1, m), on_square(h, z, k, m));
  }
}

static solid cylinder_on_floor(int n)
{
  solid s = {0, NULL};
  add_square_ring(&s, 0.5, 1.2, 0.0, n, 1);
  add_strip(&s, 0.5, 0.0, 0.5, 0.8, n);
  add_disc(&s, 0.5, 0.8, n, 1);
  add_block(&s, 1.2, -0.4, 0.0, n);
  for (int k = 0; k < n; ++k) {
    solid_add(&s, gm_vec(0.0, 0.0, -0.4), on_square(1.2, -0.4, k + 1, n / 4),
              on_square(1.2, -0.4, k, n / 4));
  }
  return solid_outwards(s);
}

static solid cylinder_12(void)
{
  return cylinder_on_floor(12);
}

static solid cylinder_32(void)
{
  return cylinder_on_floor(32);
}

static solid plate_with_hole(void)
{
  solid s = {0, NULL};
  add_square_ring(&s, 0.5, 1.2, 0.15, 32, 1);
  add_square_ring(&s, 0.5, 1.2, -0.15, 32, 0);
  add_strip(&s, 0.5, 0.15, 0.5, -0.15, 32);
  add_block(&s, 1.2, -0.15, 0.15, 32);
  return solid_outwards(s);
}

static solid cone(void)
{
  solid s = {0, NULL};
  add_disc(&s, 0.6, 0.0, 32, 0);
  for (int k = 0; k < 32; ++k) {
    solid_add(&s, on_ring(0.6, 0.0, k, 32), on_ring(0.6, 0.0, k + 1, 32),
              gm_vec(0.0, 0.0, 1.0));
  }
  return solid_outwards(s);
}

static solid tube_inside(void)
{
  solid s = {0, NULL};
  add_strip(&s, 0.5, 0.0, 0.5, 1.5, 32);
  solid_turn(&s);
  return s;
}

solid shapes_drum(int sides)
{
  solid s = {0, NULL};
  add_disc(&s, 0.5, -0.3, sides, 0);
  add_disc(&s, 0.5, 0.5, sides, 1);
  add_strip(&s, 0.5, -0.3, 0.5, 0.5, sides);
  s = solid_outwards(s);
  solid_turn(&s);
  return s;
}

/* --- sheets --------------------------------------------------------------- */

/* A rectangle from the y axis to (x, z). */
static void add_sheet(solid *s, double x, double z)
{
  solid_add_quad(s, gm_vec(0.0, -0.75, 0.0), gm_vec(x, -0.75, z),
                 gm_vec(x, 0.75, z), gm_vec(0.0, 0.75, 0.0));
}

solid shapes_vee(double turn)
{
  solid s = {0, NULL};
  const double c = cos(0.5 * turn), z = sin(0.5 * turn);
  add_sheet(&s, -c, z);
  solid_turn(&s);
  add_sheet(&s, c, z);
  return s;
}

static solid sheet_l(void)
{
  solid s = {0, NULL};
  add_sheet(&s, 0.0, 1.0);
  solid_turn(&s);
  add_sheet(&s, 1.0, 0.0);
  return s;
}

static solid sheet_t(void)
{
  solid s = sheet_l();
  solid_turn(&s);
  add_sheet(&s, -1.0, 0.0);
  return s;
}

static solid funnel(void)
{
  solid s = {0, NULL};
  add_strip(&s, 0.3, 0.0, 0.3, 0.6, 32);
  add_strip(&s, 0.3, 0.6, 0.9, 1.1, 32);
  return s;
}

static double saddle_z(double x, double y)
{
  return 0.5 * (x * x - y * y);
}

static solid saddle(void)
{
  solid s = {0, NULL};
  const int n = 20;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      gm_vec3 p[4];
      for (int k = 0; k < 4; ++k) {
        const double x = -1.0 + 2.0 * (i + (k == 1 || k == 2)) / n;
        const double y = -1.0 + 2.0 * (j + (k >= 2)) / n;
        p[k] = gm_vec(x, y, saddle_z(x, y));
      }
      solid_add_quad(&s, p[0], p[1], p[2], p[3]);
    }
  }
  return s;
}

/* A plate, and on it a ridge along x that begins at one edge and fades out inside. */
static solid rib(void)
{
  solid s = {0, NULL};
  const int n = 20;
  const double d = 2.0 / n;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      gm_vec3 p[4];
      for (int k = 0; k < 4; ++k) {
        const int a = i + (k == 1 || k == 2), b = j + (k >= 2);
        const double x = -1.0 + d * a, y = -1.0 + d * b;
        const double height = b == n / 2 && x < 0.0 ? -0.5 * x : 0.0;
        p[k] = gm_vec(x, y, height);
      }
      /* the ridge must not be cut by a diagonal */
      if (j < n / 2) {
        solid_add_quad(&s, p[0], p[1], p[2], p[3]);
      } else {
        solid_add_quad(&s, p[1], p[2], p[3], p[0]);
      }
    }
  }
  return s;
}

const shape shapes[] = {
    {"box outside", box_outside, 0, 0, 0.12, 1, 1},
    {"box inside", box_inside, 0, 0, 0.12, 6, 6},
    {"L-bracket", bracket, 0, 0, 0.16, 2, 3},
    {"step", stair, 0, 0, 0.16, 2, 3},
    {"fin on a wall", fin, 0, 0, 0.16, 3, 5},
    {"groove 30", groove_30, 0, 0, 0.08, 2, 3},
    {"groove 60", groove_60, 0, 0, 0.12, 2, 3},
    {"groove 120", groove_120, 0, 0, 0.16, 2, 3},
    {"chamfered L", chamfered, 0, 0, 0.12, 3, 4},
    {"filleted L, small", filleted, 0, 0, 0.05, 1, 1},
    {"filleted L, large", filleted, 0, 0, 0.16, 2, 3},
    {"12-gon on floor", cylinder_12, 0, 0, 0.15, 2, 2},
    {"32-gon on floor", cylinder_32, 0, 0, 0.15, 2, 2},
    {"plate with hole", plate_with_hole, 0, 0, 0.15, 1, 2},
    {"cone", cone, 0, 0, 0.12, 1, 1},
    {"tube inside", tube_inside, 0, 0, 0.12, 1, 1},
    {"saddle", saddle, 1, 0, 0.15, 1, 1},
    {"L sheet", sheet_l, 1, 0, 0.15, 2, 2},
    {"T sheet", sheet_t, 1, 0, 0.15, 3, 3},
    {"rib fading out", rib, 0, 0, 0.15, 3, 6},
    {"funnel", funnel, 1, 0, 0.12, 2, 2},
};
const int shapes_count = (int)(sizeof shapes / sizeof *shapes);

const shape *shapes_find(const char *name)
{
  for (int k = 0; k < shapes_count; ++k)
    if (strcmp(shapes[k].name, name) == 0) return &shapes[k];
  return NULL;
}

void shapes_surface(const shape *which, gm_surface *surface)
{
  weld_solid(solid_refine(which->make(), which->refine), surface);
}
