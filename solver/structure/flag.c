/* structure/flag.c -- cells that err too much.  Room: structure.
 *
 * Half-Taylor takes each corner's distance and half of its slope.  If all gradients in a
 * cell are within s of one another, it errs by at most
 *
 *   sum_c w_c (s + s / 2) |y - y_c|  <=  1.5 (sqrt 3 / 2) s D  =  1.3 s D
 *
 * so cells over flat parts need not be asked.  By the same sum without the halves a distance
 * in the cell is no farther than s (sqrt 3 / 2) D from some mean of those at its corners.
 */
#include "structure/flag.h"

#include "base/memory.h"
#include "structure/interpolate.h"
#include "structure/sites.h"

enum { TRIED = 27 };

/* Where a cell is asked along each axis: not at its corners, where sites are exact. */
static const double tried[3] = {0.15, 0.5, 0.85};

/* Between the points asked the error is up to 1.35 times as large (tests/unit/
 * structure_flag, with a margin of 1): so much of what is allowed may be found. */
static const double margin = 0.6;

static const double half_diagonal =
    0.8660254037844386;                    /* of a cell, in cells */
static const double inside = 1.0 - 1.0e-9; /* of a walk to a face of the cell */

/* What is asked of a cell. */
typedef struct question {
  const gm_lattice *lattice;
  const gm_field *field;
  double low, high, allowed; /* m */
} question;

/* Bound of the error by the normals of the corners, in m; 0 if not complete.
 * *least and *most receive a range that holds all distances in the cell, which near a
 * convex edge is wider than that of the corners; an empty one if not complete. */
static double bound(const gm_lattice *l, const gm_brick *b, int i, int j, int k,
                    double *least, double *most)
{
  const gm_site *pair[4];
  int corners, under;
  gm_interpolate_corners(l, b, i, j, k, pair, &corners, &under);
  *least = INFINITY;
  *most = -INFINITY;
  if (corners != 8) return 0.0;
  double spread = 0.0;
  for (int q = 0; q < 8; ++q) {
    const gm_site *s = pair[q >> 1] + (q & 1);
    double square = 0.0;
    for (int a = 0; a < 3; ++a) {
      const double off = (double)s->normal[a] - (double)pair[0]->normal[a];
      square += off * off;
    }
    spread = fmax(spread, square);
    *least = fmin(*least, gm_lattice_distance(l, s));
    *most = fmax(*most, gm_lattice_distance(l, s));
  }
  const double s = sqrt(spread), half = half_diagonal * l->spacing;
  *least -= fmin(1.0, s) * half;
  *most += fmin(1.0, s) * half;
  return 1.5 * s * half;
}

/* The part of a walk from u, `du` long, that stays in [0, 1]: at most 1. */
static double stay(double u, double du)
{
  if (du > 0.0) return fmin(1.0, (1.0 - u) / du);
  if (du < 0.0) return fmin(1.0, u / -du);
  return 1.0;
}

/* Largest error found in the cell whose first corner is there, in m.  Distances in question
 * may fill a small part of the cell, an edge or a corner: a point is carried along the
 * gradient to the nearest of them, or as far as the cell goes. */
static double error(const question *q, gm_vec3 corner)
{
  const double spacing = q->lattice->spacing;
  double worst = 0.0;
  for (int t = 0; t < TRIED; ++t) {
    const gm_vec3 u = {tried[t / 9], tried[t / 3 % 3], tried[t % 3]};
    gm_vec3 y = gm_madd(corner, spacing, u);
    gm_probe p = q->field->probe(q->field->of, y);
    const double goal = fmin(fmax(p.distance, q->low), q->high);
    if (goal != p.distance) {
      const gm_vec3 walk = gm_scale((goal - p.distance) / spacing, p.gradient);
      const double part =
          fmin(stay(u.x, walk.x), fmin(stay(u.y, walk.y), stay(u.z, walk.z)));
      y = gm_madd(y, inside * part * spacing, walk);
      p = q->field->probe(q->field->of, y);
    }
    const gm_interpolated r = gm_interpolate_half_taylor(q->lattice, y);
    if (r.corners == 8) worst = fmax(worst, fabs(r.distance - p.distance));
  }
  return worst;
}

/* Flag the cells of a brick, the `number`th of the whole table. */
static void flag_brick(const question *q, int64_t number, gm_brick *b,
                       gm_flag_count *count)
{
  const gm_lattice *l = q->lattice;
  const gm_index c = GM_BRICK_CELLS;
  const gm_index at[3] = {c * (gm_index)(number / l->size[2] / l->size[1]),
                          c * (gm_index)(number / l->size[2] % l->size[1]),
                          c * (gm_index)(number % l->size[2])};
  for (int pair = 0; pair < c * c * c / 2; ++pair) {
    const int i = pair / (c * c / 2), j = pair / (c / 2) % c;
    size_t cells = 0;
    int flag = 0;
    for (int k = 2 * (pair % (c / 2)), end = k + 2; k < end; ++k) {
      double least, most;
      const double may = bound(l, b, i, j, k, &least, &most);
      if (least > q->high || most < q->low) continue; /* or not complete */
      ++cells;
      if (may <= q->allowed) continue;
      const double e =
          error(q, gm_lattice_place(l, at[0] + i, at[1] + j, at[2] + k));
      count->worst = fmax(count->worst, e);
      flag |= e > margin * q->allowed;
    }
    count->cells += cells;
    if (!flag) continue;
    count->flagged += cells;
    b->row[9 * i + j] |= 1u << (28 + pair % (c / 2));
  }
}

gm_status gm_flag_cells(gm_lattice *l, const gm_field *field, double low,
                        double high, double allowed, gm_flag_count *count)
{
  const question q = {l, field, low, high, allowed};
  *count = (gm_flag_count){0};
  int64_t *number = NULL;
  GM_TRY(GM_RESIZE(number, 0, l->n_bricks + 1));
  gm_sites_number_bricks(l, number);
  size_t cells = 0, flagged = 0;
  double worst = 0.0;
#pragma omp parallel for schedule(dynamic, 4) reduction(+ : cells, flagged)    \
    reduction(max : worst)
  for (gm_index b = 0; b < l->n_bricks; ++b) {
    gm_flag_count one = {0};
    flag_brick(&q, number[b], &l->brick[b], &one);
    cells += one.cells;
    flagged += one.flagged;
    worst = fmax(worst, one.worst);
  }
  *count = (gm_flag_count){cells, flagged, worst};
  GM_FREE(number);
  return GM_OK;
}
