/* exchange/gathered.h -- the grains and touching contacts of all ranks on rank 0, for one
 * instant, so that it is measured and written as that of a run on one rank is.
 */
#ifndef GM_EXCHANGE_GATHERED_H
#define GM_EXCHANGE_GATHERED_H

#include "exchange/exchange.h"
#include "soft/capture.h"

typedef struct gm_gathered {
  gm_scene
      scene; /* with the tables of the run, but for grains, clumps, contacts */
  gm_capture capture; /* of the instant */
  gm_id_rows rows;
  gm_index *order, *scratch; /* [grains] */
  gm_index capacity;
  size_t grain; /* bytes of a grain under way */
} gm_gathered;

/* Gather what the ranks have of an instant that is captured, or between two steps with
 * null; sums on surfaces that wait, and impacts, are added to those of rank 0.  Other
 * ranks receive nothing.  Collective.  GM_ERR_MEMORY, on all ranks. */
gm_status gm_gathered_take(gm_gathered *w, gm_exchange *ex,
                           const gm_capture *capture, gm_scene *scene);

/* Counts that each rank has of its own go to rank 0; `adds` 0: it has all. */
void gm_gathered_count(gm_comm *comm, int adds, gm_scene *scene);

/* All tables but grains, clumps and contacts, and rates of the instant, become the run's;
 * null between two steps. */
void gm_gathered_renew(gm_gathered *w, const gm_capture *capture,
                       const gm_scene *scene);

/* The run goes on with what is gathered, on one rank. */
void gm_gathered_adopt(gm_gathered *w, gm_capture *capture, gm_scene *scene);

void gm_gathered_clear(gm_gathered *w);

#endif
