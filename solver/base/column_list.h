/* base/column_list.h -- the columns of a table, listed once.
 *
 * A table is a struct whose members point to columns with one row for each thing.  Its
 * list of columns serves to allocate, release and reorder them, so that a new column is
 * one entry.
 */
#ifndef GM_BASE_COLUMN_LIST_H
#define GM_BASE_COLUMN_LIST_H

#include "base/status.h"
#include "base/types.h"
#include <stddef.h>

typedef enum gm_column_list_flag {
  GM_COLUMN_LIST_OPTIONAL = 1, /* exists only if its pointer is not null */
  GM_COLUMN_LIST_SCRATCH = 2   /* values are not kept when rows move */
} gm_column_list_flag;

typedef struct gm_column_list_entry {
  size_t at, size; /* bytes: offset of the pointer in the table, a row */
  int flags;
} gm_column_list_entry;

#define GM_COLUMN_LIST_ENTRY(table, member, flags)                             \
  {                                                                            \
    offsetof(table, member), sizeof *((table *)0)->member, flags               \
  }

/* Allocate `rows` rows of each column that is not optional or exists.  `used` rows keep
 * their values, the rest is zero.  On GM_ERR_MEMORY all columns keep theirs. */
gm_status gm_column_list_reserve(const gm_column_list_entry *list, int n,
                                 void *table, gm_index used, gm_index rows);

void gm_column_list_free(const gm_column_list_entry *list, int n, void *table);

/* Reorder `rows` rows: row k receives row from[k], a permutation, which serves as scratch
 * memory and is as before at the end. */
void gm_column_list_permute(const gm_column_list_entry *list, int n,
                            void *table, gm_index *from, gm_index rows);

/* Bytes of a row of all columns that exist and keep their values; such a row as bytes,
 * and back. */
size_t gm_column_list_bytes(const gm_column_list_entry *list, int n,
                            const void *table);
void gm_column_list_pack(const gm_column_list_entry *list, int n,
                         const void *table, gm_index row, char *bytes);
void gm_column_list_unpack(const gm_column_list_entry *list, int n, void *table,
                           gm_index row, const char *bytes);

#endif
