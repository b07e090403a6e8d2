/* measure/measure.h -- diagnostics of one instant: energies, momentum, velocities, lines.
 *
 * All functions but gm_measure_spring need the capture of the instant (gm_step_loads of
 * step/step.h).
 */
#ifndef GM_MEASURE_MEASURE_H
#define GM_MEASURE_MEASURE_H

#include "soft/capture.h"
#include "soft/model.h"

/* Diagnostics of one instant. */
typedef struct gm_measure {
  double time; /* s */
  int64_t step;
  gm_id contacts_grain, contacts_structure;
  gm_id contacts_bodies;              /* pairs of structures that touch */
  double mass;                        /* kg */
  double kinetic, elastic, potential; /* J */
  gm_vec3 momentum;                   /* kg m/s */
  double largest_overlap;             /* 1  overlap / smaller radius */
  double bodies,
      falls; /* J  kinetic energy along free axes, potential energy, of bodies
                           that forces move */
  double
      pressure; /* Pa  of hard grains, mean since the last frame; NaN: an open
                      domain */
  double applied, dragged; /* J  work of loads on them, loss by drag */
  double
      points_mass; /* kg  of material points; mass, energies and momentum above
                         include them */
  double points_kinetic, points_elastic, points_potential; /* J */
} gm_measure;

/* Computes energies, momentum, contacts and the largest overlap of this instant; energies
 * are those of free grains (not held) and apart from them of free bodies, the momentum is
 * that of both.  At most `threads` walk the rows; their number changes no bit. */
void gm_measure_scene(const gm_capture *now, const gm_scene *scene, int threads,
                      gm_measure *measure);

/* Energy in J of the springs of a contact that touches, at that overlap and effective
 * radius (m); half of it where a grain touches its mirror image.  Needs no capture. */
double gm_measure_spring(const gm_model *model, const gm_scene *scene,
                         gm_index row, double overlap, double radius);

/* Velocity (m/s) of a grain at the instant of its position. */
gm_vec3 gm_measure_velocity(const gm_scheme *scheme, const gm_scene *scene,
                            gm_index grain);

/* Its angular velocity likewise, in rad/s. */
gm_vec3 gm_measure_angular_velocity(const gm_scheme *scheme,
                                    const gm_scene *scene, gm_index grain);

/* Kinetic energy of a grain, elastic energy of a contact, in J. */
double gm_measure_kinetic(const gm_scheme *scheme, const gm_scene *scene,
                          gm_index grain);
double gm_measure_elastic(const gm_capture *now, const gm_scene *scene,
                          gm_index row);

/* State of a structure that forces move, at the instant of its position.  Of others, and
 * before the release, only the centre: of mass, or the origin without a mass. */
gm_rigid_state gm_measure_body(const gm_scene *scene,
                               const gm_structure *structure);

/* A contact as a line: from the centre of a to the centre of b or to the contact point on
 * the structure, in m. */
typedef struct gm_line {
  gm_vec3 from, to;
} gm_line;

gm_line gm_measure_line(const gm_capture *now, const gm_scene *scene,
                        gm_index row);

/* Energy dissipated, work of all structures, of held grains and of growth, up to this
 * instant, in J.  The part of the present step that stored velocities lack is included
 * (integrate/scheme.h). */
double gm_measure_dissipated(const gm_capture *now, const gm_scene *scene);
double gm_measure_work(const gm_capture *now, const gm_scene *scene);
double gm_measure_held(const gm_capture *now, const gm_scene *scene);
double gm_measure_growth(const gm_capture *now, const gm_scene *scene);

/* Kinetic and elastic energy of all, in J. */
double gm_measure_moving(const gm_measure *measure);

/* Energy (J) that was dissipated or changed its kind, whatever the zero of height: the
 * larger of what moves or is lost now and of what moved at most, and all work. */
double gm_measure_turned(const gm_capture *now, const gm_scene *scene,
                         const gm_measure *measure);

/* Residual of the energy balance, in J: E + dissipated + out - in - initial - crossings -
 * work, of structures, of held grains and of loads on bodies; E and losses include those
 * of bodies that forces move. */
double gm_measure_error(const gm_capture *now, const gm_scene *scene,
                        const gm_measure *measure);

#endif
