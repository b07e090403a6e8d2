/* report/drive_report.h -- prints what moves structures beside prescribed motion: rigid
 * bodies that forces move, and servos.
 */
#ifndef GM_REPORT_DRIVE_REPORT_H
#define GM_REPORT_DRIVE_REPORT_H

#include "config/config.h"
#include "scene/scene.h"
#include <stdio.h>

/* Print of every free structure mass, centre, principal moments and axes, the free axes,
 * the integrator and the loads; of every servo the load that it keeps and its limits.
 * config: that of the scene s, whose first structures are those of the config. */
void gm_drive_report_print(FILE *out, const gm_config *config,
                           const gm_scene *s);

#endif
