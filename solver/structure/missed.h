/* structure/missed.h -- contacts that no patch reports.
 *
 * Room: structure.  May include: base.
 *
 * A patch reports its nearest point only.  Where a grain touches it twice, or where its nearest
 * point lies behind the tangent plane of another patch, a contact is missed.
 */
#ifndef GM_STRUCTURE_MISSED_H
#define GM_STRUCTURE_MISSED_H

#include "structure/minima.h"

/* Bring a grain of radius r from each of n sites to rest on what it sees there, 1 % of r deep, and
 * compare its exact contacts with those of the patches (of[t] is that of triangle t).  Centres
 * of which a contact has no patch's contact within `apart` (rad) of its direction are added to
 * place[], in the order of the sites; *n_place counts them.  `margin`: eta of the test.
 * GM_ERR_MEMORY: *place is as before. */
gm_status gm_missed_find(const gm_minima *minima, const gm_index *of,
                         const gm_vec3 *site, gm_index n, double r,
                         double margin, double apart, gm_vec3 **place,
                         gm_index *n_place);

#endif
