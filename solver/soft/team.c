/* soft/team.c -- the chunks of a step and the threads that compute them.
 *
 * The passes over one chunk come first, with what a block of pairs takes from its grains
 * and structures; then the chunks are shared out to threads.
 */
#include "soft/team.h"

#include "base/clock.h"
#include "contact/geometry.h"
#include "contact/last_motion.h"
#include "contact/mobility.h"
#include "contact/narrow_grains.h"
#include "contact/narrow_structures.h"
#include "contact/scatter.h"
#include "search/inner_list.h"
#include "search/screen.h"
#include "soft/clump.h"
#include "soft/growing.h"
#include "soft/kick_drift.h"
#include "soft/loads.h"
#include "soft/local.h"
#include "soft/overlap.h"
#include "soft/wear.h"
#include "soft/work.h"
#include <omp.h>

/* Force-law coefficients of the contacts of a block, by pair of
 * materials.
 *
 * It is a header so that each instruction-set version of the chunk kernel inlines it. */

GM_INLINE void fill_columns(gm_block *k, int t, const gm_coefficients *c)
{
#define GM_PAIRS_FILL_COLUMN(NAME) k->NAME[t] = c->NAME;
  GM_COEFFICIENTS(GM_PAIRS_FILL_COLUMN)
}

GM_INLINE void fill_couple_columns(gm_block *k, int t,
                                   const gm_couple_coefficients *c)
{
  GM_COUPLE_COEFFICIENTS(GM_PAIRS_FILL_COLUMN)
#undef GM_PAIRS_FILL_COLUMN
}

/* Values of `pair` if the contacts of a block differ in their pair of materials: the
 * columns of coefficients are still empty, or filled. */
enum { GM_PAIRS_DIFFERENT = -1, GM_PAIRS_FILLED = -2 };

/* If all c contacts have the same pair of materials and `each` is 0, returns that pair
 * (an index into the tables).  Otherwise fills the columns of coefficients, padded to
 * `up`, and returns GM_PAIRS_FILLED. */
static inline gm_index fill_team_pairs(const gm_work *w, gm_block *k,
                                       gm_index k0, int c, int up, int each)
{
  int *pair = k->on,
      other = each; /* scratch: the narrow phase no longer needs it */
  for (int t = 0; t < c; ++t) {
    pair[t] = gm_model_pair(w->scene, k0 + k->row[t]);
    other |= pair[t] ^ pair[0];
  }
  if (!other) return pair[0];
  for (int t = 0; t < up; ++t) {
    const gm_index p = pair[t < c ? t : c - 1];
    fill_columns(k, t, &w->model->table[p]);
    if (w->model->couple) fill_couple_columns(k, t, &w->model->couple_table[p]);
  }
  return GM_PAIRS_FILLED;
}

/* The pair of materials of the grain-structure contacts of a block, as the force law
 * needs it; fills the columns of coefficients if one varies over a structure. */
static inline gm_index fill_team_structures(const gm_work *w, gm_block *k,
                                            gm_index k0, int c, int up)
{
  if (!w->varies) return w->pair_structures;
  fill_team_pairs(w, k, k0, c, up, 1);
  gm_local_fill(k, w->model, w->scene, k0, c, up);
  return GM_PAIRS_FILLED;
}

/* The pass of rolling and twisting resistance.
 *
 * It runs after the force law, whose normal load and stiffness it needs: it gathers
 * relative spins and springs of the contacts, contact/couples.c computes torques from
 * them, and the new springs go back to the list. */

/* Relative to its mirror image a grain does not twist and rolls twice as fast. */
static inline void mirror_team_resistance(gm_block *k, int t)
{
  const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]}, u = gm_row_vec(k->u[t]);
  const gm_vec3 tangent = gm_madd(u, -gm_dot(u, n), n);
  k->u[t] = gm_row(gm_scale(2.0, tangent), 2.0 * k->u[t][3]);
}

/* Gathers relative spins and springs of c contacts, padded to `up`. */
static inline void gather_team_resistance(const gm_work *w, gm_block *k,
                                          gm_index k0, int c, int up)
{
  const gm_contacts *list = &w->scene->contacts;
  const gm_grains *g = &w->scene->grains;
  const gm_structure *structure = w->scene->structures.row;
  for (int t = 0; t < up; ++t) {
    const gm_index row = k0 + k->row[t < c ? t : c - 1];
    const gm_index a = list->a[row], b = list->b[row];
    const int is_grain = row < list->n_grain;
    const double ra = g->g[a].x[3], rb = is_grain ? g->g[b].x[3] : 1.0;
    const double ib =
        is_grain ? gm_grains_weight(g, b) * g->g[b].v[3] / (rb * rb) : 0.0;
    const gm_row4 wb =
        is_grain ? g->w[b]
                 : gm_row(gm_structures_spin(&structure[b], &structure[b].late,
                                             gm_contacts_patch(list, row)),
                          0.0);
    k->u[t] = g->w[a] - wb;
    k->u[t][3] = gm_grains_weight(g, a) * g->g[a].v[3] / (ra * ra) + ib;
    if (k->u[t][3] ==
        0.0) /* both bodies are held: use the masses of free grains */
      k->u[t][3] = gm_grains_mobility(g, a) / (ra * ra) +
                   (is_grain ? gm_grains_mobility(g, b) / (rb * rb) : 0.0);
    if (!is_grain && structure[b].mirror) mirror_team_resistance(k, t);
    k->e[t] = list->couple[row];
  }
}

/* Computes the torques of c contacts into k->m, with losses shared by `sharers` grains,
 * and stores the springs in the list. pair: pair of materials of all contacts; below 0:
 * the columns of k hold the coefficients of each. */
static inline void apply_team_resistance(const gm_work *w, gm_block *k,
                                         gm_index k0, int c, int up,
                                         gm_index pair, double sharers)
{
  const gm_model *m = w->model;
  gather_team_resistance(w, k, k0, c, up);
  m->couple->torques(k, up, w->time, m->law->grows,
                     pair < 0 ? NULL : &m->couple_table[pair]);
  gm_geometry_couples(k, c, sharers);
  gm_row4 *history = w->scene->contacts.couple;
  for (int t = 0; t < c; ++t)
    history[k0 + k->row[t]] = (gm_row4){k->ex[t], k->ey[t], k->ez[t], k->et[t]};
}

/* The soft-sphere algorithm: the passes of a step over one chunk of
 * grains.
 *
 * Read run_team_chunk below first: it is the order of a step.  Contacts go through the
 * passes in batches of GM_BLOCK, which stay in the nearest cache:
 *
 *   pairs of grains   narrow phase, gather, geometry, evaluate, scatter
 *   with structures   narrow phase (gathers as well), geometry, evaluate, surface sums,
 *                     scatter, structure loads
 *   evaluate          overlap, coefficients, force law, growth, rolling and twisting
 *                     resistance, weights, capture, history, detachment
 *
 * Each line of the drivers is a pass, and a pass lives in the file of its subject.  The
 * three cloned functions are compiled for several processors with all passes inlined:
 * no call, no branch on the model and no allocation inside a loop over contacts.
 *
 * A pair of grains belongs to the chunk of its first grain.  A finished chunk may move
 * its grains at once: later chunks do not read their old positions, except in pairs
 * between the chunks of two threads, whose forces are stored before any chunk runs
 * (soft/team.c). */

/* ---- time -------------------------------------------------------------------- */

static uint64_t start_team_clock(const gm_work *w)
{
  return w->timed ? gm_clock_ticks() : 0;
}

/* Charge the ticks since *mark to a pass. */
GM_INLINE void charge_pass(const gm_work *w, gm_work_result *r,
                           gm_work_pass pass, uint64_t *mark)
{
  if (!w->timed) return;
  const uint64_t now = gm_clock_ticks();
  r->ticks[pass] += now - *mark;
  *mark = now;
}

/* ---- passes over a batch of contacts ------------------------------------------ */

/* True if the overlap of some contact may exceed `known` times its smaller radius r.
 * Lower bounds: r >= R, and between grains r >= 10 R - 2.025 S with S = r_a + r_b, a
 * tangent of r(R) that is sharp within a few percent for grains of similar size. */
GM_INLINE int is_deeper(const gm_block *restrict k, int n, int grains,
                        double known)
{
  const double steep = grains ? 10.0 : 1.0, shift = grains ? 2.025 : 0.0;
  int more = 0;
#pragma omp simd reduction(| : more)
  for (int t = 0; t < n; ++t) {
    const double R = k->radius[t], alike = steep * R - shift * k->sum[t];
    more |= k->overlap[t] > known * (alike > R ? alike : R);
  }
  return more;
}

/* From columns to forces, for c contacts padded to `up`, shared by `sharers` grains
 * each. pair: of all of them, GM_PAIRS_DIFFERENT or GM_PAIRS_FILLED; returned as it was
 * used. */
GM_INLINE gm_index evaluate_block(const gm_work *w, gm_block *restrict k,
                                  gm_index k0, int c, int up, gm_index pair,
                                  double sharers, gm_work_result *r)
{
  const gm_model *m = w->model;
  gm_contacts *list = &w->scene->contacts;
  const int grains = sharers > 1.0;
  const double known = fmax(r->overlap, w->scene->balance.overlap);
  if (is_deeper(k, up, grains, known)) gm_overlap_note(w, k, k0, c, grains, r);
  if (pair == GM_PAIRS_DIFFERENT) pair = fill_team_pairs(w, k, k0, c, up, 0);
  m->law->forces(k, up, w->time, pair < 0 ? NULL : &m->table[pair]);
  if (w->grows) gm_growing_power(w, k, k0, c);
  if (m->couple) apply_team_resistance(w, k, k0, c, up, pair, sharers);
  if (w->scene->grains.weight)
    gm_mobility_weigh(k, w->scene, k0, c, m->couple != NULL);
  if (w->capture) gm_capture_store(w->capture, list, k, k0, c);
  if (list->spent) gm_scatter_spent(k, list, k0, c, m->couple != NULL, sharers);
  gm_scatter_history(k, list, k0, c);
  if (list->adheres) gm_scatter_detached(k, list, k0, c, &r->events);
  return pair;
}

/* Pairs of grains [k0, k0 + n): returns how many touch; their forces and torques are in
 * k. */
GM_INLINE int pairs_of_grains(const gm_work *w, gm_block *restrict k,
                              const gm_work_room *o, gm_index k0, int n,
                              gm_work_result *r)
{
  const gm_grains *g = &w->scene->grains;
  gm_contacts *list = &w->scene->contacts;
  uint64_t mark = start_team_clock(w);
  int c = gm_narrow_grains(k, g->g, list, k0, n);
  if (c && gm_screen_due(list, k0))
    c = gm_screen_part(k, g->g, &w->scene->structures, list, k0, c);
  charge_pass(w, r, GM_WORK_NARROW, &mark);
  if (!c) return 0;

  gm_narrow_grains_fill(k, g->g, g->w, list, k0, c);
  if (g->weight) gm_mobility_whole(k, w->scene, k0, c);
  if (g->held) gm_mobility_held(k, w->scene, k0, c);
  if (g->member) gm_mobility_clump_grains(k, w->scene, k0, c);
  const int up = gm_narrow_grains_pad(k, c);
  charge_pass(w, r, GM_WORK_GATHER, &mark);

  if (w->model->couple)
    gm_geometry_grains(k, up, 1, w->time.lag);
  else
    gm_geometry_grains(k, up, 0, w->time.lag);
  if (w->model->law->printed) {
    gm_last_motion_grains(k, g, list, k0, c, up);
    gm_geometry_printed(k, up);
  }
  evaluate_block(w, k, k0, c, up, w->pair, 2.0, r);
  if (k->n_new && o->grains) gm_wear_grains(w, k, k0, c, o->grains);
  charge_pass(w, r, GM_WORK_FORCE, &mark);
  return c;
}

/* Normals of the contacts of clumps with structures, but for mirrors. */
GM_INLINE void note_normals(gm_scene *s, const gm_block *k, gm_index k0, int n)
{
  const gm_contacts *list = &s->contacts;
  for (int t = 0; t < n; ++t) {
    const gm_index row = k0 + k->row[t];
    if (!s->structures.row[list->b[row]].mirror)
      gm_clump_motion_touch(&s->clumps, &s->grains, list->a[row],
                            gm_vec(k->nx[t], k->ny[t], k->nz[t]));
  }
}

/* Contacts of chunk c with structures, added to its grains and to the loads of
 * structures. */
GM_INLINE void contacts_with_structures(const gm_work *w, gm_block *k,
                                        const gm_work_room *o, gm_index c,
                                        gm_work_result *r)
{
  gm_scene *s = w->scene;
  gm_contacts *list = &s->contacts;
  const gm_index i0 = list->first_grain[c], end = list->first_structure[c + 1];
  const gm_structure_contacts_late late = {w->time.lag,
                                           w->time.lag / w->time.dt};
  gm_load_sum *loads = gm_loads_begin(w, c);
  if (s->grains.member)
    gm_clump_motion_clear(&s->clumps, &s->grains, i0, list->first_grain[c + 1]);
  if (list->running)
    r->events.parted =
        &list->parted[2 * (size_t)(list->first_structure[c] - list->n_grain)];
  for (gm_index k0 = list->first_structure[c]; k0 < end;) {
    int n = 0;
    const gm_index next = gm_narrow_structures(
        k, s->grains.g, s->grains.w, &s->structures, list, late,
        w->grains_moved[c], w->surfaces_moved, k0, end, &n, &r->events);
    if (n) {
      if (s->grains.weight) gm_mobility_whole(k, s, k0, n);
      if (s->grains.held) gm_mobility_held(k, s, k0, n);
      if (s->grains.member) gm_mobility_clump_structures(k, s, k0, n);
      const int up = gm_narrow_structures_pad(k, n);
      gm_geometry_structures(k, up);
      if (w->model->law->printed) {
        gm_last_motion_structures(k, &s->grains, &s->structures, list, k0, n,
                                  up);
        gm_geometry_printed(k, up);
      }
      gm_index pair = fill_team_structures(w, k, k0, n, up);
      pair = evaluate_block(w, k, k0, n, up, pair, 1.0, r);
      if (w->mirrors) gm_loads_share(w, k, k0, n);
      if (list->running)
        gm_wear_structures(w, k, k0, n, up, pair, o->structures, &r->events);
      gm_scatter_structures(k, list, k0, n, i0, o->load);
      if (w->model->couple)
        gm_scatter_couples(k, list, k0, n, 0, i0, o->moment);
      gm_loads_structures(w, k, k0, n, loads);
      if (s->grains.member) note_normals(s, k, k0, n);
    }
    k0 = next;
  }
}

GM_INLINE int batch_size(gm_index k0, gm_index k1)
{
  return k1 - k0 < GM_BLOCK ? k1 - k0 : GM_BLOCK;
}

/* Pairs inside chunk c that the inner list holds, added to its grains. */
GM_INLINE void pairs_inside(const gm_work *w, gm_block *k,
                            const gm_work_room *o, gm_index c,
                            gm_work_result *r)
{
  const gm_contacts *list = &w->scene->contacts;
  const gm_index i0 = list->first_grain[c], end = list->near_end[c];
  for (gm_index k0 = list->first_own[c]; k0 < end; k0 += GM_BLOCK) {
    const int n = pairs_of_grains(w, k, o, k0, batch_size(k0, end), r);
    uint64_t mark = start_team_clock(w);
    gm_scatter_grains(k, list, k0, n, i0, o->load);
    if (w->model->couple) gm_scatter_couples(k, list, k0, n, 1, i0, o->moment);
    charge_pass(w, r, GM_WORK_SCATTER, &mark);
  }
}

/* ---- passes over a chunk -------------------------------------------------------- */

/* What the records of pairs with earlier chunks give to grains of chunk c. */
GM_INLINE void add_earlier(const gm_work *w, const gm_work_room *o, gm_index c)
{
  const gm_contacts *list = &w->scene->contacts;
  gm_scatter_earlier(list, list->record, c, o->load);
  if (w->model->couple)
    gm_scatter_earlier(list, list->couple_record, c, o->moment);
}

/* Likewise of pairs with later chunks. */
GM_INLINE void add_later(const gm_work *w, const gm_work_room *o, gm_index c)
{
  const gm_contacts *list = &w->scene->contacts;
  gm_scatter_later(list, list->record, c, o->load);
  if (w->model->couple)
    gm_scatter_later(list, list->couple_record, c, o->moment);
}

/* Keep only near pairs in the inner list, where grains may have moved beyond its gap. */
GM_INLINE void renew_inner_list(const gm_work *w, const gm_work_room *o,
                                gm_index c)
{
  gm_contacts *list = &w->scene->contacts;
  const double way = w->grains_moved[c];
  if (gm_inner_list_due(list, c, way, w->gap))
    gm_inner_list_chunk(list, w->scene->grains.g, c, way, w->gap, o->spare);
}

/* The first row from i on, before `end`, that is a ghost or is none. */
GM_INLINE gm_index run_end(const uint8_t *ghost, gm_index i, gm_index end,
                           int is_ghost)
{
  while (i < end && ghost[i] == is_ghost)
    ++i;
  return i;
}

/* Losses by rolling and twisting, which are in the loads, too. */
GM_INLINE void note_turned(gm_grains *g, const gm_load *moment, gm_index i0,
                           gm_index i1)
{
  for (gm_index i = i0; i < i1; ++i)
    g->turned[i] = moment[i - i0].f[3] + moment[i - i0].t[3];
}

/* Adds the losses of a step to what grains [i, to) have dissipated. */
GM_INLINE void account_load(gm_grains *g, gm_index i, gm_index to,
                            const gm_load *load)
{
  for (gm_index k = 0; k < to - i; ++k) {
    const double slid = load[k].f[3] + g->turned[i + k];
    g->spent[i + k].slid += slid;
    g->spent[i + k].damped += load[k].t[3] - slid;
  }
}

/* The owners of ghosts move them. */
GM_INLINE void kick_and_drift(const gm_work *w, gm_index c, const gm_load *load,
                              gm_work_result *r)
{
  const gm_contacts *list = &w->scene->contacts;
  const uint8_t *ghost = w->scene->grains.ghost;
  const gm_index i0 = list->first_grain[c], end = list->first_grain[c + 1];
  gm_scheme_sums sums = {.over = w->buffers->over, .impulse = r->impulse};
  for (gm_index i = i0, to; i < end; i = to) {
    to = ghost ? run_end(ghost, i, end, 0) : end;
    if (w->scene->grains.spent)
      account_load(&w->scene->grains, i, to, load + (i - i0));
    gm_kick_drift(w->model->scheme, w->scene, i, to, list->chunk, w->kick,
                  w->time.dt, load + (i - i0), &sums);
    r->fastest = fmax(r->fastest, sums.fastest);
    if (ghost) to = run_end(ghost, to, end, 1);
  }
  r->lost = sums.lost;
}

/* Loads of ghosts are incomplete and count nowhere. */
GM_INLINE void forget_ghosts(const gm_work *w, const gm_work_room *o,
                             gm_index i0, gm_index i1)
{
  const uint8_t *ghost = w->scene->grains.ghost;
  const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
  for (gm_index i = i0; i < i1; ++i) {
    if (!ghost[i]) continue;
    o->load[i - i0] = (gm_load){none, none};
    if (w->model->couple) o->moment[i - i0] = (gm_load){none, none};
  }
}

/* Computes the loads of chunk c and, if w->kick is not zero, moves its grains. */
GM_CLONED static void run_team_chunk(const gm_work *w, gm_block *k,
                                     const gm_work_room *o, gm_index c)
{
  gm_scene *s = w->scene;
  const gm_index *i = &s->contacts.first_grain[c];
  gm_work_result *r = &w->buffers->result[c];
  uint64_t mark = start_team_clock(w);

  const size_t n = (size_t)(i[1] - i[0]);
  __builtin_memset(o->load, 0, n * sizeof *o->load);
  if (w->model->couple) __builtin_memset(o->moment, 0, n * sizeof *o->moment);

  contacts_with_structures(w, k, o, c, r);
  charge_pass(w, r, GM_WORK_STRUCTURES, &mark);

  add_earlier(w, o, c);
  charge_pass(w, r, GM_WORK_SCATTER, &mark);

  renew_inner_list(w, o, c);
  charge_pass(w, r, GM_WORK_NARROW, &mark);

  pairs_inside(w, k, o, c, r);
  mark = start_team_clock(w);
  add_later(w, o, c);
  charge_pass(w, r, GM_WORK_SCATTER, &mark);
  if (s->grains.ghost) forget_ghosts(w, o, i[0], i[1]);
  if (w->model->couple && s->grains.spent)
    note_turned(&s->grains, o->moment, i[0], i[1]);
  if (w->model->couple)
    gm_scatter_fold(s->grains.g, o->moment, i[0], i[1], o->load, &r->couples,
                    w->buffers->over + 4);
  if (s->grains.held) gm_loads_held(w->buffers, s, c, o->load);
  if (s->grains.member)
    gm_clump_motion_note(&s->clumps, &s->grains, i[0], i[1], o->load);

  if (w->kick == 0.0) return; /* loads alone */
  mark = start_team_clock(w);
  kick_and_drift(w, c, o->load, r);
  charge_pass(w, r, GM_WORK_MOVE, &mark);
}

/* The contacts of chunk c with structures alone: load receives what they give to its n
 * grains near[], which are all that have such rows; with rolling and twisting resistance
 * each followed by its torques. */
GM_CLONED static void run_structures(const gm_work *w, gm_block *k,
                                     const gm_work_room *o, gm_index c,
                                     const gm_index *near, gm_index n,
                                     gm_load *load)
{
  const gm_index i0 = w->scene->contacts.first_grain[c];
  const int each = w->model->couple ? 2 : 1;
  for (gm_index q = 0; q < n; ++q) {
    o->load[near[q] - i0] = (gm_load){0};
    o->moment[near[q] - i0] = (gm_load){0};
  }
  contacts_with_structures(w, k, o, c, &w->buffers->result[c]);
  for (gm_index q = 0; q < n; ++q) {
    load[each * q] = o->load[near[q] - i0];
    if (each > 1) load[2 * q + 1] = o->moment[near[q] - i0];
  }
}

/* Computes and stores the forces (records) of the pairs [k0, k1) between chunks. */
GM_CLONED static void run_team_records(const gm_work *w, gm_block *k,
                                       const gm_work_room *o, gm_index k0,
                                       gm_index k1, gm_work_result *r)
{
  gm_contacts *list = &w->scene->contacts;
  for (; k0 < k1; k0 += GM_BLOCK) {
    const int c = pairs_of_grains(w, k, o, k0, batch_size(k0, k1), r);
    gm_scatter_records(k, list, k0, c);
    for (int t = 0; w->model->couple && t < c; ++t)
      list->couple_record[k0 + k->row[t]] = k->m[t];
  }
}

/* Moves the grains of chunk c after their loads were computed with kick 0. */
GM_CLONED static void move_team_chunk(const gm_work *w, gm_index c)
{
  const gm_index i0 = w->scene->contacts.first_grain[c];
  kick_and_drift(w, c, &w->kept[i0], &w->buffers->result[c]);
}

/* Shares of the chunks for a thread: equal work by rows and grains. */
static gm_index team_first_chunk(const gm_contacts *c, int part, int parts)
{
  if (part == parts) return c->n_chunks;
  const double all = (double)c->n + c->first_grain[c->n_chunks];
  const double want = all * part / parts;
  gm_index k = 0;
  while (k < c->n_chunks &&
         (double)(c->first_own[k] - c->first_own[0]) + c->first_cross[k] +
                 (c->first_structure[k] - c->first_structure[0]) +
                 c->first_grain[k] <
             want) {
    ++k;
  }
  return k;
}

/* Scratch memory of one thread. */
static gm_work_room team_room(const gm_work *w, int part)
{
  const gm_work_buffers *b = w->buffers;
  const size_t chunk = (size_t)w->scene->contacts.chunk;
  gm_load *mine = &b->totals[2 * (size_t)part * chunk];
  gm_work_room room = {mine, mine + chunk,
                       b->spare + (size_t)part * (size_t)b->own_most, NULL,
                       NULL};
  if (b->impacts) {
    const size_t pairs = (size_t)w->scene->collisions.n;
    room.grains = &b->impacts[2 * (size_t)part * pairs];
    room.structures = room.grains + pairs;
  }
  return room;
}

/* The share of one thread: rows that join two threads, a barrier, then chunk by chunk. */
static void run_team_share(const gm_work *w)
{
  gm_contacts *list = &w->scene->contacts;
  const gm_work_buffers *b = w->buffers;
  gm_block k;
  const int parts = omp_get_num_threads(), part = omp_get_thread_num();
  const gm_index c0 = team_first_chunk(list, part, parts);
  const gm_index c1 = team_first_chunk(list, part + 1, parts);
  const gm_index next = list->first_grain[c1];
  gm_work_room room = team_room(w, part);
  for (gm_index c = c0; c < c1; ++c) {
    b->result[c] = (gm_work_result){0};
    gm_index row = list->first_cross[c];
    const gm_index end = list->first_cross[c + 1];
    while (row < end && list->b[row] < next)
      ++row;
    list->split[c] = row;
    run_team_records(w, &k, &room, row, end, &b->result[c]);
  }
#pragma omp barrier
  for (gm_index c = c0; c < c1; ++c) {
    run_team_records(w, &k, &room, list->first_cross[c], list->split[c],
                     &b->result[c]);
    if (w->kept) room.load = &w->kept[list->first_grain[c]];
    run_team_chunk(w, &k, &room, c);
  }
}

/* A parallel region of one thread calls the kernel at its end, which takes as long as a
 * step of a few grains. */
void gm_team_run(const gm_work *w, int threads)
{
  const int team = gm_contacts_team(threads, w->scene->grains.n);
  if (team == 1) {
    run_team_share(w);
    return;
  }
#pragma omp parallel num_threads(team)
  run_team_share(w);
}

void gm_team_move(const gm_work *w, int threads)
{
  const gm_index chunks = w->scene->contacts.n_chunks;
  const int team = gm_contacts_team(threads, w->scene->grains.n);
  if (team == 1) {
    for (gm_index c = 0; c < chunks; ++c)
      move_team_chunk(w, c);
    return;
  }
#pragma omp parallel for schedule(static) num_threads(team)
  for (gm_index c = 0; c < chunks; ++c)
    move_team_chunk(w, c);
}

void gm_team_structures(const gm_work *w, int threads, const gm_index *near,
                        const gm_index *first, gm_load *load)
{
  const gm_index chunks = w->scene->contacts.n_chunks;
  const int each = w->model->couple ? 2 : 1;
#pragma omp parallel num_threads(gm_contacts_team(threads, w->scene->grains.n))
  {
    gm_block k;
    const gm_work_room room = team_room(w, omp_get_thread_num());
#pragma omp for schedule(dynamic)
    for (gm_index c = 0; c < chunks; ++c) {
      w->buffers->result[c] = (gm_work_result){0};
      run_structures(w, &k, &room, c, near + first[c], first[c + 1] - first[c],
                     load + (size_t)each * (size_t)first[c]);
    }
  }
}
