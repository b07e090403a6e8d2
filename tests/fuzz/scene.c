/* tests/fuzz/scene.c -- scene files: text to the config, and back.
 *
 * Lines that begin with "#!" are overrides, as after --set.  A scene that is accepted is
 * written as its effective scene, which must be accepted too and give the same text.
 */
#include "fuzz.h"

#include "rules/read.h"
#include "text/echo.h"
#include <stdlib.h>
#include <string.h>

enum { SETS = 8 };

static gm_status read_scene(const char *text, size_t size, size_t n_set,
                            const char *const *set, gm_config *config)
{
  const gm_status status =
      gm_read_text(text, size, "scene.yaml", fuzz_folder(), n_set, set, config);
  fuzz_judge(status);
  fuzz_promise(status != GM_ERR_INPUT || (config->errors && *config->errors),
               "a scene that is refused has a list of errors");
  return status;
}

/* The overrides in the text: copies that the caller frees. */
static size_t find_sets(const char *text, size_t size, char *set[SETS])
{
  size_t n = 0;
  for (const char *at = text, *end = text + size; at < end && n < SETS;) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    if (!stop) stop = end;
    if (stop - at >= 2 && at[0] == '#' && at[1] == '!')
      set[n++] = strndup(at + 2, (size_t)(stop - at) - 2);
    at = stop + 1;
  }
  return n;
}

static void repeat(const gm_config *config)
{
  char *first = NULL, *second = NULL;
  gm_config again;
  fuzz_promise(gm_echo_scene(config, &first) == GM_OK, "memory for a text");
  fuzz_promise(read_scene(first, strlen(first), 0, NULL, &again) == GM_OK,
               "the effective scene is a scene");
  fuzz_promise(gm_echo_scene(&again, &second) == GM_OK, "memory for a text");
  fuzz_promise(strcmp(first, second) == 0,
               "the effective scene of the effective scene is the same");
  gm_config_clear(&again);
  free(second);
  free(first);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  static const char grains[] = "x,y,z,radius\n0,0,0,0.001\n";
  static const char motion[] = "time,x,y,z\n0,0,0,0\n1,0,0,1\n";
  fuzz_put("grains.csv", grains, sizeof grains - 1);
  fuzz_put("motion.csv", motion, sizeof motion - 1);
  fuzz_put("part.stl", "solid\nendsolid\n", 15);
  fuzz_put("bed.vtkhdf", "", 0);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char *set[SETS];
  gm_config config;
  fuzz_begin();
  const size_t n = find_sets((const char *)data, size, set);
  const gm_status status = read_scene((const char *)data, size, n,
                                      (const char *const *)set, &config);
  if (status == GM_OK) repeat(&config);
  gm_config_clear(&config);
  for (size_t k = 0; k < n; ++k)
    free(set[k]);
  fuzz_end();
  return 0;
}
