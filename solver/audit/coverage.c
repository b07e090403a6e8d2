/* audit/coverage.c -- tests whether virtual particles represent a mesh accurately enough.
 *
 * The reference are the triangles themselves: exact distances, and contact points as
 * local minima of the distance.  The tolerance includes two errors that do not come from
 * sampling: the chord error of the facets, and the rise of the smooth shape above them.
 */
#include "audit/coverage.h"

#include "audit/positions.h"
#include "base/memory.h"
#include "body/query_batch.h"
#include "patch/tangent.h"
#include <omp.h>
#include <stdio.h>

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
static double rounded_down(double metres)
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
             rounded_down(most));
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
  gm_positions positions;
  gm_flag_limits limits;
  int contacts;
} look;

static int is_near(const gm_patch *p, gm_vec3 y, double reach)
{
  return y.x > p->min.x - reach && y.x < p->max.x + reach &&
         y.y > p->min.y - reach && y.y < p->max.y + reach &&
         y.z > p->min.z - reach && y.z < p->max.z + reach;
}

/* --- distances ------------------------------------------------------------------- */

/* Allowed error (m) at y.  The chord error is that of the facets around the nearest
 * point. */
static double allowed_at(const look *l, const gm_patch_sdf *c, gm_vec3 y)
{
  const gm_nearest r = gm_distance_nearest(gm_mesh_collider_triangles(c), y);
  return gm_flag_allowed(&l->limits,
                         gm_mesh_collider_chord_error_around(c, &r));
}

static void judge_answer(const look *l, const gm_patch_sdf *c,
                         const gm_query_result *p, double exact, double r,
                         gm_vec3 y, gm_coverage_row *row)
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
  const double excess = error / allowed_at(l, c, y);
  if (!(excess > row->excess)) return;
  row->excess = excess;
  row->excess_at = y;
}

/* Returns 1 if the patch whose triangles are at distance `p` from y is omitted there,
 * or ends nearby. */
static int is_left_out(const gm_patch_sdf *c, gm_vec3 y,
                       const gm_query_result *p, double r)
{
  const gm_extent *e = &c->all->options.extent;
  if (gm_mesh_collider_excludes(c, y, p)) return 1;
  return e->distance && gm_extent_at_rim(e, y, p, rim * r);
}

/* Query every patch within reach of a grain of radius r at y, whose nearest surface
 * point is given; contacts go to touch[PATCHES].  Returns their number, or -1 if some
 * patch there is omitted. */
static int query_patches(const look *l, gm_vec3 y, const gm_nearest *nearest,
                         double r, gm_contact_point *touch,
                         gm_coverage_row *row)
{
  const gm_mesh_collider *all = l->s->collider;
  int n = 0, left_out = 0;
  for (gm_index k = 0; k < all->n; ++k) {
    const gm_patch *patch = &all->patch[k];
    if (!is_near(patch, y, r)) continue;
    const gm_query_result exact =
        gm_mesh_collider_query_beside(&all->sdf[k], y, nearest);
    if (exact.distance >= r) continue;
    if (is_left_out(&all->sdf[k], y, &exact, r)) {
      left_out = 1;
      continue;
    }
    const gm_query_result p = gm_query_batch_single(patch, y, r);
    judge_answer(l, &all->sdf[k], &p, exact.distance, r, y, row);
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

static int is_doubtful(const gm_exact_contact *x, int n)
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
static double parts(const look *l, gm_index triangle)
{
  const gm_smooth *m = &l->s->collider->smooth;
  const gm_index row = m->n ? m->row[triangle] : -1;
  return row < 0 ? 0.0 : twice * (double)m->rise[row];
}

/* Returns 1 if a minimum on the facets, or one of the n contacts, overlaps by less than
 * the distance between smooth shape and facets there: then the number of contacts
 * proves nothing. */
static int is_vague(const look *l, gm_vec3 y, double r,
                    const gm_exact_contact *x, int exact,
                    const gm_contact_point *touch, int n)
{
  if (!l->s->collider->smooth.n) return 0;
  for (int i = 0; i < exact; ++i)
    if (r - x[i].distance < parts(l, x[i].foot.triangle)) return 1;
  for (int j = 0; j < n; ++j) {
    const gm_patch_sdf *c = &l->s->collider->sdf[touch[j].patch];
    const gm_nearest f = gm_distance_nearest(gm_mesh_collider_triangles(c), y);
    if (r - touch[j].distance < parts(l, f.triangle)) return 1;
  }
  return 0;
}

static void judge_contacts(const look *l, gm_exact_contacts_scratch *scratch,
                           gm_vec3 y, double r, gm_contact_point *touch, int n,
                           gm_coverage_row *row)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  int exact = gm_exact_contacts_find(l->minima, scratch, y, r, 1.0e-9 * r, x);
  if (is_doubtful(x, exact) || is_vague(l, y, r, x, exact, touch, n)) return;
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

static void judge_triangle(const look *l, gm_exact_contacts_scratch *scratch,
                           gm_index t, gm_coverage_row *row)
{
  const gm_mesh_collider *all = l->s->collider;
  const gm_mesh_collider_options *o = &all->options;
  const gm_index n = gm_positions_count(&l->positions, t);
  for (gm_index k = 0; k < n; ++k) {
    const gm_vec3 y = gm_positions_at(&l->positions, t, k);
    const gm_nearest nearest = gm_sign_nearest(all->side, y);
    const double d = nearest.distance;
    const double r = fmin(o->largest, d / (1.0 - o->overlap));
    gm_contact_point touch[PATCHES];
    ++row->positions;
    if (!(d >= l->positions.low * (1.0 - 1.0e-9) && d < r)) continue;
    ++row->judged;
    const int touching = query_patches(l, y, &nearest, r, touch, row);
    if (scratch && touching >= 0)
      judge_contacts(l, scratch, y, r, touch, touching, row);
  }
}

static void add(gm_coverage_row *sum, const gm_coverage_row *row)
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

static gm_status judge(const look *l, gm_coverage *c)
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
      judge_triangle(l, l->contacts ? own : NULL, t, &c->row[t]);
    }
  }
  for (int k = 0; k < threads; ++k)
    gm_exact_contacts_release(&scratch[k]);
  GM_FREE(scratch);
  for (gm_index t = 0; t < c->n && status == GM_OK; ++t)
    add(&c->all, &c->row[t]);
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
    const look l = {s, &minima,
                    gm_positions_plan(&minima, low, o->largest, positions),
                    gm_mesh_collider_flag_limits(o), contacts};
    status = judge(&l, c);
  }
  gm_exact_contacts_clear(&minima);
  if (status != GM_OK) gm_coverage_clear(c);
  return status;
}
