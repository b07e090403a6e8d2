/* hard/hard.c -- a step of hard grains, from contacts to loads.
 *
 * Rules come from the scene once; memory grows with the neighbour list between the stages
 * of a step.
 */
#include "hard/hard.h"

#include "base/memory.h"
#include "hard/hard_account.h"
#include "hard/hard_correct.h"
#include "hard/hard_sweep.h"
#include "soft/loads.h"

/* ---- choice --------------------------------------------------------------------- */

static gm_hard_rules rules_of(const gm_config *config)
{
  gm_hard_rules r = {
      .order = config->collisions.order,
      .sweeps = config->collisions.sweeps,
      .approaching_only = config->collisions.approaching_only,
      .by = config->collisions.correction.by,
      .passes = config->collisions.correction.passes,
      .fraction = config->collisions.correction.fraction,
      .resting_time = config->collisions.resting_time,
      .resting_speed = config->collisions.resting_speed,
  };
  if (!config->collisions.as_printed) return r;
  r.order = GM_ORDER_JACOBI;
  r.sweeps = r.passes = 1;
  r.approaching_only = 0;
  r.by = GM_CORRECTION_MASS;
  r.fraction = 1.0;
  r.resting_time = 0.0;
  r.resting_speed = -1.0;
  r.together = 1;
  return r;
}

gm_status gm_hard_build(gm_hard_grains *h, const gm_scene *s,
                        const gm_config *config)
{
  const gm_materials *m = &s->materials;
  GM_TRY(GM_RESIZE(h->table, 0, m->n * GM_MATERIALS_MAX));
  h->rules = rules_of(config);
  h->slow = h->rules.resting_speed;
  for (gm_index a = 0; a < m->n; ++a) {
    for (gm_index b = 0; b < m->n; ++b) {
      const gm_pair *p = &m->pair[a][b];
      if (!gm_material_paired(p)) continue;
      h->table[a * GM_MATERIALS_MAX + b] =
          (gm_collide_law){.normal = p->restitution,
                           .tangential = p->tangential,
                           .friction = p->friction,
                           .speed = p->speed,
                           .power = p->power};
    }
  }
  return GM_OK;
}

/* ---- a step --------------------------------------------------------------------- */

gm_status gm_hard_reserve_rows(gm_hard_grains *h, gm_index n)
{
  if ((size_t)n > h->row_capacity) {
    const size_t rows = (size_t)n + (size_t)n / 8;
    GM_TRY(GM_RESIZE(h->row, h->rows, rows));
    h->row_capacity = rows;
  }
  for (gm_index k = h->rows; k < n; ++k)
    h->row[k] = (gm_row4){0.0, 0.0, 0.0, 0.0};
  h->rows = n;
  return GM_OK;
}

static gm_status reserve(gm_hard_grains *h, const gm_scene *s)
{
  const size_t chunks = (size_t)s->contacts.n_chunks;
  const size_t grains = (size_t)s->grains.capacity;
  if (chunks > h->result_capacity) {
    GM_TRY(GM_RESIZE(h->result, 0, chunks));
    h->result_capacity = chunks;
  }
  if (grains > h->grain_capacity) {
    GM_TRY(GM_RESIZE(h->way, 0, grains));
    GM_TRY(GM_RESIZE(h->count, 0, grains));
    if (h->rules.together) GM_TRY(GM_RESIZE(h->later, 0, grains));
    h->grain_capacity = grains;
  }
  GM_TRY(gm_hard_reserve_rows(h, s->contacts.n));
  if (!h->gain) GM_TRY(GM_RESIZE(h->gain, 0, s->structures.n + 1));
  for (gm_index k = 0; k < s->structures.n; ++k)
    h->gain[k] = (gm_hard_gain){0};
  return GM_OK;
}

/* Structures as they move at this instant, before impulses. */
static void stand(gm_scene *s)
{
  const gm_rigid_force none = {0};
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure *b = &s->structures.row[k];
    if (b->rigid && b->rigid->on) {
      const gm_rigid_state now =
          gm_rigid_measure(b->rigid, &b->pose, none, s->time, s->dt);
      const gm_vec3 arm = gm_sub(b->rigid->place, b->pose.position);
      b->pose.velocity = gm_sub(now.velocity, gm_cross(now.spin, arm));
      b->pose.spin = now.spin;
    }
    b->late = b->pose;
  }
}

/* Sums of the chunks. */
static void add_up(const gm_hard_grains *h, const gm_work *work, gm_scene *s,
                   double *moved_chunk, double *moved_grains)
{
  gm_balance *balance = &s->balance;
  gm_sum sum[5] = {{.n = 0}};
  double *const to[5] = {&balance->dissipated, &balance->friction,
                         &balance->hard.corrections, &balance->hard.virial,
                         &balance->hard.virial_xy};
  double moved = 0.0;
  balance->hard.pairs = balance->hard.walls = 0;
  balance->hard.overlap = 0.0;
  for (gm_index c = 0; c < h->contacts.n_chunks; ++c) {
    const gm_hard_result *r = &h->result[c];
    balance->hard.overlap =
        fmax(balance->hard.overlap, work->buffers->result[c].overlap);
    balance->hard.pairs += h->contacts.chunk[c].n_pair;
    balance->hard.walls += h->contacts.chunk[c].n_wall;
    const gm_sum *from[5] = {&r->lost, &r->rubbed, &r->lifted, &r->virial,
                             &r->virial_xy};
    for (int k = 0; k < 5; ++k)
      gm_sum_join(&sum[k], from[k]);
    balance->hard.collisions += r->pairs;
    balance->hard.impacts += r->walls;
    moved_chunk[c] += r->moved;
    moved = fmax(moved, r->moved);
  }
  for (int k = 0; k < 5; ++k)
    *to[k] += gm_sum_value(&sum[k]);
  *moved_grains += moved;
}

gm_status gm_hard_run(gm_hard_grains *h, const gm_work *work, int threads,
                      double *moved_chunk, double *moved_grains, double *power,
                      double *held_power)
{
  gm_scene *s = work->scene;
  if (h->slow == 0.0)
    h->rules.resting_speed = 2.0 * gm_norm(s->gravity) * s->dt;
  if (h->rules.resting_time > 0.0)
    GM_TRY(gm_grains_note_collisions(&s->grains));
  const gm_hard_work w = {h, work, threads, s->step};
  GM_TRY(reserve(h, s));
  stand(s);
  GM_TRY(gm_hard_contacts_find(&h->contacts, work, h->row, threads));
  gm_hard_account_begin(&w);
  gm_hard_sweep(&w);
  gm_hard_account(&w);
  gm_hard_correct(&w);
  add_up(h, work, s, moved_chunk, moved_grains);
  *power = gm_loads_sum_structures(s, work->buffers);
  *held_power = gm_loads_sum_held(s, work->buffers);
  return GM_OK;
}

/* ---- since the last frame --------------------------------------------------------- */

gm_status gm_hard_note(gm_hard_grains *h, const gm_scene *s, gm_index a,
                       gm_index b, gm_index patch, gm_row4 sum)
{
  const int grain = patch < 0;
  gm_collision_sum one = {.a = s->grains.id[a],
                          .b = grain ? s->grains.id[b] : -1,
                          .structure = grain ? -1 : b,
                          .patch = patch,
                          .impulse = gm_row_vec(sum),
                          .count = sum[3]};
  if (grain && one.b < one.a) {
    const gm_id id = one.a;
    one.a = one.b;
    one.b = id;
    one.impulse = gm_scale(-1.0, one.impulse);
  }
  return gm_collision_sums_add(&h->sums, one);
}

gm_status gm_hard_harvest(gm_hard_grains *h, const gm_scene *s)
{
  const gm_contacts *list = &s->contacts;
  GM_ASSERT(h->rows == 0 || h->rows == list->n);
  for (gm_index k = 0; k < h->rows; ++k)
    if (h->row[k][3] != 0.0)
      GM_TRY(gm_hard_note(h, s, list->a[k], list->b[k],
                          gm_contacts_patch(list, k), h->row[k]));
  h->rows = 0;
  return GM_OK;
}

void gm_hard_clear(gm_hard_grains *h)
{
  GM_FREE(h->table);
  gm_hard_contacts_clear(&h->contacts);
  GM_FREE(h->gain);
  GM_FREE(h->result);
  GM_FREE(h->count);
  GM_FREE(h->way);
  GM_FREE(h->later);
  GM_FREE(h->row);
  gm_collision_sums_clear(&h->sums);
  *h = (gm_hard_grains){0};
}
