/* patch/missed_contacts.h -- finds contacts that no patch reports.
 *
 * A patch reports only its nearest point.  A contact is missed where a grain touches a
 * patch twice, or where the nearest point of the patch lies behind the tangent plane of
 * another patch.
 */
#ifndef GM_PATCH_MISSED_CONTACTS_H
#define GM_PATCH_MISSED_CONTACTS_H

#include "patch/exact_contacts.h"

/* Moves a grain of radius r from each of n starting points to rest on the surface near
 * it, with an overlap of 1 % of r, and compares its exact contacts with those of the
 * patches (of[t] is the patch of triangle t).  If an exact contact has no contact of a
 * patch within the angle `apart` (rad) of its direction, the centre of the grain (m) is
 * appended to place[], in the order of the starting points site[n]; *n_place counts the
 * entries.  `margin` is eta of the tangent-plane test.  GM_ERR_MEMORY: *place is as
 * before. */
gm_status gm_missed_contacts_find(const gm_exact_contacts *minima,
                                  const gm_index *of, const gm_vec3 *site,
                                  gm_index n, double r, double margin,
                                  double apart, gm_vec3 **place,
                                  gm_index *n_place);

#endif
