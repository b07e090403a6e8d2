/* output/surface_sums.c -- what contacts did to surfaces, frame by frame.
 *
 * A frame of these arrays is one row of the file, since the surfaces never change; a
 * chunk holds exactly one frame, so that a compressed chunk is never rewritten.
 */
#include "output/surface_sums.h"

#include "base/math.h"
#include "base/memory.h"
#include "file/schema.h"

#include <stdio.h>

/* In the order of value(). */
static const struct {
  const char *name, *units;
  int width;
} table[GM_SURFACE_SUMS_COLUMNS] = {
    {GM_NAME_IMPULSE, "N s", 3},
    {GM_NAME_NORMAL_IMPULSE, "N s", 1},
    {GM_NAME_NORMAL_WORK, "J", 1},
    {GM_NAME_SLIDING_WORK, "J", 1},
    {GM_NAME_LOAD_WAY, "N m", 1},
    {GM_NAME_CONTACT_TIME, "s", 1},
    {GM_NAME_IMPACTS, "1", 1},
    {GM_NAME_IMPACT_ENERGY, "J", 1},
    {GM_NAME_WORN_FINNIE, "m3", 1},
    {GM_NAME_WORN_ARCHARD, "m3", 1},
    {GM_NAME_IMPACT_SPECTRUM, "1", GM_CONTACT_SUMS_DECADES},
};

/* Number i of a cell in array k, in the order of `table`. */
static double value(const gm_surface_sum *s, int k, int i)
{
  const gm_contact_sum *t = &s->tally;
  if (k == 0) return t->push[i];
  if (k == 1) return t->push[3];
  if (k < 6) return t->work[k - 2];
  return k < 10 ? t->hits[k - 6] : (double)s->spectrum[i];
}

static gm_status make(gm_hdf5_file *file, const gm_surface_sums_form *f, int k,
                      gm_surface_sums *s)
{
  char path[GM_HDF5_NAME];
  const int width = table[k].width;
  snprintf(path, sizeof path, "%s/%s", GM_GROUP_SUMS, table[k].name);
  const gm_table_form form = {.type =
                                  f->single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE,
                              .rank = width > 1 ? 2 : 1,
                              .size = {s->cells.n, width},
                              .chunk = 1, /* a chunk never grows */
                              .deflate = f->deflate,
                              .units = table[k].units};
  GM_TRY(GM_RESIZE(s->row[k], 0, width * s->cells.n));
  return gm_table_make(file, path, &form, &s->array[k]);
}

/* the last two: on structures */
enum { BY_ENERGY, BY_SPEED, ON_ENERGY, ON_SPEED };

static const char *const impact[] = {
    GM_NAME_GRAINS_BY_ENERGY, GM_NAME_GRAINS_BY_SPEED,
    GM_NAME_STRUCTURES_BY_ENERGY, GM_NAME_STRUCTURES_BY_SPEED};

static int bins_of(int k)
{
  return k == BY_ENERGY || k == ON_ENERGY ? GM_COLLISIONS_ENERGIES
                                          : GM_COLLISIONS_SPEEDS;
}

/* Write the lower ends of n bins of a quarter of a decade each. */
static gm_status put_ends(gm_hdf5_file *file, const char *name, int first,
                          int n, const char *units)
{
  const gm_table_parts to = {.file = file, .group = GM_GROUP_COLLISIONS};
  double at[GM_COLLISIONS_ENERGIES];
  for (int k = 0; k < n; ++k)
    at[k] = gm_math_pow(10.0, first + 0.25 * k);
  return gm_table_put_part(&to, name, GM_TABLE_DOUBLE, GM_TABLE_DOUBLE, 1,
                           units, n, at);
}

/* The pairs of materials and the bins of their impacts. */
static gm_status put_bins(gm_hdf5_file *file, const gm_collisions *c)
{
  const gm_table_parts to = {.file = file, .group = GM_GROUP_COLLISIONS};
  GM_TRY(gm_table_put_part(&to, GM_NAME_BETWEEN, GM_TABLE_INT32, GM_TABLE_INT32,
                           2, "1", c->n, c->between));
  GM_TRY(put_ends(file, GM_NAME_ENERGIES, GM_COLLISIONS_ENERGY,
                  GM_COLLISIONS_ENERGIES, "J"));
  return put_ends(file, GM_NAME_SPEEDS, GM_COLLISIONS_SPEED,
                  GM_COLLISIONS_SPEEDS, "m/s");
}

static gm_status make_collisions(gm_hdf5_file *file, int64_t frame_chunk,
                                 const gm_collisions *c, gm_surface_sums *s)
{
  char path[GM_HDF5_NAME];
  s->pairs = c->n;
  if (!c->n) return GM_OK;
  GM_TRY(gm_hdf5_group(file, GM_GROUP_COLLISIONS));
  if (!gm_hdf5_is_continued(file)) GM_TRY(put_bins(file, c));
  for (int k = 0; k < 4; ++k) {
    snprintf(path, sizeof path, "%s/%s", GM_GROUP_COLLISIONS, impact[k]);
    const gm_table_form form = {.type = GM_TABLE_INT64,
                                .rank = 2,
                                .size = {c->n, bins_of(k)},
                                .chunk = frame_chunk,
                                .units = "1"};
    GM_TRY(GM_RESIZE(s->count[k], 0, (size_t)c->n * (size_t)bins_of(k)));
    GM_TRY(gm_table_make(file, path, &form, &s->impact[k]));
  }
  return GM_OK;
}

gm_status gm_surface_sums_make(gm_hdf5_file *file,
                               const gm_surface_sums_form *form,
                               const gm_structures *structures,
                               const gm_collisions *collisions,
                               gm_surface_cells *cells, gm_surface_sums *s)
{
  *s = (gm_surface_sums){.cells = *cells};
  *cells = (gm_surface_cells){0};
  GM_TRY(make_collisions(file, form->frame_chunk, collisions, s));
  if (!gm_structures_have_sums(structures)) return GM_OK;
  gm_index places = 0;
  GM_TRY(GM_RESIZE(s->first, 0, structures->named));
  for (gm_index k = 0; k < structures->named; ++k) {
    s->first[k] = places;
    places += structures->row[k].sums.n;
  }
  GM_TRY(GM_RESIZE(s->sum, 0, places));
  GM_TRY(gm_hdf5_group(file, GM_GROUP_SUMS));
  s->n = GM_SURFACE_SUMS_COLUMNS - !form->full;
  for (int k = 0; k < s->n; ++k)
    GM_TRY(make(file, form, k, s));
  return GM_OK;
}

static void take_collisions(gm_surface_sums *s, const gm_collisions *c)
{
  for (int k = 0; k < 4; ++k) {
    const gm_collisions_row *row = k < ON_ENERGY ? c->grains : c->structures;
    const int bins = bins_of(k);
    for (gm_index p = 0; p < s->pairs; ++p) {
      const gm_id *from =
          k == BY_ENERGY || k == ON_ENERGY ? row[p].energy : row[p].speed;
      for (int q = 0; q < bins; ++q)
        s->count[k][p * bins + q] = from[q];
    }
  }
}

void gm_surface_sums_take(gm_surface_sums *s, const gm_structures *structures,
                          const gm_contacts *list,
                          const gm_collisions *collisions)
{
  static const gm_surface_sum none;
  take_collisions(s, collisions);
  if (!s->n) return;
  gm_measure_place_sums(structures, list, s->first, s->sum);
  for (int64_t c = 0; c < s->cells.n; ++c) {
    const gm_index body = s->cells.structure[c];
    const gm_surface_sum *sum =
        structures->row[body].sums.n
            ? &s->sum[s->first[body] + s->cells.place[c]]
            : &none;
    for (int k = 0; k < s->n; ++k)
      for (int i = 0; i < table[k].width; ++i)
        s->row[k][c * table[k].width + i] =
            s->cells.share[c] * value(sum, k, i);
  }
}

gm_status gm_surface_sums_append(gm_surface_sums *s)
{
  for (int k = 0; k < s->n; ++k)
    GM_TRY(gm_table_append(&s->array[k], GM_TABLE_DOUBLE, 1, s->row[k]));
  for (int k = 0; k < 4 && s->pairs; ++k)
    GM_TRY(gm_table_append(&s->impact[k], GM_TABLE_INT64, 1, s->count[k]));
  return GM_OK;
}

void gm_surface_sums_clear(gm_surface_sums *s)
{
  for (int k = 0; k < GM_SURFACE_SUMS_COLUMNS; ++k)
    GM_FREE(s->row[k]);
  for (int k = 0; k < 4; ++k)
    GM_FREE(s->count[k]);
  GM_FREE(s->sum);
  GM_FREE(s->first);
  gm_surface_sums_clear_cells(&s->cells);
}

void gm_surface_sums_clear_cells(gm_surface_cells *cells)
{
  GM_FREE(cells->structure);
  GM_FREE(cells->place);
  GM_FREE(cells->share);
  *cells = (gm_surface_cells){0};
}
