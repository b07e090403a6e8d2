/* scene/material.c -- find a material by its name. */
#include "scene/material.h"

#include <string.h>

gm_index gm_material_find(const gm_materials *m, const char *name)
{
  for (gm_index k = 0; k < m->n; ++k) {
    if (!strcmp(m->row[k].name, name)) return k;
  }
  return -1;
}
