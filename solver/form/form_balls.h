/* form/form_balls.h -- sorts the samples of a form into balls within balls. */
#ifndef GM_FORM_FORM_BALLS_H
#define GM_FORM_FORM_BALLS_H

#include "form/form.h"

enum { GM_FORM_BALLS_LEAF = 12, GM_FORM_BALLS_DEPTH = 64 };

/* Sort the samples and fill form->ball.  Each ball is halved across the longest side of
 * its bounds, down to GM_FORM_BALLS_LEAF samples.  GM_ERR_MEMORY. */
gm_status gm_form_balls_build(gm_form *form);

#endif
