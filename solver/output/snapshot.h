/* output/snapshot.h -- a run to its result file, frame by frame.
 *
 * Room: output.  May include: base, config, scene.
 *
 * The file is laid out as output/schema.h says.  Readers may follow it while it grows
 * (SWMR); where the file system refuses that, one warning is printed to stderr and the
 * file is written plainly and flushed with every frame.
 *
 * What a frame published stays readable whatever happens to the process afterwards; of a
 * file written plainly, unless it dies in the middle of a flush.
 *
 * Frames and rows are copied and handed to a thread that writes them, one after the other;
 * a frame waits until the one before is written.  A failure to write is the answer of the
 * next call below, and of every later one.
 */
#ifndef GM_OUTPUT_SNAPSHOT_H
#define GM_OUTPUT_SNAPSHOT_H

#include "config/config.h"
#include "scene/frame.h"
#include "scene/scene.h"

typedef struct gm_snapshot gm_snapshot; /* an open result: HDF5 is behind it */

/* Where a result comes from; texts, none null. */
typedef struct gm_snapshot_origin {
  const char *title;   /* of the scene */
  const char *source;  /* path of the scene file */
  const char *parent;  /* result this run repeats, or "" */
  const char *version; /* of granum */
  const char *command_line;
  const char *effective; /* the effective scene as YAML */
} gm_snapshot_origin;

/* May gm_snapshot_create make the result `path`?  Its folder is there; no folder has its
 * name or that of the small file beside it; and what has the latter's name is such a file,
 * not a result or somebody's notes.  Whether a result `path` is there already is for the
 * caller to ask.  GM_ERR_INPUT, with a message, when not. */
gm_status gm_snapshot_may_replace(const char *path);

/* Make the result `path` and, beside it, the small file that stands for its contacts; every
 * object exists from now on, and readers may follow.  Files of these names are replaced,
 * and only when all of this has succeeded; on error they are as before.
 * GM_ERR_INPUT: gm_snapshot_may_replace says no.
 *
 * The structures of the scene stand where they are at the start; their number never
 * changes.  *snapshot is null on error. */
gm_status gm_snapshot_create(const char *path, const gm_config *config,
                             const gm_scene *scene,
                             const gm_snapshot_origin *origin,
                             gm_snapshot **snapshot);

/* Hand over one frame: grains, contacts, poses, the history so far; the time of the frame
 * is the scene's, and is written last.  The arguments may be changed on return.
 * GM_ERR_MEMORY: no room for the copy.  On error the file holds the frames published before,
 * and takes no more. */
gm_status gm_snapshot_frame(gm_snapshot *snapshot, const gm_scene *scene,
                            const gm_frame_grains *grains,
                            const gm_frame_contacts *contacts);

/* Append one row of history; energy_error in J.  It is written with the next frame, or
 * when a few hundred rows wait. */
gm_status gm_snapshot_history(gm_snapshot *snapshot, const gm_scene *scene,
                              const gm_measure *measure, double energy_error);

/* Wait until all that was handed over is in the file.  GM_ERR_FILE: writing failed. */
gm_status gm_snapshot_wait(gm_snapshot *snapshot);

/* Has writing failed so far?  Does not wait. */
gm_status gm_snapshot_look(gm_snapshot *snapshot);

/* Frames published so far: they are in the file. */
int64_t gm_snapshot_frames(const gm_snapshot *snapshot);

/* What writing has taken the thread that does it, in s. */
double gm_snapshot_seconds(gm_snapshot *snapshot);

/* Write what waits, close the file and release *snapshot (null is legal).  After an error
 * of writing the file is left as that call found it: followers can read it, and
 * `granum repair` closes it. */
gm_status gm_snapshot_close(gm_snapshot **snapshot);

/* The path of the file that stands for the contacts of the result `path`, into
 * out[0..bytes); cut when it does not fit. */
void gm_snapshot_contacts_path(const char *path, char *out, size_t bytes);

#endif
