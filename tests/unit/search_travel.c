/* search/travel keeps its promises: bounds of the speed and the way of structures hold,
 * and are about the axis.
 *
 * A cylinder of 10 mm by 20 mm that turns about its own axis has a speed between w r and
 * w times the half diagonal of its bounds, wherever the origin of its frame is: 5 m away
 * it was 126 m/s.  So has its way in a step.  Segments one after the other do not add up.
 * Of random bodies and motions no corner of the bounds is ever faster than the bound, nor
 * goes farther in a step; both within round-off, 1e-12 of lengths and speeds near 1.
 */
#include "check.h"
#include "random.h"
#include "search/travel.h"

static const gm_vec3 everywhere[2] = {{-INFINITY, -INFINITY, -INFINITY},
                                      {INFINITY, INFINITY, INFINITY}};

static gm_structure body_of(gm_shape shape, gm_motion *motion, int n)
{
  return (gm_structure){.shape = shape,
                        .scale = 1.0,
                        .kind = -1,
                        .pose = {.orientation = gm_quat_identity()},
                        .motion = motion,
                        .n_motion = n};
}

/* 120 rpm; the frame of the body lies `away` (m) from the axis. */
static void check_cylinder(double away)
{
  const double rate = 4.0 * GM_PI, dt = 1.0e-5;
  gm_motion turn = {.kind = GM_MOTION_ROTATE,
                    .to = INFINITY,
                    .vector = {0.0, 0.0, 1.0},
                    .through = {away, 0.0, 0.0},
                    .rate = rate};
  gm_structure s = body_of(gm_shape_cone(gm_vec(away, 0.0, 0.0),
                                         gm_vec(0.0, 0.0, 0.02), 0.01, 0.01, 0),
                           &turn, 1);
  const gm_vec3 low = gm_vec(away - 0.05, -0.05, 0.0);
  const gm_vec3 high = gm_vec(away + 0.05, 0.05, 0.05);
  const double least = rate * 0.01, most = 1.4143 * least;
  const double speed = gm_travel_speed(&s, INFINITY, low, high);
  const gm_pose before = s.pose;
  gm_motion_advance(&turn, 1, 0.0, dt, &s.pose);
  const double way = gm_travel_step(&s, &before, low, high);
  printf("%5g m from the origin: %.4g m/s, %.4g m/s in a step\n", away, speed,
         way / dt);
  CHECK(speed >= least && speed <= most);
  CHECK(way >= least * dt * (1.0 - 1.0e-6) && way <= most * dt);
}

static void check_turns(void)
{
  gm_motion m[3];
  for (int k = 0; k < 3; ++k) {
    m[k] = (gm_motion){.kind = GM_MOTION_TRANSLATE,
                       .from = k,
                       .to = k + 1,
                       .vector = {1.0 + k, 0.0, 0.0}};
  }
  gm_structure s = body_of(gm_shape_sphere(gm_vec(0, 0, 0), 1.0), m, 3);
  CHECK_NEAR(gm_travel_speed(&s, INFINITY, everywhere[0], everywhere[1]), 3.0,
             1.0e-15);
  m[0].to = 1.5;
  CHECK_NEAR(gm_travel_speed(&s, INFINITY, everywhere[0], everywhere[1]), 3.0,
             1.0e-15);
  m[1].to = 2.5;
  CHECK_NEAR(gm_travel_speed(&s, INFINITY, everywhere[0], everywhere[1]), 5.0,
             1.0e-15);
  CHECK_NEAR(gm_travel_speed(&s, 2.0, everywhere[0], everywhere[1]), 3.0,
             1.0e-15);
}

static gm_vec3 anywhere(double a)
{
  const double x = random_between(-a, a), y = random_between(-a, a);
  return gm_vec(x, y, random_between(-a, a));
}

static gm_motion any_motion(int k)
{
  const double from = random_between(-0.5, 1.0);
  gm_motion m = {.from = from, .to = from + random_between(0.1, 2.0)};
  m.kind = k % 3 == 0   ? GM_MOTION_ROTATE
           : k % 3 == 1 ? GM_MOTION_TRANSLATE
                        : GM_MOTION_OSCILLATE;
  m.vector =
      m.kind == GM_MOTION_ROTATE ? gm_unit(anywhere(1.0)) : anywhere(0.5);
  m.through = anywhere(2.0);
  m.rate = random_between(-3.0, 3.0);
  m.phase = random_between(0.0, 6.0);
  return m;
}

static gm_vec3 corner_of(const gm_shape *s, int k)
{
  return gm_vec(k & 1 ? s->max.x : s->min.x, k & 2 ? s->max.y : s->min.y,
                k & 4 ? s->max.z : s->min.z);
}

/* One body of some motions, step by step; everything within a box that holds it all. */
static void check_random(int kind)
{
  gm_motion m[3];
  const int n = 1 + kind % 3;
  for (int k = 0; k < n; ++k)
    m[k] = any_motion(kind / 3 + k);
  const gm_vec3 a = anywhere(3.0);
  gm_structure s =
      body_of(gm_shape_box(a, gm_add(a, gm_vec(0.3, 0.2, 0.5)), 0), m, n);
  s.pose.position = anywhere(1.0);
  s.pose.orientation = gm_quat_rotation(anywhere(2.0));
  const gm_vec3 low = {-30.0, -30.0, -30.0}, high = {30.0, 30.0, 30.0};
  const double bound = gm_travel_speed(&s, INFINITY, low, high), dt = 1.0e-3;
  double fastest = 0.0;
  for (int step = 0; step < 2500; ++step) {
    const gm_pose before = s.pose;
    gm_motion_advance(m, n, step * dt, dt, &s.pose);
    const double way = gm_travel_step(&s, &before, low, high);
    for (int k = 0; k < 8; ++k) {
      const gm_vec3 y = corner_of(&s.shape, k),
                    x = gm_pose_to_world(&s.pose, y);
      const double gone = gm_norm(gm_sub(x, gm_pose_to_world(&before, y)));
      fastest = fmax(fastest, gm_norm(gm_pose_velocity_at(&s.pose, x)));
      CHECK(gone <= way);
      CHECK(gone <= bound * dt * (1.0 + 3.0 * dt) + 1.0e-12);
    }
  }
  if (kind < 6) printf("random %d: %.4g of %.4g m/s\n", kind, fastest, bound);
  CHECK(fastest <= bound * (1.0 + 1.0e-12));
}

int main(void)
{
  check_cylinder(0.0);
  check_cylinder(5.0);
  check_turns();
  for (int kind = 0; kind < 60; ++kind)
    check_random(kind);
  return CHECK_REPORT();
}
