/* body/meetings.c -- memory of pairs of structures and their springs. */
#include "body/meetings.h"

#include "base/memory.h"

gm_status gm_meetings_reserve(gm_meeting_side *side, gm_index n)
{
  if (n <= side->capacity) return GM_OK;
  const gm_index rows = n + n / 2 + 8;
  GM_TRY(GM_RESIZE(side->spring, side->n, rows));
  side->capacity = rows;
  return GM_OK;
}

void gm_meetings_drop(gm_meeting *row)
{
  for (int k = 0; k < 2; ++k) {
    GM_FREE(row->side[k].spring);
    GM_FREE(row->side[k].near);
  }
  GM_FREE(row->contact);
  *row = (gm_meeting){0};
}

void gm_meetings_clear(gm_meetings *m)
{
  for (gm_index k = 0; k < m->n; ++k)
    gm_meetings_drop(&m->row[k]);
  GM_FREE(m->row);
  *m = (gm_meetings){0};
}
