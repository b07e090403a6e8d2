/* structure/carriers.h -- a surface cut into patches, each carried by virtual particles.
 *
 * Room: structure.  May include: base.
 *
 * Each patch is a piece of the surface with a lattice of its own; all lattices have one
 * spacing and one phase.  The distance of a site is that from its closed piece, border and
 * all, without a sign: beyond its border a piece is still there for a grain that rests
 * on the next, and the tangent-plane test says which of them it touches.  Sites stand on
 * the grains' side only: outside a solid, on both sides of a sheet.
 *
 * With sqrt 3 D <= r - overlap no cell around the centre of a grain that touches reaches
 * through the surface, however thin the part.  Where it would (deeper overlaps), where the
 * gradient is shorter than 0.98 (a kink) or the cell is flagged, the piece's triangles
 * answer: exactly, and slowly.
 */
#ifndef GM_STRUCTURE_CARRIERS_H
#define GM_STRUCTURE_CARRIERS_H

#include "structure/distance.h"
#include "structure/extent.h"
#include "structure/flag.h"
#include "structure/side.h"

typedef struct gm_carriers gm_carriers;

/* One patch. */
typedef struct gm_carrier {
  gm_lattice lattice;
  double low, high; /* m  band of distances in which its sites stand */
  int left_out;     /* it is not there for grains, and has no site */
  gm_flag_count flags;
  gm_distance *triangles; /* its own; null: the whole surface is this patch */
  const gm_carriers *all;
  gm_index number;
} gm_carrier;

/* The distances at which sites stand: what grains need; as the method was published, without
 * triangles, so that a grain vanishes where sites are missing; as given. */
typedef enum gm_carriers_band {
  GM_CARRIERS_NEEDED,
  GM_CARRIERS_DESCRIBED,
  GM_CARRIERS_GIVEN
} gm_carriers_band;

typedef struct gm_carriers_options {
  double spacing;           /* m  D */
  double smallest, largest; /* m  radii of the grains to come */
  double overlap;           /* 1  of the radius: the largest allowed */
  /* 1  of the normal force at an overlap of 1 % of the smallest radius: where sites err by
   * more, triangles answer; infinite: nowhere for that */
  double tolerance;
  gm_interpolation by;
  int face_centred;   /* lattice, for mls and shepard */
  double reach;       /* m  of mls and shepard; else 0: that of a cell */
  int stored_normals; /* sites push along theirs, not along the gradient */
  gm_carriers_band band;
  double low, high; /* m  given; triangles answer outside */
  /* What is there for grains: the part of space, and the triangles that are not marked; null: all.
   * Triangles that are marked share no patch with others.  Read while they are carried. */
  gm_extent extent;
  const unsigned char *left_out; /* [surface triangles] */
  /* One patch, with sites inside too, as deep as half a radius needs, and no triangles: what
   * sites alone can do.  Not of a sheet. */
  int plain;
  double
      turn; /* rad  edges that turn less are those of a smooth shape; 0: the facets are the shape */
  int any_spacing; /* take one that is too coarse, for tests: cells reach through */
} gm_carriers_options;

struct gm_carriers {
  gm_index n;
  gm_carrier *carrier;       /* [n] */
  gm_patch *patch;           /* [n] what a shape holds of them */
  const gm_surface *surface; /* borrowed */
  gm_smooth smooth;          /* the shape behind its facets */
  gm_index *of;              /* [surface triangles] the piece each belongs to */
  gm_distance *whole;
  gm_carriers_options options; /* as they were asked for, or judged */
  gm_side *side;               /* of the whole: which of them is the grains' */
};

/* The largest spacing with which no cell reaches through, in m. */
double gm_carriers_spacing(double smallest, double overlap);

/* How far a site may be from a point that asks it, in m. */
double gm_carriers_reach(const gm_carriers_options *options);

/* What sites may err by, by the tolerance and the chord error of the facets. */
gm_flag_limits gm_carriers_limits(const gm_carriers_options *options);

/* Does a nearest point of the piece lie on its border or on a sharp edge? */
int gm_carriers_at_border(const gm_carrier *carrier, const gm_nearest *nearest);

/* Is a piece not there for grains where it answers `p` at y, exactly? */
int gm_carriers_leaves_out(const gm_carrier *carrier, gm_vec3 y,
                           const gm_probe *p);

/* The chord error of the facets at a nearest point of the piece, in m; 0 at its border. */
double gm_carriers_chord(const gm_carrier *carrier, const gm_nearest *nearest);

/* The largest chord error of the facet at a nearest point and of those beside it, in m. */
double gm_carriers_chord_around(const gm_carrier *carrier,
                                const gm_nearest *nearest);

/* Carry `surface` (borrowed; it must neither change nor move), whose triangle t belongs
 * to patch of[t] of n.
 *
 * GM_ERR_INPUT: a spacing coarser than gm_carriers_spacing where there are several patches,
 * a sheet or a part thinner than the diagonal of a cell; what gm_lattice_build refuses.
 * A single patch without those may be coarser, and is then `plain`.
 * GM_ERR_NUMBER, GM_ERR_MEMORY.  On error *carriers is null. */
gm_status gm_carriers_create(const gm_surface *surface, const gm_index *of,
                             gm_index n, const gm_carriers_options *options,
                             gm_carriers **carriers);

/* Release *carriers (may be null) and set it to null. */
void gm_carriers_free(gm_carriers **carriers);

/* Distance from the triangles of a piece, and its gradient.  Inside the solid the piece
 * nearest to y has the distance from the surface, negative, and `under` 8; others are
 * infinitely far. */
gm_probe gm_carriers_probe(const gm_carrier *carrier, gm_vec3 y);

/* The same where the nearest point of the whole surface is known. */
gm_probe gm_carriers_beside(const gm_carrier *carrier, gm_vec3 y,
                            const gm_nearest *whole);

/* The same where y is known to be outside. */
gm_probe gm_carriers_outside(const gm_carrier *carrier, gm_vec3 y);

/* The same where `foot` is known to be the nearest point. */
gm_probe gm_carriers_of_foot(const gm_carrier *carrier, gm_vec3 y,
                             const gm_foot *foot);

/* The triangles of a piece. */
GM_INLINE const gm_distance *gm_carriers_distance(const gm_carrier *carrier)
{
  return carrier->triangles ? carrier->triangles : carrier->all->whole;
}

/* Distance from the whole surface, negative inside the solid, however deep. */
gm_probe gm_carriers_whole(const gm_carriers *carriers, gm_vec3 y);

#endif
