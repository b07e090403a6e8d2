/* import/close.c -- closes solids that files leave open by little.
 *
 * Two solids that share a face, as plates that were exported as one file, have each of
 * its triangles twice, back to back.  To remove one of the two, as of a sheet that was
 * drawn with two sides, would leave an open sheet across one solid.
 */
#include "import/close.h"

#include "base/memory.h"
#include "import/adjacency.h"
#include "mesh/union_find.h"
#include <stdlib.h>
#include <string.h>

/* cosine of the angle by which a filled triangle continues a neighbour */
static const double smooth = 0.866;

static gm_vec3 close_rim_area(const gm_surface *s, const gm_index c[3])
{
  const gm_vec3 a = s->point[c[0]];
  return gm_cross(gm_sub(s->point[c[1]], a), gm_sub(s->point[c[2]], a));
}

static gm_vec3 close_rim_middle(const gm_surface *s, const gm_index c[3])
{
  return gm_scale(1.0 / 3.0, gm_add(s->point[c[0]],
                                    gm_add(s->point[c[1]], s->point[c[2]])));
}

/* --- shared faces ------------------------------------------------------------------ */

/* The corners in rising order, and whether they were so in the file (but for a turn). */
typedef struct triple {
  gm_index c[3], triangle;
  int odd;
} triple;

static triple close_triple(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  int low = 0;
  for (int k = 1; k < 3; ++k)
    if (c[k] < c[low]) low = k;
  const gm_index b = c[(low + 1) % 3], d = c[(low + 2) % 3];
  return (triple){{c[low], b < d ? b : d, b < d ? d : b}, t, b > d};
}

static int close_rims_by_triple(const void *a, const void *b)
{
  const triple *p = a, *q = b;
  for (int k = 0; k < 3; ++k) {
    if (p->c[k] != q->c[k]) return p->c[k] < q->c[k] ? -1 : 1;
  }
  return p->triangle < q->triangle ? -1 : p->triangle > q->triangle;
}

/* other[t]: the only triangle with the same corners, in the other orientation; -1: none,
 * or several. */
static gm_status find_close_rim_pairs(const gm_surface *s, gm_index *other,
                                      gm_index *n)
{
  triple *list = NULL;
  GM_TRY(GM_RESIZE(list, 0, s->n + 1));
  for (gm_index t = 0; t < s->n; ++t) {
    list[t] = close_triple(s, t);
    other[t] = -1;
  }
  qsort(list, (size_t)s->n, sizeof *list, close_rims_by_triple);
  for (gm_index k = 0, end; k < s->n; k = end) {
    for (end = k + 1;
         end < s->n && !memcmp(list[end].c, list[k].c, sizeof list[k].c);)
      ++end;
    if (end - k != 2 || list[k].odd == list[k + 1].odd) continue;
    other[list[k].triangle] = list[k + 1].triangle;
    other[list[k + 1].triangle] = list[k].triangle;
    *n += 2;
  }
  GM_FREE(list);
  return GM_OK;
}

enum { BORDERED = 1, LOOSE = 2 };

/* Joins pairs to regions over edges that belong to pairs alone. */
static void join_close_edge(const gm_half_edge *side, gm_index i, gm_index j,
                            gm_index *region)
{
  for (gm_index k = i + 1; k < j; ++k)
    gm_union_find_join(region, side[i].at / 3, side[k].at / 3);
}

/* Notes what is at an edge of a region beside its pairs. */
static void note_close_edge(const gm_half_edge *side, gm_index i, gm_index j,
                            const gm_index *other, gm_index pairs,
                            gm_index *region, unsigned char *state)
{
  const gm_index others = j - i - pairs;
  for (gm_index k = i; k < j; ++k) {
    const gm_index t = side[k].at / 3;
    if (other[t] < 0) continue;
    unsigned char *of = &state[gm_union_find_root(region, t)];
    if (others > 0 && others % 2 == 0) *of |= BORDERED;
    if (others % 2 == 1 || (others == 0 && pairs == 2)) *of |= LOOSE;
  }
}

static void find_close_regions(const gm_surface *s, const gm_half_edge *side,
                               const gm_index *other, gm_index *region,
                               unsigned char *state)
{
  gm_union_find_init(region, s->n);
  for (gm_index t = 0; t < s->n; ++t)
    if (other[t] >= 0) gm_union_find_join(region, t, other[t]);
  for (int pass = 0; pass < 2; ++pass) {
    for (gm_index i = 0, j; i < 3 * s->n; i = j) {
      gm_index pairs = 0;
      j = gm_adjacency_run(side, 3 * s->n, i);
      for (gm_index k = i; k < j; ++k)
        pairs += other[side[k].at / 3] >= 0;
      if (pass == 1 && pairs > 0)
        note_close_edge(side, i, j, other, pairs, region, state);
      if (pass == 0 && pairs == j - i) join_close_edge(side, i, j, region);
    }
  }
}

static void drop_close_regions(gm_surface *s, const gm_index *other,
                               gm_index *region, const unsigned char *state)
{
  gm_index kept = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    if (other[t] >= 0 && state[gm_union_find_root(region, t)] == BORDERED) {
      gm_adjacency_note(&s->found.shared, close_rim_middle(s, s->corner[t]));
      continue;
    }
    memmove(s->corner[kept], s->corner[t], sizeof s->corner[0]);
    s->group[kept++] = s->group[t];
  }
  s->n = kept;
}

gm_status gm_close_shared(gm_surface *s)
{
  gm_index *other = NULL, *region = NULL, n = 0;
  unsigned char *state = NULL;
  gm_half_edge *side = NULL;
  gm_status status = GM_RESIZE(other, 0, s->n + 1);
  if (status == GM_OK) status = find_close_rim_pairs(s, other, &n);
  if (status == GM_OK && n > 0) {
    status = GM_RESIZE(region, 0, s->n);
    if (status == GM_OK) status = GM_RESIZE(state, 0, s->n);
    if (status == GM_OK) status = gm_adjacency_sort(s, &side);
    if (status == GM_OK) {
      find_close_regions(s, side, other, region, state);
      drop_close_regions(s, other, region, state);
    }
  }
  GM_FREE(other);
  GM_FREE(region);
  GM_FREE(state);
  GM_FREE(side);
  return status;
}

/* --- missing triangles ------------------------------------------------------------- */

/* Open edges as they are traversed by their triangles: from `point`, to `end`. */
typedef struct rim {
  gm_index point, end, at;
} rim;

static int by_close_point(const void *a, const void *b)
{
  const rim *p = a, *q = b;
  return (p->point > q->point) - (p->point < q->point);
}

static gm_index find_close_rim(const rim *list, gm_index n, gm_index point)
{
  gm_index low = 0, high = n;
  while (low < high) {
    const gm_index half = (low + high) / 2;
    if (list[half].point < point)
      low = half + 1;
    else
      high = half;
  }
  return low < n && list[low].point == point ? low : -1;
}

static gm_status list_close_rims(const gm_surface *s, rim **list, gm_index *n)
{
  *n = 0;
  *list = NULL;
  GM_TRY(GM_RESIZE(*list, 0, s->found.open.n + 1));
  for (gm_index at = 0; at < 3 * s->n && *n < s->found.open.n; ++at)
    if (s->across[at / 3][at % 3] < 0)
      (*list)[(*n)++] =
          (rim){gm_adjacency_start(s, at), gm_adjacency_end(s, at), at};
  qsort(*list, (size_t)*n, sizeof **list, by_close_point);
  return GM_OK;
}

/* Does the triangle c[3] that fills a hole continue a neighbour? */
static int close_continues_rim(const gm_surface *s, const gm_index c[3],
                               const rim *list, const gm_index row[3])
{
  const gm_vec3 normal = gm_unit(close_rim_area(s, c));
  for (int k = 0; k < 3; ++k) {
    const gm_index t = list[row[k]].at / 3;
    if (gm_dot(normal, gm_unit(close_rim_area(s, s->corner[t]))) > smooth)
      return 1;
  }
  return 0;
}

/* Appends the triangle of every hole; none if an open edge is of no such hole. */
static void fill_close_hole(gm_surface *s, const rim *list, gm_index n)
{
  gm_index added = 0;
  for (gm_index i = 0; i < n; ++i) {
    const gm_index second = find_close_rim(list, n, list[i].end);
    if (second < 0) return;
    const gm_index third = find_close_rim(list, n, list[second].end);
    if (third < 0 || list[third].end != list[i].point) return;
    /* the other way around than the triangles beside it */
    const gm_index c[3] = {list[i].point, list[third].point,
                           list[second].point};
    const gm_index row[3] = {i, second, third};
    if (!close_continues_rim(s, c, list, row)) return;
    if (second < i || third < i) continue;
    const gm_index t = s->n + added++;
    memcpy(s->corner[t], c, sizeof c);
    s->group[t] = s->group[list[i].at / 3];
  }
  for (gm_index t = s->n; t < s->n + added; ++t)
    gm_adjacency_note(&s->found.filled, close_rim_middle(s, s->corner[t]));
  s->n += added;
}

gm_status gm_close_missing(gm_surface *s)
{
  rim *list = NULL;
  gm_index n;
  if (s->found.open.n == 0 || s->found.open.n % 3 || s->found.branching.n > 0)
    return GM_OK;
  const gm_index more = s->found.open.n / 3, room = s->n + more;
  GM_TRY(GM_RESIZE(s->corner, s->n, room));
  GM_TRY(GM_RESIZE(s->across, s->n, room));
  GM_TRY(GM_RESIZE(s->normal, s->n, room));
  GM_TRY(GM_RESIZE(s->shell, s->n, room));
  GM_TRY(GM_RESIZE(s->group, s->n, room));
  GM_TRY(GM_RESIZE(s->material, s->n, room));
  GM_TRY(GM_RESIZE(s->crossed, s->n, room));
  GM_TRY(GM_RESIZE(s->sheet, s->n, room));
  gm_status status = list_close_rims(s, &list, &n);
  const gm_index before = s->n;
  if (status == GM_OK) fill_close_hole(s, list, n);
  GM_FREE(list);
  if (status == GM_OK && s->n > before) status = gm_adjacency_link(s, NULL);
  return status;
}
