/* config/pair_rules.c -- coefficients, and who can meet whom.  Room: config. */
#include "config/pair_rules.h"

/* What the laws need of a pair. */
static void check_coefficients(gm_checker *c, const gm_config_pair *p)
{
  static const char *const words[] = {"none", "jkr", "dmt", "sjkr"};
  const int cohesion = c->config->contacts.cohesion;
  const int given = !isnan(p->stiffness) + !isnan(p->contact_time) +
                    !isnan(p->reference.speed);
  const bool known = gm_checker_sound(c, "stiffness") &&
                     gm_checker_sound(c, "contact_time") &&
                     gm_checker_sound(c, "reference");
  if (c->config->contacts.law == GM_LAW_HOOKE && given == 0 && known) {
    GM_CHECKER_FAULT(
        c, "stiffness",
        "missing: the law hooke needs a stiffness in N/m, or a contact_time, "
        "or a reference: {speed: ..., overlap: ...}");
  }
  if (c->config->contacts.law == GM_LAW_HOOKE && given > 1 && known) {
    GM_CHECKER_FAULT(
        c, "stiffness",
        "stiffness, contact_time and reference each say how stiff the spring "
        "is; keep one of them");
  }
  if ((cohesion == GM_COHESION_JKR || cohesion == GM_COHESION_DMT) &&
      isnan(p->adhesion) && gm_checker_sound(c, "adhesion")) {
    GM_CHECKER_FAULT(
        c, "adhesion",
        "missing: the cohesion %s needs an adhesion in J/m2; 0 for a pair "
        "that does not stick",
        words[cohesion]);
  }
  if (c->config->contacts.rolling && isnan(p->rolling_friction) &&
      gm_checker_sound(c, "rolling_friction")) {
    GM_CHECKER_FAULT(
        c, "rolling_friction",
        "missing: contacts.rolling needs it; 0 for a pair that rolls freely");
  }
  if (c->config->contacts.torsion && isnan(p->torsion_friction) &&
      gm_checker_sound(c, "torsion_friction")) {
    GM_CHECKER_FAULT(
        c, "torsion_friction",
        "missing: contacts.torsion needs it; 0 for a pair that spins freely");
  }
  if (cohesion == GM_COHESION_SJKR && isnan(p->cohesion) &&
      gm_checker_sound(c, "cohesion")) {
    GM_CHECKER_FAULT(
        c, "cohesion",
        "missing: the cohesion sjkr needs a cohesion in J/m3; 0 for a pair "
        "that does not stick");
  }
}

/* Archard needs both of his numbers. */
static void check_wear(gm_checker *c, const gm_config_pair *p)
{
  const bool known = gm_checker_sound(c, "wear.coefficient") &&
                     gm_checker_sound(c, "wear.hardness");
  if (!known || isnan(p->wear.coefficient) == isnan(p->wear.hardness)) return;
  const bool hard = isnan(p->wear.coefficient);
  GM_CHECKER_FAULT(c, hard ? "wear.coefficient" : "wear.hardness",
                   "missing: Archard's wear k N s / H needs the coefficient k "
                   "and the hardness H in Pa; give both, or neither");
}

void gm_pair_rules_law(gm_checker *c)
{
  const gm_config *config = c->config;
  c->path[0] = '\0';
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
    check_coefficients(c, p);
    check_wear(c, p);
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

/* Can grains of material i meet grains or structures of material j? */
static bool can_meet(const gm_checker *c, size_t i, size_t j)
{
  if (i == j && c->grains[i] > 1.0) return true; /* one does not meet itself */
  if (i == j && c->grains[i] > 0.0 && c->mirror) return true; /* but its twin */
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
