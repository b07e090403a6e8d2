/* hybrid/mpm_probe.c -- signed distances for material points.
 *
 * Contacts of grains need no inside of a primitive: a grain stays on its side.  Nodes of
 * a grid are everywhere, so the inside is found here, from the shape of the patches.
 */
#include "hybrid/mpm_probe.h"

#include "body/primitive.h"
#include "body/query_batch.h"

#include <string.h>

/* ---- inside of a primitive ----------------------------------------------- */

static gm_vec3 probe_on_axis(const gm_patch *p, gm_vec3 y, double *z)
{
  const gm_vec3 d = gm_sub(y, p->point);
  *z = gm_dot(d, p->normal);
  return gm_madd(d, -*z, p->normal);
}

/* The mantle: the profile that is not an end. */
static int is_probe_mantle(const gm_patch *p)
{
  return p->kind == GM_PATCH_PROFILE && p->z[0] != p->z[1];
}

/* Is y within the primitive, open or closed? */
static int is_probe_within(const gm_structure *s, gm_vec3 y, int flat)
{
  const gm_shape *o = &s->shape;
  if (o->n == 0) return 0;
  const gm_patch *first = gm_shape_patch(o, 0);
  if (first->kind == GM_PATCH_SPHERE)
    return gm_norm2(gm_sub(y, first->point)) < first->radius * first->radius;
  if (first->kind == GM_PATCH_RECTANGLE)
    return y.x > o->min.x && y.x < o->max.x && y.y > o->min.y &&
           y.y < o->max.y && (flat || (y.z > o->min.z && y.z < o->max.z));
  for (int k = 0; k < o->n; ++k) {
    const gm_patch *p = gm_shape_patch(o, k);
    double z;
    if (!is_probe_mantle(p)) continue;
    const double rho = gm_norm(probe_on_axis(p, y, &z));
    const double t = (z - p->z[0]) / (p->z[1] - p->z[0]);
    if (!flat && (t < 0.0 || t > 1.0)) return 0;
    const double part = flat ? 0.0 : t;
    return rho < p->rho[0] + part * (p->rho[1] - p->rho[0]);
  }
  return 0;
}

/* Has it all of its faces? */
static int is_probe_closed(const gm_structure *s, int flat)
{
  const gm_shape *o = &s->shape;
  const gm_patch *first = gm_shape_patch(o, 0);
  int mantles = 0, flats = 0;
  if (first->kind == GM_PATCH_SPHERE) return 1;
  if (first->kind == GM_PATCH_RECTANGLE) return o->n == (flat ? 4 : 6);
  if (first->kind != GM_PATCH_PROFILE) return 0;
  for (int k = 0; k < o->n; ++k) {
    const gm_patch *p = gm_shape_patch(o, k);
    mantles += is_probe_mantle(p);
    flats += !is_probe_mantle(p);
    if (is_probe_mantle(p)) flats += (p->rho[0] == 0.0) + (p->rho[1] == 0.0);
  }
  return mantles == 1 && (flat || flats == 2);
}

static int has_probe_mantle(const gm_structure *s)
{
  for (int k = 0; k < s->shape.n; ++k)
    if (is_probe_mantle(gm_shape_patch(&s->shape, k))) return 1;
  return 0;
}

/* Does it hold a grain or a point? */
static int is_probe_filled(const gm_structure *s, const gm_scene *scene)
{
  const int flat = scene->structures.flat;
  for (gm_index i = 0; i < scene->grains.n; ++i) {
    const gm_vec3 x = gm_row_vec(scene->grains.g[i].x);
    if (is_probe_within(s, gm_structures_to_body(s, x), flat)) return 1;
  }
  for (gm_index i = 0; i < scene->points.n; ++i) {
    const gm_vec3 x = gm_row_vec(scene->points.p[i].x);
    if (is_probe_within(s, gm_structures_to_body(s, x), flat)) return 1;
  }
  return 0;
}

int gm_mpm_probe_is_around(const gm_structure *s, const gm_config *config)
{
  for (size_t k = 0; k < config->hybrid.n_around; ++k)
    if (!strcmp(s->name, config->hybrid.discrete_around[k].name)) return 1;
  return 0;
}

gm_mpm_form gm_mpm_probe_form(const gm_structure *s, const gm_scene *scene,
                              const gm_config *config)
{
  const int flat = scene->structures.flat;
  if (s->shape.patches)
    return s->surface.volume > 0.0 ? GM_MPM_SIGNED : GM_MPM_SHEET;
  if (s->shape.n == 0) return GM_MPM_SHEET;
  const gm_patch_kind kind = gm_shape_patch(&s->shape, 0)->kind;
  if (kind == GM_PATCH_PLANE || kind == GM_PATCH_LINE) return GM_MPM_SIGNED;
  if (kind == GM_PATCH_PROFILE && !has_probe_mantle(s)) return GM_MPM_SHEET;
  if (!gm_mpm_probe_is_around(s, config) && is_probe_filled(s, scene))
    return GM_MPM_VESSEL;
  return is_probe_closed(s, flat) ? GM_MPM_SOLID : GM_MPM_SHEET;
}

/* ---- distances ----------------------------------------------------------- */

/* The wall of a vessel, which is solid behind it over its own extent. */
static gm_mpm_probe probe_of_wall(const gm_structure *s, const gm_patch *p,
                                  gm_vec3 y, double thick)
{
  const gm_mpm_probe none = {INFINITY, {0.0, 0.0, 0.0}, 0};
  const gm_vec3 d = gm_sub(y, p->point);
  if (p->kind == GM_PATCH_SPHERE) {
    const double r = gm_norm(d);
    return (gm_mpm_probe){p->radius - r, gm_scale(-1.0 / fmax(r, 1e-300), d),
                          0};
  }
  if (p->kind == GM_PATCH_RECTANGLE) {
    const gm_vec3 middle = gm_scale(0.5, gm_add(s->shape.min, s->shape.max));
    const double side = gm_dot(gm_sub(middle, p->point), p->normal);
    const double sign = side < 0.0 ? -1.0 : 1.0;
    const double along[3] = {fabs(d.x), fabs(d.y), fabs(d.z)};
    const double half[3] = {p->half.x, p->half.y, p->half.z};
    for (int a = 0; a < 3; ++a)
      if (half[a] > 0.0 && along[a] > half[a] + thick) return none;
    return (gm_mpm_probe){sign * gm_dot(d, p->normal),
                          gm_scale(sign, p->normal), 0};
  }
  double z;
  const gm_vec3 across = probe_on_axis(p, y, &z);
  const double rho = gm_norm(across);
  if (!is_probe_mantle(p)) { /* an end */
    const double middle =
        0.5 * (gm_dot(gm_sub(s->shape.min, p->point), p->normal) +
               gm_dot(gm_sub(s->shape.max, p->point), p->normal));
    const double sign = middle < p->z[0] ? -1.0 : 1.0;
    if (rho > fmax(p->rho[0], p->rho[1]) + thick) return none;
    return (gm_mpm_probe){sign * (z - p->z[0]), gm_scale(sign, p->normal), 0};
  }
  const double sr = p->rho[1] - p->rho[0], sz = p->z[1] - p->z[0];
  const double length = sqrt(sr * sr + sz * sz);
  const double low = fmin(p->z[0], p->z[1]), high = fmax(p->z[0], p->z[1]);
  if (z < low - thick || z > high + thick) return none;
  const gm_vec3 e =
      rho > 0.0 ? gm_scale(1.0 / rho, across) : gm_perpendicular(p->normal);
  const double off = ((rho - p->rho[0]) * fabs(sz) -
                      (z - p->z[0]) * sr * (sz < 0.0 ? -1 : 1)) /
                     length;
  return (gm_mpm_probe){-off,
                        gm_unit(gm_madd(gm_scale(-fabs(sz), e),
                                        sr * (sz < 0.0 ? -1 : 1), p->normal)),
                        0};
}

static int probe_of_vessel(const gm_structure *s, gm_vec3 y, double reach,
                           double thick, gm_mpm_probe *probe)
{
  int n = 0;
  for (int k = 0; k < s->shape.n; ++k) {
    gm_mpm_probe one = probe_of_wall(s, gm_shape_patch(&s->shape, k), y, thick);
    if (!(one.distance < reach && one.distance > -thick)) continue;
    one.patch = k;
    if (gm_structures_pushes(s, k)) probe[n++] = one;
  }
  return n;
}

static int probe_of_patches(const gm_structure *s, gm_mpm_form form, gm_vec3 y,
                            int flat, double reach, gm_mpm_probe *probe)
{
  const int inside = form == GM_MPM_SOLID && is_probe_within(s, y, flat);
  gm_mpm_probe best = {INFINITY, {0.0, 0.0, 0.0}, -1};
  for (int k = 0; k < s->shape.n; ++k) {
    if (!gm_structures_pushes(s, k)) continue;
    const gm_patch *p = gm_shape_patch(&s->shape, k);
    const gm_query_result q = gm_query_batch_single(p, y, reach);
    if (!(q.distance < best.distance)) continue;
    best = (gm_mpm_probe){q.distance, q.gradient, k};
  }
  if (best.patch < 0) return 0;
  /* On the surface the normal is that of the patch, which may point inwards. */
  if (form == GM_MPM_SOLID && best.distance <= GM_PRIMITIVE_ON) {
    const gm_vec3 middle = gm_scale(0.5, gm_add(s->shape.min, s->shape.max));
    if (gm_dot(best.normal, gm_sub(y, middle)) < 0.0)
      best.normal = gm_scale(-1.0, best.normal);
  } else if (inside) {
    best.distance = -best.distance;
    best.normal = gm_scale(-1.0, best.normal);
  }
  *probe = best;
  return best.distance < reach;
}

int gm_mpm_probe_at(const gm_structure *s, gm_mpm_form form, int flat,
                    gm_vec3 x, double reach, double thick, gm_mpm_probe *probe)
{
  const gm_vec3 y = gm_structures_to_body(s, x);
  const gm_patch *first = &s->shape.side[0];
  if (!s->shape.patches && first->kind == GM_PATCH_PLANE) { /* most walls are */
    const double d = gm_dot(gm_sub(y, first->point), first->normal);
    if (!(d < reach) || !gm_structures_pushes(s, 0)) return 0;
    *probe = (gm_mpm_probe){
        d, gm_quat_rotate(s->pose.orientation, first->normal), 0};
    return 1;
  }
  const int n =
      form == GM_MPM_VESSEL
          ? probe_of_vessel(s, y, reach / s->scale, thick / s->scale, probe)
          : probe_of_patches(s, form, y, flat, reach / s->scale, probe);
  for (int k = 0; k < n; ++k) {
    probe[k].distance *= s->scale;
    gm_vec3 normal = gm_quat_rotate(s->pose.orientation, probe[k].normal);
    if (flat) normal.z = 0.0;
    probe[k].normal = gm_unit(normal);
  }
  return n;
}

/* Distance of y from the box of the shape; 0 in it. */
static double probe_from_box(const gm_shape *o, gm_vec3 y)
{
  const gm_vec3 d = {fmax(0.0, fmax(o->min.x - y.x, y.x - o->max.x)),
                     fmax(0.0, fmax(o->min.y - y.y, y.y - o->max.y)),
                     fmax(0.0, fmax(o->min.z - y.z, y.z - o->max.z))};
  return gm_norm(d);
}

double gm_mpm_probe_bound(const gm_structure *s, gm_mpm_form form, gm_vec3 x)
{
  const gm_vec3 y = gm_structures_to_body(s, x);
  if (!s->shape.patches && form == GM_MPM_SIGNED)
    return s->scale *
           gm_query_batch_single(gm_shape_patch(&s->shape, 0), y, INFINITY)
               .distance;
  return s->scale * probe_from_box(&s->shape, y);
}
