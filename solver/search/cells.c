/* search/cells.c -- linked cells by counting sort.
 *
 * In two passes, so that threads share the work and not the counters: grains to groups of
 * cells by counters for each thread, then the cells of a group by one thread.  Both keep
 * the order of the rows, so that the result depends on no thread.
 */
#include "search/cells.h"

#include "base/memory.h"
#include <omp.h>

typedef struct bounds {
  gm_row4 low, high; /* m  centres in three lanes, radii in the fourth */
  gm_index wrong;    /* a row without a position, or -1 */
} bounds;

GM_INLINE bounds widest_bounds(bounds a, const bounds *b)
{
  for (int k = 0; k < 4; ++k) {
    a.low[k] = b->low[k] < a.low[k] ? b->low[k] : a.low[k];
    a.high[k] = b->high[k] > a.high[k] ? b->high[k] : a.high[k];
  }
  a.wrong = b->wrong > a.wrong ? b->wrong : a.wrong;
  return a;
}

static bounds find_cell_grain_bounds(const gm_grains *g)
{
  const gm_row4 far = {INFINITY, INFINITY, INFINITY, INFINITY};
  bounds all = {far, -far, -1};
#pragma omp parallel
  {
    bounds mine = {far, -far, -1};
#pragma omp for schedule(static) nowait
    for (gm_index i = 0; i < g->n; ++i) {
      const gm_row4 x = g->g[i].x;
      mine = widest_bounds(mine, &(bounds){x, x, -1});
      const int good = fabs(x[0]) < GM_CELLS_FAR && fabs(x[1]) < GM_CELLS_FAR &&
                       fabs(x[2]) < GM_CELLS_FAR;
      mine.wrong = good ? mine.wrong : i;
    }
#pragma omp critical(gm_cells_bounds)
    all = widest_bounds(all, &mine);
  }
  return all;
}

/* Counts for cells of at least `width`, not too many. */
static void lay_cell_level(gm_cells_level *l, gm_row4 size, double width,
                           gm_index n)
{
  const double most = 8.0 * n + 4096.0;
  for (;; width *= 1.26) {
    const double nx = floor(size[0] / width) + 1.0;
    const double ny = floor(size[1] / width) + 1.0;
    const double nz = floor(size[2] / width) + 1.0;
    if (nx * ny * nz > most) continue;
    l->nx = (int)nx;
    l->ny = (int)ny;
    l->nz = (int)nz;
    break;
  }
  l->per = 1.0 / width;
  l->inner = (double)l->nx * l->ny < n / 4.0 + 64.0 ? l->nz : l->ny * l->nz;
}

/* Levels, each of grains at most half as large as the one before. */
void gm_cells_lay(gm_cells *c, gm_row4 low, gm_row4 high, gm_index n,
                  double skin)
{
  gm_index cells = 0;
  double largest = high[3];
  c->n = n;
  c->n_levels = 0;
  do {
    gm_cells_level *l = &c->level[c->n_levels++];
    l->largest = largest;
    l->start = cells;
    lay_cell_level(l, high - low, 2.0 * largest + skin, n);
    cells += l->nx * l->ny * l->nz + 1;
    largest *= 0.5;
  } while (low[3] <= largest && c->n_levels < GM_CELLS_LEVELS);
  const gm_cells_level *l = &c->level[0];
  const double width = 1.0 / l->per;
  c->origin = gm_row_vec(low);
  c->size = gm_vec(width * l->nx, width * l->ny, width * l->nz);
  const double extent = fmax(fmax(c->size.x, c->size.y), c->size.z);
  c->margin = (float)(1.0e-6 * extent + 1.0e-5 * (2.0 * high[3] + skin));
}

/* Rows of a column in the room: whole vectors, one of them past the end. */
static size_t cell_padded_rows(gm_index n)
{
  return ((size_t)n / 16 + 2) * 16;
}

size_t gm_cells_kept(gm_index n)
{
  return cell_padded_rows(n) * (sizeof(gm_index) + 4 * sizeof(float));
}

size_t gm_cells_room(gm_index n)
{
  return gm_cells_kept(n) + cell_padded_rows(n) * 2 * sizeof(gm_index);
}

static void place_cell_arrays(gm_cells *c, gm_index n, void *room)
{
  const size_t rows = cell_padded_rows(n);
  c->grain = room;
  c->x = (float *)(void *)(c->grain + rows);
  c->y = c->x + rows;
  c->z = c->y + rows;
  c->r = c->z + rows;
  c->cell = (gm_index *)(void *)(c->r + rows);
  c->order = c->cell + rows;
}

static gm_status reserve_cell_levels(gm_cells *c, int threads)
{
  size_t cells = 0, groups = 0;
  for (int k = 0; k < c->n_levels; ++k) {
    const gm_cells_level *l = &c->level[k];
    const size_t here = (size_t)l->nx * (size_t)l->ny * (size_t)l->nz;
    cells += here + 1;
    groups =
        here / (size_t)l->inner > groups ? here / (size_t)l->inner : groups;
  }
  if (cells > c->start_capacity) {
    GM_TRY(GM_RESIZE(c->start, 0, cells + cells / 4));
    c->start_capacity = cells + cells / 4;
  }
  const size_t counts = (groups + 1) * (size_t)threads;
  if (counts > c->count_capacity) {
    GM_TRY(GM_RESIZE(c->count, 0, counts + counts / 4));
    c->count_capacity = counts + counts / 4;
  }
  return GM_OK;
}

/* The cell of each of rows [i0, i1) that is of this level; how many of each group. */
static void find_grain_cells(gm_cells *c, const gm_grains *g,
                             const gm_cells_level *l, double above, gm_index i0,
                             gm_index i1, gm_index *count)
{
  const gm_vec3 o = c->origin;
  for (gm_index i = i0; i < i1; ++i) {
    const gm_row4 x = g->g[i].x;
    if (c->n_levels > 1 && !(x[3] > above && x[3] <= l->largest)) {
      c->cell[i] = -1;
      continue;
    }
    const int ix = gm_cells_at(x[0] - o.x, l->per, l->nx);
    const int iy = gm_cells_at(x[1] - o.y, l->per, l->ny);
    const int iz = gm_cells_at(x[2] - o.z, l->per, l->nz);
    const gm_index cell = (ix * l->ny + iy) * l->nz + iz;
    c->cell[i] = cell;
    ++count[cell / l->inner];
  }
}

/* Counts of all threads to the rows where each of them begins; the row after the last. */
static gm_index sum_cell_counts(gm_index *count, int threads, gm_index groups,
                                gm_index row)
{
  for (gm_index k = 0; k < groups; ++k) {
    for (int t = 0; t < threads; ++t) {
      const gm_index n = count[t * groups + k];
      count[t * groups + k] = row;
      row += n;
    }
  }
  return row;
}

/* The rows [from, to) of a group to its cells. */
static void sort_cell_group(gm_cells *c, const gm_grains *g,
                            const gm_cells_level *l, gm_index group,
                            gm_index from, gm_index to)
{
  gm_index *start = &c->start[l->start + group * l->inner];
  const gm_index base = group * l->inner;
  for (int k = 0; k < l->inner; ++k)
    start[k] = 0;
  for (gm_index e = from; e < to; ++e)
    ++start[c->cell[c->order[e]] - base];
  gm_index row = from;
  for (int k = 0; k < l->inner; ++k) {
    const gm_index n = start[k];
    start[k] = row;
    row += n;
  }
  /* start[k] walks to the start of cell k + 1, and is put back by one shift. */
  for (gm_index e = from; e < to; ++e) {
    const gm_index i = c->order[e], at = start[c->cell[i] - base]++;
    const gm_row4 x = g->g[i].x;
    c->grain[at] = i;
    c->x[at] = (float)(x[0] - c->origin.x);
    c->y[at] = (float)(x[1] - c->origin.y);
    c->z[at] = (float)(x[2] - c->origin.z);
    c->r[at] = (float)x[3];
  }
  for (int k = l->inner - 1; k > 0; --k)
    start[k] = start[k - 1];
  start[0] = from;
}

/* The grains of one level; the row after its last. */
static gm_index sort_cell_level(gm_cells *c, const gm_grains *g,
                                gm_cells_level *l, double above, gm_index first,
                                int most)
{
  const gm_index cells = l->nx * l->ny * l->nz, groups = cells / l->inner;
  gm_index end = first;
#pragma omp parallel num_threads(most)
  {
    const int threads = omp_get_num_threads(), t = omp_get_thread_num();
    const gm_index i0 = (gm_index)((int64_t)g->n * t / threads);
    const gm_index i1 = (gm_index)((int64_t)g->n * (t + 1) / threads);
    gm_index *count = &c->count[t * groups];
    for (gm_index k = 0; k < groups; ++k)
      count[k] = 0;
    find_grain_cells(c, g, l, above, i0, i1, count);
#pragma omp barrier
#pragma omp single
    end = sum_cell_counts(c->count, threads, groups, first);
    for (gm_index i = i0; i < i1; ++i) {
      if (c->cell[i] >= 0) c->order[count[c->cell[i] / l->inner]++] = i;
    }
#pragma omp barrier
    /* The last thread's counters stand at the ends of the groups now. */
    const gm_index *ends = &c->count[(threads - 1) * groups];
#pragma omp for schedule(static)
    for (gm_index k = 0; k < groups; ++k)
      sort_cell_group(c, g, l, k, k ? ends[k - 1] : first, ends[k]);
  }
  c->start[l->start + cells] = end;
  l->n = end - first;
  return end;
}

gm_status gm_cells_bound(const gm_grains *g, gm_row4 *low, gm_row4 *high)
{
  const bounds b = find_cell_grain_bounds(g);
  if (b.wrong >= 0) {
    const gm_row4 x = g->g[b.wrong].x;
    return gm_fail(GM_ERR_NUMBER,
                   "grain %lld is at (%g, %g, %g) m: the motion has blown "
                   "up; choose a smaller time step or softer contacts",
                   (long long)g->id[b.wrong], x[0], x[1], x[2]);
  }
  *low = b.low;
  *high = b.high;
  if (g->n == 0) *low = *high = (gm_row4){0.0, 0.0, 0.0, 1.0};
  return GM_OK;
}

gm_status gm_cells_sort(gm_cells *c, const gm_grains *g, double skin,
                        void *room)
{
  const int threads = omp_get_max_threads();
  gm_row4 low, high;
  GM_TRY(gm_cells_bound(g, &low, &high));
  gm_cells_lay(c, low, high, g->n, skin);
  GM_TRY(reserve_cell_levels(c, threads));
  place_cell_arrays(c, g->n, room);
  gm_index row = 0;
  for (int k = 0; k < c->n_levels; ++k) {
    const double above =
        k + 1 < c->n_levels ? c->level[k + 1].largest : -INFINITY;
    row = sort_cell_level(c, g, &c->level[k], above, row, threads);
  }
  return GM_OK;
}

void gm_cells_clear(gm_cells *c)
{
  GM_FREE(c->start);
  GM_FREE(c->count);
  *c = (gm_cells){0};
}
