/* file/claim.c -- one writer for a file: names, locks, temporary files.
 *
 * Two runs that are started together exclude each other at two points.  A file that is
 * replaced is locked before; the run that obtains the lock tests that the file still
 * has its name.  A file that is new is renamed by a call that fails if the name is taken.
 */
#define _GNU_SOURCE /* F_OFD_SETLK, renameat2 */
#include "file/claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

/* --- names ------------------------------------------------------------------- */

static void claim_folder(const char *path, char *folder)
{
  const char *slash = strrchr(path, '/');
  if (!slash)
    strcpy(folder, ".");
  else if (slash == path)
    strcpy(folder, "/");
  else
    snprintf(folder, GM_CLAIM_PATH, "%.*s", (int)(slash - path), path);
}

static gm_status test_claim_folder(const char *path)
{
  char folder[GM_CLAIM_PATH];
  struct stat info;
  if (strlen(path) >= GM_CLAIM_PATH)
    return gm_fail(GM_ERR_INPUT,
                   "the path of the result is longer than 4095 bytes: '%s'",
                   path);
  claim_folder(path, folder);
  if (stat(folder, &info) != 0)
    return gm_fail(GM_ERR_INPUT,
                   "the folder '%s' of the result does not exist; create it "
                   "first",
                   folder);
  if (S_ISDIR(info.st_mode)) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' is not a folder; choose another path for the result",
                 folder);
}

static gm_status test_claim_kind(const char *path, mode_t mode)
{
  if (S_ISREG(mode)) return GM_OK;
  const char *kind = S_ISDIR(mode)    ? "folder"
                     : S_ISLNK(mode)  ? "symbolic link"
                     : S_ISFIFO(mode) ? "FIFO"
                     : S_ISSOCK(mode) ? "socket"
                                      : "device";
  return gm_fail(GM_ERR_INPUT,
                 "'%s' is a %s; only regular files are written and replaced, "
                 "so choose another name",
                 path, kind);
}

/* --- locks ------------------------------------------------------------------- */

/* Returns false if another program holds the lock of the file. */
static bool lock_file(int fd)
{
  struct flock byte = {.l_type = F_WRLCK,
                       .l_whence = SEEK_SET,
                       .l_start = INT64_MAX - 1,
                       .l_len = 1};
  if (fcntl(fd, F_OFD_SETLK, &byte) == 0) return true;
  if (errno == EBADF) { /* open for reading only */
    byte.l_type = F_RDLCK;
    if (fcntl(fd, F_OFD_SETLK, &byte) == 0) return true;
  }
  return errno != EAGAIN && errno != EACCES;
}

static bool is_claim_at(int fd, const char *path)
{
  struct stat opened, named;
  return fstat(fd, &opened) == 0 && lstat(path, &named) == 0 &&
         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
}

static gm_status fail_claim_busy(const char *path)
{
  return gm_fail(GM_ERR_INPUT,
                 "'%s' is being written by another run, and is not replaced "
                 "or continued, even with --force; wait for that run or stop "
                 "it, or choose another name",
                 path);
}

/* Open the regular file at `path` and lock it; *fd is -1 if there is none. */
static gm_status open_claim_old(const char *path, int *fd)
{
  const int how = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
  struct stat info;
  *fd = -1;
  for (int attempt = 0; attempt < 10; ++attempt) {
    if (lstat(path, &info) != 0 && errno == ENOENT) return GM_OK;
    if (lstat(path, &info) == 0) GM_TRY(test_claim_kind(path, info.st_mode));
    *fd = open(path, O_RDWR | how);
    if (*fd < 0 && (errno == EACCES || errno == EROFS))
      *fd = open(path, O_RDONLY | how);
    if (*fd < 0 && errno == ENOENT) continue;
    if (*fd < 0)
      return gm_fail(GM_ERR_INPUT, "cannot open '%s' to replace it: %s", path,
                     strerror(errno));
    if (!lock_file(*fd)) return fail_claim_busy(path);
    if (is_claim_at(*fd, path)) return GM_OK; /* not replaced meanwhile */
    close(*fd);
    *fd = -1;
  }
  return fail_claim_busy(path);
}

bool gm_claim_lockable(const char *path)
{
  const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return true;
  const bool refused =
      flock(fd, LOCK_SH | LOCK_NB) != 0 && errno != EWOULDBLOCK;
  close(fd);
  return !refused;
}

/* --- taking ------------------------------------------------------------------ */

static gm_status fail_claim_exists(const char *path)
{
  return gm_fail(GM_ERR_INPUT,
                 "'%s' exists and is not replaced; use --force, or -o with "
                 "another name",
                 path);
}

static gm_status take_claim_old(const char *path, bool replace, int *fd)
{
  *fd = -1;
  GM_TRY(test_claim_folder(path));
  GM_TRY(open_claim_old(path, fd));
  return *fd < 0 || replace ? GM_OK : fail_claim_exists(path);
}

gm_status gm_claim_test(const char *path, bool replace)
{
  int fd;
  const gm_status status = take_claim_old(path, replace, &fd);
  if (fd >= 0) close(fd);
  return status;
}

/* Create a file whose name is not to be guessed, and lock it. */
static gm_status make_claim_temporary(gm_claim *c)
{
  for (int attempt = 0; attempt < 100; ++attempt) {
    uint64_t number;
    if (getrandom(&number, sizeof number, 0) != sizeof number) break;
    snprintf(c->temporary, sizeof c->temporary, "%s.%016llx.part", c->path,
             (unsigned long long)number);
    c->fd = open(c->temporary,
                 O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (c->fd >= 0) {
      lock_file(c->fd);
      return GM_OK;
    }
    if (errno != EEXIST) break;
  }
  c->temporary[0] = '\0';
  return gm_fail(GM_ERR_FILE, "cannot create a file beside '%s': %s", c->path,
                 strerror(errno));
}

gm_status gm_claim_begin(const char *path, bool replace, gm_claim *c)
{
  *c = (gm_claim){.old = -1, .fd = -1};
  GM_TRY(take_claim_old(path, replace, &c->old));
  strcpy(c->path, path);
  return make_claim_temporary(c);
}

gm_status gm_claim_existing(const char *path, gm_claim *c)
{
  *c = (gm_claim){.old = -1, .fd = -1};
  GM_TRY(test_claim_folder(path));
  strcpy(c->path, path);
  GM_TRY(open_claim_old(path, &c->fd));
  if (c->fd >= 0) return GM_OK;
  return gm_fail(GM_ERR_INPUT, "there is no result '%s'", path);
}

gm_status gm_claim_unused(const gm_claim *c)
{
  const bool used =
      flock(c->fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  flock(c->fd, LOCK_UN);
  if (!used) return GM_OK;
  return gm_fail(GM_ERR_INPUT,
                 "'%s' is open in another program and cannot be continued; "
                 "close that program and try again",
                 c->path);
}

const char *gm_claim_unfollowable(const gm_claim *claim)
{
  static const long network[] = {0x6969, 0x517b, (long)0xff534d42,
                                 (long)0xfe534d42};
  const char *why = NULL;
  struct statfs fs;
  if (flock(claim->fd, LOCK_SH | LOCK_NB) != 0 && errno != EWOULDBLOCK)
    why = "its file system does not lock files";
  flock(claim->fd, LOCK_UN); /* HDF5 locks it to open it */
  if (fstatfs(claim->fd, &fs) == 0) {
    for (int k = 0; k < 4; ++k) {
      if ((long)fs.f_type == network[k]) why = "it is on a network file system";
    }
  }
  return why;
}

/* --- publishing -------------------------------------------------------------- */

/* Rename to a name that must be free. */
static int rename_claim_new(const char *from, const char *to)
{
  if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) return 0;
  if (errno != EINVAL && errno != ENOSYS) return -1;
  if (link(from, to) != 0) return -1; /* file systems that lack that call */
  unlink(from);
  return 0;
}

/* A new name is on disk when its folder is. */
static void sync_claim_folder(const char *path)
{
  char folder[GM_CLAIM_PATH];
  claim_folder(path, folder);
  const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  fsync(fd);
  close(fd);
}

gm_status gm_claim_publish(gm_claim *c)
{
  GM_TRY(gm_claim_sync(c));
  const int failed = c->old >= 0 ? rename(c->temporary, c->path)
                                 : rename_claim_new(c->temporary, c->path);
  if (failed && errno == EEXIST)
    return gm_fail(GM_ERR_INPUT,
                   "another run has made '%s' meanwhile; it is not replaced; "
                   "choose another name",
                   c->path);
  if (failed)
    return gm_fail(GM_ERR_FILE, "cannot rename '%s' to '%s': %s", c->temporary,
                   c->path, strerror(errno));
  c->temporary[0] = '\0';
  if (c->old >= 0) close(c->old);
  c->old = -1;
  sync_claim_folder(c->path);
  return GM_OK;
}

static gm_status synced_file(const gm_claim *c, int failed)
{
  if (!failed || errno == EINVAL) return GM_OK; /* EINVAL: nothing to be done */
  return gm_fail(GM_ERR_FILE, "cannot write '%s' to disk: %s", c->path,
                 strerror(errno));
}

gm_status gm_claim_sync(const gm_claim *c)
{
  return c->fd < 0 ? GM_OK : synced_file(c, fsync(c->fd));
}

gm_status gm_claim_barrier(const gm_claim *c)
{
  return c->fd < 0 ? GM_OK : synced_file(c, fdatasync(c->fd));
}

void gm_claim_end(gm_claim *c)
{
  if (c->temporary[0]) unlink(c->temporary);
  if (c->old >= 0) close(c->old);
  if (c->fd >= 0) close(c->fd);
  *c = (gm_claim){.old = -1, .fd = -1};
}
