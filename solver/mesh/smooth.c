/* mesh/smooth.c -- computes the curved patches of a smooth surface.
 *
 * Normals at the corners (fans.h) determine one vector per edge, and three such vectors
 * the quadratic patch of a triangle.  The largest rise of a patch above its facet is
 * bounded region by region: a region that would rise too far is too coarse to show a
 * shape, and keeps its facets.  So does a region whose patches meet at edges almost as
 * sharp as those of its facets: its normals follow no smooth shape.
 */
#include "mesh/smooth.h"

#include "base/math.h"
#include "base/memory.h"
#include "mesh/fans.h"
#include "mesh/union_find.h"

/* rad  edges with a larger dihedral angle are sharp if no angle is given */
static const double usual = GM_PI / 6.0;
/* as a fraction of the edge length: shorter edge vectors count as zero */
static const double straight = 1.0e-12;
/* as a fraction of the edge length: largest |c|, that of a normal turning by 35
 * degrees */
static const double bent = 0.3;
/* largest angle between patches at their edges, as a fraction of that between facets, in
 * the mean square over a region.  Tori, cylinders and funnels have 0.002 to 0.17, a cone
 * with its tip 0.38; regions where normals are guessed wrongly 0.5 to 70. */
static const double kinked = 0.45;

void gm_smooth_clear(gm_smooth *m)
{
  GM_FREE(m->row);
  GM_FREE(m->side);
  GM_FREE(m->rise);
  GM_FREE(m->chord);
  GM_FREE(m->sharp);
  *m = (gm_smooth){0};
}

/* The normal of a fan.  A tip has none; there an edge uses the mean of its two
 * triangles. */
static gm_vec3 smooth_corner_normal(const gm_fans *f, const gm_surface *s,
                                    gm_index t, int k, gm_index corner)
{
  const gm_index fan = f->of[corner], q = s->across[t][k];
  if (!f->pointed[fan]) return f->normal[fan];
  if (f->turn[3 * t + k] < 0.0) return s->normal[t];
  return gm_unit(gm_add(s->normal[t < q ? t : q], s->normal[t < q ? q : t]));
}

/* The vector c of edge k of triangle t, computed from the end with the lower number, so
 * that both triangles get the same bits. */
static gm_vec3 smooth_side_vector(const gm_fans *f, const gm_surface *s,
                                  gm_index t, int k)
{
  const int j = (k + 1) % 3;
  const int turned = s->corner[t][k] > s->corner[t][j];
  const int low = turned ? j : k, high = turned ? k : j;
  const gm_vec3 e =
      gm_sub(s->point[s->corner[t][high]], s->point[s->corner[t][low]]);
  const gm_vec3 a = smooth_corner_normal(f, s, t, k, 3 * t + low);
  const gm_vec3 b = smooth_corner_normal(f, s, t, k, 3 * t + high);
  const gm_vec3 c =
      gm_madd(gm_scale(0.5 * gm_dot(e, b), b), -0.5 * gm_dot(e, a), a);
  const double length = gm_norm(c), side = gm_norm(e);
  if (length < straight * side) return gm_vec(0.0, 0.0, 0.0);
  return length > bent * side ? gm_scale(bent * side / length, c) : c;
}

/* Edge vectors of a triangle; returns 0 if all are zero. */
static int smooth_curve_sides(const gm_fans *f, const gm_surface *s, gm_index t,
                              float side[3][3], float *rise)
{
  double longest = 0.0;
  for (int k = 0; k < 3; ++k) {
    const gm_vec3 c = smooth_side_vector(f, s, t, k);
    longest = fmax(longest, gm_norm(c));
    side[k][0] = (float)c.x;
    side[k][1] = (float)c.y;
    side[k][2] = (float)c.z;
  }
  *rise = (float)(longest / 3.0 * (1.0 + 1.0e-6)); /* sum of b_i b_j <= 1/3 */
  return longest > 0.0;
}

static double smooth_height_over(const gm_surface *s, gm_index t, int k)
{
  const gm_vec3 a = s->point[s->corner[t][k]];
  const gm_vec3 e = gm_sub(s->point[s->corner[t][(k + 1) % 3]], a);
  const gm_vec3 o = gm_sub(s->point[s->corner[t][(k + 2) % 3]], a);
  return gm_norm(gm_cross(e, o)) / gm_norm(e);
}

/* Sets the chord error and the sharp edges of a triangle. */
static void measure_smooth_rise(gm_smooth *m, const gm_fans *f,
                                const gm_surface *s, gm_index t)
{
  double chord = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double turn = f->turn[3 * t + k];
    const gm_index q = s->across[t][k];
    if (turn < 0.0) {
      m->sharp[t] |= (unsigned char)(GM_SMOOTH_SIDE << k);
    } else {
      const double other = smooth_height_over(s, q, gm_fans_twin(s, t, k, q));
      chord =
          fmax(chord, 0.125 * turn * fmin(smooth_height_over(s, t, k), other));
    }
  }
  m->chord[t] = (float)chord;
}

/* Marks the corners that lie on a sharp edge of any triangle. */
static gm_status mark_smooth_corners(gm_smooth *m, const gm_surface *s)
{
  unsigned char *on = NULL;
  GM_TRY(GM_RESIZE(on, 0, s->n_points));
  for (gm_index side = 0; side < 3 * s->n; ++side) {
    const gm_index *c = s->corner[side / 3];
    if (!(m->sharp[side / 3] >> side % 3 & 1)) continue;
    on[c[side % 3]] = on[c[(side + 1) % 3]] = 1;
  }
  for (gm_index k = 0; k < 3 * s->n; ++k)
    if (on[s->corner[k / 3][k % 3]])
      m->sharp[k / 3] |= (unsigned char)(GM_SMOOTH_CORNER << k % 3);
  GM_FREE(on);
  return GM_OK;
}

/* --- regions between sharp edges ------------------------------------------------- */

/* A region, at its root triangle. */
typedef struct region {
  float rise; /* m  largest rise of a patch */
  double turn,
      kinks; /* m rad2  squared angles of facets and patches, times lengths */
} region;

/* Unit normal of the patch of triangle t in the middle of its edge k. */
static gm_vec3 smooth_normal_of_middle(const gm_fans *f, const gm_surface *s,
                                       gm_index t, int k)
{
  float side[3][3], rise;
  gm_vec3 x[3], c[3];
  smooth_curve_sides(f, s, t, side, &rise);
  for (int i = 0; i < 3; ++i) {
    const int j = (k + i) % 3;
    x[i] = s->point[s->corner[t][j]];
    c[i] = gm_vec((double)side[j][0], (double)side[j][1], (double)side[j][2]);
  }
  const gm_vec3 along = gm_sub(x[1], x[0]);
  const gm_vec3 mean = gm_scale(0.5, gm_sub(gm_add(c[1], c[2]), c[0]));
  return gm_unit(gm_cross(along, gm_add(gm_sub(x[2], x[0]), mean)));
}

static void add_smooth_edge(const gm_fans *f, const gm_surface *s,
                            gm_index side, region *r)
{
  const gm_index t = side / 3, q = s->across[t][side % 3];
  const int k = (int)(side % 3), j = gm_fans_twin(s, t, k, q);
  const gm_vec3 a = smooth_normal_of_middle(f, s, t, k);
  const gm_vec3 b = smooth_normal_of_middle(f, s, q, j);
  const double kink = gm_math_atan2(gm_norm(gm_cross(a, b)), gm_dot(a, b));
  const double length = gm_norm(
      gm_sub(s->point[s->corner[t][(k + 1) % 3]], s->point[s->corner[t][k]]));
  r->kinks += length * kink * kink;
  r->turn += length * f->turn[side] * f->turn[side];
}

static void measure_smooth_regions(const gm_fans *f, const gm_surface *s,
                                   gm_index *root, region *of)
{
  float side[3][3], one;
  gm_union_find_init(root, s->n);
  for (gm_index k = 0; k < 3 * s->n; ++k)
    if (f->turn[k] >= 0.0)
      gm_union_find_join(root, k / 3, s->across[k / 3][k % 3]);
  for (gm_index t = 0; t < s->n; ++t) {
    region *r = &of[gm_union_find_root(root, t)];
    if (smooth_curve_sides(f, s, t, side, &one) && one > r->rise) r->rise = one;
    for (gm_index k = 3 * t; k < 3 * t + 3; ++k)
      if (f->turn[k] >= 0.0 && s->across[t][k % 3] > t)
        add_smooth_edge(f, s, k, r);
  }
}

/* Numbers the curved patches; in regions where a patch would rise by more than `most` (m)
 * or whose patches are kinked all triangles stay flat. */
static gm_status find_smooth_rows(gm_smooth *m, const gm_fans *f,
                                  const gm_surface *s, double most)
{
  gm_index *root = NULL;
  region *all = NULL;
  float side[3][3], one;
  gm_status status = GM_RESIZE(root, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(all, 0, s->n);
  if (status == GM_OK) measure_smooth_regions(f, s, root, all);
  for (gm_index t = 0; t < s->n && status == GM_OK; ++t) {
    const region *r = &all[gm_union_find_root(root, t)];
    const int low = (double)r->rise <= most;
    const int even = r->kinks <= kinked * kinked * r->turn;
    const int curved = smooth_curve_sides(f, s, t, side, &one);
    m->row[t] = curved && low && even ? m->n++ : -1;
    m->n_high += curved && !low;
    m->n_kinked += curved && low && !even;
    if (!low || !even)
      m->chord[t] = 0.0f; /* the facets are the shape and have no error */
  }
  GM_FREE(root);
  GM_FREE(all);
  return status;
}

static gm_status give_smooth_patches(gm_smooth *m, const gm_fans *f,
                                     const gm_surface *s, double most)
{
  GM_TRY(GM_RESIZE(m->row, 0, s->n));
  GM_TRY(find_smooth_rows(m, f, s, most));
  GM_TRY(GM_RESIZE(m->side, 0, m->n));
  GM_TRY(GM_RESIZE(m->rise, 0, m->n));
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index row = m->row[t];
    if (row < 0) continue;
    smooth_curve_sides(f, s, t, m->side[row], &m->rise[row]);
    m->highest = fmax(m->highest, (double)m->rise[row]);
  }
  return GM_OK;
}

static gm_status build_smooth(gm_smooth *m, const gm_fans *f,
                              const gm_surface *s, double most)
{
  GM_TRY(GM_RESIZE(m->chord, 0, s->n));
  GM_TRY(GM_RESIZE(m->sharp, 0, s->n));
  for (gm_index t = 0; t < s->n; ++t)
    measure_smooth_rise(m, f, s, t);
  GM_TRY(mark_smooth_corners(m, s));
  return most > 0.0 ? give_smooth_patches(m, f, s, most) : GM_OK;
}

gm_status gm_smooth_build(gm_smooth *smooth, const gm_surface *surface,
                          double turn, double most_rise)
{
  gm_fans f = {0};
  gm_status status = gm_fans_build(&f, surface, turn > 0.0 ? turn : usual);
  if (status == GM_OK)
    status = build_smooth(smooth, &f, surface, turn > 0.0 ? most_rise : 0.0);
  gm_fans_clear(&f);
  if (status != GM_OK) gm_smooth_clear(smooth);
  return status;
}
