/* text/value.c -- one value of a scene to one field.
 *
 * One function for each kind of key reads the text, tests its bounds and stores it. A
 * message names what was found, what is expected and the units there are.
 */
#include "text/value.h"

#include "base/memory.h"
#include "base/vec3.h"
#include "config/config.h"
#include "config/units.h"
#include "config/words.h"
#include <float.h>
#include <stdio.h>
#include <string.h>

/* A value on its way from text to field. */
typedef struct value {
  const gm_key *key;
  const char *path;
  gm_faults_place at;
  gm_faults *faults;
} value;

static void expected_value(const value *v, char *text, size_t size)
{
  gm_words_expected(v->key, text, size);
}

/* found; it is a density above 0 kg/m3 */
static void refuse_value(const value *v, const char *found)
{
  char what[512];
  expected_value(v, what, sizeof what);
  gm_faults_add(v->faults, v->at, v->path, "%s; it is %s", found, what);
}

static void value_unit_fault(const value *v, const char *found)
{
  char what[512];
  char list[128];
  expected_value(v, what, sizeof what);
  gm_units_list(v->key->unit, list, sizeof list);
  gm_faults_add(v->faults, v->at, v->path, "%s; it is %s; units: %s", found,
                what, list);
}

static bool is_number_text(const value *v, gm_units_fault wrong,
                           const char *found)
{
  if (wrong == GM_UNITS_NO_NUMBER) refuse_value(v, found);
  if (wrong == GM_UNITS_NO_UNIT) value_unit_fault(v, found);
  return wrong == GM_UNITS_OK;
}

static bool value_in_bounds(const value *v, const char *text, double x)
{
  const gm_key *k = v->key;
  const bool open_min = (k->ends & GM_KEY_OPEN_MIN) != 0;
  const bool open_max = (k->ends & GM_KEY_OPEN_MAX) != 0;
  char found[256];
  if (isinf(x) && ((x < 0.0 && open_min) || (x > 0.0 && open_max))) {
    snprintf(found, sizeof found, "%.40s is not finite", text);
  } else if (x < k->min && !open_min) {
    snprintf(found, sizeof found, "%.40s is below %.10g", text, k->min);
  } else if (x <= k->min && open_min) {
    snprintf(found, sizeof found, "%.40s is not above %.10g", text, k->min);
  } else if (x > k->max && !open_max) {
    snprintf(found, sizeof found, "%.40s is above %.10g", text, k->max);
  } else if (x >= k->max && open_max) {
    snprintf(found, sizeof found, "%.40s is not below %.10g", text, k->max);
  } else {
    return true;
  }
  refuse_value(v, found);
  return false;
}

/* --- numbers ------------------------------------------------------------------ */

static void read_value_number(const value *v, const char *text, double *field)
{
  char found[256];
  double x = 0.0;
  if (v->key->kind == GM_KEY_AUTO && strcmp(text, "auto") == 0) return;
  const gm_units_fault wrong =
      gm_units_number(text, v->key->unit, &x, NULL, found, sizeof found);
  if (!is_number_text(v, wrong, found) || !value_in_bounds(v, text, x)) return;
  *field = x;
}

static void read_value_integer(const value *v, const char *text, int *field)
{
  char found[256];
  double x = 0.0;
  const gm_units_fault wrong =
      gm_units_number(text, v->key->unit, &x, NULL, found, sizeof found);
  if (!is_number_text(v, wrong, found)) return;
  if (isfinite(x) && x != floor(x)) {
    snprintf(found, sizeof found, "%.40s is not a whole number", text);
    refuse_value(v, found);
  } else if (value_in_bounds(v, text, x)) {
    *field = (int)x;
  }
}

/* The `n` numbers of a list of scalars. */
static bool read_value_items(const value *v, const gm_yaml_node *list, size_t n,
                             double *x)
{
  char found[256];
  bool has_unit[3] = {false};
  bool good = true;
  if (list->n != n) {
    snprintf(found, sizeof found, "has %zu numbers instead of %zu", list->n, n);
    refuse_value(v, found);
    return false;
  }
  size_t i = 0;
  for (const gm_yaml_node *item = list->first; item; item = item->next, ++i) {
    char path[1024];
    snprintf(path, sizeof path, "%.1000s[%zu]", v->path, i);
    const value component = {v->key, path, item->at, v->faults};
    if (item->kind != GM_YAML_SCALAR) {
      snprintf(found, sizeof found, "%s where a number should be",
               gm_yaml_kind_name(item));
      refuse_value(&component, found);
      good = false;
      continue;
    }
    const gm_units_fault wrong = gm_units_number(
        item->text, v->key->unit, &x[i], &has_unit[i], found, sizeof found);
    good = is_number_text(&component, wrong, found) && good;
    if (wrong != GM_UNITS_OK) continue;
    good = value_in_bounds(&component, item->text, x[i]) && good;
  }
  if (good && gm_units_mixed(n, x, has_unit)) {
    value_unit_fault(
        v, "some numbers have a unit and others not: give each its unit");
    return false;
  }
  return good;
}

/* Numbers as a list of nodes or as one text. */
static bool read_value_numbers(const value *v, const gm_yaml_node *node,
                               const char *text, size_t n, double *x)
{
  char found[256];
  if (node && node->kind == GM_YAML_LIST)
    return read_value_items(v, node, n, x);
  const gm_units_fault wrong =
      gm_units_numbers(text, v->key->unit, n, x, found, sizeof found);
  bool good = is_number_text(v, wrong, found);
  for (size_t i = 0; i < n && good; ++i)
    good = value_in_bounds(v, text, x[i]);
  return good;
}

static void read_value_vector(const value *v, const gm_yaml_node *node,
                              const char *text, int flat, gm_vec3 *field)
{
  double x[3] = {0.0};
  char found[256];
  const bool list = node && node->kind == GM_YAML_LIST;
  const bool two =
      list ? node->n == 2
           : !gm_units_numbers(text, v->key->unit, 2, x, found, sizeof found);
  const int n = flat && two ? 2 : 3;
  if (!read_value_numbers(v, node, text, (size_t)n, x)) return;
  *field = (gm_vec3){x[0], x[1], x[2]};
  if (v->key->kind == GM_KEY_VECTOR) return;
  /* Dividing by the largest component first keeps the squares from overflowing or
   * vanishing. A vector that is a unit vector already keeps its bits, so that a scene
   * that a result has stored is read back unchanged. */
  const double largest = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
  if (largest == 0.0) {
    refuse_value(v, "is zero, which has no direction");
  } else if (fabs(gm_norm2(*field) - 1.0) > 8.0 * DBL_EPSILON) {
    *field = gm_unit((gm_vec3){x[0] / largest, x[1] / largest, x[2] / largest});
  }
}

static void read_value_range(const value *v, const gm_yaml_node *node,
                             const char *text, double *field)
{
  double x[2] = {0.0};
  if (!read_value_numbers(v, node, text, 2, x)) return;
  field[0] = x[0];
  field[1] = x[1];
}

/* --- words -------------------------------------------------------------------- */

/* The row of `text` in the choices, or -1 with a fault. */
static int read_value_choice(const value *v, const char *text)
{
  char list[256];
  size_t used = 0;
  list[0] = '\0';
  for (int i = 0; v->key->choices[i]; ++i) {
    if (strcmp(v->key->choices[i], text) == 0) return i;
    const int n = snprintf(list + used, sizeof list - used, "%s%s",
                           i > 0 ? ", " : "", v->key->choices[i]);
    used += (size_t)n < sizeof list - used ? (size_t)n : 0;
  }
  const char *near = gm_words_nearest(v->key->choices, text);
  char what[512];
  expected_value(v, what, sizeof what);
  if (near) {
    gm_faults_add(v->faults, v->at, v->path,
                  "'%.40s' is unknown; did you mean %s?", text, near);
  } else if (v->key->choices[1]) {
    gm_faults_add(v->faults, v->at, v->path,
                  "'%.40s' is unknown; expected is %s, one of %s", text, what,
                  list);
  } else {
    gm_faults_add(v->faults, v->at, v->path,
                  "'%.40s' is unknown; expected is %s: %s", text, what, list);
  }
  return -1;
}

/* Reads either one of the words of a choice, or a list of two numbers; numbers are stored
 * as the choice one beyond the last word. */
static void read_value_span(const value *v, const gm_yaml_node *node,
                            const char *text, gm_config_span *field)
{
  if (node && node->kind == GM_YAML_LIST) {
    double x[2] = {0.0};
    if (!read_value_items(v, node, 2, x)) return;
    while (v->key->choices[field->word])
      ++field->word;
    field->ends[0] = x[0];
    field->ends[1] = x[1];
    return;
  }
  const int row = read_value_choice(v, text);
  if (row >= 0) field->word = row;
}

static void read_value_bits(const value *v, const gm_yaml_node *node,
                            int *field)
{
  int bits = 0;
  if (!node) bits = gm_keys_default_bits(v->key);
  if (node && node->kind == GM_YAML_SCALAR) {
    const int i = read_value_choice(v, node->text);
    *field = i < 0 ? 0 : 1 << i;
    return;
  }
  for (const gm_yaml_node *item = node ? node->first : NULL; item;
       item = item->next) {
    const value one = {v->key, v->path, item->at, v->faults};
    if (item->kind != GM_YAML_SCALAR) {
      refuse_value(&one, "a list or map where a word should be");
      continue;
    }
    const int i = read_value_choice(&one, item->text);
    if (i >= 0) bits |= 1 << i;
  }
  *field = bits;
}

static void read_value_flag(const value *v, const char *text, bool *field)
{
  if (strcmp(text, "true") == 0) {
    *field = true;
  } else if (strcmp(text, "false") != 0) {
    gm_faults_add(v->faults, v->at, v->path,
                  "'%.40s' is not a flag; write true or false", text);
  }
}

gm_status gm_value_copy(const char *text, char **copy)
{
  const size_t n = strlen(text) + 1;
  char *fresh = NULL;
  GM_TRY(GM_RESIZE(fresh, 0, n));
  memcpy(fresh, text, n);
  *copy = fresh;
  return GM_OK;
}

const char *gm_value_name_fault(const char *name)
{
  if (!*name) return "is empty; a name has at least one letter";
  if (strlen(name) > 63) return "is longer than 63 bytes; take a shorter name";
  for (const char *c = name; *c; ++c) {
    const unsigned char code = (unsigned char)*c;
    if (code <= 0x20 || code == 0x7f || strchr("/.[],=", *c)) {
      return "has a character that no name may have: / . [ ] , = or a space";
    }
  }
  return NULL;
}

static gm_status read_value_name(const value *v, const gm_yaml_node *node,
                                 const char *text, size_t index, char **field)
{
  char filled[96];
  if (!node) { /* structure#: the item's index in the place of # */
    const int n = (int)strcspn(text, "#");
    snprintf(filled, sizeof filled, "%.*s%zu", n, text, index);
    return gm_value_copy(filled, field);
  }
  const char *wrong = gm_value_name_fault(text);
  if (wrong) {
    gm_faults_add(v->faults, v->at, v->path, "'%.70s' %s", text, wrong);
    return GM_OK;
  }
  return gm_value_copy(text, field);
}

static gm_status read_value_names(const value *v, const gm_yaml_node *node,
                                  char **field)
{
  bool good = node->kind == GM_YAML_LIST && node->n == 2;
  for (const gm_yaml_node *item = good ? node->first : NULL; item;
       item = item->next) {
    good = good && item->kind == GM_YAML_SCALAR;
  }
  if (!good) {
    gm_faults_add(v->faults, v->at, v->path,
                  "is not two names; write [glass, steel]");
    return GM_OK;
  }
  GM_TRY(gm_value_copy(node->first->text, &field[0]));
  return gm_value_copy(node->last->text, &field[1]);
}

/* --- any kind ----------------------------------------------------------------- */

static bool value_takes_list(int kind)
{
  return kind == GM_KEY_VECTOR || kind == GM_KEY_DIRECTION ||
         kind == GM_KEY_RANGE || kind == GM_KEY_SPAN || kind == GM_KEY_BITS ||
         kind == GM_KEY_NAMES;
}

gm_status gm_value_read(const gm_key *key, const gm_yaml_node *node,
                        size_t index, const char *path, gm_faults *faults,
                        int flat, void *field)
{
  static const gm_faults_place table = {"the key table", 0, 0};
  const value v = {key, path, node ? node->at : table, faults};
  const char *text = node ? node->text : key->fallback;
  if (node && node->kind == GM_YAML_SCALAR && !*text && !node->quoted) {
    refuse_value(&v, "has no value");
    return GM_OK;
  }
  if (node && (node->kind == GM_YAML_MAP ||
               (node->kind == GM_YAML_LIST && !value_takes_list(key->kind)))) {
    char found[512];
    expected_value(&v, found, sizeof found);
    gm_faults_add(faults, v.at, path, "is %s; it should be %s",
                  gm_yaml_kind_name(node), found);
    return GM_OK;
  }
  const bool none = !node && !*text; /* may be left out, and is */
  switch (key->kind) {
  case GM_KEY_NUMBER:
    if (none)
      *(double *)field = NAN;
    else
      read_value_number(&v, text, field);
    break;
  case GM_KEY_AUTO:
    read_value_number(&v, text, field);
    break;
  case GM_KEY_INTEGER:
    read_value_integer(&v, text, field);
    break;
  case GM_KEY_VECTOR:
  case GM_KEY_DIRECTION:
    read_value_vector(&v, node, text, flat, field);
    break;
  case GM_KEY_RANGE:
    read_value_range(&v, node, text, field);
    break;
  case GM_KEY_SPAN:
    read_value_span(&v, node, text, field);
    break;
  case GM_KEY_FLAG:
    read_value_flag(&v, text, field);
    break;
  case GM_KEY_CHOICE: {
    const int row = read_value_choice(&v, text);
    if (row >= 0) *(int *)field = row;
    break;
  }
  case GM_KEY_BITS:
    read_value_bits(&v, node, field);
    break;
  case GM_KEY_NAME:
    return read_value_name(&v, node, text, index, field);
  case GM_KEY_NAMES:
    return read_value_names(&v, node, field);
  default:
    return none ? GM_OK : gm_value_copy(text, field);
  }
  return GM_OK;
}
