/* parallel/chunks_bits.c -- a result depends on its scene alone: not on chunks, not on
 * threads.
 *
 *   chunks_bits           every other scene, chunks of 64, 200, 1000 and 4096 grains on
 *                         8, 2, 3 and 1 threads: the same bits in every array of it
 *   chunks_bits all       every scene, each of these chunks on each of these threads
 *   chunks_bits hashes    a hash of each scene, on one thread, to compare processors
 *   chunks_bits NAME ...  these scenes
 *
 * Grains begin on a jittered lattice on which they overlap a little, so that pairs join
 * chunks from the first step on.
 */
#include "check.h"
#include "random.h"

#include "include/granum.h"
#include "scene/contacts.h"
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

enum { ARRAYS = 1000, NAME = 120 };

static gm_index chunk_size;

/* The linker puts it in the place of gm_contacts_chunk. */
gm_index __wrap_gm_contacts_chunk(gm_index n);
gm_index __wrap_gm_contacts_chunk(gm_index n)
{
  (void)n;
  return chunk_size;
}

/* ---- scenes ---------------------------------------------------------------------- */

#define MATERIAL                                                               \
  "materials: {glass: {density: 2500, youngs_modulus: 1.0e+7, "                \
  "poisson_ratio: 0.25}}\n"
#define HERTZ                                                                  \
  MATERIAL "contacts: {law: hertz, pairs: [{between: [glass, glass], "         \
           "restitution: 0.6, friction: 0.5}]}\n"
#define ROLLING                                                                \
  MATERIAL "contacts: {law: hooke, rolling: spring, pairs: [{between: "        \
           "[glass, glass], contact_time: 0.4 ms, restitution: 0.6, "          \
           "friction: 0.5, rolling_friction: 0.2}]}\n"
#define BED "grains: [{list: {material: glass, file: bed.csv}}]\n"
#define BOX                                                                    \
  "  - {name: box, box: {min: [-1 mm, -1 mm, -1 mm], max: [25 mm, 25 mm, "     \
  "60 mm], open: [zmax]}, material: glass}\n"
#define TIME "time: {step: 10 us, end: 0.8 ms}\n"
#define OUTPUT                                                                 \
  "output: {every: 0.4 ms, history: 40 us, precision: double, arrays: full, "  \
  "audit: false}\n"
#define TOP(how)                                                               \
  "  - {name: " how ", box: {min: [-0.7, -0.5, -0.02], max: [0.7, 0.5, "       \
  "0.02]}, material: glass, place: {rotate: {axis: [1, 0, 0], angle: 90 "      \
  "deg}}, free: {mass: 12 kg, inertia: [1, 2, 3], angular_velocity: [0.01, "   \
  "-0.01, 1], rotation: " how "}}\n"
#define PLANE_HYBRID(mode)                                                     \
  "domain: {dimensions: 2, min: [0, -0.01], max: [0.12, 0.2]}\n" ROLLING       \
  "structures:\n"                                                              \
  "  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: "       \
  "glass}\n"                                                                   \
  "  - {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: glass}"  \
  "\n"                                                                         \
  "  - {name: right, plane: {point: [0.12, 0], normal: [-1, 0]}, material: "   \
  "glass}\n"                                                                   \
  "grains: [{list: {material: glass, file: plane.csv}}]\n" mode

static const struct {
  const char *name, *text;
} scenes[] = {
    {"spheres", ROLLING "structures:\n" BOX BED TIME OUTPUT},
    {"clumps", HERTZ
     "structures:\n" BOX
     "clumps: {pair: {spheres: [{at: [-1 mm, 0, 0], radius: 1 mm}, {at: [1 "
     "mm, 0, 0], radius: 1 mm}]}}\n"
     "grains: [{list: {material: glass, clump: pair, file: pairs.csv}}]\n" TIME
         OUTPUT},
    {"bodies", HERTZ
     "structures:\n" BOX
     "bodies: [{name: die, box: {size: [4 mm, 4 mm, 4 mm]}, material: glass, "
     "velocity: [0, 0, -4], angular_velocity: [40, 0, 20],\n"
     "  list: {bodies: [{position: [3 mm, 3 mm, 22.2 mm]}, {position: [10 mm, "
     "4 mm, 22.2 mm]}, {position: [17 mm, 9 mm, 22.2 mm]},\n"
     "    {position: [8 mm, 15 mm, 22.2 mm]}]}}]\n" BED TIME OUTPUT},
    {"mesh", HERTZ
     "structures:\n" BOX "  - {name: gear, mesh: " GM_SHAPES
     "/die.stl, material: glass,\n"
     "     place: {translate: [12 mm, 12 mm, 26 mm]},\n"
     "     motion: [{rotate: {axis: [0, 0, 1], through: [12 mm, 12 mm, 0], "
     "rate: 3000 rpm}}, {translate: {velocity: [0, 0, -3]}}]}\n" BED TIME
         OUTPUT},
    {"free", HERTZ
     "structures:\n" BOX
     "  - {name: ball, sphere: {centre: [8 mm, 8 mm, 25.6 mm], radius: 5 mm}, "
     "material: glass, free: {velocity: [0, 0, -3]}}\n"
     "  - {name: die, mesh: " GM_SHAPES
     "/die.stl, material: glass, place: {translate: [16 "
     "mm, 16 mm, 26 mm]},\n"
     "     free: {velocity: [0, 0, -3], angular_velocity: [0, 30, 10]}}\n" BED
         TIME OUTPUT},
    {"servo", HERTZ
     "structures:\n" BOX
     "  - {name: lid, box: {min: [-1 mm, -1 mm, 20.4 mm], max: [25 mm, 25 mm, "
     "23 mm]}, material: glass,\n"
     "     servo: {pressure: 10 kPa, axis: [0, 0, -1], speed: 2}}\n" BED TIME
         OUTPUT},
    {"pour", HERTZ
     "structures:\n" BOX
     "grains:\n  - {list: {material: glass, file: bed.csv}}\n"
     "  - {pour: {box: {min: [1 mm, 1 mm, 30 mm], max: [23 mm, 23 mm, 50 mm]}, "
     "material: glass, radius: 1 mm, rate: 1.0e+5, count: 100}}\n"
     "sinks: [{name: low, box: {min: [-1 mm, -1 mm, -1 mm], max: [25 mm, 25 "
     "mm, 3 mm]}}]\n"
     "measure: [{name: half, rectangle: {corner: [12 mm, -1 mm, -1 mm], along: "
     "[0, 26 mm, 0], across: [0, 0, 60 mm]}}]\n"
     "time: {step: 10 us, end: 2.4 ms}\n"
     "output: {every: 1.2 ms, history: 100 us, precision: double, arrays: "
     "full, dissipation: true}\n"},
    {"held",
     "gravity: [0, 0, 0]\n"
     "domain: {min: [-1 mm, -1 mm, -3 mm], max: [23 mm, 23 mm, 24 mm], "
     "boundary: {x: periodic, y: periodic}}\n" HERTZ BED "held:\n"
     "  - {name: low, box: {min: [-2 mm, -2 mm, -2 mm], max: [24 mm, 24 mm, 1 "
     "mm]}, motion: [{translate: {velocity: [-1, 0, 0]}}]}\n"
     "  - {name: top, box: {min: [-2 mm, -2 mm, 17 mm], max: [24 mm, 24 mm, 30 "
     "mm]}, motion: [{translate: {velocity: [1, 0, 0]}}]}\n"
     "measure: [{name: middle, stress: {box: {min: [-1 mm, -1 mm, 6 mm], max: "
     "[23 mm, 23 mm, 12 mm]}}}]\n" TIME OUTPUT},
    {"hybrid", PLANE_HYBRID("hybrid: {mode: hybrid, start: 0.1 ms, every: 10, "
                            "friction_angle: 25 deg}\n") TIME OUTPUT},
    {"continuum",
     "domain: {dimensions: 2, min: [0, -0.01], max: [0.12, 0.2]}\n" ROLLING
     "structures:\n"
     "  - {name: floor, plane: {point: [0, 0], normal: [0, 1]}, material: "
     "glass}\n"
     "grains: [{fill: {box: {min: [20 mm, 0], max: [80 mm, 60 mm]}, material: "
     "glass, radius: 1 mm, count: 900, arrangement: relaxed}}]\n"
     "hybrid: {mode: continuum, friction_angle: 25 deg}\n" TIME OUTPUT},
    {"impulses",
     "materials: {glass: {density: 2500}}\n"
     "collisions: {engine: impulses, sweeps: 4, pairs: [{between: [glass, "
     "glass], restitution: 0.7, tangential: 0, friction: 0.4}]}\n"
     "structures:\n" BOX
     "grains: [{list: {material: glass, file: apart.csv}}]\n"
     "time: {step: 0.1 ms, end: 4 ms}\n"
     "output: {every: 2 ms, history: 0.4 ms, precision: double, arrays: "
     "full}\n"},
    {"relaxed",
     "materials: {glass: {density: 2500}}\n"
     "collisions: {engine: impulses, order: relaxed, sweeps: 4, as_printed: "
     "true, pairs: [{between: [glass, glass], restitution: 0.7, "
     "tangential: 0, friction: 0.4}]}\n"
     "structures:\n" BOX
     "grains: [{list: {material: glass, file: apart.csv}}]\n"
     "time: {step: 0.1 ms, end: 4 ms}\n"
     "output: {every: 2 ms, history: 0.4 ms, precision: double, arrays: "
     "full}\n"},
    {"tops", "gravity: [0, 0, 0]\n" MATERIAL "structures:\n" TOP("no_squish")
                 TOP("quaternion") TOP("rotation_matrix")
                     TOP("euler_angles") "time: {end: 2, step: 10 ms}\n"
                                         "output: {every: 0.5, history: 0.1, "
                                         "precision: double}\n"},
    {"plane", PLANE_HYBRID("") TIME OUTPUT},
};
enum { SCENES = sizeof scenes / sizeof *scenes };

/* Grains at sites of a lattice: n of them along each axis, `gap` apart; m. */
static void write_bed(const char *name, const char *columns, const int n[3],
                      const double gap[3], double r)
{
  FILE *f = fopen(name, "w");
  random_begin();
  if (!CHECK(f != NULL)) return;
  fprintf(f, "%s\n", columns);
  for (int c = 0; c < n[0] * n[1] * n[2]; ++c) {
    const int at[3] = {c % n[0], c / n[0] % n[1], c / n[0] / n[1]};
    for (int a = 0; a < 3; ++a)
      if (n[a] > 1)
        fprintf(f, "%.9g,",
                gap[a] * (at[a] + 0.5) +
                    0.004 * gap[a] * random_between(-1, 1));
    if (strstr(columns, "radius"))
      fprintf(f, "%.9g,", r * random_between(1.0, 1.01));
    for (int a = 0; a < 3; ++a)
      if (n[a] > 1) fprintf(f, "%.9g,", random_between(-0.2, 0.2));
    fputs(n[2] > 1 ? "1,2,3" : "1", f);
    fputs(strstr(columns, "qw") ? ",1,0,0,0\n" : "\n", f);
  }
  fclose(f);
}

static void write_beds(void)
{
  const char *columns = "x,y,z,radius,vx,vy,vz,wx,wy,wz";
  write_bed("bed.csv", columns, (int[]){12, 12, 10},
            (double[]){2e-3, 2e-3, 2e-3}, 1e-3);
  write_bed("apart.csv", columns, (int[]){11, 11, 12},
            (double[]){2.15e-3, 2.15e-3, 2.15e-3}, 1e-3);
  write_bed("plane.csv", "x,y,radius,vx,vy,wz", (int[]){60, 25, 1},
            (double[]){2e-3, 2e-3, 1.0}, 1e-3);
  write_bed("pairs.csv", "x,y,z,vx,vy,vz,wx,wy,wz,qw,qx,qy,qz",
            (int[]){6, 12, 10}, (double[]){3.98e-3, 1.99e-3, 1.99e-3}, 0.0);
}

/* ---- results ----------------------------------------------------------------------- */

typedef struct array {
  char name[NAME];
  uint64_t hash;
} array;

typedef struct result {
  array array[ARRAYS];
  int n;
} result;

static uint64_t hash_of(const void *bytes, size_t n, uint64_t hash)
{
  const unsigned char *b = bytes;
  for (size_t k = 0; k < n; ++k)
    hash = (hash ^ b[k]) * 1099511628211ull;
  return hash;
}

/* Hashes a data set, but for the scene and who computed it. */
static herr_t take(hid_t file, const char *name, const H5O_info_t *info,
                   void *of)
{
  result *r = of;
  if (info->type != H5O_TYPE_DATASET || !strncmp(name, "granum/scene", 12) ||
      strstr(name, "/asked_")) /* costs: they follow lists and chunks */
    return 0;
  const hid_t set = H5Dopen(file, name, H5P_DEFAULT);
  const hid_t type = H5Dget_type(set), space = H5Dget_space(set);
  const size_t size =
      (size_t)H5Sget_simple_extent_npoints(space) * H5Tget_size(type);
  void *bytes = calloc(size + 1, 1);
  int good = r->n < ARRAYS && H5Tis_variable_str(type) <= 0 &&
             H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0;
  CHECK(good);
  if (good) {
    array *a = &r->array[r->n++];
    snprintf(a->name, NAME, "%s", name);
    a->hash = hash_of(bytes, size, 1469598103934665603ull);
  }
  free(bytes);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(set);
  return 0;
}

/* Runs a scene.  Returns whether it ran. */
static bool run(int scene, gm_index chunk, int threads, result *r)
{
  const gm_sim_options options = {.result = "chunks.vtkhdf", .replace = 1};
  chunk_size = chunk;
  r->n = 0;
  gm_sim *sim = gm_sim_parse(scenes[scene].text, ".", 0, NULL);
  gm_sim_threads(sim, threads);
  const bool good = gm_sim_run(sim, &options) == GM_OK;
  if (!good) puts(gm_sim_message(sim));
  gm_sim_free(sim);
  if (!good) return false;
  const hid_t file = H5Fopen(options.result, H5F_ACC_RDONLY, H5P_DEFAULT);
  H5Ovisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, take, r);
  H5Fclose(file);
  return r->n > 20;
}

static int differ(const result *a, const result *b, bool prints)
{
  int n = a->n != b->n;
  for (int k = 0; k < a->n && k < b->n; ++k) {
    const bool other = a->array[k].hash != b->array[k].hash ||
                       strcmp(a->array[k].name, b->array[k].name) != 0;
    if (other && prints && n < 12) printf("    %s\n", a->array[k].name);
    n += other;
  }
  return n;
}

/* ---- comparisons ------------------------------------------------------------------- */

/* Gauss-Seidel sweeps go chunk by chunk: only threads cannot be seen. */
static bool is_chunked(int scene)
{
  return !strcmp(scenes[scene].name, "impulses");
}

static void compare(int scene, bool all)
{
  static const gm_index chunks[] = {64, 200, 1000, 4096};
  static const int threads[] = {1, 2, 3, 8};
  static const int few[] = {3, 5, 10, 12}; /* each chunk and each thread once */
  static result first, other;
  const int runs = all ? 15 : 4;
  int wrong = 0, of = 0;
  CHECK(run(scene, chunks[of], threads[0], &first));
  for (int j = 0; j < runs; ++j) {
    const int k = all ? j + 1 : few[j];
    if (is_chunked(scene) && k / 4 != of) {
      of = k / 4;
      CHECK(run(scene, chunks[of], threads[0], &first));
    }
    CHECK(run(scene, chunks[k / 4], threads[k % 4], &other));
    const int n = differ(&first, &other, wrong == 0);
    if (n && !wrong)
      printf("    chunks of %d, %d threads: %d of %d arrays\n", chunks[k / 4],
             threads[k % 4], n, first.n);
    wrong += n > 0;
  }
  printf("%-10s %3d arrays, %d of %d runs differ\n", scenes[scene].name,
         first.n, wrong, runs);
  fflush(stdout);
  CHECK(wrong == 0);
}

static void print_hash(int scene)
{
  static result r;
  uint64_t hash = 1469598103934665603ull;
  CHECK(run(scene, 512, 1, &r));
  for (int k = 0; k < r.n; ++k)
    hash = hash_of(&r.array[k].hash, sizeof hash, hash);
  printf("%-10s %016llx\n", scenes[scene].name, (unsigned long long)hash);
}

int main(int argc, char **argv)
{
  const bool hashes = argc > 1 && !strcmp(argv[1], "hashes");
  const bool all = argc > 1 && !strcmp(argv[1], "all");
  write_beds();
  for (int s = 0; s < SCENES; ++s) {
    bool wanted = (argc == 1 && s % 2 == 0) || hashes || (all && argc == 2);
    for (int k = 1; k < argc; ++k)
      wanted = wanted || !strcmp(argv[k], scenes[s].name);
    if (wanted && hashes) print_hash(s);
    if (wanted && !hashes) compare(s, all);
  }
  return CHECK_REPORT();
}
