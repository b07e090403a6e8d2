/* soft/team.c -- the chunks of a step and the threads that compute them. */
#include "soft/team.h"

#include "soft/chunk.h"
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

/* Scratch memory of one thread. */
static gm_work_room room_of(const gm_work *w, int part)
{
  const gm_work_buffers *b = w->buffers;
  const size_t chunk = (size_t)w->scene->contacts.chunk;
  gm_load *mine = &b->totals[2 * (size_t)part * chunk];
  gm_work_room room = {mine, mine + chunk,
                       b->spare + (size_t)part * (size_t)b->own_most, NULL,
                       NULL};
  if (b->impacts) {
    const size_t pairs = (size_t)w->scene->collisions.n;
    room.grains = &b->impacts[2 * (size_t)part * pairs];
    room.structures = room.grains + pairs;
  }
  return room;
}

/* The share of one thread: rows that join two threads, a barrier, then chunk by chunk. */
static void run_share(const gm_work *w)
{
  gm_contacts *list = &w->scene->contacts;
  const gm_work_buffers *b = w->buffers;
  gm_block k;
  const int parts = omp_get_num_threads(), part = omp_get_thread_num();
  const gm_index c0 = first_chunk(list, part, parts);
  const gm_index c1 = first_chunk(list, part + 1, parts);
  const gm_index next = list->first_grain[c1];
  gm_work_room room = room_of(w, part);
  for (gm_index c = c0; c < c1; ++c) {
    b->result[c] = (gm_work_result){0};
    gm_index row = list->first_cross[c];
    const gm_index end = list->first_cross[c + 1];
    while (row < end && list->b[row] < next)
      ++row;
    list->split[c] = row;
    gm_chunk_records(w, &k, &room, row, end, &b->result[c]);
  }
#pragma omp barrier
  for (gm_index c = c0; c < c1; ++c) {
    gm_chunk_records(w, &k, &room, list->first_cross[c], list->split[c],
                     &b->result[c]);
    if (w->kept) room.load = &w->kept[list->first_grain[c]];
    gm_chunk_run(w, &k, &room, c);
  }
}

/* A parallel region of one thread calls the kernel at its end, which takes as long as a
 * step of a few grains. */
void gm_team_run(const gm_work *w, int threads)
{
  const int team = gm_contacts_team(threads, w->scene->grains.n);
  if (team == 1) {
    run_share(w);
    return;
  }
#pragma omp parallel num_threads(team)
  run_share(w);
}

void gm_team_move(const gm_work *w, int threads)
{
  const gm_index chunks = w->scene->contacts.n_chunks;
  const int team = gm_contacts_team(threads, w->scene->grains.n);
  if (team == 1) {
    for (gm_index c = 0; c < chunks; ++c)
      gm_chunk_move(w, c);
    return;
  }
#pragma omp parallel for schedule(static) num_threads(team)
  for (gm_index c = 0; c < chunks; ++c)
    gm_chunk_move(w, c);
}

void gm_team_structures(const gm_work *w, int threads, const gm_index *near,
                        const gm_index *first, gm_load *load)
{
  const gm_index chunks = w->scene->contacts.n_chunks;
  const int each = w->model->couple ? 2 : 1;
#pragma omp parallel num_threads(gm_contacts_team(threads, w->scene->grains.n))
  {
    gm_block k;
    const gm_work_room room = room_of(w, omp_get_thread_num());
#pragma omp for schedule(dynamic)
    for (gm_index c = 0; c < chunks; ++c) {
      w->buffers->result[c] = (gm_work_result){0};
      gm_chunk_structures(w, &k, &room, c, near + first[c],
                          first[c + 1] - first[c],
                          load + (size_t)each * (size_t)first[c]);
    }
  }
}
