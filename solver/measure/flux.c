/* measure/flux.c -- compares positions before and after a step.
 *
 * Each chunk counts its own grains; masses go into sums that have no order.
 */
#include "measure/flux.h"

#include "base/memory.h"
#include "base/sum.h"

/* Counts of one chunk and one sensor. */
typedef struct gm_flux_part {
  gm_id forward, backward;
  gm_sum mass[2]; /* kg  forward, backward */
} gm_flux_part;

/* Distance in front of the plane. */
GM_INLINE double height_over_plane(const gm_flux *f, gm_vec3 x)
{
  return gm_dot(gm_sub(x, f->through), f->normal);
}

/* 1, -1 or 0 if the path from x0 to x1 (m) passes forward, backward, or not. */
static int flux_passed_plane(const gm_flux *f, gm_vec3 x0, gm_vec3 x1)
{
  const double h0 = height_over_plane(f, x0), h1 = height_over_plane(f, x1);
  if ((h0 >= 0.0) == (h1 >= 0.0)) return 0;
  const gm_vec3 x = gm_madd(x0, h0 / (h0 - h1), gm_sub(x1, x0));
  const gm_vec3 off = gm_sub(x, f->through);
  if (gm_norm2(off) > f->radius * f->radius) return 0;
  const double u = gm_dot(off, f->u), v = gm_dot(off, f->v);
  if (u < 0.0 || u >= 1.0 || v < 0.0 || v >= 1.0) return 0;
  return h0 < 0.0 ? 1 : -1;
}

/* The same for grain i.  A grain that crosses a periodic side may pass on either side of
 * it, so its path is tested from the box it left and from the box it entered. */
static int flux_passed_by(const gm_flux_work *w, const gm_scene *s,
                          const gm_flux *f, gm_index i)
{
  const gm_domain *d = &s->domain;
  const gm_row4 x0 = w->was[i], x1 = s->grains.g[i].x;
  if (!d->periodic) return flux_passed_plane(f, gm_row_vec(x0), gm_row_vec(x1));
  const int before = gm_domain_return(d, x0), now = gm_domain_return(d, x1);
  const gm_row4 from = d->shift[before], to = d->shift[now];
  const int way =
      flux_passed_plane(f, gm_row_vec(x0 + from), gm_row_vec(x1 + from));
  if (way || now == before) return way;
  return flux_passed_plane(f, gm_row_vec(x0 + to), gm_row_vec(x1 + to));
}

/* Counts the passages of grain i through a surface inside the box to way[0] (forward) and
 * way[1] (backward). A path across a periodic side has a part at either side of the box;
 * both are tested. */
static void flux_passed_surface(const gm_flux_work *w, const gm_scene *s,
                                const gm_flux *f, gm_index i, int way[2])
{
  const gm_domain *d = &s->domain;
  const gm_row4 x0 = w->was[i], x1 = s->grains.g[i].x;
  way[0] = way[1] = 0;
  if (!d->periodic) {
    gm_line_crossings_count(f->mesh, gm_row_vec(x0), gm_row_vec(x1), &way[0],
                            &way[1]);
    return;
  }
  const int before = gm_domain_return(d, x0), now = gm_domain_return(d, x1);
  const gm_row4 from = d->shift[before], to = d->shift[now];
  gm_line_crossings_count(f->mesh, gm_row_vec(x0 + from), gm_row_vec(x1 + from),
                          &way[0], &way[1]);
  if (now == before) return;
  gm_line_crossings_count(f->mesh, gm_row_vec(x0 + to), gm_row_vec(x1 + to),
                          &way[0], &way[1]);
}

gm_status gm_flux_note(gm_flux_work *w, const gm_scene *s, int threads)
{
  w->planes = 0;
  for (gm_index k = 0; k < s->sensors.n; ++k)
    w->planes += s->sensors.row[k].kind == GM_MEASURE_FLUX;
  if (!w->planes) return GM_OK;
  const gm_index n = s->grains.n;
  if ((size_t)n + 1 > w->capacity) {
    w->capacity = (size_t)n + (size_t)n / 8 + 1;
    GM_TRY(GM_RESIZE(w->was, 0, w->capacity));
  }
  w->n = n;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index i = 0; i < n; ++i)
    w->was[i] = s->grains.g[i].x;
  return GM_OK;
}

/* Counts the passages of grains [i0, i1) through sensor k. */
static gm_flux_part count_flux_part(const gm_flux_work *w, const gm_scene *s,
                                    gm_index k, gm_index i0, gm_index i1)
{
  const gm_flux *f = &s->sensors.row[k].flux;
  gm_flux_part sum = {0};
  for (gm_index i = i0; i < i1; ++i) {
    int way[2];
    if (gm_grains_ghost(&s->grains, i)) continue;
    if (f->mesh) {
      flux_passed_surface(w, s, f, i, way);
    } else {
      const int one = flux_passed_by(w, s, f, i);
      way[0] = one > 0;
      way[1] = one < 0;
    }
    if (!way[0] && !way[1]) continue;
    const double mass = gm_grains_mass(&s->grains, i);
    sum.forward += way[0];
    sum.backward += way[1];
    for (int q = 0; q < 2; ++q)
      if (way[q]) gm_sum_add(&sum.mass[q], way[q] * mass);
  }
  return sum;
}

gm_status gm_flux_count(gm_flux_work *w, gm_scene *s, int threads)
{
  if (!w->planes) return GM_OK;
  GM_ASSERT(w->n == s->grains.n);
  const gm_index sensors = s->sensors.n, chunks = s->contacts.n_chunks;
  const size_t parts = (size_t)sensors * (size_t)chunks;
  if (parts > w->part_capacity) {
    GM_TRY(GM_RESIZE(w->part, 0, parts));
    w->part_capacity = parts;
  }
  const gm_index *first = s->contacts.first_grain;
#pragma omp parallel for schedule(static) num_threads(threads)
  for (gm_index c = 0; c < chunks; ++c) {
    for (gm_index k = 0; k < sensors; ++k) {
      if (s->sensors.row[k].kind != GM_MEASURE_FLUX) continue;
      w->part[c * sensors + k] =
          count_flux_part(w, s, k, first[c], first[c + 1]);
    }
  }
  for (gm_index k = 0; k < sensors; ++k) {
    gm_sensor *sensor = &s->sensors.row[k];
    gm_sum mass[2] = {{.n = 0}, {.n = 0}};
    int64_t passed[2] = {0, 0};
    if (sensor->kind != GM_MEASURE_FLUX) continue;
    for (gm_index c = 0; c < chunks; ++c) {
      const gm_flux_part *p = &w->part[c * sensors + k];
      passed[0] += p->forward;
      passed[1] += p->backward;
      for (int q = 0; q < 2; ++q)
        gm_sum_join(&mass[q], &p->mass[q]);
    }
    gm_comm_add(s->comm, passed, 2);
    gm_comm_sums(s->comm, mass, 2);
    sensor->flux.forward += passed[0];
    sensor->flux.backward += passed[1];
    sensor->flux.mass_forward += gm_sum_value(&mass[0]);
    sensor->flux.mass_backward += gm_sum_value(&mass[1]);
  }
  return GM_OK;
}

void gm_flux_clear(gm_flux_work *w)
{
  GM_FREE(w->was);
  GM_FREE(w->part);
  *w = (gm_flux_work){0};
}
