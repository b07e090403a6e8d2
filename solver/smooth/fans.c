/* smooth/fans.c -- releases the fans of a surface. */
#include "smooth/fans.h"

#include "base/memory.h"

void gm_fans_clear(gm_fans *f)
{
  GM_FREE(f->of);
  GM_FREE(f->first);
  GM_FREE(f->corner);
  GM_FREE(f->normal);
  GM_FREE(f->pointed);
  GM_FREE(f->turn);
  *f = (gm_fans){0};
}
