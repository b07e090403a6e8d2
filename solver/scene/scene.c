/* scene/scene.c -- stays that ranks note; release the state of a simulation. */
#include "scene/scene.h"

#include "base/memory.h"

static gm_status reserve_scene_stay(gm_stays *stays)
{
  if (stays->n < stays->capacity) return GM_OK;
  const int64_t rows = 2 * stays->capacity + 64;
  GM_TRY(GM_RESIZE(stays->row, stays->n, rows));
  stays->capacity = rows;
  return GM_OK;
}

void gm_scene_note_stay(gm_scene *s, int phase, gm_index row,
                        gm_index structure, gm_index place, gm_running_sum *sum)
{
  gm_stays *stays = &s->stays;
  const gm_status status = reserve_scene_stay(stays);
  if (status != GM_OK) gm_comm_stop(s->comm, status);
  stays->row[stays->n] = (gm_stay){.step = s->step,
                                   .turn = stays->n,
                                   .key = s->grains.key[row],
                                   .id = s->grains.id[row],
                                   .structure = structure,
                                   .place = place,
                                   .phase = phase,
                                   .sum = *sum};
  ++stays->n;
  sum->sum = (gm_contact_sum){0};
}

void gm_scene_clear(gm_scene *s)
{
  gm_structures_clear(&s->structures);
  gm_grains_clear(&s->grains);
  gm_points_clear(&s->points);
  gm_partition_clear(&s->partition);
  gm_contacts_clear(&s->contacts);
  gm_sensors_clear(&s->sensors);
  gm_collisions_clear(&s->collisions);
  gm_meetings_clear(&s->meetings);
  gm_pours_clear(&s->pours);
  gm_held_groups_clear(&s->held_groups);
  gm_clumps_clear(&s->clumps);
  gm_sinks_clear(&s->sinks);
  gm_grains_growth_clear(&s->growths);
  GM_FREE(s->stays.row);
  *s = (gm_scene){0};
}
