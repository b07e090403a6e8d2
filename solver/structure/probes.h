/* structure/probes.h -- distance queries of many patches at once, each at a place of its own.
 *
 * Room: structure.  May include: base.
 *
 * The same answers as gm_shape_probe one by one, bit for bit.  A query of a patch of sites has
 * three stages:
 *
 *   cache      triangles that serve around the place of the last query (vicinity.h); they are there
 *              only where the cell is flagged, so that no answer depends on the cache
 *   sites      the eight of the cell, interpolated in blocks along lanes (interpolate.h)
 *   triangles  by the tree (distance.h), where sites are missing, flagged or over a kink
 *
 * Exact distances change by no more than one walks: of primitives all of a gap is clear, and of
 * triangles as far as they serve, less the jump below.  Interpolated ones may be
 * steeper over kinks, and jump where sites hand over to triangles, by at most twice what they may
 * err (gm_patch.jump): half of a gap is clear, less that jump.  Cells are held to what sites may err
 * up to 0.1 spacings beyond the largest radius, and where they are not sites err by less than those
 * (tests/unit/structure_probes looks for worse).
 */
#ifndef GM_STRUCTURE_PROBES_H
#define GM_STRUCTURE_PROBES_H

#include "structure/interpolate.h"
#include "structure/shape.h"
#include "structure/vicinity.h"

enum { GM_PROBES = GM_INTERPOLATE_BLOCK };

typedef struct gm_probes {
  const gm_patch *patch[GM_PROBES];
  gm_vec3 y[GM_PROBES];    /* m  in the body frame                         */
  double reach[GM_PROBES]; /* m  as for gm_shape_probe                     */
  /* The triangles that served the last query of the same patch, or null; found anew where they do
   * not serve at y. */
  gm_vicinity *around[GM_PROBES];
  int beyond[GM_PROBES]; /* answers of `reach` and more matter */
  gm_probe answer[GM_PROBES];
  /* m  At no place nearer to y than this is the answer less than `reach`; 0: not known. */
  double clear[GM_PROBES];
} gm_probes;

/* Fill the first n answers, n <= GM_PROBES. */
void gm_probes_ask(gm_probes *probes, int n);

/* The answer of the piece's triangles where its sites do not suffice. */
gm_probe gm_probes_by_triangles(const gm_patch *patch, gm_vec3 y,
                                const gm_interpolated *sites);

/* How far interpolation may be off, in cells: over a kink, and elsewhere; and where sites hand over
 * to triangles, if they are held to no tolerance. */
#define GM_PROBES_OFF_KINK 1.3
#define GM_PROBES_OFF_CELL 0.25
#define GM_PROBES_JUMP 0.05

/* Of places: they are rounded; of the reach. */
#define GM_PROBES_ROUNDED 1.0e-6

/* What no distance is less than where these sites err, in m.  Where some are missing that are not
 * under the band, it ends within the diagonal of a cell. */
GM_INLINE double gm_probes_least(const gm_patch *p, const gm_interpolated *r,
                                 int smooth)
{
  if (!isfinite(r->distance))
    return r->under ? -INFINITY : p->sites->high - 1.75 * p->sites->spacing;
  const double cells = smooth ? GM_PROBES_OFF_CELL : GM_PROBES_OFF_KINK;
  return r->distance - fmax(p->reach, cells * p->sites->spacing);
}

/* What a patch answers that has these sites; *ask: its triangles have to. */
GM_INLINE gm_probe gm_probes_by_sites(const gm_patch *p,
                                      const gm_interpolated *r, double reach,
                                      int *ask)
{
  const int none = r->under && !isfinite(r->distance) && !p->carrier;
  const gm_answer source = none ? GM_ANSWER_NOBODY : GM_ANSWER_SITES;
  const gm_probe answer = {r->distance, r->gradient, r->corners, r->under,
                           source};
  const gm_probe far = {
      INFINITY, {0.0, 0.0, 0.0}, r->corners, 0, GM_ANSWER_SITES};
  *ask = 0;
  if (!p->carrier) return answer;
  *ask = r->under > 0;
  if (r->under || !isfinite(r->distance)) return far;
  const int smooth = gm_norm2(r->gradient) >= p->shortest;
  if (smooth & (r->distance >= p->sure) & !r->flagged) return answer;
  *ask = gm_probes_least(p, r, smooth) < reach;
  return far;
}

/* How far a place is clear of answers less than `reach`, where none is less than `least`; jump: m,
 * what answers may jump by. */
GM_INLINE double gm_probes_clear(double least, double reach, double jump)
{
  const double gap = least - reach - jump;
  return gap > 0.0 && isfinite(gap) ? 0.5 * gap : 0.0;
}

/* The same where all answers within `ball` (m) are exact, of which the one here is `distance`. */
GM_INLINE double gm_probes_clear_exact(double distance, double reach,
                                       double ball)
{
  const double gap = distance - reach * (1.0 + GM_PROBES_ROUNDED);
  return gap > 0.0 && isfinite(gap) ? fmin(gap, ball) : 0.0;
}

#endif
