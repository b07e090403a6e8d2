/* body/mesh_collider.h -- collision geometry of a mesh: one sampled distance field per
 * patch.
 *
 * A surface is cut into patches, each of which makes at most one contact with a grain.
 * Every patch has its own narrow-band signed distance field (SDF), sampled at virtual
 * particles (`sites`) on a grid; all grids share one spacing D and one phase.  A sample
 * stores the unsigned distance from the closed patch, its border included: beyond its
 * border a patch still has a distance for a grain that rests on the next patch, and the
 * tangent-plane test (patch/tangent.h) selects the patches in contact.  Samples exist
 * only on the side of the grains: outside a solid, on both sides of an open surface.
 *
 * If sqrt 3 D <= r - overlap (m), the cell around the centre of a touching grain never
 * reaches through the surface, however thin the part is.  The triangles of the patch
 * replace the interpolation, exactly and more slowly, where a sample is missing (deeper
 * overlaps), where the gradient is shorter than 0.98 (a kink) and where the cell is
 * flagged as too inaccurate (sdf/flag.h).  Near sharp edges and corners cells have the
 * closed forms of the faces there instead (sdf/edge_field.h).
 */
#ifndef GM_BODY_MESH_COLLIDER_H
#define GM_BODY_MESH_COLLIDER_H

#include "body/shape.h"
#include "mesh/surface.h"
#include "query/distance.h"
#include "query/sign.h"
#include "sdf/flag.h"

/* The part of a surface with which grains can collide.  A patch makes a contact only if
 * its nearest point lies in this part of space (a region of the scene).  Elsewhere grains
 * pass through the surface: neither its virtual particles nor its triangles return a
 * distance. */
typedef struct gm_extent {
  /* Distance (m) of a body point from the region; 0 inside it.  Null: the region is all
   * of space.  Several threads may call it at once. */
  double (*distance)(const void *of, gm_vec3 y);
  const void *of; /* borrowed */
} gm_extent;

/* The nearest point of the patch (m, body frame), from the query result `p` at y. */
GM_INLINE gm_vec3 gm_mesh_collider_extent_foot(gm_vec3 y,
                                               const gm_query_result *p)
{
  return gm_madd(y, -p->distance / gm_norm2(p->gradient), p->gradient);
}

/* Does the nearest point of the result `p` at y lie outside the region? */
GM_INLINE int gm_mesh_collider_extent_excludes(const gm_extent *e, gm_vec3 y,
                                               const gm_query_result *p)
{
  return isfinite(p->distance) &&
         e->distance(e->of, gm_mesh_collider_extent_foot(y, p)) > 0.0;
}

/* Does any of the six points `margin` (m) along the axes from the nearest point lie
 * outside the region? */
GM_INLINE int gm_mesh_collider_extent_at_rim(const gm_extent *e, gm_vec3 y,
                                             const gm_query_result *p,
                                             double margin)
{
  const gm_vec3 foot = gm_mesh_collider_extent_foot(y, p);
  int out = 0;
  for (int k = 0; k < 6; ++k) {
    const double step = k & 1 ? margin : -margin;
    const gm_vec3 way = {k / 2 == 0 ? step : 0.0, k / 2 == 1 ? step : 0.0,
                         k / 2 == 2 ? step : 0.0};
    out |= e->distance(e->of, gm_add(foot, way)) > 0.0;
  }
  return out;
}

typedef struct gm_mesh_collider gm_mesh_collider;

/* The sampled distance field of one patch. */
typedef struct gm_patch_sdf {
  gm_lattice lattice;
  double low, high; /* m  band of distances that is sampled */
  int left_out;     /* 1: grains pass through the patch, so it has no samples */
  gm_flag_count flags;
  /* distance queries over this patch; null: the patch is the whole surface */
  gm_distance *triangles;
  const gm_mesh_collider *all;
  gm_index number;
} gm_patch_sdf;

typedef struct gm_mesh_collider_options {
  double spacing; /* m  distance D between neighbouring samples */
  /* m  smallest and largest radius of all grains of the run */
  double smallest, largest;
  /* 1  largest allowed overlap, as a fraction of the radius */
  double overlap;
  /* 1  largest relative error of the normal force at an overlap of 1 % of the smallest
   * radius; where the interpolation error is larger, triangles are used.  Infinite: no
   * such test */
  double tolerance;
  gm_interpolation by;
  int face_centred; /* use a face-centred grid, for mls and shepard */
  double reach;     /* m  radius of mls and shepard; 0: one cell */
  /* 1: forces act along the interpolated stored normals, not along the gradient */
  int stored_normals;
  gm_band band;
  /* m  band for GM_BAND_GIVEN; triangles are used outside of it */
  double low, high;
  /* Part of the surface with which grains can collide: where it lies in `extent`, and
   * without the triangles marked 1 in left_out (null: none).  In a patch, all triangles
   * are marked or none.  Both are borrowed as long as the collider exists. */
  gm_extent extent;
  const unsigned char *left_out; /* [surface triangles] */
  /* 1: one patch, sampled also inside the solid (to half a radius), without fallback to
   * triangles; shows the accuracy of samples alone.  Not for open surfaces */
  int plain;
  /* rad  edges with a smaller dihedral angle belong to a smooth shape; 0: the facets are
   * the shape */
  double turn;
  /* 1: accept a spacing with which cells may reach through the surface (for tests) */
  int any_spacing;
  int hole; /* 1: samples are removed after the build (for tests) */
} gm_mesh_collider_options;

struct gm_mesh_collider {
  gm_index n;
  gm_patch_sdf *sdf;         /* [n] */
  gm_patch *patch;           /* [n] patches for gm_shape_mesh */
  const gm_surface *surface; /* borrowed */
  gm_smooth smooth;          /* the smooth shape that the facets approximate */
  gm_index *of;              /* [surface triangles] patch of each triangle */
  gm_index *region; /* plane regions (edge_build.c), during the build */
  gm_distance *whole;
  gm_mesh_collider_options
      options;   /* as given, except that the build may set `plain` */
  gm_sign *side; /* sign of the distance from the whole surface */
};

/* The largest spacing (m) at which no cell reaches through the surface, for the smallest
 * radius (m) and the largest overlap (as a fraction of the radius). */
double gm_mesh_collider_largest_spacing(double smallest, double overlap);

/* Largest distance (m) between a query point and a sample that it uses. */
double gm_mesh_collider_sample_range(const gm_mesh_collider_options *options);

/* The allowed interpolation error, from the tolerance and the chord error of the
 * facets. */
gm_flag_limits
gm_mesh_collider_flag_limits(const gm_mesh_collider_options *options);

/* Does a nearest point of the patch lie on its border or on a sharp edge? */
int gm_mesh_collider_at_border(const gm_patch_sdf *sdf,
                               const gm_nearest *nearest);

/* Does a grain at y pass through the patch there?  `p` is the exact query result at y. */
int gm_mesh_collider_excludes(const gm_patch_sdf *sdf, gm_vec3 y,
                              const gm_query_result *p);

/* The largest chord error (m) of the facet at a nearest point and of its neighbours in
 * the patch over smooth edges, and over a sharp edge on which the point lies: between the
 * straight rim of a flat end and the round rim of a wall the shape is uncertain by the
 * chord error of the wall. */
double gm_mesh_collider_chord_error_around(const gm_patch_sdf *sdf,
                                           const gm_nearest *nearest);

/* Creates the collider of `surface` (borrowed; it must neither change nor move) with n
 * patches; triangle t belongs to patch of[t].
 *
 * GM_ERR_INPUT: the spacing exceeds gm_mesh_collider_largest_spacing although there are
 * several patches, the surface is open, or a part is thinner than the diagonal of a cell;
 * also every error of gm_lattice_build.  A single patch without thin parts may be coarser
 * and becomes `plain`.  GM_ERR_NUMBER, GM_ERR_MEMORY.  On error *collider is null. */
gm_status gm_mesh_collider_create(const gm_surface *surface, const gm_index *of,
                                  gm_index n,
                                  const gm_mesh_collider_options *options,
                                  gm_mesh_collider **collider);

/* Release *collider (may be null) and set it to null. */
void gm_mesh_collider_free(gm_mesh_collider **collider);

/* Exact distance (m) of a patch at the body point y and its gradient, from the
 * triangles.  Inside the solid only the patch nearest to y has a contact: it returns the
 * negative distance, with `under` = 8 (all samples below the narrow band), and every
 * other patch returns infinity. */
gm_query_result gm_mesh_collider_query(const gm_patch_sdf *sdf, gm_vec3 y);

/* The same, if the nearest point of the whole surface is known already. */
gm_query_result gm_mesh_collider_query_beside(const gm_patch_sdf *sdf,
                                              gm_vec3 y,
                                              const gm_nearest *whole);

/* The same, if y is known to be outside the solid. */
gm_query_result gm_mesh_collider_query_outside(const gm_patch_sdf *sdf,
                                               gm_vec3 y);

/* The distance queries over the triangles of a patch. */
GM_INLINE const gm_distance *gm_mesh_collider_triangles(const gm_patch_sdf *sdf)
{
  return sdf->triangles ? sdf->triangles : sdf->all->whole;
}

/* Signed distance from the whole surface, negative at any depth inside the solid. */
gm_query_result gm_mesh_collider_query_surface(const gm_mesh_collider *collider,
                                               gm_vec3 y);

/* ---- gives the cells near sharp edges their edge fields -------------------------- */

/* Of each cell in which interpolation errs, the nearest points of the patch at several
 * places show which faces, edges and corners are near.  A field (sdf/edge_field.h) is
 * made of these and compared with the exact distance at the same places; a cell whose
 * error is then as small as elsewhere is served by virtual particles, others keep the
 * triangles. */

/* Marks the cells of a patch, of the n triangles list[n], in which the nearest point may
 * pass from a face to an edge or from one edge to another: near[bricks].  Distances in
 * [low, high] (m) count. */
void gm_edge_near_mark(const gm_patch_sdf *sdf, const gm_index *list,
                       gm_index n, double low, double high,
                       uint64_t (*near)[GM_BRICK_CELLS]);

/* Does the surface of a patch end or bend at edge k of triangle t? */
int gm_edge_near_creases(const gm_mesh_collider *collider, gm_index t, int k);

/* region[triangle] receives the first triangle of the plane region that contains it, for
 * the triangles of the collider's surface; patches and smooth shape are known.
 * GM_ERR_MEMORY. */
gm_status gm_edge_build_regions(const gm_mesh_collider *collider,
                                gm_index **region);

/* Moves flagged cells of a patch to edge fields.  Distances in [low, high] (m) are
 * compared.  The result is the same on any number of threads.  GM_ERR_MEMORY. */
gm_status gm_edge_build(gm_patch_sdf *sdf, const gm_index *region, double low,
                        double high, const gm_flag_limits *limits);

/* ---- fits the field of a curved edge --------------------------------------------- */

/* The nearest point of a patch, or of the whole surface if it is one patch. */
gm_nearest gm_edge_curve_nearest(const gm_patch_sdf *sdf, gm_vec3 y);

/* Returns 1 if a nearest point lies on a sharp edge of the patch, between its ends. */
int gm_edge_curve_holds(const gm_patch_sdf *sdf, const gm_nearest *nearest);

/* Fits *curve to the edge on which *nearest, the nearest point to y, lies, for distances
 * in [low, high] (m). */
void gm_edge_curve_fit(const gm_patch_sdf *sdf, gm_vec3 y,
                       const gm_nearest *nearest, double low, double high,
                       gm_edge_curve *curve);

#endif
