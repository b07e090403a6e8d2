/* contact/attraction.h -- attraction between surfaces, of one contact. */
#ifndef GM_CONTACT_ATTRACTION_H
#define GM_CONTACT_ATTRACTION_H

#include "contact/contact.h"

/* N  In proportion to the area of contact: contact/sjkr.c. */
GM_INLINE double gm_attraction_sjkr(gm_coefficients c, gm_law_contact k)
{
  return 2.0 * GM_PI * c.cohesion * k.radius * k.overlap;
}

#endif
