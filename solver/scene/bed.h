/* scene/bed.h -- the grains of an earlier run, to be brought in once or tiled.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_BED_H
#define GM_SCENE_BED_H

#include "scene/material.h"
#include "scene/place.h"
#include "scene/scene.h"

/* A contact of the earlier run.  b: a grain, or a row of structure_name. */
typedef struct gm_bed_contact {
  gm_id a, b;                /* identities; b -1: a structure */
  gm_index structure, patch; /* -1: a grain */
  int image;                 /* of the structure: scene/domain.h */
  gm_vec3 last;              /* 1  normal on a structure in the last step */
  gm_row4 history, couple; /* as of gm_contacts; vectors for a relative to b */
  int is_force; /* history is {tangential force on a, 0}, of whatever law */
} gm_bed_contact;

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
  double radii[GM_MATERIALS_MAX]
              [2]; /* m  smallest, largest that the earlier run
                                        counted on; 0: not known */
  gm_vec3 box;     /* m  sides along which it was periodic, 0 along others */
  gm_id *id; /* [n] identities there; or null: its contacts are not known */
  gm_index n_contacts;
  gm_bed_contact *contact;                /* [n_contacts] */
  gm_index n_structures;                  /* that contacts name */
  char (*structure_name)[GM_NAME_LENGTH]; /* [n_structures] */

  /* Of a bed that a run can go on from: rows stand in the order they had there, v and w are
   * those of the scheme, contacts what they were before the instant's forces. */
  int goes_on;   /* it is read for that */
  int resumable; /* and holds what that takes */
  int64_t step;
  double dt; /* s */
} gm_bed;

void gm_bed_clear(gm_bed *bed);

/* Bring the rows into another order: row i becomes row place[i].  GM_ERR_INPUT: these are not the
 * places of n rows; GM_ERR_MEMORY.  Then nothing has changed. */
gm_status gm_bed_arrange(gm_bed *bed, const gm_index *place);

/* Does a grain have numbers that none can have, so that a later step could not rely on them?
 * Its row, or -1. */
gm_index gm_bed_unsound(const gm_bed *bed);

/* How many grains source number `source` brings: all copies. */
size_t gm_bed_count(const gm_config *config, size_t source, const gm_bed *bed);

/* The way from one copy to the next along each axis, in m: as the scene says, else the box
 * of the earlier run where it was periodic, else the room that the grains take. */
gm_vec3 gm_bed_pitch(const gm_config *config, size_t source, const gm_bed *bed);

/* Note radii of each material; a fault for one that this scene lacks. */
gm_status gm_bed_survey(gm_config *config, size_t source, const gm_bed *bed,
                        gm_materials *materials);

/* Append the copies, one after the other, grains in the order of the bed; ids from *next on,
 * those of the bed where the run goes on.
 * Grains that overlap those of another copy or source, or a structure, by more than 7 % of
 * the smaller radius are faults; how far those of one copy overlap is what the earlier run
 * came to. */
gm_status gm_bed_append(gm_config *config, size_t source, const gm_bed *bed,
                        gm_scene *scene, gm_place *place, gm_id *next);

#endif
