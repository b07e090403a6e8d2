/* hard/hard.c -- a step of hard grains, from contacts to loads.
 *
 * Rules come from the scene once; memory grows with the neighbour list between the
 * stages of a step.  After the sweeps (hard/hard_sweep.c) losses, loads and counts are
 * summed, and passes part what still overlaps.
 */
#include "hard/hard.h"

#include "base/memory.h"
#include "hard/hard_impulse.h"
#include "soft/loads.h"

/* ---- the correction of overlaps -------------------------------------------------- */

/* Two grains part along the line of their centres, by mass so that their centre of mass
 * stays, or by halves; a structure stays and the grain takes the whole way.  Positions
 * change one contact after the other, so a pass sees what the last contact left; as
 * printed in the document, all ways are found from the old positions and added at the
 * end of the pass.  Work against gravity is counted. */

/* Moves grain i by `way` (m). */
static void move_hard_grain(const gm_hard_setting *o, gm_index i, gm_vec3 way,
                            gm_hard_result *r)
{
  gm_grains *grains = &o->scene->grains;
  const gm_row4 grid = grains->grid;
  grains->g[i].x += (gm_row(way, 0.0) + grid) - grid;
  o->hard->way[i] += gm_norm(way);
  gm_sum_add(&r->lifted, -gm_dot(o->scene->gravity, way) / grains->g[i].v[3]);
}

/* The same, at once or at the end of the pass.  Ways that are added are multiples of
 * 2^-50 radii or less, so their sum has no order. */
static void shift_hard_grain(const gm_hard_setting *o, gm_index i, gm_vec3 way,
                             gm_hard_result *r)
{
  if (!o->hard->later) {
    move_hard_grain(o, i, way, r);
    return;
  }
  int exponent;
  frexp(o->scene->grains.g[i].x[3], &exponent);
  const double unit = ldexp(1.5, exponent + 1);
  const gm_row4 grid = {unit, unit, unit, unit};
  o->hard->later[i] += (gm_row(way, 0.0) + grid) - grid;
}

/* The end of a pass over the contacts of chunk c. */
static void move_hard_later(const gm_hard_setting *o, gm_index c)
{
  gm_row4 *later = o->hard->later;
  const gm_index *i = &o->scene->contacts.first_grain[c];
  for (gm_index k = i[0]; later && k < i[1]; ++k) {
    if (gm_norm(gm_row_vec(later[k])) > 0.0)
      move_hard_grain(o, k, gm_row_vec(later[k]), &o->hard->result[c]);
    later[k] = gm_row(gm_vec(0.0, 0.0, 0.0), 0.0);
  }
}

static void part_hard_pair(const gm_hard_setting *o, const gm_hard_contact *c,
                           gm_hard_result *r)
{
  const gm_hard_rules *rules = &o->hard->rules;
  const gm_contacts *list = &o->scene->contacts;
  const gm_grain *g = o->scene->grains.g;
  gm_row4 d = g[c->a].x - g[c->b].x;
  if (list->image) d -= list->shift[list->image[c->row]];
  const double apart = gm_norm(gm_row_vec(d));
  const double depth = g[c->a].x[3] + g[c->b].x[3] - apart;
  const double ma = g[c->a].v[3], mb = g[c->b].v[3]; /* inverse masses */
  if (!(depth > 0.0) || !(apart > 0.0) || !(ma + mb > 0.0)) return;
  double part = ma / (ma + mb);
  if (rules->by == GM_CORRECTION_HALF && ma > 0.0 && mb > 0.0) part = 0.5;
  const gm_vec3 way = gm_scale(rules->fraction * depth / apart, gm_row_vec(d));
  if (ma > 0.0) shift_hard_grain(o, c->a, gm_scale(part, way), r);
  if (mb > 0.0) shift_hard_grain(o, c->b, gm_scale(part - 1.0, way), r);
}

static void part_hard_wall(const gm_hard_setting *o, const gm_hard_wall *w,
                           gm_hard_result *r)
{
  const gm_hard_contact *c = &w->of;
  const gm_contacts *list = &o->scene->contacts;
  const gm_grain *g = &o->scene->grains.g[c->a];
  gm_vec3 foot = w->foot;
  if (list->image)
    foot =
        gm_add(foot, gm_row_vec(o->scene->domain.shift[list->image[c->row]]));
  const double depth = g->x[3] - gm_dot(c->n, gm_sub(gm_row_vec(g->x), foot));
  if (!(depth > 0.0) || !(g->v[3] > 0.0)) return;
  shift_hard_grain(o, c->a, gm_scale(o->hard->rules.fraction * depth, c->n), r);
}

static void correct_hard_chunk(const gm_hard_setting *o, gm_index c)
{
  const gm_hard_chunk *h = &o->hard->contacts.chunk[c];
  for (gm_index t = h->n_cross; t < h->n_pair; ++t)
    part_hard_pair(o, &h->pair[t], &o->hard->result[c]);
  for (gm_index t = 0; t < h->n_wall; ++t)
    part_hard_wall(o, &h->wall[t], &o->hard->result[c]);
}

/* Only links of one colour run at once, so no other thread has this result. */
static void correct_hard_link(const gm_hard_setting *o, const gm_hard_link *l)
{
  const gm_hard_contact *pair = o->hard->contacts.chunk[l->a].pair;
  for (gm_index t = l->first; t < l->end; ++t)
    part_hard_pair(o, &pair[t], &o->hard->result[l->a]);
}

/* The longest way of a grain of chunk c, and a fresh start for the next step. */
static void find_hard_longest(const gm_hard_setting *o, gm_index c)
{
  const gm_index *i = &o->scene->contacts.first_grain[c];
  double *way = o->hard->way, most = 0.0;
  for (gm_index k = i[0]; k < i[1]; ++k) {
    most = fmax(most, way[k]);
    way[k] = 0.0;
  }
  o->hard->result[c].moved = most;
}

/* Passes over the contacts of the step: each takes away a fraction of the overlap that
 * the last one left.  Results of the chunks receive the longest way and the potential
 * energy that this adds. */
static void part_hard_overlaps(const gm_hard_work *w)
{
  const gm_hard_setting o = gm_hard_setting_of(w);
  const gm_hard_contacts *h = &w->hard->contacts;
  const gm_index *first = h->first_link;
  if (w->hard->rules.by == GM_CORRECTION_NONE) return;
#pragma omp parallel num_threads(                                              \
    gm_contacts_team(w->threads, o.scene->grains.n))
  {
    for (int pass = 0; pass < w->hard->rules.passes; ++pass) {
#pragma omp for schedule(static)
      for (gm_index c = 0; c < h->n_chunks; ++c)
        correct_hard_chunk(&o, c);
      for (int colour = 0; colour < GM_HARD_COLOURS; ++colour) {
        if (first[colour] == h->n_link) break;
#pragma omp for schedule(static)
        for (gm_index k = first[colour]; k < first[colour + 1]; ++k)
          correct_hard_link(&o, &h->link[k]);
      }
#pragma omp single
      for (gm_index k = first[GM_HARD_COLOURS]; k < h->n_link; ++k)
        correct_hard_link(&o, &h->link[k]);
#pragma omp for schedule(static)
      for (gm_index c = 0; c < h->n_chunks; ++c)
        move_hard_later(&o, c);
    }
#pragma omp for schedule(static)
    for (gm_index c = 0; c < h->n_chunks; ++c)
      find_hard_longest(&o, c);
  }
}

/* ---- losses, loads and counts of the collisions of a step ------------------------ */

/* Each chunk adds its own contacts, to sums that have no order. */

/* ---- energy -------------------------------------------------------------------- */

/* Adds the kinetic energy of the grains of chunk c, `times` 1 or -1. */
static void add_hard_kinetic(const gm_hard_setting *o, gm_index c, double times,
                             gm_sum *sum)
{
  const gm_grains *grains = &o->scene->grains;
  const gm_index *end = &o->scene->contacts.first_grain[c];
  for (gm_index i = end[0]; i < end[1]; ++i) {
    const gm_grain *g = &grains->g[i];
    if (!(g->v[3] > 0.0)) continue; /* held */
    gm_sum_add(sum, times * (0.5 * gm_norm2(gm_row_vec(g->v)) / g->v[3] +
                             0.5 * gm_norm2(gm_row_vec(grains->w[i])) *
                                 g->x[3] * g->x[3] / gm_hard_spin(o, i)));
  }
}

static int hard_at_once(const gm_hard_grains *h)
{
  return h->rules.order != GM_ORDER_GAUSS_SEIDEL;
}

/* Before the sweeps: clears the results of the chunks, and notes the kinetic energy where
 * the losses of single impulses do not add up to that of all (simultaneous orders). */
static void begin_hard_sums(const gm_hard_work *w)
{
  const gm_hard_setting o = gm_hard_setting_of(w);
  gm_hard_grains *h = w->hard;
  const int team = gm_contacts_team(w->threads, o.scene->grains.n);
#pragma omp parallel for schedule(static) num_threads(team)
  for (gm_index c = 0; c < h->contacts.n_chunks; ++c) {
    h->result[c] = (gm_hard_result){0};
    if (hard_at_once(h)) add_hard_kinetic(&o, c, 1.0, &h->result[c].lost);
  }
}

/* Where the loads of a chunk go. */
typedef struct load_sums {
  gm_load_sum *structures, *held;
  gm_sum *over, *over_held;
} load_sums;

/* ---- held grains ------------------------------------------------------------------ */

/* Velocity of the surface of grain i at the contact; side: 1 for grain a. */
static gm_vec3 hard_surface(const gm_hard_setting *o, const gm_hard_contact *c,
                            gm_index i, double side)
{
  const gm_grains *g = &o->scene->grains;
  const gm_vec3 arm = gm_scale(-side * c->lever * g->g[i].x[3], c->n);
  return gm_add(gm_row_vec(g->g[i].v), gm_cross(gm_row_vec(g->w[i]), arm));
}

/* Adds the impulse j on grain i to the load of the group that holds it.  Returns the work
 * of the group on the other grain, in J. */
static double load_hard_group(const gm_hard_setting *o,
                              const gm_hard_contact *c, gm_index i, double side,
                              const load_sums *to)
{
  const gm_scene *s = o->scene;
  const gm_grains *g = &s->grains;
  if (!gm_grains_held(g, i)) return 0.0;
  const gm_grain_held *held = &g->held[i];
  const gm_pose *pose = &s->held_groups.row[held->group - 1].pose;
  const gm_vec3 f = gm_scale(side / s->dt, c->j);
  const gm_vec3 arm = gm_madd(gm_quat_rotate(pose->orientation, held->seat),
                              -side * c->lever * g->g[i].x[3], c->n);
  const gm_index k = held->group - 1;
  gm_loads_add(&to->held[k], &to->over_held[GM_LOAD_OVER * k], f,
               gm_cross(arm, f), 0.0);
  return -side * gm_dot(c->j, hard_surface(o, c, i, side));
}

/* ---- contacts ---------------------------------------------------------------------- */

/* Returns the work of held groups, in J. */
static double account_hard_pair(const gm_hard_setting *o,
                                const gm_hard_contact *c, gm_hard_result *r,
                                const load_sums *to)
{
  const gm_grain *g = o->scene->grains.g;
  o->hard->row[c->row] += gm_row(c->j, 1.0);
  const double apart = g[c->a].x[3] + g[c->b].x[3] - c->depth;
  gm_sum_add(&r->virial, gm_dot(c->j, c->n) * apart);
  gm_sum_add(&r->virial_xy, c->j.x * c->n.y * apart);
  ++r->pairs;
  if (!o->scene->grains.held) return 0.0;
  return load_hard_group(o, c, c->a, 1.0, to) +
         load_hard_group(o, c, c->b, -1.0, to);
}

/* Returns the work of the structure and of held groups, in J. */
static double account_hard_wall(const gm_hard_setting *o, const gm_hard_wall *w,
                                gm_hard_result *r, const load_sums *to)
{
  const gm_scene *s = o->scene;
  const gm_hard_contact *c = &w->of;
  const gm_structure *body = &s->structures.row[c->b];
  const gm_vec3 f = gm_scale(1.0 / s->dt, c->j);
  o->hard->row[c->row] += gm_row(c->j, 1.0);
  ++r->walls;
  const gm_vec3 arm = gm_sub(w->foot, body->pose.position);
  gm_loads_add(&to->structures[c->b], &to->over[GM_LOAD_OVER * c->b],
               gm_scale(-1.0, f), gm_cross(f, arm), gm_dot(f, w->velocity));
  if (s->grains.held) load_hard_group(o, c, c->a, 1.0, to);
  if (!w->free) return gm_dot(c->j, w->velocity);
  return gm_dot(c->j,
                gm_scale(0.5, gm_add(w->velocity, gm_hard_surface(o, w))));
}

/* Where all impulses of a sweep act at once, a contact alone knows no loss: the chunk
 * loses its kinetic energy and the work that was done on it. */
static void add_hard_loss(const gm_hard_setting *o, const gm_hard_contact *c,
                          double work, gm_hard_result *r)
{
  gm_sum_add(&r->lost, hard_at_once(o->hard) ? work : c->lost);
  gm_sum_add(&r->rubbed, c->rubbed);
}

static void account_hard_chunk(const gm_hard_work *w, const gm_hard_setting *o,
                               gm_index c)
{
  const gm_scene *s = o->scene;
  const gm_work_buffers *b = w->work->buffers;
  const gm_hard_chunk *h = &w->hard->contacts.chunk[c];
  gm_hard_result *r = &w->hard->result[c];
  const gm_index named = s->structures.named, groups = s->held_groups.n;
  const load_sums to = {&b->loads[c * named], &b->held_loads[c * groups],
                        b->over_loads, b->over_held};
  for (gm_index k = 0; k < named; ++k)
    to.structures[k] = (gm_load_sum){0};
  for (gm_index k = 0; k < groups; ++k)
    to.held[k] = (gm_load_sum){0};
  for (gm_index t = 0; t < h->n_pair; ++t)
    if (h->pair[t].struck)
      add_hard_loss(o, &h->pair[t], account_hard_pair(o, &h->pair[t], r, &to),
                    r);
  for (gm_index t = 0; t < h->n_wall; ++t)
    if (h->wall[t].of.struck)
      add_hard_loss(o, &h->wall[t].of,
                    account_hard_wall(o, &h->wall[t], r, &to), r);
  if (hard_at_once(w->hard)) add_hard_kinetic(o, c, -1.0, &r->lost);
}

/* After the sweeps: sums of each chunk, impulses by row of the neighbour list, and loads
 * of structures and held groups in work->buffers. */
static void sum_hard_impulses(const gm_hard_work *w)
{
  const gm_hard_setting o = gm_hard_setting_of(w);
  const gm_index chunks = w->hard->contacts.n_chunks;
  const int team = gm_contacts_team(w->threads, o.scene->grains.n);
#pragma omp parallel for schedule(static) num_threads(team)
  for (gm_index c = 0; c < chunks; ++c)
    account_hard_chunk(w, &o, c);
}

/* ---- choice --------------------------------------------------------------------- */

static gm_hard_rules hard_rules(const gm_config *config)
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
  h->rules = hard_rules(config);
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

static gm_status reserve_hard_chunks(gm_hard_grains *h, const gm_scene *s)
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
static void note_hard_poses(gm_scene *s)
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
static void add_up_hard(const gm_hard_grains *h, const gm_work *work,
                        gm_scene *s, double *moved_chunk, double *moved_grains)
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
  GM_TRY(reserve_hard_chunks(h, s));
  note_hard_poses(s);
  GM_TRY(gm_hard_contacts_find(&h->contacts, work, h->row, threads));
  begin_hard_sums(&w);
  gm_hard_sweep(&w);
  sum_hard_impulses(&w);
  part_hard_overlaps(&w);
  add_up_hard(h, work, s, moved_chunk, moved_grains);
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
  return gm_collide_sums_add(&h->sums, one);
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
  gm_collide_sums_clear(&h->sums);
  *h = (gm_hard_grains){0};
}
