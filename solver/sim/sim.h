/* sim/sim.h -- the inside of a simulation, for the program and for tests.
 *
 * The public interface is include/granum.h.  A file that includes this header has access
 * to the tables of the library and must keep them consistent.
 */
#ifndef GM_SIM_SIM_H
#define GM_SIM_SIM_H

#include "checkpoint/checkpoint.h"
#include "exchange/gathered.h"
#include "measure/frame.h"
#include "measure/until.h"
#include "output/columns.h"
#include "output/snapshot.h"
#include "sim/ready.h"

typedef enum gm_sim_stage {
  GM_SIM_DESCRIBED, /* before the start */
  GM_SIM_STARTED,   /* steps are possible */
  GM_SIM_STOPPED,   /* the motion has failed; it can be viewed and written */
  GM_SIM_DEAD       /* creation or start has failed */
} gm_sim_stage;

/* Cost of frames.  Steps wait while a frame is measured and copied and until the frame
 * before is written; the writing itself runs beside the steps. */
typedef struct gm_sim_cost {
  double measured, copied, waited, written; /* s */
  double bytes; /* memory in use at the end, waiting frames included */
} gm_sim_cost;

struct gm_sim {
  gm_sim_stage stage;
  gm_status status; /* of the last call that failed */
  char *message;    /* message of that call, or null */
  int threads;      /* at least 1 */
  int depth;        /* public calls in progress */
  int outside; /* number of OpenMP threads of the caller, restored at the end */
  gm_ready ready;
  gm_gathered gathered; /* the instant of all ranks: sim/ranks.h */

  /* Measurement of the current instant; valid while `looked` is 1. */
  int looked, framed; /* 1: `now` is valid; 1: `grains` and `contacts` are */
  int rebalance; /* an edit changed the energy, which counts as brought in */
  gm_measure now;
  gm_frame_grains grains;
  gm_frame_contacts contacts;
  /* Columns of grains as measured, in the order of memory: those of result files, and
   * two of velocities. */
  void *column[GM_COLUMNS_MAX + 2];
  void *clump_column[GM_COLUMNS_MAX + 1]; /* likewise by id; the last: places */

  /* The open result. */
  gm_snapshot *snapshot; /* or null */
  char *result;          /* path of the open result */
  char *written;         /* effective scene that it holds */
  int64_t frames;        /* frames written and reported to the caller */
  double frame_time;     /* s  time of the frame passed on last */
  gm_until until;
  gm_sim_cost cost;

  char *inputs;       /* of a started simulation: checkpoint/inputs.h */
  gm_checkpoint from; /* from which it goes on; path null: none */
  char *goes_on;      /* result that it goes on writing, or null */
};

#endif
