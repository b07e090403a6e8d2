/* result/ondem_file.c -- reads the spheres of a file in the exchange format of ON-DEM,
 * and their springs.
 *
 * Programs write this format in different versions: fields may be absent, and older
 * files keep spheres under /VTKHDF.  Absent fields get defaults; a field that is
 * present must have the right shape.  Clumps and units other than SI are rejected,
 * because their motion could not be reproduced.
 */
#include "result/ondem_file.h"

#include "base/memory.h"
#include "config/report.h"
#include "file/door.h"
#include "file/foreign.h"
#include "file/hdf5.h"
#include "file/ondem.h"
#include "file/schema.h"
#include "result/result.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads the contacts between the spheres of a file of
 * ON-DEM's format.
 *
 * Files contain one list of contacts, or one group for each class of contacts.  Springs
 * of another program mean something else than ours, so that only its tangential force
 * is taken; step/springs.h converts it to the spring of the law. */

static int compare_ondem_ids(const void *p, const void *q)
{
  const int64_t a = *(const int64_t *)p, b = *(const int64_t *)q;
  return a < b ? -1 : a > b;
}

/* Sort n integers in increasing order. */
static void sort_ondem_springs(int64_t *numbers, int64_t n)
{
  qsort(numbers, (size_t)n, sizeof *numbers, compare_ondem_ids);
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

static void clear_ondem_list(list *l)
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
static gm_status read_ondem_column(gm_hdf5_file *file, const char *group,
                                   const char *name, bool real, int64_t n,
                                   int64_t width, void **out, bool *there)
{
  char path[3 * GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s", group, name);
  GM_TRY(gm_memory_resize(out, 0, (size_t)(n * width + 1), 8));
  *there = strlen(path) < GM_HDF5_NAME && gm_foreign_is_set(file, path);
  return *there ? gm_foreign_read(file, path, real, n, width, *out) : GM_OK;
}

#define COLUMN(name, real, width, field, there)                                \
  GM_TRY(read_ondem_column(r->file, group, name, real, l->n, width,            \
                           (void **)(void *)&l->field, there))

static gm_status read_ondem_list(reading *r, const char *group, list *l,
                                 bool *ours, bool *known)
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

static bool is_ondem_sphere(const reading *r, int64_t id)
{
  return bsearch(&id, r->ids, (size_t)r->saved->n, sizeof id,
                 compare_ondem_ids) != NULL;
}

static void add_ondem_spring(reading *r, const list *l, bool ours, int64_t k)
{
  gm_saved_grains *b = r->saved;
  const int64_t structure = l->structure[k];
  gm_saved_contact c = {
      .a = l->id1[k], .b = l->id2[k], .structure = -1, .patch = -1};
  if (!is_ondem_sphere(r, c.a)) return;
  if (!is_ondem_sphere(r, c.b)) {
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

static gm_status read_ondem_group(void *context, const char *group)
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
  gm_status status = read_ondem_list(r, group, &l, &ours, &known);
  if (status == GM_OK && (ours || known)) {
    status = GM_RESIZE(b->contact, b->n_contacts, b->n_contacts + l.n + 1);
    for (int64_t k = 0; status == GM_OK && k < l.n; ++k)
      add_ondem_spring(r, &l, ours, k);
  }
  clear_ondem_list(&l);
  return status;
}

static void count_ondem_name(void *context, int64_t i, const char *text)
{
  (void)text;
  *(gm_index *)context = (gm_index)i + 1;
}

static void keep_ondem_name(void *context, int64_t i, const char *text)
{
  gm_saved_grains *b = context;
  if (i < b->n_structures)
    snprintf(b->structure_name[i], GM_NAME_LENGTH, "%s", text);
}

static gm_status read_ondem_names(gm_hdf5_file *file, gm_saved_grains *b)
{
  static const char *const name = GM_ONDEM_SCENE "/" GM_ONDEM_STRUCTURES;
  gm_index n = 0;
  gm_foreign_texts(file, name, GM_NAME_LENGTH, count_ondem_name, &n);
  GM_TRY(GM_RESIZE(b->structure_name, 0, n + 1));
  b->n_structures = n;
  gm_foreign_texts(file, name, GM_NAME_LENGTH, keep_ondem_name, b);
  return GM_OK;
}

/* Read the contacts of the spheres in *saved, whose ids are known.  Springs written by
 * Granum are used if their contact law is that of this scene; otherwise the tangential
 * force between two spheres is used.  Contacts with other bodies need springs written
 * by Granum and are omitted without.  GM_ERR_INPUT: a data set is missing or has the
 * wrong shape. */
static gm_status read_ondem_springs(gm_hdf5_file *file, const gm_config *config,
                                    gm_saved_grains *b)
{
  reading r = {.file = file, .config = config, .saved = b};
  GM_TRY(read_ondem_names(file, b));
  gm_status status = GM_RESIZE(r.ids, 0, b->n + 1);
  if (status == GM_OK) {
    memcpy(r.ids, b->id, (size_t)b->n * sizeof *r.ids);
    sort_ondem_springs(r.ids, b->n);
    status = read_ondem_group(&r, GM_ONDEM_INTERACTIONS);
  }
  if (status == GM_OK)
    status =
        gm_foreign_groups(file, GM_ONDEM_INTERACTIONS, read_ondem_group, &r);
  GM_FREE(r.ids);
  return status;
}

/* --- where spheres are -------------------------------------------------------- */

static const char *const older = GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA;

static void name_ondem_set(const char *group, const char *name, char *path,
                           size_t bytes)
{
  snprintf(path, bytes, "%s/%s", group, name);
}

static bool has_ondem_dataset(gm_hdf5_file *file, const char *group,
                              const char *name)
{
  char path[GM_HDF5_NAME];
  name_ondem_set(group, name, path, sizeof path);
  return gm_foreign_is_set(file, path);
}

/* Find the group with the arrays of spheres, and the data set of their centres. */
static gm_status find_ondem_spheres(gm_hdf5_file *file, const char **group,
                                    const char **centres)
{
  *group = GM_ONDEM_SPHERES;
  *centres = GM_ONDEM_SPHERES "/" GM_ONDEM_POSITION;
  if (gm_foreign_is_set(file, *centres)) return GM_OK;
  *group = older;
  *centres = GM_GROUP_GRAINS "/" GM_VTK_POINTS;
  if (has_ondem_dataset(file, older, GM_ONDEM_RADIUS) &&
      gm_foreign_is_set(file, *centres))
    return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "the file has no spheres with radii: it contains neither %s "
                 "nor both %s and %s/%s",
                 GM_ONDEM_SPHERES "/" GM_ONDEM_POSITION, *centres, older,
                 GM_ONDEM_RADIUS);
}

/* --- columns ------------------------------------------------------------------ */

/* Read n rows of group/name to column [n][width].  If an optional data set is absent,
 * the column does not change. */
static gm_status read_ondem_set(gm_hdf5_file *file, const char *group,
                                const char *name, bool needed, bool real,
                                int64_t n, int64_t width, void *column)
{
  char path[GM_HDF5_NAME];
  if (!needed && !has_ondem_dataset(file, group, name)) return GM_OK;
  name_ondem_set(group, name, path, sizeof path);
  return gm_foreign_read(file, path, real, n, width, column);
}

static gm_status reserve_ondem_grains(gm_saved_grains *b, int64_t n)
{
  GM_TRY(GM_RESIZE(b->x, 0, n + 1));
  GM_TRY(GM_RESIZE(b->v, 0, n + 1));
  GM_TRY(GM_RESIZE(b->w, 0, n + 1));
  GM_TRY(GM_RESIZE(b->r, 0, n + 1));
  GM_TRY(GM_RESIZE(b->id, 0, n + 1));
  GM_TRY(GM_RESIZE(b->label, 0, n + 1));
  GM_TRY(GM_RESIZE(b->orientation, 0, n + 1));
  return GM_RESIZE(b->material, 0, n + 1);
}

/* Convert quaternions x y z w of any length to unit w x y z.  An invalid quaternion
 * stays invalid, so that gm_saved_grains_unsound finds it. */
static gm_status read_ondem_orientations(gm_hdf5_file *file, const char *group,
                                         gm_saved_grains *b)
{
  double *q = NULL;
  GM_TRY(GM_RESIZE(q, 0, 4 * (size_t)(b->n + 1)));
  for (gm_index i = 0; i < b->n; ++i)
    q[4 * i + 3] = 1.0;
  const gm_status status = read_ondem_set(file, group, GM_ONDEM_ORIENTATION,
                                          false, true, b->n, 4, q);
  for (gm_index i = 0; status == GM_OK && i < b->n; ++i) {
    const double *p = q + 4 * i;
    const gm_quat o = {p[3], p[0], p[1], p[2]};
    const double length = o.w * o.w + o.x * o.x + o.y * o.y + o.z * o.z;
    /* A unit quaternion keeps its bits. */
    b->orientation[i] = fabs(length - 1.0) < 1.0e-12 ? o : gm_quat_unit(o);
  }
  GM_FREE(q);
  return status;
}

/* Reject spheres that are parts of a clump, since they do not move on their own. */
static gm_status check_ondem_clumps(gm_hdf5_file *file, const char *group,
                                    const gm_saved_grains *b, int64_t *room)
{
  for (gm_index i = 0; i < b->n; ++i)
    room[i] = -1;
  GM_TRY(
      read_ondem_set(file, group, GM_ONDEM_CLUMP, false, false, b->n, 1, room));
  for (gm_index i = 0; i < b->n; ++i) {
    if (room[i] == -1 || room[i] == b->id[i]) continue;
    return gm_fail(GM_ERR_INPUT,
                   "sphere %lld is part of clump %lld; only single spheres can "
                   "be read",
                   (long long)b->id[i], (long long)room[i]);
  }
  return GM_OK;
}

static gm_status check_ondem_ids(const gm_saved_grains *b, int64_t *room)
{
  memcpy(room, b->id, (size_t)b->n * sizeof *room);
  sort_ondem_springs(room, b->n);
  for (gm_index i = 0; i < b->n; ++i) {
    if (room[i] >= 0 && (i == 0 || room[i] != room[i - 1])) continue;
    return gm_fail(GM_ERR_INPUT,
                   "ids of spheres must be unique and not negative: %lld",
                   (long long)room[i]);
  }
  return GM_OK;
}

/* --- materials ---------------------------------------------------------------- */

/* The material that is being looked for among the groups of materials. */
typedef struct search_object {
  gm_hdf5_file *file;
  int64_t id;
  char label[GM_NAME_LENGTH];
  double radii[2]; /* m */
} search_object;

static gm_status look_at_ondem_material(void *context, const char *path)
{
  search_object *s = context;
  char own[GM_NAME_LENGTH];
  double id;
  snprintf(own, sizeof own, "%lld", (long long)s->id);
  if (!gm_foreign_number(s->file, path, GM_ONDEM_ID, &id))
    id = strcmp(strrchr(path, '/') + 1, own) ? -1.0 : (double)s->id;
  if (id != (double)s->id) return GM_OK;
  gm_foreign_text(s->file, path, GM_ONDEM_LABEL, s->label, GM_NAME_LENGTH);
  gm_foreign_number(s->file, path, GM_ONDEM_SMALLEST, &s->radii[0]);
  gm_foreign_number(s->file, path, GM_ONDEM_LARGEST, &s->radii[1]);
  return GM_OK;
}

/* Name in this scene of the material `id` of the file. */
static gm_status name_ondem_material(const gm_config *config, size_t source,
                                     gm_hdf5_file *file, int64_t id,
                                     char name[GM_NAME_LENGTH], double radii[2])
{
  const gm_config_grains *g = &config->grains[source];
  char own[GM_NAME_LENGTH];
  search_object s = {.file = file, .id = id};
  snprintf(own, sizeof own, "%lld", (long long)id);
  GM_TRY(
      gm_foreign_groups(file, GM_ONDEM_MATERIALS, look_at_ondem_material, &s));
  snprintf(name, GM_NAME_LENGTH, "%s", s.label[0] ? s.label : own);
  const bool good = s.radii[0] > 0.0 && isfinite(s.radii[1]);
  for (int k = 0; k < 2; ++k)
    radii[k] = good ? s.radii[k] : 0.0;
  for (size_t k = 0; k < g->ondem.n_materials; ++k) {
    const gm_config_called *c = &g->ondem.materials[k];
    if (!strcmp(c->called, name) || !strcmp(c->called, own)) {
      snprintf(name, GM_NAME_LENGTH, "%s", c->material);
      break;
    }
  }
  return GM_OK;
}

static gm_status read_ondem_materials(const gm_config *config, size_t source,
                                      gm_hdf5_file *file, const char *group,
                                      gm_saved_grains *b, int64_t *room)
{
  int64_t known[GM_MATERIALS_MAX];
  GM_TRY(read_ondem_set(file, group, GM_ONDEM_MATERIAL, false, false, b->n, 1,
                        room));
  for (gm_index i = 0; i < b->n; ++i) {
    gm_index k = 0;
    while (k < b->n_names && known[k] != room[i])
      ++k;
    if (k == GM_MATERIALS_MAX) {
      return gm_fail(GM_ERR_INPUT,
                     "its spheres have more than %d materials, the limit",
                     GM_MATERIALS_MAX);
    }
    if (k == b->n_names) {
      known[b->n_names++] = room[i];
      GM_TRY(name_ondem_material(config, source, file, room[i], b->name[k],
                                 b->radii[k]));
    }
    b->material[i] = k;
  }
  return GM_OK;
}

/* --- the file ------------------------------------------------------------------ */

typedef struct units {
  int n;
  bool foreign;
  char found[96];
} units;

static void look_at_ondem_unit(void *context, int64_t i, const char *text)
{
  static const char *const si[3][3] = {{"second", "seconds", "s"},
                                       {"meter", "metre", "m"},
                                       {"kilogram", "kilograms", "kg"}};
  units *u = context;
  bool known = false;
  for (int k = 0; i < 3 && k < 3; ++k)
    known = known || !strcmp(text, si[i][k]);
  u->foreign = u->foreign || !known;
  const size_t used = strlen(u->found);
  snprintf(u->found + used, sizeof u->found - used, "%s%.24s", used ? ", " : "",
           text);
}

static gm_status check_ondem_units(gm_hdf5_file *file)
{
  units u = {0};
  gm_foreign_texts(file, GM_ONDEM_SCENE "/" GM_ONDEM_UNITS, 64,
                   look_at_ondem_unit, &u);
  if (!u.foreign) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "its %s are %s; only files in second, meter, kilogram can be "
                 "read",
                 GM_ONDEM_SCENE "/" GM_ONDEM_UNITS, u.found);
}

/* Read the instant and the order of grains of a run to be resumed; v and w are those of
 * the integration scheme. */
static gm_status read_ondem_state(gm_hdf5_file *file, const char *group,
                                  gm_saved_grains *b, int64_t *room)
{
  double dt;
  const int64_t steps = gm_door_count(file, GM_ONDEM_SCENE, GM_ONDEM_STEP);
  if (!has_ondem_dataset(file, group, GM_ONDEM_PLACE) ||
      !gm_foreign_number(file, GM_ONDEM_SCENE, GM_ONDEM_TIME_STEP, &dt) ||
      !(dt > 0.0) || steps < 0 || steps > (int64_t)1e11) {
    return GM_OK;
  }
  GM_TRY(read_ondem_set(file, group, GM_ONDEM_SCHEME_VELOCITY, true, true, b->n,
                        3, b->v));
  GM_TRY(read_ondem_set(file, group, GM_ONDEM_SCHEME_SPIN, true, true, b->n, 3,
                        b->w));
  GM_TRY(
      read_ondem_set(file, group, GM_ONDEM_PLACE, true, false, b->n, 1, room));
  gm_index *place = NULL;
  GM_TRY(GM_RESIZE(place, 0, b->n + 1));
  for (gm_index i = 0; i < b->n; ++i)
    place[i] = room[i] < 0 || room[i] >= b->n ? -1 : (gm_index)room[i];
  const gm_status status = gm_saved_grains_arrange(b, place);
  GM_FREE(place);
  GM_TRY(status);
  b->step = steps;
  b->dt = dt;
  b->resumable = 1;
  return GM_OK;
}

static gm_status read_ondem_spheres(const gm_config *config, size_t source,
                                    gm_hdf5_file *file, gm_saved_grains *b,
                                    int64_t **room)
{
  const char *group, *centres;
  GM_TRY(check_ondem_units(file));
  GM_TRY(find_ondem_spheres(file, &group, &centres));
  const int64_t n = gm_foreign_rows(file, centres);
  if (n < 0 || n >= INT32_MAX) {
    return gm_fail(GM_ERR_INPUT,
                   "its data set %s has %lld rows; expected 0 to 2^31 - 2",
                   centres, (long long)n);
  }
  GM_TRY(reserve_ondem_grains(b, n));
  GM_TRY(GM_RESIZE(*room, 0, n + 1));
  b->n = (gm_index)n;
  GM_TRY(gm_foreign_read(file, centres, true, n, 3, b->x));
  GM_TRY(read_ondem_set(file, group, GM_ONDEM_RADIUS, true, true, n, 1, b->r));
  GM_TRY(
      read_ondem_set(file, group, GM_ONDEM_VELOCITY, false, true, n, 3, b->v));
  GM_TRY(read_ondem_set(file, group, GM_ONDEM_SPIN, false, true, n, 3, b->w));
  for (gm_index i = 0; i < b->n; ++i)
    b->id[i] = i;
  GM_TRY(read_ondem_set(file, group, GM_ONDEM_BODY, false, false, n, 1, b->id));
  GM_TRY(check_ondem_ids(b, *room));
  GM_TRY(check_ondem_clumps(file, group, b, *room));
  GM_TRY(read_ondem_orientations(file, group, b));
  memset(*room, 0, (size_t)n * sizeof **room);
  GM_TRY(read_ondem_set(file, group, GM_ONDEM_OUR_LABEL, false, false, n, 1,
                        *room));
  for (gm_index i = 0; i < b->n; ++i)
    b->label[i] = (gm_index)(*room)[i];
  memset(*room, 0, (size_t)n * sizeof **room);
  GM_TRY(read_ondem_materials(config, source, file, group, b, *room));
  GM_TRY(read_ondem_springs(file, config, b));
  return b->goes_on ? read_ondem_state(file, group, b, *room) : GM_OK;
}

static gm_status check_ondem_grains(const gm_saved_grains *b)
{
  const gm_index wrong = gm_saved_grains_unsound(b);
  if (wrong < 0) return GM_OK;
  return gm_fail(
      GM_ERR_INPUT,
      "sphere %lld has impossible values: its radius is %g m, or its "
      "position, velocity or orientation is not finite",
      (long long)b->id[wrong], b->r[wrong]);
}

gm_status gm_ondem_file_read(gm_config *config, size_t source,
                             gm_saved_grains *b)
{
  const gm_config_bed *said = &config->grains[source].ondem.of;
  char path[4096], key[64];
  gm_hdf5_file *file = NULL;
  int64_t *room = NULL;
  *b = (gm_saved_grains){.goes_on = said->resume};
  gm_config_path(config, said->file, path, sizeof path);
  gm_status status =
      access(path, R_OK) == 0
          ? gm_hdf5_open(path, GM_HDF5_PLAIN, &file)
          : gm_fail(GM_ERR_INPUT, "cannot open the file: %s", strerror(errno));
  if (status == GM_OK)
    status = read_ondem_spheres(config, source, file, b, &room);
  if (status == GM_OK) status = check_ondem_grains(b);
  GM_FREE(room);
  const gm_status closed = gm_hdf5_close(&file);
  if (status == GM_OK) status = closed;
  if (status == GM_OK || status == GM_ERR_MEMORY) return status;
  char text[1024];
  snprintf(text, sizeof text, "%s", gm_status_message());
  snprintf(key, sizeof key, "grains[%zu].ondem.file", source);
  return gm_report_fault(config, key, "'%.200s': %s", said->file, text);
}
