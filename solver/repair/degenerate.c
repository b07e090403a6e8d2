/* repair/degenerate.c -- removes degenerate and repeated triangles.
 *
 * Triangles with two corners at one point and repeated triangles are deleted.  A
 * triangle without area but with three distinct points is removed by an edge swap: the
 * neighbour across its longest edge is split at the third point, which lies on that
 * edge, so that neither the shape nor the adjacency changes.
 */
#include "repair/degenerate.h"

#include "base/memory.h"
#include "repair/adjacency.h"
#include <stdlib.h>
#include <string.h>

/* height over longest edge below which a triangle has no area */
static const double flat = 1.0e-10;
enum { ROUNDS = 20 };

/* Removes the triangles whose first corner is -1. */
static void drop_marked(gm_surface *s)
{
  gm_index kept = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    if (s->corner[t][0] < 0) continue;
    memmove(s->corner[kept], s->corner[t], sizeof s->corner[0]);
    s->group[kept++] = s->group[t];
  }
  s->n = kept;
}

static gm_vec3 middle(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  return gm_scale(1.0 / 3.0, gm_add(s->point[c[0]],
                                    gm_add(s->point[c[1]], s->point[c[2]])));
}

void gm_degenerate_remove_collapsed(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    gm_index *c = s->corner[t];
    if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0]) continue;
    gm_adjacency_note(&s->found.collapsed, s->point[c[0]]);
    c[0] = -1;
  }
  drop_marked(s);
}

/* --- repeated triangles ---------------------------------------------------------- */

/* The corners in rising order, and the parity of the order in which they were given. */
typedef struct triple {
  gm_index c[3], triangle;
  int odd;
} triple;

static void exchange(triple *p, int i, int j)
{
  if (p->c[i] <= p->c[j]) return;
  const gm_index c = p->c[i];
  p->c[i] = p->c[j];
  p->c[j] = c;
  p->odd = !p->odd;
}

static int by_triple(const void *a, const void *b)
{
  const triple *p = a, *q = b;
  for (int k = 0; k < 3; ++k) {
    if (p->c[k] != q->c[k]) return p->c[k] < q->c[k] ? -1 : 1;
  }
  return p->triangle < q->triangle ? -1 : p->triangle > q->triangle;
}

gm_status gm_degenerate_remove_repeated(gm_surface *s)
{
  triple *list = NULL;
  GM_TRY(GM_RESIZE(list, 0, s->n + 1));
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    list[t] = (triple){{c[0], c[1], c[2]}, t, 0};
    exchange(&list[t], 0, 1);
    exchange(&list[t], 1, 2);
    exchange(&list[t], 0, 1);
  }
  qsort(list, (size_t)s->n, sizeof *list, by_triple);
  for (gm_index k = 1, first = 0; k < s->n; ++k) {
    if (memcmp(list[k].c, list[first].c, sizeof list[k].c) != 0) {
      first = k;
      continue;
    }
    const gm_index t = list[k].triangle;
    gm_adjacency_note(list[k].odd == list[first].odd ? &s->found.repeated
                                                     : &s->found.doubled,
                      middle(s, t));
    s->corner[t][0] = -1;
  }
  GM_FREE(list);
  drop_marked(s);
  return GM_OK;
}

/* --- triangles without area -------------------------------------------------------- */

bool gm_degenerate_normal(const gm_surface *s, gm_index t, gm_vec3 *normal)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 a = s->point[c[0]];
  const gm_vec3 ab = gm_sub(s->point[c[1]], a);
  const gm_vec3 ac = gm_sub(s->point[c[2]], a);
  const double longest =
      fmax(fmax(gm_norm2(ab), gm_norm2(ac)), gm_norm2(gm_sub(ac, ab)));
  *normal = gm_cross(ab, ac);
  return gm_norm(*normal) > flat * longest;
}

static int longest_side(const gm_surface *s, gm_index t)
{
  int longest = 0;
  double most = -1.0;
  for (int k = 0; k < 3; ++k) {
    const double length = gm_norm2(
        gm_sub(s->point[s->corner[t][k]], s->point[s->corner[t][(k + 1) % 3]]));
    if (length > most) {
      most = length;
      longest = k;
    }
  }
  return longest;
}

static bool has_area(const gm_surface *s, gm_index t)
{
  gm_vec3 normal;
  return gm_degenerate_normal(s, t, &normal);
}

/* In triangle t, point c lies on the edge ab; the neighbour q across this edge has the
 * third point d.  Replaces t and q by the two parts of q.  Returns whether both parts
 * have an area. */
static bool swap(gm_surface *s, gm_index t, gm_index q, int side)
{
  gm_index *mine = s->corner[t], *other = s->corner[q];
  const gm_index a = mine[side], b = mine[(side + 1) % 3],
                 c = mine[(side + 2) % 3];
  int k = 0;
  while (other[k] == a || other[k] == b)
    ++k;
  if (other[k] == c) return false;
  gm_index was[2][3];
  memcpy(was[0], mine, sizeof was[0]);
  memcpy(was[1], other, sizeof was[1]);
  /* q = (d, e, f) with {e, f} = {a, b}: its parts are (d, e, c) and (d, c, f) */
  const gm_index d = other[k], e = other[(k + 1) % 3], f = other[(k + 2) % 3];
  other[0] = d;
  other[1] = e;
  other[2] = c;
  mine[0] = d;
  mine[1] = c;
  mine[2] = f;
  if (has_area(s, t) && has_area(s, q)) return true;
  memcpy(mine, was[0], sizeof was[0]);
  memcpy(other, was[1], sizeof was[1]);
  return false;
}

/* One round of swaps; used[t] marks triangles whose adjacency is out of date. */
static gm_index swap_flat(gm_surface *s, unsigned char *used)
{
  gm_index swapped = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    if (used[t] || has_area(s, t)) continue;
    const int side = longest_side(s, t);
    const gm_index q = s->across[t][side];
    const gm_vec3 at = middle(s, t);
    if (q < 0 || used[q] || !has_area(s, q) || !swap(s, t, q, side)) continue;
    used[t] = used[q] = 1;
    s->group[t] = s->group[q];
    gm_adjacency_note(&s->found.swapped, at);
    ++swapped;
  }
  return swapped;
}

gm_status gm_degenerate_remove_flat(gm_surface *s)
{
  unsigned char *used = NULL;
  GM_TRY(GM_RESIZE(used, 0, s->n + 1));
  gm_status status = GM_OK;
  for (int round = 0; status == GM_OK && round < ROUNDS; ++round) {
    memset(used, 0, (size_t)s->n);
    if (swap_flat(s, used) == 0) break;
    status = gm_adjacency_link(s, NULL);
  }
  GM_FREE(used);
  GM_TRY(status);
  const gm_index before = s->n;
  for (gm_index t = 0; t < s->n; ++t) {
    if (has_area(s, t)) continue;
    gm_adjacency_note(&s->found.flat, middle(s, t));
    s->corner[t][0] = -1;
  }
  drop_marked(s);
  return s->n < before ? gm_adjacency_link(s, NULL) : GM_OK;
}
