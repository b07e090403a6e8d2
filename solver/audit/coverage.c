/* audit/coverage.c -- do the virtual particles carry a surface?  Room: audit. */
#include "audit/coverage.h"

#include "audit/positions.h"
#include "base/memory.h"
#include "structure/tangent.h"
#include <omp.h>

enum { PATCHES = 256 };

static const double slight =
    1.0e-3;                      /* of the radius: an overlap of no weight */
static const double twice = 2.0; /* of the rise: of both triangles at an edge */
static const double rim = 0.02;  /* of the radius: sites err there */
static const double same = 0.966;                /* cosine of 15 degrees */
static const double doubt[2] = {0.9781, 0.8480}; /* of 12 and 32 degrees */

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

/* All that a look needs. */
typedef struct look {
  const gm_structure *s;
  const gm_minima *minima;
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

/* --- distances ----------------------------------------------------------------------- */

/* What sites may err by at y: the chord error is that of the facets around the nearest point. */
static double allowed_at(const look *l, const gm_carrier *c, gm_vec3 y)
{
  const gm_nearest r = gm_distance_nearest(gm_carriers_distance(c), y);
  return gm_flag_allowed(&l->limits, gm_carriers_chord_around(c, &r));
}

static void judge_answer(const look *l, const gm_carrier *c, const gm_probe *p,
                         double exact, double r, gm_vec3 y,
                         gm_coverage_row *row)
{
  const double error =
      isfinite(p->distance) ? fabs(p->distance - exact) : r - exact;
  const int unserved = !isfinite(p->distance) && error > slight * r;
  const int lost = unserved || gm_shape_lost(p, r);
  if (lost && row->missing == 0) row->missing_at = y;
  ++row->answers;
  row->missing += (uint32_t)lost;
  row->exact += (uint32_t)gm_shape_exact(p);
  row->unserved += (uint32_t)unserved;
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

/* Is a patch whose triangles answer `p` at y not there, or does what is there end near? */
static int is_left_out(const gm_carrier *c, gm_vec3 y, const gm_probe *p,
                       double r)
{
  const gm_extent *e = &c->all->options.extent;
  if (gm_carriers_leaves_out(c, y, p)) return 1;
  return e->distance && gm_extent_at_rim(e, y, p, rim * r);
}

/* Query every patch in reach of a grain of radius r at y, with that nearest point of the surface;
 * what touches goes to touch[PATCHES].  Returns how many touch; -1: some patch there is left out. */
static int ask(const look *l, gm_vec3 y, const gm_nearest *nearest, double r,
               gm_touch *touch, gm_coverage_row *row)
{
  const gm_carriers *all = l->s->carriers;
  int n = 0, left_out = 0;
  for (gm_index k = 0; k < all->n; ++k) {
    const gm_patch *patch = &all->patch[k];
    if (!is_near(patch, y, r)) continue;
    const gm_probe exact = gm_carriers_beside(&all->carrier[k], y, nearest);
    if (exact.distance >= r) continue;
    if (is_left_out(&all->carrier[k], y, &exact, r)) {
      left_out = 1;
      continue;
    }
    const gm_probe p = gm_shape_probe(patch, y, r);
    judge_answer(l, &all->carrier[k], &p, exact.distance, r, y, row);
    if (p.distance >= r || n == PATCHES) continue;
    const double slope = gm_norm(p.gradient);
    touch[n++] = (gm_touch){.row = k,
                            .patch = k,
                            .distance = p.distance,
                            .slope = slope,
                            .normal = gm_scale(1.0 / slope, p.gradient)};
  }
  row->left_out += (uint32_t)left_out;
  return left_out ? -1 : n;
}

/* --- contacts ------------------------------------------------------------------------ */

static int is_doubtful(const gm_minimum *x, int n)
{
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      const double c = gm_dot(x[i].normal, x[j].normal);
      if (c < doubt[0] && c > doubt[1]) return 1;
    }
  }
  return 0;
}

/* How far the smooth shape may part from the facets around a triangle, in m. */
static double parts(const look *l, gm_index triangle)
{
  const gm_smooth *m = &l->s->carriers->smooth;
  const gm_index row = m->n ? m->row[triangle] : -1;
  return row < 0 ? 0.0 : twice * (double)m->rise[row];
}

/* Minima are those of the facets: nothing follows where one, or a touch of the n, overlaps by less
 * than the smooth shape may part from them there. */
static int is_vague(const look *l, gm_vec3 y, double r, const gm_minimum *x,
                    int exact, const gm_touch *touch, int n)
{
  if (!l->s->carriers->smooth.n) return 0;
  for (int i = 0; i < exact; ++i)
    if (r - x[i].distance < parts(l, x[i].foot.triangle)) return 1;
  for (int j = 0; j < n; ++j) {
    const gm_carrier *c = &l->s->carriers->carrier[touch[j].patch];
    const gm_nearest f = gm_distance_nearest(gm_carriers_distance(c), y);
    if (r - touch[j].distance < parts(l, f.triangle)) return 1;
  }
  return 0;
}

static void judge_contacts(const look *l, gm_minima_scratch *scratch, gm_vec3 y,
                           double r, gm_touch *touch, int n,
                           gm_coverage_row *row)
{
  gm_minimum x[GM_MINIMA_KEPT];
  int exact = gm_minima_contacts(l->minima, scratch, y, r, 1.0e-9 * r, x);
  if (is_doubtful(x, exact) || is_vague(l, y, r, x, exact, touch, n)) return;
  exact =
      gm_minima_contacts(l->minima, scratch, y, r, GM_TANGENT_MARGIN * r, x);
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

/* --- positions ----------------------------------------------------------------------- */

static void judge_triangle(const look *l, gm_minima_scratch *scratch,
                           gm_index t, gm_coverage_row *row)
{
  const gm_carriers *all = l->s->carriers;
  const gm_carriers_options *o = &all->options;
  const gm_index n = gm_positions_count(&l->positions, t);
  for (gm_index k = 0; k < n; ++k) {
    const gm_vec3 y = gm_positions_at(&l->positions, t, k);
    const gm_nearest nearest = gm_side_nearest(all->side, y);
    const double d = nearest.distance;
    const double r = fmin(o->largest, d / (1.0 - o->overlap));
    gm_touch touch[PATCHES];
    ++row->positions;
    if (!(d >= l->positions.low * (1.0 - 1.0e-9) && d < r)) continue;
    ++row->judged;
    const int touching = ask(l, y, &nearest, r, touch, row);
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
  sum->answers += row->answers;
  sum->missing += row->missing;
  sum->exact += row->exact;
  sum->unserved += row->unserved;
  sum->compared += row->compared;
  sum->several += row->several;
  sum->wrong += row->wrong;
}

static gm_status judge(const look *l, gm_coverage *c)
{
  const int threads = omp_get_max_threads();
  gm_minima_scratch *scratch = NULL;
  GM_TRY(GM_RESIZE(scratch, 0, threads));
  gm_status status = GM_OK;
  for (int k = 0; k < threads && l->contacts && status == GM_OK; ++k)
    status = gm_minima_prepare(l->minima, &scratch[k]);
  if (status == GM_OK) {
#pragma omp parallel for schedule(dynamic, 16) num_threads(threads)
    for (gm_index t = 0; t < c->n; ++t) {
      gm_minima_scratch *own = &scratch[omp_get_thread_num()];
      judge_triangle(l, l->contacts ? own : NULL, t, &c->row[t]);
    }
  }
  for (int k = 0; k < threads; ++k)
    gm_minima_release(&scratch[k]);
  GM_FREE(scratch);
  for (gm_index t = 0; t < c->n && status == GM_OK; ++t)
    add(&c->all, &c->row[t]);
  return status;
}

gm_status gm_coverage_find(const gm_structure *s, gm_index positions,
                           int contacts, gm_coverage *c)
{
  const gm_carriers_options *o = &s->carriers->options;
  gm_minima minima;
  gm_minima_init(&minima);
  c->n = s->surface.n;
  gm_status status = GM_RESIZE(c->row, 0, c->n);
  if (status == GM_OK) {
    status = gm_minima_build(&minima, &s->surface,
                             s->surface.kind == GM_SURFACE_SHEET);
  }
  if (status == GM_OK) {
    const double low = (1.0 - o->overlap) * o->smallest;
    const look l = {s, &minima,
                    gm_positions_plan(&minima, low, o->largest, positions),
                    gm_carriers_limits(o), contacts};
    status = judge(&l, c);
  }
  gm_minima_clear(&minima);
  if (status != GM_OK) gm_coverage_clear(c);
  return status;
}
