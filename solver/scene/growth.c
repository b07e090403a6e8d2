/* scene/growth.c -- release the growth table. */
#include "scene/growth.h"

#include "base/memory.h"

void gm_growth_clear(gm_growths *g)
{
  GM_FREE(g->row);
  *g = (gm_growths){0};
}
