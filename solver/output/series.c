/* output/series.c -- the history: balances and loads over time.
 *
 * Arrays are created and filled in the same order: the macros of output/series.inc list
 * the scalar ones once for both, and next() advances through all of them.  An assertion
 * compares the two counts.
 */
#include "output/series.h"

#include "base/memory.h"
#include "file/schema.h"
#include "file/table.h"
#include <stdio.h>
#include <string.h>

#include "output/series.inc"

static gm_status make_series(gm_hdf5_file *file, const char *name,
                             gm_table_type type, int rank, int64_t first,
                             int64_t second, const char *units, gm_series *s)
{
  char path[GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s", GM_GROUP_HISTORY, name);
  const gm_table_form form = {.type = type,
                              .rank = rank,
                              .size = {first, second},
                              .chunk = GM_SERIES_ROWS,
                              .deflate = 0, /* rows are added in place */
                              .units = units};
  GM_ASSERT(s->n < GM_SERIES_COLUMNS);
  GM_TRY(gm_table_make(file, path, &form, &s->array[s->n]));
  const int64_t room = GM_SERIES_ROWS * gm_table_width(&s->array[s->n]);
  GM_TRY(GM_RESIZE(s->row[0][s->n], 0, room));
  GM_TRY(GM_RESIZE(s->row[1][s->n], 0, room));
  s->n += 1;
  return GM_OK;
}

/* Structures that forces or servos move, as take_series_bodies has them; width 0: one */
static const struct {
  const char *name, *units;
  int width;
} body_arrays[] = {
    {GM_NAME_STRUCTURE_KINETIC, "J", 0},
    {GM_NAME_STRUCTURE_ROTATIONAL, "J", 0},
    {GM_NAME_STRUCTURE_APPLIED, "J", 0},
    {GM_NAME_STRUCTURE_ORTHOGONALITY, "1", 0},
    {GM_NAME_STRUCTURE_MOMENTUM, "kg m/s", 3},
    {GM_NAME_STRUCTURE_ANGULAR, "kg m2/s", 3},
    {GM_NAME_STRUCTURE_CENTRE, "m", 3},
    {GM_NAME_STRUCTURE_POSITION, "m", 3},
    {GM_NAME_STRUCTURE_ORIENTATION, "1", 4},
};

static int any_series_body(const gm_structures *s)
{
  gm_index k = 0;
  while (k < s->n && !s->row[k].rigid && !s->row[k].servo)
    ++k;
  return k < s->n;
}

static gm_status make_series_bodies(gm_hdf5_file *file, gm_series *s)
{
  static const char *const all[] = {
      GM_NAME_BODIES_KINETIC, GM_NAME_BODIES_POTENTIAL, GM_NAME_BODIES_APPLIED,
      GM_NAME_BODIES_DRAG};
  for (int k = 0; k < 4; ++k)
    GM_TRY(make_series(file, all[k], GM_TABLE_DOUBLE, 0, 0, 0, "J", s));
  for (size_t k = 0; k < sizeof body_arrays / sizeof body_arrays[0]; ++k) {
    const int n = body_arrays[k].width;
    GM_TRY(make_series(file, body_arrays[k].name, GM_TABLE_DOUBLE, n ? 2 : 1,
                       s->n_structures, n, body_arrays[k].units, s));
  }
  return GM_OK;
}

/* What contacts did to each structure, in the order of take_series_sums. */
static gm_status make_series_sums(gm_hdf5_file *file, gm_series *s)
{
  static const struct {
    const char *name, *units;
  } sums[] = {
      {GM_NAME_NORMAL_IMPULSE, "N s"}, {GM_NAME_NORMAL_WORK, "J"},
      {GM_NAME_SLIDING_WORK, "J"},     {GM_NAME_LOAD_WAY, "N m"},
      {GM_NAME_CONTACT_TIME, "s"},     {GM_NAME_IMPACTS, "1"},
      {GM_NAME_IMPACT_ENERGY, "J"},    {GM_NAME_WORN_FINNIE, "m3"},
      {GM_NAME_WORN_ARCHARD, "m3"},
  };
  const int64_t n = s->n_structures;
  GM_TRY(GM_RESIZE(s->sum, 0, n));
  GM_TRY(make_series(file, GM_NAME_STRUCTURE_IMPULSE, GM_TABLE_DOUBLE, 2, n, 3,
                     "N s", s));
  for (size_t k = 0; k < sizeof sums / sizeof sums[0]; ++k) {
    char name[GM_NAME_LENGTH];
    snprintf(name, sizeof name, GM_PREFIX_STRUCTURE "%s", sums[k].name);
    GM_TRY(make_series(file, name, GM_TABLE_DOUBLE, 1, n, 0, sums[k].units, s));
  }
  return make_series(file, GM_PREFIX_STRUCTURE GM_NAME_IMPACT_SPECTRUM,
                     GM_TABLE_INT64, 2, n, GM_CONTACT_SUMS_DECADES, "1", s);
}

/* The arrays of one sensor. */
static gm_status make_series_sensor(gm_hdf5_file *file, const gm_sensor *g,
                                    gm_series *s)
{
  static const struct {
    int kind;
    const char *suffix, *units;
    gm_table_type type;
    int rank;
  } arrays[] = {
      {GM_MEASURE_FLUX, GM_SUFFIX_FORWARD, "1", GM_TABLE_INT64, 0},
      {GM_MEASURE_FLUX, GM_SUFFIX_BACKWARD, "1", GM_TABLE_INT64, 0},
      {GM_MEASURE_FLUX, GM_SUFFIX_MASS_FORWARD, "kg", GM_TABLE_DOUBLE, 0},
      {GM_MEASURE_FLUX, GM_SUFFIX_MASS_BACKWARD, "kg", GM_TABLE_DOUBLE, 0},
      {GM_MEASURE_STRESS, GM_SUFFIX_CONTACT_STRESS, "Pa", GM_TABLE_DOUBLE, 2},
      {GM_MEASURE_STRESS, GM_SUFFIX_KINETIC_STRESS, "Pa", GM_TABLE_DOUBLE, 2},
      {GM_MEASURE_STRESS, GM_SUFFIX_SOLID, "1", GM_TABLE_DOUBLE, 0},
  };
  for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k) {
    char name[GM_NAME_LENGTH + 32];
    if (arrays[k].kind != g->kind) continue;
    snprintf(name, sizeof name, "%s%s", g->name, arrays[k].suffix);
    GM_TRY(make_series(file, name, arrays[k].type, arrays[k].rank, 3, 3,
                       arrays[k].units, s));
  }
  return GM_OK;
}

/* The arrays of one sink. */
static gm_status make_series_sink(gm_hdf5_file *file, const gm_sink *sink,
                                  gm_series *s)
{
  char name[GM_NAME_LENGTH + 32];
  snprintf(name, sizeof name, "%s%s", sink->name, GM_SUFFIX_TAKEN);
  GM_TRY(make_series(file, name, GM_TABLE_INT64, 0, 0, 0, "1", s));
  snprintf(name, sizeof name, "%s%s", sink->name, GM_SUFFIX_MASS_TAKEN);
  return make_series(file, name, GM_TABLE_DOUBLE, 0, 0, 0, "kg", s);
}

gm_status gm_series_make(gm_hdf5_file *file, const gm_scene *scene,
                         gm_series *s)
{
  *s = (gm_series){.n_structures = scene->structures.named};
  GM_TRY(gm_hdf5_group(file, GM_GROUP_HISTORY));
#define MAKE_COUNT(name, value)                                                \
  GM_TRY(make_series(file, name, GM_TABLE_INT64, 0, 0, 0, "1", s));
  COUNTS(MAKE_COUNT)
#define MAKE_NUMBER(name, units, value)                                        \
  GM_TRY(make_series(file, name, GM_TABLE_DOUBLE, 0, 0, 0, units, s));
  NUMBERS(MAKE_NUMBER)
  if (scene->continuum.mode != GM_MODE_DISCRETE) {
    POINT_COUNTS(MAKE_COUNT)
    POINT_NUMBERS(MAKE_NUMBER)
  }
  if (scene->grains.weight) {
    HYBRID_COUNTS(MAKE_COUNT)
    HYBRID_NUMBERS(MAKE_NUMBER)
  }
  CLUMP_COUNTS(MAKE_COUNT)
  BODY_COUNTS(MAKE_COUNT)
  if (scene->hard) {
    HARD_COUNTS(MAKE_COUNT)
    HARD_NUMBERS(MAKE_NUMBER)
  }
  MEETING_COUNTS(MAKE_COUNT)
  const gm_table_type real = GM_TABLE_DOUBLE;
  const int64_t n = s->n_structures, g = scene->held_groups.n;
  GM_TRY(make_series(file, GM_NAME_MOMENTUM, real, 1, 3, 0, "kg m/s", s));
  GM_TRY(make_series(file, GM_NAME_STRUCTURE_FORCE, real, 2, n, 3, "N", s));
  GM_TRY(make_series(file, GM_NAME_STRUCTURE_TORQUE, real, 2, n, 3, "N m", s));
  GM_TRY(make_series(file, GM_NAME_STRUCTURE_POWER, real, 1, n, 0, "W", s));
  GM_TRY(make_series(file, GM_NAME_STRUCTURE_WORK, real, 1, n, 0, "J", s));
  if (scene->structures.n_forms)
    GM_TRY(make_series(file, GM_NAME_STRUCTURE_MET, real, 2, n, 3, "N", s));
  if (any_series_body(&scene->structures)) GM_TRY(make_series_bodies(file, s));
  if (g) {
    GM_TRY(make_series(file, GM_NAME_HELD_FORCE, real, 2, g, 3, "N", s));
    GM_TRY(make_series(file, GM_NAME_HELD_TORQUE, real, 2, g, 3, "N m", s));
    GM_TRY(make_series(file, GM_NAME_HELD_POWER, real, 1, g, 0, "W", s));
    GM_TRY(make_series(file, GM_NAME_HELD_WORK, real, 1, g, 0, "J", s));
    GM_TRY(make_series(file, GM_NAME_HELD_POSITION, real, 2, g, 3, "m", s));
  }
  if (gm_structures_have_sums(&scene->structures))
    GM_TRY(make_series_sums(file, s));
  for (gm_index i = 0; i < scene->sensors.n; ++i)
    GM_TRY(make_series_sensor(file, &scene->sensors.row[i], s));
  for (gm_index i = 0; i < scene->sinks.n; ++i)
    GM_TRY(make_series_sink(file, &scene->sinks.row[i], s));
  return make_series(file, GM_NAME_TIME, real, 0, 0, 0, "s", s);
}

/* Address of the next value of array *k, in the order in which they were created. */
static void *next_series(gm_series *s, int *k)
{
  const int64_t width = gm_table_width(&s->array[*k]);
  double *row = s->row[s->filled][(*k)++];
  return row + s->waiting * width;
}

static void take_series_sums(const gm_scene *scene, gm_series *s, int *k)
{
  gm_measure_structure_sums(&scene->structures, &scene->contacts, s->sum);
  gm_vec3 *impulse = next_series(s, k);
  double *number[9];
  for (int q = 0; q < 9; ++q)
    number[q] = next_series(s, k);
  int64_t *spectrum = next_series(s, k);
  for (gm_index i = 0; i < s->n_structures; ++i) {
    const gm_contact_sum *t = &s->sum[i].tally;
    impulse[i] = scene->structures.row[i].sums.impulse;
    number[0][i] = t->push[3];
    for (int q = 0; q < 4; ++q) {
      number[1 + q][i] = t->work[q];
      number[5 + q][i] = t->hits[q];
    }
    for (int q = 0; q < GM_CONTACT_SUMS_DECADES; ++q)
      spectrum[i * GM_CONTACT_SUMS_DECADES + q] = s->sum[i].spectrum[q];
  }
}

static void take_series_sensor(const gm_sensor *g, gm_series *s, int *k)
{
  if (g->kind == GM_MEASURE_FLUX) {
    *(int64_t *)next_series(s, k) = g->flux.forward;
    *(int64_t *)next_series(s, k) = g->flux.backward;
    *(double *)next_series(s, k) = g->flux.mass_forward;
    *(double *)next_series(s, k) = g->flux.mass_backward;
    return;
  }
  memcpy(next_series(s, k), g->stress.contact, sizeof g->stress.contact);
  memcpy(next_series(s, k), g->stress.kinetic, sizeof g->stress.kinetic);
  *(double *)next_series(s, k) = g->stress.solid;
}

static void take_series_bodies(const gm_scene *scene, const gm_measure *m,
                               gm_series *s, int *k)
{
  if (!any_series_body(&scene->structures)) return;
  *(double *)next_series(s, k) = m->bodies;
  *(double *)next_series(s, k) = m->falls;
  *(double *)next_series(s, k) = m->applied;
  *(double *)next_series(s, k) = m->dragged;
  double *number[4];
  gm_vec3 *vector[4];
  for (int q = 0; q < 4; ++q)
    number[q] = next_series(s, k);
  for (int q = 0; q < 4; ++q)
    vector[q] = next_series(s, k);
  gm_quat *orientation = next_series(s, k);
  for (gm_index i = 0; i < s->n_structures; ++i) {
    const gm_structure *b = &scene->structures.row[i];
    const gm_rigid_state now = gm_measure_body(scene, b);
    number[0][i] = now.kinetic;
    number[1][i] = now.rotational;
    number[2][i] = now.work;
    number[3][i] = now.orthogonality;
    vector[0][i] = now.momentum;
    vector[1][i] = now.angular;
    vector[2][i] = now.centre;
    vector[3][i] = b->pose.position;
    orientation[i] = b->pose.orientation;
  }
}

static void take_series_held(const gm_held_groups *h, gm_series *s, int *k)
{
  if (h->n == 0) return;
  gm_vec3 *force = next_series(s, k), *torque = next_series(s, k);
  double *power = next_series(s, k), *work = next_series(s, k);
  gm_vec3 *position = next_series(s, k);
  for (gm_index i = 0; i < h->n; ++i) {
    force[i] = h->row[i].load.force;
    torque[i] = h->row[i].load.torque;
    power[i] = h->row[i].load.power;
    work[i] = h->row[i].work;
    position[i] = h->row[i].pose.position;
  }
}

void gm_series_append(gm_series *s, const gm_scene *scene, const gm_measure *m,
                      double energy_error)
{
  GM_ASSERT(s->waiting < GM_SERIES_ROWS);
  const gm_balance *b = &scene->balance;
  int k = 0;
#define TAKE_COUNT(name, value) *(int64_t *)next_series(s, &k) = (value);
  COUNTS(TAKE_COUNT)
#define TAKE_NUMBER(name, units, value) *(double *)next_series(s, &k) = (value);
  NUMBERS(TAKE_NUMBER)
  if (scene->continuum.mode != GM_MODE_DISCRETE) {
    POINT_COUNTS(TAKE_COUNT)
    POINT_NUMBERS(TAKE_NUMBER)
  }
  if (scene->grains.weight) {
    const gm_partition_sums *p = &scene->partition.sums;
    HYBRID_COUNTS(TAKE_COUNT)
    HYBRID_NUMBERS(TAKE_NUMBER)
  }
  CLUMP_COUNTS(TAKE_COUNT)
  BODY_COUNTS(TAKE_COUNT)
  if (scene->hard) {
    HARD_COUNTS(TAKE_COUNT)
    HARD_NUMBERS(TAKE_NUMBER)
  }
  MEETING_COUNTS(TAKE_COUNT)
  *(gm_vec3 *)next_series(s, &k) = m->momentum;
  gm_vec3 *force = next_series(s, &k), *torque = next_series(s, &k);
  double *power = next_series(s, &k), *work = next_series(s, &k);
  gm_vec3 *met = scene->structures.n_forms ? next_series(s, &k) : NULL;
  for (gm_index i = 0; i < s->n_structures; ++i) {
    const gm_structure_load *load = &scene->structures.row[i].load;
    force[i] = load->force;
    torque[i] = load->torque;
    power[i] = load->power;
    work[i] = scene->structures.row[i].work;
    if (met) met[i] = scene->structures.row[i].met.force;
  }
  take_series_bodies(scene, m, s, &k);
  take_series_held(&scene->held_groups, s, &k);
  if (s->sum) take_series_sums(scene, s, &k);
  for (gm_index i = 0; i < scene->sensors.n; ++i)
    take_series_sensor(&scene->sensors.row[i], s, &k);
  for (gm_index i = 0; i < scene->sinks.n; ++i) {
    *(int64_t *)next_series(s, &k) = scene->sinks.row[i].grains;
    *(double *)next_series(s, &k) = scene->sinks.row[i].mass;
  }
  *(double *)next_series(s, &k) = m->time;
  GM_ASSERT(k == s->n);
  ++s->waiting;
}

void gm_series_take(gm_series *s)
{
  GM_ASSERT(s->taken == 0);
  s->taken = s->waiting;
  s->waiting = 0;
  s->filled = !s->filled;
}

gm_status gm_series_write(gm_series *s)
{
  for (int k = 0; k < s->n; ++k) {
    gm_table *array = &s->array[k];
    GM_TRY(
        gm_table_append(array, array->type, s->taken, s->row[!s->filled][k]));
  }
  s->taken = 0;
  return GM_OK;
}

/* Read the rows of the last chunk back into the set that is not filled. */
static gm_status read_series_tail(gm_series *s, int64_t rows)
{
  const int tail = gm_series_tail(rows);
  GM_ASSERT(s->waiting == 0 && s->taken == 0);
  for (int k = 0; k < s->n; ++k) {
    const gm_table *t = &s->array[k];
    GM_TRY(gm_table_read(t, t->type, rows - tail, tail, s->row[!s->filled][k]));
  }
  return GM_OK;
}

gm_status gm_series_column(gm_series *s, int64_t rows, int k, int restores,
                           gm_series_rows *tail)
{
  *tail = (gm_series_rows){.rows = gm_series_tail(rows)};
  if (k == 0 && !restores) GM_TRY(read_series_tail(s, rows));
  if (restores) s->waiting = (int)tail->rows;
  if (k >= s->n) return GM_OK;
  const gm_table *t = &s->array[k];
  tail->name = strrchr(t->name, '/') + 1;
  tail->type = t->type;
  tail->width = gm_table_width(t);
  tail->values = s->row[restores ? s->filled : !s->filled][k];
  return GM_OK;
}

gm_status gm_series_settle(gm_series *s, bool *touched)
{
  for (int k = 0; k < s->n; ++k)
    GM_TRY(gm_table_settle(&s->array[k], touched));
  return GM_OK;
}

void gm_series_mark(gm_series *s)
{
  for (int k = 0; k < s->n; ++k)
    gm_table_mark(&s->array[k]);
}

void gm_series_clear(gm_series *s)
{
  GM_FREE(s->sum);
  for (int k = 0; k < GM_SERIES_COLUMNS; ++k) {
    GM_FREE(s->row[0][k]);
    GM_FREE(s->row[1][k]);
  }
}
