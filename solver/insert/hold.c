/* insert/hold.c -- assigns grains of a scene to groups of held grains.
 *
 * Membership is decided while grains are inserted, since a held grain may stand in
 * another held grain and is then not checked for overlap.  The origin of a group needs
 * all of its grains and follows at the end.
 */
#include "insert/hold.h"

#include "base/memory.h"
#include "config/report.h"
#include "machines/motion_table.h"
#include "scene/region.h"
#include <stdio.h>
#include <stdlib.h>

gm_status gm_hold_build(const gm_config *config, gm_held_groups *h)
{
  GM_TRY(GM_RESIZE(h->row, 0, config->n_held));
  for (size_t k = 0; k < config->n_held; ++k) {
    const gm_config_held *c = &config->held[k];
    gm_held_group *row = &h->row[k];
    *row =
        (gm_held_group){.until = c->until, .meets = c->meets_held, .holds = 1};
    snprintf(row->name, sizeof row->name, "%s", c->name);
    h->n = (gm_index)k + 1;
    GM_TRY(gm_motion_table_segments(c->motion, c->n_motion, &row->motion,
                                    &row->n_motion));
  }
  return GM_OK;
}

/* ---- membership ----------------------------------------------------------------- */

static int hold_names_grain(const gm_config_integer *list, size_t n,
                            gm_id number)
{
  for (size_t k = 0; k < n; ++k) {
    if (list[k].number == number) return 1;
  }
  return n == 0;
}

static int hold_ids_by_number(const void *a, const void *b)
{
  const gm_id x = *(const gm_id *)a;
  const gm_id y = ((const gm_config_integer *)b)->number;
  return (x > y) - (x < y);
}

/* Returns 1 if the group names this id, or names none.  The list is sorted by
 * rules/grain_rules.c. */
static int hold_names_id(const gm_config_held *c, gm_id number)
{
  return !c->n_ids ||
         bsearch(&number, c->ids, c->n_ids, sizeof *c->ids, hold_ids_by_number);
}

static int holds_grain(const gm_config_held *c, const gm_hold_who *who)
{
  if (!hold_names_grain(c->sources, c->n_sources, (gm_id)who->source)) return 0;
  if (!hold_names_grain(c->labels, c->n_labels, who->label)) return 0;
  if (!hold_names_id(c, c->n_sources ? who->row : who->id)) return 0;
  if (c->was && c->was != who->was) return 0;
  if (c->region.kind < 0) return 1;
  const gm_region region = gm_region_of(&c->region);
  return gm_region_holds(&region, who->x);
}

/* The first group, from `from` on, that holds this grain, or -1. */
static gm_index find_hold_group(const gm_config *config, const gm_hold_who *who,
                                gm_index from)
{
  for (size_t k = (size_t)from; k < config->n_held; ++k) {
    if (holds_grain(&config->held[k], who)) return (gm_index)k;
  }
  return -1;
}

int gm_hold_still(const gm_config *config, const gm_hold_who *who)
{
  const gm_index k = find_hold_group(config, who, 0);
  return k >= 0 && !config->held[k].meets_held;
}

gm_status gm_hold_take(gm_config *config, const gm_hold_who *who,
                       gm_held_groups *h, gm_grains *g, gm_index i)
{
  const gm_index k = find_hold_group(config, who, 0);
  if (k < 0) return GM_OK;
  if (gm_grains_clump(g, i)) {
    char path[32];
    snprintf(path, sizeof path, "held[%d]", k);
    return gm_report_fault(config, path,
                           "grain %lld is part of a clump, and clumps cannot "
                           "be held; name sources or labels without clumps, or "
                           "make the body a structure",
                           (long long)who->id);
  }
  const gm_index other = find_hold_group(config, who, k + 1);
  if (other >= 0) {
    char path[32];
    snprintf(path, sizeof path, "held[%d]", other);
    return gm_report_fault(
        config, path,
        "grain %lld at (%.6g, %.6g, %.6g) m is also held by '%s'; a grain "
        "can belong to one group only: remove it from one of them",
        (long long)who->id, who->x.x, who->x.y, who->x.z, h->row[k].name);
  }
  g->held[i] = (gm_grain_held){
      .group = k + 1, .meets = h->row[k].meets, .mobility = g->g[i].v[3]};
  g->g[i].v[3] = 0.0;
  ++h->row[k].n;
  return GM_OK;
}

/* ---- origins and motion --------------------------------------------------------- */

/* Place the body frame of each group at the given origin, or at its centre of mass. */
static void find_hold_origins(const gm_config *config, gm_held_groups *h,
                              const gm_grains *g)
{
  for (gm_index k = 0; k < h->n; ++k) {
    gm_vec3 sum = {0.0, 0.0, 0.0};
    double mass = 0.0;
    for (gm_index i = 0; i < g->n; ++i) {
      if (g->held[i].group != k + 1) continue;
      const double m = gm_grains_mass(g, i);
      sum = gm_madd(sum, m, gm_row_vec(g->g[i].x));
      mass += m;
    }
    const gm_vec3 given = config->held[k].origin;
    h->row[k].pose = (gm_pose){.position = isfinite(gm_norm2(given))
                                               ? given
                                               : gm_scale(1.0 / mass, sum),
                               .orientation = gm_quat_identity()};
  }
}

/* Check that each group holds the grains that it names. */
static gm_status check_hold_groups(gm_config *config, const gm_held_groups *h)
{
  gm_status status = GM_OK;
  for (gm_index k = 0; k < h->n; ++k) {
    const gm_config_held *c = &config->held[k];
    char path[32];
    snprintf(path, sizeof path, "held[%d]", k);
    const int by_id = c->n_ids && c->n_sources < 2 && !c->n_labels && !c->was &&
                      c->region.kind < 0;
    if (h->row[k].n == 0) {
      status = gm_report_fault(config, path,
                               "'%s' holds no grain: no grain present at the "
                               "start meets all its conditions (poured grains "
                               "are inserted later and cannot be held)",
                               h->row[k].name);
    } else if (by_id && (size_t)h->row[k].n != c->n_ids) {
      status = gm_report_fault(config, path,
                               "'%s' lists %zu ids, of which only %d exist; "
                               "the largest listed id is "
                               "%d; ids begin with 0: correct the list",
                               h->row[k].name, c->n_ids, h->row[k].n,
                               c->ids[c->n_ids - 1].number);
    }
  }
  return status;
}

gm_status gm_hold_settle(gm_config *config, const gm_domain *domain,
                         gm_held_groups *h, gm_grains *g)
{
  if (h->n == 0) return GM_OK;
  GM_TRY(check_hold_groups(config, h));
  find_hold_origins(config, h, g);
  for (gm_index i = 0; i < g->n; ++i) {
    if (!g->held[i].group) continue;
    gm_held_group *row = &h->row[g->held[i].group - 1];
    g->held[i].seat = gm_sub(gm_row_vec(g->g[i].x), row->pose.position);
    row->arm = fmax(row->arm, gm_norm(g->held[i].seat));
  }
  for (gm_index k = 0; k < h->n; ++k) {
    gm_held_group *row = &h->row[k];
    gm_motion_start(row->motion, row->n_motion, &row->pose);
    row->next = row->pose;
  }
  for (gm_index i = 0; i < g->n; ++i) {
    if (!g->held[i].group) continue;
    const gm_pose *pose = &h->row[g->held[i].group - 1].pose;
    g->g[i].x = gm_held_groups_place(domain, g, i, pose);
    const gm_vec3 at = gm_pose_to_world(pose, g->held[i].seat);
    g->g[i].v = gm_row(gm_pose_velocity_at(pose, at), 0.0);
    g->w[i] = gm_row(pose->spin, g->w[i][3]);
  }
  return GM_OK;
}
