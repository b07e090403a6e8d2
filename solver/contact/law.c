/* contact/law.c -- the list of laws, and damping from restitution.
 *
 * Linear spring and dashpot, w0^2 = k / m, zeta the ratio of critical damping, ended at
 * overlap 0 (tension allowed) or where the force would turn attractive (no tension):
 *
 *   e      = exp(-pi zeta / sqrt(1 - zeta^2))
 *   e_c    = exp(-2 (zeta / s) atan(s / zeta)),   s = sqrt(1 - zeta^2)
 *          = exp(-2 (zeta / q) atanh(q / zeta)),  q = sqrt(zeta^2 - 1), overdamped
 *
 * It lasts t, w0 t = pi / s (tension allowed), else (2 / s) atan(s / zeta), or (2 / q)
 * atanh(q / zeta).
 *
 * e_c passes exp(-2) = 0.135 at zeta = 1 and reaches 0.048 at zeta = 2, the most that is
 * taken: an explicit dashpot needs the smaller steps the stronger it is.  The second is
 * T. Schwager and T. Poeschel, Granular Matter 9 (2007) 465-469.  With Tsuji's
 * damping the same ratio serves a Hertz contact: Y. Tsuji, T. Tanaka, T. Ishida, Powder
 * Technology 71 (1992) 239-250.
 */
#include "contact/law.h"

#include "base/math.h"

#define DECLARE(name) extern const gm_law gm_##name##_law;
GM_LAWS(DECLARE)

const gm_law *gm_law_find(int law, int tangential, int cohesion)
{
#define ADDRESS(name) &gm_##name##_law,
  static const gm_law *const laws[] = {GM_LAWS(ADDRESS)};
  for (size_t k = 0; k < sizeof laws / sizeof *laws; ++k) {
    const gm_law *l = laws[k];
    const int same =
        l->tangential == tangential || l->tangential == GM_LAW_EITHER_FORM;
    if (same && l->law == law && l->cohesion == cohesion) return l;
  }
  return NULL;
}

void gm_law_table(const gm_law *law, const gm_materials *m,
                  gm_law_options options, gm_coefficients *table)
{
  for (gm_index a = 0; a < m->n; ++a) {
    for (gm_index b = 0; b < m->n; ++b) {
      if (!gm_material_paired(&m->pair[a][b])) continue;
      const gm_law_input in = {&m->row[a], &m->row[b], m->pair[a][b], options};
      table[a * GM_MATERIALS_MAX + b] = law->coefficients(&in);
    }
  }
}

double gm_law_restitution_clamped(double zeta)
{
  if (zeta < 1.0) {
    const double s = sqrt(1.0 - zeta * zeta);
    return gm_math_exp(-2.0 * zeta / s * gm_math_atan2(s, zeta));
  }
  if (zeta == 1.0) return gm_math_exp(-2.0);
  const double q = sqrt(zeta * zeta - 1.0);
  return gm_math_exp(-2.0 * zeta / q * gm_math_atanh(q / zeta));
}

double gm_law_phase(double zeta, int no_tension)
{
  const double s = sqrt(fabs(1.0 - zeta * zeta));
  if (!no_tension) return GM_PI / s;
  if (zeta == 1.0) return 2.0;
  return 2.0 / s *
         (zeta < 1.0 ? gm_math_atan2(s, zeta) : gm_math_atanh(s / zeta));
}

double gm_law_damping(double restitution, int no_tension)
{
  const double e = fmax(restitution, 1.0e-3);
  if (e >= 1.0) return 0.0;
  const double l = gm_math_log(e);
  const double open = -l / sqrt(GM_PI * GM_PI + l * l);
  if (!no_tension) return open;
  double low = 0.0, high = 2.0;
  for (int k = 0; k < 60; ++k) {
    const double middle = 0.5 * (low + high);
    if (gm_law_restitution_clamped(middle) > e)
      low = middle;
    else
      high = middle;
  }
  return 0.5 * (low + high);
}

/* ---- hard grains ------------------------------------------------------------------ */

/* Contacts exert no force: impulses change velocities (room `hard`).  Whatever reads this
 * law finds no stiffness, no energy and no duration of contact. */

static gm_coefficients no_law_coefficients(const gm_law_input *in)
{
  return (gm_coefficients){.mu = in->pair.friction};
}

static void no_law_forces(gm_block *k, int n, gm_law_time time,
                          const gm_coefficients *same)
{
  (void)time;
  (void)same;
  for (int t = 0; t < n; ++t) {
    k->fx[t] = k->fy[t] = k->fz[t] = 0.0;
    k->hx[t] = k->hy[t] = k->hz[t] = k->ha[t] = 0.0;
    k->dissipated[t] = k->frictional[t] = 0.0;
    k->load[t] = k->stiffness[t] = 0.0;
  }
}

static gm_law_force no_law_query(const gm_coefficients *c, gm_law_time time,
                                 const gm_law_contact *contact)
{
  (void)c;
  (void)time;
  (void)contact;
  return (gm_law_force){0};
}

static double no_law_energy(const gm_coefficients *c,
                            const gm_law_contact *contact)
{
  (void)c;
  (void)contact;
  return 0.0;
}

static double no_law_damping(const gm_coefficients *c, double mass,
                             int tangential)
{
  (void)c;
  (void)mass;
  (void)tangential;
  return 0.0;
}

static double no_law_duration(const gm_coefficients *c, double radius,
                              double mass, double speed)
{
  (void)c;
  (void)radius;
  (void)mass;
  (void)speed;
  return INFINITY;
}

const gm_law gm_law_collisions = {.name = "collisions",
                                  .law = GM_LAW_COLLISIONS,
                                  .tangential = GM_LAW_EITHER_FORM,
                                  .cohesion = GM_COHESION_NONE,
                                  .coefficients = no_law_coefficients,
                                  .forces = no_law_forces,
                                  .query = no_law_query,
                                  .energy = no_law_energy,
                                  .damping = no_law_damping,
                                  .duration = no_law_duration};
