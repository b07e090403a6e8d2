/* Grains that pass a plane are counted once each way, with their mass.
 *
 * A stream without contacts, so that every grain is where its start and velocity put it:
 * half of them fly along the normal, half against it, faster or slower.  At any time
 * those have passed whose start and place are on different sides; through a disc, those
 * of them whose way meets it.  Grains that leave the domain stay counted.  Numbers are
 * exact; masses to the round-off of a sum.
 *
 * Round a periodic box each grain passes every plane once a round.
 *
 * A grain that swings through the plane is counted at every passage.
 */
#include "check.h"
#include "pair.h"

static const gm_vec3 none = {0.0, 0.0, 0.0};
static const gm_vec3 normal = {0.0, 0.6, 0.8};
static const gm_vec3 through = {0.1, -0.2, 0.3};

enum { N = 2000 };

/* Grain k of the stream: ways are parallel to the normal, apart by more than the
 * grains. */
typedef struct grain {
  gm_vec3 x, v;   /* m, m/s */
  double r, away; /* m  radius; of its way from the point of the plane */
} grain;

static grain stream(int k)
{
  const gm_vec3 e = {1.0, 0.0, 0.0}, f = gm_cross(normal, e);
  const double a = 0.01 * (k % 50 - 25), b = 0.01 * (k / 50 - 20);
  const double at = 0.7 * sin(1.7 * k) * 0.1; /* before or behind the plane */
  const double speed = (k % 2 ? 1.0 : -0.7) * (1.0 + 0.001 * k);
  grain g = {.r = 0.001 + 1.0e-6 * (k % 7), .away = sqrt(a * a + b * b)};
  g.x = gm_madd(gm_madd(gm_madd(through, a, e), b, f), at, normal);
  g.v = gm_scale(speed, normal);
  return g;
}

static void check_stream(double radius, int threads, double bound)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 0.9, 0.3, 1.0e4);
  p.scene->domain.max = gm_vec(bound, bound, bound);
  for (int k = 0; k < N; ++k) {
    const grain g = stream(k);
    pair_grain(&p, g.x, g.r, g.v, none, m);
  }
  pair_flux(&p, through, normal, radius);
  const double dt = 1.0e-5;
  pair_start(&p, dt, threads);
  for (int row = 1; row <= 5; ++row) {
    pair_advance(&p, 1000);
    pair_look(&p);
    const double time = p.scene->time;
    gm_id passed[2] = {0, 0};
    double mass[2] = {0.0, 0.0};
    for (int k = 0; k < N; ++k) {
      const grain g = stream(k);
      const double h0 = gm_dot(gm_sub(g.x, through), normal);
      const double h1 = h0 + time * gm_dot(g.v, normal);
      if ((h0 >= 0.0) == (h1 >= 0.0) || g.away > radius) continue;
      ++passed[h1 < 0.0];
      mass[h1 < 0.0] += 4.0 / 3.0 * GM_PI * g.r * g.r * g.r * 2500.0;
    }
    const gm_flux *f = &p.scene->sensors.row[0].flux;
    printf("%8.3f %8.2f %7d %6d %9lld %9lld %9.1e\n", radius, 1.0e3 * time,
           threads, p.scene->grains.n, (long long)f->forward,
           (long long)f->backward,
           fmax(fabs(f->mass_forward / mass[0] - 1.0),
                fabs(f->mass_backward / mass[1] - 1.0)));
    CHECK(passed[0] > 10 && passed[1] > 10);
    CHECK(f->forward == passed[0] && f->backward == passed[1]);
    CHECK_NEAR(f->mass_forward / mass[0], 1.0, 1.0e-13);
    CHECK_NEAR(f->mass_backward / mass[1], 1.0, 1.0e-13);
  }
  CHECK((p.scene->grains.n < N) == isfinite(bound));
  pair_clear(&p);
}

/* Round and round a periodic box: every time at the planes, within the box and on its
 * side. */
static void check_ring(int threads)
{
  enum { GRAINS = 900 };
  static const double planes[] = {0.25, 0.0, 0.996};
  const double dt = 1.0e-3, side = 1.0, speed = 0.7;
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 0.9, 0.3, 1.0e4);
  p.scene->domain.min = gm_vec(0.0, 0.0, 0.0);
  p.scene->domain.max = gm_vec(side, side, side);
  gm_domain_repeat(&p.scene->domain, 1);
  for (int k = 0; k < GRAINS; ++k) {
    const gm_vec3 x = {fmod(0.003 + 0.0137 * k, side), 0.02 + 0.03 * (k % 30),
                       0.02 + 0.03 * (k / 30)};
    pair_grain(&p, x, 0.001, gm_vec(k % 3 ? speed : -speed, 0.0, 0.0), none, m);
  }
  gm_domain_settle(&p.scene->domain, &p.scene->grains);
  for (int k = 0; k < 3; ++k)
    pair_flux(&p, gm_vec(planes[k], 0.5, 0.5), gm_vec(1.0, 0.0, 0.0), INFINITY);
  pair_start(&p, dt, threads);
  pair_advance(&p, 5300);
  pair_look(&p);
  for (int k = 0; k < 3; ++k) {
    gm_id forward = 0, backward = 0;
    for (int q = 0; q < GRAINS; ++q) {
      const double x = fmod(0.003 + 0.0137 * q, side) - planes[k];
      const double way = (q % 3 ? speed : -speed) * p.scene->time;
      const double rounds = floor((x + way) / side) - floor(x / side);
      forward += rounds > 0.0 ? (gm_id)rounds : 0;
      backward += rounds < 0.0 ? (gm_id)-rounds : 0;
    }
    const gm_flux *f = &p.scene->sensors.row[k].flux;
    printf("ring, plane at %.3f: %lld forward, %lld backward\n", planes[k],
           (long long)f->forward, (long long)f->backward);
    CHECK(f->forward == forward && f->backward == backward);
  }
  pair_clear(&p);
}

/* Between two walls at +-10 mm, r 5 mm, elastic: the centre passes the middle each
 * way. */
static void check_swing(void)
{
  const gm_vec3 x = {1.0, 0.0, 0.0};
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 1.0, 0.0, 1.0e5);
  pair_structure(&p, gm_shape_plane(gm_vec(-0.01, 0.0, 0.0), x), m);
  pair_structure(&p, gm_shape_plane(gm_vec(0.01, 0.0, 0.0), gm_scale(-1.0, x)),
                 m);
  pair_grain(&p, gm_vec(-0.004, 0.0, 0.0), 0.005, gm_vec(1.0, 0.0, 0.0), none,
             m);
  pair_flux(&p, none, x, INFINITY);
  pair_start(&p, 2.0e-6, 1);
  gm_id forward = 0, backward = 0;
  int before = 0;
  for (int k = 0; k < 50000; ++k) {
    pair_advance(&p, 1);
    const int now = pair_position(&p, 0).x >= 0.0;
    forward += now && !before;
    backward += !now && before;
    before = now;
  }
  const gm_flux *f = &p.scene->sensors.row[0].flux;
  printf("swinging: %lld forward, %lld backward\n", (long long)f->forward,
         (long long)f->backward);
  CHECK(forward > 3 && f->forward == forward && f->backward == backward);
  pair_clear(&p);
}

int main(void)
{
  printf("radius m  time ms threads grains   forward  backward  mass off\n");
  check_stream(INFINITY, 1, INFINITY);
  check_stream(INFINITY, 2, 0.5); /* some leave */
  check_stream(0.1, 3, INFINITY);
  check_ring(1);
  check_ring(2);
  check_swing();
  return CHECK_REPORT();
}
