/* narrow/structure_contacts.h -- writes a grain-structure contact into a block. */
#ifndef GM_NARROW_STRUCTURE_CONTACTS_H
#define GM_NARROW_STRUCTURE_CONTACTS_H

#include "narrow/narrow_grains.h"
#include "patch/tangent.h"
#include "scene/structures.h"

/* Delay of velocities: leapfrog velocities belong to an instant before the positions. */
typedef struct gm_structure_contacts_late {
  double time;  /* s   delay */
  double steps; /* 1   delay in steps */
} gm_structure_contacts_late;

/* Change of the normal since the instant of the velocities: a fraction of its change in
 * the last step.  Zero if the pair did not touch then, or if the contact jumped over an
 * edge. */
GM_INLINE gm_vec3 gm_structure_contacts_turn(gm_vec3 n, gm_vec3 last,
                                             gm_structure_contacts_late late)
{
  const double largest = 0.1;
  const gm_vec3 way = gm_sub(n, last);
  const int rolls = gm_norm2(way) < largest * largest;
  return gm_scale(rolls ? late.steps : 0.0, way);
}

/* Writes contact c. x: centre of the grain, or of its periodic image; *last: normal in
 * the last step, replaced by that of this step.  The wall velocity is taken at the
 * contact point of the instant of the grain's velocity, so that a grain carried round
 * by a rotating wall does not creep. */
GM_INLINE void gm_structure_contacts_fill(gm_block *k, int c, const gm_grain *g,
                                          gm_row4 w, gm_vec3 x,
                                          const gm_structure *s,
                                          const gm_contact_point *t,
                                          gm_vec3 *last,
                                          gm_structure_contacts_late late)
{
  const double r = g->x[3], distance = s->scale * t->distance;
  const gm_vec3 n = gm_quat_rotate(s->pose.orientation, t->normal);
  const gm_vec3 p = gm_structure_contacts_turn(n, *last, late);
  const gm_vec3 was = gm_madd(x, -late.time, gm_row_vec(g->v));
  const gm_vec3 then = gm_sub(n, p);
  const gm_vec3 foot = gm_madd(was, -distance, then);
  const gm_vec3 wall =
      gm_structures_velocity(s, &s->late, t->patch, foot, then);
  k->last[c] = *last;
  *last = n;
  k->d[c] = gm_row(gm_scale(distance, n), r);
  k->v[c] = g->v - gm_row(wall, 0.0);
  if (s->rigid) k->v[c][3] += gm_rigid_mobility(s->rigid, foot, then);
  k->s[c] = r * w;
  k->s[c][3] = -r * r; /* makes the effective radius r */
  k->nx[c] = n.x;
  k->ny[c] = n.y;
  k->nz[c] = n.z;
  k->px[c] = p.x;
  k->py[c] = p.y;
  k->pz[c] = p.z;
  k->overlap[c] = r - distance;
  k->lever[c] = distance / r;
  k->sum[c] = r;
  k->isum[c] = 1.0 / r;
  k->slope[c] = t->slope;
}

/* The same for a mirror plane: the grain touches its own mirror image. */
GM_INLINE void gm_structure_contacts_mirror(gm_block *k, int c,
                                            const gm_grain *g, gm_row4 w,
                                            const gm_structure *s,
                                            const gm_contact_point *t)
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

/* Pads all columns from c to whole vectors with copies of the last.  Returns the padded
 * count. */
GM_INLINE int gm_structure_contacts_pad(gm_block *k, int c)
{
  const int up = gm_narrow_grains_pad(k, c);
  for (int t = c; t < up; ++t) {
    k->nx[t] = k->nx[c - 1];
    k->ny[t] = k->ny[c - 1];
    k->nz[t] = k->nz[c - 1];
    k->overlap[t] = k->overlap[c - 1];
    k->lever[t] = k->lever[c - 1];
    k->sum[t] = k->sum[c - 1];
    k->isum[t] = k->isum[c - 1];
    k->slope[t] = k->slope[c - 1];
    k->px[t] = k->px[c - 1];
    k->py[t] = k->py[c - 1];
    k->pz[t] = k->pz[c - 1];
  }
  return up;
}

#endif
