/* structure/sights.h -- which pieces a grain touches at once.
 *
 * Room: structure.  May include: base.
 *
 * Seen from the sites of a lattice of spacing D = 0.57 r all over the grains' side: a centre of a
 * grain that touches has a site within 0.87 D, so what lies within r + 0.87 D of the site
 * and is kept by the tangent-plane test stands for what the grain may touch.
 */
#ifndef GM_STRUCTURE_SIGHTS_H
#define GM_STRUCTURE_SIGHTS_H

#include "structure/minima.h"

typedef struct gm_sights {
  gm_index n; /* pairs                                                        */
  gm_index (*pair)[2]; /* [n]  pieces seen at once, lower first, each pair once,
                          rising                                              */
  gm_index n_crowded;  /* sites                                               */
  gm_vec3 *crowded;    /* [n_crowded] m  sites that see two points or more    */
} gm_sights;

/* Release what was found. */
void gm_sights_clear(gm_sights *s);

/* Look from the lattice of grains of radius r and add what is seen to *s.
 *
 * of[t] is the piece of triangle t; an edge or a point belongs to the pieces of all triangles
 * that hold it.  `margin`: eta of the test.
 * GM_ERR_MEMORY: some of it was added. */
gm_status gm_sights_add(gm_sights *s, const gm_minima *minima,
                        const gm_index *of, double r, double margin);

#endif
