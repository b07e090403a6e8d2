/* drive/body_mass.h -- the mass of a structure, from its shape and a density. */
#ifndef GM_DRIVE_BODY_MASS_H
#define GM_DRIVE_BODY_MASS_H

#include "config/config.h"
#include "rigid/mass.h"
#include "scene/structures.h"

/* *mass receives mass, centre and inertia of structure `k` of the config, in the body
 * frame, for a density in kg/m3.  s is the structure as built; of a mesh its surface is
 * needed.  A closed primitive is a solid body, wherever the grains are.  A mesh counts
 * whole, also where `virtual_particles.where` leaves parts to no grain; small holes are
 * accepted, and parts that are open have no mass.
 *
 * GM_ERR_INPUT, reported at structures[k].free.mass: the shape has no volume of its own,
 * because it is endless, open, a vessel around the grains, or inside out.  *mass is
 * unchanged then. */
gm_status gm_body_mass(gm_config *config, size_t k, const gm_structure *s,
                       double density, gm_mass *mass);

#endif
