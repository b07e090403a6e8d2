/* body/property.c -- interpolates a surface property given by a table of points.
 *
 * The nearest table row is found by a sweep over the rows, sorted along the axis in
 * which they spread most.  Each virtual particle stores the value of the row nearest to
 * its own nearest surface point, so that queries during the run only blend eight stored
 * values.
 */
#include "body/property.h"

#include "base/memory.h"
#include "sdf/interpolate.h"
#include "sdf/sites.h"
#include <stdlib.h>

/* --- table --------------------------------------------------------------------- */

static double property_axis(gm_vec3 x, int axis)
{
  return axis == 0 ? x.x : axis == 1 ? x.y : x.z;
}

/* The axis along which the table points spread most. */
static int property_widest_axis(const gm_property_row *row, gm_index n)
{
  double most = -1.0;
  int axis = 0;
  for (int a = 0; a < 3; ++a) {
    double low = INFINITY, high = -INFINITY;
    for (gm_index k = 0; k < n; ++k) {
      low = fmin(low, property_axis(row[k].at, a));
      high = fmax(high, property_axis(row[k].at, a));
    }
    if (high - low > most) axis = a;
    most = fmax(most, high - low);
  }
  return axis;
}

static int compare_property_rows(const gm_property_row *a,
                                 const gm_property_row *b, int axis)
{
  const double x = property_axis(a->at, axis), y = property_axis(b->at, axis);
  if (x != y) return x < y ? -1 : 1;
  return a->number < b->number ? -1 : 1;
}

static int compare_property_x(const void *a, const void *b)
{
  return compare_property_rows(a, b, 0);
}

static int compare_property_y(const void *a, const void *b)
{
  return compare_property_rows(a, b, 1);
}

static int compare_property_z(const void *a, const void *b)
{
  return compare_property_rows(a, b, 2);
}

/* Takes row k if it is nearer than *best, or equally near and earlier in the table. */
static void take_property_nearest(const gm_property *p, gm_index k,
                                  gm_vec3 foot, double *best, gm_index *nearest)
{
  const double d = gm_norm2(gm_sub(p->row[k].at, foot));
  const int first = *nearest < 0 || p->row[k].number < p->row[*nearest].number;
  if (d > *best || (d == *best && !first)) return;
  *best = d;
  *nearest = k;
}

/* Searches in both directions from the place of `foot` in the sorted rows, until rows
 * are too far away along the sort axis alone. */
double gm_property_table(const gm_property *p, gm_vec3 foot)
{
  const double x = property_axis(foot, p->axis);
  gm_index low = 0, high = p->n, nearest = -1;
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (property_axis(p->row[middle].at, p->axis) < x)
      low = middle + 1;
    else
      high = middle;
  }
  double best = INFINITY;
  for (gm_index up = low, down = low - 1; up < p->n || down >= 0;) {
    const double over =
        up < p->n ? property_axis(p->row[up].at, p->axis) - x : INFINITY;
    const double under =
        down >= 0 ? x - property_axis(p->row[down].at, p->axis) : INFINITY;
    const double less = fmin(over, under);
    if (less * less > best) break;
    take_property_nearest(p, over <= under ? up++ : down--, foot, &best,
                          &nearest);
  }
  return p->row[nearest].value;
}

/* --- sites --------------------------------------------------------------------- */

enum { EDGE = GM_BRICK_CELLS + 1 };

/* Values of the stored sites of one brick, which is number `number` in the whole table
 * of bricks. */
static void lay_property_brick(const gm_property *p, const gm_lattice *l,
                               const gm_brick *b, int64_t number, float *value)
{
  const gm_index first[3] = {
      GM_BRICK_CELLS * (gm_index)(number / l->size[2] / l->size[1]),
      GM_BRICK_CELLS * (gm_index)(number / l->size[2] % l->size[1]),
      GM_BRICK_CELLS * (gm_index)(number % l->size[2])};
  size_t at = b->first;
  for (gm_index row = 0; row < GM_BRICK_ROWS; ++row) {
    for (gm_index k = 0; k < EDGE; ++k) {
      if (!(b->row[row] >> k & 1)) continue;
      const gm_site *s = &l->site[at];
      const gm_vec3 y = gm_lattice_place(l, first[0] + row / EDGE,
                                         first[1] + row % EDGE, first[2] + k);
      const gm_vec3 n = {(double)s->normal[0], (double)s->normal[1],
                         (double)s->normal[2]};
      const gm_vec3 foot = gm_madd(y, -gm_lattice_distance(l, s), n);
      value[at++] = (float)gm_property_table(p, foot);
    }
  }
}

static gm_status lay_property_lattice(const gm_property *p, const gm_lattice *l,
                                      float **value)
{
  int64_t *number = NULL;
  GM_TRY(GM_RESIZE(*value, 0, l->n_stored + 1));
  GM_TRY(GM_RESIZE(number, 0, l->n_bricks + 1));
  gm_sites_number_bricks(l, number);
#pragma omp parallel for schedule(dynamic, 4)
  for (gm_index b = 0; b < l->n_bricks; ++b)
    lay_property_brick(p, l, &l->brick[b], number[b], *value);
  GM_FREE(number);
  return GM_OK;
}

static gm_status lay_property(gm_property *p, const gm_property_row *rows,
                              gm_index n, const gm_mesh_collider *collider)
{
  static int (*const by[])(const void *, const void *) = {
      compare_property_x, compare_property_y, compare_property_z};
  const gm_interpolation way = collider->options.by;
  GM_TRY(GM_RESIZE(p->row, 0, n));
  p->n = n;
  p->least = p->most = rows[0].value;
  for (gm_index k = 0; k < n; ++k) {
    p->row[k] = rows[k];
    p->least = fmin(p->least, rows[k].value);
    p->most = fmax(p->most, rows[k].value);
  }
  p->axis = property_widest_axis(rows, n);
  qsort(p->row, (size_t)n, sizeof *p->row, by[p->axis]);
  GM_TRY(GM_RESIZE(p->site, 0, collider->n));
  p->patches = collider->n;
  for (gm_index k = 0; k < p->patches; ++k) {
    if (way != GM_INTERPOLATION_HALF_TAYLOR &&
        way != GM_INTERPOLATION_TRILINEAR)
      continue;
    GM_TRY(lay_property_lattice(p, &collider->sdf[k].lattice, &p->site[k]));
  }
  return GM_OK;
}

gm_status gm_property_build(gm_property *p, const gm_property_row *rows,
                            gm_index n, const gm_mesh_collider *collider)
{
  const gm_status status = lay_property(p, rows, n, collider);
  if (status != GM_OK) gm_property_clear(p);
  return status;
}

void gm_property_clear(gm_property *p)
{
  for (gm_index k = 0; k < p->patches; ++k)
    GM_FREE(p->site[k]);
  GM_FREE(p->site);
  GM_FREE(p->row);
  *p = (gm_property){0};
}

double gm_property_sites(const gm_property *p, const gm_patch *patch, gm_vec3 y,
                         gm_vec3 foot)
{
  const gm_site *pair[4];
  gm_vec3 u;
  gm_interpolated r;
  const float *value = p->site[patch->piece->number];
  if (!value || !gm_interpolate_find(patch->sites, y, pair, &u, &r))
    return gm_property_table(p, foot);
  double sum = 0.0;
  for (int q = 0; q < 8; ++q) {
    const double w = (q >> 2 ? u.x : 1.0 - u.x) *
                     (q >> 1 & 1 ? u.y : 1.0 - u.y) * (q & 1 ? u.z : 1.0 - u.z);
    sum += w * (double)value[pair[q >> 1] + (q & 1) - patch->sites->site];
  }
  return sum;
}
