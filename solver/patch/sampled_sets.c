/* patch/sampled_sets.c -- samples the contact sets on a grid of grain centres.
 *
 * The grid points are processed in blocks of 4 x 4 x 4.  An octree descent finds the
 * blocks within reach of a triangle.  A block is skipped if its triangles belong to one
 * piece, are flat within the margin of the tangent-plane test and have no open edge: a
 * grain there has one contact.
 */
#include "patch/sampled_sets.h"

#include "base/math.h"
#include "base/memory.h"
#include <omp.h>
#include <stdlib.h>

enum { SIDE = 4, FEW = 48, LEVELS = 24 };

static const double spacing_of_r = 0.57;
/* half the diagonal of a cell, as a fraction of the spacing */
static const double half_cell = 0.87;

void gm_sampled_sets_clear(gm_sampled_sets *s)
{
  GM_FREE(s->pair);
  GM_FREE(s->crowded);
  *s = (gm_sampled_sets){0};
}

/* --- results of a thread ------------------------------------------------------ */

typedef struct spot {
  int32_t site[3];
} spot;

typedef struct seen {
  gm_index (*pair)[2];
  gm_index n, room;
  spot *crowd;
  gm_index n_crowd, room_crowd;
  gm_exact_contacts_scratch scratch;
  gm_status status;
} seen;

static int by_pair(const void *a, const void *b)
{
  const gm_index *p = a, *q = b;
  if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
  return p[1] < q[1] ? -1 : p[1] > q[1];
}

/* Sorts pairs and removes duplicates; returns how many remain. */
static gm_index unique(gm_index (*pair)[2], gm_index n)
{
  gm_index kept = 0;
  qsort(pair, (size_t)n, sizeof *pair, by_pair);
  for (gm_index k = 0; k < n; ++k) {
    if (kept > 0 && by_pair(pair[k], pair[kept - 1]) == 0) continue;
    pair[kept][0] = pair[k][0];
    pair[kept++][1] = pair[k][1];
  }
  return kept;
}

static gm_status more_pairs(seen *s)
{
  if (s->n > 0) s->n = unique(s->pair, s->n);
  if (2 * s->n < s->room) return GM_OK;
  const gm_index room = 2 * s->room + 1024;
  gm_status status;
#pragma omp critical(gm_sampled_sets)
  status = GM_RESIZE(s->pair, s->n, room);
  if (status == GM_OK) s->room = room;
  return status;
}

static void add_pair(seen *s, gm_index a, gm_index b)
{
  if (a == b || s->status != GM_OK) return;
  if (s->n == s->room) s->status = more_pairs(s);
  if (s->status != GM_OK) return;
  s->pair[s->n][0] = a < b ? a : b;
  s->pair[s->n++][1] = a < b ? b : a;
}

static void add_centre(seen *s, spot at)
{
  if (s->n_crowd == s->room_crowd) {
    const gm_index room = 2 * s->room_crowd + 256;
#pragma omp critical(gm_sampled_sets)
    s->status = GM_RESIZE(s->crowd, s->n_crowd, room);
    if (s->status != GM_OK) return;
    s->room_crowd = room;
  }
  s->crowd[s->n_crowd++] = at;
}

/* --- one grid point ----------------------------------------------------------- */

typedef struct sampling {
  const gm_exact_contacts *m;
  const gm_index *of;
  const unsigned char *open; /* [triangles]  1: has an open edge */
  gm_vec3 origin;
  /* m  grid spacing, radius of the sampling sphere, eta r */
  double spacing, range, margin;
  /* cosine of the angle below which two normals cannot make two contacts */
  double flat;
} sampling;

static gm_vec3 site_at(const sampling *l, const int32_t at[3])
{
  return gm_madd(l->origin, l->spacing, gm_vec(at[0], at[1], at[2]));
}

enum { AROUND = 64 }; /* largest number of pieces considered at one point */

/* The pieces that contain a contact point, each once. */
static int pieces_at(const sampling *l, const gm_exact_contact *x,
                     gm_index *piece)
{
  piece[0] = l->of[x->foot.triangle];
  if (x->foot.feature == GM_FEATURE_FACE) return 1;
  const gm_index *side;
  const gm_index n = gm_exact_contacts_incident(l->m, &x->foot, &side);
  int count = 1;
  for (gm_index k = 0; k < n && count < AROUND; ++k) {
    const gm_index own = l->of[side[k] / 3];
    int known = 0;
    for (int i = 0; i < count && !known; ++i)
      known = piece[i] == own;
    if (!known) piece[count++] = own;
  }
  return count;
}

static void sample_at(const sampling *l, const int32_t at[3],
                      const gm_index *list, gm_index n, seen *s)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  const gm_vec3 y = site_at(l, at);
  const int kept = list ? gm_exact_contacts_among(l->m, &s->scratch, list, n, y,
                                                  l->range, l->margin, x)
                        : gm_exact_contacts_find(l->m, &s->scratch, y, l->range,
                                                 l->margin, x);
  if (kept < 2) return;
  gm_index piece[GM_EXACT_CONTACTS_MAX][AROUND];
  int count[GM_EXACT_CONTACTS_MAX];
  for (int j = 0; j < kept; ++j) {
    count[j] = pieces_at(l, &x[j], piece[j]);
    for (int i = 0; i < j; ++i) {
      for (int a = 0; a < count[i]; ++a)
        for (int b = 0; b < count[j]; ++b)
          add_pair(s, piece[i][a], piece[j][b]);
    }
  }
  add_centre(s, (spot){{at[0], at[1], at[2]}});
}

/* --- blocks of grid points ---------------------------------------------------- */

typedef struct blocks {
  const sampling *l;
  int32_t (*at)[3]; /* [n] coordinates of each block, in blocks */
  gm_index n, room;
  gm_index *list[LEVELS]; /* triangles within reach of the cube of each level */
} blocks;

/* Largest distance (m) from the centre of a cube of `size` grid points at which a
 * triangle can touch a grain with its centre in the cube. */
static double reach_of(const sampling *l, double size)
{
  return l->range + 0.5 * sqrt(3.0) * (size - 1.0) * l->spacing;
}

static gm_vec3 middle_of(const sampling *l, const int32_t at[3], double size)
{
  const double half = 0.5 * (size - 1.0);
  return gm_madd(
      l->origin, l->spacing,
      gm_vec(at[0] * SIDE + half, at[1] * SIDE + half, at[2] * SIDE + half));
}

/* Adds those blocks of a cube with 2^level blocks along its edge that are within reach of
 * a triangle.  No triangles but the n of `above` are within reach of the cube. */
static gm_status descend(blocks *b, const int32_t at[3], int level,
                         const gm_index *above, gm_index n)
{
  const double size = SIDE * (double)(1 << level);
  const gm_vec3 y = middle_of(b->l, at, size);
  const double far = reach_of(b->l, size);
  gm_index *list = b->list[level], near = 0;
  for (gm_index k = 0; k < n; ++k) {
    const gm_foot f = gm_triangle_nearest(b->l->m->surface, above[k], y);
    if (f.square <= far * far) list[near++] = above[k];
  }
  if (near == 0) return GM_OK;
  if (level == 0) {
    if (b->n == b->room) {
      GM_TRY(GM_RESIZE(b->at, b->n, 2 * (size_t)b->room + 256));
      b->room = 2 * b->room + 256;
    }
    for (int c = 0; c < 3; ++c)
      b->at[b->n][c] = at[c];
    ++b->n;
    return GM_OK;
  }
  for (int k = 0; k < 8; ++k) {
    const int32_t half = 1 << (level - 1);
    const int32_t part[3] = {at[0] + (k & 1 ? half : 0),
                             at[1] + (k & 2 ? half : 0),
                             at[2] + (k & 4 ? half : 0)};
    GM_TRY(descend(b, part, level - 1, list, near));
  }
  return GM_OK;
}

static gm_status list_blocks(blocks *b)
{
  const gm_surface *s = b->l->m->surface;
  const gm_vec3 extent = gm_sub(s->max, s->min);
  const double longest = fmax(extent.x, fmax(extent.y, extent.z));
  const double needed =
      (longest + 3.0 * b->l->range) / (SIDE * b->l->spacing) + 1.0;
  int level = 0;
  while ((double)(1 << level) < needed && level < LEVELS - 2)
    ++level;
  gm_status status = GM_OK;
  for (int k = 0; k <= level + 1 && status == GM_OK; ++k)
    status = GM_RESIZE(b->list[k], 0, s->n);
  if (status == GM_OK) {
    gm_index *all = b->list[level + 1];
    for (gm_index t = 0; t < s->n; ++t)
      all[t] = t;
    status = descend(b, (int32_t[3]){0, 0, 0}, level, all, s->n);
  }
  for (int k = 0; k <= level + 1; ++k)
    GM_FREE(b->list[k]);
  return status;
}

/* Is it certain that no grain touches two of the listed triangles in separate
 * contacts? */
static int is_plain(const sampling *l, const gm_index *list, gm_index n)
{
  const gm_vec3 *normal = l->m->surface->normal;
  for (gm_index k = 0; k < n; ++k) {
    if (l->of[list[k]] != l->of[list[0]] || l->open[list[k]] ||
        gm_dot(normal[list[k]], normal[list[0]]) < l->flat) {
      return 0;
    }
  }
  return 1;
}

static void sample_block(const sampling *l, const int32_t at[3], seen *s)
{
  gm_index few[FEW];
  const gm_index n =
      gm_bvh_within(&l->m->tree, l->m->surface, middle_of(l, at, SIDE),
                    reach_of(l, SIDE), s->scratch.list);
  if (n == 0 || is_plain(l, s->scratch.list, n)) return;
  for (gm_index k = 0; k < n && n <= FEW; ++k)
    few[k] = s->scratch.list[k];
  for (int k = 0; k < SIDE * SIDE * SIDE; ++k) {
    const int32_t site[3] = {at[0] * SIDE + k % SIDE,
                             at[1] * SIDE + k / SIDE % SIDE,
                             at[2] * SIDE + k / (SIDE * SIDE)};
    sample_at(l, site, n <= FEW ? few : NULL, n, s);
  }
}

/* --- all blocks --------------------------------------------------------------- */

static int by_site(const void *a, const void *b)
{
  const spot *p = a, *q = b;
  for (int c = 0; c < 3; ++c) {
    if (p->site[c] != q->site[c]) return p->site[c] < q->site[c] ? -1 : 1;
  }
  return 0;
}

/* Merges the results of the threads in an order that does not depend on them. */
static gm_status collect(gm_sampled_sets *s, const sampling *l, const seen *all,
                         int threads)
{
  gm_index pairs = s->n, spots = 0;
  spot *spot_list = NULL;
  for (int k = 0; k < threads; ++k) {
    pairs += all[k].n;
    spots += all[k].n_crowd;
  }
  GM_TRY(GM_RESIZE(s->pair, s->n, pairs + 1));
  GM_TRY(GM_RESIZE(s->crowded, s->n_crowded, s->n_crowded + spots + 1));
  GM_TRY(GM_RESIZE(spot_list, 0, spots + 1));
  spots = 0;
  for (int k = 0; k < threads; ++k) {
    for (gm_index i = 0; i < all[k].n; ++i, ++s->n) {
      s->pair[s->n][0] = all[k].pair[i][0];
      s->pair[s->n][1] = all[k].pair[i][1];
    }
    for (gm_index i = 0; i < all[k].n_crowd; ++i)
      spot_list[spots++] = all[k].crowd[i];
  }
  s->n = unique(s->pair, s->n);
  qsort(spot_list, (size_t)spots, sizeof *spot_list, by_site);
  for (gm_index k = 0; k < spots; ++k)
    s->crowded[s->n_crowded++] = site_at(l, spot_list[k].site);
  GM_FREE(spot_list);
  return GM_OK;
}

static gm_status sample_blocks(gm_sampled_sets *s, const sampling *l,
                               const blocks *b)
{
  const int threads = omp_get_max_threads();
  seen *all = NULL;
  GM_TRY(GM_RESIZE(all, 0, threads));
  gm_status status = GM_OK;
  for (int k = 0; k < threads && status == GM_OK; ++k)
    status = gm_exact_contacts_prepare(l->m, &all[k].scratch);
  if (status == GM_OK) {
#pragma omp parallel for schedule(dynamic, 8)
    for (gm_index k = 0; k < b->n; ++k)
      sample_block(l, b->at[k], &all[omp_get_thread_num()]);
    for (int k = 0; k < threads; ++k)
      if (all[k].status != GM_OK) status = all[k].status;
  }
  if (status == GM_OK) status = collect(s, l, all, threads);
  for (int k = 0; k < threads; ++k) {
    gm_exact_contacts_release(&all[k].scratch);
    GM_FREE(all[k].pair);
    GM_FREE(all[k].crowd);
  }
  GM_FREE(all);
  return status;
}

gm_status gm_sampled_sets_add(gm_sampled_sets *s,
                              const gm_exact_contacts *minima,
                              const gm_index *of, double r, double margin)
{
  const gm_edges *e = &minima->edges;
  sampling l = {.m = minima, .of = of, .spacing = spacing_of_r * r};
  l.range = r + half_cell * l.spacing;
  l.margin = margin * r;
  l.flat = gm_math_cos(0.5 * gm_math_acos(1.0 - l.margin / l.range));
  /* Shifts the grid relative to the corners of the body: centres exactly over edges are
   * special cases. */
  const gm_vec3 shift = gm_scale(l.spacing, gm_vec(0.137, 0.291, 0.413));
  l.origin = gm_sub(gm_sub(minima->surface->min, shift),
                    gm_vec(l.range, l.range, l.range));
  unsigned char *open = NULL;
  GM_TRY(GM_RESIZE(open, 0, minima->surface->n));
  for (gm_index k = 0; k < 3 * minima->surface->n; ++k)
    open[k / 3] |= gm_edges_count(e, e->of[k]) == 1;
  l.open = open;
  blocks b = {.l = &l};
  gm_status status = list_blocks(&b);
  if (status == GM_OK) status = sample_blocks(s, &l, &b);
  GM_FREE(b.at);
  GM_FREE(open);
  return status;
}
