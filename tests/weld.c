/* tests/weld.c -- turns triangles of a test into a surface. */
#include "weld.h"

#include "base/memory.h"
#include "base/random.h"
#include <stdlib.h>

typedef struct place {
  gm_vec3 x;
  gm_index corner;
} place;

static int by_place(const void *a, const void *b)
{
  const place *p = a, *q = b;
  if (p->x.x != q->x.x) return p->x.x < q->x.x ? -1 : 1;
  if (p->x.y != q->x.y) return p->x.y < q->x.y ? -1 : 1;
  if (p->x.z != q->x.z) return p->x.z < q->x.z ? -1 : 1;
  return p->corner < q->corner ? -1 : p->corner > q->corner;
}

static void complete(gm_surface *s)
{
  s->min = s->max = s->point[0];
  for (gm_index p = 0; p < s->n_points; ++p) {
    const gm_vec3 x = s->point[p];
    s->min =
        gm_vec(fmin(s->min.x, x.x), fmin(s->min.y, x.y), fmin(s->min.z, x.z));
    s->max =
        gm_vec(fmax(s->max.x, x.x), fmax(s->max.y, x.y), fmax(s->max.z, x.z));
  }
  s->area = 0.0;
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_vec3 a = s->point[s->corner[t][0]];
    const gm_vec3 ab = gm_sub(s->point[s->corner[t][1]], a);
    const gm_vec3 ac = gm_sub(s->point[s->corner[t][2]], a);
    s->normal[t] = gm_unit(gm_cross(ab, ac));
    s->area += 0.5 * gm_norm(gm_cross(ab, ac));
  }
}

static void reserve(gm_surface *s, gm_index n, gm_index points)
{
  gm_surface_init(s);
  s->n = n;
  s->n_points = points;
  if (GM_RESIZE(s->point, 0, points) != GM_OK ||
      GM_RESIZE(s->corner, 0, n) != GM_OK ||
      GM_RESIZE(s->normal, 0, n) != GM_OK) {
    abort();
  }
}

void weld_solid(solid k, gm_surface *s)
{
  /* Equal to within rounding: 2^-40 m. */
  place *list = malloc(3 * (size_t)k.n * sizeof *list);
  for (gm_index c = 0; c < 3 * k.n; ++c) {
    const double grid = 1099511627776.0;
    const gm_vec3 x = k.corner[c];
    list[c] = (place){gm_vec(round(x.x * grid) / grid + 0.0,
                             round(x.y * grid) / grid + 0.0,
                             round(x.z * grid) / grid + 0.0),
                      c};
  }
  qsort(list, 3 * (size_t)k.n, sizeof *list, by_place);
  reserve(s, k.n, 3 * k.n);
  s->n_points = 0;
  for (gm_index c = 0; c < 3 * k.n; ++c) {
    if (c == 0 || gm_norm2(gm_sub(list[c].x, list[c - 1].x)) > 0.0) {
      s->point[s->n_points++] = list[c].x;
    }
    s->corner[list[c].corner / 3][list[c].corner % 3] = s->n_points - 1;
  }
  free(list);
  free(k.corner);
  complete(s);
}

/* A permutation of [0, n). */
static void shuffle(gm_index *order, gm_index n, unsigned seed)
{
  for (gm_index k = 0; k < n; ++k)
    order[k] = k;
  for (gm_index k = n - 1; k > 0; --k) {
    double u[4];
    gm_random_uniform(seed, (uint64_t)k, 0, u);
    const gm_index m = (gm_index)(u[0] * (k + 1)), swap = order[k];
    order[k] = order[m];
    order[m] = swap;
  }
}

void weld_shuffle(const gm_surface *s, unsigned seed, bool flipped,
                  gm_surface *other, gm_index *from)
{
  gm_index *number = malloc((size_t)s->n_points * sizeof *number);
  reserve(other, s->n, s->n_points);
  shuffle(number, s->n_points, seed + 1);
  for (gm_index p = 0; p < s->n_points; ++p)
    other->point[number[p]] = s->point[p];
  shuffle(from, s->n, seed);
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[from[t]];
    for (int k = 0; k < 3; ++k) {
      const int turned =
          (int)((unsigned)t + (unsigned)(flipped ? 3 - k : k)) % 3;
      other->corner[t][k] = number[c[turned]];
    }
  }
  free(number);
  complete(other);
}
