/* patch/exact_contacts.h -- the exact contact points of a sphere with a surface of
 * triangles.
 *
 * The contacts are the local minima of the distance from the centre over the surface,
 * provided that the centre is on the side of the grains there, that they are visible from
 * the centre, and that they do not lie in or behind the tangent plane of a nearer contact
 * (patch/tangent.h).  The contacts that patches report are checked against them.
 */
#ifndef GM_PATCH_EXACT_CONTACTS_H
#define GM_PATCH_EXACT_CONTACTS_H

#include "mesh/edges.h"
#include "mesh/triangle.h"
#include "patch/tangent.h"
#include "query/bvh.h"
#include <stdbool.h>

/* Largest number of contacts of one sphere: as many directions fit if any two differ by
 * the 20 degrees of the tangent-plane test. */
enum { GM_EXACT_CONTACTS_MAX = 160 };

/* A surface prepared for queries. Borrows it: it must neither change nor move. */
typedef struct gm_exact_contacts {
  const gm_surface *surface;
  gm_edges edges;
  gm_bvh tree;
  gm_vec3 *bend; /* [points] 1  sum of the face normals weighted by angle */
  unsigned char *both; /* [triangles]  1: grains are on both sides */
} gm_exact_contacts;

typedef struct gm_exact_contact {
  double distance; /* m  distance from the centre, > 0 */
  gm_vec3 normal;  /* 1  unit, from the contact point to the centre */
  /* the contact point, and the face, edge or vertex on which it lies */
  gm_foot foot;
} gm_exact_contact;

/* An entry of a list of nearest points, for sorting. */
typedef struct gm_exact_contacts_rank {
  double square; /* m2 */
  gm_index at, triangle;
} gm_exact_contacts_rank;

/* Temporary memory of one thread. */
typedef struct gm_exact_contacts_scratch {
  gm_index *list;               /* [triangles]  triangles within the radius */
  gm_index *slot;               /* [triangles]  row in feet + 1; 0: none */
  gm_foot *feet;                /* [triangles]  nearest points */
  gm_exact_contacts_rank *rank; /* [triangles]  candidates, nearest first */
} gm_exact_contacts_scratch;

/* Make *m empty. */
void gm_exact_contacts_init(gm_exact_contacts *m);

/* Release every column and leave *m empty. */
void gm_exact_contacts_clear(gm_exact_contacts *m);

/* Prepares a surface.  Grains are on the side of the normals, but on both sides of
 * triangles marked in surface->sheet (may be null), and of all triangles if `two_sided`.
 *
 * Requires: *m is empty; points, corners, normals and bounds of the surface are set.
 * GM_ERR_MEMORY: *m is empty. */
gm_status gm_exact_contacts_build(gm_exact_contacts *m,
                                  const gm_surface *surface, bool two_sided);

/* Allocates temporary memory for queries of the surface of *m.  Requires: *s is empty.
 * GM_ERR_MEMORY: *s is empty. */
gm_status gm_exact_contacts_prepare(const gm_exact_contacts *m,
                                    gm_exact_contacts_scratch *s);
void gm_exact_contacts_release(gm_exact_contacts_scratch *s);

/* Writes the contacts of a sphere around `centre`, nearest first, to
 * kept[GM_EXACT_CONTACTS_MAX]; returns their number.  `margin` (m) is eta r of the
 * tangent-plane test.  Several threads may call it at once, each with its own scratch
 * memory. */
int gm_exact_contacts_find(const gm_exact_contacts *m,
                           gm_exact_contacts_scratch *s, gm_vec3 centre,
                           double radius, double margin,
                           gm_exact_contact *kept);

/* The same from the n triangles of `list` alone, which must include all triangles within
 * the radius. */
int gm_exact_contacts_among(const gm_exact_contacts *m,
                            gm_exact_contacts_scratch *s, const gm_index *list,
                            gm_index n, gm_vec3 centre, double radius,
                            double margin, gm_exact_contact *kept);

/* Largest number of patches within the radius of one sphere. */
enum { GM_EXACT_CONTACTS_PATCHES = 64 };

/* The contacts that patches report: the nearest point of each patch (of[t] is the patch
 * of triangle t), followed by the tangent-plane test. touch[] and foot[] have room for
 * GM_EXACT_CONTACTS_PATCHES; the contact point of a touch is foot[touch.row]. list[] has
 * room for all triangles.  Returns the number of contacts kept, or -1 if too many patches
 * are within the radius. */
int gm_exact_contacts_by_patch(const gm_surface *surface, const gm_bvh *tree,
                               const gm_index *of, gm_vec3 centre,
                               double radius, double margin, gm_index *list,
                               gm_contact_point *touch, gm_vec3 *foot);

/* The triangles around the nearest point f, which lies on an edge or vertex.  Returns
 * their number; *first points to the first of as many half-edges or corners 3 triangle +
 * k. Requires: the point is not inside a face. */
gm_index gm_exact_contacts_incident(const gm_exact_contacts *m,
                                    const gm_foot *f, const gm_index **first);

#endif
