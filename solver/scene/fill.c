/* scene/fill.c -- random sequential placement.  Room: scene. */
#include "scene/fill.h"

#include "base/random.h"
#include "config/read.h"
#include <stdio.h>

enum { TRIES = 20000 }; /* for one grain */

double gm_fill_largest(const gm_config_grains *source)
{
  return source->fill.radius.kind == GM_RADIUS_CONSTANT
             ? source->fill.radius.constant
             : source->fill.radius.uniform[1];
}

double gm_fill_smallest(const gm_config_grains *source)
{
  return source->fill.radius.kind == GM_RADIUS_CONSTANT
             ? source->fill.radius.constant
             : source->fill.radius.uniform[0];
}

/* A point of the region such that a sphere of radius r is inside; u uniform in (0, 1). */
static int draw_point(const gm_config_grains *source, double r,
                      const double u[4], gm_vec3 *x)
{
  if (source->fill.region == GM_REGION_BOX) {
    const gm_vec3 low = source->fill.box.min, high = source->fill.box.max;
    const gm_vec3 span = {high.x - low.x - 2.0 * r, high.y - low.y - 2.0 * r,
                          high.z - low.z - 2.0 * r};
    if (span.x < 0.0 || span.y < 0.0 || span.z < 0.0) return 0;
    *x = gm_vec(low.x + r + u[0] * span.x, low.y + r + u[1] * span.y,
                low.z + r + u[2] * span.z);
    return 1;
  }
  if (source->fill.region == GM_REGION_CYLINDER) {
    const double height = gm_norm(source->fill.cylinder.axis);
    const double wide = source->fill.cylinder.radius - r;
    const double tall = height - 2.0 * r;
    if (wide < 0.0 || tall < 0.0) return 0;
    const gm_vec3 axis = gm_scale(1.0 / height, source->fill.cylinder.axis);
    const gm_vec3 e = gm_perpendicular(axis), f = gm_cross(axis, e);
    const double rho = wide * sqrt(u[0]), angle = 2.0 * GM_PI * u[1];
    gm_vec3 p = gm_madd(source->fill.cylinder.base, r + tall * u[2], axis);
    p = gm_madd(p, rho * cos(angle), e);
    *x = gm_madd(p, rho * sin(angle), f);
    return 1;
  }
  const double wide = source->fill.sphere.radius - r;
  if (wide < 0.0) return 0;
  const double rho = wide * cbrt(u[0]), c = 2.0 * u[1] - 1.0;
  const double s = sqrt(1.0 - c * c), angle = 2.0 * GM_PI * u[2];
  *x = gm_madd(source->fill.sphere.centre, rho,
               gm_vec(s * cos(angle), s * sin(angle), c));
  return 1;
}

static double draw_radius(const gm_config_grains *source, double u)
{
  if (source->fill.radius.kind == GM_RADIUS_CONSTANT) {
    return source->fill.radius.constant;
  }
  const double *range = source->fill.radius.uniform;
  return range[0] + u * (range[1] - range[0]);
}

/* Place one grain; 0: no room was found. */
static int place_grain(const gm_config_grains *source, gm_scene *s,
                       gm_place *place, gm_index material, gm_id id)
{
  double u[4];
  gm_random_uniform((uint32_t)source->fill.seed, (uint64_t)id, 0, u);
  const double r = draw_radius(source, u[0]);
  for (uint32_t draw = 1; draw <= TRIES; ++draw) {
    gm_vec3 x;
    gm_probe probe = {0};
    gm_random_uniform((uint32_t)source->fill.seed, (uint64_t)id, draw, u);
    if (!draw_point(source, r, u, &x)) return 0;
    if (gm_place_conflict(place, &s->grains, x, r, 0.0) >= 0) continue;
    if (gm_structures_nearest(&s->structures, x, r, &probe) >= 0) continue;
    gm_grains_append(&s->grains, id, x, r, s->materials.row[material].density,
                     source->fill.velocity, gm_vec(0.0, 0.0, 0.0), material,
                     source->fill.label);
    gm_place_enter(place, &s->grains);
    return 1;
  }
  return 0;
}

gm_status gm_fill_region(gm_config *config, size_t source, gm_scene *scene,
                         gm_place *place, gm_id *next)
{
  const gm_config_grains *g = &config->grains[source];
  const gm_index material =
      gm_scene_material(&scene->materials, g->fill.material);
  for (int k = 0; k < g->fill.count; ++k) {
    if (place_grain(g, scene, place, material, *next)) {
      ++*next;
      continue;
    }
    char path[64];
    snprintf(path, sizeof path, "grains[%zu].fill.count", source);
    return gm_read_fault(config, path,
                         "only %d of %d grains fit; make the region larger, "
                         "the grains smaller or the count lower",
                         k, g->fill.count);
  }
  return GM_OK;
}
