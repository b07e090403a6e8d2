/* machines/csv_table.c -- a CSV file of numbers whose first line names the columns.
 *
 * Wrong rows do not stop the reading: up to a limit all of them are listed, so that a
 * file can be corrected in one go.
 */
#include "machines/csv_table.h"

#include "base/regular.h"
#include "config/faults.h"
#include "config/report.h"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 4096, CELLS = 64 };

gm_status gm_csv_table_fault(const gm_csv_table *s, int line,
                             const char *format, ...)
{
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return gm_report_fault(s->config, s->key, "%s:%d: %s", s->file, line, text);
}

/* ---- lines and cells ------------------------------------------------------------ */

/* Read the next line without its end into line[0..LINE).  Returns false at the end of
 * the file; *whole is false if the line does not fit or contains a zero byte. */
static bool next_csv_line(FILE *file, char *line, bool *whole)
{
  int n = 0;
  int c = getc(file);
  if (c == EOF) return false;
  *whole = true;
  for (; c != EOF && c != '\n'; c = getc(file)) {
    if (c == '\0' || n == LINE - 1) {
      *whole = false;
      break;
    }
    line[n++] = (char)c;
  }
  line[n] = '\0';
  return true;
}

/* Split a line at commas into cells and strip surrounding blanks and quotes.  Returns
 * the number of cells. */
static int cut_csv_line(char *line, char *cell[], int most)
{
  int n = 0;
  for (char *p = line; p && n < most;) {
    char *comma = strchr(p, ',');
    if (comma) *comma = '\0';
    p += strspn(p, " \t\r\n\"");
    size_t length = strlen(p);
    while (length && strchr(" \t\r\n\"", p[length - 1]))
      p[--length] = '\0';
    cell[n++] = p;
    p = comma ? comma + 1 : NULL;
  }
  return n;
}

/* ---- header and rows ------------------------------------------------------------ */

static bool is_csv_column(const gm_csv_table_form *form, const char *name)
{
  for (int k = 0; k < form->n; ++k) {
    if (!strcmp(name, form->column[k])) return true;
  }
  return false;
}

static gm_status read_csv_header(gm_csv_table *s, char *line, int number,
                                 void *of)
{
  const gm_csv_table_form *form = s->form;
  gm_status status = GM_OK;
  char *cell[CELLS];
  s->n_columns = cut_csv_line(line, cell, CELLS);
  for (int k = 0; k < form->n; ++k) {
    s->at[k] = -1;
    for (int c = 0; c < s->n_columns; ++c) {
      if (strcmp(cell[c], form->column[k]) != 0) continue;
      if (form->strict && s->at[k] >= 0) {
        status = gm_csv_table_fault(s, number,
                                    "column '%s' appears twice; remove one",
                                    form->column[k]);
      }
      s->at[k] = c;
    }
    if (k < form->n_required && s->at[k] < 0) {
      status = gm_csv_table_fault(
          s, number, "the column '%s' is missing; the header must name %s",
          form->column[k], form->header);
    }
  }
  for (int c = 0; form->strict && c < s->n_columns; ++c) {
    if (is_csv_column(form, cell[c])) continue;
    status = gm_csv_table_fault(
        s, number, "unknown column '%.40s'; the header must name %s", cell[c],
        form->header);
  }
  const gm_status together = form->begin ? form->begin(s, number, of) : GM_OK;
  return together == GM_OK ? status : together;
}

static gm_status read_csv_row(gm_csv_table *s, char *line, int number, void *of)
{
  const gm_csv_table_form *form = s->form;
  char *cell[CELLS];
  double value[GM_CSV_TABLE_COLUMNS] = {0};
  const int n = cut_csv_line(line, cell, CELLS);
  for (int k = 0; k < form->n; ++k) {
    if (s->at[k] < 0) continue;
    char *end = "";
    if (s->at[k] < n) value[k] = strtod(cell[s->at[k]], &end);
    const int positive = k == form->positive;
    const int ok = s->at[k] < n && *cell[s->at[k]] && !*end &&
                   isfinite(value[k]) && (!positive || value[k] > 0.0);
    if (ok) continue;
    return gm_csv_table_fault(
        s, number, "column '%s' is '%.40s'; expected a %snumber",
        form->column[k], s->at[k] < n ? cell[s->at[k]] : "missing",
        positive ? "positive " : "");
  }
  return form->take(s, number, value, of);
}

/* Errors of rows are listed up to a limit; any other error ends the reading. */
static gm_status read_csv_rows(gm_csv_table *s, FILE *file, int *n, void *of)
{
  char line[LINE];
  bool whole = true;
  gm_status faulty = GM_OK;
  for (int number = 1; next_csv_line(file, line, &whole); ++number) {
    if (!whole) {
      return gm_csv_table_fault(
          s, number,
          "the line is longer than %d bytes or is not text; a CSV file "
          "has one line for each %s",
          LINE - 1, s->form->row);
    }
    const bool marked = number == 1 && !strncmp(line, "\xef\xbb\xbf", 3);
    char *text = line + (marked ? 3 : 0); /* after the byte order mark */
    if (text[strspn(text, " \t\r")] == '\0' || text[0] == '#') continue;
    if (s->n_columns == 0) {
      GM_TRY(read_csv_header(s, text, number, of));
      continue;
    }
    ++*n;
    const gm_status status = read_csv_row(s, text, number, of);
    if (status == GM_OK) continue;
    faulty = status;
    if (status != GM_ERR_INPUT || ++s->n_faults > GM_FAULTS_SHOWN) break;
  }
  return faulty;
}

/* Check that the file was readable and not empty. */
static gm_status check_csv_end(const gm_csv_table *s, FILE *file, int n)
{
  const gm_csv_table_form *form = s->form;
  if (ferror(file)) {
    return gm_report_fault(s->config, s->key, "cannot read '%s': %s", s->file,
                           strerror(errno));
  }
  if (s->n_columns == 0) {
    return gm_report_fault(
        s->config, s->key,
        "'%s' is empty; it must begin with a header that names %s", s->file,
        form->header);
  }
  if (n > 0) return GM_OK;
  return gm_report_fault(s->config, s->key,
                         "'%s' has a header but no %s; add one line for each "
                         "%s after the header",
                         s->file, form->rows, form->row);
}

gm_status gm_csv_table_read(gm_config *config, const char *key,
                            const char *name, const gm_csv_table_form *form,
                            void *of)
{
  gm_csv_table s = {.form = form, .config = config, .key = key, .file = name};
  char path[4096];
  gm_config_path(config, name, path, sizeof path);
  FILE *file = gm_regular_open(path);
  if (!file && errno == ENOMEM)
    return gm_fail(GM_ERR_MEMORY, "no memory to open '%s'", path);
  if (!file) {
    return gm_report_fault(
        config, key,
        "cannot open '%s'; paths are relative to the folder of the scene",
        path);
  }
  int n = 0;
  gm_status status = gm_config_note(config, path, key);
  if (status == GM_OK) status = read_csv_rows(&s, file, &n, of);
  if (status == GM_OK) status = check_csv_end(&s, file, n);
  fclose(file);
  return status;
}
