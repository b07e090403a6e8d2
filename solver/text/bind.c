/* text/bind.c -- a tree of nodes to structs, through the key table.
 *
 * A recursion over the rows of the table, not over the file: each row finds its node or
 * takes its default. What the file has and no row has found is an unknown key, and the
 * nearest known one is proposed. All errors are collected.
 */
#include "text/bind.h"

#include "base/memory.h"
#include "config/keys.h"
#include "config/words.h"
#include "text/value.h"
#include <stdio.h>
#include <string.h>

typedef struct binder {
  const gm_yaml_node *root;
  gm_faults *faults;
  int flat;        /* 1: the scene is two-dimensional */
  char path[1024]; /* of the node in hand */
} binder;

/* A node, or where it is missing, the nearest node above it: for its place. */
typedef struct written {
  const gm_yaml_node *node; /* null: not written */
  gm_faults_place at;
} written;

static gm_status bind_key(binder *b, const gm_key *key, written w, char *item,
                          size_t index);

/* Append to the path: a name, or without one an index.  Returns the length
 * before, to cut it again. */
static size_t enter_bind_map(binder *b, const char *name, size_t index)
{
  const size_t n = strlen(b->path);
  char *end = b->path + n;
  if (name) {
    snprintf(end, sizeof b->path - n, "%s%.64s", n ? "." : "", name);
  } else {
    snprintf(end, sizeof b->path - n, "[%zu]", index);
  }
  return n;
}

static void bind_unknown_key(binder *b, const gm_key *parent,
                             const gm_yaml_node *node)
{
  char hint[768];
  const bool digits = strspn(node->key, "0123456789") == strlen(node->key);
  const size_t n = enter_bind_map(b, node->key, 0);
  if (digits) { /* 2,500 in a flow is 2 and the key 500 */
    snprintf(hint, sizeof hint, "a number has a point and no comma");
  } else {
    gm_words_suggest(parent, node->key, hint, sizeof hint);
  }
  gm_faults_add(b->faults, node->key_at, b->path, "unknown key; %s", hint);
  b->path[n] = '\0';
}

/* Is `key`, which is not written, meant by an unknown key of the same map?  Then one
 * fault is enough. */
static bool is_bind_misspelt(const gm_key *parent, const gm_key *key,
                             const gm_yaml_node *map)
{
  const gm_yaml_node *entry = map ? map->first : NULL;
  for (; entry; entry = entry->next) {
    if (gm_keys_child(parent, entry->key)) continue;
    if (gm_words_child(parent, entry->key) == key) return true;
  }
  return false;
}

/* The names of the branches of a one-of: "plane, box or disc". */
static void list_bind_branches(const gm_key *parent, const char *one_of,
                               char *text, size_t size)
{
  size_t used = 0;
  int left = 0;
  for (const gm_key *k = gm_keys_first(parent); k;
       k = gm_keys_next(parent, k)) {
    left += k->one_of && strcmp(k->one_of, one_of) == 0;
  }
  text[0] = '\0';
  for (const gm_key *k = gm_keys_first(parent); k && used < size;
       k = gm_keys_next(parent, k)) {
    if (!k->one_of || strcmp(k->one_of, one_of) != 0) continue;
    --left;
    const int n = snprintf(text + used, size - used, "%s%s", gm_keys_name(k),
                           left > 1    ? ", "
                           : left == 1 ? " or "
                                       : "");
    used += (size_t)n;
  }
}

/* The item of `regions` with that name; without one a fault, and null. */
static const gm_yaml_node *find_bind_region(binder *b, const gm_yaml_node *name)
{
  char known[400] = "none";
  size_t used = 0;
  const gm_yaml_node *all = gm_yaml_entry(b->root, "regions");
  const gm_yaml_node *item =
      all && all->kind == GM_YAML_LIST ? all->first : NULL;
  for (; item; item = item->next) {
    const gm_yaml_node *other = gm_yaml_entry(item, "name");
    if (!other || other->kind != GM_YAML_SCALAR) continue;
    if (name->kind == GM_YAML_SCALAR && !strcmp(other->text, name->text))
      return item;
    if (used < sizeof known)
      used += (size_t)snprintf(known + used, sizeof known - used, "%s%.60s",
                               used ? ", " : "", other->text);
  }
  const size_t n = enter_bind_map(b, name->key, 0);
  gm_faults_add(b->faults, name->at, b->path,
                "there is no region '%.60s'; the regions are %s",
                name->kind == GM_YAML_SCALAR ? name->text : "", known);
  b->path[n] = '\0';
  return NULL;
}

/* Bind the region that is called `name` as if it stood here.  What is wrong in it has
 * been said where it stands. */
static gm_status bind_named(binder *b, const gm_key *parent,
                            const gm_key *named, const gm_yaml_node *name,
                            char *item, size_t index)
{
  const gm_yaml_node *of = find_bind_region(b, name);
  const gm_yaml_node *node = of ? of->first : NULL;
  for (; node; node = node->next) {
    const gm_key *key = gm_keys_child(parent, node->key);
    if (!key || !key->one_of || strcmp(key->one_of, named->one_of) != 0)
      continue;
    gm_faults here = {0}, *all = b->faults;
    *(int *)(void *)(item + key->chosen) = key->branch;
    b->faults = &here;
    const gm_status status =
        bind_key(b, key, (written){node, node->at}, item, index);
    b->faults = all;
    gm_faults_clear(&here);
    GM_TRY(status);
    return gm_value_copy(name->text, (char **)(void *)(item + named->offset));
  }
  return GM_OK;
}

/* Bind the one branch that is written; `first` is the first row of the one-of. */
static gm_status bind_one_of(binder *b, const gm_key *parent,
                             const gm_key *first, written w, char *item,
                             size_t index)
{
  const gm_key *chosen = NULL;
  const gm_yaml_node *node = NULL;
  const gm_yaml_node *second = NULL;
  bool misspelt = false;
  for (const gm_key *k = first; k; k = gm_keys_next(parent, k)) {
    if (!k->one_of || strcmp(k->one_of, first->one_of) != 0) continue;
    const gm_yaml_node *found = gm_yaml_entry(w.node, gm_keys_name(k));
    if (!found && is_bind_misspelt(parent, k, w.node)) misspelt = true;
    if (found && node) second = found;
    if (found && !node) {
      node = found;
      chosen = k;
    }
  }
  char list[256];
  list_bind_branches(parent, first->one_of, list, sizeof list);
  if (second) {
    gm_faults_add(b->faults, second->key_at, b->path,
                  "%s and %s are both given; the %s is one of %s", node->key,
                  second->key, first->one_of, list);
    return GM_OK;
  }
  if (!node && first->fallback) {
    *(int *)(void *)(item + first->chosen) = -1;
    return GM_OK;
  }
  if (!node) {
    if (misspelt) {
      gm_faults_mark(b->faults, b->path);
      return GM_OK;
    }
    gm_faults_add(b->faults, w.at, b->path, "has no %s; give one of %s",
                  first->one_of, list);
    return GM_OK;
  }
  *(int *)(void *)(item + chosen->chosen) = chosen->branch;
  if (strcmp(gm_keys_name(chosen), "region") == 0)
    return bind_named(b, parent, chosen, node, item, index);
  const size_t n = enter_bind_map(b, gm_keys_name(chosen), 0);
  const gm_status status =
      bind_key(b, chosen, (written){node, node->at}, item, index);
  b->path[n] = '\0';
  return status;
}

/* Bind the children of a group, or of one item of a list. */
static gm_status bind_children(binder *b, const gm_key *parent, written w,
                               char *item, size_t index)
{
  if (w.node && w.node->kind != GM_YAML_MAP) {
    const char *hint = gm_keys_name(gm_keys_first(parent));
    const bool empty = w.node->kind == GM_YAML_SCALAR && !*w.node->text;
    gm_faults_add(b->faults, w.node->at, b->path,
                  "is %s; it should be a map of keys, as {%s: ...}",
                  empty ? "empty" : gm_yaml_kind_name(w.node), hint);
    return GM_OK;
  }
  const gm_yaml_node *entry = w.node ? w.node->first : NULL;
  for (; entry; entry = entry->next) {
    if (!gm_keys_child(parent, entry->key)) bind_unknown_key(b, parent, entry);
  }
  const char *done = NULL; /* the one-of bound last */
  for (const gm_key *key = gm_keys_first(parent); key;
       key = gm_keys_next(parent, key)) {
    if (key->one_of) {
      if (!done || strcmp(done, key->one_of) != 0) {
        GM_TRY(bind_one_of(b, parent, key, w, item, index));
      }
      done = key->one_of;
      continue;
    }
    const gm_yaml_node *node = gm_yaml_entry(w.node, gm_keys_name(key));
    const written next = {node, node ? node->at : w.at};
    const size_t n = enter_bind_map(b, gm_keys_name(key), 0);
    if (!node && is_bind_misspelt(parent, key, w.node)) {
      gm_faults_mark(b->faults, b->path);
    } else {
      GM_TRY(bind_key(b, key, next, item, index));
    }
    b->path[n] = '\0';
  }
  return GM_OK;
}

/* An item of a list, or the value that it has instead of a map. */
static gm_status bind_item(binder *b, const gm_key *list,
                           const gm_yaml_node *node, char *item, size_t index)
{
  const gm_key *child =
      list->shorthand ? gm_keys_child(list, list->shorthand) : NULL;
  const written w = {node, node->at};
  if (!child || node->kind != GM_YAML_SCALAR || !*node->text)
    return bind_children(b, list, w, item, index);
  return bind_key(b, child, w, item, index);
}

static gm_status bind_list(binder *b, const gm_key *key, written w, char *item)
{
  const bool named = key->kind == GM_KEY_NAMED;
  const int kind = named ? GM_YAML_MAP : GM_YAML_LIST;
  void **items = (void **)(void *)(item + key->offset);
  size_t *count = (size_t *)(void *)(item + key->count);
  if (w.node && key->alone && w.node->kind == GM_YAML_SCALAR && *w.node->text) {
    GM_TRY(gm_memory_resize(items, 0, 1, key->size));
    *count = 1;
    return bind_item(b, key, w.node, (char *)*items, 0);
  }
  if (w.node && w.node->kind != kind) {
    const bool empty = w.node->kind == GM_YAML_SCALAR && !*w.node->text;
    gm_faults_add(b->faults, w.node->at, b->path, "is %s; it should be %s",
                  empty ? "empty" : gm_yaml_kind_name(w.node),
                  named ? "a map from names to values" : "a list: [...]");
    return GM_OK;
  }
  if (!w.node || w.node->n == 0) {
    if (!key->fallback) {
      gm_faults_add(b->faults, w.at, b->path, "%s: it is required, %s",
                    w.node ? "empty" : "missing", key->sentence);
    }
    return GM_OK;
  }
  GM_TRY(gm_memory_resize(items, 0, w.node->n, key->size));
  *count = w.node->n;
  size_t i = 0;
  for (const gm_yaml_node *node = w.node->first; node; node = node->next, ++i) {
    char *next = (char *)*items + i * key->size;
    const size_t n = enter_bind_map(b, named ? node->key : NULL, i);
    if (named) {
      /* The name is the first field of a named item. */
      const char *wrong = gm_value_name_fault(node->key);
      if (wrong) {
        gm_faults_add(b->faults, node->key_at, b->path, "the name %s", wrong);
      }
      GM_TRY(gm_value_copy(node->key, (char **)(void *)next));
    }
    GM_TRY(bind_item(b, key, node, next, i));
    b->path[n] = '\0';
  }
  return GM_OK;
}

static gm_status bind_group(binder *b, const gm_key *key, written w, char *item,
                            size_t index)
{
  const bool plain = w.node && w.node->kind != GM_YAML_MAP;
  const gm_key *child =
      key->shorthand ? gm_keys_child(key, key->shorthand) : NULL;
  if (child && plain && *w.node->text) {
    if (!child->one_of) { /* the others are as if not written */
      const written none = {NULL, w.at};
      GM_TRY(bind_children(b, key, none, item, index));
      return bind_key(b, child, w, item, index);
    }
    *(int *)(void *)(item + child->chosen) = child->branch;
    return bind_key(b, child, w, item, index);
  }
  if (!w.node && child && child->one_of && !child->fallback) {
    gm_faults_add(b->faults, w.at, b->path, "missing: it is required, %s",
                  key->sentence);
    return GM_OK;
  }
  return bind_children(b, key, w, item, index);
}

static gm_status bind_key(binder *b, const gm_key *key, written w, char *item,
                          size_t index)
{
  if (gm_keys_is_list(key)) return bind_list(b, key, w, item);
  if (key->kind == GM_KEY_GROUP) return bind_group(b, key, w, item, index);
  if (!w.node && !key->fallback) {
    char what[512];
    gm_words_expected(key, what, sizeof what);
    gm_faults_add(b->faults, w.at, b->path, "missing: it is required, %s",
                  what);
    return GM_OK;
  }
  return gm_value_read(key, w.node, index, b->path, b->faults, b->flat,
                       item + key->offset);
}

gm_status gm_bind_config(const gm_yaml_node *root, gm_faults *faults,
                         gm_config *config)
{
  const gm_yaml_node *dimensions =
      gm_yaml_entry(gm_yaml_entry(root, "domain"), "dimensions");
  binder b = {.root = root,
              .faults = faults,
              .flat = dimensions && dimensions->kind == GM_YAML_SCALAR &&
                      strcmp(dimensions->text, "2") == 0};
  GM_TRY(
      bind_children(&b, gm_keys, (written){root, root->at}, (char *)config, 0));
  /* The default of the table points out of the plane. */
  if (b.flat && !gm_yaml_entry(root, "gravity"))
    config->gravity = (gm_vec3){0.0, -9.81, 0.0};
  return GM_OK;
}
