/* search/candidates.c -- building the list.  Room: search.
 *
 * Chunks are independent: each finds the partners of its grains in the cells around them,
 * counts, and, when all counts are known, writes its rows where they belong.  Room for
 * partners is guessed per chunk; a chunk that overflows makes all try again with more.
 */
#include "search/candidates.h"

#include "base/memory.h"
#include "structure/probes.h"
#include <omp.h>
#include <string.h>

enum { CROSS, OWN, STRUCTURE, FULL, CROWDED, COUNTS };

static size_t up(size_t bytes)
{
  return (bytes + 63) / 64 * 64;
}

/* Bytes that are borrowed: cells, then partners (over what sorting cells needs), where they
 * start, structures. */
static size_t lay(gm_candidates *w, gm_index n, gm_index chunk, gm_index chunks,
                  char *room)
{
  const size_t kept = gm_cells_kept(n), sorting = gm_cells_room(n) - kept;
  const size_t rows = (size_t)chunk * (size_t)chunks;
  const size_t all = up(rows * (size_t)w->per_grain * sizeof *w->partner);
  const size_t partners = all > sorting ? all : up(sorting);
  const size_t starts = up((rows + (size_t)chunks) * sizeof *w->start);
  const size_t touches =
      4 * (size_t)chunks * (size_t)w->touch_room * sizeof *w->touch;
  if (room) {
    w->partner = (gm_index *)(void *)(room + kept);
    w->start = (gm_index *)(void *)(room + kept + partners);
    w->touch = (gm_index *)(void *)(room + kept + partners + starts);
  }
  return kept + partners + starts + touches;
}

static gm_status reserve(gm_candidates *w, gm_index chunks)
{
  if (chunks > w->chunks_capacity) {
    GM_TRY(GM_RESIZE(w->counts, 0, (size_t)chunks * COUNTS));
    w->chunks_capacity = chunks;
  }
  const size_t cursors = (size_t)omp_get_max_threads() * (size_t)(chunks + 1);
  if (cursors > w->cursor_capacity) {
    GM_TRY(GM_RESIZE(w->cursor, 0, cursors));
    w->cursor_capacity = cursors;
  }
  return GM_OK;
}

static void sort_rows(gm_index *row, int n)
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

/* The same for at most GM_CELLS_LANES rows, without a branch: the place of a row is the number of
 * smaller ones.  row[n..] up to the lanes is room. */
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

/* Rows after i near a grain like it at xi into out[0..room); the count, or -1: no room. */
GM_INLINE int find_near(const gm_cells *cells, const gm_grains *g, gm_index i,
                        gm_row4 xi, double skin, gm_index *restrict out,
                        gm_index room)
{
  const gm_vec3 x = gm_sub(gm_row_vec(xi), cells->origin);
  const seeker s = {i, (float)x.x, (float)x.y, (float)x.z,
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
    n += d[0] * d[0] + d[1] * d[1] + d[2] * d[2] < reach * reach;
  }
  return n;
}

/* Images along each axis, from..to sides, whose queries x - k L (m) come within `reach` of
 * [low, high]. */
static void images_within(const gm_domain *d, const double x[3],
                          const double low[3], const double high[3],
                          double reach, int from[3], int to[3])
{
  for (int a = 0; a < 3; ++a) {
    const double L = d->side[a];
    from[a] = -(L > 0.0 && x[a] + L <= high[a] + reach);
    to[a] = L > 0.0 && x[a] - L >= low[a] - reach;
  }
}

/* Append those near its images across periodic sides to the n in `out`. */
static int find_images(const gm_cells *c, const gm_grains *g,
                       const gm_domain *d, gm_index i, double skin,
                       gm_index *out, int n, gm_index room)
{
  const gm_row4 xi = g->g[i].x;
  const double x[3] = {xi[0], xi[1], xi[2]};
  const gm_vec3 end = gm_add(c->origin, c->size);
  const double low[3] = {c->origin.x, c->origin.y, c->origin.z};
  const double high[3] = {end.x, end.y, end.z};
  const double reach = xi[3] + c->level[0].largest + skin;
  int from[3], to[3];
  images_within(d, x, low, high, reach, from, to);
  if (!(from[0] | from[1] | from[2] | to[0] | to[1] | to[2])) return n;
  for (int k = 1; k < GM_DOMAIN_IMAGES; ++k) {
    int inside = 1;
    for (int a = 0; a < 3; ++a) {
      const int sides = gm_domain_sides(k, a);
      inside = inside && sides >= from[a] && sides <= to[a];
    }
    if (!inside) continue;
    const int more =
        find_near(c, g, i, xi - d->shift[k], skin, out + n, room - n);
    if (more < 0) return -1;
    n += more;
  }
  return n;
}

/* Partners j > i of grain i into out[0..room), rising; the count, or -1: no room. */
GM_INLINE int find_partners(const gm_cells *cells, const gm_grains *g,
                            const gm_domain *d, gm_index i, double skin,
                            gm_index *restrict out, gm_index room)
{
  int n = find_near(cells, g, i, g->g[i].x, skin, out, room);
  if (d->periodic && n >= 0)
    n = find_images(cells, g, d, i, skin, out, n, room);
  if (n < 0) return -1;
  if (n <= GM_CELLS_LANES)
    sort_few(out, n);
  else
    sort_rows(out, n);
  return n;
}

static int near_bounds(gm_vec3 min, gm_vec3 max, gm_vec3 y, double reach)
{
  return y.x > min.x - reach && y.x < max.x + reach && y.y > min.y - reach &&
         y.y < max.y + reach && y.z > min.z - reach && y.z < max.z + reach;
}

/* Planes, bounded by nothing, that no grain of rows [i0, i1) is near: a bit for each of the
 * first structures. */
static uint64_t far_planes(const gm_structures *structures, const gm_grains *g,
                           gm_index i0, gm_index i1, double skin)
{
  gm_row4 low = g->g[i0].x, high = low;
  for (gm_index i = i0 + 1; i < i1; ++i) {
    const gm_row4 x = g->g[i].x;
    for (int k = 0; k < 4; ++k) {
      low[k] = x[k] < low[k] ? x[k] : low[k];
      high[k] = x[k] > high[k] ? x[k] : high[k];
    }
  }
  const gm_vec3 middle = gm_row_vec(0.5 * (low + high));
  const double reach =
      0.5000001 * gm_norm(gm_row_vec(high - low)) + high[3] + skin;
  uint64_t far = 0;
  for (gm_index s = 0; s < structures->n && s < 64; ++s) {
    const gm_structure *body = &structures->row[s];
    const gm_patch *patch = gm_shape_patch(&body->shape, 0);
    if (body->shape.n != 1 || patch->kind != GM_PATCH_PLANE) continue;
    const gm_vec3 y = gm_pose_to_body(&body->pose, middle);
    const gm_probe probe = gm_shape_probe(patch, y, INFINITY);
    far |= (uint64_t)(probe.distance > reach) << s;
  }
  return far;
}

/* ---- structures -------------------------------------------------------------- */

/* What is asked of the structures for one grain: rows (i, structure, image, patch). */
typedef struct asked {
  const gm_structures *structures;
  const gm_row4 *shift; /* of images; null without */
  gm_vec3 x;            /* m  of the grain */
  double reach;         /* m */
  gm_index i, *out, room;
  int n;             /* rows; -1: no room */
  gm_probes *probes; /* room to ask patches side by side */
} asked;

/* Rows for those of `count` patches that are near. */
static void take_near(asked *q, gm_index s, int image, const int *patch,
                      int count)
{
  gm_probes_ask(q->probes, count);
  for (int k = 0; k < count; ++k) {
    const gm_probe *probe = &q->probes->answer[k];
    const int known = gm_shape_exact(probe) || !probe->under;
    if (probe->distance >= q->reach && known) continue;
    if (q->n == q->room) {
      q->n = -1;
      return;
    }
    gm_index *row = &q->out[4 * q->n++];
    row[0] = q->i;
    row[1] = s;
    row[2] = image;
    row[3] = patch[k];
  }
}

/* Patches of structure s near the grain as its image `image` sees them. */
static void find_structure(asked *q, gm_index s, int image)
{
  const gm_structure *body = &q->structures->row[s];
  const gm_vec3 x = image ? gm_sub(q->x, gm_row_vec(q->shift[image])) : q->x;
  const gm_vec3 y = gm_pose_to_body(&body->pose, x);
  if (!near_bounds(body->shape.min, body->shape.max, y, q->reach)) return;
  int at[GM_PROBES], count = 0;
  for (int p = 0; p < body->shape.n && q->n >= 0; ++p) {
    const gm_patch *patch = gm_shape_patch(&body->shape, p);
    if (patch->kind == GM_PATCH_SITES &&
        !near_bounds(patch->min, patch->max, y, q->reach)) {
      continue;
    }
    at[count] = p;
    q->probes->patch[count] = patch;
    q->probes->y[count] = y;
    q->probes->reach[count++] = q->reach;
    if (count < GM_PROBES) continue;
    take_near(q, s, image, at, count);
    count = 0;
  }
  if (count > 0 && q->n >= 0) take_near(q, s, image, at, count);
}

static int precedes(const gm_index *p, const gm_index *q)
{
  if (p[1] != q[1]) return p[1] < q[1];
  return p[2] != q[2] ? p[2] < q[2] : p[3] < q[3];
}

static void sort_patches(gm_index *row, int n)
{
  for (int k = 1; k < n; ++k) {
    gm_index x[4];
    memcpy(x, &row[4 * k], sizeof x);
    int at = k;
    for (; at > 0 && precedes(x, &row[4 * (at - 1)]); --at)
      memcpy(&row[4 * at], &row[4 * (at - 1)], sizeof x);
    memcpy(&row[4 * at], x, sizeof x);
  }
}

/* The same of structures met through periodic sides. */
static void find_image_patches(const gm_candidates *w, const gm_domain *d,
                               asked *q)
{
  int from[3], to[3];
  const double x[3] = {q->x.x, q->x.y, q->x.z};
  images_within(d, x, w->image_low, w->image_high, q->reach, from, to);
  const int before = q->n;
  for (int k = 0; k < GM_DOMAIN_IMAGES; ++k) {
    int inside = k > 0, axes = 0;
    for (int a = 0; a < 3; ++a) {
      const int sides = gm_domain_sides(k, a);
      inside = inside && sides >= from[a] && sides <= to[a];
      axes |= (sides != 0) << a;
    }
    for (gm_index s = 0; inside && s < q->structures->n && q->n >= 0; ++s) {
      const gm_structure *body = &q->structures->row[s];
      if (body->present && (axes & ~body->images) == 0) find_structure(q, s, k);
    }
  }
  if (q->n > before) sort_patches(q->out, q->n);
}

/* Patches near grain i, sorted; the count, or -1: no room.  far: structures that are not.
 * *crowded receives 1 + a structure of which more are near than a group of rows holds. */
static int find_patches(const gm_candidates *w, const gm_domain *d,
                        const gm_structures *structures, const gm_grains *g,
                        gm_index i, double skin, uint64_t far, gm_index *out,
                        gm_index room, gm_index *crowded)
{
  const gm_near *near = &w->near;
  gm_probes probes;
  asked q = {.structures = structures,
             .shift = d->shift,
             .x = gm_row_vec(g->g[i].x),
             .reach = g->g[i].x[3] + skin,
             .i = i,
             .out = out,
             .room = room,
             .probes = &probes};
  const gm_index cell = gm_near_cell(near, q.x);
  for (gm_index e = near->start[cell]; e < near->start[cell + 1] && q.n >= 0;
       ++e) {
    const gm_index s = near->structure[e];
    if (s >= 64 || !(far >> s & 1)) find_structure(&q, s, 0);
  }
  if (d->periodic && q.n >= 0) find_image_patches(w, d, &q);
  int group = 0;
  for (int k = 0; k < q.n; ++k) {
    group = k > 0 && out[4 * k + 1] == out[4 * k - 3] ? group + 1 : 1;
    if (group > GM_CONTACTS_PATCHES) *crowded = out[4 * k + 1] + 1;
  }
  return q.n;
}

/* Bounds of all structures that are met through a periodic side. */
static void bound_images(gm_candidates *w, const gm_structures *structures)
{
  for (int a = 0; a < 3; ++a) {
    w->image_low[a] = INFINITY;
    w->image_high[a] = -INFINITY;
  }
  for (gm_index s = 0; s < structures->n; ++s) {
    double low[3], high[3];
    if (!structures->row[s].images) continue;
    gm_structures_bounds(&structures->row[s], low, high);
    for (int a = 0; a < 3; ++a) {
      w->image_low[a] = fmin(w->image_low[a], low[a]);
      w->image_high[a] = fmax(w->image_high[a], high[a]);
    }
  }
}

/* Partners of the grains of chunk c. */
GM_CLONED static void find_grains(gm_candidates *w, const gm_grains *g,
                                  const gm_domain *domain, double skin,
                                  gm_index chunk, gm_index c)
{
  gm_index *counts = &w->counts[c * COUNTS];
  const gm_index i0 = c * chunk, i1 = i0 + chunk < g->n ? i0 + chunk : g->n;
  const gm_index room = chunk * w->per_grain;
  gm_index *partner = &w->partner[(size_t)c * (size_t)room];
  gm_index *start = &w->start[(size_t)c * (size_t)(chunk + 1)];
  gm_index n = 0, own = 0;
  for (gm_index i = i0; i < i1; ++i) {
    start[i - i0] = n;
    const int k =
        find_partners(&w->cells, g, domain, i, skin, &partner[n], room - n);
    if (k < 0) {
      counts[FULL] |= 1;
      return;
    }
    n += k;
  }
  start[i1 - i0] = n;
  for (gm_index e = 0; e < n; ++e)
    own += partner[e] < i1;
  counts[OWN] = own;
  counts[CROSS] = n - own;
}

/* Patches near the grains of chunk c. */
static void find_walls(gm_candidates *w, const gm_grains *g,
                       const gm_structures *structures, const gm_domain *domain,
                       double skin, gm_index chunk, gm_index c)
{
  enum { GROUP = 32 }; /* grains that lie together */
  gm_index *counts = &w->counts[c * COUNTS];
  const gm_index i0 = c * chunk, i1 = i0 + chunk < g->n ? i0 + chunk : g->n;
  const gm_index room = w->touch_room;
  gm_index *touch = &w->touch[(size_t)c * 4 * (size_t)room];
  gm_index n = 0;
  uint64_t far = 0;
  for (gm_index i = i0; i < i1; ++i) {
    if ((i - i0) % GROUP == 0) {
      far = far_planes(structures, g, i, i + GROUP < i1 ? i + GROUP : i1, skin);
    }
    const int k = find_patches(w, domain, structures, g, i, skin, far,
                               &touch[4 * n], room - n, &counts[CROWDED]);
    if (k < 0) {
      counts[FULL] |= 2;
      return;
    }
    n += k;
  }
  counts[STRUCTURE] = n;
}

/* Rows of chunk c to their places: cross rows by chunk of b, own rows as they come. */
static void write_chunk(const gm_candidates *w, const gm_grains *g,
                        const gm_domain *d, gm_index chunk, gm_index c,
                        gm_index *cursor, gm_contacts *list)
{
  const gm_index n = g->n;
  const gm_index i0 = c * chunk, i1 = i0 + chunk < n ? i0 + chunk : n;
  const gm_index *partner =
      &w->partner[(size_t)c * (size_t)(chunk * w->per_grain)];
  const gm_index *touch = &w->touch[(size_t)c * 4 * (size_t)w->touch_room];
  const gm_index *start = &w->start[(size_t)c * (size_t)(chunk + 1)];
  memset(cursor, 0, (size_t)(list->n_chunks + 1) * sizeof *cursor);
  for (gm_index e = 0; e < start[i1 - i0]; ++e) {
    if (partner[e] >= i1) ++cursor[partner[e] / chunk + 1];
  }
  cursor[0] = list->first_cross[c];
  for (gm_index k = 0; k < list->n_chunks; ++k)
    cursor[k + 1] += cursor[k];
  gm_index own = list->first_own[c];
  for (gm_index i = i0; i < i1; ++i) {
    for (gm_index e = start[i - i0]; e < start[i - i0 + 1]; ++e) {
      const gm_index j = partner[e];
      const gm_index row = j < i1 ? own++ : cursor[j / chunk]++;
      list->a[row] = i;
      list->b[row] = j;
      list->patch[row] = -1;
      if (!list->image) continue;
      list->image[row] = (uint8_t)gm_domain_nearest(d, g->g[i].x - g->g[j].x);
    }
  }
  const gm_index first = list->first_structure[c];
  for (gm_index e = 0; e < list->first_structure[c + 1] - first; ++e) {
    list->a[first + e] = touch[4 * e];
    list->b[first + e] = touch[4 * e + 1];
    list->patch[first + e] = touch[4 * e + 3];
    if (list->image) list->image[first + e] = (uint8_t)touch[4 * e + 2];
  }
}

/* First cross row of chunk c, among those of the chunk before it, that joins chunk `to`. */
static gm_index first_join(const gm_contacts *l, gm_index c, gm_index to)
{
  gm_index low = l->first_cross[c], high = l->first_cross[c + 1];
  while (low < high) {
    const gm_index middle = low + (high - low) / 2;
    if (l->b[middle] / l->chunk < to)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Records that concern chunk c: side b of rows of earlier chunks, then side a of its own.
 * entry null: count them into at[grain of the chunk]. */
static gm_index walk_entries(gm_contacts *l, gm_index c, gm_index *at,
                             int enter)
{
  const gm_index i0 = l->first_grain[c];
  gm_index n = 0;
  for (gm_index other = 0; other <= c; ++other) {
    const int mine = other == c;
    const gm_index from = mine ? l->first_cross[c] : first_join(l, other, c);
    const gm_index end = l->first_cross[other + 1];
    const gm_index *grain = mine ? l->a : l->b;
    gm_index row = from;
    for (; row < end && (mine || l->b[row] / l->chunk == c); ++row) {
      if (!enter) {
        ++at[grain[row] - i0];
        continue;
      }
      const gm_index e = at[grain[row] - i0]++;
      l->entry_grain[e] = grain[row];
      l->entry[e] = 2 * row + !mine;
    }
    n += row - from;
  }
  return n;
}

/* Each record once for each side, by (grain, row): a counting sort for each chunk. */
static void write_entries(gm_contacts *list)
{
  enum { MOST = 4096 };
  GM_ASSERT(list->chunk <= MOST);
  gm_index *first = list->first_entry;
  first[0] = 0;
#pragma omp parallel
  {
    gm_index at[MOST];
#pragma omp for schedule(static)
    for (gm_index c = 0; c < list->n_chunks; ++c) {
      memset(at, 0, sizeof at);
      first[c + 1] = walk_entries(list, c, at, 0);
    }
#pragma omp single
    for (gm_index c = 0; c < list->n_chunks; ++c)
      first[c + 1] += first[c];
#pragma omp for schedule(static)
    for (gm_index c = 0; c < list->n_chunks; ++c) {
      memset(at, 0, sizeof at);
      walk_entries(list, c, at, 0);
      gm_index e = first[c];
      for (gm_index i = 0; i < list->chunk; ++i) {
        const gm_index n = at[i];
        at[i] = e;
        e += n;
      }
      walk_entries(list, c, at, 1);
    }
  }
}

/* Rows [n t / parts, n (t + 1) / parts) of a column to zero, by every thread of a region. */
static void zero_share(void *column, gm_index n, size_t size)
{
  const int64_t parts = omp_get_num_threads(), t = omp_get_thread_num();
  const size_t from = (size_t)(n * t / parts),
               to = (size_t)(n * (t + 1) / parts);
  memset((char *)column + from * size, 0, (to - from) * size);
}

/* Nothing touches yet. */
static void forget(gm_contacts *list)
{
#pragma omp parallel
  {
    zero_share(list->history, list->n, sizeof *list->history);
    zero_share(list->touched, list->n, sizeof *list->touched);
    zero_share(list->record, list->n_cross, sizeof *list->record);
    if (list->couple) {
      zero_share(list->couple, list->n, sizeof *list->couple);
      zero_share(list->couple_record, list->n_cross,
                 sizeof *list->couple_record);
    }
  }
}

/* Who is near whom, into what is borrowed; with more room where there was too little. */
static gm_status find_all(gm_candidates *w, const gm_grains *g,
                          const gm_structures *structures,
                          const gm_domain *domain, double skin, gm_index chunk,
                          gm_index chunks, gm_contacts *list)
{
  if (!w->per_grain) w->per_grain = 6;
  if (w->touch_room < chunk / 2) w->touch_room = chunk / 2;
  GM_TRY(reserve(w, chunks));
  for (int tries = 0;; ++tries) {
    void *room = NULL;
    GM_TRY(gm_contacts_lend(list, lay(w, g->n, chunk, chunks, NULL), &room));
    lay(w, g->n, chunk, chunks, room);
    GM_TRY(gm_cells_sort(&w->cells, g, skin, room));
    GM_TRY(gm_near_sort(&w->near, structures, &w->cells,
                        w->cells.level[0].largest + skin));
#pragma omp parallel for schedule(static)
    for (gm_index c = 0; c < chunks; ++c) {
      memset(&w->counts[c * COUNTS], 0, COUNTS * sizeof *w->counts);
      find_grains(w, g, domain, skin, chunk, c);
      find_walls(w, g, structures, domain, skin, chunk, c);
    }
    gm_index overflow = 0, crowded = 0;
    for (gm_index c = 0; c < chunks; ++c) {
      const gm_index *counts = &w->counts[c * COUNTS];
      overflow |= counts[FULL];
      crowded = counts[CROWDED] ? counts[CROWDED] : crowded;
    }
    if (crowded) {
      return gm_fail(
          GM_ERR_INPUT,
          "a grain is near more than %d patches of structure '%s' at "
          "once: its mesh has many sharp edges within the size of a "
          "grain; smooth it, or raise virtual_particles.turn",
          GM_CONTACTS_PATCHES, structures->row[crowded - 1].name);
    }
    if (!overflow) return GM_OK;
    if (tries == 20) {
      return gm_fail(GM_ERR_NUMBER, "a grain has more than %d neighbours",
                     w->per_grain);
    }
    if (overflow & 1) w->per_grain += w->per_grain / 2;
    if (overflow & 2) w->touch_room *= 2;
  }
}

gm_status gm_candidates_build(gm_candidates *w, const gm_grains *g,
                              const gm_structures *structures,
                              const gm_domain *domain, double skin,
                              gm_contacts *list)
{
  const gm_index n = g->n, chunk = gm_contacts_chunk(n);
  const gm_index chunks = (n + chunk - 1) / chunk;
  list->n = list->n_grain = list->n_cross = list->n_chunks = 0;
  list->shift = domain->periodic ? domain->shift : NULL;
  if (domain->periodic) {
    bound_images(w, structures);
    GM_TRY(gm_domain_check(domain, g));
  }
  GM_TRY(find_all(w, g, structures, domain, skin, chunk, chunks, list));

  gm_index cross = 0, own = 0, touch = 0;
  for (gm_index c = 0; c < chunks; ++c) {
    cross += w->counts[c * COUNTS + CROSS];
    own += w->counts[c * COUNTS + OWN];
    touch += w->counts[c * COUNTS + STRUCTURE];
  }
  GM_TRY(gm_contacts_reserve(list, cross + own + touch, cross, chunks));
  lay(w, n, chunk, chunks, (char *)list->history);
  list->n_cross = cross;
  list->n_grain = cross + own;
  list->n = cross + own + touch;
  list->n_chunks = chunks;
  list->chunk = chunk;
  list->first_cross[0] = 0;
  list->first_own[0] = cross;
  list->first_structure[0] = list->n_grain;
  for (gm_index c = 0; c < chunks; ++c) {
    const gm_index *counts = &w->counts[c * COUNTS];
    list->first_grain[c] = c * chunk;
    list->first_cross[c + 1] = list->first_cross[c] + counts[CROSS];
    list->first_own[c + 1] = list->first_own[c] + counts[OWN];
    list->first_structure[c + 1] = list->first_structure[c] + counts[STRUCTURE];
  }
  list->first_grain[chunks] = n;
#pragma omp parallel for schedule(static)
  for (gm_index c = 0; c < chunks; ++c) {
    gm_index *cursor =
        &w->cursor[(size_t)omp_get_thread_num() * (size_t)(chunks + 1)];
    write_chunk(w, g, domain, chunk, c, cursor, list);
  }
  forget(list);
  write_entries(list);
  return GM_OK;
}

void gm_candidates_clear(gm_candidates *w)
{
  gm_cells_clear(&w->cells);
  gm_near_clear(&w->near);
  GM_FREE(w->counts);
  GM_FREE(w->cursor);
  *w = (gm_candidates){0};
}
