/* scene/gauges.h -- planes and regions that the user wants measured, and what they show.
 *
 * Room: scene.  May include: base, config, structure.
 *
 * A flux counts since the start; a stress is that of the instant last measured.
 */
#ifndef GM_SCENE_GAUGES_H
#define GM_SCENE_GAUGES_H

#include "base/types.h"
#include "scene/domain.h"
#include "scene/material.h"
#include "scene/region.h"
#include "structure/passage.h"

enum { GM_GAUGES_MAX = 100 };

/* Centres that passed a plane; forward is the way of its normal. */
typedef struct gm_flux {
  gm_vec3 through, normal; /* m, 1 */
  double radius;           /* m  of the disc around `through`, or infinite */
  gm_vec3 u, v; /* 1/m  of a parallelogram from `through` on: 0 <= off . u < 1,
                   likewise v; 0: it has no sides */
  gm_passage *mesh;        /* of a surface, in place of a plane; else null */
  gm_id forward, backward; /* grains, so far */
  double mass_forward, mass_backward; /* kg */
} gm_flux;

/* Positive in compression; [i][j] is the force's i along the branch's j. */
typedef struct gm_stress {
  gm_region region;
  double contact[3][3]; /* Pa */
  double kinetic[3][3]; /* Pa  of what is left of the mean velocity */
  double solid;         /* 1  volume of the grains whose centres are inside */
} gm_stress;

typedef struct gm_gauge {
  char name[GM_NAME_LENGTH];
  int kind; /* enum gm_config_measured */
  gm_flux flux;
  gm_stress stress;
} gm_gauge;

typedef struct gm_gauges {
  gm_index n;
  gm_gauge *row; /* [n] */
} gm_gauges;

/* Those of a config.  GM_ERR_INPUT, with a fault: a mesh will not do.  GM_ERR_MEMORY.  *gauges is to be
 * cleared in all cases. */
gm_status gm_gauges_build(gm_config *config, gm_gauges *gauges);

/* GM_ERR_INPUT, with a fault for each: a region of stress or a mesh reaches across periodic sides. */
gm_status gm_gauges_check(gm_config *config, const gm_gauges *gauges,
                          const gm_domain *domain);

void gm_gauges_clear(gm_gauges *gauges);

#endif
