/* scene/contacts.c -- memory of the neighbour list and the contact history.
 *
 * Sums on surfaces, which contacts close when they end, come first.
 */
#include "scene/contacts.h"

#include "base/math.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>

/* What contacts do to the surfaces of structures. */

int gm_contacts_decade(double energy)
{
  if (!(energy > 1.0e-30)) return 0;
  const int at = (int)floor(gm_math_decades(energy)) - GM_CONTACT_SUMS_FIRST;
  return at < 0                          ? 0
         : at >= GM_CONTACT_SUMS_DECADES ? GM_CONTACT_SUMS_DECADES - 1
                                         : at;
}

gm_status gm_contacts_sums_init(gm_contact_sums *t, gm_index n)
{
  *t = (gm_contact_sums){0};
  gm_status status = GM_RESIZE(t->row, 0, n);
  if (status == GM_OK)
    status = GM_RESIZE(t->spectrum, 0, (size_t)n * GM_CONTACT_SUMS_DECADES);
  if (status != GM_OK)
    gm_contacts_sums_clear(t);
  else
    t->n = n;
  return status;
}

void gm_contacts_sums_clear(gm_contact_sums *t)
{
  GM_FREE(t->row);
  GM_FREE(t->spectrum);
  *t = (gm_contact_sums){0};
}

void gm_contacts_sums_close(gm_contact_sums *t, gm_index place,
                            gm_running_sum *stay)
{
  const gm_contact_sum sum = gm_contacts_sum_of(stay);
  gm_contacts_sum_add(&t->row[place], &sum);
  gm_contacts_sum_add(&t->all, &sum);
  if (sum.hits[0] > 0.0) {
    const int decade = gm_contacts_decade(sum.hits[1]);
    ++t->spectrum[place * GM_CONTACT_SUMS_DECADES + decade];
    ++t->decades[decade];
  }
  stay->sum = (gm_contact_sum){0};
}

static int rows_by_turn(const void *p, const void *q)
{
  const gm_stay *a = p, *b = q;
  if (a->step != b->step) return a->step < b->step ? -1 : 1;
  if (a->phase != b->phase) return a->phase < b->phase ? -1 : 1;
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  if (a->id != b->id) return a->id < b->id ? -1 : 1;
  return a->turn < b->turn ? -1 : a->turn > b->turn;
}

void gm_contacts_sums_sort(gm_stay *stay, int64_t n)
{
  qsort(stay, (size_t)n, sizeof *stay, rows_by_turn);
}

gm_index gm_contacts_chunk(gm_index n)
{
  const gm_index part = n / 24;
  return part < 512 ? 512 : part > 4096 ? 4096 : part;
}

/* Vector loops may read up to this many rows past the end. */
enum { PAST = 256 };

gm_status gm_contacts_lend(gm_contacts *c, size_t bytes, void **room)
{
  const size_t rows = bytes / sizeof *c->history + 1;
  c->n = c->n_grain = c->n_cross = c->n_chunks = c->lent = 0;
  if (rows > (size_t)INT32_MAX) {
    return gm_fail(GM_ERR_MEMORY,
                   "the neighbour list needs %zu bytes, more than 2^31 pairs; "
                   "use fewer grains or a smaller skin",
                   bytes);
  }
  if (!c->history || rows > (size_t)c->capacity) {
    c->capacity = 0;
    GM_TRY(GM_RESIZE(c->history, 0, rows));
    GM_FREE(c->a); /* null: the other columns are not as long as the history */
    c->capacity = (gm_index)rows;
  }
  c->lent = (gm_index)rows;
  *room = c->history;
  return GM_OK;
}

gm_status gm_contacts_reserve(gm_contacts *c, gm_index n, gm_index n_cross,
                              gm_index n_structure, gm_index n_chunks)
{
  c->n = c->n_grain = c->n_cross = 0;
  if (n + PAST > c->capacity || !c->a) {
    const gm_index least = n + n / 16 + PAST;
    const gm_index rows = least > c->capacity ? least : c->capacity;
    if (rows > c->capacity) GM_TRY(GM_RESIZE(c->history, c->lent, rows));
    GM_TRY(GM_RESIZE(c->a, 0, rows));
    GM_TRY(GM_RESIZE(c->b, 0, rows));
    GM_TRY(GM_RESIZE(c->touched, 0, rows));
    if (c->couples) GM_TRY(GM_RESIZE(c->couple, 0, rows));
    if (c->accounts) GM_TRY(GM_RESIZE(c->spent, 0, rows));
    if (c->shift) GM_TRY(GM_RESIZE(c->image, 0, rows));
    c->capacity = rows;
  }
  c->lent = 0;
  if (n_cross > c->cross_capacity || !c->record) {
    const gm_index rows = n_cross + n_cross / 16 + 64;
    GM_TRY(GM_RESIZE(c->record, 0, rows));
    if (c->couples) GM_TRY(GM_RESIZE(c->couple_record, 0, rows));
    c->cross_capacity = rows;
  }
  if (n_structure > c->structure_capacity || !c->due) {
    const gm_index rows = n_structure + n_structure / 16 + 64;
    GM_TRY(GM_RESIZE(c->patch, 0, rows));
    GM_TRY(GM_RESIZE(c->source, 0, rows));
    GM_TRY(GM_RESIZE(c->due, 0, rows));
    GM_TRY(GM_RESIZE(c->around, 0, rows));
    GM_TRY(GM_RESIZE(c->normal, 0, rows));
    if (c->has_sums) {
      GM_TRY(GM_RESIZE(c->running, 0, rows));
      GM_TRY(GM_RESIZE(c->place, 0, rows));
      GM_TRY(GM_RESIZE(c->foot, 0, rows));
      GM_TRY(GM_RESIZE(c->parted, 0, 2 * (size_t)rows));
    }
    c->structure_capacity = rows;
  }
  for (gm_index k = 0; c->has_sums && k < n_structure; ++k) {
    c->place[k] = -1;
    c->running[k] = (gm_running_sum){0};
  }
  if (n_chunks > c->chunk_capacity || !c->first_grain) {
    const gm_index rows = n_chunks + 64;
    GM_TRY(GM_RESIZE(c->first_grain, 0, rows + 1));
    GM_TRY(GM_RESIZE(c->first_cross, 0, rows + 1));
    GM_TRY(GM_RESIZE(c->first_own, 0, rows + 1));
    GM_TRY(GM_RESIZE(c->near_end, 0, rows));
    GM_TRY(GM_RESIZE(c->narrowed, 0, rows));
    GM_TRY(GM_RESIZE(c->first_structure, 0, rows + 1));
    GM_TRY(GM_RESIZE(c->first_join, 0, rows + 1));
    GM_TRY(GM_RESIZE(c->split, 0, rows));
    GM_TRY(GM_RESIZE(c->screened_chunk, 0, rows));
    c->chunk_capacity = rows;
  }
  return GM_OK;
}

gm_status gm_contacts_reserve_screen(gm_contacts *c, gm_index grains)
{
  const size_t rows = (size_t)grains;
  if (rows <= c->screen_capacity) return GM_OK;
  c->screen_capacity = 0;
  c->screened = 0;
  GM_TRY(GM_RESIZE(c->screen, 0, rows + rows / 16));
  c->screen_capacity = rows + rows / 16;
  c->screened = 1;
  return GM_OK;
}

void gm_contacts_clear(gm_contacts *c)
{
  GM_FREE(c->a);
  GM_FREE(c->b);
  GM_FREE(c->patch);
  GM_FREE(c->image);
  GM_FREE(c->history);
  GM_FREE(c->couple);
  GM_FREE(c->spent);
  GM_FREE(c->touched);
  GM_FREE(c->source);
  GM_FREE(c->due);
  GM_FREE(c->around);
  GM_FREE(c->normal);
  GM_FREE(c->running);
  GM_FREE(c->place);
  GM_FREE(c->foot);
  GM_FREE(c->parted);
  GM_FREE(c->record);
  GM_FREE(c->couple_record);
  GM_FREE(c->join);
  GM_FREE(c->first_grain);
  GM_FREE(c->first_cross);
  GM_FREE(c->first_own);
  GM_FREE(c->near_end);
  GM_FREE(c->narrowed);
  GM_FREE(c->first_structure);
  GM_FREE(c->first_join);
  GM_FREE(c->split);
  GM_FREE(c->screen);
  GM_FREE(c->screened_chunk);
  *c = (gm_contacts){0};
}
