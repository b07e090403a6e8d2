/* checkpoint/archive.h -- columns of memory to and from the tables of a file.
 *
 * The same calls write and read: a function that names the columns of a state serves
 * both directions, so that the two cannot differ.  Types and shapes are those of
 * file/table.h, bits are kept.  Reading refuses a table whose type or shape is not the
 * one in the call.
 */
#ifndef GM_CHECKPOINT_ARCHIVE_H
#define GM_CHECKPOINT_ARCHIVE_H

#include "file/table.h"
#include <stddef.h>

enum { GM_ARCHIVE_GROUP = 48 };

typedef struct gm_archive {
  gm_hdf5_file *file; /* borrowed */
  int reads;          /* 1: tables are read; 0: they are written */
  int64_t bytes; /* size of the file that is read; no table has more rows */
  char group[GM_ARCHIVE_GROUP]; /* of the tables that follow */
} gm_archive;

/* A member of a record: `width` numbers of one type, one after the other. */
typedef struct gm_archive_field {
  const char *name;
  gm_table_type type;
  int width;
  size_t offset; /* bytes, in the record */
} gm_archive_field;

#define GM_ARCHIVE_FIELD(record, member, type, width)                          \
  {                                                                            \
#member, GM_TABLE_##type, width, offsetof(record, member)                  \
  }

/* The tables that follow belong to this group, which is made when writing. */
gm_status gm_archive_group(gm_archive *a, const char *group);

/* A column of `rows` rows of `width` numbers, contiguous in memory.  When it is read,
 * GM_ERR_FILE: an integer of 64 bits is beyond 2^62, from which no run counts on. */
gm_status gm_archive_column(gm_archive *a, const char *name, gm_table_type type,
                            int width, int64_t rows, void *column);

/* n members of `rows` records, `stride` bytes from one record to the next: one table
 * for each member, named after it. */
gm_status gm_archive_records(gm_archive *a, const gm_archive_field *field,
                             int n, int64_t rows, void *records, size_t stride);

/* The same with the number of members of the array `fields`. */
#define GM_ARCHIVE_RECORDS(a, fields, rows, records)                           \
  gm_archive_records(a, fields, (int)(sizeof(fields) / sizeof *(fields)),      \
                     rows, records, sizeof *(records))

/* A number that is not negative, such as the rows of a table that follows.  When it is
 * read, GM_ERR_FILE: it is not between 0 and `most`, or more than the file can hold. */
gm_status gm_archive_count(gm_archive *a, const char *name, int64_t most,
                           int64_t *count);

/* A text; when it is read, *text is allocated and released with GM_FREE. */
gm_status gm_archive_text(gm_archive *a, const char *name, char **text);

/* Record GM_ERR_FILE: the content of the current group is not possible. */
gm_status gm_archive_refuse(const gm_archive *a, const char *what);

#endif
