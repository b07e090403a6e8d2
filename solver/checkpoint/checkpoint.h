/* checkpoint/checkpoint.h -- everything that the next step of a run reads, in one file.
 *
 * The state is that between two steps, before anything of the instant is measured.  A run
 * that goes on from it does the same steps in the same bits, on any number of threads,
 * and writes the same frames and rows of history, as one that was never stopped.
 *
 * The file is HDF5 and closed by a checksum (checkpoint/seal.h).  It holds the effective
 * scene as text, from which the scene is built as at the start; then the tables below
 * replace what has changed since.
 */
#ifndef GM_CHECKPOINT_CHECKPOINT_H
#define GM_CHECKPOINT_CHECKPOINT_H

#include "checkpoint/archive.h"
#include "step/step.h"

/* Suffix in place of that of the result; the one before ends with .old too. */
#define GM_CHECKPOINT_SUFFIX ".checkpoint"

typedef struct gm_checkpoint {
  char *path; /* of the file */

  char *version; /* of the program */
  char *folder;  /* absolute; paths in the scene are relative to it */
  char *written; /* effective scene that the result holds */
  char *scene;   /* effective scene now: overrides of a resumed run included */
  char *inputs;  /* checkpoint/inputs.h */

  double dt;            /* s */
  int64_t step, first;  /* steps done; first step of the run */
  int64_t frames, rows; /* frames and rows of history in the result */
  int64_t was_above;    /* measure/until.h */
  int64_t
      rebalance; /* 1: an edit changed the energy, which counts as brought in */

  /* Passes what the caller adds to the file; null: nothing. */
  gm_status (*more)(void *context, gm_archive *archive);
  void *context;

  gm_archive archive; /* the open file, when it is read */
} gm_checkpoint;

/* path[0..size) receives the name of the checkpoint of a result; `old`: of the one
 * before. */
void gm_checkpoint_path(const char *result, int old, char *path, size_t size);

/* GM_ERR_INPUT: a file that is not a checkpoint has the name of one of this result. */
gm_status gm_checkpoint_may_write(const char *result);

/* Remove the checkpoints of a result that is replaced. */
void gm_checkpoint_remove(const char *result);

/* Write the state of scene and step to `path`; texts and numbers of *c are written as
 * they are.  A file of this name becomes path.old.  Requires: scene->step > c->first, and
 * nothing was measured since the last step.  On error the files are as before. */
gm_status gm_checkpoint_write(const gm_checkpoint *c, const char *path,
                              gm_step *step, gm_scene *scene);

/* Open `path` and read texts and numbers.  GM_ERR_INPUT: it does not exist or is damaged;
 * GM_ERR_FILE.  *c must be cleared in all cases. */
gm_status gm_checkpoint_open(const char *path, gm_checkpoint *c);

/* The same with the newer valid checkpoint of a result.  GM_ERR_INPUT, with a message
 * that says what to do: there is none. */
gm_status gm_checkpoint_find(const char *result, gm_checkpoint *c);

/* Replace the state of a scene that was built from c->scene and has done no step.  The
 * file stays open for what the caller has added.  On error the scene must not be used
 * further. */
gm_status gm_checkpoint_restore(gm_checkpoint *c, gm_step *step,
                                gm_scene *scene);

void gm_checkpoint_clear(gm_checkpoint *c);

#endif
