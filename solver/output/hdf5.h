/* output/hdf5.h -- HDF5 files, their groups and attributes, in calls that return a status.
 *
 * Room: output.  May include: base.
 *
 * hdf5.c, table.c for the data sets, and foreign.c for files of other programs are the only files
 * of the solver that know HDF5.
 *
 * GM_ERR_FILE names the file, the object in it and what the system said.  The library is
 * used by one thread at a time.  It prints nothing of its own (where it has messages for
 * each thread, a thread says so by gm_hdf5_quiet), and closes nothing at exit: what is not closed here stays as the
 * last flush left it.
 */
#ifndef GM_OUTPUT_HDF5_H
#define GM_OUTPUT_HDF5_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GM_HDF5_NAME = 128 }; /* bytes of the path of an object */

typedef struct gm_hdf5_file gm_hdf5_file;

/* How to open a file.  Reading tries to follow a writer first, then plainly; plainly only
 * what nobody writes, and no writer has left behind, can be opened.  Mending opens for
 * writing, whatever a process that died has left in the file's flags. */
typedef enum gm_hdf5_way {
  GM_HDF5_READ,
  GM_HDF5_PLAIN,
  GM_HDF5_MEND,
} gm_hdf5_way;

/* HDF5 shall print nothing of its own for this thread. */
void gm_hdf5_quiet(void);

/* Does the file system lock the file `path`?  Yes where that cannot be asked. */
bool gm_hdf5_lockable(const char *path);

/* Make the file `path`, empty; what it held is lost.  followed: in the newest format and
 * locked, as gm_hdf5_publish requires; else in the oldest, unlocked, so that after every
 * flush anyone may open it.  Opening locks where the file system does. */
gm_status gm_hdf5_create(const char *path, bool followed, gm_hdf5_file **file);
gm_status gm_hdf5_open(const char *path, gm_hdf5_way way, gm_hdf5_file **file);

/* From now on readers may follow (SWMR).  No object may be made after it.
 * GM_ERR_FILE: refused; the file can be written as before. */
gm_status gm_hdf5_publish(gm_hdf5_file *file);

gm_status gm_hdf5_flush(gm_hdf5_file *file);

/* The file is now called `path`: messages say so.  Requires a path no longer than the old. */
void gm_hdf5_moved(gm_hdf5_file *file, const char *path);

/* For tables: path; handle of the library; an error with what the library knows of it; the
 * same of a call that changes the file, which is broken from then on.  `object` may be
 * null.  Ask before any other call of the library: each forgets the one before. */
const char *gm_hdf5_path(const gm_hdf5_file *file);
int64_t gm_hdf5_handle(const gm_hdf5_file *file);
gm_status gm_hdf5_fail(const gm_hdf5_file *file, const char *verb,
                       const char *object);
gm_status gm_hdf5_fail_to_write(gm_hdf5_file *file, const char *object);

/* For tables: a type of texts of `bytes` bytes, to be closed by the caller; ASCII when all
 * of the sample is, else UTF-8. */
int64_t gm_hdf5_text_type(size_t bytes, const char *sample);

/* Did a call that writes fail?  Such a file cannot be trusted to be closed. */
bool gm_hdf5_broken(const gm_hdf5_file *file);

/* Close the file with every table of it, and set *file to null.  A broken file is left as
 * the last good flush made it: flags set, as after a crash, readers may follow. */
gm_status gm_hdf5_close(gm_hdf5_file **file);

/* --- objects ---------------------------------------------------------------- */

gm_status gm_hdf5_group(gm_hdf5_file *file, const char *group);
/* `file` gets an object `name` that stands for `object` of the file `target`, a path
 * relative to the folder of `file`. */
gm_status gm_hdf5_link(gm_hdf5_file *file, const char *name, const char *target,
                       const char *object);

/* --- attributes of `object`; writing replaces the value of one that exists ---- */

gm_status gm_hdf5_attribute_text(gm_hdf5_file *file, const char *object,
                                 const char *name, const char *text);
gm_status gm_hdf5_attribute_version(gm_hdf5_file *file, const char *object,
                                    const char *name, int major, int minor);
gm_status gm_hdf5_attribute_count(gm_hdf5_file *file, const char *object,
                                  const char *name, int64_t count);
gm_status gm_hdf5_attribute_number(gm_hdf5_file *file, const char *object,
                                   const char *name, double number);
/* The count in an attribute; -1 when there is none. */
int64_t gm_hdf5_count(gm_hdf5_file *file, const char *object, const char *name);

/* The number in an attribute; NaN when there is none. */
double gm_hdf5_number(gm_hdf5_file *file, const char *object, const char *name);

/* The text of a fixed-length attribute, cut at `bytes`; "" when there is none. */
void gm_hdf5_text(gm_hdf5_file *file, const char *object, const char *name,
                  char *text, int64_t bytes);

/* --- looking around ---------------------------------------------------------- */

/* Is there an object of this name? */
bool gm_hdf5_has(gm_hdf5_file *file, const char *name);

/* Is there an object of this name that stands for one of another file? */
bool gm_hdf5_is_link(gm_hdf5_file *file, const char *name);

/* Call visit(context, path) for every table below `group`, by name; groups are entered.
 * Stops at the first status that is not GM_OK and returns it. */
gm_status gm_hdf5_visit(gm_hdf5_file *file, const char *group,
                        gm_status (*visit)(void *context, const char *name),
                        void *context);

#endif
