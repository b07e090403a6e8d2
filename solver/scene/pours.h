/* scene/pours.h -- grains that come while a run goes on.
 *
 * Room: scene (state, no physics).  May include: base, config.
 *
 * A pour goes by number or by mass.  By number, floor(rate (t - from)) grains are due at t; by mass,
 * those whose coming brings the mass nearer to rate (t - from), so that it is off by half a grain at
 * most.  Either ends at `to`, after `count` grains, or when another would not bring the mass nearer to
 * `total`.
 */
#ifndef GM_SCENE_POURS_H
#define GM_SCENE_POURS_H

#include "scene/face.h"
#include "scene/supply.h"

typedef struct gm_pour {
  gm_supply supply;
  gm_face face;    /* of a region that is one; else empty */
  int by;          /* enum gm_config_by */
  double rate;     /* 1/s, or kg/s */
  double from, to; /* s */
  gm_id count;     /* grains in all; 0: any number */
  double total;    /* kg  in all, or infinite */
  double least;    /* kg  the lightest of its grains */
  gm_id done;      /* grains brought in so far */
  double mass;     /* kg  of them */
  int ended;       /* by count or total */
  gm_id waiting; /* of those due when it was last looked: the region is full */
  double waiting_mass; /* kg  the same of a pour by mass */
} gm_pour;

typedef struct gm_pours {
  gm_index n;
  gm_pour *row;     /* [n] */
  double largest;   /* m  radius of all that may come or be there */
  int orientations; /* grains keep theirs */
} gm_pours;

/* The pours of a config without faults, which must outlive them.  Requires materials whose
 * radii are noted, and structures.  GM_ERR_INPUT, with a fault: a face has no such group.
 * GM_ERR_MEMORY. */
gm_status gm_pours_build(gm_config *config, const gm_materials *materials,
                         const gm_structures *structures, gm_pours *pours);
void gm_pours_clear(gm_pours *pours);

/* Grains due at a time (s) that have not come: of a pour by mass no more than this. */
gm_id gm_pours_most(const gm_pour *pour, double time);

/* Is a grain of mass m (kg) due now, as the next? */
int gm_pours_due(const gm_pour *pour, double m, double time);

/* What was due at a time (s) and has not come, in kg, of a pour by mass. */
double gm_pours_lacks(const gm_pour *pour, double time);

/* One of mass m (kg) has come, or would be the next once it is due: notes the end by count or total
 * when it is reached. */
void gm_pours_count(gm_pour *pour, double m);
void gm_pours_next(gm_pour *pour, double m);

/* Does it have an end, which it has not reached? */
int gm_pours_goes_on(const gm_pour *pour);

/* Where grains come in: corners of the box around it now, in m. */
void gm_pours_bounds(const gm_pour *pour, const gm_structures *structures,
                     gm_vec3 *low, gm_vec3 *high);

#endif
