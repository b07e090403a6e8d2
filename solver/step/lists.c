/* step/lists.c -- leaving, sorting, building.  Room: step. */
#include "step/lists.h"

#include "base/memory.h"
#include "step/grow.h"
#include "step/leave.h"
#include "step/work.h"
#include <omp.h>

static const int64_t order_every = 2000; /* steps */

/* Grains beyond a periodic side come in at the other; what that does to their potential
 * energy is kept. */
static void put_back(gm_scene *s, const gm_order *o)
{
  if (!o->turned) return;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    if (!o->turn[i] || o->to[i] < 0) continue;
    const gm_row4 way = s->domain.shift[o->turn[i]];
    s->grains.g[i].x += way;
    if (gm_grains_held(&s->grains, i)) {
      gm_grain_held *held = &s->grains.held[i];
      held->shift = gm_add(held->shift, gm_row_vec(way));
      continue;
    }
    s->balance.crossings -=
        gm_grains_mass(&s->grains, i) * gm_dot(s->gravity, gm_row_vec(way));
  }
}

/* Leave out grains outside the domain, put back those beyond periodic sides; every so often
 * sort the others in space. */
gm_status gm_lists_order(gm_step *step, gm_scene *s)
{
  const int sort = s->step % order_every == 0;
  if (!gm_leave_due(s)) return GM_OK;
  if (step->captured) return GM_OK; /* second half: done in the first */
  omp_set_num_threads(gm_work_team(step, s->grains.n));
  if (step->scheme->remembers) GM_TRY(gm_grains_remember(&s->grains));
  GM_TRY(gm_leave_look(step, s));
  if (!sort && !step->leaves && !step->beyond) return GM_OK;
  GM_TRY(gm_domain_check(&s->domain, &s->grains));
  gm_leave_count(step, s);
  /* The old list makes room for what sorting needs, and for a new one of its own size. */
  GM_TRY(gm_match_save(&step->match, &s->contacts));
  gm_contacts_clear(&s->contacts);
  gm_order *o = &step->order;
  GM_TRY(gm_order_find(o, &s->grains, &s->domain,
                       step->leaves ? step->gone : NULL, sort));
  gm_match_rename(&step->match, o->to, o->turn, &s->structures);
  put_back(s, o);
  GM_TRY(gm_grains_permute(&s->grains, o->from, o->n));
  gm_order_clear(o);
  ++step->orders;
  step->must_build = 2; /* history is already saved */
  return GM_OK;
}

/* Contacts that reach beyond touch must be in the list, a step after they were last seen
 * too. */
double gm_lists_least_skin(const gm_step *step)
{
  return step->range > 0.0 ? 2.0 * step->range + 0.01 * step->smallest : 0.0;
}

/* How much of the skin is used up; ways are sums of rounded ones. */
static double used(const gm_step *step)
{
  const double way =
      fmax(2.0 * step->grains_moved, step->grains_moved + step->surfaces_moved);
  return (1.0 + 1.0e-9) * way;
}

/* A list lasts skin / u steps where a step uses up u, and costs L; its idle rows cost k skin in
 * each step.  L u / skin + k skin is least where skin^2 = (L / k) u; L / k, in radii, was
 * measured: the least is flat, from 10 to 45.  It changes with one list by no more than threefold,
 * and stays between what a bed at rest and a fast stream want.  Bits do not depend on it. */
static void choose_skin(gm_step *step, int64_t steps)
{
  const double worth = 25.0; /* radii */
  if (!step->adapt_skin || step->builds == 0 || steps <= 0) return;
  const double best = sqrt(worth * step->smallest * used(step) / (double)steps);
  step->skin = fmax(fmin(best, 3.0 * step->skin), 0.5 * step->skin);
  step->skin = fmin(step->skin, 0.8 * step->smallest);
  step->skin = fmax(step->skin, 0.04 * step->smallest);
  step->skin = fmin(step->skin, step->most_skin);
  step->skin = fmax(step->skin, gm_lists_least_skin(step));
}

/* Room for a thread to part the rows of any chunk. */
static gm_status reserve_spare(gm_step *step, const gm_contacts *list)
{
  step->own_most = 0;
  for (gm_index c = 0; c < list->n_chunks; ++c) {
    const gm_index *own = &list->first_own[c];
    if (own[1] - own[0] > step->own_most) step->own_most = own[1] - own[0];
  }
  const size_t spare = (size_t)step->threads * (size_t)step->own_most + 1;
  if (spare > step->spare_capacity) {
    GM_TRY(GM_RESIZE(step->spare, 0, spare + spare / 8));
    step->spare_capacity = spare + spare / 8;
  }
  return GM_OK;
}

static gm_status reserve_chunks(gm_step *step, const gm_scene *s)
{
  const size_t chunks = (size_t)s->contacts.n_chunks;
  const size_t loads = chunks * (size_t)s->structures.n;
  if (chunks > step->result_capacity) {
    GM_TRY(GM_RESIZE(step->result, 0, chunks));
    GM_TRY(GM_RESIZE(step->chunk_moved, 0, chunks));
    step->result_capacity = chunks;
  }
  if (loads > step->loads_capacity) {
    GM_TRY(GM_RESIZE(step->loads, 0, loads));
    step->loads_capacity = loads;
  }
  const size_t held = chunks * (size_t)s->holders.n;
  if (held > step->held_capacity) {
    GM_TRY(GM_RESIZE(step->held_loads, 0, held));
    step->held_capacity = held;
  }
  const size_t totals = 2 * (size_t)step->threads * (size_t)s->contacts.chunk;
  if (totals > step->totals_capacity) {
    GM_TRY(GM_RESIZE(step->totals, 0, totals + totals / 8));
    step->totals_capacity = totals + totals / 8;
  }
  return reserve_spare(step, &s->contacts);
}

/* Nothing has moved since the list was built. */
static gm_status begin_travel(gm_step *step, const gm_scene *s)
{
  if (!step->surface_moved)
    GM_TRY(GM_RESIZE(step->surface_moved, 0, s->structures.n));
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c)
    step->chunk_moved[c] = 0.0;
  for (gm_index k = 0; k < s->structures.n; ++k)
    step->surface_moved[k] = 0.0;
  step->grains_moved = step->surfaces_moved = 0.0;
  return GM_OK;
}

gm_status gm_lists_build(gm_step *step, gm_scene *s)
{
  if (used(step) < step->skin && !step->must_build) return GM_OK;
  omp_set_num_threads(gm_work_team(step, s->grains.n));
  if (step->must_build != 2) GM_TRY(gm_match_save(&step->match, &s->contacts));
  choose_skin(step, s->step - step->built_at);
  s->contacts.adheres = step->range > 0.0;
  s->contacts.couples = step->couple != NULL;
  s->contacts.tallied = gm_structures_tallied(&s->structures);
  s->contacts.grows = gm_grow_due(s);
  GM_TRY(gm_candidates_build(&step->candidates, &s->grains, &s->structures,
                             &s->domain, step->skin, &s->contacts));
  GM_TRY(gm_match_restore(&step->match, &s->contacts, &s->structures));
  GM_TRY(reserve_chunks(step, s));
  GM_TRY(begin_travel(step, s));
  step->built_at = s->step;
  step->must_build = 0;
  ++step->builds;
  return GM_OK;
}
