/* scene/bed.h -- the grains of an earlier run, to be brought in once or tiled.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_BED_H
#define GM_SCENE_BED_H

#include "scene/material.h"
#include "scene/place.h"
#include "scene/scene.h"

typedef struct gm_bed {
  gm_index n;
  gm_vec3 *x;           /* [n] m */
  gm_vec3 *v;           /* [n] m/s */
  gm_vec3 *w;           /* [n] rad/s */
  double *r;            /* [n] m */
  gm_index *material;   /* [n] row of name */
  gm_index *label;      /* [n], or null: not in the result */
  gm_quat *orientation; /* [n], or null likewise */
  gm_index *held;       /* [n] group that held it, 0: none; or null: nobody */
  gm_index n_names;     /* materials of the earlier run */
  char name[GM_MATERIALS_MAX][GM_NAME_LENGTH];
  gm_vec3 box; /* m  sides along which it was periodic, 0 along others */
} gm_bed;

void gm_bed_clear(gm_bed *bed);

/* How many grains source number `source` brings: all copies. */
size_t gm_bed_count(const gm_config *config, size_t source, const gm_bed *bed);

/* The way from one copy to the next along each axis, in m: as the scene says, else the box
 * of the earlier run where it was periodic, else the room that the grains take. */
gm_vec3 gm_bed_pitch(const gm_config *config, size_t source, const gm_bed *bed);

/* Note radii of each material; a fault for one that this scene lacks. */
gm_status gm_bed_survey(gm_config *config, size_t source, const gm_bed *bed,
                        gm_materials *materials);

/* Append the copies, one after the other, grains in the order of the bed; ids from *next on.
 * Grains that overlap those of another copy or source, or a structure, by more than 7 % of
 * the smaller radius are faults; how far those of one copy overlap is what the earlier run
 * came to. */
gm_status gm_bed_append(gm_config *config, size_t source, const gm_bed *bed,
                        gm_scene *scene, gm_place *place, gm_id *next);

#endif
