/* import/assemble.c -- turns a triangle soup into a repaired surface.
 *
 * Runs the steps of repair in order: shared points, shared faces, degenerate and
 * repeated triangles, adjacency, welding of open edges, missing triangles, uniform
 * orientation, shells, intersections, and the classification as closed, solid or sheet.
 * Each step records what it changed or found in surface->found.
 */
#include "import/assemble.h"

#include "base/memory.h"
#include "import/adjacency.h"
#include "import/close.h"
#include "import/intersections.h"
#include "import/shells.h"
#include "mesh/union_find.h"
#include <stdlib.h>
#include <string.h>

/* Merges equal points, and nearby points of open edges. */

static uint64_t hash_assembly_point(gm_vec3 p)
{
  uint64_t bits[3], h = 0;
  memcpy(bits, &p, sizeof bits);
  for (int k = 0; k < 3; ++k) {
    h = (h ^ bits[k]) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return h;
}

/* Numbers the points in the order of their first corner; `slot` is a hash table of
 * point + 1. */
static void fill_assembly_points(gm_surface *s, const gm_vec3 *corner,
                                 gm_index *slot, uint64_t last)
{
  for (gm_index c = 0; c < 3 * s->n; ++c) {
    /* adding 0.0 turns -0 into 0 */
    const gm_vec3 p = gm_add(corner[c], gm_vec(0.0, 0.0, 0.0));
    uint64_t at = hash_assembly_point(p) & last;
    while (slot[at] && memcmp(&s->point[slot[at] - 1], &p, sizeof p) != 0) {
      at = (at + 1) & last;
    }
    if (!slot[at]) {
      s->point[s->n_points++] = p;
      slot[at] = s->n_points;
    }
    s->corner[c / 3][c % 3] = slot[at] - 1;
  }
}

/* Fills points and corners of *s, whose n triangles have `corner` (m).  Equal
 * coordinates become one point; points are numbered by their first corner.
 * GM_ERR_MEMORY. */
static gm_status weld_assembly_equal(gm_surface *s, const gm_vec3 *corner)
{
  GM_TRY(GM_RESIZE(s->point, 0, 3 * (size_t)s->n));
  uint64_t slots = 16;
  while (slots < 6 * (uint64_t)s->n)
    slots *= 2;
  gm_index *slot = NULL;
  GM_TRY(GM_RESIZE(slot, 0, slots));
  fill_assembly_points(s, corner, slot, slots - 1);
  GM_FREE(slot);
  return GM_RESIZE(s->point, s->n_points, s->n_points);
}

/* --- nearby points ----------------------------------------------------------- */

/* A point of an open edge, with its coordinate along the longest side of the bounds. */
typedef struct loose {
  double along;
  gm_index point;
} loose;

/* Largest number of pairs tested (some seconds).  It is reached only if many points lie
 * within the tolerance; edges not joined then stay open and are reported. */
static const int64_t patience = 1000000000;

static int assembly_corners_by_place(const void *a, const void *b)
{
  const loose *p = a, *q = b;
  if (p->along != q->along) return p->along < q->along ? -1 : 1;
  return p->point < q->point ? -1 : p->point > q->point;
}

static double assembly_coordinate_along(const gm_surface *s, gm_index p)
{
  const gm_vec3 size = gm_sub(s->max, s->min), x = s->point[p];
  if (size.x >= size.y && size.x >= size.z) return x.x;
  return size.y >= size.z ? x.y : x.z;
}

/* joined[p] receives the earlier point into which p is merged, or p. */
static void join_near_assembly(gm_surface *s, const loose *list, gm_index n,
                               double tolerance, gm_index *joined)
{
  int64_t left = patience;
  for (gm_index i = 0; i < n; ++i) {
    for (gm_index j = i + 1;
         j < n && list[j].along - list[i].along <= tolerance && left > 0; ++j) {
      const gm_index p = list[i].point, q = list[j].point;
      --left;
      if (gm_norm(gm_sub(s->point[p], s->point[q])) > tolerance) continue;
      if (gm_union_find_join(joined, p, q))
        gm_adjacency_note(&s->found.joined, s->point[q]);
    }
  }
}

/* Merges points of open edges (`open` as set by gm_adjacency_link) closer than
 * `tolerance` (m); the first of them stays.  Counts in s->found.  GM_ERR_MEMORY. */
static gm_status weld_assembly_open(gm_surface *s, const unsigned char *open,
                                    double tolerance)
{
  gm_index *joined = NULL;
  loose *list = NULL;
  gm_index n = 0;
  gm_status status = GM_RESIZE(joined, 0, s->n_points);
  if (status == GM_OK) status = GM_RESIZE(list, 0, s->n_points);
  if (status == GM_OK) {
    for (gm_index t = 0; t < s->n; ++t) {
      for (int k = 0; k < 3; ++k) {
        if (!(open[t] >> k & 1)) continue;
        joined[s->corner[t][k]] = joined[s->corner[t][(k + 1) % 3]] = 1;
      }
    }
    for (gm_index p = 0; p < s->n_points; ++p) {
      if (joined[p]) list[n++] = (loose){assembly_coordinate_along(s, p), p};
      joined[p] = p;
    }
    qsort(list, (size_t)n, sizeof *list, assembly_corners_by_place);
    join_near_assembly(s, list, n, tolerance, joined);
    for (gm_index t = 0; t < s->n; ++t) {
      for (int k = 0; k < 3; ++k) {
        s->corner[t][k] = gm_union_find_root(joined, s->corner[t][k]);
      }
    }
  }
  GM_FREE(joined);
  GM_FREE(list);
  return status;
}

/* Removes points that no triangle uses. GM_ERR_MEMORY. */
static gm_status compact_assembly_points(gm_surface *s)
{
  gm_index *now = NULL, kept = 0;
  GM_TRY(GM_RESIZE(now, 0, s->n_points));
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k)
      now[s->corner[t][k]] = 1;
  }
  for (gm_index p = 0; p < s->n_points; ++p) {
    if (!now[p]) continue;
    s->point[kept] = s->point[p];
    now[p] = kept++;
  }
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k)
      s->corner[t][k] = now[s->corner[t][k]];
  }
  s->n_points = kept;
  GM_FREE(now);
  return GM_OK;
}

/* Removes degenerate and repeated triangles.
 *
 * Triangles with two corners at one point and repeated triangles are deleted.  A
 * triangle without area but with three distinct points is removed by an edge swap: the
 * neighbour across its longest edge is split at the third point, which lies on that
 * edge, so that neither the shape nor the adjacency changes.
 *
 * Every function counts its changes in surface->found and keeps the order of the
 * triangles.  They update corners and groups only; adjacency and normals are computed
 * afterwards. */

/* height over longest edge below which a triangle has no area */
static const double flat_height = 1.0e-10;
enum { ROUNDS = 20 };

/* Removes the triangles whose first corner is -1. */
static void drop_assembly_marked(gm_surface *s)
{
  gm_index kept = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    if (s->corner[t][0] < 0) continue;
    memmove(s->corner[kept], s->corner[t], sizeof s->corner[0]);
    s->group[kept++] = s->group[t];
  }
  s->n = kept;
}

static gm_vec3 assembly_triangle_middle(const gm_surface *s, gm_index t)
{
  const gm_index *c = s->corner[t];
  return gm_scale(1.0 / 3.0, gm_add(s->point[c[0]],
                                    gm_add(s->point[c[1]], s->point[c[2]])));
}

/* Removes triangles with two corners at one point. */
static void remove_assembly_collapsed(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    gm_index *c = s->corner[t];
    if (c[0] != c[1] && c[1] != c[2] && c[2] != c[0]) continue;
    gm_adjacency_note(&s->found.collapsed, s->point[c[0]]);
    c[0] = -1;
  }
  drop_assembly_marked(s);
}

/* --- repeated triangles ---------------------------------------------------------- */

/* The corners in rising order, and the parity of the order in which they were given. */
typedef struct triple {
  gm_index c[3], triangle;
  int odd;
} triple;

static void exchange_assembly_diagonal(triple *p, int i, int j)
{
  if (p->c[i] <= p->c[j]) return;
  const gm_index c = p->c[i];
  p->c[i] = p->c[j];
  p->c[j] = c;
  p->odd = !p->odd;
}

static int assembly_triangles_by_triple(const void *a, const void *b)
{
  const triple *p = a, *q = b;
  for (int k = 0; k < 3; ++k) {
    if (p->c[k] != q->c[k]) return p->c[k] < q->c[k] ? -1 : 1;
  }
  return p->triangle < q->triangle ? -1 : p->triangle > q->triangle;
}

/* Removes triangles with the same corners as an earlier one, in either orientation.
 * GM_ERR_MEMORY. */
static gm_status remove_assembly_repeated(gm_surface *s)
{
  triple *list = NULL;
  GM_TRY(GM_RESIZE(list, 0, s->n + 1));
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_index *c = s->corner[t];
    list[t] = (triple){{c[0], c[1], c[2]}, t, 0};
    exchange_assembly_diagonal(&list[t], 0, 1);
    exchange_assembly_diagonal(&list[t], 1, 2);
    exchange_assembly_diagonal(&list[t], 0, 1);
  }
  qsort(list, (size_t)s->n, sizeof *list, assembly_triangles_by_triple);
  for (gm_index k = 1, first = 0; k < s->n; ++k) {
    if (memcmp(list[k].c, list[first].c, sizeof list[k].c) != 0) {
      first = k;
      continue;
    }
    const gm_index t = list[k].triangle;
    gm_adjacency_note(list[k].odd == list[first].odd ? &s->found.repeated
                                                     : &s->found.doubled,
                      assembly_triangle_middle(s, t));
    s->corner[t][0] = -1;
  }
  GM_FREE(list);
  drop_assembly_marked(s);
  return GM_OK;
}

/* --- triangles without area -------------------------------------------------------- */

/* Twice the area vector of triangle t (m2); false if its height is below 1e-10 of its
 * longest edge. */
static bool assembly_normal(const gm_surface *s, gm_index t, gm_vec3 *normal)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 a = s->point[c[0]];
  const gm_vec3 ab = gm_sub(s->point[c[1]], a);
  const gm_vec3 ac = gm_sub(s->point[c[2]], a);
  const double longest =
      fmax(fmax(gm_norm2(ab), gm_norm2(ac)), gm_norm2(gm_sub(ac, ab)));
  *normal = gm_cross(ab, ac);
  return gm_norm(*normal) > flat_height * longest;
}

static int assembly_longest_side(const gm_surface *s, gm_index t)
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

static bool assembly_triangle_has_area(const gm_surface *s, gm_index t)
{
  gm_vec3 normal;
  return assembly_normal(s, t, &normal);
}

/* In triangle t, point c lies on the edge ab; the neighbour q across this edge has the
 * third point d.  Replaces t and q by the two parts of q.  Returns whether both parts
 * have an area. */
static bool swap_assembly_sides(gm_surface *s, gm_index t, gm_index q, int side)
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
  if (assembly_triangle_has_area(s, t) && assembly_triangle_has_area(s, q))
    return true;
  memcpy(mine, was[0], sizeof was[0]);
  memcpy(other, was[1], sizeof was[1]);
  return false;
}

/* One round of swaps; used[t] marks triangles whose adjacency is out of date. */
static gm_index swap_assembly_flat(gm_surface *s, unsigned char *used)
{
  gm_index swapped = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    if (used[t] || assembly_triangle_has_area(s, t)) continue;
    const int side = assembly_longest_side(s, t);
    const gm_index q = s->across[t][side];
    const gm_vec3 at = assembly_triangle_middle(s, t);
    if (q < 0 || used[q] || !assembly_triangle_has_area(s, q) ||
        !swap_assembly_sides(s, t, q, side))
      continue;
    used[t] = used[q] = 1;
    s->group[t] = s->group[q];
    gm_adjacency_note(&s->found.swapped, at);
    ++swapped;
  }
  return swapped;
}

/* Removes triangles without area.  Their longest edge passes to the neighbour across
 * it, which is split in two at the opposite point (this lies on the edge, so the shape
 * does not change).  Without a neighbour the triangle is deleted.  Uses the adjacency
 * and rebuilds it.  GM_ERR_MEMORY. */
static gm_status remove_assembly_flat(gm_surface *s)
{
  unsigned char *used = NULL;
  GM_TRY(GM_RESIZE(used, 0, s->n + 1));
  gm_status status = GM_OK;
  for (int round = 0; status == GM_OK && round < ROUNDS; ++round) {
    memset(used, 0, (size_t)s->n);
    if (swap_assembly_flat(s, used) == 0) break;
    status = gm_adjacency_link(s, NULL);
  }
  GM_FREE(used);
  GM_TRY(status);
  const gm_index before = s->n;
  for (gm_index t = 0; t < s->n; ++t) {
    if (assembly_triangle_has_area(s, t)) continue;
    gm_adjacency_note(&s->found.flat, assembly_triangle_middle(s, t));
    s->corner[t][0] = -1;
  }
  drop_assembly_marked(s);
  return s->n < before ? gm_adjacency_link(s, NULL) : GM_OK;
}

/* both as a fraction of the diagonal of the bounds */
static const double join_tolerance = 1.0e-6;
static const double speck_size = 1.0e-3;
/* m  largest coordinate; its cube is still finite */
static const double farthest = 1.0e30;

/* --- check of the input ----------------------------------------------------------- */

static bool is_assembly_usable_number(double x)
{
  return fabs(x) <= farthest; /* false for NaN */
}

static gm_status check_assembly_corners(const gm_vec3 *corner, gm_index n,
                                        const char *name)
{
  for (gm_index c = 0; c < 3 * n; ++c) {
    const gm_vec3 p = corner[c];
    if (is_assembly_usable_number(p.x) && is_assembly_usable_number(p.y) &&
        is_assembly_usable_number(p.z))
      continue;
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s': triangle %d has the corner (%g %g %g); "
                   "expected three numbers up to %g: export the mesh again",
                   name, (int)(c / 3 + 1), p.x, p.y, p.z, farthest);
  }
  return GM_OK;
}

static gm_status reserve_assembly_surface(gm_surface *s)
{
  GM_TRY(GM_RESIZE(s->corner, 0, s->n));
  GM_TRY(GM_RESIZE(s->across, 0, s->n));
  GM_TRY(GM_RESIZE(s->normal, 0, s->n));
  GM_TRY(GM_RESIZE(s->shell, 0, s->n));
  GM_TRY(GM_RESIZE(s->group, 0, s->n));
  GM_TRY(GM_RESIZE(s->material, 0, s->n));
  GM_TRY(GM_RESIZE(s->crossed, 0, s->n));
  return GM_RESIZE(s->sheet, 0, s->n);
}

static gm_status take_assembly_groups(gm_surface *s, const gm_soup *soup)
{
  s->n_groups = soup->n_groups > 0 ? soup->n_groups : 1;
  GM_TRY(GM_RESIZE(s->group_name, 0, s->n_groups));
  if (soup->n_groups > 0) {
    memcpy(s->group_name, soup->group_name,
           (size_t)s->n_groups * sizeof *s->group_name);
  }
  if (soup->group)
    memcpy(s->group, soup->group, (size_t)s->n * sizeof *s->group);
  return GM_OK;
}

/* --- measures ---------------------------------------------------------------------- */

static double assembly_surface_diagonal(const gm_surface *s)
{
  return gm_norm(gm_sub(s->max, s->min));
}

static void set_assembly_normals(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    gm_vec3 twice;
    (void)assembly_normal(s, t, &twice);
    s->normal[t] = gm_unit(twice);
  }
}

/* Closed surface: volume and centroid, from tetrahedra with their apex at the centre of
 * the bounding box.  Open surface: area and centroid, from its triangles. */
static void measure_assembly_surface(gm_surface *s)
{
  const gm_vec3 o = gm_scale(0.5, gm_add(s->min, s->max));
  double area = 0.0, six = 0.0;
  gm_vec3 first = {0.0, 0.0, 0.0}, flat = first;
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_vec3 a = gm_sub(s->point[s->corner[t][0]], o);
    const gm_vec3 b = gm_sub(s->point[s->corner[t][1]], o);
    const gm_vec3 c = gm_sub(s->point[s->corner[t][2]], o);
    const gm_vec3 sum = gm_add(a, gm_add(b, c));
    const double share = 0.5 * gm_norm(gm_cross(gm_sub(b, a), gm_sub(c, a)));
    area += share;
    flat = gm_madd(flat, share, sum);
    if (s->sheet[t]) continue;
    const double v = gm_shells_six_volume(s, t, o);
    six += v;
    first = gm_madd(first, v, sum);
  }
  s->area = area;
  const bool solid = s->kind != GM_SURFACE_SHEET && six > 0.0;
  s->volume = solid ? six / 6.0 : 0.0;
  s->centroid = solid ? gm_madd(o, 0.25 / six, first)
                      : gm_madd(o, 1.0 / (3.0 * area), flat);
}

/* --- the steps --------------------------------------------------------------------- */

/* Shares points and links triangles. Where edges stay open, joins nearby points. */
static gm_status link_up_assembly(gm_surface *s, const gm_vec3 *corner)
{
  GM_TRY(weld_assembly_equal(s, corner));
  gm_surface_bound(s);
  remove_assembly_collapsed(s);
  if (s->facing == GM_FACING_AUTO || s->facing == GM_FACING_OUTSIDE)
    GM_TRY(gm_close_shared(s));
  GM_TRY(remove_assembly_repeated(s));
  unsigned char *open = NULL;
  GM_TRY(GM_RESIZE(open, 0, s->n + 1));
  gm_status status = gm_adjacency_link(s, open);
  if (status == GM_OK && s->found.open.n > 0) {
    status = weld_assembly_open(s, open,
                                join_tolerance * assembly_surface_diagonal(s));
    remove_assembly_collapsed(s);
    if (status == GM_OK) status = remove_assembly_repeated(s);
    if (status == GM_OK) status = gm_adjacency_link(s, NULL);
  }
  GM_FREE(open);
  return status;
}

/* Counts tiny shells, if there are several shells. */
static gm_status find_assembly_specks(gm_surface *s)
{
  gm_vec3 *box = NULL;
  if (s->n_shells < 2) return GM_OK;
  GM_TRY(GM_RESIZE(box, 0, 2 * (size_t)s->n_shells));
  for (gm_index k = 0; k < s->n_shells; ++k) {
    box[2 * k] = gm_vec(INFINITY, INFINITY, INFINITY);
    box[2 * k + 1] = gm_vec(-INFINITY, -INFINITY, -INFINITY);
  }
  for (gm_index c = 0; c < 3 * s->n; ++c) {
    const gm_vec3 x = s->point[s->corner[c / 3][c % 3]];
    gm_vec3 *b = &box[2 * s->shell[c / 3]];
    b[0] = gm_least(b[0], x);
    b[1] = gm_most(b[1], x);
  }
  for (gm_index k = 0; k < s->n_shells; ++k) {
    if (gm_norm(gm_sub(box[2 * k + 1], box[2 * k])) <
        speck_size * assembly_surface_diagonal(s))
      gm_adjacency_note(&s->found.speck, box[2 * k]);
  }
  GM_FREE(box);
  return GM_OK;
}

static gm_surface_kind assembly_surface_kind(gm_surface *s)
{
  s->n_sheets = 0;
  for (gm_index t = 0; t < s->n; ++t)
    s->n_sheets += s->sheet[t];
  const gm_findings *f = &s->found;
  if (s->n_sheets == s->n) return GM_SURFACE_SHEET;
  const bool clean = !f->open.n && !f->branching.n && !f->touching.n &&
                     !f->seam.n && !f->crossing.n && !f->meeting.n &&
                     !f->nested.n && !f->n_crowded && !s->n_sheets;
  return clean ? GM_SURFACE_CLOSED : GM_SURFACE_SOLID;
}

/* Orients the surface and classifies it, taking into account the facing that the user
 * gave. */
static gm_status judge_assembly_surface(gm_surface *s, const char *name)
{
  gm_index *unit = NULL, n_units;
  GM_TRY(GM_RESIZE(unit, 0, s->n));
  gm_status status = gm_shells_orient(s, unit, &n_units);
  set_assembly_normals(s);
  if (status == GM_OK) status = gm_adjacency_count_fans(s);
  if (status == GM_OK) status = gm_shells_number(s);
  if (status == GM_OK) status = gm_shells_classify(s, unit, n_units);
  GM_FREE(unit);
  GM_TRY(status);
  const bool forced =
      s->facing == GM_FACING_OUTSIDE || s->facing == GM_FACING_INSIDE;
  if (forced && s->found.seam.n > 0) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s' is one-sided at (%g %g %g) m, like a Moebius "
                   "strip: it has no inside; use side: both",
                   name, s->found.seam.at.x, s->found.seam.at.y,
                   s->found.seam.at.z);
  }
  if (forced) memset(s->sheet, 0, (size_t)s->n);
  if (s->facing == GM_FACING_BOTH) memset(s->sheet, 1, (size_t)s->n);
  GM_TRY(gm_shells_face_outwards(s));
  GM_TRY(gm_intersections_count(s));
  GM_TRY(find_assembly_specks(s));
  s->kind = assembly_surface_kind(s);
  if (forced && s->kind == GM_SURFACE_SHEET) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s' encloses no volume: it has no inside; use "
                   "side: both",
                   name);
  }
  return GM_OK;
}

static void turn_assembly_inwards(gm_surface *s)
{
  for (gm_index t = 0; t < s->n; ++t) {
    gm_shells_turn(s, t);
    s->normal[t] = gm_scale(-1.0, s->normal[t]);
  }
}

static gm_status build_assembly_surface(gm_surface *s, const gm_soup *soup,
                                        const char *name)
{
  GM_TRY(check_assembly_corners(soup->corner, soup->n, name));
  GM_TRY(reserve_assembly_surface(s));
  GM_TRY(take_assembly_groups(s, soup));
  GM_TRY(link_up_assembly(s, soup->corner));
  GM_TRY(remove_assembly_flat(s));
  if (s->facing != GM_FACING_BOTH) GM_TRY(gm_close_missing(s));
  if (s->n == 0) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s': no triangle has an area; export the mesh "
                   "again, in its true size",
                   name);
  }
  GM_TRY(compact_assembly_points(s));
  gm_surface_bound(s);
  GM_TRY(judge_assembly_surface(s, name));
  measure_assembly_surface(s);
  if (s->facing == GM_FACING_INSIDE) turn_assembly_inwards(s);
  return GM_OK;
}

gm_status gm_assemble_soup(gm_surface *surface, const gm_soup *soup,
                           gm_facing facing, const char *name)
{
  if (soup->n < 1) {
    return gm_fail(
        GM_ERR_INPUT,
        "surface '%s' has no triangle; is it another file, or a drawing "
        "without a surface?",
        name);
  }
  if (soup->n > GM_SOUP_MAX) {
    return gm_fail(GM_ERR_INPUT,
                   "surface '%s' has %d triangles; at most %d are supported: "
                   "simplify the mesh",
                   name, (int)soup->n, (int)GM_SOUP_MAX);
  }
  surface->n = surface->found.n_given = soup->n;
  surface->facing = facing;
  const gm_status status = build_assembly_surface(surface, soup, name);
  if (status != GM_OK) gm_surface_clear(surface);
  return status;
}

gm_status gm_assemble_corners(gm_surface *surface, const gm_vec3 *corner,
                              gm_index n, const char *name)
{
  const gm_soup soup = {.n = n, .corner = (gm_vec3 *)corner};
  return gm_assemble_soup(surface, &soup, GM_FACING_AUTO, name);
}
