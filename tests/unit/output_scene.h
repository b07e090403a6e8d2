/* tests/unit/output_scene.h -- a made-up scene whose every number is known.
 *
 * Frame f has grains(f) grains and contacts(f) contacts; all values are simple functions
 * of the frame and of the id, which tests/regression/result_file.py repeats.  Rows of the
 * scene are in reverse order of the ids.
 */
#ifndef GM_TESTS_OUTPUT_SCENE_H
#define GM_TESTS_OUTPUT_SCENE_H

#include "output/snapshot.h"

typedef struct output_scene {
  gm_config config;
  gm_scene scene;
  gm_frame_grains grains;
  gm_frame_contacts contacts;
} output_scene;

/* full, single: output.arrays and output.precision.  structures: 0 or 3. */
gm_status output_scene_init(output_scene *s, bool full, bool single,
                            int compression, gm_index structures);

/* Grains and contacts of frame f: none at first, then growing, shrinking, none again. */
gm_index output_scene_grains(int f);
gm_index output_scene_contacts(int f);

/* Fill scene and frame with what frame f has; `scale` times as many grains and
 * contacts. */
gm_status output_scene_at(output_scene *s, int f, gm_index scale);

/* The measure of history row h, whose time is h / 1000 s. */
gm_measure output_scene_measure(const output_scene *s, int h);

void output_scene_clear(output_scene *s);

extern const gm_provenance_origin output_scene_origin;

/* Fill in the rows of the last chunk of the history of a continued result, as a
 * checkpoint does: from a copy of the result as it was. */
gm_status output_scene_restore_tail(gm_snapshot *snapshot, const char *copy,
                                    int rows);

#endif
