/* app/audit_report.c -- what the audit of the meshes found.  Room: app. */
#include "app/audit_report.h"

#include "app/answer_table.h"
#include "audit/coverage.h"
#include "config/read.h"

enum { POSITIONS = 40000, LEAST_AGREEMENT = 90 /* % */ };

/* Cells are tried at points; between them sites may err by more than is allowed, though not by
 * times. */
static const double excessive = 3.0;

static double percent(double part, double of)
{
  return of > 0.0 ? 100.0 * part / of : 0.0;
}

/* "(0.1, 0, 0) m, in the world (0.1, 0, 0.5) m" */
static const char *place(const gm_structure *s, gm_vec3 at, char text[160])
{
  const gm_vec3 x = gm_pose_to_world(&s->pose, at);
  snprintf(text, 160,
           "(%.5g, %.5g, %.5g) m of the body, (%.5g, %.5g, %.5g) m in "
           "the world",
           at.x, at.y, at.z, x.x, x.y, x.z);
  return text;
}

/* --- what must not be ---------------------------------------------------------------- */

static void fault(gm_config *config, gm_index k, const char *key,
                  const char *message)
{
  char path[80];
  snprintf(path, sizeof path, "structures[%d].virtual_particles.%s", (int)k,
           key);
  gm_read_fault(config, path, "%s", message);
}

/* What to do where sites are missing. */
static const char *remedy(const gm_carriers_options *o, char text[160])
{
  if (o->band == GM_CARRIERS_DESCRIBED) {
    snprintf(text, 160,
             "with the band as described a grain pressed that deep vanishes: "
             "choose band: auto");
  } else {
    snprintf(text, 160,
             "choose a spacing of at most %.3g m, or auto, and no hole",
             gm_carriers_spacing(o->smallest, o->overlap));
  }
  return text;
}

/* Outside a band that is given triangles answer, as was asked for. */
static void judge_stencils(gm_config *config, gm_index k, const gm_structure *s,
                           const gm_coverage_row *a)
{
  const gm_carriers_options *o = &s->carriers->options;
  const int given = o->band == GM_CARRIERS_GIVEN;
  char at[160], what[160], text[700];
  if (a->missing == 0 || (given && a->unserved == 0)) return;
  snprintf(text, sizeof text,
           "sites are missing within reach of a grain at %.3g %% of the "
           "positions of '%s', first at %s; %s",
           percent(a->missing, a->answers), s->name,
           place(s, a->missing_at, at), remedy(o, what));
  fault(config, k, o->band == GM_CARRIERS_NEEDED ? "spacing" : "band", text);
}

static void judge_error(gm_config *config, gm_index k, const gm_structure *s,
                        const gm_coverage_row *a)
{
  const gm_carriers_options *o = &s->carriers->options;
  char at[160], text[600];
  if (!(a->excess > excessive)) return;
  if (o->band == GM_CARRIERS_DESCRIBED) return; /* no triangle mends it */
  snprintf(text, sizeof text,
           "the distance from '%s' is off by %.3g times what the tolerance "
           "allows, at %s; choose a smaller spacing than %.3g m%s, or a larger "
           "tolerance than %g",
           s->name, a->excess, place(s, a->excess_at, at), o->spacing,
           o->plain ? ", patches: auto" : "", o->tolerance);
  fault(config, k, "tolerance", text);
}

static void judge_cuts(gm_config *config, gm_index k, const gm_structure *s)
{
  char text[300];
  if (s->cut.n_unparted == 0) return;
  snprintf(text, sizeof text,
           "%d cuts of '%s' have one patch on both sides: a grain in that "
           "corner has one contact too few; choose another turn, or mend the "
           "mesh there",
           (int)s->cut.n_unparted, s->name);
  fault(config, k, "turn", text);
}

/* Contacts are right or nearly so wherever a mesh suits its grains; `patches: none` is there to
 * compare with what that gives. */
static void judge_contacts(gm_config *config, gm_index k, const gm_structure *s,
                           const gm_coverage_row *a)
{
  const double agree = 100.0 - percent(a->wrong, a->compared);
  char at[160], text[600];
  if (s->carriers->options.plain || agree >= LEAST_AGREEMENT) return;
  snprintf(text, sizeof text,
           "grains have the contacts of the triangles at only %.3g %% of the "
           "positions on '%s', first not at %s; expected at least %d %%: make "
           "the mesh simpler there, with fewer sheets in one edge and no parts "
           "much smaller than a grain, or take smaller grains",
           agree, s->name, place(s, a->wrong_at, at), LEAST_AGREEMENT);
  fault(config, k, "patches", text);
}

/* --- what is said ---------------------------------------------------------------------- */

static void print_contacts(FILE *out, const gm_structure *s,
                           const gm_coverage_row *a)
{
  char at[160];
  fprintf(
      out,
      "  contacts are those of the triangles at %.3f %% of %u positions, %u "
      "of which have several\n",
      100.0 - percent(a->wrong, a->compared), a->compared, a->several);
  if (a->wrong == 0) return;
  fprintf(out,
          "  %u have others, first at %s: a smaller grain, or a smoother mesh "
          "there, has not\n",
          a->wrong, place(s, a->wrong_at, at));
}

static void print_cuts(FILE *out, const gm_structure *s)
{
  const gm_patches *p = &s->cut;
  if (p->n_slivers) {
    fprintf(out,
            "  %d of %d patches are slivers below 1e-3 of the area: they cost "
            "sites, nothing else\n",
            (int)p->n_slivers, (int)p->n);
  }
  if (p->n_tight) {
    fprintf(out,
            "  %d triangles lie in hollows tighter than 1.2 of the largest "
            "radius: a grain that nearly fits has one contact where it should "
            "have a ring\n",
            (int)p->n_tight);
  }
  if (p->n_twice) {
    char at[160];
    fprintf(out,
            "  one patch can be touched twice from %d places, first from %s\n",
            (int)p->n_twice, place(s, p->twice[0], at));
  }
}

/* What the scene leaves out, and how often a grain would miss it. */
static void print_left_out(FILE *out, const gm_structure *s,
                           const gm_coverage_row *a)
{
  if (!s->where && !s->left_out) return;
  fprintf(out, "  %.4g %% of the surface, %.4g m2, is not there for grains\n",
          percent(s->area_left_out, s->surface.area), s->area_left_out);
  if (a->left_out == 0) return;
  fprintf(out,
          "  warning: at %.4g %% of the positions a grain touches it, and has "
          "no contact: widen where, or keep grains away\n",
          percent(a->left_out, a->judged));
}

static void print_one(FILE *out, const gm_structure *s,
                      const gm_coverage_row *a)
{
  const gm_carriers_options *o = &s->carriers->options;
  char at[160];
  fprintf(out,
          "audit of '%s': %u positions that grains can have, of %u; %d "
          "patches\n",
          s->name, a->judged, a->positions, (int)s->carriers->n);
  print_left_out(out, s, a);
  if (a->missing) {
    fprintf(out,
            "  sites are missing in %.4g %% of %u stencils (%u without any "
            "answer), first at %s\n",
            percent(a->missing, a->answers), a->answers, a->unserved,
            place(s, a->missing_at, at));
  } else {
    fprintf(out, "  of %u stencils all are complete\n", a->answers);
  }
  fprintf(out,
          "  largest error %.3g m, %.3g %% of the force at an overlap of 1 %%, "
          "at %s\n",
          a->error, 100.0 * gm_coverage_force(a->error, o->smallest),
          place(s, a->error_at, at));
  fprintf(out,
          "  at most %.3g times what the tolerance and the facets allow, at "
          "%s\n",
          a->excess, place(s, a->excess_at, at));
  fprintf(out, "  triangles answer %.3g %%, sites the rest\n",
          percent(a->exact, a->answers));
  print_contacts(out, s, a);
  print_cuts(out, s);
}

static void print_overlap(FILE *out, double overlap, double allowed)
{
  fprintf(out,
          "an impact overlaps by %.3g %% of the radius; %.3g %% is allowed\n",
          100.0 * overlap, 100.0 * allowed);
  if (overlap > allowed) {
    fprintf(out, "  that is too much for corners and thin parts: raise "
                 "youngs_modulus or stiffness, or lower the speeds\n");
  }
}

gm_status gm_audit_report_print(FILE *out, gm_config *config,
                                const gm_structures *structures, double overlap)
{
  double allowed = 0.0;
  for (gm_index k = 0; k < structures->n; ++k) {
    const gm_structure *s = &structures->row[k];
    if (!s->carriers) continue;
    gm_coverage c;
    gm_coverage_init(&c);
    GM_TRY(gm_coverage_find(s, POSITIONS, 1, &c));
    print_one(out, s, &c.all);
    const gm_status status = gm_answer_table_print(out, s);
    judge_stencils(config, k, s, &c.all);
    judge_error(config, k, s, &c.all);
    judge_cuts(config, k, s);
    judge_contacts(config, k, s, &c.all);
    gm_coverage_clear(&c);
    GM_TRY(status);
    allowed = s->carriers->options.overlap;
  }
  if (allowed > 0.0) print_overlap(out, overlap, allowed);
  return *config->errors ? GM_ERR_INPUT : GM_OK;
}
