/* step/lists.h -- decides when grains leave or are sorted and when the neighbour list is
 * built.
 *
 * Grains leave, re-enter across periodic sides and are sorted at fixed steps, so that the
 * order of every sum does not depend on when the list is built.
 */
#ifndef GM_STEP_LISTS_H
#define GM_STEP_LISTS_H

#include "exchange/exchange.h"
#include "search/history_transfer.h"
#include "search/neighbours.h"
#include "search/order.h"
#include "soft/work.h"
#include "step/leave.h"

/* Bounds of displacements since the neighbour list was built, in m. */
typedef struct gm_displacements {
  double grains;   /* any grain */
  double surfaces; /* any point of a structure */
  double *chunk;   /* [chunks] any grain of the chunk */
  double *surface; /* [structures] any point of that structure */
  size_t capacity; /* chunks */
} gm_displacements;

/* State of the neighbour list: its skin, the need to build it, working memory. */
typedef struct gm_lists {
  double skin;      /* m  skin of the present list, or of the next */
  double most_skin; /* m  largest skin that periodic sides allow */
  int adapt_skin;   /* 1: adapt the skin to the displacement per step */
  int must_build;   /* 1: build in any case; 2: history is saved already */
  int64_t built_at; /* step of the last build */
  gm_displacements moved;
  gm_neighbours neighbours;
  gm_history_transfer history;
  gm_order order;
  int64_t builds, orders; /* number of builds, of sorts */
} gm_lists;

/* Starts with `skin` (m); 0: adapt the skin to the displacement per step.
 * GM_ERR_INPUT: a periodic side is too short. */
gm_status gm_lists_init(gm_lists *lists, const gm_model *model,
                        const gm_scene *scene, double skin);

/* Every 100 steps, removes grains outside the domain and puts back those beyond periodic
 * sides; every 2000 steps, sorts the grains in space.  GM_ERR_NUMBER: a position is
 * not a number; GM_ERR_MEMORY. */
gm_status gm_lists_order(gm_lists *lists, gm_leavers *leavers,
                         gm_exchange *exchange, const gm_model *model,
                         int threads, gm_scene *scene);

/* Removes the grains that are marked in gone[grains], with their contacts.
 * GM_ERR_MEMORY. */
gm_status gm_lists_remove(gm_lists *lists, gm_scene *scene,
                          const uint8_t *gone);

/* Builds the neighbour list if displacements may have used up its skin, or if must_build
 * is set, and transfers the contact history.  On several ranks grains go to their owners
 * before. */
gm_status gm_lists_build(gm_lists *lists, gm_work_buffers *buffers,
                         gm_exchange *exchange, const gm_model *model,
                         int threads, gm_scene *scene);

/* Builds the list of a run that goes on, for which lists->history has the contacts; skin,
 * displacements and counts stay, so that the next list is built when it would be. */
gm_status gm_lists_renew(gm_lists *lists, gm_work_buffers *buffers,
                         gm_exchange *exchange, const gm_model *model,
                         int threads, gm_scene *scene);

/* True if this step sorts the grains, where others remove them alone. */
int gm_lists_sorts(const gm_scene *scene);

/* True if gm_lists_build will build. */
int gm_lists_due(const gm_lists *lists);

/* Gap (m) of the inner list: pairs with smaller gaps are tested in every step. */
double gm_lists_gap(const gm_lists *lists);

/* Accounts for radii that grew by at most `growth` (m): it closes gaps like a motion. */
void gm_lists_grown(gm_lists *lists, const gm_scene *scene, double growth);

void gm_lists_clear(gm_lists *lists);

#endif
