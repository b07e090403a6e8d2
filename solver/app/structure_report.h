/* app/structure_report.h -- prints what is known of structures before a run. */
#ifndef GM_APP_STRUCTURE_REPORT_H
#define GM_APP_STRUCTURE_REPORT_H

#include "config/config.h"
#include "meet/meet.h"
#include "scene/scene.h"
#include "scene/structures.h"
#include <stdio.h>

/* Print the reports of all meshes, or (`all` 0) only of those with repairs or
 * oddities. */
void gm_structure_report_meshes(FILE *out, const gm_structures *structures,
                                int all);

/* Print of every free structure mass, centre, principal moments and axes, the free axes,
 * the integrator and the loads; of every servo the load that it keeps and its limits.
 * config: that of the scene s, whose first structures are those of the config. */
void gm_structure_report_drives(FILE *out, const gm_config *config,
                                const gm_scene *s);

/* Print samples, spacing, field and memory of what meets others, and of each pair
 * foundation, damping, friction and swing, or why it does not meet. */
void gm_structure_report_meetings(FILE *out, const gm_meet *meet,
                                  const gm_scene *s);

/* Print which free structures pass through others because no coefficients are given for
 * their materials. */
void gm_structure_report_note(FILE *out, const gm_meet *meet,
                              const gm_scene *s);

#endif
