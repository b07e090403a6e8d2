/* search/cells.c -- linked cells by counting sort.  Room: search. */
#include "search/cells.h"

#include "base/memory.h"

static gm_status reserve(gm_cells *c, gm_index n, gm_index cells)
{
  if (n > c->capacity) {
    const gm_index rows = n + n / 8;
    GM_TRY(GM_RESIZE(c->cell, 0, rows));
    GM_TRY(GM_RESIZE(c->grain, 0, rows));
    c->capacity = rows;
  }
  if (cells + 1 > c->start_capacity) {
    const gm_index rows = cells + cells / 4 + 1;
    GM_TRY(GM_RESIZE(c->start, 0, rows));
    c->start_capacity = rows;
  }
  return GM_OK;
}

/* Choose origin, width and counts for the bounds of the grains. */
static gm_status lay_grid(gm_cells *c, const gm_grains *g, double width)
{
  gm_row4 low = {INFINITY, INFINITY, INFINITY, 0.0}, high = -low;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_row4 x = g->g[i].x;
    for (int k = 0; k < 3; ++k) {
      if (!(fabs(x[k]) < 1.0e12)) {
        return gm_fail(GM_ERR_NUMBER,
                       "grain %lld is at (%g, %g, %g) m: the motion has blown "
                       "up; choose a smaller time step or softer contacts",
                       (long long)g->id[i], x[0], x[1], x[2]);
      }
      low[k] = x[k] < low[k] ? x[k] : low[k];
      high[k] = x[k] > high[k] ? x[k] : high[k];
    }
  }
  if (g->n == 0) low = high = (gm_row4){0.0, 0.0, 0.0, 0.0};
  const double most = 8.0 * g->n + 4096.0;
  for (;; width *= 1.26) {
    const double nx = floor((high[0] - low[0]) / width) + 1.0;
    const double ny = floor((high[1] - low[1]) / width) + 1.0;
    const double nz = floor((high[2] - low[2]) / width) + 1.0;
    if (nx * ny * nz > most) continue;
    c->nx = (int)nx;
    c->ny = (int)ny;
    c->nz = (int)nz;
    break;
  }
  c->width = width;
  c->origin = gm_row_vec(low);
  return GM_OK;
}

gm_status gm_cells_sort(gm_cells *c, const gm_grains *g, double width)
{
  GM_TRY(lay_grid(c, g, width));
  const gm_index cells = c->nx * c->ny * c->nz, n = g->n;
  GM_TRY(reserve(c, n, cells));
  c->n = n;
  gm_index *start = c->start;
  for (gm_index k = 0; k <= cells; ++k)
    start[k] = 0;
#pragma omp parallel for schedule(static)
  for (gm_index i = 0; i < n; ++i) {
    const gm_row4 x = g->g[i].x;
    const int ix = gm_cells_at(x[0], c->origin.x, c->width, c->nx);
    const int iy = gm_cells_at(x[1], c->origin.y, c->width, c->ny);
    const int iz = gm_cells_at(x[2], c->origin.z, c->width, c->nz);
    c->cell[i] = (ix * c->ny + iy) * c->nz + iz;
  }
  for (gm_index i = 0; i < n; ++i)
    ++start[c->cell[i] + 1];
  for (gm_index k = 0; k < cells; ++k)
    start[k + 1] += start[k];
  /* start[k] walks to the start of cell k + 1, and is put back by one shift. */
  for (gm_index i = 0; i < n; ++i)
    c->grain[start[c->cell[i]]++] = i;
  for (gm_index k = cells; k > 0; --k)
    start[k] = start[k - 1];
  start[0] = 0;
  return GM_OK;
}

void gm_cells_clear(gm_cells *c)
{
  GM_FREE(c->cell);
  GM_FREE(c->grain);
  GM_FREE(c->start);
  *c = (gm_cells){0};
}
