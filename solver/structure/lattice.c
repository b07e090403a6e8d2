/* structure/lattice.c -- place sites in a band.  Room: structure. */
#include "structure/lattice.h"

#include "base/memory.h"
#include "structure/bricks.h"
#include <stdlib.h>
#include <string.h>

static const int64_t most_bricks = (int64_t)1 << 28;

void gm_lattice_init(gm_lattice *l)
{
  *l = (gm_lattice){0};
}

void gm_lattice_clear(gm_lattice *l)
{
  GM_FREE(l->brick);
  GM_FREE(l->flag);
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
  gm_bricks_mark(l, f, &bad);
  if (!bad) GM_TRY(gm_bricks_fill(l, f, &bad));
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
  const size_t flags = l->flag ? (size_t)l->n_bricks * sizeof *l->flag : 0;
  size_t rest = 0;
  for (int k = 0; l->rest && k < 3; ++k)
    rest += gm_lattice_bytes(&l->rest[k]);
  return l->n_stored * sizeof *l->site +
         (size_t)l->n_bricks * sizeof *l->brick + flags + table + rest;
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
