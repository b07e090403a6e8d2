/* result/body_surfaces.c -- the surfaces of the copies of a mesh in a frame, in the world
 * frame.
 *
 * The file has each shape once, with its centre of mass at 0, and for each body a shape,
 * a scale, the centre of mass and an orientation: x = p + scale R y.
 */
#include "result/body_surfaces.h"

#include "base/memory.h"
#include "base/quat.h"
#include "file/schema.h"
#include "file/table.h"

#include <string.h>

enum { POINTS, OFFSETS, CORNERS, SHAPE, READ };

/* The polygons of all shapes. */
typedef struct shapes {
  int64_t n;
  gm_result_array in[READ];
  int64_t *first; /* [n + 1] of the cells of a shape in `cell` */
  int64_t *cell;  /* [cells] sorted by shape */
  int64_t *size;  /* [n, 3] points, cells, corners of a shape */
  int64_t *seen;  /* [points] 1 + the body, or shape, that was last to use it */
  int64_t *place; /* [points] number of the point of that body */
} shapes;

static void clear_body_surface_shapes(shapes *s)
{
  for (int k = 0; k < READ; ++k)
    gm_result_array_clear(&s->in[k]);
  GM_FREE(s->first);
  GM_FREE(s->cell);
  GM_FREE(s->size);
  GM_FREE(s->seen);
  GM_FREE(s->place);
}

static gm_status read_body_surface_shape_arrays(const gm_result *r, shapes *s)
{
  static const char *const path[READ] = {
      GM_GROUP_SHAPES "/" GM_VTK_POINTS,
      GM_GROUP_SHAPES "/" GM_VTK_POLYGONS "/" GM_VTK_OFFSETS,
      GM_GROUP_SHAPES "/" GM_VTK_POLYGONS "/" GM_VTK_CONNECTIVITY,
      GM_GROUP_SHAPES "/" GM_VTK_CELL_DATA "/" GM_NAME_SHAPE,
  };
  gm_result_array *in = s->in;
  for (int k = 0; k < READ; ++k)
    GM_TRY(gm_result_expect(r, path[k], k == POINTS, k == POINTS ? 3 : 1, 0, -1,
                            &in[k]));
  GM_TRY(
      gm_table_count_texts(r->file, GM_GROUP_NAMES "/" GM_NAME_SHAPES, &s->n));
  bool good = in[OFFSETS].n == in[SHAPE].n + 1 && in[OFFSETS].integer[0] == 0;
  for (int64_t k = 0; good && k < in[SHAPE].n; ++k) {
    const int64_t *offset = &in[OFFSETS].integer[k];
    good = in[SHAPE].integer[k] >= 0 && in[SHAPE].integer[k] < s->n &&
           offset[0] <= offset[1] && offset[1] <= in[CORNERS].n;
  }
  for (int64_t k = 0; good && k < in[CORNERS].n; ++k)
    good = in[CORNERS].integer[k] >= 0 && in[CORNERS].integer[k] < in[POINTS].n;
  if (good) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "the polygons in '%s' of '%s' refer to points or shapes that "
                 "do not exist; the file is damaged",
                 GM_GROUP_SHAPES, gm_hdf5_path(r->file));
}

/* Sort the cells by shape and count what each shape has. */
static gm_status sort_body_surface_shapes(shapes *s)
{
  const gm_result_array *in = s->in;
  GM_TRY(GM_RESIZE(s->first, 0, s->n + 2));
  GM_TRY(GM_RESIZE(s->cell, 0, in[SHAPE].n));
  GM_TRY(GM_RESIZE(s->size, 0, 3 * s->n));
  GM_TRY(GM_RESIZE(s->seen, 0, in[POINTS].n));
  GM_TRY(GM_RESIZE(s->place, 0, in[POINTS].n));
  for (int64_t k = 0; k < in[SHAPE].n; ++k)
    ++s->first[in[SHAPE].integer[k] + 2];
  for (int64_t q = 0; q < s->n; ++q)
    s->first[q + 2] += s->first[q + 1];
  for (int64_t k = 0; k < in[SHAPE].n; ++k)
    s->cell[s->first[in[SHAPE].integer[k] + 1]++] = k;
  for (int64_t q = 0; q < s->n; ++q) {
    for (int64_t i = s->first[q]; i < s->first[q + 1]; ++i) {
      const int64_t *offset = &in[OFFSETS].integer[s->cell[i]];
      for (int64_t c = offset[0]; c < offset[1]; ++c) {
        int64_t *seen = &s->seen[in[CORNERS].integer[c]];
        s->size[3 * q] += *seen != q + 1;
        *seen = q + 1;
      }
      s->size[3 * q + 2] += offset[1] - offset[0];
    }
    s->size[3 * q + 1] = s->first[q + 1] - s->first[q];
  }
  memset(s->seen, 0, (size_t)in[POINTS].n * sizeof *s->seen);
  return GM_OK;
}

/* The arrays of the bodies that place them; scale may be null. */
typedef struct poses {
  const gm_result_array *shape, *orientation, *scale;
} poses;

static gm_status find_body_surface_poses(const gm_result *r,
                                         const gm_result_rows *bodies,
                                         int64_t n_shapes, poses *at)
{
  *at = (poses){gm_result_find(bodies, GM_NAME_SHAPE),
                gm_result_find(bodies, GM_NAME_ORIENTATION),
                gm_result_find(bodies, GM_NAME_SCALE)};
  bool good = at->shape && !at->shape->real && at->shape->width == 1 &&
              at->orientation && at->orientation->real &&
              at->orientation->width == 4 &&
              (!at->scale || (at->scale->real && at->scale->width == 1));
  for (int64_t i = 0; good && i < bodies->n; ++i)
    good = at->shape->integer[i] >= 0 && at->shape->integer[i] < n_shapes;
  if (good) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "'%s' of '%s' lacks a shape or an orientation of its bodies, "
                 "or refers to shapes that do not exist; the file is damaged",
                 GM_GROUP_BODIES, gm_hdf5_path(r->file));
}

static gm_status reserve_body_surfaces(const shapes *s,
                                       const gm_result_rows *bodies,
                                       const poses *at, gm_world_surfaces *p)
{
  int64_t points = 0, cells = 0, corners = 0;
  for (int64_t i = 0; i < bodies->n; ++i) {
    const int64_t *size = &s->size[3 * at->shape->integer[i]];
    points += size[0];
    cells += size[1];
    corners += size[2];
  }
  GM_TRY(GM_RESIZE(p->points, 0, 3 * points));
  GM_TRY(GM_RESIZE(p->offset, 0, cells + 1));
  GM_TRY(GM_RESIZE(p->corners, 0, corners));
  for (int k = 0; k < bodies->n_arrays; ++k) {
    gm_result_array *out = &p->cells.array[p->cells.n_arrays++];
    *out = bodies->array[k];
    out->number = NULL;
    out->integer = NULL;
    out->n = cells;
    if (out->real) {
      GM_TRY(GM_RESIZE(out->number, 0, cells * out->width));
    } else {
      GM_TRY(GM_RESIZE(out->integer, 0, cells * out->width));
    }
  }
  return GM_OK;
}

/* Point y of a shape where body i has it. */
static void carry_body(const gm_result_rows *bodies, const poses *at, int64_t i,
                       const double *y, double *to)
{
  const double *x = bodies->points + 3 * i;
  const double *q = at->orientation->number + 4 * i;
  const double size = at->scale ? at->scale->number[i] : 1.0;
  const gm_vec3 turned =
      gm_quat_rotate((gm_quat){q[0], q[1], q[2], q[3]},
                     gm_vec(size * y[0], size * y[1], size * y[2]));
  to[0] = x[0] + turned.x;
  to[1] = x[1] + turned.y;
  to[2] = x[2] + turned.z;
}

static void copy_body_surface_row(const gm_result_array *from, int64_t row,
                                  gm_result_array *to, int64_t at)
{
  const int64_t w = from->width;
  if (from->real) {
    memcpy(to->number + at * w, from->number + row * w, (size_t)w * 8);
  } else {
    memcpy(to->integer + at * w, from->integer + row * w, (size_t)w * 8);
  }
}

static void place_body(shapes *s, const gm_result_rows *bodies, const poses *at,
                       int64_t i, gm_world_surfaces *p)
{
  const gm_result_array *in = s->in;
  const int64_t q = at->shape->integer[i];
  for (int64_t k = s->first[q]; k < s->first[q + 1]; ++k) {
    const int64_t *offset = &in[OFFSETS].integer[s->cell[k]];
    for (int64_t c = offset[0]; c < offset[1]; ++c) {
      const int64_t y = in[CORNERS].integer[c];
      if (s->seen[y] != i + 1) {
        s->seen[y] = i + 1;
        s->place[y] = p->n_points;
        carry_body(bodies, at, i, in[POINTS].number + 3 * y,
                   p->points + 3 * p->n_points++);
      }
      p->corners[p->n_corners++] = s->place[y];
    }
    for (int a = 0; a < bodies->n_arrays; ++a)
      copy_body_surface_row(&bodies->array[a], i, &p->cells.array[a],
                            p->cells.n);
    p->offset[++p->cells.n] = p->n_corners;
  }
}

gm_status gm_body_surfaces_read(const gm_result *r, int64_t frame,
                                gm_world_surfaces *p)
{
  gm_result_rows *bodies = NULL; /* large */
  shapes s = {0};
  poses at;
  *p = (gm_world_surfaces){0};
  if (!r->has[GM_RESULT_BODIES]) return GM_RESIZE(p->offset, 0, 1);
  GM_TRY(GM_RESIZE(bodies, 0, 1));
  gm_status status = gm_result_frame(r, GM_RESULT_BODIES, frame, bodies);
  if (status == GM_OK) status = read_body_surface_shape_arrays(r, &s);
  if (status == GM_OK) status = sort_body_surface_shapes(&s);
  if (status == GM_OK) status = find_body_surface_poses(r, bodies, s.n, &at);
  if (status == GM_OK) status = reserve_body_surfaces(&s, bodies, &at, p);
  for (int64_t i = 0; status == GM_OK && i < bodies->n; ++i)
    place_body(&s, bodies, &at, i, p);
  gm_result_rows_clear(bodies);
  GM_FREE(bodies);
  clear_body_surface_shapes(&s);
  return status;
}
