/* sim/ranks.c -- what several ranks do together around a step. */
#include "sim/ranks.h"

gm_status gm_ranks_begin(gm_sim *sim)
{
  gm_ready *r = &sim->ready;
  gm_gathered_count(r->comm, 0, &r->scene);
  r->step.lists.must_build = 1;
  return gm_exchange_begin(&r->step.exchange, r->comm, &r->scene.grains);
}

gm_status gm_ranks_gather(gm_sim *sim)
{
  gm_step *step = &sim->ready.step;
  gm_scene *s = &sim->ready.scene;
  if (!s->comm) return GM_OK;
  return gm_gathered_take(&sim->gathered, &step->exchange, &step->capture, s);
}

gm_status gm_ranks_whole(gm_sim *sim)
{
  gm_scene *s = &sim->ready.scene;
  GM_TRY(gm_gathered_take(&sim->gathered, &sim->ready.step.exchange, NULL, s));
  gm_gathered_renew(&sim->gathered, NULL, s);
  return GM_OK;
}

int gm_ranks_measures(const gm_sim *sim)
{
  return gm_comm_rank(sim->ready.comm) == 0;
}

gm_scene *gm_ranks_scene(gm_sim *sim)
{
  gm_scene *s = &sim->ready.scene;
  if (!s->comm) return s;
  gm_gathered_renew(&sim->gathered, &sim->ready.step.capture, s);
  return &sim->gathered.scene;
}

const gm_capture *gm_ranks_capture(gm_sim *sim)
{
  const gm_capture *here = &sim->ready.step.capture;
  return sim->ready.scene.comm ? &sim->gathered.capture : here;
}

int64_t gm_ranks_grains(const gm_sim *sim)
{
  const gm_scene *s = &sim->ready.scene;
  return s->comm ? sim->ready.step.exchange.grains : s->grains.n;
}

int gm_ranks_holds(gm_sim *sim)
{
  int holds = 0;
  if (gm_ranks_measures(sim))
    holds = gm_until_holds(&sim->until, gm_ranks_scene(sim), &sim->now);
  gm_comm_tell(sim->ready.scene.comm, &holds, sizeof holds, 0);
  return holds;
}

void gm_ranks_end(gm_sim *sim, gm_status status)
{
  gm_comm *comm = sim->ready.comm;
  if (!comm) return;
  if (status != GM_OK && status != GM_ERR_INTERRUPTED && !gm_comm_agreed(comm))
    gm_comm_stop(comm, status);
  if (sim->ready.scene.comm && sim->looked && gm_ranks_measures(sim))
    gm_gathered_adopt(&sim->gathered, &sim->ready.step.capture,
                      &sim->ready.scene);
}
