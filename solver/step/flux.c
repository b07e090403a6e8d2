/* step/flux.c -- sides before, sides after.  Room: step. */
#include "step/flux.h"

#include "base/memory.h"

/* One chunk and one gauge. */
typedef struct gm_flux_part {
  gm_id forward, backward;
  double mass_forward, mass_backward; /* kg */
} gm_flux_part;

/* How far in front of the plane. */
GM_INLINE double height(const gm_flux *f, gm_vec3 x)
{
  return gm_dot(gm_sub(x, f->through), f->normal);
}

/* Does the way of the last step of a grain with velocity v, now at x and at height h, meet
 * the disc? */
static int meets_disc(const gm_flux *f, gm_vec3 v, gm_vec3 x, double h)
{
  if (isinf(f->radius)) return 1;
  const double speed = gm_dot(v, f->normal);
  x = gm_sub(x, f->through);
  if (speed != 0.0) x = gm_madd(x, -h / speed, v);
  return gm_norm2(x) <= f->radius * f->radius;
}

gm_status gm_flux_note(gm_flux_work *w, const gm_scene *s, int threads)
{
  w->planes = 0;
  for (gm_index k = 0; k < s->gauges.n; ++k)
    w->planes += s->gauges.row[k].kind == GM_MEASURE_FLUX;
  if (!w->planes) return GM_OK;
  const gm_index n = s->grains.n;
  const size_t sides = (size_t)s->gauges.n * (size_t)n + 1;
  if (sides > w->capacity) {
    GM_TRY(GM_RESIZE(w->front, 0, sides + sides / 8));
    w->capacity = sides + sides / 8;
  }
  if (s->domain.periodic && (size_t)n > w->turn_capacity) {
    GM_TRY(GM_RESIZE(w->turn, 0, n + n / 8));
    w->turn_capacity = (size_t)(n + n / 8);
  }
  w->n = n;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index i = 0; i < n; ++i) {
    const gm_row4 at = s->grains.g[i].x;
    const int turn = s->domain.periodic ? gm_domain_return(&s->domain, at) : 0;
    if (s->domain.periodic) w->turn[i] = (uint8_t)turn;
    const gm_vec3 x =
        turn ? gm_row_vec(at + s->domain.shift[turn]) : gm_row_vec(at);
    for (gm_index k = 0; k < s->gauges.n; ++k) {
      w->front[(size_t)k * (size_t)n + (size_t)i] =
          height(&s->gauges.row[k].flux, x) >= 0.0;
    }
  }
  return GM_OK;
}

/* 1, -1, 0: the grain passed forward, backward, or not.  A grain that is carried over a
 * periodic side may pass on either side of it. */
static int passed(const gm_flux_work *w, const gm_scene *s, const gm_flux *f,
                  const uint8_t *front, gm_index i)
{
  const gm_domain *d = &s->domain;
  const gm_row4 at = s->grains.g[i].x;
  const gm_vec3 v = gm_row_vec(s->grains.g[i].v);
  const int before = d->periodic ? w->turn[i] : 0;
  gm_vec3 x = gm_row_vec(before ? at + d->shift[before] : at);
  double h = height(f, x);
  if ((h >= 0.0) != front[i] && meets_disc(f, v, x, h))
    return front[i] ? -1 : 1;
  const int now = d->periodic ? gm_domain_return(d, at) : 0;
  if (now == before) return 0;
  x = gm_row_vec(at + d->shift[now]);
  h = height(f, x);
  const int was = h - gm_dot(v, f->normal) * s->dt >= 0.0;
  if ((h >= 0.0) == was || !meets_disc(f, v, x, h)) return 0;
  return was ? -1 : 1;
}

/* Grains [i0, i1) that passed gauge k. */
static gm_flux_part count_part(const gm_flux_work *w, const gm_scene *s,
                               gm_index k, gm_index i0, gm_index i1)
{
  const gm_flux *f = &s->gauges.row[k].flux;
  const uint8_t *front = &w->front[(size_t)k * (size_t)w->n];
  gm_flux_part sum = {0};
  for (gm_index i = i0; i < i1; ++i) {
    const int way = passed(w, s, f, front, i);
    if (!way) continue;
    const double mass = gm_grains_mass(&s->grains, i);
    sum.forward += way > 0;
    sum.backward += way < 0;
    sum.mass_forward += way > 0 ? mass : 0.0;
    sum.mass_backward += way > 0 ? 0.0 : mass;
  }
  return sum;
}

gm_status gm_flux_count(gm_flux_work *w, gm_scene *s, int threads)
{
  if (!w->planes) return GM_OK;
  GM_ASSERT(w->n == s->grains.n);
  const gm_index gauges = s->gauges.n, chunks = s->contacts.n_chunks;
  const size_t parts = (size_t)gauges * (size_t)chunks;
  if (parts > w->part_capacity) {
    GM_TRY(GM_RESIZE(w->part, 0, parts));
    w->part_capacity = parts;
  }
  const gm_index *first = s->contacts.first_grain;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index c = 0; c < chunks; ++c) {
    for (gm_index k = 0; k < gauges; ++k) {
      if (s->gauges.row[k].kind != GM_MEASURE_FLUX) continue;
      w->part[c * gauges + k] = count_part(w, s, k, first[c], first[c + 1]);
    }
  }
  for (gm_index c = 0; c < chunks; ++c) {
    for (gm_index k = 0; k < gauges; ++k) {
      gm_gauge *gauge = &s->gauges.row[k];
      if (gauge->kind != GM_MEASURE_FLUX) continue;
      const gm_flux_part *p = &w->part[c * gauges + k];
      gauge->flux.forward += p->forward;
      gauge->flux.backward += p->backward;
      gauge->flux.mass_forward += p->mass_forward;
      gauge->flux.mass_backward += p->mass_backward;
    }
  }
  return GM_OK;
}

void gm_flux_clear(gm_flux_work *w)
{
  GM_FREE(w->front);
  GM_FREE(w->turn);
  GM_FREE(w->part);
  *w = (gm_flux_work){0};
}
