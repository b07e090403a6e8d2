/* result/world_surfaces.c -- the surfaces of the structures present in a frame, in the
 * world frame.
 *
 * The file has each surface once, in the body frame, and the poses of every frame.
 * Polygons of absent structures are omitted, and with them the points that no other
 * polygon uses.
 */
#include "result/world_surfaces.h"

#include "base/memory.h"
#include "base/quat.h"
#include "file/door.h"
#include "file/schema.h"

enum {
  POINTS,
  OFFSETS,
  CORNERS,
  OWNER,
  PATCH,
  MATERIAL,
  AT,
  TURN,
  PRESENT,
  READ,
  SUMS = 16 /* at most */
};

/* Data of the structures at one frame. */
typedef struct surfaces {
  const gm_result *result;
  int64_t frame;
  gm_result_array in[READ];
  int n_sums;
  gm_result_array sum[SUMS]; /* what contacts did to the cells */
} surfaces;

static gm_status read_surfaces(const gm_result *r, int64_t frame,
                               gm_result_array *a)
{
  static const char *const path[READ] = {
      GM_GROUP_STRUCTURES "/" GM_VTK_POINTS,
      GM_GROUP_STRUCTURES "/" GM_VTK_POLYGONS "/" GM_VTK_OFFSETS,
      GM_GROUP_STRUCTURES "/" GM_VTK_POLYGONS "/" GM_VTK_CONNECTIVITY,
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" GM_NAME_STRUCTURE_ID,
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" GM_NAME_PATCH,
      GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA "/" GM_NAME_MATERIAL,
      GM_GROUP_POSES "/" GM_NAME_POSITION,
      GM_GROUP_POSES "/" GM_NAME_QUATERNION,
      GM_GROUP_POSES "/" GM_NAME_PRESENT,
  };
  /* numbers in a row; of structures there is one row for each frame */
  const int64_t s = r->n_structures;
  const int64_t width[READ] = {3, 1, 1, 1, 1, 1, 3 * s, 4 * s, s};
  for (int k = 0; k < READ; ++k) {
    const bool real = k == POINTS || k == AT || k == TURN;
    GM_TRY(gm_result_expect(r, path[k], real, width[k], k < AT ? 0 : frame,
                            k < AT ? -1 : 1, &a[k]));
  }
  bool good = a[OFFSETS].n == a[OWNER].n + 1 && a[PATCH].n == a[OWNER].n &&
              a[MATERIAL].n == a[OWNER].n && a[OFFSETS].integer[0] == 0;
  for (int64_t k = 0; good && k < a[OWNER].n; ++k) {
    const int64_t *offset = &a[OFFSETS].integer[k];
    good = a[OWNER].integer[k] >= 0 && a[OWNER].integer[k] < s &&
           offset[0] <= offset[1] && offset[1] <= a[CORNERS].n;
  }
  for (int64_t k = 0; good && k < a[CORNERS].n; ++k) {
    good = a[CORNERS].integer[k] >= 0 && a[CORNERS].integer[k] < a[POINTS].n;
  }
  if (good) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "the polygons in '%s' of '%s' refer to points or structures "
                 "that do not exist; the file is damaged",
                 GM_GROUP_STRUCTURES, gm_hdf5_path(r->file));
}

/* Read what contacts did to the cells up to a frame: all numbers of a frame are one row
 * of the file. */
static gm_status read_world_sum(void *context, const char *path)
{
  surfaces *s = context;
  gm_result_array *a = &s->sum[s->n_sums];
  if (s->n_sums == SUMS) return GM_OK;
  ++s->n_sums;
  GM_TRY(gm_result_read(s->result, path, s->frame, 1, a));
  const int64_t cells = s->in[OWNER].n;
  if (a->real && cells > 0 && a->width % cells == 0) {
    a->width /= cells;
    a->n = cells;
    return GM_OK;
  }
  return gm_fail(GM_ERR_FILE,
                 "'%s' of '%s' does not have one row for each surface cell; "
                 "the file is damaged",
                 path, gm_hdf5_path(s->result->file));
}

/* Point `at` of a structure, from the body frame to the world frame. */
static void carry_world_point(const gm_result_array *in, int64_t structure,
                              int64_t at, double *to)
{
  const double *y = in[POINTS].number + 3 * at;
  const double *x = in[AT].number + 3 * structure;
  const double *q = in[TURN].number + 4 * structure;
  const gm_vec3 turned = gm_quat_rotate((gm_quat){q[0], q[1], q[2], q[3]},
                                        gm_vec(y[0], y[1], y[2]));
  to[0] = x[0] + turned.x;
  to[1] = x[1] + turned.y;
  to[2] = x[2] + turned.z;
}

static gm_status reserve_surfaces(const surfaces *s, gm_world_surfaces *p,
                                  int64_t **place)
{
  const gm_result_array *in = s->in;
  p->single = in[POINTS].type == GM_TABLE_FLOAT;
  GM_TRY(GM_RESIZE(*place, 0, in[POINTS].n));
  GM_TRY(GM_RESIZE(p->offset, 0, in[OWNER].n + 1));
  GM_TRY(GM_RESIZE(p->corners, 0, in[CORNERS].n));
  GM_TRY(GM_RESIZE(p->points, 0, 3 * in[POINTS].n));
  for (int k = 0; k < 3; ++k) {
    gm_result_array *out = &p->cells.array[p->cells.n_arrays++];
    *out = in[OWNER + k];
    out->integer = NULL;
    GM_TRY(GM_RESIZE(out->integer, 0, in[OWNER].n));
  }
  for (int k = 0; k < s->n_sums; ++k) {
    gm_result_array *out = &p->cells.array[p->cells.n_arrays++];
    *out = s->sum[k];
    out->number = NULL;
    GM_TRY(GM_RESIZE(out->number, 0, out->n * out->width));
  }
  return GM_OK;
}

/* Copy the cells of present structures, with their points in the world frame; place[p]
 * becomes the number of point p, counted from 1. */
static void keep_world_present(const surfaces *s, gm_world_surfaces *p,
                               int64_t *place)
{
  const gm_result_array *in = s->in;
  for (int64_t k = 0; k < in[OWNER].n; ++k) {
    const int64_t owner = in[OWNER].integer[k];
    if (!in[PRESENT].integer[owner]) continue;
    for (int64_t c = in[OFFSETS].integer[k]; c < in[OFFSETS].integer[k + 1];
         ++c) {
      const int64_t at = in[CORNERS].integer[c];
      if (!place[at]) {
        carry_world_point(in, owner, at, p->points + 3 * p->n_points);
        place[at] = ++p->n_points;
      }
      p->corners[p->n_corners++] = place[at] - 1;
    }
    for (int a = 0; a < 3; ++a) {
      p->cells.array[a].integer[p->cells.n] = in[OWNER + a].integer[k];
    }
    for (int a = 0; a < s->n_sums; ++a) {
      const gm_result_array *from = &s->sum[a];
      for (int64_t i = 0; i < from->width; ++i)
        p->cells.array[3 + a].number[p->cells.n * from->width + i] =
            from->number[k * from->width + i];
    }
    p->offset[++p->cells.n] = p->n_corners;
  }
}

gm_status gm_world_surfaces_read(const gm_result *r, int64_t frame,
                                 gm_world_surfaces *p)
{
  surfaces *s = NULL; /* large */
  int64_t *place = NULL;
  *p = (gm_world_surfaces){0};
  GM_TRY(GM_RESIZE(s, 0, 1));
  s->result = r;
  s->frame = frame;
  gm_status status = read_surfaces(r, frame, s->in);
  if (status == GM_OK && gm_hdf5_has(r->file, GM_GROUP_SUMS))
    status = gm_door_visit(r->file, GM_GROUP_SUMS, read_world_sum, s);
  if (status == GM_OK) status = reserve_surfaces(s, p, &place);
  if (status == GM_OK) keep_world_present(s, p, place);
  GM_FREE(place);
  for (int k = 0; k < READ; ++k)
    gm_result_array_clear(&s->in[k]);
  for (int k = 0; k < s->n_sums; ++k)
    gm_result_array_clear(&s->sum[k]);
  GM_FREE(s);
  return status;
}

void gm_world_surfaces_clear(gm_world_surfaces *p)
{
  GM_FREE(p->points);
  GM_FREE(p->offset);
  GM_FREE(p->corners);
  gm_result_rows_clear(&p->cells);
}
