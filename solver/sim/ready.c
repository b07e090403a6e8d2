/* sim/ready.c -- prepares a scene for its first step.
 *
 * The tree of keys is read into a config, from which the scene is built; then the time
 * step is chosen, or a given time step is checked.
 */
#include "sim/ready.h"

#include "base/memory.h"
#include "config/report.h"
#include "insert/saved_grains.h"
#include "meet/meet.h"
#include "result/ondem_file.h"
#include "result/saved_grains_file.h"
#include "rules/read.h"
#include "setup/scene_build.h"
#include "step/springs.h"
#include <stdio.h>
#include <stdlib.h>

/* What a run on several ranks does not have. */

#define WAY "; leave out --ranks"

/* Report one key; goes on. */
#define REFUSE(when, key, what)                                                \
  if (when) gm_report_fault(c, key, "%s on several ranks yet" WAY, what)

/* Report all keys of the scene that a run on several ranks does not have.
 * GM_ERR_INPUT, with config.errors, if there are any. */
static gm_status report_ready_refusals(gm_config *c, const gm_scene *s)
{
  REFUSE(s->hard != GM_ENGINE_NONE, "collisions.engine",
         "hard grains do not run");
  REFUSE(s->continuum.mode != GM_MODE_DISCRETE, "hybrid.mode",
         "a continuum does not run");
  return c->errors && *c->errors ? GM_ERR_INPUT : GM_OK;
}

/* With a given time step no moving body may pass a grain in a single step. */
static gm_status check_ready_pass(gm_config *config, const gm_timestep *t)
{
  if (t->step <= t->pass * (1.0 + 1.0e-9)) return GM_OK;
  const double digit = pow(10.0, floor(log10(t->pass)) - 2.0);
  return gm_report_fault(
      config, "time.step",
      "in %g s %s '%s' moves by %.3g m, with up to %.3g m/s, more than "
      "half the smallest radius: it could pass grains without touching them; "
      "choose a step of at most %.3g s, or auto, or a slower motion",
      t->step, t->swift_kind, t->swift, t->step * t->swiftest, t->swiftest,
      digit * floor(t->pass / digit * (1.0 + 1.0e-9)));
}

/* A given time step must be stable, and a given stride of it for material points. */
static gm_status check_ready_step(gm_config *config, const gm_timestep *t,
                                  const gm_scheme *scheme)
{
  if (config->hybrid.stride > 0.0 && fmod(10.0, config->hybrid.stride) != 0.0)
    return gm_report_fault(config, "hybrid.stride",
                           "%g is none of 1, 2, 5, 10 steps",
                           config->hybrid.stride);
  if (t->step > 0.0 && config->hybrid.stride * t->step > t->continuum)
    return gm_report_fault(config, "hybrid.stride",
                           "%g steps are %g s, above the limit of the "
                           "continuum, %.3g s, 0.3 of the "
                           "time in which a wave of compression crosses a "
                           "cell; choose less or auto",
                           config->hybrid.stride,
                           config->hybrid.stride * t->step, t->continuum);
  if (t->step > 0.0 && t->step <= t->limit) return GM_OK;
  if (config->time.unstable && config->time.step > 0.0) return GM_OK;
  if (t->limit == 0.0) {
    return gm_report_fault(
        config, "time.scheme",
        "%s has no stable step where a contact is not damped; give every pair "
        "a restitution below 1 and keep contacts.tangential_damping, or choose "
        "leapfrog; time.unstable: true takes a given step all the same",
        scheme->name);
  }
  if (t->limit == t->continuum)
    return gm_report_fault(
        config, "time.step",
        "%g s is above the limit of the continuum, %.3g s, 0.3 of the time in "
        "which a wave of compression crosses a cell; choose a smaller step or "
        "auto, larger cells, or smaller moduli",
        t->step, t->continuum);
  const double leapfrog = fmin(t->rayleigh, 0.25 * t->contact);
  if (t->limit < leapfrog) {
    return gm_report_fault(
        config, "time.step",
        "%g s is above the stability limit of %.3g s that %s has with these "
        "restitutions (leapfrog: %.3g s); choose a smaller step or auto, or "
        "another time.scheme",
        t->step, t->limit, scheme->name, leapfrog);
  }
  if (t->meeting.half > 0.0 && t->meeting.half <= t->contact) {
    return gm_report_fault(
        config, "time.step",
        "%g s is above the stability limit of %.3g s of structures '%s' and "
        "'%s' on each other, whose half period is %.3g s; choose a smaller "
        "step "
        "or auto, or a smaller contacts.pairs[].foundation",
        t->step, t->limit, t->meeting.a, t->meeting.b, t->meeting.half);
  }
  return gm_report_fault(
      config, "time.step",
      "%g s is above the stability limit of %.3g s (Rayleigh time %.3g s, a "
      "quarter of the shortest contact %.3g s); choose a smaller step or auto, "
      "or softer materials",
      t->step, t->limit, t->rayleigh, 0.25 * t->contact);
}

/* A run that resumes keeps the time step of the earlier run. */
static gm_status check_ready_time(gm_config *config, size_t source,
                                  const gm_saved_grains *bed)
{
  const char *word;
  const gm_config_bed *said = gm_config_bed_of(config, source, &word);
  char path[64];
  if (!said->resume) return GM_OK;
  snprintf(path, sizeof path, "grains[%zu].%s.resume", source, word);
  if (!bed->resumable) {
    return gm_report_fault(
        config, path,
        "the file does not hold what this run could go on from: springs of the "
        "same law, velocities of the scheme, order, step; write it with "
        "output.arrays: resume and keep contacts as they were, or leave out "
        "resume");
  }
  if (config->time.step > 0.0 && config->time.step != bed->dt) {
    return gm_report_fault(config, "time.step",
                           "%.17g s is not the step of the file, %.17g s, "
                           "with which the run resumes; leave it auto",
                           config->time.step, bed->dt);
  }
  config->time.step = bed->dt;
  if ((double)bed->step * bed->dt < config->time.end) return GM_OK;
  return gm_report_fault(
      config, "time.end",
      "%g s is not after the instant of the file, %g s, where "
      "the run goes on; it counts from the start of the first "
      "run",
      config->time.end, (double)bed->step * bed->dt);
}

/* *beds receives the grains of the files that are sources of this scene, or null if
 * there are none. */
static gm_status read_beds(gm_config *config, gm_saved_grains **beds)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_grains && status == GM_OK; ++k) {
    const int source = config->grains[k].source;
    if (source != GM_SOURCE_RESULT && source != GM_SOURCE_ONDEM) continue;
    if (!*beds) status = GM_RESIZE(*beds, 0, config->n_grains);
    if (status == GM_OK) {
      status = source == GM_SOURCE_RESULT
                   ? gm_saved_grains_file_read(config, k, &(*beds)[k])
                   : gm_ondem_file_read(config, k, &(*beds)[k]);
    }
    if (status == GM_OK) status = check_ready_time(config, k, &(*beds)[k]);
  }
  return status;
}

static gm_status build_ready_scene(gm_ready *r)
{
  gm_saved_grains *beds = NULL;
  gm_status status = read_beds(&r->config, &beds);
  if (status == GM_OK) status = gm_scene_build(&r->config, beds, &r->scene);
  for (size_t k = 0; beds && k < r->config.n_grains; ++k)
    gm_saved_grains_clear(&beds[k]);
  GM_FREE(beds);
  return status;
}

/* Pass the grains added by calls to the lists of the config. */
static void take_ready_arrays(gm_ready *r)
{
  for (size_t k = 0; k < r->n_array; ++k) {
    gm_ready_array *a = &r->array[k];
    if (a->source >= r->config.n_grains) continue; /* an error in the text */
    r->config.grains[a->source].list.grains = a->grains;
    r->config.grains[a->source].list.n_grains = a->n;
    a->grains = NULL;
  }
}

/* Where single precision would move grains by a thousandth of the smallest radius, for
 * example in coordinates of a survey, the result is in double precision. */
static void choose_ready_precision(gm_ready *r)
{
  const double step = gm_timestep_rounding(&r->scene);
  if (r->config.output.precision == GM_PRECISION_DOUBLE ||
      !(step > 1.0e-3 * r->step.model.smallest))
    return;
  r->config.output.precision = GM_PRECISION_DOUBLE;
  r->rounding = step;
}

static gm_status build_ready(gm_ready *r, int threads)
{
  GM_TRY(gm_read_bind(&r->config));
  take_ready_arrays(r);
  GM_TRY(gm_read_check(&r->config));
  GM_TRY(build_ready_scene(r));
  if (r->ranks > 1) GM_TRY(report_ready_refusals(&r->config, &r->scene));
  const gm_status made = gm_step_init(&r->step, &r->scene, &r->config, threads);
  if (made == GM_ERR_INPUT && !(r->config.errors && *r->config.errors))
    return gm_report_fault(&r->config, "structures", "%s", gm_status_message());
  GM_TRY(made);
  if (r->scene.step == 0 &&
      gm_meet_start(&r->step.meet, &r->step.model, &r->scene) == GM_ERR_INPUT)
    return gm_report_fault(&r->config, "structures", "%s", gm_status_message());
  choose_ready_precision(r);
  gm_springs_make(&r->step, &r->scene);
  gm_springs_go_on(&r->step, &r->scene);
  gm_meeting_limit meeting;
  GM_TRY(gm_meet_limit_find(&r->step.meet, &r->scene, &meeting));
  r->times = gm_timestep_choose(&r->config, &r->scene, &r->step.model,
                                gm_step_limit(&r->step), meeting);
  if (r->kept > 0.0) r->times.step = r->kept;
  GM_TRY(check_ready_step(&r->config, &r->times, r->step.model.scheme));
  return check_ready_pass(&r->config, &r->times);
}

/* Steps of grains in one of material points: the most that are stable, after which frames
 * can follow. */
static int ready_stride(const gm_ready *r)
{
  static const int most_first[] = {10, 5, 2};
  const double given = r->config.hybrid.stride;
  if (r->scene.continuum.mode != GM_MODE_HYBRID) return 1;
  if (given > 0.0) return (int)given;
  for (size_t k = 0; k < sizeof most_first / sizeof *most_first; ++k) {
    const int n = most_first[k];
    if (n * r->scene.dt <= r->times.continuum && r->frame_every % n == 0)
      return n;
  }
  return 1;
}

/* Count the steps of the run, and those between frames and between rows of the history.
 */
static gm_status count_ready_steps(gm_ready *r)
{
  const double steps = r->config.time.end / r->scene.dt;
  if (!(steps < 1.0e12)) {
    return gm_report_fault(
        &r->config, "time.end",
        "%g s in steps of %.3g s are %.1g steps; shorten the run or "
        "soften the materials",
        r->config.time.end, r->scene.dt, steps);
  }
  r->first = r->scene.step;
  r->steps = llround(steps);
  r->frame_every = llround(r->config.output.every / r->scene.dt);
  if (r->frame_every < 1) r->frame_every = 1;
  const double history = r->config.output.history > 0.0
                             ? r->config.output.history
                             : r->config.output.every / 20.0;
  const int stride = r->scene.continuum.stride = ready_stride(r);
  r->history_every = llround(history / r->scene.dt);
  if (!(r->config.output.history > 0.0)) /* rows show one instant, as frames */
    r->history_every = stride * (r->history_every / stride);
  if (r->history_every < 1) r->history_every = 1;
  return GM_OK;
}

gm_status gm_ready_prepare(gm_ready *r, int threads)
{
  const gm_status status = build_ready(r, threads);
  if (status == GM_ERR_MEMORY) return status;
  if (r->config.errors && *r->config.errors) return GM_ERR_INPUT;
  GM_TRY(status);
  r->scene.dt = r->times.step;
  return count_ready_steps(r);
}

int64_t gm_ready_frames(const gm_ready *r)
{
  return r->steps / r->frame_every - r->first / r->frame_every + 1 +
         (r->steps % r->frame_every != 0);
}

void gm_ready_clear(gm_ready *r)
{
  gm_step_clear(&r->step);
  gm_scene_clear(&r->scene);
  gm_config_clear(&r->config);
  for (size_t k = 0; k < r->n_array; ++k)
    GM_FREE(r->array[k].grains);
  GM_FREE(r->array);
  free(r->scene_path);
}
