/* assembly/clump_place.h -- puts clumps into a scene, and their members among the grains.
 */
#ifndef GM_ASSEMBLY_CLUMP_PLACE_H
#define GM_ASSEMBLY_CLUMP_PLACE_H

#include "scene/scene.h"

typedef struct gm_clump_place {
  gm_index shape;   /* of scene.clumps */
  double size;      /* 1  factor on the shape */
  gm_vec3 x;        /* m  centre of mass */
  gm_quat turn;     /* axes of the scene file to world */
  gm_vec3 velocity; /* m/s  of the centre of mass, as the scheme stores it */
  gm_vec3 spin;     /* rad/s  world */
} gm_clump_place;

/* Centre of member k (m), and its radius (m) as the fourth number. */
gm_row4 gm_clump_place_member(const gm_clumps *c, const gm_clump_place *p,
                              gm_index k);

/* Make room for so many clumps and members beside those that are there.
 * GM_ERR_MEMORY. */
gm_status gm_clump_place_reserve(gm_scene *scene, gm_index clumps,
                                 gm_index members);

/* Append a clump and its members, whose ids begin at *next.  Requires room for both in
 * their tables. */
void gm_clump_place_append(gm_scene *scene, const gm_clump_place *p,
                           gm_index material, gm_index label, gm_id *next);

/* Puts all members where the poses of their clumps are, and clumps and members into the
 * periodic box. */
void gm_clump_place_settle(gm_scene *scene);

#endif
