/* hard/hard_correct.c -- the correction of overlaps.
 *
 * Two grains part along the line of their centres, by mass so that their centre of mass
 * stays, or by halves; a structure stays and the grain takes the whole way.  Positions
 * change one contact after the other, so a pass sees what the last contact left; as
 * printed in the document, all ways are found from the old positions and added at the
 * end of the pass.  Work against gravity is counted.
 */
#include "hard/hard_correct.h"

#include "hard/hard_impulse.h"

/* Moves grain i by `way` (m). */
static void move(const gm_hard_setting *o, gm_index i, gm_vec3 way,
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
static void shift(const gm_hard_setting *o, gm_index i, gm_vec3 way,
                  gm_hard_result *r)
{
  if (!o->hard->later) {
    move(o, i, way, r);
    return;
  }
  int exponent;
  frexp(o->scene->grains.g[i].x[3], &exponent);
  const double unit = ldexp(1.5, exponent + 1);
  const gm_row4 grid = {unit, unit, unit, unit};
  o->hard->later[i] += (gm_row(way, 0.0) + grid) - grid;
}

/* The end of a pass over the contacts of chunk c. */
static void move_later(const gm_hard_setting *o, gm_index c)
{
  gm_row4 *later = o->hard->later;
  const gm_index *i = &o->scene->contacts.first_grain[c];
  for (gm_index k = i[0]; later && k < i[1]; ++k) {
    if (gm_norm(gm_row_vec(later[k])) > 0.0)
      move(o, k, gm_row_vec(later[k]), &o->hard->result[c]);
    later[k] = gm_row(gm_vec(0.0, 0.0, 0.0), 0.0);
  }
}

static void part_pair(const gm_hard_setting *o, const gm_hard_contact *c,
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
  if (ma > 0.0) shift(o, c->a, gm_scale(part, way), r);
  if (mb > 0.0) shift(o, c->b, gm_scale(part - 1.0, way), r);
}

static void part_wall(const gm_hard_setting *o, const gm_hard_wall *w,
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
  shift(o, c->a, gm_scale(o->hard->rules.fraction * depth, c->n), r);
}

static void correct_chunk(const gm_hard_setting *o, gm_index c)
{
  const gm_hard_chunk *h = &o->hard->contacts.chunk[c];
  for (gm_index t = h->n_cross; t < h->n_pair; ++t)
    part_pair(o, &h->pair[t], &o->hard->result[c]);
  for (gm_index t = 0; t < h->n_wall; ++t)
    part_wall(o, &h->wall[t], &o->hard->result[c]);
}

/* Only links of one colour run at once, so no other thread has this result. */
static void correct_link(const gm_hard_setting *o, const gm_hard_link *l)
{
  const gm_hard_contact *pair = o->hard->contacts.chunk[l->a].pair;
  for (gm_index t = l->first; t < l->end; ++t)
    part_pair(o, &pair[t], &o->hard->result[l->a]);
}

/* The longest way of a grain of chunk c, and a fresh start for the next step. */
static void settle(const gm_hard_setting *o, gm_index c)
{
  const gm_index *i = &o->scene->contacts.first_grain[c];
  double *way = o->hard->way, most = 0.0;
  for (gm_index k = i[0]; k < i[1]; ++k) {
    most = fmax(most, way[k]);
    way[k] = 0.0;
  }
  o->hard->result[c].moved = most;
}

void gm_hard_correct(const gm_hard_work *w)
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
        correct_chunk(&o, c);
      for (int colour = 0; colour < GM_HARD_COLOURS; ++colour) {
        if (first[colour] == h->n_link) break;
#pragma omp for schedule(static)
        for (gm_index k = first[colour]; k < first[colour + 1]; ++k)
          correct_link(&o, &h->link[k]);
      }
#pragma omp single
      for (gm_index k = first[GM_HARD_COLOURS]; k < h->n_link; ++k)
        correct_link(&o, &h->link[k]);
#pragma omp for schedule(static)
      for (gm_index c = 0; c < h->n_chunks; ++c)
        move_later(&o, c);
    }
#pragma omp for schedule(static)
    for (gm_index c = 0; c < h->n_chunks; ++c)
      settle(&o, c);
  }
}
