/* hard/collide.h -- the impulse between two hard bodies that touch.
 *
 * With n the unit normal from b to a and u the velocity of a's surface relative to that
 * of b at the contact point, the impulse J on a (-J on b) makes
 *
 *   u' . n = -e_n u . n          u'_t = e_t u_t
 *
 * e_n is 1 for a collision that keeps its energy; e_t is 1 for smooth bodies, 0 for
 * bodies that stick, -1 for perfectly rough ones, which keep their energy too.  Then
 * Coulomb's law cuts J_t to mu J_n.  A and B are the inverse masses of the pair along and
 * across the normal, with arms L_a, L_b from the centres to the contact point:
 *
 *   A = 1/m_a + 1/m_b,   B = A + L_a^2 / I_a + L_b^2 / I_b
 *   J_n = -(1 + e_n) u_n / A,   J_t = -(1 - e_t) u_t / B
 *
 * O. R. Walton, in Particulate Two-Phase Flow (1993), ch. 25; S. Luding and
 * S. McNamara, Granular Matter 1 (1998) 113 (contact time); T. Schwager and T. Poeschel,
 * Phys. Rev. E 57 (1998) 650 (restitution that grows as the speed falls).
 */
#ifndef GM_HARD_COLLIDE_H
#define GM_HARD_COLLIDE_H

#include "base/math.h"
#include "base/status.h"
#include "base/types.h"
#include "base/vec3.h"
#include <math.h>
#include <stddef.h>

/* Coefficients of a pair of materials. */
typedef struct gm_collide_law {
  double normal;     /* 1    e_n, 0 to 1 */
  double tangential; /* 1    e_t, -1 to 1 */
  double friction;   /* 1    mu, INFINITY: no limit */
  double speed;      /* m/s  e_n grows towards 1 below it; 0: e_n is constant */
  double power;      /* 1    1 - (1 - e_n) (u_n / speed)^power */
} gm_collide_law;

/* A contact of two bodies. */
typedef struct gm_collide_pair {
  gm_vec3 n;                 /* 1     unit, from b to a */
  gm_vec3 u;                 /* m/s   velocity of a's surface relative to b's */
  double normal, tangential; /* 1/kg  A and B; B 0: no tangential impulse */
} gm_collide_pair;

typedef struct gm_collide_impulse {
  gm_vec3 j;     /* N s  on a */
  double lost;   /* J    kinetic energy that the bodies lose; negative: gain */
  double rubbed; /* J  part of it that the tangential impulse takes */
} gm_collide_impulse;

/* Normal restitution at the approach speed v (m/s). */
GM_INLINE double gm_collide_restitution(const gm_collide_law *law, double v)
{
  if (!(v < law->speed)) return law->normal;
  return 1.0 - (1.0 - law->normal) * gm_math_pow(v / law->speed, law->power);
}

/* The impulse with normal restitution e_n.  The sign of u . n is not tested: the
 * caller decides about bodies that separate. */
GM_INLINE gm_collide_impulse gm_collide_by(const gm_collide_law *law,
                                           const gm_collide_pair *p, double e_n)
{
  const double un = gm_dot(p->u, p->n);
  const gm_vec3 ut = gm_madd(p->u, -un, p->n);
  const double jn = -(1.0 + e_n) * un / p->normal;
  const double slip = gm_norm(ut);
  double jt = p->tangential > 0.0
                  ? (1.0 - law->tangential) * slip / p->tangential
                  : 0.0;
  const double most = law->friction * fabs(jn);
  if (jt > most) jt = most;
  const double along = slip > 0.0 ? -jt / slip : 0.0;
  const double rubbed = jt * (slip - 0.5 * p->tangential * jt);
  return (gm_collide_impulse){gm_madd(gm_scale(jn, p->n), along, ut),
                              rubbed - jn * (un + 0.5 * p->normal * jn),
                              rubbed};
}

GM_INLINE gm_collide_impulse gm_collide(const gm_collide_law *law,
                                        const gm_collide_pair *p)
{
  const double e_n = gm_collide_restitution(law, fabs(gm_dot(p->u, p->n)));
  return gm_collide_by(law, p, e_n);
}

/* ---- impulses and numbers of collisions by pair, since the last frame ------------ */

/* The collisions of grain a with grain b, or with a patch of a structure. */
typedef struct gm_collision_sum {
  gm_id a, b;                /* ids, a < b; b -1: a structure */
  gm_index structure, patch; /* -1: a grain */
  gm_vec3 impulse;           /* N s  on a */
  double count;              /* collisions */
} gm_collision_sum;

typedef struct gm_collision_sums {
  gm_collision_sum *row; /* [n] sorted and each pair once, up to `sorted` */
  size_t n, sorted, capacity;
} gm_collision_sums;

/* Adds collisions, in the order of time for each pair.  GM_ERR_MEMORY. */
gm_status gm_collide_sums_add(gm_collision_sums *s, gm_collision_sum row);

/* Sorts by (a, grains before structures, structure, b, patch) and joins the rows of a
 * pair.  GM_ERR_MEMORY. */
gm_status gm_collide_sums_join(gm_collision_sums *s);

/* Forgets all rows. */
void gm_collide_sums_begin(gm_collision_sums *s);

void gm_collide_sums_clear(gm_collision_sums *s);

#endif
