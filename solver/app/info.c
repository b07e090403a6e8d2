/* app/info.c -- `granum info`: summarises a result.
 *
 * Results of older versions lack some arrays; a line whose array is absent is omitted,
 * so that every result can be summarised.
 */
#include "app/commands.h"

#include "app/audit_report.h"
#include "file/door.h"
#include "file/schema.h"
#include "file/table.h"
#include "result/recover.h"
#include "result/result.h"
#include <argp.h>
#include <string.h>
#include <sys/stat.h>

/* ---- parses the command line of a command that takes one result ------------------ */

static error_t read_info_option(int key, char *text, struct argp_state *state)
{
  const char **path = state->input;
  if (key == ARGP_KEY_ARG && !*path) {
    *path = text;
  } else if (key == ARGP_KEY_ARG) {
    argp_error(state, "one RESULT only");
  } else if (key == ARGP_KEY_NO_ARGS) {
    argp_error(state, "which RESULT?");
  } else {
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

/* Returns the RESULT of the command line; `name` is the command ("granum info"), `doc`
 * the text of its help.  Help and wrong usage end the process, the latter with exit
 * code 2. */
static const char *info_result(int argc, char **argv, char *name,
                               const char *doc)
{
  const struct argp argp = {
      .parser = read_info_option, .args_doc = "RESULT", .doc = doc};
  const char *path = NULL;
  argp_err_exit_status = 2;
  argv[0] = name;
  argp_parse(&argp, argc, argv, 0, NULL, &path);
  return path;
}

/* --- origin ------------------------------------------------------------------ */

static void print_info_file_size(FILE *out, const char *path)
{
  struct stat file;
  if (stat(path, &file) != 0) return;
  const double bytes = (double)file.st_size;
  const bool large = bytes >= 1.0e6;
  fprintf(out, "  %-18s %.1f %s\n", "file size",
          (large ? 1.0e-6 : 1.0e-3) * bytes, large ? "MB" : "kB");
}

static void print_info_text(FILE *out, const gm_result *r, const char *label,
                            const char *attribute)
{
  char text[GM_RESULT_TEXT];
  gm_door_text(r->file, GM_GROUP_SCENE, attribute, text, sizeof text);
  fprintf(out, "  %-18s %s\n", label, *text ? text : "-");
}

static void print_info_counts(FILE *out, const gm_result *r)
{
  for (int k = 0; k < GM_RESULT_KINDS; ++k)
    if (r->has[k])
      fprintf(out, "  %-18s %lld in the first frame, %lld in the last\n",
              gm_result_kinds[k], (long long)r->n_rows[k][0],
              (long long)r->n_rows[k][r->frames - 1]);
}

/* Number of virtual particles of each structure that has some. */
static gm_status print_info_sites(FILE *out, const gm_result *r)
{
  if (!gm_hdf5_has(r->file, GM_GROUP_SITES)) return GM_OK;
  gm_result_array owner;
  gm_status status = gm_result_expect(
      r, GM_GROUP_SITES "/" GM_VTK_POINT_DATA "/" GM_NAME_STRUCTURE_ID, false,
      1, 0, -1, &owner);
  const char *before = "";
  fprintf(out, "  %-18s", "virtual particles");
  for (int64_t i = 0; status == GM_OK && i < r->n_structures; ++i) {
    char name[GM_RESULT_TEXT];
    int64_t n = 0;
    for (int64_t k = 0; k < owner.n; ++k)
      n += owner.integer[k] == i;
    if (n == 0) continue;
    status = gm_result_structure_name(r, i, name, sizeof name);
    fprintf(out, "%s %s %lld", before, name, (long long)n);
    before = ",";
  }
  fprintf(out, *before ? "\n" : " none\n");
  gm_result_array_clear(&owner);
  return status;
}

static gm_status print_info_result_head(FILE *out, const gm_result *r,
                                        const char *path)
{
  char name[GM_RESULT_TEXT];
  fprintf(out, "%s\n", path);
  print_info_text(out, r, "title", GM_ATTR_TITLE);
  print_info_text(out, r, "scene", GM_ATTR_SOURCE);
  print_info_text(out, r, "repeats", GM_ATTR_PARENT);
  print_info_text(out, r, "written by granum", GM_ATTR_VERSION);
  print_info_text(out, r, "command line", GM_ATTR_COMMAND_LINE);
  print_info_text(out, r, "device", GM_ATTR_DEVICE);
  print_info_file_size(out, path);
  gm_result_describe(r, name, sizeof name);
  fprintf(out, "  %-18s %s\n  %-18s %lld", "dimensions", name, "frames",
          (long long)r->frames);
  if (r->frames > 0) {
    fprintf(out, ", from %g s to %g s\n", r->time[0], r->time[r->frames - 1]);
    print_info_counts(out, r);
  }
  fprintf(out, r->frames > 0 ? "  %-18s" : "\n  %-18s", "structures");
  for (int64_t i = 0; i < r->n_structures; ++i) {
    GM_TRY(gm_result_structure_name(r, i, name, sizeof name));
    fprintf(out, "%s %s", i ? "," : "", name);
  }
  fprintf(out, r->n_structures ? "\n" : " none\n");
  return print_info_sites(out, r);
}

/* --- balances ---------------------------------------------------------------- */

static long long info_integer_at(const gm_result_rows *history,
                                 const char *name, int64_t row)
{
  const gm_result_array *a = gm_result_find(history, name);
  return a && a->integer && a->width == 1 ? a->integer[row] : -1;
}

static double info_last_number(const gm_result_rows *history, const char *name,
                               int64_t row)
{
  const gm_result_array *a = gm_result_find(history, name);
  return a && a->number && a->width == 1 ? a->number[row] : 0.0 / 0.0;
}

/* Grains that left, by face of the domain. */
static void print_info_result_sides(FILE *out, const gm_result_rows *h,
                                    int64_t last)
{
  static const struct {
    const char *side, *name;
  } sides[] = {
      {"x_min", GM_NAME_OUT_X_MIN}, {"x_max", GM_NAME_OUT_X_MAX},
      {"y_min", GM_NAME_OUT_Y_MIN}, {"y_max", GM_NAME_OUT_Y_MAX},
      {"z_min", GM_NAME_OUT_Z_MIN}, {"z_max", GM_NAME_OUT_Z_MAX},
  };
  if (!gm_result_find(h, sides[0].name)) return; /* an older version */
  fprintf(out, "  %-18s", "out through");
  for (size_t k = 0; k < sizeof sides / sizeof sides[0]; ++k)
    fprintf(out, "%s %s %lld", k ? "," : "", sides[k].side,
            info_integer_at(h, sides[k].name, last));
  fprintf(out, "\n");
}

static void print_info_result_balance(FILE *out, const gm_result_rows *h,
                                      int64_t last)
{
  static const struct {
    const char *label, *name;
  } energies[] = {
      {"kinetic", GM_NAME_KINETIC},
      {"elastic", GM_NAME_ELASTIC},
      {"potential", GM_NAME_POTENTIAL},
      {"dissipated", GM_NAME_DISSIPATED},
      {"work of structures", GM_NAME_WORK},
      {"work of held grains", GM_NAME_HELD_ENERGY},
      {"work of growth", GM_NAME_GROWTH},
      {"bodies, kinetic", GM_NAME_BODIES_KINETIC},
      {"bodies, potential", GM_NAME_BODIES_POTENTIAL},
      {"work on bodies", GM_NAME_BODIES_APPLIED},
      {"drag on bodies", GM_NAME_BODIES_DRAG},
      {"energy in", GM_NAME_ENERGY_IN},
      {"energy out", GM_NAME_ENERGY_OUT},
      {"periodic crossings", GM_NAME_CROSSINGS},
      {"balance error", GM_NAME_ENERGY_ERROR},
  };
  fprintf(out, "balance at %g s, step %lld\n",
          info_last_number(h, GM_NAME_TIME, last),
          info_integer_at(h, GM_NAME_STEP, last));
  fprintf(out, "  %-18s %lld present, %lld in, %lld out, %lld lost\n", "grains",
          info_integer_at(h, GM_NAME_GRAINS, last),
          info_integer_at(h, GM_NAME_GRAINS_IN, last),
          info_integer_at(h, GM_NAME_GRAINS_OUT, last),
          info_integer_at(h, GM_NAME_GRAINS_LOST, last));
  if (info_integer_at(h, GM_NAME_BODIES_IN, last) > 0)
    fprintf(out, "  %-18s %lld present, %lld in, %lld out\n", "bodies",
            info_integer_at(h, GM_NAME_BODIES, last),
            info_integer_at(h, GM_NAME_BODIES_IN, last),
            info_integer_at(h, GM_NAME_BODIES_OUT, last));
  print_info_result_sides(out, h, last);
  for (size_t k = 0; k < sizeof energies / sizeof energies[0]; ++k) {
    if (!gm_result_find(h, energies[k].name)) continue; /* an older version */
    fprintf(out, "  %-18s %.6g J\n", energies[k].label,
            info_last_number(h, energies[k].name, last));
  }
  const gm_result_array *p = gm_result_find(h, GM_NAME_MOMENTUM);
  if (p && p->number && p->width == 3) {
    fprintf(out, "  %-18s %.4g %.4g %.4g kg m/s\n", "momentum",
            p->number[3 * last], p->number[3 * last + 1],
            p->number[3 * last + 2]);
  }
  int64_t at = 0;
  for (int64_t k = 0; k <= last; ++k)
    if (info_last_number(h, GM_NAME_LARGEST_OVERLAP, k) >
        info_last_number(h, GM_NAME_LARGEST_OVERLAP, at))
      at = k;
  fprintf(out, "  %-18s %.3g %% of the smaller radius, at %g s\n",
          "largest overlap",
          100.0 * info_last_number(h, GM_NAME_LARGEST_OVERLAP, at),
          info_last_number(h, GM_NAME_TIME, at));
}

static gm_status print_info_coverage(FILE *out, const gm_result *r,
                                     const gm_result_rows *h, int64_t last)
{
  const gm_coverage_counts c = {
      info_integer_at(h, GM_NAME_COVERAGE_LOST, last),
      info_integer_at(h, GM_NAME_ASKED_SITES, last),
      info_integer_at(h, GM_NAME_ASKED_TRIANGLES, last)};
  fprintf(out, "  %-18s %lld coverage lost, %lld centre inside\n", "events",
          c.lost, info_integer_at(h, GM_NAME_CENTRE_INSIDE, last));
  if (c.sites < 0 || c.exact < 0) return GM_OK; /* an older version */
  fprintf(out, "  %-18s %lld by virtual particles, %lld by triangles\n",
          "mesh queries", c.sites, c.exact);
  return gm_audit_report_result(&(gm_coverage_note){out, 18}, r, &c);
}

/* Arrays with the loads of structures or held groups, and with their names. */
typedef struct loaded {
  const char *what, *list, *force, *torque, *power, *work;
} loaded;

#define LOADED(what, list, name)                                               \
  {                                                                            \
    what, GM_GROUP_NAMES "/" list, name##_FORCE, name##_TORQUE, name##_POWER,  \
        name##_WORK                                                            \
  }
static const loaded all_loads[] = {
    LOADED("structure", GM_NAME_STRUCTURES, GM_NAME_STRUCTURE),
    LOADED("held", GM_NAME_HELD, GM_NAME_HELD)};

static gm_status print_info_loads(FILE *out, const gm_result *r,
                                  const loaded *of, const gm_result_rows *h,
                                  int64_t last)
{
  const gm_result_array *force = gm_result_find(h, of->force);
  const gm_result_array *torque = gm_result_find(h, of->torque);
  const gm_result_array *power = gm_result_find(h, of->power);
  const gm_result_array *work = gm_result_find(h, of->work);
  if (!force || !torque || !power || !work) return GM_OK;
  int64_t n = 0;
  GM_TRY(gm_table_count_texts(r->file, of->list, &n));
  if (n == 0) return GM_OK;
  if (!force->real || !torque->real || !power->real || !work->real ||
      force->width != 3 * n || torque->width != 3 * n || power->width != n ||
      work->width != n) {
    return gm_fail(GM_ERR_FILE,
                   "the history has loads of %lld %s, not %lld; it is damaged",
                   (long long)power->width, of->list, (long long)n);
  }
  fprintf(out,
          "%s loads at %g s (force and torque by grains; power and work on "
          "grains)\n",
          of->what, info_last_number(h, GM_NAME_TIME, last));
  for (int64_t i = 0; i < n; ++i) {
    const double *f = force->number + last * force->width + 3 * i;
    const double *t = torque->number + last * torque->width + 3 * i;
    char name[GM_RESULT_TEXT];
    GM_TRY(gm_table_read_texts(r->file, of->list, i, name, sizeof name));
    fprintf(out,
            "  %-18s force %.4g %.4g %.4g N, torque %.4g %.4g %.4g N m, "
            "power %.4g W, work %.4g J\n",
            name, f[0], f[1], f[2], t[0], t[1], t[2],
            power->number[last * n + i], work->number[last * n + i]);
  }
  return GM_OK;
}

/* Print one value of a sensor or sink, if it has it. */
static void print_info_last_value(FILE *out, const gm_result_rows *h,
                                  int64_t last, const char *measure,
                                  const char *suffix)
{
  char name[GM_RESULT_TEXT + 32];
  snprintf(name, sizeof name, "%s%s", measure, suffix);
  const gm_result_array *a = gm_result_find(h, name);
  if (!a) return;
  fprintf(out, "  %-18s", name);
  for (int64_t k = 0; k < a->width; ++k) {
    if (a->real)
      fprintf(out, " %.6g", a->number[last * a->width + k]);
    else
      fprintf(out, " %lld", (long long)a->integer[last * a->width + k]);
  }
  fprintf(out, strcmp(a->units, "1") ? " %s\n" : "\n", a->units);
}

/* Print the last row of the history for everything that `list` names: the columns with
 * these suffixes, below a heading with `what`, the time and a note. */
static gm_status print_info_named(FILE *out, const gm_result *r,
                                  const gm_result_rows *h, int64_t last,
                                  const char *list, const char *what,
                                  const char *note, const char *const *suffix,
                                  size_t suffixes)
{
  int64_t n = 0;
  if (!gm_hdf5_has(r->file, list)) return GM_OK;
  GM_TRY(gm_table_count_texts(r->file, list, &n));
  if (n)
    fprintf(out, "%s at %g s%s\n", what,
            info_last_number(h, GM_NAME_TIME, last), note);
  for (int64_t i = 0; i < n; ++i) {
    char name[GM_RESULT_TEXT];
    GM_TRY(gm_table_read_texts(r->file, list, i, name, sizeof name));
    for (size_t k = 0; k < suffixes; ++k)
      print_info_last_value(out, h, last, name, suffix[k]);
  }
  return GM_OK;
}

static gm_status print_info_measures(FILE *out, const gm_result *r,
                                     const gm_result_rows *h, int64_t last)
{
  static const char *const measured[] = {
      GM_SUFFIX_FORWARD,        GM_SUFFIX_BACKWARD,
      GM_SUFFIX_MASS_FORWARD,   GM_SUFFIX_MASS_BACKWARD,
      GM_SUFFIX_CONTACT_STRESS, GM_SUFFIX_KINETIC_STRESS,
      GM_SUFFIX_SOLID};
  static const char *const taken[] = {GM_SUFFIX_TAKEN, GM_SUFFIX_MASS_TAKEN};
  GM_TRY(print_info_named(out, r, h, last, GM_GROUP_NAMES "/" GM_NAME_MEASURES,
                          "measures",
                          " (stress xx xy xz yx ..., positive in compression)",
                          measured, sizeof measured / sizeof *measured));
  return print_info_named(out, r, h, last, GM_GROUP_NAMES "/" GM_NAME_SINKS,
                          "sinks", "", taken, sizeof taken / sizeof *taken);
}

static gm_status print_info_history(FILE *out, const gm_result *r)
{
  int64_t n = 0;
  GM_TRY(gm_result_history_rows(r, &n));
  if (n == 0) {
    fprintf(out, "no history yet\n");
    return GM_OK;
  }
  gm_result_rows history;
  gm_status status = gm_result_history(r, 0, n, &history);
  if (status == GM_OK) {
    print_info_result_balance(out, &history, n - 1);
    status = print_info_coverage(out, r, &history, n - 1);
  }
  for (int k = 0; status == GM_OK && k < 2; ++k)
    status = print_info_loads(out, r, &all_loads[k], &history, n - 1);
  if (status == GM_OK) status = print_info_measures(out, r, &history, n - 1);
  gm_result_rows_clear(&history);
  return status;
}

/* --- arrays ------------------------------------------------------------------ */

typedef struct listing {
  FILE *out;
  gm_hdf5_file *file;
} listing;

static gm_status print_info_array(void *context, const char *path)
{
  static const char *const types[] = {"float64", "float32", "int64",
                                      "int32",   "uint8",   "text"};
  const listing *l = context;
  gm_table table;
  char units[32], shape[64] = "";
  GM_TRY(gm_table_open(l->file, path, &table));
  gm_door_text(l->file, path, GM_ATTR_UNITS, units, sizeof units);
  for (int k = 0; k < table.rank; ++k) {
    const size_t used = strlen(shape);
    snprintf(shape + used, sizeof shape - used, " x %lld",
             (long long)table.size[k]);
  }
  fprintf(l->out, "  %-18s %s%s, %s\n", strrchr(path, '/') + 1,
          types[table.type], shape, units);
  gm_table_close(&table);
  return GM_OK;
}

static gm_status print_info_arrays(FILE *out, const gm_result *r)
{
  static const struct {
    const char *label, *group;
  } groups[] = {
      {"grain arrays", GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA},
      {"contact arrays", GM_GROUP_CONTACTS "/" GM_VTK_CELL_DATA},
      {"site arrays", GM_GROUP_SITES "/" GM_VTK_POINT_DATA},
      {"pose arrays", GM_GROUP_POSES},
      {"history", GM_GROUP_HISTORY},
  };
  listing l = {out, r->file};
  for (size_t k = 0; k < sizeof groups / sizeof groups[0]; ++k) {
    if (!gm_hdf5_has(r->file, groups[k].group)) continue;
    fprintf(out, "%s\n", groups[k].label);
    GM_TRY(gm_door_visit(r->file, groups[k].group, print_info_array, &l));
  }
  return GM_OK;
}

/* Print a summary of the result `path`: origin, frames, counts, balances, loads on
 * structures, arrays with their units.  GM_ERR_INPUT: no such file, or not a result;
 * GM_ERR_FILE: it cannot be read. */
static gm_status print_info_result(FILE *out, const char *path)
{
  gm_result r;
  gm_status status = gm_result_open(path, &r);
  if (status == GM_OK) status = print_info_result_head(out, &r, path);
  if (status == GM_OK) status = print_info_history(out, &r);
  if (status == GM_OK) status = print_info_arrays(out, &r);
  gm_result_clear(&r);
  return status;
}

/* --- the command ------------------------------------------------------------- */

gm_status gm_info_command(int argc, char **argv)
{
  return print_info_result(
      stdout,
      info_result(argc, argv, "granum info",
                  "Summarise a result: frames, balances, loads, arrays."));
}

/* ---- `granum repair`: repairs a result left behind by a crash -------------------- */

/* Reads what granum info reads: damage in parts that no frame needs is not repaired. */
static gm_status read_info_repaired(const char *path)
{
  char why[400];
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere) return GM_OK;
  const gm_status status = print_info_result(nowhere, path);
  fclose(nowhere);
  if (status == GM_OK) return GM_OK;
  snprintf(why, sizeof why, "%s", gm_status_message());
  return gm_fail(status, "'%s' is damaged beyond repair: %s", path, why);
}

/* Repair the result `path` and print to `out` what was done (result/recover.h). */
static gm_status repair_info_file(FILE *out, const char *path)
{
  gm_recover_report report;
  const gm_status status = gm_recover_result(path, &report);
  if (status != GM_OK && !report.damaged) return status;
  if (report.unmarked) {
    fprintf(out, "%s: was still marked as being written; now closed\n", path);
  }
  if (report.cut > 0) {
    fprintf(
        out,
        "%s: %d arrays extended beyond the last published frame; truncated\n",
        path, report.cut);
  }
  if (report.frames_dropped > 0) {
    fprintf(out,
            "%s: the last %lld frames were incomplete or damaged; removed\n",
            path, (long long)report.frames_dropped);
  }
  if (report.copied) {
    fprintf(out, "%s: a new file, because the index of an array is damaged\n",
            path);
  }
  if (report.kept) {
    fprintf(out,
            "%s: the file as it was is kept as %s" GM_KEEP_SUFFIX
            "; `mv %s" GM_KEEP_SUFFIX " %s` undoes the repair\n",
            path, path, path, path);
  }
  if (!report.unmarked && !report.cut && !report.recounted && !report.damaged) {
    fprintf(out, "%s: nothing to repair\n", path);
  }
  fprintf(out, "%s: %lld frames, %lld rows of history\n", path,
          (long long)report.frames, (long long)report.rows);
  return status == GM_OK ? read_info_repaired(path) : status;
}

gm_status gm_info_repair(int argc, char **argv)
{
  return repair_info_file(
      stdout,
      info_result(argc, argv, "granum repair",
                  "Close a result that a killed run left behind, and remove "
                  "incomplete data beyond its last published frame."));
}
