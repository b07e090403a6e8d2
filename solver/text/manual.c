/* text/manual.c -- the manual of the scene file.
 *
 * Printed from the rows of the key table: paths, units, defaults, bounds and sentences,
 * for people as text, for programs as JSON (the form of the plugin, the page of the
 * manual), so none can differ from what the reader accepts.
 */
#include "text/manual.h"

#include "config/keys.h"
#include "config/units.h"
#include "config/words.h"
#include <math.h>
#include <string.h>

static const char *manual_kind_name(const gm_key *key)
{
  switch (key->kind) {
  case GM_KEY_NUMBER:
    return "number";
  case GM_KEY_AUTO:
    return "number or auto";
  case GM_KEY_INTEGER:
    return "integer";
  case GM_KEY_TEXT:
    return "text";
  case GM_KEY_NAME:
    return "name";
  case GM_KEY_NAMES:
    return "two names";
  case GM_KEY_VECTOR:
    return "vector";
  case GM_KEY_DIRECTION:
    return "direction";
  case GM_KEY_RANGE:
    return "two numbers";
  case GM_KEY_SPAN:
    return "two numbers or a choice";
  case GM_KEY_FLAG:
    return "flag";
  case GM_KEY_CHOICE:
    return "choice";
  case GM_KEY_BITS:
    return "list of choices";
  case GM_KEY_LIST:
    return "list";
  case GM_KEY_NAMED:
    return "named list";
  default:
    return "group";
  }
}

/* --- which keys --------------------------------------------------------------- */

/* The length of the next word of a path, without its [...]. */
static size_t manual_last_word(const char *path)
{
  return strcspn(path, ".[");
}

/* What follows a word, its [...] and a dot. */
static const char *manual_after_prefix(const char *path)
{
  path += manual_last_word(path);
  while (*path == '[') {
    path += strcspn(path, "]");
    if (*path) ++path;
  }
  return *path == '.' ? path + 1 : path;
}

/* Is the key at `key` at or below `path`?  Words must agree; NAME agrees with any.  With
 * `items`, a list without [...] in `path` is followed by the name of an item. */
static bool manual_path_agrees(const char *path, const char *key, bool items)
{
  while (*path) {
    const size_t n = manual_last_word(path);
    const size_t m = manual_last_word(key);
    const bool any = m == 4 && strncmp(key, "NAME", 4) == 0;
    if (m == 0 || (!any && (n != m || strncmp(path, key, n) != 0)))
      return false;
    const bool list = key[m] == '[';
    const bool indexed = path[n] == '[';
    path = manual_after_prefix(path);
    key = manual_after_prefix(key);
    if (items && list && !indexed) path = manual_after_prefix(path);
  }
  return true;
}

static bool is_manual_shown(const gm_key *key, const char *path, bool items)
{
  return key != gm_keys &&
         (!path || manual_path_agrees(path, key->path, items));
}

static size_t count_manual_shown(const char *path, bool items)
{
  size_t n = 0;
  for (size_t i = 0; i < gm_keys_count; ++i) {
    n += is_manual_shown(&gm_keys[i], path, items);
  }
  return n;
}

static gm_status manual_unknown_path(const char *path)
{
  const gm_key *best = NULL;
  int least = 64;
  bool is_whole = false; /* a path as near as a last word is what was meant */
  for (const gm_key *k = gm_keys + 1; k < gm_keys + gm_keys_count; ++k) {
    const int whole = gm_words_distance(path, k->path, least + 1);
    const int last = gm_words_distance(path, gm_keys_name(k), least + 1);
    const int d = whole < last ? whole : last;
    if (d < least || (d == least && whole == d && !is_whole)) {
      least = d;
      is_whole = whole == d;
      best = k;
    }
  }
  if (best && least <= gm_words_slack(path)) {
    return gm_fail(GM_ERR_INPUT, "no key '%.80s'; did you mean %s?", path,
                   best->path);
  }
  return gm_fail(GM_ERR_INPUT,
                 "no key '%.80s'; granum keys without a path lists all", path);
}

/* --- text --------------------------------------------------------------------- */

static void print_manual_choices(FILE *out, const gm_key *key)
{
  for (int i = 0; key->choices && key->choices[i]; ++i) {
    fprintf(out, "%s%s", i == 0 ? ": " : ", ", key->choices[i]);
  }
}

static void print_manual_default(FILE *out, const gm_key *key)
{
  if (key->kind == GM_KEY_GROUP) return;
  if (!key->fallback) {
    fputs("; required", out);
  } else if (!*key->fallback) {
    fputs("; may be left out", out);
  } else {
    fprintf(out, "; default %s", key->fallback);
  }
}

static void print_manual_row(FILE *out, const gm_key *key)
{
  char bounds[128];
  gm_words_bounds(key, bounds, sizeof bounds);
  fprintf(out, "%s\n    %s\n    %s", key->path, key->sentence,
          manual_kind_name(key));
  print_manual_choices(out, key);
  if (*bounds) {
    const bool of = strncmp(bounds, "of ", 3) == 0;
    fprintf(out, " %s", bounds + (of ? 3 : 0));
  }
  print_manual_default(out, key);
  if (key->one_of) fprintf(out, "; one of: %s", key->one_of);
  fputs("\n\n", out);
}

static void print_manual_units(FILE *out)
{
  fputs("A number is SI or carries a unit:\n", out);
  for (int d = GM_UNIT_ONE + 1; d < GM_UNIT_COUNT; ++d) {
    char list[128];
    gm_units_list(d, list, sizeof list);
    fprintf(out, "    %s: %s\n", gm_units_name(d), list);
  }
}

/* --- JSON --------------------------------------------------------------------- */

void gm_manual_put_text(FILE *out, const char *text)
{
  fputc('"', out);
  for (const unsigned char *c = (const unsigned char *)text; *c; ++c) {
    if (*c < 0x20 || *c == 0x7f) {
      fprintf(out, "\\u%04x", *c);
      continue;
    }
    if (*c == '"' || *c == '\\') fputc('\\', out);
    fputc(*c, out);
  }
  fputc('"', out);
}

static void put_manual_text(FILE *out, const char *name, const char *text)
{
  fprintf(out, ", \"%s\": ", name);
  if (text)
    gm_manual_put_text(out, text);
  else
    fputs("null", out);
}

static void put_manual_bound(FILE *out, const char *name, bool there, double x)
{
  if (there && isfinite(x)) {
    fprintf(out, ", \"%s\": %.17g", name, x);
  } else {
    fprintf(out, ", \"%s\": null", name);
  }
}

static void put_manual_choices(FILE *out, const gm_key *key)
{
  fputs(", \"choices\": ", out);
  if (!key->choices) {
    fputs("null", out);
    return;
  }
  for (int i = 0; key->choices[i]; ++i) {
    fprintf(out, "%s\"%s\"", i == 0 ? "[" : ", ", key->choices[i]);
  }
  fputc(']', out);
}

void gm_manual_put_key(FILE *out, const gm_key *key)
{
  const bool numbers = gm_keys_has_unit(key);
  const bool bounded = numbers || key->kind == GM_KEY_INTEGER;
  const bool none = !key->fallback || !*key->fallback;
  const bool required = !key->fallback && !key->one_of;
  const bool open_min = bounded && (key->ends & GM_KEY_OPEN_MIN);
  const bool open_max = bounded && (key->ends & GM_KEY_OPEN_MAX);
  put_manual_text(out, "kind", manual_kind_name(key));
  put_manual_text(out, "unit", numbers ? gm_units_symbol(key->unit) : NULL);
  fprintf(out, ", \"required\": %s", required ? "true" : "false");
  put_manual_text(out, "default", none ? NULL : key->fallback);
  put_manual_bound(out, "min", bounded, key->min);
  put_manual_bound(out, "max", bounded, key->max);
  fprintf(out, ", \"min_open\": %s", open_min ? "true" : "false");
  fprintf(out, ", \"max_open\": %s", open_max ? "true" : "false");
  put_manual_choices(out, key);
  put_manual_text(out, "one_of", key->one_of);
  put_manual_text(out, "shorthand", key->shorthand);
  put_manual_text(out, "sentence", key->sentence);
}

/* All of a key, with what a page for people says: bounds in words, the units that a
 * number may carry, and the conditions. */
static void put_manual_row(FILE *out, const gm_key *key)
{
  char bounds[128], units[128] = "";
  gm_words_bounds(key, bounds, sizeof bounds);
  if (gm_keys_has_unit(key) && key->unit != GM_UNIT_ONE)
    gm_units_list(key->unit, units, sizeof units);
  fprintf(out, "{\"path\": \"%s\"", key->path);
  gm_manual_put_key(out, key);
  fprintf(out, ", \"optional\": %s", key->fallback ? "true" : "false");
  put_manual_text(out, "bounds", bounds);
  put_manual_text(out, "units", units);
  put_manual_text(out, "needed_by", key->needed_by);
  put_manual_text(out, "only_with", key->only_with);
  put_manual_text(out, "together", key->together);
  fputc('}', out);
}

static void print_manual_all(FILE *out, const char *path, bool items, bool json)
{
  const char *before = "\n ";
  for (size_t i = 0; i < gm_keys_count; ++i) {
    const gm_key *key = &gm_keys[i];
    if (!is_manual_shown(key, path, items)) continue;
    if (!json) {
      print_manual_row(out, key);
    } else {
      fputs(before, out);
      put_manual_row(out, key);
      before = ",\n ";
    }
  }
}

gm_status gm_manual_print(FILE *out, const char *path, bool json)
{
  const bool items = count_manual_shown(path, false) == 0;
  if (items && count_manual_shown(path, true) == 0)
    return manual_unknown_path(path);
  if (json) fputs("[", out);
  print_manual_all(out, path, items, json);
  if (json) fputs("\n]\n", out);
  if (!json && !path) print_manual_units(out);
  if (fflush(out) != 0 || ferror(out)) {
    return gm_fail(GM_ERR_FILE, "cannot write the manual of the keys");
  }
  return GM_OK;
}
