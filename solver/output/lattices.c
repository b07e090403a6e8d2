/* output/lattices.c -- writes the virtual particles as one static PolyData.
 *
 * A virtual particle is a sample of the signed distance field of a patch, on the points
 * of a sampling grid near its surface.  The solver stores the samples in a compact form;
 * here they are expanded to places, distances and normals, column by column to save
 * memory.
 */
#include "output/lattices.h"

#include "base/memory.h"
#include "file/schema.h"
#include "file/table.h"
#include "sdf/sites.h"

#include <stdio.h>

/* The sampling grid of one patch. */
typedef struct part {
  const gm_lattice *lattice;
  int32_t structure, patch, material;
  const gm_property *friction; /* or null */
} part;

/* The virtual particles of all patches. */
typedef struct list {
  gm_index n_parts;
  part *parts;    /* [n_parts] */
  int64_t n;      /* sites     */
  gm_vec3 *place; /* [n] m     */
  gm_site *site;  /* [n]       */
} list;

static gm_status collect_parts(const gm_structures *structures, list *all)
{
  for (gm_index i = 0; i < structures->named; ++i) {
    const gm_structure *s = &structures->row[i];
    for (int p = 0; p < s->shape.n; ++p) {
      const gm_patch *patch = gm_shape_patch(&s->shape, p);
      if (patch->kind != GM_PATCH_SITES) continue;
      GM_TRY(GM_RESIZE(all->parts, all->n_parts, all->n_parts + 1));
      all->parts[all->n_parts++] =
          (part){patch->sites, i, p, gm_structures_material(s, p), s->friction};
      all->n += (int64_t)gm_lattice_sites(patch->sites);
    }
  }
  return GM_OK;
}

static gm_status collect(const gm_structures *structures, list *all)
{
  GM_TRY(collect_parts(structures, all));
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

static void clear(list *all)
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
  PROPERTY,
  COLUMNS
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
    [PROPERTY] = {GM_NAME_PROPERTY, "1", 1, true},
};

static void fill_real(int column, const part *p, const gm_site *site, size_t n,
                      double *out)
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
static void fill_property(const part *p, const gm_vec3 *place,
                          const gm_site *site, size_t n, double *out)
{
  for (size_t s = 0; s < n; ++s) {
    const gm_vec3 normal = {(double)site[s].normal[0],
                            (double)site[s].normal[1],
                            (double)site[s].normal[2]};
    const double d = gm_lattice_distance(p->lattice, &site[s]);
    const gm_vec3 foot = gm_madd(place[s], -d, normal);
    out[s] = p->friction ? gm_property_table(p->friction, foot) : 1.0;
  }
}

static void fill_integers(int column, const part *p, size_t n, int32_t *out)
{
  const int32_t value = column == STRUCTURE ? p->structure
                        : column == PATCH   ? p->patch
                                            : p->material;
  for (size_t s = 0; s < n; ++s)
    out[s] = value;
}

/* row: room for three numbers for each virtual particle. */
static gm_status put_column(const gm_table_parts *to, const list *all,
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
    if (column == PROPERTY) {
      fill_property(p, all->place + from, all->site + from, n, row + from);
    } else if (real) {
      fill_real(column, p, all->site + from, n, row + from * (size_t)width);
    } else {
      fill_integers(column, p, n, (int32_t *)(void *)row + from);
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

/* The property is written only if some structure has one. */
static bool is_put(const list *all, int column)
{
  bool any = column != PROPERTY;
  for (gm_index k = 0; k < all->n_parts; ++k)
    any |= all->parts[k].friction != NULL;
  return any;
}

static gm_status put_columns(const gm_table_parts *to, list *all, bool single)
{
  double *row = NULL;
  if (!is_put(all, PROPERTY)) GM_FREE(all->place); /* needed no more */
  gm_status status = GM_RESIZE(row, 0, 3 * all->n);
  for (int c = 0; status == GM_OK && c < COLUMNS; ++c)
    if (is_put(all, c)) status = put_column(to, all, c, single, row);
  GM_FREE(row);
  return status;
}

static gm_status put_places(const gm_table_parts *to, const list *all,
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

double gm_lattices_memory(const gm_structures *structures)
{
  /* Place, sample and number; with a property, places stay beside rows of a normal. */
  static const double each = sizeof(gm_vec3) + sizeof(gm_site) + 8.0;
  double sites = 0.0, more = 0.0;
  for (gm_index i = 0; i < structures->named; ++i) {
    const gm_shape *shape = &structures->row[i].shape;
    if (structures->row[i].friction) more = sizeof(gm_vec3) - 8.0;
    for (int p = 0; p < shape->n; ++p) {
      const gm_patch *patch = gm_shape_patch(shape, p);
      if (patch->kind == GM_PATCH_SITES)
        sites += (double)gm_lattice_sites(patch->sites);
    }
  }
  return (each + more) * sites;
}

gm_status gm_lattices_put(gm_hdf5_file *file, const gm_scene *scene,
                          bool without, bool single, int deflate)
{
  const gm_table_parts to = {file, GM_GROUP_SITES, deflate};
  list all = {0};
  gm_status status = without ? GM_OK : collect(&scene->structures, &all);
  if (status == GM_OK) status = put_places(&to, &all, single);
  if (status == GM_OK) status = put_columns(&to, &all, single);
  clear(&all);
  return status;
}
