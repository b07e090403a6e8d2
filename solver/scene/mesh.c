/* scene/mesh.c -- a structure from a file of triangles.  Room: scene.
 *
 *   spacing  D = (r_min - delta_max) / sqrt 3,  delta_max = 7 % of r_min
 *   band     [r_min / 2 - sqrt 3 D,  2 r_max + sqrt 3 D]
 *
 * A cell around a centre at distance d reaches from d - sqrt 3 D to d + sqrt 3 D: with this
 * spacing a cell of a grain that touches stays on the grain's side of a thin plate.
 */
#include "scene/mesh.h"

#include "config/read.h"
#include "scene/mesh_file.h"
#include "structure/side.h"
#include <stdio.h>

static const double allowed_overlap = 0.07; /* of the smallest radius */
static const double root3 = 1.7320508075688772;

static gm_status fault(gm_config *config, size_t k, const char *key)
{
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].%s", k, key);
  return gm_read_fault(config, path, "%s", gm_status_message());
}

static gm_status place_sites(gm_config *config, size_t k, gm_mesh_grains grains,
                             gm_structure *s)
{
  const double given = config->structures[k].virtual_particles.spacing;
  const double automatic = (1.0 - allowed_overlap) * grains.smallest / root3;
  const double spacing = given > 0.0 ? given : automatic;
  if (spacing > 2.0 * grains.smallest) {
    gm_fail(GM_ERR_INPUT,
            "%g m is more than the diameter of the smallest grain (%g m); "
            "choose at most its radius, or auto (%.3g m)",
            spacing, 2.0 * grains.smallest, automatic);
    return fault(config, k, "virtual_particles.spacing");
  }
  if (s->surface.n_sheets > 0) { /* its distance has a kink */
    gm_fail(GM_ERR_INPUT,
            "'%s' is open at (%g %g %g) m; open surfaces are not "
            "supported yet",
            config->structures[k].mesh, s->surface.found.open.at.x,
            s->surface.found.open.at.y, s->surface.found.open.at.z);
    return fault(config, k, "mesh");
  }
  gm_distance *distance = NULL;
  gm_side *side = NULL;
  GM_TRY(gm_distance_create(&s->surface, &distance));
  const gm_status ready = gm_side_create(&s->surface, distance, &side);
  if (ready != GM_OK) {
    gm_distance_free(&distance);
    return ready;
  }
  const gm_field field = {.probe = gm_side_probe,
                          .of = side,
                          .min = s->surface.min,
                          .max = s->surface.max};
  const double low = 0.5 * grains.smallest - root3 * spacing;
  const double high = 2.0 * grains.largest + root3 * spacing;
  const gm_status status = gm_lattice_build(&s->lattice, &field, spacing,
                                            s->surface.centroid, low, high);
  gm_side_free(&side);
  gm_distance_free(&distance);
  return status == GM_ERR_INPUT ? fault(config, k, "virtual_particles.spacing")
                                : status;
}

gm_status gm_mesh_build(gm_config *config, size_t k,
                        const gm_materials *materials, gm_mesh_grains grains,
                        gm_structure *s)
{
  GM_TRY(gm_mesh_file_read(config, k, materials, grains.smallest,
                           grains.largest, s));
  GM_TRY(place_sites(config, k, grains, s));
  s->shape =
      gm_shape_sites(&s->lattice, &s->surface, s->surface.min, s->surface.max);
  return GM_OK;
}
