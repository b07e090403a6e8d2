/* scene/region.c -- regions, and lines clipped by them. */
#include "scene/region.h"

gm_region gm_region_of(const gm_config_region *c)
{
  gm_region r = {.kind = c->kind, .thickness = c->thickness};
  if (r.kind == GM_REGION_CYLINDER && r.thickness > 0.0) {
    /* The plane z = 0 cuts it, as it would cut a sphere, in a circle. */
    r.kind = GM_REGION_SPHERE;
    r.centre = gm_vec(c->cylinder.base.x, c->cylinder.base.y, 0.0);
    r.radius = c->cylinder.radius;
    return r;
  }
  if (r.kind == GM_REGION_BOX) {
    r.min = c->box.min;
    r.max = c->box.max;
  } else if (r.kind == GM_REGION_CYLINDER) {
    r.centre = c->cylinder.base;
    r.height = gm_norm(c->cylinder.axis);
    r.axis = gm_unit(c->cylinder.axis);
    r.radius = c->cylinder.radius;
  } else {
    r.centre = c->sphere.centre;
    r.radius = c->sphere.radius;
  }
  return r;
}

double gm_region_volume(const gm_region *r)
{
  const gm_vec3 span = gm_sub(r->max, r->min);
  switch (r->kind) {
  case GM_REGION_BOX:
    return span.x * span.y * span.z;
  case GM_REGION_CYLINDER:
    return GM_PI * r->radius * r->radius * r->height;
  default:
    if (r->thickness > 0.0) return GM_PI * r->radius * r->radius * r->thickness;
    return 4.0 / 3.0 * GM_PI * r->radius * r->radius * r->radius;
  }
}

int gm_region_holds(const gm_region *r, gm_vec3 x)
{
  if (r->kind == GM_REGION_BOX) {
    return x.x >= r->min.x && x.x < r->max.x && x.y >= r->min.y &&
           x.y < r->max.y && x.z >= r->min.z && x.z < r->max.z;
  }
  const gm_vec3 y = gm_sub(x, r->centre);
  const double away = gm_norm2(y), all = r->radius * r->radius;
  if (r->kind == GM_REGION_SPHERE) return away < all;
  const double along = gm_dot(y, r->axis);
  return along >= 0.0 && along < r->height && away - along * along < all;
}

/* Distance of x from the interval [low, high]. */
static double region_out(double x, double low, double high)
{
  return fmax(0.0, fmax(low - x, x - high));
}

double gm_region_distance(const gm_region *r, gm_vec3 x)
{
  if (r->kind == GM_REGION_BOX) {
    return gm_norm(gm_vec(region_out(x.x, r->min.x, r->max.x),
                          region_out(x.y, r->min.y, r->max.y),
                          region_out(x.z, r->min.z, r->max.z)));
  }
  const gm_vec3 y = gm_sub(x, r->centre);
  if (r->kind == GM_REGION_SPHERE) return fmax(0.0, gm_norm(y) - r->radius);
  const double along = gm_dot(y, r->axis);
  const double across = gm_norm(gm_madd(y, -along, r->axis));
  return gm_norm(gm_vec(region_out(along, 0.0, r->height),
                        fmax(0.0, across - r->radius), 0.0));
}

/* Part of a line as fractions [from, to] of its length. */
typedef struct part {
  double from, to;
} part;

/* Clip to low <= x + t d <= high. */
static part clip_region_slab(part p, double x, double d, double low,
                             double high)
{
  if (d == 0.0) {
    return x >= low && x < high ? p : (part){0.0, 0.0};
  }
  const double t0 = (low - x) / d, t1 = (high - x) / d;
  return (part){fmax(p.from, fmin(t0, t1)), fmin(p.to, fmax(t0, t1))};
}

/* Clip to |x + t d| <= radius. */
static part clip_region_round(part p, gm_vec3 x, gm_vec3 d, double radius)
{
  const double dd = gm_norm2(d), xd = gm_dot(x, d);
  const double out = gm_norm2(x) - radius * radius;
  if (dd == 0.0) return out < 0.0 ? p : (part){0.0, 0.0};
  const double square = xd * xd - dd * out;
  if (square <= 0.0) return (part){0.0, 0.0};
  const double root = sqrt(square);
  return (part){fmax(p.from, (-xd - root) / dd), fmin(p.to, (-xd + root) / dd)};
}

double gm_region_share(const gm_region *r, gm_vec3 a, gm_vec3 b)
{
  const gm_vec3 d = gm_sub(b, a), x = gm_sub(a, r->centre);
  part p = {0.0, 1.0};
  if (r->kind == GM_REGION_BOX) {
    p = clip_region_slab(p, a.x, d.x, r->min.x, r->max.x);
    p = clip_region_slab(p, a.y, d.y, r->min.y, r->max.y);
    p = clip_region_slab(p, a.z, d.z, r->min.z, r->max.z);
  } else if (r->kind == GM_REGION_CYLINDER) {
    const double xa = gm_dot(x, r->axis), da = gm_dot(d, r->axis);
    p = clip_region_slab(p, xa, da, 0.0, r->height);
    p = clip_region_round(p, gm_madd(x, -xa, r->axis), gm_madd(d, -da, r->axis),
                          r->radius);
  } else {
    p = clip_region_round(p, x, d, r->radius);
  }
  return fmax(0.0, p.to - p.from);
}
