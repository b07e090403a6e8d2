/* import/stl: a valid STL file is read to the bit, a damaged one is an error that names
 * the place.
 *
 * Binary numbers are single precision: a coordinate is that number, converted to
 * double, times the scale.  Text with nine digits gives the same numbers. */
#include "base/memory.h"
#include "check.h"
#include "import/assemble.h"
#include "import/import.h"
#include "mesh/surface.h"
#include "solids.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static gm_status read_stl(const char *path, double scale, gm_surface *surface)
{
  gm_soup soup;
  gm_soup_init(&soup);
  gm_status status = gm_stl_triangles(path, scale, &soup);
  if (status == GM_OK)
    status = gm_assemble_soup(surface, &soup, GM_FACING_AUTO, path);
  gm_soup_clear(&soup);
  return status;
}

static char path[] = "gm-stl-XXXXXX";

static void write_bytes(const char *bytes, size_t n)
{
  FILE *f = fopen(path, "wb");
  CHECK(f && fwrite(bytes, 1, n, f) == n);
  if (f) fclose(f);
}

/* The bytes of a box as binary STL: 684 of them. */
enum { BOX = 684 };
static void box_bytes(char bytes[BOX + 16])
{
  const solid k = solid_box(gm_vec(0.0, 0.0, 0.0), gm_vec(0.1, 0.2, 0.3));
  CHECK(solid_write(&k, path, 0));
  free(k.corner);
  FILE *f = fopen(path, "rb");
  CHECK(f && fread(bytes, 1, BOX, f) == BOX);
  if (f) fclose(f);
}

static void check_good(int text, double scale)
{
  const solid k = solid_sphere(gm_vec(0.3, -0.1, 2.0), 0.05, 3);
  CHECK(solid_write(&k, path, text));
  gm_surface s;
  gm_surface_init(&s);
  const gm_status status = read_stl(path, scale, &s);
  if (!CHECK(status == GM_OK)) {
    printf("%s\n", gm_status_message());
    return;
  }
  printf("%s, scale %g: %d triangles, %d points, volume %.9g\n",
         text ? "text" : "binary", scale, s.n, s.n_points, s.volume);
  CHECK(s.n == 1280 && s.n_points == 642 && s.kind == GM_SURFACE_CLOSED &&
        s.found.joined.n == 0);
  long wrong = 0;
  for (gm_index c = 0; c < 3 * s.n; ++c) {
    const gm_vec3 got = s.point[s.corner[c / 3][c % 3]], p = k.corner[c];
    if (text) {
      wrong += (float)(got.x / scale) != (float)p.x;
      wrong += (float)(got.y / scale) != (float)p.y;
      wrong += (float)(got.z / scale) != (float)p.z;
    } else {
      wrong += got.x != scale * (double)(float)p.x;
      wrong += got.y != scale * (double)(float)p.y;
      wrong += got.z != scale * (double)(float)p.z;
    }
  }
  CHECK(wrong == 0);
  gm_surface_clear(&s);
  free(k.corner);
}

/* The file at `path` must be refused with a message that contains `word`. */
static void refuse(const char *what, gm_status expected, const char *word)
{
  gm_surface s;
  gm_surface_init(&s);
  const size_t held = gm_memory_bytes();
  const gm_status status = read_stl(path, 1.0, &s);
  printf("%-22s %s\n", what, status == GM_OK ? "READ" : gm_status_message());
  CHECK(status == expected);
  CHECK(status == GM_OK || strstr(gm_status_message(), word) != NULL);
  CHECK(status == GM_OK || strstr(gm_status_message(), path) != NULL);
  CHECK(gm_memory_bytes() == held && s.n == 0);
  gm_surface_clear(&s);
}

static void refuse_bytes(const char *what, const char *bytes, size_t n,
                         const char *word)
{
  write_bytes(bytes, n);
  refuse(what, GM_ERR_INPUT, word);
}

static void refuse_text(const char *what, const char *text, const char *word)
{
  refuse_bytes(what, text, strlen(text), word);
}

static void check_broken_binary(void)
{
  char good[BOX + 16] = {0}, bad[BOX + 16];
  box_bytes(good);

  memcpy(bad, good, sizeof bad);
  refuse_bytes("cut in a triangle", bad, BOX - 60, "in triangle 11");
  refuse_bytes("cut by one byte", bad, BOX - 1, "ends at byte 683");
  refuse_bytes("cut in the head", bad, 60, "60 bytes");
  refuse_bytes("empty", bad, 0, "its 0 bytes");
  memset(bad + BOX, 'x', 7);
  refuse_bytes("bytes behind the end", bad, BOX + 7, "this one 691");
  bad[80] = 13;
  refuse_bytes("count too large", bad, BOX, "13 triangles");
  bad[80] = 11;
  refuse_bytes("count too small", bad, BOX, "11 triangles");
  bad[80] = 0;
  refuse_bytes("count 0", bad, 84, "no triangle");
  bad[80] = bad[81] = bad[82] = bad[83] = (char)0xff;
  refuse_bytes("count huge", bad, BOX, "4294967295 triangles");
  bad[80] = 11;
  bad[81] = bad[82] = bad[83] = 0;
  write_bytes(bad, BOX - 50);
  gm_surface open;
  gm_surface_init(&open);
  CHECK(read_stl(path, 1.0, &open) == GM_OK);
  CHECK(open.n == 12 && open.found.open.n == 0); /* a triangle is filled */
  gm_surface_clear(&open);

  static const char *const filler[] = {"\n", "\x1a", "\r\n\x1a", "  ", ""};
  for (int k = 0; k < 5; ++k) { /* the last: a zero byte */
    memcpy(bad, good, BOX);
    strcpy(bad + BOX, filler[k]);
    write_bytes(bad, BOX + strlen(filler[k]) + (k == 4));
    CHECK(read_stl(path, 1.0, &open) == GM_OK && open.n == 12);
    gm_surface_clear(&open);
  }

  memcpy(bad, good, sizeof bad);
  const uint32_t nan = 0x7fc00000u, inf = 0xff800000u;
  memcpy(bad + 84 + 2 * 50 + 12 + 12 + 4, &nan, 4);
  refuse_bytes("not a number", bad, BOX, "triangle 3 has the corner");
  CHECK(strstr(gm_status_message(), "byte 208") != NULL);
  memcpy(bad + 84 + 2 * 50 + 12 + 12 + 4, &inf, 4);
  refuse_bytes("infinite", bad, BOX, "-inf");

  memcpy(bad, good, sizeof bad); /* a normal may be anything */
  memcpy(bad + 84, &nan, 4);
  write_bytes(bad, BOX);
  gm_surface s;
  gm_surface_init(&s);
  CHECK(read_stl(path, 1.0, &s) == GM_OK);
  gm_surface_clear(&s);
}

#define FACET(a, b, c)                                                         \
  "facet normal 0 0 0\nouter loop\nvertex " a "\nvertex " b "\nvertex " c      \
  "\nendloop\nendfacet\n"
#define ZEROS "0000000000000000000000000000000000000000"
#define SIDES                                                                  \
  FACET("0 0 0", "0 1 0", "1 0 0")                                             \
  FACET("0 0 0", "1 0 0", "0 0 1")                                             \
  FACET("0 0 0", "0 0 1", "0 1 0")
#define LAST FACET("1 0 0", "0 1 0", "0 0 1")

static void check_text(void)
{
  gm_surface s;
  gm_surface_init(&s);
  static const char *good[] = {
      "solid\n" SIDES LAST "endsolid\n",
      "  SOLID a name of solid facets\r\n" SIDES LAST "EndSolid",
      "solid a\n" SIDES "endsolid a\nsolid b\n" LAST "endsolid b\n\n",
      "\xef\xbb\xbfsolid\n" SIDES LAST "endsolid\n",
      "# by a program\n; and\n// another\n\n solid\n" SIDES LAST
      "endsolid\n\x1a",
      "solid\nfacet normal -nan(ind) 1.#QNAN nan\nouter loop\nvertex 0 0 0\n"
      "vertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\n" FACET("0 0 0", "1 0 0",
                                                              "0 0 1")
          FACET("0 0 0", "0 0 1", "0 1 0") LAST "endsolid\n",
  };
  for (int k = 0; k < 6; ++k) {
    write_bytes(good[k], strlen(good[k]));
    CHECK(read_stl(path, 1.0, &s) == GM_OK);
    CHECK(s.n == 4 && s.n_points == 4);
    CHECK_NEAR(s.volume, 1.0 / 6.0, 1.0e-15);
    CHECK(s.n_groups == (k == 2 ? 2 : 1));
    CHECK(s.group[0] == 0 && s.group[3] == (k == 2 ? 1 : 0));
    static const char *const name[] = {
        "", "a name of solid facets", "a", "", "", ""};
    CHECK(strcmp(s.group_name[0].name[0], name[k]) == 0);
    CHECK(k != 2 || strcmp(s.group_name[1].name[0], "b") == 0);
    gm_surface_clear(&s);
  }
  static const char wide[] = "\xff\xfes\0o\0l\0i\0d\0\n\0e\0n\0d\0";
  refuse_bytes("text: UTF-16", wide, sizeof wide - 1, "UTF-16");
  const char zeros[] = "solid\n" SIDES LAST "endsolid\n\0\0";
  write_bytes(zeros, sizeof zeros);
  CHECK(read_stl(path, 1.0, &s) == GM_OK && s.n == 4);
  gm_surface_clear(&s);
  refuse_text("text: line behind a comment",
              "# one\nsolid\n" FACET("0 0 0", "0 x 0", "1 0 0") "endsolid",
              ":6: expected a finite number, found 'x'");
  refuse_text("text: normal of two", "solid\nfacet normal 0 0\nouter loop\n",
              ":3: expected a number, found 'outer'");
  refuse_text("text: no end", "solid\n" SIDES LAST, "30: expected 'facet'");
  refuse_text("text: cut in a facet", "solid\nfacet normal 0 0 0\nouter loop\n",
              ":4: expected 'vertex', found the end of the file");
  refuse_text("text: no number",
              "solid\n" FACET("0 0 0", "0 x 0", "1 0 0") "endsolid",
              ":5: expected a finite number, found 'x'");
  refuse_text("text: nan", "solid\n" FACET("0 nan 0", "0 1 0", "1 0 0"),
              ":4: expected a finite number, found 'nan'");
  refuse_text("text: 1e999", "solid\n" FACET("0 1e999 0", "0 1 0", "1 0 0"),
              "found '1e999'");
  refuse_text("text: a number of 84 letters",
              "solid\n" FACET("0 0 0", "0 1" ZEROS ZEROS "e-81 0", "1 0 0"),
              "000...'");
  refuse_text("text: two numbers", "solid\n" FACET("0 0", "0 1 0", "1 0 0"),
              ":5: expected a finite number, found 'vertex'");
  refuse_text("text: four corners",
              "solid\n" FACET("0 0 0", "0 1 0", "1 0 0\nvertex 1 1 0"),
              ":7: expected 'endloop', found 'vertex'");
  refuse_text("text: no triangle", "solid empty\nendsolid empty\n",
              "no triangle");
  refuse_text("text: behind the end",
              "solid\n" SIDES LAST "endsolid\nand more\n",
              ":31: expected 'solid', found 'and'");
  refuse_text("a picture", "\x89PNG\r\n", "not an STL file");
}

/* The shapes in data/shapes are closed, need no repair and have their dimensions. */
static void check_shape(const char *name, double inner, double outer,
                        double height)
{
  char file[4096];
  snprintf(file, sizeof file, "%s/%s.stl", GM_SHAPES, name);
  gm_surface s;
  gm_surface_init(&s);
  if (!CHECK(read_stl(file, 1.0, &s) == GM_OK)) {
    printf("%s\n", gm_status_message());
    return;
  }
  double least = INFINITY, most = 0.0;
  for (gm_index p = 0; p < s.n_points; ++p) {
    const double rho = hypot(s.point[p].x, s.point[p].y);
    least = fmin(least, rho);
    most = fmax(most, rho);
  }
  printf("%-7s %5d triangles, %.4g m3, %.4g to %.4g m from the axis, %.4g m "
         "high\n",
         name, s.n, s.volume, least, most, s.max.z - s.min.z);
  CHECK(s.kind == GM_SURFACE_CLOSED && !s.found.inverted.n &&
        !s.found.joined.n && !s.found.collapsed.n && !s.found.repeated.n);
  CHECK(s.n >= 2000 && s.n <= 20000 && s.n_shells == 1);
  CHECK(least >= inner && most <= outer);
  CHECK_NEAR(s.max.z - s.min.z, height, 1.0e-8); /* single precision */
  CHECK_NEAR(gm_norm(gm_vec(s.centroid.x, s.centroid.y, 0.0)), 0.0, 1.0e-8);
  gm_surface_clear(&s);
}

static void check_no_file(void)
{
  unlink(path);
  refuse("no such file", GM_ERR_FILE, "No such file");
  gm_surface s;
  gm_surface_init(&s);
  CHECK(read_stl("/tmp", 1.0, &s) == GM_ERR_FILE);
  printf("%s\n", gm_status_message());
}

int main(void)
{
  const int file = mkstemp(path);
  if (!CHECK(file >= 0)) return CHECK_REPORT();
  close(file);
  check_good(0, 1.0);
  check_good(0, 1.0e-3);
  check_good(1, 1.0);
  check_broken_binary();
  check_text();
  check_shape("blade", 0.0, 0.019, 0.060);
  check_shape("lifters", 0.043, 0.0511, 0.060);
  check_no_file();
  return CHECK_REPORT();
}
