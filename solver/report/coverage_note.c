/* report/coverage_note.c -- prints where virtual particles did not serve a run. */
#include "report/coverage_note.h"

#include "audit/coverage.h"
#include "file/schema.h"
#include "file/table.h"

/* Share of the queries above which triangles are worth a warning: then the result is
 * mainly theirs, at their cost.  Meshes that suit their grains need about 0.1. */
static const double large_share = 0.5;

static void print_lost(const gm_coverage_note *note,
                       const gm_coverage_counts *c)
{
  fprintf(note->out,
          "  %-*s coverage lost %lld times: virtual particles were missing "
          "around a grain in reach, and triangles served it (with band: "
          "described, nothing did)\n",
          note->width, "warning", c->lost);
}

static void print_triangles(const gm_coverage_note *note,
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
static void print_remedy(const gm_coverage_note *note, const char *name,
                         int64_t queries, int64_t missing, const char *remedy)
{
  fprintf(note->out, "  %-*s %s: ", note->width, "", name);
  if (queries > 0)
    fprintf(note->out, "virtual particles missing at %.3g %% of positions; ",
            100.0 * (double)missing / (double)queries);
  fprintf(note->out, "%s\n", remedy);
}

void gm_coverage_note_scene(const gm_coverage_note *note, const gm_scene *s)
{
  const gm_balance *b = &s->balance;
  const gm_coverage_counts counts = {b->coverage_lost, b->sites, b->exact};
  char remedy[GM_COVERAGE_REMEDY] = "";
  int explained = 0;
  if (counts.lost > 0) print_lost(note, &counts);
  for (gm_index k = 0; k < s->structures.n && counts.lost > 0; ++k) {
    const gm_structure *one = &s->structures.row[k];
    if (!one->collider) continue;
    if (!gm_coverage_remedy(&one->collider->options, remedy)) continue;
    print_remedy(note, one->name, 0, 0, remedy);
    explained = 1;
  }
  if (counts.lost > 0 && !explained)
    fprintf(note->out, "  %-*s %s\n", note->width, "", remedy);
  print_triangles(note, &counts);
}

/* Print the structures that lack virtual particles in the audit; with `all`, every
 * structure of the audit.  *n receives their number. */
static gm_status print_rows(const gm_coverage_note *note, const gm_result *r,
                            const gm_result_array *queries,
                            const gm_result_array *missing, bool all, int *n)
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
    print_remedy(note, name, queries->integer[i], missing->integer[i], remedy);
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
    status = print_rows(note, r, &queries, &missing, false, &n);
  if (status == GM_OK && lost && n == 0)
    status = print_rows(note, r, &queries, &missing, true, &n);
  gm_result_array_clear(&queries);
  gm_result_array_clear(&missing);
  return status;
}

gm_status gm_coverage_note_result(const gm_coverage_note *note,
                                  const gm_result *r,
                                  const gm_coverage_counts *counts)
{
  gm_status status = GM_OK;
  if (counts->lost > 0) print_lost(note, counts);
  if (gm_hdf5_has(r->file, GM_GROUP_AUDIT))
    status = print_audit(note, r, counts->lost > 0);
  print_triangles(note, counts);
  return status;
}
