/* text/echo.c -- the effective scene as text.
 *
 * Every key with its value, so that a result documents its run and can be run again: the
 * text read back gives the same bits. Numbers have the fewest digits for that; lists and
 * maps are on one line where they fit.
 */
#include "text/echo.h"

#include "config/choices.h"
#include "config/keys.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  width = 100
}; /* of a line: what fits is written in one, as {a: 1, b: 2} */

/* --- numbers and texts -------------------------------------------------------- */

void gm_echo_number(double x, char *text)
{
  if (isnan(x) || isinf(x)) {
    strcpy(text, isnan(x) ? ".nan" : x > 0.0 ? ".inf" : "-.inf");
    return;
  }
  char digits[40];
  int places = 0;
  do {
    snprintf(digits, sizeof digits, "%.*e", places, x);
  } while (strtod(digits, NULL) != x && ++places < 17);

  char *e = strchr(digits, 'e');
  const int exponent = (int)strtol(e + 1, NULL, 10);
  if (exponent >= -3 && exponent < 6) {
    const int behind = places - exponent;
    snprintf(text, 32, "%.*f", behind < 1 ? 1 : behind, x);
    return;
  }
  *e = '\0';
  snprintf(text, 32, "%.24s%se%+d", digits, places == 0 ? ".0" : "", exponent);
}

/* May it stand without quotes, in a block and in a flow? */
static bool is_plain_scalar(const char *text)
{
  static const char *const reserved[] = {"true", "false", "null", "yes", "no",
                                         "on",   "off",   "y",    "n",   NULL};
  char lower[8] = "";
  const size_t n = strlen(text);
  if (!isalpha((unsigned char)text[0]) || n > 80) return false;
  for (size_t i = 0; i < n; ++i) {
    const char c = text[i];
    const bool inner_space =
        c == ' ' && text[i + 1] != '\0' && text[i + 1] != ' ';
    if (!isalnum((unsigned char)c) && !strchr("_-./", c) && !inner_space) {
      return false;
    }
    if (i < 7) lower[i] = (char)tolower((unsigned char)c);
  }
  for (int i = 0; reserved[i]; ++i) {
    if (strcmp(reserved[i], lower) == 0) return false;
  }
  return true;
}

/* In double quotes.  Bytes of UTF-8 pass, but for the few characters that YAML takes for
 * line breaks or refuses: U+0080 to U+009F, U+2028, U+2029, U+FEFF. */
static void put_echo_text(FILE *out, const char *text)
{
  if (is_plain_scalar(text)) {
    fputs(text, out);
    return;
  }
  fputc('"', out);
  for (const unsigned char *c = (const unsigned char *)text; *c; ++c) {
    if (*c == '"' || *c == '\\') {
      fprintf(out, "\\%c", *c);
    } else if (*c < 0x20 || *c == 0x7f) {
      fprintf(out, "\\x%02x", *c);
    } else if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0) {
      fprintf(out, "\\x%02x", *++c);
    } else if (*c == 0xe2 && c[1] == 0x80 && (c[2] == 0xa8 || c[2] == 0xa9)) {
      fprintf(out, "\\u20%02x", c[2] - 0x80);
      c += 2;
    } else if (*c == 0xef && c[1] == 0xbb && c[2] == 0xbf) {
      fputs("\\ufeff", out);
      c += 2;
    } else {
      fputc(*c, out);
    }
  }
  fputc('"', out);
}

static void put_numbers(FILE *out, const double *x, size_t n)
{
  char text[32];
  for (size_t i = 0; i < n; ++i) {
    gm_echo_number(x[i], text);
    fprintf(out, "%s%s", i == 0 ? "[" : ", ", text);
  }
  fputc(']', out);
}

/* --- values ------------------------------------------------------------------- */

static void put_echo_number(FILE *out, double x)
{
  char text[32];
  gm_echo_number(x, text);
  fputs(text, out);
}

static void put_bits(FILE *out, const gm_key *key, int bits)
{
  bool more = false;
  fputc('[', out);
  for (int i = 0; key->choices[i]; ++i) {
    if (!(bits & 1 << i)) continue;
    fprintf(out, "%s%s", more ? ", " : "", key->choices[i]);
    more = true;
  }
  fputc(']', out);
}

static void put_echo_names(FILE *out, char *const *names)
{
  fputc('[', out);
  put_echo_text(out, names[0]);
  fputs(", ", out);
  put_echo_text(out, names[1]);
  fputc(']', out);
}

static void put_span(FILE *out, const gm_key *key, const gm_config_span *span)
{
  const char *const *word = key->choices;
  for (int i = 0; *word && i < span->word; ++i)
    ++word;
  if (*word)
    fputs(*word, out);
  else
    put_numbers(out, span->ends, 2);
}

static void put_value(FILE *out, const gm_key *key, const void *field)
{
  switch (key->kind) {
  case GM_KEY_AUTO:
    if (*(const double *)field == 0.0) {
      fputs("auto", out);
      break;
    }
    put_echo_number(out, *(const double *)field);
    break;
  case GM_KEY_NUMBER:
    put_echo_number(out, *(const double *)field);
    break;
  case GM_KEY_INTEGER:
    fprintf(out, "%d", *(const int *)field);
    break;
  case GM_KEY_VECTOR:
  case GM_KEY_DIRECTION:
    put_numbers(out, field, 3);
    break;
  case GM_KEY_RANGE:
    put_numbers(out, field, 2);
    break;
  case GM_KEY_SPAN:
    put_span(out, key, field);
    break;
  case GM_KEY_FLAG:
    fputs(*(const bool *)field ? "true" : "false", out);
    break;
  case GM_KEY_CHOICE:
    fputs(key->choices[*(const int *)field], out);
    break;
  case GM_KEY_BITS:
    put_bits(out, key, *(const int *)field);
    break;
  case GM_KEY_NAMES:
    put_echo_names(out, field);
    break;
  default:
    put_echo_text(out, *(char *const *)field);
    break;
  }
}

/* --- the tree ----------------------------------------------------------------- */

static size_t items_of(const gm_key *list, const char *item)
{
  return *(const size_t *)(const void *)(item + list->count);
}

static const char *first_item(const gm_key *list, const char *item)
{
  return *(char *const *)(const void *)(item + list->offset);
}

/* A longer list that was read from a file is written as its name: a result then needs
 * the file, as it needs meshes, but can be read again however many grains it has. */
static const size_t most_items = 10000;

/* Was this list read from the file that a sibling names, and is it too long to write? */
static bool stays_a_file(const gm_key *parent, const gm_key *list,
                         const char *item)
{
  if (!gm_keys_is_list(list) || items_of(list, item) <= most_items)
    return false;
  for (const gm_key *key = gm_keys_first(parent); key;
       key = gm_keys_next(parent, key)) {
    if (key->stands_for && gm_keys_child(parent, key->stands_for) == list)
      return *(char *const *)(const void *)(item + key->offset) != NULL;
  }
  return false;
}

/* Is this child of `parent` written: chosen, and not what may be left out and is? */
static bool is_written(const gm_key *parent, const gm_key *key,
                       const char *item)
{
  const void *field = item + key->offset;
  if (key->one_of) {
    const int branch = *(const int *)(const void *)(item + key->chosen);
    const gm_key *named = gm_keys_child(parent, "region");
    if (named && strcmp(key->one_of, "region") == 0 && branch >= 0 &&
        branch <= GM_REGION_SPHERE &&
        *(char *const *)(const void *)(item + named->offset))
      return key == named;
    return branch == key->branch;
  }
  if (stays_a_file(parent, key, item)) return false;
  if (!key->fallback || *key->fallback) return true;
  if (key->kind == GM_KEY_NUMBER) return !isnan(*(const double *)field);
  if (key->kind != GM_KEY_TEXT) return true;
  if (!*(char *const *)field) return false;
  /* What was read from the file stands in its sibling now. */
  const gm_key *list =
      key->stands_for ? gm_keys_child(parent, key->stands_for) : NULL;
  return !list || items_of(list, item) == 0 || stays_a_file(parent, list, item);
}

static void put_flow(FILE *out, const gm_key *key, const char *item);

static void put_flow_map(FILE *out, const gm_key *parent, const char *item)
{
  bool more = false;
  fputc('{', out);
  for (const gm_key *key = gm_keys_first(parent); key;
       key = gm_keys_next(parent, key)) {
    if (!is_written(parent, key, item)) continue;
    fprintf(out, "%s%s: ", more ? ", " : "", gm_keys_name(key));
    put_flow(out, key, item);
    more = true;
  }
  fputc('}', out);
}

static void put_flow(FILE *out, const gm_key *key, const char *item)
{
  if (key->kind == GM_KEY_GROUP) {
    put_flow_map(out, key, item);
  } else if (key->kind == GM_KEY_LIST) {
    const size_t n = items_of(key, item);
    fputc('[', out);
    for (size_t i = 0; i < n; ++i) {
      if (i > 0) fputs(", ", out);
      put_flow_map(out, key, first_item(key, item) + i * key->size);
    }
    fputc(']', out);
  } else {
    put_value(out, key, item + key->offset);
  }
}

/* Only lists inside can be long: what holds one of many items is not tried in a line. */
static bool holds_many(const gm_key *parent, const char *item)
{
  for (const gm_key *key = gm_keys_first(parent); key;
       key = gm_keys_next(parent, key)) {
    if (!is_written(parent, key, item)) continue;
    if (gm_keys_is_list(key) && items_of(key, item) > 2) return true;
    if (key->kind == GM_KEY_GROUP && holds_many(key, item)) return true;
  }
  return false;
}

/* Write a map in one line if it fits behind `column`; otherwise take it back. */
static bool put_line(FILE *out, const gm_key *parent, const char *item,
                     size_t column, bool in_place)
{
  if (holds_many(parent, item)) return false;
  const long start = ftell(out);
  if (!in_place) fputc(' ', out);
  const long first = ftell(out);
  put_flow_map(out, parent, item);
  if (column + (size_t)(ftell(out) - first) <= width) {
    fputc('\n', out);
    return true;
  }
  fseek(out, start, SEEK_SET);
  return false;
}

static void indent_echo(FILE *out, int depth)
{
  fprintf(out, "%*s", 2 * depth, "");
}

static void put_block_map(FILE *out, const gm_key *parent, const char *item,
                          int depth, bool first_in_place);

/* An item behind "- ", or what is behind "key:": in one line or as a block below. */
static void put_map(FILE *out, const gm_key *parent, const char *item,
                    int depth, size_t column, bool in_place)
{
  if (put_line(out, parent, item, column, in_place)) return;
  if (!in_place) fputc('\n', out);
  put_block_map(out, parent, item, depth, in_place);
}

static void put_echo_list(FILE *out, const gm_key *key, const char *item,
                          int depth)
{
  const size_t n = items_of(key, item);
  if (n == 0) {
    fputs(key->kind == GM_KEY_NAMED ? " {}\n" : " []\n", out);
    return;
  }
  fputc('\n', out);
  for (size_t i = 0; i < n; ++i) {
    const char *next = first_item(key, item) + i * key->size;
    indent_echo(out, depth + 1);
    if (key->kind == GM_KEY_NAMED) { /* the name is the first field */
      const char *name = *(char *const *)(const void *)next;
      put_echo_text(out, name);
      fputc(':', out);
      put_map(out, key, next, depth + 2, 2 * (size_t)depth + strlen(name) + 6,
              false);
    } else {
      fputs("- ", out);
      put_map(out, key, next, depth + 2, 2 * (size_t)depth + 4, true);
    }
  }
}

static void put_block_map(FILE *out, const gm_key *parent, const char *item,
                          int depth, bool first_in_place)
{
  for (const gm_key *key = gm_keys_first(parent); key;
       key = gm_keys_next(parent, key)) {
    if (!is_written(parent, key, item)) continue;
    if (!first_in_place) indent_echo(out, depth);
    first_in_place = false;
    fprintf(out, "%s:", gm_keys_name(key));
    if (gm_keys_is_list(key)) {
      put_echo_list(out, key, item, depth);
    } else if (key->kind == GM_KEY_GROUP) {
      put_map(out, key, item, depth + 1,
              2 * (size_t)depth + strlen(gm_keys_name(key)) + 2, false);
    } else {
      fputc(' ', out);
      put_value(out, key, item + key->offset);
      fputc('\n', out);
    }
  }
}

gm_status gm_echo_scene(const gm_config *config, char **text)
{
  size_t n = 0;
  *text = NULL;
  FILE *out = open_memstream(text, &n);
  if (!out) return gm_fail(GM_ERR_MEMORY, "no memory to write out the scene");
  put_block_map(out, gm_keys, (const char *)config, 0, false);
  const bool failed = ferror(out) != 0;
  if (fclose(out) != 0 || failed || !*text) {
    free(*text);
    *text = NULL;
    return gm_fail(GM_ERR_MEMORY, "no memory to write out the scene");
  }
  return GM_OK;
}
