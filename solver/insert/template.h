/* insert/template.h -- particle template: radius, material and label of a grain from
 * its number.
 *
 * A grain depends on the seed and on its own number alone, not on the number of grains
 * or on other sources.  It uses draw 0 of its random stream; its place uses the draws
 * from 1 on.
 */
#ifndef GM_INSERT_TEMPLATE_H
#define GM_INSERT_TEMPLATE_H

#include "base/types.h"
#include "config/config.h"
#include "scene/material.h"
#include "scene/pours.h"

typedef struct gm_template_grain {
  double r; /* m */
  gm_index material, label;
} gm_template_grain;

/* Prepare *s.  Requires that all its materials exist. */
void gm_template_init(gm_template *s, const gm_config_supply *config,
                      const gm_materials *materials);

gm_template_grain gm_template_draw(const gm_template *s, gm_id id);

/* Record the range of radii of each material. */
void gm_template_survey(const gm_template *s, gm_materials *materials);

/* Mean volume of a grain, in m3. */
double gm_template_mean_volume(const gm_template *s);

/* Four uniform numbers in (0, 1) for grain `id`; draw >= 1. */
void gm_template_numbers(const gm_template *s, gm_id id, uint32_t draw,
                         double u[4]);

#endif
