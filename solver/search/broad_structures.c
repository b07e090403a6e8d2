/* search/broad_structures.c -- patches of structures near grains.
 *
 * Broad phase of grain on structure, in three steps of growing cost: structures by the
 * cell of the grain, patches by bounds around a group of grains that lie together, then
 * the distance to each patch that is left, in blocks. A patch within the skin is a
 * candidate.
 */
#include "search/broad_structures.h"

#include "body/query_batch.h"
#include <string.h>

static int broad_near_bounds(gm_vec3 min, gm_vec3 max, gm_vec3 y, double reach)
{
  return y.x > min.x - reach && y.x < max.x + reach && y.y > min.y - reach &&
         y.y < max.y + reach && y.z > min.z - reach && y.z < max.z + reach;
}

/* ---- grains that lie together ------------------------------------------------------ */

enum {
  GROUP = 32, /* grains */
  KEPT = 8,   /* structures whose patches are kept */
  MOST = 96   /* patches kept of one */
};

/* Patches of a structure that some grain of the group may be near. */
typedef struct nearby {
  gm_index structure; /* -1: none */
  int n; /* MOST + 1: too many to keep, so all structures are queried */
  int patch[MOST + 1];
} nearby;

typedef struct group {
  gm_vec3 middle; /* m */
  double reach;   /* m  of any of its grains from there */
  nearby kept[KEPT];
} group;

/* Grains of rows [i0, i1). */
static void begin_broad_grain_group(group *q, const gm_grains *g, gm_index i0,
                                    gm_index i1, double skin)
{
  gm_row4 low = g->g[i0].x, high = low;
  for (gm_index i = i0 + 1; i < i1; ++i) {
    const gm_row4 x = g->g[i].x;
    for (int k = 0; k < 4; ++k) {
      low[k] = x[k] < low[k] ? x[k] : low[k];
      high[k] = x[k] > high[k] ? x[k] : high[k];
    }
  }
  q->middle = gm_row_vec(0.5 * (low + high));
  q->reach = 0.5000001 * gm_norm(gm_row_vec(high - low)) + high[3] + skin;
  for (int k = 0; k < KEPT; ++k)
    q->kept[k].structure = -1;
}

/* May a patch be nearer to y than `reach`?  Pieces of a mesh by their bounds. */
static int may_broad_reach(const gm_patch *p, gm_vec3 y, double reach)
{
  if (p->kind == GM_PATCH_SITES)
    return broad_near_bounds(p->min, p->max, y, reach);
  return gm_query_batch_single(p, y, INFINITY).distance < reach;
}

static const nearby *broad_near_group(group *q, const gm_structures *structures,
                                      gm_index s)
{
  nearby *kept = &q->kept[s % KEPT];
  if (kept->structure == s) return kept;
  const gm_structure *body = &structures->row[s];
  const gm_vec3 y = gm_structures_to_body(body, q->middle);
  const double reach = q->reach / body->scale;
  kept->structure = s;
  kept->n = 0;
  if (!broad_near_bounds(body->shape.min, body->shape.max, y, reach))
    return kept;
  for (int p = 0; p < body->shape.n && kept->n <= MOST; ++p) {
    kept->patch[kept->n] = p;
    kept->n += may_broad_reach(gm_shape_patch(&body->shape, p), y, reach);
  }
  return kept;
}

/* ---- asking ------------------------------------------------------------------------ */

/* What is asked of the structures for grains, one after the other. */
typedef struct asked {
  const gm_structures *structures;
  const gm_row4 *shift; /* of images; null without */
  gm_index i;           /* the grain */
  int still;            /* 1: it touches only what yields to loads */
  gm_vec3 x;            /* m  of it */
  double reach;         /* m */
  gm_index *out, room;  /* rows (grain, structure, image, patch) */
  gm_index n;           /* rows; -1: no room */
  int waiting;          /* distance queries collected for a batch */
  gm_index about[GM_QUERY_BATCH][4]; /* rows they make */
  gm_query_batch batch;
  group group;
} asked;

/* Rows for those of the patches asked that are near. */
static void ask_structures(asked *q)
{
  gm_query_batch_run(&q->batch, q->waiting);
  for (int k = 0; k < q->waiting && q->n >= 0; ++k) {
    const gm_query_result *probe = &q->batch.result[k];
    const int known = gm_query_result_by_triangles(probe) ||
                      (!probe->under && !q->batch.patch[k]->partial);
    if (probe->distance >= q->batch.reach[k] && known) continue;
    if (q->n == q->room) {
      q->n = -1;
      break;
    }
    memcpy(&q->out[4 * q->n++], q->about[k], sizeof q->about[k]);
  }
  q->waiting = 0;
}

/* Patch p of structure s, if the grain may be near it. */
static void ask_broad_patch(asked *q, gm_index s, int image, int p, gm_vec3 y)
{
  const gm_structure *body = &q->structures->row[s];
  const gm_patch *patch = gm_shape_patch(&body->shape, p);
  const double reach = q->reach / body->scale;
  if (patch->kind == GM_PATCH_SITES &&
      !broad_near_bounds(patch->min, patch->max, y, reach)) {
    return;
  }
  const int k = q->waiting++;
  const gm_index about[4] = {q->i, s, image, p};
  memcpy(q->about[k], about, sizeof about);
  q->batch.patch[k] = patch;
  q->batch.y[k] = y;
  q->batch.reach[k] = reach;
  if (q->waiting == GM_QUERY_BATCH) ask_structures(q);
}

/* Patches of structure s near the grain as its image `image` sees them; those kept, or
 * all. */
static void find_near_structure(asked *q, gm_index s, int image,
                                const nearby *kept)
{
  if (kept && !kept->n) return;
  const gm_structure *body = &q->structures->row[s];
  if (q->still && !gm_structures_yields(body)) return;
  const gm_vec3 x = image ? gm_sub(q->x, gm_row_vec(q->shift[image])) : q->x;
  const gm_vec3 y = gm_structures_to_body(body, x);
  if (!broad_near_bounds(body->shape.min, body->shape.max, y,
                         q->reach / body->scale))
    return;
  const int all = !kept || kept->n > MOST, n = all ? body->shape.n : kept->n;
  for (int k = 0; k < n && q->n >= 0; ++k)
    ask_broad_patch(q, s, image, all ? k : kept->patch[k], y);
}

/* The same of named structures met through periodic sides. */
static void find_structure_images(asked *q, const gm_broad_structures *l,
                                  const gm_domain *d)
{
  int from[3], to[3];
  const double x[3] = {q->x.x, q->x.y, q->x.z};
  gm_domain_within(d, x, l->image_low, l->image_high, q->reach, from, to);
  for (int k = 1; k < GM_DOMAIN_IMAGES; ++k) {
    if (!gm_domain_between(k, from, to)) continue;
    const int axes = gm_domain_axes(k);
    for (gm_index s = 0; s < q->structures->named && q->n >= 0; ++s) {
      const gm_structure *body = &q->structures->row[s];
      if (body->present && (axes & ~body->images) == 0)
        find_near_structure(q, s, k, NULL);
    }
  }
}

/* ---- rows ------------------------------------------------------------------- */

static int broad_precedes_row(const gm_index *p, const gm_index *q)
{
  if (p[1] != q[1]) return p[1] < q[1];
  return p[2] != q[2] ? p[2] < q[2] : p[3] < q[3];
}

static void sort_broad_patches(gm_index *row, int n)
{
  for (int k = 1; k < n; ++k) {
    gm_index x[4];
    memcpy(x, &row[4 * k], sizeof x);
    int at = k;
    for (; at > 0 && broad_precedes_row(x, &row[4 * (at - 1)]); --at)
      memcpy(&row[4 * at], &row[4 * (at - 1)], sizeof x);
    memcpy(&row[4 * at], x, sizeof x);
  }
}

/* Sorts by (structure, image, patch) within each grain; `crowded` as of
 * gm_broad_structures_find. */
static void sort_structure_rows(gm_index *row, gm_index n, int images,
                                gm_index *crowded)
{
  for (gm_index k = 0, end; k < n; k = end) {
    for (end = k + 1; end < n && row[4 * end] == row[4 * k]; ++end)
      ;
    if (images) sort_broad_patches(&row[4 * k], end - k);
    int alike = 0;
    for (gm_index e = k; e < end; ++e) {
      alike = e > k && row[4 * e + 1] == row[4 * e - 3] ? alike + 1 : 1;
      if (alike > GM_CONTACTS_MOST) *crowded = row[4 * e + 1] + 1;
    }
  }
}

/* Bounds of all structures that are met through a periodic side. */
static void bound_broad_images(gm_broad_structures *l,
                               const gm_structures *structures)
{
  for (int a = 0; a < 3; ++a) {
    l->image_low[a] = INFINITY;
    l->image_high[a] = -INFINITY;
  }
  for (gm_index s = 0; s < structures->named; ++s) {
    double low[3], high[3];
    if (!structures->row[s].images) continue;
    gm_structures_bounds(&structures->row[s], low, high);
    for (int a = 0; a < 3; ++a) {
      l->image_low[a] = fmin(l->image_low[a], low[a]);
      l->image_high[a] = fmax(l->image_high[a], high[a]);
    }
  }
}

gm_status gm_broad_structures_sort(gm_broad_structures *l,
                                   const gm_structures *structures,
                                   const gm_domain *domain,
                                   const gm_cells *grains, double reach)
{
  bound_broad_images(l, structures);
  l->any_yields = structures->n > structures->named;
  for (gm_index s = 0; s < structures->named; ++s)
    l->any_yields |= gm_structures_yields(&structures->row[s]);
  return gm_near_sort(&l->near, structures, domain, grains, reach);
}

gm_index gm_broad_structures_find(const gm_broad_structures *l,
                                  const gm_structures *structures,
                                  const gm_domain *domain, const gm_grains *g,
                                  double skin, gm_index i0, gm_index i1,
                                  gm_index *rows, gm_index room,
                                  gm_index *crowded)
{
  const gm_near *near = &l->near;
  asked q;
  q.structures = structures;
  q.shift = domain->shift;
  q.out = rows;
  q.room = room;
  q.n = q.waiting = 0;
  for (gm_index i = i0; i < i1 && q.n >= 0; ++i) {
    if ((i - i0) % GROUP == 0)
      begin_broad_grain_group(&q.group, g, i, i + GROUP < i1 ? i + GROUP : i1,
                              skin);
    q.still = gm_grains_still(g, i);
    if (q.still && !l->any_yields) continue;
    q.i = i;
    q.x = gm_row_vec(g->g[i].x);
    q.reach = g->g[i].x[3] + skin;
    const gm_index cell = gm_near_cell(near, q.x);
    for (gm_index e = near->start[cell]; e < near->start[cell + 1]; ++e) {
      const gm_index s = near->structure[e] % structures->n;
      const int image = near->structure[e] / structures->n;
      find_near_structure(&q, s, image,
                          image ? NULL
                                : broad_near_group(&q.group, structures, s));
    }
    if (domain->periodic) find_structure_images(&q, l, domain);
  }
  if (q.waiting > 0 && q.n >= 0) ask_structures(&q);
  sort_structure_rows(rows, q.n, domain->periodic, crowded);
  return q.n;
}

void gm_broad_structures_clear(gm_broad_structures *l)
{
  gm_near_clear(&l->near);
  *l = (gm_broad_structures){0};
}
