/* result/ondem_springs.c -- reads the contacts between the spheres of a file of
 * ON-DEM's format.
 *
 * Files contain one list of contacts, or one group for each class of contacts.  Springs
 * of another program mean something else than ours, so that only its tangential force
 * is taken; step/springs.h converts it to the spring of the law.
 */
#include "result/ondem_springs.h"

#include "base/memory.h"
#include "file/foreign.h"
#include "file/ondem.h"
#include "result/result_scene.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *p, const void *q)
{
  const int64_t a = *(const int64_t *)p, b = *(const int64_t *)q;
  return a < b ? -1 : a > b;
}

void gm_ondem_springs_sort(int64_t *numbers, int64_t n)
{
  qsort(numbers, (size_t)n, sizeof *numbers, compare);
}

/* State while the lists of contacts are read one after the other. */
typedef struct reading {
  gm_hdf5_file *file;
  const gm_config *config;
  gm_saved_grains *saved;
  int64_t *ids; /* [saved->n] of the spheres, sorted */
} reading;

/* The columns of one list. */
typedef struct list {
  int64_t n, *id1, *id2, *structure, *patch, *image;
  double *shear, *spring, *couple, *last;
} list;

static void clear(list *l)
{
  GM_FREE(l->id1);
  GM_FREE(l->id2);
  GM_FREE(l->structure);
  GM_FREE(l->patch);
  GM_FREE(l->image);
  GM_FREE(l->shear);
  GM_FREE(l->spring);
  GM_FREE(l->couple);
  GM_FREE(l->last);
}

/* Read the data set group/name to *out; where there is none, *there is false and *out
 * is zero. */
static gm_status column(gm_hdf5_file *file, const char *group, const char *name,
                        bool real, int64_t n, int64_t width, void **out,
                        bool *there)
{
  char path[3 * GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s", group, name);
  GM_TRY(gm_memory_resize(out, 0, (size_t)(n * width + 1), 8));
  *there = strlen(path) < GM_HDF5_NAME && gm_foreign_is_set(file, path);
  return *there ? gm_foreign_read(file, path, real, n, width, *out) : GM_OK;
}

#define COLUMN(name, real, width, field, there)                                \
  GM_TRY(column(r->file, group, name, real, l->n, width,                       \
                (void **)(void *)&l->field, there))

static gm_status read_list(reading *r, const char *group, list *l, bool *ours,
                           bool *known)
{
  bool there, all = true;
  COLUMN(GM_ONDEM_ID1, false, 1, id1, &there);
  COLUMN(GM_ONDEM_ID2, false, 1, id2, &there);
  if (!there) {
    return gm_fail(GM_ERR_INPUT, "the file lacks the data set %s/%s", group,
                   GM_ONDEM_ID2);
  }
  COLUMN(GM_ONDEM_SHEAR_FORCE, true, 3, shear, known);
  COLUMN(GM_ONDEM_STRUCTURE, false, 1, structure, &there);
  if (!there) memset(l->structure, 0xff, (size_t)l->n * sizeof *l->structure);
  COLUMN(GM_ONDEM_PATCH, false, 1, patch, &there);
  all = all && there;
  COLUMN(GM_ONDEM_IMAGE, false, 1, image, &there);
  all = all && there;
  COLUMN(GM_ONDEM_SPRING, true, 4, spring, &there);
  all = all && there;
  COLUMN(GM_ONDEM_LAST_NORMAL, true, 3, last, &there);
  all = all && there;
  COLUMN(GM_ONDEM_COUPLE, true, 4, couple, &there);
  char law[GM_RESULT_SCENE_LAW], theirs[GM_RESULT_SCENE_LAW];
  gm_result_scene_law(r->config, law);
  gm_foreign_text(r->file, group, GM_ONDEM_LAW, theirs, sizeof theirs);
  *ours = all && there && !strcmp(law, theirs);
  return GM_OK;
}

static bool is_sphere(const reading *r, int64_t id)
{
  return bsearch(&id, r->ids, (size_t)r->saved->n, sizeof id, compare) != NULL;
}

static void add(reading *r, const list *l, bool ours, int64_t k)
{
  gm_saved_grains *b = r->saved;
  const int64_t structure = l->structure[k];
  gm_saved_contact c = {
      .a = l->id1[k], .b = l->id2[k], .structure = -1, .patch = -1};
  if (!is_sphere(r, c.a)) return;
  if (!is_sphere(r, c.b)) {
    if (!ours || structure < 0 || structure >= b->n_structures) return;
    c.b = -1;
    c.structure = (gm_index)structure;
    c.patch = (gm_index)l->patch[k];
    c.image = l->image[k] < 0 || l->image[k] >= 127 ? -1 : (int)l->image[k];
  }
  if (ours) {
    c.history = gm_row_load(&l->spring[4 * k]);
    c.couple = gm_row_load(&l->couple[4 * k]);
    c.last = gm_vec(l->last[3 * k], l->last[3 * k + 1], l->last[3 * k + 2]);
  } else { /* the file has the force of sphere 1 on sphere 2 */
    const double *f = &l->shear[3 * k];
    c.history = gm_row(gm_vec(-f[0], -f[1], -f[2]), 0.0);
    c.is_force = 1;
  }
  b->contact[b->n_contacts++] = c;
}

static gm_status read_group(void *context, const char *group)
{
  reading *r = context;
  gm_saved_grains *b = r->saved;
  char path[3 * GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s", group, GM_ONDEM_ID1);
  if (strlen(path) >= GM_HDF5_NAME || !gm_foreign_is_set(r->file, path))
    return GM_OK;
  list l = {.n = gm_foreign_rows(r->file, path)};
  if (l.n < 0 || l.n + b->n_contacts >= INT32_MAX) {
    return gm_fail(GM_ERR_INPUT,
                   "its data set %s has %lld rows; expected less than 2^31",
                   path, (long long)l.n);
  }
  bool ours = false, known = false;
  gm_status status = read_list(r, group, &l, &ours, &known);
  if (status == GM_OK && (ours || known)) {
    status = GM_RESIZE(b->contact, b->n_contacts, b->n_contacts + l.n + 1);
    for (int64_t k = 0; status == GM_OK && k < l.n; ++k)
      add(r, &l, ours, k);
  }
  clear(&l);
  return status;
}

static void count_name(void *context, int64_t i, const char *text)
{
  (void)text;
  *(gm_index *)context = (gm_index)i + 1;
}

static void keep_name(void *context, int64_t i, const char *text)
{
  gm_saved_grains *b = context;
  if (i < b->n_structures)
    snprintf(b->structure_name[i], GM_NAME_LENGTH, "%s", text);
}

static gm_status read_names(gm_hdf5_file *file, gm_saved_grains *b)
{
  static const char *const name = GM_ONDEM_SCENE "/" GM_ONDEM_STRUCTURES;
  gm_index n = 0;
  gm_foreign_texts(file, name, GM_NAME_LENGTH, count_name, &n);
  GM_TRY(GM_RESIZE(b->structure_name, 0, n + 1));
  b->n_structures = n;
  gm_foreign_texts(file, name, GM_NAME_LENGTH, keep_name, b);
  return GM_OK;
}

gm_status gm_ondem_springs_read(gm_hdf5_file *file, const gm_config *config,
                                gm_saved_grains *b)
{
  reading r = {.file = file, .config = config, .saved = b};
  GM_TRY(read_names(file, b));
  gm_status status = GM_RESIZE(r.ids, 0, b->n + 1);
  if (status == GM_OK) {
    memcpy(r.ids, b->id, (size_t)b->n * sizeof *r.ids);
    gm_ondem_springs_sort(r.ids, b->n);
    status = read_group(&r, GM_ONDEM_INTERACTIONS);
  }
  if (status == GM_OK)
    status = gm_foreign_groups(file, GM_ONDEM_INTERACTIONS, read_group, &r);
  GM_FREE(r.ids);
  return status;
}
