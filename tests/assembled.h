/* tests/assembled.h -- builds surfaces from corners, and tests whether their triangles
 * are connected.
 */
#ifndef GM_TESTS_ASSEMBLED_H
#define GM_TESTS_ASSEMBLED_H

#include "check.h"
#include "import/assemble.h"
#include "solids.h"
#include <stdlib.h>

/* The surface of a solid, whose corners are freed. */
static inline gm_status assembled(gm_surface *s, solid *k)
{
  gm_surface_init(s);
  const gm_status status = gm_assemble_corners(s, k->corner, k->n, "made");
  free(k->corner);
  return status;
}

/* Every side is shared with a triangle that runs along it the other way. */
static inline void assembled_check_links(const gm_surface *s)
{
  long wrong = 0;
  for (gm_index t = 0; t < s->n; ++t) {
    for (int k = 0; k < 3; ++k) {
      const gm_index q = s->across[t][k];
      const gm_index a = s->corner[t][k], b = s->corner[t][(k + 1) % 3];
      int found = 0;
      for (int m = 0; m < 3; ++m) {
        found += s->across[q][m] == t && s->corner[q][m] == b &&
                 s->corner[q][(m + 1) % 3] == a;
      }
      wrong += found != 1;
    }
  }
  CHECK(wrong == 0);
}

#endif
