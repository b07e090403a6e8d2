/* export/ondem_bodies.c -- writes structures as bodies of ON-DEM.
 *
 * A plane across an axis that never moves is a wall; every other structure is written
 * as triangles at its place in the frame.
 */
#include "export/formats.h"

#include "base/memory.h"
#include "base/vec3.h"
#include "file/ondem.h"
#include "file/schema.h"
#include "file/table.h"
#include "machines/domain_walls.h"
#include "result/world_surfaces.h"
#include <stdio.h>

/* A fixed plane across an axis. */
typedef struct wall {
  int axis, sense; /* axis -1: the structure is not such a plane */
  double at;       /* m */
} wall;

static const wall no_wall = {-1, 0, 0.0};

/* The plane through `point` with `normal` pointing to the grains, if it is across an
 * axis. */
static wall plane_wall(gm_vec3 point, gm_vec3 normal)
{
  const double n[3] = {normal.x, normal.y, normal.z};
  const double x[3] = {point.x, point.y, point.z};
  for (int a = 0; a < 3; ++a) {
    if (fabs(n[a]) > 1.0 - 1.0e-12) return (wall){a, n[a] > 0.0 ? 1 : -1, x[a]};
  }
  return no_wall;
}

static int is_placed(const gm_config_structure *c)
{
  return gm_norm2(c->place.translate) > 0.0 || c->place.rotate.angle != 0.0 ||
         c->n_motion > 0 || c->drive >= GM_DRIVE_FREE;
}

/* The face of the domain that became structure number k after those given by the user. */
static wall domain_wall(const gm_config *config, int64_t k)
{
  const gm_domain d = gm_domain_walls_domain(config);
  const double at[GM_CONFIG_SIDES] = {d.min.x, d.max.x, d.min.y,
                                      d.max.y, d.min.z, d.max.z};
  for (int side = 0; side < GM_CONFIG_SIDES; ++side) {
    if (d.kind[side] < GM_BOUNDARY_MIRROR) continue; /* is no structure */
    if (k-- > 0) continue;
    return (wall){side / 2, side % 2 ? -1 : 1, at[side]};
  }
  return no_wall;
}

static wall find_wall(const gm_config *config, int64_t structure)
{
  const int64_t given = (int64_t)config->n_structures;
  if (structure >= given) return domain_wall(config, structure - given);
  const gm_config_structure *c = &config->structures[structure];
  if (c->shape != GM_SHAPE_PLANE || is_placed(c)) return no_wall;
  return plane_wall(c->plane.point, gm_unit(c->plane.normal));
}

/* Rows of a group of bodies, collected before writing. */
typedef struct rows {
  int64_t n;
  int64_t *body, *material, *axis, *sense;
  gm_vec3 *position, *normal, *vertices; /* vertices: three for each row */
} rows;

static void clear_wall_rows(rows *w)
{
  GM_FREE(w->body);
  GM_FREE(w->material);
  GM_FREE(w->axis);
  GM_FREE(w->sense);
  GM_FREE(w->position);
  GM_FREE(w->normal);
  GM_FREE(w->vertices);
}

static gm_status reserve_wall_rows(rows *w, int64_t n)
{
  GM_TRY(GM_RESIZE(w->body, 0, n + 1));
  GM_TRY(GM_RESIZE(w->material, 0, n + 1));
  GM_TRY(GM_RESIZE(w->axis, 0, n + 1));
  GM_TRY(GM_RESIZE(w->sense, 0, n + 1));
  GM_TRY(GM_RESIZE(w->position, 0, n + 1));
  GM_TRY(GM_RESIZE(w->normal, 0, n + 1));
  return GM_RESIZE(w->vertices, 0, 3 * (n + 1));
}

static gm_status begin_ondem_group(gm_hdf5_file *file, const char *group,
                                   const rows *w, gm_table_parts *to)
{
  *to = (gm_table_parts){.file = file, .group = group, .deflate = 1};
  GM_TRY(gm_hdf5_group(file, group));
  GM_TRY(gm_hdf5_attribute_count(file, group, GM_ONDEM_COUNT, w->n));
  GM_TRY(gm_table_put_part(to, GM_ONDEM_BODY, GM_TABLE_INT64, GM_TABLE_INT64, 1,
                           "1", w->n, w->body));
  GM_TRY(gm_table_put_part(to, GM_ONDEM_MATERIAL, GM_TABLE_INT64,
                           GM_TABLE_INT64, 1, "1", w->n, w->material));
  return gm_table_put_part(to, GM_ONDEM_POSITION, GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 3, "m", w->n, w->position);
}

static gm_status put_walls(gm_hdf5_file *file, const rows *w)
{
  gm_table_parts to;
  if (!w->n) return GM_OK;
  GM_TRY(begin_ondem_group(file, GM_ONDEM_WALLS, w, &to));
  GM_TRY(gm_table_put_part(&to, GM_ONDEM_AXIS, GM_TABLE_INT32, GM_TABLE_INT64,
                           1, "1", w->n, w->axis));
  return gm_table_put_part(&to, GM_ONDEM_SENSE, GM_TABLE_INT32, GM_TABLE_INT64,
                           1, "1", w->n, w->sense);
}

static gm_status put_facets(gm_hdf5_file *file, const rows *w)
{
  const gm_table_form form = {.type = GM_TABLE_DOUBLE,
                              .rank = 2,
                              .size = {3, 3},
                              .chunk = 16384,
                              .deflate = w->n < 1024 ? 0 : 1,
                              .units = "m"};
  gm_table_parts to;
  if (!w->n) return GM_OK;
  GM_TRY(begin_ondem_group(file, GM_ONDEM_FACETS, w, &to));
  GM_TRY(gm_table_put_part(&to, GM_ONDEM_NORMAL, GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 3, "1", w->n, w->normal));
  return gm_table_put(file, GM_ONDEM_FACETS "/" GM_ONDEM_VERTICES, &form,
                      GM_TABLE_DOUBLE, w->n, w->vertices);
}

/* Add polygon k of the surfaces as a fan of triangles. */
static void add_facets(const gm_world_surfaces *p, int64_t k, int64_t first,
                       rows *w)
{
  const gm_vec3 *x = (const gm_vec3 *)(const void *)p->points;
  for (int64_t c = p->offset[k] + 1; c + 1 < p->offset[k + 1]; ++c) {
    const gm_vec3 a = x[p->corners[p->offset[k]]], b = x[p->corners[c]],
                  d = x[p->corners[c + 1]];
    const gm_vec3 at = gm_scale(1.0 / 3.0, gm_add(a, gm_add(b, d)));
    const gm_vec3 across = gm_cross(gm_sub(b, a), gm_sub(d, a));
    const double size = gm_norm(across);
    w->body[w->n] = first + p->cells.array[0].integer[k];
    w->material[w->n] = p->cells.array[2].integer[k];
    w->position[w->n] = at;
    w->normal[w->n] = size > 0.0 ? gm_scale(1.0 / size, across) : across;
    w->vertices[3 * w->n] = gm_sub(a, at);
    w->vertices[3 * w->n + 1] = gm_sub(b, at);
    w->vertices[3 * w->n + 2] = gm_sub(d, at);
    ++w->n;
  }
}

/* Add a wall once, at the first polygon of its structure: then the structure is
 * present. */
static void add_wall(const wall *of, int64_t body, int64_t material, rows *w)
{
  for (int64_t k = 0; k < w->n; ++k)
    if (w->body[k] == body) return;
  double at[3] = {0.0};
  at[of->axis] = of->at;
  w->body[w->n] = body;
  w->material[w->n] = material;
  w->axis[w->n] = of->axis;
  w->sense[w->n] = of->sense;
  w->position[w->n++] = gm_vec(at[0], at[1], at[2]);
}

static gm_status put_material_names(gm_hdf5_file *file, const gm_result *r)
{
  char *names = NULL;
  const int64_t n = r->n_structures;
  gm_status status = GM_RESIZE(names, 0, (n + 1) * GM_NAME_LENGTH);
  for (int64_t k = 0; status == GM_OK && k < n; ++k)
    status = gm_result_structure_name(r, k, names + k * GM_NAME_LENGTH,
                                      GM_NAME_LENGTH);
  if (status == GM_OK)
    status = gm_table_put_texts(file, GM_ONDEM_SCENE "/" GM_ONDEM_STRUCTURES, n,
                                GM_NAME_LENGTH, names);
  GM_FREE(names);
  return status;
}

gm_status gm_ondem_bodies_put(gm_hdf5_file *file, const gm_result *r,
                              int64_t frame, const gm_config *config,
                              int64_t first)
{
  gm_world_surfaces p;
  rows walls = {0}, facets = {0};
  gm_status status = gm_world_surfaces_read(r, frame, &p);
  if (status == GM_OK) status = reserve_wall_rows(&walls, r->n_structures);
  if (status == GM_OK) status = reserve_wall_rows(&facets, p.n_corners);
  for (int64_t k = 0; status == GM_OK && k < p.cells.n; ++k) {
    const int64_t structure = p.cells.array[0].integer[k];
    const wall of = find_wall(config, structure);
    if (of.axis < 0)
      add_facets(&p, k, first, &facets);
    else
      add_wall(&of, first + structure, p.cells.array[2].integer[k], &walls);
  }
  if (status == GM_OK) status = put_walls(file, &walls);
  if (status == GM_OK) status = put_facets(file, &facets);
  if (status == GM_OK) status = put_material_names(file, r);
  clear_wall_rows(&walls);
  clear_wall_rows(&facets);
  gm_world_surfaces_clear(&p);
  return status;
}
