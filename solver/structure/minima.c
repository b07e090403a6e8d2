/* structure/minima.c -- exact contacts from triangles.  Room: structure.
 *
 * A triangle is convex, so its nearest point x is a minimum of the surface exactly if no other
 * triangle that holds x has a point nearer to the centre.  A face asks nobody; a side asks the
 * triangles of its edge, a corner those of its fan.
 */
#include "structure/minima.h"

#include "base/memory.h"
#include <stdlib.h>

static const double same = 1.0e-10;   /* of the square of a distance          */
static const double border = 1.0e-12; /* of a triangle: looking past an edge  */
static const double end = 1.0e-9;     /* of a line of sight                   */

/* --- life ----------------------------------------------------------------------------- */

void gm_minima_init(gm_minima *m)
{
  *m = (gm_minima){0};
}

void gm_minima_clear(gm_minima *m)
{
  gm_edges_clear(&m->edges);
  gm_tree_clear(&m->tree);
  GM_FREE(m->bend);
  GM_FREE(m->both);
  gm_minima_init(m);
}

static void sum_normals(gm_minima *m)
{
  const gm_surface *s = m->surface;
  for (gm_index k = 0; k < 3 * s->n; ++k) {
    const gm_index *c = s->corner[k / 3];
    const gm_vec3 p = s->point[c[k % 3]];
    const gm_vec3 a = gm_sub(s->point[c[(k + 1) % 3]], p);
    const gm_vec3 b = gm_sub(s->point[c[(k + 2) % 3]], p);
    const double angle = atan2(gm_norm(gm_cross(a, b)), gm_dot(a, b));
    gm_vec3 *bend = &m->bend[c[k % 3]];
    *bend = gm_madd(*bend, angle, s->normal[k / 3]);
  }
}

static gm_status fill(gm_minima *m, bool two_sided)
{
  GM_TRY(gm_edges_build(&m->edges, m->surface));
  GM_TRY(gm_tree_build(&m->tree, m->surface, NULL, NULL, m->surface->n));
  GM_TRY(GM_RESIZE(m->bend, 0, m->surface->n_points));
  sum_normals(m);
  const gm_surface *s = m->surface;
  GM_TRY(GM_RESIZE(m->both, 0, s->n));
  for (gm_index t = 0; t < s->n; ++t)
    m->both[t] = two_sided || (s->sheet && s->sheet[t]);
  return GM_OK;
}

gm_status gm_minima_build(gm_minima *m, const gm_surface *surface,
                          bool two_sided)
{
  m->surface = surface;
  const gm_status status = fill(m, two_sided);
  if (status != GM_OK) gm_minima_clear(m);
  return status;
}

void gm_minima_release(gm_minima_scratch *s)
{
  GM_FREE(s->list);
  GM_FREE(s->slot);
  GM_FREE(s->feet);
  GM_FREE(s->rank);
}

static gm_status prepare(gm_index n, gm_minima_scratch *s)
{
  GM_TRY(GM_RESIZE(s->list, 0, n));
  GM_TRY(GM_RESIZE(s->slot, 0, n));
  GM_TRY(GM_RESIZE(s->feet, 0, n));
  return GM_RESIZE(s->rank, 0, n);
}

gm_status gm_minima_prepare(const gm_minima *m, gm_minima_scratch *s)
{
  const gm_status status = prepare(m->surface->n, s);
  if (status != GM_OK) gm_minima_release(s);
  return status;
}

/* --- is a nearest point a minimum? ------------------------------------------------------ */

/* Has the triangle of side `side` no point nearer than the foot it holds? */
static int no_nearer(const gm_minima *m, const gm_minima_scratch *s,
                     gm_index side, gm_vec3 y, double square)
{
  const gm_index t = side / 3, slot = s->slot[t];
  const double own = slot ? s->feet[slot - 1].square
                          : gm_triangle_nearest(m->surface, t, y).square;
  return own >= square * (1.0 - same);
}

gm_index gm_minima_holders(const gm_minima *m, const gm_foot *f,
                           const gm_index **first)
{
  const gm_edges *e = &m->edges;
  const gm_index corner = 3 * f->triangle + f->which;
  if (f->feature == GM_FEATURE_SIDE) {
    *first = &e->side[e->first[e->of[corner]]];
    return gm_edges_count(e, e->of[corner]);
  }
  const gm_index p = m->surface->corner[f->triangle][f->which];
  *first = &e->fan[e->fan_first[p]];
  return e->fan_first[p + 1] - e->fan_first[p];
}

static int is_minimum(const gm_minima *m, const gm_minima_scratch *s,
                      const gm_foot *f, gm_vec3 y)
{
  if (f->feature == GM_FEATURE_FACE) return 1;
  const gm_index *side;
  const gm_index n = gm_minima_holders(m, f, &side);
  for (gm_index k = 0; k < n; ++k)
    if (!no_nearer(m, s, side[k], y, f->square)) return 0;
  return 1;
}

/* Does the centre lie where the normals point? */
static int on_side(const gm_minima *m, const gm_foot *f, gm_vec3 y)
{
  if (m->both[f->triangle]) return 1;
  const gm_surface *s = m->surface;
  gm_vec3 normal = s->normal[f->triangle];
  if (f->feature == GM_FEATURE_POINT) {
    normal = m->bend[s->corner[f->triangle][f->which]];
  } else if (f->feature == GM_FEATURE_SIDE) {
    const gm_index *side;
    const gm_index n = gm_minima_holders(m, f, &side);
    normal = gm_vec(0.0, 0.0, 0.0);
    for (gm_index k = 0; k < n; ++k)
      normal = gm_add(normal, s->normal[side[k] / 3]);
  }
  return gm_dot(gm_sub(y, f->at), normal) > 0.0;
}

/* --- is it seen? ------------------------------------------------------------------------- */

/* Does triangle t stand between y and x?  T. Moeller and B. Trumbore, J. Graph. Tools 2
 * (1997) 21-28. */
static int stands_between(const gm_surface *s, gm_index t, gm_vec3 y, gm_vec3 x)
{
  const gm_vec3 a = s->point[s->corner[t][0]];
  const gm_vec3 ab = gm_sub(s->point[s->corner[t][1]], a);
  const gm_vec3 ac = gm_sub(s->point[s->corner[t][2]], a);
  const gm_vec3 way = gm_sub(x, y), p = gm_cross(way, ac);
  const double det = gm_dot(ab, p);
  if (det == 0.0) return 0;
  const gm_vec3 ay = gm_sub(y, a), q = gm_cross(ay, ab);
  const double u = gm_dot(ay, p) / det, v = gm_dot(way, q) / det;
  const double at = gm_dot(ac, q) / det;
  return u >= -border && v >= -border && u + v <= 1.0 + border && at > 0.0 &&
         at < 1.0 - end;
}

static int is_seen(const gm_minima *m, const gm_minima_scratch *s, gm_index n,
                   const gm_foot *f, gm_vec3 y)
{
  for (gm_index k = 0; k < n; ++k) {
    if (s->feet[k].square < f->square * (1.0 - same) &&
        stands_between(m->surface, s->feet[k].triangle, y, f->at)) {
      return 0;
    }
  }
  return 1;
}

/* --- contacts ------------------------------------------------------------------------------ */

static int by_distance(const void *a, const void *b)
{
  const gm_minima_rank *p = a, *q = b;
  if (p->square != q->square) return p->square < q->square ? -1 : 1;
  return p->triangle < q->triangle ? -1 : 1;
}

/* Candidates, nearest first: minima on the right side. */
static gm_index rank_minima(const gm_minima *m, gm_minima_scratch *s,
                            gm_index n, gm_vec3 y)
{
  gm_index candidates = 0;
  for (gm_index k = 0; k < n; ++k) {
    const gm_foot *f = &s->feet[k];
    if (!(f->square > 0.0) || !on_side(m, f, y) || !is_minimum(m, s, f, y)) {
      continue;
    }
    s->rank[candidates++] = (gm_minima_rank){f->square, k, f->triangle};
  }
  qsort(s->rank, (size_t)candidates, sizeof *s->rank, by_distance);
  return candidates;
}

int gm_minima_among(const gm_minima *m, gm_minima_scratch *s,
                    const gm_index *list, gm_index n_list, gm_vec3 centre,
                    double radius, double margin, gm_minimum *kept)
{
  gm_index n = 0;
  for (gm_index k = 0; k < n_list; ++k) {
    const gm_foot f = gm_triangle_nearest(m->surface, list[k], centre);
    if (f.square >= radius * radius) continue;
    s->feet[n++] = f;
    s->slot[list[k]] = n;
  }
  const gm_index candidates = rank_minima(m, s, n, centre);
  gm_touch touch[GM_MINIMA_KEPT];
  int count = 0;
  for (gm_index k = 0; k < candidates && count < GM_MINIMA_KEPT; ++k) {
    const gm_foot *f = &s->feet[s->rank[k].at];
    const double d = sqrt(f->square);
    const gm_vec3 normal = gm_scale(1.0 / d, gm_sub(centre, f->at));
    touch[count] = (gm_touch){.distance = d, .normal = normal, .slope = 1.0};
    int hidden = 0;
    for (int j = 0; j < count && !hidden; ++j)
      hidden = gm_tangent_hides(&touch[j], &touch[count], margin);
    if (hidden || !is_seen(m, s, n, f, centre)) continue;
    kept[count++] = (gm_minimum){d, normal, *f};
  }
  for (gm_index k = 0; k < n; ++k)
    s->slot[s->feet[k].triangle] = 0;
  return count;
}

int gm_minima_contacts(const gm_minima *m, gm_minima_scratch *s, gm_vec3 centre,
                       double radius, double margin, gm_minimum *kept)
{
  const gm_index n =
      gm_tree_within(&m->tree, m->surface, centre, radius, s->list);
  return gm_minima_among(m, s, s->list, n, centre, radius, margin, kept);
}

int gm_minima_by_patch(const gm_surface *surface, const gm_tree *tree,
                       const gm_index *of, gm_vec3 centre, double radius,
                       double margin, gm_index *list, gm_touch *touch,
                       gm_vec3 *foot)
{
  const gm_index n = gm_tree_within(tree, surface, centre, radius, list);
  int count = 0;
  for (gm_index k = 0; k < n; ++k) {
    const gm_foot f = gm_triangle_nearest(surface, list[k], centre);
    const double d = sqrt(f.square);
    if (d >= radius || d == 0.0) continue;
    const gm_index patch = of[list[k]];
    int at = 0;
    while (at < count && touch[at].patch != patch)
      ++at;
    if (at < count && touch[at].distance <= d) continue;
    if (at == GM_MINIMA_PATCHES) return -1;
    count += at == count;
    foot[at] = f.at;
    touch[at] = (gm_touch){.row = at,
                           .patch = patch,
                           .distance = d,
                           .slope = 1.0,
                           .normal = gm_scale(1.0 / d, gm_sub(centre, f.at))};
  }
  return gm_tangent_keep(touch, count, margin);
}
