/* body/shape.c -- builds the patches of planes, boxes, cylinders, cones, discs, spheres
 * and lines.
 */
#include "body/shape.h"

#include "base/math.h"
#include "sdf/lattice.h"

gm_shape gm_shape_plane(gm_vec3 point, gm_vec3 unit_normal)
{
  const double inf = INFINITY;
  return (gm_shape){
      .n = 1,
      .side = {{.kind = GM_PATCH_PLANE, .point = point, .normal = unit_normal}},
      .min = {-inf, -inf, -inf},
      .max = {inf, inf, inf}};
}

gm_shape gm_shape_box(gm_vec3 min, gm_vec3 max, unsigned open)
{
  gm_shape s = {.n = 0, .min = min, .max = max};
  const gm_vec3 middle = gm_scale(0.5, gm_add(min, max));
  const gm_vec3 half = gm_scale(0.5, gm_sub(max, min));
  for (int side = 0; side < 6; ++side) {
    if (open >> side & 1u) continue;
    gm_patch p = {.kind = GM_PATCH_RECTANGLE, .point = middle, .half = half};
    const double sign = side & 1 ? 1.0 : -1.0;
    if (side / 2 == 0) {
      p.point.x = side & 1 ? max.x : min.x;
      p.half.x = 0.0;
      p.normal.x = sign;
    } else if (side / 2 == 1) {
      p.point.y = side & 1 ? max.y : min.y;
      p.half.y = 0.0;
      p.normal.y = sign;
    } else {
      p.point.z = side & 1 ? max.z : min.z;
      p.half.z = 0.0;
      p.normal.z = sign;
    }
    s.side[s.n++] = p;
  }
  return s;
}

static void add_shape_profile(gm_shape *s, gm_vec3 base, gm_vec3 unit_axis,
                              double rho0, double z0, double rho1, double z1)
{
  s->side[s->n++] = (gm_patch){.kind = GM_PATCH_PROFILE,
                               .point = base,
                               .normal = unit_axis,
                               .rho = {rho0, rho1},
                               .z = {z0, z1}};
}

/* Bounds of two discs of radii r0 and r1 around p0 and p1, with the unit normal u. */
static void bound_shape_discs(gm_shape *s, gm_vec3 u, gm_vec3 p0, double r0,
                              gm_vec3 p1, double r1)
{
  const gm_vec3 e = {sqrt(fmax(0.0, 1.0 - u.x * u.x)),
                     sqrt(fmax(0.0, 1.0 - u.y * u.y)),
                     sqrt(fmax(0.0, 1.0 - u.z * u.z))};
  const gm_vec3 low0 = gm_madd(p0, -r0, e), low1 = gm_madd(p1, -r1, e);
  const gm_vec3 high0 = gm_madd(p0, r0, e), high1 = gm_madd(p1, r1, e);
  s->min = gm_least(low0, low1);
  s->max = gm_most(high0, high1);
}

gm_shape gm_shape_cone(gm_vec3 base, gm_vec3 axis, double base_radius,
                       double top_radius, unsigned open)
{
  gm_shape s = {.n = 0};
  const double height = gm_norm(axis);
  const gm_vec3 u = gm_scale(1.0 / height, axis);
  add_shape_profile(&s, base, u, base_radius, 0.0, top_radius, height);
  if (!(open & 1u) && base_radius > 0.0) {
    add_shape_profile(&s, base, u, 0.0, 0.0, base_radius, 0.0);
  }
  if (!(open & 2u) && top_radius > 0.0) {
    add_shape_profile(&s, base, u, 0.0, height, top_radius, height);
  }
  bound_shape_discs(&s, u, base, base_radius, gm_add(base, axis), top_radius);
  return s;
}

gm_shape gm_shape_sphere(gm_vec3 centre, double radius)
{
  const gm_vec3 half = {radius, radius, radius};
  return (gm_shape){.n = 1,
                    .side = {{.kind = GM_PATCH_SPHERE,
                              .point = centre,
                              .normal = {0.0, 0.0, 1.0},
                              .radius = radius}},
                    .min = gm_sub(centre, half),
                    .max = gm_add(centre, half)};
}

gm_shape gm_shape_disc(gm_vec3 centre, gm_vec3 unit_normal, double radius,
                       double hole)
{
  gm_shape s = {.n = 0};
  add_shape_profile(&s, centre, unit_normal, hole, 0.0, radius, 0.0);
  bound_shape_discs(&s, unit_normal, centre, radius, centre, radius);
  return s;
}

static gm_patch shape_line_patch(gm_vec3 middle, gm_vec3 normal, double half,
                                 double radius)
{
  return (gm_patch){.kind = GM_PATCH_LINE,
                    .point = middle,
                    .normal = normal,
                    .half = {half, 0.0, 0.0},
                    .radius = radius};
}

gm_shape gm_shape_line(gm_vec3 point, double angle, double radius)
{
  const double inf = INFINITY;
  const gm_vec3 normal = {gm_math_sin(angle), -gm_math_cos(angle), 0.0};
  return (gm_shape){.n = 1,
                    .side = {shape_line_patch(point, normal, inf, radius)},
                    .min = {-inf, -inf, -inf},
                    .max = {inf, inf, inf}};
}

gm_shape gm_shape_segment(gm_vec3 from, gm_vec3 to, double radius)
{
  const gm_vec3 way = gm_sub(to, from);
  const double length = gm_norm(way);
  const gm_vec3 normal = {way.y / length, -way.x / length, 0.0};
  const gm_vec3 middle = gm_scale(0.5, gm_add(from, to));
  return (gm_shape){
      .n = 1,
      .side = {shape_line_patch(middle, normal, 0.5 * length, radius)},
      .min = {fmin(from.x, to.x) - radius, fmin(from.y, to.y) - radius, from.z},
      .max = {fmax(from.x, to.x) + radius, fmax(from.y, to.y) + radius,
              from.z}};
}

gm_shape gm_shape_sites(const struct gm_lattice *sites, gm_vec3 min,
                        gm_vec3 max)
{
  return (gm_shape){.n = 1,
                    .side = {{.kind = GM_PATCH_SITES,
                              .sites = sites,
                              .jump = GM_SHAPE_JUMP * sites->spacing,
                              .min = min,
                              .max = max}},
                    .min = min,
                    .max = max};
}

gm_shape gm_shape_mesh(const gm_patch *patches, int n, gm_vec3 min, gm_vec3 max)
{
  return (gm_shape){.n = n, .patches = patches, .min = min, .max = max};
}
