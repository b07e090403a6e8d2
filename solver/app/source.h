/* app/source.h -- what to run: a scene file, or the scene that a result holds.
 *
 * Room: app.  May include: base, config, output.
 */
#ifndef GM_APP_SOURCE_H
#define GM_APP_SOURCE_H

#include "config/config.h"

/* Read the scene `path` with its overrides, as gm_read_scene does; of a result
 * (NAME.vtkhdf) the effective scene in it, whose paths are relative to that of its own
 * scene.  GM_ERR_INPUT with config->errors as there, or a message. */
gm_status gm_source_read(const char *path, size_t n_set, const char *const *set,
                         gm_config *config);

/* Is `path` the name of a result? */
int gm_source_is_result(const char *path);

/* The name of what running `path` writes, into out[0..size): its last part, for
 * .../NAME/scene.yaml the folder's; a rerun of NAME.vtkhdf is the first NAME-k.vtkhdf that
 * does not exist, k = 1, 2 ... */
void gm_source_name(const char *path, char *out, size_t size);

#endif
