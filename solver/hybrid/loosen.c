/* hybrid/loosen.c -- new grains give way before they bear loads.
 *
 * Grains are moved one after the other in the order of their rows, by half of the sum of
 * their overlaps, so bits depend on nothing else.  The hash of the conversion has the
 * places at which they were made; they go no farther from these than a tenth of their
 * radius.
 */
#include "hybrid/loosen.h"

#include "scene/structures.h"

static const double farthest = 0.1; /* 1  of the radius, from the first place */
static const double enough = 1.0e-4; /* 1  of the radius: the sweeps end */

/* A new grain and the way out of its overlaps. */
typedef struct way {
  const gm_grains *grains;
  gm_index row, old; /* of the grain; grains there were */
  gm_vec3 x;         /* m  where it is */
  gm_vec3 sum;       /* m */
  double most;       /* m  the greatest overlap */
} way;

static void add(way *o, double overlap, gm_vec3 n, double share)
{
  o->sum = gm_madd(o->sum, share * overlap, n);
  o->most = fmax(o->most, overlap);
}

static void look(void *user, int32_t row)
{
  way *o = user;
  const gm_row4 mine = o->grains->g[o->row].x, other = o->grains->g[row].x;
  if (row == o->row) return;
  const gm_vec3 d = gm_sub(o->x, gm_row_vec(other));
  const double apart = gm_norm(d), overlap = mine[3] + other[3] - apart;
  if (!(overlap > 0.0) || !(apart > 0.0)) return;
  add(o, overlap, gm_scale(1.0 / apart, d), row < o->old ? 1.0 : 0.5);
}

/* Moves grain i; returns its greatest overlap over its radius. */
static double move(gm_conversion_state *c, gm_scene *s, gm_index i)
{
  gm_grains *g = &s->grains;
  const double r = g->g[i].x[3], margin = 2.0 * farthest * s->partition.most;
  const gm_vec3 from = c->grains.sphere[i].x;
  way o = {.grains = g, .row = i, .old = c->old_grains};
  gm_query_result probe;
  o.x = gm_row_vec(g->g[i].x);
  gm_voids_near(&c->grains, o.x, r + s->partition.most + margin, look, &o);
  if (gm_structures_nearest(&s->structures, &s->domain, o.x, r, &probe) >= 0)
    add(&o, r - probe.distance, probe.gradient, 1.0);
  gm_vec3 off = gm_sub(gm_madd(o.x, 0.5, o.sum), from);
  const double length = gm_norm(off);
  if (length > farthest * r) off = gm_scale(farthest * r / length, off);
  const gm_vec3 to = gm_add(from, off);
  if (gm_domain_holds(&s->domain, gm_row(to, 0.0))) g->g[i].x = gm_row(to, r);
  return o.most / r;
}

void gm_loosen_run(gm_conversion_state *c, gm_scene *s)
{
  double most = INFINITY;
  for (int n = 0; n < c->settle && most > enough; ++n) {
    most = 0.0;
    for (gm_index i = c->old_grains; i < s->grains.n; ++i)
      most = fmax(most, move(c, s, i));
  }
}
