/* parallel/level.c -- the x86-64 levels that this processor runs.
 *
 * A program compiled for one level (GM_LEVEL) ends by SIGILL before main on a processor
 * that lacks it, as it would at its first unknown instruction.  GM_LEVELS, e.g. "v2",
 * replaces what the processor says, so that a test that starts such a program without a
 * look at the levels is found on every machine.
 */
#include "parallel/level.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

const char *level_list(void)
{
  const char *set = getenv("GM_LEVELS");
  if (set) return set;
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return "v2 v3 v4";
  if (__builtin_cpu_supports("x86-64-v3")) return "v2 v3";
  if (__builtin_cpu_supports("x86-64-v2")) return "v2";
#endif
  return "";
}

#ifdef GM_LEVEL
__attribute__((constructor)) static void test_level(void)
{
  if (!strstr(level_list(), GM_LEVEL)) raise(SIGILL);
}
#endif
