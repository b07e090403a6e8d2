/* rules/grain_rules.c -- sources, regions and radii; groups of held grains.
 *
 * Each source is tested on its own: distribution of radii, region, face of an inlet, rows
 * of a list, copies of an earlier result. A run that resumes must have its grains as they
 * were, so most keys exclude it. Counts how many grains of each material there can be,
 * from which pair_rules.c decides which pairs of materials can meet.
 */
#include "rules/grain_rules.h"

#include "base/math.h"
#include "rules/structure_rules.h"
#include <limits.h>
#include <stdlib.h>

/* Groups of held grains. */

static int grain_held_by_number(const void *a, const void *b)
{
  const gm_config_integer *x = a, *y = b;
  return (x->number > y->number) - (x->number < y->number);
}

/* Returns a number that a sorted list contains twice, or -1. */
static int find_grain_twice(const gm_config_integer *list, size_t n)
{
  for (size_t k = 1; k < n; ++k) {
    if (list[k].number == list[k - 1].number) return list[k].number;
  }
  return -1;
}

static void check_grain_sources(gm_checker *c, const gm_config_held *h)
{
  const gm_config *config = c->config;
  for (size_t k = 0; k < h->n_sources; ++k) {
    const size_t source = (size_t)h->sources[k].number;
    char key[64];
    snprintf(key, sizeof key, "sources[%zu]", k);
    if (source >= config->n_grains) {
      GM_CHECKER_FAULT(c, key,
                       "there is no source %zu: grains has %zu, the first is 0",
                       source, config->n_grains);
    } else if (config->grains[source].source == GM_SOURCE_POUR) {
      GM_CHECKER_FAULT(c, key,
                       "grains[%zu] is a pour, and held grains are there from "
                       "the start; name a fill, a list or a result",
                       source);
    }
  }
}

static int any_grain_result(const gm_config *config)
{
  for (size_t k = 0; k < config->n_grains; ++k) {
    if (config->grains[k].source == GM_SOURCE_RESULT) return 1;
  }
  return 0;
}

static void check_grain_held_group(gm_checker *c, gm_config_held *h)
{
  const int sound = gm_checker_sound(c, "sources") &&
                    gm_checker_sound(c, "labels") && gm_checker_sound(c, "ids");
  if (!sound) return;
  if (!h->n_sources && !h->n_labels && !h->n_ids && !h->was &&
      h->region.kind < 0) {
    GM_CHECKER_FAULT(c, "",
                     "'%s' names no grains; give sources, labels, ids, was, or "
                     "a region as box, cylinder or sphere",
                     h->name ? h->name : "");
  }
  if (!gm_faults_touch(c->faults, "grains")) check_grain_sources(c, h);
  if (h->was && !any_grain_result(c->config)) {
    GM_CHECKER_FAULT(c, "was",
                     "no source of grains is a result, so none was held "
                     "before; leave it out");
  }
  if (h->n_ids) qsort(h->ids, h->n_ids, sizeof *h->ids, grain_held_by_number);
  const int twice = find_grain_twice(h->ids, h->n_ids);
  if (twice >= 0) {
    GM_CHECKER_FAULT(c, "ids", "%d is there twice; each grain is named once",
                     twice);
  }
  gm_checker_region(c, "", &h->region);
  gm_structure_rules_motion(c, h->motion, h->n_motion);
}

void gm_grain_rules_held(gm_checker *c)
{
  gm_config *config = c->config;
  for (size_t i = 0; i < config->n_held; ++i) {
    gm_checker_item(c, "held", i);
    check_grain_held_group(c, &config->held[i]);
  }
  c->path[0] = '\0';
}

static bool is_grain_listed(const gm_config_integer *list, size_t n, int number)
{
  for (size_t k = 0; k < n; ++k) {
    if (list[k].number == number) return true;
  }
  return n == 0;
}

/* Returns true if some group holds every grain with this label of source number
 * `source`, whatever its id or place, and if these grains touch free grains only. They
 * then count as a structure in the rules about pairs of materials. */
static bool all_grain_held(const gm_config *config, size_t source, int label)
{
  for (size_t i = 0; i < config->n_held; ++i) {
    const gm_config_held *h = &config->held[i];
    if (h->n_ids || h->was || h->region.kind >= 0 || h->meets_held ||
        isfinite(h->until)) {
      continue;
    }
    if (!h->n_sources && !h->n_labels) continue;
    if (is_grain_listed(h->sources, h->n_sources, (int)source) &&
        is_grain_listed(h->labels, h->n_labels, label)) {
      return true;
    }
  }
  return false;
}

static bool is_grain_inside_box(gm_vec3 x, gm_vec3 min, gm_vec3 max)
{
  return x.x >= min.x && x.x <= max.x && x.y >= min.y && x.y <= max.y &&
         x.z >= min.z && x.z <= max.z;
}

/* The bounds of a distribution must be above 0 and in increasing order. */
static void check_grain_bounds(gm_checker *c, const char *key, double low,
                               double high)
{
  if (!gm_checker_sound(c, key)) return;
  if (!(low > 0.0)) {
    GM_CHECKER_FAULT(
        c, key,
        "the smallest radius is %.10g m; give min above 0, or a smaller "
        "deviation",
        low);
  } else if (!(low < high)) {
    GM_CHECKER_FAULT(
        c, key,
        "the smallest radius, %.10g m, is not below the largest, %.10g m; "
        "swap or widen them",
        low, high);
  }
}

static double grain_or_else(double given, double otherwise)
{
  return isnan(given) ? otherwise : given;
}

/* Clumps need no radius: they have the size of their shape. */
static void check_grain_radius(gm_checker *c, const char *group,
                               const char *clump, const gm_config_radii *r)
{
  char key[64];
  static const char *const kinds[] = {"constant", "uniform", "normal",
                                      "lognormal", "table"};
  if (!gm_checker_sound(c, group)) return;
  if (r->kind < 0) {
    if (!clump)
      GM_CHECKER_FAULT(c, group,
                       "missing: it is required, the radii of the grains: a "
                       "number stands for {constant: number}");
    return;
  }
  snprintf(key, sizeof key, "%s.%s", group, kinds[r->kind]);
  if (r->kind == GM_RADIUS_UNIFORM && r->uniform[0] > r->uniform[1]) {
    GM_CHECKER_FAULT(
        c, key,
        "the smallest radius, %.10g m, is above the largest, %.10g m; swap "
        "them",
        r->uniform[0], r->uniform[1]);
  }
  if (r->kind == GM_RADIUS_NORMAL) {
    const double m = r->normal.mean, s = 3.0 * r->normal.deviation;
    check_grain_bounds(c, key, grain_or_else(r->normal.min, m - s),
                       grain_or_else(r->normal.max, m + s));
  }
  if (r->kind == GM_RADIUS_LOGNORMAL) {
    const double m = r->lognormal.median,
                 s = gm_math_exp(3.0 * r->lognormal.deviation);
    check_grain_bounds(c, key, grain_or_else(r->lognormal.min, m / s),
                       grain_or_else(r->lognormal.max, m * s));
  }
}

/* Test the grains and the region of a fill or pour; `count` is added to the number of
 * grains of each of its materials. */
static void check_grain_supply(gm_checker *c, const char *at,
                               const gm_config_supply *s, double count)
{
  char key[64];
  snprintf(key, sizeof key, "%s.material", at);
  const int row = gm_checker_material(c, key, s->material);
  if (row >= 0) c->grains[row] += count;
  gm_checker_region(c, at, &s->region);
  snprintf(key, sizeof key, "%s.radius", at);
  check_grain_radius(c, key, s->clump, &s->radius);
  double sum = 0.0;
  for (size_t k = 0; k < s->n_mix; ++k) {
    snprintf(key, sizeof key, "%s.mix[%zu].material", at, k);
    const int part = gm_checker_material(c, key, s->mix[k].material);
    if (part >= 0) c->grains[part] += count;
    snprintf(key, sizeof key, "%s.mix[%zu].radius", at, k);
    check_grain_radius(c, key, s->mix[k].clump, &s->mix[k].radius);
    sum += s->mix[k].fraction;
  }
  snprintf(key, sizeof key, "%s.mix", at);
  if (!gm_checker_sound(c, key)) return;
  if (s->n_mix > GM_CONFIG_MIX) {
    GM_CHECKER_FAULT(c, key, "%zu ingredients; at most %d are possible",
                     s->n_mix, GM_CONFIG_MIX);
  } else if (sum > 1.0 + 1.0e-9) {
    GM_CHECKER_FAULT(
        c, key,
        "the fractions add up to %.10g, more than all; what is left of 1 is "
        "of the source's own material and radius",
        sum);
  }
}

/* Test a face at which grains are poured: edge vectors that span it, or the name of a
 * mesh. */
static void check_grain_region_face(gm_checker *c, const gm_config_region *g)
{
  if (g->kind == GM_REGION_RECTANGLE)
    gm_checker_sides(c, "pour.rectangle", g->rectangle.along,
                     g->rectangle.across);
  if (g->kind != GM_REGION_FACE || !gm_checker_sound(c, "pour.face")) return;
  const char *key = "pour.face.structure";
  const int row = gm_checker_structure(c, key, g->face.structure);
  if (row < 0 || c->config->structures[row].shape == GM_SHAPE_MESH) return;
  GM_CHECKER_FAULT(c, key,
                   "'%.63s' is no mesh; name one, or pour from a rectangle "
                   "or disc",
                   g->face.structure);
}

static void check_grain_fill(gm_checker *c, const gm_config_grains *g)
{
  enum { PERCENT = 74 }; /* of equal spheres, packed most densely */
  const bool counted = g->fill.amount == GM_AMOUNT_COUNT;
  if (!counted && c->config->domain.dimensions == 3 &&
      g->fill.solid_fraction > 0.01 * PERCENT &&
      gm_checker_sound(c, "fill.solid_fraction"))
    GM_CHECKER_FAULT(
        c, "fill.solid_fraction",
        "%.10g is above 0.%d; it is a fraction of the volume of the "
        "region, and equal spheres fill no more",
        g->fill.solid_fraction, PERCENT);
  check_grain_supply(c, "fill", &g->fill.of, counted ? g->fill.count : 2.0);
}

/* An orientation must be written, or it has no effect. */
static void check_grain_orientation(gm_checker *c, const gm_config_grain *g,
                                    size_t i)
{
  char key[64];
  snprintf(key, sizeof key, "list.grains[%zu].orientation", i);
  if (g->orientation.angle == 0.0 || !gm_checker_sound(c, key)) return;
  if (c->config->output.arrays == GM_ARRAYS_STANDARD)
    GM_CHECKER_FAULT(c, key,
                     "the result has no orientations; write output: {arrays: "
                     "full}, or leave it out");
}

/* Of clumps the radius is optional. */
static void check_grain_list_radius(gm_checker *c, const gm_config_grains *g,
                                    size_t i)
{
  char key[64];
  snprintf(key, sizeof key, "list.grains[%zu].radius", i);
  if (g->list.clump || !isnan(g->list.grains[i].radius) ||
      !gm_checker_sound(c, key))
    return;
  GM_CHECKER_FAULT(c, key,
                   "missing: it is required, a length, such as 1 mm: a radius");
}

/* The list of source number `source`. */
static void check_listed_grains(gm_checker *c, size_t source,
                                const gm_config_grains *g)
{
  const gm_config *config = c->config;
  const int row = gm_checker_material(c, "list.material", g->list.material);
  if (row >= 0 && all_grain_held(config, source, g->list.label)) {
    c->structure[row] = true;
  } else if (row >= 0) {
    c->grains[row] += g->list.file ? 2.0 : (double)g->list.n_grains;
  }
  if (gm_checker_sound(c, "list.file") && gm_checker_sound(c, "list.grains")) {
    if (g->list.file && g->list.n_grains > 0) {
      GM_CHECKER_FAULT(c, "list",
                       "file and grains are both given; give one of them");
    } else if (!g->list.file && g->list.n_grains == 0) {
      GM_CHECKER_FAULT(c, "list", "has no grains; give file or grains");
    } else if (g->list.file) {
      gm_checker_file(c, "list.file", g->list.file);
    }
  }
  for (size_t i = 0; i < g->list.n_grains; ++i) {
    if (!g->list.clump) check_grain_orientation(c, &g->list.grains[i], i);
    check_grain_list_radius(c, g, i);
  }
  if (gm_faults_touch(c->faults, "domain")) return;
  for (size_t i = 0; i < g->list.n_grains; ++i) {
    char key[64];
    snprintf(key, sizeof key, "list.grains[%zu].position", i);
    const gm_vec3 x = g->list.grains[i].position;
    if (is_grain_inside_box(x, config->domain.min, config->domain.max) ||
        !gm_checker_sound(c, key)) {
      continue;
    }
    GM_CHECKER_FAULT(c, key,
                     "[%.10g, %.10g, %.10g] is outside the domain; move it or "
                     "enlarge the domain",
                     x.x, x.y, x.z);
  }
}

static bool is_grain_whole_number(double x)
{
  return x >= 1.0 && x <= 1.0e6 && x == floor(x);
}

static void check_grain_copies(gm_checker *c, const char *word,
                               const gm_config_bed *bed)
{
  const gm_vec3 n = bed->copies, p = bed->pitch;
  char key[64];
  snprintf(key, sizeof key, "%s.copies", word);
  if (!(is_grain_whole_number(n.x) && is_grain_whole_number(n.y) &&
        is_grain_whole_number(n.z)) &&
      gm_checker_sound(c, key)) {
    GM_CHECKER_FAULT(
        c, key,
        "[%.10g, %.10g, %.10g] are not numbers of copies; they are whole, and "
        "1 along an axis that is not tiled",
        n.x, n.y, n.z);
  }
  snprintf(key, sizeof key, "%s.pitch", word);
  if ((p.x < 0.0 || p.y < 0.0 || p.z < 0.0) && gm_checker_sound(c, key)) {
    GM_CHECKER_FAULT(
        c, key,
        "[%.10g, %.10g, %.10g] goes backwards; it is above 0, or 0 for auto",
        p.x, p.y, p.z);
  }
}

static bool grain_sinks_at_structures(const gm_config *config)
{
  bool any = false;
  for (size_t k = 0; k < config->n_sinks; ++k)
    any = any || config->sinks[k].region.kind == GM_REGION_FACE;
  return any;
}

/* A run that resumes needs exactly the grains of its file, at their places. */
static void check_grain_resume(gm_checker *c, const char *word,
                               const gm_config_bed *bed)
{
  const gm_vec3 n = bed->copies;
  const int scheme = c->config->time.scheme;
  char key[64];
  snprintf(key, sizeof key, "%s.resume", word);
  if (!bed->resume || !gm_checker_sound(c, key)) return;
  if (c->config->n_grains > 1) {
    GM_CHECKER_FAULT(c, key,
                     "there are %zu sources of grains; a run that goes on has "
                     "this one only",
                     c->config->n_grains);
  } else if (gm_norm2(bed->translate) > 0.0 || n.x * n.y * n.z > 1.0) {
    GM_CHECKER_FAULT(c, key,
                     "the grains are moved or copied; a run that goes on has "
                     "them where they were: leave out translate and copies, or "
                     "resume");
  } else if (grain_sinks_at_structures(c->config)) {
    GM_CHECKER_FAULT(c, key,
                     "a sink is a structure: which grains touched it last, no "
                     "file holds; leave out that sink, or resume");
  } else if (c->config->n_held > 0) {
    GM_CHECKER_FAULT(c, key,
                     "the scene holds grains, whose groups begin at time 0; "
                     "leave out held, or resume");
  } else if (scheme != GM_SCHEME_LEAPFROG &&
             scheme != GM_SCHEME_SYMPLECTIC_EULER) {
    GM_CHECKER_FAULT(c, key,
                     "time.scheme looks back to an earlier step, which no file "
                     "holds; take leapfrog or symplectic_euler, or leave out "
                     "resume");
  }
}

static void check_grain_filled_bed(gm_checker *c, const char *word,
                                   const gm_config_bed *bed)
{
  char key[64];
  snprintf(key, sizeof key, "%s.file", word);
  if (gm_checker_sound(c, key)) gm_checker_file(c, key, bed->file);
  check_grain_copies(c, word, bed);
  check_grain_resume(c, word, bed);
}

static void check_grain_ondem(gm_checker *c, const gm_config_grains *g)
{
  char key[64];
  check_grain_filled_bed(c, "ondem", &g->ondem.of);
  for (size_t k = 0; k < g->ondem.n_materials; ++k) {
    snprintf(key, sizeof key, "ondem.materials[%zu].material", k);
    gm_checker_material(c, key, g->ondem.materials[k].material);
  }
}

static bool any_grain_free(const gm_config *config)
{
  for (size_t k = 0; k < config->n_structures; ++k) {
    if (config->structures[k].drive == GM_DRIVE_FREE) return true;
  }
  return config->n_bodies > 0;
}

void gm_grain_rules_check(gm_checker *c)
{
  const gm_config *config = c->config;
  double total = 0.0;
  for (size_t i = 0; i < config->n_grains; ++i) {
    const gm_config_grains *g = &config->grains[i];
    gm_checker_item(c, "grains", i);
    if (!gm_checker_sound(c, "fill") && !gm_checker_sound(c, "list") &&
        !gm_checker_sound(c, "result") && !gm_checker_sound(c, "pour") &&
        !gm_checker_sound(c, "ondem"))
      continue;
    if (g->source == GM_SOURCE_FILL) {
      check_grain_fill(c, g);
      if (g->fill.amount == GM_AMOUNT_COUNT) total += g->fill.count;
    } else if (g->source == GM_SOURCE_POUR) {
      check_grain_supply(c, "pour", &g->pour.of, 2.0);
      gm_checker_times(c, "pour", g->pour.from, g->pour.to);
      check_grain_region_face(c, &g->pour.of.region);
    } else if (g->source == GM_SOURCE_RESULT) {
      check_grain_filled_bed(c, "result", &g->result);
    } else if (g->source == GM_SOURCE_ONDEM) {
      check_grain_ondem(c, g);
    } else {
      check_listed_grains(c, i, g);
      total += (double)g->list.n_grains;
    }
  }
  c->path[0] = '\0';
  if (!config->n_grains && !any_grain_free(config) &&
      gm_checker_sound(c, "grains"))
    GM_CHECKER_FAULT(c, "grains",
                     "missing or empty: it is required, the sources of grains; "
                     "only a scene with a structure that is `free` needs none");
  if (total > INT_MAX) {
    GM_CHECKER_FAULT(c, "grains", "%.0f grains in all; a run holds at most %d",
                     total, INT_MAX);
  }
}
