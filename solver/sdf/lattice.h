/* sdf/lattice.h -- a narrow-band signed distance field, sampled at virtual particles.
 *
 * The samples (`sites`) lie on a simple cubic lattice fixed in the body frame; a
 * face-centred lattice consists of four of these, interleaved.  A sample exists where
 * the distance from a surface, or from a patch of one, lies in the narrow band [low,
 * high] and not inside a solid.  It stores the distance and the normal, and never
 * changes. interpolate.h evaluates the field.
 *
 * The lattice is sparse: sites are stored in bricks of 8 x 8 x 8 cells (the leaf blocks
 * of OpenVDB).  A brick also stores the sites of its far faces (9 x 9 x 9), so that the
 * eight corners of a cell are in one brick.  Sites outside the band are not stored: for
 * each row of nine along z, one word holds bits for the sites that exist, bits for
 * those missing because they lie below the band or inside the solid, and the number of
 * earlier sites in the brick:
 *
 *   bit 0-8 present | bit 9-17 below the band | bit 18-27 earlier sites of the brick
 *
 * One bit per cell marks cells whose interpolation is too inaccurate (flag.h).
 *
 * The table has one entry for each brick of the bounds, with sites or without, so that
 * a point outside the band is classified exactly by one look-up.  Where the table would
 * be larger than the sites, a hash and one bit per brick replace it.
 */
#ifndef GM_SDF_LATTICE_H
#define GM_SDF_LATTICE_H

#include "base/status.h"
#include "base/types.h"
#include "sdf/query_result.h"
#include <stddef.h>

/* A distance field in the body frame, of a mesh or in closed form.  Several threads may
 * evaluate it at once. */
typedef struct gm_field {
  /* Distance (m) and unit gradient at y. The distance is 1-Lipschitz. */
  gm_query_result (*query)(const void *of, gm_vec3 y);
  /* Distance (m) from the solid that a patch belongs to, negative inside, also
   * 1-Lipschitz; or null. */
  double (*solid)(const void *of, gm_vec3 y);
  /* The same as `query`; *chord receives the chord error (m) of the facets nearest to y,
   * by which the field itself may deviate from the true shape; 0 at a sharp border.
   * Null: the field is exact. */
  gm_query_result (*faceted)(const void *of, gm_vec3 y, double *chord);
  const void *of;
  /* m  bounds of the surface; an infinite surface is cut off here */
  gm_vec3 min, max;
} gm_field;

/* A site.  The distance is a fixed-point number, because a float would have an error of
 * 1e-7 of the band, while the overlap that makes the force is a hundred times smaller
 * than the band.  The form in doubles is for tests which show that fixed point loses
 * nothing. */
#ifdef GM_LATTICE_DOUBLE
typedef struct gm_site {
  double distance; /* m */
  double normal[3];
} gm_site;
#else
typedef struct gm_site {
  int32_t distance; /* m  middle + step * this, accurate to 1e-9 spacings */
  float normal[3];  /* 1  unit, outwards                               */
} gm_site;
#endif

enum { GM_BRICK_CELLS = 8, GM_BRICK_ROWS = 81, GM_BRICK_SITES = 729 };

typedef struct gm_brick {
  uint32_t first;              /* index of its first stored site */
  uint32_t row[GM_BRICK_ROWS]; /* row 9 i + j, along z    */
} gm_brick;

/* Table entries without a brick: above the band, below the band. */
enum { GM_LATTICE_OVER = -1, GM_LATTICE_UNDER = -2 };

/* --- cells near sharp edges (edge_field.h) ---------------------------------------- */

enum { GM_EDGE_BOUNDS = 4, GM_EDGE_FACES = 8 };

/* A plane region: points of the plane with out[k].y <= limit[k]. */
typedef struct gm_edge_face {
  gm_vec3 normal;               /* 1  unit */
  double offset;                /* m  normal.y on the plane */
  int n;                        /* number of bounds */
  gm_vec3 out[GM_EDGE_BOUNDS];  /* 1  unit, in the plane, outwards */
  double limit[GM_EDGE_BOUNDS]; /* m */
} gm_edge_face;

/* A curved edge with one or two faces.  Single precision suffices, since the samples
 * complete the field. */
typedef struct gm_edge_curve {
  gm_vec3 at;     /* m    point of the edge */
  float along[3]; /* 1    unit tangent there */
  float bend[3];  /* 1/m  curvature vector, normal to the tangent */
  int n;
  struct gm_edge_curve_face {
    float normal[3]; /* 1      unit, normal to the tangent */
    float
        turn; /* 1      1: the face ends towards along x normal; -1: opposite */
    float twist;  /* rad/m  rotation of the face along the edge */
    float across; /* 1/m    curvature of the distance across the edge */
  } face[2];
} gm_edge_curve;

/* The field of a cell, shared by others. */
typedef struct gm_cell_edge {
  uint32_t first;  /* first face, or curve */
  int16_t n;       /* number of faces; 0: a curve */
  int16_t sampled; /* 1: the samples complete the field; 0: it is exact */
} gm_cell_edge;

/* The fields of all such cells. */
typedef struct gm_edge_fields {
  uint32_t n, n_faces, n_curves, n_cells;
  gm_cell_edge *field;  /* [n] */
  gm_edge_face *face;   /* [n_faces] */
  gm_edge_curve *curve; /* [n_curves] */
  uint32_t *of;         /* [n_cells] field of each cell */
  /* [bricks] the field of a cell (i, j, k) is that of row first[i] + rank of its bit in
   * edge[i] of the lattice */
  uint32_t (*first)[GM_BRICK_CELLS];
} gm_edge_fields;

/* --- the lattice ------------------------------------------------------------------ */

typedef struct gm_lattice {
  double spacing;      /* m  distance D between neighbouring sites */
  double low, high;    /* m  ends of the band of distances, both included */
  double middle, step; /* m  offset and unit of the fixed-point distance */
  gm_vec3 origin;      /* m  position of site (0, 0, 0) */
  gm_index size[3];    /*    bricks along each axis                   */

  gm_index n_bricks; /* bricks that store sites */
  size_t n_sites;    /* sites, each counted once */
  size_t n_stored;   /* sites stored, those on shared faces more than once */

  gm_brick *brick; /* [n_bricks]                               */
  gm_site *site;   /* [n_stored]                               */
  /* [n_bricks] bit 8 j + k of flag[i]: interpolation is too inaccurate in cell (i, j,
   * k); null: nowhere */
  uint64_t (*flag)[GM_BRICK_CELLS];
  /* [n_bricks] the same for cells that an edge field completes; null: nowhere */
  uint64_t (*edge)[GM_BRICK_CELLS];
  gm_edge_fields *edges; /* these fields, or null */
  /* without hash: [size product]  row of each brick, OVER or UNDER; with hash: [last + 1]
   * row of the brick in each slot, or -1 */
  gm_index *table;

  /* Columns of the hash; null without one. */
  /* [last + 1]  number, in the whole table, of the brick in each slot */
  int64_t *key;
  /* [size product / 64]  bit of each brick without a row; 1: UNDER, 0: OVER */
  uint64_t *bits;
  uint64_t last; /* slots - 1; the number of slots is a power of two */

  /* [3] the other three cubic lattices of a face-centred one, or null */
  struct gm_lattice *rest;
} gm_lattice;

/* Make *lattice empty.  Allocates nothing and cannot fail. */
void gm_lattice_init(gm_lattice *lattice);

/* Release every column and leave *lattice empty. */
void gm_lattice_clear(gm_lattice *lattice);

/* Number of bricks in the bounds, with sites or without. */
GM_INLINE int64_t gm_lattice_bricks(const gm_lattice *l)
{
  return (int64_t)l->size[0] * l->size[1] * l->size[2];
}

/* Number of sites, each counted once; of a face-centred lattice those of all four. */
size_t gm_lattice_sites(const gm_lattice *lattice);

/* Bytes of the sites alone, each counted once. */
size_t gm_lattice_payload(const gm_lattice *lattice);

/* Bytes of everything: sites, copies on shared faces, bricks and table. */
size_t gm_lattice_bytes(const gm_lattice *lattice);

/* Bytes that other schemes need for the same distances, with all numbers in double
 * precision. sites: position and distance of each site; grid: the same at each point of a
 * full grid; advected: full grid with the seven derivatives that advection schemes store;
 * series: full grid with a second time level. */
typedef struct gm_lattice_schemes {
  size_t sites, grid, advected, series;
} gm_lattice_schemes;

gm_lattice_schemes gm_lattice_compare(size_t sites, size_t grid_points);

/* Position of site (i, j, k), in m. */
GM_INLINE gm_vec3 gm_lattice_place(const gm_lattice *l, gm_index i, gm_index j,
                                   gm_index k)
{
  return gm_vec(l->origin.x + l->spacing * i, l->origin.y + l->spacing * j,
                l->origin.z + l->spacing * k);
}

/* The distance (m) that a site stores, by the fixed-point format of its lattice. */
GM_INLINE double gm_lattice_value(double middle, double step, const gm_site *s)
{
#ifdef GM_LATTICE_DOUBLE
  (void)middle;
  (void)step;
  return s->distance;
#else
  return middle + step * s->distance;
#endif
}

GM_INLINE double gm_lattice_distance(const gm_lattice *l, const gm_site *s)
{
  return gm_lattice_value(l->middle, l->step, s);
}

/* Slot at which the search for a brick in the hash begins. */
GM_INLINE uint64_t gm_lattice_hash(int64_t brick)
{
  const uint64_t h = (uint64_t)brick * 0x9e3779b97f4a7c15u;
  return h ^ h >> 32;
}

/* The brick with number (x size[1] + y) size[2] + z in the whole table: its row, or
 * OVER or UNDER. */
GM_INLINE gm_index gm_lattice_brick(const gm_lattice *l, int64_t number)
{
  if (!l->key) return l->table[number];
  uint64_t at = gm_lattice_hash(number) & l->last;
  while (l->table[at] >= 0 && l->key[at] != number)
    at = (at + 1) & l->last;
  if (l->table[at] >= 0) return l->table[at];
  return l->bits[number >> 6] >> (number & 63) & 1 ? GM_LATTICE_UNDER
                                                   : GM_LATTICE_OVER;
}

#endif
