/* mesh/fans.c -- vertex normals of the smooth shape.
 *
 * A quadric through the points around a vertex has the best normal; where there is none,
 * the rules of the second section give one.
 */
#include "mesh/fans.h"

#include "base/math.h"
#include "base/memory.h"
#include "mesh/edges.h"
#include "mesh/union_find.h"

/* Fits a quadric to two rings of neighbours of a point.
 *
 * A weighted least-squares fit of five coefficients by Cholesky's method, in the frame
 * of a first normal.  Lengths are scaled by the mean distance of the neighbours.  Where
 * the neighbours are too few, too irregular, or the fit is too steep or
 * ill-conditioned, the first normal is better and is kept. */

enum { RING = 64, TERMS = 5 };

/* largest ratio of longest to shortest neighbour distance */
static const double regular = 5.0;
/* largest slope of the fit relative to the first normal */
static const double steepest = 0.3;
/* smallest cosine between the normal at the point and that of a neighbour that is used */
static const double alike = 0.5;
/* smallest pivot of a well-conditioned system, as a fraction of the largest */
static const double pivot = 1.0e-4;
/* as a fraction of the mean squared distance: keeps weights of near points finite */
static const double near = 1.0e-3;

/* Neighbouring fans around a point, each listed once. */
typedef struct ring {
  int n, first; /* the first ring precedes the second */
  gm_index fan[RING];
} ring;

static void add_fan_ring_point(ring *r, gm_index fan)
{
  for (int k = 0; k < r->n; ++k)
    if (r->fan[k] == fan) return;
  if (r->n < RING) r->fan[r->n++] = fan;
}

/* Adds the neighbours of a fan; returns 0 if the fan is open. */
static int add_fan_neighbours(const gm_fans *f, gm_index fan, ring *r)
{
  int closed = 1;
  for (gm_index k = f->first[fan]; k < f->first[fan + 1]; ++k) {
    const gm_index t = f->corner[k] / 3;
    const int c = f->corner[k] % 3;
    add_fan_ring_point(r, f->of[3 * t + (c + 1) % 3]);
    add_fan_ring_point(r, f->of[3 * t + (c + 2) % 3]);
    closed &= f->turn[3 * t + c] >= 0.0 && f->turn[3 * t + (c + 2) % 3] >= 0.0;
  }
  return closed;
}

static gm_vec3 fan_place(const gm_fans *f, const gm_surface *s, gm_index fan)
{
  const gm_index corner = f->corner[f->first[fan]];
  return s->point[s->corner[corner / 3][corner % 3]];
}

static int is_fan_regular(const gm_fans *f, const gm_surface *s, gm_vec3 at,
                          const ring *r)
{
  double least = INFINITY, most = 0.0;
  for (int k = 0; k < r->first; ++k) {
    const double square = gm_norm2(gm_sub(fan_place(f, s, r->fan[k]), at));
    least = fmin(least, square);
    most = fmax(most, square);
  }
  return most <= regular * regular * least;
}

/* Solves the symmetric system a x = b in place by Cholesky's method; returns 0 if it is
 * ill-conditioned. */
static int solve_fan_system(double a[TERMS][TERMS], double b[TERMS])
{
  double largest = 0.0;
  for (int k = 0; k < TERMS; ++k)
    largest = fmax(largest, a[k][k]);
  for (int j = 0; j < TERMS; ++j) {
    for (int k = 0; k < j; ++k)
      a[j][j] -= a[j][k] * a[j][k];
    if (!(a[j][j] > pivot * largest)) return 0;
    a[j][j] = sqrt(a[j][j]);
    for (int i = j + 1; i < TERMS; ++i) {
      for (int k = 0; k < j; ++k)
        a[i][j] -= a[i][k] * a[j][k];
      a[i][j] /= a[j][j];
    }
  }
  for (int i = 0; i < TERMS; ++i) {
    for (int k = 0; k < i; ++k)
      b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  for (int i = TERMS - 1; i >= 0; --i) {
    for (int k = i + 1; k < TERMS; ++k)
      b[i] -= a[k][i] * b[k];
    b[i] /= a[i][i];
  }
  return 1;
}

/* Coordinates of the neighbours in the frame (u, v, n), divided by their mean distance.
 */
static void place_fan_ring(const gm_fans *f, const gm_surface *s, gm_vec3 at,
                           const gm_vec3 frame[3], const ring *r, double q[][3])
{
  double square = 0.0;
  for (int k = 0; k < r->n; ++k) {
    const gm_vec3 off = gm_sub(fan_place(f, s, r->fan[k]), at);
    for (int x = 0; x < 3; ++x)
      q[k][x] = gm_dot(off, frame[x]);
    square += q[k][0] * q[k][0] + q[k][1] * q[k][1];
  }
  const double per = 1.0 / sqrt(square / r->n);
  for (int k = 0; k < r->n; ++k)
    for (int x = 0; x < 3; ++x)
      q[k][x] *= per;
}

/* Slopes (a, b) of the fit; returns 0 if it is ill-conditioned. */
static int fit_fan_quadric(const ring *r, double q[][3], double slope[2])
{
  double a[TERMS][TERMS] = {{0.0}}, b[TERMS] = {0.0};
  for (int k = 0; k < r->n; ++k) {
    const double x = q[k][0], y = q[k][1], z = q[k][2];
    const double row[TERMS] = {x, y, x * x, x * y, y * y};
    const double w = (k < r->first ? 2.0 : 1.0) / (x * x + y * y + near);
    for (int i = 0; i < TERMS; ++i) {
      for (int j = 0; j <= i; ++j)
        a[i][j] += w * w * row[i] * row[j];
      b[i] += w * w * row[i] * z;
    }
  }
  if (!solve_fan_system(a, b)) return 0;
  slope[0] = b[0];
  slope[1] = b[1];
  return 1;
}

/* Unit normal at the point of a fan, from the quadric z = a x + b y + A x^2 + B x y + C
 * y^2, fitted by least squares to two rings of neighbours in the frame whose z axis is
 * guess[fan].  Returns guess[fan] itself where the fan is open, its neighbours are few or
 * at very different distances, or the fit is steep or ill-conditioned; there the mean of
 * the facets is more accurate.  Requires: corners and dihedral angles of *fans are
 * set. */
static gm_vec3 fan_normal_of_quadric(const gm_fans *f, const gm_surface *s,
                                     const gm_vec3 *guess, gm_index fan)
{
  ring r = {.n = 0}, all;
  const gm_vec3 n = guess[fan], at = fan_place(f, s, fan);
  if (!add_fan_neighbours(f, fan, &r)) return n;
  r.first = r.n;
  if (r.first == RING || !is_fan_regular(f, s, at, &r)) return n;
  for (int k = 0; k < r.first; ++k)
    add_fan_neighbours(f, r.fan[k], &r);
  all = r;
  r.n = r.first = 0;
  for (int k = 0; k < all.n; ++k) {
    if (all.fan[k] == fan || !(gm_dot(guess[all.fan[k]], n) > alike)) continue;
    r.fan[r.n++] = all.fan[k];
    r.first += k < all.first;
  }
  if (r.n < TERMS) return n;
  const gm_vec3 u = gm_perpendicular(n);
  const gm_vec3 frame[3] = {u, gm_cross(n, u), n};
  double q[RING][3], slope[2];
  place_fan_ring(f, s, at, frame, &r, q);
  if (!fit_fan_quadric(&r, q, slope)) return n;
  if (!(slope[0] * slope[0] + slope[1] * slope[1] < steepest * steepest))
    return n;
  return gm_unit(gm_madd(gm_madd(n, -slope[0], frame[0]), -slope[1], frame[1]));
}

void gm_fans_clear(gm_fans *f)
{
  GM_FREE(f->of);
  GM_FREE(f->first);
  GM_FREE(f->corner);
  GM_FREE(f->normal);
  GM_FREE(f->pointed);
  GM_FREE(f->turn);
  *f = (gm_fans){0};
}

/* Computes vertex normals of the smooth shape.
 *
 *   1  Edges with a dihedral angle below the threshold connect the corners at their ends.
 *   2  Regions of coplanar triangles show where the shape is flat.
 *   3  Max's weights: the sum of (e1 x e2) / (|e1|^2 |e2|^2) over the corners.
 *   4  Closed fans with regular neighbours: a quadric through the points.
 *   5  Where a flat region meets a far smaller one, the fan takes the normal of the flat.
 */

/* as a fraction of the size: deviations below it are rounding of the file */
static const double rounding = 2.0e-7;
/* smallest ratio of heights of two coplanar triangles that prove a flat region; a sliver
 * may be coplanar by chance */
static const double sliver = 0.25;
/* ratio of areas above which the larger, flat region determines the normal */
static const double wider = 4.0;
/* a fan is a tip if its normals spread by more than this fraction of the threshold
 * angle */
static const double spread = 0.5;
/* and by more than this multiple of its largest dihedral angle */
static const double beyond = 1.5;

static gm_vec3 fan_triangle_side(const gm_surface *s, gm_index t, int k)
{
  return gm_sub(s->point[s->corner[t][(k + 1) % 3]],
                s->point[s->corner[t][k % 3]]);
}

/* Twice the area of a triangle, in m2. */
static double fan_twice_triangle_area(const gm_surface *s, gm_index t)
{
  return gm_norm(
      gm_cross(fan_triangle_side(s, t, 0), fan_triangle_side(s, t, 1)));
}

/* --- 1  smooth edges ---------------------------------------------------------------- */

static void measure_fan_turns(double *turn, const gm_surface *s)
{
#pragma omp parallel for schedule(static)
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k) {
      const gm_index q = s->across[t][k];
      turn[3 * t + k] = -1.0;
      if (q < 0) continue;
      const gm_vec3 a = s->normal[t < q ? t : q], b = s->normal[t < q ? q : t];
      turn[3 * t + k] = gm_math_atan2(gm_norm(gm_cross(a, b)), gm_dot(a, b));
    }
  }
}

/* Sets `turn` to -1 where the dihedral angle reaches the limit (rad), except at artefacts
 * of slivers. */
static gm_status find_fan_sharp(gm_fans *f, const gm_surface *s, double limit)
{
  unsigned char *sharp = NULL;
  GM_TRY(GM_RESIZE(f->turn, 0, 3 * (size_t)s->n));
  GM_TRY(GM_RESIZE(sharp, 0, 3 * (size_t)s->n));
  measure_fan_turns(f->turn, s);
  for (gm_index side = 0; side < 3 * s->n; ++side)
    sharp[side] = !(f->turn[side] >= 0.0 && f->turn[side] < limit);
  const gm_status status =
      limit > 0.0 ? gm_edges_soften(s, limit, f->turn, sharp) : GM_OK;
  for (gm_index side = 0; side < 3 * s->n; ++side)
    if (sharp[side]) f->turn[side] = -1.0;
  GM_FREE(sharp);
  return status;
}

/* --- 2  flat regions ---------------------------------------------------------- */

/* Regions of coplanar triangles. */
typedef struct flats {
  gm_index n;
  gm_index *of; /* [triangles] */
  double *area; /* [n] m2  twice the area */
  /* [n]  1: contains two triangles of similar height, so that it is not flat by chance */
  unsigned char *sure;
  /* [n]  the only region adjacent over smooth edges; -1: none, -2: several */
  gm_index *next;
} flats;

static void clear_fan_flats(flats *r)
{
  GM_FREE(r->of);
  GM_FREE(r->area);
  GM_FREE(r->sure);
  GM_FREE(r->next);
}

/* Are the triangles at edge k of triangle t coplanar within the rounding of the file?
 * Sets *like to 1 if their heights over the edge are similar, else to 0. */
static int is_fan_coplanar(const gm_fans *f, const gm_surface *s, double size,
                           gm_index t, int k, int *like)
{
  const gm_index q = s->across[t][k];
  const double turn = f->turn[3 * t + k];
  *like = 0;
  if (q < 0 || turn < 0.0) return 0;
  const double length = gm_norm(fan_triangle_side(s, t, k));
  const double a = fan_twice_triangle_area(s, t) / length,
               b = fan_twice_triangle_area(s, q) / length;
  *like = fmin(a, b) > sliver * fmax(a, b);
  return turn * fmax(a, b) < rounding * size;
}

static gm_status find_fan_flats(const gm_fans *f, const gm_surface *s, flats *r)
{
  const gm_vec3 extent = gm_sub(s->max, s->min);
  const double size = fmax(extent.x, fmax(extent.y, extent.z));
  int like;
  GM_TRY(GM_RESIZE(r->of, 0, s->n));
  gm_union_find_init(r->of, s->n);
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index t = side / 3, q = s->across[t][side % 3];
    if (q > t && is_fan_coplanar(f, s, size, t, side % 3, &like))
      gm_union_find_join(r->of, t, q);
  }
  r->n = gm_union_find_number(r->of, s->n);
  GM_TRY(GM_RESIZE(r->area, 0, r->n));
  GM_TRY(GM_RESIZE(r->sure, 0, r->n));
  GM_TRY(GM_RESIZE(r->next, 0, r->n));
  for (gm_index k = 0; k < r->n; ++k)
    r->next[k] = -1;
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index t = side / 3, q = s->across[t][side % 3];
    if (side % 3 == 0) r->area[r->of[t]] += fan_twice_triangle_area(s, t);
    if (q < 0 || f->turn[side] < 0.0) continue;
    gm_index *next = &r->next[r->of[t]];
    if (r->of[t] != r->of[q])
      *next = *next == -1 || *next == r->of[q] ? r->of[q] : -2;
    else if (is_fan_coplanar(f, s, size, t, side % 3, &like) && like)
      r->sure[r->of[t]] = 1;
  }
  return GM_OK;
}

/* An edge between two flat regions that have no other smooth edges is the ridge of a
 * roof, not part of a rounding: makes it sharp. */
static void keep_fan_roofs(gm_fans *f, const gm_surface *s, const flats *r)
{
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index q = s->across[side / 3][side % 3];
    if (q < 0 || f->turn[side] < 0.0) continue;
    const gm_index a = r->of[side / 3], b = r->of[q];
    if (a != b && r->next[a] == b && r->next[b] == a && r->sure[a] &&
        r->sure[b])
      f->turn[side] = -1.0;
  }
}

/* --- 3  fans and their normals ------------------------------------------------ */

static gm_status join_fan_corners(gm_fans *f, const gm_surface *s)
{
  GM_TRY(GM_RESIZE(f->of, 0, 3 * (size_t)s->n));
  gm_union_find_init(f->of, 3 * s->n);
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index t = side / 3, q = s->across[t][side % 3];
    const int k = side % 3;
    if (q < t || f->turn[side] < 0.0) continue;
    const int j = gm_fans_twin(s, t, k, q);
    gm_union_find_join(f->of, 3 * t + k, 3 * q + (j + 1) % 3);
    gm_union_find_join(f->of, 3 * t + (k + 1) % 3, 3 * q + j);
  }
  f->n = gm_union_find_number(f->of, 3 * s->n);
  GM_TRY(GM_RESIZE(f->first, 0, f->n + 2));
  GM_TRY(GM_RESIZE(f->corner, 0, 3 * (size_t)s->n));
  /* `first` shifted by one, which filling moves into place */
  gm_index *next = f->first + 1;
  for (gm_index k = 0; k < 3 * s->n; ++k)
    ++next[f->of[k] + 1];
  for (gm_index k = 0; k < f->n; ++k)
    next[k + 1] += next[k];
  for (gm_index k = 0; k < 3 * s->n; ++k)
    f->corner[next[f->of[k]]++] = k;
  return GM_OK;
}

static double fan_angle_at(const gm_surface *s, gm_index corner)
{
  const gm_vec3 a = fan_triangle_side(s, corner / 3, corner % 3);
  const gm_vec3 b =
      gm_scale(-1.0, fan_triangle_side(s, corner / 3, corner % 3 + 2));
  return gm_math_atan2(gm_norm(gm_cross(a, b)), gm_dot(a, b));
}

static gm_vec3 fan_normal_by_max(const gm_fans *f, const gm_surface *s,
                                 gm_index fan)
{
  gm_vec3 sum = {0.0, 0.0, 0.0};
  for (gm_index k = f->first[fan]; k < f->first[fan + 1]; ++k) {
    const gm_index t = f->corner[k] / 3;
    const int c = f->corner[k] % 3;
    const gm_vec3 a = fan_triangle_side(s, t, c),
                  b = fan_triangle_side(s, t, c + 2);
    const double weight =
        fan_twice_triangle_area(s, t) / (gm_norm2(a) * gm_norm2(b));
    sum = gm_madd(sum, weight, s->normal[t]);
  }
  return gm_unit(sum);
}

/* Is a fan the tip of a cone?  Its facet normals spread more than its dihedral angles
 * explain. */
static int is_fan_pointed(const gm_fans *f, const gm_surface *s, gm_index fan,
                          double limit)
{
  double square = 0.0, weights = 0.0, turn = 0.0;
  const gm_vec3 n = f->normal[fan];
  for (gm_index k = f->first[fan]; k < f->first[fan + 1]; ++k) {
    const gm_index t = f->corner[k] / 3;
    const gm_vec3 m = s->normal[t];
    const double off = gm_math_atan2(gm_norm(gm_cross(n, m)), gm_dot(n, m));
    const double angle = fan_angle_at(s, f->corner[k]);
    square += angle * off * off;
    weights += angle;
    for (int side = 0; side < 3; ++side)
      turn = fmax(turn, f->turn[3 * t + side]);
  }
  const double rms = sqrt(square / weights);
  return rms > spread * limit && rms > beyond * turn;
}

static gm_status find_fan_normals(gm_fans *f, const gm_surface *s, double limit)
{
  gm_vec3 *first = NULL; /* normals by Max's weights, the frames of the fits */
  GM_TRY(GM_RESIZE(f->normal, 0, f->n));
  GM_TRY(GM_RESIZE(f->pointed, 0, f->n));
  GM_TRY(GM_RESIZE(first, 0, f->n));
#pragma omp parallel for schedule(static)
  for (gm_index fan = 0; fan < f->n; ++fan)
    first[fan] = fan_normal_by_max(f, s, fan);
#pragma omp parallel for schedule(dynamic, 256)
  for (gm_index fan = 0; fan < f->n; ++fan) {
    f->normal[fan] = fan_normal_of_quadric(f, s, first, fan);
    f->pointed[fan] = (unsigned char)is_fan_pointed(f, s, fan, limit);
  }
  GM_FREE(first);
  return GM_OK;
}

/* --- 5  normals of large flat regions ----------------------------------------- */

static gm_status let_fan_flats_win(gm_fans *f, const gm_surface *s,
                                   const flats *r)
{
  gm_vec3 *won = NULL;
  GM_TRY(GM_RESIZE(won, 0, f->n));
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index t = side / 3, q = s->across[t][side % 3];
    if (q < 0 || f->turn[side] < 0.0) continue;
    const gm_index a = r->of[t], b = r->of[q];
    if (a == b || !r->sure[a] || !(r->area[a] > wider * r->area[b])) continue;
    for (int end = 0; end < 2; ++end) {
      const gm_index corner = 3 * t + (side % 3 + end) % 3;
      gm_vec3 *w = &won[f->of[corner]];
      *w = gm_madd(*w, fan_angle_at(s, corner), s->normal[t]);
    }
  }
  for (gm_index fan = 0; fan < f->n; ++fan) {
    if (!(gm_norm2(won[fan]) > 0.0)) continue;
    f->normal[fan] = gm_unit(won[fan]);
    f->pointed[fan] = 0;
  }
  GM_FREE(won);
  return GM_OK;
}

static gm_status build_fans(gm_fans *f, const gm_surface *s, double turn,
                            flats *r)
{
  GM_TRY(find_fan_sharp(f, s, turn));
  GM_TRY(find_fan_flats(f, s, r));
  keep_fan_roofs(f, s, r);
  GM_TRY(join_fan_corners(f, s));
  GM_TRY(find_fan_normals(f, s, turn));
  return let_fan_flats_win(f, s, r);
}

gm_status gm_fans_build(gm_fans *f, const gm_surface *surface, double turn)
{
  flats r = {0};
  const gm_status status = build_fans(f, surface, turn, &r);
  clear_fan_flats(&r);
  if (status != GM_OK) gm_fans_clear(f);
  return status;
}
