/* tables/body_table.c -- bodies in a result, frame by frame.
 *
 * Rows are the copies that are in the run, by their ids, which are their numbers: those
 * of structures behind the named ones.
 */
#include "tables/body_table.h"

#include "base/memory.h"
#include "file/schema.h"
#include "form/meetings.h"

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

static void fill_whole(const frame *f, int k, int64_t first, int64_t n,
                       int64_t *out)
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

static gm_vec3 vector(const gm_structure *b, int k)
{
  return k == VELOCITY ? b->pose.velocity
         : k == SPIN   ? b->pose.spin
         : k == FORCE  ? b->load.force
         : k == TORQUE ? b->load.torque
                       : b->pose.position;
}

static void fill(const void *context, int k, int64_t first, int64_t n,
                 void *out)
{
  const frame *f = context;
  double *to = out;
  if (k >= 0 && k <= COORDINATION) {
    fill_whole(f, k, first, n, out);
    return;
  }
  for (int64_t q = 0; q < n; ++q) {
    const gm_structure *b = &f->structures->row[f->table->row[first + q]];
    if (k == SCALE || k == MASS)
      to[q] = k == SCALE ? b->scale : b->rigid->mass;
    else if (k == ORIENTATION)
      ((gm_quat *)out)[q] = b->pose.orientation;
    else
      ((gm_vec3 *)out)[q] = vector(b, k);
  }
}

static void count_touches(gm_body_table *t, const gm_scene *s)
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
  count_touches(t, s);
  return gm_transient_take(&t->rows, t->n_rows, fill, &f);
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
