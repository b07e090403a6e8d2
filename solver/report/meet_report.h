/* report/meet_report.h -- prints which structures meet each other, and what by. */
#ifndef GM_REPORT_MEET_REPORT_H
#define GM_REPORT_MEET_REPORT_H

#include "meet/meet.h"
#include <stdio.h>

/* Print samples, spacing, field and memory of what meets others, and of each pair
 * foundation, damping, friction and swing, or why it does not meet. */
void gm_meet_report_print(FILE *out, const gm_meet *meet, const gm_scene *s);

/* Print which free structures pass through others because no coefficients are given for
 * their materials. */
void gm_meet_report_note(FILE *out, const gm_meet *meet, const gm_scene *s);

#endif
