/* soft/overlap.c -- the deepest contact of a step, and the error where it is too deep. */
#include "soft/overlap.h"

#include <stdio.h>

/* Largest overlap over the smaller radius of contacts [0, n), and which it is, *at:
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

void gm_overlap_note(const gm_work *w, const gm_block *k, gm_index k0, int c,
                     int grains, gm_work_result *r)
{
  int at = 0;
  const double most = largest_overlap(k, c, grains, &at);
  if (!(most > r->overlap)) return;
  const gm_index row = k0 + k->row[at];
  const gm_vec3 n = {k->nx[at], k->ny[at], k->nz[at]};
  r->overlap = most;
  gm_overlap_row(r, &w->scene->contacts, row);
  const gm_row4 x = w->scene->grains.g[r->deepest].x;
  r->place = gm_madd(gm_row_vec(x), 0.5 * k->overlap[at] - x[3], n);
}

enum { TEXT = GM_NAME_LENGTH + 32 };

/* "grain 12", or "structure 'wall'" */
static const char *overlap_partner_name(const gm_scene *s, gm_index with,
                                        char text[TEXT])
{
  if (with >= 0)
    snprintf(text, TEXT, "grain %lld", (long long)s->grains.id[with]);
  else
    snprintf(text, TEXT, "structure '%s'", s->structures.row[-1 - with].name);
  return text;
}

gm_status gm_overlap_fail(const gm_work_result *result, const gm_scene *s)
{
  const gm_work_result *deep = &result[0];
  char other[TEXT];
  for (gm_index c = 1; c < s->contacts.n_chunks; ++c)
    if (result[c].overlap > deep->overlap) deep = &result[c];
  const gm_index a = deep->deepest, with = deep->with;
  double r = s->grains.g[a].x[3];
  if (with >= 0) r = fmin(r, s->grains.g[with].x[3]);
  return gm_fail(
      GM_ERR_NUMBER,
      "at t = %.6g s grain %lld and %s overlap by %.0f %% of the %sradius, "
      "%.3g m, at (%.6g, %.6g, %.6g) m%s; use a smaller time step than %.3g s, "
      "stiffer materials or lower speeds",
      s->time, (long long)s->grains.id[a], overlap_partner_name(s, with, other),
      100.0 * deep->overlap, with >= 0 ? "smaller " : "", r, deep->place.x,
      deep->place.y, deep->place.z,
      deep->overlap > 1.0 ? ", so that its centre is inside" : "", s->dt);
}
