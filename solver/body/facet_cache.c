/* body/facet_cache.c -- fills the cache with the triangles that can be nearest around a
 * point.
 */
#include "body/facet_cache.h"

enum { ROOM = 96, TRIES = 3 };

/* safety margin for rounding, as a fraction of a distance */
static const double sure = 1.0e-9;
/* factor by which a ball with too many triangles shrinks */
static const double fewer = 0.25;

/* Radius (m) around y within which triangle t cannot be the nearest one. d and g are
 * the distance from the nearest triangle and its gradient. */
static double lead_of(const gm_distance *distance, gm_index t, gm_vec3 y,
                      double d, gm_vec3 g)
{
  double rise;
  const gm_foot f = gm_distance_facet(distance, t, y, &rise);
  const double far = sqrt(f.square);
  const double gap = far - rise - d - sure * far;
  if (!(gap > 0.0)) return 0.0;
  const gm_vec3 off = gm_scale(1.0 / far, gm_sub(y, f.at));
  const double turn = gm_norm2(gm_sub(off, g));
  const double bent = 2.0 * gap / (sqrt(turn) + sqrt(turn + 2.0 * gap / d));
  return fmax(bent, 0.5 * gap);
}

gm_foot gm_facet_cache_fill(gm_facet_cache *v, const gm_distance *distance,
                            gm_vec3 y, double most)
{
  enum { LEAST = GM_FACET_CACHE_TRIANGLES + 1 };
  gm_index list[ROOM];
  double lead[ROOM], least[LEAST]; /* in increasing order */
  const gm_foot best = gm_distance_nearest_foot(distance, y);
  const double d = sqrt(best.square);
  int n = -1;
  gm_facet_cache_reset(v);
  if (!(d > 0.0) || !(most > 0.0)) return best;
  for (int k = 0; k < TRIES && n < 0; ++k) {
    if (k) most *= fewer;
    n = gm_distance_within(distance, y, d + 2.0 * most, list, ROOM);
  }
  if (n < 0) return best;
  const gm_vec3 g = gm_scale(1.0 / d, gm_sub(y, best.at));
  for (int k = 0; k < LEAST; ++k)
    least[k] = most;
  for (int t = 0; t < n; ++t) {
    lead[t] = lead_of(distance, list[t], y, d, g);
    int k = LEAST - 1;
    if (!(lead[t] < least[k])) continue;
    for (; k > 0 && least[k - 1] > lead[t]; --k)
      least[k] = least[k - 1];
    least[k] = lead[t];
  }
  const double radius = least[LEAST - 1];
  if (!(radius > 0.0)) return best;
  v->ball = gm_row(y, (1.0 - sure) * radius);
  for (int t = 0; t < n; ++t)
    if (lead[t] < radius) v->triangle[v->n++] = list[t];
  return best;
}
