/* structure/shape.h -- a surface in its body frame, asked patch by patch.
 *
 * Room: structure.  May include: base.
 *
 * A shape is a list of patches: pieces of its surface that each make their own contact.
 * Of every patch one can ask distance and gradient at a point; a caller cannot tell what
 * is behind it.  Behind it here are the primitives, whose distances are exact:
 *
 *   plane      signed, solid behind; one patch
 *   rectangle  a side of a box, two-sided; a box has up to six
 *   profile    the surface that a segment (rho0, z0)-(rho1, z1) sweeps around an axis,
 *              two-sided: mantle of a cylinder or cone, its ends, a disc or ring
 *   sphere     two-sided
 *   sites      a piece of a mesh, interpolated between virtual particles; where those
 *              cannot answer, its triangles do (carriers.h)
 *
 * Two-sided patches have distance >= 0 and a gradient towards the point asked.
 */
#ifndef GM_STRUCTURE_SHAPE_H
#define GM_STRUCTURE_SHAPE_H

#include "base/status.h"
#include "base/vec3.h"

enum { GM_SHAPE_SIDES = 6 }; /* patches of a primitive, at most */

typedef enum gm_patch_kind {
  GM_PATCH_PLANE,
  GM_PATCH_RECTANGLE,
  GM_PATCH_PROFILE,
  GM_PATCH_SPHERE,
  GM_PATCH_SITES,
} gm_patch_kind;

/* How sites are asked: the corners of a cell, or all within reach. */
typedef enum gm_interpolation {
  GM_BY_HALF_TAYLOR,
  GM_BY_TRILINEAR,
  GM_BY_MLS,     /* linear fit (meshfree.h) */
  GM_BY_SHEPARD, /* weighted mean */
} gm_interpolation;

struct gm_lattice;
struct gm_carrier;
struct gm_surface;
struct gm_extent;

typedef struct gm_patch {
  gm_patch_kind kind;
  gm_vec3 point;  /* m  of the plane; centre; of a profile where z = 0 */
  gm_vec3 normal; /* 1  unit: of the plane or rectangle; axis of the profile */
  gm_vec3 half;   /* m  rectangle: half sides, 0 along its normal */
  double rho[2], z[2]; /* m  ends of the profile's segment */
  double radius;       /* m  sphere */

  /* Of sites; all borrowed. */
  const struct gm_lattice *sites;
  const struct gm_surface *surface; /* what the sites stand for */
  gm_interpolation by;
  double reach;                     /* m  of mls and shepard, else 0 */
  const struct gm_carrier *piece;   /* what it is of a mesh, or null */
  const struct gm_carrier *carrier; /* whose triangles answer: null: none do */
  int stored; /* sites push along the normals stored in them: no derivative */
  const struct gm_extent *extent; /* what of it is there; null: all of it    */
  int partial; /* where it answers nothing it may be near all the same */
  int singly;  /* asked one by one: not half-Taylor alone, or not all of it */
  double sure; /* m  a distance shorter than this is asked of them,  */
  double shortest;  /* 1  and one whose gradient has a smaller square     */
  double jump;      /* m  what answers of sites and of triangles differ by */
  gm_vec3 min, max; /* m  bounds of the piece                             */
} gm_patch;

typedef struct gm_shape {
  int n;                         /* patches */
  gm_patch side[GM_SHAPE_SIDES]; /* of a primitive */
  const gm_patch *patches;       /* [n] of a mesh, borrowed; else null */
  gm_vec3 min, max; /* m  bounds in the body frame; infinite for a plane */
} gm_shape;

/* Who answered a query, and why not the sites; files say these numbers (output/schema.h). */
typedef enum gm_answer {
  GM_ANSWER_PRIMITIVE, /* the closed form of a primitive */
  GM_ANSWER_SITES,     /* also where they say that nothing is near */
  GM_ANSWER_ERROR,     /* triangles: a flagged cell, a kink, or too near */
  GM_ANSWER_MISSING,   /* triangles: sites are missing around the point */
  GM_ANSWER_NOBODY,    /* sites are missing, and triangles are not asked */
} gm_answer;

/* What a patch answers at a point. */
typedef struct gm_probe {
  double distance;  /* m  from the surface, positive on the grain's side */
  gm_vec3 gradient; /* 1  of that distance; of length 1 where exact, but
                      on the axis of a profile */
  int sites; /* 1  of the cell (at most 8) or within reach; exact: 0; where triangles
                   answered, -1 less their number */
  int under;        /* 1  missing because they lie too deep inside; 8: all */
  gm_answer source; /* of a shape or of probes; who asks triangles says why */
} gm_probe;

GM_INLINE const gm_patch *gm_shape_patch(const gm_shape *s, int k)
{
  return s->patches ? &s->patches[k] : &s->side[k];
}

/* Distance and gradient of `patch` at the body point y.  Where sites are missing, and
 * where triangles would have to be asked for a distance of more than `reach` (m), it
 * is infinite. */
gm_probe gm_shape_probe(const gm_patch *patch, gm_vec3 y, double reach);

/* Did triangles answer in place of sites? */
GM_INLINE int gm_shape_exact(const gm_probe *p)
{
  return p->sites < 0;
}

/* Sites there are around the point, whoever answered. */
GM_INLINE int gm_shape_corners(const gm_probe *p)
{
  return p->sites < 0 ? -1 - p->sites : p->sites;
}

/* Is the centre inside a solid, as far as this answer tells? */
GM_INLINE int gm_shape_inside(const gm_probe *p)
{
  return p->distance < 0.0 || (p->under == 8 && !gm_shape_exact(p));
}

/* Is this a patch of sites nearer than `range` (m) that lacks sites around the point, so that
 * triangles answered, or nothing did? */
GM_INLINE int gm_shape_lost(const gm_probe *p, double range)
{
  return p->under > 0 && (p->distance < range || !gm_shape_exact(p));
}

/* The primitives.  Lengths in m, vectors in the body frame, unit where said.
 * `open` bits of a box: 1 xmin, 2 xmax, 4 ymin, 8 ymax, 16 zmin, 32 zmax; of a cylinder
 * or cone: 1 base, 2 top.  `hole`: radius of a round one in the middle of a disc, 0: none. */
gm_shape gm_shape_plane(gm_vec3 point, gm_vec3 unit_normal);
gm_shape gm_shape_box(gm_vec3 min, gm_vec3 max, unsigned open);
gm_shape gm_shape_cone(gm_vec3 base, gm_vec3 axis, double base_radius,
                       double top_radius, unsigned open);
gm_shape gm_shape_sphere(gm_vec3 centre, double radius);
gm_shape gm_shape_disc(gm_vec3 centre, gm_vec3 unit_normal, double radius,
                       double hole);

/* One patch of sites, borrowed, without triangles to ask. */
gm_shape gm_shape_sites(const struct gm_lattice *sites, gm_vec3 min,
                        gm_vec3 max);

/* A mesh: n patches of sites, borrowed. */
gm_shape gm_shape_mesh(const gm_patch *patches, int n, gm_vec3 min,
                       gm_vec3 max);

#endif
