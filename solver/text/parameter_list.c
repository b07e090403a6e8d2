/* text/parameter_list.c -- the parameters of a scene with their values.
 *
 * A walk over the key table together with the config, which holds the number of items
 * and the chosen branches, and with the tree, which holds the text of each value as it
 * was written.  So the list has exactly the keys that the reader accepts for this scene,
 * and each path is the one that an error message of this key would name.
 */
#include "text/parameter_list.h"

#include "base/memory.h"
#include "config/keys.h"
#include "config/report.h"
#include "text/manual.h"
#include "text/value.h"
#include <stdlib.h>
#include <string.h>

enum { PATH = 1024 };

typedef struct walk {
  FILE *out;
  const gm_parameter_list_form *form;
  bool more;        /* a parameter was printed before */
  char path[PATH];  /* with indices */
  char label[PATH]; /* with names */
} walk;

/* Lengths of both paths, to cut them again. */
typedef struct mark {
  size_t path, label;
} mark;

static mark parameter_here_in_walk(const walk *w)
{
  return (mark){strlen(w->path), strlen(w->label)};
}

static void leave_to_parameter(walk *w, mark to)
{
  w->path[to.path] = '\0';
  w->label[to.label] = '\0';
}

static mark enter_parameter_key(walk *w, const char *name)
{
  const mark m = parameter_here_in_walk(w);
  const char *dot = m.path ? "." : "";
  snprintf(w->path + m.path, PATH - m.path, "%s%s", dot, name);
  snprintf(w->label + m.label, PATH - m.label, "%s%s", dot, name);
  return m;
}

/* The key among the children of a list that names its items, or null. */
static const gm_key *parameter_naming_key(const gm_key *list)
{
  const gm_key *key = gm_keys_first(list);
  while (key && key->kind != GM_KEY_NAME && key->kind != GM_KEY_NAMES)
    key = gm_keys_next(list, key);
  return key;
}

static mark enter_parameter(walk *w, const gm_key *list, const char *item,
                            size_t i)
{
  const mark m = parameter_here_in_walk(w);
  char *path = w->path + m.path, *label = w->label + m.label;
  const size_t p = PATH - m.path, l = PATH - m.label;
  if (list->kind == GM_KEY_NAMED) { /* the name is the first field */
    const char *name = *(char *const *)(const void *)item;
    snprintf(path, p, ".%s", name);
    snprintf(label, l, ".%s", name);
    return m;
  }
  const gm_key *name = parameter_naming_key(list);
  char *const *field = (const void *)(item + (name ? name->offset : 0));
  snprintf(path, p, "[%zu]", i);
  if (!name)
    snprintf(label, l, "[%zu]", i);
  else if (name->kind == GM_KEY_NAMES)
    snprintf(label, l, "[%s,%s]", field[0], field[1]);
  else
    snprintf(label, l, ".%s", field[0]);
  return m;
}

/* --- values ------------------------------------------------------------------- */

/* A written value in one line, as an override takes it. */
static void put_parameter_json_node(FILE *out, const gm_yaml_node *node)
{
  if (node->kind == GM_YAML_SCALAR && node->quoted) {
    gm_manual_put_text(out, node->text);
  } else if (node->kind == GM_YAML_SCALAR) {
    fputs(node->text, out);
  } else {
    const bool map = node->kind == GM_YAML_MAP;
    fputc(map ? '{' : '[', out);
    for (const gm_yaml_node *n = node->first; n; n = n->next) {
      if (n != node->first) fputs(", ", out);
      if (map) fprintf(out, "%s: ", n->key);
      put_parameter_json_node(out, n);
    }
    fputc(map ? '}' : ']', out);
  }
}

/* The text of a value in *text, to be released with free(). */
static gm_status value_text(const gm_key *key, const gm_yaml_node *node,
                            const char *field, char **text)
{
  size_t n = 0;
  *text = NULL;
  FILE *out = open_memstream(text, &n);
  if (!out) return gm_fail(GM_ERR_MEMORY, "no memory for a parameter");
  if (node)
    put_parameter_json_node(out, node);
  else if (key->kind == GM_KEY_NAME)
    fputs(*(char *const *)(const void *)field, out);
  else
    fputs(key->fallback ? key->fallback : "", out);
  if (fclose(out) == 0 && *text) return GM_OK;
  free(*text);
  *text = NULL;
  return gm_fail(GM_ERR_MEMORY, "no memory for a parameter");
}

static bool equal_texts(const void *a, const void *b)
{
  const char *x = *(char *const *)a, *y = *(char *const *)b;
  return strcmp(x ? x : "", y ? y : "") == 0;
}

/* Is the value the default of the key? */
static gm_status is_parameter_default(const gm_key *key, const char *field,
                                      size_t index, bool *same)
{
  static const size_t sizes[] = {
      [GM_KEY_NUMBER] = sizeof(double),     [GM_KEY_AUTO] = sizeof(double),
      [GM_KEY_INTEGER] = sizeof(int),       [GM_KEY_VECTOR] = sizeof(gm_vec3),
      [GM_KEY_DIRECTION] = sizeof(gm_vec3), [GM_KEY_RANGE] = 2 * sizeof(double),
      [GM_KEY_FLAG] = sizeof(bool),         [GM_KEY_CHOICE] = sizeof(int),
      [GM_KEY_BITS] = sizeof(int)};
  union {
    char *text;
    gm_config_span span;
    gm_vec3 v;
  } value = {0};
  gm_faults faults = {0};
  *same = false;
  if (!key->fallback || key->kind == GM_KEY_NAMES) return GM_OK;
  const gm_status status =
      gm_value_read(key, NULL, index, "", &faults, 0, &value);
  gm_faults_clear(&faults);
  if (key->kind == GM_KEY_TEXT || key->kind == GM_KEY_NAME) {
    *same = status == GM_OK && equal_texts(&value.text, field);
    GM_FREE(value.text);
  } else if (key->kind == GM_KEY_SPAN) {
    const gm_config_span *s = (const void *)field;
    *same = s->word == value.span.word && s->ends[0] == value.span.ends[0] &&
            s->ends[1] == value.span.ends[1];
  } else {
    *same = memcmp(&value, field, sizes[key->kind]) == 0;
  }
  return status;
}

/* --- rows --------------------------------------------------------------------- */

static void put_parameter_row(walk *w, const gm_key *key, const char *value,
                              bool given)
{
  FILE *out = w->out;
  if (!w->form->json) {
    fprintf(out, "%-54s %s%s\n", w->label, *value ? value : "-",
            given || !*value ? "" : "   (default)");
    return;
  }
  fprintf(out, "%s\n {\"path\": ", w->more ? "," : "");
  gm_manual_put_text(out, w->path);
  fputs(", \"label\": ", out);
  gm_manual_put_text(out, w->label);
  fputs(", \"value\": ", out);
  gm_manual_put_text(out, value);
  fprintf(out, ", \"given\": %s", given ? "true" : "false");
  fputs(", \"only_with\": ", out);
  if (key->only_with)
    gm_manual_put_text(out, key->only_with);
  else
    fputs("null", out);
  gm_manual_put_key(out, key);
  fputc('}', out);
  w->more = true;
}

static gm_status print_parameter(walk *w, const gm_key *key,
                                 const gm_yaml_node *node, const char *item,
                                 size_t index)
{
  bool given = node != NULL;
  char *text;
  if (given && w->form->written) {
    bool same;
    GM_TRY(is_parameter_default(key, item + key->offset, index, &same));
    given = !same;
  }
  GM_TRY(value_text(key, node, item + key->offset, &text));
  put_parameter_row(w, key, text, given);
  free(text);
  return GM_OK;
}

static gm_status print_parameter_children(walk *w, const gm_key *parent,
                                          const gm_yaml_node *node,
                                          const char *item, size_t index);

static gm_status print_list(walk *w, const gm_key *key,
                            const gm_yaml_node *node, const char *item)
{
  const size_t n = *(const size_t *)(const void *)(item + key->count);
  const char *first = *(char *const *)(const void *)(item + key->offset);
  if (n > GM_PARAMETER_LIST_ITEMS) return GM_OK;
  const gm_yaml_node *next = node ? node->first : NULL;
  for (size_t i = 0; i < n; ++i, next = next ? next->next : NULL) {
    const char *each = first + i * key->size;
    const mark m = enter_parameter(w, key, each, i);
    GM_TRY(print_parameter_children(w, key, next, each, i));
    leave_to_parameter(w, m);
  }
  return GM_OK;
}

/* Is this key no alternative, or the one that was chosen? */
static bool is_parameter_chosen(const gm_key *key, const char *item)
{
  if (!key->one_of) return true;
  return *(const int *)(const void *)(item + key->chosen) == key->branch;
}

/* Print the children of a group, or of an item of a list.  A plain value in place of the
 * map is that of one child. */
static gm_status print_parameter_children(walk *w, const gm_key *parent,
                                          const gm_yaml_node *node,
                                          const char *item, size_t index)
{
  const bool plain = node && node->kind != GM_YAML_MAP && parent->shorthand;
  for (const gm_key *key = gm_keys_first(parent); key;
       key = gm_keys_next(parent, key)) {
    if (!is_parameter_chosen(key, item)) continue;
    const char *name = gm_keys_name(key);
    const gm_yaml_node *value = gm_yaml_entry(node, name);
    if (plain && strcmp(name, parent->shorthand) == 0) value = node;
    const mark m = enter_parameter_key(w, name);
    gm_status status;
    if (gm_keys_is_list(key))
      status = print_list(w, key, value, item);
    else if (key->kind == GM_KEY_GROUP)
      status = print_parameter_children(w, key, value, item, index);
    else
      status = print_parameter(w, key, value, item, index);
    GM_TRY(status);
    leave_to_parameter(w, m);
  }
  return GM_OK;
}

gm_status gm_parameter_list_print(FILE *out, const gm_config *config,
                                  const gm_parameter_list_form *form)
{
  walk w = {.out = out, .form = form};
  const gm_report_places *p = config->places;
  if (form->json) {
    fputs("{\"source\": ", out);
    gm_manual_put_text(out, form->source);
    fputs(", \"parameters\": [", out);
  }
  GM_TRY(print_parameter_children(&w, gm_keys, p->tree.root,
                                  (const char *)config, 0));
  if (form->json) fputs("\n]}\n", out);
  if (fflush(out) != 0 || ferror(out))
    return gm_fail(GM_ERR_FILE, "cannot write the parameters of '%s'",
                   form->source);
  return GM_OK;
}

/* --- errors ------------------------------------------------------------------- */

static void put_parameter_error(FILE *out, const char *key, const char *message)
{
  char marked[PATH + 8];
  snprintf(marked, sizeof marked, ": %s: ", key);
  const char *what = *key ? strstr(message, marked) : NULL;
  fputs("{\"key\": ", out);
  gm_manual_put_text(out, key);
  fputs(", \"message\": ", out);
  gm_manual_put_text(out, message);
  fputs(", \"what\": ", out);
  gm_manual_put_text(out, what ? what + strlen(marked) : message);
  fputc('}', out);
}

void gm_parameter_list_print_errors(FILE *out, const gm_config *config,
                                    const char *message)
{
  const gm_report_places *p = config->places;
  const bool keys = p && p->faults.count && p->faults.text && p->faults.keys;
  const char *key = keys ? p->faults.keys : "";
  const char *line = keys ? p->faults.text : message;
  char one[8192];
  fputs("{\"error\": ", out);
  for (bool first = true; first || *line; first = false) {
    const size_t n = keys ? strcspn(line, "\n") : strlen(line);
    snprintf(one, sizeof one, "%.*s", (int)(n < sizeof one ? n : sizeof one),
             line);
    put_parameter_error(out, key, one);
    if (first) {
      fputs(",\n \"errors\": [", out);
      put_parameter_error(out, key, one);
    }
    line += n + (line[n] == '\n');
    if (keys) key += strlen(key) + 1;
    if (*line) fputs(",\n  ", out);
  }
  fputs("]}\n", out);
}
