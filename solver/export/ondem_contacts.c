/* export/ondem_contacts.c -- writes contacts as interactions of ON-DEM.
 *
 * Signs differ: a normal of ON-DEM points from 1 to 2, its normal force is positive in
 * tension, and its shear force acts on 2; file/ondem.h lists all fields.
 */
#include "export/ondem_contacts.h"

#include "base/memory.h"
#include "base/vec3.h"
#include "file/ondem.h"
#include "file/schema.h"
#include "file/texts.h"
#include "result/result.h"
#include <string.h>

gm_status gm_ondem_contacts_array(const gm_result_rows *rows, const char *name,
                                  bool real, int64_t width,
                                  const gm_result_array **a)
{
  *a = gm_result_find(rows, name);
  if (*a && (*a)->real == real && (*a)->width == width) return GM_OK;
  return gm_fail(GM_ERR_FILE, "the array '%s' of the result %s", name,
                 *a ? "has another type or width than a run writes"
                    : "is missing; repeat the run with this version");
}

int64_t gm_ondem_contacts_first(const gm_result_rows *grains)
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

static gm_status find(const gm_result_rows *contacts,
                      const gm_result_rows *grains, in *i)
{
  GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_ID_A, false, 1, &i->id_a));
  GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_ID_B, false, 1, &i->id_b));
  GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_STRUCTURE_ID, false, 1,
                                 &i->structure));
  GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_PATCH, false, 1, &i->patch));
  GM_TRY(
      gm_ondem_contacts_array(contacts, GM_NAME_NORMAL, true, 3, &i->normal));
  GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_FORCE, true, 3, &i->force));
  GM_TRY(
      gm_ondem_contacts_array(contacts, GM_NAME_OVERLAP, true, 1, &i->overlap));
  i->structure_a = NULL;
  if (gm_result_find(contacts, GM_NAME_STRUCTURE_A))
    GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_STRUCTURE_A, false, 1,
                                   &i->structure_a));
  GM_TRY(gm_ondem_contacts_array(grains, GM_NAME_ID, false, 1, &i->id));
  return gm_ondem_contacts_array(grains, GM_NAME_RADIUS, true, 1, &i->radius);
}

static gm_status reserve(out *o, int64_t n)
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

static void clear(out *o)
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
static double radius_of(const in *i, int64_t id)
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

static gm_vec3 vector(const gm_result_array *a, int64_t k)
{
  return gm_vec(a->number[3 * k], a->number[3 * k + 1], a->number[3 * k + 2]);
}

static void fill(const in *i, const gm_result_rows *contacts,
                 const gm_config *config, int64_t first, out *o)
{
  const bool hooke = config->contacts.law == GM_LAW_HOOKE;
  for (int64_t k = 0; k < contacts->n; ++k) {
    const gm_vec3 n = vector(i->normal, k), f = vector(i->force, k);
    const double *ends = contacts->points + 6 * k;
    const double along = gm_dot(f, n);
    const int64_t structure = i->structure->integer[k];
    const int64_t a = i->structure_a ? i->structure_a->integer[k] : -1;
    const bool on_grain = structure < 0;
    o->id1[k] = a < 0 ? i->id_a->integer[k] : gm_ondem_contacts_body(first, a);
    o->id2[k] = on_grain ? i->id_b->integer[k]
                         : gm_ondem_contacts_body(first, structure);
    o->radius1[k] = radius_of(i, o->id1[k]);
    o->radius2[k] = on_grain ? radius_of(i, o->id2[k]) : 0.0;
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

static gm_status put(const gm_table_parts *to, const char *part, int64_t width,
                     const char *units, int64_t n, const void *values)
{
  return gm_table_put_part(to, part, GM_TABLE_DOUBLE, GM_TABLE_DOUBLE, width,
                           units, n, values);
}

static gm_status put_integers(const gm_table_parts *to, const char *part,
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
  GM_TRY(put_integers(to, GM_ONDEM_STRUCTURE, n, i->structure->integer));
  GM_TRY(put_integers(to, GM_ONDEM_PATCH, n, i->patch->integer));
  if (!gm_result_find(contacts, GM_NAME_SPRING)) return GM_OK;
  GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_SPRING, true, 4, &spring));
  GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_COUPLE, true, 4, &couple));
  GM_TRY(gm_ondem_contacts_array(contacts, GM_NAME_STRUCTURE_IMAGE, false, 1,
                                 &image));
  GM_TRY(
      gm_ondem_contacts_array(contacts, GM_NAME_LAST_NORMAL, true, 3, &last));
  GM_TRY(put(to, GM_ONDEM_LAST_NORMAL, 3, "1", n, last->number));
  GM_TRY(put(to, GM_ONDEM_SPRING, 4, spring->units, n, spring->number));
  GM_TRY(put(to, GM_ONDEM_COUPLE, 4, couple->units, n, couple->number));
  return put_integers(to, GM_ONDEM_IMAGE, n, image->integer);
}

static gm_status put_all(const gm_table_parts *to, const in *i, const out *o,
                         const gm_result_rows *contacts)
{
  const int64_t n = contacts->n;
  GM_TRY(put_integers(to, GM_ONDEM_ID1, n, o->id1));
  GM_TRY(put_integers(to, GM_ONDEM_ID2, n, o->id2));
  GM_TRY(gm_table_put_part(to, GM_ONDEM_VIRTUAL, GM_TABLE_UINT8, GM_TABLE_INT64,
                           1, "1", n, o->zero));
  GM_TRY(put(to, GM_ONDEM_NORMAL, 3, "1", n, o->normal));
  GM_TRY(put(to, GM_ONDEM_NORMAL_FORCE, 1, "N", n, o->push));
  GM_TRY(put(to, GM_ONDEM_SHEAR_FORCE, 3, "N", n, o->shear));
  GM_TRY(put(to, GM_ONDEM_OVERLAP, 1, "m", n, i->overlap->number));
  GM_TRY(put(to, GM_ONDEM_CONTACT_POINT, 3, "m", n, o->point));
  GM_TRY(put(to, GM_ONDEM_RADIUS_1, 1, "m", n, o->radius1));
  GM_TRY(put(to, GM_ONDEM_RADIUS_2, 1, "m", n, o->radius2));
  GM_TRY(gm_texts_put(to->file, GM_ONDEM_OURS "/" GM_ONDEM_MODEL, n, MODEL,
                      o->model));
  return put_ours(to, i, contacts);
}

gm_status gm_ondem_contacts_put(gm_hdf5_file *file,
                                const gm_result_rows *contacts,
                                const gm_result_rows *grains,
                                const gm_config *config, int64_t first)
{
  const gm_table_parts to = {
      .file = file, .group = GM_ONDEM_OURS, .deflate = 1};
  char law[GM_RESULT_SCENE_LAW];
  in i;
  out o = {0};
  GM_TRY(find(contacts, grains, &i));
  GM_TRY(gm_hdf5_group(file, GM_ONDEM_INTERACTIONS));
  GM_TRY(gm_hdf5_group(file, GM_ONDEM_OURS));
  gm_result_scene_law(config, law);
  GM_TRY(gm_hdf5_attribute_count(file, GM_ONDEM_OURS, GM_ONDEM_COUNT,
                                 contacts->n));
  GM_TRY(gm_hdf5_attribute_text(file, GM_ONDEM_OURS, GM_ONDEM_LAW, law));
  gm_status status = reserve(&o, contacts->n);
  if (status == GM_OK) {
    fill(&i, contacts, config, first, &o);
    status = put_all(&to, &i, &o, contacts);
  }
  clear(&o);
  return status;
}
