/* events/event_cells.c -- choice of the cells.
 *
 * A cell is as wide as the largest diameter, or wider where grains are few: about one
 * grain in a cell costs the least.
 */
#include "events/event_cells.h"

#include "base/math.h"
#include "base/memory.h"

/* Bounds of all centres, or of the box where it is periodic. */
static void find_box(gm_event_state *e, const gm_scene *s, double high[3])
{
  const double min[3] = {s->domain.min.x, s->domain.min.y, s->domain.min.z};
  const gm_index n = s->grains.n;
  for (int a = 0; a < 3; ++a) {
    e->period[a] = s->domain.side[a] > 0.0 ? s->domain.side[a] : 0.0;
    e->low[a] = e->period[a] > 0.0 ? min[a] : INFINITY;
    high[a] = e->period[a] > 0.0 ? min[a] + e->period[a] : -INFINITY;
    if (e->period[a] > 0.0) continue;
    for (gm_index i = 0; i < n; ++i) {
      e->low[a] = fmin(e->low[a], e->grain[i].x[a]);
      high[a] = fmax(high[a], e->grain[i].x[a]);
    }
  }
}

static gm_status choose(gm_event_state *e, const gm_scene *s)
{
  const gm_index n = s->grains.n;
  double high[3], widest = 0.0, volume = 1.0;
  int axes = 0;
  find_box(e, s, high);
  for (gm_index i = 0; i < n; ++i)
    widest = fmax(widest, 2.0 * e->grain[i].r);
  for (int a = 0; a < 3; ++a) {
    if (!(high[a] - e->low[a] > widest)) continue;
    volume *= high[a] - e->low[a];
    ++axes;
  }
  const double width = fmax(
      1.0001 * widest, axes ? gm_math_pow(volume / n, 1.0 / axes) : widest);
  for (int a = 0; a < 3; ++a) {
    const double extent = high[a] - e->low[a];
    e->side[a] = extent > width ? (int)fmin(extent / width, 2000.0) : 1;
    if (e->period[a] > 0.0 && e->side[a] < 3)
      e->side[a] = (int)fmin(extent / (1.0001 * widest), 3.0);
    if (e->period[a] > 0.0 && e->side[a] < 3)
      return gm_fail(GM_ERR_INPUT,
                     "the periodic side along %c is %.6g m long; event by "
                     "event it must be three diameters of the largest grain, "
                     "%.6g m",
                     "xyz"[a], extent, 3.0003 * widest);
    e->width[a] = extent > 0.0 ? extent / e->side[a] : 1.0;
  }
  return GM_OK;
}

gm_status gm_event_cells_build(gm_event_state *e, const gm_scene *s)
{
  GM_TRY(choose(e, s));
  const size_t cells =
      (size_t)e->side[0] * (size_t)e->side[1] * (size_t)e->side[2];
  if (cells > e->cell_capacity) {
    GM_TRY(GM_RESIZE(e->first, 0, cells));
    e->cell_capacity = cells;
  }
  for (size_t c = 0; c < cells; ++c)
    e->first[c] = -1;
  for (gm_index i = s->grains.n - 1; i >= 0; --i) {
    gm_event_grain *g = &e->grain[i];
    int at[3];
    for (int a = 0; a < 3; ++a) {
      if (e->period[a] > 0.0)
        g->x[a] -= e->period[a] * floor((g->x[a] - e->low[a]) / e->period[a]);
      at[a] = (int)((g->x[a] - e->low[a]) / e->width[a]);
      at[a] = at[a] < 0 ? 0 : at[a] >= e->side[a] ? e->side[a] - 1 : at[a];
    }
    gm_event_cells_enter(e, i, gm_event_cells_number(e, at));
  }
  return GM_OK;
}
