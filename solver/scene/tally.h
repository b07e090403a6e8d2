/* scene/tally.h -- what contacts do to the surfaces of structures, summed over all steps.
 *
 * Room: scene.  May include: base.
 *
 * A place is a triangle of a mesh or a patch of a primitive.  A contact collects its sums itself
 * while it stays at a place (gm_stay) and hands them over when it parts, or at the end of the step
 * in which its foot has gone on to another triangle: so each step costs one cache line a contact,
 * and the order in which places are summed depends on the motion alone, never on threads, lists
 * or frames.  Whoever shows sums adds those of the stays that last.
 *
 * An impact is a contact of one grain with one structure from first touch to parting, whatever
 * places it passes; it counts where it began.  Its energy is (1/2) m v_n^2, m the effective mass and
 * v_n the normal velocity at first touch.
 */
#ifndef GM_SCENE_TALLY_H
#define GM_SCENE_TALLY_H

#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"

/* Impacts are counted by decades of energy: [0] below 1e-14 J, [k] up to 10^(k - 14) J, the last
 * all above. */
enum { GM_TALLY_DECADES = 18, GM_TALLY_FIRST = -15 };

/* Sums at one place since the start. */
typedef struct gm_tally {
  gm_row4 push; /* {impulse on the structure, that along -n}  N s, world */
  gm_row4
      work; /* {dissipated by the normal part, by friction, load times way of
                   sliding, contact time}  J, J, N m, s */
  gm_row4
      hits; /* {impacts, their energy, volume by Finnie, by Archard}  1, J, m3,
                   m3 */
} gm_tally;

/* A contact at a place; zero when it begins. */
typedef struct gm_stay {
  gm_tally
      sum; /* hits[3]: Archard's volume over load times way instead, 1/Pa */
  gm_row4 ball; /* m  {foot, radius}, body frame: structure/foothold.h */
} gm_stay;

/* Sums of one structure. */
typedef struct gm_tallies {
  gm_index n;         /* places; 0: nothing is summed */
  gm_tally *row;      /* [n] of the stays that are over */
  uint32_t *spectrum; /* [n][GM_TALLY_DECADES] their impacts by energy */
  gm_tally all;       /* sum over the places */
  int64_t decades[GM_TALLY_DECADES];
  gm_vec3 impulse; /* N s  integral of the force by the grains */
} gm_tallies;

/* Where an impact of that energy (J) is counted: a decade. */
int gm_tally_decade(double energy);

/* What a stay has done so far, as of a place. */
GM_INLINE gm_tally gm_tally_of(const gm_stay *stay)
{
  gm_tally t = stay->sum;
  t.hits[3] *= t.work[2];
  return t;
}

GM_INLINE void gm_tally_add(gm_tally *to, const gm_tally *t)
{
  to->push += t->push;
  to->work += t->work;
  to->hits += t->hits;
}

/* Room for the sums of n places.  GM_ERR_MEMORY: nothing is summed. */
gm_status gm_tally_init(gm_tallies *t, gm_index n);
void gm_tally_clear(gm_tallies *t);

/* The stay at `place` is over: its sums go there and are zero; the ball is left. */
void gm_tally_take(gm_tallies *t, gm_index place, gm_stay *stay);

#endif
