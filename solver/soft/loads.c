/* soft/loads.c -- what contacts do to structures and to groups of held grains. */
#include "soft/loads.h"

#include "base/memory.h"

void gm_loads_held(const gm_scene *s, gm_index i0, gm_index i1,
                   const gm_load *load, gm_structure_load *loads)
{
  const gm_grains *g = &s->grains;
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    loads[k] = (gm_structure_load){0};
  for (gm_index i = i0; i < i1; ++i) {
    const gm_grain_held *held = &g->held[i];
    if (!held->group) continue;
    const gm_pose *pose = &s->held_groups.row[held->group - 1].pose;
    gm_structure_load *sum = &loads[held->group - 1];
    const gm_vec3 f = gm_row_vec(load[i - i0].f);
    const gm_vec3 arm = gm_quat_rotate(pose->orientation, held->seat);
    sum->force = gm_add(sum->force, f);
    sum->torque = gm_add(sum->torque, gm_cross(arm, f));
    sum->torque =
        gm_madd(sum->torque, -g->g[i].x[3], gm_row_vec(load[i - i0].t));
  }
}

double gm_loads_sum_held(gm_scene *s, const gm_structure_load *loads)
{
  double power = 0.0;
  for (gm_index k = 0; k < s->held_groups.n; ++k) {
    gm_held_group *h = &s->held_groups.row[k];
    gm_structure_load sum = {0};
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
      const gm_structure_load *l = &loads[c * s->held_groups.n + k];
      sum.force = gm_add(sum.force, l->force);
      sum.torque = gm_add(sum.torque, l->torque);
    }
    sum.power = -(gm_dot(sum.force, h->pose.velocity) +
                  gm_dot(sum.torque, h->pose.spin));
    h->load = sum;
    power += sum.power;
  }
  return power;
}

static void add(gm_structure_load *sum, const gm_structure_load *l)
{
  sum->force = gm_add(sum->force, l->force);
  sum->torque = gm_add(sum->torque, l->torque);
  sum->power += l->power;
  sum->stiffness += l->stiffness;
  sum->damping += l->damping;
}

double gm_loads_sum_structures(gm_scene *s, const gm_work_buffers *b)
{
  gm_structures *all = &s->structures;
  const gm_index chunks = s->contacts.n_chunks;
  double power = 0.0;
  for (gm_index k = 0; k < all->named; ++k) {
    gm_structure_load sum = {0};
    for (gm_index c = 0; c < chunks; ++c)
      add(&sum, &b->loads[c * all->named + k]);
    all->row[k].load = sum;
    power += sum.power;
  }
  for (gm_index k = all->named; k < all->n; ++k)
    all->row[k].load = (gm_structure_load){0};
  if (all->n == all->named || !chunks) return power;
  for (gm_index e = 0; e < b->first_entry[chunks]; ++e)
    add(&all->row[b->copy[e]].load, &b->copy_loads[e]);
  return power;
}

/* ---- entries of copies ----------------------------------------------------------- */

static gm_status reserve(gm_work_buffers *b, const gm_scene *s)
{
  const gm_contacts *list = &s->contacts;
  const size_t chunks = (size_t)list->n_chunks + 1;
  const size_t rows = (size_t)(list->n - list->n_grain);
  const size_t all = (size_t)s->structures.n;
  if (chunks > b->first_capacity) {
    GM_TRY(GM_RESIZE(b->first_entry, 0, chunks));
    b->first_capacity = chunks;
  }
  if (s->structures.n == s->structures.named) return GM_OK;
  if (rows > b->row_capacity) {
    GM_TRY(GM_RESIZE(b->entry, 0, rows + rows / 8));
    b->row_capacity = rows + rows / 8;
  }
  if (all > b->seen_capacity) {
    GM_TRY(GM_RESIZE(b->seen, 0, all));
    b->seen_capacity = all;
  }
  return GM_OK;
}

static gm_status reserve_entries(gm_work_buffers *b, size_t n)
{
  if (n <= b->entry_capacity) return GM_OK;
  const size_t entries = n + n / 8;
  GM_TRY(GM_RESIZE(b->copy_loads, 0, entries));
  GM_TRY(GM_RESIZE(b->copy, 0, entries));
  b->entry_capacity = entries;
  return GM_OK;
}

/* Gives the rows of chunk c entries from n on; returns the entry after the last.
 * `counts`: it counts only. */
static gm_index enter(gm_work_buffers *b, const gm_scene *s, gm_index c,
                      gm_index n, int counts)
{
  const gm_contacts *list = &s->contacts;
  const gm_index first = n;
  for (gm_index row = list->first_structure[c];
       row < list->first_structure[c + 1]; ++row) {
    const gm_index k = list->b[row];
    if (k < s->structures.named) continue;
    if (b->seen[k] < first) b->seen[k] = n++;
    if (counts) continue;
    b->entry[row - list->n_grain] = b->seen[k];
    b->copy[b->seen[k]] = k;
  }
  return n;
}

gm_status gm_loads_sort(gm_work_buffers *b, const gm_scene *s)
{
  const gm_index chunks = s->contacts.n_chunks;
  GM_TRY(reserve(b, s));
  for (gm_index c = 0; c <= chunks; ++c)
    b->first_entry[c] = 0;
  if (s->structures.n == s->structures.named) return GM_OK;
  for (int counts = 1; counts >= 0; --counts) {
    gm_index n = 0;
    for (gm_index k = 0; k < s->structures.n; ++k)
      b->seen[k] = -1;
    for (gm_index c = 0; c < chunks; ++c) {
      b->first_entry[c] = n;
      n = enter(b, s, c, n, counts);
    }
    b->first_entry[chunks] = n;
    if (counts) GM_TRY(reserve_entries(b, (size_t)n));
  }
  return GM_OK;
}
