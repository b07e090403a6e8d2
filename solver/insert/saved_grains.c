/* insert/saved_grains.c -- grains of an earlier result as an initial state.
 *
 * Overlaps within a copy are accepted, since they are part of the state that the
 * earlier run reached.  Overlaps with other copies, other sources and structures are
 * checked, since they depend on where this scene places the copy.  One grain without
 * room is enough to report for each copy.
 */
#include "insert/saved_grains.h"

#include "base/memory.h"
#include "config/report.h"
#include "insert/grain_list.h"
#include "insert/hold.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void gm_saved_grains_clear(gm_saved_grains *b)
{
  GM_FREE(b->x);
  GM_FREE(b->v);
  GM_FREE(b->w);
  GM_FREE(b->r);
  GM_FREE(b->material);
  GM_FREE(b->label);
  GM_FREE(b->orientation);
  GM_FREE(b->held);
  GM_FREE(b->id);
  GM_FREE(b->contact);
  GM_FREE(b->structure_name);
  *b = (gm_saved_grains){0};
}

/* Move rows of `size` bytes of `column`: row i to row to[i], with `room` as scratch
 * memory. */
static void arrange_saved_rows(void *column, size_t size, gm_index n,
                               const gm_index *to, char *room)
{
  if (!column) return;
  for (gm_index i = 0; i < n; ++i)
    memcpy(room + (size_t)to[i] * size, (char *)column + (size_t)i * size,
           size);
  memcpy(column, room, (size_t)n * size);
}

gm_status gm_saved_grains_arrange(gm_saved_grains *b, const gm_index *to)
{
  char *room = NULL;
  GM_TRY(GM_RESIZE(room, 0, (size_t)(b->n + 1) * sizeof(gm_quat)));
  int good = 1;
  for (gm_index i = 0; i < b->n && good; ++i)
    good = to[i] >= 0 && to[i] < b->n && !room[to[i]]++;
  if (good) {
    arrange_saved_rows(b->x, sizeof *b->x, b->n, to, room);
    arrange_saved_rows(b->v, sizeof *b->v, b->n, to, room);
    arrange_saved_rows(b->w, sizeof *b->w, b->n, to, room);
    arrange_saved_rows(b->r, sizeof *b->r, b->n, to, room);
    arrange_saved_rows(b->material, sizeof *b->material, b->n, to, room);
    arrange_saved_rows(b->label, sizeof *b->label, b->n, to, room);
    arrange_saved_rows(b->orientation, sizeof *b->orientation, b->n, to, room);
    arrange_saved_rows(b->held, sizeof *b->held, b->n, to, room);
    arrange_saved_rows(b->id, sizeof *b->id, b->n, to, room);
  }
  GM_FREE(room);
  return good ? GM_OK
              : gm_fail(GM_ERR_INPUT,
                        "its array of places of grains is not a permutation "
                        "of 0, 1, 2, ...; the file is damaged");
}

gm_index gm_saved_grains_unsound(const gm_saved_grains *b)
{
  for (gm_index i = 0; i < b->n; ++i) {
    double sum = gm_norm2(b->x[i]) + gm_norm2(b->v[i]) + gm_norm2(b->w[i]);
    if (b->orientation) {
      const gm_quat q = b->orientation[i];
      const double length = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
      if (!(fabs(length - 1.0) < 1.0e-6)) return i;
    }
    sum += b->r[i];
    if (!isfinite(sum) || !(b->r[i] > 0.0)) return i;
    if (b->material[i] < 0 || b->material[i] >= b->n_names) return i;
  }
  return -1;
}

/* The scene keys of the source. */
static const gm_config_bed *saved_said(const gm_config *config, size_t source)
{
  const char *word;
  return gm_config_bed_of(config, source, &word);
}

/* Path of the source in the scene file, or of one of its keys. */
static void name_saved_source(const gm_config *config, size_t source,
                              const char *key, char *path, size_t bytes)
{
  const char *word = "";
  gm_config_bed_of(config, source, &word);
  snprintf(path, bytes, "grains[%zu].%s%s", source, word, key);
}

size_t gm_saved_grains_count(const gm_config *config, size_t source,
                             const gm_saved_grains *saved)
{
  const gm_vec3 c = saved_said(config, source)->copies;
  return (size_t)saved->n * (size_t)c.x * (size_t)c.y * (size_t)c.z;
}

static double choose_saved_length(double said, double box, double room)
{
  return said > 0.0 ? said : box > 0.0 ? box : room;
}

/* Displacement from one copy to the next along each axis, in m: as given in the scene,
 * else the periodic length of the earlier run, else the extent of the grains. */
static gm_vec3 saved_pitch(const gm_config *config, size_t source,
                           const gm_saved_grains *b)
{
  const gm_vec3 said = saved_said(config, source)->pitch;
  gm_vec3 low = {INFINITY, INFINITY, INFINITY};
  gm_vec3 high = {-INFINITY, -INFINITY, -INFINITY};
  for (gm_index i = 0; i < b->n; ++i) {
    const gm_vec3 x = b->x[i];
    const double r = b->r[i];
    low = gm_least(low, gm_sub(x, gm_vec(r, r, r)));
    high = gm_most(high, gm_add(x, gm_vec(r, r, r)));
  }
  return gm_vec(choose_saved_length(said.x, b->box.x, high.x - low.x),
                choose_saved_length(said.y, b->box.y, high.y - low.y),
                choose_saved_length(said.z, b->box.z, high.z - low.z));
}

/* row[k] receives the index in this scene of material k of the file, or -1. */
static void find_saved_materials(const gm_saved_grains *b,
                                 const gm_materials *m, gm_index *row)
{
  for (gm_index k = 0; k < b->n_names; ++k)
    row[k] = gm_material_find(m, b->name[k]);
}

gm_status gm_saved_grains_survey(gm_config *config, size_t source,
                                 const gm_saved_grains *b, gm_materials *m)
{
  gm_index row[GM_MATERIALS_MAX];
  int told[GM_MATERIALS_MAX] = {0};
  gm_status status = GM_OK;
  find_saved_materials(b, m, row);
  for (gm_index k = 0; b->goes_on && k < b->n_names; ++k) {
    if (row[k] < 0 || !(b->radii[k][0] > 0.0) || !isfinite(b->radii[k][1]))
      continue;
    m->row[row[k]].smallest = b->radii[k][0];
    m->row[row[k]].largest = fmax(b->radii[k][0], b->radii[k][1]);
  }
  for (gm_index i = 0; i < b->n; ++i) {
    const gm_index k = b->material[i];
    if (row[k] >= 0) {
      gm_material *a = &m->row[row[k]];
      a->smallest = a->largest > 0.0 ? fmin(a->smallest, b->r[i]) : b->r[i];
      a->largest = fmax(a->largest, b->r[i]);
    } else if (!told[k]) {
      char path[64];
      name_saved_source(config, source, ".file", path, sizeof path);
      told[k] = 1;
      status =
          gm_report_fault(config, path,
                          "contains grains of material '%s', which this scene "
                          "does not define; add it to materials",
                          b->name[k]);
    }
  }
  return status;
}

/* Returns 1 if grains are inserted at other places than in the earlier run.  At their
 * old places they may overlap a structure as much as a run allows. */
static int is_saved_moved(const gm_config *config, size_t source)
{
  const gm_vec3 t = saved_said(config, source)->translate;
  const gm_vec3 n = saved_said(config, source)->copies;
  return gm_norm2(t) > 0.0 || n.x * n.y * n.z > 1.0;
}

/* Report an error if grain i at x overlaps other grains or a structure. */
static gm_status check_saved_room(gm_config *config, size_t source,
                                  const gm_saved_grains *b, gm_index i,
                                  gm_vec3 x, const gm_scene *s,
                                  const gm_occupancy *occupancy)
{
  char path[64];
  name_saved_source(config, source, "", path, sizeof path);
  const gm_index other = gm_occupancy_overlap(occupancy, &s->grains, x, b->r[i],
                                              gm_grain_list_allowed);
  if (other >= 0) {
    return gm_report_fault(
        config, path,
        "grain %d of a copy overlaps grain %lld by more than "
        "7 %% of the smaller radius; increase pitch or change "
        "translate",
        i, (long long)s->grains.id[other]);
  }
  if (occupancy->still) return GM_OK;
  gm_query_result probe = {0};
  const double allowed =
      is_saved_moved(config, source) ? gm_grain_list_allowed : 0.5;
  const gm_index wall = gm_structures_nearest(
      &s->structures, &s->domain, x, b->r[i] * (1.0 - allowed), &probe);
  if (wall < 0) return GM_OK;
  return gm_report_fault(
      config, path,
      "grain %d of a copy overlaps structure '%s' by %.3g m, more than "
      "%.0f %% of its radius; move the structure or change translate",
      i, s->structures.row[wall].name, b->r[i] - probe.distance,
      100.0 * allowed);
}

/* Report an error for a grain that would leave the plane of a scene of two dimensions. */
static gm_status check_saved_plane(gm_config *config, size_t source,
                                   const gm_saved_grains *b)
{
  char path[64];
  name_saved_source(config, source, ".file", path, sizeof path);
  for (gm_index i = 0; i < b->n; ++i) {
    const double z = b->x[i].z, vz = b->v[i].z;
    const double wx = b->w[i].x, wy = b->w[i].y;
    if (z == 0.0 && vz == 0.0 && wx == 0.0 && wy == 0.0) continue;
    return gm_report_fault(
        config, path,
        "grain %d of the file is not in the plane of this scene of two "
        "dimensions: z %.6g m, velocity %.6g m/s along z, angular velocity "
        "(%.6g, %.6g) rad/s about x and y; all four must be 0: take a file of "
        "a "
        "plane, or write domain: {dimensions: 3}",
        i, z, vz, wx, wy);
  }
  return GM_OK;
}

/* first: index within the source of the first grain of the copy. */
static gm_status append_saved_copy(gm_config *config, size_t source,
                                   const gm_saved_grains *b, gm_id first,
                                   gm_vec3 shift, const gm_index *row,
                                   gm_scene *s, gm_occupancy *occupancy,
                                   gm_id *next)
{
  gm_status status = GM_OK;
  gm_grains *g = &s->grains;
  const int goes_on = saved_said(config, source)->resume;
  for (gm_index i = 0; i < b->n; ++i) {
    const gm_id id = goes_on ? b->id[i] : *next;
    const gm_vec3 x = gm_add(b->x[i], shift);
    const gm_index material = row[b->material[i]];
    const gm_hold_who who = {.source = source,
                             .row = first + i,
                             .id = id,
                             .label = b->label ? b->label[i] : 0,
                             .was = b->held ? b->held[i] : 0,
                             .x = x};
    occupancy->still = gm_hold_still(config, &who);
    /* One error for each copy is enough. */
    if (status == GM_OK)
      status = check_saved_room(config, source, b, i, x, s, occupancy);
    *next = goes_on && id < *next ? *next : id + 1;
    gm_grains_append(g, id, x, b->r[i], s->materials.row[material].density,
                     b->v[i], b->w[i], material, b->label ? b->label[i] : 0);
    if (g->orientation && b->orientation) {
      g->orientation[g->n - 1] = b->orientation[i];
    }
    const gm_status held =
        gm_hold_take(config, &who, &s->held_groups, g, g->n - 1);
    if (held != GM_OK) status = held;
  }
  occupancy->still = 0;
  gm_occupancy_add(occupancy,
                   g); /* only now: a copy is not compared with itself */
  return status;
}

gm_status gm_saved_grains_append(gm_config *config, size_t source,
                                 const gm_saved_grains *b, gm_scene *s,
                                 gm_occupancy *occupancy, gm_id *next)
{
  const gm_vec3 pitch = saved_pitch(config, source, b);
  const gm_vec3 copies = saved_said(config, source)->copies;
  const gm_vec3 shift = saved_said(config, source)->translate;
  gm_index row[GM_MATERIALS_MAX];
  find_saved_materials(b, &s->materials, row);
  const gm_id begin = *next;
  gm_status status = GM_OK;
  if (s->grains.rule.flat) GM_TRY(check_saved_plane(config, source, b));
  for (int k = 0; k < (int)copies.z; ++k) {
    for (int j = 0; j < (int)copies.y; ++j) {
      for (int i = 0; i < (int)copies.x; ++i) {
        const gm_vec3 at =
            gm_add(shift, gm_vec(i * pitch.x, j * pitch.y, k * pitch.z));
        const gm_status copy = append_saved_copy(
            config, source, b, *next - begin, at, row, s, occupancy, next);
        if (copy != GM_OK) status = copy;
      }
    }
  }
  return status;
}

/* ---- contacts of saved grains, with their springs -------------------------------- */

/* Saved contacts name grains by their ids and structures by their names.  They are
 * translated to rows of this scene once for each source, checked and sorted; then every
 * copy of the source writes the same contacts to the neighbour list, shifted to the
 * rows of its own grains. */

/* Largest gap of two adhering grains, over the smaller radius: within the skin of the
 * first neighbour list. */
static const double reach = 0.035;

/* A contact with rows in place of ids.  The partner is the structure unless that is -1.
 */
typedef struct joint {
  gm_index a, b, structure, patch;
  int image;
  const gm_saved_contact *of;
} joint;

typedef struct named {
  gm_id id;
  gm_index row;
} named;

static int saved_rows_by_id(const void *p, const void *q)
{
  const named *a = p, *b = q;
  return a->id < b->id ? -1 : a->id > b->id;
}

static int by_saved_joint(const void *p, const void *q)
{
  const joint *a = p, *b = q;
  if (a->structure != b->structure) return a->structure < b->structure ? -1 : 1;
  if (a->a != b->a) return a->a < b->a ? -1 : 1;
  if (a->b != b->b) return a->b < b->b ? -1 : 1;
  if (a->patch != b->patch) return a->patch < b->patch ? -1 : 1;
  return a->image < b->image ? -1 : a->image > b->image;
}

static gm_index find_saved_name(const named *names, gm_index n, gm_id id)
{
  const named wanted = {id, 0};
  const named *found =
      bsearch(&wanted, names, (size_t)n, sizeof *names, saved_rows_by_id);
  return found ? found->row : -1;
}

static gm_status fault_saved_source(gm_config *config, size_t source,
                                    const char *text)
{
  const char *word = "";
  char path[64];
  gm_config_bed_of(config, source, &word);
  snprintf(path, sizeof path, "grains[%zu].%s.file", source, word);
  return gm_report_fault(config, path, "'%.200s' %s",
                         gm_config_bed_of(config, source, &word)->file, text);
}

static int is_saved_finite_contact(const gm_saved_contact *c)
{
  double sum = gm_norm2(c->last);
  for (int k = 0; k < 4; ++k)
    sum += c->history[k] + c->couple[k];
  return isfinite(sum);
}

/* row[k] receives the index in this scene of structure k of the file, or -1. */
static gm_status find_saved_structures(const gm_saved_grains *b,
                                       const gm_scene *s, gm_index **row)
{
  GM_TRY(GM_RESIZE(*row, 0, b->n_structures + 1));
  for (gm_index k = 0; k < b->n_structures; ++k) {
    (*row)[k] = -1;
    for (gm_index q = 0; q < s->structures.named; ++q) {
      if (!strcmp(s->structures.row[q].name, b->structure_name[k]))
        (*row)[k] = q;
    }
  }
  return GM_OK;
}

/* Returns 1 if the structure exists in this scene and has that patch. */
static int has_saved_patch(const gm_scene *s, gm_index structure,
                           gm_index patch)
{
  return structure >= 0 && patch >= 0 &&
         patch < s->structures.row[structure].shape.n;
}

/* Translate the contacts to rows and sort them.  Contacts with structures or patches
 * that this scene lacks are omitted. */
static gm_status join_saved_contacts(gm_config *config, size_t source,
                                     const gm_saved_grains *b,
                                     const named *names,
                                     const gm_index *structure,
                                     const gm_scene *s, joint *j, gm_index *n)
{
  char text[160];
  *n = 0;
  for (gm_index k = 0; k < b->n_contacts; ++k) {
    const gm_saved_contact *c = &b->contact[k];
    joint t = {.a = find_saved_name(names, b->n, c->a),
               .b = -1,
               .structure = -1,
               .of = c};
    const int on_grain = c->structure < 0;
    if (on_grain) t.b = find_saved_name(names, b->n, c->b);
    if (t.a < 0 || (on_grain && t.b < 0)) {
      snprintf(text, sizeof text,
               "has a contact of grains %lld and %lld, one of which is not in "
               "the file; use a file that is complete",
               (long long)c->a, (long long)c->b);
      return fault_saved_source(config, source, text);
    }
    const int wrong = c->structure >= b->n_structures || c->image < 0 ||
                      c->image >= GM_DOMAIN_IMAGES;
    if (t.a == t.b || wrong || !is_saved_finite_contact(c)) {
      snprintf(text, sizeof text,
               "has an impossible contact of grain %lld: with itself, with an "
               "unknown structure, or with numbers that are not finite",
               (long long)c->a);
      return fault_saved_source(config, source, text);
    }
    if (!on_grain && !has_saved_patch(s, structure[c->structure], c->patch))
      continue;
    if (!on_grain) {
      t.structure = structure[c->structure];
      t.patch = c->patch;
      t.image = c->image;
    } else if (t.a > t.b) { /* put_saved_row changes the sign of its history */
      const gm_index a = t.a;
      t.a = t.b;
      t.b = a;
    }
    j[(*n)++] = t;
  }
  qsort(j, (size_t)*n, sizeof *j, by_saved_joint);
  for (gm_index k = 1; k < *n; ++k) {
    if (by_saved_joint(&j[k - 1], &j[k]) != 0) continue;
    const gm_saved_contact *c = j[k].of;
    snprintf(text, sizeof text,
             "lists the contact of %lld and %lld (-1: a structure) more than "
             "once",
             (long long)(c->a < c->b ? c->a : c->b),
             (long long)(c->a < c->b ? c->b : c->a));
    return fault_saved_source(config, source, text);
  }
  return GM_OK;
}

/* Returns 1 if grains a and b touch at their places in this scene, nearest images
 * included.  Adhering grains may have a gap. */
static int is_saved_touching(const gm_scene *s, gm_index a, gm_index b,
                             int sticks)
{
  const gm_row4 xa = s->grains.g[a].x, xb = s->grains.g[b].x;
  double square = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double L = s->domain.side[k];
    double d = xa[k] - xb[k];
    if (L > 0.0) d -= L * round(d / L);
    square += d * d;
  }
  const double gap = sticks ? reach * fmin(xa[3], xb[3]) : 0.0;
  const double far = xa[3] + xb[3] + gap;
  return square < far * far;
}

/* Write one contact to row `row` of the list; `first` is the row of the first grain of
 * the copy. */
static void put_saved_row(gm_contacts *list, gm_index row, const joint *j,
                          gm_index first, gm_id id_a)
{
  static const gm_row4 other = {-1.0, -1.0, -1.0, 1.0};
  const int is_grain = j->structure < 0;
  const int turned = is_grain && j->of->a != id_a;
  gm_row4 history = j->of->history;
  if (j->of->is_force) history[3] = -1.0;
  list->a[row] = first + j->a;
  list->b[row] = is_grain ? first + j->b : j->structure;
  list->touched[row] = 1;
  list->history[row] = turned ? other * history : history;
  if (list->couple)
    list->couple[row] = turned ? other * j->of->couple : j->of->couple;
  if (list->image) list->image[row] = (uint8_t)j->image;
  if (is_grain) return;
  list->patch[row - list->n_grain] = j->patch;
  list->normal[row - list->n_grain] = j->of->last;
}

/* The saved contacts of all sources. */
typedef struct work {
  gm_config *config;
  const gm_saved_grains *saved;
  const gm_index *first;
  gm_scene *s;
  joint **j;   /* [sources] */
  gm_index *n; /* [sources] */
} work;

static gm_index saved_copies(const work *w, size_t source, int on_structures)
{
  const char *word;
  const gm_config_bed *said = gm_config_bed_of(w->config, source, &word);
  const gm_vec3 c = said->copies;
  return on_structures ? 1 : (gm_index)(c.x * c.y * c.z);
}

/* Write the contacts between grains, or with structures, to the list from row `at` on;
 * with list null only count them.  Returns one past the last row.  Only the first copy
 * of a source that is not moved keeps its contacts with structures. */
static gm_index put_saved_kind(const work *w, int on_structures,
                               gm_contacts *list, gm_index at)
{
  const int sticks = w->config->contacts.cohesion == GM_COHESION_JKR;
  for (size_t k = 0; k < w->config->n_grains; ++k) {
    const gm_saved_grains *b = &w->saved[k];
    const char *word;
    if (!w->n[k]) continue;
    const gm_config_bed *said = gm_config_bed_of(w->config, k, &word);
    if (on_structures && gm_norm2(said->translate) > 0.0) continue;
    for (gm_index c = 0; c < saved_copies(w, k, on_structures); ++c) {
      const gm_index first = w->first[k] + c * b->n;
      for (gm_index q = 0; q < w->n[k]; ++q) {
        const joint *j = &w->j[k][q];
        if (on_structures != (j->structure >= 0)) continue;
        if (!on_structures &&
            !is_saved_touching(w->s, first + j->a, first + j->b, sticks)) {
          continue;
        }
        if (list) put_saved_row(list, at, j, first, b->id[j->a]);
        ++at;
      }
    }
  }
  return at;
}

static gm_status prepare_saved_source(const work *w, size_t k)
{
  const gm_saved_grains *b = &w->saved[k];
  named *names = NULL;
  gm_index *structure = NULL;
  if (!b->n_contacts) return GM_OK;
  gm_status status = GM_RESIZE(names, 0, b->n + 1);
  if (status == GM_OK) status = find_saved_structures(b, w->s, &structure);
  if (status == GM_OK) status = GM_RESIZE(w->j[k], 0, b->n_contacts);
  if (status == GM_OK) {
    for (gm_index i = 0; i < b->n; ++i)
      names[i] = (named){b->id[i], i};
    qsort(names, (size_t)b->n, sizeof *names, saved_rows_by_id);
    status = join_saved_contacts(w->config, k, b, names, structure, w->s,
                                 w->j[k], &w->n[k]);
  }
  GM_FREE(names);
  GM_FREE(structure);
  return status;
}

static gm_status put_saved_contacts(const work *w)
{
  gm_contacts *list = &w->s->contacts;
  const gm_config *c = w->config;
  const gm_index n_grain = put_saved_kind(w, 0, NULL, 0);
  const gm_index n = put_saved_kind(w, 1, NULL, n_grain);
  if (n == 0) return GM_OK;
  list->couples = c->contacts.rolling != GM_ROLLING_NONE ||
                  c->contacts.torsion != GM_TORSION_NONE;
  list->has_sums = gm_structures_have_sums(&w->s->structures);
  list->shift = w->s->domain.periodic ? w->s->domain.shift : NULL;
  GM_TRY(gm_contacts_reserve(list, n, 0, n - n_grain, 1));
  list->n = n;
  list->n_grain = n_grain;
  put_saved_kind(w, 0, list, 0);
  put_saved_kind(w, 1, list, n_grain);
  return GM_OK;
}

gm_status gm_saved_grains_append_contacts(gm_config *config,
                                          const gm_saved_grains *saved,
                                          const gm_index *first, gm_scene *s)
{
  work w = {.config = config, .saved = saved, .first = first, .s = s};
  gm_status status = GM_RESIZE(w.j, 0, config->n_grains);
  if (status == GM_OK) status = GM_RESIZE(w.n, 0, config->n_grains);
  for (size_t k = 0; k < config->n_grains && status == GM_OK; ++k)
    status = prepare_saved_source(&w, k);
  if (status == GM_OK) status = put_saved_contacts(&w);
  for (size_t k = 0; w.j && k < config->n_grains; ++k)
    GM_FREE(w.j[k]);
  GM_FREE(w.j);
  GM_FREE(w.n);
  return status;
}
