/* scene/segments.c -- segments of a motion.  Room: scene. */
#include "scene/segments.h"

#include "base/memory.h"
#include "scene/motion_table.h"

static gm_status build(const gm_config_motion *c, gm_motion *motion)
{
  gm_motion m = {.from = c->from, .to = c->to};
  if (c->kind == GM_MOTION_TRANSLATE) {
    m.kind = GM_MOTION_SHIFT;
    m.vector = c->translate.velocity;
  } else if (c->kind == GM_MOTION_ROTATE) {
    m.kind = GM_MOTION_TURN;
    m.vector = gm_unit(c->rotate.axis);
    m.through = c->rotate.through;
    m.rate = c->rotate.rate;
  } else if (c->kind == GM_MOTION_TABLE) {
    m.kind = GM_MOTION_TRACK;
    GM_TRY(gm_motion_table_build(c, &m.track));
  } else {
    m.kind = GM_MOTION_SWING;
    m.vector = c->oscillate.amplitude;
    m.rate = c->oscillate.frequency;
    m.phase = c->oscillate.phase;
  }
  *motion = m;
  return GM_OK;
}

gm_status gm_segments_build(const gm_config_motion *config, size_t n,
                            gm_motion **motion, int *made)
{
  GM_TRY(GM_RESIZE(*motion, 0, n));
  for (size_t q = 0; q < n; ++q) {
    GM_TRY(build(&config[q], &(*motion)[q]));
    *made = (int)q + 1;
  }
  return GM_OK;
}

void gm_segments_clear(gm_motion **motion, int *n)
{
  for (int q = 0; q < *n; ++q)
    gm_track_clear(&(*motion)[q].track);
  GM_FREE(*motion);
  *n = 0;
}
