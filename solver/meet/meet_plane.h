/* meet/meet_plane.h -- contacts in which one body is a plane to the other. */
#ifndef GM_MEET_MEET_PLANE_H
#define GM_MEET_MEET_PLANE_H

#include "meet/meet_hits.h"

/* What the samples of each side bear. */
typedef struct gm_meet_shares {
  double radius[2]; /* m  of the bodies */
  double share[2];  /* 1/2 each, or 1 each where one body has samples */
  int flat[2]; /* 1: the other body shows one face to all samples of the side */
} gm_meet_shares;

/* Finds which faces are flat.  If one body is a plane to the other, its samples press
 * along its normal, and bear what the other body's are too few for: the share of these
 * rises to 1 as the volume that they sample reaches a third of that of the plane's. */
void gm_meet_plane_share(gm_meet_hit *hit, gm_index n, gm_meet_shares *shares);

#endif
