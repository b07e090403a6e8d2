/* insert/insertion_region.c -- regions of the scene file in which grains are inserted
 * or measured.
 *
 * Random points follow from four uniform numbers u of the grain alone, by inverse
 * distribution functions (square root for a disc, cube root for a ball), so that the
 * place of a grain does not depend on how many numbers other grains have drawn.
 */
#include "insert/insertion_region.h"

#include "base/math.h"
#include "config/report.h"

/* Frame of a cylinder: unit axis, two unit vectors across it, height. */
typedef struct upright {
  gm_vec3 axis, e, f;
  double height;
} upright;

static upright stand_insertion_upright(const gm_config_region *g)
{
  upright u = {.height = gm_norm(g->cylinder.axis)};
  u.axis = gm_scale(1.0 / u.height, g->cylinder.axis);
  u.e = gm_perpendicular(u.axis);
  u.f = gm_cross(u.axis, u.e);
  return u;
}

/* Point on a parallelogram at least r from its sides, or on a disc at least r from its
 * rim. */
static int insertion_rectangle_point(const gm_config_region *g, double r,
                                     const double u[4], gm_vec3 *x)
{
  const gm_vec3 a = g->rectangle.along, b = g->rectangle.across;
  const double area = gm_norm(gm_cross(a, b));
  const double from_a = r * gm_norm(b) / area, from_b = r * gm_norm(a) / area;
  if (!(from_a <= 0.5 && from_b <= 0.5)) return 0;
  const gm_vec3 p =
      gm_madd(g->rectangle.corner, from_a + u[0] * (1.0 - 2.0 * from_a), a);
  *x = gm_madd(p, from_b + u[1] * (1.0 - 2.0 * from_b), b);
  return 1;
}

static int insertion_disc_point(const gm_config_region *g, double r,
                                const double u[4], gm_vec3 *x)
{
  const gm_vec3 n = gm_unit(g->disc.normal), e = gm_perpendicular(n);
  const double wide = g->disc.radius - r;
  if (wide < 0.0) return 0;
  const double rho = wide * sqrt(u[0]), angle = 2.0 * GM_PI * u[1];
  const gm_vec3 p = gm_madd(g->disc.centre, rho * gm_math_cos(angle), e);
  *x = gm_madd(p, rho * gm_math_sin(angle), gm_cross(n, e));
  return 1;
}

/* ---- regions that the plane z = 0 cuts ------------------------------------------- */

/* Circle that the plane cuts out of a cylinder along z, a sphere, or a disc in it. */
typedef struct circle {
  gm_vec3 centre;
  double radius;
} circle;

static circle region_circle(const gm_config_region *g)
{
  const gm_vec3 c = g->kind == GM_REGION_CYLINDER ? g->cylinder.base
                    : g->kind == GM_REGION_DISC   ? g->disc.centre
                                                  : g->sphere.centre;
  return (circle){gm_vec(c.x, c.y, 0.0),
                  g->kind == GM_REGION_CYLINDER ? g->cylinder.radius
                  : g->kind == GM_REGION_DISC   ? g->disc.radius
                                                : g->sphere.radius};
}

/* Line that the plane cuts out of a face that crosses it: returns 1 and its ends if the
 * region is such a face. */
static int is_line_region(const gm_config_region *g, gm_vec3 *from, gm_vec3 *to)
{
  if (g->kind == GM_REGION_RECTANGLE && g->rectangle.across.z != 0.0) {
    const gm_vec3 p = g->rectangle.corner;
    *from = gm_vec(p.x, p.y, 0.0);
    *to = gm_add(*from, g->rectangle.along);
    return 1;
  }
  if (g->kind == GM_REGION_DISC && g->disc.normal.z == 0.0) {
    const gm_vec3 c = g->disc.centre, n = g->disc.normal;
    const gm_vec3 half = {-n.y * g->disc.radius, n.x * g->disc.radius, 0.0};
    *from = gm_sub(gm_vec(c.x, c.y, 0.0), half);
    *to = gm_add(gm_vec(c.x, c.y, 0.0), half);
    return 1;
  }
  return 0;
}

static int insertion_plane_point(const gm_config_region *g, double r,
                                 const double u[4], gm_vec3 *x)
{
  gm_vec3 from, to;
  if (is_line_region(g, &from, &to)) {
    const gm_vec3 d = gm_sub(to, from);
    const double end = r / gm_norm(d);
    if (!(end <= 0.5)) return 0;
    *x = gm_madd(from, end + u[0] * (1.0 - 2.0 * end), d);
    return 1;
  }
  if (g->kind == GM_REGION_RECTANGLE)
    return insertion_rectangle_point(g, r, u, x);
  if (g->kind == GM_REGION_BOX) {
    const gm_vec3 low = g->box.min, high = g->box.max;
    const double wide = high.x - low.x - 2.0 * r;
    const double tall = high.y - low.y - 2.0 * r;
    if (wide < 0.0 || tall < 0.0) return 0;
    *x = gm_vec(low.x + r + u[0] * wide, low.y + r + u[1] * tall, 0.0);
    return 1;
  }
  const circle c = region_circle(g);
  const double wide = c.radius - r;
  if (wide < 0.0) return 0;
  const double rho = wide * sqrt(u[0]), angle = 2.0 * GM_PI * u[1];
  *x = gm_madd(c.centre, rho,
               gm_vec(gm_math_cos(angle), gm_math_sin(angle), 0.0));
  return 1;
}

/* ---- points --------------------------------------------------------------------- */

int gm_insertion_region_point(const gm_config_region *g, double r,
                              const double u[4], gm_vec3 *x)
{
  if (g->thickness > 0.0) return insertion_plane_point(g, r, u, x);
  if (g->kind == GM_REGION_RECTANGLE)
    return insertion_rectangle_point(g, r, u, x);
  if (g->kind == GM_REGION_DISC) return insertion_disc_point(g, r, u, x);
  if (g->kind == GM_REGION_BOX) {
    const gm_vec3 low = g->box.min, high = g->box.max;
    const gm_vec3 span = {high.x - low.x - 2.0 * r, high.y - low.y - 2.0 * r,
                          high.z - low.z - 2.0 * r};
    if (span.x < 0.0 || span.y < 0.0 || span.z < 0.0) return 0;
    *x = gm_vec(low.x + r + u[0] * span.x, low.y + r + u[1] * span.y,
                low.z + r + u[2] * span.z);
    return 1;
  }
  if (g->kind == GM_REGION_CYLINDER) {
    const upright s = stand_insertion_upright(g);
    const double wide = g->cylinder.radius - r;
    const double tall = s.height - 2.0 * r;
    if (wide < 0.0 || tall < 0.0) return 0;
    const double rho = wide * sqrt(u[0]), angle = 2.0 * GM_PI * u[1];
    gm_vec3 p = gm_madd(g->cylinder.base, r + tall * u[2], s.axis);
    p = gm_madd(p, rho * gm_math_cos(angle), s.e);
    *x = gm_madd(p, rho * gm_math_sin(angle), s.f);
    return 1;
  }
  const double wide = g->sphere.radius - r;
  if (wide < 0.0) return 0;
  const double rho = wide * gm_math_cbrt(u[0]), c = 2.0 * u[1] - 1.0;
  const double s = sqrt(1.0 - c * c), angle = 2.0 * GM_PI * u[2];
  *x = gm_madd(g->sphere.centre, rho,
               gm_vec(s * gm_math_cos(angle), s * gm_math_sin(angle), c));
  return 1;
}

static double clamp_to_region(double x, double low, double high)
{
  return fmax(low, fmin(x, high));
}

void gm_insertion_region_confine(const gm_config_region *g, double r,
                                 gm_vec3 *x)
{
  if (g->thickness > 0.0 && g->kind != GM_REGION_BOX) {
    const circle c = region_circle(g);
    const gm_vec3 d = gm_sub(gm_vec(x->x, x->y, 0.0), c.centre);
    const double rho = gm_norm(d), wide = c.radius - r;
    *x = gm_madd(c.centre, rho > wide ? wide / rho : 1.0, d);
  } else if (g->thickness > 0.0) {
    *x = gm_vec(clamp_to_region(x->x, g->box.min.x + r, g->box.max.x - r),
                clamp_to_region(x->y, g->box.min.y + r, g->box.max.y - r), 0.0);
  } else if (g->kind == GM_REGION_BOX) {
    const gm_vec3 low = g->box.min, high = g->box.max;
    *x = gm_vec(clamp_to_region(x->x, low.x + r, high.x - r),
                clamp_to_region(x->y, low.y + r, high.y - r),
                clamp_to_region(x->z, low.z + r, high.z - r));
  } else if (g->kind == GM_REGION_CYLINDER) {
    const upright s = stand_insertion_upright(g);
    const gm_vec3 d = gm_sub(*x, g->cylinder.base);
    const double h = gm_dot(d, s.axis), wide = g->cylinder.radius - r;
    gm_vec3 out = gm_madd(d, -h, s.axis);
    const double rho = gm_norm(out);
    if (rho > wide) out = gm_scale(wide / rho, out);
    *x = gm_add(
        gm_madd(g->cylinder.base, clamp_to_region(h, r, s.height - r), s.axis),
        out);
  } else {
    const gm_vec3 d = gm_sub(*x, g->sphere.centre);
    const double rho = gm_norm(d), wide = g->sphere.radius - r;
    if (rho > wide) *x = gm_madd(g->sphere.centre, wide / rho, d);
  }
}

int gm_insertion_region_holds(const gm_config_region *region, gm_vec3 x,
                              double r)
{
  gm_vec3 y = x;
  gm_insertion_region_confine(region, r, &y);
  return gm_norm(gm_sub(x, y)) <= 1.0e-9 * r;
}

double gm_insertion_region_volume(const gm_config_region *g)
{
  if (g->thickness > 0.0 && g->kind != GM_REGION_BOX) {
    const double r = region_circle(g).radius;
    return GM_PI * r * r * g->thickness;
  }
  if (g->kind == GM_REGION_BOX) {
    const gm_vec3 d = gm_sub(g->box.max, g->box.min);
    return d.x * d.y * d.z;
  }
  if (g->kind == GM_REGION_CYLINDER) {
    const double r = g->cylinder.radius;
    return GM_PI * r * r * gm_norm(g->cylinder.axis);
  }
  const double r = g->sphere.radius;
  return 4.0 / 3.0 * GM_PI * r * r * r;
}

static void find_region_bounds(const gm_config_region *g, gm_vec3 *low,
                               gm_vec3 *high)
{
  if (g->kind == GM_REGION_BOX) {
    *low = g->box.min;
    *high = g->box.max;
    return;
  }
  if (g->kind == GM_REGION_RECTANGLE) {
    const gm_vec3 a = g->rectangle.along, b = g->rectangle.across;
    const gm_vec3 p = g->rectangle.corner;
    *low = gm_vec(p.x + fmin(a.x, 0.0) + fmin(b.x, 0.0),
                  p.y + fmin(a.y, 0.0) + fmin(b.y, 0.0),
                  p.z + fmin(a.z, 0.0) + fmin(b.z, 0.0));
    *high = gm_vec(p.x + fmax(a.x, 0.0) + fmax(b.x, 0.0),
                   p.y + fmax(a.y, 0.0) + fmax(b.y, 0.0),
                   p.z + fmax(a.z, 0.0) + fmax(b.z, 0.0));
    return;
  }
  if (g->kind == GM_REGION_DISC) {
    const gm_vec3 n = gm_unit(g->disc.normal);
    const double r = g->disc.radius;
    const gm_vec3 w = {r * sqrt(fmax(0.0, 1.0 - n.x * n.x)),
                       r * sqrt(fmax(0.0, 1.0 - n.y * n.y)),
                       r * sqrt(fmax(0.0, 1.0 - n.z * n.z))};
    *low = gm_sub(g->disc.centre, w);
    *high = gm_add(g->disc.centre, w);
    return;
  }
  if (g->kind == GM_REGION_SPHERE) {
    const double r = g->sphere.radius;
    *low = gm_sub(g->sphere.centre, gm_vec(r, r, r));
    *high = gm_add(g->sphere.centre, gm_vec(r, r, r));
    return;
  }
  const upright s = stand_insertion_upright(g);
  const gm_vec3 a = g->cylinder.base, b = gm_add(a, g->cylinder.axis);
  const double r = g->cylinder.radius;
  const gm_vec3 w = {r * sqrt(fmax(0.0, 1.0 - s.axis.x * s.axis.x)),
                     r * sqrt(fmax(0.0, 1.0 - s.axis.y * s.axis.y)),
                     r * sqrt(fmax(0.0, 1.0 - s.axis.z * s.axis.z))};
  *low = gm_sub(gm_least(a, b), w);
  *high = gm_add(gm_most(a, b), w);
}

void gm_insertion_region_bounds(const gm_config_region *g, gm_vec3 *low,
                                gm_vec3 *high)
{
  find_region_bounds(g, low, high);
  if (g->thickness > 0.0) low->z = high->z = 0.0;
}

gm_status gm_insertion_region_check_side(gm_config *config, const char *path,
                                         const gm_config_region *region,
                                         const gm_domain *d, int axis)
{
  gm_vec3 low, high;
  gm_insertion_region_bounds(region, &low, &high);
  const double from[3] = {low.x, low.y, low.z};
  const double to[3] = {high.x, high.y, high.z};
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  const double slack = 1.0e-9 * d->side[axis];
  if (!(d->side[axis] > 0.0)) return GM_OK;
  if (from[axis] >= min[axis] - slack && to[axis] <= max[axis] + slack)
    return GM_OK;
  return gm_report_fault(config, path,
                         "extends from %.6g to %.6g m along %c, beyond the "
                         "periodic sides at %.6g and %.6g m; keep it between "
                         "them",
                         from[axis], to[axis], "xyz"[axis], min[axis],
                         max[axis]);
}
