/* meet/meet_limit.h -- how fast structures swing on each other: for the time step. */
#ifndef GM_MEET_MEET_LIMIT_H
#define GM_MEET_MEET_LIMIT_H

#include "meet/meet.h"

/* *limit receives the fastest swing of any two structures that may meet.  Of structures
 * that share a form the smallest and the largest stand for all.  GM_ERR_MEMORY. */
gm_status gm_meet_limit_find(const gm_meet *meet, const gm_scene *scene,
                             gm_meeting_limit *limit);

#endif
