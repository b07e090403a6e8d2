/* mesh/surface.c -- creates and releases a surface, and makes its canonical copy.
 *
 * The copy does not depend on the order of triangles and points in the file.
 */
#include "mesh/surface.h"

#include "base/memory.h"
#include <stdlib.h>

void gm_surface_init(gm_surface *surface)
{
  *surface = (gm_surface){0};
}

void gm_surface_clear(gm_surface *surface)
{
  GM_FREE(surface->point);
  GM_FREE(surface->corner);
  GM_FREE(surface->across);
  GM_FREE(surface->normal);
  GM_FREE(surface->shell);
  GM_FREE(surface->group);
  GM_FREE(surface->material);
  GM_FREE(surface->crossed);
  GM_FREE(surface->sheet);
  GM_FREE(surface->group_name);
  gm_surface_init(surface);
}

/* Sorts points and triangles into an order independent of the file. */

typedef struct spot {
  gm_vec3 x;
  gm_index point;
} spot;

static int surface_points_by_place(const void *a, const void *b)
{
  const spot *p = a, *q = b;
  if (p->x.x != q->x.x) return p->x.x < q->x.x ? -1 : 1;
  if (p->x.y != q->x.y) return p->x.y < q->x.y ? -1 : 1;
  if (p->x.z != q->x.z) return p->x.z < q->x.z ? -1 : 1;
  return p->point < q->point ? -1 : p->point > q->point;
}

/* The corners, rotated so that the lowest comes first, and the row in the original. */
typedef struct turned {
  gm_index c[3], row;
} turned;

static int by_surface_corners(const void *a, const void *b)
{
  const turned *p = a, *q = b;
  const gm_index keys[4][2] = {
      {p->c[0], q->c[0]},
      {p->c[1] < p->c[2] ? p->c[1] : p->c[2],
       q->c[1] < q->c[2] ? q->c[1] : q->c[2]},
      {p->c[1] < p->c[2] ? p->c[2] : p->c[1],
       q->c[1] < q->c[2] ? q->c[2] : q->c[1]},
      {p->row, q->row},
  };
  for (int k = 0; k < 4; ++k) {
    if (keys[k][0] != keys[k][1]) return keys[k][0] < keys[k][1] ? -1 : 1;
  }
  return 0;
}

static void order_surface_points(gm_surface *copy, spot *spots, gm_index *rank,
                                 const gm_surface *s)
{
  for (gm_index p = 0; p < s->n_points; ++p)
    spots[p] = (spot){s->point[p], p};
  qsort(spots, (size_t)s->n_points, sizeof *spots, surface_points_by_place);
  for (gm_index p = 0; p < s->n_points; ++p) {
    copy->point[p] = spots[p].x;
    rank[spots[p].point] = p;
  }
}

static void order_surface_triangles(gm_surface *copy, turned *rows,
                                    const gm_index *rank, gm_index *from,
                                    const gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    gm_index c[3];
    int low = 0;
    for (int k = 0; k < 3; ++k) {
      c[k] = rank[s->corner[t][k]];
      if (c[k] < c[low]) low = k;
    }
    rows[t] = (turned){{c[low], c[(low + 1) % 3], c[(low + 2) % 3]}, t};
  }
  qsort(rows, (size_t)s->n, sizeof *rows, by_surface_corners);
  for (gm_index t = 0; t < s->n; ++t) {
    from[t] = rows[t].row;
    if (copy->sheet) copy->sheet[t] = s->sheet[from[t]];
    if (copy->material) copy->material[t] = s->material[from[t]];
    for (int k = 0; k < 3; ++k)
      copy->corner[t][k] = rows[t].c[k];
    const gm_vec3 a = copy->point[rows[t].c[0]];
    const gm_vec3 ab = gm_sub(copy->point[rows[t].c[1]], a);
    const gm_vec3 ac = gm_sub(copy->point[rows[t].c[2]], a);
    copy->normal[t] = gm_unit(gm_cross(ab, ac));
  }
}

void gm_surface_bound(gm_surface *s)
{
  s->min = s->max = s->point[0];
  for (gm_index p = 1; p < s->n_points; ++p) {
    const gm_vec3 x = s->point[p];
    s->min = gm_least(s->min, x);
    s->max = gm_most(s->max, x);
  }
}

static gm_status fill_surface_copy(gm_surface *copy, gm_index **from,
                                   const gm_surface *s)
{
  GM_TRY(GM_RESIZE(copy->point, 0, s->n_points));
  GM_TRY(GM_RESIZE(copy->corner, 0, s->n));
  GM_TRY(GM_RESIZE(copy->normal, 0, s->n));
  if (s->sheet) GM_TRY(GM_RESIZE(copy->sheet, 0, s->n));
  if (s->material) GM_TRY(GM_RESIZE(copy->material, 0, s->n));
  GM_TRY(GM_RESIZE(*from, 0, s->n));
  spot *spots = NULL;
  turned *rows = NULL;
  gm_index *rank = NULL;
  gm_status status = GM_RESIZE(spots, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(rank, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(rows, 0, s->n);
  if (status == GM_OK) {
    copy->n = s->n;
    copy->n_points = s->n_points;
    order_surface_points(copy, spots, rank, s);
    order_surface_triangles(copy, rows, rank, *from, s);
    gm_surface_bound(copy);
  }
  GM_FREE(spots);
  GM_FREE(rank);
  GM_FREE(rows);
  return status;
}

gm_status gm_surface_canonical(gm_surface *copy, gm_index **from,
                               const gm_surface *surface)
{
  const gm_status status = fill_surface_copy(copy, from, surface);
  if (status != GM_OK) {
    gm_surface_clear(copy);
    GM_FREE(*from);
  }
  return status;
}
