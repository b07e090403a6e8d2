/* output/body_table.c -- bodies in a result, frame by frame.
 *
 * Rows are the copies that are in the run, by their ids, which are their numbers: those
 * of structures behind the named ones.
 */
#include "output/body_table.h"

#include "base/memory.h"
#include "body/meetings.h"
#include "body/tessellate.h"
#include "file/schema.h"
#include "file/table.h"
#include "sdf/sites.h"
#include <stdio.h>
#include <string.h>

enum {
  ID,
  SHAPE,
  MATERIAL,
  COORDINATION, /* the last whole number */
  SCALE,
  MASS,
  ORIENTATION,
  VELOCITY,
  SPIN,
  FORCE,
  TORQUE,
  COLUMNS
};

static const struct {
  const char *name, *units;
  gm_table_type type;
  int width;
} columns[COLUMNS] = {
    [ID] = {GM_NAME_ID, "1", GM_TABLE_INT64, 1},
    [SHAPE] = {GM_NAME_SHAPE, "1", GM_TABLE_INT32, 1},
    [MATERIAL] = {GM_NAME_MATERIAL, "1", GM_TABLE_INT32, 1},
    [COORDINATION] = {GM_NAME_COORDINATION, "1", GM_TABLE_INT32, 1},
    [SCALE] = {GM_NAME_SCALE, "1", GM_TABLE_DOUBLE, 1},
    [MASS] = {GM_NAME_MASS, "kg", GM_TABLE_DOUBLE, 1},
    [ORIENTATION] = {GM_NAME_ORIENTATION, "1", GM_TABLE_DOUBLE, 4},
    [VELOCITY] = {GM_NAME_VELOCITY, "m/s", GM_TABLE_DOUBLE, 3},
    [SPIN] = {GM_NAME_ANGULAR_VELOCITY, "rad/s", GM_TABLE_DOUBLE, 3},
    [FORCE] = {GM_NAME_FORCE, "N", GM_TABLE_DOUBLE, 3},
    [TORQUE] = {GM_NAME_TORQUE, "N m", GM_TABLE_DOUBLE, 3},
};

gm_status gm_body_table_make(gm_hdf5_file *file, const gm_scene *s, bool single,
                             int deflate, gm_body_table *t)
{
  const gm_index n = s->structures.n - s->structures.named;
  gm_transient_array array[COLUMNS];
  *t = (gm_body_table){.on = n > 0};
  if (!t->on) return GM_OK;
  GM_TRY(GM_RESIZE(t->row, 0, n));
  GM_TRY(GM_RESIZE(t->touches, 0, s->structures.n));
  for (int k = 0; k < COLUMNS; ++k) {
    const int real = columns[k].type == GM_TABLE_DOUBLE;
    array[k] = (gm_transient_array){
        columns[k].name, columns[k].units,
        real && single ? GM_TABLE_FLOAT : columns[k].type, columns[k].width};
  }
  const gm_transient_form form = {.kind = GM_TRANSIENT_GRAINS,
                                  .group = GM_GROUP_BODIES,
                                  .array = array,
                                  .n = COLUMNS,
                                  .single = single,
                                  .deflate = deflate,
                                  .chunk = n < 512      ? 64
                                           : n < 131072 ? n / 8
                                                        : 16384,
                                  .frame_chunk = 1};
  return gm_transient_make(file, &form, &t->rows);
}

/* ---- a frame ----------------------------------------------------------------------- */

typedef struct frame {
  const gm_body_table *table;
  const gm_structures *structures;
} frame;

static void fill_body_table_whole(const frame *f, int k, int64_t first,
                                  int64_t n, int64_t *out)
{
  const gm_structures *all = f->structures;
  for (int64_t q = 0; q < n; ++q) {
    const gm_index row = f->table->row[first + q];
    const gm_structure *b = &all->row[row];
    out[q] = k == ID         ? row - all->named
             : k == SHAPE    ? b->kind
             : k == MATERIAL ? b->material
                             : f->table->touches[row];
  }
}

static gm_vec3 body_vector(const gm_structure *b, int k)
{
  return k == VELOCITY ? b->pose.velocity
         : k == SPIN   ? b->pose.spin
         : k == FORCE  ? b->load.force
         : k == TORQUE ? b->load.torque
                       : b->pose.position;
}

static void fill_body_rows(const void *context, int k, int64_t first, int64_t n,
                           void *out)
{
  const frame *f = context;
  double *to = out;
  if (k >= 0 && k <= COORDINATION) {
    fill_body_table_whole(f, k, first, n, out);
    return;
  }
  for (int64_t q = 0; q < n; ++q) {
    const gm_structure *b = &f->structures->row[f->table->row[first + q]];
    if (k == SCALE || k == MASS)
      to[q] = k == SCALE ? b->scale : b->rigid->mass;
    else if (k == ORIENTATION)
      ((gm_quat *)out)[q] = b->pose.orientation;
    else
      ((gm_vec3 *)out)[q] = body_vector(b, k);
  }
}

static void count_body_table_touches(gm_body_table *t, const gm_scene *s)
{
  const gm_contacts *list = &s->contacts;
  for (gm_index k = 0; k < s->structures.n; ++k)
    t->touches[k] = 0;
  for (gm_index row = list->n_grain; row < list->n; ++row)
    t->touches[list->b[row]] += list->touched[row];
  for (gm_index k = 0; k < s->meetings.n; ++k) {
    const gm_meeting *m = &s->meetings.row[k];
    t->touches[m->a] += gm_meetings_touch(m);
    t->touches[m->b] += gm_meetings_touch(m);
  }
}

gm_status gm_body_table_take(gm_body_table *t, const gm_scene *s)
{
  const frame f = {t, &s->structures};
  if (!t->on) return GM_OK;
  t->n_rows = 0;
  for (gm_index k = s->structures.named; k < s->structures.n; ++k)
    if (s->structures.row[k].present) t->row[t->n_rows++] = k;
  count_body_table_touches(t, s);
  return gm_transient_take(&t->rows, t->n_rows, fill_body_rows, &f);
}

gm_status gm_body_table_append(gm_body_table *t, bool *touched)
{
  if (!t->on) return GM_OK;
  GM_TRY(gm_transient_append(&t->rows));
  return gm_transient_settle(&t->rows, touched);
}

gm_status gm_body_table_publish(gm_body_table *t, double time)
{
  if (!t->on) return GM_OK;
  GM_TRY(gm_transient_publish(&t->rows, time));
  return gm_transient_count(&t->rows);
}

void gm_body_table_mark(gm_body_table *t)
{
  if (t->on) gm_transient_mark(&t->rows);
}

void gm_body_table_clear(gm_body_table *t)
{
  if (t->on) gm_transient_clear(&t->rows);
  GM_FREE(t->row);
  GM_FREE(t->touches);
}

/* The shapes of bodies in a result, written once.
 *
 * All shapes are one surface, whose polygons say which shape they belong to, and so are
 * the virtual particles with which bodies meet. */

/* Polygons, or vertices, of all shapes together. */
typedef struct cells {
  int64_t n_points, n, n_corners;
  gm_vec3 *point;   /* [n_points] */
  int64_t *offset;  /* [n + 1] */
  int64_t *corner;  /* [n_corners] */
  int32_t *shape;   /* [n] */
  double *distance; /* [n] of virtual particles */
} cells;

static void clear_body_table_cells(cells *c)
{
  GM_FREE(c->point);
  GM_FREE(c->offset);
  GM_FREE(c->corner);
  GM_FREE(c->shape);
  GM_FREE(c->distance);
}

static gm_status reserve_body_table_cells(cells *c, int64_t points, int64_t n,
                                          int64_t corners)
{
  GM_TRY(GM_RESIZE(c->point, c->n_points, c->n_points + points + 1));
  GM_TRY(GM_RESIZE(c->offset, c->offset ? c->n + 1 : 0, c->n + n + 1));
  GM_TRY(GM_RESIZE(c->corner, c->n_corners, c->n_corners + corners + 1));
  return GM_RESIZE(c->shape, c->n, c->n + n + 1);
}

static gm_status add_body_table_surface(cells *c, const gm_structure *s,
                                        int32_t shape)
{
  gm_polygons one;
  GM_TRY(gm_tessellate_shape(&s->shape, s->shape.min, s->shape.max, &one));
  gm_status status =
      reserve_body_table_cells(c, one.n_points, one.n, one.start[one.n]);
  if (status == GM_OK) {
    memcpy(c->point + c->n_points, one.points,
           (size_t)one.n_points * sizeof *one.points);
    for (int64_t k = 0; k < one.n; ++k) {
      c->offset[c->n + k + 1] = c->n_corners + one.start[k + 1];
      c->shape[c->n + k] = shape;
    }
    for (int64_t k = 0; k < one.start[one.n]; ++k)
      c->corner[c->n_corners + k] = c->n_points + one.corner[k];
    c->n_points += one.n_points;
    c->n += one.n;
    c->n_corners += one.start[one.n];
  }
  gm_tessellate_clear(&one);
  return status;
}

static gm_status put_body_cells(gm_hdf5_file *file, const char *group,
                                bool single, int deflate, gm_polydata_kind kind,
                                const cells *c)
{
  const gm_table_parts to = {.file = file, .group = group, .deflate = deflate};
  const int vertices = kind == GM_POLYDATA_VERTICES;
  GM_TRY(gm_table_put_polydata(&to, single,
                               &(gm_polydata){.n_points = c->n_points,
                                              .points = c->point,
                                              .kind = kind,
                                              .n = c->n,
                                              .n_corners = c->n_corners,
                                              .offset = c->offset,
                                              .corner = c->corner}));
  GM_TRY(gm_table_put_part(&to,
                           vertices ? GM_VTK_POINT_DATA "/" GM_NAME_SHAPE
                                    : GM_VTK_CELL_DATA "/" GM_NAME_SHAPE,
                           GM_TABLE_INT32, GM_TABLE_INT32, 1, "1", c->n,
                           c->shape));
  if (!vertices) return GM_OK;
  return gm_table_put_part(&to, GM_VTK_POINT_DATA "/" GM_NAME_DISTANCE,
                           single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 1, "m", c->n, c->distance);
}

static gm_status put_body_surfaces(gm_hdf5_file *file, const gm_structures *all,
                                   bool single, int deflate)
{
  cells c = {0};
  gm_status status = reserve_body_table_cells(&c, 0, 0, 0);
  for (gm_index k = 0; status == GM_OK && k < all->n_kinds; ++k)
    status = add_body_table_surface(&c, &all->kind[k], k);
  if (status == GM_OK)
    status = put_body_cells(file, GM_GROUP_SHAPES, single, deflate,
                            GM_POLYDATA_POLYGONS, &c);
  clear_body_table_cells(&c);
  return status;
}

/* ---- virtual particles ------------------------------------------------------------ */

/* Those that bodies meet with. */
static gm_status add_body_table_sites(cells *c, const gm_lattice *l,
                                      int32_t shape)
{
  const int64_t n = (int64_t)gm_lattice_sites(l);
  gm_site *site = NULL;
  GM_TRY(reserve_body_table_cells(c, n, n, n));
  GM_TRY(GM_RESIZE(c->distance, c->n, c->n + n + 1));
  GM_TRY(GM_RESIZE(site, 0, n + 1));
  const gm_status status = gm_sites_list(l, c->point + c->n_points, site);
  for (int64_t k = 0; status == GM_OK && k < n; ++k) {
    c->distance[c->n] = gm_lattice_distance(l, &site[k]);
    c->corner[c->n] = c->n;
    c->shape[c->n++] = shape;
    c->offset[c->n] = c->n;
  }
  c->n_points = c->n_corners = c->n;
  GM_FREE(site);
  return status;
}

static gm_status put_body_table_sites(gm_hdf5_file *file,
                                      const gm_structures *all, bool single,
                                      int deflate)
{
  cells c = {0};
  gm_status status = reserve_body_table_cells(&c, 0, 0, 0);
  for (gm_index k = 0; status == GM_OK && k < all->n_kinds; ++k) {
    const gm_form *form = all->kind[k].form;
    if (form && form->solid.kind == GM_FORM_MESH)
      status = add_body_table_sites(&c, &form->lattice, k);
  }
  if (status == GM_OK && c.n)
    status = put_body_cells(file, GM_GROUP_SHAPE_SITES, single, deflate,
                            GM_POLYDATA_VERTICES, &c);
  clear_body_table_cells(&c);
  return status;
}

/* ---- names and axes --------------------------------------------------------------- */

/* The principal axis of the smallest moment, 0 where the two smallest are equal. */
static gm_vec3 body_axis(const gm_rigid *r)
{
  const double small = r->moments.x, next = r->moments.y;
  if (next - small <= 1.0e-6 * r->moments.z) return gm_vec(0.0, 0.0, 0.0);
  return gm_quat_rotate(r->turn, gm_vec(1.0, 0.0, 0.0));
}

static gm_status put_body_names(gm_hdf5_file *file, const gm_structures *all)
{
  const gm_table_parts to = {.file = file, .group = GM_GROUP_SCENE};
  const gm_index n = all->n_kinds;
  char *names = NULL;
  gm_vec3 *axis = NULL;
  gm_status status = GM_RESIZE(names, 0, n * GM_NAME_LENGTH);
  if (status == GM_OK) status = GM_RESIZE(axis, 0, n);
  for (gm_index k = 0; status == GM_OK && k < n; ++k) {
    memcpy(names + k * GM_NAME_LENGTH, all->kind[k].name, GM_NAME_LENGTH);
    axis[k] = body_axis(all->kind[k].rigid);
  }
  if (status == GM_OK)
    status = gm_table_put_texts(file, GM_GROUP_NAMES "/" GM_NAME_SHAPES, n,
                                GM_NAME_LENGTH, names);
  if (status == GM_OK)
    status = gm_table_put_part(&to, GM_NAME_SHAPE_AXIS, GM_TABLE_DOUBLE,
                               GM_TABLE_DOUBLE, 3, "1", n, axis);
  GM_FREE(names);
  GM_FREE(axis);
  return status;
}

gm_status gm_body_table_shapes(gm_hdf5_file *file, const gm_structures *all,
                               bool single, bool without, int deflate)
{
  GM_TRY(put_body_surfaces(file, all, single, deflate));
  if (!without) GM_TRY(put_body_table_sites(file, all, single, deflate));
  return put_body_names(file, all);
}
