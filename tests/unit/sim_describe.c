/* unit/sim_describe.c -- a simulation described by calls: errors are values with a
 * message.
 *
 * Through the public header alone.  Each wrong call names what is wrong, leaves the
 * simulation as it was, and a scene with faults lists them all at the start.
 */
#include "check.h"

#include "include/granum.h"
#include <string.h>

static const double zero[3] = {0.0, 0.0, 0.0}, up[3] = {0.0, 0.0, 1.0};

/* Has the last error that status, and a message with these words? */
static int says(const gm_sim *sim, gm_status status, const char *words)
{
  const char *message = gm_sim_message(sim);
  const int found = gm_sim_status(sim) == status && strstr(message, words);
  if (!found) printf("status %d: %s\n", gm_sim_status(sim), message);
  return found;
}

/* A grain above a plane. */
static gm_sim *ball(void)
{
  const double x[3] = {0.0, 0.0, 0.02}, r[1] = {0.01};
  gm_sim *sim = gm_sim_create();
  CHECK(gm_sim_threads(sim, 1) == GM_OK);
  CHECK(gm_sim_material(sim, "glass", 2500.0, 1.0e7, 0.25) == GM_OK);
  CHECK(gm_sim_pair(sim, "glass", "glass", 0.8, 0.3) == GM_OK);
  CHECK(gm_sim_plane(sim, "floor", "glass", zero, up) == GM_OK);
  CHECK(gm_sim_add_grains(sim, 1, x, r, NULL, "glass") == GM_OK);
  return sim;
}

static void settings(void)
{
  gm_sim *sim = ball();
  CHECK(gm_sim_set(sim, "materials.glass.densty", "1") == GM_ERR_INPUT);
  CHECK(says(sim, GM_ERR_INPUT, "density"));
  CHECK(gm_sim_set(sim, "no.such", "1") == GM_ERR_INPUT);
  CHECK(gm_sim_set(sim, "structures[7].material", "glass") == GM_ERR_INPUT);
  CHECK(gm_sim_set(sim, "title", "[") == GM_ERR_INPUT);
  CHECK(gm_sim_material(sim, "two words", 1.0, 1.0, 0.1) == GM_ERR_INPUT);
  CHECK(says(sim, GM_ERR_INPUT, "two words"));
  CHECK(gm_sim_threads(sim, -1) == GM_ERR_INPUT);
  /* Nothing of this has changed the scene. */
  CHECK(gm_sim_set(sim, "materials.glass.density", "2.6 g/cm3") == GM_OK);
  CHECK(gm_sim_set(sim, "structures.lid.material", "glass") == GM_OK);
  CHECK(gm_sim_set(sim, "structures.lid.plane",
                   "{point: [0, 0, 1], normal: [0, 0, -1]}") == GM_OK);
  CHECK(gm_sim_start(sim) == GM_OK);
  CHECK(gm_sim_structure_count(sim) == 2);
  CHECK(gm_sim_structure_row(sim, "lid") == 1);
  CHECK(gm_sim_structure_row(sim, "none") == -1);
  CHECK(!strcmp(gm_sim_material_name(sim, 0), "glass"));
  CHECK(!gm_sim_material_name(sim, 1));
  gm_sim_view mass;
  CHECK(gm_sim_column(sim, GM_SIM_GRAINS, "mass", &mass) == GM_OK);
  const double exact = 2600.0 * 4.0 / 3.0 * 3.14159265358979324 * 1.0e-6;
  CHECK_NEAR(((double *)mass.data)[0], exact, 1.0e-14);
  CHECK(gm_sim_set(sim, "title", "late") == GM_ERR_USE);
  gm_sim_free(sim);
}

static void faults_of_a_scene(void)
{
  gm_sim *sim = ball();
  CHECK(gm_sim_sphere(sim, "ball", "lead", zero, 0.1) == GM_OK);
  CHECK(gm_sim_set(sim, "contacts.law", "none_such") == GM_OK);
  CHECK(gm_sim_step(sim, 1) == GM_ERR_INPUT);
  CHECK(says(sim, GM_ERR_INPUT, "lead"));
  CHECK(says(sim, GM_ERR_INPUT, "contacts.law"));
  CHECK(gm_sim_step(sim, 1) == GM_ERR_USE); /* the faults stay the message */
  CHECK(says(sim, GM_ERR_INPUT, "lead"));
  gm_sim_free(sim);

  sim = gm_sim_open("no/such/scene", 0, NULL);
  CHECK(sim && says(sim, GM_ERR_INPUT, "no/such/scene"));
  CHECK(gm_sim_start(sim) == GM_ERR_USE);
  gm_sim_free(sim);

  sim = gm_sim_parse("time: {end: 1", ".", 0, NULL);
  CHECK(gm_sim_start(sim) == GM_ERR_INPUT);
  gm_sim_free(sim);

  sim = gm_sim_create(); /* no material, no grain */
  CHECK(gm_sim_start(sim) == GM_ERR_INPUT);
  CHECK(says(sim, GM_ERR_INPUT, "materials"));
  CHECK(says(sim, GM_ERR_INPUT, "grains"));
  gm_sim_free(sim);
}

static void grains(void)
{
  gm_sim *sim = ball();
  const double x[6] = {0.1, 0.0, 0.02, 0.2, 0.0, 0.02};
  const double r[2] = {0.01, -0.01}, nan[3] = {NAN, 0.0, 0.0};
  CHECK(gm_sim_add_grains(sim, 2, x, r, NULL, "glass") == GM_ERR_INPUT);
  CHECK(says(sim, GM_ERR_INPUT, "-0.01"));
  CHECK(gm_sim_add_grains(sim, 1, nan, r, NULL, "glass") == GM_ERR_INPUT);
  CHECK(gm_sim_add_grains(sim, 1, x, NULL, NULL, "glass") == GM_ERR_USE);
  CHECK(gm_sim_add_grains(sim, 1, x, r, NULL, "glass") == GM_OK);
  CHECK(gm_sim_grain_count(sim) == 0); /* not before the start */
  CHECK(gm_sim_start(sim) == GM_OK);
  CHECK(gm_sim_grain_count(sim) == 2);
  gm_sim_free(sim);
}

/* Nothing is refused by crashing. */
static void misuse(void)
{
  gm_sim_view view = {.n = 1};
  CHECK(gm_sim_step(NULL, 1) == GM_ERR_MEMORY);
  CHECK(gm_sim_status(NULL) == GM_ERR_MEMORY && *gm_sim_message(NULL));
  gm_sim_free(NULL);
  gm_sim *sim = ball();
  CHECK(gm_sim_column(sim, GM_SIM_GRAINS, "id", &view) == GM_ERR_USE);
  CHECK(view.n == 0 && !view.data);
  CHECK(gm_sim_edited(sim) == GM_ERR_USE);
  CHECK(gm_sim_write(sim) == GM_ERR_USE);
  CHECK(gm_sim_run_to(sim, NAN) == GM_ERR_USE);
  CHECK(gm_sim_set(sim, NULL, "1") == GM_ERR_USE);
  gm_sim_free(sim);
  CHECK(*gm_sim_version());
}

int main(void)
{
  settings();
  faults_of_a_scene();
  grains();
  misuse();
  return CHECK_REPORT();
}
