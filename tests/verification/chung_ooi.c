/* Single impacts with friction and spin: tests 3 and 5 to 8 of Y. C. Chung and J. Y.
 * Ooi, Granular Matter 13 (2011) 643-656 (1 and 2: contact_forces, 4: oblique_impact).
 *
 *   3  normal impact on a rigid plane: restitution as asked for; depth, force, time
 *   5  oblique, v_n = 5 m/s, psi = v_t / (mu v_n): slip and spin after, over mu v_n; both
 *      tangential forms
 *   6  normal impact, v_n = 0.2 m/s, with spin q = w r / v_n:
 *      u = v_t' / v_n, s = w' r / v_n;
 *      both forms, the total one has a table, of aluminium; restitution .5 of a dashpot
 *      that may pull, which is then forbidden to: .5503.  Without slip at last:
 *      u = -(2/7) q, s = (5/7) q; sliding throughout, of a rigid sphere: u = -mu (1 + e),
 *      s = q - (5/2) mu (1 + e)
 *   7  two equal spheres, spins equal and opposite: the surfaces move together, and
 *      nothing happens to the spins
 *   8  as 6 on a sphere five times as large and a thousand times as dense
 *
 * Tables: an integration of each form on its own with fine steps, arms of length r.
 * Here the arm of friction is the sunken foot's, r - d, d / r up to 0.8 % for steel and
 * 3.3 % for polyethylene in test 5, which moves spins by as much.  So 5 and 6 are
 * integrated once more, in the plane and on their own, 5 with either arm: the table is
 * met with r (required 0.3 % of its range of 5, its digits and its steps), the solver
 * with r - d (asked 0.1 %).  Elsewhere required 1 %, and 2 % between 8 and 6.
 */
#include "check.h"
#include "pair.h"
#include "plot.h"

typedef struct stuff {
  const char *name;
  double youngs_modulus, poisson_ratio, density; /* Pa, 1, kg/m3 */
} stuff;

typedef struct impact {
  const stuff *of;
  double r, vn, vt,
      spin; /* m, m/s, m/s, rad/s: about the axis that rolls along vt */
  double e, mu;
  int form;  /* enum gm_choice_tangential */
  bool open; /* damp as if the dashpot might pull, then forbid it to */
  int on; /* 0: rigid plane; 1: sphere 5 r, 1000 density, of the same stuff */
} impact;

typedef struct after {
  double vn, vt, spin;       /* m/s, m/s, rad/s */
  double depth, force, time; /* m, N, s */
} after;

static after strike(const impact *k, int steps)
{
  const gm_vec3 none = {0.0, 0.0, 0.0}, z = {0.0, 0.0, 1.0};
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.config->contacts.tangential = k->form;
  p.config->contacts.tangential_damping = false;
  p.config->contacts.no_tension = !k->open;
  const stuff *s = k->of;
  const gm_index m =
      pair_material(&p, s->density, s->youngs_modulus, s->poisson_ratio);
  const gm_index wall = k->on
                            ? pair_material(&p, 1000.0 * s->density,
                                            s->youngs_modulus, s->poisson_ratio)
                            : pair_material(&p, 1.0, INFINITY, 0.0);
  pair_between(&p, m, m, k->e, k->mu, 0.0);
  pair_between(&p, m, wall, k->e, k->mu, 0.0);
  pair_between(&p, wall, wall, k->e, k->mu, 0.0);
  pair_grain(&p, gm_vec(0.0, 0.0, k->r), k->r, gm_vec(k->vt, 0.0, -k->vn),
             gm_vec(0.0, k->spin, 0.0), m);
  if (k->on)
    pair_grain(&p, gm_vec(0.0, 0.0, -5.0 * k->r), 5.0 * k->r, none, none, wall);
  else
    pair_structure(&p, gm_shape_plane(none, z), wall);
  const double mass = gm_grains_mass(&p.scene->grains, 0);
  const gm_law *law = gm_law_find(GM_LAW_HERTZ, k->form, GM_COHESION_NONE);
  const gm_materials *ms = &p.scene->materials;
  const gm_law_input in = {&ms->row[m],
                           &ms->row[wall],
                           ms->pair[m][wall],
                           {.no_tension = 1, .tangential_ratio = 1.0}};
  const gm_coefficients c = law->coefficients(&in);
  const double dt = law->duration(&c, k->r, mass, k->vn) / steps;
  pair_start(&p, dt, 1);
  if (k->open) {
    p.step->model.table[m * GM_MATERIALS_MAX + wall].least = 0.0;
    p.step->model.table[wall * GM_MATERIALS_MAX + m].least = 0.0;
  }
  after a = {0};
  for (int n = 0; n < 3 * steps; ++n) {
    pair_advance(&p, 1);
    pair_look(&p);
    if (p.contacts->n == 0 && a.depth > 0.0) break;
    if (p.contacts->n == 0) continue;
    a.time += dt;
    a.depth = fmax(a.depth, p.contacts->overlap[0]);
    a.force = fmax(a.force, fabs(p.contacts->force[0].z));
  }
  a.vn = p.grains->velocity[0].z;
  a.vt = p.grains->velocity[0].x;
  a.spin = p.grains->angular_velocity[0].y;
  pair_clear(&p);
  return a;
}

static const stuff oxide = {"aluminium oxide", 380.0e9, 0.23, 4000.0};
static const stuff iron = {"cast iron", 100.0e9, 0.25, 7000.0};
static const stuff steel = {"steel", 208.0e9, 0.3, 7850.0};
static const stuff polyethylene = {"polyethylene", 1.0e9, 0.4, 1400.0};
static const stuff aluminium = {"aluminium", 70.0e9, 0.33, 2700.0};
static const stuff nylon = {"nylon", 2.5e9, 0.4, 1000.0};
static const stuff copper = {"copper", 120.0e9, 0.35, 8900.0};

static void check_restitution(const stuff *of)
{
  for (int n = 2; n <= 10; ++n) {
    const impact k = {
        .of = of, .r = 2.5e-3, .vn = 3.9, .e = 0.1 * n, .mu = 0.1};
    const after a = strike(&k, 2000);
    printf("3 %-16s e %.1f: %.5f\n", of->name, k.e, a.vn / k.vn);
    CHECK_NEAR(a.vn / k.vn, k.e, 1.0e-3);
    if (n < 10 || of != &oxide) continue;
    printf("3 %-16s %.4f um %.2f N %.4f us, listed 8.0888 615.35 6.1044\n",
           of->name, 1.0e6 * a.depth, a.force, 1.0e6 * a.time);
    CHECK_NEAR(a.depth, 8.0888e-6, 1.0e-2 * 8.0888e-6);
    CHECK_NEAR(a.force, 615.35, 1.0e-2 * 615.35);
    CHECK_NEAR(a.time, 6.1044e-6, 1.0e-2 * 6.1044e-6);
  }
}

typedef struct row5 {
  double psi, recoil[4], spin[4]; /* steel (b), (a), polyethylene (b), (a) */
} row5;

static const row5 listed5[] = {
    {1.0 / 3.0, {.170, .318, .118, .263}, {-.117, -.011, -.154, -.050}},
    {4.0 / 3.0, {.387, .367, .184, .175}, {-.676, -.691, -.821, -.827}},
    {2.0, {-.191, -.276, -.366, -.465}, {-1.565, -1.626, -1.690, -1.761}},
    {10.0 / 3.0,
     {-1.169, -1.170, -1.327, -1.329},
     {-3.216, -3.217, -3.329, -3.330}},
    {5.0, {-1.436, -1.436, -1.519, -1.519}, {-4.597, -4.597, -4.656, -4.656}},
    {20.0 / 3.0,
     {-.333, -.333, -.333, -.333},
     {-5.000, -5.000, -5.000, -5.000}},
    {10.0, {3.0, 3.0, 3.0, 3.0}, {-5.0, -5.0, -5.0, -5.0}},
    {20.0, {13.0, 13.0, 13.0, 13.0}, {-5.0, -5.0, -5.0, -5.0}},
};

/* In the plane: speeds and spin after. */
static after integrate(const impact *k, bool sunken)
{
  const stuff *o = k->of;
  const double nu = o->poisson_ratio, r = k->r;
  const double modulus = o->youngs_modulus / (1.0 - nu * nu);
  const double shear = o->youngs_modulus / (2.0 * (1.0 + nu)) / (2.0 - nu);
  const double mass = 4.0 / 3.0 * GM_PI * o->density * r * r * r;
  const double dt =
      2.87 * pow(mass * mass / (r * modulus * modulus * k->vn), 0.2) / 100000.0;
  const double loss = -log(k->e);
  const double zeta = loss / sqrt(GM_PI * GM_PI + loss * loss);
  double z = 0.0, vz = -k->vn, v = k->vt, w = k->spin;
  double kept = 0.0, old = 0.0; /* force (b) or stretch (a) */
  do {
    const double d = fmax(-z, 0.0), a = sqrt(r * d), st = 8.0 * shear * a;
    const double sn = 2.0 * modulus * a;
    const double drag = 2.0 * sqrt(5.0 / 6.0) * zeta * sqrt(sn * mass) * vz;
    const double fn = fmax(0.0, 2.0 / 3.0 * sn * d - drag);
    const double limit = k->mu * fn;
    const double arm = sunken ? r - d : r, slip = v - arm * w;
    double ft;
    if (k->form == GM_TANGENTIAL_TOTAL) {
      kept += slip * dt;
      ft = -st * kept;
      if (fabs(ft) > limit && st > 0.0) {
        ft = ft < 0.0 ? -limit : limit;
        kept = -ft / st;
      }
    } else {
      if (a < old) kept *= a / old;
      kept -= st * slip * dt;
      if (fabs(kept) > limit) kept = kept < 0.0 ? -limit : limit;
      ft = kept;
    }
    old = a;
    vz += dt * fn / mass;
    v += dt * ft / mass;
    w -= dt * ft * arm / (0.4 * mass * r * r);
    z += dt * vz;
  } while (z < 0.0);
  return (after){.vn = vz, .vt = v, .spin = w};
}

static void check_oblique(FILE *plot, int column)
{
  const stuff *of = column < 2 ? &steel : &polyethylene;
  const int form = column % 2 ? GM_TANGENTIAL_TOTAL : GM_TANGENTIAL_INCREMENTAL;
  for (int n = 0; n < 8; ++n) {
    const row5 *l = &listed5[n];
    impact k = {
        .of = of, .r = 10.0e-6, .vn = 5.0, .e = 1.0, .mu = 0.3, .form = form};
    k.vt = l->psi * k.mu * k.vn;
    const after a = strike(&k, 2000);
    const double unit = k.mu * k.vn;
    const double spin = -k.r * a.spin / unit;
    const double recoil = (a.vt - k.r * a.spin) / unit;
    const after arm = integrate(&k, false), foot = integrate(&k, true);
    const double arm_recoil = (arm.vt - k.r * arm.spin) / unit;
    const double arm_spin = -k.r * arm.spin / unit;
    const double foot_recoil = (foot.vt - k.r * foot.spin) / unit;
    const double foot_spin = -k.r * foot.spin / unit;
    char series[64];
    snprintf(series, sizeof series, "%s %s", of->name, form ? "(a)" : "(b)");
    plot_point(plot, series, l->psi, recoil);
    snprintf(series, sizeof series, "table %s %s*", of->name,
             form ? "(a)" : "(b)");
    if (l->psi < 11.0) plot_point(plot, series, l->psi, l->recoil[column]);
    printf(
        "5 %-12s %s psi %6.3f: slip %7.3f listed, %8.4f arm r, %8.4f arm r - "
        "d, %8.4f solver; spin %7.3f %8.4f %8.4f %8.4f\n",
        of->name, form ? "(a)" : "(b)", l->psi, l->recoil[column], arm_recoil,
        foot_recoil, recoil, l->spin[column], arm_spin, foot_spin, spin);
    CHECK_NEAR(arm_spin, l->spin[column], 0.003 * 5.0);
    CHECK_NEAR(arm_recoil, l->recoil[column], 0.003 * 5.0);
    CHECK_NEAR(spin, foot_spin, 0.001 * 5.0);
    CHECK_NEAR(recoil, foot_recoil, 0.001 * 5.0);
    if (of != &steel) continue;
    CHECK_NEAR(spin, l->spin[column], 0.01 * 5.0);
    CHECK_NEAR(recoil, l->recoil[column], 0.01 * 5.0);
  }
}

typedef struct row6 {
  double q, u, s; /* aluminium; u = NAN: rigid */
} row6;

static const row6 listed6[] = {
    {0.5, -.2057, -.0143}, {1.0, -.4024, -.0060}, {2.0, -.6130, .4675},
    {3.0, -.6156, 1.4610}, {6.0, -.6180, 4.4551},
};

static void check_spin(const stuff *of, int form, bool listed)
{
  for (int n = 0; n < 5; ++n) {
    const row6 *l = &listed6[n];
    impact k = {.of = of,
                .r = 0.1,
                .vn = 0.2,
                .e = 0.5,
                .mu = 0.4,
                .form = form,
                .open = true};
    k.spin = -l->q * k.vn / k.r; /* friction is along -x */
    const after a = strike(&k, 2000);
    const after foot = integrate(&k, true);
    k.on = 1;
    const after b = strike(&k, 2000);
    const double u = a.vt / k.vn, s = -a.spin * k.r / k.vn;
    const double u8 = b.vt / k.vn, s8 = -b.spin * k.r / k.vn;
    const double uf = foot.vt / k.vn, sf = -foot.spin * k.r / k.vn;
    printf("6 %-9s %s q %.1f: u %8.4f s %8.4f; arm r - d %8.4f %8.4f; 8: %8.4f "
           "%8.4f; e %.4f",
           of->name, form ? "(a)" : "(b)", l->q, u, s, uf, sf, u8, s8,
           a.vn / k.vn);
    if (listed) printf("; listed %7.4f %7.4f", l->u, l->s);
    puts("");
    CHECK_NEAR(u, uf, 1.0e-3 * fmax(1.0, l->q));
    CHECK_NEAR(s, sf, 1.0e-3 * fmax(1.0, l->q));
    CHECK_NEAR(a.vn / k.vn, 0.5503, 1.0e-3);
    CHECK_NEAR(u8, u, 0.02 * fmax(1.0, l->q));
    CHECK_NEAR(s8, s, 0.02 * fmax(1.0, l->q));
    const double grip = 0.4 * 1.5503; /* rigid, sliding throughout */
    if (listed || l->q >= 3.0) {
      CHECK_NEAR(u, listed ? l->u : -grip, 0.01 * fmax(1.0, l->q));
      CHECK_NEAR(s, listed ? l->s : l->q - 2.5 * grip, 0.01 * fmax(1.0, l->q));
    }
  }
}

/* Heads on, spins opposite about the same axis: no slip between the surfaces. */
static void check_together(const stuff *of, int form)
{
  const double r = 0.1, v = 0.2, w = 12.0;
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  p.config->contacts.tangential = form;
  const gm_index m =
      pair_material(&p, of->density, of->youngs_modulus, of->poisson_ratio);
  pair_between(&p, m, m, 0.5, 0.4, 0.0);
  pair_grain(&p, gm_vec(0.0, 0.0, -r), r, gm_vec(0.0, 0.0, v),
             gm_vec(0.0, w, 0.0), m);
  pair_grain(&p, gm_vec(0.0, 0.0, r), r, gm_vec(0.0, 0.0, -v),
             gm_vec(0.0, -w, 0.0), m);
  pair_start(&p, 1.0e-6, 1);
  pair_advance(&p, 4000);
  pair_look(&p);
  CHECK(p.contacts->n == 0);
  const gm_vec3 va = p.grains->velocity[1], wa = p.grains->angular_velocity[1];
  printf("7 %-16s v_t' %.1e, w'/w %.12f, e %.5f\n", of->name, va.x, -wa.y / w,
         va.z / v);
  CHECK_NEAR(va.x, 0.0, 1.0e-12);
  CHECK_NEAR(-wa.y / w, 1.0, 1.0e-12);
  CHECK_NEAR(va.z / v, 0.5, 2.0e-3);
  pair_clear(&p);
}

int main(void)
{
  FILE *plot = plot_open("chung_ooi_recoil", "Chung and Ooi, test 5",
                         "v_t / (mu v_n)", "slip after over mu v_n", false);
  check_restitution(&oxide);
  check_restitution(&iron);
  for (int column = 0; column < 4; ++column)
    check_oblique(plot, column);
  plot_close(plot);
  for (int form = 0; form < 2; ++form) {
    check_spin(&aluminium, form, form == GM_TANGENTIAL_TOTAL);
    check_spin(&nylon, form, false);
    check_together(&aluminium, form);
    check_together(&copper, form);
  }
  return CHECK_REPORT();
}
