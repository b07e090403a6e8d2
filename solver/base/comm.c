/* base/comm.c -- loads the module that knows MPI, and calls it.
 *
 * The module lies beside the library, in the tree of the program, which may be moved.
 */
#include "base/comm.h"

#include "base/clock.h"
#include "base/memory.h"
#include <dlfcn.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef GM_COMM_FOLDER /* libraries, from the folder of the program; of packages */
#define GM_COMM_FOLDER "../lib"
#define GM_COMM_ARCH "../lib"
#endif

enum { TEXT = 4096 };

struct gm_comm {
  const gm_comm_calls *calls;
  int rank, ranks, near;
  int agreed;
  int64_t *digits; /* of sums that travel */
  int room;        /* sums */
  gm_comm_cost cost;
};

static int comm_rank_variable(const char *name, int none)
{
  const char *text = getenv(name);
  return text && *text ? atoi(text) : none;
}

int gm_comm_launched(int *rank)
{
  static const char *const names[][2] = {
      {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
      {"PMI_SIZE", "PMI_RANK"}};
  for (int k = 0; k < 2; ++k) {
    const int n = comm_rank_variable(names[k][0], 1);
    *rank = comm_rank_variable(names[k][1], 0);
    if (n > 1) return n;
  }
  *rank = 0;
  return 1;
}

static int errors = STDERR_FILENO;

void gm_comm_hush(void)
{
  errors = dup(STDERR_FILENO);
  if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr))
    fclose(stdout);
}

gm_status gm_comm_find(const gm_comm_calls **calls)
{
  static const char *const folders[] = {"../lib", GM_COMM_FOLDER, GM_COMM_ARCH};
  char program[PATH_MAX], path[PATH_MAX + 64], why[PATH_MAX + 512] = "";
  const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
  program[n > 0 ? n : 0] = '\0';
  if (n > 0) *strrchr(program, '/') = '\0';
  for (int k = 0; k < 3; ++k) {
    snprintf(path, sizeof path, "%s/%s/granum/libgranum_mpi.so", program,
             folders[k]);
    if (access(path, F_OK) != 0) continue;
    void *module = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    *calls = module ? dlsym(module, GM_COMM_SYMBOL) : NULL;
    if (*calls && (*calls)->version == GM_COMM_VERSION) return GM_OK;
    const char *error = module ? "it is of another version" : dlerror();
    snprintf(why, sizeof why, " (%s: %s)", path, error ? error : "");
  }
  return gm_fail(
      GM_ERR_INPUT,
      "several ranks need the module granum/libgranum_mpi.so, which "
      "is not beside the library%s: install granum-mpi, or build with "
      "-DGM_MPI=ON where MPI is; on one rank, leave out --ranks and "
      "the launcher",
      why);
}

gm_status gm_comm_open(gm_comm **comm)
{
  const gm_comm_calls *calls = NULL;
  GM_TRY(gm_comm_find(&calls));
  gm_comm *c = calloc(1, sizeof *c);
  if (!c) return gm_fail(GM_ERR_MEMORY, "no memory for the ranks");
  c->calls = calls;
  if (calls->begin(&c->rank, &c->ranks, &c->near) != 0) {
    free(c);
    return gm_fail(GM_ERR_INPUT, "MPI could not be started");
  }
  *comm = c;
  return GM_OK;
}

void gm_comm_close(gm_comm *comm)
{
  if (!comm) return;
  comm->calls->end();
  GM_FREE(comm->digits);
  free(comm);
}

int gm_comm_rank(const gm_comm *comm)
{
  return comm ? comm->rank : 0;
}

int gm_comm_ranks(const gm_comm *comm)
{
  return comm ? comm->ranks : 1;
}

int gm_comm_near(const gm_comm *comm)
{
  return comm ? comm->near : 1;
}

gm_comm_cost gm_comm_costs(const gm_comm *comm)
{
  static const gm_comm_cost none = {.calls = 0};
  return comm ? comm->cost : none;
}

/* A call that began at t0 has ended; calls: 1 if it was one of all ranks together. */
static void charge_comm_call(gm_comm *comm, double t0, int calls)
{
  comm->cost.seconds += gm_clock_now() - t0;
  comm->cost.calls += calls;
}

void gm_comm_most(gm_comm *comm, double *x, int n)
{
  if (!comm) return;
  const double t0 = gm_clock_now();
  comm->calls->most(x, n);
  charge_comm_call(comm, t0, 1);
}

void gm_comm_add(gm_comm *comm, int64_t *x, int n)
{
  if (!comm) return;
  const double t0 = gm_clock_now();
  comm->calls->add(x, n);
  charge_comm_call(comm, t0, 1);
}

void gm_comm_sums(gm_comm *comm, gm_sum *sum, int n)
{
  gm_comm_join(comm, sum, n, NULL, 0);
}

/* Digits of sums are carried first, so that those of many ranks fit. */
void gm_comm_join(gm_comm *comm, gm_sum *sum, int n, double *most, int m)
{
  enum { EACH = GM_SUM_DIGITS + 1 };
  if (!comm || !n) return;
  if (n + m > comm->room) {
    const gm_status status = GM_RESIZE(comm->digits, 0, (n + m) * EACH);
    if (status != GM_OK) gm_comm_stop(comm, status);
    comm->room = n + m;
  }
  for (int k = 0; k < n; ++k) {
    gm_sum_settle(&sum[k]);
    memcpy(&comm->digits[k * EACH], sum[k].digit, sizeof sum[k].digit);
    comm->digits[k * EACH + GM_SUM_DIGITS] = sum[k].lost;
  }
  if (m) memcpy(&comm->digits[n * EACH], most, (size_t)m * sizeof *most);
  const double t0 = gm_clock_now();
  if (m)
    comm->calls->join(comm->digits, n * EACH, m);
  else
    comm->calls->add(comm->digits, n * EACH);
  charge_comm_call(comm, t0, 1);
  for (int k = 0; k < n; ++k) {
    memcpy(sum[k].digit, &comm->digits[k * EACH], sizeof sum[k].digit);
    sum[k].lost = comm->digits[k * EACH + GM_SUM_DIGITS] != 0;
    gm_sum_settle(&sum[k]);
  }
  if (m) memcpy(most, &comm->digits[n * EACH], (size_t)m * sizeof *most);
}

void gm_comm_tell(gm_comm *comm, void *bytes, size_t n, int from)
{
  if (!comm || !n) return;
  const double t0 = gm_clock_now();
  comm->calls->tell(bytes, n, from);
  charge_comm_call(comm, t0, 1);
}

void gm_comm_counts(gm_comm *comm, const int64_t *n_out, int64_t *n_in)
{
  const double t0 = gm_clock_now();
  comm->calls->counts(n_out, n_in);
  charge_comm_call(comm, t0, 1);
}

void gm_comm_swap(gm_comm *comm, const void *out, const int64_t *n_out,
                  void *in, const int64_t *n_in)
{
  const double t0 = gm_clock_now();
  comm->calls->swap(out, n_out, in, n_in);
  charge_comm_call(comm, t0, 0);
  for (int r = 0; r < comm->ranks; ++r) {
    if (r == comm->rank || !n_out[r]) continue;
    ++comm->cost.messages;
    comm->cost.bytes += n_out[r];
  }
}

gm_status gm_comm_collect(gm_comm *comm, const void *mine, int64_t *n,
                          void **all)
{
  int64_t *count = NULL, sum = 0;
  gm_status status = GM_RESIZE(count, 0, comm->ranks);
  GM_TRY(gm_comm_agree(comm, status));
  for (int r = 0; r < comm->ranks; ++r)
    count[r] = r == comm->rank ? *n : 0;
  gm_comm_add(comm, count, comm->ranks);
  for (int r = 0; r < comm->ranks; ++r)
    sum += count[r];
  status = gm_memory_resize(all, 0, (size_t)sum + 1, 1);
  status = gm_comm_agree(comm, status);
  char *at = *all;
  for (int r = 0; status == GM_OK && r < comm->ranks; at += count[r++]) {
    if (r == comm->rank && *n) memcpy(at, mine, (size_t)*n);
    gm_comm_tell(comm, at, (size_t)count[r], r);
  }
  GM_FREE(count);
  *n = sum;
  return status;
}

gm_status gm_comm_agree(gm_comm *comm, gm_status status)
{
  char message[TEXT] = "";
  if (!comm) return status;
  double first = status == GM_OK ? -INFINITY : -(double)comm->rank;
  gm_comm_most(comm, &first, 1);
  comm->agreed = first > -INFINITY;
  if (!comm->agreed) return GM_OK;
  const int from = (int)-first;
  int worst = (int)status;
  if (comm->rank == from)
    snprintf(message, sizeof message, "%s", gm_status_message());
  gm_comm_tell(comm, &worst, sizeof worst, from);
  gm_comm_tell(comm, message, sizeof message, from);
  return gm_fail((gm_status)worst, "%s", message);
}

int gm_comm_agreed(const gm_comm *comm)
{
  return comm && comm->agreed;
}

void gm_comm_stop(gm_comm *comm, gm_status status)
{
  dprintf(errors, "granum: rank %d cannot go on: %s; all ranks end\n",
          comm->rank, gm_status_message());
  comm->calls->stop(status == GM_ERR_INPUT ? 2 : 1);
}
