/* sim/edit.c -- edits of a simulation between steps.
 *
 * After an edit the neighbour list is rebuilt, the loads of the instant are outdated, and
 * the next measurement counts the change of energy as brought in.
 */
#include "base/memory.h"
#include "body/query_batch.h"
#include "rules/read.h"
#include "sim/advance.h"
#include "sim/guard.h"
#include "soft/clump.h"
#include "step/lists.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Request a new neighbour list, and discard the loads and measurements of this instant.
 */
static void edited_scene_changed(gm_sim *sim)
{
  gm_step_edited(&sim->ready.step);
  sim->rebalance = 1;
  gm_guard_changed(sim);
}

/* ---- gravity --------------------------------------------------------------- */

gm_status gm_sim_gravity(gm_sim *sim, const double g[3])
{
  char value[96];
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  if (!isfinite(g[0] + g[1] + g[2]))
    return gm_guard_end(sim, gm_fail(GM_ERR_INPUT, "gravity is not finite"));
  if (sim->stage == GM_SIM_DESCRIBED) {
    snprintf(value, sizeof value, "gravity=[%.17g, %.17g, %.17g]", g[0], g[1],
             g[2]);
    return gm_guard_end(sim, gm_read_make(&sim->ready.config, value));
  }
  sim->ready.scene.gravity = gm_vec(g[0], g[1], g[2]);
  sim->rebalance = 1;
  gm_guard_changed(sim);
  return gm_guard_end(sim, GM_OK);
}

/* ---- grains ---------------------------------------------------------------- */

static gm_status check_edited_values(const gm_scene *s)
{
  const gm_grains *g = &s->grains;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_row4 x = g->g[i].x, v = g->g[i].v, w = g->w[i];
    const double sum =
        x[0] + x[1] + x[2] + v[0] + v[1] + v[2] + w[0] + w[1] + w[2];
    if (isfinite(sum)) continue;
    return gm_fail(GM_ERR_INPUT,
                   "grain %lld has no finite position, velocity or spin",
                   (long long)g->id[i]);
  }
  for (gm_index i = 0; i < g->n; ++i) {
    if (!gm_grains_clump(g, i)) continue;
    const gm_row4 way = g->g[i].x - gm_clump_motion_place(s, i);
    if (gm_norm(gm_row_vec(way)) < 1.0e-9 * g->g[i].x[3]) continue;
    return gm_fail(GM_ERR_INPUT,
                   "grain %lld is part of a clump, which alone places it; put "
                   "it back",
                   (long long)g->id[i]);
  }
  if (gm_domain_check(&s->domain, g) == GM_OK) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "a grain is outside the periodic domain by more than a "
                 "quarter of its length; put it inside");
}

/* Clear the history of pairs that an edit moved apart, since the new list may lack
 * them. */
static void part_edited_contacts(const gm_step *step, gm_scene *s)
{
  gm_contacts *l = &s->contacts;
  for (gm_index row = 0; row < l->n_grain; ++row) {
    if (!l->touched[row]) continue;
    const gm_row4 x = s->grains.g[l->a[row]].x, y = s->grains.g[l->b[row]].x;
    gm_row4 apart = x - y;
    if (s->domain.periodic)
      apart += s->domain.shift[gm_domain_nearest(&s->domain, apart)];
    if (gm_norm(gm_row_vec(apart)) - x[3] - y[3] <= step->model.range) continue;
    gm_contacts_part(l, row);
  }
}

gm_status gm_sim_edited(gm_sim *sim)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_CHANGE));
  gm_scene *s = &sim->ready.scene;
  const gm_status status = check_edited_values(s);
  if (status == GM_OK) {
    gm_grains *g = &s->grains;
    for (gm_index i = 0; s->domain.periodic && i < g->n; ++i)
      g->g[i].x = gm_domain_snap(&s->domain, g->g[i].x);
    part_edited_contacts(&sim->ready.step, s);
    edited_scene_changed(sim);
  }
  return gm_guard_end(sim, status);
}

static int edited_ids_by_size(const void *a, const void *b)
{
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

/* from[0..*n) receives the rows that stay and to[] their new rows; `ids` are sorted. */
static void edited_sieve_ids(const gm_grains *g, const int64_t *ids,
                             size_t n_ids, gm_index *from, gm_index *to,
                             gm_index *n)
{
  *n = 0;
  for (gm_index i = 0; i < g->n; ++i) {
    const int64_t id = g->id[i];
    to[i] = -1;
    if (bsearch(&id, ids, n_ids, sizeof id, edited_ids_by_size)) continue;
    to[i] = *n;
    from[(*n)++] = i;
  }
}

/* Remove grains.  The remaining contacts keep their history in a list that is built at
 * once. */
static gm_status leave_out_edited(gm_sim *sim, const gm_index *from,
                                  const gm_index *to, gm_index n)
{
  gm_scene *s = &sim->ready.scene;
  gm_step *step = &sim->ready.step;
  uint8_t *turn = NULL;
  GM_TRY(GM_RESIZE(turn, 0, s->grains.n + 1));
  gm_status status =
      gm_history_transfer_save(&step->lists.history, &s->contacts);
  if (status == GM_OK) {
    gm_contacts_clear(&s->contacts);
    gm_history_transfer_rename(&step->lists.history, to, turn, &s->structures);
    for (gm_index i = 0; i < s->grains.n; ++i) {
      if (to[i] >= 0) continue;
      ++s->balance.grains_out;
      s->balance.mass_out += gm_grains_mass(&s->grains, i);
    }
    status = gm_grains_permute(&s->grains, from, n);
    edited_scene_changed(sim);
    step->lists.must_build = 2; /* the history is already saved */
  }
  if (status == GM_OK)
    status = gm_lists_build(&step->lists, &step->buffers, &step->exchange,
                            &step->model, step->threads, s);
  if (status != GM_OK) sim->stage = GM_SIM_STOPPED;
  GM_FREE(turn);
  return status;
}

/* A member cannot be removed from its clump. */
static gm_status check_edited_single(const gm_grains *g, int64_t id)
{
  gm_index i = 0;
  while (i < g->n && g->id[i] != id)
    ++i;
  if (i == g->n || !gm_grains_clump(g, i)) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "grain %lld is part of a clump, of which no part can be "
                 "removed",
                 (long long)id);
}

static gm_status remove_edited_grains(gm_sim *sim, size_t n, const int64_t *ids)
{
  const gm_grains *g = &sim->ready.scene.grains;
  for (size_t k = 0; g->member && k < n; ++k)
    GM_TRY(check_edited_single(g, ids[k]));
  int64_t *sorted = NULL;
  gm_index *from = NULL, *to = NULL, left = 0;
  gm_status status = GM_RESIZE(sorted, 0, n + 1);
  if (status == GM_OK) status = GM_RESIZE(from, 0, g->n + 1);
  if (status == GM_OK) status = GM_RESIZE(to, 0, g->n + 1);
  if (status == GM_OK) {
    for (size_t k = 0; k < n; ++k)
      sorted[k] = ids[k];
    qsort(sorted, n, sizeof *sorted, edited_ids_by_size);
    edited_sieve_ids(g, sorted, n, from, to, &left);
    if ((size_t)(g->n - left) != n)
      status = gm_fail(GM_ERR_INPUT,
                       "of %zu ids of grains to remove, %zu are there once; "
                       "none is removed",
                       n, (size_t)(g->n - left));
  }
  if (status == GM_OK) status = leave_out_edited(sim, from, to, left);
  GM_FREE(sorted);
  GM_FREE(from);
  GM_FREE(to);
  return status;
}

gm_status gm_sim_remove_grains(gm_sim *sim, size_t n, const int64_t *ids)
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_CHANGE));
  return gm_guard_end(sim, n == 0 ? GM_OK : remove_edited_grains(sim, n, ids));
}

/* ---- structures ------------------------------------------------------------ */

static gm_status find_edited_structure_row(gm_sim *sim, int64_t row,
                                           gm_structure **s)
{
  gm_structures *all = &sim->ready.scene.structures;
  if (row < 0 || row >= all->n)
    return gm_fail(GM_ERR_INPUT, "there is no structure %lld; there are %d",
                   (long long)row, all->n);
  *s = &all->row[row];
  return GM_OK;
}

/* A structure that calls may place and move. */
static gm_status find_edited(gm_sim *sim, int64_t row, gm_structure **s)
{
  GM_TRY(find_edited_structure_row(sim, row, s));
  if ((*s)->rigid || (*s)->servo)
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is moved by %s, and calls cannot place or move it%s",
                   (*s)->name, (*s)->rigid ? "forces" : "a servo",
                   (*s)->rigid ? "; push it" : "");
  if (!(*s)->mirror && !(*s)->reflects) return GM_OK;
  return gm_fail(GM_ERR_INPUT, "'%s' is a %s, which stays in its place",
                 (*s)->name, (*s)->mirror ? "mirror" : "reflecting side");
}

/* After a change of place a structure must have the same periodic images as before. */
static gm_status check_edited_moved_images(const gm_sim *sim,
                                           const gm_structure *s)
{
  int axes = 0;
  const gm_scene *scene = &sim->ready.scene;
  if (!scene->domain.periodic) return GM_OK;
  const char *why = gm_structures_images(s, &scene->domain,
                                         sim->ready.step.model.largest, &axes);
  if (!why && axes == s->images) return GM_OK;
  return gm_fail(GM_ERR_INPUT, "'%s' %s", s->name,
                 why ? why
                     : "would touch other periodic faces than before, "
                       "for which the scene was not prepared");
}

static gm_status place_edited_structure(gm_sim *sim, int64_t row,
                                        const double x[3], const double q[4])
{
  gm_structure *s = NULL;
  GM_TRY(find_edited(sim, row, &s));
  const gm_pose before = s->pose;
  if (x) s->pose.position = gm_vec(x[0], x[1], x[2]);
  if (q) s->pose.orientation = gm_quat_unit((gm_quat){q[0], q[1], q[2], q[3]});
  const gm_pose *p = &s->pose;
  const double sum = p->position.x + p->position.y + p->position.z +
                     p->orientation.w + p->orientation.x + p->orientation.y +
                     p->orientation.z;
  const gm_status status =
      isfinite(sum) ? check_edited_moved_images(sim, s)
                    : gm_fail(GM_ERR_INPUT,
                              "the position is not finite or the quaternion "
                              "zero");
  if (status != GM_OK) {
    s->pose = before;
    return status;
  }
  s->late = s->pose;
  edited_scene_changed(sim);
  return GM_OK;
}

gm_status gm_sim_place_structure(gm_sim *sim, int64_t row, const double x[3],
                                 const double q[4])
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_CHANGE));
  return gm_guard_end(sim, place_edited_structure(sim, row, x, q));
}

static gm_status move_edited_structure(gm_sim *sim, int64_t row, gm_vec3 v,
                                       gm_vec3 w)
{
  gm_structure *s = NULL;
  GM_TRY(find_edited(sim, row, &s));
  if (!isfinite(gm_norm2(v) + gm_norm2(w)))
    return gm_fail(GM_ERR_INPUT, "velocity or spin is not finite");
  const double reach = gm_structures_bounded(s)
                           ? gm_norm(gm_sub(s->shape.max, s->shape.min))
                           : 0.0;
  const double way = (gm_norm(v) + gm_norm(w) * reach) * sim->ready.scene.dt;
  if (way > 0.5 * sim->ready.step.model.smallest)
    return gm_fail(
        GM_ERR_INPUT,
        "'%s' would move by %.3g m in a step, more than half the "
        "smallest radius: it could pass grains without touching them; give "
        "it less velocity or spin, or the scene a smaller time.step",
        s->name, way);
  gm_motion *motion = NULL;
  GM_TRY(GM_RESIZE(motion, 0, 1));
  gm_motion_clear(&s->motion, &s->n_motion);
  *motion = (gm_motion){.kind = GM_MOTION_FLIGHT,
                        .from = -INFINITY,
                        .to = INFINITY,
                        .vector = v,
                        .spin = w};
  s->motion = motion;
  s->n_motion = 1;
  gm_motion_twist(s->motion, 1, sim->ready.scene.time, &s->pose);
  s->late.velocity = s->pose.velocity;
  s->late.spin = s->pose.spin;
  sim->rebalance = 1;
  gm_guard_changed(sim);
  return GM_OK;
}

static gm_vec3 edited_vector_from(const double v[3])
{
  return v ? gm_vec(v[0], v[1], v[2]) : gm_vec(0.0, 0.0, 0.0);
}

gm_status gm_sim_move_structure(gm_sim *sim, int64_t row, const double v[3],
                                const double w[3])
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_CHANGE));
  return gm_guard_end(sim,
                      move_edited_structure(sim, row, edited_vector_from(v),
                                            edited_vector_from(w)));
}

static gm_status push_edited_structure(gm_sim *sim, int64_t row, gm_vec3 force,
                                       gm_vec3 torque)
{
  gm_structure *s = NULL;
  GM_TRY(find_edited_structure_row(sim, row, &s));
  if (!s->rigid)
    return gm_fail(GM_ERR_INPUT,
                   "forces do not move '%s'; make it free in the scene: "
                   "structures.%s.free",
                   s->name, s->name);
  if (!isfinite(gm_norm2(force) + gm_norm2(torque)))
    return gm_fail(GM_ERR_INPUT, "force or torque is not finite");
  const double part =
      ldexp(1.0, -s->rigid->mirrors); /* a half of it, or less */
  s->rigid->push =
      (gm_rigid_force){gm_scale(part, force), gm_scale(part, torque)};
  gm_guard_changed(sim);
  return GM_OK;
}

gm_status gm_sim_push_structure(gm_sim *sim, int64_t row, const double f[3],
                                const double t[3])
{
  GM_TRY(gm_guard_begin(sim, GM_GUARD_CHANGE));
  return gm_guard_end(sim,
                      push_edited_structure(sim, row, edited_vector_from(f),
                                            edited_vector_from(t)));
}
