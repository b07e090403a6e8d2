/* rigid/mass.h -- mass, centre of mass and inertia tensor of rigid bodies.
 *
 * Bodies are homogeneous.  Everything is in the frame of the shape, in which a mesh or a
 * primitive is given.  Tensors have six elements, in the order xx yy zz xy xz yz: those
 * of the symmetric matrix, so that xy = -integral of density x y.
 */
#ifndef GM_RIGID_MASS_H
#define GM_RIGID_MASS_H

#include "base/quat.h"
#include "mesh/surface.h"

typedef struct gm_mass {
  double mass;       /* kg */
  gm_vec3 centre;    /* m  centre of mass */
  double inertia[6]; /* kg m2  about the centre, along the axes of the shape */
} gm_mass;

typedef struct gm_mass_axes {
  gm_vec3
      moments; /* kg m2  principal moments, rising (equal ones up to round-off) */
  gm_quat turn; /* principal axes, right-handed, to the axes of the shape */
} gm_mass_axes;

/* The body inside a surface of that density (kg/m3): exact integrals over a polyhedron.
 * Triangles count by their orientation: a cavity is negative, and so is the mass of a
 * surface that is inside out.  Open parts (`sheet`) have no mass.  Holes are not closed,
 * and what lies in two shells at once counts twice.  Without volume everything is 0, and
 * the centre that of the bounds. */
gm_mass gm_mass_of_surface(const gm_surface *surface, double density);

/* Solid primitives (m, kg/m3).  The axis of a frustum runs from its base to its top and
 * is as long as its height, > 0; equal radii make a cylinder, one radius of 0 a cone. */
gm_mass gm_mass_box(gm_vec3 min, gm_vec3 max, double density);
gm_mass gm_mass_sphere(gm_vec3 centre, double radius, double density);
gm_mass gm_mass_frustum(gm_vec3 base, gm_vec3 axis, double base_radius,
                        double top_radius, double density);

/* Principal moments and axes.  The same tensor has the same axes, bit by bit.  Elements
 * off the diagonal that are mere round-off count as 0, so that a cube keeps the axes of
 * its shape.  Of the first two axes the first large component is positive. */
gm_mass_axes gm_mass_principal(const gm_mass *m);

/* inertia[6] receives the tensor about `point` (m), in kg m2 (theorem of Steiner). */
void gm_mass_about(const gm_mass *m, gm_vec3 point, double inertia[6]);

/* Moment of inertia about the axis through `point` (m) along `axis` (of any length but
 * 0), in kg m2. */
double gm_mass_moment(const gm_mass *m, gm_vec3 point, gm_vec3 axis);

/* Symmetric tensor times vector. */
GM_INLINE gm_vec3 gm_mass_apply(const double inertia[6], gm_vec3 w)
{
  return gm_vec(inertia[0] * w.x + inertia[3] * w.y + inertia[4] * w.z,
                inertia[3] * w.x + inertia[1] * w.y + inertia[5] * w.z,
                inertia[4] * w.x + inertia[5] * w.y + inertia[2] * w.z);
}

#endif
