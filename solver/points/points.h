/* points/points.h -- material points: the grains of a dense bed as a continuum.
 *
 * One row for each point, sorted by blocks of the grid (points/point_grid.h) whenever one
 * has left the surroundings of its block.  Units are SI; vectors are in the world frame.
 * Between steps positions are at time t and velocities at t - dt/2, as those of grains.
 *
 * Mass and volume are weighted: where points and grains share the mass, they hold the
 * part `weight` of it.
 */
#ifndef GM_POINTS_POINTS_H
#define GM_POINTS_POINTS_H

#include "base/row4.h"
#include "base/status.h"
#include "base/types.h"

/* Elastic strain: the left Cauchy-Green tensor b = J^(2/d) bbar with det bbar = 1 in d
 * dimensions.  In two dimensions bbar.zz = 1, and xz = yz = 0. */
typedef struct gm_strain {
  gm_row4 bar; /* 1  bbar xx, yy, zz; J = volume over volume without stress */
  gm_row4 off; /* 1  bbar xy, yz, zx; the fourth lane is 0 */
} gm_strain;

typedef struct gm_point {
  gm_row4 x; /* {x, y, z, m}  m, kg     position, mass (weighted) */
  gm_row4
      v; /* {v, V}  m/s, m3         velocity, volume without stress (weighted) */
  gm_strain b; /* off[3] of a point is its weight, 1 */
} __attribute__((aligned(64))) gm_point;

/* What no step reads but the sorting of points. */
typedef struct gm_point_tag {
  gm_id id;      /* global, unique, never reused */
  double born;   /* s  when it was made: its age is time - born */
  int32_t fresh; /* 1: made of grains, and J was above 1 since */
  int32_t at[3]; /* its home, a block of the grid */
} gm_point_tag;

typedef struct gm_points {
  gm_index n;        /* points */
  gm_index capacity; /* rows allocated, >= n */
  gm_point *p;       /* [n] */
  gm_point_tag *tag; /* [n] */
  gm_row4 *now; /* [n] {v, 0} m/s  velocity at the instant last measured, until
                        the next step */
  gm_id next;   /* id of the next point */

  gm_point *spare; /* [capacity] memory to reorder them */
  gm_point_tag *spare_tag;
} gm_points;

/* Strain without stress. */
GM_INLINE gm_strain gm_points_unstrained(void)
{
  return (gm_strain){{1.0, 1.0, 1.0, 1.0}, {0.0, 0.0, 0.0, 0.0}};
}

/* Release every column and leave *p empty. */
void gm_points_clear(gm_points *p);

/* Allocate at least `capacity` rows; memory never shrinks.  On GM_ERR_MEMORY rows [0, n)
 * keep their values. */
gm_status gm_points_reserve(gm_points *p, gm_index capacity);

/* Append one point as row n, with a new id and weight 1; the grid must then be sorted
 * (gm_point_grid_sort).  Requires capacity, m > 0 (kg), volume > 0 (m3). */
void gm_points_append(gm_points *p, gm_vec3 x, gm_vec3 v, double m,
                      double volume, gm_strain b, double time);

/* Sets the weight of point i to w > 0; mass and volume follow. */
GM_INLINE void gm_points_weigh(gm_points *p, gm_index i, double w)
{
  gm_point *o = &p->p[i];
  const double by = w / o->b.off[3];
  o->x[3] *= by;
  o->v[3] *= by;
  o->b.off[3] = w;
}

/* Reorder the rows: new row k is old row from[k] for k < n <= p->n.  Rows that `from`
 * does not name are removed. */
void gm_points_permute(gm_points *p, const gm_index *from, gm_index n);

#endif
