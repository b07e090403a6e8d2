/* tests/fuzz/small_run.c -- small runs, whose results fuzz targets change. */
#include "small_run.h"

#include "fuzz.h"
#include "include/granum.h"
#include <stdio.h>
#include <string.h>

/* Steps before a checkpoint.  The two that follow renew the zones, from means and places
 * of new grains that the checkpoint holds. */
enum { BEFORE_RENEWAL = 19 };

#define MATTER                                                                 \
  "domain: {min: [-0.1, -0.1, 0], max: [0.1, 0.1, 0.3], boundary: {x: wall, "  \
  "y: wall, z_min: wall}, wall_material: glass}\n"                             \
  "materials:\n"                                                               \
  "  glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}\n"    \
  "contacts: {pairs: [{between: [glass, glass], restitution: 0.8, friction: "  \
  "0.5, foundation: 1.0e+8}]}\n"

/* clang-format off */
const char *const small_run_scene[SMALL_RUNS] = {
    [SMALL_GRAINS] =
        "title: small\n"
        "domain: {min: [-0.1, -0.1, -0.01], max: [0.1, 0.1, 0.1], boundary: "
        "{x: periodic, y: periodic, z: open}}\n"
        "materials:\n"
        "  glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}\n"
        "  steel: {density: 7800, youngs_modulus: 2.0e+8, poisson_ratio: 0.3}\n"
        "contacts:\n"
        "  pairs:\n"
        "  - {between: [glass, glass], restitution: 0.8, friction: 0.5}\n"
        "  - {between: [glass, steel], restitution: 0.7, friction: 0.3}\n"
        "structures:\n"
        "- {name: floor, plane: {point: [0, 0, 0], normal: [0, 0, 1]}, "
        "material: steel}\n"
        "- name: part\n"
        "  mesh: part.stl\n"
        "  mesh_unit: 1 mm\n"
        "  material: steel\n"
        "  place: {translate: [0, 0, 0.019]}\n"
        "  motion: [{translate: {velocity: [0, 0, 0.1]}}]\n"
        "grains:\n"
        "- list:\n"
        "    material: glass\n"
        "    grains:\n"
        "    - {position: [0.02, 0.02, 0.0095], radius: 10 mm}\n"
        "    - {position: [0.0395, 0.02, 0.0095], radius: 10 mm}\n"
        "    - {position: [0.03, 0.0372, 0.0095], radius: 10 mm}\n"
        "    - {position: [-0.05, -0.05, 0.03], radius: 10 mm}\n"
        "held: [{name: fixed, ids: [3]}]\n"
        "time: {end: 1 ms}\n"
        "output: {every: 0.5 ms, history: 0.5 ms, arrays: resume}\n",
    [SMALL_BODIES] =
        MATTER
        "bodies:\n"
        "- {name: part, mesh: part.stl, mesh_unit: 1 mm, material: glass, list: {bodies: "
        "[{position: [0, 0, 0.0149]}, {position: [0, 0, 0.09]}]}}\n"
        "- {name: ball, sphere: {radius: 5 mm}, material: glass, list: {bodies: "
        "[{position: [0.08, 0, 0.00499]}]}}\n"
        "clumps: {bean: {spheres: [{at: [0, 0, 0], radius: 10 mm}, {at: [12 mm, 0, 0], "
        "radius: 8 mm}]}}\n"
        "grains:\n"
        "- list: {clump: bean, material: glass, grains: [{position: [-0.06, 0, 0.0098]}, "
        "{position: [-0.06, 0, 0.0292]}]}\n"
        "- list: {material: glass, grains: [{position: [-0.06, 0.06, 0.0099], "
        "radius: 10 mm}]}\n"
        "time: {end: 1 ms}\n"
        "output: {every: 0.5 ms, history: 0.5 ms, arrays: full}\n",
    [SMALL_POINTS] =
        MATTER
        "hybrid: {mode: continuum}\n"
        "grains: [{fill: {box: {min: [-0.05, -0.05, 0], max: [0.05, 0.05, 0.1]}, "
        "material: glass, radius: 10 mm, count: 60}}]\n"
        "time: {end: 1 ms}\n"
        "output: {every: 0.5 ms, history: 0.5 ms}\n",
    [SMALL_ZONES] =
        "domain: {dimensions: 2, min: [0, 0], max: [0.08, 0.14], boundary: {x: wall, y_min: wall}, "
        "wall_material: glass}\n"
        "materials: {glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}}\n"
        "contacts: {law: hooke, pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5, "
        "contact_time: 0.3 ms}]}\n"
        "hybrid: {mode: hybrid, start: 0, every: 10, oracle: layer}\n"
        "grains: [{fill: {box: {min: [0, 0], max: [0.08, 0.08]}, arrangement: relaxed, "
        "material: glass, radius: 1.9 mm, count: 440}}]\n"
        "time: {end: 0.4 ms, step: 10 us}\n"
        "output: {every: 0.2 ms, history: 0.2 ms}\n",
};
/* clang-format on */

static const char part[] =
    "solid part\n"
    "facet normal 0 0 0 outer loop vertex 0 0 0 vertex 0 60 0 vertex 60 0 0 "
    "endloop endfacet\n"
    "facet normal 0 0 0 outer loop vertex 0 0 0 vertex 60 0 0 vertex 0 0 60 "
    "endloop endfacet\n"
    "facet normal 0 0 0 outer loop vertex 0 0 0 vertex 0 0 60 vertex 0 60 0 "
    "endloop endfacet\n"
    "facet normal 0 0 0 outer loop vertex 60 0 0 vertex 0 60 0 vertex 0 0 60 "
    "endloop endfacet\n"
    "endsolid part\n";

small_run small_run_of(unsigned first)
{
  return first >= 240 && first < 239 + SMALL_RUNS ? (small_run)(first - 239)
                                                  : SMALL_GRAINS;
}

static gm_sim *start(small_run which)
{
  fuzz_put("part.stl", part, strlen(part));
  gm_sim *sim = gm_sim_parse(small_run_scene[which], fuzz_folder(), 0, NULL);
  gm_sim_threads(sim, 1);
  gm_sim_start(sim);
  return sim;
}

static void end(gm_sim *sim)
{
  const gm_status status = gm_sim_status(sim);
  if (status != GM_OK) fprintf(stderr, "%s\n", gm_sim_message(sim));
  fuzz_promise(status == GM_OK, "the small run succeeds");
  gm_sim_free(sim);
}

const char *small_run_result(small_run which)
{
  const char *path = fuzz_path("small.vtkhdf");
  const gm_sim_options options = {.result = path, .replace = 1};
  gm_sim *sim = start(which);
  gm_sim_run(sim, &options);
  end(sim);
  return path;
}

const char *small_run_checkpoint(small_run which)
{
  const char *path = fuzz_path("small.checkpoint");
  gm_sim *sim = start(which);
  gm_sim_step(sim, BEFORE_RENEWAL);
  gm_sim_checkpoint(sim, path);
  end(sim);
  return path;
}
