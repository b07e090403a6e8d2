/* A closed box of elastic grains keeps its energy, to second order in the step.
 *
 * 1000 smooth grains of restitution 1, a fifth of the box full, until each has collided
 * 100 times, in steps of t_c / 50 and t_c / 100; all sides periodic, and six walls.  A
 * linear contact of two lasts t_c whatever the speed, so the collisions are the
 * contacts summed over time, over t_c.  Where in a step a contact begins is chance, so
 * that the energy walks at random, by dt^2 in each collision: its change over the run
 * is one draw, the root mean square of the changes over parts of the run (two contact
 * times each) says the order.  Required: the change below 1e-3 of the energy at any
 * look, and the mean change 3.5 times smaller with half the step; momentum kept to
 * round-off.
 */
#include "base/random.h"
#include "check.h"
#include "pair.h"

enum { across = 10, grains = across * across * across };

typedef struct outcome {
  double error;      /* 1  of the energy, at the end */
  double worst;      /* 1  the same, at any look */
  double change;     /* 1  root mean square between looks */
  double momentum;   /* 1  change, of sum |m v| */
  double collisions; /* a grain */
} outcome;

static void lay(pair_scene *p, double side, double r, bool walls)
{
  const gm_index m = 0;
  const double cell = side / across;
  p->scene->domain.min = gm_vec(0.0, 0.0, 0.0);
  p->scene->domain.max = gm_vec(side, side, side);
  if (walls)
    pair_structure(
        p, gm_shape_box(p->scene->domain.min, p->scene->domain.max, 0u), m);
  else
    gm_domain_repeat(&p->scene->domain, 7);
  for (int i = 0; i < grains; ++i) {
    double u[4], s[4];
    gm_random_uniform(11, (uint64_t)i, 0, u);
    gm_random_uniform(11, (uint64_t)i, 1, s);
    const double room = cell - 2.0 * r;
    pair_grain(
        p,
        gm_vec((i % across + 0.5) * cell + room * (s[0] - 0.5),
               (i / across % across + 0.5) * cell + room * (s[1] - 0.5),
               (i / (across * across) + 0.5) * cell + room * (s[2] - 0.5)),
        r, gm_vec(u[0] - 0.5, u[1] - 0.5, u[2] - 0.5), gm_vec(0.0, 0.0, 0.0),
        m);
  }
  if (!walls) gm_domain_settle(&p->scene->domain, &p->scene->grains);
}

static outcome run(int parts, bool walls, double wanted)
{
  enum { LOOK = 20 };
  const double r = 0.001, side = 0.0276, k = 2.0e4;
  const double mass = 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r;
  const double contact = GM_PI * sqrt(0.5 * mass / k);
  pair_scene p;
  outcome o = {0};
  double sum = 0.0;
  int looks = 0;
  pair_init(&p, GM_LAW_HOOKE);
  pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, 0, 0, 1.0, 0.0, k);
  lay(&p, side, r, walls);
  pair_start(&p, contact / parts, 1);
  const double energy = p.measure->kinetic + p.measure->elastic;
  const gm_vec3 momentum = p.measure->momentum;
  double scale = 0.0;
  for (gm_index i = 0; i < grains; ++i)
    scale += mass * gm_norm(gm_row_vec(p.scene->grains.g[i].v));
  while (o.collisions < wanted) {
    pair_advance(&p, LOOK * parts / 50);
    gm_index touching = 0;
    for (gm_index row = 0; row < p.scene->contacts.n_grain; ++row)
      touching += p.scene->contacts.touched[row];
    o.collisions += 2.0 * touching * LOOK / 50.0 / grains;
    if (p.scene->step % (5 * LOOK * parts / 50)) continue;
    CHECK(gm_step_loads(p.step, p.scene) == GM_OK);
    gm_measure_scene(&p.step->capture, p.scene, 1, p.measure);
    const double before = o.error;
    o.error = (p.measure->kinetic + p.measure->elastic) / energy - 1.0;
    o.worst = fmax(o.worst, fabs(o.error));
    sum += (o.error - before) * (o.error - before);
    ++looks;
  }
  o.change = sqrt(sum / looks);
  pair_look(&p);
  o.error = (p.measure->kinetic + p.measure->elastic) / energy - 1.0;
  o.worst = fmax(o.worst, fabs(o.error));
  o.momentum = gm_norm(gm_sub(p.measure->momentum, momentum)) / scale;
  printf("%-9s t_c/%-4d %9lld %10.1f %10.3g %10.3g %10.3g %10.2g\n",
         walls ? "walls" : "periodic", parts, (long long)p.scene->step,
         o.collisions, o.error, o.worst, o.change, o.momentum);
  CHECK(p.scene->grains.n == grains && p.scene->balance.dissipated == 0.0);
  CHECK(p.scene->balance.overlap < 0.1);
  pair_clear(&p);
  return o;
}

int main(void)
{
  printf("%-9s %-8s %9s %10s %10s %10s %10s %10s\n", "box", "step", "steps",
         "collisions", "dE/E", "at most", "mean part", "momentum");
  for (int walls = 0; walls < 2; ++walls) {
    const outcome a = run(50, walls, 100.0), b = run(100, walls, 100.0);
    printf("%-9s half the step leaves 1 / %.2f of the mean part\n", "",
           a.change / b.change);
    CHECK(a.worst < 1.0e-3 && b.worst < 1.0e-3);
    CHECK(a.change > 3.5 * b.change);
    if (!walls) CHECK(a.momentum < 1.0e-12 && b.momentum < 1.0e-12);
  }
  return CHECK_REPORT();
}
