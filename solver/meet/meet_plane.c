/* meet/meet_plane.c -- contacts in which one body is a plane to the other.
 *
 * Where one body has one face and no edge in the contact, the force is along the normal
 * of that face, as on a plane.  The other body's samples alone make it, unless they are
 * too few yet.  Samples of the face would press along the faces of the other body: a
 * tilted die without friction would be pushed sideways by a slab.
 */
#include "meet/meet_plane.h"

/* 1  samples bear all if their volume is a third of that of the plane's samples, the
 * inverse of their part of the sum */
static const double enough = 4.0;

/* Does the other body show one face to all samples of a side? */
static int is_flat(const gm_meet_hit *hit, gm_index n, int side)
{
  const gm_meet_hit *first = NULL;
  for (gm_index k = 0; k < n; ++k) {
    if (hit[k].side != side) continue;
    if (!first) first = &hit[k];
    if (gm_norm2(gm_sub(hit[k].g, first->g)) > 1.0e-10) return 0;
  }
  return 1;
}

/* Is a body a plane in the contact?  The other body's samples see one face of it, with
 * one normal, and so have its own samples. */
static int is_plane(const gm_meet_hit *hit, gm_index n, int body)
{
  gm_vec3 normal = {0.0, 0.0, 0.0};
  for (gm_index k = 0; k < n; ++k) {
    const gm_vec3 one = hit[k].side == body ? hit[k].n : hit[k].g;
    if (k > 0 && gm_norm2(gm_sub(one, normal)) > 1.0e-10) return 0;
    normal = one;
  }
  return 1;
}

/* Sum of area times depth of the samples of a side. */
static double weight_of(const gm_meet_hit *hit, gm_index n, int side)
{
  double sum = 0.0;
  for (gm_index k = 0; k < n; ++k)
    if (hit[k].side == side) sum += hit[k].projected * hit[k].depth;
  return sum;
}

/* Which body is a plane to the other: the larger one, if both are; -1: none. */
static int find_plane(const gm_meet_hit *hit, gm_index n,
                      const gm_meet_shares *s)
{
  const int first = is_plane(hit, n, 0);
  const int second = is_plane(hit, n, 1);
  if (first && second) return s->radius[0] > s->radius[1] ? 0 : 1;
  return first ? 0 : second ? 1 : -1;
}

void gm_meet_plane_share(gm_meet_hit *hit, gm_index n, gm_meet_shares *s)
{
  for (int side = 0; side < 2; ++side)
    s->flat[side] = is_flat(hit, n, side);
  if (s->share[0] + s->share[1] > 1.5) return;
  const int plane = find_plane(hit, n, s);
  if (plane < 0) return;
  const double own = weight_of(hit, n, 1 - plane);
  const double sum = own + weight_of(hit, n, plane);
  s->share[1 - plane] = sum > 0.0 ? fmin(1.0, enough * own / sum) : 0.5;
  s->share[plane] = 1.0 - s->share[1 - plane];
  s->flat[plane] = 0;
  for (gm_index k = 0; k < n; ++k)
    if (hit[k].side == plane) hit[k].g = gm_scale(-1.0, hit[k].n);
}
