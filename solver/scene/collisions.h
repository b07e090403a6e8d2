/* scene/collisions.h -- impacts by pair of materials: how many of which energy and speed.
 *
 * Room: scene.  May include: base.
 *
 * An impact is a contact of two grains, or of a grain with a structure, from first touch to parting.
 * Its energy is (1/2) m v_n^2, m the effective mass, v_n the normal velocity at first touch; its
 * speed is that of the relative velocity of the surfaces there.  Counted in quarters of a decade:
 *
 *   energy  [k] from 10^(k / 4 - 15) J, k < 72;  speed  [k] from 10^(k / 4 - 6) m/s, k < 36
 *
 * with all below in the first and all above in the last.
 */
#ifndef GM_SCENE_COLLISIONS_H
#define GM_SCENE_COLLISIONS_H

#include "base/status.h"
#include "scene/material.h"

enum {
  GM_COLLISIONS_ENERGIES = 72,
  GM_COLLISIONS_SPEEDS = 36,
  GM_COLLISIONS_ENERGY = -15, /* decades: of the first */
  GM_COLLISIONS_SPEED = -6
};

/* Impacts of one pair of materials. */
typedef struct gm_collisions_row {
  gm_id energy[GM_COLLISIONS_ENERGIES];
  gm_id speed[GM_COLLISIONS_SPEEDS];
  int any; /* is one counted? */
} gm_collisions_row;

typedef struct gm_collisions {
  gm_index n;             /* pairs; 0: nothing is counted */
  gm_index (*between)[2]; /* [n] materials, the first not above the second */
  gm_index *of; /* [materials * GM_MATERIALS_MAX] the row of a pair, or -1 */
  gm_collisions_row *grains, *structures; /* [n] of two grains, on structures */
} gm_collisions;

/* A row for each pair that was given.  GM_ERR_MEMORY: nothing is counted. */
gm_status gm_collisions_init(gm_collisions *c, const gm_materials *materials);
void gm_collisions_clear(gm_collisions *c);

/* Count an impact of that energy (J) and speed (m/s). */
void gm_collisions_count(gm_collisions_row *row, double energy, double speed);

#endif
