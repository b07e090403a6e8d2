/* meet/meet_near.h -- which samples of two bodies may touch in the next steps. */
#ifndef GM_MEET_MEET_NEAR_H
#define GM_MEET_MEET_NEAR_H

#include "meet/meet_hits.h"

/* Bring the lists of samples of the row up to date, if the two may have moved so far
 * that another sample touches.  list: scratch memory for the samples of either.
 * GM_ERR_MEMORY. */
gm_status gm_meet_near_update(gm_meeting *row, const gm_meet_body at[2],
                              gm_index *list);

#endif
