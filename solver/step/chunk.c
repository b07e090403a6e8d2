/* step/chunk.c -- one chunk of one step.  Room: step.
 *
 * The cloned functions stand here; all that they call for each row is inlined into them.
 */
#include "step/chunk.h"

#include "base/clock.h"
#include "contact/geometry.h"
#include "contact/scatter.h"
#include "integrate/carry.h"
#include "integrate/move.h"
#include "search/narrow.h"
#include "search/screen.h"
#include "search/touch_grains.h"
#include "search/touch_structures.h"
#include "step/grow.h"
#include "step/held.h"
#include "step/pairs.h"
#include "step/tally.h"

/* Charge the ticks since *mark to a stage. */
GM_INLINE void charge(const gm_chunk_work *w, gm_chunk_result *r,
                      gm_chunk_stage stage, uint64_t *mark)
{
  if (!w->timed) return;
  const uint64_t now = gm_clock_ticks();
  r->ticks[stage] += now - *mark;
  *mark = now;
}

/* Against its twin a grain does not spin, and rolls twice as fast. */
static void roll_on_twin(gm_block *k, int t)
{
  const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]}, u = gm_row_vec(k->u[t]);
  const gm_vec3 tangent = gm_madd(u, -gm_dot(u, n), n);
  k->u[t] = gm_row(gm_scale(2.0, tangent), 2.0 * k->u[t][3]);
}

/* Relative spins and histories of couples, padded to `up`. */
static void fill_couples(const gm_chunk_work *w, gm_block *k, gm_index k0,
                         int c, int up)
{
  const gm_contacts *list = &w->scene->contacts;
  const gm_grains *g = &w->scene->grains;
  const gm_structure *structure = w->scene->structures.row;
  for (int t = 0; t < up; ++t) {
    const gm_index row = k0 + k->row[t < c ? t : c - 1];
    const gm_index a = list->a[row], b = list->b[row];
    const int is_grain = row < list->n_grain;
    const double ra = g->g[a].x[3], rb = is_grain ? g->g[b].x[3] : 1.0;
    const double ib = is_grain ? g->g[b].v[3] / (rb * rb) : 0.0;
    const gm_row4 wb =
        is_grain ? g->w[b]
                 : gm_row(gm_structures_spin(&structure[b], &structure[b].late,
                                             gm_contacts_patch(list, row)),
                          0.0);
    k->u[t] = g->w[a] - wb;
    k->u[t][3] = g->g[a].v[3] / (ra * ra) + ib;
    if (k->u[t][3] == 0.0) /* no side yields */
      k->u[t][3] = gm_grains_mobility(g, a) / (ra * ra) +
                   (is_grain ? gm_grains_mobility(g, b) / (rb * rb) : 0.0);
    if (!is_grain && structure[b].mirror) roll_on_twin(k, t);
    k->e[t] = list->couple[row];
  }
}

static void capture_rows(const gm_chunk_work *w, const gm_block *k, gm_index k0,
                         int c)
{
  for (int t = 0; t < c; ++t) {
    w->capture[k0 + k->row[t]] =
        (gm_chunk_capture){{k->fx[t], k->fy[t], k->fz[t], k->overlap[t]},
                           {k->nx[t], k->ny[t], k->nz[t], k->radius[t]}};
  }
  for (int t = 0; w->memory && t < c; ++t) {
    gm_chunk_memory *m = &w->memory[k0 + k->row[t]];
    m->history = k->h[t];
    if (w->couple) m->couple = k->e[t];
    if (k0 >= w->scene->contacts.n_grain) m->normal = k->last[t];
  }
}

/* Is the overlap of a row perhaps more than `known` times its smaller radius?  That is at
 * least R, and between grains 10 R - 2.025 S: of alike sizes within a few parts in a hundred
 * (a tangent of r_min(R) below). */
GM_INLINE int overlaps_more(const gm_block *restrict k, int n, int grains,
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

/* Largest overlap over the smaller radius of rows [0, n), and its row *at:
 * r_a + r_b = S and r_a r_b = R S give r_min = (S - sqrt(S^2 - 4 R S)) / 2. */
static double largest_overlap(const gm_block *restrict k, int n, int grains,
                              int *at)
{
  double most = 0.0;
  for (int t = 0; t < n; ++t) {
    const double sum = k->sum[t];
    const double square = sum * (sum - 4.0 * k->radius[t]);
    const double root = sqrt(square > 0.0 ? square : 0.0);
    const double r = grains ? 0.5 * (sum - root) : sum;
    if (!(k->overlap[t] > most * r)) continue;
    most = k->overlap[t] / r;
    *at = t;
  }
  return most;
}

/* A record: of which of the c rows, and where. */
static void note_overlap(const gm_chunk_work *w, const gm_block *k, gm_index k0,
                         int c, int grains, gm_chunk_result *r)
{
  int at = 0;
  const double most = largest_overlap(k, c, grains, &at);
  if (!(most > r->overlap)) return;
  const gm_index row = k0 + k->row[at];
  const gm_row4 x = w->scene->grains.g[w->scene->contacts.a[row]].x;
  const gm_vec3 n = {k->nx[at], k->ny[at], k->nz[at]};
  r->overlap = most;
  r->deepest = row;
  r->place = gm_madd(gm_row_vec(x), 0.5 * k->overlap[at] - x[3], n);
}

/* Rows that adhere touch as long as the law says. */
static void let_go(gm_contacts *list, const gm_block *k, gm_index k0, int c,
                   gm_touch_events *events)
{
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    list->touched[row] = k->ha[t] > 0.0;
    if (!list->touched[row] && list->stay && row >= list->n_grain)
      events->parted[events->n_parted++] = row;
  }
}

/* Loads and spins to couples, history back to the list; pair: of all rows, or below 0. */
static void apply_couple(const gm_chunk_work *w, gm_block *k, gm_index k0,
                         int c, int up, gm_index pair, double sides)
{
  fill_couples(w, k, k0, c, up);
  w->couple->torques(k, up, w->time, w->law->grows,
                     pair < 0 ? NULL : &w->couple_table[pair]);
  gm_geometry_couples(k, c, sides);
  gm_row4 *history = w->scene->contacts.couple;
  for (int t = 0; t < c; ++t)
    history[k0 + k->row[t]] = (gm_row4){k->ex[t], k->ey[t], k->ez[t], k->et[t]};
}

/* Columns to forces, history back to the list.  Rows are padded to `up`; pair: of all rows,
 * GM_PAIRS_DIFFERENT or GM_PAIRS_FILLED; returned as it was then used. */
GM_INLINE gm_index apply_law(const gm_chunk_work *w, gm_block *restrict k,
                             gm_index k0, int c, int up, gm_index pair,
                             double sides, gm_chunk_result *r)
{
  const double known = fmax(r->overlap, w->scene->balance.overlap);
  if (overlaps_more(k, up, sides > 1.0, known))
    note_overlap(w, k, k0, c, sides > 1.0, r);
  if (pair == GM_PAIRS_DIFFERENT) pair = gm_pairs_fill(w, k, k0, c, up, 0);
  w->law->forces(k, up, w->time, pair < 0 ? NULL : &w->table[pair]);
  if (w->growing) gm_grow_power(w, k, k0, c);
  if (w->couple) apply_couple(w, k, k0, c, up, pair, sides);
  if (w->capture) capture_rows(w, k, k0, c);
  gm_scatter_history(k, &w->scene->contacts, k0, c);
  if (w->scene->contacts.adheres)
    let_go(&w->scene->contacts, k, k0, c, &r->events);
  return pair;
}

/* Rows [k0, k0 + n) of grain on grain; the count of touching ones, whose f and q are in k. */
GM_INLINE int pair_rows(const gm_chunk_work *w, gm_block *restrict k,
                        const gm_chunk_room *o, gm_index k0, int n,
                        gm_chunk_result *r)
{
  uint64_t mark = w->timed ? gm_clock_ticks() : 0;
  gm_contacts *list = &w->scene->contacts;
  const gm_grains *g = &w->scene->grains;
  int c = gm_touch_grains(k, g->g, list, k0, n);
  if (c && gm_screen_due(list, k0))
    c = gm_screen_part(k, g->g, &w->scene->structures, list, k0, c);
  charge(w, r, GM_CHUNK_TOUCH, &mark);
  if (!c) return 0;
  gm_touch_fill_grains(k, g->g, g->w, list, k0, c);
  if (g->held) gm_held_damp(k, w->scene, k0, c);
  const int up = gm_touch_pad(k, c);
  charge(w, r, GM_CHUNK_FILL, &mark);
  if (w->couple)
    gm_geometry_grains(k, up, 1, w->time.lag);
  else
    gm_geometry_grains(k, up, 0, w->time.lag);
  apply_law(w, k, k0, c, up, w->pair, 2.0, r);
  if (k->n_new && o->grains) gm_tally_grains(w, k, k0, c, o->grains);
  charge(w, r, GM_CHUNK_LAW, &mark);
  return c;
}

/* Pad the columns that rows on structures fill themselves. */
GM_INLINE int pad_structures(gm_block *k, int c)
{
  const int up = gm_touch_pad(k, c);
  for (int t = c; t < up; ++t) {
    k->nx[t] = k->nx[c - 1];
    k->ny[t] = k->ny[c - 1];
    k->nz[t] = k->nz[c - 1];
    k->overlap[t] = k->overlap[c - 1];
    k->lever[t] = k->lever[c - 1];
    k->sum[t] = k->sum[c - 1];
    k->isum[t] = k->isum[c - 1];
    k->slope[t] = k->slope[c - 1];
    k->px[t] = k->px[c - 1];
    k->py[t] = k->py[c - 1];
    k->pz[t] = k->pz[c - 1];
  }
  return up;
}

/* Reaction of the rows of a block on the structures of one chunk. */
GM_INLINE void load_structures(const gm_chunk_work *w, const gm_block *k,
                               gm_index k0, int c, gm_structure_load *loads)
{
  const gm_scene *scene = w->scene;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    const gm_index s = scene->contacts.b[row];
    const gm_structure *body = &scene->structures.row[s];
    const gm_index patch = gm_contacts_patch(&scene->contacts, row);
    const gm_grain *g = &scene->grains.g[scene->contacts.a[row]];
    const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]};
    const gm_vec3 f = {k->fx[t], k->fy[t], k->fz[t]};
    const int twin = body->mirror;
    const double way = (twin ? 0.5 : 1.0) * k->overlap[t] - g->x[3];
    gm_vec3 foot = gm_madd(gm_row_vec(g->x), way, n);
    if (scene->contacts.image)
      foot = gm_sub(
          foot, gm_row_vec(scene->domain.shift[scene->contacts.image[row]]));
    const gm_vec3 arm = gm_sub(foot, body->pose.position);
    loads[s].force = gm_sub(loads[s].force, f);
    loads[s].torque = gm_sub(loads[s].torque, gm_cross(arm, f));
    loads[s].power +=
        gm_dot(f, gm_structures_velocity(body, &body->pose, patch, foot, n));
    if (!w->couple) continue;
    const gm_vec3 m = gm_row_vec(k->m[t].f);
    loads[s].torque = gm_sub(loads[s].torque, m);
    loads[s].power += gm_dot(m, gm_structures_spin(body, &body->pose, patch));
  }
}

/* Half of what a contact with a twin takes is the twin's. */
GM_INLINE void share_with_twins(const gm_chunk_work *w, gm_block *k,
                                gm_index k0, int c)
{
  for (int t = 0; t < c; ++t) {
    const gm_index s = w->scene->contacts.b[k0 + k->row[t]];
    if (!w->scene->structures.row[s].mirror) continue;
    k->frictional[t] *= 0.5;
    k->dissipated[t] *= 0.5;
    if (!w->couple) continue;
    k->m[t].f[3] *= 0.5;
    k->m[t].t[3] *= 0.5;
  }
}

/* Rows of grain on structure of chunk c, added to its grains. */
GM_INLINE void structure_rows(const gm_chunk_work *w, gm_block *k,
                              const gm_chunk_room *o, gm_index c,
                              gm_chunk_result *r)
{
  gm_scene *scene = w->scene;
  gm_contacts *list = &scene->contacts;
  const gm_index end = list->first_structure[c + 1];
  const gm_wall_rows_late late = {w->time.lag, w->time.lag / w->time.dt};
  gm_structure_load *loads = &w->loads[c * scene->structures.n];
  if (list->stay)
    r->events.parted =
        &list->parted[2 * (size_t)(list->first_structure[c] - list->n_grain)];
  for (gm_index s = 0; s < scene->structures.n; ++s) {
    loads[s] = (gm_structure_load){0};
  }
  for (gm_index k0 = list->first_structure[c]; k0 < end;) {
    int n = 0;
    const gm_index next = gm_touch_structures(
        k, scene->grains.g, scene->grains.w, &scene->structures, list, late,
        w->grains_moved[c], w->surfaces_moved, k0, end, &n, &r->events);
    if (n) {
      if (scene->grains.held) gm_held_damp(k, scene, k0, n);
      const int up = pad_structures(k, n);
      gm_geometry_structures(k, up);
      const gm_index pair = apply_law(
          w, k, k0, n, up, gm_pairs_structures(w, k, k0, n, up), 1.0, r);
      if (w->mirrors) share_with_twins(w, k, k0, n);
      if (list->stay)
        gm_tally_structures(w, k, k0, n, up, pair, o->structures, &r->events);
      gm_scatter_structures(k, list, k0, n, list->first_grain[c], o->load);
      if (w->couple)
        gm_scatter_couples(k, list, k0, n, 0, list->first_grain[c], o->moment);
      load_structures(w, k, k0, n, loads);
    }
    k0 = next;
  }
}

GM_INLINE int block_rows(gm_index k0, gm_index k1)
{
  return k1 - k0 < GM_BLOCK ? k1 - k0 : GM_BLOCK;
}

GM_INLINE void move_chunk(const gm_chunk_work *w, gm_index c,
                          const gm_load *load, gm_chunk_result *r)
{
  gm_scene *scene = w->scene;
  gm_grains *grains = &scene->grains;
  const gm_contacts *list = &scene->contacts;
  const gm_index i0 = list->first_grain[c], i1 = list->first_grain[c + 1];
  const double dt = w->time.dt;
  const gm_holders *holders = &scene->holders;
  if (grains->held) gm_carry_turn(holders, grains, i0, i1, dt);
  if (w->scheme->move) {
    gm_scheme_sums sums;
    w->scheme->move(grains, i0, i1, dt, scene->gravity, load, &sums);
    r->fastest = sums.fastest;
    r->dissipated = sums.dissipated;
    r->frictional = sums.frictional;
  } else {
    r->fastest =
        gm_move_grains(grains, i0, i1, list->chunk, w->kick, dt, scene->gravity,
                       load, &r->dissipated, &r->frictional);
    if (grains->orientation) gm_move_orientations(grains, i0, i1, dt);
  }
  if (!grains->held) return;
  const double held =
      gm_carry_move(holders, &scene->domain, grains, i0, i1, w->scheme, dt);
  r->fastest = fmax(r->fastest, held);
}

GM_CLONED void gm_chunk_records(const gm_chunk_work *w, gm_block *k,
                                const gm_chunk_room *o, gm_index k0,
                                gm_index k1, gm_chunk_result *r)
{
  for (; k0 < k1; k0 += GM_BLOCK) {
    const int c = pair_rows(w, k, o, k0, block_rows(k0, k1), r);
    gm_scatter_records(k, &w->scene->contacts, k0, c);
    for (int t = 0; w->couple && t < c; ++t)
      w->scene->contacts.couple_record[k0 + k->row[t]] = k->m[t];
  }
}

GM_CLONED void gm_chunk_run(const gm_chunk_work *w, gm_block *k,
                            const gm_chunk_room *o, gm_index c)
{
  gm_scene *scene = w->scene;
  gm_contacts *list = &scene->contacts;
  gm_chunk_result *r = &w->result[c];
  uint64_t mark = w->timed ? gm_clock_ticks() : 0;
  const gm_index i0 = list->first_grain[c], i1 = list->first_grain[c + 1];
  __builtin_memset(o->load, 0, (size_t)(i1 - i0) * sizeof *o->load);
  gm_scatter_entries(list, list->record, c, o->load);
  if (w->couple) {
    __builtin_memset(o->moment, 0, (size_t)(i1 - i0) * sizeof *o->moment);
    gm_scatter_entries(list, list->couple_record, c, o->moment);
  }
  charge(w, r, GM_CHUNK_SCATTER, &mark);
  structure_rows(w, k, o, c, r);
  charge(w, r, GM_CHUNK_STRUCTURES, &mark);
  const double way = w->grains_moved[c];
  if (gm_narrow_due(list, c, way, w->gap))
    gm_narrow_chunk(list, scene->grains.g, c, way, w->gap, o->spare);
  charge(w, r, GM_CHUNK_TOUCH, &mark);
  const gm_index end = list->near_end[c];
  for (gm_index k0 = list->first_own[c]; k0 < end; k0 += GM_BLOCK) {
    const int n = pair_rows(w, k, o, k0, block_rows(k0, end), r);
    mark = w->timed ? gm_clock_ticks() : 0;
    gm_scatter_grains(k, list, k0, n, i0, o->load);
    if (w->couple) gm_scatter_couples(k, list, k0, n, 1, i0, o->moment);
    charge(w, r, GM_CHUNK_SCATTER, &mark);
  }
  if (w->couple)
    gm_scatter_fold(scene->grains.g, o->moment, i0, i1, o->load, r->couples);
  if (scene->grains.held)
    gm_held_load(scene, i0, i1, o->load, &w->held_loads[c * scene->holders.n]);
  if (w->kick != 0.0) {
    mark = w->timed ? gm_clock_ticks() : 0;
    move_chunk(w, c, o->load, r);
    charge(w, r, GM_CHUNK_MOVE, &mark);
  }
}

GM_CLONED void gm_chunk_move(const gm_chunk_work *w, gm_index c)
{
  const gm_index i0 = w->scene->contacts.first_grain[c];
  move_chunk(w, c, &w->kept[i0], &w->result[c]);
}
