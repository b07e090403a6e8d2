/* mesh/surface.h -- a surface of triangles in the body frame, repaired and classified.
 *
 * One row per triangle, in the order of the file.  Corners run counter-clockwise seen
 * from the side of the normal, which for a solid is the outside.  Two triangles that
 * share an edge traverse it in opposite directions; edges may also be open (one triangle)
 * or branching (three or more).  A surface may have several shells, which are sets of
 * triangles connected over edges.  The kind of a surface determines how a point is found
 * to be inside or outside:
 *
 *   closed  every edge has two triangles, every point one fan of triangles, no triangles
 *           intersect; shells are bodies, or cavities in them: the nearest normal decides
 *   solid   closed except for branching edges, intersections, touching or small holes
 *           (together at most 1e-3 of the area), or declared so by the user: the winding
 *           number decides.  Parts of it may still be open (`sheet`)
 *   sheet   open: both sides are outside
 */
#ifndef GM_MESH_SURFACE_H
#define GM_MESH_SURFACE_H

#include "base/status.h"
#include "config/choices.h"
#include "mesh/soup.h"
#include <stdbool.h>

typedef enum gm_surface_kind {
  GM_SURFACE_CLOSED,
  GM_SURFACE_SOLID,
  GM_SURFACE_SHEET,
} gm_surface_kind;

/* Number of findings of one kind, and the place of the first. */
typedef struct gm_finding {
  gm_index n;
  gm_vec3 at; /* m */
} gm_finding;

typedef struct gm_findings {
  gm_index n_given; /* number of triangles in the file */
  /* number of points and lines in the file, which are ignored */
  gm_index n_dropped;
  gm_index n_twisted; /* polygons of the file whose edges cross one another */

  /* What was repaired. */
  gm_finding collapsed; /* triangles removed: two corners at one point */
  gm_finding repeated;  /* triangles removed: same corners as an earlier one */
  gm_finding doubled;   /* triangles removed: back to back with another one */
  gm_finding shared;    /* triangles removed: of faces that two solids share */
  gm_finding filled;    /* triangles added in holes of one triangle */
  /* triangles without area, removed by an edge swap with the neighbour across the
   * longest edge */
  gm_finding swapped;
  gm_finding flat; /* other triangles without area, removed */
  /* points of open edges merged, within 1e-6 of the diagonal of the bounds */
  gm_finding joined;
  gm_finding turned;   /* triangles reversed to match their neighbours */
  gm_finding inverted; /* shells that faced inwards and were reversed */

  /* What was found and remains. */
  gm_finding open;      /* edges of one triangle only */
  gm_finding branching; /* edges of three triangles or more */
  gm_finding touching;  /* points at which separate fans of triangles touch */
  /* edges at which a one-sided surface (Moebius) was cut */
  gm_finding seam;
  gm_finding crossing; /* pairs of triangles of one shell that intersect */
  gm_finding meeting;  /* pairs of triangles of two shells that intersect */
  gm_finding nested;   /* shells with positive volume inside others */
  gm_finding speck;    /* shells smaller than 1e-3 of the diagonal          */
  /* number of triangles with so many others nearby that not all pairs were tested */
  gm_index n_crowded;
  gm_index n_holes; /* number of holes: closed rims of open edges */
  double hole_area; /* m2  area of flat lids on them */
  /* number of larger holes, with lids below a tenth of the area, that make a sheet of
   * what may have been meant as a solid */
  gm_index n_openings;
} gm_findings;

typedef struct gm_surface {
  gm_surface_kind kind;
  gm_facing facing; /* as given by the user */

  gm_index n;        /* triangles */
  gm_index n_points; /* points, each counted once */
  gm_index n_shells;
  gm_index n_groups; /* at least 1 */
  gm_index n_sheets; /* number of triangles of open parts */

  gm_vec3 *point;        /* [n_points] m                            */
  gm_index (*corner)[3]; /* [n]    points of the triangle           */
  /* [n]    adjacent triangle over the edge from corner k to the next; -1: none, or
   * several */
  gm_index (*across)[3];
  gm_vec3 *normal;    /* [n] 1  unit                             */
  gm_index *shell;    /* [n]    shell of the triangle, from 0 */
  gm_index *group;    /* [n]    group of the triangle: row of group_name */
  gm_index *material; /* [n]    material, set by the caller; 0 before */
  /* [n]   1: another triangle intersects or touches it where they share no point */
  unsigned char *crossed;
  unsigned char *sheet; /* [n]    1: belongs to an open part */

  gm_group_name *group_name; /* [n_groups] */

  gm_vec3 min, max; /* m   bounds                                   */
  gm_vec3 centroid; /* m   centroid of the solid, or of the area of a sheet */
  double area;      /* m2                                           */
  double volume;    /* m3  volume enclosed by the shells, > 0; 0 for a sheet */

  gm_findings found;
} gm_surface;

/* Make *surface empty.  Allocates nothing and cannot fail. */
void gm_surface_init(gm_surface *surface);

/* Release every column and leave *surface empty. */
void gm_surface_clear(gm_surface *surface);

/* Sets min and max (m) to the box around the points, of which there must be one. */
void gm_surface_bound(gm_surface *surface);

/* A copy of a surface with a canonical numbering.
 *
 * Points are sorted by coordinates, triangles by their points, each rotated so that its
 * lowest point comes first.  Whatever is computed on the copy, floating-point sums
 * included, is the same for every order of the points and triangles in the file. */

/* Fills n, n_points, point, corner, normal, sheet and material (if present), min and
 * max of *copy.  Normals are computed anew, zero for a triangle without area.
 * (*from)[k] receives the number of triangle k in the original.
 *
 * Requires: *copy is empty, *from is null.  GM_ERR_MEMORY: both are as before. */
gm_status gm_surface_canonical(gm_surface *copy, gm_index **from,
                               const gm_surface *surface);

#endif
