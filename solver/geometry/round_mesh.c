/* geometry/round_mesh.c -- triangles of ellipsoids and superquadrics.
 *
 * The triangles of an icosahedron are divided into four as often as `refinement` says.
 * Their corners are put on the sphere, scaled by the half axes, and moved along the ray
 * from the centre onto the superquadric; on an ellipsoid they are already.
 */
#include "geometry/round_mesh.h"

#include "base/math.h"
#include "base/memory.h"

#define GOLDEN 1.6180339887498948482

static gm_vec3 onto(const gm_config_structure *s, gm_vec3 unit)
{
  const double n = s->round.exponent, m = s->round.exponent_xy;
  const gm_vec3 a = s->round.axes;
  const gm_vec3 x = {a.x * unit.x, a.y * unit.y, a.z * unit.z};
  if (n == 2.0 && m == 2.0) return x;
  const double flat =
      gm_math_pow(fabs(unit.x), m) + gm_math_pow(fabs(unit.y), m);
  const double f = gm_math_pow(flat, n / m) + gm_math_pow(fabs(unit.z), n);
  return gm_scale(gm_math_pow(f, -1.0 / n), x);
}

/* A triangle of the unit sphere, divided `more` times. */
static void divide(const gm_config_structure *s, gm_vec3 a, gm_vec3 b,
                   gm_vec3 c, int more, gm_soup *soup)
{
  if (more == 0) {
    gm_vec3 *to = &soup->corner[3 * soup->n];
    to[0] = onto(s, a);
    to[1] = onto(s, b);
    to[2] = onto(s, c);
    soup->group[soup->n++] = 0;
    return;
  }
  const gm_vec3 ab = gm_unit(gm_add(a, b)), bc = gm_unit(gm_add(b, c));
  const gm_vec3 ca = gm_unit(gm_add(c, a));
  divide(s, a, ab, ca, more - 1, soup);
  divide(s, ab, b, bc, more - 1, soup);
  divide(s, ca, bc, c, more - 1, soup);
  divide(s, ab, bc, ca, more - 1, soup);
}

gm_status gm_round_mesh_soup(const gm_config_structure *s, gm_soup *soup)
{
  static const double corner[12][3] = {
      {-1, GOLDEN, 0}, {1, GOLDEN, 0}, {-1, -GOLDEN, 0}, {1, -GOLDEN, 0},
      {0, -1, GOLDEN}, {0, 1, GOLDEN}, {0, -1, -GOLDEN}, {0, 1, -GOLDEN},
      {GOLDEN, 0, -1}, {GOLDEN, 0, 1}, {-GOLDEN, 0, -1}, {-GOLDEN, 0, 1}};
  static const int face[20][3] = {
      {0, 11, 5}, {0, 5, 1},  {0, 1, 7},   {0, 7, 10}, {0, 10, 11},
      {1, 5, 9},  {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
      {3, 9, 4},  {3, 4, 2},  {3, 2, 6},   {3, 6, 8},  {3, 8, 9},
      {4, 9, 5},  {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1}};
  const gm_group_name names = {{{0}}};
  gm_index row;
  GM_TRY(gm_soup_begin_group(soup, &names, &row));
  GM_TRY(gm_soup_reserve(soup, (size_t)20 << 2 * s->round.refinement));
  for (int k = 0; k < 20; ++k) {
    gm_vec3 p[3];
    for (int q = 0; q < 3; ++q) {
      const double *x = corner[face[k][q]];
      p[q] = gm_unit(gm_vec(x[0], x[1], x[2]));
    }
    divide(s, p[0], p[1], p[2], s->round.refinement, soup);
  }
  return GM_OK;
}
