/* examples/heap.c -- a thousand spheres by calls fall into a heap on a plate. */
#include <granum.h>
#include <stdio.h>
#include <stdlib.h>

enum { ACROSS = 5, LAYERS = 40, GRAINS = ACROSS * ACROSS * LAYERS };

/* A column of grains, of slightly different radii and off the lattice. */
static void arrange(double *x, double *r)
{
  const double gap = 0.0105;
  for (int i = 0; i < GRAINS; ++i) {
    const double off = 1.0e-4 * (i * 37 % 11 - 5);
    r[i] = 0.0048 + 1.0e-5 * (i * 7 % 20);
    x[3 * i] = gap * (i % ACROSS - 0.5 * (ACROSS - 1)) + off;
    x[3 * i + 1] = gap * (i / ACROSS % ACROSS - 0.5 * (ACROSS - 1)) - off;
    x[3 * i + 2] = 0.006 + gap * (i / ACROSS / ACROSS);
  }
}

static void describe(gm_sim *sim, const double *x, const double *r)
{
  const double centre[] = {0.0, 0.0, 0.0}, up[] = {0.0, 0.0, 1.0};
  const double min[] = {-1.0, -1.0, -0.05}, max[] = {1.0, 1.0, 1.0};
  gm_sim_material(sim, "stone", 2600.0, 5.0e6, 0.25);
  gm_sim_pair(sim, "stone", "stone", 0.4, 0.6);
  gm_sim_set(sim, "contacts.rolling", "spring");
  gm_sim_set(sim, "contacts.pairs[stone,stone].rolling_friction", "0.2");
  gm_sim_domain(sim, min, max);
  gm_sim_disc(sim, "plate", "stone", centre, up, 0.15);
  gm_sim_add_grains(sim, GRAINS, x, r, NULL, "stone");
}

/* The height of the highest grain, in m. */
static double height(gm_sim *sim)
{
  gm_sim_view at;
  double top = 0.0;
  if (gm_sim_column(sim, GM_SIM_GRAINS, "position", &at) != GM_OK) return top;
  for (int64_t i = 0; i < at.n; ++i) {
    const double z =
        ((const double *)((const char *)at.data + i * at.stride))[2];
    if (z > top) top = z;
  }
  return top;
}

int main(void)
{
  static double x[3 * GRAINS], r[GRAINS];
  gm_sim_totals t = {0};
  arrange(x, r);
  gm_sim *sim = gm_sim_create();
  describe(sim, x, r);
  for (int k = 1; k <= 5 && gm_sim_run_to(sim, 0.1 * k) == GM_OK; ++k) {
    gm_sim_measure(sim, &t);
    printf("%.1f s  %lld grains  %.3f m high  kinetic %.3g J  %lld contacts\n",
           t.time, (long long)t.grains, height(sim), t.kinetic,
           (long long)(t.contacts_grain + t.contacts_structure));
  }
  const int failed = gm_sim_status(sim) != GM_OK || t.grains_in != GRAINS;
  if (failed) fprintf(stderr, "%s\n", gm_sim_message(sim));
  gm_sim_free(sim);
  return failed;
}
