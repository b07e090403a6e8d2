/* scene/domain.h -- the simulation box: what its faces do, and the periodic images.
 *
 * Along a periodic axis of length L the scene repeats with period L. An image is a
 * shift by -1, 0 or 1 periods along each axis; its number is c_x + 3 c_y + 9 c_z with c
 * = 0, 1, 2 for 0, 1, -1 periods.
 *
 * Positions along a periodic axis lie on a grid whose spacing is that of doubles near
 * the farther face, and L is a multiple of the spacing.  Shifts by L and differences of
 * two positions are therefore exact: the motion of an assembly has the same bits
 * wherever it lies in the box and whenever its grains cross a periodic face.
 */
#ifndef GM_SCENE_DOMAIN_H
#define GM_SCENE_DOMAIN_H

#include "config/config.h"
#include "scene/grains.h"

enum { GM_DOMAIN_IMAGES = 27 };

typedef struct gm_domain {
  gm_vec3 min, max;          /* m  infinite where the domain is unbounded */
  int kind[GM_CONFIG_SIDES]; /* enum gm_choice_boundary of x_min, x_max, ... */
  int periodic;              /* 1 if some axis is periodic */
  double shear; /* 1/s  images beyond y move along x by this times the height */
  int reflects; /* bit mask of the faces that reflect grains, bit 0: x_min */
  gm_row4 side; /* {L, 0} m  0 along an axis that is not periodic */
  gm_row4
      grid; /* m  x + grid - grid rounds x to the grid; 0 along other axes */
  gm_row4 shift[GM_DOMAIN_IMAGES]; /* {shift, 0} m  of each image */
} gm_domain;

/* Make the axes in the bit mask (1 x, 2 y, 4 z) periodic and round their bounds to the
 * grid.  Requires finite bounds along these axes. */
void gm_domain_repeat(gm_domain *domain, int axes);

/* Move every grain into the box across the periodic faces, however far outside it is,
 * and round its position to the grid.  Later shifts keep positions on the grid. */
void gm_domain_settle(const gm_domain *domain, gm_grains *g);

/* GM_ERR_NUMBER: a grain is more than a quarter of a period outside the box, farther
 * than images reach. */
gm_status gm_domain_check(const gm_domain *domain, const gm_grains *g);

/* Periods by which image `image` is shifted along `axis`: -1, 0 or 1. */
GM_INLINE int gm_domain_sides(int image, int axis)
{
  const int c = (axis == 0 ? image : axis == 1 ? image / 3 : image / 9) % 3;
  return c == 2 ? -1 : c;
}

/* Bit mask of the axes along which image `image` is shifted. */
GM_INLINE int gm_domain_axes(int image)
{
  int axes = 0;
  for (int a = 0; a < 3; ++a)
    axes |= (gm_domain_sides(image, a) != 0) << a;
  return axes;
}

/* m  A pair may reach so far along an axis: less than half a periodic side, so that no
 * grain meets another and its image. */
#define GM_DOMAIN_REACH 0.499 /* sides */
GM_INLINE double gm_domain_reach(const gm_domain *d, int axis)
{
  return d->side[axis] > 0.0 ? GM_DOMAIN_REACH * d->side[axis] : INFINITY;
}

/* Number of the image shifted by x, y, z periods, each -1, 0 or 1. */
GM_INLINE int gm_domain_number(int x, int y, int z)
{
  return (x + 3) % 3 + 3 * ((y + 3) % 3) + 9 * ((z + 3) % 3);
}

/* The image with the shift of `image` along the axes of the bit mask and none along the
 * others. */
GM_INLINE int gm_domain_along(int image, int axes)
{
  return (axes & 1 ? image % 3 : 0) + (axes & 2 ? image / 3 % 3 * 3 : 0) +
         (axes & 4 ? image / 9 * 9 : 0);
}

/* The image whose shift is the sum of the shifts of images p and q; -1 where the sum
 * exceeds one period. */
GM_INLINE int gm_domain_sum(int p, int q)
{
  int sum[3];
  for (int a = 0; a < 3; ++a) {
    sum[a] = gm_domain_sides(p, a) + gm_domain_sides(q, a);
    if (sum[a] < -1 || sum[a] > 1) return -1;
  }
  return gm_domain_number(sum[0], sum[1], sum[2]);
}

/* Range of shifts along each axis, from..to periods, for which a point at x (m) comes
 * within `reach` (m) of the box [low, high]. */
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

/* Returns 1 if the shift of the image is within from..to periods along each axis. */
GM_INLINE int gm_domain_between(int image, const int from[3], const int to[3])
{
  int between = 1;
  for (int a = 0; a < 3; ++a) {
    const int sides = gm_domain_sides(image, a);
    between = between && sides >= from[a] && sides <= to[a];
  }
  return between;
}

/* The image of b nearest to a, where apart = x_a - x_b (m). */
GM_INLINE int gm_domain_nearest(const gm_domain *d, gm_row4 apart)
{
  int k[3];
  for (int a = 0; a < 3; ++a)
    k[a] = d->side[a] > 0.0
               ? (2.0 * apart[a] > d->side[a]) - (2.0 * apart[a] < -d->side[a])
               : 0;
  return gm_domain_number(k[0], k[1], k[2]);
}

/* The shift that brings a grain at x (m) back into the box.  Requires x less than one
 * period outside. */
GM_INLINE int gm_domain_return(const gm_domain *d, gm_row4 x)
{
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  int k[3];
  for (int a = 0; a < 3; ++a)
    k[a] = d->side[a] > 0.0 ? (x[a] < min[a]) - (x[a] >= max[a]) : 0;
  return gm_domain_number(k[0], k[1], k[2]);
}

/* x (m) rounded to the grid; the fourth lane does not change. */
GM_INLINE gm_row4 gm_domain_snap(const gm_domain *d, gm_row4 x)
{
  return (x + d->grid) - d->grid;
}

/* Returns 1 if x (m) is between all faces, periodic ones included. */
GM_INLINE int gm_domain_holds(const gm_domain *d, gm_row4 x)
{
  return x[0] >= d->min.x && x[0] <= d->max.x && x[1] >= d->min.y &&
         x[1] <= d->max.y && x[2] >= d->min.z && x[2] <= d->max.z;
}

/* Returns 1 if x (m) is beyond a side that is not periodic, or is no number. */
GM_INLINE int gm_domain_left(const gm_domain *d, gm_row4 x)
{
  return !(((x[0] >= d->min.x && x[0] <= d->max.x) || d->side[0] > 0.0) &&
           ((x[1] >= d->min.y && x[1] <= d->max.y) || d->side[1] > 0.0) &&
           ((x[2] >= d->min.z && x[2] <= d->max.z) || d->side[2] > 0.0));
}

/* The position in the box that x (m) is an image of; result files use it. */
GM_INLINE gm_row4 gm_domain_home(const gm_domain *d, gm_row4 x)
{
  return d->periodic ? x + d->shift[gm_domain_return(d, x)] : x;
}

#endif
