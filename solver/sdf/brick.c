/* sdf/brick.c -- samples the field at the grid points of one brick (8 x 8 x 8 cells).
 *
 * A distance is 1-Lipschitz: it changes by at most the distance moved.  So a cube whose
 * centre is farther from the narrow band than half the diagonal lies outside the band,
 * and a sample m spacings outside the band decides all grid points within m spacings.
 * Every fourth grid point is therefore sampled first, then every second, then the
 * undecided rest.
 */
#include "sdf/brick.h"

#include <math.h>

enum { EDGE = GM_BRICK_CELLS + 1 };

/* safety margin for rounding errors, as a fraction of the distance */
static const double sure = 1.0e-9;

/* Evaluates the field at p; sets *bad if the distance or gradient is not a finite
 * number. */
static gm_query_result evaluate(const gm_field *f, gm_vec3 p, int *bad)
{
  const gm_query_result r = f->query(f->of, p);
  if (!isfinite(r.distance) || !isfinite(gm_norm2(r.gradient))) {
#pragma omp atomic write
    *bad = 1;
  }
  return r;
}

gm_index gm_brick_classify(const gm_lattice *l, const gm_field *f, gm_index i,
                           gm_index j, gm_index k, gm_index cells, int *bad)
{
  const double half = 0.5 * cells * l->spacing;
  const gm_vec3 middle =
      gm_add(gm_lattice_place(l, i, j, k), gm_vec(half, half, half));
  const double d = evaluate(f, middle, bad).distance;
  const double reach = sqrt(3.0) * half;
  const double margin = sure * (fabs(d) + reach);
  if (d - reach > l->high + margin) return GM_LATTICE_OVER;
  if (d + reach < l->low - margin) return GM_LATTICE_UNDER;
  if (f->solid && f->solid(f->of, middle) + reach < -margin) {
    return GM_LATTICE_UNDER;
  }
  return GM_BRICK_UNKNOWN;
}

static gm_site encode(const gm_lattice *l, gm_query_result p)
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

static int least(int a, int b)
{
  return a < b ? a : b;
}

/* Sets the state of a grid point that lies `off` (m) outside the band, and of all grid
 * points closer to it than `off`. */
static void classify_around(const gm_lattice *l, block *b, int i, int j, int k,
                            double off, unsigned char state)
{
  const double sites = off / l->spacing * (1.0 - sure) - sure;
  b->known[i][j][k] = state;
  if (sites < 1.0) return;
  const int m = sites > EDGE ? EDGE : (int)sites;
  const int x1 = least(i + m, b->own[0] - 1), y1 = least(j + m, b->own[1] - 1);
  const int z1 = least(k + m, b->own[2] - 1);
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

static void sample_site(const gm_lattice *l, const gm_field *f, block *b, int i,
                        int j, int k, int *bad)
{
  const gm_vec3 at =
      gm_lattice_place(l, b->first[0] + i, b->first[1] + j, b->first[2] + k);
  const gm_query_result p = evaluate(f, at, bad);
  if (p.distance > l->high) {
    classify_around(l, b, i, j, k, p.distance - l->high, OVER);
    return;
  }
  double under = l->low - p.distance; /* depth below the band, m */
  if (f->solid) under = fmax(under, -f->solid(f->of, at));
  if (under > 0.0) {
    classify_around(l, b, i, j, k, under, UNDER);
    return;
  }
  b->known[i][j][k] = STORED;
  b->site[i][j][k] = encode(l, p);
}

static void sample_open(const gm_lattice *l, const gm_field *f, block *b,
                        int stride, int *bad)
{
  for (int i = 0; i < b->own[0]; i += stride) {
    for (int j = 0; j < b->own[1]; j += stride) {
      for (int k = 0; k < b->own[2]; k += stride) {
        if (b->known[i][j][k] == OPEN) sample_site(l, f, b, i, j, k, bad);
      }
    }
  }
}

void gm_brick_locate(const gm_lattice *l, int64_t number, gm_index at[3],
                     int own[3])
{
  at[0] = (gm_index)(number / l->size[2] / l->size[1]);
  at[1] = (gm_index)(number / l->size[2] % l->size[1]);
  at[2] = (gm_index)(number % l->size[2]);
  for (int a = 0; a < 3; ++a)
    own[a] = at[a] + 1 < l->size[a] ? GM_BRICK_CELLS : EDGE;
}

void gm_brick_fill(const gm_lattice *l, const gm_field *f, int64_t number,
                   gm_brick_filling *filling, int *bad)
{
  block b = {.known = {{{OPEN}}}};
  gm_brick_locate(l, number, b.first, b.own);
  for (int a = 0; a < 3; ++a)
    b.first[a] *= GM_BRICK_CELLS;
  for (int stride = 4; stride > 0; stride /= 2)
    sample_open(l, f, &b, stride, bad);
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
