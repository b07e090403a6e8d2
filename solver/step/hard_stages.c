/* step/hard_stages.c -- the stages of hard grains, in time steps and event by event. */
#include "step/hard_stages.h"

#include "integrate/bodies.h"
#include "step/held.h"
#include "step/leave.h"
#include "step/stages.h"

/* The list is about to change: its impulses are kept, and nothing else, since hard
 * contacts have no history. */
static gm_status leave_list(gm_state *step, gm_scene *s)
{
  gm_contacts *list = &s->contacts;
  GM_TRY(gm_hard_harvest(&step->hard, s));
  for (gm_index k = 0; k < list->n; ++k)
    list->touched[k] = 0;
  return GM_OK;
}

gm_status gm_hard_stages_order(gm_state *step, gm_scene *s)
{
  if (gm_leave_due(s)) GM_TRY(leave_list(step, s));
  return gm_stages_grain_order(step, s);
}

gm_status gm_hard_stages_list(gm_state *step, gm_scene *s)
{
  if (gm_lists_due(&step->lists)) GM_TRY(leave_list(step, s));
  return gm_stages_neighbour_list(step, s);
}

gm_status gm_hard_stages_collisions(gm_state *step, gm_scene *s)
{
  gm_capture *capture = &step->capture;
  gm_displacements *moved = &step->lists.moved;
  const gm_work w = gm_stages_work_of(step, s, 0.0);
  GM_TRY(gm_hard_run(&step->hard, &w, step->threads, moved->chunk,
                     &moved->grains, &capture->power, &capture->held_power));
  capture->power += gm_bodies_settle(s);
  gm_structures_note_loads(&s->structures, s->dt);
  return GM_OK;
}

gm_status gm_hard_stages_events(gm_state *step, gm_scene *s)
{
  gm_event_state *e = &step->events;
  e->table = step->hard.table;
  e->resting_time = step->hard.rules.resting_time;
  e->by_pair = &step->hard.sums;
  /* Checkpoints store a neighbour list, here an empty one. */
  s->contacts.shift = s->domain.periodic ? s->domain.shift : NULL;
  if (!s->contacts.first_grain)
    GM_TRY(gm_contacts_reserve(&s->contacts, 0, 0, 0, 0));
  step->lists.must_build = 1;
  GM_TRY(gm_events_advance(e, s, s->dt));
  gm_events_account(e, s, s->dt);
  gm_structures_note_loads(&s->structures, s->dt);
  return GM_OK;
}

/* The loads of the instant are the means since the last frame. */
gm_status gm_hard_stages_instant(gm_state *step, gm_scene *s)
{
  gm_capture *capture = &step->capture;
  (void)gm_stages_work_of(step, s, 0.0); /* the capture names its model */
  gm_structures_mean_loads(&s->structures, s->time - s->balance.hard.framed);
  capture->valid = 1;
  if (s->grains.held) gm_held_count(step, s);
  return gm_grains_keep_loads(&s->grains);
}

gm_status gm_hard_stages_flight(gm_state *step, gm_scene *s)
{
  GM_TRY(gm_grains_keep_loads(&s->grains));
  return gm_stages_motion(step, s);
}
