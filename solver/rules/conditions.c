/* rules/conditions.c -- tests the conditions between keys.
 *
 * One walk over the rows of the key table below a list.  A condition is tested only where
 * every key that it reads was read without an error: one mistake gives one message.
 */
#include "rules/conditions.h"

#include "config/keys.h"
#include "config/units.h"
#include <string.h>

/* The item whose conditions are tested. */
typedef struct judged {
  gm_checker *checker;
  const char *list;
  size_t prefix;    /* length of the path of the item in the key table */
  const char *item; /* struct of the item */
} judged;

/* A choice or flag of the scene that a condition names, as "contacts.law hooke". */
typedef struct choice {
  const gm_key *key;
  const char *word; /* the word that the scene chooses */
  bool named;       /* true if the condition names this word */
} choice;

static const gm_key *find_key(const char *path, size_t length)
{
  const gm_key *key = gm_keys;
  while (strncmp(key->path, path, length) != 0 || key->path[length]) {
    ++key;
    GM_ASSERT(key < gm_keys + gm_keys_count); /* a condition names a key */
  }
  return key;
}

static choice choice_of(const gm_config *config, const char *condition)
{
  const size_t length = strcspn(condition, " ");
  choice o = {.key = find_key(condition, length)};
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

static const char *name_of(const judged *j, const gm_key *key)
{
  return key->path + j->prefix;
}

/* Returns true for a number of the item itself, false for one of a list within it. */
static bool is_number(const judged *j, const gm_key *key)
{
  return key->kind == GM_KEY_NUMBER &&
         !strncmp(key->path, j->list, strlen(j->list)) &&
         !strncmp(key->path + strlen(j->list), "[].", 3) &&
         !strchr(name_of(j, key), '[');
}

static bool is_given(const judged *j, const gm_key *key)
{
  const void *field = j->item + key->offset;
  return !isnan(*(const double *)field);
}

/* Write the keys that share the text `either` to `text`, as "a in N/m, b in s", and
 * count those that are given.  Returns false if one of them has an error. */
static bool alternatives(const judged *j, const char *either, char *text,
                         size_t size, int *given)
{
  size_t used = 0;
  *given = 0;
  text[0] = '\0';
  for (size_t i = 0; i < gm_keys_count && used < size; ++i) {
    const gm_key *key = &gm_keys[i];
    if (!is_number(j, key) || !key->either || strcmp(key->either, either) != 0)
      continue;
    if (!gm_checker_sound(j->checker, name_of(j, key))) return false;
    const char *unit = gm_units_symbol(key->unit);
    const bool plain = strcmp(unit, "1") == 0;
    *given += is_given(j, key);
    used += (size_t)snprintf(text + used, size - used, "%s%s%s%s",
                             used ? ", " : "", name_of(j, key),
                             plain ? "" : " in ", plain ? "" : unit);
  }
  return true;
}

/* Returns true for the first of the alternatives; only this one reports errors. */
static bool is_first(const judged *j, const gm_key *key)
{
  for (const gm_key *k = gm_keys; k < key; ++k) {
    if (is_number(j, k) && k->either && !strcmp(k->either, key->either))
      return false;
  }
  return true;
}

static void check_either(const judged *j, const gm_key *key, bool needed)
{
  char list[256];
  int given;
  if (!is_first(j, key)) return;
  if (!alternatives(j, key->either, list, sizeof list, &given)) return;
  if (given > 1) {
    GM_CHECKER_FAULT(j->checker, name_of(j, key),
                     "the %s is given twice; keep one of %s", key->either,
                     list);
  }
  if (given > 0 || !needed) return;
  const choice by = choice_of(j->checker->config, key->needed_by);
  GM_CHECKER_FAULT(j->checker, name_of(j, key),
                   "missing: %s: %s needs the %s; give one of %s", by.key->path,
                   by.word, key->either, list);
}

static void check_needed(const judged *j, const gm_key *key)
{
  if (is_given(j, key)) return;
  const choice by = choice_of(j->checker->config, key->needed_by);
  const char *unit = gm_units_symbol(key->unit);
  GM_CHECKER_FAULT(j->checker, name_of(j, key),
                   "missing: %s: %s needs it%s%s%s%s", by.key->path, by.word,
                   strcmp(unit, "1") ? ", in " : "",
                   strcmp(unit, "1") ? unit : "", key->remedy ? "; " : "",
                   key->remedy ? key->remedy : "");
}

static void check_only(const judged *j, const gm_key *key)
{
  if (!is_given(j, key)) return;
  const choice with = choice_of(j->checker->config, key->only_with);
  if (with.named) return;
  char words[64] = "";
  size_t used = 0; /* "a or b" from "key a b" */
  const char *w = strchr(key->only_with, ' ') + 1;
  for (; *w && used + 5 < sizeof words; ++w) {
    const char letter[] = {*w, '\0'};
    const char *next = *w == ' ' ? " or " : letter;
    used += (size_t)snprintf(words + used, sizeof words - used, "%s", next);
  }
  GM_CHECKER_FAULT(j->checker, name_of(j, key),
                   "is not used with %s: %s, only with %s; %s", with.key->path,
                   with.word, words,
                   key->remedy ? key->remedy : "leave it out");
}

static void check_together(const judged *j, const gm_key *key)
{
  char path[256];
  snprintf(path, sizeof path, "%s[].%s", j->list, key->together);
  const gm_key *other = find_key(path, strlen(path));
  if (!is_given(j, key) || is_given(j, other)) return;
  if (!gm_checker_sound(j->checker, key->together)) return;
  GM_CHECKER_FAULT(j->checker, key->together,
                   "missing: %s needs it; give both, or neither",
                   name_of(j, key));
}

void gm_conditions_check(gm_checker *c, const char *list, const void *item)
{
  const judged j = {c, list, strlen(list) + strlen("[]."), item};
  for (size_t i = 0; i < gm_keys_count; ++i) {
    const gm_key *key = &gm_keys[i];
    if (!is_number(&j, key)) continue;
    const bool needed =
        key->needed_by && choice_of(c->config, key->needed_by).named;
    if (key->either) check_either(&j, key, needed);
    if (!gm_checker_sound(c, name_of(&j, key))) continue;
    if (needed && !key->either) check_needed(&j, key);
    if (key->only_with) check_only(&j, key);
    if (key->together) check_together(&j, key);
  }
}
