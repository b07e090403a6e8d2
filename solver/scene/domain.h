/* scene/domain.h -- the box: what its sides do, and the images of what is in it.
 *
 * Room: scene.  May include: base, config.
 *
 * Along a periodic axis of side L everything is repeated every L.  An image is a shift by
 * -1, 0 or 1 sides along each axis, numbered c_x + 3 c_y + 9 c_z with c = 0, 1, 2 for
 * 0, 1, -1.
 *
 * Positions along a periodic axis are kept on a grid that is as fine as a double next to
 * the farther side, and L is a multiple of it.  So no shift by L and no difference of two
 * positions rounds: a bed moves in the same bits wherever it lies in the box, and whenever
 * its grains are put back.
 */
#ifndef GM_SCENE_DOMAIN_H
#define GM_SCENE_DOMAIN_H

#include "config/config.h"
#include "scene/grains.h"

enum { GM_DOMAIN_IMAGES = 27 };

typedef struct gm_domain {
  gm_vec3 min, max;          /* m  infinite where there is no bound */
  int kind[GM_CONFIG_SIDES]; /* enum gm_config_boundary of x_min, x_max, ... */
  int periodic;              /* some axis is */
  gm_row4 side; /* {L, 0}  m  0 along an axis that is not periodic */
  gm_row4 grid; /* m  x + grid - grid lies on the grid; 0 likewise */
  gm_row4 shift[GM_DOMAIN_IMAGES]; /* {shift, 0}  m  of each image */
} gm_domain;

/* Make the axes named by bits (1 x, 2 y, 4 z) periodic; bounds become multiples of the grid.
 * Requires finite bounds along them. */
void gm_domain_repeat(gm_domain *domain, int axes);

/* Put all grains into the box across periodic sides, from however far, and on the grid that
 * they keep from then on. */
void gm_domain_settle(const gm_domain *domain, gm_grains *g);

/* GM_ERR_NUMBER: a grain is farther than a quarter of a side outside, where images end. */
gm_status gm_domain_check(const gm_domain *domain, const gm_grains *g);

/* Sides that image `image` is shifted by along `axis`. */
GM_INLINE int gm_domain_sides(int image, int axis)
{
  const int c = (axis == 0 ? image : axis == 1 ? image / 3 : image / 9) % 3;
  return c == 2 ? -1 : c;
}

/* The image shifted by x, y, z sides, each -1, 0 or 1. */
GM_INLINE int gm_domain_number(int x, int y, int z)
{
  return (x + 3) % 3 + 3 * ((y + 3) % 3) + 9 * ((z + 3) % 3);
}

/* What of an image is along these axes (bits). */
GM_INLINE int gm_domain_along(int image, int axes)
{
  return (axes & 1 ? image % 3 : 0) + (axes & 2 ? image / 3 % 3 * 3 : 0) +
         (axes & 4 ? image / 9 * 9 : 0);
}

/* The shifts of two images, one after the other; -1 where that is more than one side. */
GM_INLINE int gm_domain_sum(int p, int q)
{
  int sum[3];
  for (int a = 0; a < 3; ++a) {
    sum[a] = gm_domain_sides(p, a) + gm_domain_sides(q, a);
    if (sum[a] < -1 || sum[a] > 1) return -1;
  }
  return gm_domain_number(sum[0], sum[1], sum[2]);
}

/* Images along each axis, from..to sides, from which what is at x (m) comes within `reach` (m)
 * of [low, high]. */
GM_INLINE void gm_domain_within(const gm_domain *d, const double x[3],
                                const double low[3], const double high[3],
                                double reach, int from[3], int to[3])
{
  for (int a = 0; a < 3; ++a) {
    const double L = d->side[a];
    from[a] = -(L > 0.0 && x[a] + L <= high[a] + reach);
    to[a] = L > 0.0 && x[a] - L >= low[a] - reach;
  }
}

/* An image is shifted by from..to sides along each axis. */
GM_INLINE int gm_domain_between(int image, const int from[3], const int to[3])
{
  int between = 1;
  for (int a = 0; a < 3; ++a) {
    const int sides = gm_domain_sides(image, a);
    between = between && sides >= from[a] && sides <= to[a];
  }
  return between;
}

/* The image of b that is nearest to a, where apart = x_a - x_b (m). */
GM_INLINE int gm_domain_nearest(const gm_domain *d, gm_row4 apart)
{
  int k[3];
  for (int a = 0; a < 3; ++a)
    k[a] = d->side[a] > 0.0
               ? (2.0 * apart[a] > d->side[a]) - (2.0 * apart[a] < -d->side[a])
               : 0;
  return gm_domain_number(k[0], k[1], k[2]);
}

/* The shift that puts a grain at x (m) back into the box, less than a side outside. */
GM_INLINE int gm_domain_return(const gm_domain *d, gm_row4 x)
{
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  int k[3];
  for (int a = 0; a < 3; ++a)
    k[a] = d->side[a] > 0.0 ? (x[a] < min[a]) - (x[a] >= max[a]) : 0;
  return gm_domain_number(k[0], k[1], k[2]);
}

/* x (m) on the grid; the fourth lane stays. */
GM_INLINE gm_row4 gm_domain_snap(const gm_domain *d, gm_row4 x)
{
  return (x + d->grid) - d->grid;
}

/* Is x (m) between all sides, periodic ones too? */
GM_INLINE int gm_domain_holds(const gm_domain *d, gm_row4 x)
{
  return x[0] >= d->min.x && x[0] <= d->max.x && x[1] >= d->min.y &&
         x[1] <= d->max.y && x[2] >= d->min.z && x[2] <= d->max.z;
}

/* The same place in the box, for files. */
GM_INLINE gm_row4 gm_domain_home(const gm_domain *d, gm_row4 x)
{
  return d->periodic ? x + d->shift[gm_domain_return(d, x)] : x;
}

#endif
