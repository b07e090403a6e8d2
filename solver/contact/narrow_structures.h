/* contact/narrow_structures.h -- narrow phase of grain and structure.
 *
 * The centre of a grain is transformed into the body frame once per structure.  A query
 * of each candidate patch returns distance d and gradient.  Patches nearer than the
 * radius r are contacts unless they lie in or behind the tangent plane of a nearer
 * contact:
 *
 *   drop i if for some kept j  d_j - d_i (n_i . n_j) <= 0.06 r
 *
 * A grain over an edge therefore has one contact, a grain in a corner one per wall.  A
 * contact that moves to another patch keeps its history.
 *
 * A pair that does not touch is skipped until its grain can have moved by its safe
 * radius (`clear`, body/query_batch.h).  The first test uses bounds of the displacement
 * of the chunk and the structure (skip threshold `due`), the second the displacement of
 * the grain in the body frame (`around`), which is small if the structure carries the
 * grain along.  Results do not depend on which pairs are skipped.
 */
#ifndef GM_CONTACT_NARROW_STRUCTURES_H
#define GM_CONTACT_NARROW_STRUCTURES_H

#include "contact/block.h"
#include "contact/narrow_grains.h"
#include "patch/tangent.h"
#include "scene/contacts.h"
#include "scene/structures.h"

/* Delay of velocities: leapfrog velocities belong to an instant before the positions. */
typedef struct gm_structure_contacts_late {
  double time;  /* s   delay */
  double steps; /* 1   delay in steps */
} gm_structure_contacts_late;

/* Pads all columns from c to whole vectors with copies of the last.  Returns the padded
 * count. */
GM_INLINE int gm_narrow_structures_pad(gm_block *k, int c)
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

/* Counts of queries, and the contacts that ended. coverage_lost: contacts that
 * virtual particles no longer cover; centre_inside: centres inside a solid.  Both
 * should not occur; such pairs are queried in every step, so that none is missed. */
typedef struct gm_contact_events {
  gm_id coverage_lost, centre_inside;
  gm_id sites, exact; /* queries by virtual particles (sites), by triangles */
  gm_index *parted; /* pairs whose contact at a surface place ended; or null */
  gm_index n_parted;
} gm_contact_events;

/* Appends the touching contacts among pairs [k0, k1) to the block, group by group (all
 * pairs of one grain and one structure), until the block is full or the pairs end. k0
 * begins a group.  Returns the pair to continue with; *count receives the number of
 * contacts.  Fills row (counted from k0), d, v, s, h, normal, its change, overlap,
 * lever, sum, isum and slope.  Pairs that do not touch lose their history.
 * grains_moved, surfaces_moved[structures] (m): bounds of the displacement of these
 * grains and of each surface since the list was built; they never decrease.  The block
 * receives the contacts that begin, one for each grain and structure.  If surface sums
 * are wanted, each contact finds its place on the surface, and *events receives the
 * contacts that end. */
gm_index gm_narrow_structures(gm_block *k, const gm_grain *g, const gm_row4 *w,
                              const gm_structures *structures,
                              gm_contacts *list,
                              gm_structure_contacts_late late,
                              double grains_moved, const double *surfaces_moved,
                              gm_index k0, gm_index k1, int *count,
                              gm_contact_events *events);

#endif
