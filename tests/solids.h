/* tests/solids.h -- closed surfaces made on the spot, as corners that share no points.
 *
 * Every maker returns n triangles in corner[3 n], allocated: free(corner).
 */
#ifndef GM_TESTS_SOLIDS_H
#define GM_TESTS_SOLIDS_H

#include "base/vec3.h"

typedef struct solid {
  gm_index n;
  gm_vec3 *corner; /* [3 n] m, counter-clockwise seen from outside */
} solid;

solid solid_box(gm_vec3 min, gm_vec3 max);

/* An icosahedron whose triangles are divided `times` times and pushed onto the sphere. */
solid solid_sphere(gm_vec3 centre, double radius, int times);

/* A bar with the cross-section of an L: one concave edge, and points where concave and
 * convex edges meet. */
solid solid_bracket(double size, double thickness);

/* A ring around z: radius `big` to the middle of a tube of radius `small`. */
solid solid_torus(double big, double small, int n_big, int n_small);

/* A strip of n quads about a circle of radius 1, turned over once; `half` its half width.
 * A surface of one side. */
solid solid_moebius(int n, double half);

/* About 1 m wide: "box", "bracket", "coarse sphere", "fine sphere", "torus"; else the
 * file NAME.stl of data/shapes. */
solid solid_sample(const char *name);

/* b behind a; frees both. */
solid solid_both(solid a, solid b);

/* The inside out. */
void solid_turn(solid *s);

/* A closed solid turned so that it looks outwards. */
solid solid_outwards(solid s);

/* Every triangle into four, `times` times. */
solid solid_refine(solid s, int times);

/* One triangle more, or two; s may begin as {0, NULL}. */
void solid_add(solid *s, gm_vec3 a, gm_vec3 b, gm_vec3 c);
void solid_add_quad(solid *s, gm_vec3 a, gm_vec3 b, gm_vec3 c, gm_vec3 d);

/* Write s as STL, binary or text; returns whether it worked. */
int solid_write(const solid *s, const char *path, int text);

#endif
