/* Broken meshes are repaired, classified or rejected with a full report; none crashes,
 * hangs or passes silently.
 *
 * Each case writes a file, reads it as a scene would, and compares the whole report
 * with broken_meshes.txt.  `--print` prints the current reports, to be checked before
 * they become that file.
 *
 * Then bytes of valid STL, OBJ, PLY and OFF files are changed at random: every file
 * must result in a mesh or a message within the limits of the reader.
 */
#include "base/clock.h"
#include "base/memory.h"
#include "check.h"
#include "import/assemble.h"
#include "import/findings.h"
#include "import/import.h"
#include "random.h"
#include "solids.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "gm-broken-XXXXXX";

/* --- what is said ---------------------------------------------------------------- */

static gm_status read_mesh(const char *file, gm_surface *s)
{
  gm_soup soup;
  gm_soup_init(&soup);
  gm_surface_init(s);
  const size_t n = strlen(file);
  gm_status status = strcmp(file + n - 4, ".stl")
                         ? gm_import_triangles(file, 1.0, &soup)
                         : gm_stl_triangles(file, 1.0, &soup);
  if (status == GM_OK)
    status = gm_assemble_soup(s, &soup, GM_FACING_AUTO, file);
  s->found.n_dropped = soup.n_dropped;
  gm_soup_clear(&soup);
  return status;
}

static char said[65536];

static void tell(const char *name, const char *file)
{
  gm_surface s;
  char text[GM_FINDINGS_TEXT];
  const size_t held = gm_memory_bytes(), used = strlen(said);
  if (read_mesh(file, &s) == GM_OK) {
    gm_findings_text(&s, file, text);
  } else {
    snprintf(text, sizeof text, "refused: %s\n", gm_status_message());
  }
  gm_surface_clear(&s);
  CHECK(gm_memory_bytes() == held);
  snprintf(said + used, sizeof said - used, "== %s\n%s", name, text);
}

/* --- files ----------------------------------------------------------------------- */

static void write_bytes(const char *file, const char *bytes, size_t n)
{
  FILE *f = fopen(file, "wb");
  CHECK(f && fwrite(bytes, 1, n, f) == n);
  if (f) fclose(f);
}

static size_t read_bytes(const char *file, char *bytes, size_t room)
{
  FILE *f = fopen(file, "rb");
  const size_t n = f ? fread(bytes, 1, room, f) : 0;
  if (f) fclose(f);
  CHECK(n > 0 && n < room);
  return n;
}

static void tell_solid(const char *name, solid k)
{
  CHECK(solid_write(&k, "mesh.stl", 0));
  free(k.corner);
  tell(name, "mesh.stl");
}

static void tell_text(const char *name, const char *file, const char *text)
{
  write_bytes(file, text, strlen(text));
  tell(name, file);
}

static const gm_vec3 zero = {0.0, 0.0, 0.0}, unit = {1.0, 1.0, 1.0};

static void flip(solid *k, int triangle)
{
  const gm_vec3 b = k->corner[3 * triangle + 1];
  k->corner[3 * triangle + 1] = k->corner[3 * triangle + 2];
  k->corner[3 * triangle + 2] = b;
}

/* A box and n triangles more, given by their corners. */
static solid box_and(const gm_vec3 *corner, int n)
{
  solid k = solid_both(solid_box(zero, unit), solid_box(zero, unit));
  k.n = 12 + n;
  memcpy(k.corner + 36, corner, (size_t)(3 * n) * sizeof *corner);
  return k;
}

/* --- cases ----------------------------------------------------------------------- */

static void holes_and_turns(void)
{
  solid k = solid_box(zero, unit);
  k.n = 11;
  tell_solid("a triangle missing", k);
  k = solid_sphere(zero, 1.0, 4);
  k.n -= 1;
  tell_solid("a small hole", k);
  k = solid_box(zero, unit);
  flip(&k, 5);
  tell_solid("one triangle turned", k);
  k = solid_box(zero, unit);
  solid_turn(&k);
  tell_solid("all triangles turned", k);
  tell_solid("one side only", solid_moebius(24, 0.25));
}

static void doubles(void)
{
  solid k = box_and((const gm_vec3[]){{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, 1);
  memcpy(k.corner + 36, k.corner + 9, 3 * sizeof *k.corner);
  tell_solid("a triangle twice", k);
  tell_solid("a shell twice", solid_both(solid_sphere(zero, 1.0, 2),
                                         solid_sphere(zero, 1.0, 2)));
  k = solid_box(zero, unit);
  k.n = 2;
  solid back = solid_box(zero, unit);
  back.n = 2;
  solid_turn(&back);
  tell_solid("a sheet with a back", solid_both(k, back));
}

static void flats(void)
{
  tell_solid("a needle",
             box_and((const gm_vec3[]){{0, 0, 0}, {0, 0, 0}, {5, 5, 5}}, 1));
  tell_solid("a line by itself",
             box_and((const gm_vec3[]){{3, 0, 0}, {4, 0, 0}, {5, 0, 0}}, 1));
  solid k = solid_box(zero, unit);
  const gm_vec3 c[3] = {k.corner[0], k.corner[1], k.corner[2]};
  const gm_vec3 m = gm_scale(0.5, gm_add(c[0], c[1]));
  free(k.corner);
  k = box_and((const gm_vec3[]){m, c[1], c[2], c[0], c[1], m}, 2);
  k.corner[1] = m;
  tell_solid("a line for a triangle", k);
  k = box_and((const gm_vec3[]){m, c[1], c[2]}, 1);
  k.corner[1] = m;
  tell_solid("a corner on a side (T)", k);
}

static void branches_and_crossings(void)
{
  tell_solid("a fin", box_and((const gm_vec3[]){{1, 0, 0},
                                                {2, -1, 0},
                                                {2, -1, 1},
                                                {1, 0, 0},
                                                {2, -1, 1},
                                                {1, 0, 1}},
                              2));
  tell_solid(
      "shells through each other",
      solid_both(solid_box(zero, unit), solid_box(gm_vec(0.5, 0.375, 0.25),
                                                  gm_vec(1.5, 0.75, 0.625))));
  tell_solid(
      "a body in a body",
      solid_both(solid_box(zero, unit), solid_box(gm_vec(0.25, 0.25, 0.25),
                                                  gm_vec(0.75, 0.75, 0.75))));
  tell_solid("bodies on one edge",
             solid_both(solid_box(zero, unit),
                        solid_box(gm_vec(1, 1, 0), gm_vec(2, 2, 1))));
  tell_solid(
      "bodies on one point",
      solid_both(solid_box(zero, unit), solid_box(unit, gm_vec(2, 2, 2))));
  tell_solid(
      "a speck",
      box_and((const gm_vec3[]){{3, 0, 0}, {3.0005, 0, 0}, {3, 0.0005, 0}}, 1));
}

static void broken_stl(void)
{
  static char bytes[2048];
  const solid k = solid_box(zero, unit);
  CHECK(solid_write(&k, "mesh.stl", 0));
  free(k.corner);
  const size_t n = read_bytes("mesh.stl", bytes, sizeof bytes);
  write_bytes("mesh.stl", bytes, n - 60);
  tell("a file cut off", "mesh.stl");
  bytes[80] = 7;
  write_bytes("mesh.stl", bytes, n);
  tell("a wrong count", "mesh.stl");
  bytes[80] = 12;
  const uint32_t nan = 0x7fc00000u, huge = 0x7a000000u;
  memcpy(bytes + 84 + 100 + 16, &nan, 4);
  write_bytes("mesh.stl", bytes, n);
  tell("a corner that is no number", "mesh.stl");
  memcpy(bytes + 84 + 100 + 16, &huge, 4);
  write_bytes("mesh.stl", bytes, n);
  tell("a corner too far", "mesh.stl");
  write_bytes("mesh.stl", "", 0);
  tell("an empty file", "mesh.stl");
  tell_text("no mesh", "mesh.stl", "A picture of a mesh.\n");
}

#define POINTS                                                                 \
  "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
#define FACES                                                                  \
  "f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"
#define ROWS "0 0 0\n1 0 0\n1 1 0\n0 1 0\n0 0 1\n1 0 1\n1 1 1\n0 1 1\n"
#define QUADS                                                                  \
  "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n"
#define PLY                                                                    \
  "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\n"                \
  "property float y\nproperty float z\nelement face 6\n"                       \
  "property list uchar int vertex_indices\nend_header\n"

static const char gltf[] =
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
    "\"nodes\":[{\"mesh\":0,\"name\":\"shifted\",\"translation\":[10,0,0],"
    "\"scale\":[2,2,-2]}],"
    "\"meshes\":[{\"name\":\"tetra\",\"primitives\":[{\"attributes\":"
    "{\"POSITION\":1},\"indices\":0,\"mode\":4}]}],"
    "\"buffers\":[{\"byteLength\":72,\"uri\":\"data:application/octet-stream;"
    "base64,AAACAAEAAAABAAMAAAADAAIAAQACAAMAAAAAAAAAAAAAAAAAAACAPwAAAAAA"
    "AAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/\"}],"
    "\"bufferViews\":[{\"buffer\":0,\"byteOffset\":0,\"byteLength\":24},"
    "{\"buffer\":0,\"byteOffset\":24,\"byteLength\":48}],"
    "\"accessors\":[{\"bufferView\":0,\"componentType\":5123,\"count\":12,"
    "\"type\":\"SCALAR\"},{\"bufferView\":1,\"componentType\":5126,\"count\":4,"
    "\"type\":\"VEC3\",\"min\":[0,0,0],\"max\":[1,1,1]}]}";

static void other_formats(void)
{
  tell_text("OBJ", "mesh.obj", POINTS FACES);
  tell_text("OBJ with points and lines", "mesh.obj",
            POINTS FACES "l 1 2\np 3\n");
  tell_text("OBJ with a corner too many", "mesh.obj",
            POINTS FACES "f 1 2 99\n");
  tell_text("OBJ with the corner 0", "mesh.obj", POINTS FACES "f 1 2 0\n");
  tell_text("OBJ with a corner far below 0", "mesh.obj",
            POINTS FACES "f 1 2 -9223372036854775808\n");
  tell_text("OBJ with no number", "mesh.obj", "v 0 nan 0\n" POINTS FACES);
  tell_text("OBJ without triangles", "mesh.obj", POINTS "l 1 2\n");
  tell_text("OBJ that is a letter", "mesh.obj",
            "Dear Sir,\nhere is the mesh.\n");
  tell_text("PLY", "mesh.ply", PLY ROWS QUADS);
  tell_text("PLY cut off", "mesh.ply", PLY ROWS "4 0 3 2 1\n4 4 5");
  tell_text("PLY cut off in its head", "mesh.ply",
            "ply\nformat ascii 1.0\nele");
  tell_text("PLY with a corner too many", "mesh.ply",
            PLY ROWS "4 0 3 2 8\n" QUADS);
  tell_text("PLY with a word more in a line", "mesh.ply",
            PLY ROWS "4 0 3 2 1 255\n4 4 5 6 7 red\n4 0 1 5 4\n4 1 2 6 5\n"
                     "4 2 3 7 6\n4 3 0 4 7\n");
  tell_text("OBJ with textures that it lacks", "mesh.obj",
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1/1/1 2/2/1 3/3/1\n");
  tell_text("OBJ with points before and after", "mesh.obj",
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1//  2 4\n"
            "f -4 -1 -2\nf 2 3 4\n");
  tell_text("OBJ with numbers from the end, points behind them", "mesh.obj",
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf -3//-1 -1//-1 -2//-1\n"
            "v 0 0 1\nf -4 -3 -1\nf -4 -1 -2\nv 9 9 9\nf -4 -3 -2\n");
  tell_text("OBJ with a number before the first point", "mesh.obj",
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -4 -2 -1\n");
  tell_text("OBJ with a comment behind a face", "mesh.obj",
            POINTS FACES "# a\nf 1 2 3 # b\n");
  tell_text("PLY with too much", "mesh.ply", PLY ROWS QUADS "3 0 1 2\n");
  tell_text("OFF", "mesh.off", "OFF\n8 6 0 # a box\n" ROWS QUADS);
  tell_text("OFF cut off", "mesh.off", "OFF\n8 6 0\n" ROWS "4 0 3 2 1\n");
  tell_text("OFF with a corner too many", "mesh.off",
            "OFF\n8 6 0\n" ROWS "4 0 3 2 77\n" QUADS);
  tell_text("glTF, shifted and mirrored", "mesh.gltf", gltf);
  tell_text("glTF cut off", "mesh.gltf", "{\"asset\":{\"version\":\"2.0\"},");
  tell_text("a format nobody knows", "mesh.txt", "0 0 0\n");
}

static void check_expected(const char *path, int print)
{
  static char expected[65536];
  if (print) {
    fputs(said, stdout);
    return;
  }
  const size_t n = read_bytes(path, expected, sizeof expected - 1);
  expected[n] = '\0';
  if (CHECK(strcmp(said, expected) == 0)) return;
  size_t at = 0;
  while (said[at] && said[at] == expected[at])
    ++at;
  while (at > 0 && said[at - 1] != '\n')
    --at;
  printf("expected\n%.600s\ngot\n%.600s\n", expected + at, said + at);
}

/* --- random faults --------------------------------------------------------------- */

static unsigned dice(size_t sides)
{
  return (unsigned)(random_bits() % sides);
}

static void shake(const char *file, const char *good, size_t n, int times)
{
  static char bytes[8192];
  int meshes = 0;
  double longest = 0.0;
  CHECK(n < sizeof bytes);
  for (int i = 0; i < times; ++i) {
    memcpy(bytes, good, n);
    const unsigned faults = 1 + dice(4);
    for (unsigned k = 0; k < faults; ++k) {
      const size_t at = dice(n);
      bytes[at] = (char)(dice(2) ? dice(256) : (unsigned)bytes[dice(n)]);
    }
    write_bytes(file, bytes, dice(8) ? n : dice(n));
    const size_t held = gm_memory_bytes();
    const double start = gm_clock_now();
    gm_surface s;
    const gm_status status = read_mesh(file, &s);
    meshes += status == GM_OK;
    CHECK(status == GM_OK || status == GM_ERR_INPUT);
    CHECK(status == GM_OK || *gm_status_message());
    gm_surface_clear(&s);
    CHECK(gm_memory_bytes() == held);
    longest = fmax(longest, gm_clock_now() - start);
  }
  printf("%-9s %4d shaken: %3d still meshes, %3d refused; longest %.2f s\n",
         file, times, meshes, times - meshes, longest);
  CHECK(longest < 40.0); /* four seconds of processor, on a machine in use */
}

int main(int n, char **argument)
{
  const int print = n > 1 && strcmp(argument[1], "--print") == 0;
  if (!CHECK(mkdtemp(folder) && chdir(folder) == 0)) return 1;
  holes_and_turns();
  doubles();
  flats();
  branches_and_crossings();
  broken_stl();
  other_formats();
  check_expected(GM_EXPECTED, print);
  if (!print) {
    static char bytes[8192];
    const solid k = solid_box(zero, unit);
    CHECK(solid_write(&k, "good.stl", 0));
    shake("mesh.stl", bytes, read_bytes("good.stl", bytes, sizeof bytes), 100);
    CHECK(solid_write(&k, "good.stl", 1));
    shake("mesh.stl", bytes, read_bytes("good.stl", bytes, sizeof bytes), 100);
    free(k.corner);
    shake("mesh.obj", POINTS FACES, sizeof POINTS FACES - 1, 60);
    shake("mesh.ply", PLY ROWS QUADS, sizeof PLY ROWS QUADS - 1, 60);
    shake("mesh.off", "OFF\n8 6 0\n" ROWS QUADS,
          sizeof "OFF\n8 6 0\n" ROWS QUADS - 1, 30);
    shake("mesh.gltf", gltf, sizeof gltf - 1, 30);
  }
  static const char *const left[] = {"mesh.stl", "mesh.obj",  "mesh.ply",
                                     "mesh.off", "mesh.gltf", "mesh.txt",
                                     "good.stl"};
  for (size_t k = 0; k < sizeof left / sizeof *left; ++k)
    unlink(left[k]);
  CHECK(chdir("..") == 0 && rmdir(folder) == 0);
  return CHECK_REPORT();
}
