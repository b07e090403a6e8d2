/* hard/collide.c -- impulses by pair.
 *
 * Rows are appended, and joined when their number has doubled, so that the memory is that
 * of the pairs that collided and not of their collisions.
 */
#include "hard/collide.h"

#include "base/memory.h"
#include <stdlib.h>
#include <string.h>

/* ---- impulses by pair ------------------------------------------------------------ */

/* Rows are appended, and joined when their number has doubled, so that the memory is that
 * of the pairs that collided and not of their collisions. */

enum { FEW = 4096 };

/* Rows of a pair keep their order of time: by their place where they are equal. */
static int collision_sums_by_pair(const void *p, const void *q)
{
  const gm_collision_sum *a = p, *b = q;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  if (a->structure != b->structure) return a->structure < b->structure ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  return (a->patch > b->patch) - (a->patch < b->patch);
}

/* A merge sort: qsort need not be stable. */
static void sort_collisions(gm_collision_sum *row, gm_collision_sum *room,
                            size_t n)
{
  for (size_t width = 1; width < n; width *= 2) {
    for (size_t first = 0; first < n; first += 2 * width) {
      const size_t middle = first + width < n ? first + width : n;
      const size_t end = middle + width < n ? middle + width : n;
      size_t i = first, j = middle;
      for (size_t k = first; k < end; ++k) {
        const int left =
            j >= end ||
            (i < middle && collision_sums_by_pair(&row[i], &row[j]) <= 0);
        room[k] = left ? row[i++] : row[j++];
      }
    }
    memcpy(row, room, n * sizeof *row);
  }
}

gm_status gm_collide_sums_join(gm_collision_sums *s)
{
  if (s->sorted == s->n) return GM_OK;
  gm_collision_sum *room = malloc(s->n * sizeof *room);
  if (!room)
    return gm_fail(GM_ERR_MEMORY, "no memory to sort %zu collisions", s->n);
  sort_collisions(s->row, room, s->n);
  free(room);
  size_t n = 0;
  for (size_t k = 0; k < s->n; ++k) {
    gm_collision_sum *last = n ? &s->row[n - 1] : NULL;
    if (last && collision_sums_by_pair(last, &s->row[k]) == 0) {
      last->impulse = gm_add(last->impulse, s->row[k].impulse);
      last->count += s->row[k].count;
    } else {
      s->row[n++] = s->row[k];
    }
  }
  s->n = s->sorted = n;
  return GM_OK;
}

gm_status gm_collide_sums_add(gm_collision_sums *s, gm_collision_sum row)
{
  if (s->n >= 2 * s->sorted + FEW) GM_TRY(gm_collide_sums_join(s));
  if (s->n == s->capacity) {
    const size_t rows = 2 * s->capacity + FEW;
    GM_TRY(GM_RESIZE(s->row, s->n, rows));
    s->capacity = rows;
  }
  s->row[s->n++] = row;
  return GM_OK;
}

void gm_collide_sums_begin(gm_collision_sums *s)
{
  s->n = s->sorted = 0;
}

void gm_collide_sums_clear(gm_collision_sums *s)
{
  GM_FREE(s->row);
  *s = (gm_collision_sums){0};
}
