/* output/snapshot.h -- writes the result file of a run, frame by frame.
 *
 * The layout is described in file/schema.h.  Readers may follow the file while it grows
 * (SWMR: single writer, multiple readers).  Where the file system does not support
 * that, there is a warning (gm_snapshot_warning), and the file is written without SWMR
 * and flushed after every frame.
 *
 * A published frame stays readable whatever happens to the process later; without SWMR
 * this holds unless the process dies during a flush.  A power cut takes at most the
 * frames of the last 30 s and the one that was being written; `granum repair` restores
 * the others (result/recover.h).  This holds with SWMR, and for a disk that keeps what it
 * has confirmed by fsync; without SWMR nothing is promised.
 *
 * Frames and rows of the history are copied and passed to a writing thread, one at a
 * time; a frame waits until the one before is written.  If writing fails, the next call
 * of a function below returns the error, and so does every later call.
 */
#ifndef GM_OUTPUT_SNAPSHOT_H
#define GM_OUTPUT_SNAPSHOT_H

#include "config/config.h"
#include "measure/frame.h"
#include "measure/measure.h"
#include "output/provenance.h"
#include "output/series.h"
#include "scene/scene.h"

typedef struct gm_snapshot gm_snapshot; /* an open result file */

/* Check that gm_snapshot_create can make the result `path`: its folder exists; what is
 * there is a regular file that no run is writing and, unless `replace`, there is none;
 * and an existing file with the name of the contacts file is a contacts file and not
 * something else.  GM_ERR_INPUT with a message otherwise. */
gm_status gm_snapshot_may_replace(const char *path, bool replace);

/* Create the result `path` with all its objects and, beside it, the contacts file;
 * readers may follow from now on.  Existing files of these names are replaced only
 * after all of this has succeeded; on error they are unchanged.  Of two programs that
 * create the same result at once one succeeds.  GM_ERR_INPUT: see
 * gm_snapshot_may_replace.
 *
 * Surfaces are written as they are at the start; the number of structures never
 * changes.  On error *snapshot is null. */
gm_status gm_snapshot_create(const char *path, bool replace,
                             const gm_config *config, const gm_scene *scene,
                             const gm_provenance_origin *origin,
                             gm_snapshot **snapshot);

/* Open the existing result `path`, which a run has closed or left behind when it died,
 * cut it to its first `frames` frames and to the full chunks of `rows` rows of the
 * history, and append to it from then on; readers may follow.  gm_snapshot_tail restores
 * the other rows.  config and scene are those of the run that made it, at the instant at
 * which it is continued; effective: the text of the scene that the result must hold, or
 * null.  Counts, offsets and shared lists go on as if the result had never been closed.
 *
 * GM_ERR_INPUT: another program has it open; it is that of another scene; it has fewer
 * frames or rows.  On error the file keeps its frames and *snapshot is null. */
gm_status gm_snapshot_resume(const char *path, const gm_config *config,
                             const gm_scene *scene, const char *effective,
                             int64_t frames, int64_t rows,
                             gm_snapshot **snapshot);

/* Copy one frame (grains, contacts, poses, the history so far) and pass it to the
 * writing thread.  The time of the frame is scene->time and is written last.  The
 * arguments may change after the call.  GM_ERR_MEMORY: no memory for the copy.  On
 * error the file keeps the frames published before and accepts no more. */
gm_status gm_snapshot_frame(gm_snapshot *snapshot, const gm_scene *scene,
                            const gm_frame_grains *grains,
                            const gm_frame_contacts *contacts);

/* Append one row of the history; energy_error in J. It is written with the next frame,
 * or once a few hundred rows wait. */
gm_status gm_snapshot_history(gm_snapshot *snapshot, const gm_scene *scene,
                              const gm_measure *measure, double energy_error);

/* Wait until everything given so far is in the file, the rows of the history that wait in
 * memory included, and the file is on disk.  GM_ERR_FILE: writing failed. */
gm_status gm_snapshot_sync(gm_snapshot *snapshot);

/* *tail receives array k of the history, with the rows of its last chunk: a process that
 * dies while it writes this chunk again may leave it unreadable, so a checkpoint keeps
 * them.  They were read from the file (restores = 0, after gm_snapshot_sync; k = 0
 * first) or are to be filled in (restores = 1, after gm_snapshot_resume).  After the
 * last array name is null. */
gm_status gm_snapshot_tail(gm_snapshot *snapshot, int k, int restores,
                           gm_series_rows *tail);

/* A warning for the user, or "". */
const char *gm_snapshot_warning(const gm_snapshot *snapshot);

/* Wait until everything passed on is in the file.  GM_ERR_FILE: writing failed. */
gm_status gm_snapshot_wait(gm_snapshot *snapshot);

/* Returns the error of writing so far, without waiting. */
gm_status gm_snapshot_look(gm_snapshot *snapshot);

/* Number of published frames; they are in the file. */
int64_t gm_snapshot_frames(const gm_snapshot *snapshot);

/* Number of rows of the history given so far; some may still wait in memory. */
int64_t gm_snapshot_history_rows(const gm_snapshot *snapshot);

/* Time that the writing thread has spent, in s. */
double gm_snapshot_seconds(gm_snapshot *snapshot);

/* Write what waits, close the file and release *snapshot (may be null).  After an error
 * of writing the file is left as that error left it: readers can still follow it, and
 * `granum repair` closes it. */
gm_status gm_snapshot_close(gm_snapshot **snapshot);

/* out[0..bytes) receives the path of the contacts file of the result `path`, truncated
 * if it does not fit. */
void gm_snapshot_contacts_path(const char *path, char *out, size_t bytes);

#endif
