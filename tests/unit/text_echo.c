/* The echo of a scene, read again, is the same scene to the last bit, and its numbers are
 * numbers to every YAML reader: [-+]? digits . digits (e[-+] digits)?. */
#include "check.h"
#include "config_scene.h"
#include "random.h"

#include "base/memory.h"
#include "text/echo.h"
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>

static bool is_yaml_float(const char *p)
{
  if (strcmp(p, ".inf") == 0 || strcmp(p, "-.inf") == 0) return true;
  if (*p == '-') ++p;
  if (!isdigit((unsigned char)*p)) return false;
  while (isdigit((unsigned char)*p))
    ++p;
  if (*p++ != '.') return false;
  if (!isdigit((unsigned char)*p)) return false;
  while (isdigit((unsigned char)*p))
    ++p;
  if (*p == '\0') return true;
  if (*p++ != 'e') return false;
  if (*p != '-' && *p != '+') return false;
  if (!isdigit((unsigned char)*++p)) return false;
  while (isdigit((unsigned char)*p))
    ++p;
  return *p == '\0';
}

static void written(double x, const char *expected)
{
  char text[32];
  gm_echo_number(x, text);
  if (!CHECK(strcmp(text, expected) == 0)) fprintf(stderr, "  %s\n", text);
}

static void numbers_come_back(void)
{
  written(5e6, "5.0e+6");
  written(2500.0, "2500.0");
  written(0.1, "0.1");
  written(0.0, "0.0");
  written(-0.0, "-0.0");
  written(1e-3, "0.001");
  written(1e-4, "1.0e-4");
  written(123456.0, "123456.0");
  written(1234567.0, "1.234567e+6");
  written(1.0 / 3.0, "0.3333333333333333");
  written(INFINITY, ".inf");
  written(-INFINITY, "-.inf");
  written(5e-324, "5.0e-324");
  written(1.7976931348623157e308, "1.7976931348623157e+308");

  int tried = 0;
  for (int i = 0; i < 200000; ++i) {
    const uint64_t bits = random_bits();
    double x;
    memcpy(&x, &bits, sizeof x);
    if (i % 2) x = ldexp((double)(int64_t)bits, -60 - (int)(bits % 11));
    if (!isfinite(x)) continue;
    char text[32];
    gm_echo_number(x, text);
    const double back = strtod(text, NULL);
    const bool good = memcmp(&back, &x, sizeof x) == 0 && is_yaml_float(text);
    if (!CHECK(good)) fprintf(stderr, "  %s\n", text);
    ++tried;
  }
  CHECK(tried > 190000);
}

/* Keys whose values are awkward. */
static const char scene[] =
    "title: \"a: \\\"b\\\" \\\\ # \\n\\x01\\u2028 \xc3\xa9\"\n"
    "gravity: [1.1 mm/s2, 0, -9.80665 m/s2]\n" MATTER "structures:\n"
    "  - {name: \"true\", plane: {point: [0, 0, 0], normal: [1, 2, 3]}, "
    "material: steel}\n"
    "  - {name: \"1\", box: {min: [0, 0, 0], max: [1, 1, 1], open: [ymin, "
    "zmax]}, material: steel, motion: [{rotate: {axis: [0.3, -0.7, 1e-9], "
    "through: [1, 2, 3], rate: 33 rpm}, from: 0.1, to: 0.7}, {translate: "
    "{velocity: [0, 0, 1]}}, {oscillate: {amplitude: [1 mm, 0, 0], frequency: "
    "7, phase: 45 deg}}, {table: {rows: [{time: 0}, {time: 0.1, position: "
    "[1e-9, 1, 3], rotation: [30 deg, 0.1 rad, 0]}, {time: 7}]}}]}\n"
    "  - {sphere: {centre: [0, 0, 0], radius: 1}, material: glass, present: "
    "{from: 0.3}}\n"
    "  - {cylinder: {base: [0, 0, 0], axis: [0, 1, 0], radius: 1}, material: "
    "glass, place: {translate: [1, 2, 3], rotate: {axis: [1, 1, 1], angle: 12 "
    "deg}}}\n"
    "grains:\n"
    "  - fill: {cylinder: {base: [0, 0, 0], axis: [0, 0, 1], radius: 1}, "
    "material: glass, radius: {uniform: [1 mm, 1.1 mm]}, count: 20}\n"
    "  - list: {material: glass, grains: [{position: [0.1, 0.2, 0.3], radius: "
    "1 "
    "mm, velocity: 0 0 -5 mm/s}, {position: [1, 2, 3], radius: 7 mm}]}\n" TIMES
    "search: {skin: 0.3 mm}\n";

static void scene_comes_back(void)
{
  gm_config first;
  gm_config second;
  char *once = NULL;
  char *twice = NULL;
  const size_t before = gm_memory_bytes();
  CHECK(read(scene, &first) == GM_OK);
  if (first.errors) fputs(first.errors, stderr);
  CHECK(gm_echo_scene(&first, &once) == GM_OK);
  if (!CHECK(once != NULL)) return;
  CHECK(read(once, &second) == GM_OK);
  if (second.errors) fputs(second.errors, stderr);
  CHECK(gm_echo_scene(&second, &twice) == GM_OK);
  if (!CHECK(twice && strcmp(once, twice) == 0)) {
    fprintf(stderr, "%s\n%s\n", once, twice);
  }

  CHECK(strcmp(first.title, second.title) == 0);
  CHECK(strcmp(first.title, "a: \"b\" \\ # \n\x01\xe2\x80\xa8 \xc3\xa9") == 0);
  CHECK(memcmp(&first.gravity, &second.gravity, sizeof first.gravity) == 0);
  CHECK(first.n_structures == 4 && second.n_structures == 4);
  const gm_config_structure *a = first.structures;
  const gm_config_structure *b = second.structures;
  CHECK(strcmp(b[0].name, "true") == 0 && strcmp(b[1].name, "1") == 0);
  CHECK(memcmp(&a[0].plane, &b[0].plane, sizeof a->plane) == 0);
  CHECK(memcmp(&a[1].box, &b[1].box, sizeof a->box) == 0);
  CHECK(b[1].box.open == (GM_SIDE_YMIN | GM_SIDE_ZMAX));
  CHECK(b[1].n_motion == 4 && b[1].motion[3].table.n_rows == 3);
  CHECK(memcmp(a[1].motion[3].table.rows, b[1].motion[3].table.rows,
               3 * sizeof(gm_config_motion_row)) == 0);
  CHECK(memcmp(a[1].motion, b[1].motion, 3 * sizeof *a->motion) == 0);
  CHECK(memcmp(&a[2].present, &b[2].present, sizeof a->present) == 0);
  CHECK(memcmp(&a[3].place, &b[3].place, sizeof a->place) == 0);
  CHECK(isnan(second.contacts.pairs[0].given.stiffness));
  CHECK(second.grains[1].list.n_grains == 2);
  CHECK(memcmp(first.grains[1].list.grains, second.grains[1].list.grains,
               2 * sizeof(gm_config_grain)) == 0);
  CHECK(second.search.skin == 0.3e-3 && second.time.step == 0.0);
  CHECK(strstr(once, "name: \"true\"") && strstr(once, "name: \"1\""));
  CHECK(!strstr(once, "stiffness") && !strstr(once, "disc:"));

  free(once);
  free(twice);
  gm_config_clear(&first);
  gm_config_clear(&second);
  CHECK(gm_memory_bytes() == before);
}

/* A region that was given by its name is so again. */
static void regions_keep_their_names(void)
{
  gm_config c;
  char *text = NULL;
  CHECK(read(MATTER "regions: [{name: bowl, sphere: {centre: [0, 0, 0], "
                    "radius: 1}}]\n"
                    "grains: [{fill: {region: bowl, material: glass, radius: "
                    "1 mm, count: 2}}]\n" TIMES,
             &c) == GM_OK);
  CHECK(gm_echo_scene(&c, &text) == GM_OK);
  const char *fill = text ? strstr(text, "fill:") : NULL;
  CHECK(fill && strstr(fill, "region: bowl") && !strstr(fill, "sphere:"));
  CHECK(text && strstr(text, "name: bowl"));
  free(text);
  gm_config_clear(&c);
}

/* Grains and rows that came from a file are in the echo themselves. */
static void echo_stands_alone(void)
{
  gm_config c;
  gm_config again;
  char *text = NULL;
  CHECK(read(MATTER "structures: [{sphere: {centre: [9, 0, 0], radius: 1}, "
                    "material: steel, motion: [{table: {rows: [{time: "
                    "3}]}}]}]\n"
                    "grains:\n  - list: {material: glass, grains: [{position: "
                    "[0, 0, 0], radius: 1}]}\n" TIMES,
             &c) == GM_OK);
  if (!CHECK(c.n_grains == 1 && c.n_structures == 1)) return;
  CHECK(GM_RESIZE(c.structures[0].motion[0].table.file, 0, 8) == GM_OK);
  memcpy(c.structures[0].motion[0].table.file, "b.csv", 6);
  CHECK(GM_RESIZE(c.grains[0].list.file, 0, 8) == GM_OK);
  memcpy(c.grains[0].list.file, "a.csv", 6);
  CHECK(gm_echo_scene(&c, &text) == GM_OK);
  CHECK(text && !strstr(text, "a.csv") && !strstr(text, "b.csv"));
  CHECK(read(text, &again) == GM_OK);
  CHECK(again.n_grains == 1 && again.grains[0].list.n_grains == 1);
  CHECK(again.structures[0].motion[0].table.n_rows == 1);
  free(text);
  gm_config_clear(&again);
  gm_config_clear(&c);
}

/* A direction that is unit already keeps its bits, whatever it is. */
static void unit_vectors_stay(void)
{
  for (int i = 0; i < 500; ++i) {
    char scene_text[2048];
    snprintf(scene_text, sizeof scene_text,
             "%sstructures: [{plane: {point: [0, 0, 0], normal: [%.17g, %.17g, "
             "%.17g]}, material: steel}]\n%s%s",
             MATTER, sin(i), cos(3.7 * i) * 1e3, 0.1 + i, GRAINS, TIMES);
    gm_config a;
    gm_config b;
    char *text = NULL;
    CHECK(read(scene_text, &a) == GM_OK);
    CHECK(gm_echo_scene(&a, &text) == GM_OK);
    CHECK(read(text, &b) == GM_OK);
    const gm_vec3 n = a.structures[0].plane.normal;
    CHECK_NEAR(gm_norm(n), 1.0, 1e-15);
    const gm_vec3 m = b.structures[0].plane.normal;
    if (!CHECK(memcmp(&n, &m, sizeof n) == 0)) return;
    free(text);
    gm_config_clear(&a);
    gm_config_clear(&b);
  }
}

int main(void)
{
  numbers_come_back();
  scene_comes_back();
  regions_keep_their_names();
  echo_stands_alone();
  unit_vectors_stay();
  return CHECK_REPORT();
}
