/* app/progress.c -- progress of a run.
 *
 * The loop reports each step; what is printed of it, and how often, is decided here: a
 * bar that overwrites itself, lines that stay in a file, or JSON.
 */
#include "app/progress.h"

#include "base/clock.h"
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- progress of a run ----------------------------------------------------------- */

/* Write text as a JSON string, quotes included, to out[0..size). */
static void quote_progress_text(const char *text, char *out, int size)
{
  int n = 0;
  out[n++] = '"';
  for (; *text && n < size - 8; ++text) {
    const unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\') out[n++] = '\\';
    if (c == '\n') {
      out[n++] = '\\';
      out[n++] = 'n';
    } else if (c < 0x20) {
      n += snprintf(out + n, 7, "\\u%04x", c);
    } else {
      out[n++] = (char)c;
    }
  }
  out[n++] = '"';
  out[n] = '\0';
}

void gm_progress_start(gm_progress *p, gm_progress_form form, int64_t first,
                       int64_t steps, int64_t frames, double end,
                       const char *result)
{
  const double now = gm_clock_now();
  const double apart = form == GM_PROGRESS_AUTO ? 2.0 : 0.0;
  if (form == GM_PROGRESS_AUTO)
    form = isatty(STDERR_FILENO) ? GM_PROGRESS_BAR : GM_PROGRESS_LINES;
  *p = (gm_progress){.form = form,
                     .first = first,
                     .last = first,
                     .steps = steps,
                     .frames = frames,
                     .end = end,
                     .started = now,
                     .shown = now,
                     .apart = apart,
                     .tenths = floor(10.0 * (double)first / (double)steps)};
  if (form != GM_PROGRESS_JSON) return;
  char name[4096];
  quote_progress_text(result, name, sizeof name);
  printf("{\"event\": \"start\", \"result\": %s, \"steps\": %lld, \"frames\": "
         "%lld, \"end\": %.17g}\n",
         name, (long long)steps, (long long)frames, end);
  fflush(stdout);
}

static void show_progress_bar(const gm_progress *p, double done, int64_t frame,
                              double t, double rate, double left)
{
  enum { WIDTH = 28 };
  char bar[WIDTH + 1];
  for (int k = 0; k < WIDTH; ++k)
    bar[k] = k < done * WIDTH ? '#' : '.';
  bar[WIDTH] = '\0';
  fprintf(stderr,
          "\r[%s] %3.0f %%  frame %lld/%lld  t %.4g s  %.1f M grain-steps/s  "
          "%d:%02d left ",
          bar, 100.0 * done, (long long)frame, (long long)p->frames, t,
          1.0e-6 * rate, (int)left / 60, (int)left % 60);
  fflush(stderr);
}

/* Print a line if another tenth of the steps is done, or a minute is over. */
static void show_progress_line(gm_progress *p, double done, int64_t frame,
                               double t, int64_t grains, double left)
{
  const double now = gm_clock_now(), tenths = floor(10.0 * done);
  if (now - p->shown < (tenths > p->tenths ? p->apart : 60.0)) return;
  p->shown = now;
  p->tenths = tenths;
  printf("  %3.0f %%  frame %lld/%lld  t %.4g s", 100.0 * done,
         (long long)frame, (long long)p->frames, t);
  if (grains > 0) printf("  %lld grains", (long long)grains);
  printf("  %d:%02d left\n", (int)left / 60, (int)left % 60);
  fflush(stdout);
}

void gm_progress_step(gm_progress *p, int64_t step, int64_t frame, double t,
                      int64_t grains)
{
  const int64_t before = p->last; /* a device may do several steps at once */
  p->grain_steps += (double)grains * (double)(step - before);
  p->last = step;
  if (p->form == GM_PROGRESS_NONE || step / 16 == before / 16) return;
  const double now = gm_clock_now();
  const double run = now - p->started, done = (double)step / (double)p->steps;
  const double rate = p->grain_steps / run;
  const double pace = (double)(step - p->first) / run;
  const double left =
      pace > 0.0 ? fmax(0.0, (double)(p->steps - step) / pace) : 0.0;
  if (p->form == GM_PROGRESS_LINES) {
    show_progress_line(p, done, frame, t, grains, left);
    return;
  }
  if (now - p->shown < 0.2) return;
  p->shown = now;
  if (p->form == GM_PROGRESS_BAR) {
    show_progress_bar(p, done, frame, t, rate, left);
    return;
  }
  printf("{\"event\": \"progress\", \"step\": %lld, \"frame\": %lld, \"time\": "
         "%.9g, \"grains\": %lld, \"rate\": %.6g, \"eta\": %.1f}\n",
         (long long)step, (long long)frame, t, (long long)grains, rate, left);
  fflush(stdout);
}

void gm_progress_frame(gm_progress *p, int64_t frame, double t)
{
  if (p->form != GM_PROGRESS_JSON) return;
  printf("{\"event\": \"frame\", \"frame\": %lld, \"time\": %.9g}\n",
         (long long)frame, t);
  fflush(stdout);
}

static void print_progress_member(const char *name, double x)
{
  if (isfinite(x))
    printf(", \"%s\": %.17g", name, x);
  else
    printf(", \"%s\": null", name);
}

void gm_progress_end(gm_progress *p, gm_status status, const char *message,
                     const gm_progress_summary *summary)
{
  if (p->form == GM_PROGRESS_BAR) {
    fprintf(stderr, "\r%110s\r", "");
    fflush(stderr);
  }
  if (p->form != GM_PROGRESS_JSON) return;
  char text[8300];
  quote_progress_text(message, text, sizeof text);
  printf("{\"event\": \"end\", \"status\": \"%s\", \"message\": %s",
         status == GM_OK                ? "done"
         : status == GM_ERR_INTERRUPTED ? "interrupted"
                                        : "failed",
         text);
  print_progress_member("kinetic_energy", summary->kinetic);
  print_progress_member("balance_error", summary->error);
  print_progress_member("mean_normal_force", summary->force);
  print_progress_member("share_by_sites", summary->sites);
  fputs("}\n", stdout);
  fflush(stdout);
}

/* ---- a preparation ---------------------------------------------------------------- */

/* A thread prints what the preparation is at while the scene is built. */
struct gm_preparing {
  pthread_t thread;
  atomic_int ended;
  int lines; /* 1: lines that stay; 0: one that changes */
};

static void print_progress_work(int lines, double seconds)
{
  int64_t done = 0, of = 0;
  FILE *out = lines ? stdout : stderr;
  const char *what = gm_status_working(&done, &of);
  if (!what) return;
  fprintf(out, "%spreparing, %.0f s: %s", lines ? "  " : "\r", seconds, what);
  if (of > 1)
    fprintf(out, ", %lld of %lld", (long long)(done + 1), (long long)of);
  fputs(lines ? "\n" : "\033[K", out);
  fflush(out);
}

static void *watch_progress(void *of)
{
  gm_preparing *p = of;
  static const struct timespec look = {.tv_nsec = 100000000};
  const double began = gm_clock_now();
  double next = 2.0;
  while (!atomic_load(&p->ended)) {
    nanosleep(&look, NULL);
    const double seconds = gm_clock_now() - began;
    if (seconds < next) continue;
    print_progress_work(p->lines, seconds);
    next = p->lines ? 1.5 * seconds : seconds + 0.5;
  }
  if (!p->lines && next > 2.0) fputs("\r\033[K", stderr);
  return NULL;
}

gm_preparing *gm_progress_prepare(gm_progress_form form)
{
  if (form == GM_PROGRESS_AUTO && isatty(STDERR_FILENO)) form = GM_PROGRESS_BAR;
  if (form != GM_PROGRESS_BAR && form != GM_PROGRESS_LINES) return NULL;
  gm_preparing *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->lines = form == GM_PROGRESS_LINES;
  if (pthread_create(&p->thread, NULL, watch_progress, p)) {
    free(p);
    return NULL;
  }
  return p;
}

void gm_progress_prepared(gm_preparing *p)
{
  if (!p) return;
  atomic_store(&p->ended, 1);
  pthread_join(p->thread, NULL);
  free(p);
}
