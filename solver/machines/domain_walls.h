/* machines/domain_walls.h -- the domain of a config, and its faces that are walls,
 * mirrors or reflect.
 *
 * Such a face becomes a plane structure, after those that the user names.  A reflecting
 * one makes no contacts (soft/kick_drift.h); as a structure it keeps fills away, is
 * drawn, and has the impulse of the grains.  At a mirror a grain interacts only with its
 * own mirror image.  Contacts with the mirror image of another grain are neglected.  A
 * grain can reach the image of another only if the two also overlap each other and, with
 * overlaps below d times the mean radius, only if their radius ratio is below d / 2.
 */
#ifndef GM_MACHINES_DOMAIN_WALLS_H
#define GM_MACHINES_DOMAIN_WALLS_H

#include "config/config.h"
#include "scene/domain.h"
#include "scene/material.h"
#include "scene/structures.h"

/* The domain of a config without errors. */
gm_domain gm_domain_walls_domain(const gm_config *config);

/* Number of faces of the domain that are planes. */
gm_index gm_domain_walls_count(const gm_domain *domain);

/* Fill the structures [first, first + gm_domain_walls_count), named wall_x_min and so
 * on. */
void gm_domain_walls_build(const gm_config *config, const gm_domain *domain,
                           const gm_materials *materials, gm_index first,
                           gm_structures *structures);

#endif
