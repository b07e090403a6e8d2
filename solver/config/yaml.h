/* config/yaml.h -- parses YAML text into a tree of nodes with their positions.
 *
 * yaml.c is the only file that includes libyaml.
 *
 * The parser accepts the part of YAML that a scene needs: maps with scalar keys, lists
 * and scalars, in block or flow style.  It rejects anchors, aliases and tags, so that a
 * small text cannot expand into a large tree; depth, nodes and keys are limited.
 */
#ifndef GM_CONFIG_YAML_H
#define GM_CONFIG_YAML_H

#include "base/status.h"
#include "config/faults.h"
#include <stdbool.h>
#include <stddef.h>

enum gm_yaml_kind { GM_YAML_SCALAR, GM_YAML_LIST, GM_YAML_MAP };

typedef struct gm_yaml_node {
  int kind;               /* enum gm_yaml_kind */
  bool quoted;            /* scalar: written in quotes or as a block */
  const char *text;       /* scalar: its text */
  gm_faults_place at;     /* position of the value */
  const char *key;        /* child of a map: its key; else null */
  gm_faults_place key_at; /* child of a map: position of the key */
  struct gm_yaml_node *first, *last; /* list, map: children */
  struct gm_yaml_node *next;         /* the next child of the same node */
  size_t n;                          /* number of children */
} gm_yaml_node;

/* Owner of nodes and their texts, which live until gm_yaml_clear. */
typedef struct gm_yaml {
  gm_yaml_node *root; /* null before a text was parsed */
  void *chunks;
  size_t n; /* number of nodes */
} gm_yaml;

/* Parse `length` bytes that contain one value; *root receives its node, which *tree owns
 * together with its earlier nodes.  Positions name `source` (copied), with line and
 * column if `lines`.
 *
 * A key written twice is an error; the first value is kept.  GM_ERR_INPUT, with the
 * error in *faults: the text is not YAML, or uses parts of YAML that are not accepted.
 * GM_ERR_MEMORY. */
gm_status gm_yaml_parse(gm_yaml *tree, const char *text, size_t length,
                        const char *source, bool lines, gm_faults *faults,
                        gm_yaml_node **root);

/* The child of a map with that key; null if there is none or `map` is not a map. */
gm_yaml_node *gm_yaml_entry(const gm_yaml_node *map, const char *key);

/* The child of a list at that index, or null. */
gm_yaml_node *gm_yaml_item(const gm_yaml_node *list, size_t index);

/* Add an empty map under `key` (copied) as the last child of `map`.
 * GM_ERR_MEMORY: the tree is unchanged. */
gm_status gm_yaml_append(gm_yaml *tree, gm_yaml_node *map, const char *key,
                         gm_faults_place at, gm_yaml_node **child);

/* "a list", "a map", "a single value". */
const char *gm_yaml_kind_name(const gm_yaml_node *node);

void gm_yaml_clear(gm_yaml *tree);

#endif
