/* insert/sources.c -- all sources of grains of a scene, in their order.
 *
 * A scene is inserted in two passes.  The survey counts grains and finds their radii,
 * because structures and the occupancy grid are built from these; then the grains are
 * appended source by source, each source clear of the ones before.
 */
#include "insert/sources.h"

#include "base/memory.h"
#include "config/report.h"
#include "insert/fill.h"
#include "insert/grain_list.h"
#include "insert/hold.h"
#include "insert/insertion_region.h"
#include "insert/saved_grains.h"
#include "insert/template.h"
#include "machines/parts.h"
#include "rules/check.h"
#include "scene/grains.h"
#include <stdio.h>

/* ---- build the table of inlets from the config ----------------------------------- */

gm_status gm_sources_pours(gm_config *config, const gm_materials *m,
                           const gm_structures *structures, gm_pours *p)
{
  *p = (gm_pours){.orientations = config->output.arrays >= GM_ARRAYS_FULL};
  for (gm_index k = 0; k < m->n; ++k)
    p->largest = fmax(p->largest, m->row[k].largest);
  for (size_t k = 0; k < config->n_grains; ++k) {
    const gm_config_grains *g = &config->grains[k];
    if (g->source != GM_SOURCE_POUR) continue;
    if (!p->row) GM_TRY(GM_RESIZE(p->row, 0, config->n_grains));
    gm_pour *row = &p->row[p->n++];
    gm_template_init(&row->template, &g->pour.of, m);
    row->by = g->pour.inflow;
    row->rate = row->by == GM_BY_MASS ? g->pour.mass_rate : g->pour.rate;
    row->from = g->pour.from;
    row->to = g->pour.to;
    row->count = g->pour.count;
    row->total = g->pour.total_mass;
    row->least = gm_template_lightest(&row->template, m);
    if (gm_template_clumps(&row->template))
      row->widest = gm_template_widest(&row->template);
    if (g->pour.of.region.kind == GM_REGION_FACE)
      GM_TRY(gm_parts_face(config, k, structures, &row->face));
  }
  return GM_OK;
}

void gm_sources_pour_bounds(const gm_pour *p, const gm_structures *structures,
                            gm_vec3 *low, gm_vec3 *high)
{
  if (p->face.n == 0) {
    gm_insertion_region_bounds(&p->template.config->region, low, high);
    return;
  }
  const gm_pose *pose = &structures->row[p->face.structure].pose;
  *low = gm_vec(INFINITY, INFINITY, INFINITY);
  *high = gm_scale(-1.0, *low);
  for (int q = 0; q < 8; ++q) {
    const gm_vec3 a = p->face.min, b = p->face.max;
    const gm_vec3 x = gm_pose_to_world(
        pose, gm_vec(q & 1 ? b.x : a.x, q & 2 ? b.y : a.y, q & 4 ? b.z : a.z));
    *low = gm_vec(fmin(low->x, x.x), fmin(low->y, x.y), fmin(low->z, x.z));
    *high = gm_vec(fmax(high->x, x.x), fmax(high->y, x.y), fmax(high->z, x.z));
  }
}

/* ---- all sources of grains of a scene, in their order ---------------------------- */

/* Record that a material has grains of these radii. */
static void note_source_radii(gm_materials *m, const char *name,
                              double smallest, double largest)
{
  gm_material *row = &m->row[gm_material_find(m, name)];
  row->smallest = row->largest > 0.0 ? fmin(row->smallest, smallest) : smallest;
  row->largest = fmax(row->largest, largest);
}

static gm_status fault_source_empty(gm_config *config, size_t k)
{
  char path[64];
  snprintf(path, sizeof path, "grains[%zu].fill.solid_fraction", k);
  return gm_report_fault(config, path,
                         "amounts to less than half a grain; increase it, or "
                         "enlarge the region");
}

static void survey_source_list(const gm_config_grains *source, gm_materials *m,
                               size_t *n)
{
  const gm_index shape = gm_material_shape(m, source->list.clump);
  const size_t grains = source->list.n_grains;
  *n += shape < 0 ? grains : grains * (size_t)m->shape[shape].n;
  for (size_t i = 0; i < grains; ++i) {
    const double r = source->list.grains[i].radius;
    if (shape < 0) {
      note_source_radii(m, source->list.material, r, r);
    } else {
      const gm_clump_shape *s = &m->shape[shape];
      const double size = isnan(r) ? 1.0 : r / s->round;
      note_source_radii(m, source->list.material, size * s->smallest,
                        size * s->largest);
    }
  }
}

static gm_status survey_source(gm_config *config, size_t k,
                               const gm_saved_grains *saved,
                               gm_materials *materials, size_t *n)
{
  const gm_config_grains *source = &config->grains[k];
  if (source->source == GM_SOURCE_FILL) {
    gm_template template;
    gm_template_init(&template, &source->fill.of, materials);
    gm_template_survey(&template, materials);
    const gm_fill_number count = gm_fill_count(config, k, materials, (gm_id)*n);
    *n += count.rows;
    return count.rows ? GM_OK : fault_source_empty(config, k);
  }
  if (source->source == GM_SOURCE_POUR) {
    gm_template template;
    gm_template_init(&template, &source->pour.of, materials);
    gm_template_survey(&template, materials);
    return GM_OK;
  }
  if (source->source == GM_SOURCE_RESULT || source->source == GM_SOURCE_ONDEM) {
    *n += gm_saved_grains_count(config, k, &saved[k]);
    return gm_saved_grains_survey(config, k, &saved[k], materials);
  }
  GM_TRY(gm_grain_list_read(config, k));
  survey_source_list(source, materials, n);
  return GM_OK;
}

/* Across a periodic face grains would be inserted among those of the opposite side;
 * beyond another face they would leave at once. */
static gm_status check_source_region(gm_config *config, const char *path,
                                     const gm_config_region *region,
                                     const gm_domain *d)
{
  gm_vec3 low, high;
  gm_insertion_region_bounds(region, &low, &high);
  const double at[3][2] = {{low.x, high.x}, {low.y, high.y}, {low.z, high.z}};
  const double side[3][2] = {
      {d->min.x, d->max.x}, {d->min.y, d->max.y}, {d->min.z, d->max.z}};
  for (int a = 0; a < 3; ++a) {
    GM_TRY(gm_insertion_region_check_side(config, path, region, d, a));
    if (at[a][1] > side[a][0] && at[a][0] < side[a][1]) continue;
    return gm_report_fault(config, path,
                           "extends from %.6g to %.6g m along %c, outside the "
                           "domain from %.6g to %.6g m; move it or enlarge the "
                           "domain",
                           at[a][0], at[a][1], "xyz"[a], side[a][0],
                           side[a][1]);
  }
  return GM_OK;
}

/* A grain that never fits would block all grains after it. */
static gm_status check_source_pour(gm_config *config, const char *path,
                                   const gm_config_supply *of,
                                   const gm_materials *m)
{
  const double u[4] = {0.5, 0.5, 0.5, 0.5};
  gm_template template;
  gm_vec3 x;
  gm_template_init(&template, of, m);
  const double largest = gm_template_widest(&template);
  if (gm_insertion_region_point(&of->region, largest, u, &x)) return GM_OK;
  return gm_report_fault(config, path,
                         "has no room for its largest grain, of radius %.3g m; "
                         "enlarge the region or reduce the radius",
                         largest);
}

gm_status gm_sources_check(gm_config *config, const gm_domain *domain,
                           const gm_materials *m)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_grains; ++k) {
    const gm_config_grains *g = &config->grains[k];
    const int pours = g->source == GM_SOURCE_POUR;
    if (!pours && g->source != GM_SOURCE_FILL) continue;
    const gm_config_supply *of = pours ? &g->pour.of : &g->fill.of;
    if (of->region.kind == GM_REGION_FACE) continue; /* wherever it moves */
    char path[64];
    snprintf(path, sizeof path, "grains[%zu].%s", k, pours ? "pour" : "fill");
    gm_status one = check_source_region(config, path, &of->region, domain);
    if (one == GM_OK && pours) one = check_source_pour(config, path, of, m);
    if (one != GM_OK) status = one;
  }
  return status;
}

/* Check the pairs of materials that can meet: the materials of saved grains are known
 * only after reading. */
static gm_status check_source_meetings(gm_config *config, const gm_scene *s)
{
  double grains[GM_MATERIALS_MAX] = {0.0};
  for (gm_index i = 0; i < s->grains.n; ++i)
    grains[s->grains.material[i]] += 1.0;
  for (size_t k = 0; k < config->n_grains; ++k) {
    if (config->grains[k].source != GM_SOURCE_POUR) continue;
    gm_template template;
    gm_template_init(&template, &config->grains[k].pour.of, &s->materials);
    for (int q = 0; q < template.n; ++q)
      grains[template.part[q].material] += 2.0;
  }
  return gm_check_meetings(config, grains);
}

gm_status gm_sources_survey(gm_config *config, const gm_saved_grains *saved,
                            gm_materials *m, size_t *n, gm_mesh_grains *radii)
{
  *n = 0;
  *radii = (gm_mesh_grains){.smallest = INFINITY};
  for (size_t k = 0; k < config->n_grains; ++k) {
    GM_TRY(survey_source(config, k, saved, m, n));
  }
  for (gm_index k = 0; k < m->n; ++k) {
    if (!(m->row[k].largest > 0.0)) continue;
    radii->smallest = fmin(radii->smallest, m->row[k].smallest);
    radii->largest = fmax(radii->largest, m->row[k].largest);
  }
  double least = 1.0; /* smallest initial fraction of the radius */
  for (size_t k = 0; k < config->n_grains; ++k)
    least = fmin(least, gm_fill_growth(&config->grains[k], m).from);
  radii->smallest *= least;
  return GM_OK;
}

/* Fill a region; its grains keep clear of all grains present, held or free. */
static gm_status append_source_fill(gm_config *config, size_t k, gm_scene *s,
                                    gm_occupancy *occupancy, gm_id *next)
{
  const gm_id begin = *next;
  gm_grains *g = &s->grains;
  gm_status_work("places for grains, sources of a scene", (int64_t)k,
                 (int64_t)config->n_grains);
  GM_TRY(gm_fill_region(config, k, s, occupancy, next));
  gm_status status = GM_OK;
  for (gm_index i = (gm_index)begin; g->held && i < g->n; ++i) {
    const gm_hold_who who = {.source = k,
                             .row = i - begin,
                             .id = i,
                             .label = g->label[i],
                             .x = gm_row_vec(g->g[i].x)};
    const gm_status held = gm_hold_take(config, &who, &s->held_groups, g, i);
    if (held != GM_OK) status = held;
  }
  return status;
}

static gm_status append_source(gm_config *config, size_t k,
                               const gm_saved_grains *saved, gm_scene *s,
                               gm_occupancy *occupancy, gm_id *next)
{
  switch (config->grains[k].source) {
  case GM_SOURCE_FILL:
    if (config->hybrid.mode == GM_MODE_CONTINUUM) return GM_OK; /* points */
    return append_source_fill(config, k, s, occupancy, next);
  case GM_SOURCE_LIST:
    return gm_grain_list_append(config, k, s, occupancy, next);
  case GM_SOURCE_POUR:
    return GM_OK; /* inserted by the time step */
  default:
    return gm_saved_grains_append(config, k, &saved[k], s, occupancy, next);
  }
}

gm_status gm_sources_append(gm_config *config, const gm_saved_grains *saved,
                            size_t n, double largest, gm_scene *s)
{
  if (n > 100000000) {
    return gm_fail(GM_ERR_INPUT, "the scene has %zu grains; the limit is 1e8",
                   n);
  }
  const int full = config->output.arrays >= GM_ARRAYS_FULL;
  GM_TRY(gm_grains_reserve(&s->grains, (gm_index)n + 1, full));
  if (s->held_groups.n) GM_TRY(gm_grains_hold(&s->grains));
  gm_occupancy occupancy;
  GM_TRY(gm_occupancy_init(&occupancy, (gm_index)n, largest));
  occupancy.domain = &s->domain;
  gm_status status = GM_OK;
  gm_id next = 0;
  gm_index *first = NULL; /* first grain of each source */
  if (saved) status = GM_RESIZE(first, 0, config->n_grains);
  for (size_t k = 0; k < config->n_grains && status == GM_OK; ++k) {
    if (first) first[k] = s->grains.n;
    status = append_source(config, k, saved, s, &occupancy, &next);
  }
  gm_occupancy_clear(&occupancy);
  if (status == GM_OK && saved)
    status = gm_saved_grains_append_contacts(config, saved, first, s);
  GM_FREE(first);
  if (status == GM_OK && saved) status = check_source_meetings(config, s);
  return status;
}
