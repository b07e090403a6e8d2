/* checkpoint/grain_state.c -- the grains and material points in a checkpoint.
 *
 * Both are kept in the order of memory, points with their homes too, because sums follow
 * that order.  What is read is tested before anything is computed with it.
 *
 * Columns that a scene has only if it needs them become groups of their own.  Shapes of
 * clumps follow from the configuration; clumps and their members are stored.
 */
#include "checkpoint/grain_state.h"

#include "base/memory.h"

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

static const gm_archive_field member[] = {
    GM_ARCHIVE_FIELD(gm_grain_member, clump, INT32, 1),
    GM_ARCHIVE_FIELD(gm_grain_member, slot, INT32, 1),
    GM_ARCHIVE_FIELD(gm_grain_member, mass, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_grain_member, solid, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_grain_member, shift, DOUBLE, 3),
};

static const gm_archive_field clump[] = {
    GM_ARCHIVE_FIELD(gm_clump, x, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_clump, turn, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_clump, was, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_clump, velocity, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_clump, momentum, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_clump, spin, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_clump, push, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_clump, twist, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_clump, inertia, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_clump, mobility, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_clump, size, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_clump, id, INT64, 1),
    GM_ARCHIVE_FIELD(gm_clump, shape, INT32, 1),
    GM_ARCHIVE_FIELD(gm_clump, material, INT32, 1),
    GM_ARCHIVE_FIELD(gm_clump, label, INT32, 1),
    GM_ARCHIVE_FIELD(gm_clump, first, INT32, 1),
};

static const gm_archive_field grows[] = {
    GM_ARCHIVE_FIELD(gm_grain_grows, full, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_grain_grows, source, INT32, 1),
};

/* Members must fill the slots of their clumps, each of them once. */
static gm_status check_clumps(const gm_archive *a, const gm_scene *s)
{
  const gm_clumps *c = &s->clumps;
  const gm_grains *g = &s->grains;
  int64_t slots = 0, members = 0, sum = 0;
  for (gm_index k = 0; k < c->n; ++k) {
    const gm_clump *r = &c->row[k];
    const int known = r->shape >= 0 && r->shape < c->n_shapes &&
                      r->material >= 0 && r->material < s->materials.n;
    if (!known || r->first != slots || !(r->mobility > 0.0) ||
        !(r->size > 0.0) || !(fmin(r->inertia.x, r->inertia.y) > 0.0) ||
        !(r->inertia.z > 0.0))
      return gm_archive_refuse(a, "a clump is not possible");
    slots += c->shape[r->shape].n;
  }
  for (gm_index i = 0; g->member && i < g->n; ++i) {
    const gm_grain_member *m = &g->member[i];
    if (!m->clump) continue;
    if (m->clump < 0 || m->clump > c->n)
      return gm_archive_refuse(a, "a member is of no clump");
    const gm_clump *r = &c->row[m->clump - 1];
    if (m->slot < r->first || m->slot >= r->first + c->shape[r->shape].n ||
        !(m->mass > 0.0))
      return gm_archive_refuse(a, "a member has no place in its clump");
    ++members;
    sum += m->slot;
  }
  if (members == slots && sum == slots * (slots - 1) / 2) return GM_OK;
  return gm_archive_refuse(a, "members and clumps do not agree");
}

/* What follows from the rest. */
static void derive_grain_columns(gm_scene *s)
{
  gm_clumps *c = &s->clumps;
  for (gm_index k = 0; k < c->n; ++k) {
    c->row[k].ease = gm_clumps_ease(c->row[k].inertia);
    c->row[k].ghost = 0;
  }
  for (gm_index i = 0; i < s->grains.n; ++i) {
    gm_grain_member *m = &s->grains.member[i];
    if (m->clump) m->seat = gm_clumps_seat(c, &c->row[m->clump - 1], m->slot);
  }
}

static gm_status pass_grain_state_clumps(gm_archive *a, gm_scene *s)
{
  gm_clumps *c = &s->clumps;
  int64_t n = c->n, slots = c->slots, joined = s->grains.member != NULL;
  if (!c->n_shapes) return GM_OK;
  GM_TRY(gm_archive_group(a, "clumps"));
  GM_TRY(gm_archive_count(a, "n", 100000000, &n));
  GM_TRY(gm_archive_count(a, "slots", 100000000, &slots));
  GM_TRY(gm_archive_count(a, "joined", 1, &joined));
  GM_TRY(gm_archive_column(a, "next", GM_TABLE_INT64, 1, 1, &c->next));
  if (a->reads) {
    c->n = c->slots = 0;
    GM_TRY(gm_clumps_reserve(c, (gm_index)n, (gm_index)slots));
    c->n = (gm_index)n;
    c->slots = (gm_index)slots;
    if (joined) GM_TRY(gm_grains_join(&s->grains));
  }
  GM_TRY(GM_ARCHIVE_RECORDS(a, clump, n, c->row));
  if (!joined) return GM_OK;
  GM_TRY(gm_archive_group(a, "grains/member"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, member, s->grains.n, s->grains.member));
  if (!a->reads) return GM_OK;
  GM_TRY(check_clumps(a, s));
  derive_grain_columns(s);
  return GM_OK;
}

/* Every index must lead into its table; a radius or mass must be one. */
static gm_status check_grain_rows(const gm_archive *a, const gm_scene *s)
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
    if (g->weight) good = good && g->weight[i] > 0.0 && g->weight[i] < 1.25;
    if (g->grows)
      good =
          good && g->grows[i].source >= 0 && g->grows[i].source <= s->growths.n;
    if (!good) return gm_archive_refuse(a, "a grain is not possible");
  }
  return GM_OK;
}

static gm_status pass_grain_columns(gm_archive *a, gm_grains *g)
{
  const gm_index n = g->n;
  GM_TRY(GM_ARCHIVE_RECORDS(a, hot, n, g->g));
  GM_TRY(gm_archive_column(a, "w", GM_TABLE_DOUBLE, 4, n, g->w));
  GM_TRY(gm_archive_column(a, "id", GM_TABLE_INT64, 1, n, g->id));
  GM_TRY(gm_archive_column(a, "material", GM_TABLE_INT32, 1, n, g->material));
  GM_TRY(gm_archive_column(a, "label", GM_TABLE_INT32, 1, n, g->label));
  if (g->spent)
    GM_TRY(gm_archive_column(a, "spent", GM_TABLE_DOUBLE, 2, n, g->spent));
  if (!g->orientation) return GM_OK;
  return gm_archive_column(a, "orientation", GM_TABLE_DOUBLE, 4, n,
                           g->orientation);
}

static const gm_archive_field point[] = {
    GM_ARCHIVE_FIELD(gm_point, x, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_point, v, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_point, b.bar, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_point, b.off, DOUBLE, 4),
};

static const gm_archive_field tag[] = {
    GM_ARCHIVE_FIELD(gm_point_tag, id, INT64, 1),
    GM_ARCHIVE_FIELD(gm_point_tag, born, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_point_tag, fresh, INT32, 1),
    GM_ARCHIVE_FIELD(gm_point_tag, at, INT32, 3),
};

static const gm_archive_field points_balance[] = {
    GM_ARCHIVE_FIELD(gm_points_balance, in, INT64, 1),
    GM_ARCHIVE_FIELD(gm_points_balance, out, INT64, 1),
    GM_ARCHIVE_FIELD(gm_points_balance, plastic, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_points_balance, transfer, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_points_balance, walls, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_points_balance, lifted, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_points_balance, work, DOUBLE, 1),
};

/* Of material points on a structure, until they move again. */
static const gm_archive_field point_load[] = {
    GM_ARCHIVE_FIELD(gm_structure_load, force, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure_load, torque, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure_load, power, DOUBLE, 1),
};

/* What structures are for material points, which was found at the start: a vessel stays
 * one when all has left it. */
static gm_status pass_grain_state_forms(gm_archive *a, gm_mpm_walls *w)
{
  int32_t *form = NULL;
  GM_TRY(gm_archive_group(a, "points/forms"));
  GM_TRY(GM_RESIZE(form, 0, w->structures + 1));
  for (gm_index k = 0; k < w->structures; ++k)
    form[k] = (int32_t)w->form[k];
  gm_status status =
      gm_archive_column(a, "row", GM_TABLE_INT32, 1, w->structures, form);
  for (gm_index k = 0; k < w->structures && status == GM_OK; ++k) {
    if (form[k] >= 0 && form[k] <= (int32_t)GM_MPM_SHEET)
      w->form[k] = (gm_mpm_form)form[k];
    else
      status = gm_archive_refuse(a, "a structure has no form");
  }
  GM_FREE(form);
  return status;
}

/* Within a stride of the points the nodes of their grid, which the grains are coupled
 * with in its steps to come. */
static gm_status pass_grain_state_nodes(gm_archive *a, gm_step *step,
                                        gm_scene *s)
{
  const gm_point_grid *grid = &step->mpm.grid;
  const int64_t nodes = (int64_t)grid->slots * grid->size;
  if (s->continuum.mode != GM_MODE_HYBRID || s->step % s->continuum.stride == 0)
    return GM_OK;
  if (a->reads) GM_TRY(gm_coupling_begin(&step->hybrid.coupling, grid));
  GM_TRY(gm_archive_group(a, "points/nodes"));
  GM_TRY(gm_archive_column(a, "node", GM_TABLE_DOUBLE, 8, nodes, grid->node));
  GM_TRY(gm_archive_column(a, "gave", GM_TABLE_DOUBLE, 4, nodes,
                           step->hybrid.coupling.gave));
  GM_TRY(gm_archive_column(a, "lost", GM_TABLE_DOUBLE, 1, 1,
                           &s->balance.points.walls_now));
  return gm_archive_column(a, "brought", GM_TABLE_DOUBLE, 1, 1,
                           &s->balance.points.transfer_now);
}

/* Material points in their order, with their homes: these fix the order of sums. */
static gm_status pass_grain_state_points(gm_archive *a, gm_step *step,
                                         gm_scene *s)
{
  gm_points *p = &s->points;
  int64_t n = p->n, next = p->next, stale = step->mpm.grid.stale;
  if (s->continuum.mode == GM_MODE_DISCRETE) return GM_OK;
  GM_TRY(gm_archive_group(a, "points"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, points_balance, 1, &s->balance.points));
  GM_TRY(gm_archive_count(a, "n", 100000000, &n));
  GM_TRY(gm_archive_column(a, "next", GM_TABLE_INT64, 1, 1, &next));
  GM_TRY(gm_archive_column(a, "stale", GM_TABLE_INT64, 1, 1, &stale));
  if (a->reads) {
    p->n = 0;
    GM_TRY(gm_points_reserve(p, (gm_index)n));
    p->n = (gm_index)n;
    p->next = next;
  }
  GM_TRY(GM_ARCHIVE_RECORDS(a, point, n, p->p));
  GM_TRY(GM_ARCHIVE_RECORDS(a, tag, n, p->tag));
  GM_TRY(gm_archive_group(a, "points/loads"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, point_load, step->mpm.walls.structures,
                            step->mpm.walls.load));
  GM_TRY(pass_grain_state_forms(a, &step->mpm.walls));
  if (!a->reads) return pass_grain_state_nodes(a, step, s);
  for (gm_index i = 0; i < p->n; ++i) {
    const gm_point *o = &p->p[i];
    double sum = 0.0;
    for (int k = 0; k < 4; ++k)
      sum += o->x[k] + o->v[k] + o->b.bar[k] + o->b.off[k];
    if (!(isfinite(sum) && o->x[3] > 0.0 && o->v[3] > 0.0 &&
          o->b.bar[3] > 0.0 && p->tag[i].id >= 0 && p->tag[i].id < next &&
          gm_point_grid_reaches(&step->mpm.grid, gm_row_vec(o->x),
                                p->tag[i].at)))
      return gm_archive_refuse(a, "a material point is not possible");
  }
  GM_TRY(gm_point_grid_restore(&step->mpm.grid, p));
  step->mpm.grid.stale = stale != 0;
  return pass_grain_state_nodes(a, step, s);
}

gm_status gm_grain_state_pass(gm_archive *a, gm_step *step, gm_scene *s)
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
  GM_TRY(pass_grain_columns(a, g));
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
  GM_TRY(pass_grain_state_clumps(a, s));
  if (a->reads) GM_TRY(check_grain_rows(a, s));
  return pass_grain_state_points(a, step, s);
}
