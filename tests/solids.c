/* tests/solids.c -- closed surfaces made on the spot. */
#include "solids.h"

#include "check.h"
#include "import/import.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static solid room(gm_index n)
{
  return (solid){0, malloc(3 * (size_t)n * sizeof(gm_vec3))};
}

void solid_add(solid *s, gm_vec3 a, gm_vec3 b, gm_vec3 c)
{
  s->corner = realloc(s->corner, 3 * ((size_t)s->n + 1) * sizeof *s->corner);
  gm_vec3 *t = &s->corner[3 * s->n++];
  t[0] = a;
  t[1] = b;
  t[2] = c;
}

void solid_add_quad(solid *s, gm_vec3 a, gm_vec3 b, gm_vec3 c, gm_vec3 d)
{
  solid_add(s, a, b, c);
  solid_add(s, a, c, d);
}

solid solid_box(gm_vec3 a, gm_vec3 b)
{
  solid s = room(12);
  gm_vec3 p[8];
  for (int k = 0; k < 8; ++k) {
    p[k] = gm_vec(k & 1 ? b.x : a.x, k & 2 ? b.y : a.y, k & 4 ? b.z : a.z);
  }
  static const int face[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (int f = 0; f < 6; ++f) {
    solid_add_quad(&s, p[face[f][0]], p[face[f][1]], p[face[f][2]],
                   p[face[f][3]]);
  }
  return s;
}

static gm_vec3 middle(gm_vec3 a, gm_vec3 b)
{
  return gm_unit(gm_add(a, b));
}

static void divide(solid *s, gm_vec3 a, gm_vec3 b, gm_vec3 c, int times)
{
  if (times == 0) {
    solid_add(s, a, b, c);
    return;
  }
  const gm_vec3 ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
  divide(s, a, ab, ca, times - 1);
  divide(s, ab, b, bc, times - 1);
  divide(s, ca, bc, c, times - 1);
  divide(s, ab, bc, ca, times - 1);
}

solid solid_sphere(gm_vec3 centre, double radius, int times)
{
  const double g = 0.5 * (1.0 + sqrt(5.0));
  gm_vec3 p[12];
  for (int k = 0; k < 4; ++k) {
    const double one = k & 1 ? 1.0 : -1.0, two = k & 2 ? g : -g;
    p[k] = gm_unit(gm_vec(0.0, one, two));
    p[4 + k] = gm_unit(gm_vec(one, two, 0.0));
    p[8 + k] = gm_unit(gm_vec(two, 0.0, one));
  }
  solid s = room((gm_index)20 << (2 * times));
  for (int i = 0; i < 12; ++i) {
    for (int j = i + 1; j < 12; ++j) {
      for (int k = j + 1; k < 12; ++k) { /* neighbours: cosine 0.447 */
        if (gm_dot(p[i], p[j]) < 0.4 || gm_dot(p[j], p[k]) < 0.4 ||
            gm_dot(p[k], p[i]) < 0.4) {
          continue;
        }
        const int out = gm_dot(p[i], gm_cross(p[j], p[k])) > 0.0;
        divide(&s, p[i], p[out ? j : k], p[out ? k : j], times);
      }
    }
  }
  for (gm_index c = 0; c < 3 * s.n; ++c)
    s.corner[c] = gm_madd(centre, radius, s.corner[c]);
  return s;
}

solid solid_bracket(double size, double thickness)
{
  const double l = size, t = thickness;
  const double x[6] = {0.0, l, l, t, t, 0.0}, z[6] = {0.0, 0.0, t, t, l, l};
  static const int cap[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  solid s = room(20);
  gm_vec3 front[6], back[6];
  for (int k = 0; k < 6; ++k) {
    front[k] = gm_vec(x[k], 0.0, z[k]);
    back[k] = gm_vec(x[k], l, z[k]);
  }
  for (int k = 0; k < 6; ++k) {
    const int m = (k + 1) % 6;
    solid_add_quad(&s, front[k], back[k], back[m], front[m]);
  }
  for (int k = 0; k < 4; ++k) {
    solid_add(&s, front[cap[k][0]], front[cap[k][1]], front[cap[k][2]]);
    solid_add(&s, back[cap[k][0]], back[cap[k][2]], back[cap[k][1]]);
  }
  solid_turn(&s); /* x, z is a left-handed plane seen from +y */
  double volume = 0.0;
  for (gm_index k = 0; k < s.n; ++k) {
    const gm_vec3 *c = &s.corner[3 * k];
    volume += gm_dot(c[0], gm_cross(c[1], c[2]));
  }
  if (volume < 0.0) solid_turn(&s);
  return s;
}

solid solid_torus(double big, double small, int n_big, int n_small)
{
  solid s = room(2 * n_big * n_small);
  for (int i = 0; i < n_big; ++i) {
    for (int j = 0; j < n_small; ++j) {
      gm_vec3 p[4];
      for (int k = 0; k < 4; ++k) {
        const int a = (i + (k == 1 || k == 2)) % n_big;
        const int b = (j + (k >= 2)) % n_small;
        const double f = 2.0 * GM_PI * a / n_big, g = 2.0 * GM_PI * b / n_small;
        const double rho = big + small * cos(g);
        p[k] = gm_vec(rho * cos(f), rho * sin(f), small * sin(g));
      }
      solid_add_quad(&s, p[0], p[1], p[2], p[3]);
    }
  }
  return s;
}

static solid read_sample(const char *name)
{
  char path[512];
  gm_soup soup;
  gm_soup_init(&soup);
  snprintf(path, sizeof path, "%s/%s.stl", GM_SHAPES, name);
  CHECK(gm_stl_triangles(path, 1.0, &soup) == GM_OK);
  solid s = room(soup.n);
  s.n = soup.n;
  for (gm_index k = 0; k < 3 * s.n; ++k)
    s.corner[k] = soup.corner[k];
  gm_soup_clear(&soup);
  return s;
}

solid solid_sample(const char *name)
{
  const gm_vec3 zero = {0.0, 0.0, 0.0};
  if (!strcmp(name, "box"))
    return solid_box(gm_vec(-0.5, -0.3, -0.2), gm_vec(0.5, 0.3, 0.2));
  if (!strcmp(name, "bracket")) return solid_bracket(1.0, 0.3);
  if (!strcmp(name, "coarse sphere")) return solid_sphere(zero, 0.5, 2);
  if (!strcmp(name, "fine sphere")) return solid_sphere(zero, 0.5, 5);
  if (!strcmp(name, "torus")) return solid_torus(0.5, 0.2, 60, 30);
  return read_sample(name);
}

solid solid_both(solid a, solid b)
{
  solid s = room(a.n + b.n);
  memcpy(s.corner, a.corner, 3 * (size_t)a.n * sizeof *s.corner);
  memcpy(s.corner + 3 * a.n, b.corner, 3 * (size_t)b.n * sizeof *s.corner);
  s.n = a.n + b.n;
  free(a.corner);
  free(b.corner);
  return s;
}

void solid_turn(solid *s)
{
  for (gm_index k = 0; k < s->n; ++k) {
    const gm_vec3 b = s->corner[3 * k + 1];
    s->corner[3 * k + 1] = s->corner[3 * k + 2];
    s->corner[3 * k + 2] = b;
  }
}

solid solid_outwards(solid s)
{
  double six = 0.0;
  for (gm_index k = 0; k < s.n; ++k) {
    const gm_vec3 *c = &s.corner[3 * k];
    six += gm_dot(c[0], gm_cross(c[1], c[2]));
  }
  if (six < 0.0) solid_turn(&s);
  return s;
}

solid solid_refine(solid s, int times)
{
  for (; times > 0; --times) {
    solid fine = {0, NULL};
    for (gm_index k = 0; k < s.n; ++k) {
      const gm_vec3 *c = &s.corner[3 * k];
      gm_vec3 m[3];
      for (int i = 0; i < 3; ++i)
        m[i] = gm_scale(0.5, gm_add(c[i], c[(i + 1) % 3]));
      solid_add(&fine, c[0], m[0], m[2]);
      solid_add(&fine, m[0], c[1], m[1]);
      solid_add(&fine, m[2], m[1], c[2]);
      solid_add(&fine, m[0], m[1], m[2]);
    }
    free(s.corner);
    s = fine;
  }
  return s;
}

static void write_text(FILE *f, const solid *s)
{
  fprintf(f, "solid made by a test\n");
  for (gm_index k = 0; k < s->n; ++k) {
    fprintf(f, " facet normal 0 0 0\n  outer loop\n");
    for (int c = 0; c < 3; ++c) {
      const gm_vec3 p = s->corner[3 * k + c];
      fprintf(f, "   vertex %.9g %.9g %.9g\n", (double)(float)p.x,
              (double)(float)p.y, (double)(float)p.z);
    }
    fprintf(f, "  endloop\n endfacet\n");
  }
  fprintf(f, "endsolid made by a test\n");
}

static void write_binary(FILE *f, const solid *s)
{
  char head[80] = "solid is what many binary files begin with";
  const uint32_t n = (uint32_t)s->n;
  fwrite(head, 1, sizeof head, f);
  fwrite(&n, sizeof n, 1, f); /* tests run on little-endian machines */
  for (gm_index k = 0; k < s->n; ++k) {
    float x[12] = {0.0f};
    for (int c = 0; c < 3; ++c) {
      const gm_vec3 p = s->corner[3 * k + c];
      x[3 + 3 * c] = (float)p.x;
      x[4 + 3 * c] = (float)p.y;
      x[5 + 3 * c] = (float)p.z;
    }
    const uint16_t spare = 0;
    fwrite(x, sizeof x, 1, f);
    fwrite(&spare, sizeof spare, 1, f);
  }
}

int solid_write(const solid *s, const char *path, int text)
{
  FILE *f = fopen(path, "wb");
  if (!f) return 0;
  if (text) {
    write_text(f, s);
  } else {
    write_binary(f, s);
  }
  return fclose(f) == 0;
}

solid solid_moebius(int n, double half)
{
  solid s = {0, malloc((size_t)(6 * n) * sizeof *s.corner)};
  for (int q = 0; q < n; ++q) {
    gm_vec3 p[4];
    for (int k = 0; k < 4; ++k) {
      const int at = q + (k == 1 || k == 2), lower = (k < 2) != (at == n);
      const double a = 2.0 * GM_PI * (at % n) / n, b = 0.5 * a;
      const double w = lower ? -half : half, rho = 1.0 + w * cos(b);
      p[k] = gm_vec(rho * cos(a), rho * sin(a), w * sin(b));
    }
    const int of[6] = {0, 1, 2, 0, 2, 3};
    for (int k = 0; k < 6; ++k)
      s.corner[3 * s.n + k] = p[of[k]];
    s.n += 2;
  }
  return s;
}
