/* hybrid/conversion_state.h -- what a conversion reads beside the scene, and works on.
 */
#ifndef GM_HYBRID_CONVERSION_STATE_H
#define GM_HYBRID_CONVERSION_STATE_H

#include "hybrid/packing.h"
#include "hybrid/solids.h"
#include "points/point_law.h"
#include "scene/scene.h"
#include "zones/level.h"

/* What the scene file chooses, and working memory. */
typedef struct gm_conversion_state {
  int64_t every; /* steps between conversions; 0: the material is not hybrid */
  int64_t sample_every; /* steps, a multiple of ten */
  double start;         /* s  first conversion */
  double threshold;     /* 1  solid fraction at the surface */
  double depth,
      half;      /* m  of the middle of the coupling zone, half its width */
  double weight; /* 1  of grains in the coupling zone */
  double window; /* m  over which the solid fraction is taken */
  int per_cell;  /* points along each axis of a cell */
  int layer;     /* 1: structures count as material */
  int settle;    /* sweeps in which new grains give way */
  gm_point_law law;

  gm_solids solids; /* with layer */
  gm_level level;
  gm_voids points, grains; /* of this conversion */
  uint8_t *was;            /* [cells] zones before */
  uint8_t *gone;           /* [grains] 1: dissolved */
  gm_index *keep;          /* [points] that stay */
  uint8_t *changed;        /* [n_old] 1: the point has a new weight */
  gm_index n_old;          /* points before new ones are made */
  double *mass;            /* [cells] kg  of grains, whole */
  int32_t *held;           /* [cells] points in it */
  double *mass_at; /* [nodes] kg  what points whose share changes shall have */
  double *share;   /* [nodes] kg  what they have, then 1: a factor of it */
  double full;     /* kg  of a full cell */
  size_t cell_capacity, grain_capacity, point_capacity;
  gm_index n_gone;
  gm_index old_grains; /* rows of grains before new ones are made */
  double before;       /* kg  of both, before the conversion */
  double budget; /* kg  that may still be made: what is owed and what went */
  double energy; /* J  likewise */
} gm_conversion_state;

#endif
