/* rigid/rotation_state.h -- what can be measured of a rotating body. */
#ifndef GM_RIGID_ROTATION_STATE_H
#define GM_RIGID_ROTATION_STATE_H

#include "base/quat.h"

/* World frame. */
typedef struct gm_rotation_state {
  gm_quat orientation;    /* 1        principal axes to world */
  gm_vec3 spin, momentum; /* rad/s, kg m2/s */
  double energy;          /* J        of the rotation */
  double
      orthogonality; /* 1        largest element of |R^T R - E|; 0 without R */
} gm_rotation_state;

#endif
