/* scene/contacts.h -- the neighbour list, and the history of every contact in it.
 *
 * Rows [0, n_grain) are pairs of two grains, rows [n_grain, n) pairs of a grain and a
 * structure; contact laws treat both alike.  Grains are cut into chunks, fixed runs of
 * consecutive grains that depend on the number of grains alone and never on threads.
 * Pairs of two grains have a < b and belong to the chunk of a:
 *
 *   [0, n_cross)        pairs between chunks, b in a later chunk; sorted by chunk of a,
 *                       chunk of b, a, b.  The force of each is stored (`record`), so
 *                       that both chunks can add it.
 *   [n_cross, n_grain)  pairs inside a chunk, chunk by chunk: first the inner neighbour
 *                       list sorted by (a, b), then the outer one sorted by (a, b),
 *                       whose pairs cannot touch yet: skipped (search/inner_list.h).
 *   [n_grain, n)        pairs of a grain and a structure, by (a, structure, patch).
 *
 * A pair that does not touch has zero history, zero normal and touched 0: adding it to
 * the list or removing it changes no bit of the motion.
 */
#ifndef GM_SCENE_CONTACTS_H
#define GM_SCENE_CONTACTS_H

#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"
#include "body/query_batch.h"
#include "scene/domain.h"
#include "scene/grains.h"
#include <stddef.h>

/* What contacts do to the surfaces of structures, summed since
 * the start.
 *
 * A place is a triangle of a mesh or a patch of a primitive.  Each contact accumulates
 * its own running sums (gm_running_sum) while it stays at one place.  They are added to
 * the place when the contact ends, or at the end of the step in which the contact point
 * has moved on to another triangle.  A step then costs one cache line for each contact,
 * and the order of summation at a place depends on the motion alone, never on threads,
 * neighbour lists or output frames.  Output adds the running sums of contacts that
 * still last.
 *
 * An impact is a contact of one grain and one structure from first touch to separation,
 * whatever places it passes; it is counted at the place where it began.  Its energy is
 * (1/2) m v_n^2, with m the effective mass and v_n the normal velocity at first touch.
 */

/* Impacts are counted by decades of energy: bin 0 below 1e-14 J, bin k below 10^(k -
 * 14) J, the last bin everything above. */
enum { GM_CONTACT_SUMS_DECADES = 18, GM_CONTACT_SUMS_FIRST = -15 };

/* Sums at one place since the start. */
typedef struct gm_contact_sum {
  gm_row4 push; /* {impulse on the structure, its part along -n}  N s, world */
  gm_row4 work; /* {loss of the normal force, loss by friction, load times
                   sliding distance, contact time}  J, J, N m, s */
  gm_row4 hits; /* {impacts, impact energy, Finnie wear, Archard wear}
                   1, J, m3, m3 */
} gm_contact_sum;

/* Running sums of a contact at its current place; all zero when it begins. */
typedef struct gm_running_sum {
  gm_contact_sum sum; /* hits[3] is the Archard volume over load times sliding
                         distance instead, 1/Pa */
  gm_row4 ball;       /* m  {foot, radius}, body frame: query/distance.h */
} gm_running_sum;

/* Sums of one structure. */
typedef struct gm_contact_sums {
  gm_index n;          /* places; 0: nothing is summed */
  gm_contact_sum *row; /* [n] of contacts that have left the place */
  uint32_t *spectrum; /* [n][GM_CONTACT_SUMS_DECADES] impact counts by energy */
  gm_contact_sum all; /* over all places */
  int64_t decades[GM_CONTACT_SUMS_DECADES];
  gm_vec3 impulse; /* N s  time integral of the force by grains */
} gm_contact_sums;

/* Bin in which an impact of that energy (J) is counted. */
int gm_contacts_decade(double energy);

/* The running sums of a contact in the form of the sums of a place. */
GM_INLINE gm_contact_sum gm_contacts_sum_of(const gm_running_sum *stay)
{
  gm_contact_sum t = stay->sum;
  t.hits[3] *= t.work[2];
  return t;
}

GM_INLINE void gm_contacts_sum_add(gm_contact_sum *to, const gm_contact_sum *t)
{
  to->push += t->push;
  to->work += t->work;
  to->hits += t->hits;
}

/* Allocate sums for n places.  On GM_ERR_MEMORY nothing is summed. */
gm_status gm_contacts_sums_init(gm_contact_sums *t, gm_index n);

void gm_contacts_sums_clear(gm_contact_sums *t);

/* Add the running sums of a contact to `place` and set them to zero; `ball` does not
 * change. */
void gm_contacts_sums_close(gm_contact_sums *t, gm_index place,
                            gm_running_sum *stay);

/* A stay that is over, to be added to the sums of a run on several ranks, where sums have
 * an order: by step, phase, the place of the grain in the order of grains, and `turn`. */
typedef struct gm_stay {
  int64_t step, turn;
  uint64_t key;
  gm_id id;
  gm_index structure, place;
  int phase; /* enum gm_stay_phase */
  gm_running_sum sum;
} gm_stay;

/* When in a step a stay ends: with its grain, with its structure, in the contacts. */
enum gm_stay_phase { GM_STAY_GRAIN, GM_STAY_STRUCTURE, GM_STAY_CONTACT };

/* Stays of this rank that are not added yet. */
typedef struct gm_stays {
  int64_t n, capacity;
  gm_stay *row; /* [n] */
} gm_stays;

/* Sort n stays in their order. */
void gm_contacts_sums_sort(gm_stay *stay, int64_t n);

/* Pairs of one grain with patches of one structure: size of a batch, and upper limit. */
enum { GM_CONTACTS_PATCHES = 32, GM_CONTACTS_MOST = 1024 };

/* Pairs [begin, end) of one chunk with grains b of another. */
typedef struct gm_join {
  gm_index begin, end;
} gm_join;

typedef struct gm_contacts {
  gm_index n, n_grain, n_cross;
  gm_index capacity;           /* rows allocated */
  gm_index cross_capacity;     /* pairs between chunks allocated */
  gm_index structure_capacity; /* pairs with structures allocated */
  gm_index lent; /* rows of history that serve as scratch memory */
  int couples; /* rolling and twisting resistance, with its own history; set by step */
  int crowded;  /* some grain has more pairs with a structure than
                   GM_CONTACTS_PATCHES; set by search/neighbours */
  int has_sums; /* sums on surfaces are made (scene/contacts.h); set by step */
  int accounts; /* contacts note what they dissipate; set by step */
  int grows; /* radii grow while the list lasts, so safe radii shrink; set by step */
  int adheres; /* a contact lasts until the law detaches it; set by step */
  int apart; /* 1: contacts of two grains are on a device, 2: those with structures,
                too; and their rows here, if any, have no history; set by step */
  const gm_row4 *shift; /* [GM_DOMAIN_IMAGES] m  of the domain; null where no
                           axis is periodic; set by search/neighbours */

  /* One row for each pair: what the neighbour list says, set by search/neighbours. */
  gm_index *a;     /* [n] grain */
  gm_index *b;     /* [n] grain or structure */
  gm_index *patch; /* [n - n_grain] see gm_contacts_patch */
  uint8_t *image;  /* [n] periodic image of b, see shift; null: none */

  /* History, set by contact; zero when a pair begins to touch. */
  gm_row4 *history; /* [n] as the force law declares it */
  gm_row4 *couple; /* [n] {rolling, twisting} spring; null: neither is chosen */

  gm_spent *spent; /* [n] since it began to touch; null: not noted */

  /* Results of the narrow phase. */
  uint8_t *touched; /* [n] 1: the pair touched in the last computed step */
  int8_t *source;   /* [n - n_grain] gm_query_source of a contact */
  float *due; /* [n - n_grain] m  skip threshold: the pair cannot touch before
                 the displacement since the list was built exceeds it */
  gm_clear_ball *around; /* [n - n_grain] around the last query */
  gm_vec3 *normal;       /* [n - n_grain] 1  in the last computed step */
  gm_index *foot; /* [n - n_grain] triangle or patch of the contact point */

  /* Sums over the life of a contact; null: no sums on surfaces are made. */
  gm_running_sum *running; /* [n - n_grain] sums at `place` */
  gm_index *place;  /* [n - n_grain] triangle or patch of `running`; -1: none */
  gm_index *parted; /* [2 (n - n_grain)] pairs that have left their place; those
                       of a chunk begin at twice its first pair */

  /* Forces of pairs between chunks, set by soft/team.c. */
  gm_load *record;        /* [n_cross] on a; b gets -f, +t */
  gm_load *couple_record; /* [n_cross] torques likewise; null: none */

  /* Pairs that may be on opposite sides of an open surface; set by search/screen */
  int screened;            /* some structure is an open surface */
  size_t screen_capacity;  /* grains */
  uint8_t *screen;         /* [grains] 1: the grain is in such a pair */
  uint8_t *screened_chunk; /* [n_chunks] 1: some grain of the chunk is */

  /* Chunks; chunk c owns grains [first_grain[c], first_grain[c + 1]), and likewise. */
  gm_index n_chunks, chunk; /* chunk: grains in one */
  gm_index chunk_capacity;
  gm_index *first_grain; /* [n_chunks + 1] */
  gm_index *first_cross; /* [n_chunks + 1] pairs between chunks */
  gm_index *first_own;   /* [n_chunks + 1] pairs inside the chunk */
  gm_index *near_end;    /* [n_chunks] end of the inner neighbour list */
  double *narrowed; /* [n_chunks] m  displacement when it was last chosen */
  gm_index *first_structure; /* [n_chunks + 1] pairs with structures */
  gm_index *first_join;      /* [n_chunks + 1] into join */
  gm_index *split;           /* [n_chunks] from here on pairs of two threads */

  /* Stored forces on grains b of a chunk: runs of pairs of earlier chunks, in order. */
  gm_join *join;
  gm_index join_capacity;
} gm_contacts;

/* The patch of a pair with a structure; -1 for two grains. */
GM_INLINE gm_index gm_contacts_patch(const gm_contacts *c, gm_index row)
{
  return row < c->n_grain ? -1 : c->patch[row - c->n_grain];
}

/* What returned the distance of a pair that touches a structure, a gm_query_source; -1
 * for two grains. */
GM_INLINE gm_index gm_contacts_source(const gm_contacts *c, gm_index row)
{
  return row < c->n_grain ? -1 : c->source[row - c->n_grain];
}

/* A pair does not touch: it has no history, and no stored force if it joins chunks. */
void gm_contacts_part(gm_contacts *c, gm_index row);

/* Grains in a chunk when there are n grains: about n / 24, between 512 and 4096. */
gm_index gm_contacts_chunk(gm_index n);

/* Of `threads` those that have a chunk to compute where there are n grains, at least
 * 1.  More would only wait, which on a busy machine takes far longer than the work. */
GM_INLINE int gm_contacts_team(int threads, gm_index n)
{
  const gm_index chunk = gm_contacts_chunk(n);
  const gm_index most = n > chunk ? (n + chunk - 1) / chunk : 1;
  return threads < most ? threads : (int)most;
}

/* *room receives `bytes` of scratch memory for building a list.  It aliases the
 * history, whose values are lost, and the list becomes empty.  The memory is valid
 * until the history is written; gm_contacts_reserve may move it but keeps its content.
 * On GM_ERR_MEMORY the list is empty. */
gm_status gm_contacts_lend(gm_contacts *c, size_t bytes, void **room);

/* Allocate `n` rows, of which `n_cross` are pairs between chunks and `n_structure`
 * pairs with structures, and `n_chunks` chunks; images only where there is a shift.
 * Values are lost.  On GM_ERR_MEMORY the list is empty. */
gm_status gm_contacts_reserve(gm_contacts *c, gm_index n, gm_index n_cross,
                              gm_index n_structure, gm_index n_chunks);

/* Allocate the screening of grains beside open surfaces.  Values are lost.  On
 * GM_ERR_MEMORY nothing is screened. */
gm_status gm_contacts_reserve_screen(gm_contacts *c, gm_index grains);

void gm_contacts_clear(gm_contacts *c);

#endif
