/* geometry/segments.c -- build motion segments and conveyors from the config. */
#include "geometry/segments.h"

#include "base/memory.h"
#include "geometry/motion_table.h"

static gm_status build(const gm_config_motion *c, gm_motion *motion)
{
  gm_motion m = {.kind = (gm_motion_kind)c->kind, .from = c->from, .to = c->to};
  if (c->kind == GM_MOTION_TRANSLATE) {
    m.vector = c->translate.velocity;
  } else if (c->kind == GM_MOTION_ROTATE) {
    m.vector = gm_unit(c->rotate.axis);
    m.through = c->rotate.through;
    m.rate = c->rotate.rate;
    m.carried = c->rotate.carried;
  } else if (c->kind == GM_MOTION_TABLE) {
    GM_TRY(gm_motion_table_build(c, &m.track));
  } else {
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

gm_conveyor gm_segments_conveyor(const gm_config_conveyor *c, size_t number)
{
  gm_conveyor o = {
      .from = c->from, .to = c->to, .part = c->n_groups ? 1u << number : 0u};
  if (c->kind == GM_MOTION_TRANSLATE) {
    o.velocity = c->translate.velocity;
  } else {
    o.spin = gm_scale(c->rotate.rate, gm_unit(c->rotate.axis));
    o.velocity = gm_scale(-1.0, gm_cross(o.spin, c->rotate.through));
  }
  return o;
}
