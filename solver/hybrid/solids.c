/* hybrid/solids.c -- structures that count as material.
 *
 * Structures at rest are looked up once for the whole grid; if one of those that count
 * moves, all covered cells are looked up at every conversion.
 */
#include "hybrid/solids.h"

#include "base/memory.h"
#include "hybrid/packing.h"

static int moves(const gm_structure *b)
{
  return b->n_motion > 0 || b->rigid || b->servo || b->present_from > 0.0 ||
         isfinite(b->present_to);
}

gm_status gm_solids_build(gm_solids *o, const gm_mpm_form *form,
                          const gm_scene *s, const gm_config *config)
{
  *o = (gm_solids){.known = 1, .form = form};
  GM_TRY(GM_RESIZE(o->around, 0, s->structures.n + 1));
  GM_TRY(GM_RESIZE(o->in, 0, gm_zones_level_cells(&s->partition.zones)));
  GM_TRY(GM_RESIZE(o->room, 0, gm_zones_level_cells(&s->partition.zones)));
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    o->around[k] = (uint8_t)gm_mpm_probe_is_around(b, config);
    if (!o->around[k] && moves(b)) o->known = 0;
  }
  return GM_OK;
}

void gm_solids_clear(gm_solids *o)
{
  GM_FREE(o->around);
  GM_FREE(o->in);
  GM_FREE(o->room);
  *o = (gm_solids){0};
}

/* Part of a cube of width h that is behind a plane at this distance from its middle. */
static double part_behind(const gm_mpm_probe *p, double h)
{
  const double across =
      fabs(p->normal.x) + fabs(p->normal.y) + fabs(p->normal.z);
  if (!(across > 0.0)) return p->distance < 0.0; /* deep in it, or far */
  return fmin(fmax(0.5 - p->distance / (h * across), 0.0), 1.0);
}

/* Takes structure k from the room of the level cells from[] to to[]. */
static void take(gm_solids *o, const gm_scene *s, gm_index k, const int from[3],
                 const int to[3])
{
  const gm_zones *z = &s->partition.zones;
  const gm_structure *b = &s->structures.row[k];
  const gm_mpm_form form = o->form[k];
  const double h = 0.5 * z->cell, reach = 0.5 * h * sqrt(z->axes);
  gm_mpm_probe probe[GM_SHAPE_SIDES];
  if (form == GM_MPM_SHEET) return;
  for (int n = from[2]; n < to[2]; ++n)
    for (int m = from[1]; m < to[1]; ++m)
      for (int i = from[0]; i < to[0]; ++i) {
        const gm_vec3 x =
            gm_vec(z->origin.x + h * (i + 0.5), z->origin.y + h * (m + 0.5),
                   z->axes > 2 ? z->origin.z + h * (n + 0.5) : 0.0);
        double *room =
            &o->room[i + (int64_t)z->level[0] * (m + (int64_t)z->level[1] * n)];
        if (*room == 0.0 || gm_mpm_probe_bound(b, form, x) > reach) continue;
        const int walls = gm_mpm_probe_at(b, form, s->structures.flat, x, reach,
                                          z->reach, probe);
        for (int w = 0; w < walls; ++w)
          *room *= 1.0 - part_behind(&probe[w], h);
      }
}

/* 1  of a window: with less room than that no grain is in it. */
static const double least_room = 0.1;

static gm_status find(gm_solids *o, const gm_scene *s, double window)
{
  const gm_zones *z = &s->partition.zones;
  const int all[3] = {0, 0, 0};
  int from[3], to[3];
  for (int a = 0; a < 3; ++a) {
    from[a] = a < z->axes ? 2 * z->from[a] : 0;
    to[a] = a < z->axes ? 2 * z->to[a] : 1;
  }
  const int64_t cells = gm_zones_level_cells(z);
  for (int64_t k = 0; k < cells; ++k)
    o->room[k] = 1.0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    if (o->around[k] || !s->structures.row[k].present) continue;
    take(o, s, k, o->known ? all : from, o->known ? z->level : to);
  }
  for (int64_t k = 0; k < cells; ++k)
    o->in[k] = o->room[k] < 0.5;
  GM_TRY(gm_packing_windows(z, o->room, window, all, z->level));
  for (int64_t k = 0; k < cells; ++k)
    o->in[k] |= o->room[k] < least_room;
  return GM_OK;
}

gm_status gm_solids_fill(gm_solids *o, gm_scene *s, double window)
{
  gm_zones *z = &s->partition.zones;
  if (o->known < 2) GM_TRY(find(o, s, window));
  if (o->known == 1) o->known = 2; /* found */
  for (int k = z->axes > 2 ? 2 * z->from[2] : 0;
       k < (z->axes > 2 ? 2 * z->to[2] : 1); ++k)
    for (int j = 2 * z->from[1]; j < 2 * z->to[1]; ++j)
      for (int i = 2 * z->from[0]; i < 2 * z->to[0]; ++i) {
        const int64_t cell =
            i + (int64_t)z->level[0] * (j + (int64_t)z->level[1] * k);
        z->packing[cell] =
            o->in[cell] ? 1.0 : fmin(z->packing[cell] / o->room[cell], 1.0);
      }
  return GM_OK;
}
