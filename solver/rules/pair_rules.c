/* rules/pair_rules.c -- pairs of materials that have coefficients, and that can meet. */
#include "rules/pair_rules.h"

#include "rules/conditions.h"

void gm_pair_rules_law(gm_checker *c)
{
  const gm_config *config = c->config;
  c->path[0] = '\0';
  if (config->contacts.law == GM_LAW_LECTURE &&
      config->contacts.cohesion != GM_COHESION_NONE)
    GM_CHECKER_FAULT(c, "contacts.cohesion",
                     "the law lecture has no attraction; with cohesion take "
                     "the law hooke or hertz");
  if (config->contacts.law != GM_LAW_HOOKE) return;
  if (config->contacts.cohesion == GM_COHESION_JKR ||
      config->contacts.cohesion == GM_COHESION_DMT) {
    GM_CHECKER_FAULT(
        c, "contacts.cohesion",
        "jkr and dmt are adhesive forms of hertz; with the law hooke take "
        "sjkr or none");
  }
}

bool gm_pair_rules_check(gm_checker *c)
{
  const gm_config *config = c->config;
  const size_t n = config->n_materials;
  bool readable = !gm_faults_touch(c->faults, "materials");
  for (size_t i = 0; i < config->contacts.n_pairs; ++i) {
    const gm_config_pair *p = &config->contacts.pairs[i];
    gm_checker_item(c, "contacts.pairs", i);
    gm_conditions_check(c, "contacts.pairs", p);
    if (!gm_checker_sound(c, "between")) {
      readable = false;
      continue;
    }
    int row[2];
    for (int k = 0; k < 2; ++k) {
      row[k] = gm_checker_material(c, "between", p->between[k]);
      readable = readable && row[k] >= 0;
    }
    if (row[0] < 0 || row[1] < 0) continue;
    int *entry = &c->pair[(size_t)row[0] * n + (size_t)row[1]];
    if (*entry) {
      GM_CHECKER_FAULT(
          c, "between",
          "%s and %s are the pair of contacts.pairs[%d] too; keep one of them",
          p->between[0], p->between[1], *entry - 1);
      continue;
    }
    *entry = (int)i + 1;
    c->pair[(size_t)row[1] * n + (size_t)row[0]] = (int)i + 1;
  }
  c->path[0] = '\0';
  return readable;
}

/* Returns true if grains of material i can meet grains or structures of material j. */
static bool can_meet(const gm_checker *c, size_t i, size_t j)
{
  /* a single grain does not meet itself */
  if (i == j && c->grains[i] > 1.0) return true;
  if (i == j && c->grains[i] > 0.0 && c->mirror)
    return true; /* but its mirror image */
  if (i != j && c->grains[i] > 0.0 && c->grains[j] > 0.0) return true;
  return (c->grains[i] > 0.0 && c->structure[j]) ||
         (c->grains[j] > 0.0 && c->structure[i]);
}

void gm_pair_rules_meet(gm_checker *c)
{
  const gm_config *config = c->config;
  const size_t n = config->n_materials;
  c->path[0] = '\0';
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i; j < n; ++j) {
      if (c->pair[i * n + j] || !can_meet(c, i, j)) continue;
      GM_CHECKER_FAULT(
          c, "contacts.pairs",
          "%s and %s can meet, and there is no pair for them; add {between: "
          "[%s, %s], restitution: ..., friction: ...}",
          config->materials[i].name, config->materials[j].name,
          config->materials[i].name, config->materials[j].name);
    }
  }
}
