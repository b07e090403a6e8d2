/* machines/mesh.h -- builds a structure from a triangle file and places its virtual
 * particles.
 */
#ifndef GM_MACHINES_MESH_H
#define GM_MACHINES_MESH_H

#include "scene/structures.h"

/* Smallest and largest radius (m) of the grains of the run. */
typedef struct gm_mesh_grains {
  double smallest, largest;
  int none; /* 1: there are none, and radii stand for a part of the mesh */
} gm_mesh_grains;

/* Read the mesh of structure `k` of the config into *s (machines/mesh_file.h), cut it
 * into patches and place its virtual particles.  The spacing is the given one, or by
 * default (smallest radius - allowed overlap) / sqrt 3.  Distances are sampled from the
 * largest expected overlap up to twice the largest radius.  Reports errors of the
 * config (GM_ERR_INPUT) where the file or the spacing is unsuitable. */
gm_status gm_mesh_build(gm_config *config, size_t k,
                        const gm_materials *materials, gm_mesh_grains grains,
                        gm_structure *s);

/* ---- surface properties of a mesh, from CSV files or the scene file --------------- */

/* Assign the factors of friction, Young's modulus and restitution of structure `k` of the
 * config, of those that it has, to the virtual particles of its mesh (s->property).  A
 * file, whose header names x y z value, is read into the config.  GM_ERR_INPUT: errors of
 * the config; all wrong rows are listed. */
gm_status gm_mesh_lay_properties(gm_config *config, size_t k, gm_structure *s);

#endif
