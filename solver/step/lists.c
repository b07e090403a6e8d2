/* step/lists.c -- decides when grains leave or are sorted and when the neighbour list is
 * built.
 *
 * Sorting happens at fixed steps, because it fixes the order of sums.  The list is built
 * when displacements have used up its skin; the skin adapts to make that cheap.
 */
#include "step/lists.h"

#include "base/memory.h"
#include "soft/clump.h"
#include "soft/growing.h"
#include "soft/loads.h"
#include "step/leave.h"
#include <omp.h>

static const int64_t order_every = 2000; /* steps */

/* Puts grains beyond a periodic side back at the other, and adds the change of their
 * potential energy to the balance. */
static void put_back_list(gm_scene *s, const gm_order *o)
{
  gm_sum crossed = {0};
  if (!s->domain.periodic) return;
  for (gm_index i = 0; o->turned && i < s->grains.n; ++i) {
    if (!o->turn[i] || o->to[i] < 0) continue;
    const gm_row4 way = s->domain.shift[o->turn[i]];
    s->grains.g[i].x += way;
    if (gm_grains_clump(&s->grains, i)) {
      gm_grain_member *member = &s->grains.member[i];
      member->shift = gm_add(member->shift, gm_row_vec(way));
      continue;
    }
    if (gm_grains_held(&s->grains, i)) {
      gm_grain_held *held = &s->grains.held[i];
      held->shift = gm_add(held->shift, gm_row_vec(way));
      continue;
    }
    gm_sum_add(&crossed, gm_grains_mass(&s->grains, i) *
                             gm_dot(s->gravity, gm_row_vec(way)));
  }
  gm_comm_sums(s->comm, &crossed, 1);
  s->balance.crossings -= gm_sum_value(&crossed);
}

/* Contacts of the present list are kept by the ids of their grains, where these may go to
 * other ranks; ghosts are left out of the order. */
static gm_status save_of_list_ranks(gm_lists *l, gm_leavers *leavers,
                                    gm_exchange *ex, const gm_scene *s)
{
  const gm_grains *g = &s->grains;
  GM_TRY(gm_touches_save(&ex->touches, &l->history, s));
  for (gm_index i = 0; i < g->n; ++i)
    if (gm_grains_ghost(g, i)) leavers->gone[i] = 1;
  ex->left |= leavers->n > 0;
  return GM_OK;
}

int gm_lists_sorts(const gm_scene *s)
{
  return s->step % order_every == 0;
}

gm_status gm_lists_order(gm_lists *l, gm_leavers *leavers, gm_exchange *ex,
                         const gm_model *model, int threads, gm_scene *s)
{
  gm_order *o = &l->order;
  const int sort = gm_lists_sorts(s);
  if (!gm_leave_due(s)) return GM_OK;
  omp_set_num_threads(gm_contacts_team(threads, s->grains.n));
  if (model->scheme->remembers) GM_TRY(gm_grains_remember(&s->grains));
  if (model->law->printed) GM_TRY(gm_grains_trace(&s->grains));
  GM_TRY(gm_leave_look(leavers, s));
  if (!sort && !leavers->n && !leavers->beyond) return GM_OK;
  GM_TRY(gm_comm_agree(s->comm, gm_domain_check(&s->domain, &s->grains)));
  if (s->comm && leavers->n) gm_exchange_marks(ex, leavers->gone);
  gm_leave_count(leavers, model, s);
  /* Sorting reuses the memory of the old list, as does a new list of the same size. */
  GM_TRY(gm_history_transfer_save(&l->history, &s->contacts));
  gm_contacts_clear(&s->contacts);
  if (s->comm) GM_TRY(save_of_list_ranks(l, leavers, ex, s));
  GM_TRY(gm_order_find(o, &s->grains, &s->domain,
                       leavers->n || s->comm ? leavers->gone : NULL, sort,
                       s->comm));
  if (s->comm)
    gm_touches_turn(&ex->touches, o->to, o->turn, s);
  else
    gm_history_transfer_rename(&l->history, o->to, o->turn, &s->structures);
  put_back_list(s, o);
  if (sort) gm_order_keys(o, &s->grains);
  ex->sorted |= sort;
  gm_clump_order_wrap(s);
  GM_TRY(gm_grains_permute(&s->grains, o->from, o->n));
  GM_TRY(gm_clump_order_follow(s));
  gm_order_clear(o);
  ++l->orders;
  l->must_build = 2; /* history is already saved */
  return GM_OK;
}

gm_status gm_lists_remove(gm_lists *l, gm_scene *s, const uint8_t *gone)
{
  gm_order *o = &l->order;
  if (l->must_build != 2)
    GM_TRY(gm_history_transfer_save(&l->history, &s->contacts));
  gm_contacts_clear(&s->contacts);
  GM_TRY(gm_order_find(o, &s->grains, &s->domain, gone, 0, NULL));
  gm_history_transfer_rename(&l->history, o->to, o->turn, &s->structures);
  GM_TRY(gm_grains_permute(&s->grains, o->from, o->n));
  gm_order_clear(o);
  l->must_build = 2;
  return GM_OK;
}

/* Smallest skin. Adhesive contacts act across a gap of up to m->range, so such pairs must
 * be in the list, with a margin for the displacement of one step. */
static double list_least_skin(const gm_model *m)
{
  return m->range > 0.0 ? 2.0 * m->range + 0.01 * m->smallest : 0.0;
}

/* Largest skin: a grain must not meet two images of another, so a periodic side must be
 * longer than twice the reach of a pair. */
static gm_status find_list_most_skin(gm_lists *l, const gm_model *m,
                                     const gm_scene *s)
{
  const double r = m->largest;
  l->most_skin = INFINITY;
  for (int a = 0; a < 3; ++a) {
    const double side = s->domain.side[a];
    if (!(r > 0.0)) continue; /* no grains, no pairs */
    const double least = fmax(list_least_skin(m), 0.1 * m->smallest);
    l->most_skin = fmin(l->most_skin, gm_domain_reach(&s->domain, a) - 2.0 * r);
    if (l->most_skin >= least) continue;
    return gm_fail(GM_ERR_INPUT,
                   "the periodic side along %c is %.6g m long and the largest "
                   "grain %.3g m wide; make it longer than %.6g m, so that a "
                   "grain cannot meet another and its image",
                   "xyz"[a], side, 2.0 * r,
                   (2.0 * r + least) / GM_DOMAIN_REACH);
  }
  return GM_OK;
}

gm_status gm_lists_init(gm_lists *l, const gm_model *m, const gm_scene *s,
                        double skin)
{
  *l = (gm_lists){.must_build = 1, .adapt_skin = skin == 0.0};
  GM_TRY(find_list_most_skin(l, m, s));
  l->skin = l->adapt_skin ? 0.1 * m->smallest : skin;
  l->skin = fmin(l->skin, l->most_skin);
  l->skin = fmax(l->skin, list_least_skin(m));
  return GM_RESIZE(l->moved.surface, 0, s->structures.n);
}

/* Part of the skin (m) that is used up, with a margin for rounded sums. */
static double list_used_skin(const gm_displacements *moved)
{
  const double most =
      fmax(2.0 * moved->grains, moved->grains + moved->surfaces);
  return (1.0 + 1.0e-9) * most;
}

/* Chooses the skin.  If a step uses up u of the skin, a list lasts skin / u steps and
 * costs L to build; its idle pairs cost k skin per step.  The cost L u / skin + k skin
 * per step is least at skin^2 = (L / k) u.  L / k was measured in radii; the minimum is
 * flat from 10 to 45.  The skin changes at most threefold per list and stays between
 * the values for a bed at rest and a fast stream.  Results do not depend on it. */
static void choose_list_skin(gm_lists *l, const gm_model *m, int64_t steps)
{
  const double worth = 25.0; /* radii */
  if (!l->adapt_skin || l->builds == 0 || steps <= 0) return;
  const double best =
      sqrt(worth * m->smallest * list_used_skin(&l->moved) / (double)steps);
  l->skin = fmax(fmin(best, 3.0 * l->skin), 0.5 * l->skin);
  l->skin = fmin(l->skin, 0.8 * m->smallest);
  l->skin = fmax(l->skin, 0.04 * m->smallest);
  l->skin = fmin(l->skin, l->most_skin);
  l->skin = fmax(l->skin, list_least_skin(m));
}

/* Resets all displacements to zero after a build. */
static gm_status clear_list_displacements(gm_displacements *moved,
                                          const gm_scene *s)
{
  const size_t chunks = (size_t)s->contacts.n_chunks;
  if (chunks > moved->capacity) {
    GM_TRY(GM_RESIZE(moved->chunk, 0, chunks));
    moved->capacity = chunks;
  }
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c)
    moved->chunk[c] = 0.0;
  for (gm_index k = 0; k < s->structures.n; ++k)
    moved->surface[k] = 0.0;
  moved->grains = moved->surfaces = 0.0;
  return GM_OK;
}

int gm_lists_due(const gm_lists *l)
{
  return l->must_build || !(list_used_skin(&l->moved) < l->skin);
}

/* The grains of this rank and its ghosts. */
static gm_status share_list_rows(gm_lists *l, gm_exchange *ex, gm_scene *s)
{
  if (!ex->touches.saved) GM_TRY(gm_touches_save(&ex->touches, &l->history, s));
  return gm_exchange_rows(ex, s, l->skin, &l->history);
}

gm_status gm_lists_build(gm_lists *l, gm_work_buffers *buffers, gm_exchange *ex,
                         const gm_model *model, int threads, gm_scene *s)
{
  gm_contacts *list = &s->contacts;
  if (!gm_lists_due(l)) return GM_OK;
  omp_set_num_threads(gm_contacts_team(threads, s->grains.n));
  if (l->must_build != 2) GM_TRY(gm_history_transfer_save(&l->history, list));
  choose_list_skin(l, model, s->step - l->built_at);
  list->adheres = model->range > 0.0;
  list->couples = model->couple != NULL;
  list->accounts = s->grains.spent != NULL;
  list->has_sums = gm_structures_have_sums(&s->structures);
  list->grows = gm_growing_due(s);
  if (ex->comm) GM_TRY(share_list_rows(l, ex, s));
  l->history.shared = s->comm ? s : NULL;
  GM_TRY(gm_neighbours_build(&l->neighbours, &s->grains, &s->structures,
                             &s->domain, l->skin, list));
  GM_TRY(gm_history_transfer_restore(&l->history, list, &s->structures));
  GM_TRY(gm_work_reserve(buffers, s, threads));
  GM_TRY(gm_loads_sort(buffers, s));
  GM_TRY(clear_list_displacements(&l->moved, s));
  l->built_at = s->step;
  l->must_build = 0;
  ++l->builds;
  return GM_OK;
}

gm_status gm_lists_renew(gm_lists *l, gm_work_buffers *buffers, gm_exchange *ex,
                         const gm_model *model, int threads, gm_scene *s)
{
  const gm_lists kept = *l;
  if (!gm_lists_due(l)) l->builds = 0; /* the skin stays */
  l->must_build = 2;
  GM_TRY(gm_lists_build(l, buffers, ex, model, threads, s));
  l->skin = kept.skin;
  l->must_build = kept.must_build;
  l->built_at = kept.built_at;
  l->builds = kept.builds;
  l->moved.grains = kept.moved.grains;
  l->moved.surfaces = kept.moved.surfaces;
  l->neighbours.cells.origin = kept.neighbours.cells.origin;
  l->neighbours.cells.size = kept.neighbours.cells.size;
  return GM_OK;
}

/* Splitting into inner and outer list costs about a thirtieth of building the list, so
 * its best gap is smaller than the skin by the root of that ratio. */
double gm_lists_gap(const gm_lists *l)
{
  return 0.2 * l->skin;
}

void gm_lists_grown(gm_lists *l, const gm_scene *s, double growth)
{
  if (growth == 0.0) return;
  l->moved.grains += growth;
  for (gm_index c = 0; c < s->contacts.n_chunks; ++c)
    l->moved.chunk[c] += growth;
}

void gm_lists_clear(gm_lists *l)
{
  GM_FREE(l->moved.chunk);
  GM_FREE(l->moved.surface);
  gm_neighbours_clear(&l->neighbours);
  gm_history_transfer_clear(&l->history);
  gm_order_clear(&l->order);
  *l = (gm_lists){0};
}
