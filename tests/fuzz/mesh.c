/* tests/fuzz/mesh.c -- PLY, OFF, OBJ and glTF files: checked by us, read by Assimp.
 *
 * Assimp runs in a child process (import/import.h); what kills the child must be an error
 * of the file.  Its reply is fuzzed by reply.c.
 */
#include "fuzz.h"

#include "import/assemble.h"
#include "import/import.h"
#include <pthread.h>
#include <string.h>

static const char *name_of(const uint8_t *data, size_t size)
{
  if (size >= 3 && memcmp(data, "ply", 3) == 0) return "x.ply";
  if (size >= 3 && memcmp(data, "OFF", 3) == 0) return "x.off";
  return size >= 1 && data[0] == '{' ? "x.gltf" : "x.obj";
}

/* With a sanitizer, libFuzzer keeps the input of a process that dies: the child shall die
 * unnoticed. */
void __sanitizer_set_death_callback(void (*call)(void)) __attribute__((weak));

static void be_child(void)
{
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(NULL);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  pthread_atfork(NULL, NULL, be_child);
  fuzz_folder();
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  gm_soup soup;
  gm_surface surface;
  fuzz_begin();
  gm_soup_init(&soup);
  gm_surface_init(&surface);
  const char *path = fuzz_put(name_of(data, size), data, size);
  gm_status status = gm_import_triangles(path, 1.0, &soup);
  fuzz_judge(status);
  fuzz_promise(status == GM_OK || soup.n == 0, "a refused file leaves nothing");
  if (status == GM_OK)
    fuzz_judge(gm_assemble_soup(&surface, &soup, GM_FACING_INSIDE, path));
  gm_surface_clear(&surface);
  gm_soup_clear(&soup);
  fuzz_end();
  return 0;
}
