/* app/audit_report.c -- prints how well virtual particles serve, before and
 * after a run, and decides which findings of the audit are errors.
 *
 * Each line ends with a verdict: that it is fine, or what to change.
 *
 * Limits are chosen so that a mesh that suits its grains always passes: tests at random
 * positions may exceed the tolerance somewhat between the points where a cell was
 * tested when it was built.
 */
#include "app/audit_report.h"

#include "base/memory.h"
#include "config/report.h"
#include "file/schema.h"
#include "file/table.h"
#include "measure/coverage.h"
#include "measure/fallbacks.h"
#include "sdf/sites.h"
#include <math.h>

/* Prints where virtual particles did not serve a run. */

/* Share of the queries above which triangles are worth a warning: then the result is
 * mainly theirs, at their cost.  Meshes that suit their grains need about 0.1. */
static const double large_share = 0.5;

static void print_audit_lost(const gm_coverage_note *note,
                             const gm_coverage_counts *c)
{
  fprintf(note->out,
          "  %-*s coverage lost %lld times: virtual particles were missing "
          "around a grain in reach, and triangles served it (with band: "
          "described, nothing did)\n",
          note->width, "warning", c->lost);
}

static void print_audit_triangles(const gm_coverage_note *note,
                                  const gm_coverage_counts *c)
{
  const double all = (double)c->sites + (double)c->exact;
  if (!((double)c->exact > large_share * all)) return;
  fprintf(note->out,
          "  %-*s triangles served %.1f %% of the queries of meshes, more "
          "than %.0f %%; granum check prints the patches and the reasons\n",
          note->width, "warning", 100.0 * (double)c->exact / all,
          100.0 * large_share);
}

/* Print what to change at a structure; of `queries` of the audit, `missing` lack virtual
 * particles (queries 0: there was no audit). */
static void print_audit_remedy(const gm_coverage_note *note, const char *name,
                               int64_t queries, int64_t missing,
                               const char *remedy)
{
  fprintf(note->out, "  %-*s %s: ", note->width, "", name);
  if (queries > 0)
    fprintf(note->out, "virtual particles missing at %.3g %% of positions; ",
            100.0 * (double)missing / (double)queries);
  fprintf(note->out, "%s\n", remedy);
}

void gm_audit_report_coverage(const gm_coverage_note *note, const gm_scene *s)
{
  const gm_balance *b = &s->balance;
  const gm_coverage_counts counts = {b->coverage_lost, b->sites, b->exact};
  char remedy[GM_COVERAGE_REMEDY] = "";
  int explained = 0;
  if (counts.lost > 0) print_audit_lost(note, &counts);
  for (gm_index k = 0; k < s->structures.n && counts.lost > 0; ++k) {
    const gm_structure *one = &s->structures.row[k];
    if (!one->collider) continue;
    if (!gm_coverage_remedy(&one->collider->options, remedy)) continue;
    print_audit_remedy(note, one->name, 0, 0, remedy);
    explained = 1;
  }
  if (counts.lost > 0 && !explained)
    fprintf(note->out, "  %-*s %s\n", note->width, "", remedy);
  print_audit_triangles(note, &counts);
}

/* Print the structures that lack virtual particles in the audit; with `all`, every
 * structure of the audit.  *n receives their number. */
static gm_status print_audit_patches(const gm_coverage_note *note,
                                     const gm_result *r,
                                     const gm_result_array *queries,
                                     const gm_result_array *missing, bool all,
                                     int *n)
{
  char name[GM_RESULT_TEXT], remedy[GM_COVERAGE_REMEDY];
  *n = 0;
  for (int64_t i = 0; i < r->n_structures; ++i) {
    if (i >= queries->n || i >= missing->n || queries->integer[i] == 0)
      continue;
    if (!all && missing->integer[i] == 0) continue;
    GM_TRY(gm_result_structure_name(r, i, name, sizeof name));
    GM_TRY(gm_table_read_texts(r->file, GM_GROUP_AUDIT "/" GM_NAME_REMEDY, i,
                               remedy, sizeof remedy));
    print_audit_remedy(note, name, queries->integer[i], missing->integer[i],
                       remedy);
    ++*n;
  }
  return GM_OK;
}

static gm_status print_audit(const gm_coverage_note *note, const gm_result *r,
                             int lost)
{
  gm_result_array queries = {0}, missing = {0};
  int n = 0;
  gm_status status = gm_result_expect(r, GM_GROUP_AUDIT "/" GM_NAME_QUERIES,
                                      false, 1, 0, -1, &queries);
  if (status == GM_OK)
    status = gm_result_expect(r, GM_GROUP_AUDIT "/" GM_NAME_MISSING, false, 1,
                              0, -1, &missing);
  if (status == GM_OK)
    status = print_audit_patches(note, r, &queries, &missing, false, &n);
  if (status == GM_OK && lost && n == 0)
    status = print_audit_patches(note, r, &queries, &missing, true, &n);
  gm_result_array_clear(&queries);
  gm_result_array_clear(&missing);
  return status;
}

gm_status gm_audit_report_result(const gm_coverage_note *note,
                                 const gm_result *r,
                                 const gm_coverage_counts *counts)
{
  gm_status status = GM_OK;
  if (counts->lost > 0) print_audit_lost(note, counts);
  if (gm_hdf5_has(r->file, GM_GROUP_AUDIT))
    status = print_audit(note, r, counts->lost > 0);
  print_audit_triangles(note, counts);
  return status;
}

/* Prints the memory of the virtual particles.
 *
 * For comparison it prints what other schemes would need for the same distances
 * (gm_lattice_compare): a full grid over the bounding box of the samples, a grid that
 * also stores derivatives to be advected with the flow, and one with a second time
 * level; and below the sum a full grid over the work space, which moving bodies need. */

/* Content of one line, or the sum of several. */
typedef struct site_line {
  size_t sites, payload, bytes;
  gm_lattice_schemes others;
} site_line;

static gm_status measure_audit_patch(const gm_lattice *l, site_line *m)
{
  const size_t n = gm_lattice_sites(l);
  gm_vec3 *place = NULL;
  GM_TRY(GM_RESIZE(place, 0, n));
  const gm_status status = gm_sites_list(l, place, NULL);
  *m = (site_line){.sites = n,
                   .payload = gm_lattice_payload(l),
                   .bytes = gm_lattice_bytes(l),
                   .others = gm_lattice_compare(
                       n, gm_sites_grid(place, n, gm_sites_spacing(l)))};
  GM_FREE(place);
  return status;
}

static void add_audit_patch(site_line *sum, const site_line *m)
{
  sum->sites += m->sites;
  sum->payload += m->payload;
  sum->bytes += m->bytes;
  sum->others.grid += m->others.grid;
  sum->others.advected += m->others.advected;
  sum->others.series += m->others.series;
}

static void print_audit_site_line(FILE *out, const char *name,
                                  const site_line *m)
{
  const double mega = 1.0e-6;
  fprintf(out, "  %-16s %9zu %8.2f %8.2f %7.1f %9.1f %9.1f %11.1f", name,
          m->sites, mega * (double)m->payload, mega * (double)m->bytes,
          (double)m->bytes / (double)m->sites, mega * (double)m->others.grid,
          mega * (double)m->others.advected, mega * (double)m->others.series);
}

static void print_audit_site_head(FILE *out)
{
  fprintf(out, "virtual particles (MB = 1e6 bytes)\n");
  fprintf(out, "  %-16s %9s %8s %8s %7s %9s %9s %11s  %s\n", "", "", "payload",
          "all", "bytes", "full grid", "advected", "time series",
          "spacing, band, triangles");
  fprintf(out, "  %-16s %9s %8s %8s %7s %9s %9s %11s  %s\n", "structure.patch",
          "sites", "MB", "MB", "a site", "MB", "MB", "MB", "mm, %");
}

/* Print the fraction of cells that exact triangles serve, and add the counts to *all. */
static void print_audit_flags(FILE *out, const gm_patch *patch,
                              gm_flag_count *all)
{
  const gm_patch_sdf *c = patch->fallback;
  if (c && c->flags.cells > 0) {
    fprintf(out, ", %.1f",
            100.0 * (double)c->flags.flagged / (double)c->flags.cells);
    all->cells += c->flags.cells;
    all->flagged += c->flags.flagged;
    all->served = fmax(all->served, c->flags.served);
  }
  fprintf(out, "\n");
}

/* A grid of the finest spacing over the domain, where that is bounded. */
static void print_audit_work_space(FILE *out, const gm_domain *d,
                                   double spacing, const site_line *sum)
{
  const gm_vec3 w = gm_sub(d->max, d->min);
  const double points =
      (w.x / spacing + 1.0) * (w.y / spacing + 1.0) * (w.z / spacing + 1.0);
  if (!isfinite(points) || points > 1.0e15) return;
  const size_t one = gm_lattice_compare(sum->sites, 0).sites;
  const size_t grid = gm_lattice_compare(0, (size_t)points).grid;
  fprintf(
      out,
      "  a grid of %.4g mm over the domain of %.4g x %.4g x %.4g m would take "
      "%.1f MB,\n  with positions in double precision; as many numbers for "
      "each "
      "virtual particle take %.1f MB, 1/%.3g of it\n",
      1.0e3 * spacing, w.x, w.y, w.z, 1.0e-6 * (double)grid,
      1.0e-6 * (double)one, (double)grid / (double)one);
}

gm_status gm_audit_report_sites(FILE *out, const gm_scene *scene)
{
  const gm_structures *structures = &scene->structures;
  double finest = INFINITY;
  site_line sum = {0};
  gm_flag_count flags = {0};
  int lines = 0;
  for (gm_index i = 0; i < structures->named; ++i) {
    const gm_structure *s = &structures->row[i];
    for (int p = 0; p < s->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&s->shape, p);
      if (patch->kind != GM_PATCH_SITES) continue;
      const gm_lattice *l = patch->sites;
      if (gm_lattice_sites(l) == 0) continue; /* omitted by the scene */
      char name[GM_NAME_LENGTH + 16];
      site_line m;
      GM_TRY(measure_audit_patch(l, &m));
      if (lines++ == 0) print_audit_site_head(out);
      snprintf(name, sizeof name, "%s.%d", s->name, p);
      print_audit_site_line(out, name, &m);
      const gm_patch_sdf *piece = patch->piece;
      fprintf(out, "  %.4g, %.4g to %.4g", 1.0e3 * gm_sites_spacing(l),
              1.0e3 * (piece ? piece->low : l->low),
              1.0e3 * (piece ? piece->high : l->high));
      print_audit_flags(out, patch, &flags);
      finest = fmin(finest, gm_sites_spacing(l));
      add_audit_patch(&sum, &m);
    }
  }
  if (lines > 1) {
    print_audit_site_line(out, "all", &sum);
    fprintf(out, "\n");
  }
  if (lines) print_audit_work_space(out, &scene->domain, finest, &sum);
  if (flags.flagged > 0) {
    fprintf(
        out,
        "  exact triangles serve %.1f %% of the cells where grains can touch; "
        "in the others\n  virtual particles err by up to %.3g mm: fine, "
        "triangles are exact and only slower\n",
        100.0 * (double)flags.flagged / (double)flags.cells,
        1.0e3 * flags.served);
  }
  return GM_OK;
}

/* Prints where distance queries fall back to exact triangles,
 * and why. */

enum { WORST = 6 }; /* patches listed if there are many */

static double audit_percent(size_t part, size_t of)
{
  return of > 0 ? 100.0 * (double)part / (double)of : 0.0;
}

/* The share of cells in which virtual particles know an edge or corner. */
static void print_audit_edges(FILE *out, const gm_fallbacks *a)
{
  if (a->all.edges > 0)
    fprintf(out,
            "  in %.1f %% of the cells virtual particles know the edge or "
            "corner near them\n",
            audit_percent(a->all.edges, a->all.cells));
}

static void print_audit_fallback_row(FILE *out, const char *name,
                                     const gm_fallbacks_row *row)
{
  fprintf(out, "    %-10s %9zu %9.1f", name, row->cells,
          audit_percent(row->triangles, row->cells));
  for (int k = 0; k < GM_FALLBACKS_WHYS; ++k)
    fprintf(out, " %6.1f", audit_percent(row->why[k], row->cells));
  fprintf(out, "\n");
}

/* The patches that fall back most often. */
static void print_audit_fallback_rows(FILE *out, const gm_fallbacks *a,
                                      const gm_index *order)
{
  const gm_index most = a->n < WORST ? a->n : WORST;
  fprintf(out, "    %-10s %9s %9s %6s %6s %6s %6s\n", "patch", "cells",
          "triangles", "edge", "kink", "thin", "facet");
  for (gm_index k = 0; k < most && a->n > 1; ++k) {
    const gm_fallbacks_row *row = &a->row[order[k]];
    char name[16];
    if (row->triangles == 0) break;
    snprintf(name, sizeof name, "%d", (int)row->patch);
    print_audit_fallback_row(out, name, row);
  }
  print_audit_fallback_row(out, "all", &a->all);
}

/* Print the fraction of the cells with grains in contact whose queries fall back to the
 * triangles of a mesh, by reason (measure/fallbacks.h), and the patches where the
 * fraction is largest.  GM_ERR_MEMORY. */
static gm_status print_audit_fallbacks(FILE *out, const gm_structure *s)
{
  gm_fallbacks a;
  gm_index *order = NULL;
  gm_fallbacks_init(&a);
  GM_TRY(gm_fallbacks_find(s, &a));
  gm_status status = GM_RESIZE(order, 0, a.n);
  if (status == GM_OK) print_audit_edges(out, &a);
  if (status == GM_OK && a.all.triangles > 0) {
    gm_fallbacks_sort(&a, order);
    fprintf(out,
            "  in %.1f %% of the %zu cells where grains can touch, distances "
            "come from exact triangles;\n"
            "  in %% of the cells, by reason: interpolation errs near borders "
            "and sharp edges (edge),\n"
            "  at a medial axis (kink) or on coarse facets (facet), or virtual "
            "particles are missing (thin):\n",
            audit_percent(a.all.triangles, a.all.cells), a.all.cells);
    print_audit_fallback_rows(out, &a, order);
  } else if (status == GM_OK && a.all.cells > 0) {
    fprintf(out,
            "  in all %zu cells where grains can touch, distances come from "
            "virtual particles\n",
            a.all.cells);
  }
  GM_FREE(order);
  gm_fallbacks_clear(&a);
  return status;
}

enum { POSITIONS = 40000, LEAST_AGREEMENT = 90 /* % */ };

/* The error of the force in the mean square, at an overlap of 1 %, that a report
 * remarks.  At an overlap of 5 % it is a fifth of this. */
static const double much = 0.2;

static double audit_percent_of_sites(double part, double of)
{
  return of > 0.0 ? 100.0 * part / of : 0.0;
}

/* --- errors ---------------------------------------------------------------------- */

static void refuse_audit_coverage(gm_config *config, gm_index k,
                                  const char *key, const char *message)
{
  char path[80];
  snprintf(path, sizeof path, "structures[%d].virtual_particles.%s", (int)k,
           key);
  gm_report_fault(config, path, "%s", message);
}

/* Outside a band given by the user, exact triangles serve as requested; only queries
 * without a result are errors. */
static void judge_audit_stencils(gm_config *config, gm_index k,
                                 const gm_structure *s,
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
           audit_percent_of_sites(a->missing, a->queries), s->name,
           gm_coverage_place(s, a->missing_at, at), what);
  refuse_audit_coverage(config, k, o->band == GM_BAND_AUTO ? "spacing" : "band",
                        text);
}

static void judge_audit_error(gm_config *config, gm_index k,
                              const gm_structure *s, const gm_coverage_row *a)
{
  char text[GM_COVERAGE_DOUBT];
  if (gm_coverage_doubt(s, a, text))
    refuse_audit_coverage(config, k, "tolerance", text);
}

static void judge_audit_cuts(gm_config *config, gm_index k,
                             const gm_structure *s)
{
  char text[300];
  if (s->cut.n_unparted == 0) return;
  snprintf(text, sizeof text,
           "%d cuts of '%s' have the same patch on both sides, so that a grain "
           "in that corner misses one contact; choose another turn, or repair "
           "the mesh there",
           (int)s->cut.n_unparted, s->name);
  refuse_audit_coverage(config, k, "turn", text);
}

/* Contacts are right, or almost always right, if the mesh suits the grains.  `patches:
 * none` exists for comparison and is exempt. */
static void judge_audit_contact_row(gm_config *config, gm_index k,
                                    const gm_structure *s,
                                    const gm_coverage_row *a)
{
  const double agree = 100.0 - audit_percent_of_sites(a->wrong, a->compared);
  char at[GM_COVERAGE_PLACE], text[600];
  if (s->collider->options.plain || agree >= LEAST_AGREEMENT) return;
  snprintf(text, sizeof text,
           "contacts agree with those of the exact triangles at only %.3g %% "
           "of the positions on '%s', first difference at %s; expected at "
           "least %d %%: simplify the mesh there (fewer surfaces at one edge, "
           "no parts much smaller than a grain), or use smaller grains",
           agree, s->name, gm_coverage_place(s, a->wrong_at, at),
           LEAST_AGREEMENT);
  refuse_audit_coverage(config, k, "patches", text);
}

/* --- printed lines --------------------------------------------------------------- */

static void print_audit_contacts(FILE *out, const gm_structure *s,
                                 const gm_coverage_row *a)
{
  char at[GM_COVERAGE_PLACE];
  fprintf(out,
          "  contacts agree with those of the exact triangles at %.3f %% of %u "
          "positions, %u of them with several contacts",
          100.0 - audit_percent_of_sites(a->wrong, a->compared), a->compared,
          a->several);
  if (a->wrong == 0) {
    fputs(": fine\n", out);
    return;
  }
  fprintf(out,
          "; %u differ, first at %s: fine if they are few, as from %d %% on; "
          "smaller grains or a smoother mesh make them fewer\n",
          a->wrong, gm_coverage_place(s, a->wrong_at, at), LEAST_AGREEMENT);
}

static void print_audit_cuts(FILE *out, const gm_structure *s)
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
static void print_audit_left_out(FILE *out, const gm_structure *s,
                                 const gm_coverage_row *a)
{
  if (!s->where && !s->left_out) return;
  fprintf(out, "  grains do not see %.4g %% of the surface, %.4g m2%s\n",
          audit_percent_of_sites(s->area_left_out, s->surface.area),
          s->area_left_out, a->left_out ? "" : ": fine, none can be there");
  if (a->left_out == 0) return;
  fprintf(out,
          "  warning: at %.4g %% of the positions a grain overlaps this part "
          "without contact; enlarge the region `where`, or keep grains away\n",
          audit_percent_of_sites(a->left_out, a->judged));
}

static void print_audit_missing(FILE *out, const gm_structure *s,
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
          audit_percent_of_sites(a->missing, a->queries), a->queries,
          a->unserved, gm_coverage_place(s, a->missing_at, at), what);
}

/* The errors of the distance.  Where many are large the tolerance or the facets are too
 * coarse; a few large ones are at bends of coarse facets, and at single points. */
static void print_audit_errors(FILE *out, const gm_structure *s,
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

static void print_audit_one(FILE *out, const gm_structure *s,
                            const gm_coverage_row *a)
{
  const double exact = audit_percent_of_sites(a->exact, a->queries);
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
  print_audit_left_out(out, s, a);
  print_audit_missing(out, s, a);
  print_audit_errors(out, s, a);
  fprintf(out,
          "  exact triangles serve %.3g %% of the queries, virtual particles "
          "the rest: fine%s\n",
          exact,
          exact > 50.0 ? ", but slow; the table below has the reasons" : "");
  print_audit_contacts(out, s, a);
  print_audit_cuts(out, s);
}

static void print_audit_overlap(FILE *out, double overlap, double allowed,
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
    print_audit_one(out, s, &c.all);
    const gm_status status = print_audit_fallbacks(out, s);
    judge_audit_stencils(config, k, s, &c.all);
    judge_audit_error(config, k, s, &c.all);
    judge_audit_cuts(config, k, s);
    judge_audit_contact_row(config, k, s, &c.all);
    gm_coverage_clear(&c);
    GM_TRY(status);
    allowed = s->collider->options.overlap;
  }
  if (allowed > 0.0) print_audit_overlap(out, overlap, allowed, speed);
  return *config->errors ? GM_ERR_INPUT : GM_OK;
}
