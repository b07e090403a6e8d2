/* contact/lecture.c -- the four forms of the lecture's law: contact/lecture.h.
 *
 * A form is a descriptor of its own, so that no loop over contacts branches on it.
 */
#include "contact/lecture.h"

#include "contact/hooke.h"

/* A contact without memory is one that the law has not met: its overlap counts. */
static double energy(const gm_coefficients *c, const gm_law_contact *k)
{
  const double en = k->memory != 0.0 ? k->memory : c->kn * k->overlap;
  const gm_vec3 held = gm_lecture_held(c->mu, en, k->spring);
  return 0.5 * en * en / c->kn + 0.5 * gm_norm2(held) / c->kt;
}

#define LECTURE_LAW(NAME, SLIDE, OVERLAP)                                      \
  GM_INLINE gm_law_force NAME##_force(gm_coefficients c, gm_law_time time,     \
                                      gm_law_contact k)                        \
  {                                                                            \
    return gm_lecture_force(c, time, k, (gm_lecture_form){SLIDE, OVERLAP});    \
  }                                                                            \
  GM_ROWS_LAW(NAME)                                                            \
  const gm_law gm_##NAME##_law = {.name = #NAME,                               \
                                  .law = GM_LAW_LECTURE,                       \
                                  .tangential = GM_LAW_EITHER_FORM,            \
                                  .cohesion = GM_COHESION_NONE,                \
                                  .history = 4,                                \
                                  .printed = 1,                                \
                                  .coefficients = gm_hooke_coefficients,       \
                                  .forces = NAME##_forces,                     \
                                  .query = NAME##_query,                       \
                                  .energy = energy,                            \
                                  .damping = gm_hooke_damping,                 \
                                  .duration = gm_hooke_duration};

LECTURE_LAW(lecture, 0, 0)
LECTURE_LAW(lecture_overlap, 0, 1)
LECTURE_LAW(lecture_slide, 1, 0)
LECTURE_LAW(lecture_slide_overlap, 1, 1)

const gm_law *gm_lecture_find(int variant, int normal)
{
  static const gm_law *const laws[2][2] = {
      [GM_VARIANT_CODE] = {[GM_NORMAL_INCREMENTS] = &gm_lecture_law,
                           [GM_NORMAL_OVERLAP] = &gm_lecture_overlap_law},
      [GM_VARIANT_SLIDE] = {[GM_NORMAL_INCREMENTS] = &gm_lecture_slide_law,
                            [GM_NORMAL_OVERLAP] =
                                &gm_lecture_slide_overlap_law}};
  return laws[variant][normal];
}
