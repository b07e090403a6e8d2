/* app/export.c -- `granum export`: converts a result to other file formats.
 *
 * Every format is written by one file of solver/export/, the page by the Python package;
 * here frames and names of files are chosen, and existing files are protected.
 */
#include "app/commands.h"

#include "app/installed.h"
#include "export/formats.h"
#include "file/schema.h"
#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- `granum export`: converts a result to other file formats -------------------- */

typedef enum export_format {
  GM_EXPORT_VTKHDF, /* grains.vtkhdf, contacts.vtkhdf                           */
  GM_EXPORT_SERIES, /* grains_0000.hdf ... and grains.hdf.series, likewise
                       contacts and structures                                  */
  GM_EXPORT_CSV, /* grains_0000.csv ..., contacts_0000.csv ..., history.csv  */
  GM_EXPORT_ONDEM, /* ondem_0000.vtkhdf ...                                    */
  GM_EXPORT_BLOCKS, /* one file with grains, contacts and structures           */
  GM_EXPORT_PAGE, /* one HTML file, by the Python package; only the command  */
  GM_EXPORT_FORMATS
} export_format;

/* Frames to export: first and last, both included; negative numbers count from the end,
 * -1 is the last. */
typedef struct export_range {
  int64_t first, last;
  bool timed;
  double time; /* s  if timed: export only the frame nearest to it */
} export_range;

enum { PATH = 4096 };

/* State of an export. */
typedef struct job {
  const gm_result *result;
  const char *to;
  int64_t first, last;
  bool force;
} job;

/* Path of a file of the export; it must not exist unless --force is given. */
static gm_status name_export_file(const job *j, char *path, const char *name)
{
  if (snprintf(path, PATH, "%s/%s", j->to, name) >= PATH) {
    return gm_fail(
        GM_ERR_INPUT,
        "the path of the folder '%s' is too long; choose a shorter one", j->to);
  }
  if (!j->force && access(path, F_OK) == 0) {
    return gm_fail(
        GM_ERR_INPUT,
        "'%s' exists; use --force to replace it, or choose another folder",
        path);
  }
  return GM_OK;
}

static gm_status name_export_frame(const job *j, char *path, const char *stem,
                                   int64_t frame, const char *suffix)
{
  char name[64];
  snprintf(name, sizeof name, "%s_%04lld%s", stem, (long long)frame, suffix);
  return name_export_file(j, path, name);
}

/* --- the formats ------------------------------------------------------------- */

static gm_status export_vtkhdf(const job *j)
{
  char path[PATH], name[64];
  for (int kind = 0; kind < GM_RESULT_KINDS; ++kind) {
    if (!j->result->has[kind]) continue;
    snprintf(name, sizeof name, "%s.vtkhdf", gm_result_kinds[kind]);
    GM_TRY(name_export_file(j, path, name));
    GM_TRY(gm_standalone_write(path, j->result, (gm_result_kind)kind, j->first,
                               j->last));
  }
  return GM_OK;
}

static gm_status export_frame(const job *j, gm_result_kind kind, int64_t frame,
                              export_format format)
{
  const bool csv = format == GM_EXPORT_CSV;
  char path[PATH];
  GM_TRY(name_export_frame(j, path, gm_result_kinds[kind], frame,
                           csv ? ".csv" : ".hdf"));
  gm_result_rows rows;
  gm_status status = gm_result_frame(j->result, kind, frame, &rows);
  if (status == GM_OK) {
    status = csv ? gm_csv_write(path, j->result, &rows)
                 : gm_frame_file_write(path, &rows);
  }
  gm_result_rows_clear(&rows);
  return status;
}

static gm_status export_list(const job *j, const char *stem)
{
  char path[PATH], name[64];
  snprintf(name, sizeof name, "%s.hdf.series", stem);
  GM_TRY(name_export_file(j, path, name));
  return gm_frame_file_list(path, j->last - j->first + 1, stem, j->first,
                            j->result->time);
}

/* Virtual particles are written once, since they do not move in their body frame. */
static gm_status export_sites(const job *j, export_format format)
{
  const bool csv = format == GM_EXPORT_CSV;
  char path[PATH];
  gm_result_rows rows;
  gm_status status = gm_result_sites(j->result, &rows);
  if (status == GM_OK && rows.n > 0) {
    status = name_export_file(
        j, path, csv ? "virtual_particles.csv" : "virtual_particles.hdf");
    if (status == GM_OK) {
      status = csv ? gm_csv_write(path, j->result, &rows)
                   : gm_frame_file_write(path, &rows);
    }
  }
  gm_result_rows_clear(&rows);
  return status;
}

static gm_status export_history(const job *j)
{
  char path[PATH];
  int64_t n = 0;
  gm_result_rows rows;
  GM_TRY(name_export_file(j, path, "history.csv"));
  GM_TRY(gm_result_history_rows(j->result, &n));
  gm_status status = gm_result_history(j->result, 0, n, &rows);
  if (status == GM_OK) status = gm_csv_write(path, j->result, &rows);
  gm_result_rows_clear(&rows);
  return status;
}

/* ParaView chooses its reader by the end of the name. */
static gm_status export_blocks(const job *j)
{
  const size_t n = strlen(j->to), end = strlen(GM_SUFFIX_RESULT);
  if (n <= end || strcmp(j->to + n - end, GM_SUFFIX_RESULT) != 0)
    return gm_fail(GM_ERR_INPUT,
                   "--to '%s': expected the name of one file that ends in "
                   "" GM_SUFFIX_RESULT ", as blocks are written to",
                   j->to);
  if (!j->force && access(j->to, F_OK) == 0)
    return gm_fail(GM_ERR_INPUT,
                   "'%s' exists; use --force to replace it, or --to with "
                   "another name",
                   j->to);
  return gm_blocks_write(j->to, j->result, j->first, j->last, j->force);
}

static gm_status export_all(const job *j, export_format format)
{
  if (format == GM_EXPORT_VTKHDF) return export_vtkhdf(j);
  if (format == GM_EXPORT_BLOCKS) return export_blocks(j);
  for (int64_t f = j->first; f <= j->last; ++f) {
    for (int kind = 0; kind < GM_RESULT_KINDS; ++kind) {
      /* In a series bodies are surfaces, which follow. */
      if (j->result->has[kind] &&
          !(kind == GM_RESULT_BODIES && format == GM_EXPORT_SERIES))
        GM_TRY(export_frame(j, (gm_result_kind)kind, f, format));
    }
    if (format == GM_EXPORT_CSV) continue;
    char path[PATH];
    GM_TRY(name_export_frame(j, path, "structures", f, ".hdf"));
    GM_TRY(gm_frame_file_write_structures(path, j->result, f));
    if (!j->result->has[GM_RESULT_BODIES]) continue;
    GM_TRY(name_export_frame(j, path, gm_result_kinds[GM_RESULT_BODIES], f,
                             ".hdf"));
    GM_TRY(gm_frame_file_write_bodies(path, j->result, f));
  }
  GM_TRY(export_sites(j, format));
  if (format == GM_EXPORT_CSV) return export_history(j);
  for (int kind = 0; kind < GM_RESULT_KINDS; ++kind)
    if (j->result->has[kind]) GM_TRY(export_list(j, gm_result_kinds[kind]));
  return export_list(j, "structures");
}

/* --- frames and folder ------------------------------------------------------- */

/* Index of the frame nearest to a time (s). */
static int64_t export_nearest_frame(const gm_result *r, double time)
{
  int64_t at = 0;
  for (int64_t f = 1; f < r->frames; ++f)
    if (fabs(r->time[f] - time) < fabs(r->time[at] - time)) at = f;
  return at;
}

static gm_status choose_export_frames(job *j, export_range range)
{
  const int64_t n = j->result->frames;
  if (range.timed)
    range.first = range.last = export_nearest_frame(j->result, range.time);
  j->first = range.first < 0 ? n + range.first : range.first;
  j->last = range.last < 0 ? n + range.last : range.last;
  if (j->first >= 0 && j->first <= j->last && j->last < n) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "the frames %lld:%lld do not exist; the result has %lld "
                 "frames, counted from 0",
                 (long long)range.first, (long long)range.last, (long long)n);
}

static gm_status make_export_folder(const char *to)
{
  struct stat folder;
  if (mkdir(to, 0777) == 0) return GM_OK;
  if (errno == EEXIST && stat(to, &folder) == 0 && S_ISDIR(folder.st_mode)) {
    return GM_OK;
  }
  return gm_fail(GM_ERR_FILE, "cannot create the folder '%s': %s", to,
                 strerror(errno));
}

/* Write frames of the result `path` into the folder `to`, which is created if
 * necessary; blocks: to the file `to`, NAME.vtkhdf.  force: replace existing files.
 * GM_ERR_INPUT: no such result or frames, or a file exists; GM_ERR_FILE: a file cannot
 * be read or written, and some files may have been written. */
static gm_status export_frames(const char *path, const char *to,
                               export_format format, export_range range,
                               bool force)
{
  gm_result r;
  job j = {.result = &r, .to = to, .force = force};
  gm_status status = gm_result_open(path, &r);
  if (status == GM_OK) status = choose_export_frames(&j, range);
  if (status == GM_OK && format != GM_EXPORT_BLOCKS)
    status = make_export_folder(to);
  if (status == GM_OK) status = export_all(&j, format);
  gm_result_clear(&r);
  return status;
}

/* --- the command ------------------------------------------------------------- */

typedef struct options {
  const char *path, *to;
  int format; /* -1: not given */
  export_range range;
  bool force;
  const char *count, *arrays, *limit; /* of a page; NULL: not given */
} options;

/* Start the module of the Python package that writes the format. */
static gm_status start_export_module(const options *o)
{
  char first[64], last[64], time[64];
  char *words[16] = {(char *)"export", (char *)o->path};
  int n = 2;
  const struct {
    const char *name, *value;
  } given[] = {{"--to", o->to},
               {"--count", o->count},
               {"--arrays", o->arrays},
               {"--limit", o->limit}};
  for (size_t k = 0; k < sizeof given / sizeof *given; ++k) {
    if (!given[k].value) continue;
    words[n++] = (char *)given[k].name;
    words[n++] = (char *)given[k].value;
  }
  snprintf(first, sizeof first, "--first=%lld", (long long)o->range.first);
  snprintf(last, sizeof last, "--last=%lld", (long long)o->range.last);
  snprintf(time, sizeof time, "--time=%.17g", o->range.time);
  words[n++] = first;
  words[n++] = last;
  if (o->range.timed) words[n++] = time;
  if (o->force) words[n++] = (char *)"--force";
  return gm_installed_module(o->format == GM_EXPORT_PAGE ? "granum.page"
                                                         : "granum.exchange",
                             n, words);
}

/* End the process where options are missing or do not fit each other. */
static void check_export_options(const options *o, struct argp_state *state)
{
  if (!o->path) argp_error(state, "which RESULT?");
  if (o->format < 0)
    argp_error(state, "--as FORMAT is missing: vtkhdf, blocks, series, csv, "
                      "ondem or page");
  if (o->format == GM_EXPORT_PAGE) return;
  if (o->count || o->arrays || o->limit)
    argp_error(state, "--count, --arrays and --limit are of --as page only");
  if (!o->to)
    argp_error(state, "--to is missing: the folder for the files, or with "
                      "--as blocks the file");
}

/* A positive number that is all of the text. */
static void check_export_number(const char *name, const char *text, bool whole,
                                struct argp_state *state)
{
  char *end = NULL;
  const double x = strtod(text, &end);
  if (end == text || *end || !isfinite(x) || x <= 0.0 || x > 1e9 ||
      (whole && x != floor(x)))
    argp_error(state, "--%s %s: expected a %s above 0", name, text,
               whole ? "whole number" : "number");
}

/* Parse A:B, A:, :B or A. */
static bool read_export_frame_range(const char *text, export_range *range)
{
  char *end = NULL;
  range->first = 0;
  range->last = -1;
  if (*text != ':') {
    range->first = strtoll(text, &end, 10);
    if (end == text) return false;
    text = end;
    if (!*text) range->last = range->first;
  }
  if (!*text) return true;
  if (*text++ != ':') return false;
  if (!*text) return true;
  range->last = strtoll(text, &end, 10);
  return end != text && !*end;
}

static error_t read_export_option(int key, char *text, struct argp_state *state)
{
  static const char *const formats[GM_EXPORT_FORMATS] = {
      "vtkhdf", "series", "csv", "ondem", "blocks", "page"};
  options *o = state->input;
  switch (key) {
  case 't':
  case 'o':
    o->to = text;
    break;
  case 'n':
    check_export_number("count", text, true, state);
    o->count = text;
    break;
  case 'A':
    o->arrays = text;
    break;
  case 'l':
    check_export_number("limit", text, false, state);
    o->limit = text;
    break;
  case 'a':
    for (int k = 0; k < GM_EXPORT_FORMATS; ++k) {
      if (strcmp(text, formats[k]) == 0) o->format = k;
    }
    if (o->format < 0)
      argp_error(state,
                 "--as %s: expected vtkhdf, blocks, series, csv, ondem or "
                 "page",
                 text);
    break;
  case 'f':
    if (!read_export_frame_range(text, &o->range)) {
      argp_error(state, "--frames %s: expected A:B, two frame numbers", text);
    }
    break;
  case 'T': {
    char *end = NULL;
    o->range.time = strtod(text, &end);
    o->range.timed = true;
    if (end == text || *end || !isfinite(o->range.time))
      argp_error(state, "--time %s: expected a time in s", text);
    break;
  }
  case 'F':
    o->force = true;
    break;
  case ARGP_KEY_ARG:
    if (o->path) argp_error(state, "one RESULT only");
    o->path = text;
    break;
  case ARGP_KEY_END:
    check_export_options(o, state);
    break;
  default:
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

gm_status gm_export_command(int argc, char **argv)
{
  static const struct argp_option rows[] = {
      {"to", 't', "PATH", 0,
       "folder for the files, created if necessary; for blocks the file, "
       "NAME.vtkhdf; for page the file, RESULT.html by default",
       0},
      {"output", 'o', "PATH", 0, "the same as --to", 0},
      {"as", 'a', "vtkhdf|blocks|series|csv|ondem|page", 0,
       "vtkhdf: grains, contacts, bodies and material points, for ParaView "
       "5.12 and later; blocks: one file with these and structures, for "
       "ParaView 5.13 and later; series: a file for each frame and a list of "
       "them, also for ParaView 5.11; csv: a table for each frame, and the "
       "history; ondem: a file for each frame in the exchange format of "
       "ON-DEM, for YADE and others; page: one HTML file to turn and read in a "
       "browser, without a network",
       0},
      {"frames", 'f', "A:B", 0,
       "frames A to B, both included, from 0; -1 is the last; default all", 0},
      {"time", 'T', "SECONDS", 0, "only the frame nearest to this time", 0},
      {"count", 'n', "N", 0,
       "page: at most N of the frames, in even steps; default as many as the "
       "limit leaves room for",
       0},
      {"limit", 'l', "MB", 0, "page: the largest size of the file; 20", 0},
      {"arrays", 'A', "NAME,NAME", 0,
       "page: the arrays of grains to colour by; default velocity, "
       "angular_velocity, coordination, radius, material, label and weight "
       "where there are such",
       0},
      {"force", 'F', NULL, 0, "replace existing files", 0},
      {0}};
  static const struct argp argp = {
      .options = rows,
      .parser = read_export_option,
      .args_doc = "RESULT",
      .doc = "Convert a result to files of other formats."};
  options o = {.format = -1, .range = {.last = -1}};
  argp_err_exit_status = 2;
  argv[0] = "granum export";
  argp_parse(&argp, argc, argv, 0, NULL, &o);
  if (o.format == GM_EXPORT_PAGE || o.format == GM_EXPORT_ONDEM)
    return start_export_module(&o);
  return export_frames(o.path, o.to, (export_format)o.format, o.range, o.force);
}
