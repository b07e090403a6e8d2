/* patch/merge.h -- merges pieces that need not be separate patches, and finds
 * the contacts that grains miss afterwards. */
#ifndef GM_PATCH_MERGE_H
#define GM_PATCH_MERGE_H

#include "patch/exact_contacts.h"
#include "patch/pieces.h"

/* Finds the pairs of pieces that one grain can touch at once.
 *
 * The exact contacts (patch/exact_contacts.h) are sampled for grain centres on a grid of
 * spacing D = 0.57 r on the grains' side of the surface.  Every point lies within 0.87 D
 * (half the diagonal of a cell) of a grid point; this distance is added to the radius, so
 * that no set of contacts of a centre between grid points is overlooked. */

typedef struct gm_sampled_sets {
  gm_index n; /* number of pairs */
  /* [n]  pieces touched at once, the lower first, each pair once, sorted */
  gm_index (*pair)[2];
  gm_index n_crowded; /* number of centres with two contacts or more */
  gm_vec3 *crowded;   /* [n_crowded] m  these centres */
} gm_sampled_sets;

/* Release both columns and leave *s empty. */
void gm_merge_sets_clear(gm_sampled_sets *s);

/* Samples the contact sets of grains of radius r and adds the results to *s.
 *
 * of[t] is the piece of triangle t; an edge or vertex belongs to the pieces of all its
 * triangles.  `margin` is eta of the tangent-plane test.  GM_ERR_MEMORY: some results
 * were added. */
gm_status gm_merge_sets_add(gm_sampled_sets *s, const gm_exact_contacts *minima,
                            const gm_index *of, double r, double margin);

/* Merges pieces over convex cut edges, by rising dihedral angle, then falling length. Two
 * sets of merged pieces stay separate if a grain can touch a piece of each set at once
 * (`sampled`), or if a cut between the sets is not convex; edges of two-sided surfaces do
 * not count as convex.  Requires: `sampled` holds the contact sets of these pieces.
 * GM_ERR_MEMORY: the pieces are as before. */
gm_status gm_merge_pieces(gm_pieces *pieces, const gm_sampled_sets *sampled);

/* Finds contacts that no patch reports.
 *
 * A patch reports only its nearest point.  A contact is missed where a grain touches a
 * patch twice, or where the nearest point of the patch lies behind the tangent plane of
 * another patch. */

/* Moves a grain of radius r from each of n starting points to rest on the surface near
 * it, with an overlap of 1 % of r, and compares its exact contacts with those of the
 * patches (of[t] is the patch of triangle t).  If an exact contact has no contact of a
 * patch within the angle `apart` (rad) of its direction, the centre of the grain (m) is
 * appended to place[], in the order of the starting points site[n]; *n_place counts the
 * entries.  `margin` is eta of the tangent-plane test.  GM_ERR_MEMORY: *place is as
 * before. */
gm_status gm_merge_missed(const gm_exact_contacts *minima, const gm_index *of,
                          const gm_vec3 *site, gm_index n, double r,
                          double margin, double apart, gm_vec3 **place,
                          gm_index *n_place);

#endif
