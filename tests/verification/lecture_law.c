/* The law of a lecture on two-dimensional DEM gives the numbers of its exercises.
 *
 * The sample: discs of radius 5 with the mass of a sphere and the inertia of a disc,
 * m = 5235.99, I = 9817.48, at (-10, 0) with velocity 4 and (10, 0) with -4, between them
 * k_n 1e5, k_s 5e3, c_n 5e3, c_s 1e3, mu 10; a wall has 5e5, 1e3, 1e3, 500, mu 1.  The
 * gap closes in 250 steps of 0.005.
 *
 * Exercise 1, normal force alone.  With w^2 = 2 k_n / m, zeta = c_n / sqrt(2 k_n m) and
 * s = sqrt(1 - zeta^2) the exact motion has
 *
 *   e = exp(-pi zeta / s) = 0.61183, in pi / (w s) = 0.51448, where the dashpot may pull
 *   e = exp(-2 (zeta / s) atan(s / zeta)) = 0.64225 where it may not; they part c_n / k_n
 *       after the force has ended, at 0.51367
 *   largest overlap (8 / w) exp(-(zeta / s) atan(s / zeta)) = 1.03760
 *
 * Exercise 2, with shear, disc 1 spins with 4.  There, and for each scheme and step, the
 * tables hold what an independent program found, to the digits listed.  Tolerance: one of
 * the last digit; of rows for dt -> 0 what the step that they are run with leaves.
 *
 * Rows of 0.0005 and 5e-5: by round-off of the sum of the displacements the overlap is
 * 7e-13 after 2500 steps and 3e-12 after 25,000, so the contact begins a step early, and
 * a spring that grows by increments keeps the whole displacement of that step, 8 dt, to
 * the end: 2.46520 where the overlap gives 2.45819.
 *
 * Exercise 2 loses 3,205 of 39,270 of angular momentum, since arms are radii: in a step
 * the torques are 2 r h_s, the forces have the arm 2 r - d.
 *
 * Wall: e = exp(-pi zeta / s) = 0.969765 with zeta = c_n / (2 sqrt(k_n m)); clamped
 * 0.969950.  The tabulated 0.969840 of explicit Euler is that of a step of 5e-6.
 */
#include "check.h"
#include "pair.h"

typedef struct sample {
  int scheme, variant, normal, tension;
  double dt;
  double damping; /* Ns/m  normal, between the discs */
  double mu;      /* 1  between the discs; 0: no shear */
  int wall;       /* a disc and a wall */
  int lies;       /* on the wall, pressed by gravity */
  gm_vec3 v;      /* of the disc that meets a wall */
} sample;

typedef struct outcome {
  gm_vec3 v;          /* m/s  of the disc on the right, or of the only one */
  double w[2];        /* rad/s  of both */
  double overlap;     /* m  largest */
  double duration;    /* s */
  double energy;      /* 1  kinetic, of the first */
  double momentum[2]; /* kg m2/s  angular, at first and at last */
  double error;       /* 1  of the balance, of the first kinetic energy */
  double lost;        /* 1  dissipated, likewise */
} outcome;

static const double r = 5.0;

static gm_pair coefficients(double kn, double ks, double cn, double cs,
                            double mu)
{
  return (gm_pair){.stiffness = kn,
                   .tangential_stiffness = ks,
                   .restitution = NAN,
                   .normal_damping = cn,
                   .tangential_damping = cs,
                   .friction = mu};
}

static void place(pair_scene *p, const sample *s)
{
  const gm_vec3 none = {0.0, 0.0, 0.0};
  const gm_grain_rule rule = {GM_BODY_LECTURE, 1, 1.0};
  pair_init(p, GM_LAW_LECTURE);
  p->config->time.scheme = s->scheme;
  p->config->contacts.lecture.variant = s->variant;
  p->config->contacts.lecture.normal = s->normal;
  p->config->contacts.lecture.tension = s->tension;
  p->scene->grains.rule = p->scene->materials.rule = rule;
  const gm_index m = pair_material(p, 10.0, 1.0e7, 0.25);
  const gm_index wall = pair_material(p, 10.0, 1.0e7, 0.25);
  gm_pair *between = &p->scene->materials.pair[m][m];
  *between = coefficients(1.0e5, 5.0e3, s->damping, 1.0e3, s->mu);
  between[wall - m] = coefficients(5.0e5, 1.0e3, 1.0e3, 500.0, 1.0);
  if (s->wall) {
    pair_structure(
        p, gm_shape_plane(gm_vec(15.0, 0.0, 0.0), gm_vec(-1.0, 0.0, 0.0)),
        wall);
    pair_grain(p, none, r, s->v, none, m);
    if (s->lies) {
      between[wall - m].friction = s->mu;
      p->scene->gravity = gm_vec(9.80665, 0.0, 0.0);
      p->scene->grains.g[0].x[0] =
          10.0 + 9.80665 * gm_grains_mass(&p->scene->grains, 0) / 5.0e5;
    }
    return;
  }
  pair_grain(p, gm_vec(-10.0, 0.0, 0.0), r, gm_vec(4.0, 0.0, 0.0),
             gm_vec(0.0, 0.0, s->mu > 0.0 ? 4.0 : 0.0), m);
  pair_grain(p, gm_vec(10.0, 0.0, 0.0), r, gm_vec(-4.0, 0.0, 0.0), none, m);
}

static double overlap_of(const pair_scene *p, const sample *s)
{
  const gm_vec3 x = pair_position(p, 0);
  return s->wall ? r + x.x - 15.0
                 : 2.0 * r - gm_norm(gm_sub(x, pair_position(p, 1)));
}

static outcome run(sample s)
{
  pair_scene p;
  outcome o = {.overlap = 0.0};
  place(&p, &s);
  pair_start(&p, s.dt, 1);
  const double first = p.measure->kinetic;
  const int last = s.wall ? 0 : 1;
  o.momentum[0] = pair_angular_momentum(&p).z;
  const double until = s.lies ? 15.0 : s.wall ? 4.0 : 2.5;
  const int steps = (int)lround(until / s.dt);
  int touching = 0;
  for (int n = 0; n < steps; ++n) {
    pair_advance(&p, 1);
    const double d = overlap_of(&p, &s);
    touching += d > 0.0;
    o.overlap = fmax(o.overlap, d);
  }
  pair_look(&p);
  o.v = p.grains->velocity[last];
  o.w[0] = p.grains->angular_velocity[0].z;
  o.w[1] = p.grains->angular_velocity[last].z;
  o.duration = touching * s.dt;
  o.energy = p.measure->kinetic / first;
  o.momentum[1] = pair_angular_momentum(&p).z;
  o.error = gm_measure_error(&p.step->capture, p.scene, p.measure) / first;
  o.lost = gm_measure_dissipated(&p.step->capture, p.scene) / first;
  CHECK(s.lies || p.scene->contacts.n == 0 || !p.scene->contacts.touched[0]);
  CHECK(o.v.z == 0.0);
  if (!s.wall) CHECK_NEAR(gm_norm(p.measure->momentum) / 2.0e4, 0.0, 1.0e-11);
  pair_clear(&p);
  return o;
}

/* ---- exercise 1 ---------------------------------------------------------------- */

typedef struct head_on {
  int scheme, tension;
  double damping, dt;
  double v, overlap, duration, energy; /* listed */
} head_on;

/* clang-format off */
static const head_on exercise_1[] = {
  /* tension  damping  dt      v        overlap duration KE/KE_0 */
  {GM_SCHEME_EXPLICIT_EULER, GM_TENSION_ALLOWED, 5e3, 5e-3, 2.58190, 1.0708, .5100, .41664},
  {GM_SCHEME_EXPLICIT_EULER, GM_TENSION_ALLOWED, 5e3, 5e-4, 2.46520, 1.0366, .5130, .37983},
  {GM_SCHEME_EXPLICIT_EULER, GM_TENSION_ALLOWED, 5e3, 5e-5, 2.44907, 1.0373, .5144, .37487},
  {GM_SCHEME_EXPLICIT_EULER, GM_TENSION_CLAMPED, 5e3, 5e-3, 2.71138, 1.0708, .5100, .45947},
  {GM_SCHEME_EXPLICIT_EULER, GM_TENSION_ALLOWED, 0.0, 5e-3, 4.19934, 1.3263, .5050, 1.10216},
  {GM_SCHEME_SYMPLECTIC_EULER, GM_TENSION_ALLOWED, 5e3, 5e-3, 2.46007, 1.0394, .5100, .37825},
  {GM_SCHEME_SYMPLECTIC_EULER, GM_TENSION_ALLOWED, 0.0, 5e-3, 4.00043, 1.2946, .5050, 1.00021},
  {GM_SCHEME_ADAMS_BASHFORTH_2, GM_TENSION_ALLOWED, 5e3, 5e-3, 2.46667, 1.0426, .5100, .38028},
  {GM_SCHEME_ADAMS_BASHFORTH_2, GM_TENSION_ALLOWED, 0.0, 5e-3, 4.00054, 1.2950, .5050, 1.00027},
  {GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED, GM_TENSION_ALLOWED, 5e3, 5e-3, 2.58953, 1.0738, .5100, .41910},
  {GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED, GM_TENSION_ALLOWED, 0.0, 5e-3, 4.19947, 1.3265, .5050, 1.10222},
};
/* clang-format on */

static void print_head_on(const char *name, const sample *s, const outcome *o)
{
  printf("%-24s %-7.2g %9.6f %8.5f %8.5f %9.6f %10.2e %9.6f\n", name, s->dt,
         o->v.x, o->overlap, o->duration, o->energy, o->error, o->lost);
}

static void check_head_on(const head_on *row)
{
  for (int normal = 0; normal < 2; ++normal) {
    const sample s = {.scheme = row->scheme,
                      .dt = row->dt,
                      .normal = normal,
                      .tension = row->tension,
                      .damping = row->damping};
    if (normal && s.dt < 5e-3) continue; /* begins a step later */
    const outcome o = run(s);
    print_head_on(normal           ? "  by overlap"
                  : s.tension      ? "  clamped"
                  : s.damping > 0. ? gm_choices_schemes[s.scheme]
                                   : "  undamped",
                  &s, &o);
    CHECK_NEAR(o.v.x, row->v, 1.0e-5);
    CHECK_NEAR(o.overlap, row->overlap, 1.0e-4);
    CHECK_NEAR(o.duration, row->duration, 1.01e-4);
    CHECK_NEAR(o.energy, row->energy, 1.0e-5);
    CHECK(o.w[0] == 0.0 && o.w[1] == 0.0 && o.v.y == 0.0);
  }
}

/* The limit of small steps against the closed formulas. */
static void check_exact(int tension)
{
  const double m = 4.0 / 3.0 * GM_PI * 10.0 * r * r * r;
  const double w = sqrt(2.0e5 / m), zeta = 5.0e3 / sqrt(2.0e5 * m);
  const double s = sqrt(1.0 - zeta * zeta), turn = atan2(s, zeta);
  const double e = tension == GM_TENSION_CLAMPED ? exp(-2.0 * zeta / s * turn)
                                                 : exp(-GM_PI * zeta / s);
  const sample small = {.scheme = GM_SCHEME_ADAMS_BASHFORTH_2,
                        .dt = 5e-5,
                        .normal = GM_NORMAL_OVERLAP,
                        .tension = tension,
                        .damping = 5.0e3};
  const outcome o = run(small);
  print_head_on(tension ? "clamped, dt -> 0" : "dt -> 0", &small, &o);
  const double t = tension ? 2.0 * turn / (w * s) + 0.05 : GM_PI / (w * s);
  printf("%-32s %9.6f %8.5f %8.5f %9.6f\n", "exact", 4.0 * e,
         8.0 / w * exp(-zeta / s * turn), t, e * e);
  CHECK_NEAR(o.duration, t, 1.0e-4);
  CHECK_NEAR(o.v.x, 4.0 * e, 5.0e-4);
  CHECK_NEAR(o.overlap, 8.0 / w * exp(-zeta / s * turn), 1.0e-4);
  CHECK_NEAR(4.0 * e, tension ? 2.56899 : 2.44732, 2.0e-5); /* e rounded */
  CHECK_NEAR(o.energy + o.lost, 1.0, 2.0e-4);
}

/* ---- exercise 2 ---------------------------------------------------------------- */

typedef struct oblique {
  const char *name;
  sample s;
  double vx, vy, w0, w1, energy; /* of the disc on the right; listed */
  double digits;
} oblique;

static const oblique exercise_2[] = {
    {"code, Euler",
     {.scheme = GM_SCHEME_EXPLICIT_EULER, .dt = 5e-3},
     2.52985,
     1.01928,
     1.57687,
     -2.42313,
     .49273,
     1e-5},
    {"code, Adams-Bashforth",
     {.scheme = GM_SCHEME_ADAMS_BASHFORTH_2, .dt = 5e-3},
     2.41526,
     1.01049,
     1.60252,
     -2.39748,
     .47261,
     1e-5},
    {"code, as printed",
     {.scheme = GM_SCHEME_ADAMS_BASHFORTH_2_PRINTED, .dt = 5e-3},
     2.53777,
     1.02071,
     1.57364,
     -2.42636,
     .49429,
     1e-5},
    {"code, dt -> 0",
     {.scheme = GM_SCHEME_ADAMS_BASHFORTH_2,
      .dt = 2e-5,
      .normal = GM_NORMAL_OVERLAP},
     2.40570,
     1.00864,
     1.60965,
     -2.39035,
     .47066,
     5e-5},
    {"slide, Euler",
     {.scheme = GM_SCHEME_EXPLICIT_EULER,
      .dt = 5e-3,
      .variant = GM_VARIANT_SLIDE},
     2.53022,
     1.01366,
     1.59188,
     -2.40812,
     .49167,
     1e-5},
    {"slide, dt -> 0",
     {.scheme = GM_SCHEME_ADAMS_BASHFORTH_2,
      .dt = 2e-5,
      .normal = GM_NORMAL_OVERLAP,
      .variant = GM_VARIANT_SLIDE},
     2.40608,
     1.00308,
     1.62450,
     -2.37550,
     .46967,
     5e-5},
};

static void check_oblique(const oblique *row)
{
  sample s = row->s;
  s.mu = 10.0;
  s.damping = 5.0e3;
  const outcome o = run(s);
  printf("%-24s %9.6f %9.6f %9.6f %9.6f %9.6f %8.1f %8.1f %10.2e %9.6f\n",
         row->name, o.v.x, o.v.y, o.w[0], o.w[1], o.energy, o.momentum[0],
         o.momentum[0] - o.momentum[1], o.error, o.lost);
  CHECK_NEAR(o.v.x, row->vx, row->digits);
  CHECK_NEAR(o.v.y, row->vy, row->digits);
  CHECK_NEAR(o.w[0], row->w0, row->digits);
  CHECK_NEAR(o.w[1], row->w1, row->digits);
  CHECK_NEAR(o.energy, row->energy, row->digits);
  CHECK_NEAR(o.momentum[0], 39269.9, 0.1);
  if (s.dt < 1e-4 && s.variant == GM_VARIANT_CODE)
    CHECK_NEAR(o.momentum[0] - o.momentum[1], 3205.0, 1.0);
}

/* ---- walls --------------------------------------------------------------------- */

static void check_walls(void)
{
  const double m = 4.0 / 3.0 * GM_PI * 10.0 * r * r * r;
  const double zeta = 1.0e3 / (2.0 * sqrt(5.0e5 * m));
  const double s = sqrt(1.0 - zeta * zeta);
  const double free = exp(-GM_PI * zeta / s);
  const double clamped = exp(-2.0 * zeta / s * atan2(s, zeta));
  sample head = {.scheme = GM_SCHEME_EXPLICIT_EULER,
                 .dt = 5e-6,
                 .wall = 1,
                 .v = {8.0, 0.0, 0.0}};
  const outcome euler = run(head);
  head.dt = 5e-5;
  head.scheme = GM_SCHEME_ADAMS_BASHFORTH_2;
  head.normal = GM_NORMAL_OVERLAP;
  const outcome small = run(head);
  head.tension = GM_TENSION_CLAMPED;
  const outcome no_pull = run(head);
  printf("wall, Euler 5e-6: %.5f, e = %.6f; dt -> 0: %.6f, exact %.6f; "
         "clamped %.6f, exact %.6f\n",
         euler.v.x, -euler.v.x / 8.0, -small.v.x / 8.0, free,
         -no_pull.v.x / 8.0, clamped);
  CHECK_NEAR(euler.v.x, -7.75872, 1.5e-5);
  CHECK_NEAR(-small.v.x / 8.0, free, 1.0e-5);
  CHECK_NEAR(free, 0.969765, 1.0e-6);
  CHECK_NEAR(-no_pull.v.x / 8.0, clamped, 1.0e-5);
  CHECK_NEAR(clamped, 0.969950, 1.0e-6);
  const sample slanted = {.scheme = GM_SCHEME_EXPLICIT_EULER,
                          .dt = 5e-6,
                          .wall = 1,
                          .v = {4.0, 4.0, 0.0}};
  const outcome o = run(slanted);
  printf("45 degrees: (%.5f, %.5f), spin %.5f, error %.1e, dissipated %.5f\n",
         o.v.x, o.v.y, o.w[0], o.error, o.lost);
  CHECK_NEAR(o.v.x, -3.87936, 1.5e-5);
  CHECK_NEAR(o.v.y, 3.87277, 1.5e-5);
  CHECK_NEAR(o.w[0], -0.33930, 1.0e-5);
}

/* A disc that lies on a wall of friction 0.02 is thrown along it with 8, slides, and then
 * rolls, with 8 (1 - 1 / (1 + m r^2 / I)) as any disc does.  The spring of the code
 * has wound up meanwhile, pushes on until it has unwound, and gives back what was never
 * put in; the slides' does not. */
static void check_wound(void)
{
  const double rolls = 8.0 * (1.0 - 3.0 / 43.0); /* m r^2 / I = 40 / 3 */
  double error[2];
  for (int variant = 0; variant < 2; ++variant) {
    const outcome o = run((sample){.scheme = GM_SCHEME_ADAMS_BASHFORTH_2,
                                   .dt = 2.5e-4,
                                   .variant = variant,
                                   .normal = GM_NORMAL_OVERLAP,
                                   .mu = 0.02,
                                   .wall = 1,
                                   .lies = 1,
                                   .v = {0.0, 8.0, 0.0}});
    error[variant] = o.error;
    if (variant == GM_VARIANT_SLIDE) CHECK_NEAR(o.v.y, rolls, 1.0e-4);
    printf("thrown along a wall, %s: v %.5f, spin %.5f, KE/KE_0 %.5f, "
           "dissipated %.5f, error %.2e\n",
           gm_choices_variants[variant], o.v.y, o.w[0], o.energy, o.lost,
           o.error);
  }
  CHECK(error[GM_VARIANT_CODE] > 0.05);
  CHECK_NEAR(error[GM_VARIANT_SLIDE], 0.0, 5.0e-5);
}

int main(void)
{
  printf("exercise 1              dt        v       overlap duration KE/KE_0   "
         "error      dissipated\n");
  for (size_t k = 0; k < sizeof exercise_1 / sizeof *exercise_1; ++k)
    check_head_on(&exercise_1[k]);
  check_exact(GM_TENSION_ALLOWED);
  check_exact(GM_TENSION_CLAMPED);
  printf("exercise 2                v_x       v_y       w_0       w_1     "
         "KE/KE_0    L first   lost     error   dissipated\n");
  for (size_t k = 0; k < sizeof exercise_2 / sizeof *exercise_2; ++k)
    check_oblique(&exercise_2[k]);
  check_wound();
  check_walls();
  return CHECK_REPORT();
}
