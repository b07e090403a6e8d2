/* export/blocks.c -- what a frame consists of as the blocks of one file.
 *
 * Grains, contacts and the other tables are each a transient file of their own within it;
 * structures are written as one surface in the world frame.
 */
#include "export/formats.h"

#include "base/memory.h"
#include "file/claim.h"
#include "file/schema.h"
#include "result/world_surfaces.h"
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ---- the structures of all frames, in the world frame ---------------------------- */

/* Which polygons a frame has depends only on which structures are present.  Each such
 * set of polygons is written once, as a part of its own, and frames refer to it.  VTK
 * finds the start of a part in Offsets by counting the parts before it until their cells
 * reach CellOffsets; a part without cells would be counted only if others followed, so
 * these parts come last.
 *
 * Points and arrays of a frame are written only if they differ from those of the frame
 * before: a structure at rest has one copy. */

enum { KINDS = 4, POLYGONS = 2, ARRAYS = 32 };

static const char *const kinds[KINDS] = {GM_VTK_VERTICES, GM_VTK_LINES,
                                         GM_VTK_POLYGONS, GM_VTK_STRIPS};

/* One set of polygons. */
typedef struct part {
  int64_t frame; /* the first that has it */
  bool empty;
  int64_t row;       /* in the tables of parts */
  int64_t cell, id;  /* its first cell, its first corner */
  int64_t n, points; /* cells, points */
} part;

/* One kind of cells. */
typedef struct cells {
  gm_table n, n_ids, offsets, connectivity;
} cells;

typedef struct surface_block {
  gm_hdf5_file *file;
  const char *group;
  const gm_result *result;
  int64_t first, frames;
  int64_t chunk, frame_chunk;

  part *parts; /* [n_parts] */
  int64_t n_parts;
  int64_t *part_of; /* [frames] row of parts */

  cells cells[KINDS];
  gm_table n_points, points;
  int n; /* arrays of cells */
  gm_table array[ARRAYS];
  /* one row for each frame */
  gm_table values, part, one, point_offset, cell_offset, id_offset;
  gm_table array_offset[ARRAYS];

  gm_world_surfaces before; /* the frame written last */
  const part *part_before;
  int64_t point_at, array_at[ARRAYS]; /* where its points and arrays begin */
} surface_block;

/* --- which frame has which polygons -------------------------------------------- */

static gm_status reserve_block_parts(surface_block *b)
{
  GM_TRY(GM_RESIZE(b->parts, 0, b->frames));
  return GM_RESIZE(b->part_of, 0, b->frames);
}

static gm_status find_block_parts(surface_block *b)
{
  const int64_t s = b->result->n_structures;
  gm_result_array present;
  gm_status status =
      gm_result_expect(b->result, GM_GROUP_POSES "/" GM_NAME_PRESENT, false, s,
                       b->first, b->frames, &present);
  if (status == GM_OK) status = reserve_block_parts(b);
  for (int64_t f = 0; status == GM_OK && f < b->frames; ++f) {
    const int64_t *now = present.integer + f * s;
    int64_t k = 0;
    for (; k < b->n_parts; ++k) {
      const int64_t *old = present.integer + b->parts[k].frame * s;
      if (s == 0 || memcmp(now, old, (size_t)s * sizeof *now) == 0) break;
    }
    if (k == b->n_parts) b->parts[b->n_parts++] = (part){.frame = f};
    b->part_of[f] = k;
  }
  gm_result_array_clear(&present);
  return status;
}

/* --- creating the tables ------------------------------------------------------- */

static gm_status make_block_group(const surface_block *b, const char *name)
{
  char path[GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s", b->group, name);
  return gm_hdf5_group(b->file, path);
}

static gm_status make_block_table(const surface_block *b, const char *in,
                                  const char *name, gm_table_form form,
                                  gm_table *table)
{
  char path[2 * GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s%s%s", b->group, in, *in ? "/" : "", name);
  return gm_table_make(b->file, path, &form, table);
}

/* A table of counts or offsets, with one row of `width` for each part or frame. */
static gm_status make_block_counts(const surface_block *b, const char *in,
                                   const char *name, int width, gm_table *table)
{
  return make_block_table(b, in, name,
                          (gm_table_form){.type = GM_TABLE_INT64,
                                          .rank = width > 1,
                                          .size = {width},
                                          .chunk = b->frame_chunk,
                                          .units = "1"},
                          table);
}

static gm_status make_block_cells(surface_block *b, int kind)
{
  cells *c = &b->cells[kind];
  const gm_table_form form = {
      .type = GM_TABLE_INT64, .chunk = b->chunk, .deflate = 1, .units = "1"};
  GM_TRY(make_block_group(b, kinds[kind]));
  GM_TRY(make_block_counts(b, kinds[kind], GM_VTK_NUMBER_OF_CELLS, 1, &c->n));
  GM_TRY(make_block_counts(b, kinds[kind], GM_VTK_NUMBER_OF_IDS, 1, &c->n_ids));
  GM_TRY(make_block_table(b, kinds[kind], GM_VTK_OFFSETS, form, &c->offsets));
  return make_block_table(b, kinds[kind], GM_VTK_CONNECTIVITY, form,
                          &c->connectivity);
}

static gm_status make_block_arrays(surface_block *b, const gm_result_rows *rows)
{
  const char *const offsets = GM_VTK_STEPS "/" GM_VTK_CELL_DATA_OFFSETS;
  GM_ASSERT(rows->n_arrays <= ARRAYS);
  GM_TRY(make_block_group(b, GM_VTK_CELL_DATA));
  GM_TRY(make_block_group(b, offsets));
  for (; b->n < rows->n_arrays; ++b->n) {
    const gm_result_array *a = &rows->array[b->n];
    GM_TRY(make_block_table(b, GM_VTK_CELL_DATA, a->name,
                            (gm_table_form){.type = a->type,
                                            .rank = a->width > 1,
                                            .size = {a->width},
                                            .chunk = b->chunk,
                                            .deflate = 1,
                                            .units = a->units},
                            &b->array[b->n]));
    GM_TRY(make_block_counts(b, offsets, a->name, 1, &b->array_offset[b->n]));
  }
  return GM_OK;
}

static gm_status make_block_steps(surface_block *b)
{
  const char *const steps = GM_VTK_STEPS;
  const gm_table_form times = {
      .type = GM_TABLE_DOUBLE, .chunk = b->frame_chunk, .units = "s"};
  GM_TRY(make_block_group(b, steps));
  GM_TRY(make_block_table(b, steps, GM_VTK_VALUES, times, &b->values));
  GM_TRY(make_block_counts(b, steps, GM_VTK_PART_OFFSETS, 1, &b->part));
  GM_TRY(make_block_counts(b, steps, GM_VTK_NUMBER_OF_PARTS, 1, &b->one));
  GM_TRY(
      make_block_counts(b, steps, GM_VTK_POINT_OFFSETS, 1, &b->point_offset));
  GM_TRY(
      make_block_counts(b, steps, GM_VTK_CELL_OFFSETS, KINDS, &b->cell_offset));
  return make_block_counts(b, steps, GM_VTK_ID_OFFSETS, KINDS, &b->id_offset);
}

/* p: the surfaces of any frame. */
static gm_status make_block_all(surface_block *b, const gm_world_surfaces *p)
{
  const int64_t n = p->n_points;
  b->chunk = n < 64 ? 64 : n > 16384 ? 16384 : n;
  b->frame_chunk = b->frames < 512 ? b->frames : 512;
  GM_TRY(gm_hdf5_group(b->file, b->group));
  GM_TRY(gm_hdf5_attribute_version(b->file, b->group, GM_VTK_VERSION, 2, 0));
  GM_TRY(gm_hdf5_attribute_text(b->file, b->group, GM_VTK_TYPE, "PolyData"));
  GM_TRY(make_block_counts(b, "", GM_VTK_NUMBER_OF_POINTS, 1, &b->n_points));
  GM_TRY(make_block_table(
      b, "", GM_VTK_POINTS,
      (gm_table_form){.type = p->single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE,
                      .rank = 1,
                      .size = {3},
                      .chunk = b->chunk,
                      .deflate = 1,
                      .units = "m"},
      &b->points));
  for (int k = 0; k < KINDS; ++k)
    GM_TRY(make_block_cells(b, k));
  GM_TRY(make_block_group(b, GM_VTK_POINT_DATA));
  GM_TRY(make_block_steps(b));
  return make_block_arrays(b, &p->cells);
}

/* --- writing ------------------------------------------------------------------- */

static gm_status append_block_count(gm_table *table, int64_t value)
{
  return gm_table_append(table, GM_TABLE_INT64, 1, &value);
}

static gm_status append_block_part(surface_block *b, part *a,
                                   const gm_world_surfaces *p)
{
  const int64_t zero = 0;
  cells *polygons = &b->cells[POLYGONS];
  a->row = b->n_points.rows;
  a->id = polygons->connectivity.rows;
  a->cell = polygons->offsets.rows - a->row;
  a->n = p->cells.n;
  a->points = p->n_points;
  GM_TRY(append_block_count(&b->n_points, a->points));
  for (int k = 0; k < KINDS; ++k) {
    cells *c = &b->cells[k];
    const bool used = k == POLYGONS;
    GM_TRY(append_block_count(&c->n, used ? a->n : 0));
    GM_TRY(append_block_count(&c->n_ids, used ? p->n_corners : 0));
    /* A list of offsets begins with 0; parts share that of the kinds without cells. */
    if (!used && a->row == 0)
      GM_TRY(gm_table_append(&c->offsets, GM_TABLE_INT64, 1, &zero));
  }
  GM_TRY(
      gm_table_append(&polygons->offsets, GM_TABLE_INT64, a->n + 1, p->offset));
  return gm_table_append(&polygons->connectivity, GM_TABLE_INT64, p->n_corners,
                         p->corners);
}

/* Write the parts with cells (empty: those without) and note which parts are empty. */
static gm_status append_block_parts(surface_block *b, bool empty)
{
  for (int64_t k = 0; k < b->n_parts; ++k) {
    part *a = &b->parts[k];
    if (empty && !a->empty) continue;
    gm_world_surfaces p;
    gm_status status =
        gm_world_surfaces_read(b->result, b->first + a->frame, &p);
    if (status == GM_OK && !empty && k == 0) status = make_block_all(b, &p);
    a->empty = status == GM_OK && p.cells.n == 0;
    if (status == GM_OK && a->empty == empty)
      status = append_block_part(b, a, &p);
    gm_world_surfaces_clear(&p);
    GM_TRY(status);
  }
  return GM_OK;
}

/* Append the values of the frame unless they are those of the frame before; *at becomes
 * their first row. */
static gm_status append_block_changed(gm_table *table, bool real, int64_t rows,
                                      const void *now, const void *before,
                                      int64_t *at)
{
  const int64_t width = gm_table_width(table);
  if (before && memcmp(now, before, (size_t)(rows * width) * 8) == 0)
    return GM_OK;
  *at = table->rows;
  return gm_table_append(table, real ? GM_TABLE_DOUBLE : GM_TABLE_INT64, rows,
                         now);
}

static gm_status append_block_arrays(surface_block *b,
                                     const gm_world_surfaces *now, bool same)
{
  for (int k = 0; k < b->n; ++k) {
    const gm_result_array *a = &now->cells.array[k];
    const gm_result_array *old = &b->before.cells.array[k];
    const void *values = a->real ? (const void *)a->number : a->integer;
    const void *before = a->real ? (const void *)old->number : old->integer;
    GM_TRY(append_block_changed(&b->array[k], a->real, now->cells.n, values,
                                same ? before : NULL, &b->array_at[k]));
    GM_TRY(append_block_count(&b->array_offset[k], b->array_at[k]));
  }
  return GM_OK;
}

static gm_status append_block_frame(surface_block *b, int64_t f,
                                    const gm_world_surfaces *p)
{
  const part *a = &b->parts[b->part_of[f]];
  const bool same = a == b->part_before;
  const int64_t cell[KINDS] = {[POLYGONS] = a->cell};
  const int64_t id[KINDS] = {[POLYGONS] = a->id};
  GM_TRY(append_block_changed(&b->points, true, p->n_points, p->points,
                              same ? b->before.points : NULL, &b->point_at));
  GM_TRY(append_block_arrays(b, p, same));
  GM_TRY(append_block_count(&b->part, a->row));
  GM_TRY(append_block_count(&b->one, 1));
  GM_TRY(append_block_count(&b->point_offset, b->point_at));
  GM_TRY(gm_table_append(&b->cell_offset, GM_TABLE_INT64, 1, cell));
  GM_TRY(gm_table_append(&b->id_offset, GM_TABLE_INT64, 1, id));
  b->part_before = a;
  return gm_table_append(&b->values, GM_TABLE_DOUBLE, 1,
                         &b->result->time[b->first + f]);
}

static gm_status append_block_frames(surface_block *b)
{
  for (int64_t f = 0; f < b->frames; ++f) {
    gm_world_surfaces p;
    gm_status status = gm_world_surfaces_read(b->result, b->first + f, &p);
    if (status == GM_OK) status = append_block_frame(b, f, &p);
    gm_world_surfaces_clear(&b->before);
    b->before = p;
    GM_TRY(status);
  }
  char steps[GM_HDF5_NAME];
  snprintf(steps, sizeof steps, "%s/" GM_VTK_STEPS, b->group);
  return gm_hdf5_attribute_count(b->file, steps, GM_VTK_NSTEPS, b->frames);
}

/* Write the surfaces of frames [first, last] of r to the group `group` of a file that
 * does not have it: a transient VTKHDF PolyData 2.0.  GM_ERR_FILE: r cannot be read, or
 * the file cannot be written. */
static gm_status put_surface_blocks(gm_hdf5_file *file, const char *group,
                                    const gm_result *r, int64_t first,
                                    int64_t last)
{
  surface_block *b = NULL; /* large */
  GM_TRY(GM_RESIZE(b, 0, 1));
  b->file = file;
  b->group = group;
  b->result = r;
  b->first = first;
  b->frames = last - first + 1;
  gm_status status = find_block_parts(b);
  if (status == GM_OK) status = append_block_parts(b, false);
  if (status == GM_OK) status = append_block_parts(b, true);
  if (status == GM_OK) status = append_block_frames(b);
  gm_world_surfaces_clear(&b->before);
  GM_FREE(b->parts);
  GM_FREE(b->part_of);
  GM_FREE(b);
  return status;
}

/* ---- what a frame consists of as the blocks of one file -------------------------- */

#define ASSEMBLY GM_GROUP_GRAINS "/" GM_VTK_ASSEMBLY

enum { GRAINS, CONTACTS, STRUCTURES, BODIES, CLUMPS, POINTS, BLOCKS };

/* A block, its node in the tree of blocks, which refers to it, and its rows; those of
 * structures are no table of the result. */
static const struct {
  const char *group, *node, *link;
  gm_result_kind kind;
} block[BLOCKS] = {
#define ROW(name, kind)                                                        \
  {                                                                            \
    GM_GROUP_GRAINS "/" name, ASSEMBLY "/" name, ASSEMBLY "/" name "/" name,   \
        kind                                                                   \
  }
    [GRAINS] = ROW("Grains", GM_RESULT_GRAINS),
    [CONTACTS] = ROW("Contacts", GM_RESULT_CONTACTS),
    [STRUCTURES] = ROW("Structures", GM_RESULT_KINDS),
    [BODIES] = ROW("Bodies", GM_RESULT_BODIES),
    [CLUMPS] = ROW("Clumps", GM_RESULT_CLUMPS),
    [POINTS] = ROW("MaterialPoints", GM_RESULT_POINTS),
#undef ROW
};

/* VTK lists the members of these groups by the order of their creation, and it lists
 * nothing of a group that does not track it. */
static gm_status put_block_assembly(gm_hdf5_file *file, const bool *has)
{
  int64_t index = 0;
  GM_TRY(gm_hdf5_group_in_order(file, ASSEMBLY));
  for (int k = 0; k < BLOCKS; ++k) {
    if (!has[k]) continue;
    GM_TRY(
        gm_hdf5_attribute_count(file, block[k].group, GM_VTK_INDEX, index++));
    GM_TRY(gm_hdf5_group_in_order(file, block[k].node));
    GM_TRY(gm_hdf5_soft_link(file, block[k].link, block[k].group));
  }
  return GM_OK;
}

static gm_status put_blocks(gm_hdf5_file *file, const gm_result *r,
                            int64_t first, int64_t last)
{
  const char *root = GM_GROUP_GRAINS;
  GM_TRY(gm_hdf5_group_in_order(file, root));
  GM_TRY(gm_hdf5_attribute_version(file, root, GM_VTK_VERSION, 2, 1));
  GM_TRY(gm_hdf5_attribute_text(file, root, GM_VTK_TYPE,
                                "PartitionedDataSetCollection"));
  bool has[BLOCKS] = {[STRUCTURES] = true};
  for (int k = 0; k < BLOCKS; ++k) {
    if (k == STRUCTURES) {
      GM_TRY(put_surface_blocks(file, block[k].group, r, first, last));
    } else {
      has[k] = r->has[block[k].kind];
      if (has[k])
        GM_TRY(gm_standalone_put(file, block[k].group, r, block[k].kind, first,
                                 last));
    }
  }
  return put_block_assembly(file, has);
}

/* Write the temporary file of the claim; messages name the final one. */
static gm_status write_blocks(const gm_claim *c, const gm_result *r,
                              int64_t first, int64_t last)
{
  gm_hdf5_file *file = NULL;
  GM_TRY(gm_hdf5_create(c->temporary, false, &file));
  gm_hdf5_moved(file, c->path);
  const gm_status status = put_blocks(file, r, first, last);
  const gm_status closed = gm_hdf5_close(&file);
  return status == GM_OK ? closed : status;
}

/* A result is never replaced by its own export. */
static gm_status test_block_other(const char *path, const gm_result *r)
{
  struct stat a, b;
  if (stat(path, &a) != 0 || stat(gm_hdf5_path(r->file), &b) != 0 ||
      a.st_dev != b.st_dev || a.st_ino != b.st_ino)
    return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' is the result itself; choose another name for the file",
                 path);
}

gm_status gm_blocks_write(const char *path, const gm_result *r, int64_t first,
                          int64_t last, bool replace)
{
  gm_claim c;
  GM_TRY(test_block_other(path, r));
  gm_status status = gm_claim_begin(path, replace, &c);
  if (status == GM_OK) status = write_blocks(&c, r, first, last);
  if (status == GM_OK) status = gm_claim_publish(&c);
  gm_claim_end(&c);
  return status;
}
