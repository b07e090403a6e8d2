/* output/objects.c -- all objects of a result, and the frame that is being written.
 *
 * A frame is written in this order: everything except its time; flush; its time; flush.
 * A reader that sees the time sees the rest, whenever the process dies.
 */
#include "output/objects.h"

#include "base/memory.h"
#include "file/schema.h"
#include "file/table.h"
#include "measure/frame.h"
#include "output/body_table.h"
#include "sdf/sites.h"
#include <stdio.h>

/* --- position, motion and load of the structures ------------------------------ */

/* In the order of vector(). */
static const struct {
  const char *name, *units;
  int width;
} pose_table[GM_POSES_COLUMNS] = {
    {GM_NAME_POSITION, "m", 3},   {GM_NAME_QUATERNION, "1", 4},
    {GM_NAME_VELOCITY, "m/s", 3}, {GM_NAME_ANGULAR_VELOCITY, "rad/s", 3},
    {GM_NAME_FORCE, "N", 3},      {GM_NAME_TORQUE, "N m", 3},
};

static gm_status make_object_pose_table(gm_hdf5_file *file, const char *name,
                                        gm_table_type type, gm_index n,
                                        int width, int64_t frame_chunk,
                                        const char *units, gm_table *out)
{
  char path[GM_HDF5_NAME];
  snprintf(path, sizeof path, "%s/%s", GM_GROUP_POSES, name);
  const gm_table_form form = {.type = type,
                              .rank = width > 1 ? 2 : 1,
                              .size = {n, width},
                              .chunk = frame_chunk,
                              .deflate = 0, /* rows are added in place */
                              .units = units};
  return gm_table_make(file, path, &form, out);
}

/* *p must be cleared in all cases. */
static gm_status make_object_poses(gm_hdf5_file *file, gm_index n,
                                   int64_t frame_chunk, gm_poses *p)
{
  *p = (gm_poses){0};
  GM_TRY(GM_RESIZE(p->there, 0, n));
  GM_TRY(gm_hdf5_group(file, GM_GROUP_POSES));
  for (int k = 0; k < GM_POSES_COLUMNS; ++k) {
    GM_TRY(GM_RESIZE(p->row[k], 0, pose_table[k].width * (int64_t)n));
    GM_TRY(make_object_pose_table(file, pose_table[k].name, GM_TABLE_DOUBLE, n,
                                  pose_table[k].width, frame_chunk,
                                  pose_table[k].units, &p->array[k]));
  }
  return make_object_pose_table(file, GM_NAME_PRESENT, GM_TABLE_UINT8, n, 1,
                                frame_chunk, "1", &p->present);
}

static gm_vec3 object_pose_vector(const gm_structure *s, int column)
{
  switch (column) {
  case 0:
    return s->pose.position;
  case 2:
    return s->pose.velocity;
  case 3:
    return s->pose.spin;
  case 4:
    return s->load.force;
  default:
    return s->load.torque;
  }
}

/* Copy one frame into memory, without access to the file. */
static void take_object_poses(gm_poses *p, const gm_structures *structures)
{
  for (gm_index i = 0; i < structures->named; ++i) {
    const gm_structure *s = &structures->row[i];
    for (int k = 0; k < GM_POSES_COLUMNS; ++k) {
      if (pose_table[k].width == 4) {
        ((gm_quat *)(void *)p->row[k])[i] = s->pose.orientation;
      } else {
        ((gm_vec3 *)(void *)p->row[k])[i] = object_pose_vector(s, k);
      }
    }
    p->there[i] = s->present != 0;
  }
}

static gm_status append_object_poses(gm_poses *p)
{
  for (int k = 0; k < GM_POSES_COLUMNS; ++k) {
    GM_TRY(gm_table_append(&p->array[k], GM_TABLE_DOUBLE, 1, p->row[k]));
  }
  return gm_table_append(&p->present, GM_TABLE_UINT8, 1, p->there);
}

static void clear_object_poses(gm_poses *p)
{
  for (int k = 0; k < GM_POSES_COLUMNS; ++k)
    GM_FREE(p->row[k]);
  GM_FREE(p->there);
}

/* Writes the virtual particles as one static PolyData.
 *
 * A virtual particle is a sample of the signed distance field of a patch, on the points
 * of a sampling grid near its surface.  The solver stores the samples in a compact form;
 * here they are expanded to places, distances and normals, column by column to save
 * memory. */

/* The sampling grid of one patch. */
typedef struct part {
  const gm_lattice *lattice;
  int32_t structure, patch, material;
  gm_property *const *property; /* [GM_PROPERTIES] each may be null */
} part;

/* The virtual particles of all patches. */
typedef struct list {
  gm_index n_parts;
  part *parts;    /* [n_parts] */
  int64_t n;      /* sites     */
  gm_vec3 *place; /* [n] m     */
  gm_site *site;  /* [n]       */
} list;

static gm_status collect_object_parts(const gm_structures *structures,
                                      list *all)
{
  for (gm_index i = 0; i < structures->named; ++i) {
    const gm_structure *s = &structures->row[i];
    for (int p = 0; p < s->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&s->shape, p);
      if (patch->kind != GM_PATCH_SITES) continue;
      GM_TRY(GM_RESIZE(all->parts, all->n_parts, all->n_parts + 1));
      all->parts[all->n_parts++] =
          (part){patch->sites, i, p, gm_structures_material(s, p), s->property};
      all->n += (int64_t)gm_lattice_sites(patch->sites);
    }
  }
  return GM_OK;
}

static gm_status collect_object_list(const gm_structures *structures, list *all)
{
  GM_TRY(collect_object_parts(structures, all));
  GM_TRY(GM_RESIZE(all->place, 0, all->n));
  GM_TRY(GM_RESIZE(all->site, 0, all->n));
  size_t n = 0;
  for (gm_index k = 0; k < all->n_parts; ++k) {
    const gm_lattice *l = all->parts[k].lattice;
    GM_TRY(gm_sites_list(l, all->place + n, all->site + n));
    n += gm_lattice_sites(l);
  }
  return GM_OK;
}

static void clear_objects(list *all)
{
  GM_FREE(all->parts);
  GM_FREE(all->place);
  GM_FREE(all->site);
}

/* --- columns ------------------------------------------------------------------- */

enum {
  DISTANCE,
  NORMAL,
  SPACING,
  STRUCTURE,
  PATCH,
  MATERIAL,
  PROPERTY, /* the first of GM_PROPERTIES */
  COLUMNS = PROPERTY + GM_PROPERTIES
};

static const struct {
  const char *name, *units;
  int width;
  bool real;
} columns[COLUMNS] = {
    [DISTANCE] = {GM_NAME_DISTANCE, "m", 1, true},
    [NORMAL] = {GM_NAME_NORMAL, "1", 3, true},
    [SPACING] = {GM_NAME_SPACING, "m", 1, true},
    [STRUCTURE] = {GM_NAME_STRUCTURE_ID, "1", 1, false},
    [PATCH] = {GM_NAME_PATCH, "1", 1, false},
    [MATERIAL] = {GM_NAME_MATERIAL, "1", 1, false},
    [PROPERTY + GM_PROPERTY_FRICTION] = {GM_NAME_PROPERTY, "1", 1, true},
    [PROPERTY +
        GM_PROPERTY_YOUNGS_MODULUS] = {GM_NAME_PROPERTY_MODULUS, "1", 1, true},
    [PROPERTY +
        GM_PROPERTY_RESTITUTION] = {GM_NAME_PROPERTY_RESTITUTION, "1", 1, true},
};

static void fill_object_real(int column, const part *p, const gm_site *site,
                             size_t n, double *out)
{
  for (size_t s = 0; s < n; ++s) {
    if (column == NORMAL) {
      for (size_t a = 0; a < 3; ++a)
        out[3 * s + a] = site[s].normal[a];
    } else {
      out[s] = column == SPACING ? gm_sites_spacing(p->lattice)
                                 : gm_lattice_distance(p->lattice, &site[s]);
    }
  }
}

/* The property at a virtual particle is that of its nearest surface point. */
static void fill_object_property(int column, const part *p,
                                 const gm_vec3 *place, const gm_site *site,
                                 size_t n, double *out)
{
  const gm_property *property = p->property[column - PROPERTY];
  for (size_t s = 0; s < n; ++s) {
    const gm_vec3 normal = {(double)site[s].normal[0],
                            (double)site[s].normal[1],
                            (double)site[s].normal[2]};
    const double d = gm_lattice_distance(p->lattice, &site[s]);
    const gm_vec3 foot = gm_madd(place[s], -d, normal);
    out[s] = property ? gm_property_table(property, foot) : 1.0;
  }
}

static void fill_object_integers(int column, const part *p, size_t n,
                                 int32_t *out)
{
  const int32_t value = column == STRUCTURE ? p->structure
                        : column == PATCH   ? p->patch
                                            : p->material;
  for (size_t s = 0; s < n; ++s)
    out[s] = value;
}

/* row: room for three numbers for each virtual particle. */
static gm_status put_object_column(const gm_table_parts *to, const list *all,
                                   int column, bool single, double *row)
{
  const bool real = columns[column].real;
  const int width = columns[column].width;
  char name[GM_HDF5_NAME];
  snprintf(name, sizeof name, "%s/%s", GM_VTK_POINT_DATA, columns[column].name);
  size_t from = 0;
  for (gm_index k = 0; k < all->n_parts; ++k) {
    const part *p = &all->parts[k];
    const size_t n = gm_lattice_sites(p->lattice);
    if (column >= PROPERTY) {
      fill_object_property(column, p, all->place + from, all->site + from, n,
                           row + from);
    } else if (real) {
      fill_object_real(column, p, all->site + from, n,
                       row + from * (size_t)width);
    } else {
      fill_object_integers(column, p, n, (int32_t *)(void *)row + from);
    }
    from += n;
  }
  const gm_table_type file = !real    ? GM_TABLE_INT32
                             : single ? GM_TABLE_FLOAT
                                      : GM_TABLE_DOUBLE;
  return gm_table_put_part(to, name, file,
                           real ? GM_TABLE_DOUBLE : GM_TABLE_INT32, width,
                           columns[column].units, all->n, row);
}

/* A property is written only if some structure has it. */
static bool is_object_put(const list *all, int column)
{
  bool any = column < PROPERTY;
  for (gm_index k = 0; !any && k < all->n_parts; ++k)
    any = all->parts[k].property[column - PROPERTY] != NULL;
  return any;
}

static gm_status put_object_columns(const gm_table_parts *to, list *all,
                                    bool single)
{
  double *row = NULL;
  bool placed = false;
  for (int c = PROPERTY; c < COLUMNS; ++c)
    placed |= is_object_put(all, c);
  if (!placed) GM_FREE(all->place); /* needed no more */
  gm_status status = GM_RESIZE(row, 0, 3 * all->n);
  for (int c = 0; status == GM_OK && c < COLUMNS; ++c)
    if (is_object_put(all, c))
      status = put_object_column(to, all, c, single, row);
  GM_FREE(row);
  return status;
}

static gm_status put_object_places(const gm_table_parts *to, const list *all,
                                   bool single)
{
  int64_t *count = NULL; /* 0, 1, 2, ...: one vertex for each */
  GM_TRY(GM_RESIZE(count, 0, all->n + 1));
  for (int64_t k = 0; k <= all->n; ++k)
    count[k] = k;
  const gm_status status =
      gm_table_put_polydata(to, single,
                            &(gm_polydata){.n_points = all->n,
                                           .points = all->place,
                                           .kind = GM_POLYDATA_VERTICES,
                                           .n = all->n,
                                           .n_corners = all->n,
                                           .offset = count,
                                           .corner = count});
  GM_FREE(count);
  return status;
}

double gm_objects_lattice_memory(const gm_structures *structures)
{
  /* Place, sample and number; with a property, places stay beside rows of a normal. */
  static const double each = sizeof(gm_vec3) + sizeof(gm_site) + 8.0;
  double sites = 0.0, more = 0.0;
  for (gm_index i = 0; i < structures->named; ++i) {
    const gm_shape *shape = &structures->row[i].shape;
    for (int p = 0; p < GM_PROPERTIES; ++p)
      if (structures->row[i].property[p]) more = sizeof(gm_vec3) - 8.0;
    for (int p = 0; p < shape->n; ++p) {
      const gm_patch *patch = gm_shape_patch(shape, p);
      if (patch->kind == GM_PATCH_SITES)
        sites += (double)gm_lattice_sites(patch->sites);
    }
  }
  return (each + more) * sites;
}

/* Write the virtual particles of every patch of every structure as one static PolyData,
 * ordered by structure, patch and place, each once.  without: write an empty group.
 * single: numbers in single precision.  After GM_ERR_MEMORY or GM_ERR_FILE the file is
 * unusable. */
static gm_status put_object_lattices(gm_hdf5_file *file, const gm_scene *scene,
                                     bool without, bool single, int deflate)
{
  const gm_table_parts to = {file, GM_GROUP_SITES, deflate};
  list all = {0};
  gm_status status =
      without ? GM_OK : collect_object_list(&scene->structures, &all);
  if (status == GM_OK) status = put_object_places(&to, &all, single);
  if (status == GM_OK) status = put_object_columns(&to, &all, single);
  clear_objects(&all);
  return status;
}

/* Frames in a chunk of a table with one row for each frame.  A chunk is written once and
 * never again: its checksum changes with every row, so a reader, or a power cut, in the
 * middle of writing it anew would lose the rows that were there. */
enum { FRAME_CHUNK = 1 };

/* The groups of the tables, and what fills them; `place` writes the points of rows. */
static const struct {
  gm_transient_kind kind;
  const char *group;
  const gm_column *(*columns)(int *n);
  gm_column_fill *place;
} tables[GM_OBJECTS_TABLES] = {
    [GM_OBJECTS_GRAINS] = {GM_TRANSIENT_GRAINS, GM_GROUP_GRAINS,
                           gm_columns_grains, gm_columns_grain_place},
    [GM_OBJECTS_CONTACTS] = {GM_TRANSIENT_CONTACTS, GM_GROUP_CONTACTS,
                             gm_columns_contacts, gm_columns_contact_ends},
    [GM_OBJECTS_CLUMPS] = {GM_TRANSIENT_GRAINS, GM_GROUP_CLUMPS,
                           gm_columns_clumps, gm_columns_clump_place},
    [GM_OBJECTS_POINTS] = {GM_TRANSIENT_GRAINS, GM_GROUP_POINTS,
                           gm_columns_points, gm_columns_point_place},
};

/* --- making ------------------------------------------------------------------ */

static int64_t object_between_limits(double value, int64_t low, int64_t high)
{
  return value < (double)low    ? low
         : value > (double)high ? high
                                : (int64_t)value;
}

/* A compressed chunk that grows is moved and leaves a hole.  With an eighth of a frame
 * in a chunk, within limits, these holes are a few per cent of the file. */
static int64_t object_chunk(gm_index n)
{
  return n == 0 ? 512 : object_between_limits(n / 8.0, 64, 16384);
}

static gm_transient_array object_array(const gm_column *column, bool single)
{
  gm_table_type type = single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE;
  if (column->kind == GM_COLUMN_INT32) type = GM_TABLE_INT32;
  if (column->kind == GM_COLUMN_INT64) type = GM_TABLE_INT64;
  return (gm_transient_array){column->name, column->units, type, column->width};
}

static bool is_object_wanted(const gm_column *column, const gm_config *config,
                             const gm_scene *scene)
{
  switch (column->when) {
  case GM_COLUMN_HELD:
    return scene->held_groups.n > 0;
  case GM_COLUMN_CLUMPS:
    return scene->clumps.n_shapes > 0;
  case GM_COLUMN_HARD:
    return scene->hard;
  case GM_COLUMN_MEET:
    return scene->structures.n_forms > 0;
  case GM_COLUMN_HYBRID:
    return scene->grains.weight != NULL;
  case GM_COLUMN_SPENT:
    return config->output.dissipation;
  case GM_COLUMN_FULL:
    return config->output.arrays >= GM_ARRAYS_FULL;
  case GM_COLUMN_RESUME:
    return config->output.arrays == GM_ARRAYS_RESUME;
  default:
    return true;
  }
}

/* A state from which a run is resumed must not be rounded. */
static bool is_object_single(const gm_config *config)
{
  return config->output.precision == GM_PRECISION_SINGLE &&
         config->output.arrays != GM_ARRAYS_RESUME;
}

/* Selects the columns of a table that are written, and the arrays that they become;
 * returns their number. */
static int choose_object_columns(int table, const gm_config *c,
                                 const gm_scene *scene,
                                 const gm_column **column,
                                 gm_transient_array *array)
{
  int n = 0, chosen = 0;
  const gm_column *all = tables[table].columns(&n);
  for (int k = 0; k < n; ++k) {
    if (!is_object_wanted(&all[k], c, scene)) continue;
    column[chosen] = &all[k];
    array[chosen++] = object_array(&all[k], is_object_single(c));
  }
  return chosen;
}

static bool has_object_table(int table, const gm_scene *scene)
{
  if (table == GM_OBJECTS_CLUMPS) return scene->clumps.n_shapes > 0;
  return table != GM_OBJECTS_POINTS ||
         scene->continuum.mode != GM_MODE_DISCRETE;
}

static gm_status make_object_table(gm_objects *o, int table,
                                   const gm_config *config,
                                   const gm_scene *scene)
{
  gm_transient_array array[GM_COLUMNS_MAX];
  gm_objects_table *t = &o->table[table];
  const int n = choose_object_columns(table, config, scene, t->column, array);
  const gm_index rows =
      table == GM_OBJECTS_POINTS ? scene->points.n : scene->grains.n;
  const gm_transient_form form = {.kind = tables[table].kind,
                                  .group = tables[table].group,
                                  .array = array,
                                  .n = n,
                                  .single = is_object_single(config),
                                  .deflate = config->output.compression,
                                  .chunk = object_chunk(rows),
                                  .frame_chunk = FRAME_CHUNK};
  return gm_transient_make(o->file, &form, &t->rows);
}

static gm_status make_object_tables(gm_objects *o, const gm_config *config,
                                    const gm_scene *scene)
{
  GM_TRY(make_object_table(o, GM_OBJECTS_GRAINS, config, scene));
  GM_TRY(gm_hdf5_group(o->file, GM_GROUP_GRANUM));
  for (int k = GM_OBJECTS_CONTACTS; k < GM_OBJECTS_TABLES; ++k)
    if (has_object_table(k, scene))
      GM_TRY(make_object_table(o, k, config, scene));
  return GM_OK;
}

static gm_status make_object_surfaces(gm_objects *o, const gm_config *config,
                                      const gm_scene *scene)
{
  const bool single = is_object_single(config);
  gm_surface_cells cells;
  gm_status status =
      gm_surfaces_put(o->file, scene, config->output.audit, single, &cells);
  const gm_surface_sums_form form = {.single = single,
                                     .full = config->output.arrays >=
                                             GM_ARRAYS_FULL,
                                     .deflate = config->output.compression,
                                     .frame_chunk = FRAME_CHUNK};
  if (status == GM_OK)
    status = gm_surfaces_make_sums(o->file, &form, &scene->structures,
                                   &scene->collisions, &cells, &o->sums);
  gm_surfaces_clear_cells(&cells);
  return status;
}

gm_status gm_objects_make(gm_hdf5_file *file, const gm_config *config,
                          const gm_scene *scene,
                          const gm_provenance_origin *origin, gm_objects *o)
{
  const bool continued = gm_hdf5_is_continued(file);
  *o = (gm_objects){.file = file};
  if (continued) GM_TRY(gm_provenance_compare(file, scene));
  GM_TRY(make_object_tables(o, config, scene));
  if (scene->grains.weight)
    GM_TRY(gm_zone_frames_make(file, &scene->partition.zones,
                               is_object_single(config),
                               config->output.compression, &o->zones));
  GM_TRY(make_object_surfaces(o, config, scene));
  if (!continued)
    GM_TRY(put_object_lattices(file, scene, !config->output.virtual_particles,
                               is_object_single(config),
                               config->output.compression));
  GM_TRY(
      make_object_poses(file, scene->structures.named, FRAME_CHUNK, &o->poses));
  GM_TRY(gm_series_make(file, scene, &o->series));
  GM_TRY(gm_body_table_make(file, scene, is_object_single(config),
                            config->output.compression, &o->bodies));
  if (continued) return GM_OK;
  GM_TRY(gm_provenance_put(file, scene, origin));
  if (!scene->structures.n_kinds) return GM_OK;
  return gm_body_table_shapes(
      file, &scene->structures, is_object_single(config),
      !config->output.virtual_particles, config->output.compression);
}

void gm_objects_clear(gm_objects *o)
{
  for (int k = 0; k < GM_OBJECTS_TABLES; ++k)
    gm_transient_clear(&o->table[k].rows);
  gm_body_table_clear(&o->bodies);
  GM_FREE(o->point_row);
  gm_zone_frames_clear(&o->zones);
  clear_object_poses(&o->poses);
  gm_surfaces_clear_sums(&o->sums);
  gm_series_clear(&o->series);
}

/* --- growing ----------------------------------------------------------------- */

/* The frame of a table that is being copied. */
typedef struct frame {
  const gm_objects *objects;
  int table;
  gm_column_source source;
} frame;

static void fill_object_rows(const void *context, int k, int64_t first,
                             int64_t n, void *out)
{
  const frame *f = context;
  gm_column_fill *fill = k < 0 ? tables[f->table].place
                               : f->objects->table[f->table].column[k]->fill;
  fill(&f->source, (gm_index)first, (gm_index)n, out);
}

static gm_status sort_object_points(gm_objects *o, const gm_points *p)
{
  if (!p->n) return GM_OK;
  GM_TRY(GM_RESIZE(o->point_row, 0, p->n));
  return gm_frame_sort(&p->tag->id, sizeof *p->tag, p->n, o->point_row);
}

static gm_status take_object_tables(gm_objects *o,
                                    const gm_column_source *source)
{
  const gm_index rows[GM_OBJECTS_TABLES] = {
      [GM_OBJECTS_GRAINS] = source->grains->n,
      [GM_OBJECTS_CONTACTS] = source->contacts->n,
      [GM_OBJECTS_CLUMPS] = source->grains->clumps.n,
      [GM_OBJECTS_POINTS] = source->scene->points.n};
  for (int k = 0; k < GM_OBJECTS_TABLES; ++k) {
    const frame f = {o, k, *source};
    gm_transient *t = &o->table[k].rows;
    if (t->file) GM_TRY(gm_transient_take(t, rows[k], fill_object_rows, &f));
  }
  return GM_OK;
}

gm_status gm_objects_take(gm_objects *o, const gm_scene *scene,
                          const gm_frame_grains *grains,
                          const gm_frame_contacts *contacts)
{
  gm_column_source source = {scene, grains, contacts, NULL};
  if (o->table[GM_OBJECTS_POINTS].rows.file) {
    GM_TRY(sort_object_points(o, &scene->points));
    source.point_row = o->point_row;
  }
  GM_TRY(take_object_tables(o, &source));
  if (o->zones.kind) gm_zone_frames_take(&o->zones, &scene->partition.zones);
  GM_TRY(gm_body_table_take(&o->bodies, scene));
  take_object_poses(&o->poses, &scene->structures);
  gm_surfaces_take_sums(&o->sums, &scene->structures, &scene->contacts,
                        &scene->collisions);
  gm_series_take(&o->series);
  o->time = scene->time;
  return GM_OK;
}

gm_status gm_objects_history(gm_objects *o, bool *touched)
{
  GM_TRY(gm_series_write(&o->series));
  return gm_series_settle(&o->series, touched);
}

/* The table after table k that the result has, or null. */
static gm_transient *object_next_table(gm_objects *o, int *k)
{
  while (++*k < GM_OBJECTS_TABLES)
    if (o->table[*k].rows.file) return &o->table[*k].rows;
  return NULL;
}

gm_status gm_objects_append(gm_objects *o, bool *touched)
{
  gm_transient *t;
  for (int k = -1; (t = object_next_table(o, &k));) {
    GM_TRY(gm_transient_append(t));
    GM_TRY(gm_transient_settle(t, touched));
  }
  if (o->zones.kind) GM_TRY(gm_zone_frames_append(&o->zones));
  GM_TRY(gm_body_table_append(&o->bodies, touched));
  GM_TRY(append_object_poses(&o->poses));
  GM_TRY(gm_surfaces_append_sums(&o->sums));
  return gm_objects_history(o, touched);
}

/* Grains come last: readers take the number of frames from them. */
gm_status gm_objects_publish(gm_objects *o)
{
  gm_transient *t;
  for (int k = GM_OBJECTS_GRAINS; (t = object_next_table(o, &k));)
    GM_TRY(gm_transient_publish(t, o->time));
  GM_TRY(gm_body_table_publish(&o->bodies, o->time));
  GM_TRY(gm_hdf5_flush(o->file));
  gm_transient *grains = &o->table[GM_OBJECTS_GRAINS].rows;
  GM_TRY(gm_transient_publish(grains, o->time));
  for (int k = GM_OBJECTS_GRAINS; (t = object_next_table(o, &k));)
    GM_TRY(gm_transient_count(t));
  GM_TRY(gm_transient_count(grains));
  return gm_hdf5_flush(o->file);
}

void gm_objects_mark(gm_objects *o)
{
  gm_transient *t;
  for (int k = -1; (t = object_next_table(o, &k));)
    gm_transient_mark(t);
  gm_body_table_mark(&o->bodies);
  gm_series_mark(&o->series);
}
