/* config/yaml.c -- YAML text to a tree of nodes, through libyaml.
 *
 * Nodes are made from the events of the parser in one pass; they live in chunks that are
 * released together. Every node keeps line and column for messages, the parser's own
 * errors included.
 */
#include "config/yaml.h"

#include "base/memory.h"
#include <stdint.h>
#include <string.h>
#include <yaml.h>

enum {
  max_depth = 32,
  max_nodes = 4000000, /* enough for 280,000 grains given one by one */
  max_keys = 1000,     /* of one map; each key is compared with all before it */
  chunk_bytes = 65536,
};

typedef struct chunk {
  struct chunk *next;
  size_t used, room; /* bytes behind the head */
} chunk;

typedef struct reader {
  yaml_parser_t parser;
  gm_yaml *tree;
  gm_faults *faults;
  const char *source; /* owned by the tree */
  bool lines;
  const char *text;
  size_t length;
} reader;

/* --- memory: pieces of chunks, released together ------------------------------ */

static gm_status take_from_yaml_tree(gm_yaml *tree, size_t bytes, void **piece)
{
  bytes = (bytes + 15) / 16 * 16;
  chunk *c = tree->chunks;
  if (!c || c->room - c->used < bytes) {
    const size_t head = (sizeof(chunk) + 15) / 16 * 16;
    const size_t room = bytes > chunk_bytes ? bytes : chunk_bytes;
    char *fresh = NULL;
    GM_TRY(GM_RESIZE(fresh, 0, head + room));
    c = (chunk *)(void *)fresh;
    *c = (chunk){tree->chunks, head, head + room};
    tree->chunks = c;
  }
  *piece = (char *)c + c->used;
  c->used += bytes;
  return GM_OK;
}

static gm_status copy_yaml_scalar(gm_yaml *tree, const char *text, size_t n,
                                  const char **copy)
{
  void *piece = NULL;
  GM_TRY(take_from_yaml_tree(tree, n + 1, &piece));
  if (n > 0) memcpy(piece, text, n);
  *copy = piece; /* chunks are zeroed: the end is there */
  return GM_OK;
}

void gm_yaml_clear(gm_yaml *tree)
{
  chunk *c = tree->chunks;
  while (c) {
    void *piece = c;
    c = c->next;
    gm_memory_free(&piece);
  }
  *tree = (gm_yaml){0};
}

/* --- faults ------------------------------------------------------------------- */

static gm_faults_place yaml_event_place(const reader *r, yaml_mark_t mark)
{
  if (!r->lines) return (gm_faults_place){r->source, 0, 0};
  return (gm_faults_place){r->source, (int)mark.line + 1, (int)mark.column + 1};
}

static gm_status no_yaml(reader *r)
{
  const yaml_parser_t *p = &r->parser;
  if (p->error == YAML_MEMORY_ERROR) {
    return gm_fail(GM_ERR_MEMORY, "no memory to parse %s", r->source);
  }
  if (p->error == YAML_READER_ERROR) {
    gm_faults_add(r->faults, yaml_event_place(r, p->mark), "",
                  "not valid YAML: %s at byte %zu; a scene is text in UTF-8",
                  p->problem, p->problem_offset);
    return GM_ERR_INPUT;
  }
  const size_t at = p->problem_mark.index;
  const bool tab = at < r->length && r->text[at] == '\t';
  if (tab) {
    gm_faults_add(r->faults, yaml_event_place(r, p->problem_mark), "",
                  "not valid YAML: a tab; indent with spaces");
  } else if (p->context && r->lines) {
    gm_faults_add(r->faults, yaml_event_place(r, p->problem_mark), "",
                  "not valid YAML: %s, %s that begins in line %zu", p->problem,
                  p->context, p->context_mark.line + 1);
  } else {
    const char *why = p->problem ? p->problem : "it ends too early";
    gm_faults_add(r->faults, yaml_event_place(r, p->problem_mark), "",
                  "not valid YAML: %s%s", why,
                  strstr(why, "not allowed in this context")
                      ? "; is this line, or the one before, indented like the "
                        "other keys of its group?"
                      : "");
  }
  return GM_ERR_INPUT;
}

static gm_status refuse_yaml_event(reader *r, const yaml_event_t *event,
                                   const char *why)
{
  gm_faults_add(r->faults, yaml_event_place(r, event->start_mark), "", "%s",
                why);
  return GM_ERR_INPUT;
}

static const char tagged[] =
    "a tag (!) is not part of a scene; leave it out: the key gives the type";
static const char anchored[] =
    "an anchor (&) is not part of a scene; write the value where it is used";

/* --- nodes -------------------------------------------------------------------- */

static gm_status yaml_next_event(reader *r, yaml_event_t *event)
{
  return yaml_parser_parse(&r->parser, event) ? GM_OK : no_yaml(r);
}

static gm_status yaml_new_node(gm_yaml *tree, int kind, gm_faults_place at,
                               gm_yaml_node **node)
{
  void *piece = NULL;
  GM_TRY(take_from_yaml_tree(tree, sizeof **node, &piece));
  *node = piece;
  **node = (gm_yaml_node){.kind = kind, .text = "", .at = at};
  ++tree->n;
  return GM_OK;
}

static void add_yaml_child(gm_yaml_node *parent, gm_yaml_node *child)
{
  if (parent->last) {
    parent->last->next = child;
  } else {
    parent->first = child;
  }
  parent->last = child;
  ++parent->n;
}

static gm_status read_yaml_scalar(reader *r, const yaml_event_t *event,
                                  gm_yaml_node *node)
{
  const char *value = (const char *)event->data.scalar.value;
  const size_t n = event->data.scalar.length;
  if (event->data.scalar.anchor) return refuse_yaml_event(r, event, anchored);
  if (event->data.scalar.tag) return refuse_yaml_event(r, event, tagged);
  if (memchr(value, '\0', n)) {
    return refuse_yaml_event(r, event,
                             "a zero character is not part of a text");
  }
  node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
  return copy_yaml_scalar(r->tree, value, n, &node->text);
}

static gm_status read_yaml_node(reader *r, yaml_event_t *event, int depth,
                                gm_yaml_node **node);

static gm_status read_yaml_next(reader *r, int depth, int end,
                                gm_yaml_node **node)
{
  yaml_event_t event;
  *node = NULL;
  GM_TRY(yaml_next_event(r, &event));
  if ((int)event.type == end) {
    yaml_event_delete(&event);
    return GM_OK;
  }
  return read_yaml_node(r, &event, depth, node);
}

static gm_status read_yaml_list(reader *r, int depth, gm_yaml_node *list)
{
  for (;;) {
    gm_yaml_node *item = NULL;
    GM_TRY(read_yaml_next(r, depth, YAML_SEQUENCE_END_EVENT, &item));
    if (!item) return GM_OK;
    add_yaml_child(list, item);
  }
}

static gm_status read_yaml_map(reader *r, int depth, gm_yaml_node *map)
{
  for (;;) {
    gm_yaml_node *key = NULL;
    gm_yaml_node *value = NULL;
    GM_TRY(read_yaml_next(r, depth, YAML_MAPPING_END_EVENT, &key));
    if (!key) return GM_OK;
    if (key->kind != GM_YAML_SCALAR) {
      gm_faults_add(r->faults, key->at, "",
                    "a key is %s; keys are names: quote a text that begins "
                    "with [ or {",
                    gm_yaml_kind_name(key));
      return GM_ERR_INPUT;
    }
    GM_TRY(read_yaml_next(r, depth, YAML_NO_EVENT, &value));
    value->key = key->text;
    value->key_at = key->at;
    const gm_yaml_node *before = gm_yaml_entry(map, key->text);
    if (before && r->lines) {
      gm_faults_add(r->faults, key->at, "",
                    "the key '%.40s' is written twice, first in line %d; keep "
                    "one of them",
                    key->text, before->key_at.line);
    } else if (before) {
      gm_faults_add(r->faults, key->at, "",
                    "the key '%.40s' is written twice; keep one of them",
                    key->text);
    } else if (map->n == max_keys) {
      gm_faults_add(r->faults, key->at, "",
                    "a map has more than %d keys; none needs as many",
                    max_keys);
      return GM_ERR_INPUT;
    } else {
      add_yaml_child(map, value);
    }
  }
}

/* Read the value that begins with *event, which is released. */
static gm_status read_yaml_node(reader *r, yaml_event_t *event, int depth,
                                gm_yaml_node **node)
{
  gm_status status = GM_OK;
  const gm_faults_place at = yaml_event_place(r, event->start_mark);
  if (r->tree->n >= max_nodes) {
    status = refuse_yaml_event(
        r, event, "more than 4000000 values; give many grains as a file");
  } else if (depth > max_depth) {
    status = refuse_yaml_event(r, event,
                               "nested deeper than 32; no scene needs that");
  }
  const int type = (int)event->type;
  if (status == GM_OK) {
    const int kind = type == YAML_SEQUENCE_START_EVENT  ? GM_YAML_LIST
                     : type == YAML_MAPPING_START_EVENT ? GM_YAML_MAP
                                                        : GM_YAML_SCALAR;
    status = yaml_new_node(r->tree, kind, at, node);
  }
  if (status == GM_OK) {
    if (type == YAML_ALIAS_EVENT) {
      status = refuse_yaml_event(
          r, event,
          "an alias (*) is not part of a scene; write the value "
          "again");
    } else if (type == YAML_SCALAR_EVENT) {
      status = read_yaml_scalar(r, event, *node);
    } else if (type == YAML_SEQUENCE_START_EVENT) {
      if (event->data.sequence_start.anchor)
        status = refuse_yaml_event(r, event, anchored);
      if (event->data.sequence_start.tag)
        status = refuse_yaml_event(r, event, tagged);
    } else {
      if (event->data.mapping_start.anchor)
        status = refuse_yaml_event(r, event, anchored);
      if (event->data.mapping_start.tag)
        status = refuse_yaml_event(r, event, tagged);
    }
  }
  yaml_event_delete(event);
  if (status != GM_OK) return status;
  if ((*node)->kind == GM_YAML_LIST) return read_yaml_list(r, depth + 1, *node);
  if ((*node)->kind == GM_YAML_MAP) return read_yaml_map(r, depth + 1, *node);
  return GM_OK;
}

/* Read the events of a stream: stream start, document start, the value, document end,
 * stream end. */
static gm_status read_yaml_stream(reader *r, gm_yaml_node **root)
{
  yaml_event_t event;
  GM_TRY(yaml_next_event(r, &event));
  yaml_event_delete(&event);
  GM_TRY(yaml_next_event(r, &event));
  const int type = (int)event.type;
  const gm_faults_place at = yaml_event_place(r, event.start_mark);
  yaml_event_delete(&event);
  if (type == YAML_STREAM_END_EVENT) {
    gm_faults_add(r->faults, at, "", "is empty; %s",
                  r->lines ? "granum keys prints what a scene can say"
                           : "write a value behind the =");
    return GM_ERR_INPUT;
  }
  GM_TRY(read_yaml_next(r, 0, YAML_NO_EVENT, root));
  GM_TRY(yaml_next_event(r, &event));
  yaml_event_delete(&event);
  GM_TRY(yaml_next_event(r, &event));
  gm_status status = GM_OK;
  if (event.type != YAML_STREAM_END_EVENT) {
    status = refuse_yaml_event(
        r, &event, "a second document begins (---); a scene is one document");
  }
  yaml_event_delete(&event);
  return status;
}

gm_status gm_yaml_parse(gm_yaml *tree, const char *text, size_t length,
                        const char *source, bool lines, gm_faults *faults,
                        gm_yaml_node **root)
{
  reader r = {.tree = tree,
              .faults = faults,
              .lines = lines,
              .text = text,
              .length = length};
  GM_TRY(copy_yaml_scalar(tree, source, strlen(source), &r.source));
  if (!yaml_parser_initialize(&r.parser)) {
    return gm_fail(GM_ERR_MEMORY, "no memory to parse %s", source);
  }
  yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, length);
  const gm_status status = read_yaml_stream(&r, root);
  yaml_parser_delete(&r.parser);
  return status;
}

/* --- the tree ----------------------------------------------------------------- */

gm_yaml_node *gm_yaml_entry(const gm_yaml_node *map, const char *key)
{
  if (!map || map->kind != GM_YAML_MAP) return NULL;
  for (gm_yaml_node *child = map->first; child; child = child->next) {
    if (strcmp(child->key, key) == 0) return child;
  }
  return NULL;
}

gm_yaml_node *gm_yaml_item(const gm_yaml_node *list, size_t index)
{
  if (!list || list->kind != GM_YAML_LIST) return NULL;
  gm_yaml_node *child = list->first;
  while (child && index-- > 0)
    child = child->next;
  return child;
}

gm_status gm_yaml_append(gm_yaml *tree, gm_yaml_node *map, const char *key,
                         gm_faults_place at, gm_yaml_node **child)
{
  const char *name = NULL;
  GM_TRY(copy_yaml_scalar(tree, key, strlen(key), &name));
  GM_TRY(yaml_new_node(tree, GM_YAML_MAP, at, child));
  (*child)->key = name;
  (*child)->key_at = at;
  add_yaml_child(map, *child);
  return GM_OK;
}

const char *gm_yaml_kind_name(const gm_yaml_node *node)
{
  switch (node->kind) {
  case GM_YAML_LIST:
    return "a list";
  case GM_YAML_MAP:
    return "a map";
  default:
    return "a single value";
  }
}
