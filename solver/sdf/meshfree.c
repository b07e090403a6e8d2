/* sdf/meshfree.c -- interpolates between all sites within a radius:  Shepard's mean and
 * moving least squares.
 *
 * Lengths are in units of the radius, so that the matrix of the fit is well scaled.
 */
#include "sdf/meshfree.h"

/* The sites lie in one plane if a pivot is below this fraction of its diagonal
 * element. */
static const double in_plane = 1.0e-9;

/* --- the ball ---------------------------------------------------------------------- */

/* Site (i, j, k), or null; increments *under if it is missing below the band. */
static const gm_site *find_meshfree_site(const gm_lattice *l, int i, int j,
                                         int k, int *under)
{
  const gm_index brick = gm_lattice_brick(
      l, ((int64_t)(i >> 3) * l->size[1] + (j >> 3)) * l->size[2] + (k >> 3));
  if (brick < 0) {
    *under += brick == GM_LATTICE_UNDER;
    return NULL;
  }
  const gm_brick *b = &l->brick[brick];
  const uint32_t word = b->row[9 * (i & 7) + (j & 7)];
  const int at = k & 7;
  *under += (int)(word >> (9 + at) & 1u);
  if (!(word >> at & 1u)) return NULL;
  return l->site + b->first + (word >> 18 & 0x3ffu) +
         (uint32_t)__builtin_popcount(word & ((1u << at) - 1u));
}

/* First and last site of one axis within `reach` of y.  The sites of the last face lie
 * outside the band. */
static void meshfree_span_of_sites(double y, double origin, double spacing,
                                   double reach, gm_index bricks, int *first,
                                   int *last)
{
  const double end = 8.0 * bricks - 1.0;
  *first =
      (int)fmin(fmax(ceil((y - reach - origin) / spacing), 0.0), end + 1.0);
  *last = (int)fmax(fmin(floor((y + reach - origin) / spacing), end), -1.0);
}

static void gather_meshfree_sites(const gm_lattice *l, gm_vec3 y,
                                  gm_meshfree *m)
{
  const double per = 1.0 / m->reach;
  int a[3], b[3];
  meshfree_span_of_sites(y.x, l->origin.x, l->spacing, m->reach, l->size[0],
                         &a[0], &b[0]);
  meshfree_span_of_sites(y.y, l->origin.y, l->spacing, m->reach, l->size[1],
                         &a[1], &b[1]);
  meshfree_span_of_sites(y.z, l->origin.z, l->spacing, m->reach, l->size[2],
                         &a[2], &b[2]);
  for (int i = a[0]; i <= b[0]; ++i) {
    for (int j = a[1]; j <= b[1]; ++j) {
      for (int k = a[2]; k <= b[2]; ++k) {
        const gm_vec3 off =
            gm_scale(per, gm_sub(y, gm_lattice_place(l, i, j, k)));
        const double q = gm_norm(off);
        if (!(q <= 1.0) || m->n == GM_MESHFREE_SITES) continue;
        const gm_site *s = find_meshfree_site(l, i, j, k, &m->under);
        if (!s) continue;
        const double p = 1.0 - q, p3 = p * p * p;
        m->site[m->n++] = (gm_meshfree_site){
            .off = off,
            .weight = p3 * p * (4.0 * q + 1.0),
            .slope = gm_scale(-20.0 * p3, off),
            .distance = gm_lattice_distance(l, s),
            .normal = {(double)s->normal[0], (double)s->normal[1],
                       (double)s->normal[2]}};
      }
    }
  }
}

void gm_meshfree_gather(const gm_lattice *l, gm_vec3 y, double reach,
                        gm_meshfree *m)
{
  m->reach = reach;
  m->least = l->rest ? GM_MESHFREE_FACE_CENTRED : GM_MESHFREE_CUBIC;
  m->n = m->under = 0;
  if (!isfinite(gm_norm2(y))) return;
  gather_meshfree_sites(l, y, m);
  for (int k = 0; l->rest && k < 3; ++k)
    gather_meshfree_sites(&l->rest[k], y, m);
}

/* --- fits ----------------------------------------------------------------------------
 */

static const gm_meshfree_fit none = {.sites = 0, .distance = INFINITY};

/* The distance (m) that site s contributes at the point. */
static double offer_meshfree_site(const gm_meshfree *m,
                                  const gm_meshfree_site *s, double part)
{
  return s->distance + part * m->reach * gm_dot(s->normal, s->off);
}

gm_meshfree_fit gm_meshfree_shepard(const gm_meshfree *m, double part)
{
  double sum = 0.0, d = 0.0;
  gm_vec3 g = {0.0, 0.0, 0.0}, n = {0.0, 0.0, 0.0};
  for (int k = 0; k < m->n; ++k) {
    sum += m->site[k].weight;
    d += m->site[k].weight * offer_meshfree_site(m, &m->site[k], part);
  }
  if (m->n < m->least || !(sum > 0.0)) return none;
  d /= sum;
  for (int k = 0; k < m->n; ++k) {
    const gm_meshfree_site *s = &m->site[k];
    g = gm_madd(g, offer_meshfree_site(m, s, part) - d, s->slope);
    n = gm_madd(n, part * s->weight, s->normal);
  }
  g = gm_scale(1.0 / sum, gm_madd(n, 1.0 / m->reach, g));
  return (gm_meshfree_fit){m->n, d, g, g};
}

/* Solves a x = b for two right-hand sides; a is symmetric and positive definite, its
 * lower half is used.  Returns 0 if a is nearly singular. */
static int solve_meshfree_weights(double a[4][4], double b[4][2])
{
  for (int i = 0; i < 4; ++i) {
    const double whole = a[i][i];
    for (int j = 0; j < i; ++j)
      a[i][i] -= a[i][j] * a[i][j] / a[j][j];
    if (!(a[i][i] > in_plane * whole)) return 0;
    for (int r = i + 1; r < 4; ++r) {
      for (int j = 0; j < i; ++j)
        a[r][i] -= a[r][j] * a[i][j] / a[j][j];
    }
  }
  for (int c = 0; c < 2; ++c) {
    for (int i = 0; i < 4; ++i) {
      for (int j = 0; j < i; ++j)
        b[i][c] -= a[i][j] / a[j][j] * b[j][c];
    }
    for (int i = 3; i >= 0; --i) {
      b[i][c] /= a[i][i];
      for (int j = i + 1; j < 4; ++j)
        b[i][c] -= a[j][i] / a[i][i] * b[j][c];
    }
  }
  return 1;
}

/* The fit is d = e0.A^-1 b with A = sum W p p^T, b = sum W p e, p = (1, y_j - y).  W
 * and e depend on y, and so does the point at which the fit is evaluated:
 *
 *   grad d = c + sum (l.p) [W part n + (e - p.c) grad W],   A l = e0 */
gm_meshfree_fit gm_meshfree_linear(const gm_meshfree *m, double part)
{
  double a[4][4] = {{0.0}}, b[4][2] = {{0.0, 1.0}};
  if (m->n < m->least) return none;
  for (int k = 0; k < m->n; ++k) {
    const gm_meshfree_site *s = &m->site[k];
    const double p[4] = {1.0, -s->off.x, -s->off.y, -s->off.z};
    for (int i = 0; i < 4; ++i) {
      b[i][0] += s->weight * p[i] * offer_meshfree_site(m, s, part);
      for (int j = 0; j <= i; ++j)
        a[i][j] += s->weight * p[i] * p[j];
    }
  }
  if (!solve_meshfree_weights(a, b)) return none;
  const double per = 1.0 / m->reach;
  const gm_vec3 c = {b[1][0], b[2][0], b[3][0]};
  gm_vec3 g = c;
  for (int k = 0; k < m->n; ++k) {
    const gm_meshfree_site *s = &m->site[k];
    const double p[4] = {1.0, -s->off.x, -s->off.y, -s->off.z};
    double l = 0.0, rest = offer_meshfree_site(m, s, part);
    for (int i = 0; i < 4; ++i) {
      l += b[i][1] * p[i];
      rest -= b[i][0] * p[i];
    }
    g = gm_madd(g, l * rest, s->slope);
    g = gm_madd(g, l * s->weight * part * m->reach, s->normal);
  }
  return (gm_meshfree_fit){m->n, b[0][0], gm_scale(per, g), gm_scale(per, c)};
}

gm_interpolated gm_meshfree_interpolate(const gm_lattice *l, gm_vec3 y,
                                        double reach, int linear)
{
  gm_meshfree m;
  gm_meshfree_gather(l, y, reach, &m);
  const gm_meshfree_fit f =
      linear ? gm_meshfree_linear(&m, 0.0) : gm_meshfree_shepard(&m, 0.0);
  const int under = m.under > 0 && m.n == 0 ? 8 : m.under < 7 ? m.under : 7;
  return (gm_interpolated){f.distance, f.gradient, m.n, under, 0};
}
