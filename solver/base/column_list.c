/* base/column_list.c -- the columns of a table, listed once. */
#include "base/column_list.h"

#include "base/memory.h"

static void **list_column(void *table, const gm_column_list_entry *e)
{
  return (void **)((char *)table + e->at);
}

gm_status gm_column_list_reserve(const gm_column_list_entry *list, int n,
                                 void *table, gm_index used, gm_index rows)
{
  for (int k = 0; k < n; ++k) {
    void **to = list_column(table, &list[k]);
    if (!*to && (list[k].flags & GM_COLUMN_LIST_OPTIONAL)) continue;
    const int lost = list[k].flags & GM_COLUMN_LIST_SCRATCH;
    GM_TRY(gm_memory_resize(to, lost ? 0 : (size_t)used, (size_t)rows,
                            list[k].size));
  }
  return GM_OK;
}

void gm_column_list_free(const gm_column_list_entry *list, int n, void *table)
{
  for (int k = 0; k < n; ++k)
    gm_memory_free(list_column(table, &list[k]));
}

/* Along each cycle of the permutation.  Rows that are done are marked as -1 - from[k] and
 * restored at the end. */
static void permute_column_rows(char *rows, size_t size, gm_index *from,
                                gm_index n)
{
  char kept[256];
  GM_ASSERT(size <= sizeof kept);
  for (gm_index k = 0; k < n; ++k) {
    if (from[k] < 0) continue; /* this cycle is done */
    __builtin_memcpy(kept, rows + (size_t)k * size, size);
    gm_index at = k;
    while (from[at] != k) {
      const gm_index next = from[at];
      __builtin_memcpy(rows + (size_t)at * size, rows + (size_t)next * size,
                       size);
      from[at] = -1 - next;
      at = next;
    }
    __builtin_memcpy(rows + (size_t)at * size, kept, size);
    from[at] = -1 - k;
  }
  for (gm_index k = 0; k < n; ++k)
    from[k] = -1 - from[k];
}

void gm_column_list_permute(const gm_column_list_entry *list, int n,
                            void *table, gm_index *from, gm_index rows)
{
  for (int k = 0; k < n; ++k) {
    void *of = *list_column(table, &list[k]);
    if (of && !(list[k].flags & GM_COLUMN_LIST_SCRATCH))
      permute_column_rows(of, list[k].size, from, rows);
  }
}

/* The rows of a column that travels, or null. */
static char *column_travels_with_row(const void *table,
                                     const gm_column_list_entry *e)
{
  char *rows;
  __builtin_memcpy(&rows, (const char *)table + e->at, sizeof rows);
  return e->flags & GM_COLUMN_LIST_SCRATCH ? NULL : rows;
}

size_t gm_column_list_bytes(const gm_column_list_entry *list, int n,
                            const void *table)
{
  size_t bytes = 0;
  for (int k = 0; k < n; ++k)
    if (column_travels_with_row(table, &list[k])) bytes += list[k].size;
  return bytes;
}

void gm_column_list_pack(const gm_column_list_entry *list, int n,
                         const void *table, gm_index row, char *bytes)
{
  for (int k = 0; k < n; ++k) {
    const char *rows = column_travels_with_row(table, &list[k]);
    if (!rows) continue;
    __builtin_memcpy(bytes, rows + (size_t)row * list[k].size, list[k].size);
    bytes += list[k].size;
  }
}

void gm_column_list_unpack(const gm_column_list_entry *list, int n, void *table,
                           gm_index row, const char *bytes)
{
  for (int k = 0; k < n; ++k) {
    char *rows = column_travels_with_row(table, &list[k]);
    if (!rows) continue;
    __builtin_memcpy(rows + (size_t)row * list[k].size, bytes, list[k].size);
    bytes += list[k].size;
  }
}
