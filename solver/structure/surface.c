/* structure/surface.c -- triangles to a closed surface.  Room: structure. */
#include "structure/surface.h"

#include "base/memory.h"
#include "structure/closed.h"
#include <stdlib.h>
#include <string.h>

static const double join_tolerance = 1.0e-6; /* of the diagonal */
static const double flat = 1.0e-10; /* height over longest side of no area */

void gm_surface_init(gm_surface *surface)
{
  *surface = (gm_surface){0};
}

void gm_surface_clear(gm_surface *surface)
{
  GM_FREE(surface->point);
  GM_FREE(surface->corner);
  GM_FREE(surface->across);
  GM_FREE(surface->normal);
  GM_FREE(surface->shell);
  gm_surface_init(surface);
}

/* --- points that are equal --------------------------------------------------- */

static uint64_t hash_point(gm_vec3 p)
{
  uint64_t bits[3], h = 0;
  memcpy(bits, &p, sizeof bits);
  for (int k = 0; k < 3; ++k) {
    h = (h ^ bits[k]) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return h;
}

/* Points in the order of their first corner; `slot` is a hash table of point + 1. */
static void weld_equal(gm_surface *s, const gm_vec3 *corner, gm_index *slot,
                       uint64_t last)
{
  for (gm_index c = 0; c < 3 * s->n; ++c) {
    /* + 0.0 makes -0 into 0 */
    const gm_vec3 p = gm_add(corner[c], gm_vec(0.0, 0.0, 0.0));
    uint64_t at = hash_point(p) & last;
    while (slot[at] && memcmp(&s->point[slot[at] - 1], &p, sizeof p) != 0) {
      at = (at + 1) & last;
    }
    if (!slot[at]) {
      s->point[s->n_points++] = p;
      slot[at] = s->n_points;
    }
    s->corner[c / 3][c % 3] = slot[at] - 1;
  }
}

static gm_status weld(gm_surface *s, const gm_vec3 *corner)
{
  GM_TRY(GM_RESIZE(s->point, 0, 3 * (size_t)s->n));
  uint64_t slots = 16;
  while (slots < 6 * (uint64_t)s->n)
    slots *= 2;
  gm_index *slot = NULL;
  GM_TRY(GM_RESIZE(slot, 0, slots));
  weld_equal(s, corner, slot, slots - 1);
  GM_FREE(slot);
  return GM_RESIZE(s->point, s->n_points, s->n_points);
}

/* --- what can be mended ------------------------------------------------------- */

static void drop_collapsed(gm_surface *s)
{
  gm_index kept = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    if (c[0] == c[1] || c[1] == c[2] || c[2] == c[0]) continue;
    memmove(s->corner[kept++], c, sizeof s->corner[0]);
  }
  s->n_collapsed += s->n - kept;
  s->n = kept;
}

typedef struct triple {
  gm_index c[3], triangle;
} triple;

static int by_triple(const void *a, const void *b)
{
  const triple *p = a, *q = b;
  for (int k = 0; k < 3; ++k) {
    if (p->c[k] != q->c[k]) return p->c[k] < q->c[k] ? -1 : 1;
  }
  return p->triangle < q->triangle ? -1 : p->triangle > q->triangle;
}

/* Leave out triangles with the same corners, in the same turn, as an earlier one. */
static gm_status drop_repeated(gm_surface *s)
{
  triple *list = NULL;
  GM_TRY(GM_RESIZE(list, 0, s->n));
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    const int low = c[0] < c[1] ? (c[0] < c[2] ? 0 : 2) : (c[1] < c[2] ? 1 : 2);
    list[t] = (triple){{c[low], c[(low + 1) % 3], c[(low + 2) % 3]}, t};
  }
  qsort(list, (size_t)s->n, sizeof *list, by_triple);
  for (gm_index k = 1; k < s->n; ++k) {
    if (memcmp(list[k].c, list[k - 1].c, sizeof list[k].c) == 0) {
      s->corner[list[k].triangle][0] = -1;
    }
  }
  GM_FREE(list);
  gm_index kept = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    if (s->corner[t][0] < 0) continue;
    memmove(s->corner[kept++], s->corner[t], sizeof s->corner[0]);
  }
  s->n_repeated += s->n - kept;
  s->n = kept;
  return GM_OK;
}

typedef struct loose {
  gm_vec3 x;
  gm_index point;
} loose;

static int by_x(const void *a, const void *b)
{
  const loose *p = a, *q = b;
  if (p->x.x != q->x.x) return p->x.x < q->x.x ? -1 : 1;
  return p->point < q->point ? -1 : p->point > q->point;
}

static gm_index first_of(gm_index *joined, gm_index p)
{
  while (joined[p] != p)
    p = joined[p] = joined[joined[p]];
  return p;
}

/* Join points of open sides (`open`, as gm_closed_link left it) that are nearer than
 * `tolerance`; the first given stays. */
static gm_status join_open(gm_surface *s, const unsigned char *open,
                           double tolerance)
{
  gm_index *joined = NULL;
  loose *list = NULL;
  gm_index n = 0;
  gm_status status = GM_RESIZE(joined, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(list, 0, s->n_points);
  if (status == GM_OK) {
    for (gm_index t = 0; t < s->n; ++t) {
      for (int k = 0; k < 3; ++k) {
        if (!(open[t] >> k & 1)) continue;
        joined[s->corner[t][k]] = joined[s->corner[t][(k + 1) % 3]] = 1;
      }
    }
    for (gm_index p = 0; p < s->n_points; ++p) {
      if (joined[p]) list[n++] = (loose){s->point[p], p};
      joined[p] = p;
    }
    qsort(list, (size_t)n, sizeof *list, by_x);
    for (gm_index i = 0; i < n; ++i) {
      for (gm_index j = i + 1; j < n && list[j].x.x - list[i].x.x <= tolerance;
           ++j) {
        if (gm_norm(gm_sub(list[j].x, list[i].x)) > tolerance) continue;
        const gm_index a = first_of(joined, list[i].point);
        const gm_index b = first_of(joined, list[j].point);
        s->n_joined += a != b;
        joined[a > b ? a : b] = a < b ? a : b;
      }
    }
    for (gm_index t = 0; t < s->n; ++t) {
      for (int k = 0; k < 3; ++k) {
        s->corner[t][k] = first_of(joined, s->corner[t][k]);
      }
    }
  }
  GM_FREE(joined);
  GM_FREE(list);
  return status;
}

static bool any(const gm_open_sides *f)
{
  return f->n_open || f->n_shared || f->n_turned;
}

/* Link the sides; where that fails, mend what can be mended and link again. */
static gm_status close_surface(gm_surface *s, const char *name)
{
  gm_open_sides faults;
  unsigned char *open = NULL;
  drop_collapsed(s);
  gm_status status = GM_RESIZE(open, 0, s->n + 1);
  if (status == GM_OK) status = gm_closed_link(s, &faults, NULL);
  if (status == GM_OK && any(&faults)) {
    status = drop_repeated(s);
    if (status == GM_OK) status = gm_closed_link(s, &faults, open);
  }
  if (status == GM_OK && any(&faults)) {
    const double diagonal = gm_norm(gm_sub(s->max, s->min));
    status = join_open(s, open, join_tolerance * diagonal);
    drop_collapsed(s);
    if (status == GM_OK) status = gm_closed_link(s, &faults, NULL);
  }
  if (status == GM_OK && any(&faults)) {
    status = gm_closed_refuse(s, &faults, name);
  }
  GM_FREE(open);
  return status;
}

/* --- normals, measures --------------------------------------------------------- */

static gm_status set_normals(gm_surface *s, const char *name)
{
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    const gm_vec3 a = s->point[c[0]];
    const gm_vec3 ab = gm_sub(s->point[c[1]], a);
    const gm_vec3 ac = gm_sub(s->point[c[2]], a);
    const gm_vec3 n = gm_cross(ab, ac);
    const double longest =
        fmax(fmax(gm_norm2(ab), gm_norm2(ac)), gm_norm2(gm_sub(ac, ab)));
    const double twice = gm_norm(n);
    if (!(twice > flat * longest)) {
      return gm_fail(GM_ERR_INPUT,
                     "surface '%s': the triangle at (%g %g %g), (%g %g %g), "
                     "(%g %g %g) m has no area: its corners lie on one line",
                     name, a.x, a.y, a.z, a.x + ab.x, a.y + ab.y, a.z + ab.z,
                     a.x + ac.x, a.y + ac.y, a.z + ac.z);
    }
    s->normal[t] = gm_scale(1.0 / twice, n);
  }
  return GM_OK;
}

static void set_bounds(gm_surface *s)
{
  s->min = s->max = s->point[0];
  for (gm_index p = 1; p < s->n_points; ++p) {
    const gm_vec3 x = s->point[p];
    s->min =
        gm_vec(fmin(s->min.x, x.x), fmin(s->min.y, x.y), fmin(s->min.z, x.z));
    s->max =
        gm_vec(fmax(s->max.x, x.x), fmax(s->max.y, x.y), fmax(s->max.z, x.z));
  }
}

/* Sums of tetrahedra from the middle of the bounds. */
static void measure(gm_surface *s)
{
  const gm_vec3 o = gm_scale(0.5, gm_add(s->min, s->max));
  double area = 0.0, six = 0.0;
  gm_vec3 first = {0.0, 0.0, 0.0};
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_vec3 a = gm_sub(s->point[s->corner[t][0]], o);
    const gm_vec3 b = gm_sub(s->point[s->corner[t][1]], o);
    const gm_vec3 c = gm_sub(s->point[s->corner[t][2]], o);
    const double v = gm_dot(a, gm_cross(b, c));
    area += 0.5 * gm_norm(gm_cross(gm_sub(b, a), gm_sub(c, a)));
    six += v;
    first = gm_madd(first, v, gm_add(a, gm_add(b, c)));
  }
  s->area = area;
  s->volume = six / 6.0;
  s->centroid = gm_madd(o, 0.25 / six, first);
}

/* Points no triangle uses any more, after joining, leave the table. */
static gm_status drop_unused(gm_surface *s)
{
  gm_index *now = NULL, kept = 0;
  GM_TRY(GM_RESIZE(now, 0, s->n_points));
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k)
      now[s->corner[t][k]] = 1;
  }
  for (gm_index p = 0; p < s->n_points; ++p) {
    if (!now[p]) continue;
    s->point[kept] = s->point[p];
    now[p] = kept++;
  }
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k)
      s->corner[t][k] = now[s->corner[t][k]];
  }
  s->n_points = kept;
  GM_FREE(now);
  return GM_OK;
}

static gm_status build(gm_surface *s, const gm_vec3 *corner, const char *name)
{
  for (gm_index c = 0; c < 3 * s->n; ++c) {
    const gm_vec3 p = corner[c];
    if (isfinite(p.x) && isfinite(p.y) && isfinite(p.z)) continue;
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s': triangle %d has the corner (%g %g %g)", name,
                   (int)(c / 3 + 1), p.x, p.y, p.z);
  }
  GM_TRY(GM_RESIZE(s->corner, 0, s->n));
  GM_TRY(GM_RESIZE(s->across, 0, s->n));
  GM_TRY(GM_RESIZE(s->normal, 0, s->n));
  GM_TRY(GM_RESIZE(s->shell, 0, s->n));
  GM_TRY(weld(s, corner));
  set_bounds(s);
  GM_TRY(close_surface(s, name));
  if (s->n == 0) {
    return gm_fail(GM_ERR_INPUT, "surface '%s': no triangle has an area", name);
  }
  GM_TRY(drop_unused(s));
  set_bounds(s);
  GM_TRY(set_normals(s, name));
  GM_TRY(gm_closed_orient(s, name));
  measure(s);
  return GM_OK;
}

gm_status gm_surface_build(gm_surface *surface, const gm_vec3 *corner,
                           gm_index n, const char *name)
{
  if (n < 1) {
    return gm_fail(GM_ERR_INPUT, "surface '%s' has no triangle", name);
  }
  if (n > INT32_MAX / 12) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s' has %d triangles; at most %d are supported",
                   name, (int)n, INT32_MAX / 12);
  }
  surface->n = n;
  const gm_status status = build(surface, corner, name);
  if (status != GM_OK) gm_surface_clear(surface);
  return status;
}
