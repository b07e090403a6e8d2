/* points/point_grid.h -- the background grid of material points: blocks of 4^d nodes.
 *
 * Node (i, j, k) is at origin + h (i, j, k).  A block holds the nodes 4 b ... 4 b + 3
 * along each axis (in the plane z has node 0 only); blocks exist where points are, and
 * around.  Points are sorted by the block of the first node of their stencil, their
 * home; they may go on by a cell before they must be sorted again.
 *
 * Sums over points are made block by block, in one of 2^d colours after the other, so
 * that their bits do not depend on the number of threads.
 *
 * Along a periodic axis nodes beyond the box are images: gm_point_grid_fold adds them to
 * the nodes that they stand for, gm_point_grid_unfold copies these back.
 */
#ifndef GM_POINTS_POINT_GRID_H
#define GM_POINTS_POINT_GRID_H

#include "base/row4.h"
#include "base/types.h"
#include "points/points.h"
#include <stdbool.h>

/* Weights of the nodes around a material point (uGIMP).
 *
 * A point is a box of half width l h (l <= 1/2) that keeps its shape; its weights are
 * means of the linear hats of the nodes over the box.  With u the distance from the
 * middle node of three, -l <= u < 1 - l in units of h,
 *
 *   t  = max(0, l - u)        q  = min(l + u, 2 l)
 *   S0 = t^2 / (4 l)          S0' = -t / (2 l)
 *   S2 = q^2 / (4 l) + max(0, u - l)          S2' = q / (2 l)
 *   S1 = 1 - S0 - S2          S1' = -S0' - S2'
 *
 * per axis, which is the piecewise form of Bardenhagen and Kober (2004).  The box of a
 * point on a regular lattice may end at a node, u = -l.  S2 = u + S0 would then be some
 * 1e-17 of either sign; sums of such masses cancel, while those of the forces do not, so
 * that the node gets any velocity. */

enum { GM_POINT_NODES = 27 }; /* of the stencil in space; in the plane 9 */

/* Weights of three consecutive nodes along x, y, z (lanes), and their derivatives times
 * h. */
typedef struct gm_point_weights {
  gm_row4 s[3], d[3];
} gm_point_weights;

/* First of the three nodes along one axis, for a position in units of h, below 1e9. */
GM_INLINE int gm_point_grid_first(double x, double l)
{
  const double y = x + l;
  const int i = (int)y;
  return i - (y < i) - 1;
}

/* u: position in units of h less that of the middle node. */
GM_INLINE gm_point_weights gm_point_grid_weights(gm_row4 u, double l)
{
  const gm_row4 left = l - u, right = l + u;
  gm_row4 t, q, over;
  for (int a = 0; a < 4; ++a) {
    t[a] = left[a] > 0.0 ? left[a] : 0.0;
    over[a] = left[a] > 0.0 ? 0.0 : -left[a];
    q[a] = right[a] > 0.0 ? right[a] - over[a] : 0.0;
  }
  const gm_row4 s0 = t * t * (0.25 / l), d0 = t * (-0.5 / l);
  const gm_row4 s2 = q * q * (0.25 / l) + over, d2 = q * (0.5 / l);
  return (gm_point_weights){{s0, 1.0 - s0 - s2, s2}, {d0, -d0 - d2, d2}};
}

enum {
  GM_GRID_BLOCK = 4,   /* nodes of a block along an axis */
  GM_GRID_TILE = 8,    /* nodes that the points of a block may reach */
  GM_GRID_AROUND = 27, /* a block and those around it */
};

/* A node.  After the scatter p is {momentum, mass}, f the force of stresses; after the
 * forces p is the momentum to come and f the velocity before {v, 0}; after the finish p
 * is {velocity, mass} and f the change of velocity {dv, 0}. */
typedef struct gm_node {
  gm_row4 p; /* kg m/s or m/s, kg */
  gm_row4 f; /* N or m/s */
} __attribute__((aligned(64))) gm_node;

/* What points lose in a step, and the work of stresses and gravity that goes with their
 * motion, with the stresses after it, in J. */
typedef struct gm_point_sums {
  double plastic;  /* by return to the yield surface and by separation */
  double transfer; /* kinetic energy, between points and grid */
  double work;
} gm_point_sums;

/* Points of one home. */
typedef struct gm_home {
  gm_index first, end; /* points */
  int at[3];           /* block */
  int low[3], high[3]; /* least and largest first node in the block, -1 to 4 */
  int32_t slot[GM_GRID_AROUND]; /* of the blocks around, x fastest */
  gm_point_sums lost;           /* in the last step */
  double lifted;                /* J  gained where structures put points back */
} gm_home;

typedef struct gm_point_grid {
  int dims;
  double h, per;    /* m, 1/m  spacing, 1 / h */
  double l;         /* 1  half width of a point over h */
  gm_vec3 origin;   /* m */
  int period[3];    /* nodes along a periodic axis, else 0 */
  int stale;        /* 1: points were added, removed or moved by others */
  int low[3], n[3]; /* blocks that `slot_of` covers */
  int32_t *slot_of; /* [n0 n1 n2] slot of a block or -1 */
  int64_t map_capacity;
  gm_index slots, slot_capacity; /* blocks that exist */
  int (*at)[3];                  /* [slots] block */
  gm_node *node;                 /* [slots * size] */
  double *lost;                  /* [slots] J  a sum of each block */
  int size;                      /* nodes of a block: 16 or 64 */
  gm_index homes, home_capacity;
  gm_home *home;      /* [homes] in the order of their points */
  gm_index colour[9]; /* homes of colour c: by_colour[colour[c]] ... */
  gm_index *by_colour;
  gm_index images, image_capacity; /* nodes beyond periodic sides */
  gm_index (*image)[2]; /* [images] node beyond, node that it stands for */
  gm_index
      *alias; /* [nodes] the node that each stands for; null: not periodic */
  gm_index *order; /* [points] for sorting */
  gm_index order_capacity;
} gm_point_grid;

/* Position x (m) in units of the spacing, by one rounding everywhere; z is 0 in the
 * plane. */
GM_INLINE gm_row4 gm_point_grid_scaled(const gm_point_grid *g, gm_row4 x)
{
  const gm_row4 o = {g->origin.x, g->origin.y, g->origin.z, 0.0};
  gm_row4 u = (x - o) * g->per;
  if (g->dims == 2) u[2] = 0.0;
  return u;
}

/* A grid of that spacing h (m), for points of half width l h. */
void gm_point_grid_init(gm_point_grid *g, int dims, double h, double l,
                        gm_vec3 origin);

void gm_point_grid_clear(gm_point_grid *g);

/* Moves points across periodic sides, sorts them by home, and makes the blocks around.
 * GM_ERR_NUMBER: a position is not finite, or points are spread too far.  GM_ERR_MEMORY.
 */
gm_status gm_point_grid_sort(gm_point_grid *g, gm_points *points);

/* Whether the grid has nodes at x, and can have the block `at` of a point's home. */
bool gm_point_grid_reaches(const gm_point_grid *g, gm_vec3 x, const int at[3]);

/* Makes the blocks for points that have their homes, as after the last sort: for a run
 * that goes on. */
gm_status gm_point_grid_restore(gm_point_grid *g, gm_points *points);

/* Block of node i along an axis. */
GM_INLINE int gm_point_grid_block(int i)
{
  return i >= 0 ? i / GM_GRID_BLOCK
                : -((GM_GRID_BLOCK - 1 - i) / GM_GRID_BLOCK);
}

/* Place of block b in slot_of, or -1. */
GM_INLINE int64_t gm_point_grid_at(const gm_point_grid *g, const int b[3])
{
  int64_t at = 0;
  for (int a = 2; a >= 0; --a) {
    const int k = b[a] - g->low[a];
    if (k < 0 || k >= g->n[a]) return -1;
    at = at * g->n[a] + k;
  }
  return at;
}

/* Index of node i, j, k, or -1. */
GM_INLINE gm_index gm_point_grid_node(const gm_point_grid *g, const int i[3])
{
  int b[3], in = 0;
  for (int a = 2; a >= 0; --a) {
    b[a] = gm_point_grid_block(i[a]);
    in = in * GM_GRID_BLOCK + (i[a] - GM_GRID_BLOCK * b[a]);
  }
  const int64_t at = gm_point_grid_at(g, b);
  const int32_t slot = at < 0 ? -1 : g->slot_of[at];
  return slot < 0 ? -1 : slot * g->size + in;
}

/* Its numbers i, j, k. */
GM_INLINE void gm_point_grid_numbers(const gm_point_grid *g, gm_index node,
                                     int i[3])
{
  const gm_index slot = node / g->size, in = node % g->size;
  const int off[3] = {in % 4, in / 4 % 4, in / 16};
  for (int a = 0; a < 3; ++a)
    i[a] = GM_GRID_BLOCK * g->at[slot][a] + off[a];
}

/* Returns 1 if a point has left the surroundings of its home, so that the points must be
 * sorted before the next scatter. */
int gm_point_grid_outdated(const gm_point_grid *g);

/* Images of nodes: added to what they stand for, after which their mass is 0; and copied
 * from there. */
void gm_point_grid_fold(gm_point_grid *g);

void gm_point_grid_unfold(gm_point_grid *g);

#endif
