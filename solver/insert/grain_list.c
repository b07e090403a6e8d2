/* insert/grain_list.c -- grains given one by one. */
#include "insert/grain_list.h"

#include "base/memory.h"
#include "config/report.h"
#include "geometry/csv_table.h"
#include "insert/hold.h"
#include <stdio.h>

const double gm_grain_list_allowed = 0.07;

/* ---- files ---------------------------------------------------------------------- */

static const char *const columns[] = {"x",  "y",  "radius", "z",  "vx",
                                      "vy", "vz", "wx",     "wy", "wz"};

typedef struct reading {
  gm_config_grains *list;
  size_t capacity;
} reading;

static gm_status take(const gm_csv_table *s, int line, const double *v,
                      void *of)
{
  const int flat = s->config->domain.dimensions == 2;
  if (flat && (v[3] != 0.0 || v[6] != 0.0 || v[7] != 0.0 || v[8] != 0.0))
    return gm_csv_table_fault(
        s, line,
        "z %.10g, vz %.10g, wx %.10g, wy %.10g: the grain leaves the plane "
        "z = 0 of this scene of two dimensions; these four are 0, or left out",
        v[3], v[6], v[7], v[8]);
  reading *r = of;
  gm_config_grains *list = r->list;
  const size_t n = list->list.n_grains;
  if (n == r->capacity) {
    const size_t more = 2 * n + 64;
    GM_TRY(GM_RESIZE(list->list.grains, n, more));
    r->capacity = more;
  }
  list->list.grains[list->list.n_grains++] =
      (gm_config_grain){.position = {v[0], v[1], v[3]},
                        .radius = v[2],
                        .velocity = {v[4], v[5], v[6]},
                        .angular_velocity = {v[7], v[8], v[9]},
                        .orientation.axis = {0.0, 0.0, 1.0}}; /* of angle 0 */
  return GM_OK;
}

gm_status gm_grain_list_read(gm_config *config, size_t source)
{
  const int flat = config->domain.dimensions == 2;
  const gm_csv_table_form form = {
      .row = "grain",
      .rows = "grains",
      .header = flat ? "x, y, radius and optionally vx, vy, wz"
                     : "x, y, z, radius and optionally vx, vy, vz, wx, wy, wz",
      .column = columns,
      .n = sizeof columns / sizeof columns[0],
      .n_required = flat ? 3 : 4,
      .positive = 2,
      .take = take};
  gm_config_grains *list = &config->grains[source];
  if (!list->list.file || !*list->list.file) return GM_OK;
  char key[64];
  snprintf(key, sizeof key, "grains[%zu].list.file", source);
  reading r = {.list = list, .capacity = list->list.n_grains};
  return gm_csv_table_read(config, key, list->list.file, &form, &r);
}

/* ---- grains --------------------------------------------------------------------- */

/* Report an error if grain k overlaps other grains or a structure.  Held grains may
 * overlap one another, and hard grains too: an overlap stores no energy and is
 * corrected. */
static gm_status check_room(gm_config *config, size_t source, size_t k,
                            const gm_scene *s, const gm_occupancy *occupancy)
{
  const gm_config_grain *g = &config->grains[source].list.grains[k];
  char path[96];
  snprintf(path, sizeof path, "grains[%zu].list.grains[%zu]", source, k);
  const gm_index other = gm_occupancy_overlap(
      occupancy, &s->grains, g->position, g->radius, gm_grain_list_allowed);
  if (other >= 0 && config->collisions.engine != GM_ENGINE_IMPULSES) {
    return gm_report_fault(
        config, path,
        "overlaps grain %lld by more than 7 %% of the smaller "
        "radius; move one of the two grains",
        (long long)s->grains.id[other]);
  }
  if (occupancy->still) return GM_OK;
  gm_query_result probe = {0};
  const gm_index wall =
      gm_structures_nearest(&s->structures, &s->domain, g->position,
                            g->radius * (1.0 - gm_grain_list_allowed), &probe);
  if (wall >= 0) {
    return gm_report_fault(
        config, path,
        "overlaps structure '%s' by %.3g m, more than 7 %% of "
        "its radius; move the grain%s",
        s->structures.row[wall].name, g->radius - probe.distance,
        s->structures.row[wall].surface.n > 0
            ? ", or write side: inside if the mesh is a vessel"
            : "");
  }
  return GM_OK;
}

/* Turns the last grain, if orientations are kept. */
static void turn(gm_grains *all, const gm_config_grain *g)
{
  if (!all->orientation || g->orientation.angle == 0.0) return;
  all->orientation[all->n - 1] = gm_quat_rotation(
      gm_scale(g->orientation.angle, gm_unit(g->orientation.axis)));
}

gm_status gm_grain_list_append(gm_config *config, size_t source,
                               gm_scene *scene, gm_occupancy *occupancy,
                               gm_id *next)
{
  const gm_config_grains *list = &config->grains[source];
  const gm_index material =
      gm_material_find(&scene->materials, list->list.material);
  gm_status status = GM_OK;
  for (size_t k = 0; k < list->list.n_grains; ++k) {
    const gm_config_grain *g = &list->list.grains[k];
    const gm_hold_who who = {.source = source,
                             .row = (gm_id)k,
                             .id = *next,
                             .label = list->list.label,
                             .x = g->position};
    occupancy->still = gm_hold_still(config, &who);
    const gm_status room = check_room(config, source, k, scene, occupancy);
    if (room != GM_OK) status = room; /* continue: all errors are listed */
    gm_grains_append(&scene->grains, (*next)++, g->position, g->radius,
                     scene->materials.row[material].density, g->velocity,
                     g->angular_velocity, material, list->list.label);
    turn(&scene->grains, g);
    const gm_status held = gm_hold_take(config, &who, &scene->held_groups,
                                        &scene->grains, scene->grains.n - 1);
    if (held != GM_OK) status = held;
    gm_occupancy_add(occupancy, &scene->grains);
  }
  occupancy->still = 0;
  return status;
}
