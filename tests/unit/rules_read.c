/* A scene becomes the structs it says: values in SI, defaults where it is silent, one
 * branch of each one-of; and every fault of it is told. */
#include "check.h"
#include "config_scene.h"

#include "base/memory.h"
#include "config/keys.h"
#include "config/report.h"
#include <stdlib.h>

static const char whole[] =
    "title: Everything\n"
    "gravity: 0 0 -1 cm/s2\n"
    "domain: {min: [-1, -1, -1], max: [1 m, 1 m, 200 cm]}\n" MATTER
    "structures:\n"
    "  - {name: drum, cylinder: {base: [0, 0, 0], axis: [0, 0, 15 cm], radius: "
    "50 mm, open: top}, material: steel}\n"
    "  - box: {min: [0, 0, 0], max: [1, 1, 1], open: [xmin, zmax]}\n"
    "    material: steel\n"
    "    place: {rotate: {axis: [2, 0, 0], angle: 90 deg}}\n"
    "    present: {to: 1}\n"
    "    motion:\n"
    "      - {rotate: {axis: [0, 3, 4], through: [1, 2, 3], rate: 60 rpm}, "
    "from: 0.2}\n"
    "      - {oscillate: {amplitude: [0, 0, 1 mm], frequency: 10 Hz}, to: 3}\n"
    "      - {translate: {velocity: [1, 0, 0]}}\n"
    "      - {table: {rows: [{time: -20 ms}, {time: 1, position: [1 mm, 0, 0], "
    "rotation: [0, 0, 90 deg]}]}, from: 0.5}\n"
    "  - {name: tip, cone: {base: [0, 0, 0], axis: [0, 0, 1], base_radius: 1, "
    "top_radius: 0}, material: steel}\n"
    "grains:\n"
    "  - fill: {sphere: {centre: [0, 0, 0], radius: 1}, material: glass, "
    "radius: {uniform: [0.9 mm, 1.1 mm]}, count: 2e4, seed: 7, label: -3}\n"
    "  - fill: {box: {min: [0, 0, 0], max: [1, 1, 1]}, material: glass, "
    "radius: 2 mm, count: 1}\n"
    "  - list:\n"
    "      material: steel\n"
    "      grains:\n"
    "        - {position: [0.5, 0, 0], radius: 1 mm, velocity: [0, 0, 1]}\n"
    "time: {end: 2, step: 1 us}\n"
    "output: {every: 20 ms, arrays: full}\n";

static const char steel_too[] = "contacts.pairs=["
                                "{between: [glass, glass], restitution: 1, "
                                "friction: 0},"
                                "{between: [steel, glass], restitution: 0.1, "
                                "friction: 0.1},"
                                "{between: [steel, steel], restitution: 0.5, "
                                "friction: 0.2, stiffness: 3 N/mm}]";

static void values_arrive(void)
{
  const char *const set[] = {steel_too};
  gm_config c;
  CHECK(read_set(whole, 1, set, &c) == GM_OK);
  CHECK(c.errors && strcmp(c.errors, "") == 0);
  if (c.errors) fputs(c.errors, stderr);
  CHECK(strcmp(c.title, "Everything") == 0 &&
        strcmp(c.path, "scene.yaml") == 0);
  CHECK(c.gravity.z == -0.01 && c.domain.max.z == 2.0);
  CHECK(c.n_materials == 2 && strcmp(c.materials[1].name, "steel") == 0);
  CHECK(c.materials[1].density == 7800.0);
  CHECK(c.contacts.law == GM_LAW_HERTZ && c.contacts.no_tension);
  CHECK(c.contacts.tangential_ratio == 0.0);
  CHECK(c.contacts.n_pairs == 3 && isnan(c.contacts.pairs[0].given.stiffness));
  CHECK(c.contacts.pairs[2].given.stiffness == 3000.0);

  if (!CHECK(c.n_structures == 3)) return;
  const gm_config_structure *s = c.structures;
  CHECK(s[0].shape == GM_SHAPE_CYLINDER && s[0].cylinder.open == GM_OPEN_TOP);
  CHECK(s[0].cylinder.radius == 0.05 && s[0].cylinder.axis.z == 0.15);
  CHECK(s[0].n_motion == 0 && s[0].motion == NULL);
  CHECK(s[0].present.from == -INFINITY && s[0].present.to == INFINITY);
  CHECK(s[0].place.rotate.axis.z == 1.0 && s[0].place.rotate.angle == 0.0);
  CHECK(strcmp(s[1].name, "structure1") == 0);
  CHECK(s[1].shape == GM_SHAPE_BOX &&
        s[1].box.open == (GM_SIDE_XMIN | GM_SIDE_ZMAX));
  CHECK(s[1].place.rotate.axis.x == 1.0 && s[1].present.to == 1.0);
  CHECK(s[1].n_motion == 4);
  const gm_config_motion *m = s[1].motion;
  CHECK(m[0].kind == GM_MOTION_ROTATE && m[0].from == 0.2);
  CHECK(m[0].to == INFINITY && m[0].rotate.through.z == 3.0);
  CHECK_NEAR(m[0].rotate.rate, 2.0 * acos(-1.0), 4e-15);
  CHECK_NEAR(m[0].rotate.axis.y, 0.6, 2e-16); /* made unit: two roundings */
  CHECK_NEAR(m[0].rotate.axis.z, 0.8, 2e-16);
  CHECK(m[1].kind == GM_MOTION_OSCILLATE && m[1].from == 0.0 && m[1].to == 3.0);
  CHECK(m[2].kind == GM_MOTION_TRANSLATE && m[2].translate.velocity.x == 1.0);
  CHECK(m[3].kind == GM_MOTION_TABLE && m[3].from == 0.5);
  CHECK(m[3].table.file == NULL && m[3].table.n_rows == 2);
  if (m[3].table.n_rows == 2) {
    const gm_config_motion_row *row = m[3].table.rows;
    CHECK(row[0].time == -0.02 && gm_norm(row[0].position) == 0.0);
    CHECK(row[1].position.x == 1e-3 && gm_norm(row[0].rotation) == 0.0);
    CHECK_NEAR(row[1].rotation.z, 0.5 * acos(-1.0), 3e-16);
  }
  CHECK(s[2].shape == GM_SHAPE_CONE && s[2].cone.open == GM_OPEN_NONE);

  if (!CHECK(c.n_grains == 3)) return;
  const gm_config_grains *g = c.grains;
  CHECK(g[0].source == GM_SOURCE_FILL &&
        g[0].fill.of.region.kind == GM_REGION_SPHERE);
  CHECK(g[0].fill.of.radius.kind == GM_RADIUS_UNIFORM);
  CHECK(g[0].fill.of.radius.uniform[0] == 0.9e-3);
  CHECK(g[0].fill.count == 20000 && g[0].fill.of.seed == 7);
  CHECK(g[0].fill.of.label == -3);
  CHECK(g[1].fill.of.radius.kind == GM_RADIUS_CONSTANT);
  CHECK(g[1].fill.of.radius.constant == 2e-3 && g[1].fill.of.seed == 1);
  CHECK(g[2].source == GM_SOURCE_LIST && g[2].list.file == NULL);
  CHECK(g[2].list.n_grains == 1 && g[2].list.grains[0].velocity.z == 1.0);
  CHECK(c.time.step == 1e-6 && c.output.history == 0.0 && c.search.skin == 0.0);
  CHECK(c.output.arrays == GM_ARRAYS_FULL && c.output.compression == 1);
  gm_config_clear(&c);
}

/* The errors of a scene are exactly these lines. */
static void tells(const char *text, const char *errors)
{
  gm_config c;
  CHECK(read(text, &c) == GM_ERR_INPUT);
  const bool same = c.errors && strcmp(c.errors, errors) == 0;
  if (!CHECK(same)) fprintf(stderr, "got:\n%s\n", c.errors ? c.errors : "null");
  gm_config_clear(&c);
}

static void faults_are_told(void)
{
  tells(
      "materials: 3\n" GRAINS TIMES,
      "scene.yaml:1:12: materials: is a single value; it should be a map from "
      "names to values\n");
  tells(MATTER GRAINS TIMES "gravity: [0, 1 m, x]\n",
        "scene.yaml:10:14: gravity[1]: '1 m' is a length; it is the "
        "acceleration of gravity in m/s2; units: m/s2, cm/s2 or mm/s2\n"
        "scene.yaml:10:19: gravity[2]: 'x' is not a number; it is the "
        "acceleration of gravity in m/s2\n");
  tells("time: [\n",
        "scene.yaml:2:1: not valid YAML: did not find expected node "
        "content, while parsing a flow node that begins in line "
        "2\n");
  tells("",
        "scene.yaml:1:1: is empty; granum keys prints what a scene can say\n");
  tells("- 1\n", "scene.yaml:1:1: is a list; a scene is a map of keys, as "
                 "time: {end: 1}\n");
  tells(
      MATTER GRAINS TIMES "title: &x y\n",
      "scene.yaml:10:8: an anchor (&) is not part of a scene; write the value "
      "where it is used\n");
  tells(MATTER GRAINS TIMES "title: \"a\\0b\"\n",
        "scene.yaml:10:8: a zero character is not part of a text\n");
}

/* A scene in which every place of a region is REGION; RADIUS: of the cylinder bowl. */
#define PLACES(REGIONS, REGION)                                                \
  MATTER REGIONS                                                               \
      "structures: [{name: mesh, mesh: a.stl, material: steel, "               \
      "virtual_particles: {where: {" REGION "}}}]\n"                           \
      "grains:\n"                                                              \
      "  - fill: {" REGION ", material: glass, radius: 1 mm, count: 20}\n"     \
      "  - pour: {" REGION                                                     \
      ", material: glass, radius: 1 mm, count: 9, rate: 5}\n"                  \
      "held: [{name: h, " REGION "}]\n"                                        \
      "bodies:\n"                                                              \
      "  - {name: a, box: {size: [1, 1, 1]}, material: steel, fill: {" REGION  \
      ", count: 1}}\n"                                                         \
      "  - {name: b, box: {size: [1, 1, 1]}, material: steel, pour: {" REGION  \
      ", count: 1, rate: 1}}\n"                                                \
      "sinks: [{name: s, " REGION "}]\n"                                       \
      "measure: [{name: m, stress: {" REGION "}}]\n" TIMES
#define BOWL "cylinder: {base: [1, 2, 3], axis: [0, 0, 4 mm], radius: 5 cm}"
#define NAMED_BOWL                                                             \
  "regions: [{name: other, sphere: {centre: [0, 0, 0], radius: "               \
  "1}}, {name: bowl, " BOWL "}]\n"

static const gm_config_region *region_of(const gm_config *c, int k)
{
  const gm_config_region *all[] = {
      &c->structures[0].virtual_particles.where.region,
      &c->grains[0].fill.of.region,
      &c->grains[1].pour.of.region,
      &c->held[0].region,
      &c->bodies[0].region,
      &c->bodies[1].region,
      &c->sinks[0].region,
      &c->measure[0].stress};
  return all[k];
}

/* A region by its name is the region, in every place of one; its name is kept for the
 * effective scene, and an override changes all. */
static void names_stand_for_regions(void)
{
  static const char *const set[] = {"regions.bowl.cylinder.radius=7 cm"};
  gm_config named, spelt, changed;
  read(PLACES(NAMED_BOWL, "region: bowl"), &named);
  read(PLACES("", BOWL), &spelt);
  read_set(PLACES(NAMED_BOWL, "region: bowl"), 1, set, &changed);
  CHECK(strcmp(named.errors, spelt.errors) == 0);
  if (!CHECK(named.n_bodies == 2 && named.n_grains == 2)) return;
  for (int k = 0; k < 8; ++k) {
    gm_config_region r = *region_of(&named, k),
                     *w = (void *)region_of(&spelt, k);
    CHECK(strcmp(r.face.structure, "bowl") == 0 && !w->face.structure);
    r.face.structure = NULL;
    CHECK(memcmp(&r, w, sizeof r) == 0 && r.kind == GM_REGION_CYLINDER);
    CHECK(region_of(&changed, k)->cylinder.radius == 0.07);
  }
  gm_config_clear(&named);
  gm_config_clear(&spelt);
  gm_config_clear(&changed);
}

/* A fault in a region has one message, where the region stands. */
static void regions_have_one_message(void)
{
#define TWO                                                                    \
  "grains:\n"                                                                  \
  "  - fill: {region: bowl, material: glass, radius: 1 mm, count: 20}\n"       \
  "sinks: [{name: s, region: bowl}]\n"
  tells(MATTER TWO TIMES
        "regions: [{name: rim, box: {min: [0, 0, 0], max: [1, 1, 1]}}]\n",
        "scene.yaml:7:20: grains[0].fill.region: there is no region 'bowl'; "
        "the regions are rim\n"
        "scene.yaml:8:27: sinks[0].region: there is no region 'bowl'; the "
        "regions are rim\n");
  tells(MATTER TWO TIMES
        "regions: [{name: bowl, box: {min: [0, 0, 0], max: [1, 1, one]}}]\n",
        "scene.yaml:11:58: regions[0].box.max[2]: 'one' is not a number; it is "
        "the upper corner in m\n");
  tells(MATTER TWO TIMES
        "regions: [{name: bowl, box: {min: [0, 0, 1], max: [1, 1, 1]}}]\n",
        "scene.yaml:11:29: regions[0].box: min is not below max in z: 1 and 1; "
        "min is the lower corner\n");
  tells(MATTER TWO TIMES "regions: [{name: bowl, region: bowl}]\n",
        "scene.yaml:11:24: regions[0].region: unknown key; there is "
        "structures[].virtual_particles.where.region\n"
        "scene.yaml:11:11: regions[0]: has no region; give one of box, "
        "cylinder or sphere\n");
}

/* What is found after reading is told with the place it was written at, or the nearest
 * above. */
static void later_faults_have_places(void)
{
  gm_config c;
  CHECK(read(MATTER GRAINS TIMES, &c) == GM_OK);
  CHECK(gm_report_fault(&c, "grains[0].fill.count", "too %s", "many") ==
        GM_ERR_INPUT);
  CHECK(gm_report_fault(&c, "grains[0].fill.seed", "b") == GM_ERR_INPUT);
  CHECK(gm_report_fault(&c, "contacts.pairs[steel,glass].friction", "c") ==
        GM_ERR_INPUT);
  CHECK(gm_report_fault(&c, "search.skin", "d") == GM_ERR_INPUT);
  CHECK(gm_report_fault(&c, "materials.steel.density", "e") == GM_ERR_INPUT);
  const char *const lines =
      "scene.yaml:7:89: grains[0].fill.count: too many\n"
      "scene.yaml:7:11: grains[0].fill.seed: b\n"
      "scene.yaml:5:61: contacts.pairs[steel,glass].friction: c\n"
      "scene.yaml:1:1: search.skin: d\n"
      "scene.yaml:1:98: materials.steel.density: e\n";
  if (!CHECK(strcmp(c.errors, lines) == 0)) fputs(c.errors, stderr);
  gm_config_clear(&c);
}

/* A text that would hang a careless reader, or fill its memory. */
static void hostile_texts_end(void)
{
  enum { many = 200000 };
  char *text = malloc(12 * many);
  if (!CHECK(text != NULL)) return;
  gm_config c;
  memset(text, '[', many);
  text[many] = '\0';
  CHECK(read(text, &c) == GM_ERR_INPUT);
  CHECK(c.errors && strstr(c.errors, "nested deeper than 32"));
  gm_config_clear(&c);

  size_t n = (size_t)sprintf(text, "{");
  for (int i = 0; i < many; ++i)
    n += (size_t)sprintf(text + n, "k%d: 1,", i);
  text[n++] = '}';
  text[n] = '\0';
  CHECK(read(text, &c) == GM_ERR_INPUT);
  CHECK(c.errors && strstr(c.errors, "more than 1000 keys"));
  gm_config_clear(&c);

  n = 0; /* faults without end: a hundred are told */
  n += (size_t)sprintf(text, "structures: [");
  for (int i = 0; i < 1000; ++i)
    n += (size_t)sprintf(text + n, "{a: 1},");
  sprintf(text + n, "]\n");
  CHECK(read(text, &c) == GM_ERR_INPUT);
  int lines = 0;
  for (const char *p = c.errors; p && *p; ++p)
    lines += *p == '\n';
  CHECK(lines == 101);
  gm_config_clear(&c);
  free(text);
}

/* Wherever memory ends, the status says so and clearing leaves nothing behind. */
static void no_memory_is_no_leak(void)
{
  const char *const set[] = {steel_too};
  const size_t before = gm_memory_bytes();
  size_t failed = 0;
  for (size_t n = 1; n < 1000; ++n) {
    gm_config c;
    gm_memory_fail_at(n);
    const gm_status status = read_set(whole, 1, set, &c);
    gm_memory_fail_at(0);
    gm_config_clear(&c);
    if (!CHECK(gm_memory_bytes() == before)) return;
    if (status == GM_OK) break;
    if (!CHECK(status == GM_ERR_MEMORY)) return;
    ++failed;
  }
  printf("%zu allocations, each seen to fail\n", failed);
  CHECK(failed > 30 && failed < 900); /* it did fail, and did end */
}

/* Each row has its own path, its parent before it, and words to print. */
static void table_is_sound(void)
{
  for (size_t i = 1; i < gm_keys_count; ++i) {
    const gm_key *key = &gm_keys[i];
    bool child = false;
    for (size_t j = 0; j < i; ++j) {
      CHECK(strcmp(gm_keys[j].path, key->path) != 0);
      child = child || gm_keys_child(&gm_keys[j], gm_keys_name(key)) == key;
    }
    if (!CHECK(child)) fprintf(stderr, "  %s\n", key->path);
    CHECK(key->sentence && strlen(key->sentence) > 4);
    CHECK(key->min <= key->max);
  }
}

int main(void)
{
  values_arrive();
  faults_are_told();
  names_stand_for_regions();
  regions_have_one_message();
  later_faults_have_places();
  hostile_texts_end();
  no_memory_is_no_leak();
  table_is_sound();

  gm_config c; /* clearing what is clear is harmless */
  gm_config_init(&c);
  gm_config_clear(&c);
  gm_config_clear(&c);
  CHECK(gm_read_scene("no/such/scene", 0, NULL, &c) == GM_ERR_INPUT);
  gm_config_clear(&c);
  return CHECK_REPORT();
}
