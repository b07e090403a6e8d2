/* setup/model_build.c -- the soft-sphere model that the scene file describes. */
#include "setup/model_build.h"

#include "base/memory.h"
#include "contact/couples.h"
#include "contact/lecture.h"
#include "soft/local.h"
#include "soft/scheme.h"

/* How far contacts reach beyond touch: of any pair, with the largest grains. */
static gm_status find_model_range(gm_model *m, const gm_scene *s)
{
  if (!m->law->range) return GM_OK;
  double r = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    r = fmax(r,
             s->grains.grows ? s->grains.grows[i].full : s->grains.g[i].x[3]);
  for (gm_index a = 0; a < s->materials.n; ++a) {
    for (gm_index b = 0; b < s->materials.n; ++b) {
      if (!gm_material_paired(&s->materials.pair[a][b])) continue;
      const gm_index pair = a * GM_MATERIALS_MAX + b;
      m->range = fmax(m->range, m->law->range(&m->table[pair], r));
      for (gm_index k = 0; k < s->structures.named; ++k) {
        const gm_structure *body = &s->structures.row[k];
        gm_coefficients corner[GM_LOCAL_CORNERS];
        if (!gm_local_has(body, b)) continue;
        const int n = gm_local_corners(m, &s->materials, body, pair, corner);
        for (int q = 0; q < n; ++q)
          m->range = fmax(m->range, m->law->range(&corner[q], r));
      }
    }
  }
  if (m->range < 0.2 * m->smallest) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "grains that stick part at %.3g m, more than a fifth of the "
                 "smallest radius; take a smaller adhesion or a larger Young's "
                 "modulus",
                 m->range);
}

/* What is poured later counts from the start. */
static void count_model_pours(gm_model *m, const gm_scene *s)
{
  int kinds = 0;
  double smallest = INFINITY;
  for (gm_index k = 0; k < s->materials.n; ++k) {
    const gm_material *material = &s->materials.row[k];
    if (!(material->largest > 0.0)) continue;
    ++kinds;
    smallest = fmin(smallest, material->smallest);
    m->largest = fmax(m->largest, material->largest);
  }
  m->alike = kinds == 1;
  m->smallest = s->grains.n ? fmin(m->smallest, smallest) : smallest;
}

static gm_status fill_model_tables(gm_model *m, const gm_scene *s,
                                   const gm_config *config)
{
  const double given = config->contacts.tangential_ratio;
  m->options = (gm_law_options){
      .no_tension = config->contacts.law == GM_LAW_LECTURE
                        ? config->contacts.lecture.tension == GM_TENSION_CLAMPED
                        : config->contacts.no_tension,
      .tangential_damping = config->contacts.tangential_damping,
      .tangential_ratio =
          given > 0.0 ? given
                      : gm_grain_rule_ratio(&s->grains.rule, m->largest),
      .grains = s->materials.rule};
  GM_TRY(GM_RESIZE(m->table, 0, s->materials.n * GM_MATERIALS_MAX));
  gm_law_table(m->law, &s->materials, m->options, m->table);
  if (!m->couple) return GM_OK;
  GM_TRY(GM_RESIZE(m->couple_table, 0, s->materials.n * GM_MATERIALS_MAX));
  gm_couples_table(&s->materials, m->couple_table);
  return GM_OK;
}

/* Sizes of the grains there are, will be inserted, and grow to. */
static void find_model_grain_sizes(gm_model *m, const gm_scene *s)
{
  const gm_grains *g = &s->grains;
  m->alike = 1;
  m->smallest = g->n ? g->g[0].x[3] : 1.0;
  for (gm_index i = 0; i < g->n; ++i) {
    m->alike &= g->material[i] == g->material[0];
    m->smallest = fmin(m->smallest, g->g[i].x[3]);
    m->largest = fmax(m->largest, g->g[i].x[3]);
  }
  if (s->pours.n) count_model_pours(m, s);
  for (gm_index i = 0; g->grows && i < g->n; ++i)
    m->largest = fmax(m->largest, g->grows[i].full);
}

/* Where m r^2 / I depends on the radius, that of the largest grain stands for all: it
 * enters corrections for late velocities alone. */
static void find_model_grain_inertia(gm_model *m, const gm_grain_rule *rule)
{
  m->turn = 1.0 + gm_grain_rule_spin_at(gm_grain_rule_spin(rule), m->largest);
  m->bend = rule->body == GM_BODY_SPHERE ? 2.25 : 3.0;
}

static const gm_law *model_law(const gm_config *config)
{
  if (config->contacts.law == GM_LAW_COLLISIONS) return &gm_law_collisions;
  if (config->contacts.law == GM_LAW_LECTURE)
    return gm_lecture_find(config->contacts.lecture.variant,
                           config->contacts.lecture.normal);
  return gm_law_find(config->contacts.law, config->contacts.tangential,
                     config->contacts.cohesion);
}

gm_status gm_model_build(gm_model *m, const gm_scene *s,
                         const gm_config *config)
{
  *m = (gm_model){
      .law = model_law(config),
      .couple =
          gm_couples_find(config->contacts.rolling, config->contacts.torsion),
      .scheme = gm_schemes_find(config->time.scheme),
      .overlap_limit = config->contacts.largest_overlap,
  };
  if (config->contacts.law == GM_LAW_COLLISIONS) {
    m->scheme = gm_schemes_ballistic();
    m->overlap_limit = INFINITY; /* an overlap stores no energy */
  }
  GM_ASSERT(m->law); /* rules/check.c refuses what does not exist */
  find_model_grain_sizes(m, s);
  find_model_grain_inertia(m, &s->grains.rule);
  GM_TRY(fill_model_tables(m, s, config));
  GM_TRY(gm_local_check(m, s));
  return find_model_range(m, s);
}

void gm_model_build_clear(gm_model *m)
{
  GM_FREE(m->table);
  GM_FREE(m->couple_table);
  *m = (gm_model){0};
}
