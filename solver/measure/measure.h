/* measure/measure.h -- diagnostics of one instant: energies, momentum, velocities, lines.
 *
 * All functions but gm_measure_spring need the capture of the instant (gm_step_loads of
 * step/step.h).
 */
#ifndef GM_MEASURE_MEASURE_H
#define GM_MEASURE_MEASURE_H

#include "scene/contacts.h"
#include "scene/structures.h"
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
 * (soft/scheme.h). */
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

/* Surface sums (impulse, work, wear) up to now, running contacts
 * included.
 *
 * Frames and the history read them; reading changes nothing, so that no sum depends on
 * how often it is read. */

/* Sums of one surface place or of one structure, and its impacts by decades of energy. */
typedef struct gm_surface_sum {
  gm_contact_sum tally;
  int64_t spectrum[GM_CONTACT_SUMS_DECADES];
} gm_surface_sum;

/* Fills sum[structures]; zero for structures without sums. */
void gm_measure_structure_sums(const gm_structures *structures,
                               const gm_contacts *list, gm_surface_sum *sum);

/* Fills the sums of each surface place; those of structure s begin at sum[first[s]]. */
void gm_measure_place_sums(const gm_structures *structures,
                           const gm_contacts *list, const gm_index *first,
                           gm_surface_sum *sum);

typedef struct gm_stiffness {
  double normal, tangential; /* N/m */
} gm_stiffness;

/* Stiffness of a contact of two equal grains of the mean diameter; where it grows with
 * the load, under that of the mean depth of the points or grains. */
gm_stiffness gm_measure_stiffness(const gm_model *model, const gm_scene *scene);

#endif
