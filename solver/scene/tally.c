/* scene/tally.c -- what contacts do to surfaces.  Room: scene. */
#include "scene/tally.h"

#include "base/memory.h"
#include <math.h>

int gm_tally_decade(double energy)
{
  if (!(energy > 1.0e-30)) return 0; /* in single precision, which is fast */
  const int at = (int)floorf(log10f((float)energy)) - GM_TALLY_FIRST;
  return at < 0 ? 0 : at >= GM_TALLY_DECADES ? GM_TALLY_DECADES - 1 : at;
}

gm_status gm_tally_init(gm_tallies *t, gm_index n)
{
  *t = (gm_tallies){0};
  gm_status status = GM_RESIZE(t->row, 0, n);
  if (status == GM_OK)
    status = GM_RESIZE(t->spectrum, 0, (size_t)n * GM_TALLY_DECADES);
  if (status != GM_OK)
    gm_tally_clear(t);
  else
    t->n = n;
  return status;
}

void gm_tally_clear(gm_tallies *t)
{
  GM_FREE(t->row);
  GM_FREE(t->spectrum);
  *t = (gm_tallies){0};
}

void gm_tally_take(gm_tallies *t, gm_index place, gm_stay *stay)
{
  const gm_tally sum = gm_tally_of(stay);
  gm_tally_add(&t->row[place], &sum);
  gm_tally_add(&t->all, &sum);
  if (sum.hits[0] > 0.0) {
    const int decade = gm_tally_decade(sum.hits[1]);
    ++t->spectrum[place * GM_TALLY_DECADES + decade];
    ++t->decades[decade];
  }
  stay->sum = (gm_tally){0};
}
