/* repair/orient.c -- gives adjacent triangles a uniform orientation, by flood fill. */
#include "repair/orient.h"

#include "base/memory.h"
#include "repair/adjacency.h"

void gm_orient_turn(gm_surface *s, gm_index t)
{
  gm_index *c = s->corner[t], *a = s->across[t];
  const gm_index corner = c[1], beyond = a[0];
  c[1] = c[2];
  c[2] = corner;
  a[0] = a[2]; /* reversing the corners exchanges edges 0-1 and 2-0 */
  a[2] = beyond;
}

/* The edge of q that is edge k of t. */
static int side_beyond(const gm_surface *s, gm_index t, int k, gm_index q)
{
  const gm_index a = s->corner[t][k], b = s->corner[t][(k + 1) % 3];
  int m = 0;
  while (!((s->corner[q][m] == a && s->corner[q][(m + 1) % 3] == b) ||
           (s->corner[q][m] == b && s->corner[q][(m + 1) % 3] == a)))
    ++m;
  return m;
}

/* Do t and q traverse edge k of t in the same direction (opposite orientation)? */
static bool same_way(const gm_surface *s, gm_index t, int k, gm_index q)
{
  return s->corner[q][side_beyond(s, t, k, q)] == s->corner[t][k];
}

/* Flood fill from `seed`: numbers the piece and sets turn[] relative to the seed.  The
 * members are list[0..n). */
static gm_index flood(const gm_surface *s, gm_index seed, gm_index piece,
                      gm_index *unit, unsigned char *turn, gm_index *list)
{
  gm_index n = 0;
  list[n++] = seed;
  unit[seed] = piece;
  for (gm_index i = 0; i < n; ++i) {
    const gm_index t = list[i];
    for (int k = 0; k < 3; ++k) {
      const gm_index q = s->across[t][k];
      if (q < 0 || unit[q] >= 0) continue;
      unit[q] = piece;
      turn[q] = turn[t] ^ (same_way(s, t, k, q) ? 1 : 0);
      list[n++] = q;
    }
  }
  return n;
}

/* Cuts the edges at which adjacent triangles still have opposite orientation: removes the
 * adjacency in both triangles. */
static void cut_seams(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k) {
      const gm_index q = s->across[t][k];
      if (q < 0 || !same_way(s, t, k, q)) continue;
      s->across[q][side_beyond(s, t, k, q)] = -1;
      s->across[t][k] = -1;
      gm_adjacency_note(&s->found.seam, gm_adjacency_middle(s, 3 * t + k));
    }
  }
}

static void flood_all(gm_surface *s, gm_index *unit, gm_index *n_units,
                      unsigned char *turn, gm_index *list)
{
  *n_units = 0;
  for (gm_index t = 0; t < s->n; ++t)
    unit[t] = -1;
  for (gm_index seed = 0; seed < s->n; ++seed) {
    if (unit[seed] >= 0) continue;
    const gm_index n = flood(s, seed, (*n_units)++, unit, turn, list);
    gm_index turned = 0;
    for (gm_index i = 0; i < n; ++i)
      turned += turn[list[i]];
    if (2 * turned <= n) continue;
    for (gm_index i = 0; i < n; ++i)
      turn[list[i]] = !turn[list[i]];
  }
  for (gm_index t = 0; t < s->n; ++t) {
    if (!turn[t]) continue;
    gm_adjacency_note(&s->found.turned, gm_adjacency_middle(s, 3 * t));
    gm_orient_turn(s, t);
  }
}

gm_status gm_orient_pieces(gm_surface *s, gm_index *unit, gm_index *n_units)
{
  unsigned char *turn = NULL;
  gm_index *list = NULL;
  gm_status status = GM_RESIZE(turn, 0, s->n + 1);
  if (status == GM_OK) status = GM_RESIZE(list, 0, s->n + 1);
  if (status == GM_OK) {
    flood_all(s, unit, n_units, turn, list);
    cut_seams(s);
  }
  GM_FREE(turn);
  GM_FREE(list);
  return status;
}
