/* import/allowed_files.c -- read-only file access for Assimp, limited to allowed files.
 */
#include "import/allowed_files.h"

#include "base/regular.h"

#include <assimp/cfileio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static FILE *file_of(struct aiFile *f)
{
  return (FILE *)(void *)f->UserData;
}

static size_t read_bytes(struct aiFile *f, char *to, size_t size, size_t n)
{
  return fread(to, size, n, file_of(f));
}

static size_t write_bytes(struct aiFile *f, const char *from, size_t size,
                          size_t n)
{
  (void)f, (void)from, (void)size, (void)n;
  return 0;
}

static size_t tell(struct aiFile *f)
{
  const long at = ftell(file_of(f));
  return at < 0 ? 0 : (size_t)at;
}

static size_t size_of(struct aiFile *f)
{
  struct stat info;
  if (fstat(fileno(file_of(f)), &info) != 0) return 0;
  return (size_t)info.st_size;
}

static enum aiReturn seek(struct aiFile *f, size_t way, enum aiOrigin from)
{
  const int whence = from == aiOrigin_SET   ? SEEK_SET
                     : from == aiOrigin_CUR ? SEEK_CUR
                                            : SEEK_END;
  const int failed = fseek(file_of(f), (long)way, whence);
  return failed ? aiReturn_FAILURE : aiReturn_SUCCESS;
}

static void flush(struct aiFile *f)
{
  (void)f;
}

static int is_gltf(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot && strcasecmp(dot, ".gltf") == 0;
}

/* May the file `name` be opened while reading the mesh at `path`? */
static int may_open(const char *path, const char *name)
{
  struct stat info;
  if (strcmp(name, path) == 0) return 1;
  return is_gltf(path) && stat(name, &info) == 0 && S_ISREG(info.st_mode);
}

static struct aiFile *open_file(struct aiFileIO *io, const char *name,
                                const char *mode)
{
  if (mode[0] != 'r' || !may_open(io->UserData, name)) return NULL;
  struct aiFile *f = malloc(sizeof *f);
  FILE *file = f ? gm_regular_open(name) : NULL;
  if (!file) {
    free(f);
    return NULL;
  }
  *f = (struct aiFile){.ReadProc = read_bytes,
                       .WriteProc = write_bytes,
                       .TellProc = tell,
                       .FileSizeProc = size_of,
                       .SeekProc = seek,
                       .FlushProc = flush,
                       .UserData = (void *)file};
  return f;
}

static void close_file(struct aiFileIO *io, struct aiFile *f)
{
  (void)io;
  fclose(file_of(f));
  free(f);
}

struct aiFileIO *gm_allowed_files_io(const char *path)
{
  static struct aiFileIO io;
  io = (struct aiFileIO){.OpenProc = open_file,
                         .CloseProc = close_file,
                         .UserData = (aiUserData)(size_t)path};
  return &io;
}
