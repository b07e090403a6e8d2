/* tests/treatments.c -- virtual particles and four conventional treatments. */
#include "treatments.h"

#include "ways.h"
#include <stdlib.h>
#include <string.h>

const treatment_row treatments[] = {
    {.name = "sites",
     .begin = ways_begin_sites,
     .advance = ways_advance_pose,
     .ask = ways_ask_sites,
     .asks_mesh = true},
    {.name = "sites alone",
     .begin = ways_begin_sites_alone,
     .advance = ways_advance_pose,
     .ask = ways_ask_sites},
    {.name = "body grid",
     .begin = ways_begin_grid,
     .advance = ways_advance_nothing,
     .ask = ways_ask_in_body},
    {.name = "rebuilt",
     .begin = ways_begin_grid,
     .advance = ways_advance_rebuilding,
     .ask = ways_ask_grid,
     .forgets = true,
     .asks_mesh = true},
    {.name = "upwind",
     .begin = ways_begin_upwind,
     .advance = ways_advance_upwind,
     .ask = ways_ask_grid},
    {.name = "upwind, again",
     .begin = ways_begin_upwind,
     .advance = ways_advance_upwind,
     .ask = ways_ask_grid,
     .again = 12},
    {.name = "CIP",
     .begin = ways_begin_cip,
     .advance = ways_advance_cip,
     .ask = ways_ask_cip},
    {.name = "CIP, again",
     .begin = ways_begin_cip,
     .advance = ways_advance_cip,
     .ask = ways_ask_cip,
     .again = 12},
    {.name = "series 30",
     .begin = ways_begin_series,
     .advance = ways_advance_nothing,
     .ask = ways_ask_series,
     .levels = 30},
    {.name = "series 60",
     .begin = ways_begin_series,
     .advance = ways_advance_nothing,
     .ask = ways_ask_series,
     .levels = 60},
    {.name = "series 120",
     .begin = ways_begin_series,
     .advance = ways_advance_nothing,
     .ask = ways_ask_series,
     .levels = 120},
};
const int treatments_count = sizeof treatments / sizeof *treatments;

const treatment_row *treatments_find(const char *name)
{
  for (int k = 0; k < treatments_count; ++k)
    if (!strcmp(treatments[k].name, name)) return &treatments[k];
  return NULL;
}

void treatment_begin(treatment *t, const treatment_row *row, const paddle *p)
{
  *t = (treatment){.row = row, .p = p};
  row->begin(t);
}

void treatment_advance(treatment *t)
{
  ++t->step;
  t->row->advance(t);
}

void treatment_ask(const treatment *t, const gm_vec3 *x, int n, double *d)
{
  t->row->ask(t, x, n, d);
}

void treatment_clear(treatment *t)
{
  gm_mesh_collider_free(&t->collider);
  grid_clear(&t->now);
  grid_clear(&t->next);
  for (int k = 0; t->level && k < t->row->levels; ++k)
    grid_clear(&t->level[k]);
  free(t->level);
  *t = (treatment){0};
}

size_t treatment_bytes(const treatment *t)
{
  size_t bytes = t->carried + grid_bytes(&t->now) + grid_bytes(&t->next);
  for (int k = 0; k < t->row->levels; ++k)
    bytes += grid_bytes(&t->level[k]);
  return bytes;
}

void treatment_errors(const treatment *t, const gm_vec3 *y, int n, double *rms,
                      double *largest)
{
  const gm_quat q = paddle_turned(t->p, t->step);
  *rms = *largest = 0.0;
  for (int k = 0; k < n; ++k) {
    double d;
    const gm_vec3 x = gm_quat_rotate(q, y[k]);
    treatment_ask(t, &x, 1, &d);
    const double off = fabs(d - paddle_exact(t->p, y[k]).distance);
    *rms += off * off / n;
    *largest = fmax(*largest, off);
  }
  *rms = sqrt(*rms) / t->p->spacing;
  *largest /= t->p->spacing;
}
