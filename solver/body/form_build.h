/* body/form_build.h -- builds what a body needs to meet other bodies. */
#ifndef GM_BODY_FORM_BUILD_H
#define GM_BODY_FORM_BUILD_H

#include "body/form.h"

/* Samples of a ball that is not halved; balls within balls. */
enum { GM_FORM_BALLS_LEAF = 12, GM_FORM_BALLS_DEPTH = 64 };

/* ---- samples of the surface of a body -------------------------------------------- */

/* A mesh is split into triangles whose edges are no longer than the spacing, with three
 * samples in each at the barycentric coordinates 2/3, 1/6, 1/6, of a third of the area
 * each, which integrates quadratic functions exactly (G. R. Cowper, Int. J. Numer.
 * Methods Eng. 7 (1973) 405-408).  Primitives are divided in coordinates of their own,
 * so that places, normals and areas are exact. */

/* Number of samples that a spacing (m) gives, at most `most` + some. */
size_t gm_form_build_count(const gm_form *form, double spacing, size_t most);

/* ---- builds what a body needs to meet other bodies ------------------------------- */

typedef struct gm_form_options {
  /* m  0: 2/11 of the smallest extent, a quarter of it where it is shared, or more where
   * that made too many samples */
  double spacing;
  double depth; /* m  0: a tenth of the smallest extent */
  /* m  thickness of extrusions along z, of which the plane z = 0 shows a section; 0: of a
   * scene of three dimensions */
  double thickness;
  /* 1: many bodies share it, so that virtual particles may err as much as samples do */
  int shared;
} gm_form_options;

/* Make the form of a primitive, or of a mesh (borrowed; it must neither change nor
 * move), whose triangles belong to patch[triangle] (null: one).  *form must be released
 * by gm_form_free.
 *
 * GM_ERR_INPUT: the mesh is open and has no inside; the lattice cannot be built.
 * GM_ERR_MEMORY.  On error *form is null. */
gm_status gm_form_build_solid(const gm_form_solid *solid,
                              const gm_form_options *options, gm_form **form);

gm_status gm_form_build_mesh(const gm_surface *surface, const gm_index *patch,
                             const gm_form_options *options, gm_form **form);

#endif
