/* scene/scene.c -- release the state of a simulation. */
#include "scene/scene.h"

#include "base/memory.h"

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
  gm_growth_clear(&s->growths);
  GM_FREE(s->stays.row);
  *s = (gm_scene){0};
}
