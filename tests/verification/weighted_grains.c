/* A bed whose grains are all half discrete moves as one of whole grains, bit for bit.
 *
 * Mass, moment of inertia and every force of a contact are halved, which is exact in
 * binary, so positions, velocities, spins and histories have the same bits with every
 * law; energies and loads of structures are halves.  Grains of several weights keep
 * momentum and angular momentum to round-off, and close the balance of energy: the
 * bounds are those of grains of weight 1.
 */
#include "base/random.h"
#include "check.h"
#include "parallel/bed.h"

static void weigh(pair_scene *p, int mixed)
{
  gm_grains *g = &p->scene->grains;
  CHECK(gm_grains_weigh(g) == GM_OK);
  for (gm_index i = 0; i < g->n; ++i)
    gm_grains_reweigh(g, i, mixed && g->id[i] % 3 ? 1.0 : 0.5);
  gm_step_edited(p->step);
}

static int same(const void *a, const void *b, size_t bytes)
{
  const char *x = a, *y = b;
  for (size_t k = 0; k < bytes; ++k)
    if (x[k] != y[k]) return 0;
  return 1;
}

static void check_half(const pair_law *law)
{
  pair_scene whole, half;
  bed_start(&whole, law, GM_SCHEME_LEAPFROG, 1, 0.0);
  bed_start(&half, law, GM_SCHEME_LEAPFROG, 1, 0.0);
  weigh(&half, 0);
  gm_step_edited(whole.step); /* computes the first loads twice, as the other */
  half.scene->balance.initial *= 0.5;
  pair_advance(&whole, 700);
  pair_advance(&half, 700);
  const gm_grains *a = &whole.scene->grains, *b = &half.scene->grains;
  CHECK(a->n == b->n && whole.scene->contacts.n == half.scene->contacts.n);
  gm_index differ = 0;
  for (gm_index i = 0; i < a->n; ++i) {
    differ += !same(&a->g[i].x, &b->g[i].x, sizeof a->g[i].x) ||
              !same(&a->g[i].v, &b->g[i].v, 3 * sizeof(double)) ||
              !same(&a->w[i], &b->w[i], sizeof a->w[i]) ||
              b->g[i].v[3] != 2.0 * a->g[i].v[3];
  }
  for (gm_index k = 0; k < whole.scene->contacts.n; ++k) {
    differ += whole.scene->contacts.touched[k] &&
              !same(&whole.scene->contacts.history[k],
                    &half.scene->contacts.history[k], sizeof(gm_row4));
  }
  pair_look(&whole);
  pair_look(&half);
  printf("%-26s %9d differ   energy %.3e / %.3e\n", law->name, differ,
         half.measure->kinetic + half.measure->elastic,
         whole.measure->kinetic + whole.measure->elastic);
  CHECK(differ == 0);
  CHECK_NEAR(2.0 * half.measure->elastic / whole.measure->elastic, 1.0, 1e-12);
  CHECK_NEAR(2.0 * half.measure->kinetic / whole.measure->kinetic, 1.0, 1e-12);
  const gm_vec3 f = whole.scene->structures.row[0].load.force;
  const gm_vec3 h = half.scene->structures.row[0].load.force;
  CHECK_NEAR(2.0 * h.z / f.z, 1.0, 1e-12);
  pair_clear(&whole);
  pair_clear(&half);
}

/* A cloud of colliding grains of weights 1/2 and 1. */
static void check_mixed(int mixed)
{
  pair_scene p;
  const gm_index m = pair_cloud(&p, 300);
  pair_between(&p, m, m, 0.8, 0.3, 1.0e4);
  for (gm_index i = 0; i < p.scene->grains.n; ++i) {
    const gm_vec3 away =
        gm_sub(gm_row_vec(p.scene->grains.g[i].x), gm_vec(0.03, 0.025, 0.025));
    p.scene->grains.g[i].v =
        gm_row(gm_scale(-10.0, away), 1.0) *
        (gm_row4){1.0, 1.0, 1.0, p.scene->grains.g[i].v[3]};
  }
  if (mixed) weigh(&p, 1);
  pair_start(&p, 2.0e-6, 1);
  const gm_vec3 p0 = p.measure->momentum, l0 = pair_angular_momentum(&p);
  double size = 0.0;
  for (gm_index i = 0; i < p.scene->grains.n; ++i)
    size += gm_grains_mass(&p.scene->grains, i) *
            gm_norm(gm_row_vec(p.scene->grains.g[i].v));
  pair_advance(&p, 4000);
  pair_look(&p);
  const double dp = gm_norm(gm_sub(p.measure->momentum, p0)) / size;
  const double dl =
      gm_norm(gm_sub(pair_angular_momentum(&p), l0)) / (0.05 * size);
  const double lost = gm_measure_dissipated(&p.step->capture, p.scene) /
                      p.scene->balance.initial;
  const double error = gm_measure_error(&p.step->capture, p.scene, p.measure) /
                       p.scene->balance.initial;
  printf("weights %-8s momentum %.1e  angular %.1e  lost %.3f  balance %.1e\n",
         mixed ? "1/2, 1" : "1", dp, dl, lost, error);
  CHECK_NEAR(dp, 0.0, 1.0e-12);
  CHECK_NEAR(dl, 0.0, 1.0e-12);
  CHECK(lost > 0.05);
  CHECK_NEAR(error, 0.0, 2.0e-3);
  pair_clear(&p);
}

int main(void)
{
  for (int k = 0; k < pair_law_count; ++k)
    check_half(&pair_laws[k]);
  check_mixed(0);
  check_mixed(1);
  return CHECK_REPORT();
}
