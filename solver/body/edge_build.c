/* body/edge_build.c -- gives the cells near sharp edges their edge fields.
 *
 * Plane faces come first: each region of coplanar triangles on which a nearest point
 * lies is a face, and its bounds are the edges on which others lie.  Where an edge has
 * two faces, the line is that of their planes, so that all cells along it share one field
 * bit for bit.  Where these do not suffice, one curved edge is tried (mesh_collider.h).
 */
#include "body/mesh_collider.h"

#include "base/memory.h"
#include "sdf/edge_field.h"
#include "sdf/interpolate.h"
#include "sdf/sites.h"
#include <string.h>

enum { POINTS = 35, COMPARED = POINTS + GM_FLAG_RIM, FAN = 64 };

/* planes at a smaller sine do not define the line between them */
static const double steep = 0.1;
/* error of an exact field, as a fraction of the spacing */
static const double exact = 1.0e-7;
/* share of the allowed error at the points that are compared, as in sdf/flag.c */
static const double margin = 0.6;
/* as a fraction of the way to a face: moved points stay inside the cell */
static const double inside = 1.0 - 1.0e-9;

/* --- plane regions --------------------------------------------------------------- */

static int is_edge_curved(const gm_mesh_collider *all, gm_index t)
{
  return all->smooth.n && all->smooth.row[t] >= 0;
}

static gm_index edge_piece_root(gm_index *region, gm_index t)
{
  while (region[t] != t)
    t = region[t] = region[region[t]];
  return t;
}

gm_status gm_edge_build_regions(const gm_mesh_collider *all, gm_index **region)
{
  const gm_surface *s = all->surface;
  GM_TRY(GM_RESIZE(*region, 0, s->n));
  gm_index *of = *region;
  for (gm_index t = 0; t < s->n; ++t)
    of[t] = t;
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k) {
      const gm_index q = s->across[t][k];
      if (is_edge_curved(all, t) || gm_edge_near_creases(all, t, k) ||
          is_edge_curved(all, q))
        continue;
      const gm_index a = edge_piece_root(of, t), b = edge_piece_root(of, q);
      of[a > b ? a : b] = a > b ? b : a;
    }
  }
  for (gm_index t = 0; t < s->n; ++t)
    of[t] = edge_piece_root(of, t);
  return GM_OK;
}

/* --- a cell ---------------------------------------------------------------------- */

typedef struct setup {
  const gm_patch_sdf *sdf;
  const gm_mesh_collider *all;
  const gm_index *region;
  double low, high; /* m */
  const gm_flag_limits *limits;
} setup;

typedef struct cell {
  gm_vec3 corner; /* m */
  int known;      /* places whose distances are known */
  int faces;      /* 1: those on its faces are among them */
  gm_vec3 y[COMPARED];
  double d[COMPARED]; /* m  distances at them */
  gm_nearest r[POINTS];
} cell;

/* A field in the making, with what identifies its faces and their bounds. */
typedef struct draft {
  int n, sampled; /* as in gm_cell_edge */
  gm_edge_face face[GM_EDGE_FACES];
  gm_edge_curve curve;
  gm_index key[GM_EDGE_FACES];
  int64_t bound[GM_EDGE_FACES][GM_EDGE_BOUNDS];
} draft;

static gm_nearest edge_nearest(const setup *q, gm_vec3 y)
{
  return gm_edge_curve_nearest(q->sdf, y);
}

/* Queries the points of a cell: 27 from face to face, 8 between.  Returns 0 if one is
 * inside the solid. */
static int look_at_edge_cell(const setup *q, cell *c)
{
  static const double at[3] = {0.001, 0.5, 0.999};
  const double spacing = q->sdf->lattice.spacing;
  for (int t = 0; t < POINTS; ++t) {
    const int k = t - 27;
    const gm_vec3 u = t < 27 ? gm_vec(at[t / 9], at[t / 3 % 3], at[t % 3])
                             : gm_vec(k & 1 ? 0.75 : 0.25, k & 2 ? 0.75 : 0.25,
                                      k & 4 ? 0.75 : 0.25);
    c->y[t] = gm_madd(c->corner, spacing, u);
    c->r[t] = edge_nearest(q, c->y[t]);
    c->d[t] = c->r[t].distance;
    if (!(c->d[t] > 0.0)) return 0;
  }
  c->known = POINTS;
  return 1;
}

/* --- plane faces ----------------------------------------------------------------- */

/* The face of a triangle, added if it is new; -1: it is curved, or there are too many. */
static int draft_edge_face(const setup *q, gm_index t, draft *d)
{
  const gm_surface *s = q->all->surface;
  const gm_index key = q->region[t];
  int k = 0;
  while (k < d->n && d->key[k] != key)
    ++k;
  if (k < d->n) return k;
  if (k == GM_EDGE_FACES || is_edge_curved(q->all, t)) return -1;
  d->key[k] = key;
  d->face[k] = (gm_edge_face){
      .normal = s->normal[key],
      .offset = gm_dot(s->normal[key], s->point[s->corner[key][0]])};
  return d->n++;
}

/* Direction and place of a bound of face f at edge k of triangle t.  Returns what
 * identifies it. */
static int64_t bound_at_edge(const setup *q, const gm_edge_face *f, gm_index t,
                             int k, gm_vec3 *out, double *limit)
{
  const gm_surface *s = q->all->surface;
  const gm_vec3 a = s->point[s->corner[t][k]];
  const gm_vec3 e = gm_sub(s->point[s->corner[t][(k + 1) % 3]], a);
  *out = gm_unit(gm_cross(e, f->normal));
  *limit = gm_dot(*out, a);
  const gm_index beyond = s->across[t][k];
  const int64_t own = (int64_t)s->n + 3 * (int64_t)t + k;
  if (beyond < 0 || is_edge_curved(q->all, beyond)) return own;
  const gm_index key = q->region[beyond];
  const gm_vec3 n = s->normal[key];
  const double c = gm_dot(n, f->normal), square = 1.0 - c * c;
  if (square < steep * steep) return own;
  const double offset = gm_dot(n, s->point[s->corner[key][0]]);
  const gm_vec3 at =
      gm_madd(gm_scale((f->offset - c * offset) / square, f->normal),
              (offset - c * f->offset) / square, n);
  const gm_vec3 turned =
      gm_scale(1.0 / sqrt(square), gm_madd(n, -c, f->normal));
  *out = gm_dot(turned, *out) < 0.0 ? gm_scale(-1.0, turned) : turned;
  *limit = gm_dot(*out, at);
  return key;
}

/* Adds the face of triangle t with the bound at edge k, if the surface bends there.
 * Returns 0 if there is no room. */
static int add_draft_edge(const setup *q, gm_index t, int k, draft *d)
{
  const int at = draft_edge_face(q, t, d);
  if (at < 0) return 0;
  if (!gm_edge_near_creases(q->all, t, k)) return 1;
  gm_edge_face *f = &d->face[at];
  gm_vec3 out;
  double limit;
  const int64_t key = bound_at_edge(q, f, t, k, &out, &limit);
  for (int b = 0; b < f->n; ++b)
    if (d->bound[at][b] == key) return 1;
  if (f->n == GM_EDGE_BOUNDS) return 0;
  int b = f->n++;
  for (; b > 0 && d->bound[at][b - 1] > key; --b) {
    d->bound[at][b] = d->bound[at][b - 1];
    f->out[b] = f->out[b - 1];
    f->limit[b] = f->limit[b - 1];
  }
  d->bound[at][b] = key;
  f->out[b] = out;
  f->limit[b] = limit;
  return 1;
}

static int edge_face_side(const gm_surface *s, gm_index t, gm_index across)
{
  for (int k = 0; k < 3; ++k)
    if (s->across[t][k] == across) return k;
  return -1;
}

static int edge_face_corner(const gm_surface *s, gm_index t, gm_index point)
{
  for (int k = 0; k < 3; ++k)
    if (s->corner[t][k] == point) return k;
  return -1;
}

/* Adds the triangles of the patch around corner `which` of triangle t: `back` 0 forth
 * over the edges from the corner, 1 back over those to it.  Returns 0 if there is no
 * room, 2 if the fan closes. */
static int add_edge_fan(const setup *q, gm_index t, int which, int back,
                        draft *d)
{
  const gm_surface *s = q->all->surface;
  const gm_index point = s->corner[t][which];
  gm_index at = t;
  for (int n = 0; n < FAN; ++n) {
    const int k = edge_face_corner(s, at, point);
    if (k < 0 || !add_draft_edge(q, at, k, d) ||
        !add_draft_edge(q, at, (k + 2) % 3, d))
      return 0;
    const gm_index next = s->across[at][back ? (k + 2) % 3 : k];
    if (next < 0 || q->all->of[next] != q->all->of[t]) return 1;
    if (next == t) return 2;
    at = next;
  }
  return 0;
}

/* Adds the whole fan around a corner of a triangle; 0: no room. */
static int add_edge_corner(const setup *q, gm_index t, int which, draft *d)
{
  const int forth = add_edge_fan(q, t, which, 0, d);
  return forth == 1 ? add_edge_fan(q, t, which, 1, d) : forth;
}

/* Adds the fans around the ends of the edge of a nearest point that are less than a
 * spacing away. */
static int add_edge_ends(const setup *q, const gm_nearest *r, draft *d)
{
  const gm_surface *s = q->all->surface;
  for (int k = 0; k < 2; ++k) {
    const int which = (r->which + k) % 3;
    const gm_vec3 end = s->point[s->corner[r->triangle][which]];
    if (gm_norm(gm_sub(end, r->foot)) < q->sdf->lattice.spacing &&
        !add_edge_corner(q, r->triangle, which, d))
      return 0;
  }
  return 1;
}

/* Ways to make a field of plane faces, tried in this order. */
enum {
  HOLLOW =
      1,    /* corners of faces are hollow although no nearest point shows it */
  ENDS = 2, /* faces end near the nearest points, although none lies there */
  BENDS = 4, /* faces meet at edges although no nearest point lies there */
  WAYS = 5
};

/* Adds what a nearest point lies on.  Returns 0 if the faces are not plane or too
 * many. */
static int add_edge_foot(const setup *q, const gm_nearest *r, int way, draft *d)
{
  const gm_index t = r->triangle;
  if (r->feature == GM_FEATURE_CURVE) return 0;
  if (r->feature == GM_FEATURE_FACE) return draft_edge_face(q, t, d) >= 0;
  if (r->feature == GM_FEATURE_POINT) return add_edge_corner(q, t, r->which, d);
  if (way & ENDS && !add_edge_ends(q, r, d)) return 0;
  if (!add_draft_edge(q, t, r->which, d)) return 0;
  const gm_index beyond = q->all->surface->across[t][r->which];
  if (beyond < 0 || q->all->of[beyond] != q->all->of[t]) return 1;
  const int k = edge_face_side(q->all->surface, beyond, t);
  return k >= 0 && add_draft_edge(q, beyond, k, d);
}

/* Distance (m) of a point from edge k of triangle t. */
static double edge_from_side(const gm_surface *s, gm_index t, int k, gm_vec3 x)
{
  const gm_vec3 a = s->point[s->corner[t][k]];
  const gm_vec3 e = gm_sub(s->point[s->corner[t][(k + 1) % 3]], a);
  const gm_vec3 w = gm_sub(x, a);
  const double part = fmin(fmax(gm_dot(w, e) / gm_norm2(e), 0.0), 1.0);
  return gm_norm(gm_madd(w, -part, e));
}

/* Adds the edges near the nearest points, and the faces beyond them: where faces hardly
 * bend, no nearest point lies on their edge, and on a narrow one none at all. */
static int add_edge_bends(const setup *q, const cell *c, draft *d)
{
  const gm_surface *s = q->all->surface;
  for (int t = 0; t < POINTS; ++t) {
    const gm_index at = c->r[t].triangle;
    for (int k = 0; k < 3; ++k) {
      const gm_index beyond = s->across[at][k];
      if (!gm_edge_near_creases(q->all, at, k) ||
          edge_from_side(s, at, k, c->r[t].foot) > q->sdf->lattice.spacing)
        continue;
      if (!add_draft_edge(q, at, k, d)) return 0;
      if (beyond < 0 || q->all->of[beyond] != q->all->of[at]) continue;
      const int back = edge_face_side(s, beyond, at);
      if (back < 0 || !add_draft_edge(q, beyond, back, d)) return 0;
    }
  }
  return 1;
}

/* Does a nearest point on this face lie beyond one of its bounds? Then the face is not
 * convex there. */
static int is_edge_hollow(const setup *q, const cell *c, const draft *d, int at)
{
  const gm_edge_face *f = &d->face[at];
  for (int t = 0; t < POINTS; ++t) {
    if (q->region[c->r[t].triangle] != d->key[at]) continue;
    for (int k = 0; k < f->n; ++k) {
      const double beyond = gm_dot(f->out[k], c->r[t].foot) - f->limit[k];
      if (beyond > 1.0e-6 * q->sdf->lattice.spacing) return 1;
    }
  }
  return 0;
}

/* Replaces faces that are not convex, or all with two bounds, by the union of two with
 * one bound each. */
static int divide_edge_hollow(const setup *q, const cell *c, int way, draft *d)
{
  for (int at = d->n; at-- > 0;) {
    if (!(way & HOLLOW && d->face[at].n == 2) && !is_edge_hollow(q, c, d, at))
      continue;
    gm_edge_face *f = &d->face[at];
    if (f->n != 2 || d->n == GM_EDGE_FACES) return 0;
    const int more = d->n++;
    d->face[more] = *f;
    d->key[more] = d->key[at];
    f->n = d->face[more].n = 1;
    d->face[more].out[0] = f->out[1];
    d->face[more].limit[0] = f->limit[1];
    for (gm_edge_face *g = f; g; g = g == f ? &d->face[more] : NULL) {
      g->out[1] = gm_vec(0.0, 0.0, 0.0);
      g->limit[1] = 0.0;
    }
  }
  return 1;
}

/* Sorts the faces, so that equal fields have equal bits. */
static void sort_edge_faces(draft *d)
{
  for (int k = 1; k < d->n; ++k) {
    for (int m = k; m > 0 && d->key[m - 1] > d->key[m]; --m) {
      const gm_edge_face f = d->face[m];
      const gm_index key = d->key[m];
      d->face[m] = d->face[m - 1];
      d->key[m] = d->key[m - 1];
      d->face[m - 1] = f;
      d->key[m - 1] = key;
    }
  }
}

static int draft_edge_plane(const setup *q, const cell *c, int way, draft *d)
{
  memset(d, 0, sizeof *d);
  for (int t = 0; t < POINTS; ++t)
    if (!add_edge_foot(q, &c->r[t], way, d)) return 0;
  if (way & BENDS && !add_edge_bends(q, c, d)) return 0;
  if (!divide_edge_hollow(q, c, way, d)) return 0;
  sort_edge_faces(d);
  d->sampled = 1;
  return 1;
}

/* --- a curved edge --------------------------------------------------------------- */

/* The point over an edge nearest to the middle of the cell; -1: none. */
static int edge_cell_middle(const setup *q, const cell *c)
{
  const gm_vec3 middle = c->y[13];
  double least = INFINITY;
  int at = -1;
  for (int t = 0; t < POINTS; ++t) {
    if (!gm_edge_curve_holds(q->sdf, &c->r[t])) continue;
    const double far = gm_norm2(gm_sub(c->y[t], middle));
    if (!(far < least)) continue;
    least = far;
    at = t;
  }
  return at;
}

static int draft_edge_curved(const setup *q, const cell *c, draft *d)
{
  const int t = edge_cell_middle(q, c);
  if (t < 0) return 0;
  memset(d, 0, sizeof *d);
  d->sampled = 1;
  gm_edge_curve_fit(q->sdf, c->y[t], &c->r[t], q->low, q->high, &d->curve);
  return 1;
}

/* --- the test -------------------------------------------------------------------- */

static gm_query_result edge_distance(const void *of, gm_vec3 y)
{
  const gm_nearest r = gm_edge_curve_nearest(of, y);
  return (gm_query_result){r.distance, r.gradient, 0, 0, 0};
}

/* Is t a place of the cell?  Those on its faces follow its points; they are found once a
 * field suits the points. */
static int is_edge_place(const setup *q, cell *c, int t)
{
  if (t < c->known || c->faces) return t < c->known;
  const gm_field field = {.query = edge_distance, .of = q->sdf};
  gm_flag_place at[GM_FLAG_RIM];
  const int n = gm_flag_rim(&field, c->corner, q->sdf->lattice.spacing, q->low,
                            q->high, at);
  for (int k = 0; k < n; ++k) {
    c->y[POINTS + k] = at[k].y;
    c->d[POINTS + k] = at[k].distance;
  }
  c->known = POINTS + n;
  c->faces = 1;
  return t < c->known;
}

/* Is a field alone exact at these places? */
static int is_edge_exact(const setup *q, cell *c, const draft *d)
{
  for (int t = 0; is_edge_place(q, c, t); ++t) {
    gm_vec3 g;
    const double found =
        gm_edge_field_distance(d->face, d->n, &d->curve, c->y[t], &g);
    if (fabs(found - c->d[t]) > exact * q->sdf->lattice.spacing) return 0;
  }
  return 1;
}

/* The largest factor t <= 1 for which u + t du stays in [0, 1]. */
static double stay_in_edge_brick(double u, double du)
{
  if (du > 0.0) return fmin(1.0, (1.0 - u) / du);
  if (du < 0.0) return fmin(1.0, u / -du);
  return 1.0;
}

/* Moves the point y, nearest to *r, along the gradient into the range of distances, or to
 * the face of the cell. */
static gm_vec3 edge_into_range(const setup *q, const cell *c, gm_vec3 y,
                               gm_nearest *r)
{
  const double goal = fmin(fmax(r->distance, q->low), q->high);
  if (goal == r->distance) return y;
  const double spacing = q->sdf->lattice.spacing;
  const gm_vec3 u = gm_scale(1.0 / spacing, gm_sub(y, c->corner));
  const gm_vec3 walk = gm_scale((goal - r->distance) / spacing, r->gradient);
  const double part = fmin(
      stay_in_edge_brick(u.x, walk.x),
      fmin(stay_in_edge_brick(u.y, walk.y), stay_in_edge_brick(u.z, walk.z)));
  y = gm_madd(y, inside * part * spacing, walk);
  *r = edge_nearest(q, y);
  return y;
}

/* Is the completed field as accurate as interpolation has to be elsewhere? */
static int edge_serves(const setup *q, cell *c, const draft *d, double *served)
{
  const gm_lattice *l = &q->sdf->lattice;
  const gm_flag_limits *m = q->limits;
  double worst = 0.0;
  for (int t = 0; is_edge_place(q, c, t); ++t) {
    gm_nearest r = t < POINTS ? c->r[t] : edge_nearest(q, c->y[t]);
    const gm_vec3 y = edge_into_range(q, c, c->y[t], &r);
    gm_interpolated i = gm_interpolate_half_taylor(l, y);
    if (i.corners != 8) continue;
    gm_edge_field_complete(d->face, d->n, &d->curve, c->corner, l->spacing, y,
                           &i);
    const double chord = gm_mesh_collider_chord_error_around(q->sdf, &r);
    const double error = fabs(i.distance - r.distance);
    if (error > fmax(margin * m->allowed, fmin(m->chords * chord, m->most)))
      return 0;
    worst = fmax(worst, error);
  }
  *served = fmax(*served, worst);
  return 1;
}

/* Finds the field of a cell; returns 0 if there is none. */
static int find_edge_field(const setup *q, gm_vec3 corner, draft *d,
                           double *served)
{
  cell c = {.corner = corner};
  if (!look_at_edge_cell(q, &c)) return 0;
  for (int way = 0; way < WAYS; ++way) {
    if (!draft_edge_plane(q, &c, way, d)) continue;
    if (!is_edge_exact(q, &c, d)) continue;
    d->sampled = 0;
    return 1;
  }
  if (draft_edge_plane(q, &c, 0, d) && edge_serves(q, &c, d, served)) return 1;
  return draft_edge_curved(q, &c, d) && edge_serves(q, &c, d, served);
}

/* --- all cells ------------------------------------------------------------------- */

/* Fields of the cells of one brick. */
typedef struct found {
  gm_edge_fields of;
  double served; /* m  largest error at the points of its cells */
  gm_status status;
} found;

/* Is field k made of the same plane faces? */
static int is_edge_same(const gm_edge_fields *f, uint32_t k,
                        const gm_edge_face *face, int n, int sampled)
{
  const gm_cell_edge *e = &f->field[k];
  return n > 0 && e->n == n && e->sampled == sampled &&
         !memcmp(&f->face[e->first], face, (size_t)n * sizeof *face);
}

/* The row of a field, appended if it is new. */
static gm_status append_edge_field(gm_edge_fields *f, const draft *d,
                                   uint32_t *row)
{
  for (*row = 0; *row < f->n; ++*row)
    if (is_edge_same(f, *row, d->face, d->n, d->sampled)) return GM_OK;
  GM_TRY(GM_RESIZE(f->field, f->n, f->n + 1));
  GM_TRY(GM_RESIZE(f->face, f->n_faces, f->n_faces + (uint32_t)d->n + 1));
  GM_TRY(GM_RESIZE(f->curve, f->n_curves, f->n_curves + 1));
  f->field[f->n++] = (gm_cell_edge){d->n ? f->n_faces : f->n_curves,
                                    (int16_t)d->n, (int16_t)d->sampled};
  for (int k = 0; k < d->n; ++k)
    f->face[f->n_faces++] = d->face[k];
  if (!d->n) f->curve[f->n_curves++] = d->curve;
  return GM_OK;
}

static gm_status find_edge_brick(const setup *q, int64_t number, gm_index brick,
                                 found *f)
{
  const gm_lattice *l = &q->sdf->lattice;
  const gm_index c = GM_BRICK_CELLS;
  const gm_index at[3] = {c * (gm_index)(number / l->size[2] / l->size[1]),
                          c * (gm_index)(number / l->size[2] % l->size[1]),
                          c * (gm_index)(number % l->size[2])};
  draft d;
  for (int n = 0; n < c * c * c; ++n) {
    const int i = n / (c * c), bit = n % (c * c);
    const uint64_t mask = (uint64_t)1 << bit;
    if (!(l->flag[brick][i] & mask)) continue;
    const gm_vec3 corner =
        gm_lattice_place(l, at[0] + i, at[1] + bit / c, at[2] + bit % c);
    uint32_t row;
    if (!find_edge_field(q, corner, &d, &f->served)) continue;
    GM_TRY(append_edge_field(&f->of, &d, &row));
    GM_TRY(GM_RESIZE(f->of.of, f->of.n_cells, f->of.n_cells + 1));
    f->of.of[f->of.n_cells++] = row;
    l->edge[brick][i] |= mask;
  }
  for (int i = 0; i < c; ++i)
    l->flag[brick][i] &= ~l->edge[brick][i];
  return GM_OK;
}

/* --- all bricks ------------------------------------------------------------------ */

/* Hash of the faces of a field. */
static uint64_t hash_of_edge(const gm_edge_face *face, int n)
{
  const unsigned char *x = (const unsigned char *)face;
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t k = 0; k < (size_t)n * sizeof *face; ++k)
    h = (h ^ x[k]) * 0x100000001b3u;
  return h ^ h >> 32;
}

/* Fields of all bricks, and a table in which equal ones are found. */
typedef struct gathered {
  gm_edge_fields *to;
  uint32_t *slot; /* [last + 1] row + 1; 0: empty */
  uint64_t last;
} gathered;

/* The row of field k of a brick among all, added if it is new. */
static uint32_t gather_edge_field(gathered *a, const gm_edge_fields *f,
                                  uint32_t k)
{
  const gm_cell_edge *e = &f->field[k];
  gm_edge_fields *to = a->to;
  const uint32_t n = (uint32_t)e->n;
  to->field[to->n] = *e;
  if (n == 0) {
    to->field[to->n].first = to->n_curves;
    to->curve[to->n_curves++] = f->curve[e->first];
    return to->n++;
  }
  const gm_edge_face *face = &f->face[e->first];
  uint64_t at = hash_of_edge(face, e->n) & a->last;
  for (; a->slot[at]; at = (at + 1) & a->last)
    if (is_edge_same(to, a->slot[at] - 1, face, e->n, e->sampled))
      return a->slot[at] - 1;
  a->slot[at] = to->n + 1;
  to->field[to->n].first = to->n_faces;
  memcpy(&to->face[to->n_faces], face, n * sizeof *face);
  to->n_faces += n;
  return to->n++;
}

static void gather_edge_brick(gathered *a, const gm_lattice *l, gm_index brick,
                              const gm_edge_fields *f, uint32_t *row)
{
  for (uint32_t k = 0; k < f->n; ++k)
    row[k] = gather_edge_field(a, f, k);
  uint32_t cells = a->to->n_cells;
  for (int i = 0; i < GM_BRICK_CELLS; ++i) {
    a->to->first[brick][i] = cells;
    cells += (uint32_t)__builtin_popcountll(l->edge[brick][i]);
  }
  for (uint32_t k = 0; k < f->n_cells; ++k)
    a->to->of[a->to->n_cells++] = row[f->of[k]];
}

/* Joins the fields of all bricks. */
static gm_status gather_edges(gm_lattice *l, const found *f)
{
  gm_edge_fields sum = {0};
  uint32_t most = 0;
  for (gm_index b = 0; b < l->n_bricks; ++b) {
    sum.n_cells += f[b].of.n_cells;
    sum.n += f[b].of.n;
    sum.n_faces += f[b].of.n_faces;
    sum.n_curves += f[b].of.n_curves;
    most = f[b].of.n > most ? f[b].of.n : most;
  }
  gathered a = {.last = 64};
  while (a.last < 2 * (uint64_t)sum.n)
    a.last *= 2;
  uint32_t *row = NULL;
  gm_status status = GM_RESIZE(a.slot, 0, a.last--);
  if (status == GM_OK) status = GM_RESIZE(row, 0, most + 1);
  if (status == GM_OK) status = GM_RESIZE(l->edges, 0, 1);
  gm_edge_fields *to = a.to = l->edges;
  if (status == GM_OK) status = GM_RESIZE(to->field, 0, sum.n + 1);
  if (status == GM_OK) status = GM_RESIZE(to->face, 0, sum.n_faces + 1);
  if (status == GM_OK) status = GM_RESIZE(to->curve, 0, sum.n_curves + 1);
  if (status == GM_OK) status = GM_RESIZE(to->of, 0, sum.n_cells + 1);
  if (status == GM_OK) status = GM_RESIZE(to->first, 0, l->n_bricks);
  for (gm_index b = 0; status == GM_OK && b < l->n_bricks; ++b)
    gather_edge_brick(&a, l, b, &f[b].of, row);
  if (status == GM_OK) status = GM_RESIZE(to->field, to->n, to->n + 1);
  if (status == GM_OK)
    status = GM_RESIZE(to->face, to->n_faces, to->n_faces + 1);
  GM_FREE(a.slot);
  GM_FREE(row);
  return status;
}

static gm_status find_edge_cells(const setup *q, found *f, int64_t *number)
{
  const gm_lattice *l = &q->sdf->lattice;
  gm_sites_number_bricks(l, number);
#pragma omp parallel for schedule(dynamic, 4)
  for (gm_index b = 0; b < l->n_bricks; ++b)
    f[b].status = find_edge_brick(q, number[b], b, &f[b]);
  for (gm_index b = 0; b < l->n_bricks; ++b)
    if (f[b].status != GM_OK) return f[b].status;
  return GM_OK;
}

gm_status gm_edge_build(gm_patch_sdf *p, const gm_index *region, double low,
                        double high, const gm_flag_limits *limits)
{
  gm_lattice *l = &p->lattice;
  const setup q = {p, p->all, region, low, high, limits};
  if (!l->flag) return GM_OK;
  found *f = NULL;
  int64_t *number = NULL;
  gm_status status = GM_RESIZE(f, 0, l->n_bricks);
  if (status == GM_OK) status = GM_RESIZE(number, 0, l->n_bricks + 1);
  if (status == GM_OK) status = GM_RESIZE(l->edge, 0, l->n_bricks);
  if (status == GM_OK) status = find_edge_cells(&q, f, number);
  if (status == GM_OK) status = gather_edges(l, f);
  for (gm_index b = 0; f && b < l->n_bricks; ++b) {
    p->flags.served = fmax(p->flags.served, f[b].served);
    p->flags.flagged -= f[b].of.n_cells;
    GM_FREE(f[b].of.of);
    GM_FREE(f[b].of.field);
    GM_FREE(f[b].of.face);
    GM_FREE(f[b].of.curve);
  }
  GM_FREE(number);
  GM_FREE(f);
  return status;
}
