/* body/form_build.c -- builds what a body needs to meet other bodies.
 *
 * First the samples, whose spacing follows from the smallest extent, sorted into balls
 * within balls; then, of a mesh, its distance by virtual particles.  In two dimensions a
 * solid becomes what the plane z = 0 shows of it.
 */
#include "body/form_build.h"

#include "base/math.h"
#include "base/memory.h"
#include "body/form_field.h"
#include "sdf/lattice_build.h"
#include <stdlib.h>
#include <string.h>

/* ---- sorts the samples of a form into balls within balls ------------------------- */

/* A sample with its coordinate along the axis of the division, and its first place. */
typedef struct entry {
  double at;
  gm_index place;
} entry;

static int form_spots_by_place(const void *a, const void *b)
{
  const entry *p = a, *q = b;
  if (p->at != q->at) return p->at < q->at ? -1 : 1;
  return p->place < q->place ? -1 : 1;
}

typedef struct work {
  gm_form *form;
  gm_form_sample *copy;
  entry *entry;
} work;

static gm_form_ball enclose_form_samples(const gm_form *f, gm_index first,
                                         gm_index n, int *longest)
{
  gm_vec3 min = f->sample[first].y, max = min;
  for (gm_index k = first; k < first + n; ++k) {
    const gm_vec3 y = f->sample[k].y;
    min = gm_least(min, y);
    max = gm_most(max, y);
  }
  const gm_vec3 wide = gm_sub(max, min);
  *longest = wide.x >= wide.y && wide.x >= wide.z ? 0
             : wide.y >= wide.z                   ? 1
                                                  : 2;
  gm_form_ball ball = {.centre = gm_scale(0.5, gm_add(min, max)),
                       .first = first,
                       .n = n,
                       .child = {-1, -1}};
  for (gm_index k = first; k < first + n; ++k)
    ball.radius =
        fmax(ball.radius, gm_norm(gm_sub(f->sample[k].y, ball.centre)));
  ball.radius *= 1.0 + 1.0e-12;
  return ball;
}

static gm_index divide_form_samples(const work *w, gm_index first, gm_index n)
{
  gm_form *f = w->form;
  int axis;
  const gm_index row = f->n_balls++;
  f->ball[row] = enclose_form_samples(f, first, n, &axis);
  if (n <= GM_FORM_BALLS_LEAF) return row;
  for (gm_index k = 0; k < n; ++k)
    w->entry[k] =
        (entry){gm_form_field_part(f->sample[first + k].y, axis), first + k};
  qsort(w->entry, (size_t)n, sizeof *w->entry, form_spots_by_place);
  for (gm_index k = 0; k < n; ++k)
    w->copy[k] = f->sample[w->entry[k].place];
  for (gm_index k = 0; k < n; ++k)
    f->sample[first + k] = w->copy[k];
  const gm_index half = n / 2;
  const gm_index low = divide_form_samples(w, first, half);
  const gm_index high = divide_form_samples(w, first + half, n - half);
  f->ball[row].child[0] = low;
  f->ball[row].child[1] = high;
  return row;
}

/* Sort the samples and fill form->ball.  Each ball is halved across the longest side of
 * its bounds, down to GM_FORM_BALLS_LEAF samples.  GM_ERR_MEMORY. */
static gm_status build_balls(gm_form *f)
{
  if (!f->n) return GM_OK;
  work w = {.form = f};
  const size_t balls = 4 * (size_t)f->n / GM_FORM_BALLS_LEAF + 4;
  gm_status status = GM_RESIZE(f->ball, 0, balls);
  if (status == GM_OK) status = GM_RESIZE(w.copy, 0, f->n);
  if (status == GM_OK) status = GM_RESIZE(w.entry, 0, f->n);
  if (status == GM_OK) divide_form_samples(&w, 0, f->n);
  GM_FREE(w.copy);
  GM_FREE(w.entry);
  return status;
}

/* ---- samples of the surface of a body -------------------------------------------- */

/* Flat faces are halved until their edges are short, needles are cut across.  A sphere
 * is an icosahedron whose triangles are divided and projected; the area of each is its
 * solid angle.  Bodies of revolution are rings of rectangles in the coordinates (length,
 * angle). */

/* 1  a triangle is a needle if its longest edge is as many times its shortest; 1  width
 * of its slices, in spacings */
static const double slender = 4.0, narrow = 0.25;

/* Where samples go; without rows they are counted only. */
typedef struct sink {
  gm_form_sample *row;
  size_t n, most;
  double
      single; /* m2  a triangle up to this area has one sample, at its centre */
} sink;

static void put_form_sample(sink *s, gm_form_sample sample)
{
  if (s->row) s->row[s->n] = sample;
  ++s->n;
}

/* Corner c of three gets the barycentric coordinate 2/3. */
static double spread_form_share(int c, int k)
{
  return c == k ? 2.0 / 3.0 : 1.0 / 6.0;
}

static gm_vec3 blend_form_corners(const gm_vec3 corner[3], int k)
{
  gm_vec3 y = {0.0, 0.0, 0.0};
  for (int c = 0; c < 3; ++c)
    y = gm_madd(y, spread_form_share(c, k), corner[c]);
  return y;
}

/* ---- flat triangles ---------------------------------------------------------------- */

static void split_form_triangle(sink *s, const gm_vec3 t[3], gm_vec3 n,
                                int patch, double spacing);

static double form_area(const gm_vec3 t[3])
{
  return 0.5 * gm_norm(gm_cross(gm_sub(t[1], t[0]), gm_sub(t[2], t[0])));
}

/* A needle whose shortest edge begins at corner k: halves of it until they are narrow,
 * then slices across, each with one sample at its centroid.  Halving its long edges
 * instead would make dozens of samples for the area of one. */
static void slice_form_needle(sink *s, const gm_vec3 t[3], int k, gm_vec3 n,
                              int patch, double spacing)
{
  const gm_vec3 a = t[k], b = t[(k + 1) % 3], end = t[(k + 2) % 3];
  const gm_vec3 middle = gm_scale(0.5, gm_add(a, b));
  const gm_vec3 way = gm_sub(middle, end);
  if (gm_norm(gm_sub(b, a)) > narrow * spacing) {
    split_form_triangle(s, (const gm_vec3[3]){a, middle, end}, n, patch,
                        spacing);
    split_form_triangle(s, (const gm_vec3[3]){middle, b, end}, n, patch,
                        spacing);
    return;
  }
  const double parts = fmin(ceil(gm_norm(way) / spacing), 1.0e6);
  const double area = form_area(t);
  for (int i = 0; i < (int)parts && s->n <= s->most; ++i) {
    const double u = i / parts, v = (i + 1) / parts;
    const double share = v * v - u * u;
    const double at = 2.0 / 3.0 * (v * v * v - u * u * u) / share;
    put_form_sample(
        s, (gm_form_sample){gm_madd(end, at, way), n, area * share, patch});
  }
}

/* Halves the longest edge until it is short enough. */
static void split_form_triangle(sink *s, const gm_vec3 t[3], gm_vec3 n,
                                int patch, double spacing)
{
  double longest = 0.0, shortest = INFINITY;
  int k = 0, least = 0;
  for (int c = 0; c < 3; ++c) {
    const double edge = gm_norm2(gm_sub(t[(c + 1) % 3], t[c]));
    if (edge > longest * (1.0 + 1.0e-12)) {
      longest = edge;
      k = c;
    }
    if (edge < shortest) {
      shortest = edge;
      least = c;
    }
  }
  if (longest > spacing * spacing * (1.0 + 1.0e-9) && s->n < s->most) {
    if (slender * slender * shortest < longest) {
      slice_form_needle(s, t, least, n, patch, spacing);
      return;
    }
    const gm_vec3 a = t[k], b = t[(k + 1) % 3], c = t[(k + 2) % 3];
    const gm_vec3 middle = gm_scale(0.5, gm_add(a, b));
    split_form_triangle(s, (const gm_vec3[3]){a, middle, c}, n, patch, spacing);
    split_form_triangle(s, (const gm_vec3[3]){middle, b, c}, n, patch, spacing);
    return;
  }
  const double area = form_area(t);
  if (area <= s->single) {
    const gm_vec3 sum = gm_add(t[0], gm_add(t[1], t[2]));
    put_form_sample(s,
                    (gm_form_sample){gm_scale(1.0 / 3.0, sum), n, area, patch});
    return;
  }
  for (int c = 0; c < 3; ++c)
    put_form_sample(
        s, (gm_form_sample){blend_form_corners(t, c), n, area / 3.0, patch});
}

static void lay_form_mesh(sink *s, const gm_form *f, const gm_index *patch,
                          double spacing)
{
  const gm_surface *m = f->surface;
  const double turn = f->solid.inside ? -1.0 : 1.0;
  for (gm_index t = 0; t < m->n; ++t) {
    const gm_vec3 corner[3] = {m->point[m->corner[t][0]],
                               m->point[m->corner[t][1]],
                               m->point[m->corner[t][2]]};
    split_form_triangle(s, corner, gm_scale(turn, m->normal[t]),
                        patch ? patch[t] : 0, spacing);
  }
}

static void lay_form_box(sink *s, const gm_form *f, double spacing)
{
  for (int side = 0; side < 6; ++side) {
    const int axis = side / 2;
    const gm_vec3 n = gm_vec(axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0,
                             axis == 2 ? 1.0 : 0.0);
    gm_vec3 corner[4];
    for (int c = 0; c < 4; ++c) {
      const int up[2] = {c == 1 || c == 2, c >= 2};
      int bit[3];
      bit[axis] = side & 1;
      bit[(axis + 1) % 3] = up[0];
      bit[(axis + 2) % 3] = up[1];
      corner[c] = gm_vec(bit[0] ? f->solid.max.x : f->solid.min.x,
                         bit[1] ? f->solid.max.y : f->solid.min.y,
                         bit[2] ? f->solid.max.z : f->solid.min.z);
    }
    const gm_vec3 out = gm_scale(side & 1 ? 1.0 : -1.0, n);
    split_form_triangle(s, (const gm_vec3[3]){corner[0], corner[1], corner[2]},
                        out, side, spacing);
    split_form_triangle(s, (const gm_vec3[3]){corner[2], corner[3], corner[0]},
                        out, side, spacing);
  }
}

/* ---- sphere ------------- */

/* Solid angle of the triangle of three unit vectors: A. van Oosterom, J. Strackee, IEEE
 * Trans. Biomed. Eng. 30 (1983) 125-126. */
static double form_solid_angle(gm_vec3 a, gm_vec3 b, gm_vec3 c)
{
  const double volume = gm_dot(a, gm_cross(b, c));
  return 2.0 * gm_math_atan2(volume,
                             1.0 + gm_dot(a, b) + gm_dot(b, c) + gm_dot(c, a));
}

static void lay_form_ball(sink *s, const gm_form *f, double spacing)
{
  static const int face[20][3] = {
      {0, 4, 1},  {0, 9, 4},  {9, 5, 4},  {4, 5, 8},  {4, 8, 1},
      {8, 10, 1}, {8, 3, 10}, {5, 3, 8},  {5, 2, 3},  {2, 7, 3},
      {7, 10, 3}, {7, 6, 10}, {7, 11, 6}, {11, 0, 6}, {0, 1, 6},
      {6, 1, 10}, {9, 0, 11}, {9, 11, 2}, {9, 2, 5},  {7, 2, 11}};
  const double x = 0.525731112119133606, z = 0.850650808352039932;
  const gm_vec3 point[12] = {{-x, 0, z}, {x, 0, z},  {-x, 0, -z}, {x, 0, -z},
                             {0, z, x},  {0, z, -x}, {0, -z, x},  {0, -z, -x},
                             {z, x, 0},  {-z, x, 0}, {z, -x, 0},  {-z, -x, 0}};
  const gm_form_solid *p = &f->solid;
  const double r = p->rho[0];
  /* projected edges are up to 1.26 times as long as the mean */
  const int parts = (int)ceil(fmin(1.33 * r / spacing, 1.0e4));
  if (20.0 * parts * parts * 3.0 > (double)s->most) {
    s->n = s->most + 1;
    return;
  }
  for (int q = 0; q < 20; ++q) {
    const gm_vec3 a = point[face[q][0]];
    const gm_vec3 u = gm_scale(1.0 / parts, gm_sub(point[face[q][1]], a));
    const gm_vec3 v = gm_scale(1.0 / parts, gm_sub(point[face[q][2]], a));
    for (int i = 0; i < parts; ++i) {
      for (int j = 0; j < 2 * (parts - i) - 1; ++j) {
        const int up = j & 1, k = j / 2;
        const int at[3][2] = {{i + up, k + up}, {i + 1, k}, {i, k + 1}};
        gm_vec3 t[3];
        for (int c = 0; c < 3; ++c)
          t[c] = gm_unit(gm_madd(gm_madd(a, at[c][0], u), at[c][1], v));
        const double area = fabs(form_solid_angle(t[0], t[1], t[2])) * r * r;
        for (int c = 0; c < 3; ++c) {
          const gm_vec3 n = gm_unit(blend_form_corners(t, c));
          put_form_sample(
              s, (gm_form_sample){gm_madd(p->point, r, n), n, area / 3.0, 0});
        }
      }
    }
  }
}

/* ---- bodies of revolution ------------------ */

/* A segment (rho[0], z[0])-(rho[1], z[1]) around the axis.  outward: along the axis, of
 * an end; 0 for the mantle. */
static void lay_form_ring(sink *s, const gm_form_solid *p,
                          const double rho_of[2], const double z_of[2],
                          double outward, int patch, double spacing)
{
  const double sr = rho_of[1] - rho_of[0], sz = z_of[1] - z_of[0];
  const double length = sqrt(sr * sr + sz * sz);
  const double side = spacing / sqrt(2.0);
  const double rings = fmin(ceil(length / side), 1.0e6);
  const gm_vec3 e = gm_perpendicular(p->axis), f = gm_cross(p->axis, e);
  for (int i = 0; i < (int)rings; ++i) {
    const double t0 = i / rings, t1 = (i + 1) / rings;
    const double wide = fmax(rho_of[0] + t0 * sr, rho_of[0] + t1 * sr);
    const double around =
        fmin(fmax(6.0, ceil(2.0 * GM_PI * wide / side)), 1.0e6);
    for (int c = 0; c < 6 * (int)around; ++c) {
      const double corner[4][2] = {{t0, 0.0}, {t1, 0.0}, {t1, 1.0}, {t0, 1.0}};
      const int half = c / 3 % 2, k = c % 3;
      double t = 0.0, turn = c / 6;
      if (s->n > s->most) return;
      for (int q = 0; q < 3; ++q) {
        const double *at = corner[(2 * half + q) % 4];
        t += spread_form_share(q, k) * at[0];
        turn += spread_form_share(q, k) * at[1];
      }
      const double phi = 2.0 * GM_PI * turn / around;
      const double rho = rho_of[0] + t * sr, z = z_of[0] + t * sz;
      const gm_vec3 way =
          gm_madd(gm_scale(gm_math_cos(phi), e), gm_math_sin(phi), f);
      const gm_vec3 y = gm_madd(gm_madd(p->point, rho, way), z, p->axis);
      const gm_vec3 n = outward != 0.0 ? gm_scale(outward, p->axis)
                                       : gm_madd(gm_scale(sz / length, way),
                                                 -sr / length, p->axis);
      const double area = 2.0 * GM_PI / around * (length / rings) * rho / 6.0;
      put_form_sample(s, (gm_form_sample){y, n, area, patch});
    }
  }
}

/* Patches as body/shape.h numbers them: mantle, base, top, those that exist. */
static void lay_form_profile(sink *s, const gm_form_solid *p, double spacing)
{
  int patch = 0;
  lay_form_ring(s, p, p->rho, (const double[2]){0.0, p->height}, 0.0, patch++,
                spacing);
  for (int end = 0; end < 2; ++end) {
    const double z = end ? p->height : 0.0;
    if (!(p->rho[end] > 0.0)) continue;
    lay_form_ring(s, p, (const double[2]){0.0, p->rho[end]},
                  (const double[2]){z, z}, end ? 1.0 : -1.0, patch++, spacing);
  }
}

/* ---- two dimensions ---------------------------------------------------------------- */

/* A side of an extrusion, from a to b in the plane z = 0: two samples in each part, which
 * integrate cubic functions along it exactly. */
static void lay_form_side(sink *s, const gm_form *f, gm_vec3 a, gm_vec3 b,
                          gm_vec3 n, int patch, double spacing)
{
  static const double at[2] = {0.21132486540518712, 0.78867513459481288};
  const gm_vec3 way = gm_sub(b, a);
  const double length = gm_norm(way);
  const double parts = fmin(ceil(length / spacing), 1.0e6);
  const double area = 0.5 * f->thickness * length / parts;
  for (int i = 0; i < (int)parts && s->n <= s->most; ++i)
    for (int q = 0; q < 2; ++q)
      put_form_sample(s, (gm_form_sample){gm_madd(a, (i + at[q]) / parts, way),
                                          n, area, patch});
}

static void lay_form_flat_box(sink *s, const gm_form *f, double spacing)
{
  const gm_vec3 low = f->solid.min, high = f->solid.max;
  const gm_vec3 corner[4] = {{low.x, low.y, 0.0},
                             {low.x, high.y, 0.0},
                             {high.x, low.y, 0.0},
                             {high.x, high.y, 0.0}};
  static const int ends[4][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}};
  for (int side = 0; side < 4; ++side) {
    const double out = side & 1 ? 1.0 : -1.0;
    lay_form_side(s, f, corner[ends[side][0]], corner[ends[side][1]],
                  side < 2 ? gm_vec(out, 0.0, 0.0) : gm_vec(0.0, out, 0.0),
                  side, spacing);
  }
}

static void lay_form_circle(sink *s, const gm_form *f, double spacing)
{
  const double r = f->solid.rho[0];
  const int around = (int)fmin(ceil(4.0 * GM_PI * r / spacing), 1.0e6);
  for (int k = 0; k < around && s->n <= s->most; ++k) {
    const double phi = 2.0 * GM_PI * (k + 0.5) / around;
    const gm_vec3 n = {gm_math_cos(phi), gm_math_sin(phi), 0.0};
    put_form_sample(s, (gm_form_sample){gm_madd(f->solid.point, r, n), n,
                                        2.0 * GM_PI * r / around * f->thickness,
                                        0});
  }
}

/* The section of each triangle that the plane cuts. */
static void lay_form_section(sink *s, const gm_form *f, const gm_index *patch,
                             double spacing)
{
  const gm_surface *m = f->surface;
  const double turn = f->solid.inside ? -1.0 : 1.0;
  for (gm_index t = 0; t < m->n; ++t) {
    gm_vec3 end[2];
    int n = 0;
    for (int k = 0; k < 3; ++k) {
      const gm_vec3 a = m->point[m->corner[t][k]];
      const gm_vec3 b = m->point[m->corner[t][(k + 1) % 3]];
      if ((a.z >= 0.0) == (b.z >= 0.0)) continue;
      end[n++] = gm_madd(a, a.z / (a.z - b.z), gm_sub(b, a));
    }
    if (n == 2)
      lay_form_side(s, f, end[0], end[1], gm_scale(turn, m->normal[t]),
                    patch ? patch[t] : 0, spacing);
  }
}

/* ---- all --------------------------------------------------------------------------- */

static void lay_form_surface(sink *s, const gm_form *f, const gm_index *patch,
                             double spacing)
{
  if (f->thickness > 0.0) {
    if (f->solid.kind == GM_FORM_MESH) lay_form_section(s, f, patch, spacing);
    if (f->solid.kind == GM_FORM_BOX) lay_form_flat_box(s, f, spacing);
    if (f->solid.kind == GM_FORM_SPHERE) lay_form_circle(s, f, spacing);
    return;
  }
  if (f->solid.kind == GM_FORM_MESH) lay_form_mesh(s, f, patch, spacing);
  if (f->solid.kind == GM_FORM_BOX) lay_form_box(s, f, spacing);
  if (f->solid.kind == GM_FORM_SPHERE) lay_form_ball(s, f, spacing);
  if (f->solid.kind == GM_FORM_PROFILE) lay_form_profile(s, &f->solid, spacing);
}

size_t gm_form_build_count(const gm_form *f, double spacing, size_t most)
{
  sink s = {NULL, 0, most, f->single * spacing * spacing};
  lay_form_surface(&s, f, NULL, spacing);
  return s.n;
}

/* Fill form->sample with form->spacing.  patch: [triangles] patch of each; null: 0.
 * GM_ERR_MEMORY. */
static gm_status sample_form_surface(gm_form *f, const gm_index *patch)
{
  const double single = f->single * f->spacing * f->spacing;
  sink s = {NULL, 0, (size_t)1 << 27, single};
  lay_form_surface(&s, f, patch, f->spacing);
  GM_TRY(GM_RESIZE(f->sample, 0, s.n + 1));
  s = (sink){f->sample, 0, (size_t)1 << 27, single};
  lay_form_surface(&s, f, patch, f->spacing);
  f->n = (gm_index)s.n;
  return GM_OK;
}

/* ---- builds what a body needs to meet other bodies ------------------------------- */

/* First the samples, whose spacing follows from the smallest extent; then, of a mesh, its
 * distance by virtual particles.  In two dimensions a solid becomes what the plane z = 0
 * shows of it. */

/* Most samples of a form whose spacing is chosen, and of one whose spacing is given. */
static const size_t most_samples = 20000, most_given = 4000000;
/* 1  virtual particles in the smallest extent: where they err by more than samples need,
 * triangles return the distance, which is slow; the finer they are, the fewer cells */
static const double coarsest = 20.0, finest = 32.0;
/* 1  error of the distance that interpolation may have, in spacings */
static const double allowed_error = 1.0e-4;
/* 1  the same where many bodies share a form, in spacings of the virtual particles */
static const double shared_error = 0.1;
/* 1  where many bodies share a form, triangles have one sample up to this area, in
 * squares of the spacing; samples of larger ones stand for as much */
static const double shared_single = 0.12;

/* ---- samples ----------------------------------------------------------------------- */

static void measure_form(gm_form *f)
{
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_form_sample *s = &f->sample[k];
    f->area += s->a;
    f->shade[0] += 0.5 * s->a * fabs(s->n.x);
    f->shade[1] += 0.5 * s->a * fabs(s->n.y);
    f->shade[2] += 0.5 * s->a * fabs(s->n.z);
  }
}

/* A mesh has three samples of each triangle, however coarse they are. */
static size_t form_most(const gm_form *f)
{
  const size_t least =
      f->solid.kind == GM_FORM_MESH ? 3 * (size_t)f->surface->n : 0;
  return least < most_samples ? most_samples : least + most_samples / 4;
}

static gm_status lay_form_samples(gm_form *f, const gm_form_options *o,
                                  const gm_index *patch)
{
  gm_vec3 wide = gm_sub(f->solid.max, f->solid.min);
  f->thickness = o->thickness;
  if (f->thickness > 0.0) wide.z = fmin(wide.x, wide.y);
  f->centre = gm_scale(0.5, gm_add(f->solid.min, f->solid.max));
  f->radius = 0.5 * gm_norm(wide);
  if (f->thickness > 0.0) f->centre.z = 0.0;
  f->size = fmin(wide.x, fmin(wide.y, wide.z));
  if (!(f->size > 0.0)) f->size = fmax(wide.x, fmax(wide.y, wide.z));
  f->depth = o->depth > 0.0 ? o->depth : 0.1 * f->size;
  f->spacing = o->spacing > 0.0 ? o->spacing
               : o->shared      ? 0.25 * f->size
                                : f->size / 5.5;
  f->single = o->shared ? shared_single : 0.0;
  if (f->solid.inside && f->solid.kind != GM_FORM_MESH) return GM_OK;
  const size_t most = form_most(f);
  while (!(o->spacing > 0.0) && gm_form_build_count(f, f->spacing, most) > most)
    f->spacing *= 1.25;
  if (o->spacing > 0.0 &&
      (f->radius > 1.0e6 * o->spacing ||
       gm_form_build_count(f, f->spacing, most_given) > most_given))
    return gm_fail(GM_ERR_INPUT,
                   "%g m gives more than %zu samples of a body of %g m; give "
                   "%.2g m or more, or auto",
                   f->spacing, most_given, 2.0 * f->radius, 2.0e-3 * f->radius);
  GM_TRY(sample_form_surface(f, patch));
  measure_form(f);
  return build_balls(f);
}

/* ---- field of a mesh --------------------------------------------------------------- */

static gm_status sample_form_field(gm_form *f, int shared)
{
  const double spacing =
      fmin(fmax(f->spacing, f->size / finest), f->size / coarsest);
  const double diagonal = sqrt(3.0) * spacing;
  const gm_field field = {.query = gm_sign_query,
                          .of = f->side,
                          .min = f->surface->min,
                          .max = f->surface->max};
  const gm_flag_limits limits = {
      .allowed = shared ? shared_error * spacing : allowed_error * f->spacing};
  f->low = -(f->depth + diagonal);
  f->high = 2.0 * diagonal;
  GM_TRY(gm_lattice_build(&f->lattice, &field, spacing, gm_vec(0.0, 0.0, 0.0),
                          f->low, f->high));
  f->tested = spacing;
  f->error = limits.allowed;
  return gm_flag_cells(&f->lattice, &field, -f->depth, f->tested, &limits, NULL,
                       &f->flags);
}

static gm_status build_mesh(gm_form *f, const gm_index *patch,
                            const gm_form_options *o)
{
  f->solid.min = f->surface->min;
  f->solid.max = f->surface->max;
  f->solid.inside = f->surface->facing == GM_FACING_INSIDE;
  GM_TRY(lay_form_samples(f, o, patch));
  GM_TRY(gm_distance_create(f->surface, NULL, &f->triangles));
  GM_TRY(gm_sign_create(f->surface, f->triangles, &f->side));
  return sample_form_field(f, o->shared);
}

/* ---- two dimensions ---------------------------------------------------------------- */

/* What the plane z = 0 shows of an extrusion, without ends along z. */
static void flatten_form_solid(gm_form_solid *s)
{
  enum { ENDS = 3 << 4 };
  const double r = s->rho[0];
  if (s->kind == GM_FORM_PROFILE) {
    s->kind = GM_FORM_SPHERE;
    s->open = 0;
    s->point.z = 0.0;
  }
  if (s->kind == GM_FORM_SPHERE) {
    s->min = gm_sub(s->point, gm_vec(r, r, r));
    s->max = gm_add(s->point, gm_vec(r, r, r));
  } else if (s->kind == GM_FORM_BOX) {
    const double far = 1.0e3 * fmax(s->max.x - s->min.x, s->max.y - s->min.y);
    s->min.z = -far;
    s->max.z = far;
    if (s->inside) s->open |= ENDS;
  }
}

/* ---- the whole --------------------------------------------------------------------- */

gm_status gm_form_build_solid(const gm_form_solid *solid,
                              const gm_form_options *o, gm_form **form)
{
  gm_form *f = NULL;
  *form = NULL;
  GM_TRY(GM_RESIZE(f, 0, 1));
  f->solid = *solid;
  if (o->thickness > 0.0) flatten_form_solid(&f->solid);
  if (solid->kind == GM_FORM_PLANE) {
    f->radius = f->size = f->depth = INFINITY;
    *form = f;
    return GM_OK;
  }
  const gm_status status = lay_form_samples(f, o, NULL);
  *form = f;
  if (status != GM_OK) gm_form_free(form);
  return status;
}

gm_status gm_form_build_mesh(const gm_surface *surface, const gm_index *patch,
                             const gm_form_options *o, gm_form **form)
{
  gm_form *f = NULL;
  *form = NULL;
  if (surface->kind == GM_SURFACE_SHEET || surface->facing == GM_FACING_BOTH)
    return gm_fail(GM_ERR_INPUT,
                   "is an open mesh without inside, which other bodies could "
                   "meet; close it");
  GM_TRY(GM_RESIZE(f, 0, 1));
  f->solid.kind = GM_FORM_MESH;
  f->surface = surface;
  gm_lattice_init(&f->lattice);
  const gm_status status = build_mesh(f, patch, o);
  *form = f;
  if (status != GM_OK) gm_form_free(form);
  return status;
}
