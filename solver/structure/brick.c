/* structure/brick.c -- the sites of one brick.  Room: structure.
 *
 * No walk changes a distance by more than its length: a cube whose middle is farther from
 * the band than its half diagonal does not reach it, and a site that is m spacings off the
 * band answers for all within m.  So every fourth site is asked first, then every second,
 * then those that are still open.
 */
#include "structure/brick.h"

#include <math.h>

enum { EDGE = GM_BRICK_CELLS + 1 };

static const double sure = 1.0e-9; /* margin over rounding, relative */

/* The field at p; a distance that is no number sets *bad. */
static gm_probe ask(const gm_field *f, gm_vec3 p, int *bad)
{
  const gm_probe r = f->probe(f->of, p);
  if (!isfinite(r.distance) || !isfinite(gm_norm2(r.gradient))) {
#pragma omp atomic write
    *bad = 1;
  }
  return r;
}

gm_index gm_brick_judge(const gm_lattice *l, const gm_field *f, gm_index i,
                        gm_index j, gm_index k, gm_index cells, int *bad)
{
  const double half = 0.5 * cells * l->spacing;
  const gm_vec3 middle =
      gm_add(gm_lattice_place(l, i, j, k), gm_vec(half, half, half));
  const double d = ask(f, middle, bad).distance;
  const double reach = sqrt(3.0) * half;
  const double margin = sure * (fabs(d) + reach);
  if (d - reach > l->high + margin) return GM_LATTICE_OVER;
  if (d + reach < l->low - margin) return GM_LATTICE_UNDER;
  if (f->solid && f->solid(f->of, middle) + reach < -margin) {
    return GM_LATTICE_UNDER;
  }
  return GM_BRICK_UNKNOWN;
}

static gm_site encode(const gm_lattice *l, gm_probe p)
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

/* What is known of a site. */
enum { OPEN, THERE, OVER, UNDER };

typedef struct block {
  unsigned char known[EDGE][EDGE][EDGE];
  gm_site site[EDGE][EDGE][EDGE];
  gm_index first[3]; /* site (0, 0, 0) in the lattice */
  int own[3];
} block;

static int least(int a, int b)
{
  return a < b ? a : b;
}

/* A site that lies `off` from the band (m), and so all that are nearer to it. */
static void settle(const gm_lattice *l, block *b, int i, int j, int k,
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

static void ask_site(const gm_lattice *l, const gm_field *f, block *b, int i,
                     int j, int k, int *bad)
{
  const gm_vec3 at =
      gm_lattice_place(l, b->first[0] + i, b->first[1] + j, b->first[2] + k);
  const gm_probe p = ask(f, at, bad);
  if (p.distance > l->high) {
    settle(l, b, i, j, k, p.distance - l->high, OVER);
    return;
  }
  double under = l->low - p.distance; /* so deep */
  if (f->solid) under = fmax(under, -f->solid(f->of, at));
  if (under > 0.0) {
    settle(l, b, i, j, k, under, UNDER);
    return;
  }
  b->known[i][j][k] = THERE;
  b->site[i][j][k] = encode(l, p);
}

static void ask_open(const gm_lattice *l, const gm_field *f, block *b,
                     int stride, int *bad)
{
  for (int i = 0; i < b->own[0]; i += stride) {
    for (int j = 0; j < b->own[1]; j += stride) {
      for (int k = 0; k < b->own[2]; k += stride) {
        if (b->known[i][j][k] == OPEN) ask_site(l, f, b, i, j, k, bad);
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
    ask_open(l, f, &b, stride, bad);
  filling->n = 0;
  for (int row = 0; row < GM_BRICK_ROWS; ++row) {
    const int i = row / EDGE, j = row % EDGE;
    uint32_t word = (uint32_t)filling->n << 2 * EDGE;
    for (int k = 0; k < b.own[2] && i < b.own[0] && j < b.own[1]; ++k) {
      const int known = b.known[i][j][k];
      if (known == UNDER) word |= 1u << (EDGE + k);
      if (known != THERE) continue;
      word |= 1u << k;
      filling->site[filling->n++] = b.site[i][j][k];
    }
    filling->brick.row[row] = word;
  }
}
