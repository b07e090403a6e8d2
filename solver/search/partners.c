/* search/partners.c -- which grains are near grains.
 *
 * Cells hand over runs of positions in single precision, tested eight at a time against a
 * distance that is larger by the rounding; what passes is tested again in double
 * precision. So the list is exact, and most of the work is done in vectors.
 */
#include "search/partners.h"

static void sort_partners(gm_index *row, int n)
{
  for (int k = 1; k < n; ++k) {
    const gm_index x = row[k];
    int at = k;
    while (at > 0 && row[at - 1] > x) {
      row[at] = row[at - 1];
      --at;
    }
    row[at] = x;
  }
}

/* The same for at most GM_CELLS_LANES rows, without a branch: the place of a row is the
 * number of smaller ones.  row[n..] up to the lanes is room. */
GM_INLINE void sort_few(gm_index *restrict row, int n)
{
  gm_index in[GM_CELLS_LANES], place[GM_CELLS_LANES] = {0};
  for (int k = 0; k < GM_CELLS_LANES; ++k)
    in[k] = k < n ? row[k] : INT32_MAX;
  for (int q = 0; q < GM_CELLS_LANES; ++q) {
    for (int k = 0; k < GM_CELLS_LANES; ++k)
      place[k] += in[q] < in[k];
  }
  for (int k = 0; k < GM_CELLS_LANES; ++k)
    row[place[k]] = in[k];
}

/* A grain that looks for partners, as the columns of the cells are. */
typedef struct seeker {
  gm_index i;
  float x, y, z, reach; /* m  reach: of centres, less the other's radius */
} seeker;

/* Rows after s->i near it among places [from, to) of the columns, into out; one past the
 * last.  Whole vectors without a branch: out has room for one more than it keeps. */
GM_INLINE gm_index *scan_run(const gm_cells *restrict c, const seeker *s,
                             gm_index from, gm_index to, gm_index *restrict out)
{
  const float *restrict x = c->x, *restrict y = c->y, *restrict z = c->z;
  const float *restrict r = c->r;
  const gm_index *restrict grain = c->grain;
  for (gm_index e = from; e < to; e += GM_CELLS_LANES) {
    int near[GM_CELLS_LANES];
    const int left = to - e;
#pragma omp simd simdlen(GM_CELLS_LANES)
    for (int t = 0; t < GM_CELLS_LANES; ++t) {
      const float dx = x[e + t] - s->x, dy = y[e + t] - s->y;
      const float dz = z[e + t] - s->z, reach = r[e + t] + s->reach;
      near[t] = (dx * dx + dy * dy + dz * dz < reach * reach) &
                (grain[e + t] > s->i) & (t < left);
    }
    for (int t = 0; t < GM_CELLS_LANES; ++t) {
      *out = grain[e + t];
      out += near[t];
    }
  }
  return out;
}

/* Rows after s->i of one level that may be near; the count, or -1: no room. */
GM_INLINE gm_index scan_level(const gm_cells *c, const gm_cells_level *l,
                              const seeker *s, gm_vec3 x, double reach,
                              gm_index *out, gm_index room)
{
  const int x0 = gm_cells_at(x.x - reach, l->per, l->nx);
  const int x1 = gm_cells_at(x.x + reach, l->per, l->nx);
  const int y0 = gm_cells_at(x.y - reach, l->per, l->ny);
  const int y1 = gm_cells_at(x.y + reach, l->per, l->ny);
  const int z0 = gm_cells_at(x.z - reach, l->per, l->nz);
  const int z1 = gm_cells_at(x.z + reach, l->per, l->nz);
  gm_index *at = out;
  for (int ix = x0; ix <= x1; ++ix) {
    for (int iy = y0; iy <= y1; ++iy) {
      const gm_index *start = &c->start[l->start + (ix * l->ny + iy) * l->nz];
      const gm_index from = start[z0], to = start[z1 + 1];
      if (at - out + (to - from) + GM_CELLS_LANES > room) return -1;
      at = scan_run(c, s, from, to, at);
    }
  }
  return (gm_index)(at - out);
}

/* Rows after `after` near a grain like i at xi into out[0..room); the count, or -1: no
 * room. */
GM_INLINE int find_near_partners(const gm_cells *cells, const gm_grains *g,
                                 gm_index i, gm_index after, gm_row4 xi,
                                 double skin, gm_index *restrict out,
                                 gm_index room)
{
  const gm_vec3 x = gm_sub(gm_row_vec(xi), cells->origin);
  const seeker s = {after, (float)x.x, (float)x.y, (float)x.z,
                    (float)(xi[3] + skin) + cells->margin};
  gm_index found = 0;
  for (int k = 0; k < cells->n_levels; ++k) {
    const gm_cells_level *l = &cells->level[k];
    if (!l->n) continue;
    const gm_index more = scan_level(cells, l, &s, x, xi[3] + l->largest + skin,
                                     out + found, room - found);
    if (more < 0) return -1;
    found += more;
  }
  int n = 0;
  for (gm_index k = 0; k < found; ++k) {
    const gm_index j = out[k];
    const gm_row4 d = xi - g->g[j].x;
    const double reach = xi[3] + g->g[j].x[3] + skin;
    out[n] = j;
    n += (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < reach * reach) &
         gm_grains_meet(g, i, j);
  }
  return n;
}

/* Append those near its images across periodic sides to the n in `out`. */
static int find_image_partners(const gm_cells *c, const gm_grains *g,
                               const gm_domain *d, gm_index i, gm_index after,
                               double skin, gm_index *out, int n, gm_index room)
{
  const gm_row4 xi = g->g[i].x;
  const double x[3] = {xi[0], xi[1], xi[2]};
  const gm_vec3 end = gm_add(c->origin, c->size);
  const double low[3] = {c->origin.x, c->origin.y, c->origin.z};
  const double high[3] = {end.x, end.y, end.z};
  const double reach = xi[3] + c->level[0].largest + skin;
  int from[3], to[3];
  gm_domain_within(d, x, low, high, reach, from, to);
  if (!(from[0] | from[1] | from[2] | to[0] | to[1] | to[2])) return n;
  for (int k = 1; k < GM_DOMAIN_IMAGES; ++k) {
    if (!gm_domain_between(k, from, to)) continue;
    const int more = find_near_partners(c, g, i, after, xi - d->shift[k], skin,
                                        out + n, room - n);
    if (more < 0) return -1;
    n += more;
  }
  return n;
}

/* Partners of grain i after `after` into out[0..room), rising; the count, or -1: no
 * room. */
GM_INLINE int find_grain_partners(const gm_cells *cells, const gm_grains *g,
                                  const gm_domain *d, gm_index i,
                                  gm_index after, double skin,
                                  gm_index *restrict out, gm_index room)
{
  int n = find_near_partners(cells, g, i, after, g->g[i].x, skin, out, room);
  if (d->periodic && n >= 0)
    n = find_image_partners(cells, g, d, i, after, skin, out, n, room);
  if (n < 0) return -1;
  if (n <= GM_CELLS_LANES)
    sort_few(out, n);
  else
    sort_partners(out, n);
  return n;
}

GM_CLONED gm_index gm_partners_find(const gm_cells *cells, const gm_grains *g,
                                    const gm_domain *domain, double skin,
                                    gm_index i0, gm_index i1, gm_index *partner,
                                    gm_index room, gm_index *start,
                                    gm_index *below)
{
  gm_index n = 0, own = 0;
  for (gm_index i = i0; i < i1; ++i) {
    start[i - i0] = n;
    const int k = find_grain_partners(cells, g, domain, i, i, skin, &partner[n],
                                      room - n);
    if (k < 0) return -1;
    n += k;
  }
  start[i1 - i0] = n;
  for (gm_index e = 0; e < n; ++e)
    own += partner[e] < i1;
  *below = own;
  return n;
}

gm_index gm_partners_all(const gm_cells *cells, const gm_grains *g,
                         const gm_domain *domain, double skin, gm_index i,
                         gm_index *partner, gm_index room)
{
  return find_grain_partners(cells, g, domain, i, -1, skin, partner, room);
}
