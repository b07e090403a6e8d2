/* points/point_tile.h -- the nodes that the points of one home reach.
 *
 * A thread copies them to or adds them from a tile of its own.  Node 0 of the tile is
 * node -1 of the block along each axis.
 */
#ifndef GM_POINTS_POINT_TILE_H
#define GM_POINTS_POINT_TILE_H

#include "points/point_grid.h"

enum {
  GM_TILE_ROW = GM_GRID_TILE,
  GM_TILE_SLICE = GM_TILE_ROW * GM_TILE_ROW,
  GM_TILE_NODES = GM_TILE_SLICE * GM_TILE_ROW,
};

/* Nodes that the points of a home reach: first and past the last, in the tile. */
typedef struct gm_point_tile {
  int from[3], to[3];
} gm_point_tile;

GM_INLINE gm_point_tile gm_point_tile_of(const gm_home *h, int dims)
{
  gm_point_tile e = {{0, 0, 0}, {0, 0, 1}};
  for (int a = 0; a < dims; ++a) {
    e.from[a] = h->low[a] + 1;
    e.to[a] = h->high[a] + 4;
  }
  return e;
}

/* Node t of the tile of home h, in the grid; t = 0 is node -1 of the block. */
GM_INLINE gm_index gm_point_tile_node(const gm_home *h, int i, int j, int k,
                                      int dims)
{
  const int x = i + 3, y = j + 3, z = dims == 2 ? 4 : k + 3;
  const int32_t slot = h->slot[x / 4 + 3 * (y / 4) + 9 * (z / 4)];
  return slot * (dims == 2 ? 16 : 64) + x % 4 + 4 * (y % 4) +
         (dims == 2 ? 0 : 16 * (z % 4));
}

GM_INLINE void gm_point_tile_clear(const gm_point_tile *e, gm_node *tile)
{
  for (int k = e->from[2]; k < e->to[2]; ++k)
    for (int j = e->from[1]; j < e->to[1]; ++j)
      for (int i = e->from[0]; i < e->to[0]; ++i)
        tile[i + GM_TILE_ROW * j + GM_TILE_SLICE * k] = (gm_node){0};
}

GM_INLINE void gm_point_tile_add(gm_point_grid *g, const gm_home *h,
                                 const gm_point_tile *e, const gm_node *tile,
                                 int dims)
{
  for (int k = e->from[2]; k < e->to[2]; ++k)
    for (int j = e->from[1]; j < e->to[1]; ++j)
      for (int i = e->from[0]; i < e->to[0]; ++i) {
        gm_node *of = &g->node[gm_point_tile_node(h, i, j, k, dims)];
        const gm_node *from = &tile[i + GM_TILE_ROW * j + GM_TILE_SLICE * k];
        of->p += from->p;
        of->f += from->f;
      }
}

GM_INLINE void gm_point_tile_load(const gm_point_grid *g, const gm_home *h,
                                  const gm_point_tile *e, gm_node *tile,
                                  int dims)
{
  for (int k = e->from[2]; k < e->to[2]; ++k)
    for (int j = e->from[1]; j < e->to[1]; ++j)
      for (int i = e->from[0]; i < e->to[0]; ++i)
        tile[i + GM_TILE_ROW * j + GM_TILE_SLICE * k] =
            g->node[gm_point_tile_node(h, i, j, k, dims)];
}

/* Where a point is in the tile of its home. */
typedef struct gm_point_place {
  gm_point_weights w;
  int first; /* its first node in the tile */
} gm_point_place;

GM_INLINE gm_point_place gm_point_tile_place(const gm_point_grid *g,
                                             const gm_home *h, gm_row4 x,
                                             int dims)
{
  const gm_row4 u = gm_point_grid_scaled(g, x);
  gm_row4 off = {0.0, 0.0, 0.0, 0.0};
  int first = 0;
  for (int a = dims - 1; a >= 0; --a) {
    const int node = gm_point_grid_first(u[a], g->l);
    first = first * GM_TILE_ROW + (node - GM_GRID_BLOCK * h->at[a] + 1);
    off[a] = u[a] - (node + 1);
  }
  return (gm_point_place){gm_point_grid_weights(off, g->l), first};
}

/* Widens the extent of home h by a point at x (m). */
GM_INLINE void gm_point_tile_note(const gm_point_grid *g, gm_home *h, gm_row4 x)
{
  const gm_row4 u = gm_point_grid_scaled(g, x);
  for (int a = 0; a < g->dims; ++a) {
    const int in = gm_point_grid_first(u[a], g->l) - GM_GRID_BLOCK * h->at[a];
    h->low[a] = in < h->low[a] ? in : h->low[a];
    h->high[a] = in > h->high[a] ? in : h->high[a];
  }
}

#endif
