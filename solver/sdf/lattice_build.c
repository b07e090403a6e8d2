/* sdf/lattice_build.c -- samples a distance field in a narrow band around its surface.
 *
 * The bounds of the surface, enlarged by the band, are divided into bricks;
 * those that overlap the band are found and sampled.  The table of bricks is replaced
 * by a hash where that is smaller.  A face-centred lattice is built as four simple
 * cubic ones, shifted by half a cube along two axes each.
 */
#include "sdf/lattice_build.h"

#include "base/math.h"
#include "base/memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Samples the field at the grid points of one brick (8 x 8 x 8 cells).
 *
 * A distance is 1-Lipschitz: it changes by at most the distance moved.  So a cube whose
 * centre is farther from the narrow band than half the diagonal lies outside the band,
 * and a sample m spacings outside the band decides all grid points within m spacings.
 * Every fourth grid point is therefore sampled first, then every second, then the
 * undecided rest. */

enum {
  GM_BRICK_UNKNOWN = -3, /* table entry of a brick that may overlap the band */
  EDGE = GM_BRICK_CELLS + 1,
  ALL = (1 << EDGE) - 1, /* bits of one row of sites */
};

/* Sites that a brick owns: all but those on its far faces, which belong to the next brick
 * if there is one. */
typedef struct gm_brick_filling {
  gm_brick brick; /* one word for each row of owned sites; `first` is not set */
  int n;          /* number of sites in the band */
  gm_site site[GM_BRICK_SITES];
} gm_brick_filling;

/* safety margin for rounding errors, as a fraction of the distance */
static const double sure = 1.0e-9;

/* Evaluates the field at p; sets *bad if the distance or gradient is not a finite
 * number. */
static gm_query_result evaluate_lattice_field(const gm_field *f, gm_vec3 p,
                                              int *bad)
{
  const gm_query_result r = f->query(f->of, p);
  if (!isfinite(r.distance) || !isfinite(gm_norm2(r.gradient))) {
#pragma omp atomic write
    *bad = 1;
  }
  return r;
}

/* Classifies the cube with `cells` cells along each edge that starts at grid point (i, j,
 * k): returns GM_LATTICE_OVER if it lies wholly above the band, GM_LATTICE_UNDER if
 * wholly below the band or inside the solid, else GM_BRICK_UNKNOWN.  Sets *bad to 1 if
 * the field is not a finite number. */
static gm_index classify_lattice_brick(const gm_lattice *l, const gm_field *f,
                                       gm_index i, gm_index j, gm_index k,
                                       gm_index cells, int *bad)
{
  const double half = 0.5 * cells * l->spacing;
  const gm_vec3 middle =
      gm_add(gm_lattice_place(l, i, j, k), gm_vec(half, half, half));
  const double d = evaluate_lattice_field(f, middle, bad).distance;
  const double reach = sqrt(3.0) * half;
  const double margin = sure * (fabs(d) + reach);
  if (d - reach > l->high + margin) return GM_LATTICE_OVER;
  if (d + reach < l->low - margin) return GM_LATTICE_UNDER;
  if (f->solid && f->solid(f->of, middle) + reach < -margin) {
    return GM_LATTICE_UNDER;
  }
  return GM_BRICK_UNKNOWN;
}

static gm_site encode_lattice_site(const gm_lattice *l, gm_query_result p)
{
#ifdef GM_LATTICE_DOUBLE
  (void)l;
  return (gm_site){p.distance, {p.gradient.x, p.gradient.y, p.gradient.z}};
#else
  return (gm_site){
      (int32_t)lrint((p.distance - l->middle) / l->step),
      {(float)p.gradient.x, (float)p.gradient.y, (float)p.gradient.z}};
#endif
}

/* State of a grid point: undecided, stored, above the band, below the band. */
enum { OPEN, STORED, OVER, UNDER };

typedef struct block {
  unsigned char known[EDGE][EDGE][EDGE];
  gm_site site[EDGE][EDGE][EDGE];
  /* indices of grid point (0, 0, 0) of the brick in the lattice */
  gm_index first[3];
  int own[3];
} block;

static int lattice_least_brick(int a, int b)
{
  return a < b ? a : b;
}

/* Sets the state of a grid point that lies `off` (m) outside the band, and of all grid
 * points closer to it than `off`. */
static void classify_around_lattice(const gm_lattice *l, block *b, int i, int j,
                                    int k, double off, unsigned char state)
{
  const double sites = off / l->spacing * (1.0 - sure) - sure;
  b->known[i][j][k] = state;
  if (sites < 1.0) return;
  const int m = sites > EDGE ? EDGE : (int)sites;
  const int x1 = lattice_least_brick(i + m, b->own[0] - 1),
            y1 = lattice_least_brick(j + m, b->own[1] - 1);
  const int z1 = lattice_least_brick(k + m, b->own[2] - 1);
  for (int x = i > m ? i - m : 0; x <= x1; ++x) {
    for (int y = j > m ? j - m : 0; y <= y1; ++y) {
      for (int z = k > m ? k - m : 0; z <= z1; ++z) {
        const int apart =
            (x - i) * (x - i) + (y - j) * (y - j) + (z - k) * (z - k);
        if (apart <= sites * sites) b->known[x][y][z] = state;
      }
    }
  }
}

static void sample_lattice_site(const gm_lattice *l, const gm_field *f,
                                block *b, int i, int j, int k, int *bad)
{
  const gm_vec3 at =
      gm_lattice_place(l, b->first[0] + i, b->first[1] + j, b->first[2] + k);
  const gm_query_result p = evaluate_lattice_field(f, at, bad);
  if (p.distance > l->high) {
    classify_around_lattice(l, b, i, j, k, p.distance - l->high, OVER);
    return;
  }
  double under = l->low - p.distance; /* depth below the band, m */
  if (f->solid) under = fmax(under, -f->solid(f->of, at));
  if (under > 0.0) {
    classify_around_lattice(l, b, i, j, k, under, UNDER);
    return;
  }
  b->known[i][j][k] = STORED;
  b->site[i][j][k] = encode_lattice_site(l, p);
}

static void sample_lattice_open(const gm_lattice *l, const gm_field *f,
                                block *b, int stride, int *bad)
{
  for (int i = 0; i < b->own[0]; i += stride) {
    for (int j = 0; j < b->own[1]; j += stride) {
      for (int k = 0; k < b->own[2]; k += stride) {
        if (b->known[i][j][k] == OPEN)
          sample_lattice_site(l, f, b, i, j, k, bad);
      }
    }
  }
}

/* Writes the position of brick `number` of the whole table to at[3], and the number of
 * sites that it owns along each axis to own[3]: 8, or 9 for the last brick. */
static void locate_lattice_brick(const gm_lattice *l, int64_t number,
                                 gm_index at[3], int own[3])
{
  at[0] = (gm_index)(number / l->size[2] / l->size[1]);
  at[1] = (gm_index)(number / l->size[2] % l->size[1]);
  at[2] = (gm_index)(number % l->size[2]);
  for (int a = 0; a < 3; ++a)
    own[a] = at[a] + 1 < l->size[a] ? GM_BRICK_CELLS : EDGE;
}

/* Samples brick `number` of the whole table. Sets *bad as above. */
static void fill_lattice_brick(const gm_lattice *l, const gm_field *f,
                               int64_t number, gm_brick_filling *filling,
                               int *bad)
{
  block b = {.known = {{{OPEN}}}};
  locate_lattice_brick(l, number, b.first, b.own);
  for (int a = 0; a < 3; ++a)
    b.first[a] *= GM_BRICK_CELLS;
  for (int stride = 4; stride > 0; stride /= 2)
    sample_lattice_open(l, f, &b, stride, bad);
  filling->n = 0;
  for (int row = 0; row < GM_BRICK_ROWS; ++row) {
    const int i = row / EDGE, j = row % EDGE;
    uint32_t word = (uint32_t)filling->n << 2 * EDGE;
    for (int k = 0; k < b.own[2] && i < b.own[0] && j < b.own[1]; ++k) {
      const int known = b.known[i][j][k];
      if (known == UNDER) word |= 1u << (EDGE + k);
      if (known != STORED) continue;
      word |= 1u << k;
      filling->site[filling->n++] = b.site[i][j][k];
    }
    filling->brick.row[row] = word;
  }
}

/* Samples all bricks of a lattice.
 *
 * A distance is 1-Lipschitz, so one sample at the centre of a block bounds the distance
 * in the whole block: first of 4^3 bricks, then of single bricks.
 *
 * Each brick samples the sites it owns.  All bricks then copy the sites of their far
 * faces from their neighbours, so that the field is evaluated once at each site. */

enum {
  BLOCK = 4,   /* bricks along the edge of a block */
  BATCH = 512, /* bricks sampled in parallel */
};

/* --- bricks that may overlap the band ----------------------------------------- */

static gm_index lattice_smaller(gm_index a, gm_index b)
{
  return a < b ? a : b;
}

/* Classifies block (x, y, z) of the table: all its bricks at once where possible, else
 * each one. */
static void classify_lattice_block(gm_lattice *l, const gm_field *f,
                                   const gm_index at[3], int *bad)
{
  gm_index from[3], to[3];
  for (int a = 0; a < 3; ++a) {
    from[a] = BLOCK * at[a];
    to[a] = lattice_smaller(from[a] + BLOCK, l->size[a]);
  }
  const gm_index c = GM_BRICK_CELLS;
  const gm_index whole = classify_lattice_brick(l, f, c * from[0], c * from[1],
                                                c * from[2], c * BLOCK, bad);
  for (gm_index x = from[0]; x < to[0]; ++x) {
    for (gm_index y = from[1]; y < to[1]; ++y) {
      gm_index *row = &l->table[((int64_t)x * l->size[1] + y) * l->size[2]];
      for (gm_index z = from[2]; z < to[2]; ++z) {
        row[z] = whole == GM_BRICK_UNKNOWN
                     ? classify_lattice_brick(l, f, c * x, c * y, c * z, c, bad)
                     : whole;
      }
    }
  }
}

/* Writes OVER (above the band), UNDER (below it) or UNKNOWN into every entry of the
 * table of bricks.  Sets *bad if the field is not a finite number. */
static void classify_lattice_bricks(gm_lattice *l, const gm_field *f, int *bad)
{
  gm_index n[3];
  for (int a = 0; a < 3; ++a)
    n[a] = (l->size[a] + BLOCK - 1) / BLOCK;
  const int64_t blocks = (int64_t)n[0] * n[1] * n[2];
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t b = 0; b < blocks; ++b) {
    const gm_index at[3] = {(gm_index)(b / n[2] / n[1]),
                            (gm_index)(b / n[2] % n[1]), (gm_index)(b % n[2])};
    classify_lattice_block(l, f, at, bad);
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

static void clear_lattice_owned(owned *o)
{
  GM_FREE(o->number);
  GM_FREE(o->brick);
  GM_FREE(o->site);
  GM_FREE(o->batch);
}

static gm_status list_lattice_owned(gm_lattice *l, owned *o)
{
  const int64_t all = (int64_t)l->size[0] * l->size[1] * l->size[2];
  for (int64_t b = 0; b < all; ++b)
    o->n += l->table[b] == GM_BRICK_UNKNOWN;
  GM_TRY(GM_RESIZE(o->number, 0, o->n + 1));
  GM_TRY(GM_RESIZE(o->brick, 0, o->n + 1));
  GM_TRY(GM_RESIZE(o->batch, 0, lattice_smaller(o->n + 1, BATCH)));
  gm_index n = 0;
  for (int64_t b = 0; b < all; ++b) {
    if (l->table[b] != GM_BRICK_UNKNOWN) continue;
    l->table[b] = n;
    o->number[n++] = b;
  }
  return GM_OK;
}

static gm_status lattice_too_many(const gm_lattice *l)
{
  return gm_fail(GM_ERR_INPUT,
                 "virtual particles %g m apart are too many: at most %u are "
                 "supported in one structure; take a larger "
                 "virtual_particles.spacing, or two structures",
                 l->spacing, UINT32_MAX);
}

/* Appends the n bricks of a batch, as bricks `at` and following. */
static gm_status append_lattice_brick(const gm_lattice *l, owned *o,
                                      gm_index at, gm_index n)
{
  size_t sites = o->n_sites;
  for (gm_index k = 0; k < n; ++k)
    sites += (size_t)o->batch[k].n;
  if (sites > UINT32_MAX) return lattice_too_many(l);
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

static gm_status sample_lattice_owned(const gm_lattice *l, const gm_field *f,
                                      owned *o, int *bad)
{
  for (gm_index at = 0; at < o->n && !*bad; at += BATCH) {
    const gm_index m = lattice_smaller(o->n - at, BATCH);
#pragma omp parallel for schedule(dynamic, 1)
    for (gm_index k = 0; k < m; ++k) {
      fill_lattice_brick(l, f, o->number[at + k], &o->batch[k], bad);
    }
    GM_TRY(append_lattice_brick(l, o, at, m));
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
static part find_lattice_part(const gm_lattice *l, const owned *o,
                              int64_t number, const int d[3], int i, int j)
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
static int join_lattice_parts(const gm_lattice *l, const owned *o, gm_index k,
                              gm_brick *brick, int *under, gm_site *site)
{
  const int64_t number = o->number[k];
  gm_index at[3];
  int own[3], n = 0;
  locate_lattice_brick(l, number, at, own);
  const uint32_t mine = (1u << own[2]) - 1u;
  *under = 0;
  for (int row = 0; row < GM_BRICK_ROWS; ++row) {
    const int i = row / EDGE, j = row % EDGE;
    int d[3] = {i >= own[0], j >= own[1], 0};
    const int i0 = d[0] ? 0 : i, j0 = d[1] ? 0 : j;
    const part p = find_lattice_part(l, o, number, d, i0, j0);
    uint32_t there = p.there & mine, below = p.under & mine;
    const int m = __builtin_popcount(there);
    if (site && m) memcpy(&site[n], p.site, (size_t)m * sizeof *site);
    if (own[2] < EDGE) {
      d[2] = 1;
      const part next = find_lattice_part(l, o, number, d, i0, j0);
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
static gm_status count_lattice_joined(gm_lattice *l, const owned *o,
                                      gm_index *count)
{
#pragma omp parallel for schedule(static)
  for (gm_index k = 0; k < o->n; ++k) {
    gm_brick b;
    int under;
    count[k] = join_lattice_parts(l, o, k, &b, &under, NULL);
    if (count[k] > 0) continue;
    if (under == 0) count[k] = GM_LATTICE_OVER;
    if (under == GM_BRICK_SITES) count[k] = GM_LATTICE_UNDER;
  }
  for (gm_index k = 0; k < o->n; ++k) {
    l->n_bricks += count[k] >= 0;
    l->n_stored += count[k] > 0 ? (size_t)count[k] : 0;
  }
  return l->n_stored > UINT32_MAX ? lattice_too_many(l) : GM_OK;
}

static gm_status join_lattice_all(gm_lattice *l, const owned *o,
                                  gm_index *count)
{
  GM_TRY(count_lattice_joined(l, o, count));
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
    join_lattice_parts(l, o, k, b, &under, l->site + b->first);
  }
  for (gm_index k = 0; k < o->n; ++k)
    l->table[o->number[k]] = count[k];
  return GM_OK;
}

/* Samples the bricks marked UNKNOWN and numbers them in the table.  GM_ERR_INPUT: too
 * many sites.  GM_ERR_MEMORY. */
static gm_status fill_lattice_bricks(gm_lattice *l, const gm_field *f, int *bad)
{
  owned o = {0};
  gm_index *count = NULL;
  gm_status status = list_lattice_owned(l, &o);
  if (status == GM_OK) status = sample_lattice_owned(l, f, &o, bad);
  if (status == GM_OK) status = GM_RESIZE(count, 0, o.n + 1);
  if (status == GM_OK && !*bad) status = join_lattice_all(l, &o, count);
  l->n_sites = o.n_sites;
  GM_FREE(count);
  clear_lattice_owned(&o);
  return status;
}

static const int64_t most_bricks = (int64_t)1 << 28;

/* Origin and number of bricks along one axis, such that the outermost sites lie outside
 * the band. */
static double lay_lattice_axis(double min, double max, double phase,
                               const gm_lattice *l, double *origin)
{
  const double reach = fmax(l->high, 0.0);
  const double first = floor((min - reach - phase) / l->spacing) - 1.0;
  const double last = ceil((max + reach - phase) / l->spacing) + 1.0;
  *origin = phase + l->spacing * first;
  return ceil((last - first) / GM_BRICK_CELLS);
}

static gm_status lay_out_lattice(gm_lattice *l, const gm_field *f,
                                 gm_vec3 phase)
{
  const double x =
      lay_lattice_axis(f->min.x, f->max.x, phase.x, l, &l->origin.x);
  const double y =
      lay_lattice_axis(f->min.y, f->max.y, phase.y, l, &l->origin.y);
  const double z =
      lay_lattice_axis(f->min.z, f->max.z, phase.z, l, &l->origin.z);
  const double product = x * y * z;
  if (!(product <= (double)most_bricks)) {
    return gm_fail(
        GM_ERR_INPUT,
        "virtual particles %g m apart are too fine for bounds of %g x %g x %g "
        "m; at most %lld bricks of 8 x 8 x 8 are supported: a spacing of %.2g "
        "m or more",
        l->spacing, f->max.x - f->min.x, f->max.y - f->min.y,
        f->max.z - f->min.z, (long long)most_bricks,
        1.05 * l->spacing * gm_math_cbrt(product / (double)most_bricks));
  }
  l->size[0] = (gm_index)x;
  l->size[1] = (gm_index)y;
  l->size[2] = (gm_index)z;
  return GM_OK;
}

/* --- a hash in place of the table --------------------------------------------- */

static gm_status lattice_thin_out(gm_lattice *l)
{
  const int64_t all = gm_lattice_bricks(l);
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

/* --- build -------------------------------------------------------------------- */

static gm_status build_lattice(gm_lattice *l, const gm_field *f, gm_vec3 phase)
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
  GM_TRY(lay_out_lattice(l, f, phase));
  GM_TRY(GM_RESIZE(l->table, 0, gm_lattice_bricks(l)));
  int bad = 0;
  classify_lattice_bricks(l, f, &bad);
  if (!bad) GM_TRY(fill_lattice_bricks(l, f, &bad));
  if (bad) {
    return gm_fail(GM_ERR_NUMBER,
                   "the distance at a virtual particle is not a finite number");
  }
  if (l->n_sites == 0) {
    return gm_fail(GM_ERR_INPUT,
                   "no virtual particle lies at a distance of %g to %g m from "
                   "the surface; "
                   "take a smaller spacing",
                   l->low, l->high);
  }
  return lattice_thin_out(l);
}

gm_status gm_lattice_build(gm_lattice *lattice, const gm_field *field,
                           double spacing, gm_vec3 phase, double low,
                           double high)
{
  gm_lattice_init(lattice);
  lattice->spacing = spacing;
  lattice->low = low;
  lattice->high = high;
  const gm_status status = build_lattice(lattice, field, phase);
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
