/* scene/scene.h -- the owner of all state: the only thing a run carries from step to step.
 *
 * Room: scene.  May include: base, config, structure.
 */
#ifndef GM_SCENE_SCENE_H
#define GM_SCENE_SCENE_H

#include "config/config.h"
#include "scene/collisions.h"
#include "scene/contacts.h"
#include "scene/domain.h"
#include "scene/gauges.h"
#include "scene/grains.h"
#include "scene/growth.h"
#include "scene/holders.h"
#include "scene/material.h"
#include "scene/pours.h"
#include "scene/sinks.h"
#include "scene/structures.h"

/* Sums that close the balance of a run. */
typedef struct gm_balance {
  gm_id grains_in, grains_out;  /* so far */
  double mass_in, mass_out;     /* kg */
  double energy_in, energy_out; /* J   kinetic + potential of grains that came
                                      after the start or were released, and of
                                      those that left; held grains have none */
  gm_id out[GM_CONFIG_SIDES];   /* of grains_out, by the side they passed; the
                                 others went into sinks */
  double crossings;  /* J  potential energy gained by crossing periodic sides */
  double dissipated; /* J   by the laws since the start */
  double friction, rolling, torsion; /* J  of it; the rest by normal dashpots,
                                           and by adhesive contacts that tear */
  double growth;                     /* J   brought by grains that grow */
  double work;    /* J   of structures on grains since the start */
  double held;    /* J   of groups of held grains on grains, likewise */
  double overlap; /* 1  largest in any step, over the smaller radius */
  double initial; /* J   kinetic + potential + elastic at the start */
  gm_id coverage_lost, centre_inside; /* events so far */
  gm_id sites, exact; /* queries so far that sites, that triangles answered */
} gm_balance;

typedef struct gm_scene {
  double time;     /* s */
  int64_t step;    /* steps done */
  double dt;       /* s */
  gm_vec3 gravity; /* m/s2 */
  gm_domain domain;
  gm_materials materials;
  gm_structures structures;
  gm_grains grains;
  gm_contacts contacts;
  gm_gauges gauges;
  gm_collisions collisions;
  gm_pours pours; /* borrow from the config */
  gm_holders holders;
  gm_sinks sinks;
  gm_growths growths;
  gm_balance balance;
} gm_scene;

struct gm_bed;

/* Build *scene from a config without faults: materials, pairs, structures at time 0,
 * grains of every source.  Grains that overlap one another or a structure by more than
 * 7 % of the smaller radius, a fill that does not fit, a list file that is wrong, are
 * faults of config (GM_ERR_INPUT, config/read.h).  beds: [sources], the
 * grains of those that are results (scene/bed.h), or null if none is.  *scene must be
 * cleared in all cases. */
gm_status gm_scene_build(gm_config *config, const struct gm_bed *beds,
                         gm_scene *scene);

void gm_scene_clear(gm_scene *scene);

/* Row of the material `name`, or -1. */
gm_index gm_scene_material(const gm_materials *materials, const char *name);

#endif
