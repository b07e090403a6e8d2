/* The default number of threads heeds control groups. */
#include "check.h"
#include "setup/threads.h"
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/granum-threads-XXXXXX";

static void put(const char *group, const char *text)
{
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s%s/cpu.max", root, group);
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void make(const char *group)
{
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s%s", root, group);
  CHECK(mkdir(path, 0700) == 0);
}

static void drop(const char *group, int is_folder)
{
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s%s%s", root, group,
           is_folder ? "" : "/cpu.max");
  CHECK((is_folder ? rmdir(path) : unlink(path)) == 0);
}

int main(void)
{
  CHECK(mkdtemp(root) != NULL);
  make("/slice");
  make("/slice/job");
  CHECK(gm_threads_granted(root, "/") == INT_MAX); /* the root has no file */
  CHECK(gm_threads_granted(root, "/slice/job") == INT_MAX);
  put("/slice/job", "max 100000\n");
  CHECK(gm_threads_granted(root, "/slice/job") == INT_MAX);
  put("/slice", "250000 100000\n"); /* the group above counts too */
  CHECK(gm_threads_granted(root, "/slice/job") == 3);
  CHECK(gm_threads_granted(root, "/slice") == 3);
  CHECK(gm_threads_granted(root, "/") == INT_MAX);
  put("/slice/job", "50000 100000\n");
  CHECK(gm_threads_granted(root, "/slice/job") == 1);
  put("/slice/job", "nonsense");
  CHECK(gm_threads_granted(root, "/slice/job") == 3);
  put("", "100000 100000\n"); /* as seen inside a container */
  CHECK(gm_threads_granted(root, "/") == 1);
  CHECK(gm_threads_default() >= 1);
  drop("", 0);
  drop("/slice/job", 0);
  drop("/slice", 0);
  drop("/slice/job", 1);
  drop("/slice", 1);
  drop("", 1);
  return CHECK_REPORT();
}
