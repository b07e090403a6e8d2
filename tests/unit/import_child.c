/* import/child: a child process can only write; every other ending becomes a message. */
#include "base/clock.h"
#include "base/memory.h"
#include "check.h"
#include "import/import.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const gm_child_limits limits = {100000000, 1, 3000000};

static void write_well(const void *of, int out)
{
  for (int k = 0; k < 1000; ++k)
    gm_child_write(out, of, 1000);
}

/* Not checked by a sanitizer, which would report the pointer and exit with a code. */
__attribute__((no_sanitize("undefined"))) static void crash(const void *of,
                                                            int out)
{
  (void)out;
  *(volatile char *)of = 1;
}

static void give_up(const void *of, int out)
{
  (void)of;
  (void)out;
  abort();
}

static void leave(const void *of, int out)
{
  gm_child_write(out, of, 10);
  _exit(3);
}

static void spin(const void *of, int out)
{
  (void)out;
  for (volatile const char *p = of;;)
    (void)*p;
}

static void sleep_on(const void *of, int out)
{
  (void)of;
  (void)out;
  for (;;)
    pause();
}

static void eat(const void *of, int out)
{
  (void)of;
  (void)out;
  for (int k = 0; k < 64; ++k) {
    volatile char *p = malloc(10000000);
    if (!p) abort();
    for (int i = 0; i < 10000000; i += 4096)
      p[i] = 1;
  }
}

static void flood(const void *of, int out)
{
  while (gm_child_write(out, of, 1000))
    continue;
}

static void check(const char *what, gm_child_work *work, const void *of,
                  const char *word)
{
  char *bytes;
  size_t size;
  const size_t held = gm_memory_bytes();
  const double start = gm_clock_now();
  const gm_status status =
      gm_child_run(&limits, work, of, "the child", &bytes, &size);
  const double took = gm_clock_now() - start;
  printf("%-10s %5.2f s  %s\n", what, took,
         status == GM_OK ? "ended well" : gm_status_message());
  CHECK((status == GM_OK) == (word == NULL));
  if (word) CHECK(strstr(gm_status_message(), word) != NULL && bytes == NULL);
  if (!word) CHECK(size == 1000000 && memcmp(bytes, of, 1000) == 0);
  CHECK(took < 30.0);
  GM_FREE(bytes);
  CHECK(gm_memory_bytes() == held);
}

int main(void)
{
  static char text[1000];
  memset(text, 'x', sizeof text);
  check("writes", write_well, text, NULL);
  check("crashes", crash, NULL, "the child crashed (Segmentation fault)");
  check("aborts", give_up, NULL, "the child crashed (Aborted)");
  check("leaves", leave, text, "ended with code 3");
  check("spins", spin, text, "took more than 1 s");
  check("sleeps", sleep_on, NULL, "took more than 1 s");
  check("eats", eat, NULL, "or needs more than the 100 MB");
  check("floods", flood, text, "more than 3000000 bytes");
  check("writes", write_well, text, NULL);
  return CHECK_REPORT();
}
