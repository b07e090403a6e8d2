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
static void arrange(void *column, size_t size, gm_index n, const gm_index *to,
                    char *room)
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
    arrange(b->x, sizeof *b->x, b->n, to, room);
    arrange(b->v, sizeof *b->v, b->n, to, room);
    arrange(b->w, sizeof *b->w, b->n, to, room);
    arrange(b->r, sizeof *b->r, b->n, to, room);
    arrange(b->material, sizeof *b->material, b->n, to, room);
    arrange(b->label, sizeof *b->label, b->n, to, room);
    arrange(b->orientation, sizeof *b->orientation, b->n, to, room);
    arrange(b->held, sizeof *b->held, b->n, to, room);
    arrange(b->id, sizeof *b->id, b->n, to, room);
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
static const gm_config_bed *said_of(const gm_config *config, size_t source)
{
  const char *word;
  return gm_config_bed_of(config, source, &word);
}

/* Path of the source in the scene file, or of one of its keys. */
static void name_source(const gm_config *config, size_t source, const char *key,
                        char *path, size_t bytes)
{
  const char *word = "";
  gm_config_bed_of(config, source, &word);
  snprintf(path, bytes, "grains[%zu].%s%s", source, word, key);
}

size_t gm_saved_grains_count(const gm_config *config, size_t source,
                             const gm_saved_grains *saved)
{
  const gm_vec3 c = said_of(config, source)->copies;
  return (size_t)saved->n * (size_t)c.x * (size_t)c.y * (size_t)c.z;
}

static double choose(double said, double box, double room)
{
  return said > 0.0 ? said : box > 0.0 ? box : room;
}

/* Displacement from one copy to the next along each axis, in m: as given in the scene,
 * else the periodic length of the earlier run, else the extent of the grains. */
static gm_vec3 pitch_of(const gm_config *config, size_t source,
                        const gm_saved_grains *b)
{
  const gm_vec3 said = said_of(config, source)->pitch;
  gm_vec3 low = {INFINITY, INFINITY, INFINITY};
  gm_vec3 high = {-INFINITY, -INFINITY, -INFINITY};
  for (gm_index i = 0; i < b->n; ++i) {
    const gm_vec3 x = b->x[i];
    const double r = b->r[i];
    low = gm_vec(fmin(low.x, x.x - r), fmin(low.y, x.y - r),
                 fmin(low.z, x.z - r));
    high = gm_vec(fmax(high.x, x.x + r), fmax(high.y, x.y + r),
                  fmax(high.z, x.z + r));
  }
  return gm_vec(choose(said.x, b->box.x, high.x - low.x),
                choose(said.y, b->box.y, high.y - low.y),
                choose(said.z, b->box.z, high.z - low.z));
}

/* row[k] receives the index in this scene of material k of the file, or -1. */
static void find_materials(const gm_saved_grains *b, const gm_materials *m,
                           gm_index *row)
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
  find_materials(b, m, row);
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
      name_source(config, source, ".file", path, sizeof path);
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
static int is_moved(const gm_config *config, size_t source)
{
  const gm_vec3 t = said_of(config, source)->translate;
  const gm_vec3 n = said_of(config, source)->copies;
  return gm_norm2(t) > 0.0 || n.x * n.y * n.z > 1.0;
}

/* Report an error if grain i at x overlaps other grains or a structure. */
static gm_status check_room(gm_config *config, size_t source,
                            const gm_saved_grains *b, gm_index i, gm_vec3 x,
                            const gm_scene *s, const gm_occupancy *occupancy)
{
  char path[64];
  name_source(config, source, "", path, sizeof path);
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
  const double allowed = is_moved(config, source) ? gm_grain_list_allowed : 0.5;
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
static gm_status check_plane(gm_config *config, size_t source,
                             const gm_saved_grains *b)
{
  char path[64];
  name_source(config, source, ".file", path, sizeof path);
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
static gm_status append_copy(gm_config *config, size_t source,
                             const gm_saved_grains *b, gm_id first,
                             gm_vec3 shift, const gm_index *row, gm_scene *s,
                             gm_occupancy *occupancy, gm_id *next)
{
  gm_status status = GM_OK;
  gm_grains *g = &s->grains;
  const int goes_on = said_of(config, source)->resume;
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
      status = check_room(config, source, b, i, x, s, occupancy);
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
  const gm_vec3 pitch = pitch_of(config, source, b);
  const gm_vec3 copies = said_of(config, source)->copies;
  const gm_vec3 shift = said_of(config, source)->translate;
  gm_index row[GM_MATERIALS_MAX];
  find_materials(b, &s->materials, row);
  const gm_id begin = *next;
  gm_status status = GM_OK;
  if (s->grains.rule.flat) GM_TRY(check_plane(config, source, b));
  for (int k = 0; k < (int)copies.z; ++k) {
    for (int j = 0; j < (int)copies.y; ++j) {
      for (int i = 0; i < (int)copies.x; ++i) {
        const gm_vec3 at =
            gm_add(shift, gm_vec(i * pitch.x, j * pitch.y, k * pitch.z));
        const gm_status copy = append_copy(config, source, b, *next - begin, at,
                                           row, s, occupancy, next);
        if (copy != GM_OK) status = copy;
      }
    }
  }
  return status;
}
