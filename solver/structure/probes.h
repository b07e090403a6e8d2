/* structure/probes.h -- ask many patches at once, each at a place of its own.
 *
 * Room: structure.  May include: base.
 *
 * The same answers as gm_shape_probe one by one, bit for bit: sites are asked in blocks
 * (interpolate.h), and where triangles have to answer, those on the short list of the cell are
 * looked at along lanes.
 */
#ifndef GM_STRUCTURE_PROBES_H
#define GM_STRUCTURE_PROBES_H

#include "structure/interpolate.h"
#include "structure/shape.h"

enum { GM_PROBES = GM_INTERPOLATE_BLOCK };

typedef struct gm_probes {
  const gm_patch *patch[GM_PROBES];
  gm_vec3 y[GM_PROBES];    /* m  in the body frame                         */
  double reach[GM_PROBES]; /* m  as for gm_shape_probe                     */
  gm_probe answer[GM_PROBES];
} gm_probes;

/* Fill the first n answers, n <= GM_PROBES. */
void gm_probes_ask(gm_probes *probes, int n);

/* What the piece's triangles say where its sites do not suffice. */
gm_probe gm_probes_by_triangles(const gm_patch *patch, gm_vec3 y,
                                const gm_interpolated *sites);

/* How far interpolation may be off, in cells: over a kink, and elsewhere. */
#define GM_PROBES_OFF_KINK 1.3
#define GM_PROBES_OFF_CELL 0.25

/* What a patch answers that has these sites; *ask: its triangles have to. */
GM_INLINE gm_probe gm_probes_by_sites(const gm_patch *p,
                                      const gm_interpolated *r, double reach,
                                      int *ask)
{
  const gm_probe answer = {r->distance, r->gradient, r->corners, r->under};
  const gm_probe far = {INFINITY, {0.0, 0.0, 0.0}, r->corners, 0};
  *ask = 0;
  if (!p->carrier) return answer;
  *ask = r->under > 0;
  if (r->under || !isfinite(r->distance)) return far;
  const int smooth = gm_norm2(r->gradient) >= p->shortest;
  if (smooth & (r->distance >= p->sure) & !r->flagged) return answer;
  const double cells = smooth ? GM_PROBES_OFF_CELL : GM_PROBES_OFF_KINK;
  *ask = r->distance - fmax(p->reach, cells * p->sites->spacing) < reach;
  return far;
}

#endif
