/* tests/shapes.h -- surfaces with corners, slits and sheets, as welded triangles.
 *
 * Closed ones look outwards unless they are rooms; sheets are open.  Sizes are about 1 m.
 */
#ifndef GM_TESTS_SHAPES_H
#define GM_TESTS_SHAPES_H

#include "weld.h"

typedef struct shape {
  const char *name;
  solid (*make)(void);
  bool two_sided;
  int refine;      /* times every triangle is divided into four */
  double r;        /* m  a grain for it */
  int least, most; /* patches expected */
} shape;

/* The shapes of the tests; `shapes_count` of them. */
extern const shape shapes[];
extern const int shapes_count;

/* Row of shapes[] by name. */
const shape *shapes_find(const char *name);

/* Two square sheets that turn by `turn` (rad) at the line x = z = 0, the concave side
 * up. */
solid shapes_vee(double turn);

/* A drum around z of that many sides, seen from inside. */
solid shapes_drum(int sides);

/* weld_solid of a row. */
void shapes_surface(const shape *which, gm_surface *surface);

#endif
