/* hard/hard_sweep.c -- the sweeps over the contacts of a step.
 *
 * Gauss-Seidel takes the contacts one after the other, each with the velocities that the
 * last one left, and draws their order anew in each sweep, so that no direction is
 * preferred.  The numbers come from the step, the sweep and the chunk: any number of
 * threads draws the same order.
 *
 * The simultaneous orders compute all impulses of a sweep from the same velocities and
 * add them (jacobi, which can create energy: the three balls of
 * tests/verification/hard_impulses.py), or add them divided by the number of contacts of
 * the busier body (relaxed).
 */
#include "hard/hard_impulse.h"

#include <string.h>

/* ---- one after the other -------------------------------------------------------- */

static int strike_sweep_pair(const gm_hard_setting *o, gm_hard_contact *c)
{
  const gm_collide_impulse p = gm_hard_between(o, c);
  if (gm_hard_is_none(&p)) return 0;
  gm_hard_push_pair(o, c, p.j);
  gm_hard_keep(o, c, &p, c->b);
  return 1;
}

/* An impulse along the normal also turns a body, which moves its surface along the plane:
 * the losses follow from the velocities before and after, impulse times their mean. */
static void push_sweep_free(const gm_hard_setting *o, const gm_hard_wall *w,
                            gm_collide_impulse *p)
{
  const gm_vec3 n = w->of.n, before = gm_hard_slip(o, w);
  gm_hard_push(o, w->of.a, p->j, n, -w->of.lever);
  gm_hard_push_body(o, w, p->j);
  const gm_vec3 mean = gm_scale(0.5, gm_add(before, gm_hard_slip(o, w)));
  p->lost = -gm_dot(p->j, mean);
  p->rubbed = p->lost + gm_dot(p->j, n) * gm_dot(mean, n);
}

static int strike_sweep_wall(const gm_hard_setting *o, gm_hard_wall *w)
{
  gm_collide_impulse p = gm_hard_at_wall(o, w);
  if (gm_hard_is_none(&p)) return 0;
  if (w->free)
    push_sweep_free(o, w, &p);
  else
    gm_hard_push(o, w->of.a, p.j, w->of.n, -w->of.lever);
  gm_hard_keep(o, &w->of, &p, -1);
  return 1;
}

/* SplitMix64: G. L. Steele, D. Lea and C. H. Flood, OOPSLA (2014) 453. */
static uint64_t draw_sweep_number(uint64_t *state)
{
  uint64_t z = *state += 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

static void shuffle_sweep_contacts(gm_index *order, gm_index n, int64_t step,
                                   int sweep, gm_index chunk)
{
  uint64_t state =
      (uint64_t)step << 32 ^ (uint64_t)sweep << 20 ^ (uint64_t)(uint32_t)chunk;
  draw_sweep_number(&state);
  for (gm_index k = 0; k < n; ++k)
    order[k] = k;
  for (gm_index k = n - 1; k > 0; --k) {
    const gm_index q =
        (gm_index)((draw_sweep_number(&state) >> 32) * ((uint64_t)k + 1) >> 32);
    const gm_index t = order[k];
    order[k] = order[q];
    order[q] = t;
  }
}

static int sweep_chunk(const gm_hard_setting *o, gm_hard_chunk *h, int64_t step,
                       int sweep, gm_index c)
{
  const gm_index own = h->n_pair - h->n_cross, n = own + h->n_wall;
  int struck = 0;
  shuffle_sweep_contacts(h->order, n, step, sweep, c);
  for (gm_index k = 0; k < n; ++k) {
    const gm_index t = h->order[k];
    if (t < own)
      struck |= strike_sweep_pair(o, &h->pair[h->n_cross + t]);
    else if (!h->wall[t - own].free)
      struck |= strike_sweep_wall(o, &h->wall[t - own]);
  }
  return struck;
}

/* In turn from the front and from the back. */
static int sweep_link(const gm_hard_setting *o, gm_hard_contacts *h,
                      const gm_hard_link *l, int sweep)
{
  gm_hard_contact *pair = h->chunk[l->a].pair;
  int struck = 0;
  for (gm_index k = 0; k < l->end - l->first; ++k)
    struck |=
        strike_sweep_pair(o, &pair[sweep % 2 ? l->end - 1 - k : l->first + k]);
  return struck;
}

static int sweep_free(const gm_hard_setting *o, gm_hard_contacts *h)
{
  int struck = 0;
  for (gm_index c = 0; c < h->n_chunks; ++c)
    for (gm_index k = 0; h->chunk[c].n_free && k < h->chunk[c].n_wall; ++k)
      if (h->chunk[c].wall[k].free)
        struck |= strike_sweep_wall(o, &h->chunk[c].wall[k]);
  return struck;
}

static void one_by_one(const gm_hard_work *w)
{
  const gm_hard_setting o = gm_hard_setting_of(w);
  gm_hard_contacts *h = &w->hard->contacts;
  const gm_index *first = h->first_link;
  const int sweeps = w->hard->rules.sweeps;
  int any[2] = {0, 0};
#pragma omp parallel num_threads(                                              \
    gm_contacts_team(w->threads, o.scene->grains.n))
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    int mine = 0;
#pragma omp for schedule(static)
    for (gm_index c = 0; c < h->n_chunks; ++c)
      mine |= sweep_chunk(&o, &h->chunk[c], w->step, sweep, c);
    for (int colour = 0; colour < GM_HARD_COLOURS; ++colour) {
      if (first[colour] == h->n_link) break;
#pragma omp for schedule(static)
      for (gm_index k = first[colour]; k < first[colour + 1]; ++k)
        mine |= sweep_link(&o, h, &h->link[k], sweep);
    }
#pragma omp single
    {
      for (gm_index k = first[GM_HARD_COLOURS]; k < h->n_link; ++k)
        mine |= sweep_link(&o, h, &h->link[k], sweep);
      mine |= sweep_free(&o, h);
      any[(sweep + 1) % 2] = 0;
    }
#pragma omp atomic
    any[sweep % 2] |= mine;
#pragma omp barrier
    if (!any[sweep % 2]) break;
  }
}

/* ---- all at once ------------------------------------------------------------------ */

static void count_sweep_pair(gm_index *count, const gm_hard_contact *c, int a,
                             int b)
{
  if (a) ++count[c->a];
  if (b) ++count[c->b];
}

/* Contacts of the grains of chunk c. */
static void count_sweep_chunk(const gm_hard_work *w, gm_index c)
{
  const gm_contacts *list = &w->work->scene->contacts;
  gm_hard_contacts *h = &w->hard->contacts;
  const gm_hard_chunk *k = &h->chunk[c];
  gm_index *count = w->hard->count;
  for (gm_index i = list->first_grain[c]; i < list->first_grain[c + 1]; ++i)
    count[i] = 0;
  for (gm_index t = 0; t < k->n_pair; ++t)
    count_sweep_pair(count, &k->pair[t], 1, t >= k->n_cross);
  for (gm_index t = 0; t < k->n_wall; ++t)
    ++count[k->wall[t].of.a];
  for (gm_index q = h->first_later[c]; q < h->first_later[c + 1]; ++q) {
    const gm_hard_link *l = &h->link[h->later[q]];
    for (gm_index t = l->first; t < l->end; ++t)
      count_sweep_pair(count, &h->chunk[l->a].pair[t], 0, 1);
  }
}

static void count_hard_contacts(const gm_hard_work *w)
{
  gm_hard_contacts *h = &w->hard->contacts;
  const int team = gm_contacts_team(w->threads, w->work->scene->grains.n);
#pragma omp parallel for schedule(static) num_threads(team)
  for (gm_index c = 0; c < h->n_chunks; ++c)
    count_sweep_chunk(w, c);
  for (gm_index c = 0; c < h->n_chunks; ++c)
    for (gm_index t = 0; t < h->chunk[c].n_wall; ++t)
      if (h->chunk[c].wall[t].free)
        ++w->hard->gain[h->chunk[c].wall[t].of.b].contacts;
}

/* The impulse of this sweep, with its share. */
static int foresee_sweep_overlap(const gm_hard_setting *o, gm_hard_contact *c,
                                 gm_collide_impulse p, gm_index b,
                                 gm_index others)
{
  const gm_index *count = o->hard->count;
  const gm_index *all = o->hard->rules.order == GM_ORDER_RELAXED ? count : NULL;
  c->next = p.j;
  if (gm_hard_is_none(&p)) return 0;
  if (all) {
    gm_index most = all[c->a] > others ? all[c->a] : others;
    if (b >= 0 && all[b] > most) most = all[b];
    c->next = gm_scale(1.0 / most, p.j);
  }
  c->j = gm_add(c->j, c->next);
  c->struck = 1;
  return 1;
}

static int foresee_sweep_chunk(const gm_hard_setting *o, gm_hard_chunk *h)
{
  int struck = 0;
  for (gm_index t = 0; t < h->n_pair; ++t)
    struck |= foresee_sweep_overlap(
        o, &h->pair[t], gm_hard_between(o, &h->pair[t]), h->pair[t].b, 1);
  for (gm_index t = 0; t < h->n_wall; ++t) {
    const gm_hard_wall *wall = &h->wall[t];
    struck |= foresee_sweep_overlap(
        o, &h->wall[t].of, gm_hard_at_wall(o, wall), -1,
        wall->free ? o->hard->gain[wall->of.b].contacts : 1);
  }
  return struck;
}

/* An impulse on the first grain of a contact, or, with side -1, on the second. */
GM_INLINE void apply_impulse(const gm_hard_setting *o, const gm_hard_contact *p,
                             gm_index i, double side)
{
  double *last = o->scene->grains.struck;
  gm_hard_push(o, i, gm_scale(side, p->next), p->n, -side * p->lever);
  if (last && p->struck) last[i] = o->time;
}

/* The impulses on the grains of chunk c: a grain adds structures first, then its
 * partners in rising order, whatever the chunks are. */
static void apply_sweep_chunk(const gm_hard_setting *o, gm_index c)
{
  gm_hard_contacts *h = &o->hard->contacts;
  const gm_hard_chunk *k = &h->chunk[c];
  for (gm_index t = 0; t < k->n_wall; ++t)
    apply_impulse(o, &k->wall[t].of, k->wall[t].of.a, 1.0);
  for (gm_index q = h->first_later[c]; q < h->first_later[c + 1]; ++q) {
    const gm_hard_link *l = &h->link[h->later[q]];
    for (gm_index t = l->first; t < l->end; ++t) {
      const gm_hard_contact *p = &h->chunk[l->a].pair[t];
      apply_impulse(o, p, p->b, -1.0);
    }
  }
  for (gm_index t = k->n_cross; t < k->n_pair; ++t) {
    apply_impulse(o, &k->pair[t], k->pair[t].a, 1.0);
    apply_impulse(o, &k->pair[t], k->pair[t].b, -1.0);
  }
  for (gm_index t = 0; t < k->n_cross; ++t)
    apply_impulse(o, &k->pair[t], k->pair[t].a, 1.0);
}

static void apply_sweep_free(const gm_hard_setting *o)
{
  const gm_hard_contacts *h = &o->hard->contacts;
  for (gm_index c = 0; c < h->n_chunks; ++c)
    for (gm_index t = 0; h->chunk[c].n_free && t < h->chunk[c].n_wall; ++t)
      if (h->chunk[c].wall[t].free)
        gm_hard_push_body(o, &h->chunk[c].wall[t], h->chunk[c].wall[t].of.next);
}

static void all_sweep_at_once(const gm_hard_work *w)
{
  const gm_hard_setting o = gm_hard_setting_of(w);
  gm_hard_contacts *h = &w->hard->contacts;
  const int team = gm_contacts_team(w->threads, o.scene->grains.n);
  if (w->hard->rules.order == GM_ORDER_RELAXED) count_hard_contacts(w);
  for (int sweep = 0; sweep < w->hard->rules.sweeps; ++sweep) {
    int struck = 0;
#pragma omp parallel for schedule(static) num_threads(team)                    \
    reduction(|                                                                \
              : struck)
    for (gm_index c = 0; c < h->n_chunks; ++c)
      struck |= foresee_sweep_chunk(&o, &h->chunk[c]);
    if (!struck) break;
#pragma omp parallel for schedule(static) num_threads(team)
    for (gm_index c = 0; c < h->n_chunks; ++c)
      apply_sweep_chunk(&o, c);
    apply_sweep_free(&o);
  }
}

void gm_hard_sweep(const gm_hard_work *w)
{
  if (w->hard->rules.order == GM_ORDER_GAUSS_SEIDEL)
    one_by_one(w);
  else
    all_sweep_at_once(w);
}
