/* export/csv.c -- rows as comma-separated values.
 *
 * Numbers are printed with increasing precision until they are read back unchanged, so
 * that files are short and exact.
 */
#include "export/formats.h"

#include "file/schema.h"
#include "file/table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const leading[] = {GM_NAME_ID, GM_NAME_ID_A, GM_NAME_ID_B,
                                      GM_NAME_TIME, GM_NAME_STEP};
enum { LEADING = sizeof leading / sizeof leading[0] };

static bool csv_leads_columns(const char *name)
{
  for (int k = 0; k < LEADING; ++k) {
    if (strcmp(name, leading[k]) == 0) return true;
  }
  return false;
}

/* --- numbers ----------------------------------------------------------------- */

/* Print the fewest digits from which the same value is read back. */
static void print_csv_number(FILE *out, double value, bool single)
{
  char text[40];
  const int most = single ? 9 : 17;
  for (int digits = single ? 6 : 15; digits <= most; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, value);
    const bool same = single ? strtof(text, NULL) == (float)value
                             : strtod(text, NULL) == value;
    if (same) break;
  }
  fputs(text, out);
}

static void print_csv_row(FILE *out, const gm_result_array *a, int64_t row,
                          bool *first)
{
  for (int64_t k = row * a->width; k < (row + 1) * a->width; ++k) {
    if (!*first) fputc(',', out);
    *first = false;
    if (a->real) {
      print_csv_number(out, a->number[k], a->type == GM_TABLE_FLOAT);
    } else {
      fprintf(out, "%lld", (long long)a->integer[k]);
    }
  }
}

/* --- names ------------------------------------------------------------------- */

/* Suffix of component k of a row: none for a scalar, x y z, w x y z, those of a tensor,
 * else its number. */
static void print_csv_part(FILE *out, int64_t width, int64_t k)
{
  static const char *const parts[] = {"w", "x", "y", "z"};
  static const char *const tensor[] = {"xx", "xy", "xz", "yx", "yy",
                                       "yz", "zx", "zy", "zz"};
  if (width == 9)
    fprintf(out, ".%s", tensor[k]);
  else if (width == 3 || width == 4)
    fprintf(out, ".%s", parts[k + 4 - width]);
  else if (width > 1)
    fprintf(out, ".%lld", (long long)k);
}

/* Heading of component k of an array, or of its vector of the structure or group `of`. */
static void print_csv_name(FILE *out, const char *name, const char *of,
                           int64_t width, int64_t k, const char *units,
                           bool *first)
{
  if (!*first) fputc(',', out);
  *first = false;
  fputs(name, out);
  if (*of) fprintf(out, ".%s", of);
  print_csv_part(out, width, k);
  if (strcmp(units, "1") != 0 && *units) fprintf(out, " (%s)", units);
}

static bool csv_begins_with(const char *name, const char *start)
{
  return strncmp(name, start, strlen(start)) == 0;
}

static bool ends_in_csv(const char *name, const char *end)
{
  const size_t length = strlen(name), part = strlen(end);
  return length > part && strcmp(name + length - part, end) == 0;
}

/* The list of the structures, or of the groups of held grains, of which an array of the
 * history has a number or vector each; null if it has one for all. */
static const char *csv_owners(const gm_result_rows *rows,
                              const gm_result_array *a)
{
  if (rows->ends > 0 || a->rank == 0) return NULL;
  if (ends_in_csv(a->name, GM_SUFFIX_CONTACT_STRESS) ||
      ends_in_csv(a->name, GM_SUFFIX_KINETIC_STRESS))
    return NULL; /* of a sensor, whatever its name */
  if (csv_begins_with(a->name, GM_PREFIX_STRUCTURE) ||
      strcmp(a->name, GM_NAME_STRUCTURE_WORK) == 0)
    return GM_GROUP_NAMES "/" GM_NAME_STRUCTURES;
  if (csv_begins_with(a->name, GM_NAME_HELD "_") ||
      strcmp(a->name, GM_NAME_HELD_WORK) == 0)
    return GM_GROUP_NAMES "/" GM_NAME_HELD;
  return NULL;
}

static gm_status print_csv_names(FILE *out, const gm_result *r,
                                 const gm_result_rows *rows,
                                 const gm_result_array *a, bool *first)
{
  const char *owners = csv_owners(rows, a);
  const int64_t n = owners ? a->size[0] : 1;
  const int64_t width = !owners ? a->width : a->rank == 2 ? a->size[1] : 1;
  for (int64_t i = 0; i < n; ++i) {
    char of[GM_RESULT_TEXT] = "";
    if (owners) GM_TRY(gm_table_read_texts(r->file, owners, i, of, sizeof of));
    for (int64_t k = 0; k < width; ++k)
      print_csv_name(out, a->name, of, width, k, a->units, first);
  }
  return GM_OK;
}

/* --- the file ---------------------------------------------------------------- */

static gm_status print_csv_head(FILE *out, const gm_result *r,
                                const gm_result_rows *rows, int ends)
{
  static const char *const end[] = {"from", "to"};
  bool first = true;
  for (int k = 0; k < LEADING; ++k) {
    const gm_result_array *a = gm_result_find(rows, leading[k]);
    if (a) GM_TRY(print_csv_names(out, r, rows, a, &first));
  }
  for (int e = 0; e < ends; ++e) {
    for (int k = 0; k < 3; ++k) {
      print_csv_name(out, ends == 2 ? end[e] : GM_NAME_POSITION, "", 3, k, "m",
                     &first);
    }
  }
  for (int k = 0; k < rows->n_arrays; ++k) {
    const gm_result_array *a = &rows->array[k];
    if (!csv_leads_columns(a->name))
      GM_TRY(print_csv_names(out, r, rows, a, &first));
  }
  fputc('\n', out);
  return GM_OK;
}

static void print_csv_rows(FILE *out, const gm_result_rows *rows, int ends)
{
  for (int64_t i = 0; i < rows->n; ++i) {
    bool first = true;
    for (int k = 0; k < LEADING; ++k) {
      const gm_result_array *a = gm_result_find(rows, leading[k]);
      if (a) print_csv_row(out, a, i, &first);
    }
    for (int k = 0; k < 3 * ends; ++k) {
      if (!first) fputc(',', out);
      first = false;
      print_csv_number(out, rows->points[3 * ends * i + k], rows->single);
    }
    for (int k = 0; k < rows->n_arrays; ++k) {
      const gm_result_array *a = &rows->array[k];
      if (!csv_leads_columns(a->name)) print_csv_row(out, a, i, &first);
    }
    fputc('\n', out);
  }
}

gm_status gm_csv_write(const char *path, const gm_result *r,
                       const gm_result_rows *rows)
{
  const int ends = rows->ends;
  FILE *out = fopen(path, "w");
  if (!out) {
    return gm_fail(GM_ERR_FILE, "cannot create '%s': %s", path,
                   strerror(errno));
  }
  gm_status status = print_csv_head(out, r, rows, ends);
  if (status == GM_OK) print_csv_rows(out, rows, ends);
  errno = 0;
  const bool bad = ferror(out) != 0;
  if ((fclose(out) != 0 || bad) && status == GM_OK) {
    status = gm_fail(GM_ERR_FILE, "cannot write '%s': %s", path,
                     errno ? strerror(errno) : "the disk may be full");
  }
  return status;
}
