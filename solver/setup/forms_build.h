/* setup/forms_build.h -- what structures need to meet each other, from the config. */
#ifndef GM_SETUP_FORMS_BUILD_H
#define GM_SETUP_FORMS_BUILD_H

#include "config/config.h"
#include "scene/scene.h"

/* Note which others structures[k] of the config meets, and build its form unless it meets
 * none: s->form borrows a form of `owner`.  A shape without inside has none, which is an
 * error where the config says that it meets others.
 *
 * GM_ERR_INPUT, with errors of the config.  GM_ERR_MEMORY. */
gm_status gm_forms_build(gm_config *config, size_t k, gm_structures *owner,
                         gm_structure *s);

/* The same for all structures of a scene that may meet another, and the sides of its
 * domain.  Requires: they stand, and free ones have their bodies.  An error of one does
 * not hide those of the others. */
gm_status gm_forms_build_all(gm_config *config, gm_scene *scene);

#endif
