/* structure/flag.c -- cells that err too much.  Room: structure.
 *
 * Half-Taylor takes each corner's distance and half of its slope.  If all gradients in a
 * cell are within s of one another, it errs by at most
 *
 *   sum_c w_c (s + s / 2) |y - y_c|  <=  1.5 (sqrt 3 / 2) s D  =  1.3 s D
 *
 * so cells over flat parts need not be asked.
 */
#include "structure/flag.h"

#include "base/memory.h"
#include "structure/interpolate.h"
#include "structure/sites.h"

enum { TRIED = 27 };

/* Where a cell is asked along each axis: not at its corners, where sites are exact. */
static const double tried[3] = {0.15, 0.5, 0.85};

/* What is asked of a cell. */
typedef struct question {
  const gm_lattice *lattice;
  const gm_field *field;
  double low, high, allowed; /* m */
} question;

/* Bound of the error by the normals of the corners, in m; infinite if not complete.
 * *least and *most receive the range of distances at the corners. */
static double bound(const gm_lattice *l, const gm_brick *b, int i, int j, int k,
                    double *least, double *most)
{
  const gm_site *pair[4];
  int corners, under;
  gm_interpolate_corners(l, b, i, j, k, pair, &corners, &under);
  *least = INFINITY;
  *most = -INFINITY;
  if (corners != 8) return INFINITY;
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
  return 1.3 * sqrt(spread) * l->spacing;
}

static int within(gm_vec3 y, gm_vec3 corner, double spacing)
{
  const gm_vec3 u = gm_scale(1.0 / spacing, gm_sub(y, corner));
  return u.x >= 0.0 && u.x <= 1.0 && u.y >= 0.0 && u.y <= 1.0 && u.z >= 0.0 &&
         u.z <= 1.0;
}

/* Largest error found in the cell whose first corner is there, in m.  Distances in question
 * may fill a small part of the cell: a point is carried along the gradient to the nearest
 * of them. */
static double error(const question *q, gm_vec3 corner)
{
  double worst = 0.0;
  for (int t = 0; t < TRIED; ++t) {
    const gm_vec3 at = {tried[t / 9], tried[t / 3 % 3], tried[t % 3]};
    gm_vec3 y = gm_madd(corner, q->lattice->spacing, at);
    gm_probe p = q->field->probe(q->field->of, y);
    const double goal = fmin(fmax(p.distance, q->low), q->high);
    if (goal != p.distance) {
      y = gm_madd(y, goal - p.distance, p.gradient);
      if (!within(y, corner, q->lattice->spacing)) continue;
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
      flag |= e > q->allowed;
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
