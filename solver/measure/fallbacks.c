/* measure/fallbacks.c -- counts the cells whose distance queries fall back to exact
 * triangles, and why.
 *
 * The reason is read from the corners of a cell: their nearest points on the surface,
 * the normals there and the interpolated gradient in the middle.
 */
#include "measure/fallbacks.h"

#include "base/memory.h"
#include "patch/tangent.h"
#include "sdf/edge_field.h"
#include "sdf/sites.h"

enum { TRIED = 9 };

/* half the diagonal of a cell, as a multiple of its edge */
static const double half_diagonal = 0.8660254037844386;

/* If the normals at the corners of a cell differ by less than this (length of the
 * difference), the gradient cannot be shorter than 0.98. */
static const double alike = 0.3;

void gm_fallbacks_init(gm_fallbacks *a)
{
  *a = (gm_fallbacks){0};
}

void gm_fallbacks_clear(gm_fallbacks *a)
{
  GM_FREE(a->row);
  gm_fallbacks_init(a);
}

/* The patch being examined. */
typedef struct question {
  const gm_mesh_collider *all;
  const gm_patch_sdf *sdf;
  const gm_patch *patch;
  double low, high; /* m  range of distances of grains in contact */
} question;

/* One cell. */
typedef struct cell {
  int corners, under, flagged, edge;
  double least, most; /* m  bounds of its distances, if it has corners */
  double spread;      /* 1  largest difference of the normals at its corners */
  gm_vec3 first;      /* m  its first corner */
} cell;

/* Position t of a cell: its middle, then its corners that are inside the grid. */
static gm_vec3 fallback_site_place(const question *q, const cell *c, int t)
{
  const double d = q->sdf->lattice.spacing;
  const gm_vec3 at = {t & 1 ? 0.999 : 0.001, t & 2 ? 0.999 : 0.001,
                      t & 4 ? 0.999 : 0.001};
  const gm_vec3 middle = {0.5, 0.5, 0.5};
  return gm_madd(c->first, d, t < 8 ? at : middle);
}

/* --- the surface ----------------------------------------------------------------- */

/* Returns 1 if a grain at the middle of the cell touches the patch, and 0 if a nearer
 * patch hides it.  Beyond its border a patch counts as long as it is in or behind the
 * tangent plane of its neighbour. */
static int is_fallback_contact(const question *q, const cell *c, gm_vec3 normal,
                               double distance)
{
  if (q->all->n == 1) return 1;
  const gm_vec3 y = fallback_site_place(q, c, 8);
  const gm_nearest r = gm_distance_nearest(q->all->whole, y);
  if (q->all->of[r.triangle] == q->sdf->number) return 1;
  const gm_contact_point nearer = {.distance = fabs(r.distance),
                                   .slope = 1.0,
                                   .normal = gm_unit(gm_sub(y, r.foot))};
  const gm_contact_point t = {
      .distance = distance, .slope = 1.0, .normal = gm_unit(normal)};
  return !gm_tangent_hides(&nearer, &t, GM_TANGENT_MARGIN * q->high);
}

/* Gradients diverge around convex shapes and converge at a medial axis.  Returns 1 if the
 * two gradients that differ most converge. */
static int do_fallback_meet(const gm_vec3 *y, const gm_nearest *r)
{
  double most = 0.0, meets = 0.0;
  for (int t = 0; t < TRIED; ++t) {
    for (int u = 0; u < t; ++u) {
      const gm_vec3 turn = gm_sub(r[t].gradient, r[u].gradient);
      if (!(gm_norm2(turn) > most)) continue;
      most = gm_norm2(turn);
      meets = gm_dot(turn, gm_sub(y[t], y[u]));
    }
  }
  return meets < 0.0;
}

/* --- one cell -------------------------------------------------------------------- */

static cell look_at_fallback_sites(const question *q, const gm_brick *b,
                                   const gm_index at[3], int i, int j, int k)
{
  const gm_lattice *l = &q->sdf->lattice;
  const gm_site *pair[4];
  cell c = {.least = INFINITY, .most = -INFINITY};
  gm_interpolate_corners(l, b, i, j, k, pair, &c.corners, &c.under);
  c.first = gm_lattice_place(l, at[0] + i, at[1] + j, at[2] + k);
  const int mark = gm_interpolate_flag(l, b, i, j, k);
  c.flagged = mark & GM_CELL_TRIANGLES;
  c.edge = mark & GM_CELL_EDGE;
  if (c.corners < 8) return c;
  double spread = 0.0;
  for (int t = 0; t < 8; ++t) {
    const gm_site *s = pair[t >> 1] + (t & 1);
    double square = 0.0;
    for (int a = 0; a < 3; ++a) {
      const double off = (double)s->normal[a] - (double)pair[0]->normal[a];
      square += off * off;
    }
    spread = fmax(spread, square);
    c.least = fmin(c.least, gm_lattice_distance(l, s));
    c.most = fmax(c.most, gm_lattice_distance(l, s));
  }
  c.spread = sqrt(spread);
  const double more = fmin(1.0, c.spread) * half_diagonal * l->spacing;
  c.least -= more;
  c.most += more;
  return c;
}

/* For a cell with missing samples: returns 1 if a grain in contact with the patch can be
 * in it. */
static int is_fallback_touched(const question *q, const cell *c)
{
  const gm_distance *d = gm_mesh_collider_triangles(q->sdf);
  const double half = half_diagonal * q->sdf->lattice.spacing;
  const double middle =
      fabs(gm_distance_nearest(d, fallback_site_place(q, c, 8)).distance);
  if (middle + half < q->low || middle - half > q->high) return 0;
  for (int t = 0; t < TRIED; ++t) {
    const gm_vec3 y = fallback_site_place(q, c, t);
    const gm_nearest whole = gm_sign_nearest(q->all->side, y);
    if (!(whole.distance >= q->low)) continue;
    if (gm_mesh_collider_query_beside(q->sdf, y, &whole).distance <= q->high)
      return 1;
  }
  return 0;
}

/* Reason why a cell falls back to triangles. */
static gm_fallbacks_why fallback_reason(const question *q, const cell *c,
                                        int is_short, int is_near)
{
  const gm_distance *d = gm_mesh_collider_triangles(q->sdf);
  gm_nearest r[TRIED];
  gm_vec3 y[TRIED];
  int edge = 0;
  for (int t = 0; t < TRIED; ++t) {
    y[t] = fallback_site_place(q, c, t);
    r[t] = gm_distance_nearest(d, y[t]);
    edge |= gm_mesh_collider_at_border(q->sdf, &r[t]);
  }
  if (is_near) return GM_FALLBACKS_THIN;
  if (edge) return GM_FALLBACKS_EDGE;
  return is_short && do_fallback_meet(y, r) ? GM_FALLBACKS_KINK
                                            : GM_FALLBACKS_FACET;
}

/* Result for a cell: the reason of its fallback; SITES: it does not fall back; NOBODY:
 * no grain in contact can be there. */
enum { SITES = -1, NOBODY = -2 };

static int judge_fallback_cell(const question *q, const cell *c)
{
  int is_short = 0, is_near = 0;
  if (c->corners < 8)
    return c->under && is_fallback_touched(q, c) ? GM_FALLBACKS_THIN : NOBODY;
  if (c->least > q->high || c->most < q->low) return NOBODY;
  const gm_interpolated middle =
      gm_edge_field_interpolate(&q->sdf->lattice, fallback_site_place(q, c, 8));
  if (!is_fallback_contact(q, c, middle.gradient, middle.distance))
    return NOBODY;
  if (!c->flagged && c->spread < alike && c->least >= q->patch->sure)
    return SITES;
  for (int t = 0; t < TRIED; ++t) {
    const gm_interpolated r = gm_edge_field_interpolate(
        &q->sdf->lattice, fallback_site_place(q, c, t));
    const int touches = r.distance >= q->low && r.distance <= q->high;
    is_short |=
        (touches | c->flagged) && gm_norm2(r.gradient) < q->patch->shortest;
    is_near |= touches && r.distance < q->patch->sure;
  }
  if (!c->flagged && !is_short && !is_near) return SITES;
  return (int)fallback_reason(q, c, is_short, is_near);
}

/* --- all cells ------------------------------------------------------------------- */

static void count_fallback(int why, int edge, gm_fallbacks_row *row)
{
  row->cells += why != NOBODY;
  row->edges += edge && why == SITES;
  row->triangles += why >= 0;
  if (why >= 0) ++row->why[why];
}

/* Counts the cells of brick b from which queries fall back to triangles, by reason;
 * number: index of b in the table of all bricks. */
static void judge_fallback_brick(const question *q, int64_t number,
                                 const gm_brick *b, gm_fallbacks_row *row)
{
  const gm_lattice *l = &q->sdf->lattice;
  enum { C = GM_BRICK_CELLS };
  const gm_index at[3] = {C * (gm_index)(number / l->size[2] / l->size[1]),
                          C * (gm_index)(number / l->size[2] % l->size[1]),
                          C * (gm_index)(number % l->size[2])};
  for (int n = 0; n < C * C * C; ++n) {
    const cell c =
        look_at_fallback_sites(q, b, at, n / (C * C), n / C % C, n % C);
    count_fallback(judge_fallback_cell(q, &c), c.edge, row);
  }
}

static void add_fallbacks(gm_fallbacks_row *sum, const gm_fallbacks_row *row)
{
  sum->cells += row->cells;
  sum->triangles += row->triangles;
  sum->edges += row->edges;
  for (int k = 0; k < GM_FALLBACKS_WHYS; ++k)
    sum->why[k] += row->why[k];
}

static gm_status judge_fallback_patch(const question *q, gm_fallbacks_row *row)
{
  const gm_lattice *l = &q->sdf->lattice;
  int64_t *number = NULL;
  gm_fallbacks_row *one = NULL;
  gm_status status = GM_RESIZE(number, 0, l->n_bricks + 1);
  if (status == GM_OK) status = GM_RESIZE(one, 0, l->n_bricks + 1);
  if (status == GM_OK) {
    gm_sites_number_bricks(l, number);
#pragma omp parallel for schedule(dynamic, 4)
    for (gm_index b = 0; b < l->n_bricks; ++b)
      judge_fallback_brick(q, number[b], &l->brick[b], &one[b]);
    for (gm_index b = 0; b < l->n_bricks; ++b)
      add_fallbacks(row, &one[b]);
  }
  GM_FREE(number);
  GM_FREE(one);
  return status;
}

static gm_status judge_fallbacks(const gm_structure *s, gm_fallbacks *a)
{
  const gm_mesh_collider *all = s->collider;
  const gm_mesh_collider_options *o = &all->options;
  const int by_cell = o->by == GM_INTERPOLATION_HALF_TAYLOR ||
                      o->by == GM_INTERPOLATION_TRILINEAR;
  for (gm_index k = 0; k < a->n; ++k) {
    a->row[k].patch = k;
    if (!all->patch[k].fallback || !by_cell) continue;
    const question q = {all, &all->sdf[k], &all->patch[k],
                        (1.0 - o->overlap) * o->smallest, o->largest};
    GM_TRY(judge_fallback_patch(&q, &a->row[k]));
    add_fallbacks(&a->all, &a->row[k]);
  }
  return GM_OK;
}

gm_status gm_fallbacks_find(const gm_structure *s, gm_fallbacks *a)
{
  a->n = s->collider->n;
  gm_status status = GM_RESIZE(a->row, 0, a->n);
  if (status == GM_OK) status = judge_fallbacks(s, a);
  if (status != GM_OK) gm_fallbacks_clear(a);
  return status;
}

static double fallback_share(const gm_fallbacks_row *row)
{
  return row->cells > 0 ? (double)row->triangles / (double)row->cells : 0.0;
}

void gm_fallbacks_sort(const gm_fallbacks *a, gm_index *order)
{
  for (gm_index k = 0; k < a->n; ++k) {
    gm_index at = k;
    for (; at > 0 &&
           fallback_share(&a->row[order[at - 1]]) < fallback_share(&a->row[k]);
         --at)
      order[at] = order[at - 1];
    order[at] = k;
  }
}
