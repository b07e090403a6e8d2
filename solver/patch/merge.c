/* patch/merge.c -- merges pieces over convex edges where no grain can touch both.
 *
 * Pairs of adjacent pieces are merged in the order of their dihedral angle, flattest
 * first, like the edges of a minimum spanning tree.  A pair is skipped if any piece
 * already merged with the one must stay apart from any piece merged with the other:
 * because a grain can touch both at once (sampled sets, below), or because the edge
 * between them is concave, branching, between materials, or on a two-sided surface.
 */
#include "patch/merge.h"

#include "base/math.h"
#include "base/memory.h"
#include "mesh/union_find.h"
#include <omp.h>
#include <stdlib.h>

/* Samples the contact sets on a grid of grain centres.
 *
 * The grid points are processed in blocks of 4 x 4 x 4.  An octree descent finds the
 * blocks within reach of a triangle.  A block is skipped if its triangles belong to one
 * piece, are flat within the margin of the tangent-plane test and have no open edge: a
 * grain there has one contact. */

enum { SIDE = 4, FEW = 48, LEVELS = 24 };

static const double spacing_of_r = 0.57;
/* half the diagonal of a cell, as a fraction of the spacing */
static const double half_cell = 0.87;

void gm_merge_sets_clear(gm_sampled_sets *s)
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

static int merge_shared_by_pair(const void *a, const void *b)
{
  const gm_index *p = a, *q = b;
  if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
  return p[1] < q[1] ? -1 : p[1] > q[1];
}

/* Sorts pairs and removes duplicates; returns how many remain. */
static gm_index keep_merge_unique(gm_index (*pair)[2], gm_index n)
{
  gm_index kept = 0;
  qsort(pair, (size_t)n, sizeof *pair, merge_shared_by_pair);
  for (gm_index k = 0; k < n; ++k) {
    if (kept > 0 && merge_shared_by_pair(pair[k], pair[kept - 1]) == 0)
      continue;
    pair[kept][0] = pair[k][0];
    pair[kept++][1] = pair[k][1];
  }
  return kept;
}

static gm_status merge_more_pairs(seen *s)
{
  if (s->n > 0) s->n = keep_merge_unique(s->pair, s->n);
  if (2 * s->n < s->room) return GM_OK;
  const gm_index room = 2 * s->room + 1024;
  gm_status status;
#pragma omp critical(gm_sampled_sets)
  status = GM_RESIZE(s->pair, s->n, room);
  if (status == GM_OK) s->room = room;
  return status;
}

static void add_merge_pair(seen *s, gm_index a, gm_index b)
{
  if (a == b || s->status != GM_OK) return;
  if (s->n == s->room) s->status = merge_more_pairs(s);
  if (s->status != GM_OK) return;
  s->pair[s->n][0] = a < b ? a : b;
  s->pair[s->n++][1] = a < b ? b : a;
}

static void add_merge_centre(seen *s, spot at)
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

static gm_vec3 merge_site_at(const sampling *l, const int32_t at[3])
{
  return gm_madd(l->origin, l->spacing, gm_vec(at[0], at[1], at[2]));
}

enum { AROUND = 64 }; /* largest number of pieces considered at one point */

/* The pieces that contain a contact point, each once. */
static int merge_pieces_at(const sampling *l, const gm_exact_contact *x,
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

static void sample_at_merge(const sampling *l, const int32_t at[3],
                            const gm_index *list, gm_index n, seen *s)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  const gm_vec3 y = merge_site_at(l, at);
  const int kept = list ? gm_exact_contacts_among(l->m, &s->scratch, list, n, y,
                                                  l->range, l->margin, x)
                        : gm_exact_contacts_find(l->m, &s->scratch, y, l->range,
                                                 l->margin, x);
  if (kept < 2) return;
  gm_index piece[GM_EXACT_CONTACTS_MAX][AROUND];
  int count[GM_EXACT_CONTACTS_MAX];
  for (int j = 0; j < kept; ++j) {
    count[j] = merge_pieces_at(l, &x[j], piece[j]);
    for (int i = 0; i < j; ++i) {
      for (int a = 0; a < count[i]; ++a)
        for (int b = 0; b < count[j]; ++b)
          add_merge_pair(s, piece[i][a], piece[j][b]);
    }
  }
  add_merge_centre(s, (spot){{at[0], at[1], at[2]}});
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
static double merge_cube_reach(const sampling *l, double size)
{
  return l->range + 0.5 * sqrt(3.0) * (size - 1.0) * l->spacing;
}

static gm_vec3 merge_cube_middle(const sampling *l, const int32_t at[3],
                                 double size)
{
  const double half = 0.5 * (size - 1.0);
  return gm_madd(
      l->origin, l->spacing,
      gm_vec(at[0] * SIDE + half, at[1] * SIDE + half, at[2] * SIDE + half));
}

/* Adds those blocks of a cube with 2^level blocks along its edge that are within reach of
 * a triangle.  No triangles but the n of `above` are within reach of the cube. */
static gm_status descend_merge_octree(blocks *b, const int32_t at[3], int level,
                                      const gm_index *above, gm_index n)
{
  const double size = SIDE * (double)(1 << level);
  const gm_vec3 y = merge_cube_middle(b->l, at, size);
  const double far = merge_cube_reach(b->l, size);
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
    GM_TRY(descend_merge_octree(b, part, level - 1, list, near));
  }
  return GM_OK;
}

static gm_status list_merge_blocks(blocks *b)
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
    status = descend_merge_octree(b, (int32_t[3]){0, 0, 0}, level, all, s->n);
  }
  for (int k = 0; k <= level + 1; ++k)
    GM_FREE(b->list[k]);
  return status;
}

/* Is it certain that no grain touches two of the listed triangles in separate
 * contacts? */
static int is_merge_plain_cell(const sampling *l, const gm_index *list,
                               gm_index n)
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

static void sample_merge_block(const sampling *l, const int32_t at[3], seen *s)
{
  gm_index few[FEW];
  const gm_index n =
      gm_bvh_within(&l->m->tree, l->m->surface, merge_cube_middle(l, at, SIDE),
                    merge_cube_reach(l, SIDE), s->scratch.list);
  if (n == 0 || is_merge_plain_cell(l, s->scratch.list, n)) return;
  for (gm_index k = 0; k < n && n <= FEW; ++k)
    few[k] = s->scratch.list[k];
  for (int k = 0; k < SIDE * SIDE * SIDE; ++k) {
    const int32_t site[3] = {at[0] * SIDE + k % SIDE,
                             at[1] * SIDE + k / SIDE % SIDE,
                             at[2] * SIDE + k / (SIDE * SIDE)};
    sample_at_merge(l, site, n <= FEW ? few : NULL, n, s);
  }
}

/* --- all blocks --------------------------------------------------------------- */

static int by_merge_site(const void *a, const void *b)
{
  const spot *p = a, *q = b;
  for (int c = 0; c < 3; ++c) {
    if (p->site[c] != q->site[c]) return p->site[c] < q->site[c] ? -1 : 1;
  }
  return 0;
}

/* Merges the results of the threads in an order that does not depend on them. */
static gm_status collect_merge_sets(gm_sampled_sets *s, const sampling *l,
                                    const seen *all, int threads)
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
  s->n = keep_merge_unique(s->pair, s->n);
  qsort(spot_list, (size_t)spots, sizeof *spot_list, by_merge_site);
  for (gm_index k = 0; k < spots; ++k)
    s->crowded[s->n_crowded++] = merge_site_at(l, spot_list[k].site);
  GM_FREE(spot_list);
  return GM_OK;
}

static gm_status sample_merge_blocks(gm_sampled_sets *s, const sampling *l,
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
      sample_merge_block(l, b->at[k], &all[omp_get_thread_num()]);
    for (int k = 0; k < threads; ++k)
      if (all[k].status != GM_OK) status = all[k].status;
  }
  if (status == GM_OK) status = collect_merge_sets(s, l, all, threads);
  for (int k = 0; k < threads; ++k) {
    gm_exact_contacts_release(&all[k].scratch);
    GM_FREE(all[k].pair);
    GM_FREE(all[k].crowd);
  }
  GM_FREE(all);
  return status;
}

gm_status gm_merge_sets_add(gm_sampled_sets *s, const gm_exact_contacts *minima,
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
  gm_status status = list_merge_blocks(&b);
  if (status == GM_OK) status = sample_merge_blocks(s, &l, &b);
  GM_FREE(b.at);
  GM_FREE(open);
  return status;
}

/* Compares contacts of patches with exact ones, for grains
 * at rest. */

enum { ROUNDS = 12, LEGS = 3 };

/* overlap of the grain at rest, as a fraction of r */
static const double depth = 0.01;
/* larger overlaps, as a fraction of r, show that the grain did not come to rest */
static const double deepest = 0.05;
/* the grain is at rest after a smaller displacement, as a fraction of r */
static const double still = 1.0e-3;
/* distance, as a fraction of r, within which the surface supports the grain */
static const double sight = 1.5;

typedef struct trial {
  const gm_exact_contacts *m;
  const gm_index *of;
  /* radius (m), eta r (m), cosine of the angle `apart` */
  double r, margin, apart;
} trial;

/* Moves the centre y until the nearest contacts, at most `legs`, have the prescribed
 * overlap. */
static gm_vec3 rest_at_merge(const trial *q, gm_exact_contacts_scratch *s,
                             gm_vec3 y, int legs)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  for (int k = 0; k < ROUNDS; ++k) {
    const int n =
        gm_exact_contacts_find(q->m, s, y, sight * q->r, q->margin, x);
    gm_vec3 move = {0.0, 0.0, 0.0};
    double most = 0.0;
    for (int i = 0; i < n && i < legs; ++i) {
      const double d = x[i].distance + gm_dot(move, x[i].normal);
      const double off = (1.0 - depth) * q->r - d;
      move = gm_madd(move, off, x[i].normal);
      most = fmax(most, fabs(off));
    }
    y = gm_add(y, move);
    if (most < still * q->r) break;
  }
  return y;
}

static bool is_merge_missed(const trial *q, gm_exact_contacts_scratch *s,
                            gm_vec3 y)
{
  gm_exact_contact x[GM_EXACT_CONTACTS_MAX];
  gm_contact_point touch[GM_EXACT_CONTACTS_PATCHES];
  gm_vec3 foot[GM_EXACT_CONTACTS_PATCHES];
  const int exact = gm_exact_contacts_find(q->m, s, y, q->r, q->margin, x);
  if (exact < 2) return false; /* the nearest contact is always reported */
  const int found =
      gm_exact_contacts_by_patch(q->m->surface, &q->m->tree, q->of, y, q->r,
                                 q->margin, s->list, touch, foot);
  if (found > 0 && touch[0].distance < (1.0 - deepest) * q->r) return false;
  for (int i = 0; i < exact; ++i) {
    bool reported = false;
    for (int j = 0; j < found && !reported; ++j)
      reported = gm_dot(touch[j].normal, x[i].normal) > q->apart;
    if (!reported) return true;
  }
  return false;
}

static void try_merge_all(const trial *q, const gm_vec3 *site, gm_index n,
                          gm_exact_contacts_scratch *all, gm_vec3 *y,
                          unsigned char *missed)
{
#pragma omp parallel for schedule(dynamic, 16)
  for (gm_index k = 0; k < n; ++k) {
    gm_exact_contacts_scratch *s = &all[omp_get_thread_num()];
    for (int legs = 2; legs <= LEGS && !missed[k]; ++legs) {
      y[k] = rest_at_merge(q, s, site[k], legs);
      missed[k] = is_merge_missed(q, s, y[k]);
    }
  }
}

gm_status gm_merge_missed(const gm_exact_contacts *minima, const gm_index *of,
                          const gm_vec3 *site, gm_index n, double r,
                          double margin, double apart, gm_vec3 **place,
                          gm_index *n_place)
{
  const trial q = {minima, of, r, margin * r, gm_math_cos(apart)};
  const int threads = omp_get_max_threads();
  gm_exact_contacts_scratch *all = NULL;
  gm_vec3 *y = NULL;
  unsigned char *missed = NULL;
  gm_status status = GM_RESIZE(all, 0, threads);
  if (status == GM_OK) status = GM_RESIZE(y, 0, n + 1);
  if (status == GM_OK) status = GM_RESIZE(missed, 0, n + 1);
  for (int k = 0; k < threads && status == GM_OK; ++k)
    status = gm_exact_contacts_prepare(minima, &all[k]);
  if (status == GM_OK) status = GM_RESIZE(*place, *n_place, *n_place + n + 1);
  if (status == GM_OK) {
    try_merge_all(&q, site, n, all, y, missed);
    for (gm_index k = 0; k < n; ++k)
      if (missed[k]) (*place)[(*n_place)++] = y[k];
  }
  for (int k = 0; k < threads && all; ++k)
    gm_exact_contacts_release(&all[k]);
  GM_FREE(all);
  GM_FREE(y);
  GM_FREE(missed);
  return status;
}

static const double grain = 1.0e-6; /* rad: closer angles count as equal */

/* Two pieces with convex cut edges between them. */
typedef struct border {
  gm_index a, b;
  gm_id turn;    /* smallest dihedral angle, in units of `grain` */
  double length; /* m  total length of the edges */
} border;

/* Two pieces that must stay apart. */
typedef struct apart {
  gm_index a, b;
} apart;

typedef struct plan {
  border *border;
  gm_index n_border;
  apart *apart; /* each pair in both orders, sorted by a */
  gm_index n_apart;
  gm_index *first; /* [pieces + 1]  first entry of each piece in `apart` */
  gm_index *set;   /* [pieces]  union-find sets */
  gm_index *next;  /* [pieces]  next piece of the same set, cyclic */
} plan;

static int by_merge_pieces(const void *x, const void *y)
{
  const border *p = x, *q = y;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  if (p->b != q->b) return p->b < q->b ? -1 : 1;
  if (p->turn != q->turn) return p->turn < q->turn ? -1 : 1;
  return p->length < q->length ? -1 : p->length > q->length;
}

static int merge_edges_by_turn(const void *x, const void *y)
{
  const border *p = x, *q = y;
  if (p->turn != q->turn) return p->turn < q->turn ? -1 : 1;
  if (p->length != q->length) return p->length > q->length ? -1 : 1;
  return by_merge_pieces(x, y);
}

static int by_merge_row(const void *x, const void *y)
{
  const apart *p = x, *q = y;
  if (p->a != q->a) return p->a < q->a ? -1 : 1;
  return p->b < q->b ? -1 : p->b > q->b;
}

static void stay_merge_apart(plan *w, gm_index a, gm_index b)
{
  if (a == b) return;
  w->apart[w->n_apart++] = (apart){a, b};
  w->apart[w->n_apart++] = (apart){b, a};
}

/* Collects from the cut edges which pieces may merge and which must stay apart. */
static void read_merge_cuts(const gm_pieces *p, plan *w)
{
  const gm_edges *e = p->edges;
  const gm_surface *s = p->surface;
  for (gm_index k = 0; k < e->n; ++k) {
    if (!p->cut[k]) continue;
    const gm_index first = e->first[k], last = e->first[k + 1];
    const gm_index f = e->side[first], g = e->side[first + 1];
    const int convex = last - first == 2 && e->bend[k] > 0 && !p->both[f / 3] &&
                       !p->both[g / 3] && gm_pieces_alike(p, f / 3, g / 3) &&
                       s->corner[f / 3][f % 3] != s->corner[g / 3][g % 3];
    if (convex) {
      const gm_index a = p->of[f / 3], b = p->of[g / 3];
      const gm_vec3 way =
          gm_sub(s->point[e->point[k][1]], s->point[e->point[k][0]]);
      w->border[w->n_border++] =
          (border){a < b ? a : b, a < b ? b : a, llround(e->turn[k] / grain),
                   gm_norm(way)};
      continue;
    }
    for (gm_index i = first; i < last; ++i) {
      for (gm_index j = first; j < i; ++j)
        stay_merge_apart(w, p->of[e->side[i] / 3], p->of[e->side[j] / 3]);
    }
  }
}

/* Sums the edges of each pair of pieces, and sorts the pairs, flattest first. */
static void sum_merge_borders(plan *w)
{
  gm_index kept = 0;
  qsort(w->border, (size_t)w->n_border, sizeof *w->border, by_merge_pieces);
  for (gm_index k = 0; k < w->n_border; ++k) {
    const border x = w->border[k];
    border *last = kept > 0 ? &w->border[kept - 1] : NULL;
    if (last && last->a == x.a && last->b == x.b) {
      last->length += x.length; /* the smallest angle came first and stays */
    } else {
      w->border[kept++] = x;
    }
  }
  w->n_border = kept;
  qsort(w->border, (size_t)kept, sizeof *w->border, merge_edges_by_turn);
}

static void sort_merge_apart(const gm_pieces *p, plan *w)
{
  qsort(w->apart, (size_t)w->n_apart, sizeof *w->apart, by_merge_row);
  gm_index at = 0;
  for (gm_index k = 0; k < p->n; ++k) {
    w->first[k] = at;
    while (at < w->n_apart && w->apart[at].a == k)
      ++at;
  }
  w->first[p->n] = at;
  for (gm_index k = 0; k < p->n; ++k)
    w->next[k] = k;
  gm_union_find_init(w->set, p->n);
}

/* Must any piece merged with a stay apart from any piece merged with b? */
static int are_merge_pieces_apart(plan *w, gm_index a, gm_index b)
{
  const gm_index other = gm_union_find_root(w->set, b);
  gm_index k = a;
  do {
    for (gm_index i = w->first[k]; i < w->first[k + 1]; ++i)
      if (gm_union_find_root(w->set, w->apart[i].b) == other) return 1;
    k = w->next[k];
  } while (k != a);
  return 0;
}

static void join_merged_pieces(gm_pieces *p, plan *w)
{
  for (gm_index k = 0; k < w->n_border; ++k) {
    const gm_index a = w->border[k].a, b = w->border[k].b;
    if (gm_union_find_root(w->set, a) == gm_union_find_root(w->set, b))
      continue;
    if (are_merge_pieces_apart(w, a, b)) continue;
    gm_union_find_join(w->set, a, b);
    const gm_index swap = w->next[a]; /* joins the two cyclic lists */
    w->next[a] = w->next[b];
    w->next[b] = swap;
  }
  const gm_index n = gm_union_find_number(w->set, p->n);
  for (gm_index t = 0; t < p->surface->n; ++t)
    p->of[t] = w->set[p->of[t]];
  p->n = n;
}

/* Reserves room for all pairs that cuts and sampled sets may yield. */
static gm_status reserve_merge_pairs(const gm_pieces *p,
                                     const gm_sampled_sets *sampled, plan *w)
{
  size_t borders = 0, pairs = (size_t)sampled->n;
  for (gm_index k = 0; k < p->edges->n; ++k) {
    const size_t count = (size_t)gm_edges_count(p->edges, k);
    borders += p->cut[k];
    pairs += p->cut[k] ? count * (count - 1) / 2 : 0;
  }
  GM_TRY(GM_RESIZE(w->border, 0, borders + 1));
  GM_TRY(GM_RESIZE(w->apart, 0, 2 * pairs + 1));
  GM_TRY(GM_RESIZE(w->first, 0, p->n + 1));
  GM_TRY(GM_RESIZE(w->set, 0, p->n));
  return GM_RESIZE(w->next, 0, p->n);
}

gm_status gm_merge_pieces(gm_pieces *pieces, const gm_sampled_sets *sampled)
{
  plan w = {0};
  const gm_status status = reserve_merge_pairs(pieces, sampled, &w);
  if (status == GM_OK) {
    for (gm_index k = 0; k < sampled->n; ++k)
      stay_merge_apart(&w, sampled->pair[k][0], sampled->pair[k][1]);
    read_merge_cuts(pieces, &w);
    sum_merge_borders(&w);
    sort_merge_apart(pieces, &w);
    join_merged_pieces(pieces, &w);
  }
  GM_FREE(w.border);
  GM_FREE(w.apart);
  GM_FREE(w.first);
  GM_FREE(w.set);
  GM_FREE(w.next);
  return status;
}
