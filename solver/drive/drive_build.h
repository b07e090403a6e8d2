/* drive/drive_build.h -- builds what moves a structure beside its prescribed motion: a
 * rigid body that forces move, or a servo.
 */
#ifndef GM_DRIVE_DRIVE_BUILD_H
#define GM_DRIVE_DRIVE_BUILD_H

#include "config/config.h"
#include "scene/domain.h"
#include "scene/structures.h"

/* Build s->rigid or s->servo as structures[k] of the config says; neither if it says
 * nothing.  s stands in its place, with its prescribed velocity.  heaviest: mass (kg) of
 * the heaviest grain; density (kg/m3) of the material.  A body whose centre of mass lies
 * on a mirror of the domain is halved: it keeps to the mirror.
 *
 * GM_ERR_INPUT, with errors of the config: the mass does not follow from the shape, a
 * moment of inertia is not possible, the body is lighter than three grains.
 * GM_ERR_MEMORY. */
gm_status gm_drive_build(gm_config *config, size_t k, const gm_domain *domain,
                         double density, double heaviest, gm_structure *s);

#endif
