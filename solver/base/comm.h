/* base/comm.h -- the door to the other ranks of a run: processes that share its grains.
 *
 * Without MPI there is one rank, and no gm_comm.  The module libgranum_mpi.so, the only
 * one that is linked with MPI, is loaded where a launcher has started several.  All but
 * gm_comm_stop are collective: each rank calls them in the same order, from the thread
 * that opened the door.  None of them adds doubles, as that would depend on the ranks:
 * sums travel as the integers of base/sum.h.
 */
#ifndef GM_BASE_COMM_H
#define GM_BASE_COMM_H

#include "base/status.h"
#include "base/sum.h"
#include <stddef.h>

/* Calls of the module; counts are of bytes, of and for each rank. */
typedef struct gm_comm_calls {
  int version;          /* GM_COMM_VERSION */
  const char *launcher; /* program that starts ranks */
  const char *const
      *options; /* of it, for ranks of one machine; ends with null */
  int (*begin)(int *rank, int *ranks,
               int *near); /* near: ranks of this machine */
  void (*most)(double *x, int n);
  void (*add)(int64_t *x, int n);
  void (*join)(int64_t *x, int sums, int largest);
  void (*tell)(void *bytes, size_t n, int from);
  void (*counts)(const int64_t *out, int64_t *in);
  void (*swap)(const char *out, const int64_t *n_out, char *in,
               const int64_t *n_in);
  void (*end)(void);
  void (*stop)(int code);
} gm_comm_calls;

enum { GM_COMM_VERSION = 2 };

/* The symbol of the module. */
#define GM_COMM_SYMBOL "gm_comm_mpi_calls"

typedef struct gm_comm gm_comm;

/* How many ranks a launcher has started, by its environment, and which is this one; 1
 * and 0 without a launcher. */
int gm_comm_launched(int *rank);

/* What this process prints goes nowhere from now on, but for gm_comm_stop. */
void gm_comm_hush(void);

/* Find the module.  GM_ERR_INPUT: it is not there. */
gm_status gm_comm_find(const gm_comm_calls **calls);

/* Open the door.  GM_ERR_INPUT: there is no module; GM_ERR_MEMORY. */
gm_status gm_comm_open(gm_comm **comm);

/* Close it; every rank has arrived here. */
void gm_comm_close(gm_comm *comm);

/* What the calls of this rank took since the start. */
typedef struct gm_comm_cost {
  double seconds;          /* to wait and to move */
  int64_t messages, bytes; /* to other ranks, of gm_comm_swap */
  int64_t calls;           /* of all ranks together: the others */
} gm_comm_cost;

gm_comm_cost gm_comm_costs(const gm_comm *comm);

int gm_comm_rank(const gm_comm *comm);
int gm_comm_ranks(const gm_comm *comm);
int gm_comm_near(const gm_comm *comm); /* ranks on this machine */

/* x[k] becomes the largest of all ranks. */
void gm_comm_most(gm_comm *comm, double *x, int n);

/* x[k] becomes the sum over all ranks. */
void gm_comm_add(gm_comm *comm, int64_t *x, int n);
void gm_comm_sums(gm_comm *comm, gm_sum *sum, int n);

/* Both in one call: n sums, and the largest of each of most[m]. */
void gm_comm_join(gm_comm *comm, gm_sum *sum, int n, double *most, int m);

/* What rank `from` has comes to all. */
void gm_comm_tell(gm_comm *comm, void *bytes, size_t n, int from);

/* n_out[r] bytes go to rank r, those for rank 0 first; n_in[r] come from it. */
void gm_comm_counts(gm_comm *comm, const int64_t *n_out, int64_t *n_in);
void gm_comm_swap(gm_comm *comm, const void *out, const int64_t *n_out,
                  void *in, const int64_t *n_in);

/* *all receives what all ranks have, n bytes of this one, in the order of ranks; free it
 * with gm_memory_free.  *n becomes the number of all.  GM_ERR_MEMORY, on all ranks. */
gm_status gm_comm_collect(gm_comm *comm, const void *mine, int64_t *n,
                          void **all);

/* Returns the status of the lowest rank that has an error, with its message, on all. */
gm_status gm_comm_agree(gm_comm *comm, gm_status status);

/* Returns 1 if the ranks have agreed on an error, and not to go on since. */
int gm_comm_agreed(const gm_comm *comm);

/* This rank cannot go on: print the message of `status` and end all ranks. */
void gm_comm_stop(gm_comm *comm, gm_status status);

#endif
