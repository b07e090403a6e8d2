/* If a result cannot be renamed to its final name, existing files stay as they were.
 *
 * A run creates two files under temporary names and then renames them: the contacts
 * file first, the result last.  Here the second rename fails, as on a disk that is
 * removed in between.  The functions rename() and renameat2() of this file replace those
 * of the library.
 */
#include "check.h"
#include "output/snapshot.h"
#include "unit/output_scene.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char path[] = "result_moved_last.vtkhdf";
static const char link_path[] = "result_moved_last.contacts.vtkhdf";
static const char *refused; /* the name that nothing may take */

int rename(const char *from, const char *to)
{
  if (refused && strcmp(to, refused) == 0) {
    errno = EIO;
    return -1;
  }
  return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to,
              unsigned flags)
{
  if (refused && strcmp(to, refused) == 0) {
    errno = EIO;
    return -1;
  }
  return (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
}

/* Number of files in this folder that were left under a temporary name. */
static size_t leftovers(void)
{
  glob_t found = {0};
  const bool any = glob("result_moved_last*.part", 0, NULL, &found) == 0;
  const size_t n = any ? found.gl_pathc : 0;
  globfree(&found);
  return n;
}

static bool is_there(const char *name)
{
  return access(name, F_OK) == 0;
}

static gm_status create(output_scene *s)
{
  gm_snapshot *snapshot = NULL;
  const gm_status status = gm_snapshot_create(path, true, &s->config, &s->scene,
                                              &output_scene_origin, &snapshot);
  CHECK((status == GM_OK) == (snapshot != NULL));
  CHECK(gm_snapshot_close(&snapshot) == GM_OK);
  CHECK(leftovers() == 0);
  return status;
}

static void refuse_to(output_scene *s, const char *name)
{
  refused = name;
  CHECK(create(s) == GM_ERR_FILE);
  CHECK(strstr(gm_status_message(), name) != NULL);
  refused = NULL;
}

int main(void)
{
  output_scene s;
  CHECK(output_scene_init(&s, false, true, 4, 3) == GM_OK);
  unlink(path);
  unlink(link_path);

  printf("nothing was there: nothing is left\n");
  refuse_to(&s, path);
  CHECK(!is_there(path) && !is_there(link_path));
  refuse_to(&s, link_path);
  CHECK(!is_there(path) && !is_there(link_path));

  printf("a result was there: it stays, and so does its link\n");
  CHECK(create(&s) == GM_OK);
  CHECK(is_there(path) && is_there(link_path));
  refuse_to(&s, path);
  CHECK(is_there(path) && is_there(link_path));
  refuse_to(&s, link_path);
  CHECK(is_there(path) && is_there(link_path));

  output_scene_clear(&s);
  return CHECK_REPORT();
}
