/* tests/rounds.c -- tessellations of round shapes. */
#include "rounds.h"

#include "random.h"
#include <stdlib.h>

static solid room(gm_index n)
{
  return (solid){0, malloc(3 * (size_t)n * sizeof(gm_vec3))};
}

static void add(solid *s, gm_vec3 a, gm_vec3 b, gm_vec3 c)
{
  gm_vec3 *t = &s->corner[3 * s->n++];
  t[0] = a;
  t[1] = b;
  t[2] = c;
}

solid rounds_latlong(double radius, int n)
{
  solid s = room(4 * n * n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 2 * n; ++j) {
      gm_vec3 p[4];
      for (int k = 0; k < 4; ++k) {
        const int a = i + (k >= 2), b = (j + (k == 1 || k == 2)) % (2 * n);
        const double polar = GM_PI * a / n, azimuth = GM_PI * b / n;
        const double rho = a == 0 || a == n ? 0.0 : radius * sin(polar);
        p[k] =
            gm_vec(rho * cos(azimuth), rho * sin(azimuth), radius * cos(polar));
      }
      if (i + 1 < n) add(&s, p[0], p[3], p[2]);
      if (i > 0) add(&s, p[0], p[2], p[1]);
    }
  }
  return s;
}

/* --- hull ----------------------------------------------------------------- */

typedef struct face {
  int c[3];
  gm_vec3 normal;
  double off;
} face;

static face face_of(const gm_vec3 *p, int a, int b, int c)
{
  const gm_vec3 n = gm_cross(gm_sub(p[b], p[a]), gm_sub(p[c], p[a]));
  return (face){{a, b, c}, n, gm_dot(n, p[a])};
}

/* Faces that see p[q] give way to a cone from their rim to it.  beside[a n + b]: a run of
 * the rim from a to b. */
static int grow(const gm_vec3 *p, int q, face *f, int n, int (*rim)[2])
{
  int kept = 0, sides = 0;
  for (int k = 0; k < n; ++k) {
    if (gm_dot(f[k].normal, p[q]) <= f[k].off) {
      f[kept++] = f[k];
      continue;
    }
    for (int e = 0; e < 3; ++e) {
      const int a = f[k].c[e], b = f[k].c[(e + 1) % 3];
      int twin = -1;
      for (int t = 0; t < sides; ++t)
        if (rim[t][0] == b && rim[t][1] == a) twin = t;
      if (twin >= 0) {
        --sides;
        rim[twin][0] = rim[sides][0];
        rim[twin][1] = rim[sides][1];
        continue;
      }
      rim[sides][0] = a;
      rim[sides++][1] = b;
    }
  }
  for (int t = 0; t < sides; ++t)
    f[kept++] = face_of(p, rim[t][0], rim[t][1], q);
  return kept;
}

solid rounds_hull(double radius, int n)
{
  gm_vec3 *p = malloc((size_t)n * sizeof *p);
  face *f = malloc(2 * (size_t)n * sizeof *f);
  int(*rim)[2] = malloc((size_t)n * sizeof *rim), faces = 0;
  const double off = 0.35 * sqrt(4.0 * GM_PI / n);
  for (int k = 0; k < n; ++k) {
    const int even = k * 7919 % n; /* so that early points are spread */
    const double z = 1.0 - (2.0 * even + 1.0) / n, rho = sqrt(1.0 - z * z);
    const double turn = GM_PI * (1.0 + sqrt(5.0)) * even;
    const gm_vec3 any = {random_between(-off, off), random_between(-off, off),
                         random_between(-off, off)};
    const gm_vec3 at = {rho * cos(turn), rho * sin(turn), z};
    p[k] = gm_scale(radius, gm_unit(gm_add(at, any)));
  }
  const int out = gm_dot(gm_sub(p[3], p[0]), face_of(p, 0, 1, 2).normal) < 0.0;
  const int a = out ? 1 : 2, b = out ? 2 : 1;
  f[faces++] = face_of(p, 0, a, b);
  f[faces++] = face_of(p, 0, b, 3);
  f[faces++] = face_of(p, b, a, 3);
  f[faces++] = face_of(p, a, 0, 3);
  for (int k = 4; k < n; ++k)
    faces = grow(p, k, f, faces, rim);
  solid s = room(faces);
  for (int k = 0; k < faces; ++k)
    add(&s, p[f[k].c[0]], p[f[k].c[1]], p[f[k].c[2]]);
  free(p);
  free(f);
  free(rim);
  return s;
}

/* --- torus ---------------------------------------------------------------- */

solid rounds_torus(double big, double small, int n_big, int n_small,
                   double jitter)
{
  solid s = room(2 * n_big * n_small);
  gm_vec3 *p = malloc((size_t)n_big * (size_t)n_small * sizeof *p);
  for (int k = 0; k < n_big * n_small; ++k) {
    const double i = k / n_small + random_between(-jitter, jitter);
    const double j = k % n_small + random_between(-jitter, jitter);
    const double a = 2.0 * GM_PI * i / n_big, b = 2.0 * GM_PI * j / n_small;
    const double rho = big + small * cos(b);
    p[k] = gm_vec(rho * cos(a), rho * sin(a), small * sin(b));
  }
  for (int i = 0; i < n_big; ++i) {
    for (int j = 0; j < n_small; ++j) {
      const int i1 = (i + 1) % n_big, j1 = (j + 1) % n_small;
      const gm_vec3 a = p[i * n_small + j], b = p[i1 * n_small + j];
      const gm_vec3 c = p[i1 * n_small + j1], d = p[i * n_small + j1];
      const int other = jitter > 0.0 && random_between(0.0, 1.0) < 0.5;
      add(&s, a, b, other ? d : c);
      add(&s, other ? b : a, c, d);
    }
  }
  free(p);
  return s;
}

/* --- prisms --------------------------------------------------------------- */

/* The prism over an outline seen from above counter-clockwise. */
static solid prism(double (*x)[2], int n, double length)
{
  const double h = 0.5 * length;
  solid s = room(4 * n);
  for (int k = 0; k < n; ++k) {
    const int m = (k + 1) % n;
    const gm_vec3 a = {x[k][0], x[k][1], -h}, b = {x[m][0], x[m][1], -h};
    const gm_vec3 c = {x[m][0], x[m][1], h}, d = {x[k][0], x[k][1], h};
    add(&s, a, b, c);
    add(&s, a, c, d);
    add(&s, gm_vec(0.0, 0.0, -h), b, a);
    add(&s, gm_vec(0.0, 0.0, h), d, c);
  }
  return s;
}

solid rounds_cylinder(double radius, double length, int n)
{
  double x[256][2];
  for (int k = 0; k < n; ++k) {
    x[k][0] = radius * cos(2.0 * GM_PI * k / n);
    x[k][1] = radius * sin(2.0 * GM_PI * k / n);
  }
  return prism(x, n, length);
}

solid rounds_bar(double wide, double high, double fillet, double length, int n)
{
  double x[256][2];
  int m = 0;
  for (int q = 0; q < 4; ++q) {
    const double cx = q == 0 || q == 3 ? 0.5 * wide : -0.5 * wide;
    const double cy = q < 2 ? 0.5 * high : -0.5 * high;
    for (int k = 0; k <= n; ++k, ++m) {
      const double a = 0.5 * GM_PI * (q + (double)k / n);
      x[m][0] = cx + fillet * cos(a);
      x[m][1] = cy + fillet * sin(a);
    }
  }
  return prism(x, m, length);
}
