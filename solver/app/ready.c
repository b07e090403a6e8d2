/* app/ready.c -- a scene, ready for its first step.  Room: app. */
#include "app/ready.h"

#include "app/source.h"
#include "base/memory.h"
#include "config/read.h"
#include "output/bed_file.h"
#include "output/ondem_file.h"
#include "scene/bed.h"
#include "scene/radii.h"
#include "step/springs.h"
#include <omp.h>
#include <stdlib.h>

gm_status gm_ready_print_faults(const gm_config *config, const char *scene)
{
  int n = 0;
  for (const char *p = config->errors; *p; ++p)
    n += *p == '\n';
  fputs(config->errors, stderr);
  fprintf(stderr, "granum: %d error%s in %s\n", n, n == 1 ? "" : "s", scene);
  return gm_fail(GM_ERR_INPUT, "%s", "");
}

/* In a chosen step nothing that moves as prescribed may pass a grain. */
static gm_status check_pass(gm_config *config, const gm_timestep *t)
{
  if (t->step <= t->pass * (1.0 + 1.0e-9)) return GM_OK;
  const double digit = pow(10.0, floor(log10(t->pass)) - 2.0);
  return gm_read_fault(
      config, "time.step",
      "in %g s %s '%s' moves by %.3g m, with up to %.3g m/s, more than "
      "half the smallest radius: it could pass grains without touching them; "
      "choose a step of at most %.3g s, or auto, or a slower motion",
      t->step, t->swift_kind, t->swift, t->step * t->swiftest, t->swiftest,
      digit * floor(t->pass / digit * (1.0 + 1.0e-9)));
}

/* A chosen step must be stable. */
static gm_status check_step(gm_config *config, const gm_timestep *t,
                            const gm_scheme *scheme)
{
  if (t->step > 0.0 && t->step <= t->limit) return GM_OK;
  if (t->limit == 0.0) {
    return gm_read_fault(
        config, "time.scheme",
        "%s has no stable step where a contact is not damped; give every pair "
        "a restitution below 1 and keep contacts.tangential_damping, or choose "
        "leapfrog",
        scheme->name);
  }
  const double leapfrog = fmin(t->rayleigh, 0.25 * t->contact);
  if (t->limit < leapfrog) {
    return gm_read_fault(
        config, "time.step",
        "%g s is above the stability limit of %.3g s that %s has with these "
        "restitutions (leapfrog: %.3g s); choose a smaller step or auto, or "
        "another time.scheme",
        t->step, t->limit, scheme->name, leapfrog);
  }
  return gm_read_fault(
      config, "time.step",
      "%g s is above the stability limit of %.3g s (Rayleigh time %.3g s, a "
      "quarter of the shortest contact %.3g s); choose a smaller step or auto, "
      "or softer materials",
      t->step, t->limit, t->rayleigh, 0.25 * t->contact);
}

/* A run that goes on keeps the step of the bed. */
static gm_status check_time(gm_config *config, const gm_bed *bed)
{
  const char *word;
  const gm_config_bed *said = gm_config_bed_of(config, 0, &word);
  char path[64];
  if (!said->resume) return GM_OK;
  snprintf(path, sizeof path, "grains[0].%s.resume", word);
  if (!bed->resumable) {
    return gm_read_fault(
        config, path,
        "the file does not hold what this run could go on from: springs of the "
        "same law, velocities of the scheme, order, step; write it with "
        "output.arrays: resume and keep contacts as they were, or leave out "
        "resume");
  }
  if (config->time.step > 0.0 && config->time.step != bed->dt) {
    return gm_read_fault(config, "time.step",
                         "%.17g s is not the step of the file, %.17g s, that "
                         "the run goes on with; leave it auto",
                         config->time.step, bed->dt);
  }
  config->time.step = bed->dt;
  if ((double)bed->step * bed->dt < config->time.end) return GM_OK;
  return gm_read_fault(config, "time.end",
                       "%g s is not after the instant of the file, %g s, where "
                       "the run goes on; it counts from the start of the first "
                       "run",
                       config->time.end, (double)bed->step * bed->dt);
}

/* The grains of earlier files that are sources of this scene, or null if none is. */
static gm_status read_beds(gm_config *config, gm_bed **beds)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_grains && status == GM_OK; ++k) {
    const int source = config->grains[k].source;
    if (source != GM_SOURCE_RESULT && source != GM_SOURCE_ONDEM) continue;
    if (!*beds) status = GM_RESIZE(*beds, 0, config->n_grains);
    if (status == GM_OK) {
      status = source == GM_SOURCE_RESULT
                   ? gm_bed_file_read(config, k, &(*beds)[k])
                   : gm_ondem_file_read(config, k, &(*beds)[k]);
    }
    if (status == GM_OK) status = check_time(config, &(*beds)[k]);
  }
  return status;
}

static gm_status build_scene(gm_ready *r)
{
  gm_bed *beds = NULL;
  gm_status status = read_beds(&r->config, &beds);
  if (status == GM_OK) status = gm_scene_build(&r->config, beds, &r->scene);
  for (size_t k = 0; beds && k < r->config.n_grains; ++k)
    gm_bed_clear(&beds[k]);
  GM_FREE(beds);
  return status;
}

gm_status gm_ready_prepare(gm_ready *r, const gm_options *o)
{
  r->scene_path = o->scene;
  const int threads = o->threads ? o->threads : omp_get_num_procs();
  omp_set_num_threads(threads); /* scenes are built in parallel, too */
  gm_status status = gm_source_read(o->scene, o->n_set, o->set, &r->config);
  r->config.report = o->report;
  if (status == GM_OK) status = build_scene(r);
  if (status == GM_OK) {
    status = gm_step_init(&r->step, &r->scene, &r->config, threads);
  }
  if (status == GM_OK) {
    gm_springs_make(&r->step, &r->scene);
    gm_springs_go_on(&r->step, &r->scene);
    r->times = gm_timestep_choose(&r->config, &r->scene, &r->step);
    status = check_step(&r->config, &r->times, r->step.scheme);
  }
  if (status == GM_OK) {
    status = check_pass(&r->config, &r->times);
  }
  if (r->config.errors && *r->config.errors) {
    return gm_ready_print_faults(&r->config, o->scene);
  }
  GM_TRY(status);
  r->scene.dt = r->times.step;
  r->step.timed = o->timing;
  const double steps = r->config.time.end / r->scene.dt;
  if (!(steps < 1.0e12)) {
    gm_read_fault(&r->config, "time.end",
                  "%g s in steps of %.3g s are %.1g steps; shorten the run or "
                  "soften the materials",
                  r->config.time.end, r->scene.dt, steps);
    return gm_ready_print_faults(&r->config, o->scene);
  }
  r->first = r->scene.step;
  r->steps = llround(steps);
  r->frame_every = llround(r->config.output.every / r->scene.dt);
  if (r->frame_every < 1) r->frame_every = 1;
  const double history = r->config.output.history > 0.0
                             ? r->config.output.history
                             : r->config.output.every / 20.0;
  r->history_every = llround(history / r->scene.dt);
  if (r->history_every < 1) r->history_every = 1;
  return GM_OK;
}

int64_t gm_ready_frames(const gm_ready *r)
{
  return r->steps / r->frame_every - r->first / r->frame_every + 1 +
         (r->steps % r->frame_every != 0);
}

static void print_supply(FILE *out, const gm_config_supply *s)
{
  fprintf(out, " of %s, radius %.4g to %.4g mm", s->material,
          1e3 * gm_radii_smallest(&s->radius),
          1e3 * gm_radii_largest(&s->radius));
  for (size_t k = 0; k < s->n_mix; ++k) {
    fprintf(out, "; %.4g of %s, %.4g to %.4g mm", s->mix[k].fraction,
            s->mix[k].material, 1e3 * gm_radii_smallest(&s->mix[k].radius),
            1e3 * gm_radii_largest(&s->mix[k].radius));
  }
}

static void print_pour(FILE *out, const gm_config_grains *g)
{
  if (g->pour.inflow == GM_BY_MASS)
    fprintf(out, "pour, %.6g kg a second", g->pour.mass_rate);
  else
    fprintf(out, "pour, %.6g grains a second", g->pour.rate);
  fprintf(out, " from %.4g to %.4g s", g->pour.from, g->pour.to);
  if (g->pour.count > 0) fprintf(out, ", %d at most", g->pour.count);
  if (isfinite(g->pour.total_mass))
    fprintf(out, ", %.6g kg at most", g->pour.total_mass);
}

void gm_ready_print_sources(FILE *out, const gm_ready *r)
{
  for (size_t k = 0; k < r->config.n_grains; ++k) {
    const gm_config_grains *g = &r->config.grains[k];
    fprintf(out, "grains[%zu]: ", k);
    if (g->source == GM_SOURCE_FILL && g->fill.amount == GM_AMOUNT_COUNT) {
      fprintf(out, "fill, %d grains", g->fill.count);
    } else if (g->source == GM_SOURCE_FILL) {
      fprintf(out, "fill, %.4g of the volume", g->fill.solid_fraction);
    } else if (g->source == GM_SOURCE_POUR) {
      print_pour(out, g);
    } else if (g->source == GM_SOURCE_LIST) {
      fprintf(out, "list, %zu grains of %s", g->list.n_grains,
              g->list.material);
    } else {
      const char *word;
      const gm_config_bed *bed = gm_config_bed_of(&r->config, k, &word);
      const gm_vec3 n = bed->copies;
      fprintf(out, "%s %s, %g x %g x %g copies", word, bed->file, n.x, n.y,
              n.z);
    }
    if (g->source == GM_SOURCE_FILL) print_supply(out, &g->fill.of);
    if (g->source == GM_SOURCE_POUR) print_supply(out, &g->pour.of);
    fputc('\n', out);
  }
}

static void print_held(FILE *out, const gm_holders *holders)
{
  for (gm_index k = 0; k < holders->n; ++k) {
    const gm_holder *h = &holders->row[k];
    const gm_vec3 x = h->pose.position;
    fprintf(out, "held '%s': %d grains, %s, origin (%.4g, %.4g, %.4g) m",
            h->name, h->n, h->n_motion ? "moved" : "at rest", x.x, x.y, x.z);
    if (h->meets) fprintf(out, ", touching held grains and structures");
    if (isfinite(h->until)) fprintf(out, ", until %.4g s", h->until);
    fputc('\n', out);
  }
}

void gm_ready_print(FILE *out, const gm_ready *r)
{
  const gm_timestep *t = &r->times;
  fprintf(out, "%s: %d grains, %d structures, law %s\n",
          *r->config.title ? r->config.title : r->scene_path, r->scene.grains.n,
          r->scene.structures.n, r->step.law->name);
  print_held(out, &r->scene.holders);
  fprintf(out, "time step %.4g s", r->scene.dt);
  if (isfinite(t->rayleigh)) {
    fprintf(out, ", %.1f %% of the Rayleigh time",
            100.0 * r->scene.dt / t->rayleigh);
  }
  if (isfinite(t->contact)) {
    fprintf(out, ", 1/%.0f of the shortest contact (at %.3g m/s)",
            t->contact / r->scene.dt, t->speed);
  }
  fprintf(out, "; %lld steps, %lld frames\n", (long long)r->steps,
          (long long)gm_ready_frames(r));
}

void gm_ready_clear(gm_ready *r)
{
  gm_step_clear(&r->step);
  gm_scene_clear(&r->scene);
  gm_config_clear(&r->config);
}
