/* contact/lecture.h -- the linear law of a lecture on the discrete element method, as
 * printed.
 *
 * Both springs hold forces, which grow with the displacements du of the last step:
 *
 *   e_n <- e_n + k_n du_n  (or k_n d)    h_n = e_n + c_n v_n     v_n, du_n approaching
 *   e_s <- e_s + k_s du_s                h_s = e_s + c_s v_s
 *   code    h_n <= 0: h_s = 0;  |h_s| >= mu h_n: h_s is cut to mu h_n, e_s stays
 *   slide   e_n <= 0: e_s = h_s = 0;  |e_s| >= mu e_n: e_s is cut to mu e_n, h_s = e_s
 *
 * The force on a is h_n n - h_s.  Arms of torques and of surface velocities are the
 * radii, not the distances to the contact (gm_law.printed), so that a contact of overlap
 * d loses angular momentum, d |h_s| in a second.  h_n may pull unless tension is clamped.
 * Velocities are used as they are stored: with leapfrog half a step late.
 *
 * Energy.  The springs hold e_n^2 / (2 k_n) + E_s, E_s = min(|e_s|, mu e_n)^2 / (2 k_s):
 * friction gives back no more.  Where e_s winds up beyond the limit, and a later load
 * brings it to bear, the law creates energy.  The tangential loss of a step, work less
 * the growth of E_s, is therefore counted where it is positive alone, and what is
 * created shows as an error of the balance.  History: e_s along the
 * displacement of a relative to b, e_n.
 */
#ifndef GM_CONTACT_LECTURE_H
#define GM_CONTACT_LECTURE_H

#include "contact/friction.h"
#include "contact/law.h"

/* What is chosen at compile time. */
typedef struct gm_lecture_form {
  int slide;   /* the condition of slip on the slides, not that in the code */
  int overlap; /* e_n = k_n d */
} gm_lecture_form;

/* The part of e_s that friction can hold under the normal spring force. */
GM_INLINE gm_vec3 gm_lecture_held(double mu, double normal, gm_vec3 spring)
{
  return gm_friction_limited(spring, mu * (normal > 0.0 ? normal : 0.0)).force;
}

/* Both parts of the tangential force. */
typedef struct gm_lecture_shear {
  gm_vec3 spring, force; /* N  e_s, h_s */
} gm_lecture_shear;

/* From the trial spring and c_s v_s; en, hn: normal spring force, normal force. */
GM_INLINE gm_lecture_shear gm_lecture_slip(gm_lecture_form form, double mu,
                                           double en, double hn, gm_vec3 spring,
                                           gm_vec3 dashpot)
{
  if (form.slide) {
    const gm_friction_held o =
        gm_friction_limited(spring, mu * (en > 0.0 ? en : 0.0));
    const double damps = o.slides || !(en > 0.0) ? 0.0 : 1.0;
    return (gm_lecture_shear){o.force, gm_madd(o.force, damps, dashpot)};
  }
  const gm_friction_held o =
      gm_friction_limited(gm_add(spring, dashpot), mu * (hn > 0.0 ? hn : 0.0));
  return (gm_lecture_shear){spring, o.force};
}

GM_INLINE gm_law_force gm_lecture_force(gm_coefficients c, gm_law_time time,
                                        gm_law_contact k, gm_lecture_form form)
{
  const gm_vec3 n = k.normal;
  const double vn = gm_dot(k.velocity, n), un = gm_dot(k.moved, n);
  const gm_vec3 vt = gm_madd(k.velocity, -vn, n);
  const gm_vec3 ut = gm_madd(k.moved, -un, n);
  const double root = 1.0 / sqrt(k.mobility);
  const double cn = c.cn * root + c.normal_damping;
  const double ct = c.ct * root + c.tangential_damping;

  const double en = form.overlap
                        ? c.kn * k.overlap * k.slope
                        : k.memory - c.kn * k.slope * k.slope * time.dt * un;
  const double open = en - cn * vn;
  const double hn = open > c.least ? open : c.least;

  const gm_friction_kept was = gm_friction_turned(k.spring, n);
  const gm_vec3 kept = gm_scale(was.turn, was.p);
  const gm_vec3 trial = gm_madd(kept, c.kt * time.dt, ut);
  const gm_lecture_shear s =
      gm_lecture_slip(form, c.mu, en, hn, trial, gm_scale(ct, vt));

  const double damped =
      gm_friction_damped(hn - en, hn, vn, time.lag * k.mobility, time.dt);
  const gm_vec3 vt_mid =
      gm_madd(vt, -time.turn * time.lag * k.mobility, s.force);
  const gm_vec3 then = gm_lecture_held(c.mu, k.memory, kept);
  const gm_vec3 now = gm_lecture_held(c.mu, en, s.spring);
  const double grown = 0.5 / c.kt * (gm_norm2(now) - gm_norm2(then));
  const double work = time.dt * (0.5 * gm_dot(gm_add(then, now), ut) +
                                 gm_dot(gm_sub(s.force, now), vt_mid));
  const double rubbed = work > grown ? work - grown : 0.0;
  return (gm_law_force){.force = gm_madd(gm_scale(-1.0, s.force), hn, n),
                        .spring = s.spring,
                        .memory = en,
                        .dissipated = rubbed + damped,
                        .frictional = rubbed,
                        .load = hn > 0.0 ? hn : 0.0,
                        .stiffness = c.kn};
}

/* The law of these enums of config/choices.h. */
const gm_law *gm_lecture_find(int variant, int normal);

#endif
