/* A sphere on a plane slips, rolls, spins and stops as closed forms predict.
 *
 * Thrown along with u_0, no spin (friction mu):
 *
 *   u = u_0 - mu g t,  w = (5/2) mu g t / r      until u = r w at t = 2 u_0 / (7 mu g),
 *   then u = (5/7) u_0; the way to there is 12 u_0^2 / (49 mu g), 2/7 of the energy is
 *   lost
 *
 * On a slope b: rolls with (5/7) g sin b while tan b < (7/2) mu, else slips with
 * g (sin b - mu cos b), spun up by (5/2) mu g cos b / r.
 *
 * Resistance to rolling, torque mu_r r N, and to spinning, mu_s r N:
 *
 *   u = u_0 - (5/7) mu_r g t,  stops after u_0^2 / ((10/7) mu_r g)   rolling, rough plane
 *   w = w_0 - (5/2) mu_r g t / r                   spinning, no friction
 *   w = w_0 - (5/2) mu_s g t / r, then rest                          about the normal
 *   slope: at rest while tan b < mu_r, else (5/7) g (sin b - mu_r cos b)
 *
 * Springs below their limit swing, f'' + 2 eta w f' + w^2 f = 0, with
 *
 *   w^2 = (9/4) k_n (mu_r r)^2 / (7/5 m r^2)   rolling
 *   w^2 = (9/4) k_n (mu_s r)^2 / (2/5 m r^2)   spinning
 *
 * and k_n = 2 E a for the Hertz law.  J. Ai, J.-F. Chen, J. M. Rotter and J. Y. Ooi,
 * Powder Technology 206 (2011) 269-282.
 *
 * Required: the arm of friction is r - d, so speeds after slipping are (r - d)^2 / ((r -
 * d)^2 + 2 r^2 / 5) of u_0 to 1e-6, what is left of the swing at the end of slip; time
 * and way of slip to a swing of the tangential spring, 0.5 %.  Rates 1e-4 (d / r = 1e-5,
 * and 5e-4 where the law is Hertz's), ways 2e-3, for a spring first bends, periods and
 * decrements 1e-3, order of the scheme.
 */
#include "contact_cases.h"

static const double r = 5.0e-3, g = 9.81, young = 1.0e9, nu = 0.25, kn = 1.0e6;

typedef struct lies {
  const char *name;
  int law, rolling, torsion; /* enums of config/choices.h */
  double mu, resist, eta;    /* resist: of rolling and of spinning alike */
  double slope;              /* tan b */
} lies;

static double weight(double slope)
{
  return 2500.0 * 4.0 / 3.0 * GM_PI * r * r * r * g * cos(slope);
}

static double sunk(const lies *k)
{
  const double kh = 4.0 / 3.0 * (0.5 * young / (1.0 - nu * nu)) * sqrt(r);
  const double load = weight(atan(k->slope));
  return k->law == GM_LAW_HOOKE ? load / kn : pow(load / kh, 2.0 / 3.0);
}

/* It moves along `heading` in the plane z = 0, down the slope. */
static void lay(pair_scene *p, const lies *k, gm_vec3 v, gm_vec3 w, double dt)
{
  const double slope = atan(k->slope);
  pair_init(p, (enum gm_choice_law)k->law);
  p->config->contacts.rolling = k->rolling;
  p->config->contacts.torsion = k->torsion;
  p->scene->gravity = gm_vec(g * sin(slope), 0.0, -g * cos(slope));
  const gm_index m = pair_material(p, 2500.0, young, nu);
  pair_between(p, m, m, 0.5, k->mu, kn);
  pair_resists(p, m, m, k->resist, k->eta, k->resist);
  pair_structure(p, gm_shape_plane(gm_vec(0, 0, 0), gm_vec(0, 0, 1)), m);
  pair_grain(p, gm_vec(0.0, 0.0, r - sunk(k)), r, v, w, m);
  pair_start(p, dt, 1);
}

static void run(pair_scene *p, double time)
{
  pair_advance(p, (int)(time / p->scene->dt + 0.5));
  pair_look(p);
}

/* J  that the balance leaves over so far */
static double left_over(const pair_scene *p)
{
  return gm_measure_error(&p->step->capture, p->scene, p->measure);
}

static const lies throws[] = {
    {"slip, mu 0.1", GM_LAW_HERTZ, .mu = 0.1},
    {"slip, mu 0.5", GM_LAW_HERTZ, .mu = 0.5},
    {"slip, linear, mu 0.1", GM_LAW_HOOKE, .mu = 0.1},
    {"slip, linear, mu 0.5", GM_LAW_HOOKE, .mu = 0.5},
};

static void check_throw(const lies *k, double heading)
{
  const double u0 = 1.0, t = 2.0 * u0 / (7.0 * k->mu * g);
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  const gm_vec3 along = {cos(heading), sin(heading), 0.0};
  const gm_vec3 about = gm_cross(z, along);
  pair_scene p;
  lay(&p, k, gm_scale(u0, along), none, 5.0e-6);
  const double start = p.measure->kinetic, a = r - sunk(k);
  run(&p, 0.5 * t);
  const double half = p.scene->time;
  contact_cases_part(k->name, "u at half time", u0 - k->mu * g * half,
                     gm_dot(p.grains->velocity[0], along), 1.0e-4);
  contact_cases_part(k->name, "w at half time", 2.5 * k->mu * g * half / r,
                     gm_dot(p.grains->angular_velocity[0], about), 1.0e-3);
  double ends = 0.0, way = 0.0;
  while (p.scene->time < 1.2 * t) {
    run(&p, 10.0 * p.scene->dt);
    const double u = gm_dot(p.grains->velocity[0], along);
    if (ends > 0.0 || u > r * gm_dot(p.grains->angular_velocity[0], about))
      continue;
    ends = p.scene->time;
    way = gm_dot(pair_position(&p, 0), along);
  }
  const double rolls = a * a / (a * a + 0.4 * r * r);
  contact_cases_part(k->name, "time of slip", t, ends, 5.0e-3);
  contact_cases_part(k->name, "way of slip",
                     12.0 * u0 * u0 / (49.0 * k->mu * g), way, 5.0e-3);
  contact_cases_part(k->name, "u / u_0, (r - d)", rolls,
                     gm_dot(p.grains->velocity[0], along) / u0, 1.0e-6);
  contact_cases_part(k->name, "u / u_0, 5/7", 5.0 / 7.0,
                     gm_dot(p.grains->velocity[0], along) / u0, 1.0e-3);
  contact_cases_part(k->name, "r w / u_0, 5/7", 5.0 / 7.0,
                     r * gm_dot(p.grains->angular_velocity[0], about) / u0,
                     1.0e-3);
  contact_cases_part(k->name, "energy lost", 2.0 / 7.0,
                     p.scene->balance.dissipated / start, 1.0e-3);
  pair_clear(&p);
}

static const lies slopes[] = {
    {"slope, rolls, 0.98 of 7/2 mu", .law = GM_LAW_HOOKE, .mu = 0.1,
     .slope = 0.343},
    {"slope, slips, 1.02 of 7/2 mu", .law = GM_LAW_HOOKE, .mu = 0.1,
     .slope = 0.357},
    {"slope, rolls, Hertz", .law = GM_LAW_HERTZ, .mu = 0.1, .slope = 0.2},
    {"slope, slips, Hertz", .law = GM_LAW_HERTZ, .mu = 0.1, .slope = 0.5},
    {"slope, 0.995 mu_r: rests", .law = GM_LAW_HOOKE,
     .rolling = GM_ROLLING_SPRING, .mu = 0.9, .resist = 0.1, .eta = 0.3,
     .slope = 0.0995},
    {"slope, 1.005 mu_r", .law = GM_LAW_HOOKE, .rolling = GM_ROLLING_SPRING,
     .mu = 0.9, .resist = 0.1, .eta = 0.3, .slope = 0.1005},
    {"slope, 2 mu_r", .law = GM_LAW_HOOKE, .rolling = GM_ROLLING_SPRING,
     .mu = 0.9, .resist = 0.1, .eta = 0.3, .slope = 0.2},
    {"slope, 2 mu_r, constant torque", .law = GM_LAW_HOOKE,
     .rolling = GM_ROLLING_CONSTANT, .mu = 0.9, .resist = 0.1, .slope = 0.2},
};

static void check_slope(const lies *k)
{
  const double b = atan(k->slope), part = 0.1;
  const int slips = k->slope > 3.5 * k->mu;
  pair_scene p;
  lay(&p, k, gm_vec(0, 0, 0), gm_vec(0, 0, 0), 4.0e-6);
  run(&p, part);
  const double u = p.grains->velocity[0].x, x = pair_position(&p, 0).x;
  const double w = p.grains->angular_velocity[0].y;
  run(&p, part);
  const double resist = k->rolling == GM_ROLLING_NONE ? 0.0 : k->resist;
  const double rolls = 5.0 / 7.0 * g * fmax(0.0, sin(b) - resist * cos(b));
  const double a = slips ? g * (sin(b) - k->mu * cos(b)) : rolls;
  const double spins = slips ? 2.5 * k->mu * g * cos(b) / r : a / r;
  contact_cases_row(k->name, "acceleration m/s2", a,
                    (p.grains->velocity[0].x - u) / part, g * sin(b), 5.0e-4);
  contact_cases_row(k->name, "angular rad/s2", spins,
                    (p.grains->angular_velocity[0].y - w) / part,
                    g * sin(b) / r, 5.0e-4);
  if (a == 0.0)
    contact_cases_row(k->name, "moved, over r", 0.0,
                      (pair_position(&p, 0).x - x) / r, 1.0, 1.0e-7);
  pair_clear(&p);
}

static const lies decays[] = {
    {"rolling decay, constant", GM_LAW_HOOKE, GM_ROLLING_CONSTANT, .mu = 0.9,
     .resist = 0.1},
    {"rolling decay, spring", GM_LAW_HOOKE, GM_ROLLING_SPRING, .mu = 0.9,
     .resist = 0.1, .eta = 0.3},
    {"rolling decay, spring, Hertz", GM_LAW_HERTZ, GM_ROLLING_SPRING, .mu = 0.9,
     .resist = 0.1, .eta = 0.3},
    {"spin decay, constant", GM_LAW_HOOKE, GM_ROLLING_CONSTANT, .resist = 0.1},
    {"spin decay, spring", GM_LAW_HOOKE, GM_ROLLING_SPRING, .resist = 0.1,
     .eta = 0.3},
    {"twist decay", GM_LAW_HOOKE, .torsion = GM_TORSION_SPRING, .mu = 0.9,
     .resist = 0.05, .eta = 0.3},
    {"twist decay, Hertz", GM_LAW_HERTZ, .torsion = GM_TORSION_SPRING,
     .mu = 0.9, .resist = 0.05, .eta = 0.3},
};

/* Rolling along x on a rough plane, spinning about y on a smooth one, or about the
 * normal. */
static void check_decay(const lies *k)
{
  const int rolls = k->mu > 0.0 && k->torsion == GM_TORSION_NONE;
  const int twists = k->torsion != GM_TORSION_NONE;
  const double u0 = 0.5, w0 = u0 / r;
  const double slow = (rolls ? 5.0 / 7.0 : 2.5) * k->resist * g / r;
  pair_scene p;
  lay(&p, k, gm_vec(rolls ? u0 : 0.0, 0.0, 0.0),
      gm_vec(0.0, twists ? 0.0 : w0, twists ? w0 : 0.0), 4.0e-6);
  const double part = 0.2 * w0 / slow;
  double w[3] = {0}, x = 0.0, begun = 0.0;
  for (int n = 0; n < 3; ++n) {
    run(&p, n < 2 ? part : 6.0 * part);
    const gm_vec3 spin = p.grains->angular_velocity[0];
    w[n] = twists ? spin.z : spin.y;
    if (n > 0) continue;
    x = pair_position(&p, 0).x;
    begun = left_over(&p); /* the first step of a dashpot is counted whole */
  }
  const double off = k->law == GM_LAW_HOOKE ? 1.0e-4 : 5.0e-4;
  contact_cases_part(k->name, "deceleration rad/s2", slow, (w[0] - w[1]) / part,
                     off);
  if (rolls)
    contact_cases_part(k->name, "way to rest mm",
                       1e3 * r * w[0] * w[0] / (2.0 * slow),
                       1e3 * (pair_position(&p, 0).x - x), 2.0e-3);
  contact_cases_row(k->name, "left, over w_0", 0.0, w[2] / w0, 1.0, 1.0e-4);
  contact_cases_row(k->name, "energy left over", 0.0, left_over(&p) - begun,
                    p.scene->balance.dissipated, 3.0e-5);
  const double took =
      twists ? p.scene->balance.torsion : p.scene->balance.rolling;
  contact_cases_part(k->name, "lost by it, of all", 1.0,
                     took / p.scene->balance.dissipated, 1.0e-2);
  pair_clear(&p);
}

static const lies swings[] = {
    {"rolling swing", GM_LAW_HOOKE, GM_ROLLING_SPRING, .mu = 0.9,
     .resist = 0.01},
    {"rolling swing, eta 0.1", GM_LAW_HOOKE, GM_ROLLING_SPRING, .mu = 0.9,
     .resist = 0.01, .eta = 0.1},
    {"rolling swing, Hertz", GM_LAW_HERTZ, GM_ROLLING_SPRING, .mu = 0.9,
     .resist = 0.01, .eta = 0.1},
    {"twist swing", GM_LAW_HOOKE, .torsion = GM_TORSION_SPRING, .mu = 0.9,
     .resist = 0.01},
    {"twist swing, eta 0.1", GM_LAW_HOOKE, .torsion = GM_TORSION_SPRING,
     .mu = 0.9, .resist = 0.01, .eta = 0.1},
    {"twist swing, Hertz", GM_LAW_HERTZ, .torsion = GM_TORSION_SPRING,
     .mu = 0.9, .resist = 0.01, .eta = 0.1},
};

/* Passages of zero speed, and the speeds half way between them. */
static void check_swing(const lies *k)
{
  const int twists = k->torsion != GM_TORSION_NONE;
  const double mass = weight(0.0) / g;
  const double stiff =
      k->law == GM_LAW_HOOKE ? kn : young / (1.0 - nu * nu) * sqrt(r * sunk(k));
  const double spring = 2.25 * stiff * k->resist * r * k->resist * r;
  const double w = sqrt(spring / ((twists ? 0.4 : 1.4) * mass * r * r));
  const double limit = k->resist * r * mass * g;
  const double w0 = 0.3 * limit / spring * w; /* to 0.3 of the limit */
  const double wd = w * sqrt(1.0 - k->eta * k->eta), period = 2.0 * GM_PI / wd;
  const double dt = period / 4000.0;
  pair_scene p;
  lay(&p, k, gm_vec(twists ? 0.0 : r * w0, 0.0, 0.0),
      gm_vec(0.0, twists ? 0.0 : w0, twists ? w0 : 0.0), dt);
  double last = w0, turned = 0.0, time[4] = {0}, top[4] = {0};
  int found = 0;
  for (int n = 1; n < 9000 && found < 4; ++n) {
    pair_advance(&p, 1);
    const gm_grains *q = &p.scene->grains;
    const double now = twists ? q->w[0][2] : q->g[0].v[0] / r;
    turned += dt * now;
    if ((now < 0.0) != (last < 0.0)) {
      time[found] = (n - 0.5 + last / (last - now)) * dt;
      top[found++] = turned;
    }
    last = now;
  }
  CHECK(found == 4);
  contact_cases_part(k->name, "period ms", 1e3 * period,
                     1e3 * (time[2] - time[0]), 1.0e-3);
  contact_cases_part(k->name, "decrement", exp(-k->eta * w * period),
                     (top[2] - top[3]) / (top[0] - top[1]), 1.0e-3);
  pair_clear(&p);
}

int main(void)
{
  contact_cases_head();
  for (size_t k = 0; k < sizeof throws / sizeof *throws; ++k)
    check_throw(&throws[k], 0.7 * (double)k);
  for (size_t k = 0; k < sizeof slopes / sizeof *slopes; ++k)
    check_slope(&slopes[k]);
  for (size_t k = 0; k < sizeof decays / sizeof *decays; ++k)
    check_decay(&decays[k]);
  for (size_t k = 0; k < sizeof swings / sizeof *swings; ++k)
    check_swing(&swings[k]);
  return CHECK_REPORT();
}
