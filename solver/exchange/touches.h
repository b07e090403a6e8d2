/* exchange/touches.h -- contacts that touch, by the ids of their grains, while rows move
 * and change their rank.
 *
 * The owner of a grain has all its contacts.  A contact across a border is on both ranks,
 * with the same bits.
 */
#ifndef GM_EXCHANGE_TOUCHES_H
#define GM_EXCHANGE_TOUCHES_H

#include "exchange/id_rows.h"
#include "scene/scene.h"
#include "search/history_transfer.h"

typedef struct gm_touch {
  gm_running_sum running; /* at a structure, at `place`; -1: no sums are made */
  gm_row4 history, couple;
  gm_id a, b;     /* ids of two grains; b is -1 at a structure */
  gm_vec3 normal; /* at a structure */
  gm_spent spent;
  gm_index structure, patch, place;
  gm_index row; /* of a when it was saved */
  int image;
} gm_touch;

typedef struct gm_touches {
  gm_index n, capacity;
  gm_touch *row; /* [n] */
  int saved;     /* 1: of the present list */
} gm_touches;

gm_status gm_touches_reserve(gm_touches *t, gm_index n);

/* Take over the saved contacts, whose grains have not moved yet.  GM_ERR_MEMORY. */
gm_status gm_touches_save(gm_touches *t, const gm_history_transfer *m,
                          const gm_scene *scene);

/* Grains were put back into the domain by image turn[row]; to[row] < 0: removed.  What
 * contacts at structures did that end thereby is noted. */
void gm_touches_turn(gm_touches *t, const gm_index *to, const uint8_t *turn,
                     gm_scene *scene);

/* Hand the contacts of grains that this rank owns back, by their present rows.  A contact
 * with a grain that is not here is an error unless `left`: grains have left the run.
 * GM_ERR_MEMORY, GM_ERR_NUMBER. */
gm_status gm_touches_restore(gm_touches *t, const gm_scene *scene,
                             const gm_id_rows *rows, int left,
                             gm_history_transfer *m);

void gm_touches_clear(gm_touches *t);

#endif
