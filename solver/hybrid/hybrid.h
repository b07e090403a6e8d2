/* hybrid/hybrid.h -- grains and material points as one material, in the steps of a run.
 *
 *   gm_hybrid_samples      true where the instant must be captured for a sample
 *   gm_hybrid_sample       adds a sample to the means
 *   gm_conversion_...      see hybrid/conversion.h
 *   gm_hybrid_couple       after grains have moved and nodes have their momentum to come
 */
#ifndef GM_HYBRID_HYBRID_H
#define GM_HYBRID_HYBRID_H

#include "config/config.h"
#include "hybrid/conversion.h"
#include "hybrid/coupling.h"
#include "soft/capture.h"

typedef struct gm_hybrid {
  gm_conversion_state conversion;
  gm_coupling coupling;
  double
      swiftest; /* m/s  largest change of a grain's velocity in the last step */
} gm_hybrid;

/* Prepares the memory of the scene, if it is hybrid: zones, means, sizes of grains, and
 * the run.  Requires that grains and structures stand and the continuum is known; form:
 * what each structure is for material points, kept by the caller.  GM_ERR_MEMORY,
 * GM_ERR_INPUT: too many zones. */
gm_status gm_hybrid_build(gm_hybrid *hybrid, const gm_mpm_form *form,
                          gm_scene *scene, const gm_config *config);

void gm_hybrid_clear(gm_hybrid *hybrid);

int gm_hybrid_samples(const gm_hybrid *hybrid, const gm_scene *scene);

/* Requires the capture of this instant.  GM_ERR_MEMORY. */
gm_status gm_hybrid_sample(gm_hybrid *hybrid, gm_scene *scene,
                           const gm_capture *now);

/* GM_ERR_MEMORY. */
gm_status gm_hybrid_couple(gm_hybrid *hybrid, gm_point_grid *grid,
                           gm_scene *scene, int threads);

#endif
