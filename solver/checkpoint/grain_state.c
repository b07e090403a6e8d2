/* checkpoint/grain_state.c -- the grains in a checkpoint. */
#include "checkpoint/grain_state.h"

#include <string.h>

static const gm_archive_field hot[] = {
    GM_ARCHIVE_FIELD(gm_grain, x, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_grain, v, DOUBLE, 4),
};

static const gm_archive_field before[] = {
    GM_ARCHIVE_FIELD(gm_grain_before, v, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_grain_before, a, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_grain_before, w, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_grain_before, t, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_grain_before, known, INT32, 1),
};

static const gm_archive_field moved[] = {
    GM_ARCHIVE_FIELD(gm_grain_moved, v, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_grain_moved, w, DOUBLE, 4),
};

static const gm_archive_field held[] = {
    GM_ARCHIVE_FIELD(gm_grain_held, group, INT32, 1),
    GM_ARCHIVE_FIELD(gm_grain_held, meets, INT32, 1),
    GM_ARCHIVE_FIELD(gm_grain_held, freed, INT32, 1),
    GM_ARCHIVE_FIELD(gm_grain_held, mobility, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_grain_held, seat, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_grain_held, shift, DOUBLE, 3),
};

static const gm_archive_field grows[] = {
    GM_ARCHIVE_FIELD(gm_grain_grows, full, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_grain_grows, source, INT32, 1),
};

/* Every index must lead into its table; a radius or mass must be one. */
static gm_status check(const gm_archive *a, const gm_scene *s)
{
  const gm_grains *g = &s->grains;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_row4 x = g->g[i].x;
    int good = x[3] > 0.0 && isfinite(x[0] + x[1] + x[2] + x[3]) &&
               g->g[i].v[3] >= 0.0 && isfinite(g->g[i].v[3]) &&
               g->material[i] >= 0 && g->material[i] < s->materials.n;
    if (g->held)
      good = good && g->held[i].group >= 0 &&
             g->held[i].group <= s->held_groups.n && g->held[i].freed >= 0 &&
             g->held[i].freed <= s->held_groups.n;
    if (g->weight) good = good && g->weight[i] > 0.0 && g->weight[i] <= 1.0;
    if (g->grows)
      good =
          good && g->grows[i].source >= 0 && g->grows[i].source <= s->growths.n;
    if (!good) return gm_archive_refuse(a, "a grain is not possible");
  }
  return GM_OK;
}

static gm_status pass_columns(gm_archive *a, gm_grains *g)
{
  const gm_index n = g->n;
  GM_TRY(GM_ARCHIVE_RECORDS(a, hot, n, g->g));
  GM_TRY(gm_archive_column(a, "w", GM_TABLE_DOUBLE, 4, n, g->w));
  GM_TRY(gm_archive_column(a, "id", GM_TABLE_INT64, 1, n, g->id));
  GM_TRY(gm_archive_column(a, "material", GM_TABLE_INT32, 1, n, g->material));
  GM_TRY(gm_archive_column(a, "label", GM_TABLE_INT32, 1, n, g->label));
  if (!g->orientation) return GM_OK;
  return gm_archive_column(a, "orientation", GM_TABLE_DOUBLE, 4, n,
                           g->orientation);
}

gm_status gm_grain_state_pass(gm_archive *a, gm_scene *s)
{
  gm_grains *g = &s->grains;
  int64_t n = g->n, remembers = g->before != NULL, traced = g->moved != NULL;
  int64_t weighed = g->weight != NULL;
  GM_TRY(gm_archive_group(a, "grains"));
  GM_TRY(gm_archive_count(a, "n", 100000000, &n));
  GM_TRY(gm_archive_count(a, "remembers", 1, &remembers));
  GM_TRY(gm_archive_count(a, "traced", 1, &traced));
  GM_TRY(gm_archive_count(a, "weighed", 1, &weighed));
  if (a->reads) {
    g->n = 0;
    GM_TRY(gm_grains_reserve(g, (gm_index)n, g->orientation != NULL));
    g->n = (gm_index)n;
    if (remembers) GM_TRY(gm_grains_remember(g));
    if (traced) GM_TRY(gm_grains_trace(g));
    if (weighed) GM_TRY(gm_grains_weigh(g));
  }
  GM_TRY(pass_columns(a, g));
  if (weighed)
    GM_TRY(gm_archive_column(a, "weight", GM_TABLE_DOUBLE, 1, n, g->weight));
  if (remembers) {
    GM_TRY(gm_archive_group(a, "grains/before"));
    GM_TRY(GM_ARCHIVE_RECORDS(a, before, n, g->before));
  }
  if (traced) {
    GM_TRY(gm_archive_group(a, "grains/moved"));
    GM_TRY(GM_ARCHIVE_RECORDS(a, moved, n, g->moved));
  }
  if (g->held) {
    GM_TRY(gm_archive_group(a, "grains/held"));
    GM_TRY(GM_ARCHIVE_RECORDS(a, held, n, g->held));
  }
  if (g->grows) {
    GM_TRY(gm_archive_group(a, "grains/grows"));
    GM_TRY(GM_ARCHIVE_RECORDS(a, grows, n, g->grows));
  }
  return a->reads ? check(a, s) : GM_OK;
}
