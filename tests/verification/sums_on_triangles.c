/* Contact sums are recorded on the triangle where the contact acts, and add up to the
 * total.
 *
 * Shots: a grain flies along the normal to the middle of each facet of a coarse sphere
 * and leaves an impulse of 2 m v there and nowhere else (e = 1).  Required: 1e-6,
 * limited by the time step.  Virtual particles serve most of these contacts.
 *
 * A grain slides without friction over the two triangles of a side of a box: its time
 * on each is the length of its path there over its speed, to one step.
 *
 * Rain on a bracket: the sum of impulses over triangles and patches is the time
 * integral of the force, and with gravity the change of momentum of the grains, to the
 * round-off of some 1e5 terms: required 1e-12 of the total impulse.
 */
#include "base/random.h"
#include "carried.h"
#include "check.h"

static gm_vec3 middle(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  return gm_scale(1.0 / 3.0, gm_add(gm_add(s->point[c[0]], s->point[c[1]]),
                                    s->point[c[2]]));
}

/* A facet by its normal, computed without the normals that the surface stores. */
static gm_vec3 outwards(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  return gm_unit(gm_cross(gm_sub(s->point[c[1]], s->point[c[0]]),
                          gm_sub(s->point[c[2]], s->point[c[0]])));
}

static void shoot(void)
{
  const double r = 0.04, v = 1.0;
  const carried_options o = {.r_min = r, .r_max = r, .tolerance = 1.0e-3};
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e9, 0.3);
  pair_between(&p, m, m, 1.0, 0.3, 0.0);
  const gm_structure *s =
      carried_structure(&p, solid_sphere(gm_vec(0, 0, 0), 0.5, 1), &o, m);
  const gm_index n = s->surface.n;
  for (gm_index t = 0; t < n; ++t) {
    const gm_vec3 out = outwards(&s->surface, t);
    pair_grain(&p, gm_madd(middle(&s->surface, t), 1.01 * r, out), r,
               gm_scale(-v, out), gm_vec(0, 0, 0), m);
  }
  const double mass = 1.0 / p.scene->grains.g[0].v[3];
  CHECK(gm_structures_start_sums(&p.scene->structures) == GM_OK);
  pair_start(&p, 2.0e-7, 1);
  pair_advance(&p, 12000);
  const gm_contact_sums *t = &p.scene->structures.row[0].sums;
  CHECK(t->n == n && n == 80);
  double worst = 0.0;
  for (gm_index k = 0; k < n; ++k) {
    const gm_vec3 wanted = gm_scale(-2.0 * mass * v, outwards(&s->surface, k));
    const gm_vec3 off = gm_sub(gm_row_vec(t->row[k].push), wanted);
    worst = fmax(worst, gm_norm(off) / (2.0 * mass * v));
    CHECK(t->row[k].hits[0] == 1.0);
    CHECK_NEAR(t->row[k].push[3], 2.0 * mass * v, 1.0e-6 * mass * v);
  }
  printf("shots at %d facets: impulse off by %.1e of 2 m v, %lld answered by "
         "sites, %lld by triangles\n",
         n, worst, (long long)p.scene->balance.sites,
         (long long)p.scene->balance.exact);
  CHECK(worst < 1.0e-3); /* the direction is that of sites */
  CHECK(p.scene->balance.sites > p.scene->balance.exact);
  pair_clear(&p);
}

static void slide(void)
{
  enum { STEPS = 40000 };
  const double r = 0.04, v = 1.0, dt = 1.0e-5, g = 9.81, y = 0.21;
  const carried_options o = {.r_min = r, .r_max = r, .tolerance = 1.0e-3};
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.scene->gravity = gm_vec(0.0, 0.0, -g);
  const gm_index m = pair_material(&p, 2500.0, 1.0e9, 0.3);
  pair_between(&p, m, m, 0.5, 0.0, 1.0e5);
  const gm_structure *s = carried_structure(
      &p, solid_box(gm_vec(0, 0, -0.3), gm_vec(0.5, 0.5, 0.0)), &o, m);
  pair_grain(&p, gm_vec(0.05, y, r), r, gm_vec(v, 0.0, 0.0), gm_vec(0, 0, 0),
             m);
  CHECK(gm_structures_start_sums(&p.scene->structures) == GM_OK);
  pair_start(&p, dt, 1);
  pair_advance(&p, STEPS);
  const gm_contact_sums *t = &p.scene->structures.row[0].sums;
  gm_surface_sum sum[16];
  const gm_index first = 0;
  CHECK(t->n == 12);
  gm_measure_place_sums(&p.scene->structures, &p.scene->contacts, &first, sum);
  double times[2] = {0.0, 0.0}, all = 0.0;
  int n = 0;
  for (gm_index k = 0; k < t->n; ++k) {
    all += sum[k].tally.work[3];
    if (sum[k].tally.work[3] > 0.0 && n < 2) times[n] = sum[k].tally.work[3];
    n += sum[k].tally.work[3] > 0.0;
    if (sum[k].tally.work[3] > 0.0)
      CHECK_NEAR(outwards(&s->surface, k).z, 1.0, 1.0e-12);
  }
  /* The diagonal is passed at x = y, or at 0.5 - y. */
  const double before =
      fmin(fabs(times[0] - (y - 0.05) / v), fabs(times[0] - (0.45 - y) / v));
  printf("slides over %d triangles for %.5f and %.5f s\n", n, times[0],
         times[1]);
  CHECK(n == 2);
  CHECK_NEAR(all, STEPS * dt, 20 * dt); /* it sinks in from touching */
  CHECK(before < 20 * dt || fabs(times[1] - (y - 0.05) / v) < 20 * dt ||
        fabs(times[1] - (0.45 - y) / v) < 20 * dt);
  pair_clear(&p);
}

static void rain(int threads)
{
  const double r = 0.03, g = 9.81, dt = 1.0e-5;
  const carried_options o = {.r_min = r, .r_max = 1.2 * r, .tolerance = 1.0e-3};
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.scene->gravity = gm_vec(0.0, 0.0, -g);
  const gm_index m = pair_material(&p, 2500.0, 1.0e8, 0.3);
  pair_between(&p, m, m, 0.6, 0.5, 0.0);
  carried_structure(&p, solid_bracket(0.8, 0.2), &o, m);
  pair_structure(&p, gm_shape_plane(gm_vec(0, 0, -1), gm_vec(0.0, 0.0, 1.0)),
                 m);
  for (int i = 0; i < 400; ++i) {
    double u[4];
    gm_random_uniform(5, (uint64_t)i, 0, u);
    pair_grain(&p,
               gm_vec(0.09 * (i % 10) - 0.1 + 0.01 * u[0],
                      0.09 * (i / 10 % 10) - 0.1 + 0.01 * u[1],
                      1.0 + 0.09 * (i / 100)),
               r * (1.0 + 0.2 * u[2]), gm_vec(0.0, 0.0, -2.0), gm_vec(0, 0, 0),
               m);
  }
  CHECK(gm_structures_start_sums(&p.scene->structures) == GM_OK);
  pair_start(&p, dt, threads);
  double mass = 0.0;
  gm_vec3 before = {0.0, 0.0, 0.0}, after = {0.0, 0.0, 0.0};
  for (gm_index i = 0; i < p.scene->grains.n; ++i) {
    const double one = 1.0 / p.scene->grains.g[i].v[3];
    mass += one;
    before = gm_madd(before, one, gm_row_vec(p.scene->grains.g[i].v));
  }
  enum { STEPS = 50000 };
  pair_advance(&p, STEPS);
  /* Velocities stand half a step back, at the start as at the end. */
  for (gm_index i = 0; i < p.scene->grains.n; ++i)
    after = gm_madd(after, 1.0 / p.scene->grains.g[i].v[3],
                    gm_row_vec(p.scene->grains.g[i].v));
  gm_vec3 all = {0.0, 0.0, 0.0};
  double passed = 0.0;
  gm_surface_sum whole[pair_most_structures];
  static gm_surface_sum sum[4096];
  gm_index first[2] = {0, p.scene->structures.row[0].sums.n};
  gm_measure_place_sums(&p.scene->structures, &p.scene->contacts, first, sum);
  gm_measure_structure_sums(&p.scene->structures, &p.scene->contacts, whole);
  for (gm_index b = 0; b < 2; ++b) {
    const gm_contact_sums *t = &p.scene->structures.row[b].sums;
    gm_vec3 push = {0.0, 0.0, 0.0};
    gm_surface_sum of = {0};
    for (gm_index k = 0; k < t->n; ++k) {
      const gm_surface_sum *one = &sum[first[b] + k];
      push = gm_add(push, gm_row_vec(one->tally.push));
      passed += one->tally.push[3];
      gm_contacts_sum_add(&of.tally, &one->tally);
      for (int q = 0; q < GM_CONTACT_SUMS_DECADES; ++q)
        of.spectrum[q] += one->spectrum[q];
    }
    all = gm_add(all, push);
    const double off = gm_norm(gm_sub(push, t->impulse));
    printf("structure %d: impulse %.6f N s, off by %.1e, %g impacts\n", b,
           gm_norm(push), off / gm_norm(push), of.tally.hits[0]);
    CHECK(off <= 1.0e-12 * passed);
    CHECK(of.tally.hits[0] > 20.0);
    CHECK(of.tally.hits[0] == whole[b].tally.hits[0]);
    for (int q = 0; q < GM_CONTACT_SUMS_DECADES; ++q)
      CHECK(of.spectrum[q] == whole[b].spectrum[q]);
    for (int q = 0; q < 4; ++q)
      CHECK_NEAR(of.tally.work[q], whole[b].tally.work[q],
                 1.0e-12 * fabs(of.tally.work[q]));
  }
  const gm_vec3 fall = gm_scale((STEPS - 0.5) * dt * mass, p.scene->gravity);
  const gm_vec3 gained = gm_sub(gm_sub(after, before), fall);
  const double off = gm_norm(gm_add(gained, all));
  printf("together %.6f N s, grains %.6f N s, off by %.1e\n", gm_norm(all),
         gm_norm(gained), off / passed);
  CHECK(off <= 1.0e-12 * passed);
  pair_clear(&p);
}

int main(void)
{
  shoot();
  slide();
  rain(2);
  return CHECK_REPORT();
}
