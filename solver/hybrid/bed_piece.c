/* hybrid/bed_piece.c -- choice of the piece of the bed that is repeated.
 *
 * The box begins at the deepest cell and grows by layers on all sides while all its cells
 * stay a cell below the surface.  Where the box meets its own images, grains that overlap
 * are left out.
 */
#include "hybrid/bed_piece.h"

#include "base/memory.h"

enum { MOST_SIDE = 48 }; /* cells */

/* Least depth at the corners of a cell; negative where a corner is not in the bed. */
static double depth_of(const gm_partition *p, const int at[3])
{
  const gm_zones *z = &p->zones;
  double least = INFINITY;
  for (int c = 0; c < 1 << z->axes; ++c) {
    const int64_t i = at[0] + (c & 1), j = at[1] + (c >> 1 & 1);
    const int64_t k = at[2] + (c >> 2);
    const int64_t node = i + (z->n[0] + 1) * (j + (z->n[1] + 1) * k);
    const int64_t level =
        2 * i + z->nodes[0] * (2 * j + z->nodes[1] * (z->axes > 2 ? 2 * k : 0));
    if (!(p->means.node[node].volume > p->means.full)) return -INFINITY;
    least = fmin(least, z->distance[level]);
  }
  return least;
}

/* Finds the deepest cell, the first of several; returns its depth. */
static double find_deepest(const gm_partition *p, int deepest[3])
{
  const gm_zones *z = &p->zones;
  double most = -INFINITY;
  for (int k = z->from[2]; k < z->to[2]; ++k)
    for (int j = z->from[1]; j < z->to[1]; ++j)
      for (int i = z->from[0]; i < z->to[0]; ++i) {
        const int at[3] = {i, j, k};
        const double depth = depth_of(p, at);
        if (depth <= most) continue;
        most = depth;
        for (int a = 0; a < 3; ++a)
          deepest[a] = at[a];
      }
  return most;
}

static int all_deep(const gm_partition *p, const int from[3], const int to[3],
                    double depth)
{
  for (int k = from[2]; k < to[2]; ++k)
    for (int j = from[1]; j < to[1]; ++j)
      for (int i = from[0]; i < to[0]; ++i)
        if (depth_of(p, (int[3]){i, j, k}) < depth) return 0;
  return 1;
}

/* Grows the box by a layer on one side; returns 0 if that is not possible. */
static int grow(const gm_partition *p, int from[3], int to[3], int axis, int up,
                double depth)
{
  const gm_zones *z = &p->zones;
  int low[3], high[3];
  for (int a = 0; a < 3; ++a) {
    low[a] = from[a];
    high[a] = to[a];
  }
  low[axis] = up ? to[axis] : from[axis] - 1;
  high[axis] = low[axis] + 1;
  if (low[axis] < z->from[axis] || high[axis] > z->to[axis] ||
      to[axis] - from[axis] >= MOST_SIDE || !all_deep(p, low, high, depth))
    return 0;
  *(up ? &to[axis] : &from[axis]) += up ? 1 : -1;
  return 1;
}

static int64_t cell_of(const gm_partition *p, gm_vec3 x)
{
  const gm_partition_bed *bed = &p->bed;
  const double w = p->zones.cell, at[3] = {x.x, x.y, x.z};
  int c[3] = {0, 0, 0};
  for (int a = 0; a < p->zones.axes; ++a) {
    c[a] = (int)floor(at[a] / w);
    if (c[a] >= bed->side[a]) c[a] = bed->side[a] - 1;
    if (c[a] < 0) c[a] = 0;
  }
  return c[0] + (int64_t)bed->side[0] * (c[1] + (int64_t)bed->side[1] * c[2]);
}

gm_status gm_bed_piece_index(gm_partition *p)
{
  gm_partition_bed *bed = &p->bed;
  const int64_t cells = (int64_t)bed->side[0] * bed->side[1] * bed->side[2];
  gm_void_sphere *sorted = NULL;
  if (bed->n == 0) return GM_OK;
  GM_TRY(GM_RESIZE(bed->first, 0, cells + 1));
  GM_TRY(GM_RESIZE(sorted, 0, bed->n));
  for (int64_t k = 0; k < bed->n; ++k)
    ++bed->first[cell_of(p, bed->sphere[k].x) + 1];
  for (int64_t c = 0; c < cells; ++c)
    bed->first[c + 1] += bed->first[c];
  for (int64_t k = 0; k < bed->n; ++k)
    sorted[bed->first[cell_of(p, bed->sphere[k].x)]++] = bed->sphere[k];
  for (int64_t c = cells; c > 0; --c)
    bed->first[c] = bed->first[c - 1];
  bed->first[0] = 0;
  GM_FREE(bed->sphere);
  bed->sphere = sorted;
  return GM_OK;
}

/* True if a sphere fits all images of those taken so far; x from the low corner. */
static int fits(const gm_voids *v, const gm_partition *p, gm_vec3 x, double r)
{
  const double w = p->zones.cell;
  for (int c = 0; c < 27; ++c) {
    const int i = c % 3 - 1, j = c / 3 % 3 - 1, k = c / 9 - 1;
    if ((p->zones.axes < 3 && k) || (!i && !j && !k)) continue;
    const gm_vec3 y =
        gm_vec(x.x + i * w * p->bed.side[0], x.y + j * w * p->bed.side[1],
               x.z + k * w * p->bed.side[2]);
    if (!gm_voids_free(v, y, r, 0.97)) return 0;
  }
  return 1;
}

static gm_status take_grains(gm_scene *s)
{
  gm_partition *p = &s->partition;
  const gm_zones *z = &p->zones;
  const gm_grains *g = &s->grains;
  const gm_vec3 low = gm_zones_corner(
      z, p->bed.low[0] + (int64_t)z->n[0] * (p->bed.low[1] +
                                             (int64_t)z->n[1] * p->bed.low[2]));
  gm_voids v = {0};
  gm_status status = gm_voids_begin(&v, g->n, p->most);
  for (gm_index i = 0; i < g->n && status == GM_OK; ++i) {
    const gm_vec3 x = gm_sub(gm_row_vec(g->g[i].x), low);
    const double at[3] = {x.x, x.y, x.z}, r = g->g[i].x[3];
    int in = 1;
    for (int a = 0; a < z->axes; ++a)
      in &= at[a] >= 0.0 && at[a] < z->cell * p->bed.side[a];
    if (in && fits(&v, p, x, r)) status = gm_voids_add(&v, x, r);
  }
  if (status == GM_OK) status = GM_RESIZE(p->bed.sphere, 0, v.n + 1);
  if (status == GM_OK) {
    for (int32_t k = 0; k < v.n; ++k)
      p->bed.sphere[k] = v.sphere[k];
    p->bed.n = v.n;
  }
  gm_voids_clear(&v);
  return status;
}

gm_status gm_bed_piece_take(gm_scene *s)
{
  gm_partition *p = &s->partition;
  const gm_zones *z = &p->zones;
  int from[3], to[3], grown = 1;
  int64_t nodes;
  gm_means_deep(&p->means, z, z->cell, &nodes); /* finds full nodes */
  if (!(find_deepest(p, from) > z->cell)) return GM_OK;
  for (int a = 0; a < 3; ++a)
    to[a] = from[a] + 1;
  while (grown) {
    grown = 0;
    for (int side = 0; side < 2 * z->axes; ++side)
      grown |= grow(p, from, to, side / 2, side % 2, z->cell);
  }
  for (int a = 0; a < 3; ++a) {
    p->bed.low[a] = from[a];
    p->bed.side[a] = to[a] - from[a];
  }
  GM_TRY(take_grains(s));
  return gm_bed_piece_index(p);
}

int64_t gm_bed_piece_cell(const gm_partition *p, int64_t cell)
{
  const gm_zones *z = &p->zones;
  const int64_t row = cell / z->n[0];
  const int64_t at[3] = {cell % z->n[0], row % z->n[1], row / z->n[1]};
  int64_t c[3];
  if (p->bed.n == 0) return -1;
  for (int a = 0; a < 3; ++a) {
    const int64_t n = p->bed.side[a];
    c[a] = ((at[a] - p->bed.low[a]) % n + n) % n;
  }
  return c[0] + p->bed.side[0] * (c[1] + p->bed.side[1] * c[2]);
}
