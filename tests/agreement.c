/* tests/agreement.c -- random grains on a surface.  See agreement.h. */
#include "agreement.h"

#include "base/memory.h"
#include "base/random.h"
#include "patch/exact_contacts.h"
#include <stdlib.h>

enum { TRIES = 20, SETTLE = 40 };

static const double margin = 0.06;

typedef struct world {
  const gm_surface *surface;
  const gm_patches *patches;
  gm_exact_contacts minima;
  gm_exact_contacts_scratch scratch;
  bool two_sided;
  double r, delta;
  double *length[2], *area; /* running sums: concave, sharp edges; triangles */
  unsigned seed;
  uint64_t item;
  uint32_t draw;
} world;

static double uniform(world *w)
{
  double u[4];
  gm_random_uniform(w->seed, w->item, w->draw++, u);
  return u[0];
}

static gm_vec3 direction(world *w)
{
  const double z = 2.0 * uniform(w) - 1.0, a = 2.0 * GM_PI * uniform(w);
  const double rho = sqrt(1.0 - z * z);
  return gm_vec(rho * cos(a), rho * sin(a), z);
}

/* --- where to start ----------------------------------------------------------------- */

static void weigh(world *w)
{
  const gm_edges *e = &w->minima.edges;
  const gm_surface *s = w->surface;
  double sum[2] = {0.0, 0.0}, area = 0.0;
  w->length[0] = malloc((size_t)e->n * sizeof(double));
  w->length[1] = malloc((size_t)e->n * sizeof(double));
  w->area = malloc((size_t)s->n * sizeof(double));
  for (gm_index k = 0; k < e->n; ++k) {
    const double length =
        gm_norm(gm_sub(s->point[e->point[k][0]], s->point[e->point[k][1]]));
    const int sharp =
        gm_edges_count(e, k) > 2 || e->turn[k] > GM_PI / 6.0 + 1.0e-6;
    const int concave =
        sharp && (w->two_sided || e->bend[k] < 0 || gm_edges_count(e, k) > 2);
    w->length[0][k] = sum[0] += concave ? length : 0.0;
    w->length[1][k] = sum[1] += sharp ? length : 0.0;
  }
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_vec3 a = s->point[s->corner[t][0]];
    w->area[t] = area +=
        0.5 * gm_norm(gm_cross(gm_sub(s->point[s->corner[t][1]], a),
                               gm_sub(s->point[s->corner[t][2]], a)));
  }
}

/* The first row whose running sum passes x. */
static gm_index pick(const double *sum, gm_index n, double x)
{
  gm_index low = 0, high = n - 1;
  while (low < high) {
    const gm_index mid = (low + high) / 2;
    if (sum[mid] > x * sum[n - 1]) {
      high = mid;
    } else {
      low = mid + 1;
    }
  }
  return low;
}

static gm_vec3 start(world *w)
{
  const gm_edges *e = &w->minima.edges;
  const gm_surface *s = w->surface;
  const double which = uniform(w);
  const int kind = which < 1.0 / 3.0 ? 0 : which < 7.0 / 12.0 ? 1 : 2;
  gm_vec3 x, n;
  if (kind < 2 && e->n > 0 && w->length[kind][e->n - 1] > 0.0) {
    const gm_index k = pick(w->length[kind], e->n, uniform(w));
    const gm_vec3 a = s->point[e->point[k][0]], b = s->point[e->point[k][1]];
    x = gm_madd(a, uniform(w), gm_sub(b, a));
    n = gm_vec(0.0, 0.0, 0.0);
    for (gm_index i = e->first[k]; i < e->first[k + 1]; ++i)
      n = gm_add(n, s->normal[e->side[i] / 3]);
    n = gm_madd(gm_unit(n), 0.7, direction(w));
  } else {
    const gm_index t = pick(w->area, s->n, uniform(w));
    const double u = sqrt(uniform(w)), v = uniform(w);
    const gm_vec3 a = s->point[s->corner[t][0]], b = s->point[s->corner[t][1]],
                  c = s->point[s->corner[t][2]];
    x = gm_add(gm_scale(1.0 - u, a),
               gm_add(gm_scale(u * (1.0 - v), b), gm_scale(u * v, c)));
    n = s->normal[t];
  }
  if (w->two_sided && uniform(w) < 0.5) n = gm_scale(-1.0, n);
  return gm_madd(x, w->r * (1.0 - w->delta), gm_unit(n));
}

/* --- settle and slide ----------------------------------------------------- */

/* Moves the grain until its deepest contact has the overlap; false if there is no
 * contact or it does not come to rest. */
static bool settle(world *w, gm_vec3 *y)
{
  const double wanted = w->r * (1.0 - w->delta);
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  for (int k = 0; k < SETTLE; ++k) {
    if (gm_exact_contacts_find(&w->minima, &w->scratch, *y, w->r, margin * w->r,
                               x) == 0) {
      return false;
    }
    const double off = wanted - x[0].distance;
    if (fabs(off) < 0.01 * w->delta * w->r) return true;
    *y = gm_madd(*y, off, x[0].normal);
  }
  return false;
}

static void slide(world *w, gm_vec3 *y)
{
  const gm_vec3 way = direction(w);
  const int steps = (int)(60.0 * uniform(w));
  /* the last rounds refine the overlap */
  for (int k = 0; k < steps + 20; ++k) {
    const double step = k < steps ? 0.04 * w->r : 0.3 * w->delta * w->r;
    gm_vec3 next = gm_madd(*y, step, way);
    if (!settle(w, &next)) return;
    *y = next;
  }
}

/* Solid angle of the surface seen from y over 4 pi: 1 inside a closed solid.
 * A. van Oosterom and J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125-126. */
static double winding(const gm_surface *s, gm_vec3 y)
{
  double sum = 0.0;
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_vec3 a = gm_sub(s->point[s->corner[t][0]], y);
    const gm_vec3 b = gm_sub(s->point[s->corner[t][1]], y);
    const gm_vec3 c = gm_sub(s->point[s->corner[t][2]], y);
    const double la = gm_norm(a), lb = gm_norm(b), lc = gm_norm(c);
    const double below = la * lb * lc + gm_dot(a, b) * lc + gm_dot(b, c) * la +
                         gm_dot(c, a) * lb;
    sum += 2.0 * atan2(gm_dot(a, gm_cross(b, c)), below);
  }
  return sum / (4.0 * GM_PI);
}

/* Is the nearest point of all seen from behind, where solids intersect? */
static bool is_behind(world *w, gm_vec3 y)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  gm_index *list = w->scratch.list;
  double square = INFINITY;
  const gm_index n = gm_bvh_within(&w->minima.tree, w->surface, y, w->r, list);
  for (gm_index k = 0; k < n; ++k)
    square = fmin(square, gm_triangle_nearest(w->surface, list[k], y).square);
  return gm_exact_contacts_find(&w->minima, &w->scratch, y, w->r, margin * w->r,
                                x) == 0 ||
         x[0].distance > sqrt(square) + 1.0e-9 * w->r;
}

/* --- the two answers ------------------------------------------------------ */

static bool is_doubtful(world *w, gm_vec3 y)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  const int n = gm_exact_contacts_find(&w->minima, &w->scratch, y, w->r,
                                       1.0e-9 * w->r, x);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      const double c = gm_dot(x[i].normal, x[j].normal);
      if (c < cos(GM_PI / 15.0) && c > cos(8.0 * GM_PI / 45.0)) return true;
    }
  }
  return false;
}

static bool is_flagged(const world *w, gm_vec3 y)
{
  for (gm_index k = 0; k < w->patches->n_twice; ++k)
    if (gm_norm(gm_sub(w->patches->twice[k], y)) < 0.5 * w->r) return true;
  return false;
}

static void judge(world *w, gm_vec3 y, agreement *a)
{
  if (is_doubtful(w, y)) {
    ++a->doubtful;
    return;
  }
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  gm_contact_point touch[GM_EXACT_CONTACTS_PATCHES];
  gm_vec3 foot[GM_EXACT_CONTACTS_PATCHES];
  const int exact = gm_exact_contacts_find(&w->minima, &w->scratch, y, w->r,
                                           margin * w->r, x);
  const int found = gm_exact_contacts_by_patch(
      w->surface, &w->minima.tree, w->patches->of, y, w->r, margin * w->r,
      w->scratch.list, touch, foot);
  if (found < 0) abort();
  int matched = 0;
  for (int i = 0; i < exact; ++i) {
    for (int j = 0; j < found; ++j) {
      const gm_vec3 off = gm_sub(foot[touch[j].row], x[i].foot.at);
      if (gm_norm(off) < 1.0e-6 * w->r) {
        ++matched;
        break;
      }
    }
  }
  const bool wrong = matched != exact || found != exact;
  ++a->all;
  a->all_wrong += wrong;
  a->several += exact > 1;
  a->several_wrong += exact > 1 && wrong;
  a->unflagged_wrong += wrong && !is_flagged(w, y);
}

void agreement_measure(const gm_surface *surface, const gm_patches *patches,
                       bool two_sided, double r, double delta, int positions,
                       unsigned seed, agreement *a)
{
  world w = {.surface = surface,
             .patches = patches,
             .two_sided = two_sided,
             .r = r,
             .delta = delta,
             .seed = seed};
  gm_exact_contacts_init(&w.minima);
  if (gm_exact_contacts_build(&w.minima, surface, two_sided) != GM_OK ||
      gm_exact_contacts_prepare(&w.minima, &w.scratch) != GM_OK) {
    abort();
  }
  weigh(&w);
  for (int k = 0; k < positions; ++k) {
    for (int try = 0; try < TRIES; ++try) {
      w.item = (uint64_t)k * TRIES + (uint64_t)try;
      w.draw = 0;
      gm_vec3 y = start(&w);
      if (!settle(&w, &y)) continue;
      if (uniform(&w) < 0.6) slide(&w, &y);
      if (!two_sided && winding(surface, y) > 0.5) continue;
      if (is_behind(&w, y)) continue;
      judge(&w, y, a);
      break;
    }
  }
  free(w.length[0]);
  free(w.length[1]);
  free(w.area);
  gm_exact_contacts_release(&w.scratch);
  gm_exact_contacts_clear(&w.minima);
}

double agreement_percent(long all, long wrong)
{
  return all > 0 ? 100.0 * (double)(all - wrong) / (double)all : 100.0;
}
