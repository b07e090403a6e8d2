/* app/launch.h -- starts the ranks of a run, or joins those of a launcher. */
#ifndef GM_APP_LAUNCH_H
#define GM_APP_LAUNCH_H

#include "app/options.h"
#include "base/comm.h"

/* A process that a launcher started beside another prints nothing. */
void gm_launch_hush(void);

/* With --ranks and no launcher, starts the launcher with the same words and ends with it;
 * under one, *comm receives the door to the others; null: one rank.
 * GM_ERR_INPUT. */
gm_status gm_launch_begin(const gm_options *o, int argc, char **argv,
                          gm_comm **comm);

/* Threads of a rank: those given, or the cores of the machine over its ranks. */
int gm_launch_threads(const gm_options *o, const gm_comm *comm);

#endif
