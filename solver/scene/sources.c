/* scene/sources.c -- where grains come from.  Room: scene. */
#include "scene/sources.h"

#include "config/check.h"
#include "scene/fill.h"
#include "scene/list.h"
#include "scene/supply.h"

/* A material has grains of these radii. */
static void note_radii(gm_materials *m, const char *name, double smallest,
                       double largest)
{
  gm_material *row = &m->row[gm_scene_material(m, name)];
  row->smallest = row->largest > 0.0 ? fmin(row->smallest, smallest) : smallest;
  row->largest = fmax(row->largest, largest);
}

static gm_status survey_source(gm_config *config, size_t k, const gm_bed *beds,
                               gm_materials *materials, size_t *n)
{
  const gm_config_grains *source = &config->grains[k];
  if (source->source == GM_SOURCE_FILL) {
    gm_supply supply;
    gm_supply_init(&supply, &source->fill.of, materials);
    gm_supply_survey(&supply, materials);
    *n += gm_fill_count(config, k, materials, (gm_id)*n);
    return GM_OK;
  }
  if (source->source == GM_SOURCE_POUR) {
    gm_supply supply;
    gm_supply_init(&supply, &source->pour.of, materials);
    gm_supply_survey(&supply, materials);
    return GM_OK;
  }
  if (source->source == GM_SOURCE_RESULT) {
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
  return GM_OK;
}

static gm_status append_source(gm_config *config, size_t k, const gm_bed *beds,
                               gm_scene *s, gm_place *place, gm_id *next)
{
  switch (config->grains[k].source) {
  case GM_SOURCE_FILL:
    return gm_fill_region(config, k, s, place, next);
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
  const int full = config->output.arrays == GM_ARRAYS_FULL;
  GM_TRY(gm_grains_reserve(&s->grains, (gm_index)n + 1, full));
  gm_place place;
  GM_TRY(gm_place_init(&place, (gm_index)n, largest));
  place.domain = &s->domain;
  gm_status status = GM_OK;
  gm_id next = 0;
  for (size_t k = 0; k < config->n_grains && status == GM_OK; ++k) {
    status = append_source(config, k, beds, s, &place, &next);
  }
  gm_place_clear(&place);
  if (status == GM_OK && beds) status = check_meetings(config, s);
  return status;
}
