/* machines/parts.c -- parts of a mesh with a role of their own, given by names of
 * groups.
 */
#include "machines/parts.h"

#include "base/memory.h"
#include "config/report.h"
#include "machines/mesh_file.h"
#include <stdio.h>
#include <string.h>

/* Mark the triangles of one list of groups, whose key is `key`, with `bit`. */
static gm_status mark_part_groups(gm_config *config, size_t k, gm_structure *s,
                                  const char *key, const gm_config_name *names,
                                  size_t n, uint32_t bit)
{
  const gm_surface *surface = &s->surface;
  gm_status status = GM_OK;
  if (n && !s->part) GM_TRY(GM_RESIZE(s->part, 0, surface->n));
  for (size_t i = 0; i < n; ++i) {
    gm_index met = 0;
    for (gm_index t = 0; t < surface->n; ++t) {
      const int called = gm_mesh_file_is_called(surface, t, names[i].name);
      if (called) s->part[t] |= bit;
      met += called;
    }
    if (met) continue;
    char path[128];
    gm_mesh_file_no_group(config->structures[k].mesh, surface, names[i].name);
    snprintf(path, sizeof path, "%s[%zu]", key, i);
    status = gm_report_fault(config, path, "%s", gm_status_message());
  }
  return status;
}

static int part_names_groups(const gm_config_sink *s)
{
  return s->region.kind == GM_REGION_FACE && s->region.face.n_groups > 0;
}

uint32_t gm_parts_of_sink(const gm_config *config, size_t sink)
{
  const gm_config_sink *s = config->sinks;
  uint32_t bit = 1u << GM_CONFIG_CONVEYORS;
  if (!part_names_groups(&s[sink])) return 0;
  for (size_t k = 0; k < sink; ++k)
    if (part_names_groups(&s[k]) &&
        !strcmp(s[k].region.face.structure, s[sink].region.face.structure))
      bit <<= 1;
  return bit;
}

gm_status gm_parts_find(gm_config *config, size_t k, gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  gm_status status = GM_OK;
  for (size_t q = 0; q < c->n_conveyor; ++q) {
    char key[64];
    snprintf(key, sizeof key, "structures[%zu].conveyor[%zu].groups", k, q);
    const gm_status one =
        mark_part_groups(config, k, s, key, c->conveyor[q].groups,
                         c->conveyor[q].n_groups, 1u << q);
    if (one != GM_OK) status = one;
  }
  for (size_t q = 0; q < config->n_sinks; ++q) {
    const gm_config_region *r = &config->sinks[q].region;
    const uint32_t bit = gm_parts_of_sink(config, q);
    char key[64];
    if (!bit || strcmp(r->face.structure, c->name) != 0) continue;
    snprintf(key, sizeof key, "sinks[%zu].groups", q);
    const gm_status one = mark_part_groups(config, k, s, key, r->face.groups,
                                           r->face.n_groups, bit);
    if (one != GM_OK) status = one;
  }
  return status;
}

/* Offsets are multiples of 2 GM_MATERIALS_MAX: real materials are below GM_MATERIALS_MAX,
 * and machines/mesh.c adds GM_MATERIALS_MAX once. */
void gm_parts_apart(gm_structure *s, int apart)
{
  const gm_index one = apart ? 2 * GM_MATERIALS_MAX : -2 * GM_MATERIALS_MAX;
  for (gm_index t = 0; s->part && t < s->surface.n; ++t)
    s->surface.material[t] += one * (gm_index)s->part[t];
}

gm_status gm_parts_give(gm_structure *s)
{
  if (!s->part) return GM_OK;
  GM_TRY(GM_RESIZE(s->patch_part, 0, s->collider->n));
  for (gm_index t = 0; t < s->surface.n; ++t)
    s->patch_part[s->collider->of[t]] = s->part[t];
  return GM_OK;
}

/* ---- part of the surface of a mesh at which grains are inserted ------------------ */

/* Corner k of a triangle. */
static gm_vec3 part_corner(const gm_surface *s, gm_index t, int k)
{
  return s->point[s->corner[t][k]];
}

static gm_vec3 twice_part_area(const gm_surface *s, gm_index t)
{
  const gm_vec3 a = part_corner(s, t, 0);
  return gm_cross(gm_sub(part_corner(s, t, 1), a),
                  gm_sub(part_corner(s, t, 2), a));
}

/* Returns 1 if triangle t belongs to the face; met[i] counts the triangles of group
 * name i. */
static int is_part(const gm_config_region *g, const gm_surface *s, gm_index t,
                   gm_index *met)
{
  int part = g->face.n_groups == 0;
  for (size_t i = 0; i < g->face.n_groups; ++i) {
    if (!gm_mesh_file_is_called(s, t, g->face.groups[i].name)) continue;
    ++met[i];
    part = 1;
  }
  return part;
}

static void take_part_triangle(gm_face *f, const gm_surface *s, gm_index t)
{
  const double before = f->n ? f->upto[f->n - 1] : 0.0;
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 p = part_corner(s, t, k);
    f->min = gm_least(f->min, p);
    f->max = gm_most(f->max, p);
  }
  f->triangle[f->n] = t;
  f->upto[f->n++] = before + 0.5 * gm_norm(twice_part_area(s, t));
}

static gm_status collect_part_triangles(gm_config *config, size_t source,
                                        const gm_structure *body, gm_index *met,
                                        gm_face *f)
{
  const gm_config_region *g = &config->grains[source].pour.of.region;
  const gm_surface *s = &body->surface;
  gm_status status = GM_OK;
  for (gm_index t = 0; t < s->n; ++t)
    if (is_part(g, s, t, met)) take_part_triangle(f, s, t);
  for (size_t i = 0; i < g->face.n_groups; ++i) {
    if (met[i]) continue;
    char path[80];
    snprintf(path, sizeof path, "grains[%zu].pour.face.groups[%zu]", source, i);
    gm_mesh_file_no_group(body->name, s, g->face.groups[i].name);
    status = gm_report_fault(config, path, "%s", gm_status_message());
  }
  return status;
}

gm_status gm_parts_face(gm_config *config, size_t source,
                        const gm_structures *structures, gm_face *f)
{
  const gm_config_region *g = &config->grains[source].pour.of.region;
  *f = (gm_face){.min = {INFINITY, INFINITY, INFINITY},
                 .max = {-INFINITY, -INFINITY, -INFINITY}};
  while (strcmp(structures->row[f->structure].name, g->face.structure) != 0)
    ++f->structure;
  const gm_structure *body = &structures->row[f->structure];
  gm_index *met = NULL;
  GM_TRY(GM_RESIZE(f->triangle, 0, body->surface.n));
  GM_TRY(GM_RESIZE(f->upto, 0, body->surface.n));
  GM_TRY(GM_RESIZE(met, 0, g->face.n_groups + 1));
  const gm_status status = collect_part_triangles(config, source, body, met, f);
  GM_FREE(met);
  return status;
}

gm_vec3 gm_parts_point(const gm_face *f, const gm_structures *structures,
                       double r, double clear, const double u[4],
                       gm_vec3 *normal)
{
  const gm_structure *body = &structures->row[f->structure];
  const gm_surface *s = &body->surface;
  const double want = u[0] * f->upto[f->n - 1];
  gm_index low = 0, high = f->n - 1;
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (f->upto[middle] > want)
      high = middle;
    else
      low = middle + 1;
  }
  const gm_index t = f->triangle[low];
  const double root = sqrt(u[1]); /* uniform in a triangle */
  const gm_vec3 a = part_corner(s, t, 0), b = part_corner(s, t, 1),
                c = part_corner(s, t, 2);
  gm_vec3 y = gm_madd(a, root * (1.0 - u[2]), gm_sub(b, a));
  y = gm_madd(y, root * u[2], gm_sub(c, a));
  const gm_vec3 n = gm_unit(twice_part_area(s, t));
  *normal = gm_quat_rotate(body->pose.orientation, n);
  return gm_pose_to_world(&body->pose, gm_madd(y, (1.0 + clear) * r, n));
}
