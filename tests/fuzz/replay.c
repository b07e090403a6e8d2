/* tests/fuzz/replay.c -- feeds files to a fuzz target, with any compiler.
 *
 *   replay_TARGET FILE|FOLDER...
 *
 * The suite replays the corpus: inputs that reached new code, and those that once broke a
 * promise or crashed.  What a plain build does not see, the debug preset does.
 */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int inputs;

static void replay(const char *path)
{
  size_t size;
  uint8_t *bytes = fuzz_take(path, &size);
  /* a copy without the spare byte, so that a sanitizer sees the end */
  uint8_t *exact = malloc(size ? size : 1);
  if (exact && size) memcpy(exact, bytes, size);
  free(bytes);
  printf("%s\n", path);
  fflush(stdout); /* the last line before a crash names the input */
  LLVMFuzzerTestOneInput(exact, size);
  free(exact);
  ++inputs;
}

static int visible(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

static void replay_folder(const char *path)
{
  struct dirent **entry;
  const int n = scandir(path, &entry, visible, alphasort);
  fuzz_promise(n >= 0, path);
  for (int k = 0; k < n; ++k) {
    char file[4096];
    snprintf(file, sizeof file, "%s/%s", path, entry[k]->d_name);
    replay(file);
    free(entry[k]);
  }
  free(entry);
}

int main(int argc, char **argv)
{
  LLVMFuzzerInitialize(&argc, &argv);
  for (int k = 1; k < argc; ++k) {
    struct stat info;
    fuzz_promise(stat(argv[k], &info) == 0, argv[k]);
    S_ISDIR(info.st_mode) ? replay_folder(argv[k]) : replay(argv[k]);
  }
  printf("%d inputs\n", inputs);
  return inputs > 0 ? 0 : 1;
}
