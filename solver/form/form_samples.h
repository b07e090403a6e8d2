/* form/form_samples.h -- samples of the surface of a body.
 *
 * A mesh is split into triangles whose edges are no longer than the spacing, with three
 * samples in each at the barycentric coordinates 2/3, 1/6, 1/6, of a third of the area
 * each, which integrates quadratic functions exactly (G. R. Cowper, Int. J. Numer.
 * Methods Eng. 7 (1973) 405-408).  Primitives are divided in coordinates of their own,
 * so that places, normals and areas are exact.
 */
#ifndef GM_FORM_FORM_SAMPLES_H
#define GM_FORM_FORM_SAMPLES_H

#include "form/form.h"

/* Number of samples that a spacing (m) gives, at most `most` + some. */
size_t gm_form_samples_count(const gm_form *form, double spacing, size_t most);

/* Fill form->sample with form->spacing.  patch: [triangles] patch of each; null: 0.
 * GM_ERR_MEMORY. */
gm_status gm_form_samples_lay(gm_form *form, const gm_index *patch);

#endif
