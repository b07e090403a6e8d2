/* step/pour.c -- inserts the grains of pours during a run.
 *
 * Which grains are inserted, where and when depends on the scene alone: insertion
 * happens at fixed steps, and random numbers are functions of the grain and the step.
 * Where ranks share the grains, each knows the places of all while it inserts.
 */
#include "step/pour.h"

#include "base/memory.h"
#include "insert/insertion_region.h"
#include "insert/occupancy.h"
#include "insert/template.h"
#include "machines/parts.h"
#include "soft/clump.h"

enum { TRIES = 200 }; /* places tried per grain */

/* True if a sphere touches a grain or a periodic image of one. */
static int is_pour_taken(const gm_scene *s, const gm_occupancy *occupancy,
                         gm_vec3 x, double r)
{
  const int images = s->domain.periodic ? GM_DOMAIN_IMAGES : 1;
  for (int k = 0; k < images; ++k) {
    const gm_vec3 way =
        images > 1 ? gm_row_vec(s->domain.shift[k]) : gm_vec(0.0, 0.0, 0.0);
    if (gm_occupancy_overlap(occupancy, &s->grains, gm_sub(x, way), r, 0.0) >=
        0) {
      return 1;
    }
  }
  return 0;
}

/* Stored velocities lack part of a kick; without contacts that is gravity's. */
static gm_vec3 pour_stored_velocity(const gm_state *step, const gm_scene *s,
                                    gm_vec3 v)
{
  const double h = s->step == 0 || step->model.scheme->corrects
                       ? 0.0
                       : step->model.scheme->behind * s->dt;
  return gm_madd(v, -h, s->gravity);
}

static void append_poured(const gm_state *step, gm_scene *s,
                          gm_template_grain g, gm_vec3 x, gm_vec3 v)
{
  gm_grains *all = &s->grains;
  gm_grains_append(all, gm_scene_next_id(s), x, g.r,
                   s->materials.row[g.material].density,
                   pour_stored_velocity(step, s, v), gm_vec(0.0, 0.0, 0.0),
                   g.material, g.label);
  const double m = gm_grains_mass(all, all->n - 1);
  ++s->balance.grains_in;
  s->balance.mass_in += m;
  s->balance.energy_in += 0.5 * m * gm_norm2(v) - m * gm_dot(s->gravity, x);
}

static void append_poured_clump(const gm_state *step, gm_scene *s,
                                gm_template_grain g, gm_clump_place place)
{
  const gm_vec3 v = place.velocity;
  place.velocity = pour_stored_velocity(step, s, v);
  gm_clump_place_append(s, &place, g.material, g.label, &s->balance.grains_in);
  const gm_clump *c = &s->clumps.row[s->clumps.n - 1];
  const double m = 1.0 / c->mobility;
  s->balance.mass_in += m;
  s->balance.energy_in +=
      0.5 * m * gm_norm2(v) - m * gm_dot(s->gravity, place.x);
}

/* True if a sphere at x is free of grains and structures. */
static int is_free_to_pour(const gm_scene *s, const gm_occupancy *occupancy,
                           gm_vec3 x, double r)
{
  gm_query_result probe = {0};
  return !is_pour_taken(s, occupancy, x, r) &&
         gm_structures_nearest(&s->structures, &s->domain, x, r, &probe) < 0;
}

/* Appends a grain or clump with the centre x, if there is room; u: three uniform
 * numbers.  Returns its mass, or 0. */
static double put_poured(const gm_state *step, gm_scene *s, const gm_pour *p,
                         gm_template_grain g, gm_vec3 x, gm_vec3 v,
                         const double u[3], const gm_occupancy *occupancy)
{
  if (g.shape < 0) {
    if (!is_free_to_pour(s, occupancy, x, g.r)) return 0.0;
    append_poured(step, s, g, x, v);
    return gm_grains_mass(&s->grains, s->grains.n - 1);
  }
  const gm_clump_place place = {.shape = g.shape,
                                .size = gm_template_size(&p->template, g),
                                .x = x,
                                .turn = gm_template_turn(&p->template, u),
                                .velocity = v};
  for (gm_index k = 0; k < gm_template_rows(&p->template, g); ++k) {
    const gm_row4 y = gm_clump_place_member(&s->clumps, &place, k);
    if (!is_free_to_pour(s, occupancy, gm_row_vec(y), y[3])) return 0.0;
  }
  append_poured_clump(step, s, g, place);
  return 1.0 / s->clumps.row[s->clumps.n - 1].mobility;
}

/* Finds the k-th place to try for a grain, and its velocity; returns 0 if there is
 * none.  On a curved face, whose shape rises above its triangles, later places are
 * farther off. */
static int find_pour_place(const gm_scene *s, const gm_pour *p, double r,
                           uint32_t k, const double u[4], gm_vec3 *x,
                           gm_vec3 *v)
{
  const gm_config_supply *c = p->template.config;
  *v = c->velocity;
  if (c->region.kind != GM_REGION_FACE)
    return gm_insertion_region_point(&c->region, r, u, x);
  const double later = fmax(0.0, 2.0 * k / TRIES - 1.0);
  gm_vec3 n;
  *x = gm_parts_point(&p->face, &s->structures, r, 1.0e-3 + 0.3 * later, u, &n);
  *v = gm_madd(*v, c->region.face.speed, n);
  return 1;
}

/* Inserts the next grain of a pour; returns 0 if there is no room now. */
static int bring_poured(const gm_state *step, gm_scene *s, gm_pour *p,
                        gm_template_grain g, gm_occupancy *occupancy)
{
  const gm_id id = gm_scene_next_id(s);
  const double reach = gm_template_reach(&p->template, g);
  const uint32_t first =
      (uint32_t)(s->step / GM_POUR_EVERY % 10000000) * TRIES + 1;
  for (uint32_t k = 0; k < TRIES; ++k) {
    double u[4], turn[4];
    gm_vec3 x, v;
    gm_template_numbers(&p->template, id, first + k, u);
    gm_template_numbers(&p->template, id, ~(first + k), turn);
    if (!find_pour_place(s, p, reach, k, u, &x, &v)) return 0;
    x = gm_row_vec(gm_domain_snap(&s->domain, gm_row(x, 0.0)));
    if (p->face.n && !gm_domain_holds(&s->domain, gm_row(x, 0.0))) continue;
    const double m = put_poured(step, s, p, g, x, v, turn, occupancy);
    if (m == 0.0) continue;
    gm_occupancy_add(occupancy, &s->grains);
    gm_pours_count(p, m);
    return 1;
  }
  return 0;
}

/* Upper bounds of the numbers of grains and clumps that are due, and of their rows. */
typedef struct due {
  gm_id grains, clumps, rows;
} due;

static due count_pour_due(const gm_scene *s)
{
  due n = {0};
  for (gm_index k = 0; k < s->pours.n; ++k) {
    const gm_pour *p = &s->pours.row[k];
    const gm_id one = gm_pours_most(p, (double)s->step * s->dt);
    gm_index rows = 1;
    for (int q = 0; q < p->template.n; ++q) {
      const gm_index shape = p->template.part[q].shape;
      if (shape >= 0 && p->template.shape[shape].n > rows)
        rows = p->template.shape[shape].n;
    }
    n.grains += one;
    n.rows += one * rows;
    if (gm_template_clumps(&p->template)) n.clumps += one;
  }
  return n;
}

/* Inserts the due grains of a pour, as long as `most` rows suffice. */
static void bring_pour_due(const gm_state *step, gm_scene *s, gm_pour *p,
                           gm_index most, gm_occupancy *occupancy)
{
  const double time = (double)s->step * s->dt;
  const gm_index before = s->grains.n;
  p->waiting = gm_pours_most(p, time);
  p->waiting_mass = 0.0;
  while (s->grains.n - before < most) {
    const gm_template_grain g =
        gm_template_draw(&p->template, gm_scene_next_id(s));
    const double m = gm_template_mass(&p->template, g, &s->materials);
    if (s->grains.n - before + gm_template_rows(&p->template, g) > most) break;
    gm_pours_next(p, m);
    if (!gm_pours_due(p, m, time)) break;
    if (!bring_poured(step, s, p, g, occupancy)) {
      p->waiting_mass = gm_pours_lacks(p, time);
      break;
    }
    --p->waiting;
  }
}

static gm_status reserve_pour(gm_scene *s, gm_id more)
{
  const gm_id need = s->grains.n + more + 1;
  if (need <= s->grains.capacity) return GM_OK;
  if (need > 100000000) {
    return gm_fail(GM_ERR_MEMORY, "%lld grains; at most 1e8 are possible",
                   (long long)need);
  }
  return gm_grains_reserve(&s->grains, (gm_index)(need + need / 2),
                           s->pours.orientations);
}

/* Inserts what is due among the grains of the scene. */
static gm_status bring_pour_all(gm_state *step, gm_scene *s, due n)
{
  /* A full region accepts few of the waiting grains. */
  const gm_id limit = 1000000;
  const gm_id most = n.rows < limit ? n.rows : limit;
  gm_occupancy occupancy;
  GM_TRY(reserve_pour(s, most));
  if (n.clumps)
    GM_TRY(gm_clump_place_reserve(
        s, (gm_index)(n.clumps < most ? n.clumps : most), (gm_index)most));
  GM_TRY(gm_occupancy_init(&occupancy, (gm_index)(s->grains.n + most),
                           s->pours.largest));
  gm_occupancy_add(&occupancy, &s->grains);
  const gm_index before = s->grains.n;
  for (gm_index k = 0; k < s->pours.n; ++k)
    bring_pour_due(step, s, &s->pours.row[k],
                   (gm_index)(most - (s->grains.n - before)), &occupancy);
  gm_occupancy_clear(&occupancy);
  if (s->grains.n > before && !step->lists.must_build)
    step->lists.must_build = 1;
  return GM_OK;
}

/* Rows of *all: the places and radii of the grains of all ranks; other columns are as in
 * the scene, without values. */
static gm_status collect_pours(const gm_scene *s, gm_grains *all)
{
  const gm_grains *g = &s->grains;
  gm_row4 *mine = NULL, *places = NULL;
  int64_t n = 0;
  GM_TRY(gm_comm_agree(s->comm, GM_RESIZE(mine, 0, g->n + 1)));
  for (gm_index i = 0; i < g->n; ++i)
    if (!gm_grains_ghost(g, i)) mine[n++] = g->g[i].x;
  n *= (int64_t)sizeof *mine;
  gm_status status = gm_comm_collect(s->comm, mine, &n, (void **)&places);
  n /= (int64_t)sizeof *mine;
  GM_FREE(mine);
  *all = (gm_grains){.rule = g->rule, .grid = g->grid};
  if (status == GM_OK) status = gm_grains_fit(all, g, (gm_index)n + 1);
  for (; status == GM_OK && all->n < n; ++all->n)
    all->g[all->n].x = places[all->n];
  GM_FREE(places);
  return status;
}

/* The rows of *all from `first` on that this rank owns come to the scene. */
static gm_status take_pour_new(const gm_exchange *ex, gm_scene *s,
                               const gm_grains *all, gm_index first)
{
  gm_grains *g = &s->grains;
  const gm_index most = g->n + all->n - first;
  char *row = NULL;
  GM_TRY(GM_RESIZE(row, 0, gm_grains_bytes(g)));
  gm_status status = GM_OK;
  if (most > g->capacity) status = gm_grains_fit(g, g, most + most / 8);
  for (gm_index i = first; status == GM_OK && i < all->n; ++i) {
    const gm_index clump = gm_grains_clump(all, i);
    const gm_row4 at = clump ? s->clumps.row[clump - 1].x : all->g[i].x;
    if (gm_cuts_owner(&ex->cuts, &s->domain, at) != gm_comm_rank(s->comm))
      continue;
    gm_grains_pack(all, i, row);
    gm_grains_unpack(g, g->n++, row);
  }
  GM_FREE(row);
  return status;
}

/* Every rank inserts the same grains among those of all, and keeps what it owns; clumps
 * without members leave when the list is built. */
static gm_status bring_of_pour_ranks(gm_state *step, gm_scene *s, due n)
{
  gm_grains all = {0}, mine;
  gm_status status = n.clumps ? gm_grains_join(&s->grains) : GM_OK;
  status = gm_comm_agree(s->comm, status);
  if (status == GM_OK) status = gm_comm_agree(s->comm, collect_pours(s, &all));
  if (status == GM_OK) {
    const gm_index first = all.n;
    mine = s->grains;
    s->grains = all;
    status = bring_pour_all(step, s, n);
    all = s->grains;
    s->grains = mine;
    if (status == GM_OK)
      status = take_pour_new(&step->exchange, s, &all, first);
    status = gm_comm_agree(s->comm, status);
  }
  gm_grains_clear(&all);
  return status;
}

gm_status gm_pour_bring(gm_state *step, gm_scene *s)
{
  if (s->pours.n == 0 || s->step % GM_POUR_EVERY) return GM_OK;
  const due n = count_pour_due(s);
  if (n.grains == 0) return GM_OK;
  return s->comm ? bring_of_pour_ranks(step, s, n) : bring_pour_all(step, s, n);
}
