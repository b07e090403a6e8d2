/* app/preparing.c -- a thread that asks base/status.h while the scene is built. */
#include "app/preparing.h"

#include "base/clock.h"
#include "base/status.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct gm_preparing {
  pthread_t thread;
  atomic_int ended;
};

static void print(int terminal, double seconds)
{
  int64_t done = 0, of = 0;
  const char *what = gm_status_working(&done, &of);
  if (!what) return;
  fprintf(stderr, "%spreparing, %.0f s: %s", terminal ? "\r" : "  ", seconds,
          what);
  if (of > 1)
    fprintf(stderr, ", %lld of %lld", (long long)(done + 1), (long long)of);
  fputs(terminal ? "\033[K" : "\n", stderr);
  fflush(stderr);
}

static void *watch(void *of)
{
  gm_preparing *p = of;
  static const struct timespec look = {.tv_nsec = 100000000};
  const int terminal = isatty(STDERR_FILENO);
  const double began = gm_clock_now();
  double next = 2.0;
  while (!atomic_load(&p->ended)) {
    nanosleep(&look, NULL);
    const double seconds = gm_clock_now() - began;
    if (seconds < next) continue;
    print(terminal, seconds);
    next = terminal ? seconds + 0.5 : 1.5 * seconds;
  }
  if (terminal && next > 2.0) fputs("\r\033[K", stderr);
  return NULL;
}

gm_preparing *gm_preparing_show(void)
{
  gm_preparing *p = calloc(1, sizeof *p);
  if (p && pthread_create(&p->thread, NULL, watch, p)) {
    free(p);
    p = NULL;
  }
  return p;
}

void gm_preparing_end(gm_preparing *p)
{
  if (!p) return;
  atomic_store(&p->ended, 1);
  pthread_join(p->thread, NULL);
  free(p);
}
