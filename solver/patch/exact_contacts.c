/* patch/exact_contacts.c -- exact contacts of a sphere, from triangles.
 *
 * A triangle is convex, so its nearest point x is a local minimum of the distance over
 * the surface exactly if no other triangle containing x has a point nearer to the
 * centre.  In a face there is no other triangle; on an edge the triangles of that edge
 * are tested, at a vertex all triangles around it.
 */
#include "patch/exact_contacts.h"

#include "base/math.h"
#include "base/memory.h"
#include <stdlib.h>

/* points are equally near if their squared distances differ by less than this fraction */
static const double same = 1.0e-10;
/* tolerance at the edges of a triangle, in barycentric coordinates */
static const double border = 1.0e-12;
/* fraction at the end of a line of sight where intersections do not count */
static const double end = 1.0e-9;

/* --- preparation -------------------------------------------------------------- */

void gm_exact_contacts_init(gm_exact_contacts *m)
{
  *m = (gm_exact_contacts){0};
}

void gm_exact_contacts_clear(gm_exact_contacts *m)
{
  gm_edges_clear(&m->edges);
  gm_bvh_clear(&m->tree);
  GM_FREE(m->bend);
  GM_FREE(m->both);
  gm_exact_contacts_init(m);
}

static void sum_exact_vertex_normals(gm_exact_contacts *m)
{
  const gm_surface *s = m->surface;
  for (gm_index k = 0; k < 3 * s->n; ++k) {
    const gm_index *c = s->corner[k / 3];
    const gm_vec3 p = s->point[c[k % 3]];
    const gm_vec3 a = gm_sub(s->point[c[(k + 1) % 3]], p);
    const gm_vec3 b = gm_sub(s->point[c[(k + 2) % 3]], p);
    const double angle = gm_math_atan2(gm_norm(gm_cross(a, b)), gm_dot(a, b));
    gm_vec3 *bend = &m->bend[c[k % 3]];
    *bend = gm_madd(*bend, angle, s->normal[k / 3]);
  }
}

static gm_status fill_exact_contacts(gm_exact_contacts *m, bool two_sided)
{
  GM_TRY(gm_edges_build(&m->edges, m->surface));
  GM_TRY(gm_bvh_build(&m->tree, m->surface, NULL, NULL, m->surface->n));
  GM_TRY(GM_RESIZE(m->bend, 0, m->surface->n_points));
  sum_exact_vertex_normals(m);
  const gm_surface *s = m->surface;
  GM_TRY(GM_RESIZE(m->both, 0, s->n));
  for (gm_index t = 0; t < s->n; ++t)
    m->both[t] = two_sided || (s->sheet && s->sheet[t]);
  return GM_OK;
}

gm_status gm_exact_contacts_build(gm_exact_contacts *m,
                                  const gm_surface *surface, bool two_sided)
{
  m->surface = surface;
  const gm_status status = fill_exact_contacts(m, two_sided);
  if (status != GM_OK) gm_exact_contacts_clear(m);
  return status;
}

void gm_exact_contacts_release(gm_exact_contacts_scratch *s)
{
  GM_FREE(s->list);
  GM_FREE(s->slot);
  GM_FREE(s->feet);
  GM_FREE(s->rank);
}

static gm_status prepare_exact_scratch(gm_index n, gm_exact_contacts_scratch *s)
{
  GM_TRY(GM_RESIZE(s->list, 0, n));
  GM_TRY(GM_RESIZE(s->slot, 0, n));
  GM_TRY(GM_RESIZE(s->feet, 0, n));
  return GM_RESIZE(s->rank, 0, n);
}

gm_status gm_exact_contacts_prepare(const gm_exact_contacts *m,
                                    gm_exact_contacts_scratch *s)
{
  const gm_status status = prepare_exact_scratch(m->surface->n, s);
  if (status != GM_OK) gm_exact_contacts_release(s);
  return status;
}

/* --- local minima ------------------------------------------------------------- */

/* Is no point of the triangle of half-edge `side` nearer to y than the squared distance
 * `square` of a point that it contains? */
static int no_exact_nearer(const gm_exact_contacts *m,
                           const gm_exact_contacts_scratch *s, gm_index side,
                           gm_vec3 y, double square)
{
  const gm_index t = side / 3, slot = s->slot[t];
  const double own = slot ? s->feet[slot - 1].square
                          : gm_triangle_nearest(m->surface, t, y).square;
  return own >= square * (1.0 - same);
}

gm_index gm_exact_contacts_incident(const gm_exact_contacts *m,
                                    const gm_foot *f, const gm_index **first)
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

static int is_exact_minimum(const gm_exact_contacts *m,
                            const gm_exact_contacts_scratch *s,
                            const gm_foot *f, gm_vec3 y)
{
  if (f->feature == GM_FEATURE_FACE) return 1;
  const gm_index *side;
  const gm_index n = gm_exact_contacts_incident(m, f, &side);
  for (gm_index k = 0; k < n; ++k)
    if (!no_exact_nearer(m, s, side[k], y, f->square)) return 0;
  return 1;
}

/* Does y lie on the side of the grains, seen from the nearest point *f? */
static int exact_on_side(const gm_exact_contacts *m, const gm_foot *f,
                         gm_vec3 y)
{
  if (m->both[f->triangle]) return 1;
  const gm_surface *s = m->surface;
  gm_vec3 normal = s->normal[f->triangle];
  if (f->feature == GM_FEATURE_POINT) {
    normal = m->bend[s->corner[f->triangle][f->which]];
  } else if (f->feature == GM_FEATURE_SIDE) {
    const gm_index *side;
    const gm_index n = gm_exact_contacts_incident(m, f, &side);
    normal = gm_vec(0.0, 0.0, 0.0);
    for (gm_index k = 0; k < n; ++k)
      normal = gm_add(normal, s->normal[side[k] / 3]);
  }
  return gm_dot(gm_sub(y, f->at), normal) > 0.0;
}

/* --- visibility --------------------------------------------------------------- */

/* Does triangle t intersect the line of sight from y to x?  T.  Moeller and B.
 * Trumbore, J.  Graph.  Tools 2 (1997) 21-28. */
static int exact_stands_between(const gm_surface *s, gm_index t, gm_vec3 y,
                                gm_vec3 x)
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

static int is_exact_seen(const gm_exact_contacts *m,
                         const gm_exact_contacts_scratch *s, gm_index n,
                         const gm_foot *f, gm_vec3 y)
{
  for (gm_index k = 0; k < n; ++k) {
    if (s->feet[k].square < f->square * (1.0 - same) &&
        exact_stands_between(m->surface, s->feet[k].triangle, y, f->at)) {
      return 0;
    }
  }
  return 1;
}

/* --- contacts ----------------------------------------------------------------- */

static int by_exact_distance(const void *a, const void *b)
{
  const gm_exact_contacts_rank *p = a, *q = b;
  if (p->square != q->square) return p->square < q->square ? -1 : 1;
  return p->triangle < q->triangle ? -1 : 1;
}

/* Collects the local minima on the side of the grains, nearest first. */
static gm_index exact_rank_minima(const gm_exact_contacts *m,
                                  gm_exact_contacts_scratch *s, gm_index n,
                                  gm_vec3 y)
{
  gm_index candidates = 0;
  for (gm_index k = 0; k < n; ++k) {
    const gm_foot *f = &s->feet[k];
    if (!(f->square > 0.0) || !exact_on_side(m, f, y) ||
        !is_exact_minimum(m, s, f, y)) {
      continue;
    }
    s->rank[candidates++] = (gm_exact_contacts_rank){f->square, k, f->triangle};
  }
  qsort(s->rank, (size_t)candidates, sizeof *s->rank, by_exact_distance);
  return candidates;
}

int gm_exact_contacts_among(const gm_exact_contacts *m,
                            gm_exact_contacts_scratch *s, const gm_index *list,
                            gm_index n_list, gm_vec3 centre, double radius,
                            double margin, gm_exact_contact *kept)
{
  gm_index n = 0;
  for (gm_index k = 0; k < n_list; ++k) {
    const gm_foot f = gm_triangle_nearest(m->surface, list[k], centre);
    if (f.square >= radius * radius) continue;
    s->feet[n++] = f;
    s->slot[list[k]] = n;
  }
  const gm_index candidates = exact_rank_minima(m, s, n, centre);
  gm_contact_point touch[GM_EXACT_CONTACTS_MAX];
  int count = 0;
  for (gm_index k = 0; k < candidates && count < GM_EXACT_CONTACTS_MAX; ++k) {
    const gm_foot *f = &s->feet[s->rank[k].at];
    const double d = sqrt(f->square);
    const gm_vec3 normal = gm_scale(1.0 / d, gm_sub(centre, f->at));
    touch[count] =
        (gm_contact_point){.distance = d, .normal = normal, .slope = 1.0};
    int hidden = 0;
    for (int j = 0; j < count && !hidden; ++j)
      hidden = gm_tangent_hides(&touch[j], &touch[count], margin);
    if (hidden || !is_exact_seen(m, s, n, f, centre)) continue;
    kept[count++] = (gm_exact_contact){d, normal, *f};
  }
  for (gm_index k = 0; k < n; ++k)
    s->slot[s->feet[k].triangle] = 0;
  return count;
}

int gm_exact_contacts_find(const gm_exact_contacts *m,
                           gm_exact_contacts_scratch *s, gm_vec3 centre,
                           double radius, double margin, gm_exact_contact *kept)
{
  const gm_index n =
      gm_bvh_within(&m->tree, m->surface, centre, radius, s->list);
  return gm_exact_contacts_among(m, s, s->list, n, centre, radius, margin,
                                 kept);
}

int gm_exact_contacts_by_patch(const gm_surface *surface, const gm_bvh *tree,
                               const gm_index *of, gm_vec3 centre,
                               double radius, double margin, gm_index *list,
                               gm_contact_point *touch, gm_vec3 *foot)
{
  const gm_index n = gm_bvh_within(tree, surface, centre, radius, list);
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
    if (at == GM_EXACT_CONTACTS_PATCHES) return -1;
    count += at == count;
    foot[at] = f.at;
    touch[at] =
        (gm_contact_point){.row = at,
                           .patch = patch,
                           .distance = d,
                           .slope = 1.0,
                           .normal = gm_scale(1.0 / d, gm_sub(centre, f.at))};
  }
  return gm_tangent_keep(touch, count, margin);
}
