/* insert/grain_list.c -- grains given one by one.
 *
 * A list has spheres, or clumps of one shape with their orientations.  Each grain, each
 * member of a clump, must have room among those that stand already.
 */
#include "insert/grain_list.h"

#include "base/memory.h"
#include "config/report.h"
#include "insert/hold.h"
#include "machines/csv_table.h"
#include "soft/clump.h"
#include <math.h>
#include <stdio.h>

const double gm_grain_list_allowed = 0.07;

/* ---- files ---------------------------------------------------------------------- */

static const char *const columns[] = {"x",  "y",  "radius", "z",  "vx",
                                      "vy", "vz", "wx",     "wy", "wz"};

static gm_status take_grain_row(gm_csv_table *s, int line, const double *v,
                                void *of)
{
  const int flat = s->config->domain.dimensions == 2;
  if (flat && (v[3] != 0.0 || v[6] != 0.0 || v[7] != 0.0 || v[8] != 0.0))
    return gm_csv_table_fault(
        s, line,
        "z %.10g, vz %.10g, wx %.10g, wy %.10g: the grain leaves the plane "
        "z = 0 of this scene of two dimensions; these four are 0, or left out",
        v[3], v[6], v[7], v[8]);
  gm_config_grains *list = of;
  const size_t n = list->list.n_grains;
  GM_TRY(GM_CSV_TABLE_ROOM(s, list->list.grains, n));
  list->list.grains[list->list.n_grains++] =
      (gm_config_grain){.position = {v[0], v[1], v[3]},
                        .radius = v[2],
                        .velocity = {v[4], v[5], v[6]},
                        .angular_velocity = {v[7], v[8], v[9]},
                        .orientation.axis = {0.0, 0.0, 1.0}}; /* of angle 0 */
  return GM_OK;
}

/* Of clumps: the size is that of the shape, orientations are quaternions. */
static const char *const clump_columns[] = {
    "x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz", "qw", "qx", "qy", "qz"};

static gm_status take_list_clump(gm_csv_table *s, int line, const double *v,
                                 void *of)
{
  const double grain[] = {v[0], v[1], 1.0,  v[2], v[3],
                          v[4], v[5], v[6], v[7], v[8]};
  const double norm =
      sqrt(v[9] * v[9] + v[10] * v[10] + v[11] * v[11] + v[12] * v[12]);
  if (s->config->domain.dimensions == 2 && (v[10] != 0.0 || v[11] != 0.0))
    return gm_csv_table_fault(s, line,
                              "qx %.10g, qy %.10g: in two dimensions clumps "
                              "turn about z alone; leave both out",
                              v[10], v[11]);
  if (norm != 0.0 && fabs(norm - 1.0) > 1.0e-6)
    return gm_csv_table_fault(
        s, line,
        "the quaternion qw qx qy qz has the length %.10g; it must be 1", norm);
  GM_TRY(take_grain_row(s, line, grain, of));
  const gm_config_grains *list = of;
  gm_config_grain *last = &list->list.grains[list->list.n_grains - 1];
  last->radius = NAN;
  if (norm == 0.0) return GM_OK;
  const gm_vec3 turn = gm_quat_vector((gm_quat){v[9], v[10], v[11], v[12]});
  last->orientation.angle = gm_norm(turn);
  if (last->orientation.angle > 0.0)
    last->orientation.axis = gm_scale(1.0 / last->orientation.angle, turn);
  return GM_OK;
}

static gm_csv_table_form list_form_of_clumps(int flat)
{
  return (gm_csv_table_form){
      .row = "clump",
      .rows = "clumps",
      .header = "x, y, z and optionally vx, vy, vz, wx, wy, wz, qw, qx, qy, "
                "qz",
      .column = clump_columns,
      .n = sizeof clump_columns / sizeof clump_columns[0],
      .n_required = flat ? 2 : 3,
      .positive = -1,
      .take = take_list_clump};
}

gm_status gm_grain_list_read(gm_config *config, size_t source)
{
  const int flat = config->domain.dimensions == 2;
  gm_csv_table_form form = {
      .row = "grain",
      .rows = "grains",
      .header = flat ? "x, y, radius and optionally vx, vy, wz"
                     : "x, y, z, radius and optionally vx, vy, vz, wx, wy, wz",
      .column = columns,
      .n = sizeof columns / sizeof columns[0],
      .n_required = flat ? 3 : 4,
      .positive = 2,
      .take = take_grain_row};
  gm_config_grains *list = &config->grains[source];
  if (!list->list.file || !*list->list.file) return GM_OK;
  if (list->list.clump) form = list_form_of_clumps(flat);
  char key[64];
  snprintf(key, sizeof key, "grains[%zu].list.file", source);
  return gm_csv_table_read(config, key, list->list.file, &form, list);
}

/* ---- grains --------------------------------------------------------------------- */

/* A sphere that must have room, and what it is called in an error. */
typedef struct body {
  gm_vec3 x; /* m */
  double r;  /* m */
  const char *what;
} body;

/* A coordinate without the round-off of a clump's frame. */
static double plain_grain(double x, double r)
{
  return fabs(x) < 1.0e-9 * r ? 0.0 : x;
}

/* Report an error if grain k overlaps other grains or a structure.  Held grains may
 * overlap one another, and hard grains too: an overlap stores no energy and is
 * corrected. */
static gm_status check_list_room(gm_config *config, size_t source, size_t k,
                                 body b, const gm_scene *s,
                                 const gm_occupancy *occupancy)
{
  char path[96];
  snprintf(path, sizeof path, "grains[%zu].list.grains[%zu]", source, k);
  const gm_index other = gm_occupancy_overlap(occupancy, &s->grains, b.x, b.r,
                                              gm_grain_list_allowed);
  if (other >= 0 && config->collisions.engine != GM_ENGINE_IMPULSES) {
    const gm_vec3 there = gm_row_vec(s->grains.g[other].x);
    return gm_report_fault(
        config, path,
        "overlaps grain %lld, at (%.5g, %.5g, %.5g) m, by more than 7 %% of "
        "the smaller radius; move one of the two %ss",
        (long long)s->grains.id[other], plain_grain(there.x, b.r),
        plain_grain(there.y, b.r), plain_grain(there.z, b.r), b.what);
  }
  if (occupancy->still) return GM_OK;
  gm_query_result probe = {0};
  const gm_index wall =
      gm_structures_nearest(&s->structures, &s->domain, b.x,
                            b.r * (1.0 - gm_grain_list_allowed), &probe);
  if (wall >= 0) {
    return gm_report_fault(
        config, path,
        "overlaps structure '%s' by %.3g m, more than 7 %% of "
        "its radius; move the %s%s",
        s->structures.row[wall].name, b.r - probe.distance, b.what,
        s->structures.row[wall].surface.n > 0
            ? ", or write side: inside if the mesh is a vessel"
            : "");
  }
  return GM_OK;
}

static gm_quat listed_turn(const gm_config_grain *g)
{
  return gm_quat_rotation(
      gm_scale(g->orientation.angle, gm_unit(g->orientation.axis)));
}

/* Turns the last grain, if orientations are kept. */
static void turn_listed(gm_grains *all, const gm_config_grain *g)
{
  if (!all->orientation || g->orientation.angle == 0.0) return;
  all->orientation[all->n - 1] = listed_turn(g);
}

/* Appends grain k of the list as a clump. */
static gm_status append_listed_clump(gm_config *config, size_t source, size_t k,
                                     gm_scene *s, gm_occupancy *occupancy,
                                     gm_id *next)
{
  const gm_config_grains *list = &config->grains[source];
  const gm_config_grain *g = &list->list.grains[k];
  const gm_index shape = gm_material_shape(&s->materials, list->list.clump);
  const gm_clump_shape *of = &s->materials.shape[shape];
  const gm_clump_place place = {
      .shape = shape,
      .size = isnan(g->radius) ? 1.0 : g->radius / of->round,
      .x = g->position,
      .turn = listed_turn(g),
      .velocity = g->velocity,
      .spin = g->angular_velocity};
  gm_status status = GM_OK;
  for (gm_index q = 0; q < of->n && status == GM_OK; ++q) {
    const gm_row4 x = gm_clump_place_member(&s->clumps, &place, q);
    const body b = {gm_row_vec(x), x[3], "clump"};
    status = check_list_room(config, source, k, b, s, occupancy);
  }
  const gm_index first = s->grains.n;
  gm_clump_place_append(s, &place,
                        gm_material_find(&s->materials, list->list.material),
                        list->list.label, next);
  for (gm_index i = first; i < s->grains.n; ++i) {
    const gm_hold_who who = {.source = source,
                             .row = (gm_id)k,
                             .id = s->grains.id[i],
                             .label = list->list.label,
                             .x = gm_row_vec(s->grains.g[i].x)};
    const gm_status held =
        gm_hold_take(config, &who, &s->held_groups, &s->grains, i);
    if (held != GM_OK) status = held;
  }
  gm_occupancy_add(occupancy, &s->grains);
  return status;
}

static gm_status append_list_clumps(gm_config *config, size_t source,
                                    gm_scene *s, gm_occupancy *occupancy,
                                    gm_id *next)
{
  const gm_config_grains *list = &config->grains[source];
  const gm_index n = (gm_index)list->list.n_grains;
  const gm_index shape = gm_material_shape(&s->materials, list->list.clump);
  GM_TRY(gm_clump_place_reserve(s, n, n * s->materials.shape[shape].n));
  gm_status status = GM_OK;
  for (size_t k = 0; k < list->list.n_grains; ++k) {
    const gm_status one =
        append_listed_clump(config, source, k, s, occupancy, next);
    if (one != GM_OK) status = one;
  }
  return status;
}

gm_status gm_grain_list_append(gm_config *config, size_t source,
                               gm_scene *scene, gm_occupancy *occupancy,
                               gm_id *next)
{
  const gm_config_grains *list = &config->grains[source];
  const gm_index material =
      gm_material_find(&scene->materials, list->list.material);
  gm_status status = GM_OK;
  if (list->list.clump)
    return append_list_clumps(config, source, scene, occupancy, next);
  for (size_t k = 0; k < list->list.n_grains; ++k) {
    const gm_config_grain *g = &list->list.grains[k];
    const gm_hold_who who = {.source = source,
                             .row = (gm_id)k,
                             .id = *next,
                             .label = list->list.label,
                             .x = g->position};
    occupancy->still = gm_hold_still(config, &who);
    const body b = {g->position, g->radius, "grain"};
    const gm_status room =
        check_list_room(config, source, k, b, scene, occupancy);
    if (room != GM_OK) status = room; /* continue: all errors are listed */
    gm_grains_append(&scene->grains, (*next)++, g->position, g->radius,
                     scene->materials.row[material].density, g->velocity,
                     g->angular_velocity, material, list->list.label);
    turn_listed(&scene->grains, g);
    const gm_status held = gm_hold_take(config, &who, &scene->held_groups,
                                        &scene->grains, scene->grains.n - 1);
    if (held != GM_OK) status = held;
    gm_occupancy_add(occupancy, &scene->grains);
  }
  occupancy->still = 0;
  return status;
}
