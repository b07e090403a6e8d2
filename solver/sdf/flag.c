/* sdf/flag.c -- flags cells whose interpolation error is too large.
 *
 * Half-Taylor interpolation uses the distance of each corner and half of its gradient.
 * If all gradients in a cell differ by at most s, its error is at most
 *
 *   sum_c w_c (s + s / 2) |y - y_c|  <=  1.5 (sqrt 3 / 2) s D  =  1.3 s D
 *
 * so cells over flat parts need no test.  By the same sum without the halves, a
 * distance in the cell differs by at most s (sqrt 3 / 2) D from a mean of the corner
 * distances.
 *
 * Near an edge of the surface this is not enough.  Planes beyond which another edge,
 * corner or narrow facet is nearer may cut off a part of a cell that no point inside it
 * shows, and no corner; but they meet its faces.  There places lie more closely.
 */
#include "sdf/flag.h"

#include "base/memory.h"
#include "sdf/interpolate.h"
#include "sdf/sites.h"

enum { TRIED = 27, STEPS = 2 };

/* Test points of a cell along each axis; not its corners, where the samples are exact. */
static const double tried[3] = {0.15, 0.5, 0.85};

/* Between the test points the error is up to 1.35 times as large (measured with a margin
 * of 1 by tests/unit/sdf_flag).  So the error at a test point must not exceed this
 * fraction of the allowed error. */
static const double margin = 0.6;

/* as a fraction of the share above: below it the other points need no test */
static const double clearly = 0.25;

/* half the diagonal of a cell, as a multiple of its edge */
static const double half_diagonal = 0.8660254037844386;
static const double half_face = 0.7071067811865476; /* and of a face */
/* as a fraction of the way to a face: moved points stay inside the cell */
static const double inside = 1.0 - 1.0e-9;

/* distance of the places on a face from it and from its edges, as a fraction */
static const double rim = 0.002;
/* how far their distances may be outside the range, as a fraction of the spacing */
static const double slack = 0.02;
/* largest way between the distances of places on a line, as a fraction */
static const double pace = 0.45;
/* a smaller slope of the distance along a line leads nowhere */
static const double shallow = 0.1;

/* Is t the centre of the cell or one of the points next to its corners? */
static int is_flag_first_bound(int t)
{
  const int x = t / 9, y = t / 3 % 3, z = t % 3;
  return x == 1 ? y == 1 && z == 1 : y != 1 && z != 1;
}

/* The field, and the distances and errors to test for. */
typedef struct setup {
  const gm_lattice *lattice;
  const gm_field *field;
  double low, high; /* m */
  const gm_flag_limits *limits;
  uint64_t (*near)[GM_BRICK_CELLS]; /* cells to test on their faces */
} setup;

/* Bound (m) of the interpolation error from the normals at the corners; 0 for an
 * incomplete cell. *least and *most receive a range that contains all distances in the
 * cell, wider than that of its corners near a convex edge; an empty range for an
 * incomplete cell. */
static double bound_flag_cell(const gm_lattice *l, const gm_brick *b, int i,
                              int j, int k, double *least, double *most)
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

/* The largest factor t <= 1 for which u + t du stays in [0, 1]. */
static double stay_in_flag_unit(double u, double du)
{
  if (du > 0.0) return fmin(1.0, (1.0 - u) / du);
  if (du < 0.0) return fmin(1.0, u / -du);
  return 1.0;
}

/* --- the faces of a cell ---------------------------------------------------------- */

/* Moves u along an axis of the cell, in at most STEPS steps, to where the distance is
 * `goal` (m), or to the end of the axis. */
static void seek_flag_end(const gm_field *field, gm_vec3 corner, double spacing,
                          double goal, int along, double u[3],
                          gm_flag_place *at)
{
  for (int k = 0;; ++k) {
    at->y = gm_madd(corner, spacing, gm_vec(u[0], u[1], u[2]));
    const gm_query_result p = field->query(field->of, at->y);
    const double g[3] = {p.gradient.x, p.gradient.y, p.gradient.z};
    at->distance = p.distance;
    const double off = (goal - p.distance) / spacing;
    if (k == STEPS || fabs(off) < slack || fabs(g[along]) < shallow) return;
    const double next = fmin(fmax(u[along] + off / g[along], rim), 1.0 - rim);
    if (next == u[along]) return;
    u[along] = next;
  }
}

int gm_flag_rim(const gm_field *field, gm_vec3 corner, double spacing,
                double low, double high, gm_flag_place *place)
{
  const double reach = half_face * spacing, beyond = slack * spacing;
  int n = 0;
  for (int face = 0; face < 6; ++face) {
    const int across = face / 2, a = (across + 1) % 3, b = (across + 2) % 3;
    double u[3] = {0.5, 0.5, 0.5};
    u[across] = face & 1 ? 1.0 - rim : rim;
    const gm_query_result p = field->query(
        field->of, gm_madd(corner, spacing, gm_vec(u[0], u[1], u[2])));
    if (p.distance - reach > high || p.distance + reach < low) continue;
    const double g[3] = {p.gradient.x, p.gradient.y, p.gradient.z};
    const int along = fabs(g[b]) > fabs(g[a]) ? b : a;
    const double least = fmax(low, p.distance - reach),
                 most = fmin(high, p.distance + reach);
    const int steps = 1 + (int)((most - least) / (pace * spacing));
    for (int k = 0; k < (steps + 1) * GM_FLAG_LINES; ++k) {
      const int step = k / GM_FLAG_LINES;
      const double goal = least + step * (most - least) / steps;
      u[a + b - along] =
          rim + (1.0 - 2.0 * rim) * (k % GM_FLAG_LINES) / (GM_FLAG_LINES - 1);
      seek_flag_end(field, corner, spacing, goal, along, u, &place[n]);
      n +=
          place[n].distance > low - beyond && place[n].distance < high + beyond;
    }
  }
  return n;
}

/* Result of the tests of a cell. */
typedef struct trial {
  double worst;  /* m  largest interpolation error */
  double excess; /* 1  largest ratio of the error to the limit at its point */
} trial;

static gm_query_result look_up_flag(const setup *q, gm_vec3 y, double *chord)
{
  *chord = 0.0;
  if (q->field->faceted) return q->field->faceted(q->field->of, y, chord);
  return q->field->query(q->field->of, y);
}

/* Compares the interpolation at y with the distance (m) there. */
static void compare_flag_point(const setup *q, gm_vec3 y, double distance,
                               double chord, trial *r)
{
  const gm_interpolated i = gm_interpolate_half_taylor(q->lattice, y);
  if (i.corners != 8) return;
  const gm_flag_limits *l = q->limits;
  const double known = fmin(l->chords * chord, l->most);
  const double error = fabs(i.distance - distance);
  r->worst = fmax(r->worst, error);
  r->excess = fmax(r->excess, error / fmax(margin * l->allowed, known));
}

/* Tests point t of the cell whose first corner is given.  The distances to be tested
 * may occupy only a small part of the cell, so the point is first moved along the
 * gradient to the nearest of them, or to the face of the cell. */
static void try_flag_point(const setup *q, gm_vec3 corner, int t, trial *r)
{
  const double spacing = q->lattice->spacing;
  const gm_vec3 u = {tried[t / 9], tried[t / 3 % 3], tried[t % 3]};
  gm_vec3 y = gm_madd(corner, spacing, u);
  double chord;
  gm_query_result p = look_up_flag(q, y, &chord);
  const double goal = fmin(fmax(p.distance, q->low), q->high);
  if (goal != p.distance) {
    const gm_vec3 walk = gm_scale((goal - p.distance) / spacing, p.gradient);
    const double part = fmin(
        stay_in_flag_unit(u.x, walk.x),
        fmin(stay_in_flag_unit(u.y, walk.y), stay_in_flag_unit(u.z, walk.z)));
    y = gm_madd(y, inside * part * spacing, walk);
    /* moving towards the surface keeps the nearest point */
    if (goal < p.distance)
      p.distance += inside * part * (goal - p.distance);
    else
      p = look_up_flag(q, y, &chord);
  }
  compare_flag_point(q, y, p.distance, chord, r);
}

/* Tests a cell on its faces. */
static void try_flag_rim(const setup *q, gm_vec3 corner, trial *r)
{
  gm_flag_place at[GM_FLAG_RIM];
  const int n =
      gm_flag_rim(q->field, corner, q->lattice->spacing, q->low, q->high, at);
  for (int k = 0; k < n && r->excess <= 1.0; ++k) {
    trial one = {0.0, 0.0};
    compare_flag_point(q, at[k].y, at[k].distance, 0.0, &one);
    if (one.excess > 1.0) { /* facets may allow more */
      double chord;
      look_up_flag(q, at[k].y, &chord);
      one.excess = 0.0;
      compare_flag_point(q, at[k].y, at[k].distance, chord, &one);
    }
    r->worst = fmax(r->worst, one.worst);
    r->excess = fmax(r->excess, one.excess);
  }
}

/* Is the interpolation error of a cell too large?  Tests the centre and the eight outer
 * points first, and the others only if these do not decide: a nearest point on a sharp
 * border, with a smaller limit, may lie between.  A limit from the chord error is used
 * without margin, because the chord error is only an estimate. */
static int flag_sites_err(const setup *q, gm_vec3 corner, int near,
                          double *served)
{
  trial r = {0.0, 0.0};
  for (int t = 0; t < TRIED; ++t)
    if (is_flag_first_bound(t)) try_flag_point(q, corner, t, &r);
  if (r.excess <= 1.0 && r.worst > clearly * margin * q->limits->allowed) {
    for (int t = 0; t < TRIED; ++t)
      if (!is_flag_first_bound(t)) try_flag_point(q, corner, t, &r);
  }
  if (near && r.excess <= 1.0) try_flag_rim(q, corner, &r);
  if (r.excess > 1.0) return 1;
  *served = fmax(*served, r.worst);
  return 0;
}

/* Flags the cells of a brick, which has this number in the whole table. */
static void flag_brick(const setup *q, int64_t number, gm_index brick,
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
    const double may = bound_flag_cell(l, b, i, j, k, &least, &most);
    /* no distance in the range, or the cell is incomplete */
    if (least > q->high || most < q->low) continue;
    ++count->cells;
    const int near = q->near && q->near[brick][i] >> (8 * j + k) & 1;
    if (may <= q->limits->allowed && !near) continue;
    if (!flag_sites_err(q, gm_lattice_place(l, at[0] + i, at[1] + j, at[2] + k),
                        near, &count->served))
      continue;
    ++count->flagged;
    l->flag[brick][i] |= (uint64_t)1 << (8 * j + k);
  }
}

gm_status gm_flag_cells(gm_lattice *l, const gm_field *field, double low,
                        double high, const gm_flag_limits *limits,
                        uint64_t (*near)[GM_BRICK_CELLS], gm_flag_count *count)
{
  const setup q = {l, field, low, high, limits, near};
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
