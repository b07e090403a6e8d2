/* scene/pours.h -- inlets: grains that are inserted while the run goes on (scene key
 * `pour`).
 *
 * A pour prescribes a rate by number or by mass.  By number, floor(rate (t - from))
 * grains are due at time t.  By mass, a grain is due if it brings the inserted mass
 * nearer to rate (t - from), so that the mass differs from the prescribed one by at
 * most half a grain.  A pour ends at time `to`, after `count` grains, or when one more
 * grain would not bring the mass nearer to `total`.
 */
#ifndef GM_SCENE_POURS_H
#define GM_SCENE_POURS_H

#include "base/vec3.h"
#include "config/config.h"
#include "rigid/grain_rule.h"
#include "scene/clumps.h"

/* Particle template: the distributions from which radius, material and label of a grain
 * are drawn (insert/template.h). */
enum { GM_TEMPLATE_PARTS = GM_CONFIG_MIX + 1 };

typedef struct gm_template {
  const gm_config_supply *config; /* borrowed */
  gm_grain_rule rule;             /* sphere or disc */
  const gm_clump_shape *shape;    /* of clumps: borrowed */
  int mass; /* the mass of a grain is proportional to this power of its radius */
  int n; /* parts of the mixture; the first takes the rest of the fractions */
  struct {
    const gm_config_radii *radii; /* borrowed */
    gm_index material, label;
    gm_index shape; /* of clumps, or -1 */
    double upto; /* 1  cumulative fraction by number, up to and including this
                    part */
  } part[GM_TEMPLATE_PARTS];
} gm_template;

/* Part of the surface of a mesh at which grains are inserted (machines/parts.h). */
typedef struct gm_face {
  gm_index structure; /* index of the structure */
  gm_index n;         /* triangles */
  gm_index *triangle; /* [n] */
  double *upto; /* [n] m2  cumulative area, up to and including this triangle */
  gm_vec3 min, max; /* m  bounding box in the body frame */
} gm_face;

typedef struct gm_pour {
  gm_template template;
  gm_face face;    /* where the region is a face of a mesh; else empty */
  int by;          /* enum gm_choice_by */
  double rate;     /* 1/s, or kg/s */
  double from, to; /* s */
  gm_id count;     /* limit of the number of grains; 0: none */
  double total;    /* kg  limit of the mass, or infinite */
  double least;    /* kg  mass of its lightest grain */
  double widest;   /* m  largest distance of a surface from the centre of its
                      clump; 0: it has no clumps */
  gm_id done;      /* grains inserted so far */
  double mass;     /* kg  inserted so far */
  int ended;       /* 1 once count or total is reached */
  gm_id waiting;   /* grains due at the last attempt that found no free space */
  double waiting_mass; /* kg  the same for a pour by mass */
} gm_pour;

typedef struct gm_pours {
  gm_index n;
  gm_pour *row; /* [n] */
  double
      largest; /* m  radius of the largest grain of the scene, now or later */
  int orientations; /* 1 if orientations of grains are stored */
} gm_pours;

void gm_pours_clear(gm_pours *pours);

/* Upper bound of the number of grains that are due at `time` (s) and not yet inserted. */
gm_id gm_pours_most(const gm_pour *pour, double time);

/* Returns 1 if the next grain, of mass m (kg), is due now. */
int gm_pours_due(const gm_pour *pour, double m, double time);

/* For a pour by mass: prescribed minus inserted mass at `time` (s), in kg. */
double gm_pours_lacks(const gm_pour *pour, double time);

/* Count an inserted grain of mass m (kg), or examine the next one before it is due.
 * Both set `ended` once count or total is reached. */
void gm_pours_count(gm_pour *pour, double m);
void gm_pours_next(gm_pour *pour, double m);

/* Returns 1 if the pour has an end that it has not yet reached. */
int gm_pours_goes_on(const gm_pour *pour);

#endif
