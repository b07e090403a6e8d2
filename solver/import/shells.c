/* import/shells.c -- decides which parts of a surface enclose a volume.
 *
 * An edge is balanced if its triangles traverse it equally often in both directions.  A
 * piece whose edges are all balanced encloses a volume.  For pieces with holes, each
 * rim is closed by a flat fan of triangles (a lid); if all lids together are small, the
 * piece still counts as solid.  Finally the orientation of each solid shell follows
 * from the sign of its volume and from how many other shells contain it.
 */
#include "import/shells.h"

#include "base/memory.h"
#include "import/adjacency.h"
#include "mesh/union_find.h"
#include "query/winding.h"
#include <stdlib.h>

/* Gives adjacent triangles a uniform orientation, by flood fill. */

void gm_shells_turn(gm_surface *s, gm_index t)
{
  gm_index *c = s->corner[t], *a = s->across[t];
  const gm_index corner = c[1], beyond = a[0];
  c[1] = c[2];
  c[2] = corner;
  a[0] = a[2]; /* reversing the corners exchanges edges 0-1 and 2-0 */
  a[2] = beyond;
}

/* The edge of q that is edge k of t. */
static int shell_side_beyond(const gm_surface *s, gm_index t, int k, gm_index q)
{
  const gm_index a = s->corner[t][k], b = s->corner[t][(k + 1) % 3];
  int m = 0;
  while (!((s->corner[q][m] == a && s->corner[q][(m + 1) % 3] == b) ||
           (s->corner[q][m] == b && s->corner[q][(m + 1) % 3] == a)))
    ++m;
  return m;
}

/* Do t and q traverse edge k of t in the same direction (opposite orientation)? */
static bool shell_same_way(const gm_surface *s, gm_index t, int k, gm_index q)
{
  return s->corner[q][shell_side_beyond(s, t, k, q)] == s->corner[t][k];
}

/* Flood fill from `seed`: numbers the piece and sets turn[] relative to the seed.  The
 * members are list[0..n). */
static gm_index flood_shell(const gm_surface *s, gm_index seed, gm_index piece,
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
      turn[q] = turn[t] ^ (shell_same_way(s, t, k, q) ? 1 : 0);
      list[n++] = q;
    }
  }
  return n;
}

/* Cuts the edges at which adjacent triangles still have opposite orientation: removes the
 * adjacency in both triangles. */
static void cut_shell_seams(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k) {
      const gm_index q = s->across[t][k];
      if (q < 0 || !shell_same_way(s, t, k, q)) continue;
      s->across[q][shell_side_beyond(s, t, k, q)] = -1;
      s->across[t][k] = -1;
      gm_adjacency_note(&s->found.seam, gm_adjacency_middle(s, 3 * t + k));
    }
  }
}

static void flood_shell_all(gm_surface *s, gm_index *unit, gm_index *n_units,
                            unsigned char *turn, gm_index *list)
{
  *n_units = 0;
  for (gm_index t = 0; t < s->n; ++t)
    unit[t] = -1;
  for (gm_index seed = 0; seed < s->n; ++seed) {
    if (unit[seed] >= 0) continue;
    const gm_index n = flood_shell(s, seed, (*n_units)++, unit, turn, list);
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
    gm_shells_turn(s, t);
  }
}

gm_status gm_shells_orient(gm_surface *s, gm_index *unit, gm_index *n_units)
{
  unsigned char *turn = NULL;
  gm_index *list = NULL;
  gm_status status = GM_RESIZE(turn, 0, s->n + 1);
  if (status == GM_OK) status = GM_RESIZE(list, 0, s->n + 1);
  if (status == GM_OK) {
    flood_shell_all(s, unit, n_units, turn, list);
    cut_shell_seams(s);
  }
  GM_FREE(turn);
  GM_FREE(list);
  return status;
}

/* largest area of all lids of a solid piece, as a fraction of its area */
static const double small_holes = 1.0e-3;
/* below this one it may have been meant as a solid */
static const double some_holes = 0.1;
/* smallest volume, as a fraction of the cube of the diagonal; less is rounding */
static const double no_volume = 1.0e-15;
enum { SAMPLES = 5 };

gm_status gm_shells_number(gm_surface *s)
{
  gm_half_edge *side;
  GM_TRY(gm_adjacency_sort(s, &side));
  gm_union_find_init(s->shell, s->n);
  for (gm_index i = 0, j; i < 3 * s->n; i = j) {
    j = gm_adjacency_run(side, 3 * s->n, i);
    for (gm_index k = i + 1; k < j; ++k)
      gm_union_find_join(s->shell, side[i].at / 3, side[k].at / 3);
  }
  GM_FREE(side);
  s->n_shells = gm_union_find_number(s->shell, s->n);
  return GM_OK;
}

/* --- solid or sheet ----------------------------------------------------------------- */

typedef struct piece {
  /* open: the piece has open edges; even: all its edges are balanced */
  bool open, even;
  /* m2  area of the piece, and of the flat lids on its rims */
  double area, lids;
  gm_index n_rims;
} piece;

/* A half-edge with the piece of its triangle. */
typedef struct part {
  gm_index unit, low, high;
  /* 1 if traversed from low to high, else -1; of several half-edges the sum */
  int up;
  bool open; /* no other triangle shares the edge */
} part;

static int by_shell_unit(const void *a, const void *b)
{
  const part *p = a, *q = b;
  if (p->unit != q->unit) return p->unit < q->unit ? -1 : 1;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return p->up - q->up;
}

/* Closes the rims of one piece by flat lids. list[0..n) holds its half-edges that are
 * traversed more often in one direction; rims are the sets of points they connect. up
 * and lid ([points], shared by all pieces) are used and restored. */
static void put_shell_lids(const gm_surface *s, const part *list, gm_index n,
                           gm_index *up, gm_vec3 *lid, piece *p)
{
  const gm_vec3 o = gm_scale(0.5, gm_add(s->min, s->max));
  for (gm_index i = 0; i < n; ++i)
    gm_union_find_join(up, list[i].low, list[i].high);
  for (gm_index i = 0; i < n; ++i) {
    const gm_index root = gm_union_find_root(up, list[i].low);
    lid[root] = gm_madd(lid[root], 0.5 * list[i].up,
                        gm_cross(gm_sub(s->point[list[i].low], o),
                                 gm_sub(s->point[list[i].high], o)));
  }
  for (gm_index i = 0; i < n; ++i) {
    const gm_index ends[2] = {list[i].low, list[i].high};
    for (int k = 0; k < 2; ++k) {
      /* the point is not the root of its set, or was counted before */
      if (up[ends[k]] != ends[k]) continue;
      p->lids += gm_norm(lid[ends[k]]);
      lid[ends[k]] = (gm_vec3){0.0, 0.0, 0.0};
      ++p->n_rims;
      up[ends[k]] = -1;
    }
  }
  for (gm_index i = 0; i < n; ++i) {
    up[list[i].low] = list[i].low;
    up[list[i].high] = list[i].high;
  }
}

/* Examines the pieces one by one; the half-edges are sorted by piece, and reordered. */
static void survey_shell_parts(const gm_surface *s, part *list, gm_index n,
                               gm_index *up, gm_vec3 *lid, piece *all)
{
  gm_union_find_init(up, s->n_points);
  for (gm_index i = 0, end; i < n; i = end) {
    piece *p = &all[list[i].unit];
    gm_index kept = i;
    for (end = i; end < n && list[end].unit == list[i].unit;) {
      part sum = list[end];
      gm_index j = end + 1;
      for (; j < n && list[j].unit == sum.unit && list[j].low == sum.low &&
             list[j].high == sum.high;
           ++j)
        sum.up += list[j].up;
      p->open |= sum.open;
      if (sum.up != 0) {
        list[kept++] = sum;
      }
      end = j;
    }
    p->even = kept == i;
    put_shell_lids(s, list + i, kept - i, up, lid, p);
  }
}

/* even[shell] = 1 if, over the pieces without open edges of the shell, every edge is
 * balanced. */
static void survey_shells(const gm_surface *s, const gm_half_edge *side,
                          const gm_index *unit, const piece *all,
                          unsigned char *even)
{
  for (gm_index k = 0; k < s->n_shells; ++k)
    even[k] = 1;
  for (gm_index i = 0, j; i < 3 * s->n; i = j) {
    j = gm_adjacency_run(side, 3 * s->n, i);
    int up = 0;
    for (gm_index k = i; k < j; ++k) {
      if (!all[unit[side[k].at / 3]].open) up += side[k].up ? 1 : -1;
    }
    if (up != 0) even[s->shell[side[i].at / 3]] = 0;
  }
}

static void judge_shells(gm_surface *s, const gm_index *unit, const piece *all,
                         gm_index n_units, const unsigned char *even)
{
  for (gm_index t = 0; t < s->n; ++t) {
    const piece *p = &all[unit[t]];
    const bool solid = p->even || p->lids <= small_holes * p->area ||
                       (!p->open && even[s->shell[t]]);
    s->sheet[t] = !solid;
  }
  s->found.n_holes = s->found.n_openings = 0;
  s->found.hole_area = 0.0;
  for (gm_index k = 0; k < n_units; ++k) {
    const piece *p = &all[k];
    if (!p->open) continue;
    if (p->lids > small_holes * p->area) {
      if (p->lids < some_holes * p->area) s->found.n_openings += p->n_rims;
      continue;
    }
    s->found.n_holes += p->n_rims;
    s->found.hole_area += p->lids;
  }
}

static void list_shell_parts(const gm_surface *s, const gm_half_edge *side,
                             const gm_index *unit, part *list, piece *all)
{
  for (gm_index i = 0, j; i < 3 * s->n; i = j) {
    j = gm_adjacency_run(side, 3 * s->n, i);
    for (gm_index k = i; k < j; ++k) {
      list[k] = (part){unit[side[k].at / 3], side[k].low, side[k].high,
                       side[k].up ? 1 : -1, j - i == 1};
    }
  }
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    const gm_vec3 a = s->point[c[0]];
    all[unit[t]].area += 0.5 * gm_norm(gm_cross(gm_sub(s->point[c[1]], a),
                                                gm_sub(s->point[c[2]], a)));
  }
}

gm_status gm_shells_classify(gm_surface *s, const gm_index *unit,
                             gm_index n_units)
{
  gm_half_edge *side = NULL;
  part *list = NULL;
  piece *all = NULL;
  gm_index *up = NULL;
  gm_vec3 *lid = NULL;
  unsigned char *even = NULL;
  gm_status status = gm_adjacency_sort(s, &side);
  if (status == GM_OK) status = GM_RESIZE(list, 0, 3 * (size_t)s->n + 1);
  if (status == GM_OK) status = GM_RESIZE(all, 0, n_units);
  if (status == GM_OK) status = GM_RESIZE(up, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(lid, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(even, 0, s->n_shells);
  if (status == GM_OK) {
    list_shell_parts(s, side, unit, list, all);
    qsort(list, 3 * (size_t)s->n, sizeof *list, by_shell_unit);
    survey_shell_parts(s, list, 3 * s->n, up, lid, all);
    survey_shells(s, side, unit, all, even);
    judge_shells(s, unit, all, n_units, even);
  }
  GM_FREE(side);
  GM_FREE(list);
  GM_FREE(all);
  GM_FREE(up);
  GM_FREE(lid);
  GM_FREE(even);
  return status;
}

/* --- orientation of solid shells ---------------------------------------------- */

double gm_shells_six_volume(const gm_surface *s, gm_index t, gm_vec3 o)
{
  const gm_index *c = s->corner[t];
  return gm_dot(gm_sub(s->point[c[0]], o),
                gm_cross(gm_sub(s->point[c[1]], o), gm_sub(s->point[c[2]], o)));
}

/* Triangles by shell: those of shell k are member[start[k]] to member[start[k + 1] -
 * 1]. */
typedef struct members {
  gm_index *start, *member;
  /* [n_shells] m3  six times the volume of its solid triangles */
  double *volume;
} members;

static void clear_shell_members(members *m)
{
  GM_FREE(m->start);
  GM_FREE(m->member);
  GM_FREE(m->volume);
}

static gm_status list_shell_members(const gm_surface *s, members *m)
{
  *m = (members){NULL, NULL, NULL};
  GM_TRY(GM_RESIZE(m->start, 0, s->n_shells + 2));
  GM_TRY(GM_RESIZE(m->member, 0, s->n));
  GM_TRY(GM_RESIZE(m->volume, 0, s->n_shells));
  const gm_vec3 o = gm_scale(0.5, gm_add(s->min, s->max));
  for (gm_index t = 0; t < s->n; ++t) {
    ++m->start[s->shell[t] + 2];
    if (!s->sheet[t]) m->volume[s->shell[t]] += gm_shells_six_volume(s, t, o);
  }
  for (gm_index k = 2; k < s->n_shells + 2; ++k)
    m->start[k] += m->start[k - 1];
  for (gm_index t = 0; t < s->n; ++t)
    m->member[m->start[s->shell[t] + 1]++] = t;
  return GM_OK;
}

static void turn_shell(gm_surface *s, members *m, gm_index shell)
{
  for (gm_index i = m->start[shell]; i < m->start[shell + 1]; ++i) {
    const gm_index t = m->member[i];
    gm_shells_turn(s, t);
    s->normal[t] = gm_scale(-1.0, s->normal[t]);
  }
  m->volume[shell] = -m->volume[shell];
  gm_adjacency_note(&s->found.inverted,
                    gm_adjacency_middle(s, 3 * m->member[m->start[shell]]));
}

/* How many other shells contain this one?  The smallest number over several sample
 * points, because shells may intersect. */
static int shell_depth(const gm_surface *s, const members *m,
                       const gm_winding *all, gm_index shell)
{
  const gm_index first = m->start[shell], n = m->start[shell + 1] - first;
  double least = INFINITY;
  for (int k = 0; k < SAMPLES; ++k) {
    const gm_index t =
        m->member[first + (gm_index)((int64_t)(n - 1) * k / (SAMPLES - 1))];
    const gm_index *c = s->corner[t];
    const gm_vec3 y =
        gm_scale(1.0 / 3.0, gm_add(s->point[c[0]],
                                   gm_add(s->point[c[1]], s->point[c[2]])));
    double others = gm_winding_approximate(all, y);
    for (gm_index i = first; i < first + n; ++i) {
      if (!s->sheet[m->member[i]])
        others -= gm_winding_triangle(s, m->member[i], y);
    }
    least = fmin(least, fabs(others));
  }
  return (int)lround(least);
}

/* Decides which shells to reverse: turn[shell]. */
static gm_status find_shell_reversed(gm_surface *s, const members *m,
                                     double least, unsigned char *use,
                                     unsigned char *turn)
{
  gm_winding *all;
  for (gm_index t = 0; t < s->n; ++t)
    use[t] = !s->sheet[t];
  GM_TRY(gm_winding_create(s, use, &all));
  for (gm_index k = 0; k < s->n_shells; ++k) {
    if (fabs(m->volume[k]) <= least) continue;
    const int depth = shell_depth(s, m, all, k);
    const bool hollow = m->volume[k] < 0.0;
    if (hollow == (depth % 2 == 1)) continue;
    if (depth == 0) {
      turn[k] = 1;
    } else {
      gm_adjacency_note(&s->found.nested,
                        gm_adjacency_middle(s, 3 * m->member[m->start[k]]));
    }
  }
  gm_winding_free(&all);
  return GM_OK;
}

static gm_status shell_face_each(gm_surface *s, members *m, double least)
{
  unsigned char *use = NULL, *turn = NULL;
  gm_status status = GM_RESIZE(use, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(turn, 0, s->n_shells);
  if (status == GM_OK) status = find_shell_reversed(s, m, least, use, turn);
  for (gm_index k = 0; status == GM_OK && k < s->n_shells; ++k)
    if (turn[k]) turn_shell(s, m, k);
  GM_FREE(use);
  GM_FREE(turn);
  return status;
}

gm_status gm_shells_face_outwards(gm_surface *s)
{
  members m;
  gm_status status = list_shell_members(s, &m);
  if (status == GM_OK) {
    const double diagonal = gm_norm(gm_sub(s->max, s->min));
    const double least = no_volume * diagonal * diagonal * diagonal;
    double total = 0.0;
    for (gm_index k = 0; k < s->n_shells; ++k)
      total += m.volume[k];
    /* shells without volume enclose nothing */
    for (gm_index t = 0; t < s->n; ++t)
      s->sheet[t] |= fabs(m.volume[s->shell[t]]) <= least;
    for (gm_index k = 0; k < s->n_shells; ++k) {
      if (total < -least && fabs(m.volume[k]) > least) turn_shell(s, &m, k);
    }
    if (s->n_shells > 1) status = shell_face_each(s, &m, least);
  }
  clear_shell_members(&m);
  return status;
}
