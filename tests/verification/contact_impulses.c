/* Impulses of single impacts against closed forms: restitution, oblique impact, spin,
 * sticking friction.
 *
 * a strikes b (grain, image of a grain, or body at rest) with relative speed V along
 * the normal n, from b to a; m the effective mass, R = r_a r_b / (r_a + r_b), or r_a on
 * a body.
 *
 *   J = m (1 + e) V                       normal impulse
 *   s = v_t - (r_a w_a + r_b w_b) x n     slip; while it lasts, friction has the
 *                                         impulse -mu J s/|s|
 *   I_i dw_i = r_i mu J n x s/|s|         of each, I = (2/5) m r^2; signs of the arms
 *   I_i dw_i = -+ c R J u                 resistance to rolling or spinning at its
 *                                         limit, u along the rolling or normal
 *                                         part of w_a - w_b
 *
 * Nothing slips to the end where |s| > (7/2) mu (1 + e) V.  Where friction never slips
 * (grip) and the normal spring is linear and without loss, the patch swings with 7/2 of
 * the mobility,
 *
 *   s'' + 2 b s' + w0^2 s = 0,  w0^2 = 7 k_t / (2 m),  2 b = 7 c_t / (2 m),
 *   s'(T) = s'(0) exp(-b T) (cos w T - (b / w) sin w T),  T = pi sqrt(m / k_n),
 *   m dv_t = -(2/7) m (s'(0) - s'(T))
 *
 * Required: e 5e-4 at 5000 steps for each contact, for a linear dashpot sets in with a
 * jump that a step may miss.  Friction over push is the law's in every step: 1e-10,
 * round-off; where spin and speed both slip 2e-4, and of spins 2e-4, for the arm of
 * friction is shorter than r by the overlap, 6e-5 r.  Those that pass each other
 * obliquely turn their normal by 5e-4: 2e-3.  Couples 1e-6: spins about the normal are
 * so fast that the spring of torsion gives way at once, and it has no dashpot, which
 * its limit would not hold.  Grip 2e-4 of the speed: the end of contact is known to
 * half of 20,000 steps.
 */
#include "contact_cases.h"

typedef enum partner { PLANE, SPHERE, GRAIN, IMAGE } partner;

typedef struct hit {
  const char *name;
  int law, tangential; /* enums of config/choices.h */
  partner on;
  double size, heavy; /* 1  radius and density of b over those of a */
  double e, mu;
  double rolling, torsion;
  double vt;      /* 1  speed along the surface over V */
  gm_vec3 wa, wb; /* 1  spins times r_a over V, in the frame (t, n x t, n) */
} hit;

enum {
  HERTZ = GM_LAW_HERTZ,
  HOOKE = GM_LAW_HOOKE,
  TOTAL = GM_TANGENTIAL_TOTAL
};

/* clang-format off */
static const hit hits[] = {
  {"plane", HERTZ, .e = 1.0},
  {"plane, damped", HERTZ, .e = 0.5},
  {"plane, linear, damped", HOOKE, .e = 0.5},
  {"ball of 3 r, damped", HERTZ, .on = SPHERE, .size = 3.0, .e = 0.8},
  {"equal pair", HERTZ, .on = GRAIN, .size = 1.0, .heavy = 1.0, .e = 1.0},
  {"equal pair, damped", HERTZ, .on = GRAIN, .size = 1.0, .heavy = 1.0, .e = 0.9},
  {"equal pair, linear, damped", HOOKE, .on = GRAIN, .size = 1.0, .heavy = 1.0, .e = 0.2},
  {"radii 1:4, damped", HERTZ, .on = GRAIN, .size = 4.0, .heavy = 1.0, .e = 0.6},
  {"radii 1:4, linear, damped", HOOKE, .on = GRAIN, .size = 4.0, .heavy = 1.0, .e = 0.6},
  {"densities 1:1000, damped",
   HERTZ, .on = GRAIN, .size = 1.0, .heavy = 1000.0, .e = 0.7},
  {"across a periodic side", HERTZ, .on = IMAGE, .size = 2.0, .heavy = 1.0, .e = 0.8},
  {"spin, no friction", HERTZ, .e = 0.5, .wa = {2.0, -3.0, 4.0}},
  {"spin about the normal", HERTZ, .e = 0.5, .mu = 0.5, .wa = {0.0, 0.0, 4.0}},
  {"oblique, slips", HERTZ, .e = 0.8, .mu = 0.2, .vt = 3.0},
  {"oblique, slips, total form", HERTZ, TOTAL, .e = 0.8, .mu = 0.2, .vt = 3.0},
  {"oblique, slips, linear", HOOKE, .e = 0.8, .mu = 0.2, .vt = 3.0},
  {"oblique and spin, slips",
   HERTZ, .e = 0.8, .mu = 0.2, .vt = 2.0, .wa = {3.0, -2.0, 1.0}},
  {"oblique, ball of 3 r, slips",
   HERTZ, .on = SPHERE, .size = 3.0, .e = 0.8, .mu = 0.2, .vt = 3.0},
  {"oblique pair, slips",
   HERTZ, .on = GRAIN, .size = 1.0, .heavy = 1.0, .e = 0.8, .mu = 0.2, .vt = 3.0},
  {"spin, slips", HERTZ, .e = 0.8, .mu = 0.3, .wa = {0.0, 5.0, 0.0}},
  {"spin, slips, linear", HOOKE, .e = 0.8, .mu = 0.3, .wa = {0.0, 5.0, 0.0}},
  {"spins of a pair, slip",
   HERTZ, .on = GRAIN, .size = 1.0, .heavy = 1.0, .e = 0.8, .mu = 0.3,
   .wa = {3.0, 2.0, 0.0}, .wb = {2.0, -1.0, 0.0}},
  {"spins, radii 1:4, slip",
   HERTZ, .on = GRAIN, .size = 4.0, .heavy = 0.5, .e = 0.8, .mu = 0.3,
   .wa = {3.0, 2.0, 0.0}, .wb = {2.0, -1.0, 0.0}},
  {"spins across a periodic side",
   HOOKE, .on = IMAGE, .size = 2.0, .heavy = 1.0, .e = 0.8, .mu = 0.3,
   .wa = {3.0, 2.0, 0.0}, .wb = {2.0, -1.0, 0.0}},
  {"gears: no slip", HERTZ, .on = GRAIN, .size = 4.0, .heavy = 1.0, .e = 0.8, .mu = 0.3,
   .wa = {4.0, 2.0, 0.0}, .wb = {-1.0, -0.5, 0.0}},
  {"rolling resistance, plane", HERTZ, .e = 0.8, .rolling = 0.1, .wa = {3.0, 2.0, 0.0}},
  {"rolling resistance, radii 1:4",
   HOOKE, .on = GRAIN, .size = 4.0, .heavy = 1.0, .e = 0.8,
   .rolling = 0.1, .wa = {3.0, 2.0, 0.0}, .wb = {1.0, -1.0, 0.0}},
  {"torsion, plane", HERTZ, .e = 0.8, .torsion = 0.1, .wa = {1.0, 0.0, 1.0e4}},
  {"torsion, radii 1:4", HERTZ, .on = GRAIN, .size = 4.0, .heavy = 1.0, .e = 0.8,
   .torsion = 0.1, .wa = {1.0, 0.0, 1.0e4}, .wb = {0.0, 0.0, -1.0e4}},
};
/* clang-format on */

static const double r = 5.0e-3, density = 2500.0, speed = 0.01;
static const double young = 7.0e10, nu = 0.25, kn = 1.0e7;

/* No axis is special. */
static const gm_vec3 n = {0.36, 0.48, 0.8}, t = {0.8, -0.6, 0.0};

static gm_vec3 in_frame(gm_vec3 x)
{
  const gm_vec3 across = gm_madd(gm_scale(x.y, gm_cross(n, t)), x.z, n);
  return gm_madd(across, x.x, t);
}

static double effective(double a, double b)
{
  return b > 0.0 ? a * b / (a + b) : a;
}

/* Of one impact. */
typedef struct flight {
  gm_vec3 va, vb, wa, wb;
} flight;

static flight fly(pair_scene *p, int pair)
{
  flight f = {p->grains->velocity[0], .wa = p->grains->angular_velocity[0]};
  if (pair) {
    f.vb = p->grains->velocity[1];
    f.wb = p->grains->angular_velocity[1];
  }
  return f;
}

static void place(pair_scene *p, const hit *h, gm_index m, gm_index other,
                  const flight *f)
{
  const gm_vec3 none = {0.0, 0.0, 0.0};
  const double rb = h->size * r;
  gm_vec3 b = gm_scale(-(r + rb) - 1.0e-9, n);
  if (h->on == IMAGE) { /* b is met through the upper side along z */
    const double side = 8.0 * rb;
    p->scene->domain.min = gm_vec(-1.0, -1.0, -0.5 * r);
    p->scene->domain.max = gm_vec(1.0, 1.0, side - 0.5 * r);
    gm_domain_repeat(&p->scene->domain, 4);
    b.z += p->scene->domain.side[2];
  }
  if (h->on == PLANE)
    pair_structure(p, gm_shape_plane(gm_scale(-r - 1.0e-9, n), n), other);
  if (h->on == SPHERE) pair_structure(p, gm_shape_sphere(b, rb), other);
  pair_grain(p, none, r, f->va, f->wa, m);
  if (h->on >= GRAIN) pair_grain(p, b, rb, f->vb, f->wb, other);
  if (h->on == IMAGE) gm_domain_settle(&p->scene->domain, &p->scene->grains);
}

static void check_hit(const hit *h)
{
  const int pair = h->on >= GRAIN;
  const gm_vec3 none = {0.0, 0.0, 0.0};
  const double rb = pair ? h->size * r : 0.0;
  pair_scene p;
  pair_init(&p, (enum gm_choice_law)h->law);
  p.config->contacts.tangential = h->tangential;
  p.config->contacts.rolling =
      h->rolling > 0.0 ? GM_ROLLING_CONSTANT : GM_ROLLING_NONE;
  p.config->contacts.torsion =
      h->torsion > 0.0 ? GM_TORSION_SPRING : GM_TORSION_NONE;
  const gm_index a = pair_material(&p, density, young, nu);
  const gm_index b =
      pair_material(&p, pair ? h->heavy * density : 1.0, young, nu);
  pair_between(&p, a, a, 1.0, 0.0, kn);
  pair_between(&p, b, b, 1.0, 0.0, kn);
  pair_between(&p, a, b, h->e, h->mu, kn);
  pair_resists(&p, a, b, h->rolling, 0.0, h->torsion);
  flight was = {gm_madd(gm_scale(h->vt * speed, t), -speed, n), none,
                gm_scale(speed / r, in_frame(h->wa)),
                gm_scale(speed / r, in_frame(h->wb))};
  if (!pair) was.wb = none;
  place(&p, h, a, b, &was);
  const double ma = gm_grains_mass(&p.scene->grains, 0);
  const double mb = pair ? gm_grains_mass(&p.scene->grains, 1) : 0.0;
  const double m = effective(ma, mb), radius = effective(r, rb);
  const double modulus = 0.5 * young / (1.0 - nu * nu);
  const double time =
      h->law == GM_LAW_HOOKE
          ? GM_PI * sqrt(m / kn)
          : 2.868 * pow(m * m / (radius * modulus * modulus * speed), 0.2);
  pair_start(&p, time / 5000.0, 1);
  pair_advance(&p, 12000);
  pair_look(&p);
  CHECK(p.contacts->n == 0);
  const flight is = fly(&p, pair);

  const gm_vec3 change = gm_sub(is.va, was.va);
  const double push = ma * gm_dot(change, n);
  const double leaves = gm_dot(gm_sub(is.va, is.vb), n);
  const double turns = h->on != PLANE && h->vt > 0.0 ? 2.0e-3 : 0.0;
  contact_cases_part(h->name, "restitution", h->e, leaves / speed,
                     fmax(5.0e-4, turns));
  if (pair) {
    const gm_vec3 drift = gm_madd(gm_scale(ma, change), mb, is.vb);
    contact_cases_vector(h->name, "momentum", none, drift, ma * speed, 1.0e-12);
  }
  const gm_vec3 spin = gm_madd(gm_scale(r, was.wa), rb, was.wb);
  const gm_vec3 v = gm_sub(was.va, gm_scale(gm_dot(was.va, n), n));
  const gm_vec3 slip = gm_sub(v, gm_cross(spin, n));
  const double slips = gm_norm(slip) > 1.0e-9 * speed ? h->mu : 0.0;
  const gm_vec3 along =
      slips > 0.0 ? gm_scale(1.0 / gm_norm(slip), slip) : none;
  const gm_vec3 drag = gm_sub(change, gm_scale(gm_dot(change, n), n));
  const int one_way = !pair && (h->vt == 0.0 || gm_norm(was.wa) == 0.0);
  contact_cases_vector(h->name, "friction over push", gm_scale(-slips, along),
                       gm_scale(ma / push, drag), fmax(h->mu, 1.0e-3),
                       turns > 0.0               ? turns
                       : one_way || slips == 0.0 ? 1.0e-10
                                                 : 2.0e-4);

  const gm_vec3 w = gm_sub(was.wa, was.wb);
  const gm_vec3 rolls = gm_sub(w, gm_scale(gm_dot(w, n), n));
  const double spun = gm_dot(w, n);
  gm_vec3 couple = gm_scale(
      h->torsion > 0.0 ? -copysign(h->torsion, spun) * radius * push : 0.0, n);
  if (h->rolling > 0.0)
    couple =
        gm_madd(couple, -h->rolling * radius * push / gm_norm(rolls), rolls);
  const gm_vec3 about = gm_scale(slips * push, gm_cross(n, along));
  const double ia = 0.4 * ma * r * r, ib = 0.4 * mb * rb * rb;
  const gm_vec3 wa = gm_scale(1.0 / ia, gm_madd(couple, r, about));
  const double close = fmax(slips > 0.0 ? 2.0e-4 : 1.0e-6, turns);
  contact_cases_vector(h->name, "change of spin", wa, gm_sub(is.wa, was.wa),
                       fmax(gm_norm(wa), 0.01 * speed / r),
                       gm_norm(wa) > 0.0 ? close : 1.0e-10);
  if (pair) {
    const gm_vec3 wb =
        gm_scale(1.0 / ib, gm_madd(gm_scale(-1.0, couple), rb, about));
    contact_cases_vector(h->name, "change of spin of b", wb,
                         gm_sub(is.wb, was.wb),
                         fmax(gm_norm(wb), 0.01 * speed / r),
                         gm_norm(wb) > 0.0 ? close : 1.0e-10);
  }
  pair_clear(&p);
}

/* k_t / k_n, the restitution whose tangential dashpot acts, radius of b over a's or 0. */
typedef struct grip {
  const char *name;
  double ratio, e, size;
} grip;

static const grip grips[] = {
    {"grip, k_t/k_n 0.05", 0.05, 1.0, 0.0},
    {"grip, 0.15", 0.15, 1.0, 0.0},
    {"grip, 2/7: the patch turns back", 2.0 / 7.0, 1.0, 0.0},
    {"grip, 0.5", 0.5, 1.0, 0.0},
    {"grip, 0.15, damped", 0.15, 0.8, 0.0},
    {"grip, 2/7, damped", 2.0 / 7.0, 0.8, 0.0},
    {"grip, 0.15, damped more", 0.15, 0.6, 0.0},
    {"grip of radii 1:3, 0.15, damped", 0.15, 0.8, 3.0},
};

static void check_grip(const grip *k)
{
  const gm_vec3 z = {0.0, 0.0, 1.0}, none = {0.0, 0.0, 0.0};
  const double size = 0.01, stiff = 1.0e8, vt = 0.03;
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.config->contacts.tangential_ratio = k->ratio;
  const gm_index m = pair_material(&p, density, 1.0e7, 0.3);
  pair_between(&p, m, m, k->e, 1.0e9, stiff);
  pair_grain(&p, gm_vec(0.0, 0.0, size), size, gm_vec(vt, 0.0, -vt), none, m);
  if (k->size > 0.0)
    pair_grain(&p, gm_vec(0.0, 0.0, -k->size * size), k->size * size, none,
               none, m);
  else
    pair_structure(&p, gm_shape_plane(none, z), m);
  const double ma = gm_grains_mass(&p.scene->grains, 0);
  const double mass = effective(ma, k->size * k->size * k->size * ma);
  const double time = GM_PI * sqrt(mass / stiff);
  pair_start(&p, time / 20000.0, 1);
  p.step->model.table[m * GM_MATERIALS_MAX + m].cn =
      0.0; /* the normal spring alone */
  pair_advance(&p, 20100);
  pair_look(&p);
  CHECK(p.contacts->n == 0);
  const double kt = k->ratio * stiff;
  const double ct =
      k->e < 1.0 ? 2.0 * contact_cases_damping(k->e) * sqrt(mass * kt) : 0.0;
  const double b = 1.75 * ct / mass, w = sqrt(3.5 * kt / mass - b * b);
  const double patch = exp(-b * time) * (cos(w * time) - b / w * sin(w * time));
  const double lost = 2.0 / 7.0 * (1.0 - patch) * mass / ma;
  contact_cases_row(k->name, "v_t' / v_t", 1.0 - lost,
                    p.grains->velocity[0].x / vt, 1.0, 2.0e-4);
  contact_cases_row(k->name, "r w' / v_t", 2.5 * lost,
                    size * p.grains->angular_velocity[0].y / vt, 1.0, 2.0e-4);
  pair_clear(&p);
}

int main(void)
{
  contact_cases_head();
  for (size_t k = 0; k < sizeof hits / sizeof *hits; ++k)
    check_hit(&hits[k]);
  for (size_t k = 0; k < sizeof grips / sizeof *grips; ++k)
    check_grip(&grips[k]);
  return CHECK_REPORT();
}
