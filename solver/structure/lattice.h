/* structure/lattice.h -- virtual particles: a lattice of sites that carry a distance.
 *
 * Room: structure.  May include: base.
 *
 * A simple cubic lattice, fixed in the body frame; or a face-centred one, which is four of
 * them, interleaved.  Sites exist where the distance from a surface, or from a piece of one,
 * lies in a band [low, high] and not inside a solid; each keeps the distance and the
 * normal there.  Written once, never moved; interpolate.h asks it.
 *
 * Sites lie in bricks of 8 x 8 x 8 cells.  A brick holds the sites of its far faces too
 * (9 x 9 x 9), so the eight corners of a cell are in one brick.  Sites outside the band are
 * left out: of each row of nine along z, one word tells which are there, which are
 * missing because they lie under the band or inside, and how many of the brick come before:
 *
 *   bit 0-8 present | bit 9-17 under | bit 18-27 earlier sites of the brick
 *
 * Where sites err too much (flag.h), a bit a cell tells of it.
 *
 * The top table has one entry for each brick of the bounds, sites or none, so a point
 * outside the band is told from one inside it exactly, by a look at the same table.
 * Where the table would be larger than the sites, a hash and one bit a brick replace it.
 */
#ifndef GM_STRUCTURE_LATTICE_H
#define GM_STRUCTURE_LATTICE_H

#include "base/status.h"
#include "base/types.h"
#include "structure/shape.h"
#include <stddef.h>

/* Some distance in the body frame: of a mesh, or in closed form. */
typedef struct gm_field {
  /* Distance and unit gradient at y.  The distance changes by no more than one walks;
   * any number of threads ask at once. */
  gm_probe (*probe)(const void *of, gm_vec3 y);
  /* Distance from the solid to which a piece of surface belongs, negative inside, or null;
   * it changes by no more than one walks, too. */
  double (*solid)(const void *of, gm_vec3 y);
  /* The same as `probe`, and how well the field itself is known: the chord error of the facets
   * nearest to y, in m, 0 at a sharp border; or null: exact. */
  gm_probe (*faceted)(const void *of, gm_vec3 y, double *chord);
  const void *of;
  gm_vec3 min, max; /* m  bounds of the surface; an endless one is cut */
} gm_field;

/* A site.  Fixed point, because a float would cost 1e-7 of the band: the force on a grain
 * comes from an overlap a hundred times smaller.  The other form is for tests that show
 * that storage costs nothing. */
#ifdef GM_LATTICE_DOUBLE
typedef struct gm_site {
  double distance; /* m */
  double normal[3];
} gm_site;
#else
typedef struct gm_site {
  int32_t distance; /* m  middle + step * this, to 1e-9 of the spacing */
  float normal[3];  /* 1  unit, outwards                               */
} gm_site;
#endif

enum { GM_BRICK_CELLS = 8, GM_BRICK_ROWS = 81, GM_BRICK_SITES = 729 };

typedef struct gm_brick {
  uint32_t first;              /* its first stored site   */
  uint32_t row[GM_BRICK_ROWS]; /* row 9 i + j, along z    */
} gm_brick;

/* Entries of the table that are no brick. */
enum { GM_LATTICE_OVER = -1, GM_LATTICE_UNDER = -2 };

typedef struct gm_lattice {
  double spacing;      /* m  D, between neighbours                    */
  double low, high;    /* m  band of distances, both ends included    */
  double middle, step; /* m  of the fixed-point distance              */
  gm_vec3 origin;      /* m  site (0, 0, 0)                           */
  gm_index size[3];    /*    bricks along each axis                   */

  gm_index n_bricks; /* that hold sites                        */
  size_t n_sites;    /* each once                              */
  size_t n_stored;   /* those of doubled faces counted again   */

  gm_brick *brick; /* [n_bricks]                               */
  gm_site *site;   /* [n_stored]                               */
  uint64_t (*flag)[GM_BRICK_CELLS]; /* [n_bricks] bit 8 j + k of flag[i]: sites
                      err too much in cell (i, j, k); null: nowhere */
  gm_index *table;                  /* [size product]  brick, OVER or UNDER; of
                      a hash: [last + 1]  brick or -1          */

  /* Of a hash, else null. */
  int64_t *key;   /* [last + 1]  number of the brick in the whole table   */
  uint64_t *bits; /* [size product / 64]  set: UNDER                      */
  uint64_t last;  /* slots - 1, slots a power of two                      */

  struct gm_lattice
      *rest; /* [3] the others of a face-centred lattice, or null */
} gm_lattice;

/* Make *lattice empty.  Allocates nothing and cannot fail. */
void gm_lattice_init(gm_lattice *lattice);

/* Release every column and leave *lattice empty. */
void gm_lattice_clear(gm_lattice *lattice);

/* Place sites, `spacing` apart (m), one of them (there or not) in `phase`, where the field's
 * distance lies in [low, high] (m) and its solid is not.  The same bits on any number of
 * threads.
 *
 * Requires: *lattice is empty.
 * GM_ERR_INPUT: spacing not positive, band narrower than the diagonal of a cell (a cell
 * could miss it), more than 2^28 bricks in the bounds (the message says which spacing
 * fits) or 2^32 sites, no site in the band.
 * GM_ERR_NUMBER: the field gave a distance or gradient that is no number.
 * GM_ERR_MEMORY.  On error *lattice is empty. */
gm_status gm_lattice_build(gm_lattice *lattice, const gm_field *field,
                           double spacing, gm_vec3 phase, double low,
                           double high);

/* The same for a face-centred lattice: `spacing` is between nearest neighbours, the cubes
 * have a side of sqrt 2 spacings, and so wants the band. */
gm_status gm_lattice_build_face_centred(gm_lattice *lattice,
                                        const gm_field *field, double spacing,
                                        gm_vec3 phase, double low, double high);

/* Sites there, each once; those of all four of a face-centred lattice. */
size_t gm_lattice_sites(const gm_lattice *lattice);

/* Bytes of sites alone, each once: the payload. */
size_t gm_lattice_payload(const gm_lattice *lattice);

/* Bytes of everything: sites, doubled faces, bricks and table. */
size_t gm_lattice_bytes(const gm_lattice *lattice);

/* What the same distances would take in other schemes, in bytes; all numbers double:
 * position and distance of each site; of each point of a full grid; with the seven more
 * an advected grid carries (derivatives of the distance); with a second time level. */
typedef struct gm_lattice_schemes {
  size_t sites, grid, advected, series;
} gm_lattice_schemes;

gm_lattice_schemes gm_lattice_compare(size_t sites, size_t grid_points);

/* Where site (i, j, k) lies, in m. */
GM_INLINE gm_vec3 gm_lattice_place(const gm_lattice *l, gm_index i, gm_index j,
                                   gm_index k)
{
  return gm_vec(l->origin.x + l->spacing * i, l->origin.y + l->spacing * j,
                l->origin.z + l->spacing * k);
}

/* The distance a site carries, in m, by the fixed point of its lattice. */
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

/* Where the search for a brick in the hash begins. */
GM_INLINE uint64_t gm_lattice_hash(int64_t brick)
{
  const uint64_t h = (uint64_t)brick * 0x9e3779b97f4a7c15u;
  return h ^ h >> 32;
}

/* The brick with that number in the whole table, (x size[1] + y) size[2] + z: its row,
 * or OVER or UNDER. */
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
