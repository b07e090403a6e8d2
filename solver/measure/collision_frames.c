/* measure/collision_frames.c -- collisions by pair to the rows of a frame. */
#include "measure/collision_frames.h"

/* Place in the frame of the grain with that id, or -1. */
static gm_index place_of(const gm_scene *s, const gm_frame_grains *f, gm_id id)
{
  gm_index low = 0, high = f->n;
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (s->grains.id[f->row[middle]] < id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < f->n && s->grains.id[f->row[low]] == id ? low : -1;
}

/* Centre of b nearest to a, across periodic faces. */
static gm_vec3 nearest_image(const gm_domain *d, gm_row4 a, gm_row4 b)
{
  for (int k = 0; k < 3; ++k)
    if (d->side[k] > 0.0) b[k] += d->side[k] * rint((a[k] - b[k]) / d->side[k]);
  return gm_row_vec(b);
}

/* The geometry of row k at the present positions. */
static void fill_pair(const gm_scene *s, gm_frame_contacts *f, gm_index k,
                      gm_row4 a, gm_row4 b)
{
  f->from[k] = gm_row_vec(a);
  f->to[k] = nearest_image(&s->domain, a, b);
  const gm_vec3 d = gm_sub(f->from[k], f->to[k]);
  const double apart = gm_norm(d);
  f->normal[k] = apart > 0.0 ? gm_scale(1.0 / apart, d) : gm_unit(f->force[k]);
  f->overlap[k] = a[3] + b[3] - apart;
}

/* The contact point is where the grain would touch along the impulse. */
static void fill_wall(gm_frame_contacts *f, gm_index k, gm_row4 a)
{
  const double push = gm_norm(f->impulse[k]);
  f->normal[k] =
      push > 0.0 ? gm_scale(1.0 / push, f->impulse[k]) : gm_vec(0.0, 0.0, 0.0);
  f->from[k] = gm_row_vec(a);
  f->to[k] = gm_madd(f->from[k], -a[3], f->normal[k]);
  f->overlap[k] = 0.0;
}

static void load(gm_scene *s, gm_frame_grains *grains, gm_index place,
                 gm_vec3 force)
{
  s->grains.load[grains->row[place]].f += gm_row(force, 0.0);
  ++grains->coordination[place];
}

gm_status gm_collision_frames(const gm_collision_sums *sums, gm_scene *s,
                              gm_frame_grains *grains, gm_frame_contacts *f)
{
  const double span = s->time - s->balance.hard.framed;
  const double rate = span > 0.0 ? 1.0 / span : 0.0;
  gm_index k = 0;
  GM_ASSERT(sums->sorted == sums->n);
  GM_TRY(gm_frame_reserve_collisions(f, (gm_index)sums->n));
  for (gm_index i = 0; i < s->grains.n; ++i) {
    s->grains.load[i] = (gm_load){0};
    grains->coordination[i] = 0;
  }
  for (size_t q = 0; q < sums->n; ++q) {
    const gm_collision_sum *c = &sums->row[q];
    const gm_index a = place_of(s, grains, c->a);
    const gm_index b = c->b < 0 ? -1 : place_of(s, grains, c->b);
    if (a < 0 || (c->b >= 0 && b < 0)) continue;
    const gm_row4 xa =
        gm_domain_home(&s->domain, s->grains.g[grains->row[a]].x);
    f->id_a[k] = c->a;
    f->id_b[k] = c->b;
    f->structure[k] = c->structure;
    f->patch[k] = c->patch;
    f->source[k] = c->b < 0 ? 0 : -1;
    f->impulse[k] = c->impulse;
    f->collisions[k] = c->count;
    f->force[k] = gm_scale(rate, c->impulse);
    load(s, grains, a, f->force[k]);
    if (b >= 0) {
      load(s, grains, b, gm_scale(-1.0, f->force[k]));
      fill_pair(s, f, k, xa, s->grains.g[grains->row[b]].x);
    } else {
      fill_wall(f, k, xa);
    }
    ++k;
  }
  f->n = k;
  return GM_OK;
}
