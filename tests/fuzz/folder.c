/* tests/fuzz/folder.c -- files, and the promises around one input. */
#include "fuzz.h"

#include "base/memory.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 512, PATHS = 8 };

static char folder[256];
static pid_t owner;
static size_t held;
static int next_file;

void fuzz_promise(bool kept, const char *promise)
{
  if (kept) return;
  fprintf(stderr, "broken promise: %s\nlast message: %s\n", promise,
          gm_status_message());
  abort();
}

static void remove_folder(void)
{
  DIR *open = getpid() == owner ? opendir(folder) : NULL;
  for (const struct dirent *e = open ? readdir(open) : NULL; e;
       e = readdir(open)) {
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
      remove(fuzz_path(e->d_name));
  }
  if (open) closedir(open);
  if (open) rmdir(folder);
}

const char *fuzz_folder(void)
{
  if (*folder) return folder;
  const char *above = getenv("TMPDIR");
  if (!above) above = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  snprintf(folder, sizeof folder, "%.200s/gm-fuzz-XXXXXX", above);
  fuzz_promise(mkdtemp(folder) != NULL, "a folder for the inputs");
  owner = getpid();
  atexit(remove_folder);
  return folder;
}

const char *fuzz_path(const char *name)
{
  static char path[PATHS][PATH];
  static int turn;
  char *to = path[turn++ % PATHS];
  snprintf(to, PATH, "%s/%s", fuzz_folder(), name);
  return to;
}

const char *fuzz_put(const char *name, const void *data, size_t size)
{
  const char *path = fuzz_path(name);
  const int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  fuzz_promise(fd >= 0, "a file for the input");
  const ssize_t n = size ? write(fd, data, size) : 0;
  close(fd);
  fuzz_promise(n == (ssize_t)size, "room for the input");
  return path;
}

uint8_t *fuzz_take(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  fuzz_promise(file && fseek(file, 0, SEEK_END) == 0, path);
  *size = (size_t)ftell(file);
  rewind(file);
  uint8_t *bytes = malloc(*size + 1);
  fuzz_promise(bytes && fread(bytes, 1, *size, file) == *size, path);
  fclose(file);
  return bytes;
}

/* Number of the next file that would be opened: it rises if one stays open. */
static int free_file(void)
{
  const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (fd >= 0) close(fd);
  return fd;
}

void fuzz_begin(void)
{
  gm_fail(GM_OK, "%s", "");
  held = gm_memory_bytes();
  next_file = free_file();
}

void fuzz_judge(gm_status status)
{
  fuzz_promise(status == GM_OK || *gm_status_message(),
               "an error has a message");
}

void fuzz_end(void)
{
  fuzz_promise(gm_memory_bytes() == held, "all columns are released");
  fuzz_promise(free_file() == next_file, "all files are closed");
}
