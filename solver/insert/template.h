/* insert/template.h -- particle template: radius, material and label of a grain from
 * its number.
 *
 * A grain depends on the seed and on its own number alone, not on the number of grains
 * or on other sources.  It uses draw 0 of its random stream; its place uses the draws
 * from 1 on.
 */
#ifndef GM_INSERT_TEMPLATE_H
#define GM_INSERT_TEMPLATE_H

#include "base/quat.h"
#include "base/types.h"
#include "scene/material.h"
#include "scene/pours.h"

/* Radius at u in (0, 1), in m; increases with u, but for a table.  The mass of a grain
 * is proportional to r^mass, 3 for spheres and 2 for discs: weights of a table that are
 * masses need it. */
double gm_template_radius(const gm_config_radii *radii, int mass, double u);

/* Largest and smallest radius that can be drawn, in m. */
double gm_template_largest(const gm_config_radii *radii);

double gm_template_smallest(const gm_config_radii *radii);

typedef struct gm_template_grain {
  double r; /* m  of a clump that of the sphere (disc) of the same volume */
  gm_index material, label;
  gm_index shape; /* of a clump, or -1 */
} gm_template_grain;

/* Prepare *s.  Requires that all its materials exist. */
void gm_template_init(gm_template *s, const gm_config_supply *config,
                      const gm_materials *materials);

gm_template_grain gm_template_draw(const gm_template *s, gm_id id);

/* Record the range of radii of each material. */
void gm_template_survey(const gm_template *s, gm_materials *materials);

/* Mean volume of a grain, in m3. */
double gm_template_mean_volume(const gm_template *s);

/* Whether some of its grains are clumps. */
int gm_template_clumps(const gm_template *s);

/* Of a grain: rows that it takes in the table of grains, factor on the shape of a clump,
 * distance of its surface from its centre (m), mass (kg), volume as solid fractions
 * count it (m3). */
gm_index gm_template_rows(const gm_template *s, gm_template_grain g);

double gm_template_size(const gm_template *s, gm_template_grain g);

double gm_template_reach(const gm_template *s, gm_template_grain g);

double gm_template_mass(const gm_template *s, gm_template_grain g,
                        const gm_materials *m);

double gm_template_volume(const gm_template *s, gm_template_grain g);

/* Smallest effective mass (kg) of a grain of that material at a contact; infinite: it has
 * none. */
double gm_template_yields(const gm_template *s, const gm_materials *m,
                          gm_index material);

/* Mass (kg) of its lightest grain, and largest distance (m) of the surface of a grain
 * from its centre. */
double gm_template_lightest(const gm_template *s, const gm_materials *m);

double gm_template_widest(const gm_template *s);

/* Orientation of clump `id`; u: three uniform numbers. */
gm_quat gm_template_turn(const gm_template *s, const double u[3]);

/* Random velocity of grain `id` of a fill (m/s). */
gm_vec3 gm_template_velocity(const gm_template *s, const gm_config_grains *fill,
                             gm_id id);

/* Four uniform numbers in (0, 1) for grain `id`; draw >= 1. */
void gm_template_numbers(const gm_template *s, gm_id id, uint32_t draw,
                         double u[4]);

#endif
