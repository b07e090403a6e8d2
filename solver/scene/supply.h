/* scene/supply.h -- what is brought in: radius, material and label of a grain by its number.
 *
 * Room: scene.  May include: base, config.
 *
 * The grain depends on the seed and its own number alone: not on how many there are, nor on
 * other sources.  It takes draw 0 of its stream; places take the draws from 1 on.
 */
#ifndef GM_SCENE_SUPPLY_H
#define GM_SCENE_SUPPLY_H

#include "base/types.h"
#include "config/config.h"
#include "scene/material.h"

enum { GM_SUPPLY_PARTS = GM_CONFIG_MIX + 1 };

typedef struct gm_supply {
  const gm_config_supply *config; /* borrowed */
  int n;                          /* parts of the mixture, the rest first */
  struct {
    const gm_config_radii *radii; /* borrowed */
    gm_index material, label;
    double upto; /* 1  share of the grains, this part and those before */
  } part[GM_SUPPLY_PARTS];
} gm_supply;

typedef struct gm_supply_grain {
  double r; /* m */
  gm_index material, label;
} gm_supply_grain;

/* Ready *s; requires materials that are all known. */
void gm_supply_init(gm_supply *s, const gm_config_supply *config,
                    const gm_materials *materials);

gm_supply_grain gm_supply_draw(const gm_supply *s, gm_id id);

/* Note the radii of each material. */
void gm_supply_survey(const gm_supply *s, gm_materials *materials);

/* Volume of a grain in the mean, in m3. */
double gm_supply_mean_volume(const gm_supply *s);

/* Four numbers uniform in (0, 1) of grain `id`; draw >= 1. */
void gm_supply_numbers(const gm_supply *s, gm_id id, uint32_t draw,
                       double u[4]);

#endif
