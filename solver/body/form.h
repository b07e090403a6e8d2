/* body/form.h -- what a body needs to meet other bodies: samples of its surface, and the
 * signed distance from it.
 *
 * Where two bodies overlap, each surface is pressed by the inside of the other body: a
 * sample y_k of A, with the area a_k and the outward normal n_k, takes the distance d and
 * its gradient g from the field of B, and bears the pressure of the depth -d on the area
 * a_k max(0, -n_k . g) that it has in projection.  The sum over a whole surface is
 * then proportional to the volume of the overlap.
 *
 * A form never changes and knows no place; any number of structures share one.  Lengths
 * are those of the body frame without scale: a structure of scale s has its samples at
 * s y_k with the areas s^2 a_k, and the distance s d(y / s).
 *
 * Samples are sorted into groups of neighbours, each in a ball, and balls in balls.  The
 * distance is 1-Lipschitz, so that one query at the centre of a ball rules out all of it.
 */
#ifndef GM_BODY_FORM_H
#define GM_BODY_FORM_H

#include "mesh/surface.h"
#include "query/sign.h"
#include "sdf/flag.h"
#include "sdf/lattice.h"

typedef enum gm_form_kind {
  GM_FORM_PLANE,
  GM_FORM_SPHERE,
  GM_FORM_BOX,
  GM_FORM_PROFILE, /* cylinder or cone */
  GM_FORM_MESH,
} gm_form_kind;

/* A primitive.  In two dimensions a cylinder is a sphere, of which the plane z = 0 shows
 * the same circle, and a box has no ends along z.  A profile has the radius rho[0] at the
 * point and rho[1] at the distance `height` along the axis; a plane the axis as its
 * normal. */
typedef struct gm_form_solid {
  gm_form_kind kind;
  gm_vec3 point; /* m  of the plane; centre of the sphere; centre of the base */
  gm_vec3 axis;  /* 1  unit vector */
  double rho[2]; /* m  radii; of a sphere the first */
  double height; /* m */
  gm_vec3 min, max; /* m  bounds; infinite for a plane */
  int inside;       /* 1: a vessel, which bodies are inside of */
  unsigned
      open; /* bits of faces of a box or ends of a profile that are left out */
} gm_form_solid;

/* A sample of the surface. */
typedef struct gm_form_sample {
  gm_vec3 y; /* m   place */
  gm_vec3 n; /* 1   outward unit normal */
  double a;  /* m2  area */
  int patch; /* patch of the shape */
} gm_form_sample;

/* A ball that holds samples [first, first + n), which are also those of its two parts
 * child[0] and child[1], or -1. */
typedef struct gm_form_ball {
  gm_vec3 centre; /* m */
  double radius;  /* m */
  gm_index first, n;
  gm_index child[2];
} gm_form_ball;

typedef struct gm_form {
  gm_form_solid solid; /* of a mesh only kind, bounds and inside */
  gm_vec3 centre;      /* m  of a ball around the body */
  double radius;       /* m  of that ball; infinite for a plane */
  double size;         /* m  smallest extent of the bounds */
  double spacing;      /* m  largest distance of neighbouring samples D' */
  double thickness;    /* m  of an extrusion in two dimensions; 0: three */
  double single;   /* 1  area, in squares of the spacing, of a triangle that has
                          one sample instead of three */
  double depth;    /* m  largest depth that counts as contact */
  double area;     /* m2  of all samples */
  double shade[3]; /* m2  area of the projection along x, y and z */

  gm_index n;             /* samples; 0: other bodies' samples meet it alone */
  gm_form_sample *sample; /* [n] */
  gm_index n_balls;
  gm_form_ball *ball; /* [n_balls] the first holds all samples */

  /* Of a mesh: */
  gm_lattice lattice; /* virtual particles in the band around the surface */
  double low, high;   /* m  band of distances that they sample */
  double tested;      /* m  up to this distance cells are flagged */
  double error;       /* m  largest error in cells that are not */
  gm_flag_count flags;
  const gm_surface *surface; /* borrowed */
  gm_distance *triangles;
  gm_sign *side;
} gm_form;

/* Distance (m) from a form at a point, negative inside, and its gradient. */
typedef struct gm_form_probe {
  double distance; /* infinite: farther than anything that counts */
  gm_vec3 gradient;
} gm_form_probe;

/* Release *form (may be null) and set it to null. */
void gm_form_free(gm_form **form);

/* Bytes of samples, balls and lattice. */
size_t gm_form_bytes(const gm_form *form);

/* Has it an end in every direction? */
GM_INLINE int gm_form_bounded(const gm_form *form)
{
  return form->solid.kind != GM_FORM_PLANE;
}

#endif
