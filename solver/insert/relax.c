/* insert/relax.c -- pushes overlapping grains apart.
 *
 *   push  f = sum of d n        d = R_i + R_j - |x_i - x_j| > 0, n from j to i
 *   step  s <- b s + a f        x <- x + s
 *
 * This is the heavy-ball method (B. T. Polyak, USSR Comput. Math. 4 (1964) 1) on the
 * energy sum of d^2 / 2.  R is the radius plus a margin: the method aims at a clearance
 * beyond mere contact, so that contact is reached after a finite number of rounds.
 */
#include "insert/relax.h"

#include "base/math.h"
#include "base/memory.h"
#include "insert/insertion_region.h"

static const double gain = 0.25, memory = 0.85; /* a, b of the head: stable
                                                   for <= 14 neighbours */
enum { BLOCK = 512, PATIENCE = 400 };

typedef struct work {
  gm_index n, m;        /* grains that move; all grains, fixed ones included */
  gm_vec3 *x;           /* [m] */
  double *r;            /* [m] */
  gm_vec3 *push, *step; /* [n] */
  double *worst, *way;  /* [blocks] largest overlap, largest displacement */
  double skin, largest;

  double width; /* m  cell size */
  gm_vec3 low;
  int64_t nx, ny, nz;
  gm_index *head;  /* [cells + 1] first in `in` */
  gm_index *in;    /* [m] grains sorted by cell */
  gm_index *first; /* [n + 1] in `list` */
  gm_index *list;  /* neighbours of each grain */
  size_t capacity; /* of list */
} work;

static void clear(work *w)
{
  GM_FREE(w->x);
  GM_FREE(w->r);
  GM_FREE(w->push);
  GM_FREE(w->step);
  GM_FREE(w->worst);
  GM_FREE(w->way);
  GM_FREE(w->head);
  GM_FREE(w->in);
  GM_FREE(w->first);
  GM_FREE(w->list);
}

/* ---- neighbours ----------------------------------------------------------------- */

static int64_t place_in(double x, double low, double width, int64_t n)
{
  const int64_t k = (int64_t)floor((x - low) / width);
  return k < 0 ? 0 : k >= n ? n - 1 : k;
}

static int64_t cell_of(const work *w, gm_vec3 x)
{
  return (place_in(x.z, w->low.z, w->width, w->nz) * w->ny +
          place_in(x.y, w->low.y, w->width, w->ny)) *
             w->nx +
         place_in(x.x, w->low.x, w->width, w->nx);
}

static void sort_cells(work *w)
{
  const int64_t cells = w->nx * w->ny * w->nz;
  for (int64_t c = 0; c <= cells; ++c)
    w->head[c] = 0;
  for (gm_index i = 0; i < w->m; ++i)
    ++w->head[cell_of(w, w->x[i])];
  gm_index sum = 0;
  for (int64_t c = 0; c <= cells; ++c) {
    sum += w->head[c];
    w->head[c] = sum;
  }
  for (gm_index i = w->m; i-- > 0;)
    w->in[--w->head[cell_of(w, w->x[i])]] = i;
}

/* Neighbours of grain i, written to `to` unless that is null.  Returns their number. */
static gm_index partners(const work *w, gm_index i, double reach, gm_index *to)
{
  const gm_vec3 x = w->x[i];
  const int64_t cx = place_in(x.x, w->low.x, w->width, w->nx);
  const int64_t cy = place_in(x.y, w->low.y, w->width, w->ny);
  const int64_t cz = place_in(x.z, w->low.z, w->width, w->nz);
  gm_index n = 0;
  for (int64_t z = cz > 0 ? cz - 1 : 0; z <= cz + 1 && z < w->nz; ++z) {
    for (int64_t y = cy > 0 ? cy - 1 : 0; y <= cy + 1 && y < w->ny; ++y) {
      const int64_t row = (z * w->ny + y) * w->nx;
      const int64_t x0 = cx > 0 ? cx - 1 : 0;
      const int64_t x1 = cx + 1 < w->nx ? cx + 1 : w->nx - 1;
      for (gm_index k = w->head[row + x0]; k < w->head[row + x1 + 1]; ++k) {
        const gm_index j = w->in[k];
        const double far = (w->r[i] + w->r[j]) * reach + w->skin;
        if (j == i || gm_norm2(gm_sub(x, w->x[j])) > far * far) continue;
        if (to) to[n] = j;
        ++n;
      }
    }
  }
  return n;
}

static gm_status find_partners(work *w, double reach)
{
  sort_cells(w);
#pragma omp parallel for schedule(static)
  for (gm_index i = 0; i < w->n; ++i)
    w->first[i + 1] = partners(w, i, reach, NULL);
  w->first[0] = 0;
  for (gm_index i = 0; i < w->n; ++i)
    w->first[i + 1] += w->first[i];
  const size_t rows = (size_t)w->first[w->n] + 1;
  if (rows > w->capacity) {
    GM_TRY(GM_RESIZE(w->list, 0, rows + rows / 4));
    w->capacity = rows + rows / 4;
  }
#pragma omp parallel for schedule(static)
  for (gm_index i = 0; i < w->n; ++i)
    partners(w, i, reach, w->list + w->first[i]);
  return GM_OK;
}

/* ---- one round ------------------------------------------------------------------ */

/* Sum the push on grain i.  Returns its largest overlap over the smaller radius,
 * without the margin. */
static double push_grain(const gm_relax *g, work *w, gm_index i, double reach)
{
  const gm_vec3 x = w->x[i];
  const double r = w->r[i];
  gm_vec3 f = {0.0, 0.0, 0.0};
  double worst = 0.0;
  for (gm_index k = w->first[i]; k < w->first[i + 1]; ++k) {
    const gm_index j = w->list[k];
    const gm_vec3 d = gm_sub(x, w->x[j]);
    const double both = r + w->r[j], aim = both * reach;
    const double square = gm_norm2(d);
    if (square >= aim * aim) continue;
    const double distance = sqrt(square);
    const gm_vec3 n = distance > 0.0 ? gm_scale(1.0 / distance, d)
                                     : gm_vec(i < j ? 1.0 : -1.0, 0.0, 0.0);
    f = gm_madd(f, aim - distance, n);
    worst = fmax(worst, (both - distance) / fmin(r, w->r[j]));
  }
  gm_query_result probe = {0};
  if (gm_structures_nearest(g->structures, g->domain, x, r * reach, &probe) >=
      0) {
    f = gm_madd(f, r * reach - probe.distance, gm_unit(probe.gradient));
    worst = fmax(worst, (r - probe.distance) / r);
  }
  w->push[i] = f;
  return worst;
}

/* Returns the largest overlap of all grains. */
static double push_all(const gm_relax *g, work *w, double reach)
{
  const gm_index blocks = (w->n + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(static)
  for (gm_index b = 0; b < blocks; ++b) {
    const gm_index end = (b + 1) * BLOCK < w->n ? (b + 1) * BLOCK : w->n;
    w->worst[b] = 0.0;
    for (gm_index i = b * BLOCK; i < end; ++i)
      w->worst[b] = fmax(w->worst[b], push_grain(g, w, i, reach));
  }
  double worst = 0.0;
  for (gm_index b = 0; b < blocks; ++b)
    worst = fmax(worst, w->worst[b]);
  return worst;
}

/* Move all grains.  Returns the largest displacement. */
static double move_all(const gm_relax *g, work *w)
{
  const gm_index blocks = (w->n + BLOCK - 1) / BLOCK;
#pragma omp parallel for schedule(static)
  for (gm_index b = 0; b < blocks; ++b) {
    const gm_index end = (b + 1) * BLOCK < w->n ? (b + 1) * BLOCK : w->n;
    w->way[b] = 0.0;
    for (gm_index i = b * BLOCK; i < end; ++i) {
      const gm_vec3 from = w->x[i];
      gm_vec3 s = gm_madd(gm_scale(memory, w->step[i]), gain, w->push[i]);
      const double far = gm_norm(s), most = 0.3 * w->r[i];
      if (far > most) s = gm_scale(most / far, s);
      w->x[i] = gm_add(from, s);
      gm_insertion_region_confine(g->region, w->r[i], &w->x[i]);
      w->step[i] = s;
      w->way[b] = fmax(w->way[b], gm_norm(gm_sub(w->x[i], from)));
    }
  }
  double way = 0.0;
  for (gm_index b = 0; b < blocks; ++b)
    way = fmax(way, w->way[b]);
  return way;
}

/* ---- entry point ---------------------------------------------------------------- */

static int is_near(gm_row4 x, gm_vec3 low, gm_vec3 high, double far)
{
  return x[0] + far > low.x && x[0] - far < high.x && x[1] + far > low.y &&
         x[1] - far < high.y && x[2] + far > low.z && x[2] - far < high.z;
}

static gm_status begin(const gm_relax *g, work *w)
{
  gm_vec3 high;
  const gm_grains *o = g->others;
  gm_insertion_region_bounds(g->region, &w->low, &high);
  w->n = w->m = g->n;
  GM_TRY(GM_RESIZE(w->x, 0, g->n + o->n + 1));
  GM_TRY(GM_RESIZE(w->r, 0, g->n + o->n + 1));
  double sum = 0.0;
  for (gm_index i = 0; i < g->n; ++i) {
    w->x[i] = g->x[i];
    w->r[i] = g->r[i];
    w->largest = fmax(w->largest, g->r[i]);
    sum += g->r[i];
  }
  for (gm_index i = 0; i < o->n; ++i) {
    const gm_row4 x = o->g[i].x;
    if (!is_near(x, w->low, high, 2.0 * x[3])) continue;
    w->largest = fmax(w->largest, x[3]);
    w->x[w->m] = gm_row_vec(x);
    w->r[w->m++] = x[3];
  }
  w->skin = 0.3 * sum / g->n;
  w->width = 2.0 * w->largest * (1.0 + g->margin) + w->skin;
  const gm_vec3 d = gm_sub(high, w->low);
  /* At most four cells for each grain. */
  const double cells = 4.0 * w->m + 64.0;
  w->width = fmax(w->width, d.z > 0.0 ? gm_math_cbrt(d.x * d.y * d.z / cells)
                                      : sqrt(d.x * d.y / cells));
  w->nx = (int64_t)ceil(d.x / w->width) + 1;
  w->ny = (int64_t)ceil(d.y / w->width) + 1;
  w->nz = (int64_t)ceil(d.z / w->width) + 1;
  const gm_index blocks = (g->n + BLOCK - 1) / BLOCK;
  GM_TRY(GM_RESIZE(w->push, 0, g->n + 1));
  GM_TRY(GM_RESIZE(w->step, 0, g->n + 1));
  GM_TRY(GM_RESIZE(w->worst, 0, blocks + 1));
  GM_TRY(GM_RESIZE(w->way, 0, blocks + 1));
  GM_TRY(GM_RESIZE(w->head, 0, w->nx * w->ny * w->nz + 1));
  GM_TRY(GM_RESIZE(w->in, 0, w->m + 1));
  return GM_RESIZE(w->first, 0, g->n + 1);
}

static gm_status run(gm_relax *g, work *w, int most)
{
  double moved = INFINITY, reach = 1.0 + g->margin;
  for (g->rounds = 0; g->rounds < most; ++g->rounds) {
    /* Grains that cannot have the full margin may still fit with less. */
    if (g->rounds > 0 && g->rounds % PATIENCE == 0) {
      reach = 1.0 + 0.7 * (reach - 1.0);
    }
    if (2.0 * moved > w->skin) {
      GM_TRY(find_partners(w, 1.0 + g->margin));
      moved = 0.0;
    }
    g->overlap = push_all(g, w, reach);
    if (g->overlap <= 0.0) break;
    moved += move_all(g, w);
  }
  for (gm_index i = 0; i < g->n; ++i)
    g->x[i] = w->x[i];
  return GM_OK;
}

gm_status gm_relax_run(gm_relax *g, int most)
{
  work w = {0};
  g->rounds = 0;
  g->overlap = 0.0;
  if (g->n == 0) return GM_OK;
  gm_status status = begin(g, &w);
  if (status == GM_OK) status = run(g, &w, most);
  clear(&w);
  return status;
}
