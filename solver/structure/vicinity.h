/* structure/vicinity.h -- what is known around a place that was asked.
 *
 * Room: structure.  May include: base.
 *
 * In a step a grain moves by a thousandth of its radius.  Within some ball around the place where
 * it was asked last nothing touches, or few facets can be the nearest: they alone are asked till it
 * has left that ball.  Distances from a facet, d_t, are convex, so with unit gradients g and the
 * nearest facet s
 *
 *   d_t(c + x) - d_s(c + x) >= d_t(c) - d_s(c) - |x| |g_t - g_s| - |x|^2 / (2 d_s(c))
 *
 * and no less than d_t(c) - d_s(c) - 2 |x|: facet t is not the nearest until |x| reaches the larger
 * zero of the two.
 */
#ifndef GM_STRUCTURE_VICINITY_H
#define GM_STRUCTURE_VICINITY_H

#include "structure/facet.h"

enum { GM_VICINITY_FACETS = 6 };

typedef struct gm_vicinity { /* one line of cache */
  gm_row4 ball; /* m  {place, radius within which facets serve}, body frame */
  float clear;  /* m  nearer to the place than this, nothing touches */
  int n;        /* facets; 0: none serve */
  gm_index facet[GM_VICINITY_FACETS]; /* one of them is nearest, rising */
} gm_vicinity;

/* Beyond the rounding of a float. */
#define GM_VICINITY_ROUNDED_DOWN (1.0 - 1.2e-7)

GM_INLINE double gm_vicinity_walked(const gm_vicinity *v, gm_vec3 y)
{
  return gm_norm(gm_sub(y, gm_row_vec(v->ball)));
}

/* How much farther from y the facets serve, in m; not positive: they do not. */
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

/* Facets that may be the nearest around y, of those of pairs [from, to), which were asked for y and
 * of which `nearest` (a pair) is; as rows of facet[].  The ball is at most `most` (m) wide, and
 * smaller where more than GM_VICINITY_FACETS would serve it. */
void gm_vicinity_learn(gm_vicinity *v, const gm_facet_pairs *pairs, int from,
                       int to, int nearest, gm_vec3 y, double most,
                       const gm_facet *facet);

#endif
