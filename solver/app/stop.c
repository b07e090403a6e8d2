/* app/stop.c -- reasons to stop a run after the step in progress. */
#include "app/stop.h"

#include "base/clock.h"
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile sig_atomic_t asked; /* 1, or the signal */

_Static_assert(_Generic((sig_atomic_t)0, int : 1, default : 0),
               "gm_sim_options.stop is an int that a signal may set");

static struct {
  double deadline, looked; /* gm_clock_now */
  int64_t limit, steps;
  const char *reason;
} state;

static void ask(int number)
{
  asked = number;
}

static const char steps_done[] = "the number of steps of --steps is done";

static void give(const char *reason)
{
  if (asked) return;
  state.reason = reason;
  asked = 1;
}

void gm_stop_begin(double deadline, int64_t steps, int late)
{
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR2};
  struct sigaction action = {.sa_handler = ask, .sa_flags = SA_RESTART};
  struct sigaction before;
  sigemptyset(&action.sa_mask);
  for (int k = 0; k < 4; ++k) {
    sigaction(numbers[k], NULL, &before);
    const int spared = numbers[k] == SIGHUP && before.sa_handler == SIG_IGN;
    if (!spared) sigaction(numbers[k], &action, NULL);
  }
  signal(SIGPIPE, SIG_IGN);
  state.deadline = deadline;
  state.limit = steps - late;
  if (steps > 0 && state.limit <= 0) give(steps_done);
}

/* Has the other end of a pipe or socket been closed? */
static int is_deserted(int fd)
{
  struct stat info;
  struct pollfd end = {.fd = fd};
  if (fstat(fd, &info) != 0) return 0;
  if (!S_ISFIFO(info.st_mode) && !S_ISSOCK(info.st_mode)) return 0;
  return poll(&end, 1, 0) > 0 && (end.revents & (POLLERR | POLLHUP));
}

void gm_stop_look(void)
{
  const double now = gm_clock_now();
  ++state.steps;
  if (state.limit > 0 && state.steps >= state.limit) give(steps_done);
  if (state.deadline > 0.0 && now >= state.deadline)
    give("the time of --wall-time is over");
  if (now - state.looked < 0.2) return;
  state.looked = now;
  if (is_deserted(STDOUT_FILENO) || is_deserted(STDERR_FILENO))
    give("the reader of the output has gone");
}

const volatile int *gm_stop_asked(void)
{
  return &asked;
}

const char *gm_stop_reason(void)
{
  switch (asked) {
  case 0:
    return "another rank has a reason";
  case SIGINT:
    return "interrupted (SIGINT)";
  case SIGTERM:
    return "told to end (SIGTERM)";
  case SIGUSR2: /* what launchers pass on */
    return "told to end (SIGUSR2)";
  case SIGHUP:
    /* also 1: its own reason comes first */
    return state.reason ? state.reason : "the terminal has gone (SIGHUP)";
  default:
    return "stopped";
  }
}
