/* result/saved_grains_file.c -- reads the grains of one frame of an earlier result.
 *
 * Any result can serve as an initial state.  One written with output.arrays: resume
 * also contains contact springs, the velocities of the integration scheme and the order
 * of grains in memory, with which a run continues with the same bits; springs are used
 * only if the contact law is the same.
 */
#include "result/saved_grains_file.h"

#include "base/memory.h"
#include "config/report.h"
#include "file/door.h"
#include "file/foreign.h"
#include "file/schema.h"
#include "file/table.h"
#include "machines/domain_walls.h"
#include "result/result.h"
#include <stdio.h>
#include <string.h>

/* Reads the contacts of one frame of an earlier result. */

enum { ID_A, ID_B, STRUCTURE, PATCH, IMAGE, SPRING, COUPLE, LAST, READ };

static const struct {
  const char *name;
  bool real;
  int width;
} spring_array[READ] = {
    {GM_NAME_ID_A, false, 1},
    {GM_NAME_ID_B, false, 1},
    {GM_NAME_STRUCTURE_ID, false, 1},
    {GM_NAME_PATCH, false, 1},
    {GM_NAME_STRUCTURE_IMAGE, false, 1},
    {GM_NAME_SPRING, true, 4},
    {GM_NAME_COUPLE, true, 4},
    {GM_NAME_LAST_NORMAL, true, 3},
};

static gm_status read_saved_arrays(const gm_result *r, int64_t frame,
                                   gm_result_array *in)
{
  for (int k = 0; k < READ; ++k) {
    GM_TRY(gm_result_frame_array(r, GM_RESULT_CONTACTS, frame,
                                 spring_array[k].name, &in[k]));
    if (in[k].real == spring_array[k].real &&
        in[k].width == spring_array[k].width)
      continue;
    return gm_fail(
        GM_ERR_INPUT,
        "its array '%s' of contacts does not have %d %s for each contact",
        spring_array[k].name, spring_array[k].width,
        spring_array[k].real ? "numbers" : "integers");
  }
  return GM_OK;
}

/* Contacts of two structures, and of grains with bodies, which are structures behind the
 * named ones, have no grain or no structure in the run that begins. */
static bool is_saved_kept(const gm_result *r, const gm_result_array *in,
                          int64_t k)
{
  const bool body =
      r->has[GM_RESULT_BODIES] && in[STRUCTURE].integer[k] >= r->n_structures;
  return in[ID_A].integer[k] >= 0 && !body;
}

static gm_saved_contact saved_contact_of(const gm_result_array *in, int64_t k)
{
  const double *last = &in[LAST].number[3 * k];
  return (gm_saved_contact){.a = in[ID_A].integer[k],
                            .b = in[ID_B].integer[k],
                            .structure = (gm_index)in[STRUCTURE].integer[k],
                            .patch = (gm_index)in[PATCH].integer[k],
                            .image = (int)in[IMAGE].integer[k],
                            .history = gm_row_load(&in[SPRING].number[4 * k]),
                            .couple = gm_row_load(&in[COUPLE].number[4 * k]),
                            .last = gm_vec(last[0], last[1], last[2])};
}

static gm_status read_saved_pair_names(const gm_result *r, gm_saved_grains *b)
{
  GM_TRY(GM_RESIZE(b->structure_name, 0, r->n_structures + 1));
  b->n_structures = (gm_index)r->n_structures;
  for (gm_index k = 0; k < b->n_structures; ++k)
    GM_TRY(
        gm_result_structure_name(r, k, b->structure_name[k], GM_NAME_LENGTH));
  return GM_OK;
}

/* Read the contacts of frame `frame` of a result with output.arrays: resume into *saved.
 * Errors as gm_result_read; GM_ERR_INPUT: an array has the wrong type or width. */
static gm_status read_saved_springs(const gm_result *r, int64_t frame,
                                    gm_saved_grains *b)
{
  const int64_t n = r->n_rows[GM_RESULT_CONTACTS][frame];
  gm_result_array in[READ];
  for (int k = 0; k < READ; ++k)
    in[k] = (gm_result_array){0};
  if (n < 0 || n >= INT32_MAX)
    return gm_fail(GM_ERR_INPUT,
                   "frame %lld has an impossible number of contacts, %lld; the "
                   "file is damaged",
                   (long long)frame, (long long)n);
  GM_TRY(read_saved_pair_names(r, b));
  gm_status status = read_saved_arrays(r, frame, in);
  if (status == GM_OK) status = GM_RESIZE(b->contact, 0, n + 1);
  for (int64_t k = 0; status == GM_OK && k < n; ++k)
    if (is_saved_kept(r, in, k))
      b->contact[b->n_contacts++] = saved_contact_of(in, k);
  for (int k = 0; k < READ; ++k)
    gm_result_array_clear(&in[k]);
  return status;
}

static gm_status refuse_saved(gm_config *config, size_t source, const char *key,
                              const char *text)
{
  char path[64];
  snprintf(path, sizeof path, "grains[%zu].result.%s", source, key);
  return gm_report_fault(config, path, "%s", text);
}

/* Index of the frame that the source names; negative numbers count from the end.
 * Returns -1 after reporting an error. */
static int64_t find_saved_frame(gm_config *config, size_t source,
                                const gm_result *r)
{
  const int64_t said = config->grains[source].result.frame;
  const int64_t frame = said < 0 ? r->frames + said : said;
  if (frame >= 0 && frame < r->frames) return frame;
  char text[256];
  snprintf(text, sizeof text,
           "there is no frame %lld in '%.100s', which has %lld frames; the "
           "first is 0, the last -1",
           (long long)said, config->grains[source].result.file,
           (long long)r->frames);
  refuse_saved(config, source, "frame", text);
  return -1;
}

/* ---- columns --------------------------------------------------------------------- */

/* Read an array of the grains and check its type and width; *a must be cleared in all
 * cases. */
static gm_status open_saved_array(const gm_result *r, int64_t frame,
                                  const char *name, bool real, int width,
                                  gm_result_array *a)
{
  GM_TRY(gm_result_frame_array(r, GM_RESULT_GRAINS, frame, name, a));
  if (a->real == real && a->width == width) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "its array '%s' has %s, %lld for each grain; expected %s, %d "
                 "for each grain",
                 name, a->real ? "numbers" : "integers", (long long)a->width,
                 real ? "numbers" : "integers", width);
}

/* Read numbers of n grains, `width` each, to out [n][width]. */
static gm_status read_saved_numbers(const gm_result *r, int64_t frame,
                                    const char *name, gm_index n, int width,
                                    void *out)
{
  gm_result_array a;
  const gm_status status = open_saved_array(r, frame, name, true, width, &a);
  if (status == GM_OK && n > 0)
    memcpy(out, a.number, (size_t)n * (size_t)width * sizeof *a.number);
  gm_result_array_clear(&a);
  return status;
}

static gm_status read_saved_integers(const gm_result *r, int64_t frame,
                                     const char *name, gm_index n,
                                     gm_index *out)
{
  gm_result_array a;
  const gm_status status = open_saved_array(r, frame, name, false, 1, &a);
  for (gm_index i = 0; status == GM_OK && i < n; ++i)
    out[i] = (gm_index)a.integer[i];
  gm_result_array_clear(&a);
  return status;
}

static gm_status read_saved_ids(const gm_result *r, int64_t frame, gm_index n,
                                gm_id *out)
{
  gm_result_array a;
  const gm_status status = open_saved_array(r, frame, GM_NAME_ID, false, 1, &a);
  if (status == GM_OK && n > 0) memcpy(out, a.integer, (size_t)n * sizeof *out);
  gm_result_array_clear(&a);
  return status;
}

/* Quaternions stored in single precision are normalised again. */
static gm_status read_saved_orientations(const gm_result *r, int64_t frame,
                                         gm_index n, gm_quat *out)
{
  gm_result_array a;
  const gm_status status =
      open_saved_array(r, frame, GM_NAME_ORIENTATION, true, 4, &a);
  for (gm_index i = 0; status == GM_OK && i < n; ++i) {
    const double *q = a.number + 4 * i;
    out[i] = (gm_quat){q[0], q[1], q[2], q[3]};
    if (a.type != GM_TABLE_DOUBLE) out[i] = gm_quat_unit(out[i]);
  }
  gm_result_array_clear(&a);
  return status;
}

static gm_status read_saved_points(const gm_result *r, int64_t frame,
                                   gm_saved_grains *b)
{
  gm_result_rows rows = {0};
  gm_status status = gm_result_points(r, GM_RESULT_GRAINS, frame, &rows);
  if (status == GM_OK && b->n > 0)
    memcpy(b->x, rows.points, (size_t)b->n * sizeof *b->x);
  gm_result_rows_clear(&rows);
  return status;
}

static gm_status read_saved_names(const gm_result *r, gm_saved_grains *b)
{
  if (r->n_materials > GM_MATERIALS_MAX) {
    return gm_fail(GM_ERR_INPUT, "it has %lld materials; the limit is %d",
                   (long long)r->n_materials, GM_MATERIALS_MAX);
  }
  b->n_names = (gm_index)r->n_materials;
  for (gm_index k = 0; k < b->n_names; ++k) {
    GM_TRY(gm_table_read_texts(r->file, GM_GROUP_NAMES "/" GM_NAME_MATERIALS, k,
                               b->name[k], GM_NAME_LENGTH));
  }
  return GM_OK;
}

/* ---- the saved state ------------------------------------------------------------- */

static bool has_saved_array(const gm_result *r, const char *array)
{
  char name[GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s/%s", GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA,
           array);
  return gm_hdf5_has(r->file, name);
}

/* Read what output.arrays: resume adds: springs, and to resume a run also its instant. */
static gm_status read_saved_state(const gm_result *r, int64_t f,
                                  gm_saved_grains *b)
{
  gm_index *place = NULL;
  GM_TRY(GM_RESIZE(b->id, 0, b->n + 1));
  GM_TRY(read_saved_ids(r, f, b->n, b->id));
  GM_TRY(read_saved_springs(r, f, b));
  GM_TRY(gm_foreign_read(r->file, GM_GROUP_SCENE "/" GM_NAME_MATERIAL_RADII,
                         true, b->n_names, 2, b->radii));
  b->dt = gm_door_number(r->file, GM_GROUP_SCENE, GM_ATTR_TIME_STEP);
  const double steps = r->time[f] / b->dt;
  const bool counts = b->dt > 0.0 && steps >= 0.0 && steps < 1.0e11;
  if (!b->goes_on || !counts) return GM_OK;
  b->step = llround(steps);
  GM_TRY(read_saved_numbers(r, f, GM_NAME_SCHEME_VELOCITY, b->n, 3, b->v));
  GM_TRY(read_saved_numbers(r, f, GM_NAME_SCHEME_SPIN, b->n, 3, b->w));
  GM_TRY(GM_RESIZE(place, 0, b->n + 1));
  gm_status status = read_saved_integers(r, f, GM_NAME_PLACE, b->n, place);
  if (status == GM_OK) status = gm_saved_grains_arrange(b, place);
  GM_FREE(place);
  b->resumable = (double)b->step * b->dt == r->time[f];
  return status;
}

/* Grains of a frame with material points are a part of the material, some of them with
 * half of their mass. */
static gm_status refuse_saved_points(const gm_result *r, int64_t f)
{
  if (!r->has[GM_RESULT_POINTS] || r->n_rows[GM_RESULT_POINTS][f] == 0)
    return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "has %lld material points in frame %lld, which a source of "
                 "grains would lose; take a frame before hybrid.start, or go "
                 "on with that run's checkpoint (granum run RESULT --resume)",
                 (long long)r->n_rows[GM_RESULT_POINTS][f], (long long)f);
}

static gm_status read_saved_columns(const gm_result *r, int64_t f,
                                    gm_saved_grains *b)
{
  const int64_t rows = r->n_rows[GM_RESULT_GRAINS][f];
  if (rows < 0 || rows >= INT32_MAX) {
    return gm_fail(GM_ERR_INPUT,
                   "frame %lld has an impossible number of grains, %lld; the "
                   "file is damaged",
                   (long long)f, (long long)rows);
  }
  if (has_saved_array(r, GM_NAME_CLUMP))
    return gm_fail(GM_ERR_INPUT,
                   "is of a run with clumps, which cannot begin another run "
                   "from their members; go on with that run's checkpoint "
                   "(granum run RESULT --resume)");
  if (b->goes_on && r->has[GM_RESULT_BODIES])
    return gm_fail(GM_ERR_INPUT,
                   "is of a run with bodies, which a source of grains would "
                   "lose; leave resume out, or go on with that run's "
                   "checkpoint (granum run RESULT --resume)");
  GM_TRY(refuse_saved_points(r, f));
  const gm_index n = (gm_index)rows;
  GM_TRY(GM_RESIZE(b->x, 0, n + 1));
  GM_TRY(GM_RESIZE(b->v, 0, n + 1));
  GM_TRY(GM_RESIZE(b->w, 0, n + 1));
  GM_TRY(GM_RESIZE(b->r, 0, n + 1));
  GM_TRY(GM_RESIZE(b->material, 0, n + 1));
  b->n = n;
  GM_TRY(read_saved_names(r, b));
  GM_TRY(read_saved_points(r, f, b));
  GM_TRY(read_saved_numbers(r, f, GM_NAME_VELOCITY, n, 3, b->v));
  GM_TRY(read_saved_numbers(r, f, GM_NAME_ANGULAR_VELOCITY, n, 3, b->w));
  GM_TRY(read_saved_numbers(r, f, GM_NAME_RADIUS, n, 1, b->r));
  GM_TRY(read_saved_integers(r, f, GM_NAME_MATERIAL, n, b->material));
  if (has_saved_array(r, GM_NAME_LABEL)) {
    GM_TRY(GM_RESIZE(b->label, 0, n + 1));
    GM_TRY(read_saved_integers(r, f, GM_NAME_LABEL, n, b->label));
  }
  if (has_saved_array(r, GM_NAME_HELD)) {
    GM_TRY(GM_RESIZE(b->held, 0, n + 1));
    GM_TRY(read_saved_integers(r, f, GM_NAME_HELD, n, b->held));
  }
  if (has_saved_array(r, GM_NAME_ORIENTATION)) {
    GM_TRY(GM_RESIZE(b->orientation, 0, n + 1));
    GM_TRY(read_saved_orientations(r, f, n, b->orientation));
  }
  return has_saved_array(r, GM_NAME_PLACE) ? read_saved_state(r, f, b) : GM_OK;
}

/* Read from the scene of the result its periodic lengths and its contact law, on which
 * springs depend. */
static gm_status read_saved_scene(const gm_config *config, const gm_result *r,
                                  gm_saved_grains *b)
{
  gm_config earlier;
  char ours[GM_RESULT_SCENE_LAW], theirs[GM_RESULT_SCENE_LAW];
  const gm_status status = gm_result_scene_read(r, &earlier);
  if (status == GM_OK) {
    b->box = gm_row_vec(gm_domain_walls_domain(&earlier).side);
    gm_result_scene_law(config, ours);
    gm_result_scene_law(&earlier, theirs);
    if (strcmp(ours, theirs) != 0) b->n_contacts = b->resumable = 0;
  }
  gm_config_clear(&earlier);
  return status;
}

gm_status gm_saved_grains_file_read(gm_config *config, size_t source,
                                    gm_saved_grains *b)
{
  char path[4096], text[1024];
  gm_result r;
  *b = (gm_saved_grains){.goes_on = config->grains[source].result.resume};
  gm_config_path(config, config->grains[source].result.file, path, sizeof path);
  gm_status status = gm_result_open(path, &r);
  if (status != GM_OK && status != GM_ERR_MEMORY) {
    snprintf(text, sizeof text, "%s", gm_status_message());
    status = refuse_saved(config, source, "file", text);
  }
  const int64_t frame =
      status == GM_OK ? find_saved_frame(config, source, &r) : -1;
  if (status == GM_OK && frame < 0) status = GM_ERR_INPUT;
  if (status == GM_OK) {
    status = read_saved_columns(&r, frame, b);
    if (status != GM_OK && status != GM_ERR_MEMORY) {
      snprintf(text, sizeof text, "%s", gm_status_message());
      status = refuse_saved(config, source, "file", text);
    }
  }
  const gm_vec3 copies = config->grains[source].result.copies;
  if (status == GM_OK && (b->contact || copies.x * copies.y * copies.z > 1.0)) {
    status = read_saved_scene(config, &r, b);
  }
  if (status == GM_OK && gm_saved_grains_unsound(b) >= 0) {
    status =
        refuse_saved(config, source, "file",
                     "contains grains with impossible values (not finite, or a "
                     "radius that is not positive); use an earlier frame or "
                     "repeat that run");
  }
  gm_result_clear(&r);
  return status;
}
