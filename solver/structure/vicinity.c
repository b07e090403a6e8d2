/* structure/vicinity.c -- what is known around a place.  Room: structure. */
#include "structure/vicinity.h"

static const double sure = 1.0e-9; /* margin over rounding, relative */

/* How far from y each pair cannot be the nearest, in m. */
GM_INLINE void find_leads(const gm_facet_pairs *restrict p, int from, int n,
                          int nearest, gm_vec3 y, double most,
                          double *restrict lead)
{
  const double *restrict x = &p->foot[0][from], *restrict z = &p->foot[2][from];
  const double *restrict w = &p->foot[1][from];
  const double *restrict square = &p->square[from];
  const double d = sqrt(p->square[nearest]);
  const gm_vec3 foot = {p->foot[0][nearest], p->foot[1][nearest],
                        p->foot[2][nearest]};
  const gm_vec3 g = gm_scale(1.0 / d, gm_sub(y, foot));
#pragma omp simd
  for (int t = 0; t < n; ++t) {
    const double far = sqrt(square[t]), per = 1.0 / far;
    const double gap = far - d - sure * (far + most);
    const double gx = per * (y.x - x[t]) - g.x, gy = per * (y.y - w[t]) - g.y;
    const double gz = per * (y.z - z[t]) - g.z;
    const double turn = gx * gx + gy * gy + gz * gz;
    const double some = gap > 0.0 ? gap : 0.0;
    const double bent = 2.0 * some / (sqrt(turn) + sqrt(turn + 2.0 * some / d));
    lead[t] = some > 0.0 ? (bent > 0.5 * some ? bent : 0.5 * some) : 0.0;
  }
}

GM_CLONED void gm_vicinity_learn(gm_vicinity *v, const gm_facet_pairs *p,
                                 int from, int to, int nearest, gm_vec3 y,
                                 double most, const gm_facet *facet)
{
  enum { LEAST = GM_VICINITY_FACETS + 1 };
  double lead[GM_FACET_PAIRS], least[LEAST]; /* rising */
  const int n = to - from;
  gm_vicinity_forget(v);
  if (!(p->square[nearest] > 0.0) || !(most > 0.0)) return;
  find_leads(p, from, n, nearest, y, most, lead);
  for (int k = 0; k < LEAST; ++k)
    least[k] = most;
  for (int t = 0; t < n; ++t) {
    if (!(lead[t] < least[LEAST - 1])) continue;
    int k = LEAST - 1;
    for (; k > 0 && least[k - 1] > lead[t]; --k)
      least[k] = least[k - 1];
    least[k] = lead[t];
  }
  const double radius = least[LEAST - 1];
  if (!(radius > 0.0)) return;
  v->ball = gm_row(y, (1.0 - sure) * radius);
  for (int t = 0; t < n; ++t)
    if (lead[t] < radius)
      v->facet[v->n++] = (gm_index)(p->facet[from + t] - facet);
}
