/* measure/coverage.c -- whether virtual particles represent a mesh well enough.
 *
 * The reference are the triangles themselves: exact distances, and contact points as
 * local minima of the distance.  The tolerance includes two errors that do not come from
 * sampling: the chord error of the facets, and the rise of the smooth shape above them.
 */
#include "measure/coverage.h"

#include "base/math.h"
#include "base/memory.h"
#include "base/random.h"
#include "body/query_batch.h"
#include "patch/exact_contacts.h"
#include "patch/tangent.h"
#include <omp.h>
#include <stdio.h>

/* ---- test positions of grain centres near a surface ------------------------------ */

/* Positions over a triangle are distributed by area and moved outwards along the
 * normal. Positions at an edge are distributed along its length.  Around a convex edge
 * they lie in all directions between the two normals, some of them beyond its ends; in
 * a concave edge, at the same distance from both faces; around a border, or an edge of
 * three faces, in all directions.  If grains can touch both sides of the surface,
 * positions lie on both.  Random numbers depend on a counter (base/random.h): a
 * position is a function of its triangle and its number, so that a change of one
 * triangle changes no position at another. */

typedef struct test_places {
  const gm_exact_contacts *minima; /* surface, edges, which sides are outside */
  double low, high;                /* m  range of distances from the surface */
  double per_area;                 /* 1/m2  positions per area of triangles */
  double per_length;               /* 1/m  positions per length of edges */
} test_places;

/* rad  edges with a smaller dihedral angle (15 degrees) count as flat */
static const double sharp = 0.26;
static const uint32_t seed = 20; /* arbitrary */

static gm_vec3 covered_corner(const gm_surface *s, gm_index t, int k)
{
  return s->point[s->corner[t][k % 3]];
}

static double covered_area(const gm_surface *s, gm_index t)
{
  const gm_vec3 a = covered_corner(s, t, 0);
  return 0.5 * gm_norm(gm_cross(gm_sub(covered_corner(s, t, 1), a),
                                gm_sub(covered_corner(s, t, 2), a)));
}

/* Returns 1 if edge k of triangle t is tested and t is the triangle that tests it. */
static int coverage_owns_edge(const gm_edges *e, gm_index t, int k)
{
  const gm_index edge = e->of[3 * t + k];
  if (e->side[e->first[edge]] != 3 * t + k) return 0;
  return gm_edges_count(e, edge) != 2 || e->turn[edge] > sharp;
}

static double covered_side(const gm_surface *s, gm_index t, int k)
{
  return gm_norm(gm_sub(covered_corner(s, t, k + 1), covered_corner(s, t, k)));
}

/* Plan about `n` positions on the whole surface, at least one on each triangle and
 * edge, at distances in [low, high] (m). */
static test_places plan_coverage_positions(const gm_exact_contacts *m,
                                           double low, double high, gm_index n)
{
  double area = 0.0, length = 0.0;
  for (gm_index t = 0; t < m->surface->n; ++t) {
    area += covered_area(m->surface, t);
    for (int k = 0; k < 3; ++k) {
      if (coverage_owns_edge(&m->edges, t, k))
        length += covered_side(m->surface, t, k);
    }
  }
  const double half = 0.5 * n;
  return (test_places){m, low, high, area > 0.0 ? half / area : 0.0,
                       length > 0.0 ? half / length : 0.0};
}

static gm_index coverage_on_face(const test_places *p, gm_index t)
{
  return 1 + (gm_index)(p->per_area * covered_area(p->minima->surface, t));
}

static gm_index coverage_on_edge(const test_places *p, gm_index t, int k)
{
  if (!coverage_owns_edge(&p->minima->edges, t, k)) return 0;
  return 1 + (gm_index)(p->per_length * covered_side(p->minima->surface, t, k));
}

/* Number of positions that belong to triangle t. */
static gm_index count_coverage_positions(const test_places *p, gm_index t)
{
  gm_index n = coverage_on_face(p, t);
  for (int k = 0; k < 3; ++k)
    n += coverage_on_edge(p, t, k);
  return n;
}

static gm_vec3 coverage_over_face(const test_places *p, gm_index t,
                                  const double u[4])
{
  const gm_surface *s = p->minima->surface;
  const double root = sqrt(u[0]);
  const gm_vec3 a = gm_scale(1.0 - root, covered_corner(s, t, 0));
  const gm_vec3 b = gm_scale(root * (1.0 - u[1]), covered_corner(s, t, 1));
  const gm_vec3 foot =
      gm_madd(gm_add(a, b), root * u[1], covered_corner(s, t, 2));
  const int behind = p->minima->both[t] && u[3] < 0.5;
  const double h = p->low + u[2] * (p->high - p->low);
  return gm_madd(foot, behind ? -h : h, s->normal[t]);
}

/* Position at which the grain touches both faces of a concave edge, or lies on a convex
 * one. */
static gm_vec3 draw_coverage_between(const test_places *p, gm_vec3 foot,
                                     gm_vec3 along, gm_vec3 n0, gm_vec3 n1,
                                     int convex, double h, const double v[4])
{
  (void)p;
  if (!convex) {
    const double half = 1.0 + gm_dot(n0, n1);
    if (!(half > 1.0e-3)) return gm_madd(foot, h, n0);
    return gm_madd(foot, h / half, gm_add(n0, n1));
  }
  const gm_vec3 way = gm_add(gm_scale(v[0], n0), gm_scale(1.0 - v[0], n1));
  const double past = v[1] < 0.25 ? v[2] : 0.0;
  return gm_madd(foot, h, gm_unit(gm_madd(gm_unit(way), past, along)));
}

static gm_vec3 coverage_over_edge(const test_places *p, gm_index t, int k,
                                  const double u[4], const double v[4])
{
  const gm_exact_contacts *m = p->minima;
  const gm_surface *s = m->surface;
  const gm_index edge = m->edges.of[3 * t + k];
  const gm_index *side = &m->edges.side[m->edges.first[edge]];
  const gm_vec3 a = covered_corner(s, t, k), b = covered_corner(s, t, k + 1);
  gm_vec3 along = gm_unit(gm_sub(b, a));
  double at = u[0];
  if (v[1] < 0.25) { /* beyond one of its ends */
    at = v[3] < 0.5 ? 0.0 : 1.0;
    if (v[3] < 0.5) along = gm_scale(-1.0, along);
  }
  const gm_vec3 foot = gm_madd(a, at, gm_sub(b, a));
  const double h = p->low + u[1] * (p->high - p->low);
  if (gm_edges_count(&m->edges, edge) !=
      2) { /* a border, or more than two triangles */
    const gm_vec3 n = s->normal[t], out = gm_cross(n, along);
    const double turn = 2.0 * GM_PI * u[2];
    const gm_vec3 way = gm_add(gm_scale(gm_math_cos(turn), n),
                               gm_scale(gm_math_sin(turn), out));
    return gm_madd(foot, h, way);
  }
  const double sign = m->both[t] && u[3] < 0.5 ? -1.0 : 1.0;
  const gm_vec3 n0 = gm_scale(sign, s->normal[t]);
  const gm_vec3 n1 = gm_scale(sign, s->normal[side[1] / 3]);
  return draw_coverage_between(p, foot, along, n0, n1,
                               sign * m->edges.bend[edge] > 0.0, h, v);
}

/* Position k of triangle t, in m in the body frame. */
static gm_vec3 coverage_position_at(const test_places *p, gm_index t,
                                    gm_index k)
{
  double u[4], v[4];
  const uint64_t item = (uint64_t)t;
  gm_random_uniform(seed, item, 2 * (uint32_t)k, u);
  const gm_index faces = coverage_on_face(p, t);
  if (k < faces) return coverage_over_face(p, t, u);
  gm_random_uniform(seed, item, 2 * (uint32_t)k + 1, v);
  k -= faces;
  int side = 0;
  while (side < 2 && k >= coverage_on_edge(p, t, side))
    k -= coverage_on_edge(p, t, side++);
  return coverage_over_edge(p, t, side, u, v);
}

/* ---- tests whether virtual particles represent a mesh accurately enough ---------- */

enum { PATCHES = 256 };

/* Contacts with a smaller overlap, as a fraction of the radius, are not compared. */
static const double slight = 1.0e-3;
/* factor, because at an edge both triangles rise */
static const double twice = 2.0;
/* width, as a fraction of the radius, of the strip at the rim of an extent that is not
 * tested */
static const double rim = 0.02;
/* contacts are the same within 15 degrees (cosine) */
static const double same = 0.966;
/* two contacts at 12 to 32 degrees (cosines) are not compared */
static const double doubt[2] = {0.9781, 0.8480};

void gm_coverage_init(gm_coverage *c)
{
  *c = (gm_coverage){0};
}

void gm_coverage_clear(gm_coverage *c)
{
  GM_FREE(c->row);
  gm_coverage_init(c);
}

double gm_coverage_force(double error, double r)
{
  return 1.5 * error / (0.01 * r);
}

/* The value in mm with three digits, rounded down: a remedy must stay below its limit. */
static double coverage_rounded_down(double metres)
{
  const double mm = 1000.0 * metres;
  const double digit = pow(10.0, floor(log10(mm)) - 2.0);
  return digit * floor(mm / digit * (1.0 + 1.0e-12));
}

int gm_coverage_remedy(const gm_mesh_collider_options *o,
                       char text[GM_COVERAGE_REMEDY])
{
  const double most = gm_mesh_collider_largest_spacing(o->smallest, o->overlap);
  const size_t n = GM_COVERAGE_REMEDY;
  if (o->band == GM_BAND_DESCRIBED) {
    snprintf(text, n,
             "choose virtual_particles.band: auto (with described, a grain "
             "pressed that deep loses its contact)");
  } else if (o->hole) {
    snprintf(text, n,
             "remove virtual_particles.debug_hole, which leaves virtual "
             "particles out");
  } else if (o->spacing > most * (1.0 + 1.0e-12)) {
    snprintf(text, n, "choose virtual_particles.spacing <= %.3g mm, or auto",
             coverage_rounded_down(most));
  } else if (o->band == GM_BAND_GIVEN) {
    snprintf(text, n, "widen virtual_particles.band, or choose auto");
  } else {
    snprintf(text, n,
             "keep overlaps below %.3g %% of the radius: increase "
             "youngs_modulus, or reduce the speeds",
             100.0 * o->overlap);
    return 0;
  }
  return 1;
}

const char *gm_coverage_place(const gm_structure *s, gm_vec3 at,
                              char text[GM_COVERAGE_PLACE])
{
  const gm_vec3 x = gm_pose_to_world(&s->pose, at);
  snprintf(text, GM_COVERAGE_PLACE,
           "(%.5g, %.5g, %.5g) m in the body frame, (%.5g, %.5g, %.5g) m in "
           "the world",
           at.x, at.y, at.z, x.x, x.y, x.z);
  return text;
}

int gm_coverage_doubt(const gm_structure *s, const gm_coverage_row *all,
                      char text[GM_COVERAGE_DOUBT])
{
  const gm_mesh_collider_options *o = &s->collider->options;
  char at[GM_COVERAGE_PLACE];
  if (!(all->excess > GM_COVERAGE_EXCESSIVE)) return 0;
  if (o->band == GM_BAND_DESCRIBED) return 0; /* no fallback to triangles */
  snprintf(text, GM_COVERAGE_DOUBT,
           "the error of the distance from '%s' is %.3g times the allowed one, "
           "at %s; choose a spacing below %.3g m%s%s, or a tolerance above %g",
           s->name, all->excess, gm_coverage_place(s, all->excess_at, at),
           o->spacing, o->plain ? ", patches: auto" : "",
           s->collider->smooth.n ? ", surface: facets" : "", o->tolerance);
  return 1;
}

/* State of an audit. */
typedef struct look {
  const gm_structure *s;
  const gm_exact_contacts *minima;
  test_places positions;
  gm_flag_limits limits;
  int contacts;
} look;

static int is_coverage_near_patch(const gm_patch *p, gm_vec3 y, double reach)
{
  return y.x > p->min.x - reach && y.x < p->max.x + reach &&
         y.y > p->min.y - reach && y.y < p->max.y + reach &&
         y.z > p->min.z - reach && y.z < p->max.z + reach;
}

/* --- distances ------------------------------------------------------------------- */

/* Allowed error (m) at y.  The chord error is that of the facets around the nearest
 * point. */
static double coverage_allowed_at(const look *l, const gm_patch_sdf *c,
                                  gm_vec3 y)
{
  const gm_nearest r = gm_distance_nearest(gm_mesh_collider_triangles(c), y);
  return gm_flag_allowed(&l->limits,
                         gm_mesh_collider_chord_error_around(c, &r));
}

static void judge_coverage_answer(const look *l, const gm_patch_sdf *c,
                                  const gm_query_result *p, double exact,
                                  double r, gm_vec3 y, gm_coverage_row *row)
{
  const double error =
      isfinite(p->distance) ? fabs(p->distance - exact) : r - exact;
  const int unserved = !isfinite(p->distance) && error > slight * r;
  const int lost = unserved || gm_query_result_uncovered(p, r);
  if (lost && row->missing == 0) row->missing_at = y;
  ++row->queries;
  row->missing += (uint32_t)lost;
  row->exact += (uint32_t)gm_query_result_by_triangles(p);
  row->unserved += (uint32_t)unserved;
  row->squares += error * error;
  if (error > row->error) {
    row->error = error;
    row->error_at = y;
  }
  if (!(error > row->excess * l->limits.allowed)) return;
  const double excess = error / coverage_allowed_at(l, c, y);
  if (!(excess > row->excess)) return;
  row->excess = excess;
  row->excess_at = y;
}

/* Returns 1 if the patch whose triangles are at distance `p` from y is omitted there,
 * or ends nearby. */
static int is_coverage_left_out(const gm_patch_sdf *c, gm_vec3 y,
                                const gm_query_result *p, double r)
{
  const gm_extent *e = &c->all->options.extent;
  if (gm_mesh_collider_excludes(c, y, p)) return 1;
  return e->distance && gm_mesh_collider_extent_at_rim(e, y, p, rim * r);
}

/* Query every patch within reach of a grain of radius r at y, whose nearest surface
 * point is given; contacts go to touch[PATCHES].  Returns their number, or -1 if some
 * patch there is omitted. */
static int query_coverage_patches(const look *l, gm_vec3 y,
                                  const gm_nearest *nearest, double r,
                                  gm_contact_point *touch, gm_coverage_row *row)
{
  const gm_mesh_collider *all = l->s->collider;
  int n = 0, left_out = 0;
  for (gm_index k = 0; k < all->n; ++k) {
    const gm_patch *patch = &all->patch[k];
    if (!is_coverage_near_patch(patch, y, r)) continue;
    const gm_query_result exact =
        gm_mesh_collider_query_beside(&all->sdf[k], y, nearest);
    if (exact.distance >= r) continue;
    if (is_coverage_left_out(&all->sdf[k], y, &exact, r)) {
      left_out = 1;
      continue;
    }
    const gm_query_result p = gm_query_batch_single(patch, y, r);
    judge_coverage_answer(l, &all->sdf[k], &p, exact.distance, r, y, row);
    if (p.distance >= r || n == PATCHES) continue;
    const double slope = gm_norm(p.gradient);
    touch[n++] =
        (gm_contact_point){.row = k,
                           .patch = k,
                           .distance = p.distance,
                           .slope = slope,
                           .normal = gm_scale(1.0 / slope, p.gradient)};
  }
  row->left_out += (uint32_t)left_out;
  return left_out ? -1 : n;
}

/* --- contacts -------------------------------------------------------------------- */

static int is_coverage_doubtful(const gm_exact_contact *x, int n)
{
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      const double c = gm_dot(x[i].normal, x[j].normal);
      if (c < doubt[0] && c > doubt[1]) return 1;
    }
  }
  return 0;
}

/* Largest distance (m) between the smooth shape and the facets around a triangle. */
static double coverage_parts_at(const look *l, gm_index triangle)
{
  const gm_smooth *m = &l->s->collider->smooth;
  const gm_index row = m->n ? m->row[triangle] : -1;
  return row < 0 ? 0.0 : twice * (double)m->rise[row];
}

/* Returns 1 if a minimum on the facets, or one of the n contacts, overlaps by less than
 * the distance between smooth shape and facets there: then the number of contacts
 * proves nothing. */
static int is_coverage_vague(const look *l, gm_vec3 y, double r,
                             const gm_exact_contact *x, int exact,
                             const gm_contact_point *touch, int n)
{
  if (!l->s->collider->smooth.n) return 0;
  for (int i = 0; i < exact; ++i)
    if (r - x[i].distance < coverage_parts_at(l, x[i].foot.triangle)) return 1;
  for (int j = 0; j < n; ++j) {
    const gm_patch_sdf *c = &l->s->collider->sdf[touch[j].patch];
    const gm_nearest f = gm_distance_nearest(gm_mesh_collider_triangles(c), y);
    if (r - touch[j].distance < coverage_parts_at(l, f.triangle)) return 1;
  }
  return 0;
}

static void judge_covered_contacts(const look *l,
                                   gm_exact_contacts_scratch *scratch,
                                   gm_vec3 y, double r, gm_contact_point *touch,
                                   int n, gm_coverage_row *row)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  int exact = gm_exact_contacts_find(l->minima, scratch, y, r, 1.0e-9 * r, x);
  if (is_coverage_doubtful(x, exact) ||
      is_coverage_vague(l, y, r, x, exact, touch, n))
    return;
  exact = gm_exact_contacts_find(l->minima, scratch, y, r,
                                 GM_TANGENT_MARGIN * r, x);
  n = gm_tangent_keep(touch, n, GM_TANGENT_MARGIN * r);
  int wrong = 0, weighty = 0;
  for (int i = 0; i < exact; ++i) {
    int found = 0;
    for (int j = 0; j < n; ++j)
      found |= gm_dot(x[i].normal, touch[j].normal) > same;
    const int weighs = r - x[i].distance > slight * r;
    weighty += weighs;
    wrong |= weighs && !found;
  }
  for (int j = 0; j < n; ++j) {
    int found = 0;
    for (int i = 0; i < exact; ++i)
      found |= gm_dot(x[i].normal, touch[j].normal) > same;
    wrong |= r - touch[j].distance > slight * r && !found;
  }
  if (wrong && row->wrong == 0) row->wrong_at = y;
  ++row->compared;
  row->several += weighty > 1;
  row->wrong += (uint32_t)wrong;
}

/* --- positions ------------------------------------------------------------------- */

static void judge_coverage_triangle(const look *l,
                                    gm_exact_contacts_scratch *scratch,
                                    gm_index t, gm_coverage_row *row)
{
  const gm_mesh_collider *all = l->s->collider;
  const gm_mesh_collider_options *o = &all->options;
  const gm_index n = count_coverage_positions(&l->positions, t);
  for (gm_index k = 0; k < n; ++k) {
    const gm_vec3 y = coverage_position_at(&l->positions, t, k);
    const gm_nearest nearest = gm_sign_nearest(all->side, y);
    const double d = nearest.distance;
    const double r = fmin(o->largest, d / (1.0 - o->overlap));
    gm_contact_point touch[PATCHES];
    ++row->positions;
    if (!(d >= l->positions.low * (1.0 - 1.0e-9) && d < r)) continue;
    ++row->judged;
    const int touching = query_coverage_patches(l, y, &nearest, r, touch, row);
    if (scratch && touching >= 0)
      judge_covered_contacts(l, scratch, y, r, touch, touching, row);
  }
}

static void add_coverage_position(gm_coverage_row *sum,
                                  const gm_coverage_row *row)
{
  if (row->excess > sum->excess) {
    sum->excess = row->excess;
    sum->excess_at = row->excess_at;
  }
  if (row->error > sum->error) {
    sum->error = row->error;
    sum->error_at = row->error_at;
  }
  if (row->missing && !sum->missing) sum->missing_at = row->missing_at;
  if (row->wrong && !sum->wrong) sum->wrong_at = row->wrong_at;
  sum->positions += row->positions;
  sum->judged += row->judged;
  sum->left_out += row->left_out;
  sum->queries += row->queries;
  sum->missing += row->missing;
  sum->exact += row->exact;
  sum->unserved += row->unserved;
  sum->squares += row->squares;
  sum->compared += row->compared;
  sum->several += row->several;
  sum->wrong += row->wrong;
}

static gm_status test_coverage_position(const look *l, gm_coverage *c)
{
  const int threads = omp_get_max_threads();
  gm_exact_contacts_scratch *scratch = NULL;
  GM_TRY(GM_RESIZE(scratch, 0, threads));
  gm_status status = GM_OK;
  for (int k = 0; k < threads && l->contacts && status == GM_OK; ++k)
    status = gm_exact_contacts_prepare(l->minima, &scratch[k]);
  if (status == GM_OK) {
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
    for (gm_index t = 0; t < c->n; ++t) {
      gm_exact_contacts_scratch *own = &scratch[omp_get_thread_num()];
      judge_coverage_triangle(l, l->contacts ? own : NULL, t, &c->row[t]);
    }
  }
  for (int k = 0; k < threads; ++k)
    gm_exact_contacts_release(&scratch[k]);
  GM_FREE(scratch);
  for (gm_index t = 0; t < c->n && status == GM_OK; ++t)
    add_coverage_position(&c->all, &c->row[t]);
  return status;
}

gm_status gm_coverage_find(const gm_structure *s, gm_index positions,
                           int contacts, gm_coverage *c)
{
  const gm_mesh_collider_options *o = &s->collider->options;
  gm_exact_contacts minima;
  gm_exact_contacts_init(&minima);
  c->n = s->surface.n;
  gm_status status = GM_RESIZE(c->row, 0, c->n);
  if (status == GM_OK) {
    status = gm_exact_contacts_build(&minima, &s->surface,
                                     s->surface.kind == GM_SURFACE_SHEET);
  }
  if (status == GM_OK) {
    const double low = (1.0 - o->overlap) * o->smallest;
    const look l = {
        s, &minima,
        plan_coverage_positions(&minima, low, o->largest, positions),
        gm_mesh_collider_flag_limits(o), contacts};
    status = test_coverage_position(&l, c);
  }
  gm_exact_contacts_clear(&minima);
  if (status != GM_OK) gm_coverage_clear(c);
  return status;
}
