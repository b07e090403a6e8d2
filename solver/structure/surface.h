/* structure/surface.h -- a surface of triangles in the body frame, mended and judged.
 *
 * Room: structure.  May include: base.
 *
 * One row per triangle, in the order they were given; corners run counter-clockwise seen
 * from the side of the normal, which for a solid is the outside.  Where exactly two
 * triangles share a side they run along it opposite ways; sides may also be open (one
 * triangle) or branch (three or more).  A surface may have several shells: pieces that
 * hang together over sides.  What it is decides which side of it a point is on:
 *
 *   closed  every side has two triangles, every point one fan, nothing crosses; shells are
 *           bodies and hollows in them: the nearest normal tells
 *   solid   closed but for branches, crossings, touching or small holes (all of them
 *           together at most 1e-3 of the area), or said to be: the winding number tells.
 *           Pieces of it may be sheets all the same (`sheet`)
 *   sheet   open: both sides are outside
 */
#ifndef GM_STRUCTURE_SURFACE_H
#define GM_STRUCTURE_SURFACE_H

#include "base/status.h"
#include "structure/soup.h"
#include <stdbool.h>

typedef enum gm_surface_kind {
  GM_SURFACE_CLOSED,
  GM_SURFACE_SOLID,
  GM_SURFACE_SHEET,
} gm_surface_kind;

/* On which side grains are. */
typedef enum gm_surface_facing {
  GM_FACING_AUTO,    /* outside of solids, both sides of sheets   */
  GM_FACING_OUTSIDE, /* a sheet is taken as a solid with holes    */
  GM_FACING_INSIDE,  /* the same, and all is turned over at last:
                        normals point inwards, to the grains      */
  GM_FACING_BOTH,    /* a solid is taken as a sheet               */
} gm_surface_facing;

/* How often something was found, and the first place. */
typedef struct gm_finding {
  gm_index n;
  gm_vec3 at; /* m */
} gm_finding;

typedef struct gm_findings {
  gm_index n_given;   /* triangles                            */
  gm_index n_dropped; /* points and lines of the file         */

  /* What was mended. */
  gm_finding collapsed; /* triangles left out: two corners in one point      */
  gm_finding repeated;  /* triangles left out: the same corners again        */
  gm_finding doubled;   /* triangles left out: back to back with another     */
  gm_finding swapped;   /* triangles without area that gave their longest
                           side to the triangle beyond                       */
  gm_finding flat;      /* other triangles without area, left out            */
  gm_finding joined;    /* points of open sides moved onto one within 1e-6
                           of the diagonal of the bounds                     */
  gm_finding turned;    /* triangles turned to look as their neighbours do   */
  gm_finding inverted;  /* shells that looked inwards and were turned over   */

  /* What was found and is still there. */
  gm_finding open;      /* sides of one triangle only                        */
  gm_finding branching; /* sides of three triangles or more                  */
  gm_finding touching;  /* points where fans of triangles touch              */
  gm_finding seam;      /* sides where a one-sided surface (Moebius) was cut */
  gm_finding crossing;  /* pairs of triangles of one shell that cross        */
  gm_finding meeting;   /* pairs of triangles of two shells that do          */
  gm_finding nested;    /* shells in others that look like bodies            */
  gm_finding speck;     /* shells smaller than 1e-3 of the diagonal          */
  gm_index n_crowded;   /* triangles among so many others that not all pairs
                           with them were looked at                          */
  gm_index n_holes;     /* rims of open sides                                */
  double hole_area;     /* m2  of flat lids on them                          */
} gm_findings;

typedef struct gm_surface {
  gm_surface_kind kind;
  gm_surface_facing facing; /* as asked */

  gm_index n;        /* triangles */
  gm_index n_points; /* points, each once */
  gm_index n_shells;
  gm_index n_groups; /* at least 1 */
  gm_index n_sheets; /* triangles that enclose nothing */

  gm_vec3 *point;         /* [n_points] m                            */
  gm_index (*corner)[3];  /* [n]    points of the triangle           */
  gm_index (*across)[3];  /* [n]    triangle beyond the side from
                            corner k to the next; -1 where there is
                            none or more than one                   */
  gm_vec3 *normal;        /* [n] 1  unit                             */
  gm_index *shell;        /* [n]    its piece, the first piece is 0  */
  gm_index *group;        /* [n]    its row in group_name            */
  gm_index *material;     /* [n]    what it is made of: as the caller
                            says, 0 before                          */
  unsigned char *crossed; /* [n]   1: another triangle crosses or touches
                            it where they share no point            */
  unsigned char *sheet;   /* [n]    1: it encloses nothing           */

  gm_group_name *group_name; /* [n_groups] */

  gm_vec3 min, max; /* m   bounds                                   */
  gm_vec3 centroid; /* m   of the solid, of a sheet itself          */
  double area;      /* m2                                           */
  double volume;    /* m3  within the shells, > 0; of a sheet 0     */

  gm_findings found;
} gm_surface;

/* Make *surface empty.  Allocates nothing and cannot fail. */
void gm_surface_init(gm_surface *surface);

/* Release every column and leave *surface empty. */
void gm_surface_clear(gm_surface *surface);

/* Build *surface from n triangles of three corners each, corner[3 k] to corner[3 k + 2]
 * (m), whose points are not yet shared, all of one group, facing AUTO; `name` is for
 * messages, and triangles are counted from 1 in them.
 *
 * Points are one where their coordinates are equal (-0 is 0).  Only if sides stay open
 * after that, points on open sides nearer than 1e-6 of the diagonal become one, the
 * first given: a file whose points agree keeps every bit of its shape.
 *
 * Requires: *surface is empty.
 * GM_ERR_INPUT: no triangle, a coordinate that is no number or above 1e30, no triangle
 * with an area.
 * GM_ERR_MEMORY.  On error *surface is empty. */
gm_status gm_surface_build(gm_surface *surface, const gm_vec3 *corner,
                           gm_index n, const char *name);

/* The same from a soup with its groups.
 * GM_ERR_INPUT also: a one-sided surface cannot face OUTSIDE or INSIDE, nor one that
 * encloses no volume. */
gm_status gm_surface_mend(gm_surface *surface, const gm_soup *soup,
                          gm_surface_facing facing, const char *name);

#endif
