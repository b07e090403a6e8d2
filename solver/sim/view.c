/* sim/view.c -- columns of the tables, and totals.
 *
 * A live column is the storage itself.  Measured columns of grains come from a frame,
 * sorted by id, and are copied into the order of memory, so that all columns have the
 * same rows.
 */
#include "base/memory.h"
#include "file/schema.h"
#include "measure/measure.h"
#include "sim/advance.h"
#include "sim/guard.h"
#include "step/step.h"
#include <string.h>

/* A stored column: offset of its first row from the first row of the table. */
typedef struct stored {
  const char *name, *unit;
  int components;
  gm_sim_type type;
  int live, writable;
} stored;

/* ---- grains ---------------------------------------------------------------- */

enum {
  ID,
  MATERIAL,
  RADIUS,
  PLACE,
  SCHEME_VELOCITY,
  SCHEME_SPIN,
  LABEL,
  GRAINS
};

static const stored of_grains[GRAINS] = {
    [ID] = {GM_NAME_ID, "1", 1, GM_SIM_INT64, 1, 0},
    [MATERIAL] = {GM_NAME_MATERIAL, "1", 1, GM_SIM_INT32, 1, 0},
    [RADIUS] = {GM_NAME_RADIUS, "m", 1, GM_SIM_DOUBLE, 1, 0},
    [PLACE] = {GM_NAME_POSITION, "m", 3, GM_SIM_DOUBLE, 1, 1},
    [SCHEME_VELOCITY] = {GM_NAME_SCHEME_VELOCITY, "m/s", 3, GM_SIM_DOUBLE, 1,
                         1},
    [SCHEME_SPIN] = {GM_NAME_SCHEME_SPIN, "rad/s", 3, GM_SIM_DOUBLE, 1, 1},
    [LABEL] = {GM_NAME_LABEL, "1", 1, GM_SIM_INT32, 1, 0},
};

static void *view_grain_column(gm_grains *g, int k, int64_t *stride)
{
  switch (k) {
  case ID:
    *stride = sizeof *g->id;
    return g->id;
  case MATERIAL:
    *stride = sizeof *g->material;
    return g->material;
  case LABEL:
    *stride = sizeof *g->label;
    return g->label;
  case SCHEME_SPIN:
    *stride = sizeof *g->w;
    return g->w;
  default:
    *stride = sizeof *g->g;
    return k == RADIUS  ? (char *)&g->g[0].x + 3 * sizeof(double)
           : k == PLACE ? (char *)&g->g[0].x
                        : (char *)&g->g[0].v;
  }
}

/* Copy rows of `size` bytes from the order of ids to the order of memory. */
static void scatter_view_rows(const gm_frame_grains *f, const char *from,
                              char *to, size_t size)
{
  for (gm_index k = 0; k < f->n; ++k)
    memcpy(to + (size_t)f->row[k] * size, from + (size_t)k * size, size);
}

/* Evaluates the measured column *c of the grains, which has the number k, and sorts it
 * from the order of ids, which result files have, into the order of memory. */
static gm_status view_measured_grains(gm_sim *sim, const gm_column *c, int k,
                                      gm_sim_view *view)
{
  GM_TRY(gm_advance_frames(sim));
  const gm_index n = sim->ready.scene.grains.n;
  const size_t size = (size_t)c->width * 8;
  char *sorted = NULL;
  gm_memory_free(&sim->column[k]);
  GM_TRY(gm_memory_resize(&sim->column[k], 0, (size_t)n + 1, size));
  GM_TRY(gm_memory_resize((void **)&sorted, 0, (size_t)n + 1, size));
  const gm_column_source source = {&sim->ready.scene, &sim->grains,
                                   &sim->contacts, NULL};
  c->fill(&source, 0, n, sorted);
  scatter_view_rows(&sim->grains, sorted, sim->column[k], size);
  GM_FREE(sorted);
  view->data = sim->column[k];
  view->stride = (int64_t)size;
  view->components = c->width;
  view->type = c->kind == GM_COLUMN_REAL ? GM_SIM_DOUBLE : GM_SIM_INT64;
  view->unit = c->units;
  return GM_OK;
}

/* Velocities at the time of the positions; they need the loads only. */
static gm_status velocity_view(gm_sim *sim, int spins, gm_sim_view *view)
{
  const gm_scene *s = &sim->ready.scene;
  void **column = &sim->column[GM_COLUMNS_MAX + (spins ? 1 : 0)];
  GM_TRY(gm_advance_look(sim));
  gm_memory_free(column);
  GM_TRY(gm_memory_resize(column, 0, (size_t)s->grains.n + 1, sizeof(gm_vec3)));
  gm_vec3 *v = *column;
  for (gm_index i = 0; i < s->grains.n; ++i)
    v[i] = spins
               ? gm_measure_angular_velocity(sim->ready.step.model.scheme, s, i)
               : gm_measure_velocity(sim->ready.step.model.scheme, s, i);
  *view = (gm_sim_view){.data = v,
                        .stride = sizeof *v,
                        .components = 3,
                        .type = GM_SIM_DOUBLE,
                        .unit = spins ? "rad/s" : "m/s"};
  return GM_OK;
}

static gm_status force_view(gm_sim *sim, gm_sim_view *view)
{
  GM_TRY(gm_advance_look(sim));
  *view = (gm_sim_view){.data = sim->ready.scene.grains.load,
                        .stride = sizeof(gm_load),
                        .components = 3,
                        .type = GM_SIM_DOUBLE,
                        .unit = "N"};
  return GM_OK;
}

static void show_view_column(const stored *c, void *data, int64_t stride,
                             gm_sim_view *view)
{
  *view = (gm_sim_view){.data = data,
                        .stride = stride,
                        .components = c->components,
                        .type = c->type,
                        .unit = c->unit,
                        .live = c->live,
                        .writable = c->writable};
}

static gm_status no_view_column(const char *table, const char *name)
{
  return gm_fail(GM_ERR_USE,
                 "the table of %s has no column '%.60s'; gm_sim_column_name "
                 "lists those it has",
                 table, name);
}

static gm_status view_grains(gm_sim *sim, const char *name, gm_sim_view *view)
{
  gm_grains *g = &sim->ready.scene.grains;
  int64_t stride;
  for (int k = 0; k < GRAINS; ++k) {
    if (strcmp(of_grains[k].name, name) != 0) continue;
    void *data = view_grain_column(g, k, &stride);
    show_view_column(&of_grains[k], data, stride, view);
    return GM_OK;
  }
  if (!strcmp(name, GM_NAME_ORIENTATION) && g->orientation) {
    static const stored c = {GM_NAME_ORIENTATION, "1", 4, GM_SIM_DOUBLE, 1, 0};
    show_view_column(&c, g->orientation, sizeof *g->orientation, view);
    return GM_OK;
  }
  if (!strcmp(name, GM_NAME_FORCE)) return force_view(sim, view);
  if (!strcmp(name, GM_NAME_VELOCITY)) return velocity_view(sim, 0, view);
  if (!strcmp(name, GM_NAME_ANGULAR_VELOCITY))
    return velocity_view(sim, 1, view);
  int n = 0;
  const gm_column *table = gm_columns_grains(&n);
  for (int k = 0; k < n; ++k)
    if (!strcmp(table[k].name, name))
      return view_measured_grains(sim, &table[k], k, view);
  return no_view_column("grains", name);
}

/* ---- contacts -------------------------------------------------------------- */

enum {
  ID_A,
  ID_B,
  STRUCTURE,
  PATCH,
  NORMAL,
  OVERLAP,
  FORCE,
  SOURCE,
  FROM,
  TO,
  CONTACTS
};

static const stored of_contacts[CONTACTS] = {
    [ID_A] = {GM_NAME_ID_A, "1", 1, GM_SIM_INT64, 0, 0},
    [ID_B] = {GM_NAME_ID_B, "1", 1, GM_SIM_INT64, 0, 0},
    [STRUCTURE] = {GM_NAME_STRUCTURE_ID, "1", 1, GM_SIM_INT32, 0, 0},
    [PATCH] = {GM_NAME_PATCH, "1", 1, GM_SIM_INT32, 0, 0},
    [NORMAL] = {GM_NAME_NORMAL, "1", 3, GM_SIM_DOUBLE, 0, 0},
    [OVERLAP] = {GM_NAME_OVERLAP, "m", 1, GM_SIM_DOUBLE, 0, 0},
    [FORCE] = {GM_NAME_FORCE, "N", 3, GM_SIM_DOUBLE, 0, 0},
    [SOURCE] = {GM_NAME_SOURCE, "1", 1, GM_SIM_INT32, 0, 0},
    [FROM] = {"from", "m", 3, GM_SIM_DOUBLE, 0, 0},
    [TO] = {"to", "m", 3, GM_SIM_DOUBLE, 0, 0},
};

static gm_status view_contacts(gm_sim *sim, const char *name, gm_sim_view *view)
{
  int k = 0;
  while (k < CONTACTS && strcmp(of_contacts[k].name, name) != 0)
    ++k;
  if (k == CONTACTS) return no_view_column("contacts", name);
  GM_TRY(gm_advance_frames(sim));
  gm_frame_contacts *c = &sim->contacts;
  void *const data[CONTACTS] = {c->id_a,   c->id_b,    c->structure, c->patch,
                                c->normal, c->overlap, c->force,     c->source,
                                c->from,   c->to};
  const int64_t number = of_contacts[k].type == GM_SIM_INT32 ? 4 : 8;
  show_view_column(&of_contacts[k], data[k], number * of_contacts[k].components,
                   view);
  view->n = c->n;
  return GM_OK;
}

/* ---- structures ------------------------------------------------------------ */

enum {
  POSITION,
  QUATERNION,
  VELOCITY,
  SPIN,
  PUSH,
  TORQUE,
  POWER,
  WORK,
  PRESENT,
  STRUCTURES
};

static const stored of_structures[STRUCTURES] = {
    [POSITION] = {GM_NAME_POSITION, "m", 3, GM_SIM_DOUBLE, 1, 0},
    [QUATERNION] = {GM_NAME_QUATERNION, "1", 4, GM_SIM_DOUBLE, 1, 0},
    [VELOCITY] = {GM_NAME_VELOCITY, "m/s", 3, GM_SIM_DOUBLE, 1, 0},
    [SPIN] = {GM_NAME_ANGULAR_VELOCITY, "rad/s", 3, GM_SIM_DOUBLE, 1, 0},
    [PUSH] = {GM_NAME_FORCE, "N", 3, GM_SIM_DOUBLE, 0, 0},
    [TORQUE] = {GM_NAME_TORQUE, "N m", 3, GM_SIM_DOUBLE, 0, 0},
    [POWER] = {GM_NAME_STRUCTURE_POWER, "W", 1, GM_SIM_DOUBLE, 0, 0},
    [WORK] = {GM_NAME_STRUCTURE_WORK, "J", 1, GM_SIM_DOUBLE, 0, 0},
    [PRESENT] = {GM_NAME_PRESENT, "1", 1, GM_SIM_INT32, 1, 0},
};

static gm_status view_structures(gm_sim *sim, const char *name,
                                 gm_sim_view *view)
{
  int k = 0;
  while (k < STRUCTURES && strcmp(of_structures[k].name, name) != 0)
    ++k;
  if (k == STRUCTURES) return no_view_column("structures", name);
  if (!of_structures[k].live) GM_TRY(gm_advance_look(sim));
  gm_structures *all = &sim->ready.scene.structures;
  gm_structure *s = all->n ? &all->row[0] : NULL;
  void *data = NULL;
  if (s) {
    void *const column[STRUCTURES] = {&s->pose.position, &s->pose.orientation,
                                      &s->pose.velocity, &s->pose.spin,
                                      &s->load.force,    &s->load.torque,
                                      &s->load.power,    &s->work,
                                      &s->present};
    data = column[k];
  }
  show_view_column(&of_structures[k], data, sizeof *s, view);
  view->n = all->n;
  return GM_OK;
}

/* ---- public ---------------------------------------------------------------- */

static gm_status view_column(gm_sim *sim, gm_sim_table table, const char *name,
                             gm_sim_view *view)
{
  if (!name) return gm_fail(GM_ERR_USE, "no name of a column");
  if (table == GM_SIM_CONTACTS) return view_contacts(sim, name, view);
  if (table == GM_SIM_STRUCTURES) return view_structures(sim, name, view);
  if (table == GM_SIM_CLUMPS) return gm_advance_clumps(sim, name, view);
  if (table != GM_SIM_GRAINS)
    return gm_fail(GM_ERR_USE, "there is no table %d", (int)table);
  GM_TRY(view_grains(sim, name, view));
  view->n = sim->ready.scene.grains.n;
  return GM_OK;
}

gm_status gm_sim_column(gm_sim *sim, gm_sim_table table, const char *name,
                        gm_sim_view *view)
{
  *view = (gm_sim_view){0};
  GM_TRY(gm_guard_begin(sim, GM_GUARD_VIEW));
  const gm_status status = view_column(sim, table, name, view);
  if (status != GM_OK) *view = (gm_sim_view){0};
  return gm_guard_end(sim, status);
}

/* Name of column k of the grains: the stored columns, then the other columns of result
 * files. */
static const char *view_grain_column_name(int k)
{
  if (k < GRAINS) return of_grains[k].name;
  int n = 0, left = k - GRAINS;
  const gm_column *table = gm_columns_grains(&n);
  for (int q = 0; q < n; ++q) {
    int is_stored = 0;
    for (int p = 0; p < GRAINS; ++p)
      is_stored |= !strcmp(table[q].name, of_grains[p].name);
    if (!is_stored && left-- == 0) return table[q].name;
  }
  return NULL;
}

const char *gm_sim_column_name(gm_sim_table table, int k)
{
  int n = 0;
  const gm_column *clumps = gm_columns_clumps(&n);
  if (k < 0) return NULL;
  switch (table) {
  case GM_SIM_GRAINS:
    return view_grain_column_name(k);
  case GM_SIM_CONTACTS:
    return k < CONTACTS ? of_contacts[k].name : NULL;
  case GM_SIM_STRUCTURES:
    return k < STRUCTURES ? of_structures[k].name : NULL;
  case GM_SIM_CLUMPS:
    return k < n ? clumps[k].name : k == n ? GM_NAME_POSITION : NULL;
  }
  return NULL;
}

int64_t gm_sim_grain_count(const gm_sim *sim)
{
  return sim ? sim->ready.scene.grains.n : 0;
}

int64_t gm_sim_structure_count(const gm_sim *sim)
{
  return sim ? sim->ready.scene.structures.named : 0;
}

const char *gm_sim_structure_name(const gm_sim *sim, int64_t row)
{
  if (!sim || row < 0 || row >= sim->ready.scene.structures.named) return NULL;
  return sim->ready.scene.structures.row[row].name;
}

const char *gm_sim_material_name(const gm_sim *sim, int64_t row)
{
  if (!sim || row < 0 || row >= sim->ready.scene.materials.n) return NULL;
  return sim->ready.scene.materials.row[row].name;
}

int64_t gm_sim_structure_row(const gm_sim *sim, const char *name)
{
  for (int64_t k = 0; name && k < gm_sim_structure_count(sim); ++k)
    if (!strcmp(gm_sim_structure_name(sim, k), name)) return k;
  return -1;
}

gm_status gm_sim_measure(gm_sim *sim, gm_sim_totals *t)
{
  *t = (gm_sim_totals){0};
  GM_TRY(gm_guard_begin(sim, GM_GUARD_VIEW));
  const gm_status status = gm_advance_look(sim);
  const gm_scene *s = &sim->ready.scene;
  const gm_step *step = &sim->ready.step;
  const gm_measure *m = &sim->now;
  if (status == GM_OK)
    *t = (gm_sim_totals){
        .time = s->time,
        .step = s->step,
        .grains = s->grains.n,
        .grains_in = s->balance.grains_in,
        .grains_out = s->balance.grains_out,
        .contacts_grain = m->contacts_grain,
        .contacts_structure = m->contacts_structure,
        .mass = m->mass,
        .momentum = {m->momentum.x, m->momentum.y, m->momentum.z},
        .kinetic = m->kinetic,
        .elastic = m->elastic,
        .potential = m->potential,
        .dissipated = gm_measure_dissipated(&step->capture, s),
        .structure_work = gm_measure_work(&step->capture, s),
        .energy_error = gm_measure_error(&step->capture, s, m),
        .largest_overlap = m->largest_overlap};
  return gm_guard_end(sim, status);
}
