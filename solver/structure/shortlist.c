/* structure/shortlist.c -- triangles of flagged cells.  Room: structure.
 *
 * All triangles that a ball around the cell may reach come from the tree; the bound of the
 * header, over the cell, then over its eighths and theirs, leaves out the others.
 */
#include "structure/shortlist.h"

#include "base/memory.h"
#include "structure/interpolate.h"
#include "structure/sites.h"
#include <omp.h>
#include <string.h>

enum {
  BATCH = 16, /* bricks looked at side by side */
  CELLS = GM_BRICK_CELLS * GM_BRICK_CELLS * GM_BRICK_CELLS,
  NEAR = 2048, /* triangles within the ball, at most */
  ROOM = GM_SHORTLIST_PARTS * GM_SHORTLIST_LONG /* triangles of a cell */
};

static const double root3 = 1.7320508075688772;
static const double sure = 1.0e-9;    /* margin over rounding, relative */
static const double outside = 1.0e-6; /* of a cell: boxes are larger, for
                                         places on the border */

/* The lists of one brick. */
typedef struct filling {
  gm_shortlist_brick brick;
  size_t n_cells, n_names;
  gm_shortlist_cell cell[CELLS];
  gm_index name[CELLS * ROOM];
} filling;

/* Which of n triangles may be nearest in the box with middle c and half side a, into
 * may[n]; the count. */
static int look(const gm_surface *s, const gm_index *list, int n, gm_vec3 c,
                double a, double *d, gm_vec3 *g, unsigned char *may)
{
  int best = 0;
  for (int t = 0; t < n; ++t) {
    const gm_foot f = gm_triangle_nearest(s, list[t], c);
    d[t] = sqrt(f.square);
    g[t] = d[t] > 0.0 ? gm_scale(1.0 / d[t], gm_sub(c, f.at)) : gm_vec(0, 0, 0);
    if (d[t] < d[best]) best = t;
  }
  const double bend = 3.0 * a * a / (2.0 * d[best]); /* may be infinite */
  int count = 0;
  for (int t = 0; t < n; ++t) {
    const gm_vec3 off = gm_sub(g[t], g[best]);
    const double turn = a * (fabs(off.x) + fabs(off.y) + fabs(off.z)) + bend;
    const double walk = 2.0 * root3 * a;
    may[t] = d[t] - d[best] <= fmin(turn, walk) + sure * (d[best] + a);
    count += may[t];
  }
  return count;
}

/* What one thread needs. */
typedef struct work {
  gm_index list[NEAR], part[NEAR], box[NEAR];
  double d[NEAR];
  gm_vec3 g[NEAR];
  unsigned char may[NEAR];
  unsigned char serves[NEAR]; /* bit: eighth of the cell */
} work;

/* Triangles that may be nearest in the cell, rising, into w->list; the count, 0: too
 * many. */
static int shorten(const gm_surface *s, const gm_distance *distance,
                   gm_vec3 corner, double side, work *w)
{
  const double half = 0.5 * side, a = half * (1.0 + outside);
  const gm_vec3 c = gm_add(corner, gm_vec(half, half, half));
  const double reach =
      fabs(gm_distance_nearest(distance, c).distance) + 2.0 * root3 * a;
  const int n = gm_distance_within(distance, c, reach, w->list, NEAR);
  if (n < 0) return 0;
  look(s, w->list, n, c, a, w->d, w->g, w->may);
  int count = 0;
  for (int t = 0; t < n; ++t) {
    if (w->may[t]) w->list[count++] = w->list[t];
  }
  return count;
}

/* Corner p, bits x y z, of a cube of that side, each times `by`. */
static gm_vec3 shift(gm_vec3 from, int p, double by)
{
  return gm_add(from,
                gm_vec(p & 4 ? by : 0.0, p & 2 ? by : 0.0, p & 1 ? by : 0.0));
}

/* Which of the n triangles may be nearest in eighth p, into w->serves: those that may in it,
 * then in one of its own eighths. */
static void serve(const gm_surface *s, gm_vec3 corner, double side, int n,
                  int p, work *w)
{
  const double half = 0.5 * side, box = 0.5 * half, slack = side * outside;
  const gm_vec3 from = shift(corner, p, half);
  const gm_vec3 middle = gm_add(from, gm_vec(box, box, box));
  look(s, w->list, n, middle, box + slack, w->d, w->g, w->may);
  int m = 0;
  for (int t = 0; t < n; ++t) {
    if (!w->may[t]) continue;
    w->part[m] = t;
    w->box[m++] = w->list[t];
  }
  for (int b = 0; b < GM_SHORTLIST_PARTS; ++b) {
    const double a = 0.5 * box;
    const gm_vec3 c = gm_add(shift(from, b, box), gm_vec(a, a, a));
    look(s, w->box, m, c, a + slack, w->d, w->g, w->may);
    for (int t = 0; t < m; ++t)
      w->serves[w->part[t]] |= (unsigned char)(w->may[t] << p);
  }
}

/* One list for all eighths; false: too long. */
static int share(const work *w, int n, gm_shortlist_cell *c, gm_index *out)
{
  int count = 0;
  for (int t = 0; t < n; ++t) {
    if (!w->serves[t]) continue;
    if (count == GM_SHORTLIST_MOST) return 0;
    for (int p = 0; p < GM_SHORTLIST_PARTS; ++p) {
      c->set[p] |= (uint32_t)(w->serves[t] >> p & 1) << count;
    }
    out[count++] = w->list[t];
  }
  return count;
}

/* A list for each eighth; none where it is too long. */
static int part(const work *w, int n, gm_shortlist_cell *c, gm_index *out)
{
  int count = 0;
  for (int p = 0; p < GM_SHORTLIST_PARTS; ++p) {
    int of = 0;
    for (int t = 0; t < n; ++t)
      of += w->serves[t] >> p & 1;
    const int listed = of <= GM_SHORTLIST_LONG ? of : 0;
    c->set[p] =
        listed < GM_SHORTLIST_MOST ? ((uint32_t)1 << listed) - 1 : ~(uint32_t)0;
    for (int t = 0; t < n && listed; ++t) {
      if (w->serves[t] >> p & 1) out[count++] = w->list[t];
    }
    c->from[p + 1] = (uint16_t)count;
  }
  return count;
}

/* Lists of one cell into *c and out; the count of triangles. */
static int list_cell(const gm_surface *s, const gm_distance *distance,
                     gm_vec3 corner, double side, work *w, gm_shortlist_cell *c,
                     gm_index *out)
{
  const int n = shorten(s, distance, corner, side, w);
  if (!n) return 0;
  memset(w->serves, 0, (size_t)n);
  for (int p = 0; p < GM_SHORTLIST_PARTS; ++p)
    serve(s, corner, side, n, p, w);
  const int count = share(w, n, c, out);
  return count ? count : part(w, n, c, out);
}

static void fill_brick(const gm_lattice *l, const gm_surface *s,
                       const gm_distance *distance, const gm_brick *brick,
                       int64_t number, work *w, filling *f)
{
  f->brick = (gm_shortlist_brick){.first = 0};
  f->n_cells = f->n_names = 0;
  gm_index at[3] = {(gm_index)(number / l->size[2] / l->size[1]),
                    (gm_index)(number / l->size[2] % l->size[1]),
                    (gm_index)(number % l->size[2])};
  for (int q = 0; q < CELLS; ++q) {
    const int i = q / 64, j = q / 8 % 8, k = q % 8;
    const gm_site *pair[4];
    int corners, under;
    if (k + j == 0) f->brick.before[i] = (uint16_t)f->n_cells;
    if (!gm_interpolate_flag(brick, i, j, k)) continue;
    gm_interpolate_corners(l, brick, i, j, k, pair, &corners, &under);
    if (corners != 8) continue;
    const gm_vec3 corner =
        gm_lattice_place(l, 8 * at[0] + i, 8 * at[1] + j, 8 * at[2] + k);
    gm_shortlist_cell *c = &f->cell[f->n_cells];
    *c = (gm_shortlist_cell){.first = (uint32_t)f->n_names};
    const int n =
        list_cell(s, distance, corner, l->spacing, w, c, &f->name[f->n_names]);
    if (!n) continue;
    f->n_names += (size_t)n;
    f->brick.listed[i] |= (uint64_t)1 << (8 * j + k);
    ++f->n_cells;
  }
}

/* Room for more, at least doubled. */
static gm_status grow(gm_shortlist *l, const filling *f, size_t room[2])
{
  if (l->n_cells + f->n_cells > room[0]) {
    room[0] = 2 * room[0] + f->n_cells;
    GM_TRY(GM_RESIZE(l->cell, l->n_cells, room[0]));
  }
  if (l->n_names + f->n_names > room[1]) {
    room[1] = 2 * room[1] + f->n_names;
    GM_TRY(GM_RESIZE(l->name, l->n_names, room[1]));
  }
  return GM_OK;
}

static gm_status append(gm_shortlist *l, gm_index b, const filling *f,
                        size_t room[2])
{
  GM_TRY(grow(l, f, room));
  l->brick[b] = f->brick;
  l->brick[b].first = (uint32_t)l->n_cells;
  for (size_t c = 0; c < f->n_cells; ++c) {
    l->cell[l->n_cells + c] = f->cell[c];
    l->cell[l->n_cells + c].first += (uint32_t)l->n_names;
  }
  if (f->n_names) {
    memcpy(&l->name[l->n_names], f->name, f->n_names * sizeof *f->name);
  }
  l->n_cells += f->n_cells;
  l->n_names += f->n_names;
  return GM_OK;
}

static gm_status fill(gm_shortlist *l, const gm_lattice *lattice,
                      const gm_surface *s, const gm_distance *distance,
                      const int64_t *number, filling *batch, work *works)
{
  size_t room[2] = {0, 0};
  for (gm_index from = 0; from < l->n_bricks; from += BATCH) {
    const gm_index n = l->n_bricks - from < BATCH ? l->n_bricks - from : BATCH;
#pragma omp parallel for schedule(dynamic, 1)
    for (gm_index b = 0; b < n; ++b) {
      fill_brick(lattice, s, distance, &lattice->brick[from + b],
                 number[from + b], &works[omp_get_thread_num()], &batch[b]);
    }
    for (gm_index b = 0; b < n; ++b)
      GM_TRY(append(l, from + b, &batch[b], room));
  }
  if (l->n_cells) {
    GM_TRY(GM_RESIZE(l->cell, l->n_cells, l->n_cells));
    GM_TRY(GM_RESIZE(l->name, l->n_names, l->n_names));
  }
  return GM_OK;
}

/* Triangles that lists name, packed; names become their rows. */
static gm_status pack(gm_shortlist *l, const gm_surface *s, gm_index *row)
{
  for (size_t k = 0; k < l->n_names; ++k)
    row[l->name[k]] = 1;
  for (gm_index t = 0; t < s->n; ++t)
    l->n_facets += (size_t)row[t];
  GM_TRY(GM_RESIZE(l->facet, 0, l->n_facets));
  gm_index n = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    if (!row[t]) continue;
    l->facet[n] = gm_facet_pack(s, t);
    row[t] = n++;
  }
  for (size_t k = 0; k < l->n_names; ++k)
    l->name[k] = row[l->name[k]];
  return GM_OK;
}

gm_status gm_shortlist_build(gm_shortlist *l, const gm_lattice *lattice,
                             const gm_surface *surface,
                             const gm_distance *distance)
{
  *l = (gm_shortlist){.n_bricks = lattice->n_bricks};
  filling *batch = NULL;
  work *works = NULL;
  int64_t *number = NULL;
  gm_index *row = NULL;
  gm_status status = GM_RESIZE(l->brick, 0, l->n_bricks + 1);
  if (status == GM_OK) status = GM_RESIZE(number, 0, l->n_bricks + 1);
  if (status == GM_OK) status = GM_RESIZE(batch, 0, BATCH);
  if (status == GM_OK) status = GM_RESIZE(works, 0, omp_get_max_threads());
  if (status == GM_OK) {
    gm_sites_number_bricks(lattice, number);
    status = fill(l, lattice, surface, distance, number, batch, works);
  }
  if (status == GM_OK && l->n_cells) {
    status = GM_RESIZE(row, 0, surface->n);
    if (status == GM_OK) status = pack(l, surface, row);
  }
  GM_FREE(row);
  GM_FREE(number);
  GM_FREE(batch);
  GM_FREE(works);
  if (status != GM_OK || !l->n_cells) gm_shortlist_clear(l);
  return status;
}

void gm_shortlist_clear(gm_shortlist *l)
{
  GM_FREE(l->brick);
  GM_FREE(l->cell);
  GM_FREE(l->name);
  GM_FREE(l->facet);
  *l = (gm_shortlist){0};
}

size_t gm_shortlist_bytes(const gm_shortlist *l)
{
  return (size_t)l->n_bricks * sizeof *l->brick + l->n_cells * sizeof *l->cell +
         l->n_names * sizeof *l->name + l->n_facets * sizeof *l->facet;
}
