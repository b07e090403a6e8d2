/* device/bed_bits.c -- a device computes the bits of the processor.
 *
 * A stirred bed of 3000 grains, 5000 random contacts, a gas without structures and a
 * vessel of every primitive, with every law and resistance that devices compute, on the
 * kernels of this program and on the first device of OpenCL; the first law over two sorts
 * of the grains.  No grain travels in a step with primitives.  A control
 * with fused arithmetic must differ.  Without OpenCL that half is skipped.
 */
#include "parallel/bed.h"

#include "check.h"
#include "device/refusal.h"
#include "random.h"
#include "step/step.h"
#include <stdlib.h>
#include <string.h>

enum { STEPS = 80, SORTS = 2010, GAS = 200, VESSEL = 400, PAIRS = 5000 };

/* What computes. */
typedef struct way {
  const gm_device_found *found; /* null: the processor */
  int64_t most;                 /* steps run together; 0: as it is */
  int apart; /* 1: contacts with structures are the processor's */
} way;

static gm_device_found host, opencl;
static int has_opencl;
static gm_device_cost cost; /* of the last run on a device */

static void find(void)
{
  gm_device_found all[GM_DEVICES];
  char why[300];
  const int n = gm_device_list(all, GM_DEVICES, why, sizeof why);
  for (int k = 0; k < n; ++k) {
    if (all[k].backend == &gm_host_backend) host = all[k];
    if (has_opencl || all[k].backend == &gm_host_backend) continue;
    has_opencl = all[k].info.exact;
    opencl = all[k];
  }
  if (has_opencl)
    printf("OpenCL: %s\n", opencl.info.name);
  else
    printf("skipped: no device of OpenCL: %s\n", why);
}

static gm_device *give_device(pair_scene *p, const way *w)
{
  gm_device *d = NULL;
  char text[400];
  if (!w->found) return NULL;
  CHECK(gm_refusal_list(p->scene, &p->step->model, text, sizeof text) == 0);
  CHECK(gm_device_open(w->found, gm_refusal_law(p->step->model.law),
                       p->step->model.couple != NULL, &d) == GM_OK);
  if (d && w->most) d->most = w->most;
  p->step->device = d;
  return d;
}

/* Bits after so many steps, of which `done` were the device's. */
static uint64_t finish(pair_scene *p, const way *w, int steps, int64_t *done)
{
  gm_device *d = give_device(p, w);
  if (w->apart) p->scene->structures.row[0].meets = GM_MEETS_LISTED;
  const int64_t end = p->scene->step + steps;
  while (p->scene->step < end)
    if (!CHECK(gm_step_run(p->step, p->scene, end - p->scene->step) == GM_OK))
      break;
  CHECK(gm_step_settle(p->step, p->scene) == GM_OK);
  const uint64_t bits = bed_bits(p);
  *done = d ? d->cost.steps : 0;
  if (d) cost = d->cost;
  pair_clear(p);
  gm_device_free(d);
  return bits;
}

static uint64_t stirred(const pair_law *law, const way *w, int steps,
                        int64_t *done)
{
  pair_scene p;
  bed_start(&p, law, GM_SCHEME_LEAPFROG, 2, 0.0);
  return finish(&p, w, steps, done);
}

/* Grains of two sizes that fly through a periodic box. */
static uint64_t gas(const pair_law *law, const way *w, int64_t *done)
{
  const double cell = 0.0024;
  const int across = 12;
  pair_scene p;
  pair_init_law(&p, law);
  random_begin();
  const gm_index m = pair_material(&p, 2500.0, 2.0e7, 0.3);
  pair_between(&p, m, m, 0.8, 0.5, 1.0e4);
  pair_resists(&p, m, m, 0.1, 0.3, 0.05);
  const double side = across * cell;
  p.scene->domain.min = gm_vec(0.0, 0.0, 0.0);
  p.scene->domain.max = gm_vec(side, side, side);
  gm_domain_repeat(&p.scene->domain, 7);
  for (int k = 0; k < across * across * across; ++k) {
    const gm_vec3 x = {(k % across + 0.5) * cell,
                       (k / across % across + 0.5) * cell,
                       (k / across / across + 0.5) * cell};
    const double r = k % 3 ? 0.8e-3 : 1.15e-3;
    const gm_vec3 v = {random_between(-1, 1), random_between(-1, 1),
                       random_between(-1, 1)};
    pair_grain(&p, x, r, v, gm_vec(20.0, 0.0, -10.0), m);
  }
  gm_domain_settle(&p.scene->domain, &p.scene->grains);
  CHECK(gm_collisions_init(&p.scene->collisions, &p.scene->materials) == GM_OK);
  pair_start(&p, 1.0e-5, 2);
  return finish(&p, w, GAS, done);
}

/* Grains of two materials and sizes that fall into a cone, on a sphere, a disc that
 * turns, a ring, a swinging cylinder and a plane; impacts wear. */
static uint64_t vessel(const pair_law *law, const way *w, int64_t *done)
{
  const double cell = 0.0024;
  const int across = 9;
  pair_scene p;
  pair_init_law(&p, law);
  random_begin();
  p.scene->gravity = gm_vec(0.0, 0.5, -9.81);
  const gm_index m[2] = {pair_material(&p, 2500.0, 2.0e7, 0.3),
                         pair_material(&p, 4000.0, 5.0e7, 0.25)};
  for (int k = 0; k < 3; ++k) {
    const gm_index a = m[k / 2], b = m[(k + 1) / 2];
    pair_between(&p, a, b, 0.5 + 0.1 * k, 0.6 - 0.1 * k, 1.0e4);
    pair_sticks(&p, a, b, 0.1 + 0.1 * k, 1.0e5);
    pair_resists(&p, a, b, 0.1, 0.3, 0.05);
    gm_pair *one = &p.scene->materials.pair[a][b];
    one->wear_coefficient = 1.0e-4;
    one->wear_hardness = 1.0e9 * (k + 1);
    one->wear_flow_stress = 5.0e8;
    one->wear_depth_ratio = one->wear_force_ratio = 2.0;
    p.scene->materials.pair[b][a] = *one;
  }
  const gm_vec3 up = {0.0, 0.0, 1.0};
  const gm_vec3 foot = {0.009, 0.008, -0.001};
  pair_structure(&p, gm_shape_plane(gm_vec(0.0, 0.0, 0.0), up), m[1]);
  pair_structure(
      &p,
      gm_shape_cone(gm_vec(0.0, 0.0, 0.0), gm_scale(0.02, up), 0.01, 0.02, 3u),
      m[1]);
  pair_structure(&p, gm_shape_sphere(gm_vec(0.003, 0.0, -0.001), 0.006), m[0]);
  gm_structure *disc = pair_structure(
      &p, gm_shape_disc(gm_vec(0.0, -0.004, 0.0012), up, 0.007, 0.0), m[1]);
  pair_motion(disc, (gm_motion){.kind = GM_MOTION_ROTATE,
                                .to = INFINITY,
                                .vector = up,
                                .through = {0.0, -0.004, 0.0},
                                .rate = 90.0});
  pair_structure(
      &p, gm_shape_disc(gm_vec(-0.006, 0.004, 0.0005), up, 0.02, 0.004), m[0]);
  gm_structure *rod = pair_structure(
      &p, gm_shape_cone(foot, gm_scale(0.008, up), 0.004, 0.004, 0u), m[1]);
  pair_motion(rod, (gm_motion){.kind = GM_MOTION_OSCILLATE,
                               .to = INFINITY,
                               .vector = {0.001, 0.0, 0.0},
                               .rate = 150.0});
  for (int k = 0; k < across * across * across; ++k) {
    const gm_vec3 x = {(k % across - 4) * cell,
                       (k / across % across - 4) * cell,
                       0.0085 + k / across / across * cell};
    const gm_vec3 v = {random_between(-0.3, 0.3), random_between(-0.3, 0.3),
                       random_between(-3.0, -2.0)};
    pair_grain(&p, x, k % 3 ? 0.8e-3 : 1.15e-3, v, gm_vec(20.0, 90.0, -10.0),
               m[k % 2]);
  }
  CHECK(gm_structures_start_sums(&p.scene->structures) == GM_OK);
  CHECK(gm_collisions_init(&p.scene->collisions, &p.scene->materials) == GM_OK);
  pair_start(&p, 1.0e-5, 2);
  return finish(&p, w, VESSEL, done);
}

/* Grains that slide over the edge of a box, one after the other, and two that touch a
 * disc from either side, where they overlap but do not touch. */
static uint64_t edges(const pair_law *law, const way *w, int64_t *done)
{
  pair_scene p;
  pair_init_law(&p, law);
  const gm_index m = pair_material(&p, 2500.0, 2.0e7, 0.3);
  const gm_vec3 none = {0.0, 0.0, 0.0};
  pair_between(&p, m, m, 0.8, 0.5, 1.0e4);
  pair_resists(&p, m, m, 0.1, 0.3, 0.05);
  pair_structure(
      &p, gm_shape_box(gm_vec(-0.02, 0.0, -0.01), gm_vec(0.0, 0.1, 0.0), 0u),
      m);
  pair_structure(
      &p,
      gm_shape_disc(gm_vec(0.05, 0.0, 0.0), gm_vec(0.0, 0.0, 1.0), 0.004, 0.0),
      m);
  for (int k = 0; k < 16; ++k) {
    const double t =
        2.0e-4 * (k + 1); /* until it touches, 0.1 mm from the edge */
    pair_grain(&p, gm_vec(-1.0e-4 - t, 0.005 * (k + 1), 1.0e-3 + 0.5 * t),
               1.0e-3, gm_vec(1.0, 0.1, -0.5), gm_vec(90.0, 200.0, 20.0), m);
  }
  for (int k = 0; k < 2; ++k) {
    const double side = k ? 1.0 : -1.0;
    pair_grain(&p, gm_vec(0.05, 0.0, 2.3e-3 * side), 1.0e-3,
               gm_vec(0.0, 0.0, -0.5 * side), none, m);
  }
  CHECK(gm_structures_start_sums(&p.scene->structures) == GM_OK);
  pair_start(&p, 1.0e-5, 1);
  return finish(&p, w, VESSEL, done);
}

/* Contacts of two grains each, of any depth, direction, speed and spin. */
static uint64_t contacts(const pair_law *law, const way *w)
{
  const double cell = 0.008;
  const int across = 26;
  pair_scene p;
  int64_t done = 0;
  pair_init_law(&p, law);
  random_begin();
  const gm_index m = pair_material(&p, 2500.0, 2.0e7, 0.3);
  pair_between(&p, m, m, 0.5, 0.5, 1.0e4);
  pair_sticks(&p, m, m, 0.2, 1.0e5);
  pair_resists(&p, m, m, 0.1, 0.3, 0.05);
  for (int k = 0; k < PAIRS; ++k) {
    const gm_vec3 x = {k % across * cell, k / across % across * cell,
                       k / across / across * cell};
    const double ra = random_between(0.3e-3, 1.5e-3);
    const double rb = random_between(0.3e-3, 1.5e-3);
    const double depth = fmin(ra, rb) * pow(10.0, random_between(-6, -0.7));
    const gm_vec3 n = gm_unit(gm_vec(
        random_between(-1, 1), random_between(-1, 1), random_between(-1, 1)));
    for (int q = 0; q < 2; ++q) {
      const double v = pow(10.0, random_between(-4, 0)), s = 300.0 * v;
      pair_grain(&p, gm_madd(x, q * (ra + rb - depth), n), q ? rb : ra,
                 gm_vec(random_between(-v, v), random_between(-v, v),
                        random_between(-v, v)),
                 gm_vec(random_between(-s, s), random_between(-s, s),
                        random_between(-s, s)),
                 m);
    }
  }
  pair_start(&p, 1.0e-6, 2);
  const uint64_t bits = finish(&p, w, 4, &done);
  CHECK(!w->found || done == 3);
  return bits;
}

static void compare_contacts(const pair_law *law)
{
  const way cpu = {NULL, 0, 0}, threads = {&host, 0, 0},
            driver = {&opencl, 0, 0};
  const uint64_t expected = contacts(law, &cpu);
  CHECK(contacts(law, &threads) == expected);
  if (has_opencl) CHECK(contacts(law, &driver) == expected);
}

static void compare_bed(const pair_law *law, int steps)
{
  const way cpu = {NULL, 0, 0}, threads = {&host, 0, 0},
            driver = {&opencl, 0, 0};
  int64_t done = 0;
  const uint64_t expected = stirred(law, &cpu, steps, &done);
  CHECK(stirred(law, &threads, steps, &done) == expected);
  CHECK(done > steps * 9 / 10);
  CHECK(cost.structures == 0.0);
  if (law == &pair_laws[0] || law == &pair_laws[7]) {
    const way apart = {&host, 0, 1};
    const uint64_t shorter = stirred(law, &cpu, STEPS, &done);
    CHECK(stirred(law, &apart, STEPS, &done) == shorter);
    CHECK(cost.structures > 0.0);
  }
  if (!has_opencl) return;
  CHECK(stirred(law, &driver, steps, &done) == expected);
  CHECK(done > steps * 9 / 10);
}

static void compare_gas(const pair_law *law)
{
  const way cpu = {NULL, 0, 0}, driver = {&opencl, 0, 0};
  int64_t done = 0;
  const uint64_t expected = gas(law, &cpu, &done);
  for (int64_t most = 1; most < 60; most *= 7) {
    const way threads = {&host, most, 0};
    CHECK(gas(law, &threads, &done) == expected);
    CHECK(done == GAS - 1); /* the first is the rest of one that was measured */
  }
  if (has_opencl) CHECK(gas(law, &driver, &done) == expected);
}

static void compare_vessel(const pair_law *law)
{
  const way cpu = {NULL, 0, 0}, driver = {&opencl, 0, 0};
  int64_t done = 0;
  const uint64_t expected = vessel(law, &cpu, &done);
  for (int64_t most = 1; most < 60; most *= 7) {
    const way threads = {&host, most, 0};
    CHECK(vessel(law, &threads, &done) == expected);
    CHECK(done > VESSEL / 4);
    CHECK(most == 1 || 2 * cost.batches < cost.steps);
    CHECK(cost.structures == 0.0);
  }
  if (has_opencl) CHECK(vessel(law, &driver, &done) == expected);
}

static void compare_edges(const pair_law *law)
{
  const way cpu = {NULL, 0, 0}, threads = {&host, 0, 0};
  const way driver = {&opencl, 0, 0};
  int64_t done = 0;
  const uint64_t expected = edges(law, &cpu, &done);
  CHECK(edges(law, &threads, &done) == expected);
  CHECK(done > VESSEL / 4);
  if (has_opencl) CHECK(edges(law, &driver, &done) == expected);
}

/* Devices must not fuse: if they did, this comparison would show it. */
static void control(void)
{
  const way cpu = {NULL, 0, 0}, driver = {&opencl, 0, 0};
  int64_t done = 0;
  if (!has_opencl) return;
  const uint64_t expected = stirred(&pair_laws[0], &cpu, STEPS, &done);
  setenv("GM_OPENCL_OPTIONS", "-DGM_PORTABLE_FUSED", 1);
  const uint64_t fused = stirred(&pair_laws[0], &driver, STEPS, &done);
  unsetenv("GM_OPENCL_OPTIONS");
  CHECK(fused != expected);
}

static void refused(void)
{
  char text[400];
  pair_scene p;
  bed_start(&p, &pair_laws[0], GM_SCHEME_EXPLICIT_EULER, 1, 0.0);
  CHECK(gm_refusal_list(p.scene, &p.step->model, text, sizeof text) == 1);
  CHECK(strstr(text, "'time.scheme': explicit_euler") != NULL);
  p.step->model.law = &gm_law_collisions;
  CHECK(gm_refusal_list(p.scene, &p.step->model, text, sizeof text) == 2);
  CHECK(strstr(text, "'contacts.law': ") != NULL);
  pair_clear(&p);
}

int main(void)
{
  find();
  for (int k = 0; k < pair_law_count; ++k) {
    compare_bed(&pair_laws[k], k == 0 ? SORTS : STEPS);
    compare_contacts(&pair_laws[k]);
    if (k < 2 || k == 7) compare_vessel(&pair_laws[k]);
    if (k < 5) compare_edges(&pair_laws[k]);
  }
  compare_gas(&pair_laws[0]);
  compare_gas(&pair_laws[1]);
  control();
  refused();
  return CHECK_REPORT();
}
