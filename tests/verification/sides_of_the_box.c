/* Faces of the domain: open faces count grains that leave, periodic ones keep the bits,
 * mirrors reflect.
 *
 *   open      a grain that crosses the face leaves and is counted there
 *   periodic  a pair that slides across the face has the same forces, to the last bit, as
 *             in the middle of the box; a grain touches a structure across the face from
 *             both sides; a gas keeps its momentum
 *   mirror    a grain bounces as from its mirror image in a doubled system, for every law
 */
#include "base/random.h"
#include "check.h"
#include "pair.h"

static const double side = 0.02, r = 0.001;

/* ---- open ------------------------------------------------------------------- */

static void leave_by_sides(void)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, m, m, 0.9, 0.3, 1.0e4);
  p.scene->domain.min = gm_vec(0.0, 0.0, 0.0);
  p.scene->domain.max = gm_vec(side, side, side);
  const gm_vec3 none = {0.0, 0.0, 0.0};
  int expected[GM_CONFIG_SIDES] = {0};
  for (int k = 0; k < 21; ++k) { /* k + 1 through side k */
    int which = 0;
    for (int n = k; n > which; ++which)
      n -= which + 1;
    const double way = which % 2 ? 1.0 : -1.0;
    const gm_vec3 v = {which / 2 == 0 ? way : 0.0, which / 2 == 1 ? way : 0.0,
                       which / 2 == 2 ? way : 0.0};
    const gm_vec3 x = {0.0035 * (k % 5) + 0.003, 0.0035 * (k / 5) + 0.003,
                       0.01};
    pair_grain(&p, x, 0.1 * r, v, none, m);
    ++expected[which];
  }
  pair_grain(&p, gm_vec(0.019, 0.019, 0.019), r, none, none, m);
  pair_start(&p, 1.0e-5, 1);
  pair_advance(&p, 4001);
  const gm_balance *b = &p.scene->balance;
  printf("open: out through");
  for (int k = 0; k < GM_CONFIG_SIDES; ++k) {
    printf(" %lld", (long long)b->out[k]);
    CHECK(b->out[k] == expected[k]);
  }
  printf(", %d left\n", p.scene->grains.n);
  CHECK(b->grains_out == 21 && p.scene->grains.n == 1);
  pair_clear(&p);
}

/* ---- periodic --------------------------------------------------------------- */

static void make_periodic(pair_scene *p, int axes)
{
  p->scene->domain.min = gm_vec(0.0, 0.0, 0.0);
  p->scene->domain.max = gm_vec(side, side, side);
  gm_domain_repeat(&p->scene->domain, axes);
  gm_domain_settle(&p->scene->domain, &p->scene->grains);
}

/* Two grains that slide over one another for 500 steps, the first at x; the friction
 * between them every 10 steps. */
static int slide(double x, gm_vec3 *friction)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, m, m, 0.5, 0.4, 1.0e4);
  const gm_vec3 v = {0.1, 0.02, 0.0}, w = {0.0, 30.0, 0.0};
  make_periodic(&p, 1);
  const gm_domain *d = &p.scene->domain;
  const gm_row4 a = gm_domain_snap(d, (gm_row4){x, 0.01, 0.01, 0.0});
  const gm_row4 b = a + gm_domain_snap(d, (gm_row4){1.98 * r, 0.0, 0.0, 0.0});
  pair_grain(&p, gm_row_vec(a), r, v, w, m);
  pair_grain(&p, gm_row_vec(b), r, gm_vec(0.04, -0.02, 0.01),
             gm_vec(0.0, 0.0, 0.0), m);
  gm_domain_settle(d, &p.scene->grains);
  pair_start(&p, 2.0e-7, 1);
  int across = 0;
  for (int k = 0; k < 50; ++k) {
    pair_look(&p);
    CHECK(p.contacts->n == 1);
    const gm_vec3 f = p.contacts->force[0], n = p.contacts->normal[0];
    friction[k] = gm_madd(f, -gm_dot(f, n), n);
    across += p.scene->contacts.image[0] != 0;
    const gm_vec3 line = gm_sub(p.contacts->to[0], p.contacts->from[0]);
    CHECK(gm_norm(line) < 2.0 * r);
    CHECK(p.contacts->from[0].x >= 0.0 && p.contacts->from[0].x < side);
    pair_advance(&p, 10);
  }
  pair_clear(&p);
  return across;
}

static void slide_across(void)
{
  gm_vec3 middle[50], face[50];
  CHECK(slide(0.25 * side, middle) == 0);
  /* The first is brought back at a multiple of 100 steps, while they touch. */
  static const double starts[] = {0.9375, 0.9990234375, 0.9999};
  for (int s = 0; s < 3; ++s) {
    const int across = slide(starts[s] * side, face);
    double most = 0.0, apart = 0.0;
    for (int k = 0; k < 50; ++k) {
      most = fmax(most, gm_norm(middle[k]));
      apart = fmax(apart, gm_norm(gm_sub(middle[k], face[k])));
    }
    printf(
        "sliding pair at %.5f of the side: friction up to %.3g N, across the "
        "side %d looks of 50, apart by %g\n",
        starts[s], most, across, apart);
    CHECK(across > 0 && most > 1.0e-3);
    CHECK((across < 50) == (s == 2)); /* both are beyond in the end */
    CHECK(apart == 0.0);
  }
}

/* 40 grains fall on an obstacle at `place` sides along x and y. */
static gm_structure_load meet(double place, gm_vec3 *v, int *across)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.scene->gravity = gm_vec(1.0, 0.5, -9.0);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, m, m, 0.5, 0.4, 1.0e4);
  pair_structure(&p, gm_shape_plane(gm_vec(0, 0, 0), gm_vec(0, 0, 1)), m);
  const gm_vec3 half = {0.002, 0.003, 0.003};
  gm_structure *s =
      pair_structure(&p, gm_shape_box(gm_scale(-1.0, half), half, 0u), m);
  make_periodic(&p, 3);
  const gm_row4 at = gm_domain_snap(
      &p.scene->domain, (gm_row4){place * side, place * side, 0.003, 0.0});
  s->pose.position = gm_row_vec(at);
  s->images = 3;
  for (int i = 0; i < 40; ++i) {
    double u[4];
    gm_random_uniform(9, (uint64_t)i, 0, u);
    const gm_row4 x = {(i % 5 - 2 + 0.3 * u[0]) * 0.0025,
                       (i / 5 % 4 - 1.5 + 0.3 * u[1]) * 0.0025,
                       0.0075 + 0.0025 * (i / 20), 0.0};
    const gm_row4 on = gm_domain_snap(&p.scene->domain, x) + at;
    pair_grain(&p, gm_vec(on[0], on[1], x[2]), r, gm_vec(0.1 * u[2], 0.0, 0.0),
               gm_vec(0.0, 0.0, 0.0), m);
  }
  gm_domain_settle(&p.scene->domain, &p.scene->grains);
  pair_start(&p, 5.0e-6, 1);
  *across = 0;
  for (int k = 0; k < 300; ++k) {
    pair_advance(&p, 33);
    const gm_contacts *c = &p.scene->contacts;
    for (gm_index row = c->n_grain; row < c->n; ++row)
      *across += c->touched[row] && c->image[row];
  }
  pair_look(&p);
  for (int k = 0; k < 40; ++k)
    v[k] = p.grains->velocity[k];
  const double error = gm_measure_error(&p.step->capture, p.scene, p.measure);
  CHECK_NEAR(error, 0.0, 2.0e-3 * p.scene->balance.dissipated);
  const gm_structure_load load = p.scene->structures.row[1].load;
  pair_clear(&p);
  return load;
}

static void meet_across(void)
{
  gm_vec3 middle[40], face[40];
  int across[2];
  const gm_structure_load a = meet(0.5, middle, &across[0]);
  const gm_structure_load b = meet(1.0, face, &across[1]);
  double apart = gm_norm(gm_sub(a.force, b.force));
  for (int k = 0; k < 40; ++k)
    apart = fmax(apart, gm_norm(gm_sub(middle[k], face[k])));
  printf("obstacle across a corner: %d touches through a side, %d where it "
         "stands in the middle, torque (%.3g, %.3g, %.3g), apart by %g\n",
         across[1], across[0], b.torque.x, b.torque.y, b.torque.z, apart);
  CHECK(across[0] == 0 && across[1] > 50);
  CHECK(apart == 0.0);
  CHECK_NEAR(gm_norm(gm_sub(a.torque, b.torque)), 0.0,
             1.0e-12 * gm_norm(a.force));
}

static void gas_keeps_momentum(void)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, m, m, 0.8, 0.5, 1.0e4);
  double scale = 0.0;
  for (int i = 0; i < 343; ++i) {
    double u[4];
    gm_random_uniform(3, (uint64_t)i, 0, u);
    const double cell = side / 7.0;
    pair_grain(&p,
               gm_vec((i % 7 + 0.5) * cell, (i / 7 % 7 + 0.5) * cell,
                      (i / 49 + 0.5) * cell),
               r, gm_vec(u[0] - 0.4, u[1] - 0.5, u[2] - 0.6),
               gm_vec(100.0 * u[3], 0.0, 50.0 * u[0]), m);
  }
  make_periodic(&p, 7);
  pair_start(&p, 5.0e-6, 2);
  const gm_vec3 before = p.measure->momentum;
  for (gm_index i = 0; i < p.scene->grains.n; ++i)
    scale += gm_grains_mass(&p.scene->grains, i) *
             gm_norm(gm_row_vec(p.scene->grains.g[i].v));
  const double kinetic = p.measure->kinetic;
  pair_advance(&p, 20001);
  pair_look(&p);
  const double lost = gm_norm(gm_sub(p.measure->momentum, before)) / scale;
  const double left =
      gm_measure_error(&p.step->capture, p.scene, p.measure) / kinetic;
  printf("gas of 343 in a periodic box, 20001 steps: momentum lost %.2g of sum "
         "|m v|, energy left over %.2g of the start, dissipated %.2g\n",
         lost, left, p.scene->balance.dissipated / kinetic);
  CHECK(lost < 1.0e-12);
  CHECK(p.scene->balance.dissipated > 0.2 * kinetic && fabs(left) < 5.0e-3);
  CHECK(p.scene->grains.n == 343);
  pair_clear(&p);
}

/* ---- mirror ----------------------------------------------------------------- */

typedef struct bounce {
  gm_vec3 v, w;
  double energy, dissipated, most;
} bounce;

static bounce hit(const pair_law *law, bool mirror)
{
  pair_scene p;
  pair_init_law(&p, law);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, m, m, 0.7, 0.4, 1.0e4);
  pair_sticks(&p, m, m, 0.05, 1.0e4);
  pair_resists(&p, m, m, 0.1, 0.3, 0.05);
  const gm_vec3 v = {-0.3, 0.2, 0.1}, w = {40.0, -60.0, 90.0};
  pair_grain(&p, gm_vec(1.001 * r, 0.0, 0.0), r, v, w, m);
  if (mirror) {
    gm_structure *s =
        pair_structure(&p, gm_shape_plane(gm_vec(0, 0, 0), gm_vec(1, 0, 0)), 0);
    s->mirror = 1;
  } else {
    pair_grain(&p, gm_vec(-1.001 * r, 0.0, 0.0), r, gm_vec(-v.x, v.y, v.z),
               gm_vec(w.x, -w.y, -w.z), m);
  }
  pair_start(&p, 5.0e-7, 1);
  bounce b = {0};
  const double share = mirror ? 1.0 : 0.5;
  for (int k = 0; k < 60; ++k) {
    pair_advance(&p, 20);
    pair_look(&p);
    b.most = fmax(b.most, share * p.measure->elastic);
  }
  b.v = p.grains->velocity[0];
  b.w = p.grains->angular_velocity[0];
  b.energy = share * (p.measure->kinetic + p.measure->elastic);
  b.dissipated = share * p.scene->balance.dissipated;
  pair_clear(&p);
  return b;
}

static void bounce_from_mirror(void)
{
  printf("%-12s %10s %10s %10s %10s %10s\n", "mirror", "v_x after", "v", "w",
         "energy", "lost");
  for (int k = 0; k < pair_law_count; ++k) {
    const bounce a = hit(&pair_laws[k], false), b = hit(&pair_laws[k], true);
    const double v = gm_norm(gm_sub(a.v, b.v)) / gm_norm(a.v);
    const double w = gm_norm(gm_sub(a.w, b.w)) / gm_norm(a.w);
    const double e = fabs(a.energy - b.energy) / a.energy;
    const double lost = fabs(a.dissipated - b.dissipated) / a.dissipated;
    printf("%-12s %10.4f %10.2g %10.2g %10.2g %10.2g\n", pair_laws[k].name,
           b.v.x, v, w, e, lost);
    CHECK(b.v.x > 0.1 && v < 1.0e-12 && w < 1.0e-12 && e < 1.0e-12);
    CHECK(lost < 1.0e-11 && fabs(a.most - b.most) < 1.0e-11 * a.most);
  }
}

int main(void)
{
  leave_by_sides();
  slide_across();
  meet_across();
  gas_keeps_momentum();
  bounce_from_mirror();
  return CHECK_REPORT();
}
