/* insert/saved_grains.h -- grains of an earlier result as an initial state, inserted
 * once or in copies.
 */
#ifndef GM_INSERT_SAVED_GRAINS_H
#define GM_INSERT_SAVED_GRAINS_H

#include "insert/occupancy.h"
#include "scene/material.h"
#include "scene/scene.h"

/* A contact of the earlier run between two grains, or a grain and a structure of
 * structure_name. */
typedef struct gm_saved_contact {
  gm_id a, b;                /* ids of the grains; b -1: a structure */
  gm_index structure, patch; /* -1: the partner is a grain */
  int image;               /* periodic image of the structure: scene/domain.h */
  gm_vec3 last;            /* 1  normal on the structure in the last step */
  gm_row4 history, couple; /* as in gm_contacts; vectors for a relative to b */
  int is_force; /* 1: history is {tangential force on a, 0} whatever the law */
} gm_saved_contact;

typedef struct gm_saved_grains {
  gm_index n;
  gm_vec3 *x;           /* [n] m */
  gm_vec3 *v;           /* [n] m/s */
  gm_vec3 *w;           /* [n] rad/s */
  double *r;            /* [n] m */
  gm_index *material;   /* [n] index in name */
  gm_index *label;      /* [n], or null if the result lacks it */
  gm_quat *orientation; /* [n], or null if the result lacks it */
  gm_index *held; /* [n] group that held it, 0: none; null: no grain was held */
  gm_index n_names; /* materials of the earlier run */
  char name[GM_MATERIALS_MAX][GM_NAME_LENGTH];
  /* Smallest and largest radius of each material for which the earlier run was set up;
   * 0: unknown. */
  double radii[GM_MATERIALS_MAX][2]; /* m */
  gm_vec3 box; /* m  periodic lengths of the earlier run, 0 along other axes */
  gm_id *id;   /* [n] ids in the earlier run; null: contacts are unknown */
  gm_index n_contacts;
  gm_saved_contact *contact;              /* [n_contacts] */
  gm_index n_structures;                  /* structures named by contacts */
  char (*structure_name)[GM_NAME_LENGTH]; /* [n_structures] */

  /* To resume the earlier run, grains are in the order of its memory, v and w are those
   * of the integration scheme, and contacts have the state before the forces of the
   * instant. */
  int goes_on;   /* the file is read to resume the run */
  int resumable; /* the file holds all that resuming needs */
  int64_t step;
  double dt; /* s */
} gm_saved_grains;

void gm_saved_grains_clear(gm_saved_grains *saved);

/* Reorder the rows: row i becomes row to[i].  GM_ERR_INPUT: `to` is not a permutation
 * of n rows.  On this error and on GM_ERR_MEMORY nothing has changed. */
gm_status gm_saved_grains_arrange(gm_saved_grains *saved, const gm_index *to);

/* Index of a grain with impossible values (not finite, radius not positive, orientation
 * not a unit quaternion), or -1. */
gm_index gm_saved_grains_unsound(const gm_saved_grains *saved);

/* Number of grains that source number `source` inserts, all copies together. */
size_t gm_saved_grains_count(const gm_config *config, size_t source,
                             const gm_saved_grains *saved);

/* Record the radii of each material.  Reports an error for a material that this scene
 * lacks. */
gm_status gm_saved_grains_survey(gm_config *config, size_t source,
                                 const gm_saved_grains *saved,
                                 gm_materials *materials);

/* Append the copies one after the other, each in the order of the file.  Ids begin at
 * *next; a resumed run keeps its ids.  Reports an error for grains that overlap those
 * of another copy or source, or a structure, by more than 7 % of the smaller radius.
 * Overlaps within one copy are those of the earlier run and are accepted. */
gm_status gm_saved_grains_append(gm_config *config, size_t source,
                                 const gm_saved_grains *saved, gm_scene *scene,
                                 gm_occupancy *occupancy, gm_id *next);

/* ---- contacts of saved grains, with their springs -------------------------------- */

/* Fill the neighbour list of a scene that has its grains and structures with the saved
 * contacts; first: [sources] index of the first grain of each source.  The first list
 * of the run then inherits their history, as every list does from the one before.  A
 * spring known only as a force gets the history {force on a, -1}, which step/springs.h
 * converts to that of the contact law.
 *
 * Omitted are contacts of grains that do not touch at their new places, and contacts
 * with structures that this scene lacks or that a moved copy no longer touches.
 *
 * GM_ERR_INPUT, an error in the file of the source: a contact of a missing grain, of a
 * grain with itself, a contact given twice, or values that are not finite.
 * GM_ERR_MEMORY. */
gm_status gm_saved_grains_append_contacts(gm_config *config,
                                          const gm_saved_grains *saved,
                                          const gm_index *first,
                                          gm_scene *scene);

#endif
