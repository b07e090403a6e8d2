/* scene/sources.c -- where grains come from.  Room: scene. */
#include "scene/sources.h"

#include "base/memory.h"
#include "config/check.h"
#include "config/read.h"
#include "scene/bed_contacts.h"
#include "scene/fill.h"
#include "scene/growth.h"
#include "scene/list.h"
#include "scene/radii.h"
#include "scene/space.h"
#include "scene/supply.h"
#include <stdio.h>

/* A material has grains of these radii. */
static void note_radii(gm_materials *m, const char *name, double smallest,
                       double largest)
{
  gm_material *row = &m->row[gm_scene_material(m, name)];
  row->smallest = row->largest > 0.0 ? fmin(row->smallest, smallest) : smallest;
  row->largest = fmax(row->largest, largest);
}

static gm_status fault_empty(gm_config *config, size_t k)
{
  char path[64];
  snprintf(path, sizeof path, "grains[%zu].fill.solid_fraction", k);
  return gm_read_fault(config, path,
                       "comes to less than half a grain; take more, or a "
                       "larger region");
}

static gm_status survey_source(gm_config *config, size_t k, const gm_bed *beds,
                               gm_materials *materials, size_t *n)
{
  const gm_config_grains *source = &config->grains[k];
  if (source->source == GM_SOURCE_FILL) {
    gm_supply supply;
    gm_supply_init(&supply, &source->fill.of, materials);
    gm_supply_survey(&supply, materials);
    const size_t count = gm_fill_count(config, k, materials, (gm_id)*n);
    *n += count;
    return count ? GM_OK : fault_empty(config, k);
  }
  if (source->source == GM_SOURCE_POUR) {
    gm_supply supply;
    gm_supply_init(&supply, &source->pour.of, materials);
    gm_supply_survey(&supply, materials);
    return GM_OK;
  }
  if (source->source == GM_SOURCE_RESULT || source->source == GM_SOURCE_ONDEM) {
    *n += gm_bed_count(config, k, &beds[k]);
    return gm_bed_survey(config, k, &beds[k], materials);
  }
  GM_TRY(gm_list_read(config, k));
  *n += source->list.n_grains;
  for (size_t i = 0; i < source->list.n_grains; ++i) {
    const double r = source->list.grains[i].radius;
    note_radii(materials, source->list.material, r, r);
  }
  return GM_OK;
}

/* Across a periodic side grains would come in among those of the other side; beyond another
 * they would leave at once. */
static gm_status check_region(gm_config *config, const char *path,
                              const gm_config_region *region,
                              const gm_domain *d)
{
  gm_vec3 low, high;
  gm_space_bounds(region, &low, &high);
  const double at[3][2] = {{low.x, high.x}, {low.y, high.y}, {low.z, high.z}};
  const double side[3][2] = {
      {d->min.x, d->max.x}, {d->min.y, d->max.y}, {d->min.z, d->max.z}};
  for (int a = 0; a < 3; ++a) {
    GM_TRY(gm_space_check_side(config, path, region, d, a));
    if (at[a][1] > side[a][0] && at[a][0] < side[a][1]) continue;
    return gm_read_fault(config, path,
                         "reaches from %.6g to %.6g m along %c, outside the "
                         "domain from %.6g to %.6g m; move it or enlarge the "
                         "domain",
                         at[a][0], at[a][1], "xyz"[a], side[a][0], side[a][1]);
  }
  return GM_OK;
}

/* A grain that never fits would hold up those behind it. */
static gm_status check_pour(gm_config *config, const char *path,
                            const gm_config_supply *of)
{
  const double u[4] = {0.5, 0.5, 0.5, 0.5};
  double largest = gm_radii_largest(&of->radius);
  gm_vec3 x;
  for (size_t k = 0; k < of->n_mix; ++k)
    largest = fmax(largest, gm_radii_largest(&of->mix[k].radius));
  if (gm_space_point(&of->region, largest, u, &x)) return GM_OK;
  return gm_read_fault(config, path,
                       "has no room for a grain of radius %.3g m, the "
                       "largest; make the region larger or the grain smaller",
                       largest);
}

gm_status gm_sources_check(gm_config *config, const gm_domain *domain)
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
    gm_status one = check_region(config, path, &of->region, domain);
    if (one == GM_OK && pours) one = check_pour(config, path, of);
    if (one != GM_OK) status = one;
  }
  return status;
}

/* Of results one learns only now which materials their grains are made of. */
static gm_status check_meetings(gm_config *config, const gm_scene *s)
{
  double grains[GM_MATERIALS_MAX] = {0.0};
  for (gm_index i = 0; i < s->grains.n; ++i)
    grains[s->grains.material[i]] += 1.0;
  for (size_t k = 0; k < config->n_grains; ++k) {
    if (config->grains[k].source != GM_SOURCE_POUR) continue;
    gm_supply supply;
    gm_supply_init(&supply, &config->grains[k].pour.of, &s->materials);
    for (int q = 0; q < supply.n; ++q)
      grains[supply.part[q].material] += 2.0;
  }
  return gm_check_meetings(config, grains);
}

gm_status gm_sources_survey(gm_config *config, const gm_bed *beds,
                            gm_materials *m, size_t *n, gm_mesh_grains *radii)
{
  *n = 0;
  *radii = (gm_mesh_grains){INFINITY, 0.0};
  for (size_t k = 0; k < config->n_grains; ++k) {
    GM_TRY(survey_source(config, k, beds, m, n));
  }
  for (gm_index k = 0; k < m->n; ++k) {
    if (!(m->row[k].largest > 0.0)) continue;
    radii->smallest = fmin(radii->smallest, m->row[k].smallest);
    radii->largest = fmax(radii->largest, m->row[k].largest);
  }
  double least = 1.0; /* of those that grow, at the start */
  for (size_t k = 0; k < config->n_grains; ++k)
    least = fmin(least, gm_growth_of(&config->grains[k], m).from);
  radii->smallest *= least;
  return GM_OK;
}

/* A fill keeps clear of all that is there, held or not. */
static gm_status append_fill(gm_config *config, size_t k, gm_scene *s,
                             gm_place *place, gm_id *next)
{
  const gm_id begin = *next;
  gm_grains *g = &s->grains;
  GM_TRY(gm_fill_region(config, k, s, place, next));
  gm_status status = GM_OK;
  for (gm_index i = (gm_index)begin; g->held && i < g->n; ++i) {
    const gm_holders_who who = {.source = k,
                                .row = i - begin,
                                .id = i,
                                .label = g->label[i],
                                .x = gm_row_vec(g->g[i].x)};
    const gm_status held = gm_holders_take(config, &who, &s->holders, g, i);
    if (held != GM_OK) status = held;
  }
  return status;
}

static gm_status append_source(gm_config *config, size_t k, const gm_bed *beds,
                               gm_scene *s, gm_place *place, gm_id *next)
{
  switch (config->grains[k].source) {
  case GM_SOURCE_FILL:
    return append_fill(config, k, s, place, next);
  case GM_SOURCE_LIST:
    return gm_list_append(config, k, s, place, next);
  case GM_SOURCE_POUR:
    return GM_OK; /* later */
  default:
    return gm_bed_append(config, k, &beds[k], s, place, next);
  }
}

gm_status gm_sources_append(gm_config *config, const gm_bed *beds, size_t n,
                            double largest, gm_scene *s)
{
  if (n > 100000000) {
    return gm_fail(GM_ERR_INPUT, "%zu grains; at most 1e8 are possible", n);
  }
  const int full = config->output.arrays >= GM_ARRAYS_FULL;
  GM_TRY(gm_grains_reserve(&s->grains, (gm_index)n + 1, full));
  if (s->holders.n) GM_TRY(gm_grains_hold(&s->grains));
  gm_place place;
  GM_TRY(gm_place_init(&place, (gm_index)n, largest));
  place.domain = &s->domain;
  gm_status status = GM_OK;
  gm_id next = 0;
  gm_index *first = NULL; /* row of each source */
  if (beds) status = GM_RESIZE(first, 0, config->n_grains);
  for (size_t k = 0; k < config->n_grains && status == GM_OK; ++k) {
    if (first) first[k] = s->grains.n;
    status = append_source(config, k, beds, s, &place, &next);
  }
  gm_place_clear(&place);
  if (status == GM_OK && beds)
    status = gm_bed_contacts_append(config, beds, first, s);
  GM_FREE(first);
  if (status == GM_OK && beds) status = check_meetings(config, s);
  return status;
}
