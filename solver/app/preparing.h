/* app/preparing.h -- lines about a preparation that takes longer than two seconds.
 */
#ifndef GM_APP_PREPARING_H
#define GM_APP_PREPARING_H

typedef struct gm_preparing gm_preparing;

/* Print to stderr, from 2 s on, what the preparation does: on a terminal in one line that
 * changes, else a line now and then.  Null: no thread for it; nothing is printed. */
gm_preparing *gm_preparing_show(void);

/* Print no more.  Null is legal. */
void gm_preparing_end(gm_preparing *p);

#endif
