/* config/tree.c -- paths in the tree of a scene.  Room: config. */
#include "config/tree.h"

#include "config/keys.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One step of a path: a word, in brackets or behind a dot. */
typedef struct step {
  char word[128];
  bool bracket;
} step;

/* A walk along a path: node and its row in the key table go down together. */
typedef struct walk {
  const char *path;     /* whole                                   */
  const char *rest;     /* not yet walked                          */
  gm_yaml_node *node;   /* null when nothing is written there      */
  gm_yaml_node *parent; /* of node: the last map or list met       */
  const gm_key *key;    /* row of node; null when unknown          */
  bool item;            /* node is an item of the list or map key  */
  char why[1024];       /* what is wrong with the path, "" if fine */
} walk;

/* Cut the next step from the rest; false at the end, or with w->why. */
static bool next_step(walk *w, step *s)
{
  const char *p = w->rest;
  if (!*p) return false;
  s->bracket = *p == '[';
  if (*p == '.' && p != w->path) ++p;
  if (s->bracket) ++p;
  const size_t n = strcspn(p, s->bracket ? "]" : ".[");
  const bool closed = !s->bracket || p[n] == ']';
  if (n == 0 || n >= sizeof s->word || !closed ||
      (s->bracket && p == w->path)) {
    snprintf(w->why, sizeof w->why,
             "the path cannot be read; write it as "
             "structures.NAME.motion[0].rotate.rate");
    return false;
  }
  memcpy(s->word, p, n);
  s->word[n] = '\0';
  w->rest = p + n + s->bracket;
  return true;
}

/* --- items of a list ---------------------------------------------------------- */

/* The row among the children of a list that names its items, or null. */
static const gm_key *naming_row(const gm_key *list)
{
  const gm_key *key = gm_keys_first(list);
  while (key && key->kind != GM_KEY_NAME && key->kind != GM_KEY_NAMES) {
    key = gm_keys_next(list, key);
  }
  return key;
}

/* "glass,steel" of an item of `between`, the name of an item of `name`, which may be the
 * default; "" when it has none. */
static void item_name(const gm_key *row, const gm_yaml_node *item, size_t index,
                      char *name, size_t size)
{
  const gm_yaml_node *node = gm_yaml_entry(item, gm_keys_name(row));
  name[0] = '\0';
  if (row->kind == GM_KEY_NAMES) {
    if (!node || node->kind != GM_YAML_LIST || node->n != 2) return;
    snprintf(name, size, "%.60s,%.60s", node->first->text, node->last->text);
  } else if (node) {
    snprintf(name, size, "%.120s", node->text);
  } else {
    snprintf(name, size, "%.*s%zu", (int)strcspn(row->fallback, "#"),
             row->fallback, index);
  }
}

/* a,b from "b, a". */
static void swapped(const char *pair, char *text, size_t size)
{
  const size_t n = strcspn(pair, ",");
  const char *b = pair[n] ? pair + n + 1 : "";
  snprintf(text, size, "%s,%.*s", b, (int)n, pair);
}

static void without_spaces(const char *word, char *text)
{
  for (; *word; ++word) {
    if (*word != ' ') *text++ = *word;
  }
  *text = '\0';
}

static void no_item(walk *w, const gm_key *row, const step *s)
{
  const gm_yaml_node *list = w->node;
  const size_t n = list ? list->n : 0;
  char known[512] = "";
  size_t used = 0;
  size_t i = 0;
  const gm_yaml_node *item = list ? list->first : NULL;
  for (; item && row && used < sizeof known; item = item->next, ++i) {
    char name[128];
    item_name(row, item, i, name, sizeof name);
    used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                             used ? "; " : "", name);
  }
  const char *what = gm_keys_name(w->key);
  if (n == 0) {
    snprintf(w->why, sizeof w->why, "%s has no items", what);
  } else if (row) {
    snprintf(w->why, sizeof w->why, "%s has no item '%.40s'; it has %s", what,
             s->word, known);
  } else {
    snprintf(w->why, sizeof w->why,
             "%s has no item '%.40s'; its items are 0 to %zu", what, s->word,
             n - 1);
  }
}

/* From a list to the item that `s` names. */
static bool enter_item(walk *w, const step *s)
{
  const gm_key *row = naming_row(w->key);
  gm_yaml_node *item = NULL;
  char *end = NULL;
  const unsigned long index = strtoul(s->word, &end, 10);
  if (s->bracket && strchr("0123456789", s->word[0]) && !*end) {
    item = gm_yaml_item(w->node, index);
  }
  char word[128];
  char turned[128];
  without_spaces(s->word, word);
  swapped(word, turned, sizeof turned);
  size_t i = 0;
  gm_yaml_node *other =
      w->node && w->node->kind == GM_YAML_LIST ? w->node->first : NULL;
  for (; other && row && !item; other = other->next, ++i) {
    char name[128];
    item_name(row, other, i, name, sizeof name);
    const bool pair = row->kind == GM_KEY_NAMES && strcmp(name, turned) == 0;
    if (pair || strcmp(name, word) == 0) item = other;
  }
  if (!item) {
    no_item(w, row, s);
    return false;
  }
  w->parent = w->node;
  w->node = item;
  w->item = true;
  return true;
}

/* From a named map to the entry that `s` names. */
static bool enter_named(walk *w, const step *s)
{
  gm_yaml_node *entry = gm_yaml_entry(w->node, s->word);
  if (!entry) {
    char known[512] = "nothing";
    size_t used = 0;
    const gm_yaml_node *other = w->node ? w->node->first : NULL;
    for (; other && other->key && used < sizeof known; other = other->next) {
      used += (size_t)snprintf(known + used, sizeof known - used, "%s%.60s",
                               used ? "; " : "", other->key);
    }
    snprintf(w->why, sizeof w->why, "%s has no item '%.40s'; it has %s",
             gm_keys_name(w->key), s->word, known);
    return false;
  }
  w->parent = w->node;
  w->node = entry;
  w->item = true;
  return true;
}

/* --- walking ------------------------------------------------------------------ */

/* In a group, or in an item: the child that `s` names, which may not be written. */
static bool enter_child(walk *w, const step *s)
{
  if (s->bracket) {
    snprintf(w->why, sizeof w->why,
             "[%.40s]: what stands before it is not a list", s->word);
    return false;
  }
  if (w->node && w->node->kind != GM_YAML_MAP) return false;
  w->key = w->key ? gm_keys_child(w->key, s->word) : NULL;
  w->parent = w->node;
  w->node = gm_yaml_entry(w->node, s->word);
  w->item = false;
  return true;
}

static bool enter(walk *w, const step *s)
{
  const bool whole = w->key && !w->item && gm_keys_is_list(w->key);
  if (!whole) return enter_child(w, s);
  return w->key->kind == GM_KEY_NAMED ? enter_named(w, s) : enter_item(w, s);
}

gm_faults_place gm_tree_place(const gm_yaml *tree, const char *path)
{
  walk w = {.path = path, .rest = path, .node = tree->root, .key = gm_keys};
  gm_faults_place at = {0};
  if (tree->root) at = tree->root->at;
  step s;
  while (next_step(&w, &s) && enter(&w, &s)) {
    if (!w.node) break;
    at = w.node->at;
  }
  return at;
}

/* Make the node at `w` a copy of `value` that keeps its key and its neighbours. */
static void replace(gm_yaml_node *node, const gm_yaml_node *value)
{
  const gm_yaml_node old = *node;
  *node = *value;
  node->key = old.key;
  node->key_at = value->at;
  node->next = old.next;
}

/* A group that is written as a number: {constant: number}. */
static gm_status spell_out(gm_yaml *tree, walk *w)
{
  gm_yaml_node value = *w->node;
  if (!w->key || !w->key->shorthand || value.kind != GM_YAML_SCALAR)
    return GM_OK;
  gm_yaml_node *child = NULL;
  w->node->kind = GM_YAML_MAP;
  GM_TRY(gm_yaml_append(tree, w->node, w->key->shorthand, value.at, &child));
  replace(child, &value);
  return GM_OK;
}

static gm_status set_value(gm_yaml *tree, walk *w, const gm_yaml_node *value)
{
  step s;
  while (next_step(w, &s)) {
    gm_yaml_node *here = w->node;
    GM_TRY(spell_out(tree, w));
    if (!enter(w, &s)) {
      if (!*w->why) {
        snprintf(
            w->why, sizeof w->why,
            "'%.40s' cannot be set: what holds it is not a map in the file",
            s.word);
      }
      return GM_OK;
    }
    if (w->node) continue;
    GM_TRY(gm_yaml_append(tree, here, s.word, value->at, &w->node));
    /* A list that is not written: it is empty. */
    const bool list = w->key && w->key->kind == GM_KEY_LIST;
    if (list) w->node->kind = GM_YAML_LIST;
  }
  if (!*w->why) replace(w->node, value);
  return GM_OK;
}

gm_status gm_tree_set(gm_yaml *tree, const char *override, gm_faults *faults)
{
  char source[256];
  char path[256];
  const size_t n = strcspn(override, "=");
  snprintf(source, sizeof source, "--set %.200s%s", override,
           strlen(override) > 200 ? "..." : "");
  const gm_faults_place at = {source, 0, 0};
  if (override[n] != '=' || n == 0 || n >= sizeof path) {
    gm_faults_add(faults, at, "", "is not PATH=VALUE; write it as time.end=2");
    return GM_OK;
  }
  memcpy(path, override, n);
  path[n] = '\0';
  const char *text = override + n + 1;

  gm_yaml_node *value = NULL;
  const gm_status status =
      gm_yaml_parse(tree, text, strlen(text), source, false, faults, &value);
  if (status == GM_ERR_INPUT) return GM_OK; /* the fault is noted */
  GM_TRY(status);

  walk w = {.path = path, .rest = path, .node = tree->root, .key = gm_keys};
  GM_TRY(set_value(tree, &w, value));
  if (*w.why) gm_faults_add(faults, at, path, "%s", w.why);
  return GM_OK;
}
