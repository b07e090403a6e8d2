/* structure/vicinity.h -- the triangles near a contact, kept from step to step.
 *
 * Room: structure.  May include: base.
 *
 * In a step a grain moves by a thousandth of its radius.  Within some ball around the place of
 * its last query only few triangles can be the nearest: they alone are measured until the grain has
 * left that ball.  Distances from a facet, d_t, are convex, and a curved patch stays within its
 * rise h_t of the facet; so with unit gradients g and the nearest patch s
 *
 *   d_t(c + x) - d_s(c + x) >= gap - |x| |g_t - g_s| - |x|^2 / (2 d_s(c)),  gap = d_t(c) - h_t - d_s(c)
 *
 * and no less than gap - 2 |x|: triangle t is not the nearest until |x| reaches the larger
 * zero of the two.
 */
#ifndef GM_STRUCTURE_VICINITY_H
#define GM_STRUCTURE_VICINITY_H

#include "base/row4.h"
#include "structure/distance.h"

enum { GM_VICINITY_TRIANGLES = 6 };

typedef struct gm_vicinity { /* one cache line */
  gm_row4
      ball; /* m  {place, radius within which the triangles serve}, body frame */
  float clear; /* m  nearer to the place than this, nothing touches */
  int n;       /* triangles; 0: none serve */
  gm_index triangle[GM_VICINITY_TRIANGLES]; /* one of them is nearest, rising */
} gm_vicinity;

/* Beyond the rounding of a float. */
#define GM_VICINITY_ROUNDED_DOWN (1.0 - 1.2e-7)

GM_INLINE double gm_vicinity_walked(const gm_vicinity *v, gm_vec3 y)
{
  return gm_norm(gm_sub(y, gm_row_vec(v->ball)));
}

/* How much farther from y the triangles serve, in m; not positive: they do not. */
GM_INLINE double gm_vicinity_left(const gm_vicinity *v, gm_vec3 y)
{
  return v->n ? v->ball[3] - gm_vicinity_walked(v, y) : 0.0;
}

/* Nothing touches nearer to y than `clear` (m). */
GM_INLINE void gm_vicinity_rest(gm_vicinity *v, gm_vec3 y, double clear)
{
  const double left = gm_vicinity_left(v, y);
  v->ball = gm_row(y, left > 0.0 ? left : 0.0);
  v->clear = (float)(clear * GM_VICINITY_ROUNDED_DOWN);
  if (!(left > 0.0)) v->n = 0;
}

/* Nothing is known. */
GM_INLINE void gm_vicinity_forget(gm_vicinity *v)
{
  v->ball[3] = 0.0;
  v->clear = 0.0f;
  v->n = 0;
}

/* The nearest point of all triangles, and those that serve around y: in a ball that is at most
 * `most` (m) wide, and smaller where more than GM_VICINITY_TRIANGLES would serve it. */
gm_foot gm_vicinity_learn(gm_vicinity *v, const gm_distance *distance,
                          gm_vec3 y, double most);

#endif
