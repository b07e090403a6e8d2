/* sdf/bricks.c -- samples all bricks of a lattice.
 *
 * A distance is 1-Lipschitz, so one sample at the centre of a block bounds the distance
 * in the whole block: first of 4^3 bricks, then of single bricks.
 *
 * Each brick samples the sites it owns.  All bricks then copy the sites of their far
 * faces from their neighbours, so that the field is evaluated once at each site.
 */
#include "sdf/bricks.h"

#include "base/memory.h"
#include "sdf/brick.h"
#include <string.h>

enum {
  BLOCK = 4,   /* bricks along the edge of a block */
  BATCH = 512, /* bricks sampled in parallel */
  EDGE = GM_BRICK_CELLS + 1,
  ALL = (1 << EDGE) - 1, /* bits of one row of sites */
};

/* --- bricks that may overlap the band ----------------------------------------- */

static gm_index least(gm_index a, gm_index b)
{
  return a < b ? a : b;
}

/* Classifies block (x, y, z) of the table: all its bricks at once where possible, else
 * each one. */
static void classify_block(gm_lattice *l, const gm_field *f,
                           const gm_index at[3], int *bad)
{
  gm_index from[3], to[3];
  for (int a = 0; a < 3; ++a) {
    from[a] = BLOCK * at[a];
    to[a] = least(from[a] + BLOCK, l->size[a]);
  }
  const gm_index c = GM_BRICK_CELLS;
  const gm_index whole = gm_brick_classify(l, f, c * from[0], c * from[1],
                                           c * from[2], c * BLOCK, bad);
  for (gm_index x = from[0]; x < to[0]; ++x) {
    for (gm_index y = from[1]; y < to[1]; ++y) {
      gm_index *row = &l->table[((int64_t)x * l->size[1] + y) * l->size[2]];
      for (gm_index z = from[2]; z < to[2]; ++z) {
        row[z] = whole == GM_BRICK_UNKNOWN
                     ? gm_brick_classify(l, f, c * x, c * y, c * z, c, bad)
                     : whole;
      }
    }
  }
}

void gm_bricks_classify(gm_lattice *l, const gm_field *f, int *bad)
{
  gm_index n[3];
  for (int a = 0; a < 3; ++a)
    n[a] = (l->size[a] + BLOCK - 1) / BLOCK;
  const int64_t blocks = (int64_t)n[0] * n[1] * n[2];
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t b = 0; b < blocks; ++b) {
    const gm_index at[3] = {(gm_index)(b / n[2] / n[1]),
                            (gm_index)(b / n[2] % n[1]), (gm_index)(b % n[2])};
    classify_block(l, f, at, bad);
  }
}

/* --- sites that each brick owns ----------------------------------------------- */

/* Bricks that may overlap the band, in the order of the table, whose entries hold the row
 * k of each brick. */
typedef struct owned {
  gm_index n;
  int64_t *number; /* [n] number in the whole table of bricks */
  gm_brick *brick; /* [n] rows of owned sites only */
  gm_site *site;   /* [n_sites] */
  size_t n_sites, capacity;
  gm_brick_filling *batch; /* [BATCH] */
} owned;

static void clear_owned(owned *o)
{
  GM_FREE(o->number);
  GM_FREE(o->brick);
  GM_FREE(o->site);
  GM_FREE(o->batch);
}

static gm_status list_owned(gm_lattice *l, owned *o)
{
  const int64_t all = (int64_t)l->size[0] * l->size[1] * l->size[2];
  for (int64_t b = 0; b < all; ++b)
    o->n += l->table[b] == GM_BRICK_UNKNOWN;
  GM_TRY(GM_RESIZE(o->number, 0, o->n + 1));
  GM_TRY(GM_RESIZE(o->brick, 0, o->n + 1));
  GM_TRY(GM_RESIZE(o->batch, 0, least(o->n + 1, BATCH)));
  gm_index n = 0;
  for (int64_t b = 0; b < all; ++b) {
    if (l->table[b] != GM_BRICK_UNKNOWN) continue;
    l->table[b] = n;
    o->number[n++] = b;
  }
  return GM_OK;
}

static gm_status too_many(const gm_lattice *l)
{
  return gm_fail(GM_ERR_INPUT,
                 "virtual particles %g m apart are too many: at most %u are "
                 "supported in one structure; take a larger "
                 "virtual_particles.spacing, or two structures",
                 l->spacing, UINT32_MAX);
}

/* Appends the n bricks of a batch, as bricks `at` and following. */
static gm_status append(const gm_lattice *l, owned *o, gm_index at, gm_index n)
{
  size_t sites = o->n_sites;
  for (gm_index k = 0; k < n; ++k)
    sites += (size_t)o->batch[k].n;
  if (sites > UINT32_MAX) return too_many(l);
  if (sites > o->capacity) {
    const size_t more = sites > 2 * o->capacity ? sites : 2 * o->capacity;
    GM_TRY(GM_RESIZE(o->site, o->n_sites, more));
    o->capacity = more;
  }
  for (gm_index k = 0; k < n; ++k) {
    const gm_brick_filling *b = &o->batch[k];
    o->brick[at + k] = b->brick;
    o->brick[at + k].first = (uint32_t)o->n_sites;
    memcpy(&o->site[o->n_sites], b->site, (size_t)b->n * sizeof *o->site);
    o->n_sites += (size_t)b->n;
  }
  return GM_OK;
}

static gm_status sample_owned(const gm_lattice *l, const gm_field *f, owned *o,
                              int *bad)
{
  for (gm_index at = 0; at < o->n && !*bad; at += BATCH) {
    const gm_index m = least(o->n - at, BATCH);
#pragma omp parallel for schedule(dynamic, 1)
    for (gm_index k = 0; k < m; ++k) {
      gm_brick_fill(l, f, o->number[at + k], &o->batch[k], bad);
    }
    GM_TRY(append(l, o, at, m));
  }
  return GM_OK;
}

/* --- sites of the far faces --------------------------------------------------- */

/* A row of sites as the brick that owns them stores it. */
typedef struct part {
  uint32_t there, under;
  const gm_site *site; /* first site that exists */
} part;

/* Row (i, j) of the brick d[0], d[1], d[2] steps farther along the axes. */
static part find_part(const gm_lattice *l, const owned *o, int64_t number,
                      const int d[3], int i, int j)
{
  const gm_index k =
      l->table[number + ((int64_t)d[0] * l->size[1] + d[1]) * l->size[2] +
               d[2]];
  if (k < 0) return (part){0, k == GM_LATTICE_UNDER ? ALL : 0, NULL};
  const gm_brick *b = &o->brick[k];
  const uint32_t word = b->row[EDGE * i + j];
  return (part){word & ALL, word >> EDGE & ALL,
                o->site + b->first + (word >> 2 * EDGE)};
}

/* Combines the rows of brick k with its far faces into *brick.  Returns the number of
 * sites; *under receives the number of those missing below the band.  Copies the sites
 * to `site` unless it is null. */
static int join(const gm_lattice *l, const owned *o, gm_index k,
                gm_brick *brick, int *under, gm_site *site)
{
  const int64_t number = o->number[k];
  gm_index at[3];
  int own[3], n = 0;
  gm_brick_locate(l, number, at, own);
  const uint32_t mine = (1u << own[2]) - 1u;
  *under = 0;
  for (int row = 0; row < GM_BRICK_ROWS; ++row) {
    const int i = row / EDGE, j = row % EDGE;
    int d[3] = {i >= own[0], j >= own[1], 0};
    const int i0 = d[0] ? 0 : i, j0 = d[1] ? 0 : j;
    const part p = find_part(l, o, number, d, i0, j0);
    uint32_t there = p.there & mine, below = p.under & mine;
    const int m = __builtin_popcount(there);
    if (site && m) memcpy(&site[n], p.site, (size_t)m * sizeof *site);
    if (own[2] < EDGE) {
      d[2] = 1;
      const part next = find_part(l, o, number, d, i0, j0);
      there |= (next.there & 1u) << GM_BRICK_CELLS;
      below |= (next.under & 1u) << GM_BRICK_CELLS;
      if (site && (next.there & 1u)) site[n + m] = *next.site;
    }
    brick->row[row] = there | below << EDGE | (uint32_t)n << 2 * EDGE;
    n += __builtin_popcount(there);
    *under += __builtin_popcount(below);
  }
  return n;
}

/* Counts the sites of each brick with its faces.  Bricks without sites that lie
 * entirely above or below the band are dropped: their count is -1 or -2. */
static gm_status count_joined(gm_lattice *l, const owned *o, gm_index *count)
{
#pragma omp parallel for schedule(static)
  for (gm_index k = 0; k < o->n; ++k) {
    gm_brick b;
    int under;
    count[k] = join(l, o, k, &b, &under, NULL);
    if (count[k] > 0) continue;
    if (under == 0) count[k] = GM_LATTICE_OVER;
    if (under == GM_BRICK_SITES) count[k] = GM_LATTICE_UNDER;
  }
  for (gm_index k = 0; k < o->n; ++k) {
    l->n_bricks += count[k] >= 0;
    l->n_stored += count[k] > 0 ? (size_t)count[k] : 0;
  }
  return l->n_stored > UINT32_MAX ? too_many(l) : GM_OK;
}

static gm_status join_all(gm_lattice *l, const owned *o, gm_index *count)
{
  GM_TRY(count_joined(l, o, count));
  GM_TRY(GM_RESIZE(l->brick, 0, l->n_bricks));
  GM_TRY(GM_RESIZE(l->site, 0, l->n_stored));
  gm_index brick = 0;
  uint32_t first = 0;
  /* from here on count[k] is the row of the brick */
  for (gm_index k = 0; k < o->n; ++k) {
    if (count[k] < 0) continue;
    l->brick[brick].first = first;
    first += (uint32_t)count[k];
    count[k] = brick++;
  }
#pragma omp parallel for schedule(static)
  for (gm_index k = 0; k < o->n; ++k) {
    int under;
    if (count[k] < 0) continue;
    gm_brick *b = &l->brick[count[k]];
    join(l, o, k, b, &under, l->site + b->first);
  }
  for (gm_index k = 0; k < o->n; ++k)
    l->table[o->number[k]] = count[k];
  return GM_OK;
}

gm_status gm_bricks_fill(gm_lattice *l, const gm_field *f, int *bad)
{
  owned o = {0};
  gm_index *count = NULL;
  gm_status status = list_owned(l, &o);
  if (status == GM_OK) status = sample_owned(l, f, &o, bad);
  if (status == GM_OK) status = GM_RESIZE(count, 0, o.n + 1);
  if (status == GM_OK && !*bad) status = join_all(l, &o, count);
  l->n_sites = o.n_sites;
  GM_FREE(count);
  clear_owned(&o);
  return status;
}
