/* import/child.c -- runs a function in a child process with limits, and reads its
 * output.
 *
 * A plain fork: the child continues with the memory of the parent, so no second program
 * has to be installed or found.  The C library keeps its locks consistent across fork;
 * the child starts no threads and ends by _exit.
 */
#include "import/import.h"

#include "base/clock.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int gm_child_write(int out, const void *bytes, size_t size)
{
  const char *at = bytes;
  while (size > 0) {
    const ssize_t n = write(out, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return 0;
    at += n;
    size -= (size_t)n;
  }
  return 1;
}

/* --- in the child ------------------------------------------------------------------ */

static void limit_child(int which, size_t value)
{
  struct rlimit now;
  if (getrlimit(which, &now) != 0) return;
  if (now.rlim_max == RLIM_INFINITY || now.rlim_max > value) {
    now.rlim_cur = now.rlim_max = (rlim_t)value;
    setrlimit(which, &now);
  }
}

/* Bytes mapped so far; with a sanitizer these are terabytes already before main. */
static size_t child_mapped_bytes(void)
{
  unsigned long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  if (fscanf(file, "%lu", &pages) != 1) pages = 0;
  fclose(file);
  return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

__attribute__((noreturn)) static void
be_child(const gm_child_limits *l, gm_child_work *work, const void *of, int out)
{
  const int nowhere = open("/dev/null", O_RDWR);
  for (int k = 0; k < 3 && nowhere >= 0; ++k)
    dup2(nowhere, k);
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  /* a sanitizer would print a report and exit normally */
  const int ends[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t k = 0; k < sizeof ends / sizeof *ends; ++k)
    signal(ends[k], SIG_DFL);
  limit_child(RLIMIT_CORE, 0);
  limit_child(RLIMIT_CPU, (size_t)l->seconds);
  limit_child(RLIMIT_AS, child_mapped_bytes() + l->memory);
  work(of, out);
  _exit(0);
}

/* --- in the parent ------------------------------------------------------------------ */

typedef enum ending { ENDED, LATE, TOO_MUCH, NO_MEMORY } ending;

/* Reads to the end of the pipe. */
static ending take_child_all(int in, const gm_child_limits *l, char **bytes,
                             size_t *size)
{
  size_t capacity = 0;
  const double deadline = gm_clock_now() + 4.0 * l->seconds;
  for (;;) {
    if (*size == capacity) {
      const size_t more = capacity ? 2 * capacity : 65536;
      if (GM_RESIZE(*bytes, capacity, more) != GM_OK) return NO_MEMORY;
      capacity = more;
    }
    const double left = deadline - gm_clock_now();
    struct pollfd ready = {in, POLLIN, 0};
    const int n = left > 0.0 ? poll(&ready, 1, (int)(1000.0 * left) + 1) : 0;
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return LATE;
    const ssize_t got = read(in, *bytes + *size, capacity - *size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return ENDED;
    *size += (size_t)got;
    if (*size > l->output) return TOO_MUCH;
  }
}

static gm_status judge_child(ending how, int state, const gm_child_limits *l,
                             const char *what)
{
  if (how == NO_MEMORY) return GM_ERR_MEMORY;
  if (how == TOO_MUCH) {
    return gm_fail(GM_ERR_INPUT,
                   "%s returned more than %zu bytes; it was stopped", what,
                   l->output);
  }
  const int by = WIFSIGNALED(state) ? WTERMSIG(state) : 0;
  if (how == LATE || by == SIGXCPU || by == SIGKILL) {
    return gm_fail(GM_ERR_INPUT,
                   "%s took more than %d s (or all memory); it was stopped",
                   what, l->seconds);
  }
  if (by != 0) {
    return gm_fail(GM_ERR_INPUT,
                   "%s crashed (%s), or needs more than the %zu MB of memory "
                   "it may have",
                   what, strsignal(by), l->memory / 1000000);
  }
  if (!WIFEXITED(state) || WEXITSTATUS(state) != 0) {
    return gm_fail(GM_ERR_INPUT,
                   "%s ended with code %d, or needs more than the %zu MB of "
                   "memory it may have",
                   what, WEXITSTATUS(state), l->memory / 1000000);
  }
  return GM_OK;
}

gm_status gm_child_run(const gm_child_limits *limits, gm_child_work *work,
                       const void *of, const char *what, char **bytes,
                       size_t *size)
{
  *bytes = NULL;
  *size = 0;
  int ends[2];
  if (pipe(ends) != 0) {
    return gm_fail(GM_ERR_FILE, "no pipe for %s: %s", what, strerror(errno));
  }
  fflush(NULL);
  const pid_t child = fork();
  if (child < 0) {
    close(ends[0]);
    close(ends[1]);
    return gm_fail(GM_ERR_FILE, "no process for %s: %s", what, strerror(errno));
  }
  if (child == 0) {
    close(ends[0]);
    be_child(limits, work, of, ends[1]);
  }
  close(ends[1]);
  const ending how = take_child_all(ends[0], limits, bytes, size);
  close(ends[0]);
  /* otherwise the pipe was closed, so the child has finished */
  if (how != ENDED) kill(child, SIGKILL);
  int state = 0;
  while (waitpid(child, &state, 0) < 0 && errno == EINTR)
    continue;
  const gm_status status = judge_child(how, state, limits, what);
  if (status != GM_OK) GM_FREE(*bytes);
  return status;
}
