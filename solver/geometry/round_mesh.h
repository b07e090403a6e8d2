/* geometry/round_mesh.h -- triangles of ellipsoids and superquadrics.
 */
#ifndef GM_GEOMETRY_ROUND_MESH_H
#define GM_GEOMETRY_ROUND_MESH_H

#include "config/config.h"
#include "mesh/soup.h"

/* Append the surface of the shape `round` of a structure, its corners on
 *
 *   (|x/a|^m + |y/b|^m)^(n/m) + |z/c|^n = 1
 *
 * with outward normals.  GM_ERR_MEMORY. */
gm_status gm_round_mesh_soup(const gm_config_structure *shape, gm_soup *soup);

#endif
