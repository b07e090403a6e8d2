/* hybrid/mpm_probe.h -- where structures hold material points up.
 *
 * A structure is a solid with a signed distance: a plane, a line with a width, a closed
 * mesh, a closed primitive.  A box or cylinder that grains are inside of is a vessel,
 * whose walls are solid behind them, two cells thick.  All else is a sheet, which both
 * of its sides keep at a distance of one cell, since a sheet between two nodes is none
 * for a grid.
 */
#ifndef GM_HYBRID_MPM_PROBE_H
#define GM_HYBRID_MPM_PROBE_H

#include "config/config.h"
#include "scene/scene.h"

typedef enum gm_mpm_form {
  GM_MPM_SIGNED, /* its patches have signed distances */
  GM_MPM_SOLID,  /* a closed primitive */
  GM_MPM_VESSEL, /* a primitive with something in it */
  GM_MPM_SHEET
} gm_mpm_form;

typedef struct gm_mpm_probe {
  double distance; /* m  negative in the solid */
  gm_vec3 normal;  /* 1  away from it, world frame; 0: deep in it */
  gm_index patch;
} gm_mpm_probe;

/* Is s one of hybrid.discrete_around? */
int gm_mpm_probe_is_around(const gm_structure *s, const gm_config *config);

/* What structure s is, as grains and points are now.  One of discrete_around has the
 * material about it, and is no vessel though a grain of the start may be in it. */
gm_mpm_form gm_mpm_probe_form(const gm_structure *s, const gm_scene *scene,
                              const gm_config *config);

/* Finds the walls of s nearer to the world point x (m) than reach (m), at most
 * GM_SHAPE_SIDES; returns their number.  thick: m  of the walls of vessels. */
int gm_mpm_probe_at(const gm_structure *s, gm_mpm_form form, int flat,
                    gm_vec3 x, double reach, double thick, gm_mpm_probe *probe);

/* A lower bound (m) of the distance between x and s. */
double gm_mpm_probe_bound(const gm_structure *s, gm_mpm_form form, gm_vec3 x);

#endif
