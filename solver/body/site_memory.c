/* body/site_memory.c -- compares the virtual particles of a mesh with the memory left.
 *
 * A band of width w above an area A holds A w / D^3 samples D apart.  Convex edges add
 * some and concave ones take some away; the estimate is for spacings that are wrong by a
 * factor, which would otherwise compute for hours before the memory is used up.
 */
#include "body/site_memory.h"

#include "base/math.h"
#include "base/memory.h"
#include <math.h>
#include <stdint.h>

/* Bytes of a sample while its lattice is built: 16 each in the list of owned samples and
 * in the bricks, where two fifths are stored twice on faces of bricks. */
static const double bytes_each = 16.0 * 2.4;

gm_status gm_site_memory_check(const gm_surface *surface, double spacing,
                               int face_centred, double low, double high)
{
  const double sides = surface->kind == GM_SURFACE_SHEET ? 2.0 : 1.0;
  const double packing = face_centred ? sqrt(2.0) : 1.0;
  const double sites = sides * packing * surface->area * (high - low) /
                       (spacing * spacing * spacing);
  const gm_available a = gm_memory_available();
  const double most = fmin((double)UINT32_MAX, a.bytes / bytes_each);
  if (sites <= most) return GM_OK;
  return gm_fail(
      GM_ERR_INPUT,
      "virtual particles %g m apart are about %.3g and need %.3g GB; "
      "%s leaves %.3g GB, and %u is the largest number; take a "
      "spacing of %.2g m or more, or auto",
      spacing, sites, 1e-9 * bytes_each * sites, a.by, 1e-9 * a.bytes,
      UINT32_MAX, 1.05 * spacing * gm_math_cbrt(sites / most));
}
