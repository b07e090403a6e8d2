/* tests/parallel/bed.h -- a bed of 3000 grains stirred by a paddle, and a hash of its
 * bits.
 *
 * Two materials, radii 1:1.1, placed on a jittered lattice, so that most grains touch
 * within a hundred steps; a box around them, and a paddle that rotates and swings
 * through them.  There are six chunks of grains, so that pairs connect chunks, and
 * chunks of different threads.
 */
#ifndef GM_TESTS_BED_H
#define GM_TESTS_BED_H

#include "pair.h"

/* Build and start.  scheme: enum gm_choice_scheme; skin in m, 0: chosen by the step. */
void bed_start(pair_scene *p, const pair_law *law, int scheme, int threads,
               double skin);

/* FNV-1a over positions, velocities, spins and identities in their rows, the histories of
 * all touching contacts, loads and poses of structures, what contacts did to them,
 * impacts, and the balance. */
uint64_t bed_bits(const pair_scene *p);

#endif
