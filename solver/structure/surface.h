/* structure/surface.h -- a closed surface of triangles in the body frame.
 *
 * Room: structure.  May include: base.
 *
 * One row per triangle, in the order they were given; corners run counter-clockwise seen
 * from outside, so normals point out of the solid.  Every side of a triangle is shared
 * with exactly one other, which runs along it the other way; around every point the
 * triangles form one fan.  A surface may have several shells: separate bodies, or hollows
 * in a body (their normals point into the hollow).  Shells that cross each other, or a
 * shell that crosses itself, are not looked for.
 */
#ifndef GM_STRUCTURE_SURFACE_H
#define GM_STRUCTURE_SURFACE_H

#include "base/status.h"
#include "base/vec3.h"
#include <stdbool.h>

typedef struct gm_surface {
  gm_index n;        /* triangles */
  gm_index n_points; /* points, each once */
  gm_index n_shells; /* connected pieces, each closed */

  gm_vec3 *point;        /* [n_points] m                            */
  gm_index (*corner)[3]; /* [n]    points of the triangle           */
  gm_index (*across)[3]; /* [n]    triangle beyond the side from
                            corner k to the next                    */
  gm_vec3 *normal;       /* [n] 1  unit, outwards                   */
  gm_index *shell;       /* [n]    its piece, the first piece is 0  */

  gm_vec3 min, max; /* m   bounds                  */
  gm_vec3 centroid; /* m   of the solid            */
  double area;      /* m2                          */
  double volume;    /* m3  of the solid, > 0       */

  /* What was mended. */
  gm_index n_collapsed; /* triangles left out: two corners in one point  */
  gm_index n_repeated;  /* triangles left out: the same corners again    */
  gm_index n_joined;    /* points of open sides moved onto one within
                           1e-6 of the diagonal of the bounds            */
  bool turned;          /* all looked inwards and were turned over       */
} gm_surface;

/* Make *surface empty.  Allocates nothing and cannot fail. */
void gm_surface_init(gm_surface *surface);

/* Release every column and leave *surface empty. */
void gm_surface_clear(gm_surface *surface);

/* Build *surface from n triangles of three corners each, corner[3 k] to corner[3 k + 2]
 * (m), whose points are not yet shared; `name` is for messages, and triangles are counted
 * from 1 in them.
 *
 * Points are one where their coordinates are equal (-0 is 0).  Only if sides stay open
 * after that, points on open sides nearer than 1e-6 of the diagonal become one, the
 * first given: a file whose points agree keeps every bit of its shape.
 *
 * Requires: *surface is empty.
 * GM_ERR_INPUT: no triangle, a coordinate that is no number, a triangle without area, a
 * side that is open, shared by three or more or run along twice the same way (the message
 * says how many and where), two fans around one point, a shell inside out.
 * GM_ERR_MEMORY.  On error *surface is empty. */
gm_status gm_surface_build(gm_surface *surface, const gm_vec3 *corner,
                           gm_index n, const char *name);

#endif
