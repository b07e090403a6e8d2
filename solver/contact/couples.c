/* contact/couples.c -- the list of couples, and their loops. */
#include "contact/couples.h"

#include "contact/geometry.h"
#include "contact/rolling.h"
#include "contact/rows.h"

/* `rolling`, `torsion` are constants. */
GM_INLINE gm_couple_torque couple_torque(gm_couple_coefficients c,
                                         gm_law_time time, gm_couple_contact k,
                                         int rolling, int torsion)
{
  return gm_rolling_torque(c, time, k, rolling == GM_ROLLING_CONSTANT,
                           rolling == GM_ROLLING_SPRING,
                           torsion == GM_TORSION_SPRING);
}

GM_INLINE void couple_loop(gm_block *restrict k, int n, gm_law_time time,
                           int grows, gm_couple_coefficients same, int alike,
                           int rolling, int torsion)
{
  const double *restrict u = (const double *)k->u;
  const double *restrict e = (const double *)k->e;
  const double *restrict h = (const double *)k->h;
  const double beta = 1.0 / (time.turn - 1.0);
#pragma omp simd simdlen(GM_LANES)
  for (int t = 0; t < n; ++t) {
    const gm_couple_coefficients own = {GM_COUPLE_COEFFICIENTS(GM_ROWS_OWN)};
    const gm_vec3 normal = {k->nx[t], k->ny[t], k->nz[t]};
    const gm_vec3 turn = {k->px[t], k->py[t], k->pz[t]};
    const gm_vec3 spin = {u[4 * t], u[4 * t + 1], u[4 * t + 2]};
    const gm_couple_contact contact = {
        .load = k->load[t],
        .stiffness = k->stiffness[t] * (grows ? k->ha[t] : 1.0),
        .stiffness_was = k->stiffness[t] * (grows ? h[4 * t + 3] : 1.0),
        .radius = k->radius[t],
        .inertia = beta / u[4 * t + 3],
        .normal = normal,
        .spin = gm_geometry_turned(spin, normal, turn),
        .bent = {e[4 * t], e[4 * t + 1], e[4 * t + 2]},
        .twisted = e[4 * t + 3],
    };
    const gm_couple_torque o =
        couple_torque(alike ? same : own, time, contact, rolling, torsion);
    k->mx[t] = o.torque.x;
    k->my[t] = o.torque.y;
    k->mz[t] = o.torque.z;
    k->ex[t] = o.bent.x;
    k->ey[t] = o.bent.y;
    k->ez[t] = o.bent.z;
    k->et[t] = o.twisted;
    k->rolled[t] = o.rolling;
    k->spun[t] = o.torsion;
  }
}

#define GM_COUPLE(NAME, ROLLING, TORSION)                                      \
  GM_CLONED static void NAME##_torques(gm_block *k, int n, gm_law_time time,   \
                                       int grows,                              \
                                       const gm_couple_coefficients *same)     \
  {                                                                            \
    const gm_couple_coefficients none = {0.0, 0.0, 0.0};                       \
    if (same)                                                                  \
      couple_loop(k, n, time, grows, *same, 1, ROLLING, TORSION);              \
    else                                                                       \
      couple_loop(k, n, time, grows, none, 0, ROLLING, TORSION);               \
  }                                                                            \
  static gm_couple_torque NAME##_query(const gm_couple_coefficients *c,        \
                                       gm_law_time time,                       \
                                       const gm_couple_contact *contact)       \
  {                                                                            \
    return couple_torque(*c, time, *contact, ROLLING, TORSION);                \
  }                                                                            \
  static const gm_couple NAME##_couple = {.name = #NAME,                       \
                                          .rolling = ROLLING,                  \
                                          .torsion = TORSION,                  \
                                          .torques = NAME##_torques,           \
                                          .query = NAME##_query}

GM_COUPLE(constant, GM_ROLLING_CONSTANT, GM_TORSION_NONE);
GM_COUPLE(spring, GM_ROLLING_SPRING, GM_TORSION_NONE);
GM_COUPLE(torsion, GM_ROLLING_NONE, GM_TORSION_SPRING);
GM_COUPLE(constant_torsion, GM_ROLLING_CONSTANT, GM_TORSION_SPRING);
GM_COUPLE(spring_torsion, GM_ROLLING_SPRING, GM_TORSION_SPRING);

const gm_couple *gm_couples_find(int rolling, int torsion)
{
#define ADDRESS(name) &name##_couple,
  static const gm_couple *const couples[] = {GM_COUPLES(ADDRESS)};
  for (size_t k = 0; k < sizeof couples / sizeof *couples; ++k) {
    const gm_couple *c = couples[k];
    if (c->rolling == rolling && c->torsion == torsion) return c;
  }
  return NULL;
}

void gm_couples_table(const gm_materials *m, gm_couple_coefficients *table)
{
  for (gm_index a = 0; a < m->n; ++a) {
    for (gm_index b = 0; b < m->n; ++b) {
      const gm_pair *p = &m->pair[a][b];
      if (!gm_material_paired(p)) continue;
      table[a * GM_MATERIALS_MAX + b] =
          (gm_couple_coefficients){.rolling = p->rolling_friction,
                                   .rolling_damping = p->rolling_damping,
                                   .torsion = p->torsion_friction};
    }
  }
}

double gm_couples_energy(const gm_couple_coefficients *c, double bend,
                         const gm_couple_contact *k)
{
  const double bent =
      gm_rolling_stiffness(bend, k->stiffness, c->rolling, k->radius);
  const double twist =
      gm_rolling_stiffness(bend, k->stiffness, c->torsion, k->radius);
  return gm_rolling_energy(gm_norm2(k->bent), bent) +
         gm_rolling_energy(k->twisted * k->twisted, twist);
}

double gm_couples_slowness(const gm_couple_coefficients *c, gm_law_time time)
{
  return fmin(1.0, 1.0 / (sqrt(time.bend * (time.turn - 1.0)) *
                          fmax(c->rolling, c->torsion)));
}
