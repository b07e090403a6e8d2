/* query/edge_frame.c -- the directions at a point on an edge of a triangle. */
#include "query/edge_frame.h"

#include "smooth/curve.h"

gm_edge_frame gm_edge_frame_at(const gm_surface *s, const gm_smooth *m,
                               gm_index triangle, int side, gm_vec3 at)
{
  const gm_index *corner = s->corner[triangle];
  gm_vec3 x[3], c[3];
  for (int k = 0; k < 3; ++k)
    x[k] = s->point[corner[k]];
  const gm_vec3 e = gm_sub(x[(side + 1) % 3], x[side]);
  gm_edge_frame f = {gm_unit(e), s->normal[triangle], {0.0, 0.0, 0.0}};
  if (gm_smooth_sides(m, triangle, c)) {
    const double t = gm_dot(gm_sub(at, x[side]), e) / gm_norm2(e);
    const double u = side == 0 ? t : side == 1 ? 1.0 - t : 0.0;
    const double v = side == 0 ? 0.0 : side == 1 ? t : 1.0 - t;
    const gm_curve q = gm_curve_of(x, c);
    const gm_vec3 su = gm_madd(gm_madd(q.pu, 2.0 * u, q.puu), v, q.puv);
    const gm_vec3 sv = gm_madd(gm_madd(q.pv, 2.0 * v, q.pvv), u, q.puv);
    f.along = gm_unit(gm_madd(e, 1.0 - 2.0 * t, c[side]));
    f.normal = gm_unit(gm_cross(su, sv));
  }
  f.out = gm_unit(gm_cross(f.along, f.normal));
  return f;
}
