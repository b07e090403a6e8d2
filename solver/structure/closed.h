/* structure/closed.h -- is a surface closed, and which way does it look?
 *
 * Room: structure.  May include: base.
 */
#ifndef GM_STRUCTURE_CLOSED_H
#define GM_STRUCTURE_CLOSED_H

#include "structure/surface.h"

enum { GM_CLOSED_SHOWN = 3 }; /* sides named in a message, per fault */

/* Sides that keep a surface from being closed. */
typedef struct gm_open_sides {
  gm_index n_open;   /* of one triangle only                         */
  gm_index n_shared; /* of three or more                             */
  gm_index n_turned; /* of two that run along it the same way        */
  /* The first of each: 3 triangle + corner. */
  gm_index open[GM_CLOSED_SHOWN];
  gm_index shared[GM_CLOSED_SHOWN];
  gm_index turned[GM_CLOSED_SHOWN];
} gm_open_sides;

/* Fill surface->across from `corner`; -1 where a side has no single partner.  If `open`
 * is given ([n] bytes), bit k of a triangle is set where its side k is open.
 * GM_ERR_MEMORY: across is not complete. */
gm_status gm_closed_link(gm_surface *surface, gm_open_sides *faults,
                         unsigned char *open);

/* Record the message for those faults. */
gm_status gm_closed_refuse(const gm_surface *surface,
                           const gm_open_sides *faults, const char *name);

/* Number the shells, check that every point has one fan, turn the whole surface over if
 * its volume is negative, and check that every shell looks the right way: a body stands
 * in no other, a hollow in exactly one.
 * Requires: gm_closed_link found no fault; normals are set.
 * GM_ERR_INPUT, GM_ERR_MEMORY. */
gm_status gm_closed_orient(gm_surface *surface, const char *name);

#endif
