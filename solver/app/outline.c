/* app/outline.c -- prints a summary of a scene before its run.
 *
 * `granum check` and `granum run` begin with it: how many grains, the step and why it is
 * so, the sources of grains and bodies, groups that are held, the continuum.
 */
#include "app/commands.h"

#include "app/installed.h"
#include "app/options.h"
#include "app/structure_report.h"
#include "insert/template.h"
#include "rules/read.h"
#include "sim/source.h"
#include "text/parameter_list.h"
#include <argp.h>

gm_status gm_outline_faults(const gm_config *config, const char *scene)
{
  int n = 0;
  for (const char *p = config->errors; *p; ++p)
    n += *p == '\n';
  fputs(config->errors, stderr);
  fprintf(stderr, "granum: %d error%s in %s\n", n, n == 1 ? "" : "s", scene);
  return gm_fail(GM_ERR_INPUT, "%s", "");
}

/* Clumps without radii are as large as their shape. */
static void print_outline_radii(FILE *out, const char *clump,
                                const gm_config_radii *r)
{
  if (clump) fprintf(out, ", clumps '%s'", clump);
  if (r->kind < 0) return;
  fprintf(out, ", radius %.4g to %.4g mm", 1e3 * gm_template_smallest(r),
          1e3 * gm_template_largest(r));
}

static void print_outline_supply(FILE *out, const gm_config_supply *s)
{
  fprintf(out, " of %s", s->material);
  print_outline_radii(out, s->clump, &s->radius);
  for (size_t k = 0; k < s->n_mix; ++k) {
    fprintf(out, "; %.4g of %s", s->mix[k].fraction, s->mix[k].material);
    print_outline_radii(out, s->mix[k].clump, &s->mix[k].radius);
  }
}

static void print_outline_pour(FILE *out, const gm_config_grains *g)
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

static void outline_bodies(FILE *out, const gm_ready *r)
{
  for (size_t q = 0; q < r->config.n_bodies; ++q) {
    const gm_config_bodies *b = &r->config.bodies[q];
    const gm_structure *kind = &r->scene.structures.kind[q];
    const int listed = b->from == GM_BODIES_LIST;
    fprintf(out, "bodies[%zu]: ", q);
    if (b->from == GM_BODIES_POUR) {
      fprintf(out, "pour, %.6g bodies a second from %.4g s, %d at most",
              b->rate, b->begin, b->count);
    } else {
      fprintf(out, "%s, %zu bodies", listed ? "list" : "fill",
              listed ? b->n_list : (size_t)b->count);
    }
    fprintf(out, " of %s, shape '%s' of %.4g g", b->of.material, kind->name,
            1e3 * kind->rigid->mass);
    if (b->scale.kind >= 0) {
      fprintf(out, " times the cube of %.4g to %.4g",
              gm_template_smallest(&b->scale), gm_template_largest(&b->scale));
    }
    fputc('\n', out);
  }
}

void gm_outline_sources(FILE *out, const gm_ready *r)
{
  for (size_t k = 0; k < r->config.n_grains; ++k) {
    const gm_config_grains *g = &r->config.grains[k];
    fprintf(out, "grains[%zu]: ", k);
    if (g->source == GM_SOURCE_FILL && g->fill.amount == GM_AMOUNT_COUNT) {
      fprintf(out, "fill, %d grains", g->fill.count);
    } else if (g->source == GM_SOURCE_FILL) {
      fprintf(out, "fill, %.4g of the %s", g->fill.solid_fraction,
              r->scene.grains.rule.flat ? "area" : "volume");
    } else if (g->source == GM_SOURCE_POUR) {
      print_outline_pour(out, g);
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
    if (g->source == GM_SOURCE_FILL) print_outline_supply(out, &g->fill.of);
    if (g->source == GM_SOURCE_POUR) print_outline_supply(out, &g->pour.of);
    fputc('\n', out);
  }
  outline_bodies(out, r);
}

static void print_outline_held(FILE *out, const gm_held_groups *held_groups)
{
  for (gm_index k = 0; k < held_groups->n; ++k) {
    const gm_held_group *h = &held_groups->row[k];
    const gm_vec3 x = h->pose.position;
    fprintf(out, "held '%s': %d grains, %s, origin (%.4g, %.4g, %.4g) m",
            h->name, h->n, h->n_motion ? "moved" : "at rest", x.x, x.y, x.z);
    if (h->meets) fprintf(out, ", touching held grains and structures");
    if (isfinite(h->until)) fprintf(out, ", until %.4g s", h->until);
    fputc('\n', out);
  }
}

/* What numbers of a scene of two dimensions refer to: a thickness cancels in the motion,
 * and in no mass, force, energy or stress. */
static void print_outline_plane(FILE *out, const gm_grain_rule *rule)
{
  static const char *const bodies[] = {[GM_BODY_SPHERE] = "spheres",
                                       [GM_BODY_DISC] = "discs",
                                       [GM_BODY_LECTURE] =
                                           "discs with the mass of spheres"};
  if (!rule->flat) return;
  fprintf(out, "two dimensions: %s in the plane z = 0; ", bodies[rule->body]);
  fprintf(out, "%s are of a thickness of %.6g m\n",
          rule->body == GM_BODY_DISC
              ? "masses (kg), forces (N), energies (J) and stresses (Pa)"
              : "stresses (Pa) and solid fractions",
          rule->thickness);
}

/* Width (m) of a structure across its thinnest side. */
static double outline_width(const gm_structure *b, int flat)
{
  const gm_vec3 size = gm_sub(b->shape.max, b->shape.min);
  const double least = fmin(size.x, size.y);
  return b->scale * (flat ? least : fmin(least, size.z));
}

/* Solids that move in the continuum and that its grid hardly resolves. */
static void print_outline_narrow(FILE *out, const gm_ready *r)
{
  static const double enough = 2.0; /* cells */
  const gm_scene *s = &r->scene;
  const gm_structure *first = NULL;
  int n = 0;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *b = &s->structures.row[k];
    const gm_mpm_form form = r->step.mpm.walls.form[k];
    if (form != GM_MPM_SOLID && !(form == GM_MPM_SIGNED && b->shape.patches))
      continue;
    if (!(b->n_motion || b->rigid || b->servo)) continue;
    if (!(outline_width(b, s->structures.flat) < enough * s->continuum.cell))
      continue;
    if (gm_mpm_probe_is_around(b, &r->config) &&
        s->continuum.mode == GM_MODE_HYBRID)
      continue; /* grains are about it */
    if (!first) first = b;
    ++n;
  }
  if (!n) return;
  fprintf(
      out,
      "  '%s'%s only %.2g cells wide: points resist it in jerks, while nodes "
      "are in it; choose a hybrid.cell of at most %.2g\n",
      first->name, n > 1 ? " and others are" : " is",
      outline_width(first, s->structures.flat) / s->continuum.cell,
      r->config.hybrid.cell * outline_width(first, s->structures.flat) /
          (enough * s->continuum.cell));
}

/* How dense grains are a continuum. */
static void print_outline_continuum(FILE *out, const gm_ready *r)
{
  const gm_scene *s = &r->scene;
  const gm_continuum *c = &s->continuum;
  if (c->mode == GM_MODE_DISCRETE) return;
  fprintf(out,
          "continuum: %d material points at the start, cells of %.4g m; "
          "density %.4g kg/m3, "
          "bulk modulus %.4g Pa, shear modulus %.4g Pa\n",
          s->points.n, c->cell, c->density, c->law.kappa, c->law.mu);
  print_outline_narrow(out, r);
}

/* What there is at the start, and what is poured later: a scene that pours all its
 * grains has none yet. */
static void print_outline_content(FILE *out, const gm_ready *r)
{
  const gm_structures *structures = &r->scene.structures;
  int poured = 0, bodies = 0, copies = 0;
  for (gm_index k = structures->named; k < structures->n; ++k)
    copies += structures->row[k].stay == 1;
  for (size_t k = 0; k < r->config.n_grains; ++k)
    poured += r->config.grains[k].source == GM_SOURCE_POUR;
  for (size_t k = 0; k < r->config.n_bodies; ++k)
    bodies += r->config.bodies[k].from == GM_BODIES_POUR;
  if (r->scene.points.n)
    fprintf(out, " %d material points,", r->scene.points.n);
  if (r->scene.grains.n) fprintf(out, " %d grains,", r->scene.grains.n);
  if (copies) fprintf(out, " %d bodies,", copies);
  if (poured)
    fputs(r->scene.grains.n ? " more poured," : " poured grains,", out);
  if (bodies) fputs(copies ? " more bodies poured," : " poured bodies,", out);
  if (!r->scene.points.n && !r->scene.grains.n && !copies && !poured && !bodies)
    fputs(" no grains,", out);
  fprintf(out, " %d structure%s", structures->named,
          structures->named == 1 ? "" : "s");
}

void gm_outline_print(FILE *out, const gm_ready *r, const char *path)
{
  const gm_timestep *t = &r->times;
  fprintf(out, "%s:", *r->config.title ? r->config.title : path);
  print_outline_content(out, r);
  fprintf(out, ", law %s\n", r->step.model.law->name);
  print_outline_plane(out, &r->scene.grains.rule);
  print_outline_held(out, &r->scene.held_groups);
  print_outline_continuum(out, r);
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
  if (t->by_meeting)
    fprintf(out,
            "time step by '%s' and '%s' on each other, 1/50 of their half "
            "period: a smaller contacts.pairs[].foundation allows a larger "
            "one\n",
            t->meeting.a, t->meeting.b);
  if (isfinite(t->lecture)) {
    fprintf(out,
            "largest time step: %.4g s by the lecture's criterion "
            "2 sqrt(m / k_n), %.4g s by the stability of %s here\n",
            t->lecture, t->limit, r->step.model.scheme->name);
  }
  if (r->rounding > 0.0)
    fprintf(out,
            "the result is in double precision: so far from the origin single "
            "would round places by %.2g m\n",
            r->rounding);
  gm_structure_report_note(out, &r->step.meet, &r->scene);
}

/* ---- `granum parameters`: prints the parameters of a scene ----------------------- */

typedef struct chosen {
  const char *scene;
  char found[4096]; /* folder of the case that was named */
  bool json;
  const char *set[GM_OPTIONS_SETS];
  size_t n_set;
} chosen;

static error_t read_outline_option(int key, char *text,
                                   struct argp_state *state)
{
  chosen *c = state->input;
  if (key == 'j') {
    c->json = true;
  } else if (key == 's') {
    if (c->n_set == GM_OPTIONS_SETS)
      argp_error(state, "at most %d --set", GM_OPTIONS_SETS);
    c->set[c->n_set++] = text;
  } else if (key == ARGP_KEY_ARG && !c->scene) {
    c->scene = gm_installed_case(text, c->found, sizeof c->found);
  } else if (key == ARGP_KEY_ARG) {
    argp_error(state, "one SCENE only, not also '%s'", text);
  } else if (key == ARGP_KEY_NO_ARGS) {
    argp_error(state, "which SCENE or RESULT?");
  } else {
    return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option options[] = {
    {"set", 's', "PATH=VALUE", 0, "override a key of the scene", 0},
    {"json", 'j', NULL, 0,
     "print a JSON object for programs; errors too, each with its key", 0},
    {0}};

static const struct argp argp = {
    options,
    read_outline_option,
    "SCENE|RESULT",
    "Print the keys of a scene that can be set, with their values; granum keys "
    "PATH explains one.",
    NULL,
    NULL,
    NULL};

static gm_status read_outline_chosen(const chosen *c, gm_config *config)
{
  GM_TRY(gm_source_read(c->scene, config));
  for (size_t k = 0; k < c->n_set; ++k)
    GM_TRY(gm_read_override(config, c->set[k]));
  GM_TRY(gm_read_bind(config));
  return gm_read_check(config);
}

gm_status gm_outline_parameters(int argc, char **argv)
{
  static chosen c;
  gm_config config;
  argp_err_exit_status = 2;
  argv[0] = "granum parameters";
  argp_parse(&argp, argc, argv, 0, NULL, &c);
  const gm_parameter_list_form form = {.source = c.scene,
                                       .json = c.json,
                                       .written = gm_source_is_result(c.scene)};
  gm_status status = read_outline_chosen(&c, &config);
  if (status == GM_OK) {
    status = gm_parameter_list_print(stdout, &config, &form);
  } else if (c.json) {
    gm_parameter_list_print_errors(stdout, &config, gm_status_message());
    status = gm_fail(status, "%s", "");
  } else if (status == GM_ERR_INPUT && config.errors) {
    status = gm_outline_faults(&config, c.scene);
  }
  gm_config_clear(&config);
  return status;
}
