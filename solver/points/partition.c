/* points/partition.c -- memory of a hybrid material. */
#include "points/partition.h"

#include "base/memory.h"

void gm_partition_clear(gm_partition *p)
{
  gm_zones_clear(&p->zones);
  gm_means_clear(&p->means);
  GM_FREE(p->bed.sphere);
  GM_FREE(p->bed.first);
  *p = (gm_partition){0};
}
