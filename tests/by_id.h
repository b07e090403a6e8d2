/* tests/by_id.h -- values of one grain, through the public header alone.
 */
#ifndef GM_TESTS_BY_ID_H
#define GM_TESTS_BY_ID_H

#include "check.h"
#include "include/granum.h"
#include <stdlib.h>

/* End the program with the message of the simulation unless the call succeeded. */
static inline void by_id_require(gm_sim *sim, gm_status status)
{
  if (CHECK(status == GM_OK)) return;
  puts(gm_sim_message(sim));
  exit(1);
}

/* Row of the grain `id`, which exists. */
static inline int64_t by_id_row(gm_sim *sim, int64_t id)
{
  gm_sim_view view;
  by_id_require(sim, gm_sim_column(sim, GM_SIM_GRAINS, "id", &view));
  int64_t row = 0;
  for (; row < view.n; ++row) {
    const char *at = (const char *)view.data + row * view.stride;
    if (*(const int64_t *)(const void *)at == id) break;
  }
  if (!CHECK(row < view.n)) exit(1);
  return row;
}

/* The numbers of a column of doubles for the grain `id`; valid as long as the view. */
static inline double *by_id(gm_sim *sim, const char *column, int64_t id)
{
  gm_sim_view view;
  by_id_require(sim, gm_sim_column(sim, GM_SIM_GRAINS, column, &view));
  char *at = (char *)view.data + by_id_row(sim, id) * view.stride;
  return (double *)(void *)at;
}

#endif
