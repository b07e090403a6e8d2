/* rules/check.c -- rules that involve more than one key.
 *
 * Bounds of a single key are in the key table; here are rules between keys, for the whole
 * scene. Structures, grains, held groups, motions and pairs of materials have files of
 * their own. Every rule adds an error with the path of its key and goes on, so that a
 * user sees all errors at once.
 */
#include "rules/check.h"

#include "base/memory.h"
#include "rules/grain_rules.h"
#include "rules/pair_rules.h"
#include "rules/plane_rules.h"
#include "rules/sides.h"
#include "rules/structure_rules.h"
#include <stdlib.h>
#include <string.h>

/* --- names -------------------------------------------------------------------- */

typedef struct named {
  const char *name;
  size_t index;
} named;

static int rule_named_by_text(const void *a, const void *b)
{
  const named *x = a;
  const named *y = b;
  const int order = strcmp(x->name, y->name);
  return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* Add an error for every name that an earlier item of the list has too. */
static void check_unique(gm_checker *c, const char *list, named *names,
                         size_t n)
{
  qsort(names, n, sizeof *names, rule_named_by_text);
  for (size_t i = 1; i < n; ++i) {
    if (strcmp(names[i].name, names[i - 1].name) != 0) continue;
    gm_checker_item(c, list, names[i].index);
    GM_CHECKER_FAULT(c, "name",
                     "'%s' is the name of %s[%zu] too; each needs its own",
                     names[i].name, list, names[i - 1].index);
  }
}

#define NAMES(list, of)                                                        \
  for (size_t i = 0; i < config->n_##list; ++i)                                \
  n = note_rule_name_of(names, n, config->list[i].of, i)

#define UNIQUE(list, of)                                                       \
  n = 0;                                                                       \
  NAMES(list, of);                                                             \
  check_unique(c, #list, names, n)

static size_t note_rule_name_of(named *names, size_t n, const char *name,
                                size_t index)
{
  if (name) names[n++] = (named){name, index};
  return n;
}

static gm_status check_unique_names(gm_checker *c)
{
  const gm_config *config = c->config;
  named *names = NULL;
  size_t n = config->n_structures + config->n_bodies + config->n_measure +
             config->n_regions;
  GM_TRY(GM_RESIZE(names, 0, n + config->n_held + config->n_sinks + 1));
  UNIQUE(regions, name);
  UNIQUE(structures, name);
  UNIQUE(bodies, of.name);
  UNIQUE(measure, name);
  UNIQUE(held, name);
  NAMES(sinks, name);
  check_unique(c, "sinks", names, n);
  GM_FREE(names);
  return GM_OK;
}

/* --- measures ----------------------------------------------------------------- */

static void check_measured_things(gm_checker *c)
{
  enum { MOST = 100 }; /* limit of scene/sensors.h */
  const gm_config *config = c->config;
  for (size_t i = 0; i < config->n_measure; ++i) {
    const gm_config_measure *m = &config->measure[i];
    gm_checker_item(c, "measure", i);
    if (m->kind == GM_MEASURE_STRESS)
      gm_checker_region(c, "stress", &m->stress);
    if (m->kind == GM_MEASURE_RECTANGLE)
      gm_checker_sides(c, "rectangle", m->rectangle.along, m->rectangle.across);
    if (m->kind == GM_MEASURE_SURFACE && gm_checker_sound(c, "surface.mesh"))
      gm_checker_file(c, "surface.mesh", m->surface.mesh);
  }
  c->path[0] = '\0';
  if (config->n_measure > MOST) {
    GM_CHECKER_FAULT(c, "measure", "%zu measures; at most %d are possible",
                     config->n_measure, MOST);
  }
}

/* --- sinks -------------------------------------------------------------------- */

/* The groups of a sink name parts of a mesh; each sink with groups takes one bit of the
 * mask of a patch (machines/parts.h), so their number is limited. */
static void check_sink_groups(gm_checker *c, int row, size_t i)
{
  const gm_config *config = c->config;
  const gm_config_structure *s = &config->structures[row];
  size_t before = 0;
  for (size_t k = 0; k < i; ++k) {
    const gm_config_sink *other = &config->sinks[k];
    before += other->region.kind == GM_REGION_FACE &&
              other->region.face.n_groups > 0 &&
              strcmp(other->region.face.structure, s->name) == 0;
  }
  if (s->shape != GM_SHAPE_MESH)
    GM_CHECKER_FAULT(c, "groups",
                     "belong to a mesh; leave them out: all of '%.63s' "
                     "swallows",
                     s->name);
  else if (s->virtual_particles.patches == GM_PATCHES_NONE)
    GM_CHECKER_FAULT(c, "groups",
                     "groups swallow as patches, and '%.63s' has patches: "
                     "none, one of all; leave that out, or groups",
                     s->name);
  else if (before >= GM_CONFIG_SINK_GROUPS)
    GM_CHECKER_FAULT(c, "groups",
                     "more than %d sinks name groups of '%.63s'; join some",
                     GM_CONFIG_SINK_GROUPS, s->name);
}

static void check_named_regions(gm_checker *c)
{
  for (size_t i = 0; i < c->config->n_regions; ++i) {
    gm_checker_item(c, "regions", i);
    gm_checker_region(c, "", &c->config->regions[i].region);
  }
}

static void check_sinks(gm_checker *c)
{
  const gm_config *config = c->config;
  const bool discrete = config->hybrid.mode == GM_MODE_DISCRETE;
  for (size_t i = 0; i < config->n_sinks; ++i) {
    const gm_config_sink *s = &config->sinks[i];
    gm_checker_item(c, "sinks", i);
    if (s->name && !discrete &&
        (!strcmp(s->name, "points") || !strcmp(s->name, "grains")))
      GM_CHECKER_FAULT(c, "name",
                       "the history of a continuum has %s_mass already, which "
                       "this sink would write too; choose another name",
                       s->name);
    gm_checker_times(c, "", s->from, s->to);
    if (!gm_checker_sound(c, "")) continue;
    if (s->region.kind != GM_REGION_FACE) {
      gm_checker_region(c, "", &s->region);
      if (s->region.face.n_groups > 0)
        GM_CHECKER_FAULT(c, "groups",
                         "belong to a structure; this sink is a region");
      continue;
    }
    const int row =
        gm_checker_structure(c, "structure", s->region.face.structure);
    if (row >= 0 && s->region.face.n_groups > 0) check_sink_groups(c, row, i);
  }
  c->path[0] = '\0';
  if (config->n_sinks > GM_CONFIG_SINKS)
    GM_CHECKER_FAULT(c, "sinks", "%zu sinks; at most %d are possible",
                     config->n_sinks, GM_CONFIG_SINKS);
}

/* --- all ---------------------------------------------------------------------- */

static void check_output(gm_checker *c)
{
  const gm_config *config = c->config;
  const double end = config->time.end;
  const double every = config->output.every;
  c->path[0] = '\0';
  const bool known =
      gm_checker_sound(c, "time.end") && gm_checker_sound(c, "output.every");
  if (known && every > end) {
    GM_CHECKER_FAULT(
        c, "output.every",
        "%.10g s is longer than the run, %.10g s; no frame but the first "
        "would be written",
        every, end);
  }
  if (known && gm_checker_sound(c, "output.history") &&
      config->output.history > every) {
    GM_CHECKER_FAULT(
        c, "output.history",
        "%.10g s is longer than output.every, %.10g s; it is the finer of "
        "the two",
        config->output.history, every);
  }
  if (known && gm_checker_sound(c, "time.step") && config->time.step > every) {
    GM_CHECKER_FAULT(
        c, "time.step",
        "%.10g s is longer than output.every, %.10g s; take a shorter step "
        "or auto",
        config->time.step, every);
  }
}

/* Add an error for conditions of time.until that could never hold. */
static void check_until(gm_checker *c)
{
  const gm_config *config = c->config;
  const bool open = gm_sides_let_out(config) || config->n_sinks > 0;
  c->path[0] = '\0';
  if (config->time.until.grains_out > 0 && !open &&
      gm_checker_sound(c, "time.until.grains_out") &&
      gm_checker_sound(c, "domain")) {
    GM_CHECKER_FAULT(
        c, "time.until.grains_out",
        "no grain can leave: no side of the domain is open and has a place; "
        "give domain: {min: ..., max: ...}, or sinks");
  }
  const double end = config->time.end, after = config->time.until.after;
  if (after >= end && gm_checker_sound(c, "time.end") &&
      gm_checker_sound(c, "time.until.after")) {
    GM_CHECKER_FAULT(
        c, "time.until.after",
        "%.10g s is not before time.end, %.10g s; nothing would end the run",
        after, end);
  }
  if (config->time.until.every > end && gm_checker_sound(c, "time.end") &&
      gm_checker_sound(c, "time.until.every")) {
    GM_CHECKER_FAULT(
        c, "time.until.every",
        "%.10g s is longer than the run, %.10g s; there would be no look but "
        "the first",
        config->time.until.every, end);
  }
}

static void check_sides(gm_checker *c)
{
  gm_config *config = c->config;
  gm_sides_check(config, c->faults);
  c->mirror = gm_sides_any(config, GM_BOUNDARY_MIRROR);
  if (!config->domain.wall_material) return;
  const int row = gm_checker_material(c, "domain.wall_material",
                                      config->domain.wall_material);
  if (row >= 0 && gm_sides_any(config, GM_BOUNDARY_WALL))
    c->structure[row] = true;
}

/* --- material points ------------------------------------------------------ */

/* The sources of a continuum: fills of one material that do not grow. */
static void check_sources_of_points(gm_checker *c)
{
  const gm_config *config = c->config;
  const char *material = NULL;
  for (size_t i = 0; i < config->n_grains; ++i) {
    const gm_config_grains *g = &config->grains[i];
    const gm_config_supply *of = &g->fill.of;
    gm_checker_item(c, "grains", i);
    if (g->source != GM_SOURCE_FILL) {
      GM_CHECKER_FAULT(c, "",
                       "only a fill can be a continuum; write fill, or "
                       "hybrid.mode: discrete");
      continue;
    }
    if (g->fill.grow.over > 0.0)
      GM_CHECKER_FAULT(c, "fill.grow",
                       "material points do not grow; leave it out, or write "
                       "hybrid.mode: discrete");
    if (of->n_mix ||
        (material && of->material && strcmp(material, of->material)))
      GM_CHECKER_FAULT(c, of->n_mix ? "fill.mix" : "fill.material",
                       "the continuum has one material%s%s; give all fills the "
                       "same",
                       material ? ", " : "", material ? material : "");
    if (!material) material = of->material;
  }
  c->path[0] = '\0';
}

static void check_zones(gm_checker *c)
{
  const gm_config *config = c->config;
  const gm_vec3 size = gm_sub(config->domain.max, config->domain.min);
  if (!isfinite(size.x + size.y) ||
      (config->domain.dimensions == 3 && !isfinite(size.z)))
    GM_CHECKER_FAULT(c, "domain", "zones need its ends; give min and max");
  if (gm_sides_any(config, GM_BOUNDARY_PERIODIC) ||
      gm_sides_any(config, GM_BOUNDARY_REFLECT) || c->mirror)
    GM_CHECKER_FAULT(c, "domain.boundary",
                     "zones end at the sides; choose open or wall");
  if (config->hybrid.every % 10)
    GM_CHECKER_FAULT(c, "hybrid.every", "%d is no multiple of 10 steps",
                     config->hybrid.every);
  if (config->hybrid.zone.depth < config->hybrid.zone.half + 1.0)
    GM_CHECKER_FAULT(c, "hybrid.zone.depth",
                     "%g cells leave less than one above the layer",
                     config->hybrid.zone.depth);
  if (config->n_grains == 0 || config->n_clumps ||
      config->grains[0].source == GM_SOURCE_POUR)
    GM_CHECKER_FAULT(c, "hybrid.mode",
                     "grains of the start are the pattern of new ones; begin "
                     "with a fill or a list, without clumps");
  if (config->hybrid.n_around && config->hybrid.oracle == GM_ORACLE_SURFACE)
    GM_CHECKER_FAULT(c, "hybrid.discrete_around",
                     "it belongs to hybrid.oracle: layer");
  for (size_t k = 0; k < config->hybrid.n_around; ++k) {
    gm_checker_item(c, "hybrid.discrete_around", k);
    gm_checker_structure(c, "name", config->hybrid.discrete_around[k].name);
  }
  c->path[0] = '\0';
}

static void check_points(gm_checker *c)
{
  const gm_config *config = c->config;
  if (config->hybrid.mode == GM_MODE_DISCRETE) return;
  if (config->collisions.engine != GM_ENGINE_NONE)
    GM_CHECKER_FAULT(
        c, "hybrid.mode",
        "material points need forces; leave collisions.engine out");
  if (config->time.scheme != GM_SCHEME_LEAPFROG)
    GM_CHECKER_FAULT(c, "time.scheme",
                     "material points move by leapfrog; leave it out");
  if (config->n_held)
    GM_CHECKER_FAULT(c, "held",
                     "held grains are discrete; write hybrid.mode: discrete");
  if (config->hybrid.mode == GM_MODE_CONTINUUM) check_sources_of_points(c);
  if (config->hybrid.mode == GM_MODE_HYBRID) check_zones(c);
}

static gm_status check_all(gm_checker *c)
{
  const gm_config *config = c->config;
  gm_pair_rules_choose(c);
  gm_pair_rules_hard(c);
  gm_plane_rules_check(c);
  if (config->domain.dimensions == 2) gm_plane_rules_structures(c);
  gm_checker_box(c, "domain", config->domain.min, config->domain.max);
  check_sides(c);
  gm_pair_rules_law(c);
  const bool readable = gm_pair_rules_check(c);
  GM_TRY(check_unique_names(c));
  for (size_t i = 0; i < config->n_structures; ++i) {
    gm_checker_item(c, "structures", i);
    gm_structure_rules_check(c, &config->structures[i]);
  }
  gm_structure_rules_bodies(c);
  gm_grain_rules_check(c);
  gm_grain_rules_held(c);
  check_measured_things(c);
  check_named_regions(c);
  check_sinks(c);
  if (readable) gm_pair_rules_meet(c);
  check_output(c);
  check_until(c);
  check_points(c);
  return GM_OK;
}

static gm_status begin_check(gm_checker *c)
{
  const size_t n = c->config->n_materials;
  GM_TRY(GM_RESIZE(c->grains, 0, n + 1));
  GM_TRY(GM_RESIZE(c->structure, 0, n + 1));
  return GM_RESIZE(c->pair, 0, n * n + 1);
}

static void end_check(gm_checker *c)
{
  GM_FREE(c->grains);
  GM_FREE(c->structure);
  GM_FREE(c->pair);
}

gm_status gm_check_config(gm_config *config, const gm_faults *faults)
{
  gm_checker c = {.config = config, .faults = faults};
  gm_status status = begin_check(&c);
  if (status == GM_OK) status = check_all(&c);
  if (status == GM_OK) status = gm_structure_rules_shapes(config);
  end_check(&c);
  return status;
}

gm_status gm_check_meetings(gm_config *config, const double *grains)
{
  const gm_faults none = {0};
  gm_checker c = {.config = config, .faults = &none};
  gm_status status = begin_check(&c);
  if (status == GM_OK) {
    gm_pair_rules_check(&c);
    for (size_t i = 0; i < config->n_structures; ++i) {
      gm_checker_item(&c, "structures", i);
      gm_structure_rules_materials(&c, &config->structures[i]);
    }
    gm_structure_rules_bodies(&c);
    memcpy(c.grains, grains, config->n_materials * sizeof *grains);
    gm_pair_rules_meet(&c);
    if (*config->errors) status = GM_ERR_INPUT;
  }
  end_check(&c);
  return status;
}
