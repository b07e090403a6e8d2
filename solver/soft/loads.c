/* soft/loads.c -- what contacts do to structures and to groups of held grains.
 *
 * Chunks have rows of sums (base/sum.h); what is too large for them is in sums of each
 * structure that all threads share.
 */
#include "soft/loads.h"

#include "base/comm.h"
#include "base/memory.h"
#include <string.h>

void gm_loads_held(const gm_work_buffers *b, const gm_scene *s, gm_index c,
                   const gm_load *load)
{
  const gm_grains *g = &s->grains;
  const gm_index *end = &s->contacts.first_grain[c], groups = s->held_groups.n;
  gm_load_sum *sum = &b->held_loads[c * groups];
  memset(sum, 0, (size_t)groups * sizeof *sum);
  for (gm_index i = end[0]; i < end[1]; ++i) {
    const gm_grain_held *held = &g->held[i];
    const gm_index k = held->group - 1;
    if (k < 0) continue;
    const gm_pose *pose = &s->held_groups.row[k].pose;
    const gm_load *l = &load[i - end[0]];
    const gm_vec3 f = gm_row_vec(l->f);
    const gm_vec3 arm = gm_quat_rotate(pose->orientation, held->seat);
    gm_loads_add(&sum[k], &b->over_held[GM_LOAD_OVER * k], f,
                 gm_madd(gm_cross(arm, f), -g->g[i].x[3], gm_row_vec(l->t)),
                 0.0);
  }
}

static void join_load_sums(gm_load_sum *sum, gm_sum *over, const gm_load_sum *l)
{
  gm_sum_rows_join(&sum->force, over, &l->force);
  gm_sum_rows_join(&sum->torque, over + 4, &l->torque);
  gm_sum_rows_join(&sum->servo, over + 8, &l->servo);
}

/* What is in rows goes to `over`. */
static void close_load_sums(gm_load_sum *sum, gm_sum *over)
{
  gm_sum_rows *const rows[3] = {&sum->force, &sum->torque, &sum->servo};
  for (int q = 0; q < 3; ++q)
    if (rows[q]->n) gm_sum_rows_close(rows[q], over + 4 * q);
}

/* The load that these sums are; `over` begins anew. */
static gm_structure_load load_value(gm_load_sum *sum, gm_sum *over)
{
  double v[GM_LOAD_OVER] = {0.0};
  close_load_sums(sum, over);
  for (int q = 0; q < 3; ++q) {
    gm_sum *four = over + 4 * q;
    if (!four->n) continue;
    for (int k = 0; k < 4; ++k)
      v[4 * q + k] = gm_sum_value(&four[k]);
    memset(four, 0, 4 * sizeof *four);
  }
  return (gm_structure_load){.force = {v[0], v[1], v[2]},
                             .power = v[3],
                             .torque = {v[4], v[5], v[6]},
                             .stiffness = v[8] * GM_LOAD_SERVO,
                             .damping = v[9] * GM_LOAD_SERVO};
}

/* Loads of the chunks of all ranks to `over`, whose values are theirs; row[c n + k]
 * are those of chunk c on k. */
static void share_load_sums(const gm_scene *s, const gm_load_sum *row,
                            gm_index n, gm_sum *over)
{
  for (gm_index k = 0; k < n; ++k) {
    gm_load_sum sum = {0};
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c)
      join_load_sums(&sum, &over[GM_LOAD_OVER * k], &row[c * n + k]);
    close_load_sums(&sum, &over[GM_LOAD_OVER * k]);
  }
  gm_comm_sums(s->comm, over, GM_LOAD_OVER * n);
}

double gm_loads_sum_held(gm_scene *s, const gm_work_buffers *b)
{
  double power = 0.0;
  if (s->comm)
    share_load_sums(s, b->held_loads, s->held_groups.n, b->over_held);
  for (gm_index k = 0; k < s->held_groups.n; ++k) {
    gm_held_group *h = &s->held_groups.row[k];
    gm_sum *over = &b->over_held[GM_LOAD_OVER * k];
    gm_load_sum sum = {0};
    for (gm_index c = 0; !s->comm && c < s->contacts.n_chunks; ++c)
      join_load_sums(&sum, over, &b->held_loads[c * s->held_groups.n + k]);
    h->load = load_value(&sum, over);
    h->load.power = -(gm_dot(h->load.force, h->pose.velocity) +
                      gm_dot(h->load.torque, h->pose.spin));
    power += h->load.power;
  }
  return power;
}

/* Loads of all ranks on copies, which every rank moves, to over_loads.  Most copies touch
 * no grain: the sums of those that do are moved to the front and back. */
static void share_load_copy_sums(const gm_scene *s, const gm_work_buffers *b)
{
  enum { OVER = GM_LOAD_OVER };
  const gm_index first = s->structures.named, n = s->structures.n - first;
  gm_sum *over = &b->over_loads[OVER * first];
  const size_t size = OVER * sizeof *over;
  gm_index m = 0;
  for (gm_index k = 0; k < n; ++k) {
    close_load_sums(&b->joined[first + k], &over[OVER * k]);
    b->touched[k] = 0.0;
    for (int q = 0; q < OVER; ++q)
      if (over[OVER * k + q].n) b->touched[k] = 1.0;
  }
  gm_comm_most(s->comm, b->touched, n);
  for (gm_index k = 0; k < n; ++k) {
    if (b->touched[k] == 0.0) continue;
    if (m++ == k) continue;
    memcpy(&over[OVER * (m - 1)], &over[OVER * k], size);
    memset(&over[OVER * k], 0, size);
  }
  gm_comm_sums(s->comm, over, OVER * m);
  for (gm_index k = n - 1; m > 0; --k) {
    if (b->touched[k] == 0.0 || --m == k) continue;
    memcpy(&over[OVER * k], &over[OVER * m], size);
    memset(&over[OVER * m], 0, size);
  }
}

double gm_loads_sum_structures(gm_scene *s, const gm_work_buffers *b)
{
  gm_structures *all = &s->structures;
  const gm_index chunks = s->contacts.n_chunks, named = all->named;
  double power = 0.0;
  if (s->comm) share_load_sums(s, b->loads, named, b->over_loads);
  for (gm_index k = 0; k < named; ++k) {
    gm_sum *over = &b->over_loads[GM_LOAD_OVER * k];
    gm_load_sum sum = {0};
    for (gm_index c = 0; !s->comm && c < chunks; ++c)
      join_load_sums(&sum, over, &b->loads[c * named + k]);
    all->row[k].load = load_value(&sum, over);
    power += all->row[k].load.power;
  }
  if (all->n == named) return power;
  memset(b->joined, 0, (size_t)all->n * sizeof *b->joined);
  for (gm_index e = 0; chunks && e < b->first_entry[chunks]; ++e)
    join_load_sums(&b->joined[b->copy[e]],
                   &b->over_loads[GM_LOAD_OVER * b->copy[e]],
                   &b->copy_loads[e]);
  if (s->comm) share_load_copy_sums(s, b);
  for (gm_index k = named; k < all->n; ++k)
    all->row[k].load =
        load_value(&b->joined[k], &b->over_loads[GM_LOAD_OVER * k]);
  return power;
}

/* ---- entries of copies ----------------------------------------------------------- */

static gm_status reserve_load_sums(gm_work_buffers *b, const gm_scene *s)
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

static gm_status reserve_load_entries(gm_work_buffers *b, size_t n)
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
static gm_index enter_loads(gm_work_buffers *b, const gm_scene *s, gm_index c,
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
  GM_TRY(reserve_load_sums(b, s));
  for (gm_index c = 0; c <= chunks; ++c)
    b->first_entry[c] = 0;
  if (s->structures.n == s->structures.named) return GM_OK;
  for (int counts = 1; counts >= 0; --counts) {
    gm_index n = 0;
    for (gm_index k = 0; k < s->structures.n; ++k)
      b->seen[k] = -1;
    for (gm_index c = 0; c < chunks; ++c) {
      b->first_entry[c] = n;
      n = enter_loads(b, s, c, n, counts);
    }
    b->first_entry[chunks] = n;
    if (counts) GM_TRY(reserve_load_entries(b, (size_t)n));
  }
  return GM_OK;
}
