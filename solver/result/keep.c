/* result/keep.c -- the old file is kept when a result is repaired.
 *
 * The old file gets its second name before the new file takes the first: at every moment
 * one of the two names leads to it.
 */
#include "result/keep.h"

#include "result/result.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

/* FICLONE: the blocks of a file are shared with another one of the same file system. */
#define SHARE _IOW(0x94, 9, int)

typedef char kept_name[GM_CLAIM_PATH + sizeof GM_KEEP_SUFFIX];

/* Returns true if the name leads to the old file. */
static bool is_old(const gm_claim *claim, const char *name)
{
  struct stat old, named;
  return fstat(claim->old, &old) == 0 && lstat(name, &named) == 0 &&
         old.st_dev == named.st_dev && old.st_ino == named.st_ino;
}

/* Give the old file its second name, which must be free.  A repair that was killed may
 * have left that name to the same file. */
static gm_status name_old(const gm_claim *claim, const char *kept)
{
  if (!is_old(claim, claim->path))
    return gm_fail(GM_ERR_FILE,
                   "'%s' was replaced by another program while it was "
                   "repaired; nothing was changed; try again",
                   claim->path);
  if (link(claim->path, kept) == 0 || is_old(claim, kept)) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "cannot keep the damaged '%s' as '%s': %s; nothing was "
                 "changed; move that file elsewhere, or repair a copy on "
                 "another disk",
                 claim->path, kept, strerror(errno));
}

gm_status gm_keep_begin(const char *path, gm_claim *claim)
{
  kept_name kept;
  struct stat info;
  GM_TRY(gm_claim_begin(path, true, claim));
  if (claim->old < 0 || fstat(claim->old, &info) != 0)
    return gm_fail(GM_ERR_FILE, "'%s' was removed while it was repaired", path);
  snprintf(kept, sizeof kept, "%s" GM_KEEP_SUFFIX, path);
  /* Where the system refuses this, the new file belongs to who repairs it. */
  (void)!fchown(claim->fd, info.st_uid, info.st_gid);
  (void)!fchmod(claim->fd, info.st_mode & 07777);
  if (lstat(kept, &info) != 0 || is_old(claim, kept)) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "'%s' has to be repaired, and would be kept as '%s', which "
                 "exists already; nothing was changed; move that file "
                 "elsewhere",
                 path, kept);
}

/* Write n bytes at an offset; the system may take a part of them at a time. */
static bool write_all(int fd, const char *bytes, ssize_t n, off_t at)
{
  while (n > 0) {
    const ssize_t done = pwrite(fd, bytes, (size_t)n, at);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    bytes += done;
    at += done;
    n -= done;
  }
  return true;
}

gm_status gm_keep_copy(const gm_claim *claim)
{
  char block[65536];
  ssize_t n = 0;
  off_t at = 0;
  if (ioctl(claim->fd, SHARE, claim->old) == 0) return GM_OK;
  while ((n = pread(claim->old, block, sizeof block, at)) != 0) {
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 || !write_all(claim->fd, block, n, at))
      return gm_fail(GM_ERR_FILE,
                     "cannot copy '%s' to repair the copy: %s; nothing was "
                     "changed; make room for a second file of its size, or "
                     "repair a copy on another disk",
                     claim->path, strerror(errno));
    at += n;
  }
  return GM_OK;
}

/* Test that a reader accepts the new file. */
static gm_status test_new(const gm_claim *claim)
{
  gm_result result;
  char reason[512];
  const gm_status status = gm_result_open(claim->temporary, &result);
  gm_result_clear(&result);
  if (status == GM_OK || status == GM_ERR_MEMORY) return status;
  snprintf(reason, sizeof reason, "%s", gm_status_message());
  return gm_fail(GM_ERR_FILE,
                 "'%s' cannot be repaired, and nothing was changed: the file "
                 "that the repair made is still not a result (%s)",
                 claim->path, reason);
}

gm_status gm_keep_exchange(gm_claim *claim)
{
  kept_name kept;
  GM_TRY(test_new(claim));
  snprintf(kept, sizeof kept, "%s" GM_KEEP_SUFFIX, claim->path);
  GM_TRY(gm_claim_sync(claim));
  GM_TRY(name_old(claim, kept));
  const gm_status status = gm_claim_publish(claim);
  if (status != GM_OK) unlink(kept);
  return status;
}
