/* geometry/face.c -- part of the surface of a mesh at which grains are inserted. */
#include "geometry/face.h"

#include "base/memory.h"
#include "config/report.h"
#include "geometry/mesh_file.h"
#include <stdio.h>
#include <string.h>

/* Corner k of a triangle. */
static gm_vec3 corner(const gm_surface *s, gm_index t, int k)
{
  return s->point[s->corner[t][k]];
}

static gm_vec3 twice_area(const gm_surface *s, gm_index t)
{
  const gm_vec3 a = corner(s, t, 0);
  return gm_cross(gm_sub(corner(s, t, 1), a), gm_sub(corner(s, t, 2), a));
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

static void take(gm_face *f, const gm_surface *s, gm_index t)
{
  const double before = f->n ? f->upto[f->n - 1] : 0.0;
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 p = corner(s, t, k);
    f->min =
        gm_vec(fmin(f->min.x, p.x), fmin(f->min.y, p.y), fmin(f->min.z, p.z));
    f->max =
        gm_vec(fmax(f->max.x, p.x), fmax(f->max.y, p.y), fmax(f->max.z, p.z));
  }
  f->triangle[f->n] = t;
  f->upto[f->n++] = before + 0.5 * gm_norm(twice_area(s, t));
}

static gm_status collect(gm_config *config, size_t source,
                         const gm_structure *body, gm_index *met, gm_face *f)
{
  const gm_config_region *g = &config->grains[source].pour.of.region;
  const gm_surface *s = &body->surface;
  gm_status status = GM_OK;
  for (gm_index t = 0; t < s->n; ++t)
    if (is_part(g, s, t, met)) take(f, s, t);
  for (size_t i = 0; i < g->face.n_groups; ++i) {
    if (met[i]) continue;
    char path[80];
    snprintf(path, sizeof path, "grains[%zu].pour.face.groups[%zu]", source, i);
    gm_mesh_file_no_group(body->name, s, g->face.groups[i].name);
    status = gm_report_fault(config, path, "%s", gm_status_message());
  }
  return status;
}

gm_status gm_face_build(gm_config *config, size_t source,
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
  const gm_status status = collect(config, source, body, met, f);
  GM_FREE(met);
  return status;
}

gm_vec3 gm_face_point(const gm_face *f, const gm_structures *structures,
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
  const gm_vec3 a = corner(s, t, 0), b = corner(s, t, 1), c = corner(s, t, 2);
  gm_vec3 y = gm_madd(a, root * (1.0 - u[2]), gm_sub(b, a));
  y = gm_madd(y, root * u[2], gm_sub(c, a));
  const gm_vec3 n = gm_unit(twice_area(s, t));
  *normal = gm_quat_rotate(body->pose.orientation, n);
  return gm_pose_to_world(&body->pose, gm_madd(y, (1.0 + clear) * r, n));
}
