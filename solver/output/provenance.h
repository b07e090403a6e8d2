/* output/provenance.h -- writes names of structures and materials, and the origin of
 * the result.
 */
#ifndef GM_OUTPUT_PROVENANCE_H
#define GM_OUTPUT_PROVENANCE_H

#include "file/table.h"
#include "scene/scene.h"

/* Origin of a result.  No text but `device` is null. */
typedef struct gm_provenance_origin {
  const char *title;   /* of the scene */
  const char *source;  /* path of the scene file */
  const char *parent;  /* result that this run repeats, or "" */
  const char *version; /* of granum */
  const char *command_line;
  const char *device;    /* that computes the steps, or null: the processor */
  const char *effective; /* the effective scene as YAML */
} gm_provenance_origin;

/* Write the groups of names and of the scene. */
gm_status gm_provenance_put(gm_hdf5_file *file, const gm_scene *scene,
                            const gm_provenance_origin *origin);

/* Test that the result in `file` has the structures, materials, sensors and groups of
 * the scene, by name, and its time step.  GM_ERR_INPUT: it is that of another scene. */
gm_status gm_provenance_compare(gm_hdf5_file *file, const gm_scene *scene);

/* Test that the result holds this effective scene.  GM_ERR_INPUT: it holds another. */
gm_status gm_provenance_compare_text(gm_hdf5_file *file, const char *effective);

#endif
