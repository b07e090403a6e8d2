/* structure/brick.c -- the sites of one brick.  Room: structure.
 *
 * No walk changes a distance by more than its length: a cube whose middle is farther from
 * the band than its half diagonal does not reach it, and in a row of sites one that is m
 * spacings off the band answers for the next m.
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

/* Sites that lie `off` from the band (m): how many more of the row need not be asked. */
static int skip(const gm_lattice *l, double off)
{
  const double sites = off / l->spacing * (1.0 - sure) - sure;
  return sites > EDGE ? EDGE : sites > 0.0 ? (int)sites : 0;
}

/* One row of nine sites from (i, j, k) on; returns its word without the count. */
static uint32_t fill_row(const gm_lattice *l, const gm_field *f, gm_index i,
                         gm_index j, gm_index k, gm_brick_filling *b, int *bad)
{
  uint32_t word = 0;
  for (int m = 0; m < EDGE;) {
    const gm_vec3 at = gm_lattice_place(l, i, j, k + m);
    const gm_probe p = ask(f, at, bad);
    double under = l->low - p.distance; /* so deep */
    if (p.distance <= l->high && f->solid)
      under = fmax(under, -f->solid(f->of, at));
    int next = m + 1;
    if (p.distance > l->high) {
      next += skip(l, p.distance - l->high);
    } else if (under > 0.0) {
      next += skip(l, under);
      for (int q = m; q < next && q < EDGE; ++q)
        word |= 1u << (EDGE + q);
    } else {
      word |= 1u << m;
      b->site[b->n++] = encode(l, p);
    }
    m = next;
  }
  return word;
}

/* Faces belong to the next brick, where there is one. */
void gm_brick_fill(const gm_lattice *l, const gm_field *f, int64_t number,
                   gm_brick_filling *b, int *bad)
{
  const gm_index at[3] = {(gm_index)(number / l->size[2] / l->size[1]),
                          (gm_index)(number / l->size[2] % l->size[1]),
                          (gm_index)(number % l->size[2])};
  int own[3];
  for (int a = 0; a < 3; ++a) {
    own[a] = at[a] + 1 < l->size[a] ? GM_BRICK_CELLS : EDGE;
  }
  b->n = b->once = b->under = 0;
  for (int i = 0; i < EDGE; ++i) {
    for (int j = 0; j < EDGE; ++j) {
      const uint32_t before = (uint32_t)b->n;
      const uint32_t word =
          fill_row(l, f, GM_BRICK_CELLS * at[0] + i, GM_BRICK_CELLS * at[1] + j,
                   GM_BRICK_CELLS * at[2], b, bad);
      b->brick.row[EDGE * i + j] = word | before << 2 * EDGE;
      b->under += __builtin_popcount(word >> EDGE);
      if (i < own[0] && j < own[1]) {
        b->once += __builtin_popcount(word & ((1u << own[2]) - 1));
      }
    }
  }
}
