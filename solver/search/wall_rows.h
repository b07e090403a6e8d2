/* search/wall_rows.h -- a grain that touches a structure, as a row of a block.
 *
 * Room: search.  May include: base, structure, scene.
 */
#ifndef GM_SEARCH_WALL_ROWS_H
#define GM_SEARCH_WALL_ROWS_H

#include "scene/block.h"
#include "scene/structures.h"
#include "structure/tangent.h"

/* Velocities may be those of an instant before that of positions. */
typedef struct gm_wall_rows_late {
  double time;  /* s  by so much */
  double steps; /* 1  the same in steps */
} gm_wall_rows_late;

/* How far the normal has turned since the velocities were what they are: a part of its way in the
 * last step.  Nothing if it did not touch then, or the contact jumped over an edge. */
GM_INLINE gm_vec3 gm_wall_rows_turn(gm_vec3 n, gm_vec3 last,
                                    gm_wall_rows_late late)
{
  const double largest = 0.1;
  const gm_vec3 way = gm_sub(n, last);
  const int rolls = gm_norm2(way) < largest * largest;
  return gm_scale(rolls ? late.steps : 0.0, way);
}

/* x: of the grain, as its image sees the structure; *last: normal of the last step, then of
 * this one.  The wall has the velocity of its point that was the foot when the grain had its
 * own: one that is carried round does not creep. */
GM_INLINE void gm_wall_rows_fill(gm_block *k, int c, const gm_grain *g,
                                 gm_row4 w, gm_vec3 x, const gm_structure *s,
                                 const gm_touch *t, gm_vec3 *last,
                                 gm_wall_rows_late late)
{
  const double r = g->x[3];
  const gm_vec3 n = gm_quat_rotate(s->pose.orientation, t->normal);
  const gm_vec3 p = gm_wall_rows_turn(n, *last, late);
  const gm_vec3 was = gm_madd(x, -late.time, gm_row_vec(g->v));
  const gm_vec3 then = gm_sub(n, p);
  const gm_vec3 foot = gm_madd(was, -t->distance, then);
  const gm_vec3 wall =
      gm_structures_velocity(s, &s->late, t->patch, foot, then);
  k->last[c] = *last;
  *last = n;
  k->d[c] = gm_row(gm_scale(t->distance, n), r);
  k->v[c] = g->v - gm_row(wall, 0.0);
  k->s[c] = r * w;
  k->s[c][3] = -r * r; /* the effective radius comes out as r */
  k->nx[c] = n.x;
  k->ny[c] = n.y;
  k->nz[c] = n.z;
  k->px[c] = p.x;
  k->py[c] = p.y;
  k->pz[c] = p.z;
  k->overlap[c] = r - t->distance;
  k->lever[c] = t->distance / r;
  k->sum[c] = r;
  k->isum[c] = 1.0 / r;
  k->slope[c] = t->slope;
}

/* The same for a mirror: as a pair with the twin behind it. */
GM_INLINE void gm_wall_rows_twin(gm_block *k, int c, const gm_grain *g,
                                 gm_row4 w, const gm_structure *s,
                                 const gm_touch *t)
{
  const double r = g->x[3];
  const gm_vec3 n = gm_quat_rotate(s->pose.orientation, t->normal);
  const gm_vec3 v = gm_scale(2.0 * gm_dot(gm_row_vec(g->v), n), n);
  const gm_vec3 spin = gm_scale(2.0 * r * gm_dot(gm_row_vec(w), n), n);
  k->d[c] = gm_row(gm_scale(2.0 * t->distance, n), 2.0 * r);
  k->v[c] = gm_row(v, 2.0 * g->v[3]);
  k->s[c] = gm_row(spin, 2.0 * r * r);
  k->nx[c] = n.x;
  k->ny[c] = n.y;
  k->nz[c] = n.z;
  k->px[c] = k->py[c] = k->pz[c] = 0.0;
  k->last[c] = gm_vec(0.0, 0.0, 0.0);
  k->overlap[c] = 2.0 * (r - t->distance);
  k->lever[c] = t->distance / r;
  k->sum[c] = 2.0 * r;
  k->isum[c] = 0.5 / r;
  k->slope[c] = 1.0;
}

#endif
