/* hybrid/conversion.h -- grains become material points, and points grains.
 *
 * Every `every` steps the zones are renewed (points/zones.h), and then
 *
 *   a grain   in the continuum is dissolved, in the coupling zone has the weight w,
 *             elsewhere 1
 *   a point   in the discrete zone is dissolved, in the coupling zone has the weight
 *             1 - w, in the continuum 1
 *   points    are made where a coupling cell or the continuum has gaps between them
 *   grains    are made where a coupling cell that was a continuum has room for them
 *
 * and the masses of new points are such that no mass comes or goes.
 */
#ifndef GM_HYBRID_CONVERSION_H
#define GM_HYBRID_CONVERSION_H

#include "hybrid/packing.h"
#include "points/level.h"
#include "points/point_law.h"
#include "scene/scene.h"

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

/* True if this step begins with a conversion. */
int gm_conversion_due(const gm_conversion_state *c, const gm_scene *scene);

/* Renews the zones, weighs grains and points, removes points, and marks the grains that
 * are dissolved: c->gone, c->n_gone.  GM_ERR_MEMORY. */
gm_status gm_conversion_weigh(gm_conversion_state *c, gm_scene *scene);

/* Makes new points and new grains; requires that the marked grains are removed.
 * GM_ERR_MEMORY. */
gm_status gm_conversion_make(gm_conversion_state *c, gm_scene *scene);

void gm_conversion_clear(gm_conversion_state *c);

/* ---- grains out of material points, at the places of a piece of the bed ---------- */

/* Grains at random places fill a cell to little more than half; those of a settled bed
 * are dense.  The piece is a box of cells inside the bed at the first conversion, taken
 * to be repeated in space.  Each cell of the zones stands for one cell of the piece, so
 * grains made in neighbouring cells, at any time, fit each other. */

/* Takes the piece from the scene, if the bed has an inside.  GM_ERR_MEMORY. */
gm_status gm_enrich_take_piece(gm_scene *scene);

/* Finds the first sphere of each cell anew.  GM_ERR_MEMORY. */
gm_status gm_enrich_index_piece(gm_partition *partition);

/* Makes grains in coupling cells whose points hold more mass than their grains: first at
 * the places of the piece, then wherever there is room.  Velocity and
 * spin are means over points and older grains near by.  GM_ERR_MEMORY. */
gm_status gm_enrich_run(gm_conversion_state *c, gm_scene *scene);

#endif
