/* hybrid/solids.h -- structures that count as material, for the oracle `layer`.
 *
 * Where the bed ends at a wall it may stay a continuum up to it, since the points have
 * conditions there; only free surfaces, and structures that are named, keep grains about
 * them.  Cells in a solid are therefore as dense as the bed, and the solid fraction of
 * the others is that of the part of the window in which grains can be.  Of the whole
 * window a dense bed would fill 0.22 in a corner of three walls, hardly more than a
 * surface has, and less where grains stand a little looser.
 */
#ifndef GM_HYBRID_SOLIDS_H
#define GM_HYBRID_SOLIDS_H

#include "mpm/mpm_probe.h"

typedef struct gm_solids {
  uint8_t *around; /* [structures] 1: the material about it is discrete */
  const gm_mpm_form *form; /* [structures] those of the continuum, borrowed */
  uint8_t *in;             /* [level cells] 1: in a structure that counts */
  double *room; /* [level cells] 1  part of the window that no solid takes */
  int known; /* 0: found at every conversion, 1: once, 2: both have been found */
} gm_solids;

/* Finds the structures that `names` excepts; form: of each structure, kept by the caller.
 * GM_ERR_MEMORY. */
gm_status gm_solids_build(gm_solids *solids, const gm_mpm_form *form,
                          const gm_scene *scene, const gm_config *config);
void gm_solids_clear(gm_solids *solids);

/* Sets the solid fraction of level cells in solids to 1, and divides that of others, the
 * mean over a window (m), by the part of it that is free.  GM_ERR_MEMORY. */
gm_status gm_solids_fill(gm_solids *solids, gm_scene *scene, double window);

#endif
