/* points/zones.c -- the map of zones, and how it is renewed.
 *
 * The grid is fixed, so that a zone keeps its place from one renewal to the next; only
 * the box of cells that may hold material is worked on.
 */
#include "points/zones.h"

#include "base/memory.h"

static const int64_t most_cells = 1 << 26; /* level cells */

int64_t gm_zones_cells(const gm_zones *z)
{
  return (int64_t)z->n[0] * z->n[1] * z->n[2];
}

int64_t gm_zones_level_cells(const gm_zones *z)
{
  return (int64_t)z->level[0] * z->level[1] * z->level[2];
}

int64_t gm_zones_level_nodes(const gm_zones *z)
{
  return (int64_t)z->nodes[0] * z->nodes[1] * z->nodes[2];
}

gm_status gm_zones_init(gm_zones *z, int axes, double cell, double reach,
                        gm_vec3 low, gm_vec3 high)
{
  const double from[3] = {low.x, low.y, low.z},
               to[3] = {high.x, high.y, high.z};
  double origin[3] = {0.0, 0.0, 0.0}, cells = 1.0;
  *z = (gm_zones){.cell = cell, .axes = axes, .reach = reach};
  for (int a = 0; a < 3; ++a) {
    z->n[a] = z->level[a] = z->nodes[a] = 1;
    if (a >= axes) continue;
    const double first = floor(from[a] / cell + 1.0e-9);
    const double n = fmax(ceil(to[a] / cell - 1.0e-9) - first, 1.0);
    cells *= 2.0 * n;
    if (!(cells < (double)most_cells)) break;
    origin[a] = first * cell;
    z->n[a] = (int)n;
    z->level[a] = 2 * z->n[a];
    z->nodes[a] = 2 * z->n[a] + 1;
  }
  if (!(cells < (double)most_cells))
    return gm_fail(
        GM_ERR_INPUT,
        "the zones of a hybrid material need more than %lld cells of "
        "%g m; make the domain smaller or hybrid.cell larger",
        (long long)most_cells, 0.5 * cell);
  z->origin = gm_vec(origin[0], origin[1], origin[2]);
  GM_TRY(GM_RESIZE(z->kind, 0, gm_zones_cells(z)));
  GM_TRY(GM_RESIZE(z->packing, 0, gm_zones_level_cells(z)));
  GM_TRY(GM_RESIZE(z->distance, 0, gm_zones_level_nodes(z)));
  for (int64_t k = 0; k < gm_zones_level_nodes(z); ++k)
    z->distance[k] = -reach;
  return GM_OK;
}

void gm_zones_clear(gm_zones *z)
{
  GM_FREE(z->kind);
  GM_FREE(z->packing);
  GM_FREE(z->distance);
  *z = (gm_zones){0};
}

/* Sets level cells and nodes of the covered cells to those of empty ones. */
static void empty_zones(gm_zones *z)
{
  int low[3], high[3];
  for (int a = 0; a < 3; ++a) {
    low[a] = a < z->axes ? 2 * z->from[a] : 0;
    high[a] = a < z->axes ? 2 * z->to[a] : 1;
  }
  for (int k = low[2]; k < high[2] + (z->axes > 2); ++k)
    for (int j = low[1]; j <= high[1]; ++j)
      for (int i = low[0]; i <= high[0]; ++i) {
        z->distance[i + (int64_t)z->nodes[0] * (j + (int64_t)z->nodes[1] * k)] =
            -z->reach;
        if (i == high[0] || j == high[1] || k == high[2]) continue;
        z->packing[i + (int64_t)z->level[0] * (j + (int64_t)z->level[1] * k)] =
            0.0;
      }
}

static int is_zone_in(const int at[3], const int from[3], const int to[3])
{
  for (int a = 0; a < 3; ++a)
    if (at[a] < from[a] || at[a] >= to[a]) return 0;
  return 1;
}

void gm_zones_cover(gm_zones *z, const int from[3], const int to[3])
{
  if (z->to[0] > z->from[0]) empty_zones(z);
  for (int k = z->from[2]; k < z->to[2]; ++k)
    for (int j = z->from[1]; j < z->to[1]; ++j)
      for (int i = z->from[0]; i < z->to[0]; ++i)
        if (!is_zone_in((int[3]){i, j, k}, from, to))
          z->kind[i + (int64_t)z->n[0] * (j + (int64_t)z->n[1] * k)] =
              GM_ZONE_DISCRETE;
  for (int a = 0; a < 3; ++a) {
    z->from[a] = from[a];
    z->to[a] = to[a];
  }
}

gm_vec3 gm_zones_corner(const gm_zones *z, int64_t cell)
{
  const int64_t row = cell / z->n[0];
  const double i = (double)(cell % z->n[0]), j = (double)(row % z->n[1]);
  const double k = (double)(row / z->n[1]);
  return gm_vec(z->origin.x + i * z->cell, z->origin.y + j * z->cell,
                z->axes > 2 ? z->origin.z + k * z->cell : 0.0);
}

/* Least and greatest depth at the corners of a level cell. */
static void zone_depths(const gm_zones *z, int i, int j, int k, double *least,
                        double *most)
{
  *least = INFINITY;
  *most = -INFINITY;
  for (int c = 0; c < 1 << z->axes; ++c) {
    const int64_t node =
        i + (c & 1) +
        (int64_t)z->nodes[0] *
            (j + (c >> 1 & 1) + (int64_t)z->nodes[1] * (k + (c >> 2)));
    const double depth = z->distance[node];
    *least = depth < *least ? depth : *least;
    *most = depth > *most ? depth : *most;
  }
}

/* The zone of a cell by the depths of its level cells: coupling if they differ. */
static gm_zone zone_of(const gm_zones *z, const int at[3], double depth,
                       double half)
{
  int kinds = 0;
  for (int c = 0; c < 1 << z->axes; ++c) {
    double least, most;
    zone_depths(z, 2 * at[0] + (c & 1), 2 * at[1] + (c >> 1 & 1),
                z->axes > 2 ? 2 * at[2] + (c >> 2) : 0, &least, &most);
    const gm_zone kind = most <= depth - half    ? GM_ZONE_DISCRETE
                         : least >= depth + half ? GM_ZONE_CONTINUUM
                                                 : GM_ZONE_COUPLING;
    kinds |= 1 << kind;
  }
  if (kinds == 1 << GM_ZONE_DISCRETE) return GM_ZONE_DISCRETE;
  return kinds == 1 << GM_ZONE_CONTINUUM ? GM_ZONE_CONTINUUM : GM_ZONE_COUPLING;
}

/* 1  of a cell: how much farther a coupling cell must be from the layer to leave it, and
 * how much nearer another one to join it. */
static const double stay = 0.125;

void gm_zones_renew(gm_zones *z, double depth, double half)
{
  for (int k = z->from[2]; k < z->to[2]; ++k)
    for (int j = z->from[1]; j < z->to[1]; ++j)
      for (int i = z->from[0]; i < z->to[0]; ++i) {
        const int64_t cell = i + (int64_t)z->n[0] * (j + (int64_t)z->n[1] * k);
        const gm_zone was = (gm_zone)z->kind[cell];
        const double more = was == GM_ZONE_COUPLING ? stay : -stay;
        const double wide = fmax(half + more * z->cell, 0.0);
        gm_zone now = zone_of(z, (int[3]){i, j, k}, depth, wide);
        if (was != now && was != GM_ZONE_COUPLING) now = GM_ZONE_COUPLING;
        z->kind[cell] = (uint8_t)now;
      }
}
