/* body/shape.h -- the surface of a structure in its body frame, as a list of patches.
 *
 * Each patch makes at most one contact with a grain and returns a distance and its
 * gradient at any point, whatever represents it:
 *
 *   plane      signed distance, solid behind it; one patch
 *   rectangle  a face of a box, two-sided; a box has up to six
 *   profile    the surface that a segment (rho0, z0)-(rho1, z1) sweeps around an axis,
 *              two-sided: mantle of a cylinder or cone, its ends, a disc or ring
 *   sphere     two-sided
 *   line       points within `radius` of a segment or a line without ends in a plane
 *              z = const; distances are negative in it
 *   sites      a patch of a mesh, interpolated between virtual particles; where these
 *              do not suffice, its triangles are used (mesh_collider.h)
 *
 * All but the last are primitives with exact distances.  Two-sided patches have
 * distances >= 0 and a gradient towards the query point.
 */
#ifndef GM_BODY_SHAPE_H
#define GM_BODY_SHAPE_H

#include "base/status.h"
#include "sdf/query_result.h"

enum { GM_SHAPE_SIDES = 6 }; /* largest number of patches of a primitive */

typedef enum gm_patch_kind {
  GM_PATCH_PLANE,
  GM_PATCH_RECTANGLE,
  GM_PATCH_PROFILE,
  GM_PATCH_SPHERE,
  GM_PATCH_LINE,
  GM_PATCH_SITES,
} gm_patch_kind;

struct gm_lattice;
struct gm_patch_sdf;
struct gm_surface;
struct gm_extent;

typedef struct gm_patch {
  gm_patch_kind kind;
  /* m  point on the plane; centre of rectangle, sphere or line; point of the profile's
   * axis at z = 0 */
  gm_vec3 point;
  /* 1  unit vector: normal of plane, rectangle or line, axis of the profile */
  gm_vec3 normal;
  /* m  rectangle: half edge lengths, 0 along its normal; line: x is its half length,
   * infinite without ends */
  gm_vec3 half;
  double rho[2], z[2]; /* m  ends of the profile's segment */
  double radius;       /* m  radius of the sphere; half the width of the line */

  /* Members for patches of a mesh; all pointers are borrowed. */
  const struct gm_lattice *sites;
  const struct gm_surface *surface; /* the surface that is sampled */
  gm_interpolation by;
  double reach; /* m  radius of mls and shepard, else 0 */
  /* the field of the patch in the mesh collider, or null */
  const struct gm_patch_sdf *piece;
  const struct gm_patch_sdf *fallback; /* null: no triangles are used */
  int stored; /* 1: forces act along stored normals instead of the gradient */
  /* part of space where grains collide with the patch; null: everywhere */
  const struct gm_extent *extent;
  /* 1: an infinite distance does not prove that the surface is far away */
  int partial;
  /* 1: the patch needs single queries (other interpolation schemes, or an extent) */
  int singly;
  /* m  triangles are used where the distance is shorter than this */
  double sure;
  /* 1  triangles are used where the squared gradient is smaller than this */
  double shortest;
  double jump;      /* m  largest jump between sites and triangles */
  gm_vec3 min, max; /* m  bounds of the patch */
} gm_patch;

/* Largest jump between interpolation and triangles, as a multiple of the spacing, if no
 * tolerance limits the error. */
#define GM_SHAPE_JUMP 0.05

typedef struct gm_shape {
  int n;                         /* number of patches */
  gm_patch side[GM_SHAPE_SIDES]; /* patches of a primitive */
  const gm_patch *patches; /* [n] patches of a mesh, borrowed; else null */
  gm_vec3 min,
      max; /* m  bounds in the body frame; infinite for a plane and for a
                       line without ends */
} gm_shape;

GM_INLINE const gm_patch *gm_shape_patch(const gm_shape *s, int k)
{
  return s->patches ? &s->patches[k] : &s->side[k];
}

/* The primitives.  Lengths are in m, vectors in the body frame and of unit length where
 * the name says so.  Bits of `open` remove faces of a box (1 xmin, 2 xmax, 4 ymin, 8
 * ymax, 16 zmin, 32 zmax) or ends of a cylinder or cone (1 base, 2 top).  `hole` is the
 * radius of a concentric hole in a disc; 0: none. */
gm_shape gm_shape_plane(gm_vec3 point, gm_vec3 unit_normal);
gm_shape gm_shape_box(gm_vec3 min, gm_vec3 max, unsigned open);
gm_shape gm_shape_cone(gm_vec3 base, gm_vec3 axis, double base_radius,
                       double top_radius, unsigned open);
gm_shape gm_shape_sphere(gm_vec3 centre, double radius);
gm_shape gm_shape_disc(gm_vec3 centre, gm_vec3 unit_normal, double radius,
                       double hole);

/* A line through `point` at `angle` (rad) from the x axis towards y, its surface `radius`
 * (m) from it; and the part of such a line between two points. */
gm_shape gm_shape_line(gm_vec3 point, double angle, double radius);
gm_shape gm_shape_segment(gm_vec3 from, gm_vec3 to, double radius);

/* One sampled patch (borrowed) without fallback to triangles. */
gm_shape gm_shape_sites(const struct gm_lattice *sites, gm_vec3 min,
                        gm_vec3 max);

/* A mesh: n sampled patches (borrowed). */
gm_shape gm_shape_mesh(const gm_patch *patches, int n, gm_vec3 min,
                       gm_vec3 max);

#endif
