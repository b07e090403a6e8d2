/* scene/collisions.h -- impact statistics for each pair of materials.
 *
 * An impact is a contact of two grains, or of a grain and a structure, from first touch
 * to separation.  Its energy is (1/2) m v_n^2, with m the effective mass and v_n the
 * normal velocity at first touch; its speed is the relative velocity of the two
 * surfaces at first touch.  Impacts are counted in logarithmic bins of a quarter of a
 * decade:
 *
 *   energy[k]  from 10^(k / 4 - 15) J,   k < 72
 *   speed[k]   from 10^(k / 4 - 6) m/s,  k < 36
 *
 * The first bin also counts everything below its range, the last one everything above.
 */
#ifndef GM_SCENE_COLLISIONS_H
#define GM_SCENE_COLLISIONS_H

#include "base/status.h"
#include "scene/material.h"

enum {
  GM_COLLISIONS_ENERGIES = 72,
  GM_COLLISIONS_SPEEDS = 36,
  GM_COLLISIONS_ENERGY = -15, /* decades: lower end of the first bin */
  GM_COLLISIONS_SPEED = -6
};

/* Impact counts of one pair of materials. */
typedef struct gm_collisions_row {
  gm_id energy[GM_COLLISIONS_ENERGIES];
  gm_id speed[GM_COLLISIONS_SPEEDS];
  int any; /* 1 once an impact was counted */
} gm_collisions_row;

typedef struct gm_collisions {
  gm_index n;             /* pairs of materials; 0: no impacts are counted */
  gm_index (*between)[2]; /* [n] the two materials of a pair, the lower index
                             first */
  gm_index *of; /* [materials * GM_MATERIALS_MAX] row of a pair of materials,
                   or -1 */
  gm_collisions_row *grains, *structures; /* [n] between two grains, between
                                             a grain and a structure */
} gm_collisions;

/* Make a row for each pair of materials whose coefficients were given.  On
 * GM_ERR_MEMORY no impacts are counted. */
gm_status gm_collisions_init(gm_collisions *c, const gm_materials *materials);
void gm_collisions_clear(gm_collisions *c);

/* Count an impact of that energy (J) and speed (m/s). */
void gm_collisions_count(gm_collisions_row *row, double energy, double speed);

#endif
