/* file/hdf5.h -- HDF5 files, their groups and attributes, in functions that return a
 * status.
 *
 * Only hdf5.c, table.c and door.c (data sets), foreign.c (files of other programs),
 * whole.c (damage), table.c and result/recover.c (power cuts) call the HDF5
 * library.
 *
 * Messages of GM_ERR_FILE name the file, the object in it and the reason given by the
 * system.  Only one thread may use the library at a time.  The library prints nothing
 * of its own (builds with messages for each thread need gm_hdf5_quiet in each thread)
 * and closes nothing at exit: a file that is not closed here stays as the last flush
 * left it.
 */
#ifndef GM_FILE_HDF5_H
#define GM_FILE_HDF5_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GM_HDF5_NAME = 128 }; /* bytes of the path of an object */

typedef struct gm_hdf5_file gm_hdf5_file;

/* How to open a file.  READ tries to follow a writer (SWMR), then opens normally.
 * PLAIN succeeds only if no process writes the file and no writer has left it marked.
 * MEND opens for writing, whatever marks a process that died has left in the file.
 * CONTINUE does, too, and the functions that create objects find those of the file and
 * compare them with what they would create. */
typedef enum gm_hdf5_way {
  GM_HDF5_READ,
  GM_HDF5_PLAIN,
  GM_HDF5_MEND,
  GM_HDF5_CONTINUE,
} gm_hdf5_way;

/* Stop HDF5 from printing messages in this thread. */
void gm_hdf5_quiet(void);

/* Create the file `path`, empty; existing content is lost.  followed: in the newest
 * format and locked, as gm_hdf5_publish requires; otherwise in the oldest format and
 * unlocked, so that it can be opened after every flush.  Opening locks the file where
 * the file system can. */
gm_status gm_hdf5_create(const char *path, bool followed, gm_hdf5_file **file);
gm_status gm_hdf5_open(const char *path, gm_hdf5_way way, gm_hdf5_file **file);

/* From now on readers may follow (SWMR); no object may be created afterwards.
 * GM_ERR_FILE: not possible, and the file can be written as before. */
gm_status gm_hdf5_publish(gm_hdf5_file *file);

gm_status gm_hdf5_flush(gm_hdf5_file *file);

/* Returns true if the file was opened by GM_HDF5_CONTINUE. */
bool gm_hdf5_is_continued(const gm_hdf5_file *file);

/* The file is now called `path` in messages.  Requires a path no longer than the
 * old one. */
void gm_hdf5_moved(gm_hdf5_file *file, const char *path);

/* Path and HDF5 handle of the file, for tables. */
const char *gm_hdf5_path(const gm_hdf5_file *file);
int64_t gm_hdf5_handle(const gm_hdf5_file *file);

/* Record an error with the reason that HDF5 gives; after a failed write the file also
 * counts as broken.  `object` may be null.  Call them before any other HDF5 function,
 * which would overwrite the reason. */
gm_status gm_hdf5_fail(const gm_hdf5_file *file, const char *verb,
                       const char *object);
gm_status gm_hdf5_fail_to_write(gm_hdf5_file *file, const char *object);

/* For tables: a type for n texts of `bytes` bytes, to be closed by the caller; ASCII if
 * all of them are, else UTF-8. */
int64_t gm_hdf5_text_type(size_t bytes, size_t n, const char *texts);

/* Note that memory ran out where an optional value was read, which then seems to be
 * missing: gm_hdf5_close returns GM_ERR_MEMORY. */
void gm_hdf5_lost(gm_hdf5_file *file);

/* Close the file with all its tables, and set *file to null.  A broken file is left as
 * the last successful flush made it: marked as after a crash, and readable by
 * followers. */
gm_status gm_hdf5_close(gm_hdf5_file **file);

/* --- objects ---------------------------------------------------------------- */

/* A list of properties for what is created, of the kind H5P_DATASET_CREATE,
 * H5P_GROUP_CREATE or H5P_FILE_CREATE, to be closed by the caller.  Objects made by it
 * keep no times, so that equal runs write equal bytes.  Only the extension of the
 * superblock keeps its time: HDF5 1.10 makes it with properties of its own (bytes 54 to
 * 69 of a file that can be followed, and their checksum in bytes 104 to 107). */
int64_t gm_hdf5_plan(int64_t kind);

gm_status gm_hdf5_group(gm_hdf5_file *file, const char *group);
/* Create a group that lists its members in the order in which they were created. */
gm_status gm_hdf5_group_in_order(gm_hdf5_file *file, const char *group);
/* Create an object `name` that refers to `object` of the same file by its path. */
gm_status gm_hdf5_soft_link(gm_hdf5_file *file, const char *name,
                            const char *object);
/* Create an object `name` in `file` that refers to `object` of the file `target`, a
 * path relative to the folder of `file`. */
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
/* --- looking around ---------------------------------------------------------- */

/* Returns true if there is an object of this name. */
bool gm_hdf5_has(gm_hdf5_file *file, const char *name);

/* Returns true if this name refers to an object of another file. */
bool gm_hdf5_is_link(gm_hdf5_file *file, const char *name);

#endif
