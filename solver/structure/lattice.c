/* structure/lattice.c -- place sites in a band.  Room: structure.
 *
 * No walk changes a distance by more than its length.  So one distance, in the middle of a
 * block, settles a block that is farther from the band than its half diagonal:
 * blocks of 4^3 bricks first, then bricks.
 */
#include "structure/lattice.h"

#include "base/memory.h"
#include "structure/brick.h"
#include <stdlib.h>
#include <string.h>

enum {
  BLOCK = 4,   /* bricks along the side of a block */
  BATCH = 512, /* bricks filled side by side       */
};

static const int64_t most_bricks = (int64_t)1 << 28;

void gm_lattice_init(gm_lattice *l)
{
  *l = (gm_lattice){0};
}

void gm_lattice_clear(gm_lattice *l)
{
  GM_FREE(l->brick);
  GM_FREE(l->site);
  GM_FREE(l->table);
  GM_FREE(l->key);
  GM_FREE(l->bits);
  for (int k = 0; l->rest && k < 3; ++k)
    gm_lattice_clear(&l->rest[k]);
  GM_FREE(l->rest);
  gm_lattice_init(l);
}

/* --- bounds ---------------------------------------------------------------------- */

static int64_t count_bricks(const gm_lattice *l)
{
  return (int64_t)l->size[0] * l->size[1] * l->size[2];
}

/* Origin and size along one axis: the outermost sites lie beyond the band. */
static double lay(double min, double max, double phase, const gm_lattice *l,
                  double *origin)
{
  const double reach = fmax(l->high, 0.0);
  const double first = floor((min - reach - phase) / l->spacing) - 1.0;
  const double last = ceil((max + reach - phase) / l->spacing) + 1.0;
  *origin = phase + l->spacing * first;
  return ceil((last - first) / GM_BRICK_CELLS);
}

static gm_status lay_out(gm_lattice *l, const gm_field *f, gm_vec3 phase)
{
  const double x = lay(f->min.x, f->max.x, phase.x, l, &l->origin.x);
  const double y = lay(f->min.y, f->max.y, phase.y, l, &l->origin.y);
  const double z = lay(f->min.z, f->max.z, phase.z, l, &l->origin.z);
  const double product = x * y * z;
  if (!(product <= (double)most_bricks)) {
    return gm_fail(
        GM_ERR_INPUT,
        "virtual particles %g m apart are too fine for bounds of %g x %g x %g "
        "m; at most %lld bricks of 8 x 8 x 8 are supported: a spacing of %.2g "
        "m or more",
        l->spacing, f->max.x - f->min.x, f->max.y - f->min.y,
        f->max.z - f->min.z, (long long)most_bricks,
        1.05 * l->spacing * cbrt(product / (double)most_bricks));
  }
  l->size[0] = (gm_index)x;
  l->size[1] = (gm_index)y;
  l->size[2] = (gm_index)z;
  return GM_OK;
}

/* --- which bricks ------------------------------------------------------------------ */

static gm_index least(gm_index a, gm_index b)
{
  return a < b ? a : b;
}

/* Block (x, y, z) of the table: what the block says of all its bricks, or each by itself. */
static void mark_block(gm_lattice *l, const gm_field *f, const gm_index at[3],
                       int *bad)
{
  gm_index from[3], to[3];
  for (int a = 0; a < 3; ++a) {
    from[a] = BLOCK * at[a];
    to[a] = least(from[a] + BLOCK, l->size[a]);
  }
  const gm_index c = GM_BRICK_CELLS;
  const gm_index whole = gm_brick_judge(l, f, c * from[0], c * from[1],
                                        c * from[2], c * BLOCK, bad);
  for (gm_index x = from[0]; x < to[0]; ++x) {
    for (gm_index y = from[1]; y < to[1]; ++y) {
      gm_index *row = &l->table[((int64_t)x * l->size[1] + y) * l->size[2]];
      for (gm_index z = from[2]; z < to[2]; ++z) {
        row[z] = whole == GM_BRICK_UNKNOWN
                     ? gm_brick_judge(l, f, c * x, c * y, c * z, c, bad)
                     : whole;
      }
    }
  }
}

static void mark(gm_lattice *l, const gm_field *f, int *bad)
{
  gm_index n[3];
  for (int a = 0; a < 3; ++a)
    n[a] = (l->size[a] + BLOCK - 1) / BLOCK;
  const int64_t blocks = (int64_t)n[0] * n[1] * n[2];
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t b = 0; b < blocks; ++b) {
    const gm_index at[3] = {(gm_index)(b / n[2] / n[1]),
                            (gm_index)(b / n[2] % n[1]), (gm_index)(b % n[2])};
    mark_block(l, f, at, bad);
  }
}

/* --- all bricks ---------------------------------------------------------------------- */

static gm_status room_for(gm_lattice *l, size_t sites, size_t *capacity)
{
  if (sites > UINT32_MAX) {
    return gm_fail(GM_ERR_INPUT,
                   "virtual particles %g m apart are too many: at most %u are "
                   "supported in one structure",
                   l->spacing, UINT32_MAX);
  }
  if (sites <= *capacity) return GM_OK;
  const size_t more = sites > 2 * *capacity ? sites : 2 * *capacity;
  GM_TRY(GM_RESIZE(l->site, l->n_stored, more));
  *capacity = more;
  return GM_OK;
}

/* Append what a batch filled, in the order of the table. */
static gm_status append(gm_lattice *l, const int64_t *number,
                        const gm_brick_filling *b, int n, size_t *capacity)
{
  size_t more = 0;
  for (int k = 0; k < n; ++k)
    more += (size_t)b[k].n;
  GM_TRY(room_for(l, l->n_stored + more, capacity));
  for (int k = 0; k < n; ++k) {
    if (b[k].n == 0 && (b[k].under == 0 || b[k].under == GM_BRICK_SITES)) {
      l->table[number[k]] = b[k].under ? GM_LATTICE_UNDER : GM_LATTICE_OVER;
      continue;
    }
    l->table[number[k]] = l->n_bricks;
    gm_brick *brick = &l->brick[l->n_bricks++];
    *brick = b[k].brick;
    brick->first = (uint32_t)l->n_stored;
    memcpy(&l->site[l->n_stored], b[k].site, (size_t)b[k].n * sizeof *l->site);
    l->n_stored += (size_t)b[k].n;
    l->n_sites += (size_t)b[k].once;
  }
  return GM_OK;
}

static gm_status fill_listed(gm_lattice *l, const gm_field *f,
                             const int64_t *list, gm_index n,
                             gm_brick_filling *batch, int *bad)
{
  size_t capacity = 0;
  for (gm_index at = 0; at < n && !*bad; at += BATCH) {
    const gm_index m = least(n - at, BATCH);
#pragma omp parallel for schedule(dynamic, 1)
    for (gm_index k = 0; k < m; ++k) {
      gm_brick_fill(l, f, list[at + k], &batch[k], bad);
    }
    GM_TRY(append(l, list + at, batch, (int)m, &capacity));
  }
  GM_TRY(GM_RESIZE(l->brick, l->n_bricks, l->n_bricks));
  return GM_RESIZE(l->site, l->n_stored, l->n_stored);
}

static gm_status fill(gm_lattice *l, const gm_field *f, int *bad)
{
  const int64_t all = count_bricks(l);
  gm_index n = 0;
  for (int64_t b = 0; b < all; ++b)
    n += l->table[b] == GM_BRICK_UNKNOWN;
  int64_t *list = NULL;
  gm_brick_filling *batch = NULL;
  gm_status status = GM_RESIZE(list, 0, n + 1);
  if (status == GM_OK) status = GM_RESIZE(batch, 0, least(n + 1, BATCH));
  if (status == GM_OK) status = GM_RESIZE(l->brick, 0, n + 1);
  if (status == GM_OK) {
    n = 0;
    for (int64_t b = 0; b < all; ++b) {
      if (l->table[b] == GM_BRICK_UNKNOWN) list[n++] = b;
    }
    status = fill_listed(l, f, list, n, batch, bad);
  }
  GM_FREE(list);
  GM_FREE(batch);
  return status;
}

/* --- a hash in place of the table ------------------------------------------------------ */

static gm_status thin_out(gm_lattice *l)
{
  const int64_t all = count_bricks(l);
  if ((size_t)all * sizeof *l->table <= l->n_stored * sizeof *l->site) {
    return GM_OK;
  }
  uint64_t slots = 64;
  while (slots < 2 * (uint64_t)l->n_bricks)
    slots *= 2;
  gm_index *table = NULL;
  int64_t *key = NULL;
  gm_status status = GM_RESIZE(table, 0, slots);
  if (status == GM_OK) status = GM_RESIZE(key, 0, slots);
  if (status == GM_OK) status = GM_RESIZE(l->bits, 0, all / 64 + 1);
  if (status != GM_OK) {
    GM_FREE(table);
    GM_FREE(key);
    return status;
  }
  memset(table, 0xff, slots * sizeof *table);
  for (int64_t b = 0; b < all; ++b) {
    if (l->table[b] == GM_LATTICE_UNDER) {
      l->bits[b >> 6] |= (uint64_t)1 << (b & 63);
    }
    if (l->table[b] < 0) continue;
    uint64_t at = gm_lattice_hash(b) & (slots - 1);
    while (table[at] >= 0)
      at = (at + 1) & (slots - 1);
    table[at] = l->table[b];
    key[at] = b;
  }
  GM_FREE(l->table);
  l->table = table;
  l->key = key;
  l->last = slots - 1;
  return GM_OK;
}

/* --- build --------------------------------------------------------------------------- */

static gm_status build(gm_lattice *l, const gm_field *f, gm_vec3 phase)
{
  if (!(l->spacing > 0.0) || !isfinite(l->spacing)) {
    return gm_fail(GM_ERR_INPUT, "the spacing of virtual particles is %g m",
                   l->spacing);
  }
  if (!(l->high - l->low > sqrt(3.0) * l->spacing)) {
    return gm_fail(GM_ERR_INPUT,
                   "a band from %g to %g m is narrower than a cell of virtual "
                   "particles %g m apart: it needs %g m",
                   l->low, l->high, l->spacing, sqrt(3.0) * l->spacing);
  }
  l->middle = 0.5 * (l->low + l->high);
  l->step = (l->high - l->low) / 4294967292.0; /* + and - 2^31 - 2 */
  GM_TRY(lay_out(l, f, phase));
  GM_TRY(GM_RESIZE(l->table, 0, count_bricks(l)));
  int bad = 0;
  mark(l, f, &bad);
  if (!bad) GM_TRY(fill(l, f, &bad));
  if (bad) {
    return gm_fail(GM_ERR_NUMBER,
                   "the distance for virtual particles is no number");
  }
  if (l->n_sites == 0) {
    return gm_fail(GM_ERR_INPUT,
                   "no virtual particle has a distance from %g to %g m", l->low,
                   l->high);
  }
  return thin_out(l);
}

gm_status gm_lattice_build(gm_lattice *lattice, const gm_field *field,
                           double spacing, gm_vec3 phase, double low,
                           double high)
{
  gm_lattice_init(lattice);
  lattice->spacing = spacing;
  lattice->low = low;
  lattice->high = high;
  const gm_status status = build(lattice, field, phase);
  if (status != GM_OK) gm_lattice_clear(lattice);
  return status;
}

static gm_status build_rest(gm_lattice *l, const gm_field *f, double side,
                            gm_vec3 phase, double low, double high)
{
  const double h = 0.5 * side;
  const gm_vec3 off[3] = {{0.0, h, h}, {h, 0.0, h}, {h, h, 0.0}};
  GM_TRY(GM_RESIZE(l->rest, 0, 3));
  for (int k = 0; k < 3; ++k) {
    GM_TRY(gm_lattice_build(&l->rest[k], f, side, gm_add(phase, off[k]), low,
                            high));
  }
  return GM_OK;
}

gm_status gm_lattice_build_face_centred(gm_lattice *lattice,
                                        const gm_field *field, double spacing,
                                        gm_vec3 phase, double low, double high)
{
  const double side = sqrt(2.0) * spacing;
  GM_TRY(gm_lattice_build(lattice, field, side, phase, low, high));
  const gm_status status = build_rest(lattice, field, side, phase, low, high);
  if (status != GM_OK) gm_lattice_clear(lattice);
  return status;
}

/* --- what it takes --------------------------------------------------------------------- */

size_t gm_lattice_sites(const gm_lattice *l)
{
  size_t n = l->n_sites;
  for (int k = 0; l->rest && k < 3; ++k)
    n += l->rest[k].n_sites;
  return n;
}

size_t gm_lattice_payload(const gm_lattice *l)
{
  return gm_lattice_sites(l) * sizeof *l->site;
}

size_t gm_lattice_bytes(const gm_lattice *l)
{
  const size_t all = (size_t)count_bricks(l);
  const size_t slots = l->key ? (size_t)l->last + 1 : 0;
  const size_t table = l->key ? slots * (sizeof *l->table + sizeof *l->key) +
                                    (all / 64 + 1) * sizeof *l->bits
                              : all * sizeof *l->table;
  size_t rest = 0;
  for (int k = 0; l->rest && k < 3; ++k)
    rest += gm_lattice_bytes(&l->rest[k]);
  return l->n_stored * sizeof *l->site +
         (size_t)l->n_bricks * sizeof *l->brick + table + rest;
}

gm_lattice_schemes gm_lattice_compare(size_t sites, size_t grid_points)
{
  const size_t row = 4 * sizeof(double); /* x, y, z, distance */
  return (gm_lattice_schemes){
      .sites = sites * row,
      .grid = grid_points * row,
      .advected = grid_points * (row + 7 * sizeof(double)),
      .series = grid_points * (row + sizeof(double)),
  };
}
