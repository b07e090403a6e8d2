/* body/site_memory.h -- compares the virtual particles of a mesh with the memory left
 * before they are made.
 */
#ifndef GM_BODY_SITE_MEMORY_H
#define GM_BODY_SITE_MEMORY_H

#include "base/status.h"
#include "mesh/surface.h"

/* GM_ERR_INPUT: samples `spacing` apart, at distances from `low` to `high` (m), would
 * exceed the memory that is left, or the largest number supported. */
gm_status gm_site_memory_check(const gm_surface *surface, double spacing,
                               int face_centred, double low, double high);

#endif
