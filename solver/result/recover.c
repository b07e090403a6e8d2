/* result/recover.c -- repairs a result left behind by a run that was killed. */
#include "result/recover.h"

#include "file/lengths.h"
#include "file/schema.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static bool miscounted(gm_hdf5_file *file, int64_t frames)
{
  return gm_hdf5_count(file, GM_GROUP_GRAINS "/" GM_VTK_STEPS, GM_VTK_NSTEPS) !=
             frames ||
         gm_hdf5_count(file, GM_GROUP_CONTACTS "/" GM_VTK_STEPS,
                       GM_VTK_NSTEPS) != frames;
}

static void plan_repair(const gm_lengths *l, gm_recover_report *report)
{
  report->cut = gm_lengths_excess(l, l->frames, l->rows);
  report->frames = l->frames;
  report->rows = l->rows;
  report->frames_dropped = l->published - l->frames;
  report->recounted = miscounted(l->file, l->frames);
}

/* A run holds a shared lock on its result as long as it lives, and so do readers. */
static gm_status check_use(const char *path)
{
  const int fd = open(path, O_RDWR | O_CLOEXEC);
  if (fd < 0) {
    return gm_fail(GM_ERR_INPUT, "cannot open result '%s': %s", path,
                   strerror(errno));
  }
  const bool used = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  close(fd);
  if (!used) return GM_OK;
  return gm_fail(GM_ERR_FILE,
                 "'%s' is in use: a run is writing it, or another program has "
                 "it open; nothing was changed; close that program and try "
                 "again",
                 path);
}

static gm_status repair(const char *path, gm_hdf5_file **file, gm_lengths *l,
                        gm_recover_report *report)
{
  const gm_status opened = gm_hdf5_open(path, GM_HDF5_PLAIN, file);
  if (opened == GM_ERR_MEMORY) return opened;
  if (opened != GM_OK) {
    GM_TRY(gm_hdf5_open(path, GM_HDF5_MEND, file));
    report->unmarked = true;
  }
  if (!gm_hdf5_has(*file, GM_GROUP_HISTORY)) {
    return gm_fail(GM_ERR_INPUT,
                   "'%s' is not a result of granum: it has no group %s", path,
                   GM_GROUP_HISTORY);
  }
  GM_TRY(gm_lengths_read(*file, l));
  plan_repair(l, report);
  if (!report->cut && !report->recounted) return GM_OK;
  if (!report->unmarked) {
    GM_TRY(gm_hdf5_close(file));
    GM_TRY(gm_hdf5_open(path, GM_HDF5_MEND, file));
    l->file = *file;
  }
  return gm_lengths_cut(l, l->frames, l->rows);
}

gm_status gm_recover_result(const char *path, gm_recover_report *report)
{
  gm_hdf5_file *file = NULL;
  gm_lengths lengths = {0};
  *report = (gm_recover_report){0};
  GM_TRY(check_use(path));
  gm_status status = repair(path, &file, &lengths, report);
  if (file) {
    const gm_status closed = gm_hdf5_close(&file);
    if (status == GM_OK) status = closed;
  }
  gm_lengths_clear(&lengths);
  return status;
}
