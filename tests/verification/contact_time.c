/* The stiffness of a linear spring follows from a prescribed contact time or overlap.
 *
 * contact_time: the lightest pair stays in contact for that time, whatever the
 * restitution and whether or not the dashpot may pull; a pair eight times as heavy
 * stays sqrt(8) times as long.  reference: the heaviest pair, colliding at the given
 * speed, overlaps by the given fraction of the smaller radius, and at half the speed by
 * half of it.
 *
 * Measured on two grains of different sizes and on a wall.  Beginning and end of a
 * contact are known to one step: required 3e-3 of the contact time at 1000 steps, and
 * 5e-4 of the largest overlap, because the dashpot starts with a jump of force that
 * falls somewhere within a step.
 */
#include "check.h"
#include "pair.h"

typedef struct hit {
  double time, overlap; /* s, m */
} hit;

enum { wall = 0, pair = 1 };

static const double small = 1.0e-3, large = 2.0e-3, density = 2500.0;

static hit strike(const gm_pair *between, bool no_tension, int what, double r,
                  double speed, double dt)
{
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.config->contacts.no_tension = no_tension;
  const gm_index m = pair_material(&p, density, 1.0e7, 0.25);
  const gm_index plate = pair_material(&p, 1.0, 1.0e7, 0.25);
  p.scene->materials.pair[m][m] = *between;
  p.scene->materials.pair[m][plate] = p.scene->materials.pair[plate][m] =
      *between;
  /* Far away, one of each size: the range of radii. */
  pair_grain(&p, gm_vec(0.5, 0.0, 1.0), small, none, none, m);
  pair_grain(&p, gm_vec(0.7, 0.0, 1.0), large, none, none, m);
  if (what == wall) {
    pair_structure(&p, gm_shape_plane(none, z), plate);
    pair_grain(&p, gm_vec(0.0, 0.0, r), r, gm_scale(-speed, z), none, m);
  } else {
    pair_grain(&p, gm_vec(0.0, 0.0, 1.0), r, none, none, m);
    pair_grain(&p, gm_vec(0.0, 0.0, 1.0 + 2.0 * r), r, gm_scale(-speed, z),
               none, m);
  }
  pair_start(&p, dt, 1);
  hit h = {0.0, 0.0};
  for (int n = 0; n < 20000; ++n) {
    pair_advance(&p, 1);
    pair_look(&p);
    const bool pushes = p.contacts->n && gm_norm(p.contacts->force[0]) > 0.0;
    if (!pushes && h.overlap > 0.0) break;
    if (!pushes) continue;
    h.time += dt;
    h.overlap = fmax(h.overlap, p.contacts->overlap[0]);
  }
  CHECK(h.overlap > 0.0);
  pair_clear(&p);
  return h;
}

static void check_time(double e, bool no_tension)
{
  const double tc = 1.0e-4;
  const gm_pair between = {
      .restitution = e, .friction = 0.3, .contact_time = tc};
  const hit light = strike(&between, no_tension, pair, small, 0.1, tc / 1000);
  const hit heavy = strike(&between, no_tension, pair, large, 0.1, tc / 1000);
  const hit lone = strike(&between, no_tension, wall, small, 0.1, tc / 1000);
  printf("e %.2f %-10s light pair %.5f t_c, heavy %.5f, light on wall %.5f\n",
         e, no_tension ? "" : "may pull", light.time / tc, heavy.time / tc,
         lone.time / tc);
  CHECK_NEAR(light.time / tc, 1.0, 3.0e-3);
  CHECK_NEAR(heavy.time / tc, sqrt(8.0), 3.0e-3);
  CHECK_NEAR(lone.time / tc, 1.0, 3.0e-3); /* of its own lightest pair */
}

static void check_overlap(double e)
{
  const double speed = 0.5, part = 0.02;
  const gm_pair between = {.restitution = e,
                           .friction = 0.3,
                           .reference_speed = speed,
                           .reference_overlap = part};
  const double dt = 4.0e-7;
  const hit heavy = strike(&between, true, pair, large, speed, dt);
  const hit slow = strike(&between, true, pair, large, 0.5 * speed, dt);
  const hit lone = strike(&between, true, wall, large, speed, dt);
  printf("e %.2f overlap of heavy pair %.6f, half as fast %.6f, on wall %.6f; "
         "expected %.3f\n",
         e, heavy.overlap / large, slow.overlap / large, lone.overlap / large,
         part);
  CHECK_NEAR(heavy.overlap / large, part, 5.0e-4 * part);
  CHECK_NEAR(slow.overlap / large, 0.5 * part, 2.5e-4 * part);
  CHECK_NEAR(lone.overlap / large, part, 5.0e-4 * part);
}

int main(void)
{
  for (int k = 0; k < 2; ++k) {
    check_time(1.0, k);
    check_time(0.8, k);
    check_time(0.3, k);
  }
  check_overlap(1.0);
  check_overlap(0.7);
  return CHECK_REPORT();
}
