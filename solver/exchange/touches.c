/* exchange/touches.c -- contacts by ids.
 *
 * They leave the list before rows move and come back, by the rows of then, when the
 * grains of this rank are known.  One that comes from two ranks is there twice, alike. */
#include "exchange/touches.h"

#include "base/memory.h"

gm_status gm_touches_reserve(gm_touches *t, gm_index n)
{
  if (n <= t->capacity) return GM_OK;
  const gm_index rows = n + n / 8 + 64;
  GM_TRY(GM_RESIZE(t->row, t->n, rows));
  t->capacity = rows;
  return GM_OK;
}

gm_status gm_touches_save(gm_touches *t, const gm_history_transfer *m,
                          const gm_scene *s)
{
  const gm_grains *g = &s->grains;
  const int has_sums = gm_structures_have_sums(&s->structures);
  const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
  t->n = 0;
  GM_TRY(gm_touches_reserve(t, m->n));
  for (gm_index k = 0; k < m->n; ++k) {
    const int grains = k < m->n_grain;
    const gm_index at = k - m->n_grain;
    const int sums = !grains && m->running && has_sums;
    t->row[k] =
        (gm_touch){.history = m->history[k],
                   .couple = m->couple ? m->couple[k] : none,
                   .spent = m->spent ? m->spent[k] : (gm_spent){0},
                   .a = g->id[m->a[k]],
                   .b = grains ? g->id[m->b[k]] : -1,
                   .normal = grains ? gm_vec(0.0, 0.0, 0.0) : m->normal[at],
                   .structure = grains ? -1 : m->b[k],
                   .patch = grains ? -1 : m->patch[k],
                   .place = sums ? m->place[at] : -1,
                   .row = m->a[k],
                   .image = m->image && !grains ? m->image[k] : 0};
    if (sums) t->row[k].running = m->running[at];
  }
  t->n = m->n;
  t->saved = 1;
  return GM_OK;
}

void gm_touches_turn(gm_touches *t, const gm_index *to, const uint8_t *turn,
                     gm_scene *s)
{
  gm_index n = 0;
  for (gm_index k = 0; k < t->n; ++k) {
    gm_touch *q = &t->row[k];
    if (q->b < 0) {
      const int images = s->structures.row[q->structure].images;
      q->image =
          to[q->row] < 0
              ? -1
              : gm_domain_sum(q->image, gm_domain_along(turn[q->row], images));
      if (q->image < 0 && q->place >= 0)
        gm_scene_note_stay(s, GM_STAY_GRAIN, q->row, q->structure, q->place,
                           &q->running);
      if (q->image < 0) continue;
    }
    t->row[n++] = *q;
  }
  t->n = n;
}

/* As row k of those to hand back; a and b: rows. */
static void put_touch(gm_history_transfer *m, gm_index k, const gm_touch *q,
                      gm_index a, gm_index b)
{
  static const gm_row4 turned = {-1.0, -1.0, -1.0, 1.0};
  const int turns = q->b >= 0 && a > b;
  m->a[k] = turns ? b : a;
  m->b[k] = q->b < 0 ? q->structure : turns ? a : b;
  m->patch[k] = q->patch;
  m->history[k] = turns ? turned * q->history : q->history;
  if (m->couple) m->couple[k] = turns ? turned * q->couple : q->couple;
  if (m->spent) m->spent[k] = q->spent;
  if (m->image) m->image[k] = (uint8_t)q->image;
  if (q->b >= 0) return;
  m->normal[k - m->n_grain] = q->normal;
  if (!m->running) return;
  m->running[k - m->n_grain] = q->running;
  m->place[k - m->n_grain] = q->place;
}

gm_status gm_touches_restore(gm_touches *t, const gm_scene *s,
                             const gm_id_rows *rows, int left,
                             gm_history_transfer *m)
{
  const gm_grains *g = &s->grains;
  gm_index walls = 0, missing = 0;
  for (gm_index k = 0; k < t->n; ++k)
    walls += t->row[k].b < 0;
  m->n = m->n_grain = 0;
  GM_TRY(gm_history_transfer_reserve(m, t->n, walls, s->domain.periodic,
                                     s->contacts.couples, s->contacts.accounts,
                                     gm_structures_have_sums(&s->structures)));
  for (int wall = 0; wall < 2; ++wall) {
    for (gm_index k = 0; k < t->n; ++k) {
      const gm_touch *q = &t->row[k];
      if ((q->b < 0) != wall) continue;
      const gm_index a = gm_id_rows_find(rows, q->a);
      const gm_index b = wall ? -1 : gm_id_rows_find(rows, q->b);
      const int mine = (a >= 0 && !g->ghost[a]) || (b >= 0 && !g->ghost[b]);
      if (!mine) continue;
      if (a < 0 || (b < 0 && !wall)) {
        ++missing;
        continue;
      }
      put_touch(m, m->n++, q, a, b);
    }
    if (!wall) m->n_grain = m->n;
  }
  t->n = t->saved = 0;
  if (missing && !left)
    return gm_fail(GM_ERR_NUMBER,
                   "%d touching contacts across the borders of ranks are "
                   "missing",
                   missing);
  return GM_OK;
}

void gm_touches_clear(gm_touches *t)
{
  GM_FREE(t->row);
  *t = (gm_touches){0};
}
