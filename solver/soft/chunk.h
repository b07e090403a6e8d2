/* soft/chunk.h -- runs all passes of a step over one chunk of grains while it is in
 * cache.
 *
 * A pair of grains belongs to the chunk of its first grain.  A finished chunk may move
 * its grains at once: later chunks do not read their old positions, except in pairs
 * between the chunks of two threads, whose forces are stored before any chunk runs
 * (soft/team.c).
 */
#ifndef GM_SOFT_CHUNK_H
#define GM_SOFT_CHUNK_H

#include "soft/work.h"

/* The contacts of chunk c with structures alone: load receives what they give to its n
 * grains near[], which are all that have such rows; with rolling and twisting resistance
 * each followed by its torques. */
void gm_chunk_structures(const gm_work *w, gm_block *k,
                         const gm_work_room *room, gm_index c,
                         const gm_index *near, gm_index n, gm_load *load);

/* Computes and stores the forces (records) of the pairs [k0, k1) between chunks. */
void gm_chunk_records(const gm_work *w, gm_block *k, const gm_work_room *room,
                      gm_index k0, gm_index k1, gm_work_result *result);

/* Computes the loads of chunk c and, if w->kick is not zero, moves its grains. */
void gm_chunk_run(const gm_work *w, gm_block *k, const gm_work_room *room,
                  gm_index c);

/* Moves the grains of chunk c after their loads were computed with kick 0. */
void gm_chunk_move(const gm_work *w, gm_index c);

#endif
