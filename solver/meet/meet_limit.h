/* meet/meet_limit.h -- how fast structures swing on each other: for the time step. */
#ifndef GM_MEET_MEET_LIMIT_H
#define GM_MEET_MEET_LIMIT_H

#include "meet/meet.h"

/* Of structures that share a form the smallest and the largest stand for all. */
gm_meeting_limit gm_meet_limit_find(const gm_meet *meet, const gm_scene *scene);

#endif
