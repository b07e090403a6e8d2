/* report/audit_report.c -- prints the audit of the meshes, and decides which findings are
 * errors.
 *
 * Each line ends with a verdict: that it is fine, or what to change.
 *
 * Limits are chosen so that a mesh that suits its grains always passes: tests at random
 * positions may exceed the tolerance somewhat between the points where a cell was
 * tested when it was built.
 */
#include "report/audit_report.h"

#include "audit/coverage.h"
#include "config/report.h"
#include "report/fallback_table.h"
#include <math.h>

enum { POSITIONS = 40000, LEAST_AGREEMENT = 90 /* % */ };

/* The error of the force in the mean square, at an overlap of 1 %, that a report
 * remarks.  At an overlap of 5 % it is a fifth of this. */
static const double much = 0.2;

static double percent(double part, double of)
{
  return of > 0.0 ? 100.0 * part / of : 0.0;
}

/* --- errors ---------------------------------------------------------------------- */

static void fault(gm_config *config, gm_index k, const char *key,
                  const char *message)
{
  char path[80];
  snprintf(path, sizeof path, "structures[%d].virtual_particles.%s", (int)k,
           key);
  gm_report_fault(config, path, "%s", message);
}

/* Outside a band given by the user, exact triangles serve as requested; only queries
 * without a result are errors. */
static void judge_stencils(gm_config *config, gm_index k, const gm_structure *s,
                           const gm_coverage_row *a)
{
  const gm_mesh_collider_options *o = &s->collider->options;
  const int given = o->band == GM_BAND_GIVEN;
  char at[GM_COVERAGE_PLACE], what[GM_COVERAGE_REMEDY], text[700];
  if (a->missing == 0 || (given && a->unserved == 0)) return;
  gm_coverage_remedy(o, what);
  snprintf(text, sizeof text,
           "virtual particles are missing within reach of a grain in %.3g %% "
           "of the queries on '%s', first at %s; %s",
           percent(a->missing, a->queries), s->name,
           gm_coverage_place(s, a->missing_at, at), what);
  fault(config, k, o->band == GM_BAND_AUTO ? "spacing" : "band", text);
}

static void judge_error(gm_config *config, gm_index k, const gm_structure *s,
                        const gm_coverage_row *a)
{
  char text[GM_COVERAGE_DOUBT];
  if (gm_coverage_doubt(s, a, text)) fault(config, k, "tolerance", text);
}

static void judge_cuts(gm_config *config, gm_index k, const gm_structure *s)
{
  char text[300];
  if (s->cut.n_unparted == 0) return;
  snprintf(text, sizeof text,
           "%d cuts of '%s' have the same patch on both sides, so that a grain "
           "in that corner misses one contact; choose another turn, or repair "
           "the mesh there",
           (int)s->cut.n_unparted, s->name);
  fault(config, k, "turn", text);
}

/* Contacts are right, or almost always right, if the mesh suits the grains.  `patches:
 * none` exists for comparison and is exempt. */
static void judge_contacts(gm_config *config, gm_index k, const gm_structure *s,
                           const gm_coverage_row *a)
{
  const double agree = 100.0 - percent(a->wrong, a->compared);
  char at[GM_COVERAGE_PLACE], text[600];
  if (s->collider->options.plain || agree >= LEAST_AGREEMENT) return;
  snprintf(text, sizeof text,
           "contacts agree with those of the exact triangles at only %.3g %% "
           "of the positions on '%s', first difference at %s; expected at "
           "least %d %%: simplify the mesh there (fewer surfaces at one edge, "
           "no parts much smaller than a grain), or use smaller grains",
           agree, s->name, gm_coverage_place(s, a->wrong_at, at),
           LEAST_AGREEMENT);
  fault(config, k, "patches", text);
}

/* --- printed lines --------------------------------------------------------------- */

static void print_contacts(FILE *out, const gm_structure *s,
                           const gm_coverage_row *a)
{
  char at[GM_COVERAGE_PLACE];
  fprintf(out,
          "  contacts agree with those of the exact triangles at %.3f %% of %u "
          "positions, %u of them with several contacts",
          100.0 - percent(a->wrong, a->compared), a->compared, a->several);
  if (a->wrong == 0) {
    fputs(": fine\n", out);
    return;
  }
  fprintf(out,
          "; %u differ, first at %s: fine if they are few, as from %d %% on; "
          "smaller grains or a smoother mesh make them fewer\n",
          a->wrong, gm_coverage_place(s, a->wrong_at, at), LEAST_AGREEMENT);
}

static void print_cuts(FILE *out, const gm_structure *s)
{
  const gm_patches *p = &s->cut;
  if (p->n_slivers) {
    fprintf(out,
            "  %d of %d patches have less than 1e-3 of the area: they cost "
            "memory but are correct\n",
            (int)p->n_slivers, (int)p->n);
  }
  if (p->n_tight) {
    fprintf(out,
            "  %d triangles lie in concave regions with a radius below 1.2 "
            "times the largest grain radius: a grain that just fits has one "
            "contact there instead of a ring of contacts, which is fine unless "
            "grains jam there; smaller grains or a wider hollow avoid it\n",
            (int)p->n_tight);
  }
  if (p->n_twice) {
    char at[GM_COVERAGE_PLACE];
    fprintf(out,
            "  at %d positions a grain touches one patch twice and misses one "
            "contact, first at %s: fine if grains seldom get there; a smaller "
            "virtual_particles.turn or smaller grains avoid it\n",
            (int)p->n_twice, gm_coverage_place(s, p->twice[0], at));
  }
}

/* What the scene omits of a mesh, and how often a grain would touch it. */
static void print_left_out(FILE *out, const gm_structure *s,
                           const gm_coverage_row *a)
{
  if (!s->where && !s->left_out) return;
  fprintf(out, "  grains do not see %.4g %% of the surface, %.4g m2%s\n",
          percent(s->area_left_out, s->surface.area), s->area_left_out,
          a->left_out ? "" : ": fine, none can be there");
  if (a->left_out == 0) return;
  fprintf(out,
          "  warning: at %.4g %% of the positions a grain overlaps this part "
          "without contact; enlarge the region `where`, or keep grains away\n",
          percent(a->left_out, a->judged));
}

static void print_missing(FILE *out, const gm_structure *s,
                          const gm_coverage_row *a)
{
  char at[GM_COVERAGE_PLACE], what[GM_COVERAGE_REMEDY];
  if (!a->missing) {
    fprintf(out, "  virtual particles are complete in all %u queries: fine\n",
            a->queries);
    return;
  }
  gm_coverage_remedy(&s->collider->options, what);
  fprintf(out,
          "  virtual particles are missing in %.4g %% of %u queries (%u "
          "without any result), first at %s: %s\n",
          percent(a->missing, a->queries), a->queries, a->unserved,
          gm_coverage_place(s, a->missing_at, at), what);
}

/* The errors of the distance.  Where many are large the tolerance or the facets are too
 * coarse; a few large ones are at bends of coarse facets, and at single points. */
static void print_errors(FILE *out, const gm_structure *s,
                         const gm_coverage_row *a)
{
  const gm_mesh_collider_options *o = &s->collider->options;
  const double mean = a->queries ? sqrt(a->squares / a->queries) : 0.0;
  const double force = gm_coverage_force(mean, o->smallest);
  char at[GM_COVERAGE_PLACE];
  fprintf(out,
          "  root mean square error of the distance %.3g m, %.3g %% of the "
          "force at an overlap of 1 %%: ",
          mean, 100.0 * force);
  if (force <= much)
    fprintf(out, "fine, up to %.0f %%\n", 100.0 * much);
  else if (o->plain)
    fputs("large; patches: auto errs less at edges\n", out);
  else
    fputs("large; more and smaller triangles where the surface bends, or a "
          "smaller virtual_particles.spacing, reduce it\n",
          out);
  fprintf(out,
          "  largest error of the distance %.3g m (%.3g %% of the force at an "
          "overlap of 1 %%), at %s: the next line has the verdict\n",
          a->error, 100.0 * gm_coverage_force(a->error, o->smallest),
          gm_coverage_place(s, a->error_at, at));
  fprintf(out,
          "  largest error over the allowed one (tolerance and facets) %.3g, "
          "at %s: %s\n",
          a->excess, gm_coverage_place(s, a->excess_at, at),
          !(a->excess > 1.0) ? "fine"
          : !(a->excess > GM_COVERAGE_EXCESSIVE)
              ? "fine, up to 3 between the points where cells are tested"
          : o->band == GM_BAND_DESCRIBED
              ? "too large; band: auto avoids it"
              : "too large; the error below names what to change");
}

static void print_one(FILE *out, const gm_structure *s,
                      const gm_coverage_row *a)
{
  const double exact = percent(a->exact, a->queries);
  fprintf(out,
          "audit of '%s': grains can be at %u of %u positions; %d "
          "patches\n",
          s->name, a->judged, a->positions, (int)s->collider->n);
  if (a->judged == 0) {
    fputs("  no grain has room beside this surface, so nothing is tested: are "
          "the unit of the mesh, its sides and the radii right?\n",
          out);
    return;
  }
  print_left_out(out, s, a);
  print_missing(out, s, a);
  print_errors(out, s, a);
  fprintf(out,
          "  exact triangles serve %.3g %% of the queries, virtual particles "
          "the rest: fine%s\n",
          exact,
          exact > 50.0 ? ", but slow; the table below has the reasons" : "");
  print_contacts(out, s, a);
  print_cuts(out, s);
}

static void print_overlap(FILE *out, double overlap, double allowed,
                          double speed)
{
  fprintf(out,
          "expected overlap of an impact at %.3g m/s: %.3g %% of the radius; "
          "allowed: %.3g %%: %s\n",
          speed, 100.0 * overlap, 100.0 * allowed,
          overlap <= allowed
              ? "fine"
              : "too much for corners and thin parts, where contacts may be "
                "missed; increase youngs_modulus or stiffness, or reduce the "
                "speeds");
}

gm_status gm_audit_report_print(FILE *out, gm_config *config,
                                const gm_structures *structures, double overlap,
                                double speed)
{
  double allowed = 0.0;
  /* Without grains there is nothing to audit. */
  const gm_index n = config->n_grains ? structures->named : 0;
  for (gm_index k = 0; k < n; ++k) {
    const gm_structure *s = &structures->row[k];
    if (!s->collider) continue;
    gm_coverage c;
    gm_coverage_init(&c);
    GM_TRY(gm_coverage_find(s, POSITIONS, 1, &c));
    print_one(out, s, &c.all);
    const gm_status status = gm_fallback_table_print(out, s);
    judge_stencils(config, k, s, &c.all);
    judge_error(config, k, s, &c.all);
    judge_cuts(config, k, s);
    judge_contacts(config, k, s, &c.all);
    gm_coverage_clear(&c);
    GM_TRY(status);
    allowed = s->collider->options.overlap;
  }
  if (allowed > 0.0) print_overlap(out, overlap, allowed, speed);
  return *config->errors ? GM_ERR_INPUT : GM_OK;
}
