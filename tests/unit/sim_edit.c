/* unit/sim_edit.c -- views and edits between steps.
 *
 * Two grains and a plane, where the answer is known: what was written is what is
 * stepped, what was added falls, what was removed is gone, and looking changes no
 * bit.
 */
#include "check.h"

#include "include/granum.h"
#include <string.h>

static const double zero[3] = {0.0, 0.0, 0.0}, up[3] = {0.0, 0.0, 1.0};

static double *row(const gm_sim_view *v, int64_t i)
{
  return (double *)((char *)v->data + i * v->stride);
}

static gm_sim_view column(gm_sim *sim, gm_sim_table table, const char *name)
{
  gm_sim_view v;
  if (!CHECK(gm_sim_column(sim, table, name, &v) == GM_OK))
    puts(gm_sim_message(sim));
  return v;
}

/* n grains in a row, 3 cm above a plane. */
static gm_sim *grains(int n)
{
  double x[3 * 16], r[16];
  for (int i = 0; i < n; ++i) {
    x[3 * i] = 0.03 * i;
    x[3 * i + 1] = 0.0;
    x[3 * i + 2] = 0.03;
    r[i] = 0.01;
  }
  gm_sim *sim = gm_sim_create();
  gm_sim_threads(sim, 1);
  gm_sim_material(sim, "glass", 2500.0, 1.0e7, 0.25);
  gm_sim_pair(sim, "glass", "glass", 0.8, 0.3);
  gm_sim_plane(sim, "floor", "glass", zero, up);
  gm_sim_add_grains(sim, (size_t)n, x, r, NULL, "glass");
  if (!CHECK(gm_sim_start(sim) == GM_OK)) puts(gm_sim_message(sim));
  return sim;
}

/* Every column that a table names can be viewed, with rows for all. */
static void columns(void)
{
  static const gm_sim_table tables[] = {GM_SIM_GRAINS, GM_SIM_CONTACTS,
                                        GM_SIM_STRUCTURES};
  gm_sim *sim = grains(3);
  CHECK(gm_sim_run_to(sim, 1.0) == GM_OK); /* at rest on the floor */
  for (int t = 0; t < 3; ++t) {
    int k = 0;
    for (const char *name; (name = gm_sim_column_name(tables[t], k)); ++k) {
      const gm_sim_view v = column(sim, tables[t], name);
      CHECK(v.n == (tables[t] == GM_SIM_STRUCTURES ? 1 : 3));
      CHECK(v.data && v.components >= 1 && v.stride >= 4 && v.unit);
    }
    CHECK(k > 8 && !gm_sim_column_name(tables[t], -1));
  }
  gm_sim_view v;
  CHECK(gm_sim_column(sim, GM_SIM_GRAINS, "colour", &v) == GM_ERR_USE);
  gm_sim_free(sim);
}

/* Free fall: the velocity in step is -g t to round-off, the stored one half a step
 * less. */
static void velocity_in_step(void)
{
  gm_sim *sim = grains(1);
  CHECK(gm_sim_step(sim, 10) == GM_OK);
  const double t = gm_sim_time(sim), dt = gm_sim_dt(sim);
  gm_sim_view seen = column(sim, GM_SIM_GRAINS, "velocity");
  CHECK_NEAR(row(&seen, 0)[2], -9.81 * t, 1.0e-14);
  seen = column(sim, GM_SIM_GRAINS, "scheme_velocity");
  CHECK(seen.writable);
  CHECK_NEAR(row(&seen, 0)[2], -9.81 * (t - 0.5 * dt), 1.0e-14);
  gm_sim_free(sim);
}

/* Looking at everything in every step gives the bits of not looking. */
static void looking(void)
{
  gm_sim *blind = grains(2), *seeing = grains(2);
  gm_sim_totals totals;
  for (int k = 0; k < 1500; ++k) {
    gm_sim_step(seeing, 1);
    column(seeing, GM_SIM_CONTACTS, "force");
    gm_sim_measure(seeing, &totals);
  }
  gm_sim_step(blind, 1500);
  const gm_sim_view a = column(blind, GM_SIM_GRAINS, "position");
  const gm_sim_view b = column(seeing, GM_SIM_GRAINS, "position");
  CHECK(!memcmp(row(&a, 0), row(&b, 0), 3 * sizeof(double)));
  CHECK(row(&a, 0)[2] > 0.0099);
  gm_sim_free(blind);
  gm_sim_free(seeing);
}

/* A grain that is carried away leaves its contact; the other stays as it was. */
static void positions(void)
{
  gm_sim *sim = grains(2);
  gm_sim_totals t;
  gm_sim_view x = column(sim, GM_SIM_GRAINS, "position");
  row(&x, 1)[0] = row(&x, 0)[0] + 0.0199; /* overlap 0.1 mm */
  CHECK(gm_sim_edited(sim) == GM_OK);
  CHECK(gm_sim_measure(sim, &t) == GM_OK);
  CHECK(t.contacts_grain == 1);
  CHECK(gm_sim_step(sim, 1) == GM_OK);
  x = column(sim, GM_SIM_GRAINS, "position");
  row(&x, 1)[0] += 0.5;
  CHECK(gm_sim_edited(sim) == GM_OK);
  CHECK(gm_sim_step(sim, 1) == GM_OK);
  CHECK(gm_sim_measure(sim, &t) == GM_OK);
  CHECK(t.contacts_grain == 0);
  CHECK_NEAR(t.energy_error, 0.0, 1.0e-6); /* the edit counts as brought in */
  row(&x, 1)[0] = NAN;
  CHECK(gm_sim_edited(sim) == GM_ERR_INPUT);
  row(&x, 1)[0] = 0.5;
  CHECK(gm_sim_edited(sim) == GM_OK);
  gm_sim_free(sim);
}

static void add_and_remove(void)
{
  gm_sim *sim = grains(4);
  const double x[3] = {0.3, 0.0, 0.5}, r[1] = {0.01}, tiny[1] = {1.0e-4};
  const double v[3] = {1.0, 0.0, 0.0};
  const int64_t two[2] = {0, 2}, wrong[2] = {1, 99};
  gm_sim_totals t;
  CHECK(gm_sim_step(sim, 20) == GM_OK);
  CHECK(gm_sim_add_grains(sim, 1, x, tiny, NULL, "glass") == GM_ERR_INPUT);
  CHECK(strstr(gm_sim_message(sim), "time step"));
  CHECK(gm_sim_add_grains(sim, 1, x, r, NULL, "lead") == GM_ERR_INPUT);
  CHECK(gm_sim_grain_count(sim) == 4);
  CHECK(gm_sim_add_grains(sim, 1, x, r, v, "glass") == GM_OK);
  CHECK(gm_sim_remove_grains(sim, 2, wrong) == GM_ERR_INPUT);
  CHECK(gm_sim_grain_count(sim) == 5);
  CHECK(gm_sim_remove_grains(sim, 2, two) == GM_OK);
  const double t0 = gm_sim_time(sim);
  CHECK(gm_sim_run_to(sim, 0.1) == GM_OK);
  CHECK(gm_sim_measure(sim, &t) == GM_OK);
  CHECK(t.grains == 3 && t.grains_in == 5 && t.grains_out == 2);
  const gm_sim_view id = column(sim, GM_SIM_GRAINS, "id");
  const gm_sim_view at = column(sim, GM_SIM_GRAINS, "position");
  const double fall = gm_sim_time(sim) - t0;
  int found = 0;
  for (int64_t i = 0; i < at.n; ++i) {
    const int64_t name = *(const int64_t *)((char *)id.data + i * id.stride);
    CHECK(name != 0 && name != 2);
    if (name != 4) continue;
    found = 1;
    CHECK_NEAR(row(&at, i)[0], 0.3 + fall, 1.0e-12);
    CHECK_NEAR(row(&at, i)[2], 0.5 - 0.5 * 9.81 * fall * fall, 1.0e-12);
  }
  CHECK(found);
  gm_sim_free(sim);
}

/* A floor that is lowered lets the grain fall; one that moves up carries it. */
static void structures(void)
{
  gm_sim *sim = grains(1);
  const double below[3] = {0.0, 0.0, -1.0}, rise[3] = {0.0, 0.0, 0.1};
  const double nan[3] = {NAN, 0.0, 0.0};
  CHECK(gm_sim_place_structure(sim, 1, below, NULL) == GM_ERR_INPUT);
  CHECK(gm_sim_move_structure(sim, 0, nan, NULL) == GM_ERR_INPUT);
  CHECK(gm_sim_place_structure(sim, 0, below, NULL) == GM_OK);
  CHECK(gm_sim_run_to(sim, 0.2) == GM_OK);
  gm_sim_view x = column(sim, GM_SIM_GRAINS, "position");
  const double t = gm_sim_time(sim);
  CHECK_NEAR(row(&x, 0)[2], 0.03 - 0.5 * 9.81 * t * t, 1.0e-12);
  CHECK(gm_sim_move_structure(sim, 0, rise, NULL) == GM_OK);
  CHECK(gm_sim_run_to(sim, 9.0) == GM_OK);
  x = column(sim, GM_SIM_GRAINS, "position");
  const gm_sim_view floor = column(sim, GM_SIM_STRUCTURES, "position");
  CHECK_NEAR(row(&floor, 0)[2], -1.0 + 0.1 * (gm_sim_time(sim) - t), 1.0e-9);
  /* At rest on it, a load of its weight. */
  CHECK_NEAR(row(&x, 0)[2], row(&floor, 0)[2] + 0.01, 1.0e-4);
  const gm_sim_view force = column(sim, GM_SIM_STRUCTURES, "force");
  const gm_sim_view mass = column(sim, GM_SIM_GRAINS, "mass");
  const double weight = 9.81 * row(&mass, 0)[0];
  CHECK_NEAR(row(&force, 0)[2], -weight, 0.01 * weight);
  gm_sim_free(sim);
}

static void gravity(void)
{
  gm_sim *sim = grains(1);
  const double side[3] = {1.0, 0.0, 0.0};
  CHECK(gm_sim_gravity(sim, side) == GM_OK);
  CHECK(gm_sim_step(sim, 10) == GM_OK);
  const gm_sim_view v = column(sim, GM_SIM_GRAINS, "velocity");
  CHECK_NEAR(row(&v, 0)[0], gm_sim_time(sim), 1.0e-14);
  CHECK_NEAR(row(&v, 0)[2], 0.0, 1.0e-14);
  gm_sim_free(sim);
}

int main(void)
{
  columns();
  velocity_in_step();
  looking();
  positions();
  add_and_remove();
  structures();
  gravity();
  return CHECK_REPORT();
}
