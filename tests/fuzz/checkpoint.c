/* tests/fuzz/checkpoint.c -- checkpoints with content that no run writes (edits.h).
 *
 * The edited file is sealed again, as an attacker would do, since a checksum stops
 * every other change.  What is accepted does two steps: they must end in a state or in an
 * error.  If the first byte is 255, the seal is that of the file before the edits; 240 to
 * 242 select another run (small_run.h).
 */
#include "checkpoint/seal.h"
#include "edits.h"
#include "fuzz.h"
#include "include/granum.h"
#include "small_run.h"
#include <stdlib.h>
#include <string.h>

enum { SEAL = 32 };

static edits_base base[SMALL_RUNS];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  for (small_run k = 0; k < SMALL_RUNS; ++k)
    edits_open(&base[k], small_run_checkpoint(k));
  return 0;
}

static void put_number(uint8_t *to, uint64_t number)
{
  for (int k = 0; k < 8; ++k)
    to[k] = (uint8_t)(number >> (8 * k));
}

static void seal(const char *name)
{
  size_t size;
  uint8_t *bytes = fuzz_take(fuzz_path(name), &size);
  uint8_t *sealed = realloc(bytes, size + SEAL);
  fuzz_promise(sealed != NULL, "memory for the file");
  memcpy(sealed + size, "Granum's seal  1", 16);
  put_number(sealed + size + 16, size);
  put_number(sealed + size + 24, gm_seal_crc(0, sealed, size));
  fuzz_put(name, sealed, size + SEAL);
  free(sealed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  fuzz_begin();
  const small_run which = small_run_of(size ? data[0] : 0);
  const size_t skip = which != SMALL_GRAINS;
  edits_apply(&base[which], fuzz_path("edited.checkpoint"), data + skip,
              size - skip);
  if (size == 0 || data[0] != 255) seal("edited.checkpoint");
  gm_sim *sim = gm_sim_resume(fuzz_path("edited.checkpoint"), 0, NULL);
  gm_sim_threads(sim, 1);
  gm_status status = gm_sim_start(sim);
  if (status == GM_OK) status = gm_sim_step(sim, 2);
  fuzz_promise(size > 0 || status == GM_OK, "the run goes on from the base");
  fuzz_promise(status == GM_OK || *gm_sim_message(sim),
               "an error has a message");
  gm_sim_free(sim);
  fuzz_end();
  return 0;
}
