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

static const double clearly = 0.25; /* of that: the other points need no look */

static const double half_diagonal =
    0.8660254037844386;                    /* of a cell, in cells */
static const double inside = 1.0 - 1.0e-9; /* of a walk to a face of the cell */

/* The middle of the cell and the points next to its corners. */
static int is_first(int t)
{
  const int x = t / 9, y = t / 3 % 3, z = t % 3;
  return x == 1 ? y == 1 && z == 1 : y != 1 && z != 1;
}

/* What is asked of a cell. */
typedef struct question {
  const gm_lattice *lattice;
  const gm_field *field;
  double low, high; /* m */
  const gm_flag_limits *limits;
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

/* What trying a cell found. */
typedef struct trial {
  double worst; /* m  largest error of the sites                             */
  double chord; /* m  largest chord error of the facets nearest to the cell  */
  int sharp;    /*    some nearest point is at a sharp border                */
} trial;

static gm_probe look_up(const question *q, gm_vec3 y, double *chord)
{
  *chord = 0.0;
  if (q->field->faceted) return q->field->faceted(q->field->of, y, chord);
  return q->field->probe(q->field->of, y);
}

/* Try point t of the cell whose first corner is there.  Distances in question may fill a small
 * part of the cell, an edge or a corner: a point is carried along the gradient to the nearest of
 * them, or as far as the cell goes. */
static void try_point(const question *q, gm_vec3 corner, int t, trial *r)
{
  const double spacing = q->lattice->spacing;
  const gm_vec3 u = {tried[t / 9], tried[t / 3 % 3], tried[t % 3]};
  gm_vec3 y = gm_madd(corner, spacing, u);
  double chord;
  gm_probe p = look_up(q, y, &chord);
  const double goal = fmin(fmax(p.distance, q->low), q->high);
  if (goal != p.distance) {
    const gm_vec3 walk = gm_scale((goal - p.distance) / spacing, p.gradient);
    const double part =
        fmin(stay(u.x, walk.x), fmin(stay(u.y, walk.y), stay(u.z, walk.z)));
    y = gm_madd(y, inside * part * spacing, walk);
    if (goal < p.distance) /* towards the surface the nearest point stays */
      p.distance += inside * part * (goal - p.distance);
    else
      p = look_up(q, y, &chord);
  }
  const gm_interpolated i = gm_interpolate_half_taylor(q->lattice, y);
  if (i.corners == 8) r->worst = fmax(r->worst, fabs(i.distance - p.distance));
  r->chord = fmax(r->chord, chord);
  r->sharp |= !(chord > 0.0);
}

/* Do the sites of a cell err too much?  First the middle and the eight outer points are tried, the
 * others where those leave it open.  The chord error is a measure, no bound, and needs no
 * margin. */
static int errs(const question *q, gm_vec3 corner, double *served)
{
  const gm_flag_limits *l = q->limits;
  const double most = margin * l->allowed;
  trial r = {0.0, 0.0, 0};
  for (int t = 0; t < TRIED; ++t)
    if (is_first(t)) try_point(q, corner, t, &r);
  const double known = r.sharp ? 0.0 : fmin(l->chords * r.chord, l->most);
  if (r.worst > fmax(most, known)) return 1;
  if (known < most && r.worst > clearly * most) {
    for (int t = 0; t < TRIED; ++t)
      if (!is_first(t)) try_point(q, corner, t, &r);
    if (r.worst > most) return 1;
  }
  *served = fmax(*served, r.worst);
  return 0;
}

/* Flag the cells of a brick, the `number`th of the whole table. */
static void flag_brick(const question *q, int64_t number, gm_index brick,
                       gm_flag_count *count)
{
  const gm_lattice *l = q->lattice;
  const gm_brick *b = &l->brick[brick];
  const gm_index c = GM_BRICK_CELLS;
  const gm_index at[3] = {c * (gm_index)(number / l->size[2] / l->size[1]),
                          c * (gm_index)(number / l->size[2] % l->size[1]),
                          c * (gm_index)(number % l->size[2])};
  for (int cell = 0; cell < c * c * c; ++cell) {
    const int i = cell / (c * c), j = cell / c % c, k = cell % c;
    double least, most;
    const double may = bound(l, b, i, j, k, &least, &most);
    if (least > q->high || most < q->low) continue; /* or not complete */
    ++count->cells;
    if (may <= q->limits->allowed) continue;
    if (!errs(q, gm_lattice_place(l, at[0] + i, at[1] + j, at[2] + k),
              &count->served))
      continue;
    ++count->flagged;
    l->flag[brick][i] |= (uint64_t)1 << (8 * j + k);
  }
}

gm_status gm_flag_cells(gm_lattice *l, const gm_field *field, double low,
                        double high, const gm_flag_limits *limits,
                        gm_flag_count *count)
{
  const question q = {l, field, low, high, limits};
  *count = (gm_flag_count){0};
  int64_t *number = NULL;
  GM_TRY(GM_RESIZE(l->flag, 0, l->n_bricks));
  GM_TRY(GM_RESIZE(number, 0, l->n_bricks + 1));
  gm_sites_number_bricks(l, number);
  size_t cells = 0, flagged = 0;
  double served = 0.0;
#pragma omp parallel for schedule(dynamic, 4) reduction(+ : cells, flagged)    \
    reduction(max : served)
  for (gm_index b = 0; b < l->n_bricks; ++b) {
    gm_flag_count one = {0};
    flag_brick(&q, number[b], b, &one);
    cells += one.cells;
    flagged += one.flagged;
    served = fmax(served, one.served);
  }
  *count = (gm_flag_count){cells, flagged, served};
  GM_FREE(number);
  if (!flagged) GM_FREE(l->flag);
  return GM_OK;
}
