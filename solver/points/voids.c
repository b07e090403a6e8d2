/* points/voids.c -- places for new grains and points.
 *
 * Random numbers are functions of the cell, the time and the number of the dart.  Spheres
 * of a hash cell are met in the order in which they were added, last first, and places
 * are tested against all of them, so a result depends on the set of spheres alone.
 */
#include "points/voids.h"

#include "base/memory.h"
#include "base/random.h"

enum { MOST_BOXES = 4096 };

gm_status gm_voids_begin(gm_voids *v, int64_t expected, double largest)
{
  v->n = 0;
  return gm_sphere_hash_begin(&v->hash, expected, largest);
}

void gm_voids_clear(gm_voids *v)
{
  gm_sphere_hash_clear(&v->hash);
  GM_FREE(v->sphere);
  *v = (gm_voids){0};
}

gm_status gm_voids_add(gm_voids *v, gm_vec3 x, double r)
{
  if ((size_t)v->n >= v->capacity) {
    const size_t rows = 2 * v->capacity + 1024;
    GM_TRY(gm_sphere_hash_reserve(&v->hash, rows));
    GM_TRY(GM_RESIZE(v->sphere, v->n, rows));
    v->capacity = rows;
  }
  v->sphere[v->n] = (gm_void_sphere){x, r};
  gm_sphere_hash_put(&v->hash, v->n++, x);
  return GM_OK;
}

void gm_voids_near(const gm_voids *v, gm_vec3 x, double reach,
                   void (*look)(void *user, int32_t row), void *user)
{
  const gm_sphere_hash *h = &v->hash;
  const int64_t i1 = gm_sphere_hash_cell(h, x.x + reach),
                j1 = gm_sphere_hash_cell(h, x.y + reach),
                k1 = gm_sphere_hash_cell(h, x.z + reach);
  for (int64_t k = gm_sphere_hash_cell(h, x.z - reach); k <= k1; ++k)
    for (int64_t j = gm_sphere_hash_cell(h, x.y - reach); j <= j1; ++j)
      for (int64_t i = gm_sphere_hash_cell(h, x.x - reach); i <= i1; ++i)
        for (gm_index s = *gm_sphere_hash_head(h, i, j, k); s >= 0;
             s = h->next[s]) {
          const gm_vec3 y = v->sphere[s].x;
          if (gm_sphere_hash_cell(h, y.x) != i ||
              gm_sphere_hash_cell(h, y.y) != j ||
              gm_sphere_hash_cell(h, y.z) != k)
            continue; /* of another cell in this bucket */
          if (gm_norm2(gm_sub(x, y)) <= reach * reach) look(user, s);
        }
}

/* A place and what is in its way. */
typedef struct trial {
  const gm_voids *v;
  gm_vec3 x;
  double r, factor;
  int taken;   /* 1: a sphere overlaps */
  double half; /* m  half diagonal of a box about x */
  int covered; /* 1: no place of the box is left */
} trial;

static void look_at_void_row(void *user, int32_t row)
{
  trial *t = user;
  const gm_void_sphere *s = &t->v->sphere[row];
  const double apart = gm_norm(gm_sub(t->x, s->x));
  const double least = t->factor * (t->r + s->r);
  t->taken |= apart < least;
  t->covered |= apart + t->half < least;
}

int gm_voids_free(const gm_voids *v, gm_vec3 x, double r, double factor)
{
  trial t = {.v = v, .x = x, .r = r, .factor = factor};
  gm_voids_near(v, x, factor * (r + 0.5 * v->hash.width), look_at_void_row, &t);
  return !t.taken;
}

static int is_void_covered(const gm_voids *v, gm_vec3 middle, double half,
                           double r, double factor)
{
  trial t = {.v = v, .x = middle, .r = r, .factor = factor, .half = half};
  gm_voids_near(v, middle, factor * (r + 0.5 * v->hash.width), look_at_void_row,
                &t);
  return t.covered;
}

/* Halves every box along each axis and keeps the parts that have places left for the
 * radius r.  Returns their number. */
static int divide_void_box(const gm_voids *v, int axes, gm_vec3 *box,
                           gm_vec3 *spare, int n, double side, double r,
                           double factor)
{
  const double s = 0.5 * side, half = 0.5 * s * sqrt(axes);
  int m = 0;
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < 1 << axes && m < MOST_BOXES; ++c) {
      const gm_vec3 low =
          gm_vec(box[k].x + s * (c & 1), box[k].y + s * (c >> 1 & 1),
                 axes > 2 ? box[k].z + s * (c >> 2) : 0.0);
      const gm_vec3 middle = gm_vec(low.x + 0.5 * s, low.y + 0.5 * s,
                                    axes > 2 ? low.z + 0.5 * s : 0.0);
      if (!is_void_covered(v, middle, half, r, factor)) spare[m++] = low;
    }
  return m;
}

gm_status gm_voids_throw(gm_voids *v, const gm_zones *z, int64_t cell,
                         const gm_voids_fill *f)
{
  gm_vec3 boxes[2][MOST_BOXES];
  double side = z->cell, least = INFINITY;
  int n = 1, now = 0, found = 0;
  uint32_t draw = 0;
  boxes[0][0] = gm_zones_corner(z, cell);
  for (int pass = 0; pass < f->passes && n > 0 && found < f->most; ++pass) {
    for (int k = 0; k < f->darts && found < f->most; ++k) {
      double u[4], t[4];
      gm_random_uniform(f->seed, f->item, draw++, u);
      gm_random_uniform(f->seed, f->item, draw++, t);
      const double r = f->radius(f->how, t);
      const gm_vec3 low = boxes[now][(int)(u[3] * n)];
      const gm_vec3 x = gm_vec(low.x + side * u[0], low.y + side * u[1],
                               z->axes > 2 ? low.z + side * u[2] : 0.0);
      least = fmin(least, r);
      if (!gm_voids_free(v, x, r, f->factor)) continue;
      if (f->allows && !f->allows(f->where, x, r)) continue;
      GM_TRY(gm_voids_add(v, x, r));
      ++found;
    }
    if (pass + 1 == f->passes) break;
    n = divide_void_box(v, z->axes, boxes[now], boxes[1 - now], n, side, least,
                        f->factor);
    now = 1 - now;
    side *= 0.5;
  }
  return GM_OK;
}
