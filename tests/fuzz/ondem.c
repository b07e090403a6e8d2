/* tests/fuzz/ondem.c -- files of other programs, in the exchange format of ON-DEM, with
 * content that no program writes (edits.h).
 */
#include "edits.h"
#include "fuzz.h"
#include "result/ondem_file.h"
#include "rules/read.h"
#include "small_run.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static edits_base base;

static const char scene[] =
    "domain: {min: [-1, -1, -1], max: [1, 1, 1]}\n"
    "materials:\n"
    "  glass: {density: 2500, youngs_modulus: 5.0e+6, poisson_ratio: 0.25}\n"
    "  steel: {density: 7800, youngs_modulus: 2.0e+8, poisson_ratio: 0.3}\n"
    "contacts:\n"
    "  pairs: [{between: [glass, glass], restitution: 0.8, friction: 0.5}]\n"
    "grains: [{ondem: {file: edited.vtkhdf}}]\n"
    "time: {end: 0.1}\n"
    "output: {every: 0.01}\n";

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  char command[4096];
  snprintf(
      command, sizeof command,
      "PYTHONPATH='%s' '%s' -m granum.exchange '%s' --to '%s' --first=-1 && "
      "mv '%s'/ondem_0*.vtkhdf '%s'/ondem.vtkhdf",
      GM_PACKAGE, GM_PYTHON, small_run_result(SMALL_GRAINS), fuzz_folder(),
      fuzz_folder(), fuzz_folder());
  fuzz_promise(system(command) == 0, "a frame for ON-DEM");
  edits_open(&base, fuzz_path("ondem.vtkhdf"));
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  gm_config config;
  gm_saved_grains saved;
  fuzz_begin();
  edits_apply(&base, fuzz_path("edited.vtkhdf"), data, size);
  gm_read_text(scene, strlen(scene), "scene.yaml", fuzz_folder(), 0, NULL,
               &config);
  fuzz_judge(gm_ondem_file_read(&config, 0, &saved));
  gm_saved_grains_clear(&saved);
  gm_config_clear(&config);
  fuzz_end();
  return 0;
}
