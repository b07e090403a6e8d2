/* scene/contacts.h -- the one list: pairs that touch or may soon, and their history.
 *
 * Room: scene.  May include: base, structure.
 *
 * Rows [0, n_grain) are grain on grain, rows [n_grain, n) grain on structure; a law cannot
 * tell them apart.  Grains are cut into fixed chunks of consecutive rows that depend on
 * the number of grains alone, never on threads.  Grain rows have a < b and live with the
 * chunk of a:
 *
 *   [0, n_cross)        cross rows: b is in a later chunk; by chunk of a, then chunk of b,
 *                       then (a, b).  Each has a record, so that both chunks can add it.
 *   [n_cross, n_grain)  own rows of each chunk: near ones by (a, b), then far ones by (a, b),
 *                       which do not touch and are left out (search/narrow.h).
 *   [n_grain, n)        grain on structure, by (a, structure, patch).
 *
 * A row that does not touch has history and normal zero and touched 0: dropping or adding it changes
 * no bit of the motion.
 */
#ifndef GM_SCENE_CONTACTS_H
#define GM_SCENE_CONTACTS_H

#include "scene/domain.h"
#include "scene/grains.h"
#include "scene/tally.h"
#include "structure/vicinity.h"
#include <stddef.h>

/* Rows of one grain and one structure: as many as are looked at together, and at most. */
enum { GM_CONTACTS_PATCHES = 32, GM_CONTACTS_MOST = 1024 };

typedef struct gm_contacts {
  gm_index n, n_grain, n_cross;
  gm_index capacity;           /* rows allocated */
  gm_index cross_capacity;     /* records allocated */
  gm_index structure_capacity; /* rows on structures allocated */
  gm_index lent;               /* rows of history that hold something else */
  int couples; /* contacts pass on torques, with a history of their own  step */
  int crowded; /* some grain has more rows on a structure than
                  GM_CONTACTS_PATCHES  search/candidates */
  int tallied; /* what contacts do to structures is summed  step */
  int grows; /* radii grow while the list lasts: what was clear may not be  step */
  int adheres; /* a row that touches does so until the law lets go  step */
  const gm_row4 *shift; /* [GM_DOMAIN_IMAGES] m  of the domain; null where no
                           side is periodic  search/candidates */

  gm_index *a;      /* [n] grain row  search/candidates */
  gm_index *b;      /* [n] grain or structure row  search/candidates */
  gm_index *patch;  /* [n - n_grain] see gm_contacts_patch  search/candidates */
  uint8_t *image;   /* [n] of b, see shift; null without  search/candidates */
  gm_row4 *history; /* [n] as the law declares; first touch: 0  contact */
  gm_row4 *couple;  /* [n] {rolling, torsion}; null without couples  contact */
  uint8_t *touched; /* [n] in the step last computed  search/touch */
  int8_t *source;   /* [n - n_grain] gm_answer, if touched  search/touch */
  float *due; /* [n - n_grain] m  a row on a structure need not be asked before
                 so much was travelled since the list was built  search/touch */
  gm_vicinity *around; /* [n - n_grain] what is known around it  search/touch */
  gm_vec3
      *normal;   /* [n - n_grain] in the step last computed; 0 where it did not
                      touch  search/touch */
  gm_stay *stay; /* [n - n_grain] sums at its place; null without  step/tally */
  gm_index *place; /* [n - n_grain] of the structure's places, where the sums
                       belong; -1: there are none  search/touch, step/tally */
  gm_index
      *foot; /* [n - n_grain] the place it is at, if touched  search/touch */
  gm_index *parted; /* [2 (n - n_grain)] rows whose stay is over, from twice the
                       first of the chunk on  search/touch, step/tally */
  gm_load *record;  /* [n_cross] on a; b gets -f, +t  step/chunk */
  gm_load *couple_record; /* [n_cross] likewise; null without couples */

  /* Pairs that may have a sheet between them while the list lasts  search/screen */
  int screened;            /* some structure has two sides */
  size_t screen_capacity;  /* grains */
  uint8_t *screen;         /* [grains] is it one of such a pair? */
  uint8_t *screened_chunk; /* [n_chunks] is any of its grains? */

  /* Chunks; chunk c owns grains [first_grain[c], first_grain[c + 1]) and so on. */
  gm_index n_chunks, chunk; /* chunk: grains in one */
  gm_index chunk_capacity;
  gm_index *first_grain;     /* [n_chunks + 1] */
  gm_index *first_cross;     /* [n_chunks + 1] rows */
  gm_index *first_own;       /* [n_chunks + 1] rows */
  gm_index *near_end;        /* [n_chunks] own rows from here on are far */
  double *narrowed;          /* [n_chunks] m  way when parted  search/narrow */
  gm_index *first_structure; /* [n_chunks + 1] rows */
  gm_index *first_entry;     /* [n_chunks + 1] into entry_* */
  gm_index *split;           /* [n_chunks] cross rows from here join threads */

  /* Each record once for each side, by (grain, row). */
  gm_index *entry_grain; /* [2 n_cross] */
  gm_index *entry;       /* [2 n_cross] 2 row + 1 for side b */
} gm_contacts;

/* The patch of a row on a structure; -1 of two grains. */
GM_INLINE gm_index gm_contacts_patch(const gm_contacts *c, gm_index row)
{
  return row < c->n_grain ? -1 : c->patch[row - c->n_grain];
}

/* Who answered for a row that touches a structure, a gm_answer; -1 of two grains: nobody is
 * asked. */
GM_INLINE gm_index gm_contacts_source(const gm_contacts *c, gm_index row)
{
  return row < c->n_grain ? -1 : c->source[row - c->n_grain];
}

/* Grains in a chunk when there are n of them: about n / 24 between 512 and 4096. */
gm_index gm_contacts_chunk(gm_index n);

/* *room receives `bytes` of memory to work in while a list is built: that of the history,
 * whose values are lost; the list is empty.  It lasts until the history is written, and moves
 * with gm_contacts_reserve, which keeps what is in it.  GM_ERR_MEMORY: the list is empty. */
gm_status gm_contacts_lend(gm_contacts *c, size_t bytes, void **room);

/* Room for `n` rows, `n_cross` of them cross and `n_structure` on structures, and `n_chunks`
 * chunks; images where there is a shift.  Values are lost.
 * GM_ERR_MEMORY: the list is empty. */
gm_status gm_contacts_reserve(gm_contacts *c, gm_index n, gm_index n_cross,
                              gm_index n_structure, gm_index n_chunks);

/* Room for what is known of `grains` grains beside sheets.  Values are lost.
 * GM_ERR_MEMORY: nothing is known. */
gm_status gm_contacts_reserve_screen(gm_contacts *c, gm_index grains);

void gm_contacts_clear(gm_contacts *c);

#endif
