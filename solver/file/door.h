/* file/door.h -- the one way to a data set or an attribute of a file that is read.
 *
 * A file may come from anywhere.  HDF5 follows links into other files, reads bytes of
 * any file as external storage, loads filters from a folder, converts types silently
 * and writes as many values as the file says.  These functions open an object only if
 * it is of the file itself and of a kind that programs like this one write; everything
 * else is GM_ERR_FILE with a message that names file and object, what was found and what
 * was expected.
 *
 * Memory: rows are compared with what the file stores for them before a caller reserves
 * memory.  Deflate packs at most 1032 bytes into one.
 */
#ifndef GM_FILE_DOOR_H
#define GM_FILE_DOOR_H

#include "file/hdf5.h"

typedef enum gm_door_class {
  GM_DOOR_INTEGER,
  GM_DOOR_NUMBER, /* an integer or a real number */
  GM_DOOR_TEXT,   /* of fixed length */
  GM_DOOR_ANY_TEXT,
} gm_door_class;

/* Test that all links in `group` and below it are hard links, so that the objects are in
 * this file and links cannot form a circle, and that names can be printed. */
gm_status gm_door_links(gm_hdf5_file *file, const char *group);

/* Open the data set `name`: *set is its HDF5 handle, to be closed by the caller.  Refused
 * are links, groups, virtual data sets, external storage and filters other than
 * shuffle, deflate and Fletcher32. */
gm_status gm_door_set(gm_hdf5_file *file, const char *name, int64_t *set);

/* Test that the file stores what a reader of `rows` rows of the open data set needs,
 * `bytes` bytes for each row. */
gm_status gm_door_promise(gm_hdf5_file *file, const char *name, int64_t set,
                          int64_t rows, int64_t bytes);

/* Open the attribute `name` of `object` if it is there and is one value of that class, of
 * at most 64 KiB: the handle, to be closed by the caller, or -1. */
int64_t gm_door_attribute(gm_hdf5_file *file, const char *object,
                          const char *name, gm_door_class kind);

/* Returns true if an HDF5 type is of that class. */
bool gm_door_is(int64_t type, gm_door_class kind);

/* Replace control characters, which a terminal would obey, but for the ends of lines. */
void gm_door_clean(char *text);

/* The integer in an attribute; -1 if there is none. */
int64_t gm_door_count(gm_hdf5_file *file, const char *object, const char *name);

/* The number in an attribute; NaN if there is none. */
double gm_door_number(gm_hdf5_file *file, const char *object, const char *name);

/* The text of a fixed-length attribute, truncated at `bytes`; "" if there is none. */
void gm_door_text(gm_hdf5_file *file, const char *object, const char *name,
                  char *text, int64_t bytes);

/* Call visit(context, path) for every table in `group` and its subgroups, by name.
 * Stops at the first status other than GM_OK and returns it. */
gm_status gm_door_visit(gm_hdf5_file *file, const char *group,
                        gm_status (*visit)(void *context, const char *name),
                        void *context);

/* The same for the groups directly in `group`; what cannot be read is left out. */
gm_status gm_door_groups(gm_hdf5_file *file, const char *group,
                         gm_status (*visit)(void *context, const char *name),
                         void *context);

#endif
