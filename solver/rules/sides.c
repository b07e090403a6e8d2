/* rules/sides.c -- boundary conditions at the faces of the domain. */
#include "rules/sides.h"

#include "config/report.h"
#include <math.h>

static const char *const words[] = {"open", "periodic", "a mirror", "a wall",
                                    "reflecting"};

int gm_sides_kind(const gm_config *config, int side)
{
  const int one = config->domain.boundary.side[side];
  const int axis = config->domain.boundary.axis[side / 2];
  if (config->domain.dimensions == 2 && side / 2 == 2)
    return GM_BOUNDARY_OPEN; /* there is no third axis */
  if (one != GM_BOUNDARY_AUTO) return one;
  return axis != GM_BOUNDARY_AUTO ? axis : config->domain.boundary.all;
}

const char *gm_sides_name(int side)
{
  static const char *const names[GM_CONFIG_SIDES] = {"x_min", "x_max", "y_min",
                                                     "y_max", "z_min", "z_max"};
  return names[side];
}

bool gm_sides_any(const gm_config *config, int kind)
{
  bool any = false;
  for (int k = 0; k < GM_CONFIG_SIDES; ++k)
    any |= gm_sides_kind(config, k) == kind;
  return any;
}

/* Coordinate of a face, in m. */
static double place_of_side(const gm_config *config, int side)
{
  const gm_vec3 x = side % 2 ? config->domain.max : config->domain.min;
  return side / 2 == 0 ? x.x : side / 2 == 1 ? x.y : x.z;
}

bool gm_sides_let_out(const gm_config *config)
{
  bool any = false;
  for (int k = 0; k < GM_CONFIG_SIDES; ++k)
    any |= gm_sides_kind(config, k) == GM_BOUNDARY_OPEN &&
           isfinite(place_of_side(config, k));
  return any;
}

void gm_sides_check(gm_config *config, const gm_faults *faults)
{
  if (gm_faults_touch(faults, "domain")) return;
  for (int k = 0; k < GM_CONFIG_SIDES; ++k) {
    const int kind = gm_sides_kind(config, k);
    if (kind == GM_BOUNDARY_OPEN || isfinite(place_of_side(config, k)))
      continue;
    gm_report_fault(
        config, k % 2 ? "domain.max" : "domain.min",
        "the side %s is %s and has no place; give all of min and max "
        "along %c, or make it open",
        gm_sides_name(k), words[kind], "xyz"[k / 2]);
  }
  for (int k = 0; k < GM_CONFIG_SIDES; k += 2) {
    const int kind[2] = {gm_sides_kind(config, k),
                         gm_sides_kind(config, k + 1)};
    if (kind[0] == kind[1]) continue;
    if (kind[0] != GM_BOUNDARY_PERIODIC && kind[1] != GM_BOUNDARY_PERIODIC)
      continue;
    gm_report_fault(
        config, "domain.boundary",
        "%s is %s and %s is %s; both sides of an axis are periodic, "
        "or none: write {%c: periodic}",
        gm_sides_name(k), words[kind[0]], gm_sides_name(k + 1), words[kind[1]],
        "xyz"[k / 2]);
  }
  if (gm_sides_any(config, GM_BOUNDARY_WALL) && !config->domain.wall_material) {
    gm_report_fault(config, "domain.wall_material",
                    "missing: a side of the domain is a wall; say of which "
                    "material");
  }
}
