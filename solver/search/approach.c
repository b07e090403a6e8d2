/* search/approach.c -- patches of structures near grains.  Room: search. */
#include "search/approach.h"

#include "structure/probes.h"
#include <string.h>

static int near_bounds(gm_vec3 min, gm_vec3 max, gm_vec3 y, double reach)
{
  return y.x > min.x - reach && y.x < max.x + reach && y.y > min.y - reach &&
         y.y < max.y + reach && y.z > min.z - reach && y.z < max.z + reach;
}

/* Planes, bounded by nothing, that no grain of rows [i0, i1) is near: a bit for each of the
 * first structures. */
static uint64_t far_planes(const gm_structures *structures, const gm_grains *g,
                           gm_index i0, gm_index i1, double skin)
{
  gm_row4 low = g->g[i0].x, high = low;
  for (gm_index i = i0 + 1; i < i1; ++i) {
    const gm_row4 x = g->g[i].x;
    for (int k = 0; k < 4; ++k) {
      low[k] = x[k] < low[k] ? x[k] : low[k];
      high[k] = x[k] > high[k] ? x[k] : high[k];
    }
  }
  const gm_vec3 middle = gm_row_vec(0.5 * (low + high));
  const double reach =
      0.5000001 * gm_norm(gm_row_vec(high - low)) + high[3] + skin;
  uint64_t far = 0;
  for (gm_index s = 0; s < structures->n && s < 64; ++s) {
    const gm_structure *body = &structures->row[s];
    const gm_patch *patch = gm_shape_patch(&body->shape, 0);
    if (body->shape.n != 1 || patch->kind != GM_PATCH_PLANE) continue;
    const gm_vec3 y = gm_pose_to_body(&body->pose, middle);
    const gm_probe probe = gm_shape_probe(patch, y, INFINITY);
    far |= (uint64_t)(probe.distance > reach) << s;
  }
  return far;
}

/* What is asked of the structures for one grain: rows (i, structure, image, patch). */
typedef struct asked {
  const gm_structures *structures;
  const gm_row4 *shift; /* of images; null without */
  gm_vec3 x;            /* m  of the grain */
  double reach;         /* m */
  gm_index i, *out, room;
  int n;             /* rows; -1: no room */
  gm_probes *probes; /* room to ask patches side by side */
} asked;

/* Rows for those of `count` patches that are near. */
static void take_near(asked *q, gm_index s, int image, const int *patch,
                      int count)
{
  gm_probes_ask(q->probes, count);
  for (int k = 0; k < count; ++k) {
    const gm_probe *probe = &q->probes->answer[k];
    const int known = gm_shape_exact(probe) || !probe->under;
    if (probe->distance >= q->reach && known) continue;
    if (q->n == q->room) {
      q->n = -1;
      return;
    }
    gm_index *row = &q->out[4 * q->n++];
    row[0] = q->i;
    row[1] = s;
    row[2] = image;
    row[3] = patch[k];
  }
}

/* Patches of structure s near the grain as its image `image` sees them. */
static void find_structure(asked *q, gm_index s, int image)
{
  const gm_structure *body = &q->structures->row[s];
  const gm_vec3 x = image ? gm_sub(q->x, gm_row_vec(q->shift[image])) : q->x;
  const gm_vec3 y = gm_pose_to_body(&body->pose, x);
  if (!near_bounds(body->shape.min, body->shape.max, y, q->reach)) return;
  int at[GM_PROBES], count = 0;
  for (int p = 0; p < body->shape.n && q->n >= 0; ++p) {
    const gm_patch *patch = gm_shape_patch(&body->shape, p);
    if (patch->kind == GM_PATCH_SITES &&
        !near_bounds(patch->min, patch->max, y, q->reach)) {
      continue;
    }
    at[count] = p;
    q->probes->patch[count] = patch;
    q->probes->y[count] = y;
    q->probes->reach[count++] = q->reach;
    if (count < GM_PROBES) continue;
    take_near(q, s, image, at, count);
    count = 0;
  }
  if (count > 0 && q->n >= 0) take_near(q, s, image, at, count);
}

static int precedes(const gm_index *p, const gm_index *q)
{
  if (p[1] != q[1]) return p[1] < q[1];
  return p[2] != q[2] ? p[2] < q[2] : p[3] < q[3];
}

static void sort_patches(gm_index *row, int n)
{
  for (int k = 1; k < n; ++k) {
    gm_index x[4];
    memcpy(x, &row[4 * k], sizeof x);
    int at = k;
    for (; at > 0 && precedes(x, &row[4 * (at - 1)]); --at)
      memcpy(&row[4 * at], &row[4 * (at - 1)], sizeof x);
    memcpy(&row[4 * at], x, sizeof x);
  }
}

/* The same of structures met through periodic sides. */
static void find_image_patches(const gm_approach *l, const gm_domain *d,
                               asked *q)
{
  int from[3], to[3];
  const double x[3] = {q->x.x, q->x.y, q->x.z};
  gm_domain_within(d, x, l->image_low, l->image_high, q->reach, from, to);
  const int before = q->n;
  for (int k = 1; k < GM_DOMAIN_IMAGES; ++k) {
    if (!gm_domain_between(k, from, to)) continue;
    int axes = 0;
    for (int a = 0; a < 3; ++a)
      axes |= (gm_domain_sides(k, a) != 0) << a;
    for (gm_index s = 0; s < q->structures->n && q->n >= 0; ++s) {
      const gm_structure *body = &q->structures->row[s];
      if (body->present && (axes & ~body->images) == 0) find_structure(q, s, k);
    }
  }
  if (q->n > before) sort_patches(q->out, q->n);
}

/* Patches near grain i, sorted; the count, or -1: no room.  far: structures that are not.
 * *crowded receives 1 + a structure of which more are near than a group of rows holds. */
static int find_patches(const gm_approach *l, const gm_domain *d,
                        const gm_structures *structures, const gm_grains *g,
                        gm_index i, double skin, uint64_t far, gm_index *out,
                        gm_index room, gm_index *crowded)
{
  const gm_near *near = &l->near;
  gm_probes probes;
  asked q = {.structures = structures,
             .shift = d->shift,
             .x = gm_row_vec(g->g[i].x),
             .reach = g->g[i].x[3] + skin,
             .i = i,
             .out = out,
             .room = room,
             .probes = &probes};
  const gm_index cell = gm_near_cell(near, q.x);
  for (gm_index e = near->start[cell]; e < near->start[cell + 1] && q.n >= 0;
       ++e) {
    const gm_index s = near->structure[e];
    if (s >= 64 || !(far >> s & 1)) find_structure(&q, s, 0);
  }
  if (d->periodic && q.n >= 0) find_image_patches(l, d, &q);
  int group = 0;
  for (int k = 0; k < q.n; ++k) {
    group = k > 0 && out[4 * k + 1] == out[4 * k - 3] ? group + 1 : 1;
    if (group > GM_CONTACTS_PATCHES) *crowded = out[4 * k + 1] + 1;
  }
  return q.n;
}

/* Bounds of all structures that are met through a periodic side. */
static void bound_images(gm_approach *l, const gm_structures *structures)
{
  for (int a = 0; a < 3; ++a) {
    l->image_low[a] = INFINITY;
    l->image_high[a] = -INFINITY;
  }
  for (gm_index s = 0; s < structures->n; ++s) {
    double low[3], high[3];
    if (!structures->row[s].images) continue;
    gm_structures_bounds(&structures->row[s], low, high);
    for (int a = 0; a < 3; ++a) {
      l->image_low[a] = fmin(l->image_low[a], low[a]);
      l->image_high[a] = fmax(l->image_high[a], high[a]);
    }
  }
}

gm_status gm_approach_sort(gm_approach *l, const gm_structures *structures,
                           const gm_cells *grains, double reach)
{
  bound_images(l, structures);
  return gm_near_sort(&l->near, structures, grains, reach);
}

gm_index gm_approach_find(const gm_approach *l, const gm_structures *structures,
                          const gm_domain *domain, const gm_grains *g,
                          double skin, gm_index i0, gm_index i1, gm_index *rows,
                          gm_index room, gm_index *crowded)
{
  enum { GROUP = 32 }; /* grains that lie together */
  gm_index n = 0;
  uint64_t far = 0;
  for (gm_index i = i0; i < i1; ++i) {
    if ((i - i0) % GROUP == 0) {
      far = far_planes(structures, g, i, i + GROUP < i1 ? i + GROUP : i1, skin);
    }
    const int k = find_patches(l, domain, structures, g, i, skin, far,
                               &rows[4 * n], room - n, crowded);
    if (k < 0) return -1;
    n += k;
  }
  return n;
}

void gm_approach_clear(gm_approach *l)
{
  gm_near_clear(&l->near);
  *l = (gm_approach){0};
}
