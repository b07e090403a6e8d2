/* A grain leaves a wall at the asked fraction of its speed, under the Hertz law with
 * Tsuji's damping.
 *
 * Formulas, sources, expected errors: restitution.h.
 */
#include "restitution.h"

int main(void)
{
  return restitution_table(GM_LAW_HERTZ, 1.0e-3);
}
