/* rules/pair_rules.c -- pairs of materials that have coefficients, and that can meet.
 *
 * First the conditions between keys, by which the coefficients of a pair are required.
 * Hard grains have no forces: no law, no springs, no servo.
 */
#include "rules/pair_rules.h"

#include "config/keys.h"
#include "config/units.h"
#include "rules/sides.h"
#include <string.h>

/* Tests the conditions between keys.
 *
 * One walk over the rows of the key table below a list.  A condition is tested only where
 * every key that it reads was read without an error: one mistake gives one message.
 *
 * A key may require, exclude or accompany other keys: needed_by, only_with, either and
 * together of gm_key (config/keys.h). */

/* The item whose conditions are tested. */
typedef struct list_item {
  gm_checker *checker;
  const char *list;
  size_t prefix;    /* length of the path of the item in the key table */
  const char *item; /* struct of the item */
} list_item;

/* A choice or flag of the scene that a condition names, as "contacts.law hooke". */
typedef struct key_choice {
  const gm_key *key;
  const char *word; /* the word that the scene chooses */
  bool named;       /* true if the condition names this word */
} key_choice;

static const gm_key *find_pair_key(const char *path, size_t length)
{
  const gm_key *key = gm_keys;
  while (strncmp(key->path, path, length) != 0 || key->path[length]) {
    ++key;
    GM_ASSERT(key < gm_keys + gm_keys_count); /* a condition names a key */
  }
  return key;
}

static key_choice pair_choice(const gm_config *config, const char *condition)
{
  const size_t length = strcspn(condition, " ");
  key_choice o = {.key = find_pair_key(condition, length)};
  const void *field = (const char *)config + o.key->offset;
  if (o.key->kind == GM_KEY_FLAG)
    o.word = *(const bool *)field ? "true" : "false";
  else
    o.word = o.key->choices[*(const int *)field];
  for (const char *w = condition + length; *w;) {
    w += strspn(w, " ");
    const size_t n = strcspn(w, " ");
    o.named = o.named || (strlen(o.word) == n && !strncmp(o.word, w, n));
    w += n;
  }
  return o;
}

static const char *name_of_pair(const list_item *j, const gm_key *key)
{
  return key->path + j->prefix;
}

/* Returns true for a number of the item itself, false for one of a list within it. */
static bool is_pair_number_key(const list_item *j, const gm_key *key)
{
  return key->kind == GM_KEY_NUMBER &&
         !strncmp(key->path, j->list, strlen(j->list)) &&
         !strncmp(key->path + strlen(j->list), "[].", 3) &&
         !strchr(name_of_pair(j, key), '[');
}

static bool is_pair_key_given(const list_item *j, const gm_key *key)
{
  const void *field = j->item + key->offset;
  return !isnan(*(const double *)field);
}

/* Write the keys that share the text `either` to `text`, as "a in N/m, b in s", and
 * count those that are given.  Returns false if one of them has an error. */
static bool list_pair_alternatives(const list_item *j, const char *either,
                                   char *text, size_t size, int *given)
{
  size_t used = 0;
  *given = 0;
  text[0] = '\0';
  for (size_t i = 0; i < gm_keys_count && used < size; ++i) {
    const gm_key *key = &gm_keys[i];
    if (!is_pair_number_key(j, key) || !key->either ||
        strcmp(key->either, either) != 0)
      continue;
    if (!gm_checker_sound(j->checker, name_of_pair(j, key))) return false;
    const char *unit = gm_units_symbol(key->unit);
    const bool plain = strcmp(unit, "1") == 0;
    *given += is_pair_key_given(j, key);
    used += (size_t)snprintf(text + used, size - used, "%s%s%s%s",
                             used ? ", " : "", name_of_pair(j, key),
                             plain ? "" : " in ", plain ? "" : unit);
  }
  return true;
}

/* Returns true for the first of the alternatives; only this one reports errors. */
static bool is_pair_first_key(const list_item *j, const gm_key *key)
{
  for (const gm_key *k = gm_keys; k < key; ++k) {
    if (is_pair_number_key(j, k) && k->either &&
        !strcmp(k->either, key->either))
      return false;
  }
  return true;
}

static void check_pair_either(const list_item *j, const gm_key *key,
                              bool needed)
{
  char list[256];
  int given;
  if (!is_pair_first_key(j, key)) return;
  if (!list_pair_alternatives(j, key->either, list, sizeof list, &given))
    return;
  if (given > 1) {
    GM_CHECKER_FAULT(j->checker, name_of_pair(j, key),
                     "the %s is given twice; keep one of %s", key->either,
                     list);
  }
  if (given > 0 || !needed) return;
  const key_choice by = pair_choice(j->checker->config, key->needed_by);
  GM_CHECKER_FAULT(j->checker, name_of_pair(j, key),
                   "missing: %s: %s needs the %s; give one of %s", by.key->path,
                   by.word, key->either, list);
}

static void check_pair_needed(const list_item *j, const gm_key *key)
{
  if (is_pair_key_given(j, key)) return;
  const key_choice by = pair_choice(j->checker->config, key->needed_by);
  const char *unit = gm_units_symbol(key->unit);
  GM_CHECKER_FAULT(j->checker, name_of_pair(j, key),
                   "missing: %s: %s needs it%s%s%s%s", by.key->path, by.word,
                   strcmp(unit, "1") ? ", in " : "",
                   strcmp(unit, "1") ? unit : "", key->remedy ? "; " : "",
                   key->remedy ? key->remedy : "");
}

static void check_pair_only(const list_item *j, const gm_key *key)
{
  if (!is_pair_key_given(j, key)) return;
  const key_choice with = pair_choice(j->checker->config, key->only_with);
  if (with.named) return;
  char words[64] = "";
  size_t used = 0; /* "a or b" from "key a b" */
  const char *w = strchr(key->only_with, ' ') + 1;
  for (; *w && used + 5 < sizeof words; ++w) {
    const char letter[] = {*w, '\0'};
    const char *next = *w == ' ' ? " or " : letter;
    used += (size_t)snprintf(words + used, sizeof words - used, "%s", next);
  }
  GM_CHECKER_FAULT(j->checker, name_of_pair(j, key),
                   "is not used with %s: %s, only with %s; %s", with.key->path,
                   with.word, words,
                   key->remedy ? key->remedy : "leave it out");
}

static void check_pair_together(const list_item *j, const gm_key *key)
{
  char path[256];
  snprintf(path, sizeof path, "%s[].%s", j->list, key->together);
  const gm_key *other = find_pair_key(path, strlen(path));
  if (!is_pair_key_given(j, key) || is_pair_key_given(j, other)) return;
  if (!gm_checker_sound(j->checker, key->together)) return;
  GM_CHECKER_FAULT(j->checker, key->together,
                   "missing: %s needs it; give both, or neither",
                   name_of_pair(j, key));
}

/* Add an error for every number of one item whose conditions are violated.  `list` is
 * the path of the list in the key table, `item` the struct that its keys fill, and the
 * path of the checker is that of the item. */
static void check_pair_conditions(gm_checker *c, const char *list,
                                  const void *item)
{
  const list_item j = {c, list, strlen(list) + strlen("[]."), item};
  for (size_t i = 0; i < gm_keys_count; ++i) {
    const gm_key *key = &gm_keys[i];
    if (!is_pair_number_key(&j, key)) continue;
    const bool needed =
        key->needed_by && pair_choice(c->config, key->needed_by).named;
    if (key->either) check_pair_either(&j, key, needed);
    if (!gm_checker_sound(c, name_of_pair(&j, key))) continue;
    if (needed && !key->either) check_pair_needed(&j, key);
    if (key->only_with) check_pair_only(&j, key);
    if (key->together) check_pair_together(&j, key);
  }
}

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

/* The strongest dashpot that a time step resolves has twice the critical damping:
 * contact/law.c. */
static void check_pair_restitution(gm_checker *c, const gm_config_pair *p)
{
  const bool clamped = c->config->contacts.no_tension;
  const double least =
      clamped ? GM_PAIR_KEYS_LEAST_CLAMPED : GM_PAIR_KEYS_LEAST;
  if (!gm_checker_sound(c, "restitution")) return;
  if (!(p->given.restitution < least)) return;
  GM_CHECKER_FAULT(c, "restitution",
                   "%g is below %g, the least that a contact of springs and "
                   "dashpots can return; give %g, or take hard grains "
                   "(collisions.engine), which return any",
                   p->given.restitution, least, clamped ? 0.05 : least);
}

bool gm_pair_rules_check(gm_checker *c)
{
  const gm_config *config = c->config;
  const size_t n = config->n_materials;
  bool readable = !gm_faults_touch(c->faults, "materials");
  const char *list;
  size_t n_pairs;
  const gm_config_pair *pairs = gm_config_pairs(config, &list, &n_pairs);
  for (size_t i = 0; i < n_pairs; ++i) {
    const gm_config_pair *p = &pairs[i];
    gm_checker_item(c, list, i);
    if (pairs == config->contacts.pairs) {
      check_pair_conditions(c, list, p);
      check_pair_restitution(c, p);
    }
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
      GM_CHECKER_FAULT(c, "between",
                       "%s and %s are the pair of %s[%d] too; keep one of them",
                       p->between[0], p->between[1], list, *entry - 1);
      continue;
    }
    *entry = (int)i + 1;
    c->pair[(size_t)row[1] * n + (size_t)row[0]] = (int)i + 1;
  }
  c->path[0] = '\0';
  return readable;
}

/* Returns true if grains of material i can meet grains or structures of material j. */
static bool can_pair_meet(const gm_checker *c, size_t i, size_t j)
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
  const char *list;
  size_t n_pairs;
  gm_config_pairs(config, &list, &n_pairs);
  c->path[0] = '\0';
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = i; j < n; ++j) {
      if (c->pair[i * n + j] || !can_pair_meet(c, i, j)) continue;
      GM_CHECKER_FAULT(
          c, list,
          "%s and %s can meet, and there is no pair for them; add {between: "
          "[%s, %s], restitution: ..., friction: ...}",
          config->materials[i].name, config->materials[j].name,
          config->materials[i].name, config->materials[j].name);
    }
  }
}

/* ---- hard grains ------------------------------------------------------------------ */

void gm_pair_rules_choose(gm_checker *c)
{
  gm_config *config = c->config;
  const bool chosen = config->collisions.engine != GM_ENGINE_NONE;
  const bool meant = config->contacts.law == GM_LAW_COLLISIONS ||
                     config->collisions.n_pairs > 0;
  c->path[0] = '\0';
  if (!gm_checker_sound(c, "collisions.engine")) return;
  if (meant && !chosen) {
    GM_CHECKER_FAULT(c, "collisions.engine",
                     "missing; write impulses for time steps, or events for "
                     "exact times of collision");
    return;
  }
  if (!chosen) return;
  if (config->contacts.n_pairs > 0)
    GM_CHECKER_FAULT(c, "contacts.pairs",
                     "hard grains take collisions.pairs; leave contacts out, "
                     "or collisions");
  config->contacts.law = GM_LAW_COLLISIONS;
}

/* Every law of contacts but lecture, whose pairs have their springs, needs the elasticity
 * of its materials. */
static void check_pair_materials(gm_checker *c)
{
  const gm_config *config = c->config;
  if (config->contacts.law == GM_LAW_LECTURE) return;
  for (size_t i = 0; i < config->n_materials; ++i) {
    const gm_config_material *m = &config->materials[i];
    const double number[] = {m->youngs_modulus, m->poisson_ratio};
    static const char *const name[] = {"youngs_modulus", "poisson_ratio"};
    static const char *const what[] = {"a Young's modulus in Pa",
                                       "a Poisson ratio"};
    for (int k = 0; k < 2; ++k) {
      char key[256];
      snprintf(key, sizeof key, "materials.%.200s.%s", m->name, name[k]);
      if (!isnan(number[k]) || !gm_checker_sound(c, key)) continue;
      GM_CHECKER_FAULT(c, key, "missing; give %s", what[k]);
    }
  }
}

static void check_pair_springs(gm_checker *c)
{
  const gm_config *config = c->config;
  if (config->contacts.cohesion != GM_COHESION_NONE)
    GM_CHECKER_FAULT(c, "contacts.cohesion",
                     "hard grains do not attract each other; leave it out");
  if (config->contacts.rolling != GM_ROLLING_NONE)
    GM_CHECKER_FAULT(c, "contacts.rolling",
                     "hard grains have no resistance to rolling; leave it out");
  if (config->contacts.torsion != GM_TORSION_NONE)
    GM_CHECKER_FAULT(c, "contacts.torsion",
                     "hard grains have no resistance to spinning; leave it "
                     "out");
}

static void check_pair_rest(gm_checker *c)
{
  const gm_config *config = c->config;
  if (config->time.scheme != GM_SCHEME_LEAPFROG)
    GM_CHECKER_FAULT(c, "time.scheme",
                     "hard grains move along exact parabolas between "
                     "collisions; leave the scheme out");
  if (config->output.arrays == GM_ARRAYS_RESUME)
    GM_CHECKER_FAULT(c, "output.arrays",
                     "resume keeps springs of contacts, and hard grains have "
                     "none; write full, and let checkpoints resume the run");
  if (config->output.dissipation)
    GM_CHECKER_FAULT(c, "output.dissipation",
                     "collisions of hard grains are not added up by grain and "
                     "contact; leave it out");
  for (size_t i = 0; i < config->n_structures; ++i) {
    const gm_config_structure *s = &config->structures[i];
    gm_checker_item(c, "structures", i);
    if (s->drive == GM_DRIVE_SERVO)
      GM_CHECKER_FAULT(c, "servo",
                       "a servo needs the stiffness of contacts, and hard "
                       "grains have none; move the structure, or let it be "
                       "free");
  }
  for (size_t i = 0; i < config->n_measure; ++i) {
    gm_checker_item(c, "measure", i);
    if (config->measure[i].kind == GM_MEASURE_STRESS)
      GM_CHECKER_FAULT(c, "stress",
                       "the stress of contacts needs their forces, and hard "
                       "grains have none; the history has their pressure");
  }
  for (size_t i = 0; i < config->n_grains; ++i) {
    gm_checker_item(c, "grains", i);
    if (config->grains[i].fill.grow.over > 0.0)
      GM_CHECKER_FAULT(c, "fill.grow.over",
                       "hard grains do not grow; write 0, or pack them with a "
                       "contact law and take the result");
  }
  c->path[0] = '\0';
}

/* A sheared box has images that move. */
static void check_pair_shear(gm_checker *c)
{
  const gm_config *config = c->config;
  if (config->domain.shear == 0.0 || !gm_checker_sound(c, "domain")) return;
  if (config->collisions.engine != GM_ENGINE_EVENTS)
    GM_CHECKER_FAULT(c, "domain.shear",
                     "only collisions.engine: events shears a periodic box; "
                     "elsewhere move walls, as data/cases/shear does");
  if (gm_sides_kind(config, 0) != GM_BOUNDARY_PERIODIC ||
      gm_sides_kind(config, 2) != GM_BOUNDARY_PERIODIC)
    GM_CHECKER_FAULT(c, "domain.shear",
                     "the box is sheared along x by its images along y: both "
                     "axes must be periodic");
}

void gm_pair_rules_hard(gm_checker *c)
{
  const gm_config *config = c->config;
  c->path[0] = '\0';
  check_pair_shear(c);
  if (config->contacts.law != GM_LAW_COLLISIONS) {
    check_pair_materials(c);
    return;
  }
  check_pair_springs(c);
  check_pair_rest(c);
  if (config->collisions.as_printed &&
      config->collisions.engine == GM_ENGINE_EVENTS)
    GM_CHECKER_FAULT(c, "collisions.as_printed",
                     "is an algorithm in time steps; write engine: impulses");
}
