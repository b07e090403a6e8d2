/* hybrid/packing.c -- solid fractions on the level grid.
 *
 * Discs are cut with every window that they reach, in closed form: the area between two
 * heights over an interval is one of arcs and rectangles.  Spheres are spread over
 * points inside them, and a filter along each axis makes windows of the cells; that
 * costs the same for any size of window.
 */
#include "hybrid/packing.h"

#include "base/math.h"
#include "base/memory.h"

/* Antiderivative of sqrt(r^2 - x^2). */
static double packing_arc_area(double x, double r)
{
  const double s2 = r * r - x * x;
  if (!(s2 > 0.0)) return copysign(0.25 * GM_PI * r * r, x);
  return 0.5 * (x * sqrt(s2) + r * r * gm_math_asin(x / r));
}

static void insert_packing_sorted(double *all, int *n, double value, double low,
                                  double high)
{
  if (!(value > low && value < high)) return;
  int k = (*n)++;
  for (; all[k - 1] > value; --k)
    all[k] = all[k - 1];
  all[k] = value;
}

double gm_packing_area(double x, double y, double r, double x0, double x1,
                       double y0, double y1)
{
  const double low = fmax(x0 - x, -r), high = fmin(x1 - x, r);
  const double bottom = y0 - y, top = y1 - y;
  if (!(high > low) || bottom >= r || top <= -r) return 0.0;
  double cut[8] = {low}, area = 0.0;
  int n = 1;
  for (int k = 0; k < 2; ++k) { /* where the circle crosses bottom and top */
    const double h = k ? top : bottom, s2 = r * r - h * h;
    if (!(s2 > 0.0)) continue;
    insert_packing_sorted(cut, &n, -sqrt(s2), low, high);
    insert_packing_sorted(cut, &n, sqrt(s2), low, high);
  }
  cut[n++] = high;
  for (int k = 1; k < n; ++k) {
    const double a = cut[k - 1], b = cut[k], middle = 0.5 * (a + b);
    const double s = sqrt(fmax(r * r - middle * middle, 0.0));
    if (s <= bottom || -s >= top) continue;
    const double whole = packing_arc_area(b, r) - packing_arc_area(a, r);
    area += s < top ? whole : top * (b - a);
    area -= -s > bottom ? -whole : bottom * (b - a);
  }
  return area;
}

/* Level cells [low, high) whose centre is within `reach` of x along an axis.  None far
 * from the grid: x may be any number, which is no integer before it is bounded. */
static void find_packing_centres(const gm_zones *z, int axis, double x,
                                 double origin, double reach, int *low,
                                 int *high)
{
  const double s = 0.5 * z->cell, first = 2.0 * z->from[axis],
               last = 2.0 * z->to[axis];
  const double from = ceil((x - reach - origin) / s - 0.5),
               to = floor((x + reach - origin) / s - 0.5) + 1.0;
  *low = (int)fmin(fmax(from, first), last);
  *high = (int)fmin(fmax(to, first), last);
}

static void add_packing_disc_share(gm_zones *z, gm_row4 x, double weight,
                                   double window)
{
  const double s = 0.5 * z->cell, half = 0.5 * window, r = x[3];
  const double whole = GM_PI * r * r, per = weight / (window * window);
  int i0, i1, j0, j1;
  find_packing_centres(z, 0, x[0], z->origin.x, half + r, &i0, &i1);
  find_packing_centres(z, 1, x[1], z->origin.y, half + r, &j0, &j1);
  for (int j = j0; j < j1; ++j) {
    const double cy = z->origin.y + s * (j + 0.5), dy = fabs(x[1] - cy) + r;
    for (int i = i0; i < i1; ++i) {
      const double cx = z->origin.x + s * (i + 0.5), dx = fabs(x[0] - cx) + r;
      const double area =
          dx <= half && dy <= half
              ? whole
              : gm_packing_area(x[0], x[1], r, cx - half, cx + half, cy - half,
                                cy + half);
      z->packing[i + (int64_t)z->level[0] * j] += per * area;
    }
  }
}

/* Adds the volume of a sphere, in level cells, to those of the points inside it. */
static void add_packing_sphere_share(gm_zones *z, gm_row4 x, double weight)
{
  static const double place[4] = {-0.75, -0.25, 0.25, 0.75};
  const double per = 2.0 / z->cell, r = x[3];
  const double volume =
      weight * 4.0 / 3.0 * GM_PI * r * r * r / 32.0 * per * per * per;
  for (int c = 0; c < 64; ++c) {
    const double a = place[c & 3], b = place[c >> 2 & 3], d = place[c >> 4];
    if (a * a + b * b + d * d > 1.0) continue;
    const double i = floor((x[0] + r * a - z->origin.x) * per);
    const double j = floor((x[1] + r * b - z->origin.y) * per);
    const double k = floor((x[2] + r * d - z->origin.z) * per);
    if (!(i >= 2.0 * z->from[0] && i < 2.0 * z->to[0] &&
          j >= 2.0 * z->from[1] && j < 2.0 * z->to[1] &&
          k >= 2.0 * z->from[2] && k < 2.0 * z->to[2]))
      continue;
    z->packing[(int64_t)i +
               (int64_t)z->level[0] *
                   ((int64_t)j + (int64_t)z->level[1] * (int64_t)k)] += volume;
  }
}

/* Length that [a, a + w] and [b, b + v] share. */
static double packing_shared_length(double a, double w, double b, double v)
{
  return fmax(fmin(a + w, b + v) - fmax(a, b), 0.0);
}

/* Adds the area of a point, spread over a square of a level cell, to the windows. */
static void add_packing_flat(gm_zones *z, gm_vec3 x, double area, double window)
{
  const double s = 0.5 * z->cell, half = 0.5 * window;
  const double per = area / (s * s * window * window);
  int i0, i1, j0, j1;
  find_packing_centres(z, 0, x.x, z->origin.x, half + 0.5 * s, &i0, &i1);
  find_packing_centres(z, 1, x.y, z->origin.y, half + 0.5 * s, &j0, &j1);
  for (int j = j0; j < j1; ++j)
    for (int i = i0; i < i1; ++i)
      z->packing[i + (int64_t)z->level[0] * j] +=
          per *
          packing_shared_length(x.x - 0.5 * s, s,
                                z->origin.x + s * (i + 0.5) - half, window) *
          packing_shared_length(x.y - 0.5 * s, s,
                                z->origin.y + s * (j + 0.5) - half, window);
}

/* Adds the volume of a point, spread over a cube of a level cell, in level cells. */
static void add_packing_cube(gm_zones *z, gm_vec3 x, double volume)
{
  const double per = 2.0 / z->cell;
  const double at[3] = {(x.x - z->origin.x) * per - 0.5,
                        (x.y - z->origin.y) * per - 0.5,
                        (x.z - z->origin.z) * per - 0.5};
  for (int c = 0; c < 8; ++c) {
    double part = volume * per * per * per;
    int64_t cell = 0, step = 1;
    for (int a = 0; a < 3; ++a) {
      const double low = floor(at[a]);
      const double i = low + (c >> a & 1);
      part *= c >> a & 1 ? at[a] - low : 1.0 - (at[a] - low);
      if (!(i >= 2.0 * z->from[a] && i < 2.0 * z->to[a])) part = 0.0;
      cell += part > 0.0 ? (int64_t)i * step : 0;
      step *= z->level[a];
    }
    if (part > 0.0) z->packing[cell] += part;
  }
}

/* Sums a line of n numbers, `step` apart, over a window of `wide` cells. */
static void sum_packing_line(double *value, int64_t step, int n, double wide,
                             double *old)
{
  const int most = (int)ceil(0.5 * (wide - 1.0) - 1.0e-9);
  const double edge =
      0.5 * (wide - 1.0) - (most - 1); /* part of the last cell */
  for (int k = 0; k < n; ++k)
    old[k] = value[k * step];
  for (int k = 0; k < n; ++k) {
    double sum = 0.0;
    for (int q = -most; q <= most; ++q) {
      if (k + q < 0 || k + q >= n) continue;
      sum += (most > 0 && (q == -most || q == most) ? edge : 1.0) * old[k + q];
    }
    value[k * step] = sum;
  }
}

/* Replaces the values of the level cells from[] to to[] by their means over the window
 * (m) about each; beyond these cells they are 0.  GM_ERR_MEMORY. */
static gm_status sum_packing_windows(const gm_zones *z, double *value,
                                     double window, const int from[3],
                                     const int to[3])
{
  const int64_t step[3] = {1, z->level[0], (int64_t)z->level[0] * z->level[1]};
  const double wide = fmax(2.0 * window / z->cell, 1.0);
  const double per =
      z->axes > 2 ? 1.0 / (wide * wide * wide) : 1.0 / (wide * wide);
  double *old = NULL;
  GM_TRY(GM_RESIZE(old, 0, z->level[0] + z->level[1] + z->level[2]));
  for (int a = 0; a < z->axes; ++a) {
    const int b = (a + 1) % 3, c = (a + 2) % 3;
    for (int p = from[b]; p < to[b]; ++p)
      for (int q = from[c]; q < to[c]; ++q)
        sum_packing_line(&value[p * step[b] + q * step[c] + from[a] * step[a]],
                         step[a], to[a] - from[a], wide, old);
  }
  GM_FREE(old);
  for (int k = from[2]; k < to[2]; ++k)
    for (int j = from[1]; j < to[1]; ++j)
      for (int i = from[0]; i < to[0]; ++i)
        value[i + step[1] * j + step[2] * k] *= per;
  return GM_OK;
}

/* Sets the level cells to 1 that the window about x touches. */
static void fill_about_packing(gm_zones *z, gm_vec3 x, double half)
{
  const double s = 0.5 * z->cell;
  const double reach = half + 0.5 * s;
  int i0, i1, j0, j1, k0 = 0, k1 = 1;
  find_packing_centres(z, 0, x.x, z->origin.x, reach, &i0, &i1);
  find_packing_centres(z, 1, x.y, z->origin.y, reach, &j0, &j1);
  if (z->axes > 2)
    find_packing_centres(z, 2, x.z, z->origin.z, reach, &k0, &k1);
  for (int k = k0; k < k1; ++k)
    for (int j = j0; j < j1; ++j)
      for (int i = i0; i < i1; ++i)
        z->packing[i + (int64_t)z->level[0] * (j + (int64_t)z->level[1] * k)] =
            1.0;
}

static gm_vec3 packing_point(gm_packing_points p, int64_t k)
{
  const double *x = p.x + (size_t)k * p.stride;
  return gm_vec(x[0], x[1], x[2]);
}

static void widen_packing_box(double low[3], double high[3], gm_vec3 x,
                              double r)
{
  const double at[3] = {x.x, x.y, x.z};
  for (int a = 0; a < 3; ++a) {
    low[a] = fmin(low[a], at[a] - r);
    high[a] = fmax(high[a], at[a] + r);
  }
}

/* Covers the cells that grains and points may fill. */
static void cover_packing_cells(gm_zones *z, const gm_grains *g,
                                gm_packing_points points, double window)
{
  const double origin[3] = {z->origin.x, z->origin.y, z->origin.z};
  double low[3] = {INFINITY, INFINITY, INFINITY};
  double high[3] = {-INFINITY, -INFINITY, -INFINITY};
  int from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
  for (gm_index i = 0; i < g->n; ++i)
    widen_packing_box(low, high, gm_row_vec(g->g[i].x), g->g[i].x[3]);
  for (int64_t k = 0; k < points.n; ++k)
    widen_packing_box(low, high, packing_point(points, k), 0.0);
  for (int a = 0; a < 3; ++a) {
    if (!(high[a] >= low[a])) continue;
    const double margin = window + z->cell;
    from[a] = (int)fmin(
        fmax(floor((low[a] - margin - origin[a]) / z->cell), 0.0), z->n[a]);
    to[a] = (int)fmin(
        fmax(ceil((high[a] + margin - origin[a]) / z->cell), from[a]), z->n[a]);
    if (a >= z->axes) {
      from[a] = 0;
      to[a] = 1;
    }
  }
  gm_zones_cover(z, from, to);
}

gm_status gm_packing_fill(gm_zones *z, const gm_grains *g,
                          gm_packing_points points, double window)
{
  cover_packing_cells(z, g, points, window);
  for (gm_index i = 0; i < g->n; ++i) {
    const double w = g->weight ? g->weight[i] : 1.0;
    if (z->axes > 2)
      add_packing_sphere_share(z, g->g[i].x, w);
    else
      add_packing_disc_share(z, g->g[i].x, w, window);
  }
  for (int64_t k = 0; k < points.n; ++k) {
    const double *x = points.x + (size_t)k * points.stride;
    if (points.weight[(size_t)k * points.stride] == 1.0) continue;
    if (z->axes > 2)
      add_packing_cube(z, packing_point(points, k), points.solid * x[3]);
    else
      add_packing_flat(z, packing_point(points, k), points.solid * x[3],
                       window);
  }
  if (z->axes > 2) {
    const int from[3] = {2 * z->from[0], 2 * z->from[1], 2 * z->from[2]};
    const int to[3] = {2 * z->to[0], 2 * z->to[1], 2 * z->to[2]};
    GM_TRY(sum_packing_windows(z, z->packing, window, from, to));
  }
  for (int64_t k = 0; k < points.n; ++k)
    if (points.weight[(size_t)k * points.stride] == 1.0)
      fill_about_packing(z, packing_point(points, k), 0.5 * window);
  return GM_OK;
}

/* ---- structures that count as material ------------------------------------------- */

/* Structures at rest are looked up once for the whole grid; if one of those that count
 * moves, all covered cells are looked up at every conversion. */

static int is_packing_moving(const gm_structure *b)
{
  return b->n_motion > 0 || b->rigid || b->servo || b->present_from > 0.0 ||
         isfinite(b->present_to);
}

gm_status gm_packing_solids_build(gm_solids *o, const gm_mpm_form *form,
                                  const gm_scene *s, const gm_config *config)
{
  *o = (gm_solids){.known = 1, .form = form};
  GM_TRY(GM_RESIZE(o->around, 0, s->structures.n + 1));
  GM_TRY(GM_RESIZE(o->in, 0, gm_zones_level_cells(&s->partition.zones)));
  GM_TRY(GM_RESIZE(o->room, 0, gm_zones_level_cells(&s->partition.zones)));
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    o->around[k] = (uint8_t)gm_mpm_probe_is_around(b, config);
    if (!o->around[k] && is_packing_moving(b)) o->known = 0;
  }
  return GM_OK;
}

void gm_packing_solids_clear(gm_solids *o)
{
  GM_FREE(o->around);
  GM_FREE(o->in);
  GM_FREE(o->room);
  *o = (gm_solids){0};
}

/* Part of a cube of width h that is behind a plane at this distance from its middle. */
static double part_behind_packing(const gm_mpm_probe *p, double h)
{
  const double across =
      fabs(p->normal.x) + fabs(p->normal.y) + fabs(p->normal.z);
  if (!(across > 0.0)) return p->distance < 0.0; /* deep in it, or far */
  return fmin(fmax(0.5 - p->distance / (h * across), 0.0), 1.0);
}

/* Takes structure k from the room of the level cells from[] to to[]. */
static void take_packing_room(gm_solids *o, const gm_scene *s, gm_index k,
                              const int from[3], const int to[3])
{
  const gm_zones *z = &s->partition.zones;
  const gm_structure *b = &s->structures.row[k];
  const gm_mpm_form form = o->form[k];
  const double h = 0.5 * z->cell, reach = 0.5 * h * sqrt(z->axes);
  gm_mpm_probe probe[GM_SHAPE_SIDES];
  if (form == GM_MPM_SHEET) return;
  for (int n = from[2]; n < to[2]; ++n)
    for (int m = from[1]; m < to[1]; ++m)
      for (int i = from[0]; i < to[0]; ++i) {
        const gm_vec3 x =
            gm_vec(z->origin.x + h * (i + 0.5), z->origin.y + h * (m + 0.5),
                   z->axes > 2 ? z->origin.z + h * (n + 0.5) : 0.0);
        double *room =
            &o->room[i + (int64_t)z->level[0] * (m + (int64_t)z->level[1] * n)];
        if (*room == 0.0 || gm_mpm_probe_bound(b, form, x) > reach) continue;
        const int walls = gm_mpm_probe_at(b, form, s->structures.flat, x, reach,
                                          z->reach, probe);
        for (int w = 0; w < walls; ++w)
          *room *= 1.0 - part_behind_packing(&probe[w], h);
      }
}

/* 1  of a window: with less room than that no grain is in it. */
static const double least_room = 0.1;

static gm_status find_packing_solids(gm_solids *o, const gm_scene *s,
                                     double window)
{
  const gm_zones *z = &s->partition.zones;
  const int all[3] = {0, 0, 0};
  int from[3], to[3];
  for (int a = 0; a < 3; ++a) {
    from[a] = a < z->axes ? 2 * z->from[a] : 0;
    to[a] = a < z->axes ? 2 * z->to[a] : 1;
  }
  const int64_t cells = gm_zones_level_cells(z);
  for (int64_t k = 0; k < cells; ++k)
    o->room[k] = 1.0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    if (o->around[k] || !s->structures.row[k].present) continue;
    take_packing_room(o, s, k, o->known ? all : from, o->known ? z->level : to);
  }
  for (int64_t k = 0; k < cells; ++k)
    o->in[k] = o->room[k] < 0.5;
  GM_TRY(sum_packing_windows(z, o->room, window, all, z->level));
  for (int64_t k = 0; k < cells; ++k)
    o->in[k] |= o->room[k] < least_room;
  return GM_OK;
}

gm_status gm_packing_solids_fill(gm_solids *o, gm_scene *s, double window)
{
  gm_zones *z = &s->partition.zones;
  if (o->known < 2) GM_TRY(find_packing_solids(o, s, window));
  if (o->known == 1) o->known = 2; /* found */
  for (int k = z->axes > 2 ? 2 * z->from[2] : 0;
       k < (z->axes > 2 ? 2 * z->to[2] : 1); ++k)
    for (int j = 2 * z->from[1]; j < 2 * z->to[1]; ++j)
      for (int i = 2 * z->from[0]; i < 2 * z->to[0]; ++i) {
        const int64_t cell =
            i + (int64_t)z->level[0] * (j + (int64_t)z->level[1] * k);
        z->packing[cell] =
            o->in[cell] ? 1.0 : fmin(z->packing[cell] / o->room[cell], 1.0);
      }
  return GM_OK;
}
