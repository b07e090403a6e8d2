/* output/bed_file.c -- the grains of a frame of an earlier result.  Room: output. */
#include "output/bed_file.h"

#include "base/memory.h"
#include "config/read.h"
#include "output/result.h"
#include "output/schema.h"
#include "scene/walls.h"
#include <stdio.h>
#include <string.h>

static gm_status fault(gm_config *config, size_t source, const char *key,
                       const char *text)
{
  char path[64];
  snprintf(path, sizeof path, "grains[%zu].result.%s", source, key);
  return gm_read_fault(config, path, "%s", text);
}

/* The frame that `said` names, below 0 from the end; -1 with a fault. */
static int64_t find_frame(gm_config *config, size_t source, const gm_result *r)
{
  const int64_t said = config->grains[source].result.frame;
  const int64_t frame = said < 0 ? r->frames + said : said;
  if (frame >= 0 && frame < r->frames) return frame;
  char text[256];
  snprintf(text, sizeof text,
           "there is no frame %lld in '%.100s': it holds %lld, the first is 0, "
           "the last -1",
           (long long)said, config->grains[source].result.file,
           (long long)r->frames);
  fault(config, source, "frame", text);
  return -1;
}

/* ---- columns --------------------------------------------------------------------- */

/* An array of the grains, numbers or integers, `width` a grain; *a must be cleared in all cases. */
static gm_status open_array(const gm_result *r, int64_t frame, const char *name,
                            bool real, int width, gm_result_array *a)
{
  GM_TRY(gm_result_frame_array(r, GM_RESULT_GRAINS, frame, name, a));
  if (a->real == real && a->width == width) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "its '%s' are %s, %lld a grain; a run writes %s, %d a grain",
                 name, a->real ? "numbers" : "integers", (long long)a->width,
                 real ? "numbers" : "integers", width);
}

/* Numbers of n grains, `width` each, to out [n][width]. */
static gm_status read_numbers(const gm_result *r, int64_t frame,
                              const char *name, gm_index n, int width,
                              void *out)
{
  gm_result_array a;
  const gm_status status = open_array(r, frame, name, true, width, &a);
  if (status == GM_OK && n > 0)
    memcpy(out, a.number, (size_t)n * (size_t)width * sizeof *a.number);
  gm_result_array_clear(&a);
  return status;
}

static gm_status read_integers(const gm_result *r, int64_t frame,
                               const char *name, gm_index n, gm_index *out)
{
  gm_result_array a;
  const gm_status status = open_array(r, frame, name, false, 1, &a);
  for (gm_index i = 0; status == GM_OK && i < n; ++i)
    out[i] = (gm_index)a.integer[i];
  gm_result_array_clear(&a);
  return status;
}

/* In the file a quaternion may be single: unit again, and w x y z. */
static gm_status read_orientations(const gm_result *r, int64_t frame,
                                   gm_index n, gm_quat *out)
{
  gm_result_array a;
  const gm_status status =
      open_array(r, frame, GM_NAME_ORIENTATION, true, 4, &a);
  for (gm_index i = 0; status == GM_OK && i < n; ++i) {
    const double *q = a.number + 4 * i;
    out[i] = (gm_quat){q[0], q[1], q[2], q[3]};
    if (a.type != GM_TABLE_DOUBLE) out[i] = gm_quat_unit(out[i]);
  }
  gm_result_array_clear(&a);
  return status;
}

static gm_status read_points(const gm_result *r, int64_t frame, gm_bed *b)
{
  gm_result_rows rows = {0};
  gm_status status = gm_result_points(r, GM_RESULT_GRAINS, frame, &rows);
  if (status == GM_OK && b->n > 0)
    memcpy(b->x, rows.points, (size_t)b->n * sizeof *b->x);
  gm_result_rows_clear(&rows);
  return status;
}

static gm_status read_names(const gm_result *r, gm_bed *b)
{
  if (r->n_materials > GM_MATERIALS_MAX) {
    return gm_fail(GM_ERR_INPUT, "it has %lld materials, more than %d",
                   (long long)r->n_materials, GM_MATERIALS_MAX);
  }
  b->n_names = (gm_index)r->n_materials;
  for (gm_index k = 0; k < b->n_names; ++k) {
    GM_TRY(gm_table_text(r->file, GM_GROUP_NAMES "/" GM_NAME_MATERIALS, k,
                         b->name[k], GM_NAME_LENGTH));
  }
  return GM_OK;
}

/* ---- the bed --------------------------------------------------------------------- */

static bool has_array(const gm_result *r, const char *array)
{
  char name[GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s/%s", GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA,
           array);
  return gm_hdf5_has(r->file, name);
}

static gm_status read_columns(const gm_result *r, int64_t f, gm_bed *b)
{
  const gm_index n = (gm_index)r->n_rows[GM_RESULT_GRAINS][f];
  GM_TRY(GM_RESIZE(b->x, 0, n + 1));
  GM_TRY(GM_RESIZE(b->v, 0, n + 1));
  GM_TRY(GM_RESIZE(b->w, 0, n + 1));
  GM_TRY(GM_RESIZE(b->r, 0, n + 1));
  GM_TRY(GM_RESIZE(b->material, 0, n + 1));
  b->n = n;
  GM_TRY(read_names(r, b));
  GM_TRY(read_points(r, f, b));
  GM_TRY(read_numbers(r, f, GM_NAME_VELOCITY, n, 3, b->v));
  GM_TRY(read_numbers(r, f, GM_NAME_ANGULAR_VELOCITY, n, 3, b->w));
  GM_TRY(read_numbers(r, f, GM_NAME_RADIUS, n, 1, b->r));
  GM_TRY(read_integers(r, f, GM_NAME_MATERIAL, n, b->material));
  if (has_array(r, GM_NAME_LABEL)) {
    GM_TRY(GM_RESIZE(b->label, 0, n + 1));
    GM_TRY(read_integers(r, f, GM_NAME_LABEL, n, b->label));
  }
  if (has_array(r, GM_NAME_HELD)) {
    GM_TRY(GM_RESIZE(b->held, 0, n + 1));
    GM_TRY(read_integers(r, f, GM_NAME_HELD, n, b->held));
  }
  if (!has_array(r, GM_NAME_ORIENTATION)) return GM_OK;
  GM_TRY(GM_RESIZE(b->orientation, 0, n + 1));
  return read_orientations(r, f, n, b->orientation);
}

/* The sides along which the earlier run was periodic: its scene says so. */
static gm_status read_box(const gm_result *r, gm_bed *b)
{
  gm_config earlier;
  gm_result_array text = {0};
  char *scene = NULL;
  gm_config_init(&earlier);
  gm_status status =
      gm_result_read(r, GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE, 0, -1, &text);
  if (status == GM_OK) status = GM_RESIZE(scene, 0, text.n + 1);
  if (status == GM_OK) {
    for (int64_t k = 0; k < text.n; ++k)
      scene[k] = (char)text.integer[k];
    /* Files that it names may be gone: faults do not matter here. */
    status = gm_read_text(scene, (size_t)text.n, "the earlier scene", ".", 0,
                          NULL, &earlier);
    if (status == GM_OK || status == GM_ERR_INPUT) {
      b->box = gm_row_vec(gm_walls_domain(&earlier).side);
      status = GM_OK;
    }
    gm_config_clear(&earlier);
  }
  GM_FREE(scene);
  gm_result_array_clear(&text);
  return status;
}

/* What a later step would rely on. */
static int is_sound(const gm_bed *b)
{
  for (gm_index i = 0; i < b->n; ++i) {
    const double sum =
        gm_norm2(b->x[i]) + gm_norm2(b->v[i]) + gm_norm2(b->w[i]);
    if (!isfinite(sum) || !(b->r[i] > 0.0)) return 0;
    if (b->material[i] < 0 || b->material[i] >= b->n_names) return 0;
  }
  return 1;
}

gm_status gm_bed_file_read(gm_config *config, size_t source, gm_bed *b)
{
  char path[4096], text[1024];
  gm_result r;
  *b = (gm_bed){0};
  gm_config_path(config, config->grains[source].result.file, path, sizeof path);
  gm_status status = gm_result_open(path, &r);
  if (status != GM_OK && status != GM_ERR_MEMORY) {
    snprintf(text, sizeof text, "%s", gm_status_message());
    status = fault(config, source, "file", text);
  }
  const int64_t frame = status == GM_OK ? find_frame(config, source, &r) : -1;
  if (status == GM_OK && frame < 0) status = GM_ERR_INPUT;
  if (status == GM_OK) {
    status = read_columns(&r, frame, b);
    if (status != GM_OK && status != GM_ERR_MEMORY) {
      snprintf(text, sizeof text, "%s", gm_status_message());
      status = fault(config, source, "file", text);
    }
  }
  const gm_vec3 copies = config->grains[source].result.copies;
  if (status == GM_OK && copies.x * copies.y * copies.z > 1.0) {
    status = read_box(&r, b);
  }
  if (status == GM_OK && !is_sound(b)) {
    status = fault(config, source, "file",
                   "holds numbers that no grain can have; run it again, or "
                   "take an earlier frame");
  }
  gm_result_clear(&r);
  return status;
}
