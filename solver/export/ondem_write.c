/* export/ondem_write.c -- one frame of a result in the exchange format of ON-DEM.
 *
 * ON-DEM stores the spheres twice, as a VTKHDF PolyData for viewers and under /ONDEM
 * for programs; both names refer to the same data set, so that the file is not larger.
 */
#include "export/formats.h"

#include "base/math.h"
#include "base/memory.h"
#include "base/vec3.h"
#include "config/config.h"
#include "file/door.h"
#include "file/foreign.h"
#include "file/ondem.h"
#include "file/schema.h"
#include "file/table.h"
#include "result/result.h"
#include "scene/material.h"
#include <stdio.h>
#include <string.h>

/* ---- writes contacts as interactions of ON-DEM ----------------------------------- */

/* Signs differ: a normal of ON-DEM points from 1 to 2, its normal force is positive in
 * tension, and its shear force acts on 2; file/ondem.h lists all fields. */

/* Number of what follows after `first` bodies as number k; -1 if there is none, as in a
 * damaged file. */
GM_INLINE int64_t body_of(int64_t first, int64_t k)
{
  int64_t body = 0;
  return k < 0 || __builtin_add_overflow(first, k, &body) ? -1 : body;
}

/* *a receives the array `name` of rows, with `width` numbers in each row, real or
 * integers.  GM_ERR_FILE. */
static gm_status contacts_array(const gm_result_rows *rows, const char *name,
                                bool real, int64_t width,
                                const gm_result_array **a)
{
  *a = gm_result_find(rows, name);
  if (*a && (*a)->real == real && (*a)->width == width) return GM_OK;
  return gm_fail(GM_ERR_FILE, "the array '%s' of the result %s", name,
                 *a ? "has another type or width than a run writes"
                    : "is missing; repeat the run with this version");
}

/* Number of the body of the first structure: after the largest id of the grains. */
static int64_t first_number(const gm_result_rows *grains)
{
  const gm_result_array *id = gm_result_find(grains, GM_NAME_ID);
  int64_t first = 0;
  for (int64_t k = 0; id && !id->real && k < grains->n; ++k)
    if (id->integer[k] >= first && id->integer[k] < INT64_MAX)
      first = id->integer[k] + 1;
  return first;
}

/* Input arrays. */
typedef struct in {
  const gm_result_array *id_a, *id_b, *structure, *patch, *normal, *force,
      *overlap, *id, *radius, *structure_a; /* null: no structures meet */
} in;

/* Output columns, one row for each contact. */
typedef struct out {
  int64_t *id1, *id2, *zero;
  gm_vec3 *normal, *shear, *point;
  double *push, *radius1, *radius2;
  char *model;
} out;

enum { MODEL = 32 };

static gm_status find_arrays(const gm_result_rows *contacts,
                             const gm_result_rows *grains, in *i)
{
  GM_TRY(contacts_array(contacts, GM_NAME_ID_A, false, 1, &i->id_a));
  GM_TRY(contacts_array(contacts, GM_NAME_ID_B, false, 1, &i->id_b));
  GM_TRY(
      contacts_array(contacts, GM_NAME_STRUCTURE_ID, false, 1, &i->structure));
  GM_TRY(contacts_array(contacts, GM_NAME_PATCH, false, 1, &i->patch));
  GM_TRY(contacts_array(contacts, GM_NAME_NORMAL, true, 3, &i->normal));
  GM_TRY(contacts_array(contacts, GM_NAME_FORCE, true, 3, &i->force));
  GM_TRY(contacts_array(contacts, GM_NAME_OVERLAP, true, 1, &i->overlap));
  i->structure_a = NULL;
  if (gm_result_find(contacts, GM_NAME_STRUCTURE_A))
    GM_TRY(contacts_array(contacts, GM_NAME_STRUCTURE_A, false, 1,
                          &i->structure_a));
  GM_TRY(contacts_array(grains, GM_NAME_ID, false, 1, &i->id));
  return contacts_array(grains, GM_NAME_RADIUS, true, 1, &i->radius);
}

static gm_status reserve_contacts(out *o, int64_t n)
{
  GM_TRY(GM_RESIZE(o->id1, 0, n + 1));
  GM_TRY(GM_RESIZE(o->id2, 0, n + 1));
  GM_TRY(GM_RESIZE(o->zero, 0, n + 1));
  GM_TRY(GM_RESIZE(o->normal, 0, n + 1));
  GM_TRY(GM_RESIZE(o->shear, 0, n + 1));
  GM_TRY(GM_RESIZE(o->point, 0, n + 1));
  GM_TRY(GM_RESIZE(o->push, 0, n + 1));
  GM_TRY(GM_RESIZE(o->radius1, 0, n + 1));
  GM_TRY(GM_RESIZE(o->radius2, 0, n + 1));
  return GM_RESIZE(o->model, 0, MODEL * (n + 1));
}

static void clear_contacts(out *o)
{
  GM_FREE(o->id1);
  GM_FREE(o->id2);
  GM_FREE(o->zero);
  GM_FREE(o->normal);
  GM_FREE(o->shear);
  GM_FREE(o->point);
  GM_FREE(o->push);
  GM_FREE(o->radius1);
  GM_FREE(o->radius2);
  GM_FREE(o->model);
}

/* Radius of a grain; 0 if there is no grain with that id. */
static double grain_radius(const in *i, int64_t id)
{
  int64_t low = 0, high = i->id->n;
  while (low < high) {
    const int64_t middle = low + (high - low) / 2;
    if (i->id->integer[middle] < id)
      low = middle + 1;
    else
      high = middle;
  }
  const bool found = low < i->id->n && i->id->integer[low] == id;
  return found ? i->radius->number[low] : 0.0;
}

static gm_vec3 vector_at(const gm_result_array *a, int64_t k)
{
  return gm_vec(a->number[3 * k], a->number[3 * k + 1], a->number[3 * k + 2]);
}

static void fill_ondem_contacts(const in *i, const gm_result_rows *contacts,
                                const gm_config *config, int64_t first, out *o)
{
  const bool hooke = config->contacts.law == GM_LAW_HOOKE;
  for (int64_t k = 0; k < contacts->n; ++k) {
    const gm_vec3 n = vector_at(i->normal, k), f = vector_at(i->force, k);
    const double *ends = contacts->points + 6 * k;
    const double along = gm_dot(f, n);
    const int64_t structure = i->structure->integer[k];
    const int64_t a = i->structure_a ? i->structure_a->integer[k] : -1;
    const bool on_grain = structure < 0;
    o->id1[k] = a < 0 ? i->id_a->integer[k] : body_of(first, a);
    o->id2[k] = on_grain ? i->id_b->integer[k] : body_of(first, structure);
    o->radius1[k] = grain_radius(i, o->id1[k]);
    o->radius2[k] = on_grain ? grain_radius(i, o->id2[k]) : 0.0;
    o->normal[k] = gm_scale(-1.0, n);
    o->push[k] = -along;
    o->shear[k] = gm_sub(gm_scale(along, n), f);
    const double sum = o->radius1[k] + o->radius2[k];
    const double share = on_grain && sum > 0.0 ? o->radius1[k] / sum : 1.0;
    const gm_vec3 from = gm_vec(ends[0], ends[1], ends[2]);
    const gm_vec3 to = gm_vec(ends[3], ends[4], ends[5]);
    o->point[k] = gm_madd(from, share, gm_sub(to, from));
    strcpy(o->model + MODEL * k,
           hooke ? "linear_viscoelastic_frictional" : "hertz_mindlin");
  }
}

static gm_status put_part(const gm_table_parts *to, const char *part,
                          int64_t width, const char *units, int64_t n,
                          const void *values)
{
  return gm_table_put_part(to, part, GM_TABLE_DOUBLE, GM_TABLE_DOUBLE, width,
                           units, n, values);
}

static gm_status put_integer_part(const gm_table_parts *to, const char *part,
                                  int64_t n, const int64_t *values)
{
  return gm_table_put_part(to, part, GM_TABLE_INT64, GM_TABLE_INT64, 1, "1", n,
                           values);
}

/* Write what ON-DEM has no field for, as far as the result contains it. */
static gm_status put_ours(const gm_table_parts *to, const in *i,
                          const gm_result_rows *contacts)
{
  const gm_result_array *spring, *couple, *image, *last;
  const int64_t n = contacts->n;
  GM_TRY(put_integer_part(to, GM_ONDEM_STRUCTURE, n, i->structure->integer));
  GM_TRY(put_integer_part(to, GM_ONDEM_PATCH, n, i->patch->integer));
  if (!gm_result_find(contacts, GM_NAME_SPRING)) return GM_OK;
  GM_TRY(contacts_array(contacts, GM_NAME_SPRING, true, 4, &spring));
  GM_TRY(contacts_array(contacts, GM_NAME_COUPLE, true, 4, &couple));
  GM_TRY(contacts_array(contacts, GM_NAME_STRUCTURE_IMAGE, false, 1, &image));
  GM_TRY(contacts_array(contacts, GM_NAME_LAST_NORMAL, true, 3, &last));
  GM_TRY(put_part(to, GM_ONDEM_LAST_NORMAL, 3, "1", n, last->number));
  GM_TRY(put_part(to, GM_ONDEM_SPRING, 4, spring->units, n, spring->number));
  GM_TRY(put_part(to, GM_ONDEM_COUPLE, 4, couple->units, n, couple->number));
  return put_integer_part(to, GM_ONDEM_IMAGE, n, image->integer);
}

static gm_status put_contact_parts(const gm_table_parts *to, const in *i,
                                   const out *o, const gm_result_rows *contacts)
{
  const int64_t n = contacts->n;
  GM_TRY(put_integer_part(to, GM_ONDEM_ID1, n, o->id1));
  GM_TRY(put_integer_part(to, GM_ONDEM_ID2, n, o->id2));
  GM_TRY(gm_table_put_part(to, GM_ONDEM_VIRTUAL, GM_TABLE_UINT8, GM_TABLE_INT64,
                           1, "1", n, o->zero));
  GM_TRY(put_part(to, GM_ONDEM_NORMAL, 3, "1", n, o->normal));
  GM_TRY(put_part(to, GM_ONDEM_NORMAL_FORCE, 1, "N", n, o->push));
  GM_TRY(put_part(to, GM_ONDEM_SHEAR_FORCE, 3, "N", n, o->shear));
  GM_TRY(put_part(to, GM_ONDEM_OVERLAP, 1, "m", n, i->overlap->number));
  GM_TRY(put_part(to, GM_ONDEM_CONTACT_POINT, 3, "m", n, o->point));
  GM_TRY(put_part(to, GM_ONDEM_RADIUS_1, 1, "m", n, o->radius1));
  GM_TRY(put_part(to, GM_ONDEM_RADIUS_2, 1, "m", n, o->radius2));
  GM_TRY(gm_table_put_texts(to->file, GM_ONDEM_OURS "/" GM_ONDEM_MODEL, n,
                            MODEL, o->model));
  return put_ours(to, i, contacts);
}

/* Write the contacts of a frame.  grains: of the same frame, sorted by id; config: the
 * scene of the result; structure k is body first + k.  GM_ERR_FILE: arrays are missing
 * or have the wrong type, or the file cannot be written. */
static gm_status put_contacts(gm_hdf5_file *file,
                              const gm_result_rows *contacts,
                              const gm_result_rows *grains,
                              const gm_config *config, int64_t first)
{
  const gm_table_parts to = {
      .file = file, .group = GM_ONDEM_OURS, .deflate = 1};
  char law[GM_RESULT_SCENE_LAW];
  in i;
  out o = {0};
  GM_TRY(find_arrays(contacts, grains, &i));
  GM_TRY(gm_hdf5_group(file, GM_ONDEM_INTERACTIONS));
  GM_TRY(gm_hdf5_group(file, GM_ONDEM_OURS));
  gm_result_scene_law(config, law);
  GM_TRY(gm_hdf5_attribute_count(file, GM_ONDEM_OURS, GM_ONDEM_COUNT,
                                 contacts->n));
  GM_TRY(gm_hdf5_attribute_text(file, GM_ONDEM_OURS, GM_ONDEM_LAW, law));
  gm_status status = reserve_contacts(&o, contacts->n);
  if (status == GM_OK) {
    fill_ondem_contacts(&i, contacts, config, first, &o);
    status = put_contact_parts(&to, &i, &o, contacts);
  }
  clear_contacts(&o);
  return status;
}

/* --- scene and materials ------------------------------------------------------ */

static gm_status put_root(gm_hdf5_file *file)
{
  GM_TRY(
      gm_hdf5_attribute_text(file, "/", GM_ONDEM_FORMAT, GM_ONDEM_FORMAT_NAME));
  GM_TRY(gm_hdf5_attribute_text(file, "/", GM_ONDEM_FORMAT_VERSION,
                                GM_ONDEM_DRAFT));
  GM_TRY(gm_hdf5_attribute_text(file, "/", GM_ONDEM_SOURCE, "Granum"));
  GM_TRY(gm_hdf5_group(file, GM_ONDEM));
  return gm_hdf5_group(file, GM_ONDEM_BODIES);
}

/* Time step of the run; 0 if the result is older than the attribute that stores it. */
static double step_of(const gm_result *r)
{
  const double dt = gm_door_number(r->file, GM_GROUP_SCENE, GM_ATTR_TIME_STEP);
  return dt > 0.0 ? dt : 0.0;
}

static gm_status put_scene(gm_hdf5_file *file, const gm_result *r,
                           int64_t frame, const gm_config *c)
{
  const gm_table_parts to = {.file = file, .group = GM_ONDEM_SCENE};
  static const char units[3][16] = {"second", "meter", "kilogram"};
  const double g[3] = {c->gravity.x, c->gravity.y, c->gravity.z};
  const double dt = step_of(r), steps = dt > 0.0 ? r->time[frame] / dt : -1.0;
  char version[GM_RESULT_TEXT];
  GM_TRY(gm_hdf5_group(file, GM_ONDEM_SCENE));
  GM_TRY(gm_hdf5_attribute_number(file, GM_ONDEM_SCENE, GM_ONDEM_TIME,
                                  r->time[frame]));
  GM_TRY(
      gm_hdf5_attribute_number(file, GM_ONDEM_SCENE, GM_ONDEM_TIME_STEP, dt));
  GM_TRY(gm_hdf5_attribute_count(file, GM_ONDEM_SCENE, GM_ONDEM_STEP,
                                 steps >= 0.0 && steps < 1.0e15 ? llround(steps)
                                                                : -1));
  gm_door_text(r->file, GM_GROUP_SCENE, GM_ATTR_VERSION, version,
               sizeof version);
  GM_TRY(
      gm_hdf5_attribute_text(file, GM_ONDEM_SCENE, GM_ONDEM_VERSION, version));
  GM_TRY(gm_table_put_part(&to, GM_ONDEM_GRAVITY, GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 1, "m/s2", 3, g));
  return gm_table_put_texts(file, GM_ONDEM_SCENE "/" GM_ONDEM_UNITS, 3, 16,
                            units[0]);
}

/* Coefficients of a material in contact with itself, or null. */
static const gm_config_pair *own_pair(const gm_config *c, const char *name)
{
  for (size_t k = 0; k < c->contacts.n_pairs; ++k) {
    const gm_config_pair *p = &c->contacts.pairs[k];
    if (p->between[0] && p->between[1] && !strcmp(p->between[0], name) &&
        !strcmp(p->between[1], name))
      return p;
  }
  return NULL;
}

static gm_status put_known(gm_hdf5_file *file, const char *group,
                           const char *name, double value)
{
  return isfinite(value) ? gm_foreign_put_number(file, group, name, value)
                         : GM_OK;
}

static gm_status put_ondem_pair(gm_hdf5_file *file, const char *group,
                                const gm_config *c, const gm_config_pair *pair)
{
  if (!pair) return GM_OK;
  const gm_pair *p = &pair->given;
  GM_TRY(put_known(file, group, "shear_friction", p->friction));
  GM_TRY(put_known(file, group, "friction_coefficient", p->friction));
  GM_TRY(put_known(file, group, "friction_angle_rad",
                   gm_math_atan2(p->friction, 1.0)));
  GM_TRY(put_known(file, group, "granum_restitution", p->restitution));
  GM_TRY(put_known(file, group, "rolling_friction", p->rolling_friction));
  GM_TRY(put_known(file, group, "torsion_friction", p->torsion_friction));
  if (c->contacts.law != GM_LAW_HOOKE) return GM_OK;
  const double given = c->contacts.tangential_ratio;
  const gm_grain_rule rule = gm_material_rule(c);
  const double ratio = given > 0.0 ? given : gm_grain_rule_ratio(&rule, 0.0);
  GM_TRY(put_known(file, group, "normal_stiffness", p->stiffness));
  return put_known(file, group, "shear_stiffness",
                   gm_pair_keys_tangential(p, ratio, p->stiffness));
}

static gm_status put_material(gm_hdf5_file *file, int64_t id, const char *name,
                              const gm_config *c)
{
  char group[GM_HDF5_NAME];
  snprintf(group, sizeof group, GM_ONDEM_MATERIALS "/%lld", (long long)id);
  GM_TRY(gm_hdf5_group(file, group));
  GM_TRY(gm_foreign_put_integer(file, group, GM_ONDEM_ID, id));
  GM_TRY(gm_foreign_put_text(file, group, GM_ONDEM_LABEL, name));
  for (size_t k = 0; k < c->n_materials; ++k) {
    const gm_config_material *m = &c->materials[k];
    if (strcmp(m->name, name) != 0) continue;
    const bool hooke = c->contacts.law == GM_LAW_HOOKE;
    GM_TRY(gm_foreign_put_text(file, group, "material_type",
                               hooke ? "linear_elastic" : "hertz_elastic"));
    GM_TRY(put_known(file, group, "density", m->density));
    GM_TRY(put_known(file, group, "young_modulus", m->youngs_modulus));
    GM_TRY(put_known(file, group, "young", m->youngs_modulus));
    GM_TRY(put_known(file, group, "poisson_ratio", m->poisson_ratio));
    GM_TRY(put_known(file, group, "poisson", m->poisson_ratio));
    GM_TRY(put_ondem_pair(file, group, c, own_pair(c, name)));
  }
  return GM_OK;
}

/* Write the smallest and largest radius of material k for which the run was set up, if
 * the result has them. */
static gm_status put_ondem_radii(gm_hdf5_file *file, const gm_result *r,
                                 int64_t k)
{
  char group[GM_HDF5_NAME];
  double radii[GM_MATERIALS_MAX][2] = {{0.0}};
  static const char *const set = GM_GROUP_SCENE "/" GM_NAME_MATERIAL_RADII;
  if (!gm_foreign_is_set(r->file, set)) return GM_OK;
  GM_TRY(gm_foreign_read(r->file, set, true, r->n_materials, 2, radii));
  snprintf(group, sizeof group, GM_ONDEM_MATERIALS "/%lld", (long long)k);
  GM_TRY(gm_foreign_put_number(file, group, GM_ONDEM_SMALLEST, radii[k][0]));
  return gm_foreign_put_number(file, group, GM_ONDEM_LARGEST, radii[k][1]);
}

static gm_status put_materials(gm_hdf5_file *file, const gm_result *r,
                               const gm_config *c)
{
  char name[GM_NAME_LENGTH];
  if (r->n_materials > GM_MATERIALS_MAX) {
    return gm_fail(GM_ERR_INPUT, "'%s' has %lld materials; the limit is %d",
                   gm_hdf5_path(r->file), (long long)r->n_materials,
                   GM_MATERIALS_MAX);
  }
  GM_TRY(gm_hdf5_group(file, GM_ONDEM_MATERIALS));
  for (int64_t k = 0; k < r->n_materials; ++k) {
    GM_TRY(gm_table_read_texts(r->file, GM_GROUP_NAMES "/" GM_NAME_MATERIALS, k,
                               name, sizeof name));
    GM_TRY(put_material(file, k, name, c));
    GM_TRY(put_ondem_radii(file, r, k));
  }
  return GM_OK;
}

/* --- spheres ------------------------------------------------------------------ */

/* Write an array of the spheres under both its names. */
static gm_status put_both(const gm_table_parts *to, const char *name,
                          gm_table_type type, gm_table_type memory,
                          int64_t width, const char *units, int64_t n,
                          const void *values)
{
  char from[2 * GM_HDF5_NAME], also[2 * GM_HDF5_NAME];
  GM_TRY(gm_table_put_part(to, name, type, memory, width, units, n, values));
  snprintf(from, sizeof from, "%s/%s", to->group, name);
  snprintf(also, sizeof also, GM_ONDEM_SPHERES "/%s", name);
  return gm_foreign_alias(to->file, from, also);
}

static gm_status put_real(const gm_table_parts *to, const char *name,
                          int64_t width, const char *units, int64_t n,
                          const double *values)
{
  return put_both(to, name, GM_TABLE_DOUBLE, GM_TABLE_DOUBLE, width, units, n,
                  values);
}

static gm_status put_ondem_integers(const gm_table_parts *to, const char *name,
                                    int64_t n, const int64_t *values)
{
  return put_both(to, name, GM_TABLE_INT64, GM_TABLE_INT64, 1, "1", n, values);
}

/* Write an array that the result may have under the name `of`. */
static gm_status put_if(const gm_table_parts *to, const char *name,
                        const gm_result_rows *grains, const char *of, bool real,
                        int64_t width)
{
  const gm_result_array *a;
  if (!gm_result_find(grains, of)) return GM_OK;
  GM_TRY(contacts_array(grains, of, real, width, &a));
  return real ? put_real(to, name, width, a->units, grains->n, a->number)
              : put_ondem_integers(to, name, grains->n, a->integer);
}

/* Arrays computed for the file share one buffer of 9 numbers for each sphere. */
typedef struct made {
  double *number;
  int64_t *integer;
} made;

/* Clumps are numbered after the structures. */
static gm_status put_ondem_clumps(const gm_table_parts *to,
                                  const gm_result_rows *g, int64_t n_structures,
                                  const made *m)
{
  const int64_t first = body_of(first_number(g), n_structures);
  const gm_result_array *clump = NULL;
  if (gm_result_find(g, GM_NAME_CLUMP))
    GM_TRY(contacts_array(g, GM_NAME_CLUMP, false, 1, &clump));
  for (int64_t k = 0; k < g->n; ++k)
    m->integer[k] = clump ? body_of(first, clump->integer[k]) : -1;
  return put_ondem_integers(to, GM_ONDEM_CLUMP, g->n, m->integer);
}

static gm_status put_orientation(const gm_table_parts *to,
                                 const gm_result_rows *g, const made *m)
{
  const gm_result_array *q = NULL;
  if (gm_result_find(g, GM_NAME_ORIENTATION))
    GM_TRY(contacts_array(g, GM_NAME_ORIENTATION, true, 4, &q));
  for (int64_t k = 0; k < g->n; ++k) {
    for (int a = 0; a < 4; ++a)
      m->number[4 * k + a] = q ? q->number[4 * k + (a + 1) % 4] : a == 3;
  }
  return put_real(to, GM_ONDEM_ORIENTATION, 4, "1", g->n, m->number);
}

static double ondem_density(const gm_result *r, const gm_config *c, int64_t k)
{
  char name[GM_NAME_LENGTH];
  if (k < 0 || k >= r->n_materials ||
      gm_table_read_texts(r->file, GM_GROUP_NAMES "/" GM_NAME_MATERIALS, k,
                          name, sizeof name) != GM_OK)
    return 0.0;
  for (size_t q = 0; q < c->n_materials; ++q)
    if (!strcmp(c->materials[q].name, name)) return c->materials[q].density;
  return 0.0;
}

/* Volume, mass and inertia of solid spheres. */
static gm_status put_solids(const gm_table_parts *to, const gm_result *r,
                            const gm_result_rows *g, const gm_config *c,
                            const made *m)
{
  const gm_result_array *radius, *material;
  double density[GM_MATERIALS_MAX] = {0.0};
  const gm_grain_rule rule = gm_material_rule(c);
  double *v = m->number;
  GM_TRY(contacts_array(g, GM_NAME_RADIUS, true, 1, &radius));
  GM_TRY(contacts_array(g, GM_NAME_MATERIAL, false, 1, &material));
  for (int k = 0; k < GM_MATERIALS_MAX; ++k)
    density[k] = ondem_density(r, c, k);
  for (int64_t k = 0; k < g->n; ++k)
    v[k] = gm_grain_rule_mass(&rule, radius->number[k], 1.0);
  GM_TRY(put_real(to, GM_ONDEM_VOLUME, 1, "m3", g->n, v));
  for (int64_t k = 0; k < g->n; ++k) {
    const int64_t of = material->integer[k];
    v[k] *= of >= 0 && of < GM_MATERIALS_MAX ? density[of] : 0.0;
  }
  GM_TRY(put_real(to, GM_ONDEM_MASS, 1, "kg", g->n, v));
  for (int64_t k = g->n - 1; k >= 0;
       --k) { /* from the last on, since both share the buffer */
    const double R = radius->number[k];
    const double I = gm_grain_rule_beta(&rule, R) * v[k] * R * R;
    for (int a = 0; a < 9; ++a)
      v[9 * k + a] = a % 4 ? 0.0 : I;
  }
  return put_real(to, GM_ONDEM_INERTIA, 9, "kg m2", g->n, v);
}

static gm_status put_ondem_spheres(gm_hdf5_file *file, const gm_result *r,
                                   const gm_result_rows *g, const gm_config *c,
                                   const made *m)
{
  const gm_table_parts to = {.file = file,
                             .group = GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA,
                             .deflate = 1};
  GM_TRY(gm_hdf5_group(file, GM_ONDEM_SPHERES));
  GM_TRY(gm_hdf5_attribute_count(file, GM_ONDEM_SPHERES, GM_ONDEM_COUNT, g->n));
  GM_TRY(gm_foreign_alias(file, GM_GROUP_GRAINS "/" GM_VTK_POINTS,
                          GM_ONDEM_SPHERES "/" GM_ONDEM_POSITION));
  GM_TRY(gm_foreign_alias(file, GM_GROUP_GRAINS "/" GM_VTK_POINTS,
                          GM_GROUP_GRAINS "/" GM_VTK_POINT_DATA
                                          "/" GM_ONDEM_POSITION));
  GM_TRY(put_if(&to, GM_ONDEM_BODY, g, GM_NAME_ID, false, 1));
  GM_TRY(put_if(&to, GM_ONDEM_MATERIAL, g, GM_NAME_MATERIAL, false, 1));
  GM_TRY(put_if(&to, GM_ONDEM_RADIUS, g, GM_NAME_RADIUS, true, 1));
  GM_TRY(put_if(&to, GM_ONDEM_VELOCITY, g, GM_NAME_VELOCITY, true, 3));
  GM_TRY(put_if(&to, GM_ONDEM_SPIN, g, GM_NAME_ANGULAR_VELOCITY, true, 3));
  GM_TRY(put_ondem_clumps(&to, g, r->n_structures, m));
  GM_TRY(put_orientation(&to, g, m));
  GM_TRY(put_solids(&to, r, g, c, m));
  GM_TRY(put_if(&to, GM_ONDEM_OUR_LABEL, g, GM_NAME_LABEL, false, 1));
  GM_TRY(put_if(&to, GM_ONDEM_PLACE, g, GM_NAME_PLACE, false, 1));
  GM_TRY(put_if(&to, GM_ONDEM_SCHEME_VELOCITY, g, GM_NAME_SCHEME_VELOCITY, true,
                3));
  return put_if(&to, GM_ONDEM_SCHEME_SPIN, g, GM_NAME_SCHEME_SPIN, true, 3);
}

/* Write one vertex for each sphere; the arrays follow. */
static gm_status put_points(gm_hdf5_file *file, const gm_result_rows *g,
                            made *m)
{
  const gm_table_parts to = {
      .file = file, .group = GM_GROUP_GRAINS, .deflate = 1};
  GM_TRY(GM_RESIZE(m->number, 0, 9 * (g->n + 1)));
  GM_TRY(GM_RESIZE(m->integer, 0, g->n + 1));
  for (int64_t k = 0; k <= g->n; ++k)
    m->integer[k] = k;
  const gm_polydata d = {.n_points = g->n,
                         .points = (const gm_vec3 *)(const void *)g->points,
                         .kind = GM_POLYDATA_VERTICES,
                         .n = g->n,
                         .n_corners = g->n,
                         .offset = m->integer,
                         .corner = m->integer};
  return gm_table_put_polydata(&to, false, &d);
}

/* --- the file ----------------------------------------------------------------- */

static gm_status put_ondem(gm_hdf5_file *file, const gm_result *r,
                           int64_t frame, const gm_config *c,
                           const gm_result_rows *grains,
                           const gm_result_rows *contacts)
{
  const int64_t first = first_number(grains);
  made m = {0};
  GM_TRY(put_root(file));
  GM_TRY(put_scene(file, r, frame, c));
  GM_TRY(put_materials(file, r, c));
  gm_status status = put_points(file, grains, &m);
  if (status == GM_OK) status = put_ondem_spheres(file, r, grains, c, &m);
  GM_FREE(m.number);
  GM_FREE(m.integer);
  GM_TRY(status);
  GM_TRY(gm_ondem_bodies_put(file, r, frame, c, first));
  return put_contacts(file, contacts, grains, c, first);
}

/* A file without them would hold another state: grains that nothing bears, or a part of
 * the material. */
static gm_status refuse_foreign(const gm_result *r, int64_t frame)
{
  static const struct {
    gm_result_kind kind;
    const char *what;
  } foreign[] = {{GM_RESULT_BODIES, "bodies"},
                 {GM_RESULT_POINTS, "material points"}};
  for (int k = 0; k < 2; ++k) {
    const gm_result_kind kind = foreign[k].kind;
    if (r->has[kind] && r->n_rows[kind][frame] > 0)
      return gm_fail(GM_ERR_INPUT,
                     "frame %lld of '%s' has %lld %s, for which ON-DEM has no "
                     "fields; export it as vtkhdf, blocks, series or csv",
                     (long long)frame, gm_hdf5_path(r->file),
                     (long long)r->n_rows[kind][frame], foreign[k].what);
  }
  return GM_OK;
}

gm_status gm_ondem_write_frame(const char *path, const gm_result *r,
                               int64_t frame)
{
  gm_config c;
  gm_result_rows *rows =
      NULL; /* grains and contacts; too large for the stack */
  gm_hdf5_file *file = NULL;
  GM_TRY(refuse_foreign(r, frame));
  gm_status status = gm_result_scene_read(r, &c);
  if (status == GM_OK) status = GM_RESIZE(rows, 0, 2);
  if (status == GM_OK)
    status = gm_result_frame(r, GM_RESULT_GRAINS, frame, &rows[0]);
  if (status == GM_OK)
    status = gm_result_frame(r, GM_RESULT_CONTACTS, frame, &rows[1]);
  if (status == GM_OK) status = gm_hdf5_create(path, false, &file);
  if (status == GM_OK) {
    status = put_ondem(file, r, frame, &c, &rows[0], &rows[1]);
    const gm_status closed = gm_hdf5_close(&file);
    if (status == GM_OK) status = closed;
  }
  for (int k = 0; rows && k < 2; ++k)
    gm_result_rows_clear(&rows[k]);
  GM_FREE(rows);
  gm_config_clear(&c);
  return status;
}
