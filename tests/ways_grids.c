/* tests/ways_grids.c -- the distance by full grids: four conventional treatments. */
#include "ways.h"

#include "check.h"
#include "cip.h"
#include "sweep.h"
#include "upwind.h"
#include <stdlib.h>

static paddle_now instant(const treatment *t)
{
  return (paddle_now){t->p, paddle_turned(t->p, t->step)};
}

static grid make_grid(const treatment *t, int derivatives)
{
  return grid_make(t->p->nodes, t->p->spacing, derivatives);
}

/* --- the grains' places in the body's frame, a grid there ----------------- */

void ways_begin_grid(treatment *t)
{
  const paddle_now now = instant(t);
  t->now = make_grid(t, 0);
  grid_fill(&t->now, paddle_triangles, &now);
}

void ways_advance_nothing(treatment *t)
{
  (void)t;
}

void ways_ask_in_body(const treatment *t, const gm_vec3 *x, int n, double *d)
{
  const gm_quat q = paddle_turned(t->p, t->step);
  for (int k = 0; k < n; ++k)
    d[k] = grid_trilinear(&t->now, gm_quat_unrotate(q, x[k]));
}

/* --- a grid in the world, rebuilt ----------------------------------------- */

void ways_advance_rebuilding(treatment *t)
{
  const paddle_now now = instant(t);
  grid_fill(&t->now, paddle_triangles, &now);
}

void ways_ask_grid(const treatment *t, const gm_vec3 *x, int n, double *d)
{
  for (int k = 0; k < n; ++k)
    d[k] = grid_trilinear(&t->now, x[k]);
}

/* --- a grid in the world, advected ---------------------------------------- */

void ways_begin_upwind(treatment *t)
{
  ways_begin_grid(t);
  t->next = make_grid(t, 0);
}

void ways_begin_cip(treatment *t)
{
  const paddle_now now = instant(t);
  t->now = make_grid(t, 7);
  t->next = make_grid(t, 7);
  grid_fill(&t->now, paddle_triangles, &now);
}

static void finish_advection(treatment *t)
{
  const grid old = t->now;
  t->now = t->next;
  t->next = old;
  if (t->row->again && t->step % (t->p->steps / t->row->again) == 0)
    sweep_again(&t->now);
}

static double angle(const treatment *t)
{
  return 2.0 * GM_PI / t->p->steps;
}

void ways_advance_upwind(treatment *t)
{
  const paddle_now now = instant(t);
  upwind_advect(&t->now, &t->next, angle(t), paddle_field, &now);
  finish_advection(t);
}

void ways_advance_cip(treatment *t)
{
  const paddle_now now = instant(t);
  cip_advect(&t->now, &t->next, angle(t), paddle_field, &now);
  finish_advection(t);
}

void ways_ask_cip(const treatment *t, const gm_vec3 *x, int n, double *d)
{
  for (int k = 0; k < n; ++k)
    d[k] = cip_at(&t->now, x[k]);
}

/* --- grids of several instants -------------------------------------------- */

void ways_begin_series(treatment *t)
{
  const int levels = t->row->levels;
  t->level = calloc((size_t)levels, sizeof *t->level);
  if (!CHECK(t->level)) exit(1);
  for (int k = 0; k < levels; ++k) {
    const double steps = (double)k * t->p->steps / levels;
    const paddle_now now = {t->p, paddle_turned(t->p, steps)};
    t->level[k] = make_grid(t, 0);
    grid_fill(&t->level[k], paddle_triangles, &now);
  }
}

void ways_ask_series(const treatment *t, const gm_vec3 *x, int n, double *d)
{
  const int levels = t->row->levels, in = t->step % t->p->steps;
  const int before = in * levels / t->p->steps;
  const double share = (double)in * levels / t->p->steps - before;
  const grid *a = &t->level[before], *b = &t->level[(before + 1) % levels];
  for (int k = 0; k < n; ++k)
    d[k] = (1.0 - share) * grid_trilinear(a, x[k]) +
           share * grid_trilinear(b, x[k]);
}
