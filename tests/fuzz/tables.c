/* tests/fuzz/tables.c -- CSV tables: motions, lists of grains, properties of a surface.
 *
 * All three readers get the same bytes, as the file that a scene names.  An accepted
 * motion becomes a track and is evaluated, an accepted property is laid on a cube.
 */
#include "fuzz.h"

#include "base/memory.h"
#include "carried.h"
#include "insert/grain_list.h"
#include "machines/mesh.h"
#include "machines/motion_table.h"
#include "rules/read.h"
#include <string.h>

static const char scene[] =
    "domain: {min: [-1, -1, -1], max: [1, 1, 1]}\n"
    "materials:\n"
    "  m: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}\n"
    "contacts:\n"
    "  pairs: [{between: [m, m], restitution: 0.8, friction: 0.5}]\n"
    "structures:\n"
    "- name: s\n"
    "  mesh: x.csv\n"
    "  material: m\n"
    "  motion: [{table: {file: x.csv}}]\n"
    "  virtual_particles: {property: {friction: {file: x.csv}}}\n"
    "grains: [{list: {material: m, file: x.csv}}]\n"
    "time: {end: 0.1}\n"
    "output: {every: 0.01}\n";

static pair_scene pair;
static gm_structure *cube;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  const carried_options options = {
      .r_min = 0.1, .r_max = 0.1, .tolerance = INFINITY, .turn = 0.5};
  gm_config config;
  fuzz_put("x.csv", "", 0);
  pair_init(&pair, GM_LAW_HERTZ);
  const gm_index m = pair_material(&pair, 2500.0, 5.0e6, 0.25);
  const solid box = solid_box(gm_vec(0.0, 0.0, 0.0), gm_vec(1.0, 1.0, 1.0));
  cube = carried_structure(&pair, box, &options, m);
  const gm_status status = gm_read_text(scene, strlen(scene), "scene.yaml",
                                        fuzz_folder(), 0, NULL, &config);
  fuzz_promise(status == GM_OK, "the scene around the tables is right");
  gm_config_clear(&config);
  return 0;
}

static void follow(const gm_config_motion *motion)
{
  gm_track track;
  const gm_status status = gm_motion_table_build(motion, &track);
  fuzz_judge(status);
  gm_motion_track_clear(&track);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  gm_config config;
  fuzz_begin();
  fuzz_put("x.csv", data, size);
  gm_read_text(scene, strlen(scene), "scene.yaml", fuzz_folder(), 0, NULL,
               &config);
  const gm_status moved = gm_motion_table_read(&config);
  fuzz_judge(moved);
  if (moved == GM_OK) follow(config.structures[0].motion);
  fuzz_judge(gm_grain_list_read(&config, 0));
  fuzz_judge(gm_mesh_lay_properties(&config, 0, cube));
  for (int p = 0; p < GM_PROPERTIES; ++p) {
    if (!cube->property[p]) continue;
    gm_property_clear(cube->property[p]);
    GM_FREE(cube->property[p]);
  }
  gm_config_clear(&config);
  fuzz_end();
  return 0;
}
