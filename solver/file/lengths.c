/* file/lengths.c -- how long every growing array of a result must be.
 *
 * Arrays are known by their names, so that files of older versions, which have fewer of
 * them, follow the same rules.
 */
#include "file/lengths.h"
#include "file/door.h"

#include "base/memory.h"
#include "file/schema.h"
#include "file/table.h"
#include "file/whole.h"

#include <stdio.h>
#include <string.h>

#define VALUES "/" GM_VTK_STEPS "/" GM_VTK_VALUES

static bool length_begins_with_path(const char *name, const char *start)
{
  return strncmp(name, start, strlen(start)) == 0;
}

static bool length_ends_with_name(const char *name, const char *end)
{
  const size_t length = strlen(name), part = strlen(end);
  return length > part && strcmp(name + length - part, end) == 0;
}

/* --- the arrays of the file -------------------------------------------------- */

static gm_status note_length_array(void *context, const char *name)
{
  gm_lengths *l = context;
  gm_table table;
  GM_TRY(gm_table_open(l->file, name, &table));
  const bool growing = table.growing;
  const int64_t rows = table.rows;
  gm_table_close(&table);
  if (!growing) return GM_OK;
  GM_TRY(GM_RESIZE(l->array, l->n, l->n + 1));
  gm_lengths_array *a = &l->array[l->n++];
  snprintf(a->name, sizeof a->name, "%s", name);
  a->rows = rows;
  return GM_OK;
}

static int64_t length_table_rows(const gm_lengths *l, const char *name)
{
  for (int64_t k = 0; k < l->n; ++k) {
    if (strcmp(l->array[k].name, name) == 0) return l->array[k].rows;
  }
  return 0;
}

static void note_length_damage(void *context, const char *table, int64_t first,
                               int64_t end)
{
  int64_t *frames = context;
  (void)table;
  (void)end;
  if (first < *frames) *frames = first;
}

/* Sums of the counts `name` over the frames, up to the first one that is damaged. */
static gm_status sum_length_frame_counts(gm_lengths *l, const char *name,
                                         int64_t *sums, int64_t *most)
{
  gm_table table;
  GM_TRY(
      gm_whole_read(l->file, name, l->frames, note_length_damage, &l->frames));
  GM_TRY(gm_table_expect(l->file, name, GM_TABLE_INTEGERS, 1, &table));
  const gm_status status =
      gm_table_read(&table, GM_TABLE_INT64, 0, l->frames, sums + 1);
  gm_table_close(&table);
  GM_TRY(status);
  for (int64_t f = 0; f < l->frames; ++f) {
    const int64_t n = sums[f + 1];
    if (n < 0 || sums[f] > INT64_MAX / 4 - n)
      return gm_fail(GM_ERR_FILE,
                     "frame %lld of '%s' has %lld in '%s'; expected a number "
                     "of rows; the file is damaged",
                     (long long)f, gm_hdf5_path(l->file), (long long)n, name);
    if (most) most[f + 1] = n > most[f] ? n : most[f];
    sums[f + 1] = sums[f] + n;
  }
  return GM_OK;
}

static bool is_length_frame_complete(const gm_lengths *l, int64_t f)
{
  for (int64_t k = 0; k < l->n; ++k) {
    const gm_lengths_array *a = &l->array[k];
    if (a->rows < gm_lengths_wanted(l, a->name, f, l->rows)) return false;
  }
  return true;
}

/* Groups whose rows are counted by frames: contacts are lines, the others vertices. */
enum { GRAINS, CONTACTS };
static const char *const groups[GM_LENGTHS_GROUPS] = {
    [GRAINS] = GM_GROUP_GRAINS,
    [CONTACTS] = GM_GROUP_CONTACTS,
    GM_GROUP_POINTS,
    GM_GROUP_BODIES,
    GM_GROUP_CLUMPS};

const char *gm_lengths_group(gm_hdf5_file *file, int g)
{
  return gm_hdf5_has(file, groups[g]) ? groups[g] : NULL;
}

/* The counts of a group, or null if the file has no such group. */
static const char *length_counts(const gm_lengths *l, int g,
                                 char name[GM_HDF5_NAME])
{
  if (!gm_lengths_group(l->file, g)) return NULL;
  snprintf(name, GM_HDF5_NAME, "%s/%s", groups[g],
           g == CONTACTS ? GM_VTK_NUMBER_OF_CELLS : GM_VTK_NUMBER_OF_POINTS);
  return name;
}

gm_status gm_lengths_read(gm_hdf5_file *file, gm_lengths *l)
{
  char name[GM_HDF5_NAME];
  *l = (gm_lengths){.file = file, .rows = INT64_MAX};
  GM_TRY(gm_door_visit(file, GM_GROUP_GRAINS, note_length_array, l));
  GM_TRY(gm_door_visit(file, GM_GROUP_GRANUM, note_length_array, l));
  l->published = l->frames = length_table_rows(l, GM_GROUP_GRAINS VALUES);
  for (int g = 0; g < GM_LENGTHS_GROUPS; ++g)
    if (length_counts(l, g, name) && length_table_rows(l, name) < l->frames)
      l->frames = length_table_rows(l, name);
  for (int g = 0; g < GM_LENGTHS_GROUPS; ++g) {
    if (!length_counts(l, g, name)) continue;
    GM_TRY(GM_RESIZE(l->sum[g], 0, l->published + 1));
    GM_TRY(GM_RESIZE(l->most[g], 0, l->published + 1));
    GM_TRY(sum_length_frame_counts(l, name, l->sum[g], l->most[g]));
  }
  l->counted = l->frames;
  for (int64_t k = 0; k < l->n; ++k) {
    const gm_lengths_array *a = &l->array[k];
    if (length_begins_with_path(a->name, GM_GROUP_HISTORY "/") &&
        a->rows < l->rows)
      l->rows = a->rows;
  }
  if (l->rows == INT64_MAX) l->rows = 0;
  while (l->frames > 0 && !is_length_frame_complete(l, l->frames))
    l->frames -= 1;
  return GM_OK;
}

void gm_lengths_clear(gm_lengths *l)
{
  GM_FREE(l->array);
  for (int g = 0; g < GM_LENGTHS_GROUPS; ++g) {
    GM_FREE(l->sum[g]);
    GM_FREE(l->most[g]);
  }
}

/* --- the lengths they must have ---------------------------------------------- */

/* The group that the array belongs to; grains, unless it is another. */
static int group_of_length(const gm_lengths *l, const char *name)
{
  for (int g = GM_LENGTHS_GROUPS - 1; g > GRAINS; --g) {
    const size_t n = strlen(groups[g]);
    if (length_begins_with_path(name, groups[g]) && name[n] == '/' && l->sum[g])
      return g;
  }
  return GRAINS;
}

int64_t gm_lengths_wanted(const gm_lengths *l, const char *name, int64_t f,
                          int64_t rows)
{
  const int g = group_of_length(l, name);
  if (length_begins_with_path(name, GM_GROUP_HISTORY "/")) return rows;
  if (length_begins_with_path(name, GM_GROUP_POSES "/") ||
      length_begins_with_path(name, GM_GROUP_SUMS "/") ||
      length_begins_with_path(name, GM_GROUP_ZONES "/") ||
      length_begins_with_path(name, GM_GROUP_COLLISIONS "/") ||
      strstr(name, "/" GM_VTK_STEPS "/") ||
      length_ends_with_name(name, "/" GM_VTK_NUMBER_OF_POINTS) ||
      length_ends_with_name(name, "/" GM_VTK_NUMBER_OF_CELLS) ||
      length_ends_with_name(name, "/" GM_VTK_NUMBER_OF_IDS)) {
    return f;
  }
  if (g == CONTACTS) {
    const int64_t n = l->sum[g][f];
    if (length_ends_with_name(name, "/" GM_VTK_OFFSETS)) return n + f;
    const bool twice = length_ends_with_name(name, "/" GM_VTK_POINTS) ||
                       length_ends_with_name(name, "/" GM_VTK_CONNECTIVITY);
    return twice ? 2 * n : n;
  }
  const bool vertices = strstr(name, "/" GM_VTK_VERTICES "/") != NULL;
  if (length_ends_with_name(name, "/" GM_VTK_OFFSETS))
    return vertices ? l->most[g][f] + 1 : 1;
  if (length_ends_with_name(name, "/" GM_VTK_CONNECTIVITY))
    return vertices ? l->most[g][f] : 0;
  return l->sum[g][f];
}

void gm_lengths_frames(const gm_lengths *l, const char *name, int64_t row,
                       int64_t end_row, int64_t *first, int64_t *end)
{
  const bool shared = group_of_length(l, name) != CONTACTS &&
                      (length_ends_with_name(name, "/" GM_VTK_OFFSETS) ||
                       length_ends_with_name(name, "/" GM_VTK_CONNECTIVITY));
  int64_t f = 0;
  while (f < l->frames && gm_lengths_wanted(l, name, f + 1, 0) <= row)
    ++f;
  *first = f;
  while (f < l->frames && gm_lengths_wanted(l, name, f, 0) < end_row)
    ++f;
  *end = shared ? l->frames : f;
}

int gm_lengths_excess(const gm_lengths *l, int64_t f, int64_t rows)
{
  int n = 0;
  for (int64_t k = 0; k < l->n; ++k) {
    const gm_lengths_array *a = &l->array[k];
    n += a->rows > gm_lengths_wanted(l, a->name, f, rows);
  }
  return n;
}

/* --- cutting ----------------------------------------------------------------- */

static gm_status cut_length_table(const gm_lengths *l, const char *name,
                                  int64_t now, int64_t rows)
{
  gm_table table;
  if (now <= rows) return GM_OK;
  GM_TRY(gm_table_open(l->file, name, &table));
  const gm_status status = gm_table_cut(&table, rows);
  gm_table_close(&table);
  return status;
}

gm_status gm_lengths_mark(gm_hdf5_file *from, gm_hdf5_file *to, int64_t f)
{
  for (int g = 0; g < GM_LENGTHS_GROUPS; ++g) {
    char steps[GM_HDF5_NAME];
    if (!gm_lengths_group(from, g)) continue;
    snprintf(steps, sizeof steps, "%s/" GM_VTK_STEPS, groups[g]);
    GM_TRY(gm_hdf5_attribute_count(to, steps, GM_VTK_NSTEPS, f));
  }
  return GM_OK;
}

gm_status gm_lengths_cut(const gm_lengths *l, int64_t f, int64_t rows)
{
  GM_ASSERT(f <= l->frames && rows <= l->rows);
  GM_TRY(cut_length_table(l, GM_GROUP_GRAINS VALUES, l->published, f));
  GM_TRY(gm_lengths_mark(l->file, l->file, f));
  GM_TRY(gm_hdf5_flush(l->file));
  for (int64_t k = 0; k < l->n; ++k) {
    const gm_lengths_array *a = &l->array[k];
    if (strcmp(a->name, GM_GROUP_GRAINS VALUES) == 0) continue;
    GM_TRY(cut_length_table(l, a->name, a->rows,
                            gm_lengths_wanted(l, a->name, f, rows)));
  }
  return GM_OK;
}
