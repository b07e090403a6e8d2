/* sim/source.h -- reads the scene to run, from a scene file or from a result.
 */
#ifndef GM_SIM_SOURCE_H
#define GM_SIM_SOURCE_H

#include "config/config.h"

/* Read the text of the scene file `path` as gm_read_file does, or the effective scene
 * of a result (NAME.vtkhdf); its paths are relative to the folder of the original
 * scene. Errors in the text are collected; GM_ERR_INPUT, GM_ERR_FILE, GM_ERR_MEMORY:
 * the file cannot be read. */
gm_status gm_source_read(const char *path, gm_config *config);

/* Returns 1 if `path` is the name of a result. */
int gm_source_is_result(const char *path);

/* out[0..size) receives the name of the result that a run of `path` writes: the last
 * part of the path, or of the folder for .../NAME/scene.yaml.  For a result NAME.vtkhdf
 * it is the first NAME-k.vtkhdf, k = 1, 2, ..., that does not exist. */
void gm_source_name(const char *path, char *out, size_t size);

#endif
