/* points/point_grid.c -- blocks of nodes around material points.
 *
 * A dense table over the box of all blocks gives the number of each block that exists; it
 * also counts points while they are sorted.  What a scatter adds depends on homes and the
 * order of points alone, which a checkpoint keeps.
 */
#include "points/point_grid.h"

#include "base/memory.h"

/* Blocks of the table; more are a mistake of the scene. */
static const int64_t most_blocks = (int64_t)1 << 28;
/* Spacings from the origin: nodes are counted by integers of 32 bits. */
static const double farthest = 1.0e9;

void gm_point_grid_init(gm_point_grid *g, int dims, double h, double l,
                        gm_vec3 origin)
{
  *g = (gm_point_grid){.dims = dims,
                       .h = h,
                       .per = 1.0 / h,
                       .l = l,
                       .origin = origin,
                       .size = dims == 2 ? 16 : 64,
                       .stale = 1};
}

void gm_point_grid_clear(gm_point_grid *g)
{
  GM_FREE(g->slot_of);
  GM_FREE(g->at);
  GM_FREE(g->node);
  GM_FREE(g->lost);
  GM_FREE(g->home);
  GM_FREE(g->by_colour);
  GM_FREE(g->image);
  GM_FREE(g->alias);
  GM_FREE(g->order);
  *g = (gm_point_grid){0};
}

/* ---- places -------------------------------------------------------------- */

static void point_grid_first_nodes(const gm_point_grid *g, gm_vec3 x,
                                   int first[3])
{
  const gm_row4 u = gm_point_grid_scaled(g, gm_row(x, 0.0));
  for (int a = 0; a < 3; ++a)
    first[a] = a < g->dims ? gm_point_grid_first(u[a], g->l) : 0;
}

/* ---- sorting ------------------------------------------------------------- */

/* Brings points home across periodic sides. */
static void wrap_points(const gm_point_grid *g, gm_points *points)
{
  const double min[3] = {g->origin.x, g->origin.y, g->origin.z};
  for (int a = 0; a < 3; ++a) {
    const double side = g->period[a] * g->h;
    for (gm_index i = 0; side > 0.0 && i < points->n; ++i) {
      double x = points->p[i].x[a] - min[a];
      if (x >= 0.0 && x < side) continue;
      x -= side * floor(x / side);
      points->p[i].x[a] = min[a] + (x < side ? x : 0.0);
    }
  }
}

static bool within_grid(const gm_point_grid *g, gm_vec3 x)
{
  return gm_norm(gm_sub(x, g->origin)) / g->h < farthest;
}

bool gm_point_grid_reaches(const gm_point_grid *g, gm_vec3 x, const int at[3])
{
  const int last = (int)(farthest / GM_GRID_BLOCK) + 1;
  bool reaches = within_grid(g, x);
  for (int a = 0; a < 3; ++a)
    reaches = reaches && at[a] >= -last && at[a] <= last;
  return reaches;
}

static gm_status find_point_grid_homes(const gm_point_grid *g,
                                       gm_points *points)
{
  for (gm_index i = 0; i < points->n; ++i) {
    const gm_vec3 x = gm_row_vec(points->p[i].x);
    int first[3];
    if (!within_grid(g, x))
      return gm_fail(GM_ERR_NUMBER,
                     "material point %lld is at (%g, %g, %g) m; reduce the "
                     "time step",
                     (long long)points->tag[i].id, x.x, x.y, x.z);
    point_grid_first_nodes(g, x, first);
    for (int a = 0; a < 3; ++a)
      points->tag[i].at[a] = gm_point_grid_block(first[a]);
  }
  return GM_OK;
}

/* The table covers all homes, the blocks around them, and of a periodic axis all. */
static gm_status cover_points(gm_point_grid *g, const gm_points *points)
{
  int high[3];
  int64_t blocks = 1;
  for (int a = 0; a < 3; ++a) {
    g->low[a] = g->period[a] || !points->n ? 0 : points->tag[0].at[a];
    high[a] = g->period[a] ? gm_point_grid_block(g->period[a] - 1) : g->low[a];
    for (gm_index i = 0; i < points->n; ++i) {
      const int at = points->tag[i].at[a];
      g->low[a] = at < g->low[a] ? at : g->low[a];
      high[a] = at > high[a] ? at : high[a];
    }
    const int around = a < g->dims;
    g->low[a] -= around;
    g->n[a] = high[a] + around - g->low[a] + 1;
    blocks *= g->n[a];
    if (blocks > most_blocks)
      return gm_fail(GM_ERR_NUMBER,
                     "material points are spread over a box of %d x %d x %d "
                     "blocks of the grid; bound the domain, so that points "
                     "that fly away leave it",
                     g->n[0], g->n[1], g->n[2]);
  }
  if (blocks > g->map_capacity) {
    GM_TRY(GM_RESIZE(g->slot_of, 0, blocks + blocks / 4));
    g->map_capacity = blocks + blocks / 4;
  }
  return GM_OK;
}

static int64_t point_grid_blocks(const gm_point_grid *g)
{
  return (int64_t)g->n[0] * g->n[1] * g->n[2];
}

/* Stable, by place of the home in the table. */
static gm_status order_grid_points(gm_point_grid *g, gm_points *points)
{
  const int64_t blocks = point_grid_blocks(g);
  if (points->n > g->order_capacity) {
    GM_TRY(GM_RESIZE(g->order, 0, points->capacity));
    g->order_capacity = points->capacity;
  }
  for (int64_t b = 0; b < blocks; ++b)
    g->slot_of[b] = 0;
  for (gm_index i = 0; i < points->n; ++i)
    ++g->slot_of[gm_point_grid_at(g, points->tag[i].at)];
  int32_t sum = 0;
  for (int64_t b = 0; b < blocks; ++b) {
    const int32_t here = g->slot_of[b];
    g->slot_of[b] = sum;
    sum += here;
  }
  for (gm_index i = 0; i < points->n; ++i)
    g->order[g->slot_of[gm_point_grid_at(g, points->tag[i].at)]++] = i;
  gm_points_permute(points, g->order, points->n);
  return GM_OK;
}

gm_status gm_point_grid_sort(gm_point_grid *g, gm_points *points)
{
  wrap_points(g, points);
  GM_TRY(find_point_grid_homes(g, points));
  GM_TRY(cover_points(g, points));
  GM_TRY(order_grid_points(g, points));
  return gm_point_grid_restore(g, points);
}

/* ---- blocks -------------------------------------------------------------- */

static int point_grid_same_cell(const int a[3], const int b[3])
{
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

static gm_status reserve_point_grid_homes(gm_point_grid *g, gm_index n)
{
  if (n <= g->home_capacity) return GM_OK;
  GM_TRY(GM_RESIZE(g->home, g->homes, n + n / 4 + 16));
  GM_TRY(GM_RESIZE(g->by_colour, 0, n + n / 4 + 16));
  g->home_capacity = n + n / 4 + 16;
  return GM_OK;
}

static void bound_point_grid_home(const gm_point_grid *g,
                                  const gm_points *points, gm_home *h)
{
  for (int a = 0; a < 3; ++a) {
    h->low[a] = GM_GRID_BLOCK;
    h->high[a] = 0;
  }
  for (gm_index i = h->first; i < h->end; ++i) {
    int first[3];
    point_grid_first_nodes(g, gm_row_vec(points->p[i].x), first);
    for (int a = 0; a < 3; ++a) {
      const int in = first[a] - GM_GRID_BLOCK * h->at[a];
      h->low[a] = in < h->low[a] ? in : h->low[a];
      h->high[a] = in > h->high[a] ? in : h->high[a];
    }
  }
}

static gm_status make_point_grid_homes(gm_point_grid *g,
                                       const gm_points *points)
{
  g->homes = 0;
  for (gm_index i = 0; i < points->n;) {
    gm_index end = i + 1;
    while (end < points->n &&
           point_grid_same_cell(points->tag[end].at, points->tag[i].at))
      ++end;
    GM_TRY(reserve_point_grid_homes(g, g->homes + 1));
    gm_home *h = &g->home[g->homes++];
    *h = (gm_home){.first = i, .end = end};
    for (int a = 0; a < 3; ++a)
      h->at[a] = points->tag[i].at[a];
    bound_point_grid_home(g, points, h);
    i = end;
  }
  return GM_OK;
}

/* The number of block b, which is made if it does not exist. */
static gm_status make_point_grid_slot(gm_point_grid *g, const int b[3],
                                      int32_t *slot)
{
  const int64_t at = gm_point_grid_at(g, b);
  GM_ASSERT(at >= 0);
  if (g->slot_of[at] < 0) {
    if (g->slots == g->slot_capacity) {
      const gm_index more = g->slots + g->slots / 4 + 64;
      if (more > INT32_MAX / g->size)
        return gm_fail(GM_ERR_NUMBER,
                       "the grid of material points is too large");
      GM_TRY(GM_RESIZE(g->at, g->slots, more));
      GM_TRY(GM_RESIZE(g->node, 0, more * g->size));
      GM_TRY(GM_RESIZE(g->lost, 0, more));
      g->slot_capacity = more;
    }
    for (int a = 0; a < 3; ++a)
      g->at[g->slots][a] = b[a];
    g->slot_of[at] = g->slots++;
  }
  *slot = g->slot_of[at];
  return GM_OK;
}

static gm_status make_around_point_grid(gm_point_grid *g, gm_home *h)
{
  for (int k = 0; k < GM_GRID_AROUND; ++k) {
    const int off[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    const int b[3] = {h->at[0] + off[0], h->at[1] + off[1], h->at[2] + off[2]};
    h->slot[k] = -1;
    if (g->dims == 2 && off[2]) continue;
    GM_TRY(make_point_grid_slot(g, b, &h->slot[k]));
  }
  return GM_OK;
}

static void point_grid_colour_homes(gm_point_grid *g)
{
  gm_index n = 0;
  for (int c = 0; c < 8; ++c) {
    g->colour[c] = n;
    for (gm_index k = 0; k < g->homes; ++k) {
      const int *b = g->home[k].at;
      if (((b[0] & 1) | (b[1] & 1) << 1 | (b[2] & 1) << 2) == c)
        g->by_colour[n++] = k;
    }
  }
  g->colour[8] = n;
}

/* The node that node i stands for; returns 1 if that is another. */
static int point_grid_home_node(const gm_point_grid *g, int i[3])
{
  int beyond = 0;
  for (int a = 0; a < 3; ++a) {
    const int n = g->period[a];
    if (!n || (i[a] >= 0 && i[a] < n)) continue;
    i[a] = (i[a] % n + n) % n;
    beyond = 1;
  }
  return beyond;
}

static gm_status make_point_grid_images(gm_point_grid *g)
{
  g->images = 0;
  if (!g->period[0] && !g->period[1] && !g->period[2]) return GM_OK;
  for (gm_index slot = 0; slot < g->slots; ++slot) { /* slots grow on the way */
    for (int in = 0; in < g->size; ++in) {
      const gm_index node = slot * g->size + in;
      int i[3], b[3];
      int32_t made;
      gm_point_grid_numbers(g, node, i);
      if (!point_grid_home_node(g, i)) continue;
      for (int a = 0; a < 3; ++a)
        b[a] = gm_point_grid_block(i[a]);
      GM_TRY(make_point_grid_slot(g, b, &made));
      if (g->images == g->image_capacity) {
        const gm_index more = 2 * g->images + 256;
        GM_TRY(GM_RESIZE(g->image, g->images, more));
        g->image_capacity = more;
      }
      g->image[g->images][0] = node;
      g->image[g->images++][1] = gm_point_grid_node(g, i);
    }
  }
  GM_TRY(GM_RESIZE(g->alias, 0, g->slots * g->size));
  for (gm_index i = 0; i < g->slots * g->size; ++i)
    g->alias[i] = i;
  for (gm_index k = 0; k < g->images; ++k)
    g->alias[g->image[k][0]] = g->image[k][1];
  return GM_OK;
}

gm_status gm_point_grid_restore(gm_point_grid *g, gm_points *points)
{
  GM_TRY(cover_points(g, points));
  for (int64_t b = 0; b < point_grid_blocks(g); ++b)
    g->slot_of[b] = -1;
  g->slots = 0;
  GM_TRY(reserve_point_grid_homes(g, 1));
  GM_TRY(make_point_grid_homes(g, points));
  for (gm_index k = 0; k < g->homes; ++k)
    GM_TRY(make_around_point_grid(g, &g->home[k]));
  point_grid_colour_homes(g);
  GM_TRY(make_point_grid_images(g));
  g->stale = 0;
  return GM_OK;
}

int gm_point_grid_outdated(const gm_point_grid *g)
{
  int far = g->stale;
  for (gm_index k = 0; k < g->homes && !far; ++k)
    for (int a = 0; a < g->dims; ++a)
      far |= g->home[k].low[a] < -1 || g->home[k].high[a] > GM_GRID_BLOCK;
  return far;
}

/* ---- periodic sides ------------------------------------------------------ */

void gm_point_grid_fold(gm_point_grid *g)
{
  for (gm_index k = 0; k < g->images; ++k) {
    gm_node *of = &g->node[g->image[k][1]];
    gm_node *from = &g->node[g->image[k][0]];
    of->p += from->p;
    of->f += from->f;
    *from = (gm_node){0};
  }
}

void gm_point_grid_unfold(gm_point_grid *g)
{
  for (gm_index k = 0; k < g->images; ++k)
    g->node[g->image[k][0]] = g->node[g->image[k][1]];
}
