/* parallel/level.h -- the x86-64 levels that this processor runs. */
#ifndef PARALLEL_LEVEL_H
#define PARALLEL_LEVEL_H

/* The levels, e.g. "v2 v3", or those in GM_LEVELS. */
const char *level_list(void);

#endif
