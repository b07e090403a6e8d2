/* points/level.c -- the depth below the surface of a material.
 *
 * Each level node remembers the nearest of the places where the surface crosses.  A
 * wave starts at the nodes around these places; a node passes its place to neighbours,
 * which take it if it is nearer than theirs and pass it on.  That stops at the reach, so
 * the cost goes with the surface and not with the volume.  The wave is one thread's; its
 * order, and with it every bit, depends on the fractions alone.
 */
#include "points/level.h"

#include "base/memory.h"

typedef struct work {
  gm_level *o;
  gm_zones *z;
  double spacing, threshold; /* m, 1 */
  int closed;
  int from[3], to[3]; /* level cells of the covered box */
  int64_t head, tail; /* of the queue */
  int64_t room;       /* of the queue */
} work;

/* Cells outside the covered box repeat those at its edge, or are empty. */
static double level_packing_at(const work *w, int i, int j, int k)
{
  const gm_zones *z = w->z;
  const int at[3] = {i, j, k};
  int in[3];
  for (int a = 0; a < 3; ++a) {
    in[a] = at[a] < w->from[a] ? w->from[a]
            : at[a] < w->to[a] ? at[a]
                               : w->to[a] - 1;
    if (in[a] != at[a] && !w->closed) return 0.0;
  }
  return z->packing[in[0] + (int64_t)z->level[0] *
                                (in[1] + (int64_t)z->level[1] * in[2])];
}

static gm_vec3 level_node_place(const gm_zones *z, const int at[3])
{
  const double s = 0.5 * z->cell;
  return gm_vec(z->origin.x + s * at[0], z->origin.y + s * at[1],
                z->axes > 2 ? z->origin.z + s * at[2] : 0.0);
}

static int64_t level_node(const gm_zones *z, const int at[3])
{
  return at[0] + (int64_t)z->nodes[0] * (at[1] + (int64_t)z->nodes[1] * at[2]);
}

static int is_level_node(const work *w, const int at[3])
{
  for (int a = 0; a < w->z->axes; ++a)
    if (at[a] < w->from[a] || at[a] > w->to[a]) return 0;
  return 1;
}

/* Offers a place to a node, which takes it if it is nearer than the one it has. */
static void offer_point(work *w, const int at[3], int32_t point)
{
  gm_level *o = w->o;
  if (!is_level_node(w, at)) return;
  const int64_t node = level_node(w->z, at);
  const double apart =
      gm_norm(gm_sub(o->point[point], level_node_place(w->z, at)));
  if (!(apart < w->z->distance[node])) return;
  w->z->distance[node] = apart;
  o->nearest[node] = point;
  if (o->waits[node]) return;
  o->waits[node] = 1;
  o->queue[w->tail++ % w->room] = (int32_t)node;
}

static gm_status add_level_point(gm_level *o, gm_vec3 x)
{
  if ((size_t)o->n >= o->points_capacity) {
    const size_t rows = 2 * o->points_capacity + 1024;
    GM_TRY(GM_RESIZE(o->point, o->n, rows));
    o->points_capacity = rows;
  }
  o->point[o->n++] = x;
  return GM_OK;
}

/* The surface between level cell `at` and the next along `axis`, if it crosses. */
static gm_status cross_level(work *w, const int at[3], int axis)
{
  const gm_zones *z = w->z;
  const double threshold = w->threshold;
  int to[3] = {at[0], at[1], at[2]}, from[3], last[3];
  ++to[axis];
  const double a = level_packing_at(w, at[0], at[1], at[2]);
  const double b = level_packing_at(w, to[0], to[1], to[2]);
  if ((a >= threshold) == (b >= threshold)) return GM_OK;
  const double part = (threshold - a) / (b - a);
  const double s = w->spacing;
  double x[3];
  for (int q = 0; q < 3; ++q)
    x[q] = s * (at[q] + 0.5 + (q == axis ? part : 0.0));
  GM_TRY(add_level_point(w->o, gm_vec(z->origin.x + x[0], z->origin.y + x[1],
                                      z->axes > 2 ? z->origin.z + x[2] : 0.0)));
  for (int q = 0; q < 3; ++q) {
    from[q] = at[q];
    last[q] = q >= z->axes ? 0 : at[q] + 1 + (q == axis);
  }
  for (int k = from[2]; k <= last[2]; ++k)
    for (int j = from[1]; j <= last[1]; ++j)
      for (int i = from[0]; i <= last[0]; ++i)
        offer_point(w, (int[3]){i, j, k}, w->o->n - 1);
  return GM_OK;
}

static gm_status find_level_surface(work *w)
{
  const int axes = w->z->axes;
  for (int k = axes > 2 ? w->from[2] - 1 : 0; k < w->to[2]; ++k)
    for (int j = w->from[1] - 1; j < w->to[1]; ++j)
      for (int i = w->from[0] - 1; i < w->to[0]; ++i)
        for (int axis = 0; axis < axes; ++axis)
          GM_TRY(cross_level(w, (int[3]){i, j, k}, axis));
  return GM_OK;
}

static void spread_level(work *w)
{
  const gm_zones *z = w->z;
  const int up = z->axes > 2 ? 1 : 0;
  while (w->head < w->tail) {
    const int64_t node = w->o->queue[w->head++ % w->room];
    const int32_t point = w->o->nearest[node];
    const int64_t row = node / z->nodes[0];
    const int at[3] = {(int)(node % z->nodes[0]), (int)(row % z->nodes[1]),
                       (int)(row / z->nodes[1])};
    w->o->waits[node] = 0;
    for (int k = -up; k <= up; ++k)
      for (int j = -1; j <= 1; ++j)
        for (int i = -1; i <= 1; ++i)
          if (i || j || k)
            offer_point(w, (int[3]){at[0] + i, at[1] + j, at[2] + k}, point);
  }
}

/* A node is inside if the cells around it reach the threshold on average; a full cell
 * counts no more than one that is as far above the threshold as an empty one below. */
static int is_level_node_inside(const work *w, const int at[3])
{
  const int axes = w->z->axes;
  double sum = 0.0;
  for (int c = 0; c < 1 << axes; ++c)
    sum += fmin(level_packing_at(w, at[0] - (c & 1), at[1] - (c >> 1 & 1),
                                 axes > 2 ? at[2] - (c >> 2) : 0),
                2.0 * w->threshold);
  return sum >= (1 << axes) * w->threshold;
}

/* Applies a change to every node of the covered box. */
static void for_level_nodes(work *w, void (*change)(work *w, const int at[3]))
{
  const int last = w->z->axes > 2 ? w->to[2] : 0;
  for (int k = w->from[2]; k <= last; ++k)
    for (int j = w->from[1]; j <= w->to[1]; ++j)
      for (int i = w->from[0]; i <= w->to[0]; ++i)
        change(w, (int[3]){i, j, k});
}

static void forget_level_node(work *w, const int at[3])
{
  const int64_t node = level_node(w->z, at);
  w->z->distance[node] = w->z->reach;
  w->o->waits[node] = 0;
}

static void give_level_sign(work *w, const int at[3])
{
  double *d = &w->z->distance[level_node(w->z, at)];
  if (!is_level_node_inside(w, at)) *d = -*d;
}

gm_status gm_level_build(gm_level *o, gm_zones *z, double threshold, int closed)
{
  const size_t nodes = (size_t)gm_zones_level_nodes(z);
  if (nodes > o->nodes_capacity) {
    GM_TRY(GM_RESIZE(o->nearest, 0, nodes));
    GM_TRY(GM_RESIZE(o->queue, 0, nodes));
    GM_TRY(GM_RESIZE(o->waits, 0, nodes));
    o->nodes_capacity = nodes;
  }
  o->n = 0;
  work w = {.o = o,
            .z = z,
            .spacing = 0.5 * z->cell,
            .threshold = threshold,
            .closed = closed,
            .room = (int64_t)nodes};
  for (int a = 0; a < 3; ++a) {
    w.from[a] = a < z->axes ? 2 * z->from[a] : 0;
    w.to[a] = a < z->axes ? 2 * z->to[a] : 1;
  }
  for_level_nodes(&w, forget_level_node);
  GM_TRY(find_level_surface(&w));
  spread_level(&w);
  for_level_nodes(&w, give_level_sign);
  return GM_OK;
}

void gm_level_clear(gm_level *o)
{
  GM_FREE(o->point);
  GM_FREE(o->nearest);
  GM_FREE(o->queue);
  GM_FREE(o->waits);
  *o = (gm_level){0};
}
