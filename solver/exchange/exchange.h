/* exchange/exchange.h -- the grains of a run on several ranks.
 *
 * A rank owns the grains in its part of the domain (exchange/cuts.h) and has copies of
 * those near them, its ghosts.  Rows of both stand in one order, by key and id, which is
 * that of all grains on one rank with rows left out: so a pair has the same operands on
 * every rank, and a grain adds its partners in the same order.  A pair across a border is
 * computed on both ranks, with the same bits; nothing comes back from ghosts.
 *
 *   each time a neighbour list is built   grains go to their owners, with their touching
 *                                         contacts; ghosts are chosen anew
 *   each step                             positions and velocities go to the ghosts
 *
 * When lists are built, and where the cuts are, changes no bit of a result.
 */
#ifndef GM_EXCHANGE_EXCHANGE_H
#define GM_EXCHANGE_EXCHANGE_H

#include "exchange/cuts.h"
#include "exchange/id_rows.h"
#include "exchange/touches.h"

/* Bytes that go to and come from each rank. */
typedef struct gm_parcel {
  char *bytes;
  size_t capacity;
  int64_t *count; /* [ranks] */
} gm_parcel;

/* Rows whose state goes to, or comes from, each rank in a step. */
typedef struct gm_halo_rows {
  gm_index *row; /* [n] by rank, then by order of the grains */
  gm_index n, capacity;
  gm_index *count; /* [ranks] */
} gm_halo_rows;

typedef struct gm_exchange {
  gm_comm *comm; /* null: one rank */
  gm_cuts cuts;
  gm_touches touches;
  gm_id_rows rows; /* of ids, while a list is built */
  gm_parcel out, in;
  gm_halo_rows sent, received;
  gm_index *start;           /* [2 ranks + 2] runs of rows in order */
  gm_index *order, *scratch; /* [rows] */
  size_t order_capacity;
  int64_t owned;  /* grains of this rank */
  int64_t grains; /* of all ranks */
  int sorted;     /* 1: grains were sorted since the cuts were found */
  int left;       /* 1: grains have left since contacts were saved */
  struct {
    double at, waited; /* s  gm_clock_now, gm_comm_costs; 0: never */
  } cut;               /* when the cuts were found */
  int wants; /* of the ranks, enum gm_exchange_wants: of this rank; after a
                     step: the most of all */
  struct {
    int64_t lists, ghosts, owned; /* sums over lists */
  } count;
} gm_exchange;

/* What may be due after a step. */
enum gm_exchange_wants { GM_EXCHANGE_SAVES = 1, GM_EXCHANGE_STOPS };

/* Begin with all grains on every rank.  GM_ERR_MEMORY. */
gm_status gm_exchange_begin(gm_exchange *ex, gm_comm *comm, gm_grains *grains);

/* Send grains to their owners and choose ghosts for a list with this skin (m); contacts
 * that touch are in ex->touches, and go to *m.  The first call shares the grains out.
 * Collective.  GM_ERR_MEMORY, GM_ERR_NUMBER, on all ranks. */
gm_status gm_exchange_rows(gm_exchange *ex, gm_scene *scene, double skin,
                           gm_history_transfer *m);

/* Positions and velocities of ghosts become those of their owners.  fastest[c] (m2/s2)
 * becomes at least the squared mean speed of those of chunk c. */
void gm_exchange_halo(gm_exchange *ex, gm_scene *scene, double *fastest,
                      size_t stride);

/* value[row] of ghosts becomes that of their owners. */
void gm_exchange_marks(gm_exchange *ex, uint8_t *value);

/* Room for *p: bytes of all ranks together. */
gm_status gm_exchange_room(gm_parcel *p, size_t bytes);

void gm_exchange_clear(gm_exchange *ex);

#endif
