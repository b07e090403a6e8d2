/* setup/sensors_build.c -- build the sensors from the config. */
#include "setup/sensors_build.h"

#include "base/memory.h"
#include "config/report.h"
#include "geometry/mesh_file.h"
#include "insert/insertion_region.h"
#include "repair/assemble.h"
#include <stdio.h>

/* A plane with dual vectors u, v, whose products with a point are its coordinates along
 * the two sides. */
static gm_flux rectangle_of(const gm_config_measure *c)
{
  const gm_vec3 a = c->rectangle.along, b = c->rectangle.across;
  const gm_vec3 n = gm_cross(a, b);
  const double area = gm_norm2(n);
  return (gm_flux){.through = c->rectangle.corner,
                   .normal = gm_unit(n),
                   .radius = INFINITY,
                   .u = gm_scale(1.0 / area, gm_cross(b, n)),
                   .v = gm_scale(1.0 / area, gm_cross(n, a))};
}

static gm_status read_surface(gm_config *config, size_t k, gm_flux *flux)
{
  const gm_config_measure *c = &config->measure[k];
  gm_surface surface = {0};
  gm_soup soup;
  char path[64];
  snprintf(path, sizeof path, "measure[%zu].surface.mesh", k);
  gm_soup_init(&soup);
  GM_TRY(gm_mesh_file_note(config, c->surface.mesh, path));
  GM_TRY(GM_RESIZE(flux->mesh, 0, 1));
  gm_status status =
      gm_mesh_file_soup(config, c->surface.mesh, c->surface.mesh_unit, &soup);
  if (status == GM_OK)
    status = gm_assemble_soup(&surface, &soup, GM_FACING_AUTO, c->surface.mesh);
  gm_soup_clear(&soup);
  if (status == GM_ERR_INPUT)
    return gm_report_fault(config, path, "%s", gm_status_message());
  GM_TRY(status);
  const gm_vec3 way = c->surface.translate;
  for (gm_index i = 0; i < surface.n_points; ++i)
    surface.point[i] = gm_add(surface.point[i], way);
  surface.min = gm_add(surface.min, way);
  surface.max = gm_add(surface.max, way);
  return gm_line_crossings_build(flux->mesh, &surface);
}

gm_status gm_sensors_build(gm_config *config, gm_sensors *g)
{
  *g = (gm_sensors){0};
  if (config->n_measure == 0) return GM_OK;
  GM_TRY(GM_RESIZE(g->row, 0, config->n_measure));
  g->n = (gm_index)config->n_measure;
  for (gm_index k = 0; k < g->n; ++k) {
    const gm_config_measure *c = &config->measure[k];
    gm_sensor *row = &g->row[k];
    *row = (gm_sensor){.kind = GM_MEASURE_FLUX};
    snprintf(row->name, sizeof row->name, "%s", c->name);
    if (c->kind == GM_MEASURE_FLUX) {
      row->flux = (gm_flux){.through = c->flux.through,
                            .normal = gm_unit(c->flux.normal),
                            .radius = c->flux.radius};
    } else if (c->kind == GM_MEASURE_RECTANGLE) {
      row->flux = rectangle_of(c);
    } else if (c->kind == GM_MEASURE_SURFACE) {
      GM_TRY(read_surface(config, (size_t)k, &row->flux));
    } else {
      row->kind = GM_MEASURE_STRESS;
      row->stress.region = gm_region_of(&c->stress);
    }
  }
  return GM_OK;
}

/* A flux surface must be inside the box, since its periodic images are not tested. */
static gm_status check_surface(gm_config *config, size_t k, const gm_surface *s,
                               const gm_domain *d)
{
  const double low[3] = {s->min.x, s->min.y, s->min.z};
  const double high[3] = {s->max.x, s->max.y, s->max.z};
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  gm_status status = GM_OK;
  for (int a = 0; a < 3; ++a) {
    if (!(d->side[a] > 0.0) || (low[a] >= min[a] && high[a] <= max[a]))
      continue;
    char path[64];
    snprintf(path, sizeof path, "measure[%zu].surface", k);
    status = gm_report_fault(
        config, path,
        "extends from %.6g to %.6g m along %c, beyond the periodic sides at "
        "%.6g and %.6g m; keep it between them",
        low[a], high[a], "xyz"[a], min[a], max[a]);
  }
  return status;
}

gm_status gm_sensors_build_check(gm_config *config, const gm_sensors *sensors,
                                 const gm_domain *domain)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_measure; ++k) {
    const gm_config_measure *c = &config->measure[k];
    if (c->kind == GM_MEASURE_SURFACE) {
      const gm_status one =
          check_surface(config, k, &sensors->row[k].flux.mesh->surface, domain);
      if (one != GM_OK) status = one;
    }
    if (c->kind != GM_MEASURE_STRESS) continue;
    char path[64];
    snprintf(path, sizeof path, "measure[%zu].stress", k);
    for (int a = 0; a < 3; ++a) {
      const gm_status one =
          gm_insertion_region_check_side(config, path, &c->stress, domain, a);
      if (one != GM_OK) status = one;
    }
  }
  return status;
}
