/* soft/work.c -- what is alike in all chunks of a step.
 *
 * Friction that differs from place to place of a surface is part of it.
 */
#include "soft/work.h"

#include "base/memory.h"
#include "body/property.h"
#include <string.h>

/* Coefficients that vary over a structure. */

/* True if some structure has a property that varies over its surface. */
static int any_local_friction(const gm_structures *structures)
{
  int any = 0;
  for (gm_index s = 0; s < structures->named; ++s)
    any |= structures->row[s].friction != NULL;
  return any;
}

/* The factor of the t-th row of the block, row `row` of the list: by the sites where
 * they told the distance, else by the table. */
static double damping_factor(const gm_block *k, const gm_scene *scene, int t,
                             gm_index row)
{
  const gm_contacts *list = &scene->contacts;
  const gm_structure *body = &scene->structures.row[list->b[row]];
  if (!body->friction) return 1.0;
  gm_vec3 x = gm_row_vec(scene->grains.g[list->a[row]].x);
  if (list->image) x = gm_sub(x, gm_row_vec(list->shift[list->image[row]]));
  const gm_vec3 y = gm_pose_to_body(&body->pose, x);
  const gm_vec3 foot =
      gm_pose_to_body(&body->pose, gm_sub(x, gm_row_vec(k->d[t])));
  if (!gm_query_result_source_sites(gm_contacts_source(list, row)))
    return gm_property_table(body->friction, foot);
  const gm_index patch = gm_contacts_patch(list, row);
  return gm_property_sites(body->friction, gm_shape_patch(&body->shape, patch),
                           y, foot);
}

void gm_work_local_friction(gm_block *k, const gm_scene *scene, gm_index k0,
                            int c, int up)
{
  for (int t = 0; t < c; ++t)
    k->mu[t] *= damping_factor(k, scene, t, k0 + k->row[t]);
  for (int t = c; t < up; ++t)
    k->mu[t] = k->mu[c - 1];
}

static int any_mirror(const gm_structures *structures)
{
  int any = 0;
  for (gm_index k = 0; k < structures->named; ++k)
    any |= structures->row[k].mirror;
  return any;
}

/* The pair of all contacts between grains, or -1 where they differ. */
static gm_index pair_of_grains(const gm_model *m, const gm_scene *s)
{
  if (!m->alike || !s->grains.n) return -1;
  return s->grains.material[0] * (GM_MATERIALS_MAX + 1);
}

/* The pair of all contacts with structures, or -1 where they differ. */
static gm_index pair_of_structures(const gm_model *m, const gm_scene *s)
{
  if (!m->alike || !s->grains.n || !s->structures.n) return -1;
  const gm_structures *all = &s->structures;
  const gm_index a = s->grains.material[0], n = all->named + all->n_kinds;
  gm_index other = -1;
  for (gm_index k = 0; k < n; ++k) {
    const gm_structure *body =
        k < all->named ? &all->row[k] : &all->kind[k - all->named];
    if (k == 0) other = gm_model_partner(body, a, 0);
    if (body->patch_material || gm_model_partner(body, a, 0) != other)
      return -1;
  }
  return a * GM_MATERIALS_MAX + other;
}

gm_work gm_work_of(const gm_model *m, const gm_work_buffers *buffers,
                   gm_scene *s, double kick)
{
  return (gm_work){.scene = s,
                   .model = m,
                   .buffers = buffers,
                   .pair = pair_of_grains(m, s),
                   .pair_structures = pair_of_structures(m, s),
                   .mirrors = any_mirror(&s->structures),
                   .varies = any_local_friction(&s->structures),
                   .time = gm_model_time(m, s->dt),
                   .kick = kick};
}

/* Sums that are zero between steps. */
static gm_status reserve_work_sums(gm_sum **sums, size_t *capacity, size_t n)
{
  if (n <= *capacity) return GM_OK;
  *capacity = 0;
  GM_TRY(GM_RESIZE(*sums, 0, n));
  memset(*sums, 0, n * sizeof **sums);
  *capacity = n;
  return GM_OK;
}

static gm_status reserve_over(gm_work_buffers *b, const gm_scene *s)
{
  const size_t structures = (size_t)s->structures.n, before = b->over_capacity;
  const size_t groups = (size_t)s->held_groups.n;
  if (!b->over) {
    size_t none = 0;
    GM_TRY(reserve_work_sums(&b->over, &none, 8));
  }
  GM_TRY(reserve_work_sums(&b->over_loads, &b->over_capacity,
                           structures * GM_LOAD_OVER));
  if (b->over_capacity > before) GM_TRY(GM_RESIZE(b->joined, 0, structures));
  return reserve_work_sums(&b->over_held, &b->over_held_capacity,
                           groups * GM_LOAD_OVER);
}

gm_status gm_work_reserve(gm_work_buffers *b, const gm_scene *s, int threads)
{
  const gm_contacts *list = &s->contacts;
  const size_t chunks = (size_t)list->n_chunks;
  if (chunks > b->result_capacity) {
    GM_TRY(GM_RESIZE(b->result, 0, chunks));
    b->result_capacity = chunks;
  }
  GM_TRY(reserve_over(b, s));
  const size_t loads = chunks * (size_t)s->structures.named;
  if (loads > b->loads_capacity) {
    GM_TRY(GM_RESIZE(b->loads, 0, loads));
    b->loads_capacity = loads;
  }
  const size_t held = chunks * (size_t)s->held_groups.n;
  if (held > b->held_capacity) {
    GM_TRY(GM_RESIZE(b->held_loads, 0, held));
    b->held_capacity = held;
  }
  const size_t totals = 2 * (size_t)threads * (size_t)list->chunk;
  if (totals > b->totals_capacity) {
    GM_TRY(GM_RESIZE(b->totals, 0, totals + totals / 8));
    b->totals_capacity = totals + totals / 8;
  }
  b->own_most = 0;
  for (gm_index c = 0; c < list->n_chunks; ++c) {
    const gm_index *own = &list->first_own[c];
    if (own[1] - own[0] > b->own_most) b->own_most = own[1] - own[0];
  }
  const size_t spare = (size_t)threads * (size_t)b->own_most + 1;
  if (spare > b->spare_capacity) {
    GM_TRY(GM_RESIZE(b->spare, 0, spare + spare / 8));
    b->spare_capacity = spare + spare / 8;
  }
  return GM_OK;
}

void gm_work_clear(gm_work_buffers *b)
{
  GM_FREE(b->result);
  GM_FREE(b->over);
  GM_FREE(b->over_loads);
  GM_FREE(b->over_held);
  GM_FREE(b->joined);
  GM_FREE(b->loads);
  GM_FREE(b->copy_loads);
  GM_FREE(b->copy);
  GM_FREE(b->first_entry);
  GM_FREE(b->entry);
  GM_FREE(b->seen);
  GM_FREE(b->held_loads);
  GM_FREE(b->totals);
  GM_FREE(b->spare);
  GM_FREE(b->impacts);
  GM_FREE(b->growth_power);
  *b = (gm_work_buffers){0};
}
