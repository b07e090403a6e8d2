/* export/csv.c -- rows as comma-separated values.
 *
 * Numbers are printed with increasing precision until they are read back unchanged, so
 * that files are short and exact.
 */
#include "export/csv.h"

#include "file/schema.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const leading[] = {GM_NAME_ID, GM_NAME_ID_A, GM_NAME_ID_B,
                                      GM_NAME_TIME, GM_NAME_STEP};
enum { LEADING = sizeof leading / sizeof leading[0] };

static bool leads(const char *name)
{
  for (int k = 0; k < LEADING; ++k) {
    if (strcmp(name, leading[k]) == 0) return true;
  }
  return false;
}

/* --- numbers ----------------------------------------------------------------- */

/* Print the fewest digits from which the same value is read back. */
static void print_number(FILE *out, double value, bool single)
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

static void print_row(FILE *out, const gm_result_array *a, int64_t row,
                      bool *first)
{
  for (int64_t k = row * a->width; k < (row + 1) * a->width; ++k) {
    if (!*first) fputc(',', out);
    *first = false;
    if (a->real) {
      print_number(out, a->number[k], a->type == GM_TABLE_FLOAT);
    } else {
      fprintf(out, "%lld", (long long)a->integer[k]);
    }
  }
}

/* --- names ------------------------------------------------------------------- */

static void print_name(FILE *out, const char *name, const char *structure,
                       const char *part, const char *units, bool *first)
{
  if (!*first) fputc(',', out);
  *first = false;
  fputs(name, out);
  if (*structure) fprintf(out, ".%s", structure);
  if (*part) fprintf(out, ".%s", part);
  if (strcmp(units, "1") != 0 && *units) fprintf(out, " (%s)", units);
}

/* Suffix of component k of a row: none for a scalar, x y z, w x y z, or those of a
 * tensor. */
static const char *part_of(int64_t width, int64_t k)
{
  static const char *const parts[] = {"w", "x", "y", "z"};
  static const char *const tensor[] = {"xx", "xy", "xz", "yx", "yy",
                                       "yz", "zx", "zy", "zz"};
  static const char *const none = "";
  if (width == 9) return tensor[k];
  if (width == 3) return parts[k + 1];
  return width == 4 ? parts[k] : none;
}

static gm_status print_names(FILE *out, const gm_result *r,
                             const gm_result_array *a, bool *first)
{
  /* An array of the history may have one value or vector for each structure. */
  const bool each = strncmp(a->name, "structure_", 10) == 0 && a->rank > 0 &&
                    (a->rank == 2 || a->units[0] == 'W');
  const int64_t n = each ? a->size[0] : 1;
  const int64_t width = each ? (a->rank == 2 ? a->size[1] : 1) : a->width;
  for (int64_t i = 0; i < n; ++i) {
    char name[GM_RESULT_TEXT] = "";
    if (each) GM_TRY(gm_result_structure_name(r, i, name, sizeof name));
    for (int64_t k = 0; k < width; ++k) {
      print_name(out, a->name, name, part_of(width, k), a->units, first);
    }
  }
  return GM_OK;
}

/* --- the file ---------------------------------------------------------------- */

static gm_status print_head(FILE *out, const gm_result *r,
                            const gm_result_rows *rows, int ends)
{
  static const char *const end[] = {"from", "to"};
  bool first = true;
  for (int k = 0; k < LEADING; ++k) {
    const gm_result_array *a = gm_result_find(rows, leading[k]);
    if (a) GM_TRY(print_names(out, r, a, &first));
  }
  for (int e = 0; e < ends; ++e) {
    for (int k = 0; k < 3; ++k) {
      print_name(out, ends == 2 ? end[e] : GM_NAME_POSITION, "", part_of(3, k),
                 "m", &first);
    }
  }
  for (int k = 0; k < rows->n_arrays; ++k) {
    const gm_result_array *a = &rows->array[k];
    if (!leads(a->name)) GM_TRY(print_names(out, r, a, &first));
  }
  fputc('\n', out);
  return GM_OK;
}

static void print_rows(FILE *out, const gm_result_rows *rows, int ends)
{
  for (int64_t i = 0; i < rows->n; ++i) {
    bool first = true;
    for (int k = 0; k < LEADING; ++k) {
      const gm_result_array *a = gm_result_find(rows, leading[k]);
      if (a) print_row(out, a, i, &first);
    }
    for (int k = 0; k < 3 * ends; ++k) {
      if (!first) fputc(',', out);
      first = false;
      print_number(out, rows->points[3 * ends * i + k], rows->single);
    }
    for (int k = 0; k < rows->n_arrays; ++k) {
      const gm_result_array *a = &rows->array[k];
      if (!leads(a->name)) print_row(out, a, i, &first);
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
  gm_status status = print_head(out, r, rows, ends);
  if (status == GM_OK) print_rows(out, rows, ends);
  errno = 0;
  const bool bad = ferror(out) != 0;
  if ((fclose(out) != 0 || bad) && status == GM_OK) {
    status = gm_fail(GM_ERR_FILE, "cannot write '%s': %s", path,
                     errno ? strerror(errno) : "the disk may be full");
  }
  return status;
}
