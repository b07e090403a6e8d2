/* import/polygon: the triangles of a polygon cover it once, and nothing else.
 *
 * For each polygon the areas of its triangles add up to the length of its vector area, to
 * round-off; each triangle looks the same way.  Convex and concave ones, stars, combs,
 * spirals, corners along straight edges, a bridge to a hole, tilted and slightly bent;
 * one whose edges cross is recognised.  A mesh file with the caps of an L prism gives its
 * volume. */
#include "check.h"
#include "import/import.h"
#include <stdio.h>
#include <unistd.h>

enum { MOST = 400 };

static double xy[MOST][2];

static int take(int n, const double (*from)[2])
{
  for (int k = 0; k < n; ++k)
    for (int c = 0; c < 2; ++c)
      xy[k][c] = from[k][c];
  return n;
}

static gm_vec3 area_of(gm_vec3 a, gm_vec3 b, gm_vec3 c)
{
  return gm_scale(0.5, gm_cross(gm_sub(b, a), gm_sub(c, a)));
}

/* Split the polygon in a tilted plane, bent out of it by `bend` of its size, beginning at
 * each corner. */
static void try_it(const char *name, int n, double bend, int good)
{
  static gm_vec3 x[MOST];
  static int t[MOST][3];
  const gm_vec3 u = gm_unit(gm_vec(0.3, 0.5, -0.2));
  const gm_vec3 v = gm_unit(gm_cross(gm_vec(0.1, -1.0, 0.4), u));
  const gm_vec3 w = gm_cross(u, v);
  double worst = 0.0;
  int simple = 1, turned = 0;
  for (int first = 0; first < n; ++first) {
    for (int k = 0; k < n; ++k) {
      const double *p = xy[(first + k) % n];
      const double z = bend * sin(9.0 * p[0]) * cos(7.0 * p[1]);
      x[k] = gm_madd(gm_madd(gm_scale(p[0], u), p[1], v), z, w);
    }
    gm_vec3 whole = {0.0, 0.0, 0.0};
    for (int k = 1; k + 1 < n; ++k)
      whole = gm_add(whole, area_of(x[0], x[k], x[k + 1]));
    int one;
    CHECK(gm_polygon_split(x, n, t, &one) == GM_OK);
    double sum = 0.0;
    for (int k = 0; k + 2 < n; ++k) {
      const gm_vec3 a = area_of(x[t[k][0]], x[t[k][1]], x[t[k][2]]);
      const double seen = gm_dot(a, gm_unit(whole));
      turned += seen < -1.0e-12;
      sum += fabs(seen);
    }
    worst = fmax(worst, fabs(sum / gm_norm(whole) - 1.0));
    simple &= one;
  }
  printf("%-24s %4d corners, area off by %.1e\n", name, n, worst);
  CHECK(simple == good);
  if (good) CHECK(worst < 1.0e-9 && turned == 0);
}

static int star(int n, double inner)
{
  for (int k = 0; k < n; ++k) {
    const double r = k & 1 ? inner : 1.0, a = 2.0 * GM_PI * k / n;
    xy[k][0] = r * cos(a);
    xy[k][1] = r * sin(a);
  }
  return n;
}

/* Teeth of a comb: many corners between which most diagonals leave it. */
static int comb(int teeth)
{
  int n = 0;
  for (int k = 0; k < teeth; ++k) {
    const double at[4][2] = {
        {k, 1.0}, {k, 0.1}, {k + 0.5, 0.1}, {k + 0.5, 1.0}};
    for (int c = 0; c < 4; ++c, ++n)
      for (int i = 0; i < 2; ++i)
        xy[n][i] = at[c][i];
  }
  xy[n][0] = teeth;
  xy[n++][1] = 1.0;
  xy[n][0] = teeth;
  xy[n++][1] = 0.0;
  xy[n][0] = -0.1;
  xy[n++][1] = 0.0;
  xy[n][0] = -0.1;
  xy[n++][1] = 1.0;
  return n;
}

static int spiral(int n)
{
  for (int k = 0; k < n; ++k) {
    const int out = k < n / 2, q = out ? k : n - 1 - k;
    const double a = 4.0 * GM_PI * q / (n / 2), r = 0.1 + 0.05 * a;
    xy[k][0] = (out ? r + 0.2 : r) * cos(a);
    xy[k][1] = (out ? r + 0.2 : r) * sin(a);
  }
  return n;
}

/* A polygon of no vector area: a line is one, a bow whose halves cancel is not. */
static void try_none(void)
{
  static const gm_vec3 line[4] = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  static const gm_vec3 bow[4] = {{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}};
  int t[2][3], simple;
  CHECK(gm_polygon_split(line, 4, t, &simple) == GM_OK && simple);
  CHECK(gm_polygon_split(bow, 4, t, &simple) == GM_OK && !simple);
}

/* Volume of the file by the divergence theorem; NaN if it cannot be read. */
static double volume_of(const char *path)
{
  gm_soup soup;
  double six = 0.0;
  gm_soup_init(&soup);
  if (!CHECK(gm_import_triangles(path, 1.0, &soup) == GM_OK)) return NAN;
  for (gm_index t = 0; t < soup.n; ++t)
    six += gm_dot(soup.corner[3 * t],
                  gm_cross(soup.corner[3 * t + 1], soup.corner[3 * t + 2]));
  CHECK(soup.n_twisted == 0);
  gm_soup_clear(&soup);
  return six / 6.0;
}

/* An L prism of 0.0075 m2 and 0.1 m, its caps as they are printed by CAD programs, from
 * each of their corners. */
static void prism(const char *extension)
{
  static const double l[6][2] = {{0, 0},     {.1, 0},   {.1, .05},
                                 {.05, .05}, {.05, .1}, {0, .1}};
  char path[32];
  snprintf(path, sizeof path, "prism.%s", extension);
  const int off = extension[1] == 'f', ply = extension[0] == 'p';
  for (int first = 0; first < 6; ++first) {
    FILE *f = fopen(path, "w");
    if (!CHECK(f)) return;
    if (off) fprintf(f, "OFF\n12 8 0\n");
    if (ply)
      fprintf(f, "ply\nformat ascii 1.0\nelement vertex 12\nproperty float x\n"
                 "property float y\nproperty float z\nelement face 8\n"
                 "property list uchar int vertex_indices\nend_header\n");
    for (int k = 0; k < 12; ++k)
      fprintf(f, "%s%g %g %g\n", off || ply ? "" : "v ", l[k % 6][0],
              l[k % 6][1], k < 6 ? 0.0 : 0.1);
    const int from = off || ply ? 0 : 1;
    for (int cap = 0; cap < 2; ++cap) {
      fprintf(f, off || ply ? "6" : "f");
      for (int k = 0; k < 6; ++k)
        fprintf(f, " %d",
                from + (cap ? 6 + (first + k) % 6 : (first + 5 - k) % 6));
      fprintf(f, "\n");
    }
    for (int k = 0; k < 6; ++k)
      fprintf(f, "%s %d %d %d %d\n", off || ply ? "4" : "f", from + k,
              from + (k + 1) % 6, from + 6 + (k + 1) % 6, from + 6 + k);
    fclose(f);
    CHECK(fabs(volume_of(path) / 0.00075 - 1.0) < 1.0e-6);
  }
  unlink(path);
}

int main(void)
{
  static const double quad[4][2] = {{0, 0}, {1, 0}, {1.2, 1}, {0, 0.8}};
  static const double arrow[4][2] = {{0, 0}, {1, 1}, {0, 0.4}, {-1, 1}};
  static const double edge[7][2] = {{0, 0},   {0.5, 0}, {1, 0}, {1, 1},
                                    {0.7, 1}, {0.2, 1}, {0, 1}};
  static const double hole[10][2] = {{0, 0}, {3, 0}, {3, 3}, {0, 3}, {0, 0},
                                     {1, 1}, {1, 2}, {2, 2}, {2, 1}, {1, 1}};
  static const double bow[4][2] = {{0, 0}, {1, 0}, {0.2, 1}, {0.9, 1.1}};
  try_it("quad", take(4, quad), 0.0, 1);
  try_it("arrow", take(4, arrow), 0.0, 1);
  try_it("corners along edges", take(7, edge), 0.0, 1);
  try_it("bridge to a hole", take(10, hole), 0.0, 1);
  try_it("32-gon", star(32, 1.0), 0.0, 1);
  try_it("star", star(40, 0.2), 0.0, 1);
  try_it("bent star", star(40, 0.4), 0.01, 1);
  try_it("comb", comb(20), 0.0, 1);
  try_it("spiral", spiral(100), 0.0, 1);
  try_it("edges that cross", take(4, bow), 0.0, 0);
  try_none();
  prism("obj");
  prism("ply");
  prism("off");
  return CHECK_REPORT();
}
