/* geometry/mesh_extent.c -- the part of a mesh with which grains can collide. */
#include "geometry/mesh_extent.h"

#include "base/memory.h"
#include "config/report.h"
#include "geometry/mesh_file.h"
#include "scene/region.h"
#include <stdio.h>

enum { FINE = 8 }; /* a triangle is sampled in FINE^2 equal parts */

static double distance(const void *of, gm_vec3 y)
{
  return gm_region_distance(of, y);
}

static gm_status fault(gm_config *config, size_t k, const char *key)
{
  char path[96];
  snprintf(path, sizeof path, "structures[%zu].virtual_particles.where%s", k,
           key);
  return gm_report_fault(config, path, "%s", gm_status_message());
}

/* Marks as omitted the triangles of all groups that the scene does not name. */
static gm_status leave_out_groups(gm_config *config, size_t k, gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  const size_t n = c->virtual_particles.where.n_groups;
  const gm_surface *surface = &s->surface;
  gm_status status = GM_OK;
  if (n == 0) return GM_OK;
  GM_TRY(GM_RESIZE(s->left_out, 0, surface->n));
  for (gm_index t = 0; t < surface->n; ++t)
    s->left_out[t] = 1;
  for (size_t i = 0; i < n; ++i) {
    const char *name = c->virtual_particles.where.groups[i].name;
    gm_index met = 0;
    for (gm_index t = 0; t < surface->n; ++t) {
      const int called = gm_mesh_file_is_called(surface, t, name);
      if (called) s->left_out[t] = 0;
      met += called;
    }
    if (met) continue;
    char key[32];
    snprintf(key, sizeof key, ".groups[%zu]", i);
    gm_mesh_file_no_group(c->mesh, surface, name);
    status = fault(config, k, key);
  }
  return status;
}

gm_status gm_mesh_extent_find(gm_config *config, size_t k, gm_structure *s,
                              gm_mesh_collider_options *o)
{
  const gm_config_region *region =
      &config->structures[k].virtual_particles.where.region;
  GM_TRY(leave_out_groups(config, k, s));
  o->left_out = s->left_out;
  if (region->kind < 0) return GM_OK;
  GM_TRY(GM_RESIZE(s->where, 0, 1));
  *s->where = gm_region_of(region);
  o->extent = (gm_extent){distance, s->where};
  return GM_OK;
}

void gm_mesh_extent_part(gm_structure *s, int apart)
{
  const gm_index other = apart ? GM_MATERIALS_MAX : -GM_MATERIALS_MAX;
  for (gm_index t = 0; s->left_out && t < s->surface.n; ++t)
    if (s->left_out[t]) s->surface.material[t] += other;
}

/* --- omitted area ---------------------------------------------------------------- */

/* Point of a triangle with weights v, w of its second and third corner. */
static gm_vec3 within(const gm_surface *s, gm_index t, double v, double w)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 a = s->point[c[0]];
  const gm_vec3 p = gm_madd(a, v, gm_sub(s->point[c[1]], a));
  return gm_madd(p, w, gm_sub(s->point[c[2]], a));
}

/* Fraction of a triangle that lies outside a region, sampled at the centres of equal
 * parts. */
static double part_outside(const gm_region *r, const gm_surface *s, gm_index t)
{
  int out = 0;
  for (int i = 0; i < FINE; ++i) {
    for (int j = 0; i + j < FINE; ++j) {
      const gm_vec3 up =
          within(s, t, (i + 1.0 / 3.0) / FINE, (j + 1.0 / 3.0) / FINE);
      out += gm_region_distance(r, up) > 0.0;
      if (i + j + 1 == FINE) continue;
      const gm_vec3 down =
          within(s, t, (i + 2.0 / 3.0) / FINE, (j + 2.0 / 3.0) / FINE);
      out += gm_region_distance(r, down) > 0.0;
    }
  }
  return (double)out / (FINE * FINE);
}

static double area(const gm_surface *s, gm_index t)
{
  const gm_vec3 a = within(s, t, 0.0, 0.0);
  return 0.5 * gm_norm(gm_cross(gm_sub(within(s, t, 1.0, 0.0), a),
                                gm_sub(within(s, t, 0.0, 1.0), a)));
}

gm_status gm_mesh_extent_measure(gm_config *config, size_t k, gm_structure *s)
{
  if (!s->where && !s->left_out) return GM_OK;
  size_t sites = 0;
  for (gm_index p = 0; p < s->collider->n; ++p)
    sites += s->collider->sdf[p].lattice.n_sites;
  if (sites == 0) {
    gm_fail(GM_ERR_INPUT,
            "grains see no part of the surface, which extends from (%.4g, "
            "%.4g, %.4g) to (%.4g, %.4g, %.4g) m in the body frame; choose a "
            "region that contains a part of it, or remove the key where",
            s->surface.min.x, s->surface.min.y, s->surface.min.z,
            s->surface.max.x, s->surface.max.y, s->surface.max.z);
    return fault(config, k, "");
  }
  for (gm_index t = 0; t < s->surface.n; ++t) {
    double part = s->left_out && s->left_out[t];
    if (s->where && part == 0.0) part = part_outside(s->where, &s->surface, t);
    s->area_left_out += part * area(&s->surface, t);
  }
  return GM_OK;
}
