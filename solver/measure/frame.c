/* measure/frame.c -- room for one instant. */
#include "measure/frame.h"

#include "base/memory.h"

gm_status gm_frame_reserve_grains(gm_frame_grains *f, gm_index n)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(GM_RESIZE(f->row, 0, rows));
  GM_TRY(GM_RESIZE(f->velocity, 0, rows));
  GM_TRY(GM_RESIZE(f->angular_velocity, 0, rows));
  GM_TRY(GM_RESIZE(f->coordination, 0, rows));
  GM_TRY(GM_RESIZE(f->structure, 0, rows));
  GM_TRY(GM_RESIZE(f->distance, 0, rows));
  GM_TRY(GM_RESIZE(f->normal, 0, rows));
  GM_TRY(GM_RESIZE(f->site_count, 0, rows));
  GM_TRY(GM_RESIZE(f->answered, 0, rows));
  GM_TRY(GM_RESIZE(f->unsupported, 0, rows));
  f->capacity = rows;
  return GM_OK;
}

gm_status gm_frame_reserve_clumps(gm_frame_clumps *f, gm_index n)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(GM_RESIZE(f->row, 0, rows));
  GM_TRY(GM_RESIZE(f->velocity, 0, rows));
  GM_TRY(GM_RESIZE(f->angular_velocity, 0, rows));
  GM_TRY(GM_RESIZE(f->coordination, 0, rows));
  f->capacity = rows;
  return GM_OK;
}

gm_status gm_frame_reserve_contacts(gm_frame_contacts *f, gm_index n,
                                    int remembers)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(GM_RESIZE(f->id_a, 0, rows));
  GM_TRY(GM_RESIZE(f->id_b, 0, rows));
  GM_TRY(GM_RESIZE(f->structure, 0, rows));
  GM_TRY(GM_RESIZE(f->patch, 0, rows));
  GM_TRY(GM_RESIZE(f->other, 0, rows));
  GM_TRY(GM_RESIZE(f->area, 0, rows));
  GM_TRY(GM_RESIZE(f->from, 0, rows));
  GM_TRY(GM_RESIZE(f->to, 0, rows));
  GM_TRY(GM_RESIZE(f->normal, 0, rows));
  GM_TRY(GM_RESIZE(f->force, 0, rows));
  GM_TRY(GM_RESIZE(f->overlap, 0, rows));
  GM_TRY(GM_RESIZE(f->source, 0, rows));
  if (remembers) {
    GM_TRY(GM_RESIZE(f->history, 0, rows));
    GM_TRY(GM_RESIZE(f->couple, 0, rows));
    GM_TRY(GM_RESIZE(f->last, 0, rows));
    GM_TRY(GM_RESIZE(f->image, 0, rows));
  }
  f->capacity = rows;
  return GM_OK;
}

gm_status gm_frame_reserve_collisions(gm_frame_contacts *f, gm_index n)
{
  const gm_index before = f->capacity;
  GM_TRY(gm_frame_reserve_contacts(f, n, 0));
  if (f->impulse && f->capacity == before) return GM_OK;
  GM_TRY(GM_RESIZE(f->impulse, 0, f->capacity));
  return GM_RESIZE(f->collisions, 0, f->capacity);
}

void gm_frame_clear_grains(gm_frame_grains *f)
{
  GM_FREE(f->row);
  GM_FREE(f->velocity);
  GM_FREE(f->angular_velocity);
  GM_FREE(f->coordination);
  GM_FREE(f->structure);
  GM_FREE(f->distance);
  GM_FREE(f->normal);
  GM_FREE(f->site_count);
  GM_FREE(f->answered);
  GM_FREE(f->unsupported);
  GM_FREE(f->clumps.row);
  GM_FREE(f->clumps.velocity);
  GM_FREE(f->clumps.angular_velocity);
  GM_FREE(f->clumps.coordination);
  *f = (gm_frame_grains){0};
}

void gm_frame_clear_contacts(gm_frame_contacts *f)
{
  GM_FREE(f->id_a);
  GM_FREE(f->id_b);
  GM_FREE(f->structure);
  GM_FREE(f->patch);
  GM_FREE(f->other);
  GM_FREE(f->area);
  GM_FREE(f->from);
  GM_FREE(f->to);
  GM_FREE(f->normal);
  GM_FREE(f->force);
  GM_FREE(f->overlap);
  GM_FREE(f->source);
  GM_FREE(f->impulse);
  GM_FREE(f->collisions);
  GM_FREE(f->history);
  GM_FREE(f->couple);
  GM_FREE(f->last);
  GM_FREE(f->image);
  *f = (gm_frame_contacts){0};
}
