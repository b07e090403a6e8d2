/* step/work.c -- what the chunks of a step share, and who runs which.  Room: step. */
#include "step/work.h"

#include "step/grow.h"
#include "step/vary.h"
#include <omp.h>

/* Shares of the chunks for a thread: equal work by rows and grains. */
static gm_index first_chunk(const gm_contacts *c, int part, int parts)
{
  if (part == parts) return c->n_chunks;
  const double all = (double)c->n + c->first_grain[c->n_chunks];
  const double want = all * part / parts;
  gm_index k = 0;
  while (k < c->n_chunks &&
         (double)(c->first_own[k] - c->first_own[0]) + c->first_cross[k] +
                 (c->first_structure[k] - c->first_structure[0]) +
                 c->first_grain[k] <
             want) {
    ++k;
  }
  return k;
}

/* A grain's twin is made as the grain: they are alike here. */
static gm_index made_of(const gm_scene *s, const gm_structure *body)
{
  return body->mirror ? s->grains.material[0] : body->material;
}

static int any_mirror(const gm_structures *structures)
{
  int any = 0;
  for (gm_index k = 0; k < structures->n; ++k)
    any |= structures->row[k].mirror;
  return any;
}

/* Row in the tables of every row on a structure, or -1 where they differ. */
static gm_index same_structures(const gm_step *step, const gm_scene *s)
{
  if (!step->alike || !s->grains.n || !s->structures.n) return -1;
  const gm_structure *first = &s->structures.row[0];
  const gm_index material = made_of(s, first);
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *body = &s->structures.row[k];
    if (made_of(s, body) != material || body->patch_material) return -1;
  }
  return s->grains.material[0] * GM_MATERIALS_MAX + material;
}

/* Of the skin: rows nearer than that are looked at in every step.  Finding them anew costs about a
 * thirtieth of a list, so the best is smaller than the skin by the root of that. */
static const double near_gap = 0.2;

gm_chunk_work gm_work_of(gm_step *step, gm_scene *s, double kick)
{
  const gm_index same = step->alike && s->grains.n
                            ? s->grains.material[0] * (GM_MATERIALS_MAX + 1)
                            : -1;
  gm_chunk_work w = {.scene = s,
                     .law = step->law,
                     .scheme = step->scheme,
                     .table = step->table,
                     .pair = same,
                     .pair_structures = same_structures(step, s),
                     .growing = gm_grow_due(s) ? step->row_power : NULL,
                     .mirrors = any_mirror(&s->structures),
                     .impacts = step->impacts,
                     .varies = gm_vary_any(&s->structures),
                     .time = {s->dt, step->scheme->lag * s->dt},
                     .kick = kick,
                     .grains_moved = step->chunk_moved,
                     .surfaces_moved = step->surface_moved,
                     .timed = step->timed,
                     .loads = step->loads,
                     .held_loads = step->held_loads,
                     .result = step->result,
                     .totals = step->totals,
                     .spare = step->spare,
                     .own_most = step->own_most,
                     .gap = near_gap * step->skin};
  if (!step->couple) return w;
  w.couple = step->couple;
  w.couple_table = step->couple_table;
  return w;
}

int gm_work_team(const gm_step *step, gm_index grains)
{
  const gm_index chunk = gm_contacts_chunk(grains);
  const gm_index most = grains > chunk ? (grains + chunk - 1) / chunk : 1;
  return step->threads < most ? step->threads : (int)most;
}

/* One parallel region: rows that join two threads, a barrier, then chunk by chunk. */
void gm_work_run(const gm_step *step, const gm_chunk_work *w)
{
  gm_contacts *list = &w->scene->contacts;
#pragma omp parallel num_threads(gm_work_team(step, w->scene->grains.n))
  {
    gm_block k;
    const int parts = omp_get_num_threads(), part = omp_get_thread_num();
    const gm_index c0 = first_chunk(list, part, parts);
    const gm_index c1 = first_chunk(list, part + 1, parts);
    const gm_index next = list->first_grain[c1];
    gm_load *mine = &w->totals[2 * (size_t)part * (size_t)list->chunk];
    gm_chunk_room room = {mine, mine + list->chunk,
                          w->spare + (size_t)part * (size_t)w->own_most, NULL,
                          NULL};
    if (w->impacts) {
      const size_t pairs = (size_t)w->scene->collisions.n;
      room.grains = &w->impacts[2 * (size_t)part * pairs];
      room.structures = room.grains + pairs;
    }
    for (gm_index c = c0; c < c1; ++c) {
      w->result[c] = (gm_chunk_result){0};
      gm_index row = list->first_cross[c];
      const gm_index end = list->first_cross[c + 1];
      while (row < end && list->b[row] < next)
        ++row;
      list->split[c] = row;
      gm_chunk_records(w, &k, &room, row, end, &w->result[c]);
    }
#pragma omp barrier
    for (gm_index c = c0; c < c1; ++c) {
      gm_chunk_records(w, &k, &room, list->first_cross[c], list->split[c],
                       &w->result[c]);
      if (w->kept) room.load = &w->kept[list->first_grain[c]];
      gm_chunk_run(w, &k, &room, c);
    }
  }
}

void gm_work_move(const gm_step *step, const gm_chunk_work *w)
{
  const gm_index chunks = w->scene->contacts.n_chunks;
#pragma omp parallel for schedule(static)                                      \
    num_threads(gm_work_team(step, w->scene->grains.n))
  for (gm_index c = 0; c < chunks; ++c)
    gm_chunk_move(w, c);
}
