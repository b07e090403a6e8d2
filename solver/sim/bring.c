/* sim/bring.c -- adds grains from arrays of the caller.
 *
 * Before the start the grains become one more list of the scene, with the checks of a
 * list.  Between steps they are appended to the tables, as those of a pour are.
 */
#include "base/memory.h"
#include "config/report.h"
#include "meet/meet.h"
#include "rules/read.h"
#include "sim/guard.h"
#include "sim/sim.h"
#include "text/value.h"
#include <math.h>
#include <stdio.h>

/* What the caller gives. */
typedef struct gm_bring {
  size_t n;
  const double *x, *r, *v; /* [3 n] m, [n] m, [3 n] m/s or null */
  const char *material;
} gm_bring;

static gm_status check_brought_numbers(const gm_bring *b)
{
  if (!b->material) return gm_fail(GM_ERR_USE, "no material");
  if (b->n > 0 && (!b->x || !b->r))
    return gm_fail(GM_ERR_USE, "no positions or no radii");
  if (b->n > 100000000)
    return gm_fail(GM_ERR_INPUT, "%zu grains; at most 1e8 are possible", b->n);
  for (size_t i = 0; i < b->n; ++i) {
    const double *x = &b->x[3 * i], *v = b->v ? &b->v[3 * i] : x;
    const double sum = x[0] + x[1] + x[2] + v[0] + v[1] + v[2];
    if (b->r[i] > 0.0 && isfinite(b->r[i]) && isfinite(sum)) continue;
    return gm_fail(GM_ERR_INPUT,
                   "grain %zu of those to add has the radius %g m, position "
                   "(%g, %g, %g) m and velocity (%g, %g, %g) m/s; all must be "
                   "finite, and the radius positive",
                   i, b->r[i], x[0], x[1], x[2], b->v ? v[0] : 0.0,
                   b->v ? v[1] : 0.0, b->v ? v[2] : 0.0);
  }
  return GM_OK;
}

static gm_vec3 brought_row_vector(const double *all, size_t i)
{
  return all ? gm_vec(all[3 * i], all[3 * i + 1], all[3 * i + 2])
             : gm_vec(0.0, 0.0, 0.0);
}

/* ---- before the start ------------------------------------------------------ */

/* Number of items of `grains` in the tree of the scene. */
static size_t add_brought_sources(const gm_sim *sim)
{
  const gm_report_places *p = sim->ready.config.places;
  const gm_yaml_node *list = gm_yaml_entry(p->tree.root, "grains");
  return list && list->kind == GM_YAML_LIST ? list->n : 0;
}

/* Before the start: add a list of grains to the scene.  GM_ERR_INPUT: a number is not
 * finite, or a radius is not positive. */
static gm_status bring_list(gm_sim *sim, const gm_bring *b)
{
  gm_ready *r = &sim->ready;
  char setting[160];
  GM_TRY(check_brought_numbers(b));
  if (b->n == 0) return GM_OK;
  const char *wrong = gm_value_name_fault(b->material);
  if (wrong)
    return gm_fail(GM_ERR_INPUT, "the name '%.70s' %s", b->material, wrong);
  gm_ready_array a = {.source = add_brought_sources(sim), .n = b->n};
  GM_TRY(GM_RESIZE(r->array, r->n_array, r->n_array + 1));
  GM_TRY(GM_RESIZE(a.grains, 0, b->n));
  for (size_t i = 0; i < b->n; ++i) {
    a.grains[i] = (gm_config_grain){.position = brought_row_vector(b->x, i),
                                    .radius = b->r[i],
                                    .velocity = brought_row_vector(b->v, i),
                                    .orientation.axis = {0.0, 0.0, 1.0}};
  }
  snprintf(setting, sizeof setting, "grains[+]={list: {material: '%s'}}",
           b->material);
  const gm_status status = gm_read_make(&r->config, setting);
  if (status == GM_OK)
    r->array[r->n_array++] = a;
  else
    GM_FREE(a.grains);
  return status;
}

/* ---- between steps --------------------------------------------------------- */

/* Check that all materials with grains or structures have coefficients with this one. */
static gm_status check_brought_pairs(const gm_scene *s, gm_index material)
{
  const gm_materials *m = &s->materials;
  for (gm_index k = 0; k < m->n; ++k) {
    int meets = k == material || m->row[k].largest > 0.0;
    for (gm_index q = 0; q < s->structures.n && !meets; ++q) {
      const gm_structure *b = &s->structures.row[q];
      meets = b->material == k;
      for (int p = 0; b->patch_material && p < b->shape.n && !meets; ++p)
        meets = b->patch_material[p] == k;
    }
    if (!meets || gm_material_paired(&m->pair[material][k])) continue;
    return gm_fail(GM_ERR_INPUT,
                   "grains of %s would meet %s, and the scene has no "
                   "coefficients for this pair; give them before the start",
                   m->row[material].name, m->row[k].name);
  }
  return GM_OK;
}

/* Check the radii: cells, images and virtual particles were prepared for the radii
 * known at the start. */
static gm_status check_brought_radii(const gm_sim *sim, const gm_bring *b)
{
  const gm_step *step = &sim->ready.step;
  const gm_scene *s = &sim->ready.scene;
  int meshes = 0;
  for (gm_index k = 0; k < s->structures.n; ++k)
    meshes |= s->structures.row[k].collider != NULL;
  const int sticks = step->model.law->range != NULL,
            repeats = s->domain.periodic;
  if (!meshes && !sticks && !repeats) return GM_OK;
  for (size_t i = 0; i < b->n; ++i) {
    const double r = b->r[i];
    if (r <= step->model.largest &&
        (r >= step->model.smallest || !(meshes || sticks)))
      continue;
    return gm_fail(
        GM_ERR_INPUT,
        "the radius %g m is not between %g and %g m, the radii for which the "
        "scene was prepared; with meshes, adhesion or periodic faces the "
        "scene must contain the extreme radii at the start",
        r, step->model.smallest, step->model.largest);
  }
  return GM_OK;
}

/* The velocity as the scheme stores it, which lacks a part of the kick; a new grain
 * without contacts has the kick of gravity only. */
static gm_vec3 brought_stored_vector(const gm_sim *sim, gm_vec3 v)
{
  const gm_step *step = &sim->ready.step;
  const gm_scene *s = &sim->ready.scene;
  const double h = s->step == 0 || step->model.scheme->corrects
                       ? 0.0
                       : step->model.scheme->behind * s->dt;
  return gm_madd(v, -h, s->gravity);
}

static void append_brought(gm_sim *sim, const gm_bring *b, gm_index material)
{
  gm_scene *s = &sim->ready.scene;
  gm_step *step = &sim->ready.step;
  gm_material *m = &s->materials.row[material];
  step->model.alike &= s->grains.n == 0 || s->grains.material[0] == material;
  for (size_t i = 0; i < b->n; ++i) {
    const gm_vec3 x = gm_row_vec(
        gm_domain_snap(&s->domain, gm_row(brought_row_vector(b->x, i), 0.0)));
    const gm_vec3 v = brought_row_vector(b->v, i);
    gm_grains_append(&s->grains, gm_scene_next_id(s), x, b->r[i], m->density,
                     brought_stored_vector(sim, v), gm_vec(0.0, 0.0, 0.0),
                     material, 0);
    const double mass = gm_grains_mass(&s->grains, s->grains.n - 1);
    ++s->balance.grains_in;
    s->balance.mass_in += mass;
    s->balance.energy_in +=
        0.5 * mass * gm_norm2(v) - mass * gm_dot(s->gravity, x);
    m->smallest = m->largest > 0.0 ? fmin(m->smallest, b->r[i]) : b->r[i];
    m->largest = fmax(m->largest, b->r[i]);
    step->model.smallest = fmin(step->model.smallest, b->r[i]);
    step->model.largest = fmax(step->model.largest, b->r[i]);
  }
}

/* Check that the time step is short enough for the grains present now. */
static gm_status check_brought_step(const gm_sim *sim)
{
  const gm_ready *r = &sim->ready;
  gm_meeting_limit meeting;
  GM_TRY(gm_meet_limit_find(&r->step.meet, &r->scene, &meeting));
  const gm_timestep t = gm_timestep_choose(
      &r->config, &r->scene, &r->step.model, gm_step_limit(&r->step), meeting);
  if (r->scene.dt <= t.limit && r->scene.dt <= t.pass * (1.0 + 1.0e-9))
    return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "the time step, %.3g s, is too long for grains so small: at "
                 "most %.3g s; choose time.step for them before the start",
                 r->scene.dt, fmin(t.limit, t.pass));
}

/* Between steps: append the grains to the scene.  GM_ERR_INPUT: the material is
 * unknown, a number is not finite, or a radius does not suit the scene. */
static gm_status bring_append(gm_sim *sim, const gm_bring *b)
{
  gm_scene *s = &sim->ready.scene;
  gm_step *step = &sim->ready.step;
  GM_TRY(check_brought_numbers(b));
  if (b->n == 0) return GM_OK;
  const gm_index material = gm_material_find(&s->materials, b->material);
  if (material < 0)
    return gm_fail(GM_ERR_INPUT, "there is no material '%.70s'", b->material);
  GM_TRY(check_brought_pairs(s, material));
  GM_TRY(check_brought_radii(sim, b));
  const size_t need = (size_t)s->grains.n + b->n;
  if (need > 100000000)
    return gm_fail(GM_ERR_INPUT, "%zu grains; at most 1e8 are possible", need);
  if (need > (size_t)s->grains.capacity)
    GM_TRY(gm_grains_reserve(&s->grains, (gm_index)(need + need / 4),
                             s->grains.orientation != NULL));
  const gm_index n = s->grains.n;
  const gm_balance balance = s->balance;
  const gm_material row = s->materials.row[material];
  const gm_step before = *step;
  append_brought(sim, b, material);
  const gm_status status = check_brought_step(sim);
  if (status != GM_OK) {
    s->grains.n = n;
    s->balance = balance;
    s->materials.row[material] = row;
    *step = before;
    return status;
  }
  gm_step_edited(step);
  gm_guard_changed(sim);
  return GM_OK;
}

gm_status gm_sim_add_grains(gm_sim *sim, size_t n, const double *positions,
                            const double *radii, const double *velocities,
                            const char *material)
{
  const gm_bring b = {n, positions, radii, velocities, material};
  GM_TRY(gm_guard_begin(sim, GM_GUARD_ALIVE));
  return gm_guard_end(sim, sim->stage == GM_SIM_DESCRIBED
                               ? bring_list(sim, &b)
                               : bring_append(sim, &b));
}
