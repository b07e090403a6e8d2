/* scene/bed.c -- the grains of an earlier run.  Room: scene. */
#include "scene/bed.h"

#include "base/memory.h"
#include "config/read.h"
#include "scene/list.h"
#include <stdio.h>

void gm_bed_clear(gm_bed *b)
{
  GM_FREE(b->x);
  GM_FREE(b->v);
  GM_FREE(b->w);
  GM_FREE(b->r);
  GM_FREE(b->material);
  GM_FREE(b->label);
  GM_FREE(b->orientation);
  GM_FREE(b->held);
  *b = (gm_bed){0};
}

size_t gm_bed_count(const gm_config *config, size_t source, const gm_bed *bed)
{
  const gm_vec3 c = config->grains[source].result.copies;
  return (size_t)bed->n * (size_t)c.x * (size_t)c.y * (size_t)c.z;
}

static double choose(double said, double box, double room)
{
  return said > 0.0 ? said : box > 0.0 ? box : room;
}

gm_vec3 gm_bed_pitch(const gm_config *config, size_t source, const gm_bed *b)
{
  const gm_vec3 said = config->grains[source].result.pitch;
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

/* Row in this scene of each material of the bed, -1: there is none. */
static void find_materials(const gm_bed *b, const gm_materials *m,
                           gm_index *row)
{
  for (gm_index k = 0; k < b->n_names; ++k)
    row[k] = gm_scene_material(m, b->name[k]);
}

gm_status gm_bed_survey(gm_config *config, size_t source, const gm_bed *b,
                        gm_materials *m)
{
  gm_index row[GM_MATERIALS_MAX];
  int told[GM_MATERIALS_MAX] = {0};
  gm_status status = GM_OK;
  find_materials(b, m, row);
  for (gm_index i = 0; i < b->n; ++i) {
    const gm_index k = b->material[i];
    if (row[k] >= 0) {
      gm_material *a = &m->row[row[k]];
      a->smallest = a->largest > 0.0 ? fmin(a->smallest, b->r[i]) : b->r[i];
      a->largest = fmax(a->largest, b->r[i]);
    } else if (!told[k]) {
      char path[64];
      snprintf(path, sizeof path, "grains[%zu].result.file", source);
      told[k] = 1;
      status = gm_read_fault(config, path,
                             "holds grains of '%s', and this scene has no such "
                             "material; add it to materials",
                             b->name[k]);
    }
  }
  return status;
}

/* Do grains come in elsewhere than they were?  Where they were they may overlap a structure
 * by what a run allows. */
static int is_moved(const gm_config *config, size_t source)
{
  const gm_vec3 t = config->grains[source].result.translate;
  const gm_vec3 n = config->grains[source].result.copies;
  return gm_norm2(t) > 0.0 || n.x * n.y * n.z > 1.0;
}

/* Is there room for grain i of the bed at x?  A fault if not. */
static gm_status check_room(gm_config *config, size_t source, const gm_bed *b,
                            gm_index i, gm_vec3 x, const gm_scene *s,
                            const gm_place *place)
{
  char path[64];
  snprintf(path, sizeof path, "grains[%zu].result", source);
  const gm_index other =
      gm_place_conflict(place, &s->grains, x, b->r[i], gm_list_allowed);
  if (other >= 0) {
    return gm_read_fault(config, path,
                         "grain %d of a copy overlaps grain %lld by more than "
                         "7 %% of the smaller radius; choose another pitch or "
                         "translate",
                         i, (long long)s->grains.id[other]);
  }
  if (place->still) return GM_OK;
  gm_probe probe = {0};
  const double allowed = is_moved(config, source) ? gm_list_allowed : 0.5;
  const gm_index wall = gm_structures_nearest(
      &s->structures, &s->domain, x, b->r[i] * (1.0 - allowed), &probe);
  if (wall < 0) return GM_OK;
  return gm_read_fault(config, path,
                       "grain %d of a copy reaches %.3g m into structure '%s', "
                       "more than %.0f %% of its radius; move one of them",
                       i, b->r[i] - probe.distance,
                       s->structures.row[wall].name, 100.0 * allowed);
}

/* first: row within the source of the copy's first grain. */
static gm_status append_copy(gm_config *config, size_t source, const gm_bed *b,
                             gm_id first, gm_vec3 shift, const gm_index *row,
                             gm_scene *s, gm_place *place, gm_id *next)
{
  gm_status status = GM_OK;
  gm_grains *g = &s->grains;
  for (gm_index i = 0; i < b->n; ++i) {
    const gm_vec3 x = gm_add(b->x[i], shift);
    const gm_index material = row[b->material[i]];
    const gm_holders_who who = {.source = source,
                                .row = first + i,
                                .id = *next,
                                .label = b->label ? b->label[i] : 0,
                                .was = b->held ? b->held[i] : 0,
                                .x = x};
    place->still = gm_holders_still(config, &who);
    /* One grain without room says it for all of its copy. */
    if (status == GM_OK) status = check_room(config, source, b, i, x, s, place);
    gm_grains_append(g, (*next)++, x, b->r[i],
                     s->materials.row[material].density, b->v[i], b->w[i],
                     material, b->label ? b->label[i] : 0);
    if (g->orientation && b->orientation) {
      g->orientation[g->n - 1] = b->orientation[i];
    }
    const gm_status held =
        gm_holders_take(config, &who, &s->holders, g, g->n - 1);
    if (held != GM_OK) status = held;
  }
  place->still = 0;
  gm_place_enter(place, g); /* so that a copy is not compared with itself */
  return status;
}

gm_status gm_bed_append(gm_config *config, size_t source, const gm_bed *b,
                        gm_scene *s, gm_place *place, gm_id *next)
{
  const gm_vec3 pitch = gm_bed_pitch(config, source, b);
  const gm_vec3 copies = config->grains[source].result.copies;
  const gm_vec3 shift = config->grains[source].result.translate;
  gm_index row[GM_MATERIALS_MAX];
  find_materials(b, &s->materials, row);
  const gm_id begin = *next;
  gm_status status = GM_OK;
  for (int k = 0; k < (int)copies.z; ++k) {
    for (int j = 0; j < (int)copies.y; ++j) {
      for (int i = 0; i < (int)copies.x; ++i) {
        const gm_vec3 at =
            gm_add(shift, gm_vec(i * pitch.x, j * pitch.y, k * pitch.z));
        const gm_status copy = append_copy(config, source, b, *next - begin, at,
                                           row, s, place, next);
        if (copy != GM_OK) status = copy;
      }
    }
  }
  return status;
}
