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

gm_index gm_material_shape(const gm_materials *m, const char *name)
{
  for (gm_index k = 0; name && k < m->n_shapes; ++k) {
    if (!strcmp(m->shape[k].name, name)) return k;
  }
  return -1;
}

gm_grain_rule gm_material_rule(const gm_config *config)
{
  const int flat = config->domain.dimensions == 2;
  const int other = flat ? GM_BODY_DISC : GM_BODY_SPHERE;
  const int body = config->domain.grains;
  return (gm_grain_rule){.body = body == GM_BODY_AUTO ? other : body,
                         .flat = flat,
                         .thickness = config->domain.thickness};
}
