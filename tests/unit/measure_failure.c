/* unit/measure_failure.c -- what is kept of a motion that fails.
 *
 * A grain becomes NaN between two steps, and another run begins with grains that are
 * pressed into each other: both end with an error that names the grain, the place and
 * the time, and leave a text file with the grain and its neighbours.  A link of that
 * name is not followed.
 */
#include "check.h"

#include "measure/failure.h"
#include "sim/sim.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/measure_failure_XXXXXX";

static const char *path_of(const char *name)
{
  static char path[2][128];
  static int turn;
  turn = !turn;
  snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
  return path[turn];
}

/* The text of the file, or "". */
static const char *text_of(const char *path)
{
  static char text[8192];
  FILE *in = fopen(path, "r");
  size_t n = 0;
  if (in) {
    n = fread(text, 1, sizeof text - 1, in);
    fclose(in);
  }
  text[n] = '\0';
  return text;
}

static int holds(const char *text, const char *part)
{
  const int good = strstr(text, part) != NULL;
  if (!good) printf("no '%s' in: %s\n", part, text);
  return good;
}

/* Three grains of 1 cm in a row on a plane, the first two `gap` m apart. */
static gm_sim *grains(double gap)
{
  static const double zero[3] = {0.0, 0.0, 0.0}, up[3] = {0.0, 0.0, 1.0};
  const double x[9] = {0.0, 0.0, 0.01, 0.02 + gap, 0.0, 0.01, 0.06, 0.0, 0.01};
  const double r[3] = {0.01, 0.01, 0.01};
  gm_sim *sim = gm_sim_create();
  gm_sim_threads(sim, 1);
  gm_sim_material(sim, "glass", 2500.0, 1.0e7, 0.25);
  gm_sim_pair(sim, "glass", "glass", 0.8, 0.3);
  gm_sim_plane(sim, "floor", "glass", zero, up);
  gm_sim_add_grains(sim, 3, x, r, NULL, "glass");
  if (!CHECK(gm_sim_start(sim) == GM_OK)) puts(gm_sim_message(sim));
  return sim;
}

/* Run on into a result; returns the text that is kept. */
static const char *fails(gm_sim *sim, const char *result, const char *kept)
{
  const gm_sim_options options = {.result = path_of(result), .replace = 1};
  CHECK(gm_sim_run(sim, &options) == GM_ERR_NUMBER);
  CHECK(holds(gm_sim_message(sim), "at t = "));
  CHECK(holds(gm_sim_message(sim), "grain 1"));
  CHECK(holds(gm_sim_message(sim), kept));
  return text_of(path_of(kept));
}

static void not_a_number(void)
{
  gm_sim *sim = grains(0.0);
  CHECK(gm_sim_step(sim, 3) == GM_OK);
  sim->ready.scene.grains.g[1].x[0] = NAN;
  const char *text = fails(sim, "nan.vtkhdf", "nan.failure.txt");
  CHECK(holds(text, "grains that are not finite: 1"));
  CHECK(holds(text, "grain 1\n"));
  CHECK(holds(text, "material          glass"));
  CHECK(holds(text, "structure 'floor'"));
  CHECK(holds(text, "grain 0 "));
  gm_sim_free(sim);
}

static void too_deep(void)
{
  gm_sim *sim = grains(0.0);
  CHECK(gm_sim_step(sim, 3) == GM_OK);
  sim->ready.scene.grains.g[1].x[0] = 0.008; /* 120 % of the radius */
  const char *text = fails(sim, "deep.vtkhdf", "deep.failure.txt");
  CHECK(holds(text, "overlap by 120 %"));
  CHECK(holds(text, "its centre is inside"));
  CHECK(holds(text, "grains that are not finite: 0"));
  CHECK(holds(text, "grain 0\n")); /* the pair is named from its first grain */
  CHECK(holds(text, "grain 1 "));
  gm_sim_free(sim);
}

/* A link of the name is left alone, and the message says why nothing is kept. */
static void link_in_the_way(void)
{
  gm_sim *sim = grains(0.0);
  CHECK(gm_sim_step(sim, 3) == GM_OK);
  sim->ready.scene.grains.g[1].x[0] = NAN;
  CHECK(symlink("elsewhere", path_of("link.failure.txt")) == 0);
  fails(sim, "link.vtkhdf", "link.failure.txt");
  CHECK(access(path_of("elsewhere"), F_OK) != 0);
  CHECK(holds(gm_sim_message(sim), "cannot write"));
  gm_sim_free(sim);
}

int main(void)
{
  if (!CHECK(mkdtemp(folder) != NULL)) return CHECK_REPORT();
  not_a_number();
  too_deep();
  link_in_the_way();
  static const char *const left[] = {
      "nan.vtkhdf",           "nan.contacts.vtkhdf", "nan.failure.txt",
      "nan.checkpoint",       "deep.vtkhdf",         "deep.contacts.vtkhdf",
      "deep.failure.txt",     "deep.checkpoint",     "link.vtkhdf",
      "link.contacts.vtkhdf", "link.failure.txt",    "link.checkpoint",
      "nan.checkpoint.old",   "deep.checkpoint.old", "link.checkpoint.old"};
  for (size_t k = 0; k < sizeof left / sizeof *left; ++k)
    unlink(path_of(left[k]));
  CHECK(rmdir(folder) == 0);
  return CHECK_REPORT();
}
