/* result/body_surfaces.h -- the surfaces of the copies of a mesh in a frame, in the world
 * frame.
 */
#ifndef GM_RESULT_BODY_SURFACES_H
#define GM_RESULT_BODY_SURFACES_H

#include "result/world_surfaces.h"

/* Read the surface of each body of GM_GROUP_BODIES, placed in the world; the arrays of a
 * cell are those of its body.  None if the result has no bodies.  *p must be cleared by
 * gm_world_surfaces_clear in all cases.  GM_ERR_FILE: the data of the file are
 * inconsistent. */
gm_status gm_body_surfaces_read(const gm_result *result, int64_t frame,
                                gm_world_surfaces *p);

#endif
