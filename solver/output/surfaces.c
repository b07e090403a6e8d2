/* output/surfaces.c -- writes the surfaces of the structures as one static PolyData.
 *
 * Surfaces are written once, in body frames; the reader moves them by the poses of each
 * frame.  Planes are infinite and must be cut for display: at the domain, or at a box
 * around everything else.
 */
#include "output/surfaces.h"

#include "base/math.h"
#include "base/memory.h"
#include "body/tessellate.h"
#include "file/schema.h"
#include "file/table.h"

#include <stdio.h>
#include <string.h>

/* What contacts did to surfaces, frame by frame.
 *
 * A frame of these arrays is one row of the file, since the surfaces never change; a
 * chunk holds exactly one frame, so that a compressed chunk is never rewritten. */

/* In the order of value(). */
static const struct {
  const char *name, *units;
  int width;
} sum_table[GM_SURFACE_SUMS_COLUMNS] = {
    {GM_NAME_IMPULSE, "N s", 3},
    {GM_NAME_NORMAL_IMPULSE, "N s", 1},
    {GM_NAME_NORMAL_WORK, "J", 1},
    {GM_NAME_SLIDING_WORK, "J", 1},
    {GM_NAME_LOAD_WAY, "N m", 1},
    {GM_NAME_CONTACT_TIME, "s", 1},
    {GM_NAME_IMPACTS, "1", 1},
    {GM_NAME_IMPACT_ENERGY, "J", 1},
    {GM_NAME_WORN_FINNIE, "m3", 1},
    {GM_NAME_WORN_ARCHARD, "m3", 1},
    {GM_NAME_IMPACT_SPECTRUM, "1", GM_CONTACT_SUMS_DECADES},
};

/* Number i of a cell in array k, in the order of `sum_table`. */
static double surface_cell_value(const gm_surface_sum *s, int k, int i)
{
  const gm_contact_sum *t = &s->tally;
  if (k == 0) return t->push[i];
  if (k == 1) return t->push[3];
  if (k < 6) return t->work[k - 2];
  return k < 10 ? t->hits[k - 6] : (double)s->spectrum[i];
}

static gm_status make_surface_array(gm_hdf5_file *file,
                                    const gm_surface_sums_form *f, int k,
                                    gm_surface_sums *s)
{
  char path[GM_HDF5_NAME];
  const int width = sum_table[k].width;
  snprintf(path, sizeof path, "%s/%s", GM_GROUP_SUMS, sum_table[k].name);
  const gm_table_form form = {.type =
                                  f->single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE,
                              .rank = width > 1 ? 2 : 1,
                              .size = {s->cells.n, width},
                              .chunk = 1, /* a chunk never grows */
                              .deflate = f->deflate,
                              .units = sum_table[k].units};
  GM_TRY(GM_RESIZE(s->row[k], 0, width * s->cells.n));
  return gm_table_make(file, path, &form, &s->array[k]);
}

/* the last two: on structures */
enum { BY_ENERGY, BY_SPEED, ON_ENERGY, ON_SPEED };

static const char *const impact[] = {
    GM_NAME_GRAINS_BY_ENERGY, GM_NAME_GRAINS_BY_SPEED,
    GM_NAME_STRUCTURES_BY_ENERGY, GM_NAME_STRUCTURES_BY_SPEED};

static int surface_bins(int k)
{
  return k == BY_ENERGY || k == ON_ENERGY ? GM_COLLISIONS_ENERGIES
                                          : GM_COLLISIONS_SPEEDS;
}

/* Write the lower ends of n bins of a quarter of a decade each. */
static gm_status put_surface_ends(gm_hdf5_file *file, const char *name,
                                  int first, int n, const char *units)
{
  const gm_table_parts to = {.file = file, .group = GM_GROUP_COLLISIONS};
  double at[GM_COLLISIONS_ENERGIES];
  for (int k = 0; k < n; ++k)
    at[k] = gm_math_pow(10.0, first + 0.25 * k);
  return gm_table_put_part(&to, name, GM_TABLE_DOUBLE, GM_TABLE_DOUBLE, 1,
                           units, n, at);
}

/* The pairs of materials and the bins of their impacts. */
static gm_status put_surface_bins(gm_hdf5_file *file, const gm_collisions *c)
{
  const gm_table_parts to = {.file = file, .group = GM_GROUP_COLLISIONS};
  GM_TRY(gm_table_put_part(&to, GM_NAME_BETWEEN, GM_TABLE_INT32, GM_TABLE_INT32,
                           2, "1", c->n, c->between));
  GM_TRY(put_surface_ends(file, GM_NAME_ENERGIES, GM_COLLISIONS_ENERGY,
                          GM_COLLISIONS_ENERGIES, "J"));
  return put_surface_ends(file, GM_NAME_SPEEDS, GM_COLLISIONS_SPEED,
                          GM_COLLISIONS_SPEEDS, "m/s");
}

static gm_status make_surface_collisions(gm_hdf5_file *file,
                                         int64_t frame_chunk,
                                         const gm_collisions *c,
                                         gm_surface_sums *s)
{
  char path[GM_HDF5_NAME];
  s->pairs = c->n;
  if (!c->n) return GM_OK;
  GM_TRY(gm_hdf5_group(file, GM_GROUP_COLLISIONS));
  if (!gm_hdf5_is_continued(file)) GM_TRY(put_surface_bins(file, c));
  for (int k = 0; k < 4; ++k) {
    snprintf(path, sizeof path, "%s/%s", GM_GROUP_COLLISIONS, impact[k]);
    const gm_table_form form = {.type = GM_TABLE_INT64,
                                .rank = 2,
                                .size = {c->n, surface_bins(k)},
                                .chunk = frame_chunk,
                                .units = "1"};
    GM_TRY(GM_RESIZE(s->count[k], 0, (size_t)c->n * (size_t)surface_bins(k)));
    GM_TRY(gm_table_make(file, path, &form, &s->impact[k]));
  }
  return GM_OK;
}

gm_status gm_surfaces_make_sums(gm_hdf5_file *file,
                                const gm_surface_sums_form *form,
                                const gm_structures *structures,
                                const gm_collisions *collisions,
                                gm_surface_cells *cells, gm_surface_sums *s)
{
  *s = (gm_surface_sums){.cells = *cells};
  *cells = (gm_surface_cells){0};
  GM_TRY(make_surface_collisions(file, form->frame_chunk, collisions, s));
  if (!gm_structures_have_sums(structures)) return GM_OK;
  gm_index places = 0;
  GM_TRY(GM_RESIZE(s->first, 0, structures->named));
  for (gm_index k = 0; k < structures->named; ++k) {
    s->first[k] = places;
    places += structures->row[k].sums.n;
  }
  GM_TRY(GM_RESIZE(s->sum, 0, places));
  GM_TRY(gm_hdf5_group(file, GM_GROUP_SUMS));
  s->n = GM_SURFACE_SUMS_COLUMNS - !form->full;
  for (int k = 0; k < s->n; ++k)
    GM_TRY(make_surface_array(file, form, k, s));
  return GM_OK;
}

static void take_surface_collisions(gm_surface_sums *s, const gm_collisions *c)
{
  for (int k = 0; k < 4; ++k) {
    const gm_collisions_row *row = k < ON_ENERGY ? c->grains : c->structures;
    const int bins = surface_bins(k);
    for (gm_index p = 0; p < s->pairs; ++p) {
      const gm_id *from =
          k == BY_ENERGY || k == ON_ENERGY ? row[p].energy : row[p].speed;
      for (int q = 0; q < bins; ++q)
        s->count[k][p * bins + q] = from[q];
    }
  }
}

void gm_surfaces_take_sums(gm_surface_sums *s, const gm_structures *structures,
                           const gm_contacts *list,
                           const gm_collisions *collisions)
{
  static const gm_surface_sum none;
  take_surface_collisions(s, collisions);
  if (!s->n) return;
  gm_measure_place_sums(structures, list, s->first, s->sum);
  for (int64_t c = 0; c < s->cells.n; ++c) {
    const gm_index body = s->cells.structure[c];
    const gm_surface_sum *sum =
        structures->row[body].sums.n
            ? &s->sum[s->first[body] + s->cells.place[c]]
            : &none;
    for (int k = 0; k < s->n; ++k)
      for (int i = 0; i < sum_table[k].width; ++i)
        s->row[k][c * sum_table[k].width + i] =
            s->cells.share[c] * surface_cell_value(sum, k, i);
  }
}

gm_status gm_surfaces_append_sums(gm_surface_sums *s)
{
  for (int k = 0; k < s->n; ++k)
    GM_TRY(gm_table_append(&s->array[k], GM_TABLE_DOUBLE, 1, s->row[k]));
  for (int k = 0; k < 4 && s->pairs; ++k)
    GM_TRY(gm_table_append(&s->impact[k], GM_TABLE_INT64, 1, s->count[k]));
  return GM_OK;
}

void gm_surfaces_clear_sums(gm_surface_sums *s)
{
  for (int k = 0; k < GM_SURFACE_SUMS_COLUMNS; ++k)
    GM_FREE(s->row[k]);
  for (int k = 0; k < 4; ++k)
    GM_FREE(s->count[k]);
  GM_FREE(s->sum);
  GM_FREE(s->first);
  gm_surfaces_clear_cells(&s->cells);
}

void gm_surfaces_clear_cells(gm_surface_cells *cells)
{
  GM_FREE(cells->structure);
  GM_FREE(cells->place);
  GM_FREE(cells->share);
  *cells = (gm_surface_cells){0};
}

typedef struct box {
  gm_vec3 min, max;
} box;

static const box nothing = {{INFINITY, INFINITY, INFINITY},
                            {-INFINITY, -INFINITY, -INFINITY}};

static void include_surface_sphere(box *b, gm_vec3 x, double r)
{
  b->min = gm_least(b->min, gm_sub(x, gm_vec(r, r, r)));
  b->max = gm_most(b->max, gm_add(x, gm_vec(r, r, r)));
}

static gm_vec3 surface_box_corner(const box *b, int k)
{
  return gm_vec(k & 1 ? b->max.x : b->min.x, k & 2 ? b->max.y : b->min.y,
                k & 4 ? b->max.z : b->min.z);
}

static bool is_surface_bounded(const box *b)
{
  return isfinite(gm_norm2(b->min)) && isfinite(gm_norm2(b->max));
}

/* Include the projections of the corners of the box on the plane of a structure. */
static void include_surface_feet(box *b, const gm_structure *s)
{
  const box from = *b;
  const gm_patch *plane = gm_shape_patch(&s->shape, 0);
  const gm_vec3 point = gm_pose_to_world(&s->pose, plane->point);
  const gm_vec3 normal = gm_quat_rotate(s->pose.orientation, plane->normal);
  for (int k = 0; k < 8; ++k) {
    const gm_vec3 x = surface_box_corner(&from, k);
    const double d = gm_dot(gm_sub(x, point), normal);
    include_surface_sphere(b, gm_madd(x, -d, normal), 0.0);
  }
}

/* Coordinate of a face of the domain, or of the bounding box where the domain is open. */
static double surface_domain_side(double of_domain, double of_things,
                                  double margin)
{
  return isfinite(of_domain) ? of_domain : of_things + margin;
}

/* The box in the world frame at which planes are cut.  Open: not at the domain, so that
 * every plane has a polygon. */
static box surface_cutting_box(const gm_scene *scene, bool open)
{
  const gm_structures *all = &scene->structures;
  box b = nothing;
  for (gm_index i = 0; i < scene->grains.n; ++i) {
    const gm_row4 x = scene->grains.g[i].x;
    include_surface_sphere(&b, gm_row_vec(x), x[3]);
  }
  for (gm_index i = 0; i < all->n; ++i) {
    const gm_structure *s = &all->row[i];
    const box body = {s->shape.min, s->shape.max};
    if (!is_surface_bounded(&body) || (s->kind >= 0 && !s->present)) continue;
    for (int k = 0; k < 8; ++k)
      include_surface_sphere(
          &b, gm_structures_to_world(s, surface_box_corner(&body, k)), 0.0);
  }
  if (!is_surface_bounded(&b))
    b = (box){gm_vec(-0.5, -0.5, -0.5), gm_vec(0.5, 0.5, 0.5)};
  for (gm_index i = 0; i < all->n; ++i) {
    if (!gm_structures_bounded(&all->row[i]))
      include_surface_feet(&b, &all->row[i]);
  }
  const gm_vec3 size = gm_sub(b.max, b.min);
  const double margin = 0.1 * fmax(size.x, fmax(size.y, size.z));
  const gm_vec3 far = gm_vec(margin, margin, margin);
  if (open) return (box){gm_sub(b.min, far), gm_add(b.max, far)};
  const gm_domain *d = &scene->domain;
  return (box){{surface_domain_side(d->min.x, b.min.x, -margin),
                surface_domain_side(d->min.y, b.min.y, -margin),
                surface_domain_side(d->min.z, b.min.z, -margin)},
               {surface_domain_side(d->max.x, b.max.x, margin),
                surface_domain_side(d->max.y, b.max.y, margin),
                surface_domain_side(d->max.z, b.max.z, margin)}};
}

enum { SUMS = 4 };
static const char *const sums[SUMS] = {GM_NAME_QUERIES, GM_NAME_MISSING,
                                       GM_NAME_EXACT, GM_NAME_UNSERVED};

/* The polygons of all structures, with the structure, patch and material of each. */
typedef struct surface {
  int64_t n_points, n, n_corners;
  gm_vec3 *point;
  int64_t *corner, *offset; /* [n_corners], [n + 1] */
  int32_t *structure, *patch, *material;
  double *error, *missing, *exact; /* from the audit; null: no audit */
  int32_t *answered;
  /* [structures] sums of the audit, in the order of the table `sums` */
  int64_t *sum[SUMS];
  char *remedy;                  /* [structures][GM_COVERAGE_REMEDY] */
  char doubt[GM_COVERAGE_DOUBT]; /* the first error of the audit, or "" */
} surface;

enum { POSITIONS = 10000 }; /* tested by the audit on each mesh */

static gm_status add_structure_surface(surface *all, const gm_polygons *one,
                                       const gm_structure *s,
                                       gm_index structure)
{
  GM_TRY(GM_RESIZE(all->point, all->n_points, all->n_points + one->n_points));
  GM_TRY(
      GM_RESIZE(all->corner, all->n_corners, all->n_corners + one->n_corners));
  GM_TRY(GM_RESIZE(all->offset, all->n + 1, all->n + one->n + 1));
  GM_TRY(GM_RESIZE(all->structure, all->n, all->n + one->n));
  GM_TRY(GM_RESIZE(all->patch, all->n, all->n + one->n));
  GM_TRY(GM_RESIZE(all->material, all->n, all->n + one->n));
  for (gm_index k = 0; k < one->n; ++k) {
    const int64_t row = all->n + k;
    all->offset[row + 1] = all->n_corners + one->start[k + 1];
    all->structure[row] = structure;
    all->patch[row] = one->patch[k];
    all->material[row] = gm_structures_material(s, one->patch[k]);
  }
  for (gm_index k = 0; k < one->n_corners; ++k) {
    all->corner[all->n_corners + k] = all->n_points + one->corner[k];
  }
  if (one->n_points > 0) {
    memcpy(all->point + all->n_points, one->points,
           (size_t)one->n_points * sizeof *one->points);
  }
  all->n_points += one->n_points;
  all->n_corners += one->n_corners;
  all->n += one->n;
  return GM_OK;
}

static double surface_color_part(uint32_t n, uint32_t of)
{
  return of > 0 ? (double)n / of : 0.0;
}

/* What returns the distance over a triangle.  The worst case counts, except that exact
 * triangles must serve more than half of the queries. */
static gm_index surface_answered_by(const gm_coverage_row *row)
{
  if (row->queries == 0) return GM_ANSWERED_NONE;
  if (row->unserved > 0) return GM_ANSWERED_NOBODY;
  if (row->missing > 0) return GM_ANSWERED_MISSING;
  return 2 * row->exact > row->queries ? GM_ANSWERED_ERROR : GM_ANSWERED_SITES;
}

static void keep_surface_sums(surface *all, const gm_structure *s,
                              gm_index structure, const gm_coverage_row *row)
{
  const int64_t sum[SUMS] = {row->queries, row->missing, row->exact,
                             row->unserved};
  for (int k = 0; k < SUMS; ++k)
    all->sum[k][structure] = sum[k];
  gm_coverage_remedy(&s->collider->options,
                     &all->remedy[structure * GM_COVERAGE_REMEDY]);
}

/* Audit a structure whose polygons begin at row `first`. */
static gm_status look_of_surface(surface *all, const gm_structure *s,
                                 gm_index structure, int64_t first)
{
  GM_TRY(GM_RESIZE(all->error, first, all->n));
  GM_TRY(GM_RESIZE(all->missing, first, all->n));
  GM_TRY(GM_RESIZE(all->exact, first, all->n));
  GM_TRY(GM_RESIZE(all->answered, first, all->n)); /* 0: primitive */
  if (!s->collider) return GM_OK;
  gm_coverage c;
  gm_coverage_init(&c);
  GM_TRY(gm_coverage_find(s, POSITIONS, 0, &c));
  for (gm_index t = 0; t < c.n; ++t) {
    const gm_coverage_row *row = &c.row[t];
    all->error[first + t] = row->error;
    all->missing[first + t] = surface_color_part(row->missing, row->queries);
    all->exact[first + t] = surface_color_part(row->exact, row->queries);
    all->answered[first + t] = surface_answered_by(row);
  }
  keep_surface_sums(all, s, structure, &c.all);
  if (!*all->doubt) gm_coverage_doubt(s, &c.all, all->doubt);
  gm_coverage_clear(&c);
  return GM_OK;
}

static bool has_surface_mesh(const gm_structures *all)
{
  for (gm_index k = 0; k < all->n; ++k)
    if (all->row[k].collider) return true;
  return false;
}

static gm_status collect_surfaces(const gm_scene *scene, bool audit, bool open,
                                  surface *all)
{
  const box world = surface_cutting_box(scene, open);
  GM_TRY(GM_RESIZE(all->offset, 0, 1));
  const gm_index n = scene->structures.named;
  for (int k = 0; k < SUMS && audit; ++k)
    GM_TRY(GM_RESIZE(all->sum[k], 0, n));
  if (audit) GM_TRY(GM_RESIZE(all->remedy, 0, n * GM_COVERAGE_REMEDY));
  for (gm_index i = 0; i < scene->structures.named; ++i) {
    const gm_structure *s = &scene->structures.row[i];
    box body = nothing;
    for (int k = 0; k < 8; ++k) {
      include_surface_sphere(
          &body, gm_pose_to_body(&s->pose, surface_box_corner(&world, k)), 0.0);
    }
    const int64_t first = all->n;
    gm_polygons one;
    gm_status status = gm_tessellate_shape(&s->shape, body.min, body.max, &one);
    if (status == GM_OK) status = add_structure_surface(all, &one, s, i);
    gm_tessellate_clear(&one);
    if (status == GM_OK && audit) status = look_of_surface(all, s, i, first);
    GM_TRY(status);
  }
  return GM_OK;
}

static gm_status put_surface_audit(const gm_table_parts *to, bool single,
                                   const surface *all)
{
  const gm_table_type file = single ? GM_TABLE_FLOAT : GM_TABLE_DOUBLE;
  GM_TRY(gm_table_put_part(to, GM_VTK_CELL_DATA "/" GM_NAME_AUDIT_ERROR, file,
                           GM_TABLE_DOUBLE, 1, "m", all->n, all->error));
  GM_TRY(gm_table_put_part(to, GM_VTK_CELL_DATA "/" GM_NAME_AUDIT_MISSING, file,
                           GM_TABLE_DOUBLE, 1, "1", all->n, all->missing));
  GM_TRY(gm_table_put_part(to, GM_VTK_CELL_DATA "/" GM_NAME_AUDIT_EXACT, file,
                           GM_TABLE_DOUBLE, 1, "1", all->n, all->exact));
  return gm_table_put_part(to, GM_VTK_CELL_DATA "/" GM_NAME_AUDIT_ANSWERED,
                           GM_TABLE_INT32, GM_TABLE_INT32, 1, "1", all->n,
                           all->answered);
}

static gm_status put_surface_sums(gm_hdf5_file *file, const surface *all,
                                  gm_index n)
{
  const gm_table_parts to = {.file = file, .group = GM_GROUP_AUDIT};
  const gm_table_type type = GM_TABLE_INT64;
  GM_TRY(gm_hdf5_group(file, GM_GROUP_AUDIT));
  for (int k = 0; k < SUMS; ++k)
    GM_TRY(gm_table_put_part(&to, sums[k], type, type, 1, "1", n, all->sum[k]));
  return gm_table_put_texts(file, GM_GROUP_AUDIT "/" GM_NAME_REMEDY, n,
                            GM_COVERAGE_REMEDY, all->remedy);
}

static gm_status put_surface(gm_hdf5_file *file, const surface *all,
                             bool single)
{
  const gm_table_parts to = {.file = file, .group = GM_GROUP_STRUCTURES};
  const gm_table_type type = GM_TABLE_INT32;
  GM_TRY(gm_table_put_polydata(&to, single,
                               &(gm_polydata){.n_points = all->n_points,
                                              .points = all->point,
                                              .kind = GM_POLYDATA_POLYGONS,
                                              .n = all->n,
                                              .n_corners = all->n_corners,
                                              .offset = all->offset,
                                              .corner = all->corner}));
  GM_TRY(gm_table_put_part(&to, GM_VTK_CELL_DATA "/" GM_NAME_STRUCTURE_ID, type,
                           type, 1, "1", all->n, all->structure));
  GM_TRY(gm_table_put_part(&to, GM_VTK_CELL_DATA "/" GM_NAME_PATCH, type, type,
                           1, "1", all->n, all->patch));
  GM_TRY(gm_table_put_part(&to, GM_VTK_CELL_DATA "/" GM_NAME_MATERIAL, type,
                           type, 1, "1", all->n, all->material));
  return all->error ? put_surface_audit(&to, single, all) : GM_OK;
}

static double surface_cell_area(const surface *all, int64_t cell)
{
  const int64_t *corner = &all->corner[all->offset[cell]];
  const int64_t n = all->offset[cell + 1] - all->offset[cell];
  gm_vec3 sum = {0.0, 0.0, 0.0};
  for (int64_t k = 1; k + 1 < n; ++k) {
    const gm_vec3 a = all->point[corner[0]];
    sum = gm_add(sum, gm_cross(gm_sub(all->point[corner[k]], a),
                               gm_sub(all->point[corner[k + 1]], a)));
  }
  return 0.5 * gm_norm(sum);
}

/* Cells [first, end) belong to a primitive: each shows the fraction of its patch that
 * corresponds to its area. */
static void share_surface_patches(const surface *all, int64_t first,
                                  int64_t end, gm_surface_cells *cells)
{
  double area[GM_SHAPE_SIDES] = {0};
  for (int64_t c = first; c < end; ++c)
    area[all->patch[c]] += surface_cell_area(all, c);
  for (int64_t c = first; c < end; ++c) {
    const double of = area[all->patch[c]];
    cells->place[c] = all->patch[c];
    cells->share[c] = of > 0.0 ? surface_cell_area(all, c) / of : 0.0;
  }
}

static gm_status find_surface_cells(const gm_structures *structures,
                                    const surface *all, gm_surface_cells *cells)
{
  GM_TRY(GM_RESIZE(cells->structure, 0, all->n));
  GM_TRY(GM_RESIZE(cells->place, 0, all->n));
  GM_TRY(GM_RESIZE(cells->share, 0, all->n));
  cells->n = all->n;
  for (int64_t first = 0, end; first < all->n; first = end) {
    const int32_t owner = all->structure[first];
    for (end = first; end < all->n && all->structure[end] == owner; ++end) {
      cells->structure[end] = owner;
      cells->place[end] = (gm_index)(end - first); /* a triangle */
      cells->share[end] = 1.0;
    }
    if (!structures->row[owner].collider)
      share_surface_patches(all, first, end, cells);
  }
  return GM_OK;
}

/* Corners as the file has them: shares of the cells must be those of a run that goes on.
 */
static void round_surface_corners(const surface *all)
{
  for (int64_t k = 0; k < all->n_points; ++k) {
    const gm_vec3 x = all->point[k];
    all->point[k] =
        gm_vec((double)(float)x.x, (double)(float)x.y, (double)(float)x.z);
  }
}

/* All rows of a table, each of `width` numbers of `bytes` bytes. */
static gm_status read_surface_whole(gm_hdf5_file *file, const char *name,
                                    gm_table_kind kind, int64_t width,
                                    gm_table_type memory, size_t bytes,
                                    void **values, int64_t *rows)
{
  gm_table table;
  GM_TRY(gm_table_expect(file, name, kind, width, &table));
  *rows = table.rows;
  gm_status status = gm_table_test(&table, 0, *rows);
  if (status == GM_OK)
    status =
        gm_memory_resize(values, 0, (size_t)(*rows + 1), bytes * (size_t)width);
  if (status == GM_OK)
    status = gm_table_read(&table, memory, 0, *rows, *values);
  gm_table_close(&table);
  return status;
}

/* Leaves the cells that the file has.  Only planes may lack there: those that no polygon
 * showed when they were cut.  False: the cells are others. */
static bool match_surfaces(const gm_structures *structures, surface *all,
                           const int32_t *structure, const int32_t *patch,
                           int64_t n)
{
  int64_t k = 0;
  for (int64_t c = 0; c < all->n; ++c) {
    if (k < n && structure[k] == all->structure[c] &&
        patch[k] == all->patch[c]) {
      all->structure[k] = structure[k];
      all->patch[k] = patch[k];
      ++k;
    } else if (gm_structures_bounded(&structures->row[all->structure[c]]))
      return false;
  }
  all->n = k;
  return k == n;
}

/* The polygons of the file in place of those of now: planes may have moved since they
 * were cut, and so may the grains around which they were. */
static gm_status read_surface_polygons(gm_hdf5_file *file, surface *all)
{
  int64_t points = 0, corners = 0, offsets = 0;
  GM_FREE(all->point);
  GM_FREE(all->corner);
  GM_FREE(all->offset);
  GM_TRY(read_surface_whole(file, GM_GROUP_STRUCTURES "/" GM_VTK_POINTS,
                            GM_TABLE_REALS, 3, GM_TABLE_DOUBLE, sizeof(double),
                            (void **)&all->point, &points));
  GM_TRY(read_surface_whole(
      file, GM_GROUP_STRUCTURES "/" GM_VTK_POLYGONS "/" GM_VTK_CONNECTIVITY,
      GM_TABLE_INTEGERS, 1, GM_TABLE_INT64, sizeof(int64_t),
      (void **)&all->corner, &corners));
  GM_TRY(read_surface_whole(
      file, GM_GROUP_STRUCTURES "/" GM_VTK_POLYGONS "/" GM_VTK_OFFSETS,
      GM_TABLE_INTEGERS, 1, GM_TABLE_INT64, sizeof(int64_t),
      (void **)&all->offset, &offsets));
  bool sound = offsets == all->n + 1 && all->offset[0] == 0 &&
               all->offset[all->n] == corners;
  for (int64_t k = 0; sound && k < all->n; ++k)
    sound = all->offset[k] <= all->offset[k + 1];
  for (int64_t k = 0; sound && k < corners; ++k)
    sound = all->corner[k] >= 0 && all->corner[k] < points;
  all->n_points = points;
  all->n_corners = corners;
  if (sound) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "the polygons of '%s' have corners that it lacks; the file is "
                 "damaged: granum repair",
                 gm_hdf5_path(file));
}

/* Test that the file has the surfaces of this scene, and take its polygons. */
static gm_status compare_surfaces(gm_hdf5_file *file,
                                  const gm_structures *structures, surface *all)
{
  const char *names[2] = {
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" GM_NAME_STRUCTURE_ID,
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" GM_NAME_PATCH};
  int32_t *found[2] = {NULL, NULL};
  int64_t rows[2] = {0, 0};
  gm_status status = GM_OK;
  for (int k = 0; k < 2 && status == GM_OK; ++k)
    status =
        read_surface_whole(file, names[k], GM_TABLE_INTEGERS, 1, GM_TABLE_INT32,
                           sizeof(int32_t), (void **)&found[k], &rows[k]);
  const bool same =
      status == GM_OK && rows[0] == rows[1] &&
      match_surfaces(structures, all, found[0], found[1], rows[0]);
  GM_FREE(found[0]);
  GM_FREE(found[1]);
  if (status != GM_OK) return status;
  if (same) return read_surface_polygons(file, all);
  return gm_fail(GM_ERR_INPUT,
                 "the surfaces in '%s' differ from those of this scene, which "
                 "cannot continue the result",
                 gm_hdf5_path(file));
}

gm_status gm_surfaces_put(gm_hdf5_file *file, const gm_scene *scene, bool audit,
                          bool single, gm_surface_cells *cells)
{
  *cells = (gm_surface_cells){0};
  surface all = {0};
  const bool continued = gm_hdf5_is_continued(file);
  audit = audit && !continued && has_surface_mesh(&scene->structures);
  gm_status status = collect_surfaces(scene, audit, continued, &all);
  if (status == GM_OK && single) round_surface_corners(&all);
  if (status == GM_OK)
    status = continued ? compare_surfaces(file, &scene->structures, &all)
                       : put_surface(file, &all, single);
  if (status == GM_OK && audit)
    status = put_surface_sums(file, &all, scene->structures.named);
  if (status == GM_OK)
    status = find_surface_cells(&scene->structures, &all, cells);
  memcpy(cells->doubt, all.doubt, sizeof all.doubt);
  GM_FREE(all.point);
  GM_FREE(all.corner);
  GM_FREE(all.offset);
  GM_FREE(all.structure);
  GM_FREE(all.patch);
  GM_FREE(all.material);
  GM_FREE(all.error);
  GM_FREE(all.missing);
  GM_FREE(all.exact);
  GM_FREE(all.answered);
  GM_FREE(all.remedy);
  for (int k = 0; k < SUMS; ++k)
    GM_FREE(all.sum[k]);
  return status;
}
