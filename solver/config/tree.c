/* config/tree.c -- finds or sets the node of a scene tree that a path names.
 *
 * A walk follows the tree and the key table together, so that a path may name any key,
 * also one that the scene does not contain.  An override replaces a node of the tree
 * before the config is filled, so that it gets the same tests and messages as the file.
 */
#include "config/tree.h"

#include "config/keys.h"
#include "config/words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One step of a path: a word after a dot or in brackets. */
typedef struct step {
  char word[128];
  bool bracket;
} step;

/* State of a walk along a path, which follows the tree and the key table together. */
typedef struct walk {
  const char *path;     /* the path, complete */
  const char *rest;     /* part of the path that is still ahead */
  gm_yaml_node *node;   /* null if the scene has no value there */
  gm_yaml_node *parent; /* last map or list on the way to node */
  const gm_key *key;    /* row of node in the key table; null: unknown key */
  bool item;            /* true if node is an item of the list or map `key` */
  char why[1024];       /* error in the path, or "" */
} walk;

/* Take the next step from the rest of the path.  Returns false at the end, or with an
 * error in w->why. */
static bool tree_next_step(walk *w, step *s)
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

/* The key among the children of a list that names its items, or null. */
static const gm_key *tree_naming_row(const gm_key *list)
{
  const gm_key *key = gm_keys_first(list);
  while (key && key->kind != GM_KEY_NAME && key->kind != GM_KEY_NAMES) {
    key = gm_keys_next(list, key);
  }
  return key;
}

/* Write the name of an item: "glass,steel" for a key `between`, the text of a key
 * `name` or its default; "" if the item has no name. */
static void tree_item_name(const gm_key *row, const gm_yaml_node *item,
                           size_t index, char *name, size_t size)
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

/* Write "b,a" for the pair "a,b". */
static void tree_swapped_pair(const char *pair, char *text, size_t size)
{
  const size_t n = strcspn(pair, ",");
  const char *b = pair[n] ? pair + n + 1 : "";
  snprintf(text, size, "%s,%.*s", b, (int)n, pair);
}

static void tree_without_spaces(const char *word, char *text)
{
  for (; *word; ++word) {
    if (*word != ' ') *text++ = *word;
  }
  *text = '\0';
}

static void no_tree_item(walk *w, const gm_key *row, const step *s)
{
  const gm_yaml_node *list = w->node;
  const size_t n = list ? list->n : 0;
  char known[512] = "";
  size_t used = 0;
  size_t i = 0;
  const gm_yaml_node *item = list ? list->first : NULL;
  for (; item && row && used < sizeof known; item = item->next, ++i) {
    char name[128];
    tree_item_name(row, item, i, name, sizeof name);
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

/* Walk from a list to its item `s`. */
static bool enter_tree_list_item(walk *w, const step *s)
{
  const gm_key *row = tree_naming_row(w->key);
  gm_yaml_node *item = NULL;
  char *end = NULL;
  const unsigned long index = strtoul(s->word, &end, 10);
  if (s->bracket && strchr("0123456789", s->word[0]) && !*end) {
    item = gm_yaml_item(w->node, index);
  }
  char word[128];
  char turned[128];
  tree_without_spaces(s->word, word);
  tree_swapped_pair(word, turned, sizeof turned);
  size_t i = 0;
  gm_yaml_node *other =
      w->node && w->node->kind == GM_YAML_LIST ? w->node->first : NULL;
  for (; other && row && !item; other = other->next, ++i) {
    char name[128];
    tree_item_name(row, other, i, name, sizeof name);
    const bool pair = row->kind == GM_KEY_NAMES && strcmp(name, turned) == 0;
    if (pair || strcmp(name, word) == 0) item = other;
  }
  if (!item) {
    no_tree_item(w, row, s);
    return false;
  }
  w->parent = w->node;
  w->node = item;
  w->item = true;
  return true;
}

/* Walk from a named map to its entry `s`. */
static bool enter_tree_named(walk *w, const step *s)
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

/* Walks from a group or an item to its child `s`; the scene need not contain that
 * child. */
static bool enter_tree_child(walk *w, const step *s)
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

static bool enter_tree_step(walk *w, const step *s)
{
  const bool whole = w->key && !w->item && gm_keys_is_list(w->key);
  if (!whole) return enter_tree_child(w, s);
  return w->key->kind == GM_KEY_NAMED ? enter_tree_named(w, s)
                                      : enter_tree_list_item(w, s);
}

gm_faults_place gm_tree_place(const gm_yaml *tree, const char *path)
{
  walk w = {.path = path, .rest = path, .node = tree->root, .key = gm_keys};
  gm_faults_place at = {0};
  if (tree->root) at = tree->root->at;
  step s;
  while (tree_next_step(&w, &s) && enter_tree_step(&w, &s)) {
    if (!w.node) break;
    at = w.node->at;
  }
  return at;
}

/* Make `node` a copy of `value`; it keeps its key and its neighbours. */
static void replace_tree_node(gm_yaml_node *node, const gm_yaml_node *value)
{
  const gm_yaml_node old = *node;
  *node = *value;
  node->key = old.key;
  node->key_at = value->at;
  node->next = old.next;
}

/* Replace a group written as a plain number by the map {constant: number}. */
static gm_status spell_out_tree(gm_yaml *tree, walk *w)
{
  gm_yaml_node value = *w->node;
  if (!w->key || !w->key->shorthand || value.kind != GM_YAML_SCALAR)
    return GM_OK;
  gm_yaml_node *child = NULL;
  w->node->kind = GM_YAML_MAP;
  GM_TRY(gm_yaml_append(tree, w->node, w->key->shorthand, value.at, &child));
  replace_tree_node(child, &value);
  return GM_OK;
}

/* Parse `text` as the new value of `node`, which keeps its key. */
static gm_status fill_tree_node(gm_yaml *tree, gm_yaml_node *node,
                                const char *text, gm_faults_place at,
                                gm_faults *faults)
{
  gm_yaml_node *value = NULL;
  GM_TRY(gm_yaml_parse(tree, text, strlen(text), at.source, false, faults,
                       &value));
  replace_tree_node(node, value);
  return GM_OK;
}

/* Append the missing item `s`, with its name. */
static gm_status make_tree_item(gm_yaml *tree, walk *w, const step *s,
                                gm_faults_place at, gm_faults *faults)
{
  const bool named = w->key->kind == GM_KEY_NAMED;
  gm_yaml_node *item = NULL, *name = NULL;
  GM_TRY(gm_yaml_append(tree, w->node, s->word, at, &item));
  if (!named) item->key = NULL;
  const gm_key *row = named ? NULL : tree_naming_row(w->key);
  if (row && s->word[0] != '+' && !strchr("0123456789", s->word[0])) {
    char text[140];
    const bool pair = row->kind == GM_KEY_NAMES;
    snprintf(text, sizeof text, pair ? "[%s]" : "%s", s->word);
    GM_TRY(gm_yaml_append(tree, item, gm_keys_name(row), at, &name));
    GM_TRY(fill_tree_node(tree, name, text, at, faults));
  }
  *w->why = '\0';
  w->parent = w->node;
  w->node = item;
  w->item = true;
  return GM_OK;
}

/* Returns true if item `s` may be appended.  In a list of n items [n] and [+] name the
 * next one. */
static bool may_tree_make(const walk *w, const step *s)
{
  if (!w->key || w->item || !gm_keys_is_list(w->key) || !w->node) return false;
  const bool named = w->key->kind == GM_KEY_NAMED;
  if (w->node->kind != (named ? GM_YAML_MAP : GM_YAML_LIST)) return false;
  if (named || strcmp(s->word, "+") == 0) return true;
  if (!strchr("0123456789", s->word[0])) return tree_naming_row(w->key) != NULL;
  return strtoul(s->word, NULL, 10) == w->node->n;
}

static gm_status set_tree_value(gm_yaml *tree, walk *w,
                                const gm_yaml_node *value, bool makes,
                                gm_faults *faults)
{
  step s;
  while (tree_next_step(w, &s)) {
    gm_yaml_node *here = w->node;
    GM_TRY(spell_out_tree(tree, w));
    if (!enter_tree_step(w, &s)) {
      if (makes && may_tree_make(w, &s)) {
        GM_TRY(make_tree_item(tree, w, &s, value->at, faults));
        continue;
      }
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
    /* A list that the scene does not contain is empty. */
    const bool list = w->key && w->key->kind == GM_KEY_LIST;
    if (list) w->node->kind = GM_YAML_LIST;
  }
  if (!*w->why) replace_tree_node(w->node, value);
  return GM_OK;
}

/* Returns true if the key table contains every word of the path.  Nothing is created
 * for other paths. */
static bool is_tree_known_path(walk *w)
{
  walk at = *w;
  step s;
  while (tree_next_step(&at, &s)) {
    if (!at.item && gm_keys_is_list(at.key)) {
      at.item = true;
      continue;
    }
    const gm_key *child = gm_keys_child(at.key, s.word);
    if (!child) {
      char hint[768];
      gm_words_suggest(at.key, s.word, hint, sizeof hint);
      snprintf(w->why, sizeof w->why, "unknown key '%.40s'; %s", s.word, hint);
      return false;
    }
    at.key = child;
    at.item = false;
  }
  memcpy(w->why, at.why, sizeof w->why);
  return !*w->why;
}

static gm_status set_tree_override(gm_yaml *tree, const char *by,
                                   const char *override, bool makes,
                                   gm_faults *faults)
{
  char source[256];
  char path[256];
  const size_t n = strcspn(override, "=");
  snprintf(source, sizeof source, "%s %.200s%s", by, override,
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
  if (!makes || is_tree_known_path(&w)) {
    GM_TRY(set_tree_value(tree, &w, value, makes, faults));
  }
  if (*w.why) gm_faults_add(faults, at, path, "%s", w.why);
  return GM_OK;
}

gm_status gm_tree_set(gm_yaml *tree, const char *override, gm_faults *faults)
{
  return set_tree_override(tree, "--set", override, false, faults);
}

gm_status gm_tree_make(gm_yaml *tree, const char *setting, gm_faults *faults)
{
  return set_tree_override(tree, "set", setting, true, faults);
}
