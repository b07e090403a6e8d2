/* sdf/lattice_build.c -- samples a distance field in a narrow band around its surface.
 *
 * The bounds of the surface, enlarged by the band, are divided into bricks; bricks.c
 * finds those that overlap the band and samples them.  The table of bricks is replaced
 * by a hash where that is smaller.  A face-centred lattice is built as four simple
 * cubic ones, shifted by half a cube along two axes each.
 */
#include "sdf/lattice_build.h"

#include "base/math.h"
#include "base/memory.h"
#include "sdf/bricks.h"
#include <stdlib.h>
#include <string.h>

static const int64_t most_bricks = (int64_t)1 << 28;

/* Origin and number of bricks along one axis, such that the outermost sites lie outside
 * the band. */
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
        1.05 * l->spacing * gm_math_cbrt(product / (double)most_bricks));
  }
  l->size[0] = (gm_index)x;
  l->size[1] = (gm_index)y;
  l->size[2] = (gm_index)z;
  return GM_OK;
}

/* --- a hash in place of the table --------------------------------------------- */

static gm_status thin_out(gm_lattice *l)
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
  GM_TRY(GM_RESIZE(l->table, 0, gm_lattice_bricks(l)));
  int bad = 0;
  gm_bricks_classify(l, f, &bad);
  if (!bad) GM_TRY(gm_bricks_fill(l, f, &bad));
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
