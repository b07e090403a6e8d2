/* scene/contact_sums.h -- what contacts do to the surfaces of structures, summed since
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
#ifndef GM_SCENE_CONTACT_SUMS_H
#define GM_SCENE_CONTACT_SUMS_H

#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"

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
int gm_contact_sums_decade(double energy);

/* The running sums of a contact in the form of the sums of a place. */
GM_INLINE gm_contact_sum gm_contact_sums_of(const gm_running_sum *stay)
{
  gm_contact_sum t = stay->sum;
  t.hits[3] *= t.work[2];
  return t;
}

GM_INLINE void gm_contact_sums_add(gm_contact_sum *to, const gm_contact_sum *t)
{
  to->push += t->push;
  to->work += t->work;
  to->hits += t->hits;
}

/* Allocate sums for n places.  On GM_ERR_MEMORY nothing is summed. */
gm_status gm_contact_sums_init(gm_contact_sums *t, gm_index n);
void gm_contact_sums_clear(gm_contact_sums *t);

/* Add the running sums of a contact to `place` and set them to zero; `ball` does not
 * change. */
void gm_contact_sums_close(gm_contact_sums *t, gm_index place,
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
void gm_contact_sums_sort(gm_stay *stay, int64_t n);

#endif
