/* scene/scene.h -- the state of a simulation: every table that a run carries from step
 * to step.
 */
#ifndef GM_SCENE_SCENE_H
#define GM_SCENE_SCENE_H

#include "base/comm.h"
#include "body/meetings.h"
#include "config/config.h"
#include "points/partition.h"
#include "points/point_law.h"
#include "scene/clumps.h"
#include "scene/collisions.h"
#include "scene/contacts.h"
#include "scene/domain.h"
#include "scene/grains.h"
#include "scene/held_groups.h"
#include "scene/material.h"
#include "scene/pours.h"
#include "scene/sensors.h"
#include "scene/sinks.h"
#include "scene/structures.h"

/* Sums of hard grains. */
typedef struct gm_hard_balance {
  gm_id collisions, impacts; /* of grains with grains, with structures */
  double corrections; /* J  potential energy added by corrections of overlap */
  double virial; /* J  impulse times distance of centres, of all collisions */
  double virial_xy;   /* J  impulse along x times distance along y */
  double framed;      /* s  time of the last frame */
  double before;      /* J  virial then */
  gm_id pairs, walls; /* contacts in the last step */
  double overlap;     /* 1  largest in the last step, over the smaller radius */
} gm_hard_balance;

/* How dense grains are a continuum. */
typedef struct gm_continuum {
  int mode;          /* enum gm_choice_mode */
  double diameter;   /* m  mean of the grains */
  double cell;       /* m  width of a cell of the grid */
  double half;       /* 1  half width of a point over it */
  gm_vec3 origin;    /* m  of the grid */
  int period[3];     /* cells along a periodic axis, else 0 */
  double density;    /* kg/m3  of the bed without stress */
  gm_index material; /* of points */
  int stride; /* steps of grains in one of points, which begins at multiples */
  gm_point_law law;
} gm_continuum;

/* Sums of material points, since the start. */
typedef struct gm_points_balance {
  gm_id in, out;    /* points that were made, that left */
  double plastic;   /* J  lost by return to the yield surface */
  double transfer;  /* J  kinetic energy lost between points and grid */
  double walls;     /* J  lost at structures */
  double walls_now; /* J  the same in the step under way */
  double lifted; /* J  potential energy of points put back, not taken off yet */
  double transfer_now; /* J  of transfer, in the step under way */
  double
      work; /* J  of stresses and gravity in the last step, as points moved */
} gm_points_balance;

/* Running sums of the mass and energy balance of a run. */
typedef struct gm_balance {
  gm_id grains_in,
      grains_out; /* since the start, but for grains that were made of
                                   points or dissolved into them (partition.sums) */
  gm_id bodies_in, bodies_out;  /* likewise, copies of bodies */
  double mass_in, mass_out;     /* kg */
  double energy_in, energy_out; /* J   kinetic + potential energy of grains that
                                   were inserted or released after the start, and
                                   of those that left; 0 for held grains */
  gm_id out[GM_CONFIG_SIDES];   /* grains that left through each open face; the
                                   rest of grains_out went into sinks */
  double crossings; /* J   potential energy gained by crossing periodic faces */
  double dissipated; /* J   by contact laws since the start */
  double friction, rolling,
      torsion;    /* J   parts of dissipated; the rest is lost
                                        in normal dashpots and by detachment of
                                        adhesive contacts */
  double growth;  /* J   added by the growth of grains */
  double work;    /* J   done by structures on grains since the start */
  double held;    /* J   done by groups of held grains on free grains */
  double overlap; /* 1   largest in any step, over the smaller radius */
  double initial; /* J   kinetic + potential + elastic energy at the start */
  double peak; /* J   largest kinetic + elastic energy at a measured instant */
  double fallen; /* J   by which losses fell in a step: a fault of a law */
  gm_hard_balance hard;
  gm_points_balance points;
  gm_id coverage_lost, centre_inside; /* events since the start */
  gm_id sites, exact; /* distance queries since the start that returned the
                         interpolated SDF, and exact triangle distances */
} gm_balance;

typedef struct gm_scene {
  double time;     /* s */
  int64_t step;    /* steps done */
  double dt;       /* s */
  gm_vec3 gravity; /* m/s2 */
  gm_comm *
      comm; /* ranks that share the grains: rows are those near the grains of this
                    one; null: all grains are here */
  int hard; /* enum gm_choice_engine; not 0: collisions instead of forces, loads are
               means since the last frame and no part of the motion */
  gm_domain domain;
  gm_materials materials;
  gm_structures structures;
  gm_grains grains;
  gm_continuum continuum;
  gm_points points;
  gm_partition partition;
  gm_contacts contacts;
  gm_sensors sensors;
  gm_collisions collisions;
  gm_meetings meetings; /* pairs of structures */
  gm_pours pours;       /* point into the config */
  gm_held_groups held_groups;
  gm_clumps clumps;
  gm_sinks sinks;
  gm_stays stays; /* of several ranks, not added yet */
  gm_growths growths;
  gm_balance balance;
} gm_scene;

/* The id of the next grain.  Grains that are made of material points take ids too, but do
 * not come from outside. */
GM_INLINE gm_id gm_scene_next_id(const gm_scene *s)
{
  return s->balance.grains_in + s->partition.sums.made;
}

/* Grains that came and neither left, dissolved nor are present: 0. */
GM_INLINE gm_id gm_scene_lost(const gm_scene *s)
{
  const gm_partition_sums *p = &s->partition.sums;
  return s->balance.grains_in + p->made - s->balance.grains_out - p->dissolved -
         s->grains.n;
}

/* The part of contact `row` of the list that is discrete: the mean of the weights of its
 * grains, that of its grain at a structure. */
GM_INLINE double gm_scene_weight(const gm_scene *s, gm_index row)
{
  const gm_contacts *list = &s->contacts;
  const double a = gm_grains_weight(&s->grains, list->a[row]);
  if (row >= list->n_grain) return a;
  return 0.5 * (a + gm_grains_weight(&s->grains, list->b[row]));
}

/* Where ranks share the grains: notes that grain `row` has ended a stay (of enum
 * gm_stay_phase) at `place` of a structure, and sets its running sums to zero.  Without
 * memory all ranks end. */
void gm_scene_note_stay(gm_scene *s, int phase, gm_index row,
                        gm_index structure, gm_index place,
                        gm_running_sum *sum);

/* Release every table and leave *scene empty. */
void gm_scene_clear(gm_scene *scene);

#endif
