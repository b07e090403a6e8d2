/* tests/fuzz/reply.c -- what the child with Assimp may reply.
 *
 * A file that takes over Assimp decides what the child writes to the pipe.  Here the
 * child is replaced: the input is its reply, and if the first byte is odd, a record END
 * with the right sum is appended, as a hostile child would do.
 */
#include "fuzz.h"

#include "base/memory.h"
#include "import/import.h"
#include <string.h>

enum { HEAD = 8, TRIANGLES = 2, END = 4 };

static const uint8_t *reply;
static size_t reply_size;

/* Sum and number of the triangles in the reply, as import.c computes them. */
static void add_up(const uint8_t *at, const uint8_t *to, uint64_t end[2])
{
  static const size_t size[] = {0, 192, 72, 8};
  end[0] = 0, end[1] = 0;
  while (to - at >= HEAD) {
    uint32_t head[2];
    memcpy(head, at, HEAD);
    at += HEAD;
    if (head[0] < 1 || head[0] > 3) return;
    const size_t bytes = size[head[0]] * (head[0] == TRIANGLES ? head[1] : 1);
    if (bytes > (size_t)(to - at)) return;
    for (size_t k = 0; head[0] == TRIANGLES && k < bytes; ++k)
      end[1] = (end[1] ^ at[k]) * 0x100000001b3u;
    if (head[0] == TRIANGLES) end[0] += head[1];
    at += bytes;
  }
}

/* In place of those of import/child.c, which is then not linked. */
int gm_child_write(int out, const void *bytes, size_t size)
{
  (void)out, (void)bytes, (void)size;
  return 1;
}

gm_status gm_child_run(const gm_child_limits *limits, gm_child_work *work,
                       const void *of, const char *what, char **bytes,
                       size_t *size)
{
  (void)limits, (void)work, (void)of, (void)what;
  const bool sealed = reply_size > 0 && reply[0] % 2;
  const size_t n = reply_size > 0 ? reply_size - 1 : 0;
  *bytes = NULL;
  *size = n + (sealed ? HEAD + 16 : 0);
  GM_TRY(GM_RESIZE(*bytes, 0, *size));
  if (n > 0) memcpy(*bytes, reply + 1, n);
  if (sealed) {
    const uint32_t head[2] = {END, 1};
    uint64_t end[2];
    add_up(reply + 1, reply + 1 + n, end);
    memcpy(*bytes + n, head, sizeof head);
    memcpy(*bytes + n + HEAD, end, sizeof end);
  }
  return GM_OK;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
  (void)argc, (void)argv;
  fuzz_put("x.obj", "", 0);
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  gm_soup soup;
  fuzz_begin();
  reply = data;
  reply_size = size;
  gm_soup_init(&soup);
  const gm_status status = gm_import_triangles(fuzz_path("x.obj"), 1.0, &soup);
  fuzz_judge(status);
  fuzz_promise(status == GM_OK || soup.n == 0, "a refused file leaves nothing");
  for (gm_index t = 0; t < soup.n; ++t) {
    fuzz_promise(soup.group[t] >= 0 && soup.group[t] < soup.n_groups,
                 "each triangle has a group");
  }
  gm_soup_clear(&soup);
  fuzz_end();
  return 0;
}
