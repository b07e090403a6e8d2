/* points/zones.h -- where a granular material is discrete, where it is a continuum, and
 * where both descriptions share it.
 *
 * The domain is divided into cells of the width of the continuum's grid.  A cell is
 *
 *   discrete    grains alone: outside, near free surfaces, wherever the flow is dilute
 *   coupling    grains and material points share mass and load
 *   continuum   material points alone: deep inside
 *
 * by its depth below the surface of the material, positive inside (points/level.h).  A
 * cell whose depth everywhere is below depth - half is discrete, above depth + half a
 * continuum.  A coupling cell must be an eighth of a cell farther from the layer to leave
 * it, another an eighth of a cell nearer to join it: a cell at the border would change
 * at every conversion, and grains that come and go keep a bed from bearing.  No cell
 * changes from discrete to continuum or back at once; it is coupling in between, so that
 * the description that comes exists before the other goes.
 *
 * Y. Yue, B. Smith, P. Y. Chen, M. Chantharayukhonthorn, K. Kamrin, E. Grinspun, ACM
 * Trans. Graph. 37 (2018) 283.
 */
#ifndef GM_POINTS_ZONES_H
#define GM_POINTS_ZONES_H

#include "base/status.h"
#include "base/vec3.h"

typedef enum gm_zone {
  GM_ZONE_DISCRETE,
  GM_ZONE_COUPLING,
  GM_ZONE_CONTINUUM
} gm_zone;

/* A fixed grid over the domain.  Cells are numbered with x fastest; in two dimensions
 * there is one layer of them about z = 0. The level grid has two cells along each axis
 * of a cell, and its nodes are their corners; in two dimensions one layer of either. */
typedef struct gm_zones {
  double cell;    /* m  width of a cell */
  int axes;       /* 2 or 3 dimensions */
  gm_vec3 origin; /* m  low corner, a multiple of `cell` */
  int n[3];       /* cells along each axis */
  int level[3];   /* level cells along each axis */
  int nodes[3];   /* level nodes along each axis */
  int from[3],
      to[3];       /* cells that may hold material, to[] excluded; elsewhere all
                         is empty and discrete */
  uint8_t *kind;   /* [cells] gm_zone */
  double *packing; /* [level cells] 1  solid fraction; 1 where points are */
  double *
      distance; /* [level nodes] m  depth below the surface, negative outside */
  double reach; /* m  depths are computed up to this size */
} gm_zones;

/* Makes the grid for the box low to high (m), all discrete and empty.  GM_ERR_MEMORY;
 * GM_ERR_INPUT: too many cells. */
gm_status gm_zones_init(gm_zones *zones, int axes, double cell, double reach,
                        gm_vec3 low, gm_vec3 high);

void gm_zones_clear(gm_zones *zones);

/* Numbers of cells, of level cells and of level nodes. */
int64_t gm_zones_cells(const gm_zones *zones);
int64_t gm_zones_level_cells(const gm_zones *zones);
int64_t gm_zones_level_nodes(const gm_zones *zones);

/* The cell that holds x (m), or -1 outside the grid. */
GM_INLINE int64_t gm_zones_find(const gm_zones *z, gm_vec3 x)
{
  const double i = floor((x.x - z->origin.x) / z->cell);
  const double j = floor((x.y - z->origin.y) / z->cell);
  const double k = z->axes > 2 ? floor((x.z - z->origin.z) / z->cell) : 0.0;
  const int holds = i >= 0.0 && i < z->n[0] && j >= 0.0 && j < z->n[1] &&
                    k >= 0.0 && k < z->n[2]; /* false if x is NaN */
  if (!holds) return -1;
  return (int64_t)i +
         (int64_t)z->n[0] * ((int64_t)j + (int64_t)z->n[1] * (int64_t)k);
}

/* The zone at x (m); outside the grid it is discrete. */
GM_INLINE gm_zone gm_zones_at(const gm_zones *z, gm_vec3 x)
{
  const int64_t cell = gm_zones_find(z, x);
  return cell < 0 ? GM_ZONE_DISCRETE : (gm_zone)z->kind[cell];
}

/* Depth in m of the level node nearest to x; -reach outside the grid. */
GM_INLINE double gm_zones_depth(const gm_zones *z, gm_vec3 x)
{
  const double per = 2.0 / z->cell;
  const double i = floor((x.x - z->origin.x) * per + 0.5);
  const double j = floor((x.y - z->origin.y) * per + 0.5);
  const double k = z->axes > 2 ? floor((x.z - z->origin.z) * per + 0.5) : 0.0;
  const int holds = i >= 0.0 && i < z->nodes[0] && j >= 0.0 &&
                    j < z->nodes[1] && k >= 0.0 && k < z->nodes[2];
  if (!holds) return -z->reach;
  return z->distance[(int64_t)i +
                     (int64_t)z->nodes[0] *
                         ((int64_t)j + (int64_t)z->nodes[1] * (int64_t)k)];
}

/* Empties all, and notes that material may be in cells [from, to). Zones and depths
 * elsewhere become those of empty cells. */
void gm_zones_cover(gm_zones *zones, const int from[3], const int to[3]);

/* Low corner (m) of a cell; in two dimensions in the plane z = 0. */
gm_vec3 gm_zones_corner(const gm_zones *zones, int64_t cell);

/* Renews the zones from the depths, in the covered cells; lengths in m. */
void gm_zones_renew(gm_zones *zones, double depth, double half);

#endif
