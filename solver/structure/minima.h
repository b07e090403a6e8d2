/* structure/minima.h -- the exact contacts of a sphere with a surface of triangles.
 *
 * Room: structure.  May include: base.
 *
 * The local minima of the distance from the centre over the surface: a point of a triangle, its
 * nearest, that is the nearest of every triangle it lies on; on the grain's side; seen from the
 * centre with nothing between; and not in or behind the tangent plane of a nearer one
 * (structure/tangent.h).  The answer patches are measured against, and the one given where
 * patches do not suffice.
 */
#ifndef GM_STRUCTURE_MINIMA_H
#define GM_STRUCTURE_MINIMA_H

#include "structure/edges.h"
#include "structure/tangent.h"
#include "structure/tree.h"
#include "structure/triangle.h"
#include <stdbool.h>

/* Contacts of one sphere at most: directions at equal depth are 20 degrees apart. */
enum { GM_MINIMA_KEPT = 160 };

/* A surface made ready.  Borrows it: it must neither change nor move. */
typedef struct gm_minima {
  const gm_surface *surface;
  gm_edges edges;
  gm_tree tree;
  gm_vec3 *bend; /* [points] 1  sum of normals by angle                     */
  unsigned char *both; /* [triangles]  1: grains on both sides               */
} gm_minima;

typedef struct gm_minimum {
  double distance; /* m  from the centre, > 0                                */
  gm_vec3 normal;  /* 1  unit, from the foot to the centre                   */
  gm_foot foot;    /*    where, and on what part of which triangle           */
} gm_minimum;

/* A place in a list of feet, to be sorted. */
typedef struct gm_minima_rank {
  double square; /* m2 */
  gm_index at, triangle;
} gm_minima_rank;

/* Memory of one thread. */
typedef struct gm_minima_scratch {
  gm_index *list; /* [triangles]  in reach                                   */
  gm_index *slot; /* [triangles]  place in feet + 1, 0 for none              */
  gm_foot *feet;  /* [triangles]  nearest points                             */
  gm_minima_rank *rank; /* [triangles]  candidates, nearest first            */
} gm_minima_scratch;

/* Make *m empty. */
void gm_minima_init(gm_minima *m);

/* Release every column and leave *m empty. */
void gm_minima_clear(gm_minima *m);

/* Grains are where the normals point; on both sides of triangles that are sheets in a solid
 * (surface->sheet, may be null), or of all if `two_sided`.
 *
 * Requires: *m is empty; points, corners, normals and bounds of the surface are set.
 * GM_ERR_MEMORY: *m is empty. */
gm_status gm_minima_build(gm_minima *m, const gm_surface *surface,
                          bool two_sided);

/* Scratch for that surface; *s is empty before, and after an error (GM_ERR_MEMORY). */
gm_status gm_minima_prepare(const gm_minima *m, gm_minima_scratch *s);
void gm_minima_release(gm_minima_scratch *s);

/* The contacts of a sphere around `centre`, nearest first, in kept[GM_MINIMA_KEPT]; returns how
 * many.  `margin` (m) is eta r of the tangent-plane test.  Any number of threads may ask at
 * once, each with its own scratch. */
int gm_minima_contacts(const gm_minima *m, gm_minima_scratch *s, gm_vec3 centre,
                       double radius, double margin, gm_minimum *kept);

/* The same, looking at the n triangles of `list` only, among which all in reach must be. */
int gm_minima_among(const gm_minima *m, gm_minima_scratch *s,
                    const gm_index *list, gm_index n, gm_vec3 centre,
                    double radius, double margin, gm_minimum *kept);

/* Patches within reach of one sphere at most. */
enum { GM_MINIMA_PATCHES = 64 };

/* The contacts as patches report them: the nearest point of each (of[t] is the patch of triangle
 * t), then the tangent-plane test.  touch[], foot[]: room for GM_MINIMA_PATCHES; the foot of
 * a touch is foot[touch.row].  list[]: room for all triangles.  Returns how many are kept, -1
 * if too many patches are within reach. */
int gm_minima_by_patch(const gm_surface *surface, const gm_tree *tree,
                       const gm_index *of, gm_vec3 centre, double radius,
                       double margin, gm_index *list, gm_touch *touch,
                       gm_vec3 *foot);

/* The triangles that hold a foot on a side or a point: n of them, as sides or corners
 * 3 triangle + k from *first on.  Requires: the foot is on no face. */
gm_index gm_minima_holders(const gm_minima *m, const gm_foot *f,
                           const gm_index **first);

#endif
