/* checkpoint/seal.c -- a file that is either whole or refused.
 *
 * The seal is the last 32 bytes: a mark, the number of bytes before it, and their
 * checksum, each least significant byte first.  HDF5 ignores bytes behind its end.
 *
 * Temporary names are NAME.<12 hexadecimal digits>.part.  Who writes one holds a lock
 * (flock) on it, which ends with the process; a file of such a name without lock was left
 * by a process that died.
 */
#include "checkpoint/seal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SEAL = 32, MARK = 16, DIGITS = 12 };

static const char mark[MARK + 1] = "Granum's seal  1";
static const char part[] = ".part";

/* --- the checksum --------------------------------------------------------------- */

/* Eight bytes at a time, each by a table of its own. */
typedef struct tables {
  uint64_t row[8][256];
} tables;

static void fill_seal_crc_tables(tables *t)
{
  const uint64_t polynomial = 0xc96c5795d7870f42u;
  for (unsigned k = 0; k < 256; ++k) {
    uint64_t c = k;
    for (int bit = 0; bit < 8; ++bit)
      c = c & 1 ? (c >> 1) ^ polynomial : c >> 1;
    t->row[0][k] = c;
  }
  for (int q = 1; q < 8; ++q)
    for (unsigned k = 0; k < 256; ++k)
      t->row[q][k] =
          t->row[0][t->row[q - 1][k] & 0xff] ^ (t->row[q - 1][k] >> 8);
}

static uint64_t continue_seal_crc(const tables *t, uint64_t crc,
                                  const unsigned char *at, size_t bytes)
{
  uint64_t c = ~crc;
  for (; bytes >= 8; bytes -= 8, at += 8) {
    uint64_t next = 0;
    for (int q = 0; q < 8; ++q)
      next ^= t->row[7 - q][((c >> (8 * q)) & 0xff) ^ at[q]];
    c = next;
  }
  for (; bytes > 0; --bytes, ++at)
    c = t->row[0][(c ^ *at) & 0xff] ^ (c >> 8);
  return ~c;
}

uint64_t gm_seal_crc(uint64_t crc, const void *data, size_t bytes)
{
  tables t;
  fill_seal_crc_tables(&t);
  return continue_seal_crc(&t, crc, data, bytes);
}

/* --- reading a file -------------------------------------------------------------- */

/* The checksum of the first `bytes` bytes.  Returns false if they cannot be read. */
static int sum_seal_file(int fd, int64_t bytes, uint64_t *crc)
{
  enum { PIECE = 1 << 16 };
  unsigned char piece[PIECE];
  tables t;
  fill_seal_crc_tables(&t);
  *crc = 0;
  for (int64_t at = 0; at < bytes;) {
    const size_t want =
        bytes - at < PIECE ? (size_t)(bytes - at) : (size_t)PIECE;
    const ssize_t got = pread(fd, piece, want, at);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return 0;
    *crc = continue_seal_crc(&t, *crc, piece, (size_t)got);
    at += got;
  }
  return 1;
}

static void put_seal_number(unsigned char *to, uint64_t number)
{
  for (int k = 0; k < 8; ++k)
    to[k] = (unsigned char)(number >> (8 * k));
}

static uint64_t seal_number(const unsigned char *from)
{
  uint64_t number = 0;
  for (int k = 0; k < 8; ++k)
    number |= (uint64_t)from[k] << (8 * k);
  return number;
}

static gm_status fail_seal(const char *verb, const char *path)
{
  return gm_fail(GM_ERR_FILE, "cannot %s '%s': %s", verb, path,
                 strerror(errno));
}

/* A FIFO or device is never waited for. */
static int open_seal_regular(const char *path, struct stat *info)
{
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  if (fd < 0) return -1;
  if (fstat(fd, info) == 0 && S_ISREG(info->st_mode)) return fd;
  close(fd);
  errno = EINVAL;
  return -1;
}

/* Reads the seal at the end of a file of `size` bytes. */
static int read_seal(int fd, int64_t size, unsigned char seal[SEAL])
{
  return size >= SEAL && pread(fd, seal, SEAL, size - SEAL) == SEAL &&
         memcmp(seal, mark, MARK) == 0;
}

gm_status gm_seal_check(const char *path, int64_t *bytes)
{
  unsigned char seal[SEAL];
  struct stat info;
  uint64_t crc = 0;
  const int fd = open_seal_regular(path, &info);
  if (fd < 0)
    return gm_fail(GM_ERR_INPUT, "cannot open '%s': %s", path,
                   errno == EINVAL ? "it is not a regular file"
                                   : strerror(errno));
  const int64_t size = info.st_size, before = size - SEAL;
  const int whole = read_seal(fd, size, seal) &&
                    seal_number(seal + MARK) == (uint64_t)before &&
                    sum_seal_file(fd, before, &crc) &&
                    seal_number(seal + MARK + 8) == crc;
  close(fd);
  if (bytes) *bytes = before;
  if (whole) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' is damaged or incomplete: its bytes do not have the "
                 "checksum with which it was written",
                 path);
}

int gm_seal_replaceable(const char *path)
{
  unsigned char seal[SEAL];
  struct stat info;
  if (lstat(path, &info) != 0) return errno == ENOENT;
  const int fd = open_seal_regular(path, &info);
  if (fd < 0) return 0;
  const int sealed = read_seal(fd, info.st_size, seal);
  close(fd);
  return sealed;
}

/* --- writing a file ------------------------------------------------------------- */

/* folder[GM_SEAL_PATH] receives the folder of `path`; returns the name in it. */
static const char *split_seal_folder(const char *path, char *folder)
{
  const char *slash = strrchr(path, '/');
  if (!slash)
    snprintf(folder, GM_SEAL_PATH, ".");
  else if (slash == path)
    snprintf(folder, GM_SEAL_PATH, "/");
  else
    snprintf(folder, GM_SEAL_PATH, "%.*s", (int)(slash - path), path);
  return slash ? slash + 1 : path;
}

/* Is it NAME.<digits>.part? */
static int is_seal_temporary(const char *entry, const char *name)
{
  const size_t n = strlen(name);
  if (strlen(entry) != n + 1 + DIGITS + sizeof part - 1) return 0;
  return strncmp(entry, name, n) == 0 && entry[n] == '.' &&
         strspn(entry + n + 1, "0123456789abcdef") == DIGITS &&
         strcmp(entry + n + 1 + DIGITS, part) == 0;
}

static void remove_seal_abandoned(const char *path)
{
  char folder[GM_SEAL_PATH];
  const char *name = split_seal_folder(path, folder);
  DIR *entries = opendir(folder);
  if (!entries) return;
  for (const struct dirent *e; (e = readdir(entries));) {
    if (!is_seal_temporary(e->d_name, name)) continue;
    const int fd = openat(dirfd(entries), e->d_name,
                          O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (fd < 0) continue;
    if (flock(fd, LOCK_EX | LOCK_NB) == 0)
      unlinkat(dirfd(entries), e->d_name, 0);
    close(fd);
  }
  closedir(entries);
}

gm_status gm_seal_begin(const char *path, char *temporary, int *lock)
{
  unsigned char noise[DIGITS / 2];
  *lock = -1;
  *temporary = '\0';
  if (strlen(path) + DIGITS + 8 >= GM_SEAL_PATH)
    return gm_fail(GM_ERR_INPUT, "the path '%s' is too long", path);
  remove_seal_abandoned(path);
  if (getrandom(noise, sizeof noise, 0) != (ssize_t)sizeof noise)
    return fail_seal("choose a temporary name for", path);
  int at = snprintf(temporary, GM_SEAL_PATH, "%s.", path);
  for (int k = 0; k < DIGITS / 2; ++k)
    at +=
        snprintf(temporary + at, (size_t)(GM_SEAL_PATH - at), "%02x", noise[k]);
  snprintf(temporary + at, (size_t)(GM_SEAL_PATH - at), "%s", part);
  *lock =
      open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (*lock < 0) return fail_seal("create", temporary);
  flock(*lock, LOCK_EX | LOCK_NB);
  return GM_OK;
}

void gm_seal_drop(const char *temporary, int *lock)
{
  if (*lock < 0) return;
  unlink(temporary);
  close(*lock);
  *lock = -1;
}

static int write_seal(int fd)
{
  unsigned char seal[SEAL];
  struct stat info;
  uint64_t crc = 0;
  if (fstat(fd, &info) != 0 || !sum_seal_file(fd, info.st_size, &crc)) return 0;
  memcpy(seal, mark, MARK);
  put_seal_number(seal + MARK, (uint64_t)info.st_size);
  put_seal_number(seal + MARK + 8, crc);
  const ssize_t written = pwrite(fd, seal, SEAL, info.st_size);
  if (written >= 0 && written < SEAL) errno = ENOSPC;
  return written == SEAL && fsync(fd) == 0;
}

/* Names are on the disk once the folder is; some file systems cannot do this. */
static void sync_seal_folder(const char *path)
{
  char folder[GM_SEAL_PATH];
  split_seal_folder(path, folder);
  const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

gm_status gm_seal_place(const char *path, const char *temporary, int *lock)
{
  char old[GM_SEAL_PATH + 8];
  snprintf(old, sizeof old, "%s.old", path);
  if (!write_seal(*lock)) return fail_seal("write", temporary);
  if (rename(path, old) != 0 && errno != ENOENT)
    return fail_seal("rename", path);
  if (rename(temporary, path) != 0) {
    const gm_status status = fail_seal("rename", temporary);
    rename(old, path);
    return status;
  }
  sync_seal_folder(path);
  close(*lock);
  *lock = -1;
  return GM_OK;
}
