/* scene/collisions.c -- impact statistics for each pair of materials. */
#include "scene/collisions.h"

#include "base/math.h"
#include "base/memory.h"
#include <math.h>

gm_status gm_collisions_init(gm_collisions *c, const gm_materials *m)
{
  *c = (gm_collisions){0};
  gm_index n = 0;
  for (gm_index a = 0; a < m->n; ++a)
    for (gm_index b = a; b < m->n; ++b)
      n += gm_material_paired(&m->pair[a][b]);
  gm_status status = GM_RESIZE(c->of, 0, m->n * GM_MATERIALS_MAX);
  if (status == GM_OK) status = GM_RESIZE(c->between, 0, n);
  if (status == GM_OK) status = GM_RESIZE(c->grains, 0, n);
  if (status == GM_OK) status = GM_RESIZE(c->structures, 0, n);
  if (status != GM_OK) {
    gm_collisions_clear(c);
    return status;
  }
  for (gm_index a = 0; a < m->n; ++a) {
    for (gm_index b = a; b < m->n; ++b) {
      gm_index row = -1;
      if (gm_material_paired(&m->pair[a][b])) {
        row = c->n++;
        c->between[row][0] = a;
        c->between[row][1] = b;
      }
      c->of[a * GM_MATERIALS_MAX + b] = c->of[b * GM_MATERIALS_MAX + a] = row;
    }
  }
  return GM_OK;
}

void gm_collisions_clear(gm_collisions *c)
{
  GM_FREE(c->between);
  GM_FREE(c->of);
  GM_FREE(c->grains);
  GM_FREE(c->structures);
  *c = (gm_collisions){0};
}

/* The bin of `value` among n bins of a quarter of a decade that begin at 10^first. */
static int quarter(double value, int first, int n)
{
  if (!(value > 1.0e-30)) return 0;
  const double at = floor(4.0 * (gm_math_decades(value) - first));
  return at < 0.0 ? 0 : at >= n ? n - 1 : (int)at;
}

void gm_collisions_count(gm_collisions_row *row, double energy, double speed)
{
  ++row->energy[quarter(energy, GM_COLLISIONS_ENERGY, GM_COLLISIONS_ENERGIES)];
  row->any = 1;
  ++row->speed[quarter(speed, GM_COLLISIONS_SPEED, GM_COLLISIONS_SPEEDS)];
}
