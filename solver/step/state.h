/* step/state.h -- working state of a run beside its scene, one struct for each subject.
 *
 * Everything here can be rebuilt from the scene after any step, and no result depends on
 * when that happens.
 */
#ifndef GM_STEP_STATE_H
#define GM_STEP_STATE_H

#include "device/device.h"
#include "exchange/exchange.h"
#include "hard/events.h"
#include "hard/hard.h"
#include "hybrid/hybrid.h"
#include "hybrid/mpm.h"
#include "measure/flux.h"
#include "meet/meet.h"
#include "soft/work.h"
#include "step/leave.h"
#include "step/lists.h"
#include "step/timers.h"

typedef struct gm_state {
  int threads;
  gm_model model;          /* force law, time integration, coefficients */
  gm_lists lists;          /* neighbour list and its upkeep */
  gm_leavers leavers;      /* grains that leave */
  gm_exchange exchange;    /* with other ranks */
  gm_work_buffers buffers; /* memory of the chunks */
  gm_capture capture;      /* contacts of one instant, for diagnostics */
  int unseen;   /* 1: that instant is captured for a sample, not measured */
  gm_meet meet; /* contacts between structures */
  struct {
    double dissipated, friction; /* J  by them in the step */
  } met;
  gm_hard_grains hard;   /* collisions of hard grains */
  gm_event_state events; /* the same event by event */
  gm_hybrid hybrid;      /* grains and points as one material */
  gm_mpm mpm;            /* material points */
  gm_flux_work flux;     /* positions before the step, for sensors */
  gm_timers timers;
  gm_device *device; /* borrowed, or null: computes the steps that it can */
  int64_t together;  /* steps that may be done at once */
  int inside;        /* 1: the device says that no grain leaves in this step */
} gm_state;

#endif
