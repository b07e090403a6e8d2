/* output/provenance.c -- writes names of structures and materials, and the origin of
 * the result.
 */
#include "output/provenance.h"

#include "base/memory.h"
#include "config/choices.h"
#include "file/door.h"
#include "file/schema.h"
#include "file/table.h"

#include <string.h>

/* Write n names, each the first member of a row of `size` bytes. */
static gm_status put_provenance_scene_list(gm_hdf5_file *file, const char *list,
                                           gm_index n, const void *rows,
                                           size_t size)
{
  char *names = NULL;
  GM_TRY(GM_RESIZE(names, 0, (n + 1) * GM_NAME_LENGTH));
  for (gm_index i = 0; i < n; ++i) {
    memcpy(names + i * GM_NAME_LENGTH, (const char *)rows + (size_t)i * size,
           GM_NAME_LENGTH);
  }
  const gm_status status =
      gm_table_put_texts(file, list, n, GM_NAME_LENGTH, names);
  GM_FREE(names);
  return status;
}

_Static_assert(offsetof(gm_structure, name) == 0 &&
                   offsetof(gm_material, name) == 0 &&
                   offsetof(gm_sensor, name) == 0 &&
                   offsetof(gm_held_group, name) == 0 &&
                   offsetof(gm_clump_shape, name) == 0 &&
                   (int)GM_CLUMPS_NAME == (int)GM_NAME_LENGTH,
               "a name is not the first member of its row");

static gm_status put_provenance_scene_names(gm_hdf5_file *file,
                                            const gm_scene *scene)
{
  const gm_structures *structures = &scene->structures;
  const gm_materials *materials = &scene->materials;
  const gm_sensors *sensors = &scene->sensors;
  const gm_held_groups *held_groups = &scene->held_groups;
  GM_TRY(gm_hdf5_group(file, GM_GROUP_NAMES));
  GM_TRY(put_provenance_scene_list(file, GM_GROUP_NAMES "/" GM_NAME_STRUCTURES,
                                   structures->named, structures->row,
                                   sizeof *structures->row));
  GM_TRY(put_provenance_scene_list(file, GM_GROUP_NAMES "/" GM_NAME_MATERIALS,
                                   materials->n, materials->row,
                                   sizeof *materials->row));
  GM_TRY(put_provenance_scene_list(file, GM_GROUP_NAMES "/" GM_NAME_MEASURES,
                                   sensors->n, sensors->row,
                                   sizeof *sensors->row));
  if (scene->clumps.n_shapes)
    GM_TRY(put_provenance_scene_list(
        file, GM_GROUP_NAMES "/" GM_NAME_CLUMP_SHAPES, scene->clumps.n_shapes,
        scene->clumps.shape, sizeof *scene->clumps.shape));
  if (held_groups->n == 0) return GM_OK;
  return put_provenance_scene_list(file, GM_GROUP_NAMES "/" GM_NAME_HELD,
                                   held_groups->n, held_groups->row,
                                   sizeof *held_groups->row);
}

static gm_status put_provenance_sinks(gm_hdf5_file *file, const gm_sinks *sinks)
{
  char names[GM_CONFIG_SINKS * GM_NAME_LENGTH] = "";
  for (gm_index i = 0; i < sinks->n; ++i)
    memcpy(names + i * GM_NAME_LENGTH, sinks->row[i].name, GM_NAME_LENGTH);
  return gm_table_put_texts(file, GM_GROUP_NAMES "/" GM_NAME_SINKS, sinks->n,
                            GM_NAME_LENGTH, names);
}

/* The radii for which the run is set up, those of grains still to be inserted
 * included. */
static gm_status put_provenance_scene_radii(gm_hdf5_file *file,
                                            const gm_materials *m)
{
  const gm_table_form form = {.type = GM_TABLE_DOUBLE,
                              .rank = 1,
                              .size = {2},
                              .chunk = 1,
                              .units = "m"};
  double radii[GM_MATERIALS_MAX][2] = {{0.0}};
  for (gm_index k = 0; k < m->n; ++k) {
    if (!(m->row[k].largest > 0.0)) continue;
    radii[k][0] = m->row[k].smallest;
    radii[k][1] = m->row[k].largest;
  }
  return gm_table_put(file, GM_GROUP_SCENE "/" GM_NAME_MATERIAL_RADII, &form,
                      GM_TABLE_DOUBLE, m->n, radii);
}

/* The densities, with which a viewer knows the masses of grains whose array `mass` the
 * run does not write. */
static gm_status put_provenance_densities(gm_hdf5_file *file,
                                          const gm_materials *m)
{
  const gm_table_form form = {
      .type = GM_TABLE_DOUBLE, .chunk = 1, .units = "kg/m3"};
  double density[GM_MATERIALS_MAX];
  for (gm_index k = 0; k < m->n; ++k)
    density[k] = m->row[k].density;
  return gm_table_put(file, GM_GROUP_SCENE "/" GM_NAME_MATERIAL_DENSITY, &form,
                      GM_TABLE_DOUBLE, m->n, density);
}

/* The masses of bodies that forces move, which also say which structures these are. */
static gm_status put_provenance_masses(gm_hdf5_file *file,
                                       const gm_structures *all)
{
  const gm_table_form form = {
      .type = GM_TABLE_DOUBLE, .chunk = 1, .units = "kg"};
  double *mass = NULL;
  int bodies = 0;
  GM_TRY(GM_RESIZE(mass, 0, all->named + 1));
  for (gm_index k = 0; k < all->named; ++k) {
    mass[k] = all->row[k].rigid ? all->row[k].rigid->mass : 0.0;
    bodies += all->row[k].rigid != NULL;
  }
  const gm_status status =
      bodies ? gm_table_put(file, GM_GROUP_SCENE "/" GM_NAME_STRUCTURE_MASS,
                            &form, GM_TABLE_DOUBLE, all->named, mass)
             : GM_OK;
  GM_FREE(mass);
  return status;
}

static gm_status put_provenance_scene_text(gm_hdf5_file *file, const char *name,
                                           const char *text, size_t length)
{
  const gm_table_form form = {.type = GM_TABLE_UINT8, .chunk = 1, .units = "1"};
  return gm_table_put(file, name, &form, GM_TABLE_UINT8, (int64_t)length, text);
}

/* Write the reports of all meshes as one text. */
static gm_status put_provenance_reports(gm_hdf5_file *file,
                                        const gm_structures *all)
{
  char *text = NULL;
  size_t length = 0;
  for (gm_index k = 0; k < all->n; ++k) {
    const char *report = all->row[k].report;
    if (!report) continue;
    const size_t more = strlen(report);
    const gm_status status = GM_RESIZE(text, length, length + more);
    if (status != GM_OK) {
      GM_FREE(text);
      return status;
    }
    memcpy(text + length, report, more);
    length += more;
  }
  const gm_status status =
      length ? put_provenance_scene_text(
                   file, GM_GROUP_SCENE "/" GM_NAME_MESH_REPORT, text, length)
             : GM_OK;
  GM_FREE(text);
  return status;
}

/* What the grains are: a reader cannot see it in their centres and radii. */
static gm_status put_provenance_rule(gm_hdf5_file *file,
                                     const gm_grain_rule *rule)
{
  GM_TRY(gm_hdf5_attribute_count(file, GM_GROUP_SCENE, GM_ATTR_DIMENSIONS,
                                 rule->flat ? 2 : 3));
  if (rule->flat)
    GM_TRY(gm_hdf5_attribute_number(file, GM_GROUP_SCENE, GM_ATTR_THICKNESS,
                                    rule->thickness));
  return gm_hdf5_attribute_text(file, GM_GROUP_SCENE, GM_ATTR_BODY,
                                gm_choices_bodies[rule->body]);
}

/* The direction along which a shape is longest, in its frame: the principal axis of the
 * smallest moment, 0 where the two smallest are equal. */
static gm_vec3 provenance_longest_member_axis(const gm_clump_shape *s)
{
  const gm_vec3 i = s->gyration, x = {1.0, 0.0, 0.0};
  if (!(i.y - i.x > 1.0e-9 * i.y)) return gm_vec(0.0, 0.0, 0.0);
  return gm_quat_rotate(s->turn, x);
}

/* The spheres of all shapes of clumps, in the rows shape by shape. */
static gm_status put_provenance_scene_spheres(gm_hdf5_file *file,
                                              const gm_clumps *c, gm_index n,
                                              int64_t *shape, gm_vec3 *x,
                                              double *r)
{
  const gm_table_parts to = {file, GM_GROUP_CLUMP_SHAPES, 0};
  gm_index row = 0;
  for (gm_index k = 0; k < c->n_shapes; ++k) {
    const gm_clump_shape *s = &c->shape[k];
    for (gm_index q = 0; q < s->n; ++q, ++row) {
      shape[row] = k;
      x[row] = s->given[q];
      r[row] = s->r[q];
    }
  }
  GM_TRY(gm_hdf5_group(file, GM_GROUP_CLUMP_SHAPES));
  GM_TRY(gm_table_put_part(&to, GM_NAME_SHAPE, GM_TABLE_INT32, GM_TABLE_INT64,
                           1, "1", n, shape));
  GM_TRY(gm_table_put_part(&to, GM_NAME_POSITION, GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 3, "m", n, x));
  return gm_table_put_part(&to, GM_NAME_RADIUS, GM_TABLE_DOUBLE,
                           GM_TABLE_DOUBLE, 1, "m", n, r);
}

static gm_status put_provenance_scene_clumps(gm_hdf5_file *file,
                                             const gm_clumps *c)
{
  const gm_table_form form = {.type = GM_TABLE_DOUBLE,
                              .rank = 1,
                              .size = {3},
                              .chunk = 1,
                              .units = "1"};
  gm_index n = 0;
  int64_t *shape = NULL;
  gm_vec3 *x = NULL;
  double *r = NULL;
  if (!c->n_shapes) return GM_OK;
  for (gm_index k = 0; k < c->n_shapes; ++k)
    n += c->shape[k].n;
  const gm_index rows = n > c->n_shapes ? n : c->n_shapes;
  gm_status status = GM_RESIZE(shape, 0, rows);
  if (status == GM_OK) status = GM_RESIZE(x, 0, rows);
  if (status == GM_OK) status = GM_RESIZE(r, 0, rows);
  if (status == GM_OK)
    status = put_provenance_scene_spheres(file, c, n, shape, x, r);
  for (gm_index k = 0; status == GM_OK && k < c->n_shapes; ++k)
    x[k] = provenance_longest_member_axis(&c->shape[k]);
  if (status == GM_OK)
    status = gm_table_put(file, GM_GROUP_SCENE "/" GM_NAME_CLUMP_AXIS, &form,
                          GM_TABLE_DOUBLE, c->n_shapes, x);
  GM_FREE(shape);
  GM_FREE(x);
  GM_FREE(r);
  return status;
}

gm_status gm_provenance_put(gm_hdf5_file *file, const gm_scene *scene,
                            const gm_provenance_origin *origin)
{
  const struct {
    const char *name, *text;
  } texts[] = {
      {GM_ATTR_TITLE, origin->title},
      {GM_ATTR_SOURCE, origin->source},
      {GM_ATTR_PARENT, origin->parent},
      {GM_ATTR_VERSION, origin->version},
      {GM_ATTR_COMMAND_LINE, origin->command_line},
  };
  GM_TRY(put_provenance_scene_names(file, scene));
  if (scene->sinks.n) GM_TRY(put_provenance_sinks(file, &scene->sinks));
  GM_TRY(gm_hdf5_group(file, GM_GROUP_SCENE));
  for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k) {
    GM_TRY(gm_hdf5_attribute_text(file, GM_GROUP_SCENE, texts[k].name,
                                  texts[k].text));
  }
  if (origin->device && *origin->device)
    GM_TRY(gm_hdf5_attribute_text(file, GM_GROUP_SCENE, GM_ATTR_DEVICE,
                                  origin->device));
  GM_TRY(put_provenance_scene_radii(file, &scene->materials));
  GM_TRY(put_provenance_densities(file, &scene->materials));
  GM_TRY(put_provenance_masses(file, &scene->structures));
  GM_TRY(put_provenance_scene_clumps(file, &scene->clumps));
  GM_TRY(gm_hdf5_attribute_number(file, GM_GROUP_SCENE, GM_ATTR_TIME_STEP,
                                  scene->dt));
  GM_TRY(put_provenance_rule(file, &scene->materials.rule));
  GM_TRY(put_provenance_scene_text(file, GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE,
                                   origin->effective,
                                   strlen(origin->effective)));
  return put_provenance_reports(file, &scene->structures);
}

/* Test that a list of the file has the n names of the rows. */
static gm_status compare_provenance_list(gm_hdf5_file *file, const char *list,
                                         gm_index n, const void *rows,
                                         size_t size)
{
  char found[GM_NAME_LENGTH];
  for (gm_index i = 0; i < n; ++i) {
    const char *name = (const char *)rows + (size_t)i * size;
    const gm_status status =
        gm_table_read_texts(file, list, i, found, GM_NAME_LENGTH);
    if (status == GM_ERR_MEMORY) return status;
    if (status != GM_OK)
      return gm_fail(GM_ERR_INPUT,
                     "'%s' in '%s' has no row %d, which is '%s' in this scene; "
                     "the result is that of another scene",
                     list, gm_hdf5_path(file), (int)i, name);
    if (strcmp(found, name) != 0)
      return gm_fail(GM_ERR_INPUT,
                     "row %d of '%s' in '%s' is '%s', in this scene '%s'; the "
                     "result is that of another scene",
                     (int)i, list, gm_hdf5_path(file), found, name);
  }
  return GM_OK;
}

gm_status gm_provenance_compare(gm_hdf5_file *file, const gm_scene *scene)
{
  const gm_structures *structures = &scene->structures;
  const gm_materials *materials = &scene->materials;
  const gm_sensors *sensors = &scene->sensors;
  const gm_held_groups *held = &scene->held_groups;
  const gm_sinks *sinks = &scene->sinks;
  const double dt = gm_door_number(file, GM_GROUP_SCENE, GM_ATTR_TIME_STEP);
  GM_TRY(compare_provenance_list(file, GM_GROUP_NAMES "/" GM_NAME_STRUCTURES,
                                 structures->named, structures->row,
                                 sizeof *structures->row));
  GM_TRY(compare_provenance_list(file, GM_GROUP_NAMES "/" GM_NAME_MATERIALS,
                                 materials->n, materials->row,
                                 sizeof *materials->row));
  GM_TRY(compare_provenance_list(file, GM_GROUP_NAMES "/" GM_NAME_MEASURES,
                                 sensors->n, sensors->row,
                                 sizeof *sensors->row));
  GM_TRY(compare_provenance_list(file, GM_GROUP_NAMES "/" GM_NAME_HELD, held->n,
                                 held->row, sizeof *held->row));
  GM_TRY(compare_provenance_list(file, GM_GROUP_NAMES "/" GM_NAME_SINKS,
                                 sinks->n, sinks->row, sizeof *sinks->row));
  if (dt == scene->dt) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' was computed with steps of %.17g s, this scene has "
                 "%.17g s; the result is that of another scene",
                 gm_hdf5_path(file), dt, scene->dt);
}

gm_status gm_provenance_compare_text(gm_hdf5_file *file, const char *effective)
{
  const int64_t n = (int64_t)strlen(effective);
  char *text = NULL;
  gm_table t;
  GM_TRY(gm_table_open(file, GM_GROUP_SCENE "/" GM_NAME_EFFECTIVE, &t));
  int same = t.rows == n && t.rank == 0 && t.type == GM_TABLE_UINT8;
  gm_status status = GM_RESIZE(text, 0, n + 1);
  if (same && status == GM_OK)
    status = gm_table_read(&t, GM_TABLE_UINT8, 0, n, text);
  same = same && status == GM_OK && memcmp(text, effective, (size_t)n) == 0;
  gm_table_close(&t);
  GM_FREE(text);
  if (same || status != GM_OK) return status;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' is not the result that the checkpoint belongs to: their "
                 "scenes differ; bring back that result, or start the run anew "
                 "with --force",
                 gm_hdf5_path(file));
}
