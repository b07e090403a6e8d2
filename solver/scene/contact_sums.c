/* scene/contact_sums.c -- what contacts do to the surfaces of structures. */
#include "scene/contact_sums.h"

#include "base/math.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>

int gm_contact_sums_decade(double energy)
{
  if (!(energy > 1.0e-30)) return 0;
  const int at = (int)floor(gm_math_decades(energy)) - GM_CONTACT_SUMS_FIRST;
  return at < 0                          ? 0
         : at >= GM_CONTACT_SUMS_DECADES ? GM_CONTACT_SUMS_DECADES - 1
                                         : at;
}

gm_status gm_contact_sums_init(gm_contact_sums *t, gm_index n)
{
  *t = (gm_contact_sums){0};
  gm_status status = GM_RESIZE(t->row, 0, n);
  if (status == GM_OK)
    status = GM_RESIZE(t->spectrum, 0, (size_t)n * GM_CONTACT_SUMS_DECADES);
  if (status != GM_OK)
    gm_contact_sums_clear(t);
  else
    t->n = n;
  return status;
}

void gm_contact_sums_clear(gm_contact_sums *t)
{
  GM_FREE(t->row);
  GM_FREE(t->spectrum);
  *t = (gm_contact_sums){0};
}

void gm_contact_sums_close(gm_contact_sums *t, gm_index place,
                           gm_running_sum *stay)
{
  const gm_contact_sum sum = gm_contact_sums_of(stay);
  gm_contact_sums_add(&t->row[place], &sum);
  gm_contact_sums_add(&t->all, &sum);
  if (sum.hits[0] > 0.0) {
    const int decade = gm_contact_sums_decade(sum.hits[1]);
    ++t->spectrum[place * GM_CONTACT_SUMS_DECADES + decade];
    ++t->decades[decade];
  }
  stay->sum = (gm_contact_sum){0};
}

static int by_turn(const void *p, const void *q)
{
  const gm_stay *a = p, *b = q;
  if (a->step != b->step) return a->step < b->step ? -1 : 1;
  if (a->phase != b->phase) return a->phase < b->phase ? -1 : 1;
  if (a->key != b->key) return a->key < b->key ? -1 : 1;
  if (a->id != b->id) return a->id < b->id ? -1 : 1;
  return a->turn < b->turn ? -1 : a->turn > b->turn;
}

void gm_contact_sums_sort(gm_stay *stay, int64_t n)
{
  qsort(stay, (size_t)n, sizeof *stay, by_turn);
}
