/* structure/shells.c -- pieces, shells, solids and sheets.  Room: structure. */
#include "structure/shells.h"

#include "base/memory.h"
#include "structure/link.h"
#include "structure/orient.h"
#include "structure/sets.h"
#include "structure/winding.h"
#include <stdlib.h>

static const double small_holes = 1.0e-3; /* of the area of a piece */
static const double no_volume = 1.0e-15;  /* of the diagonal cubed: rounding */
enum { SAMPLES = 5 };

gm_status gm_shells_number(gm_surface *s)
{
  gm_link_side *side;
  GM_TRY(gm_link_sort(s, &side));
  gm_sets_init(s->shell, s->n);
  for (gm_index i = 0, j; i < 3 * s->n; i = j) {
    j = gm_link_run(side, 3 * s->n, i);
    for (gm_index k = i + 1; k < j; ++k)
      gm_sets_join(s->shell, side[i].at / 3, side[k].at / 3);
  }
  GM_FREE(side);
  s->n_shells = gm_sets_number(s->shell, s->n);
  return GM_OK;
}

/* --- solid or sheet ----------------------------------------------------------------- */

typedef struct piece {
  bool open, even;   /* has open sides; every side runs as often each way */
  double area, lids; /* m2  of the piece, of flat lids on its rims        */
  gm_index n_rims;
} piece;

/* A side with the piece of its triangle. */
typedef struct part {
  gm_index unit, low, high;
  int up;    /* 1 or -1 */
  bool open; /* no other triangle has it */
} part;

static int by_unit(const void *a, const void *b)
{
  const part *p = a, *q = b;
  if (p->unit != q->unit) return p->unit < q->unit ? -1 : 1;
  if (p->low != q->low) return p->low < q->low ? -1 : 1;
  if (p->high != q->high) return p->high < q->high ? -1 : 1;
  return p->up - q->up;
}

/* Sides run along more often one way, of one piece: list[0, n).  Rims are points joined by
 * them; up and lid ([points], shared by all pieces) are used and left as they were. */
static void put_lids(const gm_surface *s, const part *list, gm_index n,
                     gm_index *up, gm_vec3 *lid, piece *p)
{
  const gm_vec3 o = gm_scale(0.5, gm_add(s->min, s->max));
  for (gm_index i = 0; i < n; ++i)
    gm_sets_join(up, list[i].low, list[i].high);
  for (gm_index i = 0; i < n; ++i) {
    const gm_index root = gm_sets_find(up, list[i].low);
    lid[root] = gm_madd(lid[root], 0.5 * list[i].up,
                        gm_cross(gm_sub(s->point[list[i].low], o),
                                 gm_sub(s->point[list[i].high], o)));
  }
  for (gm_index i = 0; i < n; ++i) {
    const gm_index ends[2] = {list[i].low, list[i].high};
    for (int k = 0; k < 2; ++k) {
      if (up[ends[k]] != ends[k]) continue; /* no root, or counted */
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

/* Pieces one by one: part is sorted by them, and is used up. */
static void survey(const gm_surface *s, part *list, gm_index n, gm_index *up,
                   gm_vec3 *lid, piece *all)
{
  gm_sets_init(up, s->n_points);
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
    put_lids(s, list + i, kept - i, up, lid, p);
  }
}

/* Shells whose pieces without open sides leave no side uneven: even[shell]. */
static void survey_shells(const gm_surface *s, const gm_link_side *side,
                          const gm_index *unit, const piece *all,
                          unsigned char *even)
{
  for (gm_index k = 0; k < s->n_shells; ++k)
    even[k] = 1;
  for (gm_index i = 0, j; i < 3 * s->n; i = j) {
    j = gm_link_run(side, 3 * s->n, i);
    int up = 0;
    for (gm_index k = i; k < j; ++k) {
      if (!all[unit[side[k].at / 3]].open) up += side[k].up ? 1 : -1;
    }
    if (up != 0) even[s->shell[side[i].at / 3]] = 0;
  }
}

static void judge(gm_surface *s, const gm_index *unit, const piece *all,
                  gm_index n_units, const unsigned char *even)
{
  for (gm_index t = 0; t < s->n; ++t) {
    const piece *p = &all[unit[t]];
    const bool solid = p->even || p->lids <= small_holes * p->area ||
                       (!p->open && even[s->shell[t]]);
    s->sheet[t] = !solid;
  }
  s->found.n_holes = 0;
  s->found.hole_area = 0.0;
  for (gm_index k = 0; k < n_units; ++k) {
    const piece *p = &all[k];
    if (!p->open || p->lids > small_holes * p->area) continue;
    s->found.n_holes += p->n_rims;
    s->found.hole_area += p->lids;
  }
}

static void list_parts(const gm_surface *s, const gm_link_side *side,
                       const gm_index *unit, part *list, piece *all)
{
  for (gm_index i = 0, j; i < 3 * s->n; i = j) {
    j = gm_link_run(side, 3 * s->n, i);
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

gm_status gm_shells_judge(gm_surface *s, const gm_index *unit, gm_index n_units)
{
  gm_link_side *side = NULL;
  part *list = NULL;
  piece *all = NULL;
  gm_index *up = NULL;
  gm_vec3 *lid = NULL;
  unsigned char *even = NULL;
  gm_status status = gm_link_sort(s, &side);
  if (status == GM_OK) status = GM_RESIZE(list, 0, 3 * (size_t)s->n + 1);
  if (status == GM_OK) status = GM_RESIZE(all, 0, n_units);
  if (status == GM_OK) status = GM_RESIZE(up, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(lid, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(even, 0, s->n_shells);
  if (status == GM_OK) {
    list_parts(s, side, unit, list, all);
    qsort(list, 3 * (size_t)s->n, sizeof *list, by_unit);
    survey(s, list, 3 * s->n, up, lid, all);
    survey_shells(s, side, unit, all, even);
    judge(s, unit, all, n_units, even);
  }
  GM_FREE(side);
  GM_FREE(list);
  GM_FREE(all);
  GM_FREE(up);
  GM_FREE(lid);
  GM_FREE(even);
  return status;
}

/* --- which way solids look ------------------------------------------------------------ */

double gm_shells_six_volume(const gm_surface *s, gm_index t, gm_vec3 o)
{
  const gm_index *c = s->corner[t];
  return gm_dot(gm_sub(s->point[c[0]], o),
                gm_cross(gm_sub(s->point[c[1]], o), gm_sub(s->point[c[2]], o)));
}

/* Triangles by shell: member[start[k]] to member[start[k + 1] - 1] are those of shell k. */
typedef struct members {
  gm_index *start, *member;
  double *volume; /* [n_shells] m3, six times, of its solid triangles */
} members;

static void clear_members(members *m)
{
  GM_FREE(m->start);
  GM_FREE(m->member);
  GM_FREE(m->volume);
}

static gm_status list_members(const gm_surface *s, members *m)
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
    gm_orient_turn(s, t);
    s->normal[t] = gm_scale(-1.0, s->normal[t]);
  }
  m->volume[shell] = -m->volume[shell];
  gm_link_note(&s->found.inverted,
               gm_link_middle(s, 3 * m->member[m->start[shell]]));
}

/* In how many other shells does this one stand?  The fewest that its samples say: shells
 * may cross. */
static int depth_of(const gm_surface *s, const members *m,
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
    double others = gm_winding_near(all, y);
    for (gm_index i = first; i < first + n; ++i) {
      if (!s->sheet[m->member[i]])
        others -= gm_winding_share(s, m->member[i], y);
    }
    least = fmin(least, fabs(others));
  }
  return (int)lround(least);
}

/* Which shells to turn over: turn[shell]. */
static gm_status ask_each(gm_surface *s, const members *m, double least,
                          unsigned char *use, unsigned char *turn)
{
  gm_winding *all;
  for (gm_index t = 0; t < s->n; ++t)
    use[t] = !s->sheet[t];
  GM_TRY(gm_winding_create(s, use, &all));
  for (gm_index k = 0; k < s->n_shells; ++k) {
    if (fabs(m->volume[k]) <= least) continue;
    const int depth = depth_of(s, m, all, k);
    const bool hollow = m->volume[k] < 0.0;
    if (hollow == (depth % 2 == 1)) continue;
    if (depth == 0) {
      turn[k] = 1;
    } else {
      gm_link_note(&s->found.nested,
                   gm_link_middle(s, 3 * m->member[m->start[k]]));
    }
  }
  gm_winding_free(&all);
  return GM_OK;
}

static gm_status face_each(gm_surface *s, members *m, double least)
{
  unsigned char *use = NULL, *turn = NULL;
  gm_status status = GM_RESIZE(use, 0, s->n);
  if (status == GM_OK) status = GM_RESIZE(turn, 0, s->n_shells);
  if (status == GM_OK) status = ask_each(s, m, least, use, turn);
  for (gm_index k = 0; status == GM_OK && k < s->n_shells; ++k)
    if (turn[k]) turn_shell(s, m, k);
  GM_FREE(use);
  GM_FREE(turn);
  return status;
}

gm_status gm_shells_face_outwards(gm_surface *s)
{
  members m;
  gm_status status = list_members(s, &m);
  if (status == GM_OK) {
    const double diagonal = gm_norm(gm_sub(s->max, s->min));
    const double least = no_volume * diagonal * diagonal * diagonal;
    double total = 0.0;
    for (gm_index k = 0; k < s->n_shells; ++k)
      total += m.volume[k];
    for (gm_index t = 0; t < s->n; ++t) /* flat shells enclose nothing */
      s->sheet[t] |= fabs(m.volume[s->shell[t]]) <= least;
    for (gm_index k = 0; k < s->n_shells; ++k) {
      if (total < -least && fabs(m.volume[k]) > least) turn_shell(s, &m, k);
    }
    if (s->n_shells > 1) status = face_each(s, &m, least);
  }
  clear_members(&m);
  return status;
}
