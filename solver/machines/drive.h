/* machines/drive.h -- builds what moves a structure beside its prescribed motion: a rigid
 * body that forces move, or a servo.
 */
#ifndef GM_MACHINES_DRIVE_H
#define GM_MACHINES_DRIVE_H

#include "config/config.h"
#include "rigid/mass.h"
#include "scene/domain.h"
#include "scene/structures.h"

/* Read the tables of all loads that name a file into their rows, and check that times
 * increase.  GM_ERR_INPUT: errors of the config. */
gm_status gm_drive_factors(gm_config *config);

/* ---- the mass of a structure, from its shape and a density ----------------------- */

/* *mass receives mass, centre and inertia of structure `k` of the config, in the body
 * frame, for a density in kg/m3.  s is the structure as built; of a mesh its surface is
 * needed.  A closed primitive is a solid body, wherever the grains are.  A mesh counts
 * whole, also where `virtual_particles.where` leaves parts to no grain; small holes are
 * accepted, and parts that are open have no mass.
 *
 * GM_ERR_INPUT, reported at structures[k].free.mass: the shape has no volume of its own,
 * because it is endless, open, a vessel around the grains, or inside out.  *mass is
 * unchanged then. */
gm_status gm_drive_mass(gm_config *config, size_t k, const gm_structure *s,
                        double density, gm_mass *mass);

/* ---- drive build ----------------------------------------------------------------- */

/* Builds what moves a structure beside its prescribed motion: a rigid body that forces
 * move, or a servo. */

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
