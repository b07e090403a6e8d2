/* A wall that is moved works on the grains, and feels what they feel.
 *
 * Piston: a plane of speed V meets a grain at rest, which leaves at (1 + e) V.  Its
 * impulse is m (1 + e) V, so the piston's work is m (1 + e) V^2, twice and more what the
 * grain keeps; the rest, (1/2) m V^2 (1 - e^2), is dissipated.
 *
 * Drum: grains inside a turning drum with a rod that swings through them.  At any instant
 * the force and torque on both bodies are minus those on all the grains, and the power of
 * the drum is its torque times its rate: to round-off, 1e-12 of the sum of sizes.  What
 * the bodies put in is kinetic, elastic, potential or dissipated: an error of first
 * order, seen were 5e-4 of the work at 1 us, required 2e-3, since the drum is chaotic.
 *
 * Tables: a grain falls on a sloping floor that moves, turns or swings.  With rows of
 * that motion in its place the grain leaves alike, and the balance closes as well.
 */
#include "check.h"
#include "pair.h"

static const gm_vec3 none = {0.0, 0.0, 0.0};

static void check_piston(enum gm_choice_law law, double e)
{
  const gm_vec3 along = gm_unit(gm_vec(1.0, 2.0, 2.0));
  const double r = 0.005, speed = 0.7;
  pair_scene p;
  pair_init(&p, law);
  const gm_index m = pair_material(&p, 2500.0, 1.0e8, 0.3);
  pair_between(&p, m, m, e, 0.4, 1.0e5);
  gm_structure *wall = pair_structure(&p, gm_shape_plane(none, along), m);
  pair_motion(wall, (gm_motion){.kind = GM_MOTION_TRANSLATE,
                                .to = INFINITY,
                                .vector = gm_scale(speed, along)});
  /* Far: no candidate of the first list, and only the wall moves. */
  pair_grain(&p, gm_scale(r + 3.0e-3, along), r, none, none, m);
  const double mass = gm_grains_mass(&p.scene->grains, 0);
  pair_start(&p, 1.0e-7, 1);
  pair_advance(&p, 60000);
  pair_look(&p);
  CHECK(p.contacts->n == 0);
  const double out = gm_dot(p.grains->velocity[0], along) / speed;
  const double scale = mass * speed * speed;
  const double work = p.scene->balance.work / scale;
  const double lost = p.scene->balance.dissipated / scale;
  printf("piston %-6s e = %.2f: v/V %.6f (%.2f), work %.6f (%.2f), lost "
         "%.6f (%.3f)\n",
         law == GM_LAW_HERTZ ? "hertz" : "hooke", e, out, 1.0 + e, work,
         1.0 + e, lost, 0.5 * (1.0 - e * e));
  CHECK_NEAR(out, 1.0 + e, 1.0e-3); /* first order: t_c / 1000 or so */
  CHECK_NEAR(work, out, 1.0e-12);   /* impulse times V, whatever e */
  CHECK_NEAR(lost, 0.5 * (1.0 - e * e), 1.0e-3);
  CHECK_NEAR(0.5 * out * out + lost, work, 1.0e-5);
  pair_clear(&p);
}

/* Loads on the bodies against those on the grains, about the world origin. */
static void compare_loads(const pair_scene *p, double rate, double *worst)
{
  const gm_grains *g = &p->scene->grains;
  gm_vec3 force = none, torque = none;
  double forces = 0.0, torques = 0.0;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_vec3 f = gm_row_vec(g->load[i].f);
    const gm_vec3 q = gm_scale(-g->g[i].x[3], gm_row_vec(g->load[i].t));
    const gm_vec3 xf = gm_cross(gm_row_vec(g->g[i].x), f);
    force = gm_add(force, f);
    torque = gm_add(torque, gm_add(xf, q));
    forces += gm_norm(f);
    torques += gm_norm(xf) + gm_norm(q);
  }
  for (gm_index s = 0; s < p->scene->structures.n; ++s) {
    const gm_structure *b = &p->scene->structures.row[s];
    force = gm_add(force, b->load.force);
    torque = gm_add(torque, b->load.torque);
    torque = gm_add(torque, gm_cross(b->pose.position, b->load.force));
  }
  /* The drum's origin is on its axis, x: it works by its torque alone, against it. */
  const gm_structure_load *drum = &p->scene->structures.row[0].load;
  const double power = drum->power + rate * drum->torque.x;
  if (forces == 0.0) return;
  *worst = fmax(*worst, gm_norm(force) / forces);
  *worst = fmax(*worst, gm_norm(torque) / torques);
  *worst = fmax(*worst, fabs(power) / (torques * rate));
}

static double check_drum(enum gm_choice_law law, double dt)
{
  const double radius = 0.02, rate = 25.0;
  pair_scene p;
  pair_init(&p, law);
  p.scene->gravity = gm_vec(0.0, 0.0, -9.81);
  const gm_index m = pair_material(&p, 2500.0, 2.0e7, 0.3);
  pair_between(&p, m, m, 0.6, 0.5, 2.0e4);
  gm_structure *drum =
      pair_structure(&p,
                     gm_shape_cone(gm_vec(-0.015, 0.0, 0.0),
                                   gm_vec(0.03, 0.0, 0.0), radius, radius, 0),
                     m);
  drum->pose.position = gm_vec(0.0, 0.01, 0.02);
  pair_motion(drum, (gm_motion){.kind = GM_MOTION_ROTATE,
                                .to = INFINITY,
                                .vector = {1.0, 0.0, 0.0},
                                .through = {0.3, 0.01, 0.02},
                                .rate = rate});
  gm_structure *rod =
      pair_structure(&p,
                     gm_shape_cone(gm_vec(-0.02, 0.0, 0.0),
                                   gm_vec(0.04, 0.0, 0.0), 0.003, 0.003, 0),
                     m);
  rod->pose.position = gm_vec(0.0, 0.01, 0.013);
  pair_motion(rod, (gm_motion){.kind = GM_MOTION_OSCILLATE,
                               .to = INFINITY,
                               .vector = {0.0, 0.006, 0.003},
                               .rate = 8.0});
  for (int i = 0; i < 24; ++i) {
    const gm_vec3 x = {0.008 * (i % 3 - 1), 0.01 + 0.007 * (i / 3 % 4 - 1.5),
                       0.021 + 0.007 * (i / 12)};
    pair_grain(&p, x, 0.0026 + 0.0002 * (i % 5), none, none, m);
  }
  pair_start(&p, dt, 1);
  const int steps = (int)(0.25 / dt + 0.5);
  double worst = 0.0;
  for (int n = 0; n < steps; n += 50) {
    pair_advance(&p, 50);
    pair_look(&p);
    compare_loads(&p, rate, &worst);
  }
  const double work = p.scene->balance.work;
  const double error = gm_measure_error(&p.step->capture, p.scene, p.measure);
  printf("drum   %-6s dt %.1f us: loads off %.1e, work %.4e J, balance off "
         "%.1e of it\n",
         law == GM_LAW_HERTZ ? "hertz" : "hooke", 1.0e6 * dt, worst, work,
         error / work);
  CHECK_NEAR(worst, 0.0, 1.0e-12);
  CHECK(work > 5.0 * p.measure->kinetic); /* the bodies did drive them */
  CHECK(p.scene->balance.dissipated > 0.5 * work);
  pair_clear(&p);
  return fabs(error / work);
}

/* ---- the same by table ----------------------------------------------------------- */

/* Rows of where a motion carries a body that was placed at rest: n of them in `end` s. */
static gm_motion table_of(const gm_motion *m, gm_pose placed, int n, double end)
{
  gm_motion table = {.kind = GM_MOTION_TABLE, .to = INFINITY};
  CHECK(gm_motion_track_init(&table.track, n) == GM_OK);
  const gm_quat back = gm_quat_conjugate(placed.orientation);
  for (int k = 0; k < n; ++k) {
    gm_track_row *row = &table.track.row[k];
    gm_pose p = placed;
    row->time = end * k / (n - 1);
    gm_motion_advance(m, 1, 0.0, row->time, &p);
    row->position = gm_sub(p.position, placed.position);
    row->orientation = gm_quat_product(p.orientation, back);
  }
  gm_motion_track_finish(&table.track);
  return table;
}

/* What a grain at rest on a table that begins to move, or thrown at a wall, ends with. */
typedef struct driven {
  gm_vec3 velocity, spin;
  double work, lost, error;
} driven;

static driven drive(const gm_motion *m, int rows)
{
  const double r = 0.005, end = 0.03;
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.scene->gravity = gm_vec(0.0, 0.0, -9.81);
  const gm_index k = pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, k, k, 0.6, 0.4, 0.0);
  gm_structure *wall = pair_structure(
      &p, gm_shape_plane(none, gm_unit(gm_vec(0.1, 0.0, 1.0))), k);
  wall->pose.position = gm_vec(0.01, 0.02, 0.0);
  wall->pose.orientation = gm_quat_rotation(gm_vec(0.0, 0.1, 0.2));
  const gm_pose placed = wall->pose;
  pair_motion(wall, rows ? table_of(m, placed, rows, end) : *m);
  pair_grain(&p, gm_vec(0.01, 0.02, r + 1.0e-3), r, none, none, k);
  pair_start(&p, 1.0e-6, 1);
  pair_advance(&p, (int)(end / 1.0e-6 + 0.5));
  pair_look(&p);
  const driven d = {p.grains->velocity[0], p.grains->angular_velocity[0],
                    p.scene->balance.work, p.scene->balance.dissipated,
                    gm_measure_error(&p.step->capture, p.scene, p.measure)};
  pair_clear(&p);
  return d;
}

/* A table of a motion drives a grain as the motion does.  Steady motions are in it to
 * round-off, which a contact enlarges: 1e-9 asked.  A swing is there to a h^2/8 in place
 * and a h/2 in velocity, with a = 49 m/s2: of the second comes a part of the impulse. */
static void check_tables(void)
{
  const gm_motion motions[] = {
      {.kind = GM_MOTION_TRANSLATE, .to = INFINITY, .vector = {0.2, 0.1, 0.5}},
      {.kind = GM_MOTION_ROTATE,
       .to = INFINITY,
       .vector = {0.6, 0.8, 0.0},
       .through = {0.01, 0.02, 0.0}, /* the origin of the body */
       .rate = 6.0},
      {.kind = GM_MOTION_OSCILLATE,
       .to = INFINITY,
       .vector = {1.0e-3, 0.0, 3.0e-3},
       .rate = 20.0},
  };
  static const char *const names[] = {"translate", "rotate", "oscillate"};
  for (int k = 0; k < 3; ++k) {
    const driven d = drive(&motions[k], 0);
    const double v = gm_norm(d.velocity);
    printf("table  %-9s as it is: v %.6f m/s, work %.6e J\n", names[k], v,
           d.work);
    CHECK(v > 0.05 && fabs(d.work) > 1.0e-6);
    for (int rows = 11; rows <= 1281; rows = 2 * rows - 1) {
      const driven t = drive(&motions[k], rows);
      const double off = gm_norm(gm_sub(t.velocity, d.velocity)) / v;
      const double work = fabs(t.work - d.work) / fabs(d.work);
      const double turned = 0.005 * gm_norm(gm_sub(t.spin, d.spin)) / v;
      printf("       %5d rows: velocity off %.1e, spin %.1e, work %.1e, "
             "balance %.1e of it\n",
             rows, off, turned, work, t.error / t.work);
      const double h = 0.03 / (rows - 1);
      const double most = k < 2 ? 1.0e-9 : 0.5 * 49.0 * h / v;
      CHECK_NEAR(off, 0.0, most);
      CHECK_NEAR(turned, 0.0, most);
      CHECK_NEAR(work, 0.0, 2.0 * most);
      /* Velocity is the rate of the place, however coarse the rows are. */
      CHECK_NEAR(t.error / t.work, d.error / d.work, 1.0e-5);
    }
  }
}

int main(void)
{
  for (int k = 0; k < 2; ++k) {
    const enum gm_choice_law law = (enum gm_choice_law)k;
    check_piston(law, 1.0);
    check_piston(law, 0.6);
    for (int fine = 1; fine <= 4; fine *= 2) {
      CHECK(check_drum(law, 4.0e-6 / fine) < 8.0e-3 / fine);
    }
  }
  check_tables();
  return CHECK_REPORT();
}
