/* bed_hash -- print the bits of a bed after 200 or 100 steps of each law, for
 * clones_bed.
 *
 *   bed_hash            a number for each law of pair_laws, hertz and hooke first
 *   bed_hash levels     the x86-64 levels that this processor runs, e.g. "v2 v3"
 */
#include "bed.h"
#include "check.h"
#include "parallel/level.h"
#include <string.h>

int main(int argc, char **argv)
{
  if (argc > 1 && !strcmp(argv[1], "levels"))
    return printf("%s\n", level_list()) < 0;
  /* All laws, then the other schemes. */
  for (int k = 0; k < pair_law_count + GM_SCHEMES - 1; ++k) {
    const int scheme = k < pair_law_count ? 0 : k - pair_law_count + 1;
    const int law = k < pair_law_count ? k : 0;
    pair_scene p;
    bed_start(&p, &pair_laws[law], scheme, 2, 0.0);
    pair_advance(&p, k < 2 ? 200 : 100);
    printf("%016llx ", (unsigned long long)bed_bits(&p));
    pair_clear(&p);
  }
  printf("\n");
  return check_failed > 0; /* the table is the script's */
}
