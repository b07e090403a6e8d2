/* exchange/id_rows.h -- the row of each id among the grains that a rank has. */
#ifndef GM_EXCHANGE_ID_ROWS_H
#define GM_EXCHANGE_ID_ROWS_H

#include "scene/grains.h"

typedef struct gm_id_rows {
  gm_index *place; /* [mask + 1] row + 1; 0: free */
  uint64_t mask;
  const gm_id *id; /* [rows] */
} gm_id_rows;

/* Enter id[n], which stay as they are while the table is used.  GM_ERR_MEMORY. */
gm_status gm_id_rows_fill(gm_id_rows *t, const gm_id *id, gm_index n);

/* The first row that has this id, or -1. */
gm_index gm_id_rows_find(const gm_id_rows *t, gm_id id);

void gm_id_rows_clear(gm_id_rows *t);

#endif
