/* A grain leaves a wall at the asked fraction of its speed, under the linear law.
 *
 * Formulas, sources, expected errors: restitution.h.
 */
#include "restitution.h"

int main(void)
{
  return restitution_table(GM_LAW_HOOKE, 3.5e-3);
}
