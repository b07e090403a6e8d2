/* mpi/comm_mpi.c -- the calls of base/comm.h by MPI; the only file that knows it.
 *
 * Counts of MPI are of 32 bits: what is longer goes in pieces.
 */
#include "base/comm.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 30 };

static int ranks, self;

static int mpi_begin(int *rank, int *all, int *near)
{
  int given = 0;
  MPI_Comm machine;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS ||
      given < MPI_THREAD_FUNNELED)
    return 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &self);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &machine);
  MPI_Comm_size(machine, near);
  MPI_Comm_free(&machine);
  *rank = self;
  *all = ranks;
  return 0;
}

static void mpi_most(double *x, int n)
{
  MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
}

static void mpi_add(int64_t *x, int n)
{
  MPI_Allreduce(MPI_IN_PLACE, x, n, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
}

/* Numbers of a call of `join`, which are one element of its type. */
static int joined[2];

/* Integers are added; of the real numbers behind them the larger stays. */
static void join_mpi_two(void *from, void *to, int *n, MPI_Datatype *type)
{
  const int64_t *a = from;
  int64_t *b = to;
  (void)type;
  for (int e = 0; e < *n; ++e) {
    for (int k = 0; k < joined[0]; ++k)
      *b++ += *a++;
    for (int k = 0; k < joined[1]; ++k, ++a, ++b) {
      double x, y;
      memcpy(&x, a, sizeof x);
      memcpy(&y, b, sizeof y);
      if (x > y) memcpy(b, a, sizeof x);
    }
  }
}

static void mpi_join(int64_t *x, int sums, int largest)
{
  static MPI_Op op = MPI_OP_NULL;
  static MPI_Datatype type = MPI_DATATYPE_NULL;
  if (op == MPI_OP_NULL) MPI_Op_create(join_mpi_two, 1, &op);
  if (joined[0] + joined[1] != sums + largest) {
    if (type != MPI_DATATYPE_NULL) MPI_Type_free(&type);
    MPI_Type_contiguous(sums + largest, MPI_INT64_T, &type);
    MPI_Type_commit(&type);
  }
  joined[0] = sums;
  joined[1] = largest;
  MPI_Allreduce(MPI_IN_PLACE, x, 1, type, op, MPI_COMM_WORLD);
}

static int mpi_piece(int64_t left)
{
  return left < PIECE ? (int)left : PIECE;
}

static void mpi_broadcast(void *bytes, size_t n, int from)
{
  char *at = bytes;
  for (size_t done = 0; done < n; done += PIECE)
    MPI_Bcast(at + done, mpi_piece((int64_t)(n - done)), MPI_BYTE, from,
              MPI_COMM_WORLD);
}

static void mpi_counts(const int64_t *out, int64_t *in)
{
  MPI_Alltoall(out, 1, MPI_INT64_T, in, 1, MPI_INT64_T, MPI_COMM_WORLD);
}

/* Requests that are under way; more are waited for. */
enum { MOST = 1024 };
static MPI_Request request[MOST];
static MPI_Status status[MOST];
static int n_requests;

static MPI_Request *mpi_next(void)
{
  if (n_requests == MOST) abort();
  return &request[n_requests++];
}

static void mpi_swap(const char *out, const int64_t *n_out, char *in,
                     const int64_t *n_in)
{
  n_requests = 0;
  for (int r = 0; r < ranks; in += n_in[r++]) {
    for (int64_t k = 0; r != self && k < n_in[r]; k += PIECE)
      MPI_Irecv(in + k, mpi_piece(n_in[r] - k), MPI_BYTE, r, 0, MPI_COMM_WORLD,
                mpi_next());
    if (r != self) continue;
    const char *mine = out;
    for (int q = 0; q < self; ++q)
      mine += n_out[q];
    if (n_in[r]) memcpy(in, mine, (size_t)n_in[r]);
  }
  for (int r = 0; r < ranks; out += n_out[r++])
    for (int64_t k = 0; r != self && k < n_out[r]; k += PIECE)
      MPI_Isend(out + k, mpi_piece(n_out[r] - k), MPI_BYTE, r, 0,
                MPI_COMM_WORLD, mpi_next());
  MPI_Waitall(n_requests, request, status);
}

static void mpi_end(void)
{
  MPI_Finalize();
}

static void mpi_stop(int code)
{
  MPI_Abort(MPI_COMM_WORLD, code);
}

static const char *const options[] = {GM_MPI_OPTIONS NULL};

__attribute__((
    visibility("default"))) extern const gm_comm_calls gm_comm_mpi_calls;
const gm_comm_calls gm_comm_mpi_calls = {
    GM_COMM_VERSION, GM_MPI_LAUNCHER, options,  mpi_begin,
    mpi_most,        mpi_add,         mpi_join, mpi_broadcast,
    mpi_counts,      mpi_swap,        mpi_end,  mpi_stop};
