/* events/event_columns.c -- grains and planes from the scene and back.
 *
 * Grains in flight have copies of their position, velocity and radius in one line of the
 * cache each.
 */
#include "events/event_columns.h"

#include "base/memory.h"
#include "events/event_predict.h"

static gm_status reserve(gm_event_state *e, gm_index n)
{
  if ((size_t)n <= e->capacity) return GM_OK;
  const size_t rows = (size_t)n + (size_t)n / 8;
  GM_TRY(GM_RESIZE(e->grain, 0, rows));
  GM_TRY(GM_RESIZE(e->due, 0, rows));
  GM_TRY(GM_RESIZE(e->turns, 0, rows));
  GM_TRY(GM_RESIZE(e->cell, 0, rows));
  GM_TRY(GM_RESIZE(e->next, 0, rows));
  GM_TRY(GM_RESIZE(e->before, 0, rows));
  e->capacity = rows;
  return GM_OK;
}

gm_status gm_event_columns_grains(gm_event_state *e, const gm_scene *s)
{
  const gm_grains *all = &s->grains;
  GM_TRY(reserve(e, all->n));
  for (gm_index i = 0; i < all->n; ++i) {
    const gm_row4 x = all->g[i].x, v = all->g[i].v;
    if (!(v[3] > 0.0))
      return gm_fail(GM_ERR_INPUT, "event by event no grain is held");
    e->grain[i] = (gm_event_grain){
        .x = {x[0], x[1], x[2]}, .v = {v[0], v[1], v[2]}, .r = x[3]};
    e->turns[i] = 0;
  }
  return GM_OK;
}

gm_status gm_event_columns_walls(gm_event_state *e, const gm_scene *s)
{
  const size_t n = (size_t)s->structures.named;
  if (n > e->wall_capacity) {
    GM_TRY(GM_RESIZE(e->wall, 0, n));
    e->wall_capacity = n;
  }
  e->n_walls = 0;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *b = &s->structures.row[k];
    const gm_patch *patch =
        b->shape.n == 1 ? gm_shape_patch(&b->shape, 0) : NULL;
    if (!b->present) continue;
    if (!patch || patch->kind != GM_PATCH_PLANE || b->rigid ||
        gm_norm2(b->pose.spin) > 0.0)
      return gm_fail(GM_ERR_INPUT,
                     "structure '%s' is no plane that stands still or moves "
                     "evenly, and event by event grains meet planes alone; "
                     "write collisions.engine: impulses",
                     b->name);
    const gm_vec3 normal = gm_quat_rotate(b->pose.orientation, patch->normal);
    e->wall[e->n_walls++] =
        (gm_event_wall){.point = gm_pose_to_world(&b->pose, patch->point),
                        .normal = normal,
                        .velocity = b->pose.velocity,
                        .structure = k,
                        .smooth = b->mirror || b->reflects,
                        .elastic = b->reflects != 0};
  }
  return GM_OK;
}

/* Rounding must not put a grain across a side of a sheared box, where its image has
 * another velocity. */
static gm_row4 within(const gm_scene *s, gm_row4 x)
{
  const double low = s->domain.min.y, high = s->domain.max.y;
  if (s->domain.shear == 0.0) return x;
  x[1] = fmin(fmax(x[1], low), high - 1.0e-12 * (high - low));
  return x;
}

void gm_event_columns_return(gm_event_state *e, gm_scene *s, double span)
{
  gm_grains *all = &s->grains;
  for (gm_index i = 0; i < all->n; ++i) {
    gm_event_grain *g = &e->grain[i];
    gm_event_predict_fly(g, s->gravity, span);
    const gm_vec3 x = {g->x[0], g->x[1], g->x[2]},
                  v = {g->v[0], g->v[1], g->v[2]};
    all->g[i].x = gm_row(x, g->r);
    if (s->domain.periodic)
      all->g[i].x = within(s, gm_domain_snap(&s->domain, all->g[i].x));
    all->g[i].v = gm_row(v, all->g[i].v[3]);
  }
}
