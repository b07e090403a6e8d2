/* soft/work.c -- what is alike in all chunks of a step.
 */
#include "soft/work.h"

#include "base/memory.h"
#include "soft/local.h"
#include <string.h>

static int any_work_mirror(const gm_structures *structures)
{
  int any = 0;
  for (gm_index k = 0; k < structures->named; ++k)
    any |= structures->row[k].mirror;
  return any;
}

/* The pair of all contacts between grains, or -1 where they differ. */
static gm_index work_pair_of_grains(const gm_model *m, const gm_scene *s)
{
  if (!m->alike || !s->grains.n) return -1;
  return s->grains.material[0] * (GM_MATERIALS_MAX + 1);
}

/* The pair of all contacts with structures, or -1 where they differ. */
static gm_index work_pair_of_structures(const gm_model *m, const gm_scene *s)
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
                   .pair = work_pair_of_grains(m, s),
                   .pair_structures = work_pair_of_structures(m, s),
                   .mirrors = any_work_mirror(&s->structures),
                   .varies = gm_local_any(&s->structures),
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

static gm_status reserve_over_work(gm_work_buffers *b, const gm_scene *s)
{
  const size_t structures = (size_t)s->structures.n, before = b->over_capacity;
  const size_t groups = (size_t)s->held_groups.n;
  if (!b->over) {
    size_t none = 0;
    GM_TRY(reserve_work_sums(&b->over, &none, 8));
  }
  GM_TRY(reserve_work_sums(&b->over_loads, &b->over_capacity,
                           structures * GM_LOAD_OVER));
  if (b->over_capacity > before) {
    GM_TRY(GM_RESIZE(b->joined, 0, structures));
    GM_TRY(GM_RESIZE(b->touched, 0, structures));
  }
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
  GM_TRY(reserve_over_work(b, s));
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
  GM_FREE(b->touched);
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
