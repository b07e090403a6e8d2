/* meet/meet_limit.c -- how fast structures swing on each other: for the time step. */
#include "meet/meet_limit.h"

#include "base/memory.h"

/* Largest projected area (m2); of what has no samples, any. */
static double shade_of(const gm_structure *s)
{
  const double *shade = s->form->shade;
  const double most = fmax(shade[0], fmax(shade[1], shade[2]));
  return s->form->n ? s->scale * s->scale * most : INFINITY;
}

static double mobility_of(const gm_structure *s)
{
  return s->rigid ? 1.0 / s->rigid->mass : 0.0;
}

/* Half a period on the whole projected area of the smaller one, of which a body may have
 * a second contact.  Rocking on the whole area is no faster: the moment of area over the
 * moment of inertia is below the area over the mass for a body that fills its bounds. */
static void try_pair(const gm_meet *m, const gm_scene *s, gm_index a,
                     gm_index b, gm_meeting_limit *limit)
{
  const gm_structure *p = &s->structures.row[a], *q = &s->structures.row[b];
  if (gm_meet_rules_meet(&m->table, p, q, a, b) != GM_MEET_YES) return;
  const double k = gm_meet_rules_foundation(&m->table, p, q);
  const double square = 2.0 * k * fmin(shade_of(p), shade_of(q)) *
                        (mobility_of(p) + mobility_of(q));
  if (!(square > 0.0)) return;
  const double half = GM_PI / sqrt(square);
  if (limit->half > 0.0 && limit->half <= half) return;
  const gm_index ma = gm_meet_rules_material(q, p);
  const gm_index mb = gm_meet_rules_material(p, q);
  *limit =
      (gm_meeting_limit){half, m->table.pair[ma][mb].zeta, p->name, q->name};
}

/* Appends the smallest and the largest structure of a form.  Returns the new number. */
static gm_index put_extremes(const gm_structures *all, const gm_form *form,
                             gm_index *row, gm_index n)
{
  gm_index small = -1, large = -1;
  for (gm_index k = 0; k < all->n; ++k) {
    if (all->row[k].form != form) continue;
    if (small < 0 || all->row[k].scale < all->row[small].scale) small = k;
    if (large < 0 || all->row[k].scale >= all->row[large].scale) large = k;
  }
  if (small >= 0) row[n++] = small;
  if (large != small) row[n++] = large;
  return n;
}

gm_status gm_meet_limit_find(const gm_meet *m, const gm_scene *s,
                             gm_meeting_limit *limit)
{
  const gm_structures *all = &s->structures;
  gm_index *row = NULL, n = 0;
  *limit = (gm_meeting_limit){0};
  if (!m->on) return GM_OK;
  GM_TRY(GM_RESIZE(row, 0, 2 * all->n_forms));
  for (gm_index f = 0; f < all->n_forms; ++f)
    n = put_extremes(all, all->form[f], row, n);
  for (gm_index a = 0; a < n; ++a)
    for (gm_index b = a + 1; b < n; ++b)
      try_pair(m, s, row[a], row[b], limit);
  GM_FREE(row);
  return GM_OK;
}
