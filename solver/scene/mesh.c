/* scene/mesh.c -- a structure from a file of triangles.  Room: scene. */
#include "scene/mesh.h"

#include "base/memory.h"
#include "config/read.h"
#include "scene/mesh_file.h"
#include "scene/parts.h"
#include "scene/property_table.h"
#include "scene/where.h"
#include "structure/hole.h"
#include "structure/patches.h"
#include <stdio.h>
#include <string.h>

static const double allowed_overlap = 0.07; /* of the smallest radius */
static const double most_turn =
    GM_PI / 6.0 + 1.0e-6; /* rad  a 12-gon is round */

_Static_assert((int)GM_BAND_AUTO == (int)GM_CARRIERS_NEEDED &&
                   (int)GM_BAND_DESCRIBED == (int)GM_CARRIERS_DESCRIBED &&
                   (int)GM_BAND_GIVEN == (int)GM_CARRIERS_GIVEN,
               "config/config.h and structure/carriers.h differ");

static gm_status fault(gm_config *config, size_t k, const char *key)
{
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].%s", k, key);
  return gm_read_fault(config, path, "%s", gm_status_message());
}

/* Cut into patches, unless the scene wants none. */
static gm_status cut(const gm_config_structure *c, bool report,
                     gm_mesh_grains grains, const gm_surface *surface,
                     gm_patches *patches)
{
  if (c->virtual_particles.patches == GM_PATCHES_NONE) {
    patches->n = 1;
    return GM_RESIZE(patches->of, 0, surface->n);
  }
  gm_patches_options options =
      gm_patches_defaults(grains.smallest, grains.largest);
  options.turn = c->virtual_particles.turn;
  options.two_sided = surface->n_sheets > 0;
  options.report = report;
  return gm_patches_build(surface, &options, patches);
}

/* Where sites stand and how they are asked.  Returns the automatic spacing, with which no
 * stencil of a grain that touches reaches through the surface, in m. */
static double choose(const gm_config_structure *c, gm_mesh_grains grains,
                     gm_carriers_options *o)
{
  static const gm_interpolation ways[] = {
      [GM_INTERPOLATION_HALF_TAYLOR] = GM_BY_HALF_TAYLOR,
      [GM_INTERPOLATION_TRILINEAR] = GM_BY_TRILINEAR,
      [GM_INTERPOLATION_MLS] = GM_BY_MLS,
      [GM_INTERPOLATION_SHEPARD] = GM_BY_SHEPARD,
  };
  o->by = ways[c->virtual_particles.interpolation];
  o->face_centred = c->virtual_particles.lattice == GM_LATTICE_FACE_CENTRED;
  const int ball = o->by == GM_BY_MLS || o->by == GM_BY_SHEPARD;
  const double spacings = o->face_centred ? 1.5 : 1.75; /* in a reach */
  const double given = c->virtual_particles.spacing;
  const double reach = c->virtual_particles.reach;
  const double wanted =
      reach > 0.0 ? reach : (1.0 - allowed_overlap) * grains.smallest;
  const double automatic =
      ball ? wanted / spacings
           : gm_carriers_spacing(grains.smallest, allowed_overlap);
  o->spacing = given > 0.0 ? given : automatic;
  o->reach = !ball ? 0.0 : reach > 0.0 ? reach : spacings * o->spacing;
  return automatic;
}

/* Edges that turn by less belong to a smooth shape; those that turn by more are meant to be seen
 * as edges, even where patches are not cut there. */
static double smooth_turn(const gm_config_structure *c)
{
  if (c->virtual_particles.surface == GM_SAMPLED_FACETS) return 0.0;
  return fmin(c->virtual_particles.turn, most_turn);
}

/* Is the band that is given one that sites can serve grains from? */
static gm_status check_band(gm_config *config, size_t k, gm_mesh_grains grains,
                            const gm_carriers_options *o)
{
  const double cell = gm_carriers_reach(o);
  const double nearest = (1.0 - o->overlap) * grains.smallest;
  if (o->band != GM_CARRIERS_GIVEN) return GM_OK;
  if (o->high - o->low < cell) {
    gm_fail(GM_ERR_INPUT,
            "the band from %.4g to %.4g m is narrower than the diagonal of a "
            "cell, %.4g m; choose a wider one, a smaller spacing, or auto",
            o->low, o->high, cell);
  } else if (o->low >= grains.largest || o->high <= nearest) {
    gm_fail(GM_ERR_INPUT,
            "the band from %.4g to %.4g m serves no grain: centres of those "
            "that touch are %.4g to %.4g m from the surface; choose one that "
            "reaches in there, or auto",
            o->low, o->high, nearest, grains.largest);
  } else {
    return GM_OK;
  }
  return fault(config, k, "virtual_particles.band");
}

static gm_status place_sites(gm_config *config, size_t k, gm_mesh_grains grains,
                             gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  gm_carriers_options options = {
      .smallest = grains.smallest,
      .largest = grains.largest,
      .overlap = allowed_overlap,
      .tolerance = c->virtual_particles.tolerance,
      .turn = smooth_turn(c),
      .plain = c->virtual_particles.patches == GM_PATCHES_NONE,
      .any_spacing = c->virtual_particles.debug_any_spacing,
      .stored_normals = c->virtual_particles.normal == GM_NORMAL_STORED,
      .band = (gm_carriers_band)c->virtual_particles.band.word,
      .low = c->virtual_particles.band.ends[0],
      .high = c->virtual_particles.band.ends[1],
  };
  const double automatic = choose(c, grains, &options);
  if (options.spacing > 2.0 * grains.smallest) {
    gm_fail(GM_ERR_INPUT,
            "%g m is more than the diameter of the smallest grain (%g m); "
            "choose at most its radius, or auto (%.3g m)",
            options.spacing, 2.0 * grains.smallest, automatic);
    return fault(config, k, "virtual_particles.spacing");
  }
  GM_TRY(check_band(config, k, grains, &options));
  GM_TRY(gm_where_find(config, k, s, &options));
  GM_TRY(gm_parts_find(config, k, s));
  gm_where_part(s, 1);
  gm_parts_apart(s, 1);
  gm_status status = cut(c, config->report, grains, &s->surface, &s->cut);
  gm_parts_apart(s, 0);
  gm_where_part(s, 0);
  if (status == GM_OK) {
    status = gm_carriers_create(&s->surface, s->cut.of, s->cut.n, &options,
                                &s->carriers);
  }
  const gm_vec3 hole = c->virtual_particles.debug_hole;
  for (gm_index p = 0; status == GM_OK && p < s->carriers->n; ++p)
    status = gm_hole_cut(&s->carriers->carrier[p].lattice, hole);
  return status == GM_ERR_INPUT ? fault(config, k, "virtual_particles.spacing")
                                : status;
}

/* The materials of groups to the patches, which were cut between them. */
static gm_status give_materials(gm_config *config, size_t k, gm_structure *s)
{
  const gm_surface *surface = &s->surface;
  gm_index other = 0;
  for (gm_index t = 0; t < surface->n; ++t)
    other += surface->material[t] != s->material;
  if (other == 0) return GM_OK;
  GM_TRY(GM_RESIZE(s->patch_material, 0, s->carriers->n));
  for (gm_index p = 0; p < s->carriers->n; ++p)
    s->patch_material[p] = -1;
  for (gm_index t = 0; t < surface->n; ++t) {
    gm_index *material = &s->patch_material[s->carriers->of[t]];
    if (*material >= 0 && *material != surface->material[t]) {
      gm_fail(GM_ERR_INPUT, "a mesh of several materials needs patches; leave "
                            "virtual_particles.patches out");
      return fault(config, k, "groups");
    }
    *material = surface->material[t];
  }
  return GM_OK;
}

static gm_status append(gm_structure *s, const char *line)
{
  const size_t used = strlen(s->report), n = strlen(line);
  GM_TRY(GM_RESIZE(s->report, used + 1, used + n + 1));
  memcpy(s->report + used, line, n + 1);
  return GM_OK;
}

/* Patches depend on the grains: the report of the mesh says for which they were cut, and how far
 * the smooth shape rises above the facets. */
static gm_status report_patches(gm_mesh_grains grains, gm_structure *s)
{
  const gm_smooth *m = &s->carriers->smooth;
  char line[256];
  snprintf(
      line, sizeof line,
      "  %d patch(es), for grains of radius %g to %g m; %d edge(s) cut, %d "
      "piece(s) joined again\n",
      (int)s->carriers->n, grains.smallest, grains.largest, (int)s->cut.n_cut,
      (int)s->cut.n_merged);
  GM_TRY(append(s, line));
  if (m->n == 0) return GM_OK;
  snprintf(line, sizeof line,
           "  smooth where edges turn by less than %.3g degrees: %d triangles "
           "rise above their facets, by at most %.3g m, %.3g of the smallest "
           "radius\n",
           s->carriers->options.turn * 180.0 / GM_PI, (int)m->n, m->highest,
           m->highest / grains.smallest);
  return append(s, line);
}

gm_status gm_mesh_build(gm_config *config, size_t k,
                        const gm_materials *materials, gm_mesh_grains grains,
                        gm_structure *s)
{
  GM_TRY(gm_mesh_file_read(config, k, materials, grains.smallest,
                           grains.largest, s));
  GM_TRY(place_sites(config, k, grains, s));
  GM_TRY(gm_where_measure(config, k, s));
  GM_TRY(gm_property_table_lay(config, k, s));
  GM_TRY(give_materials(config, k, s));
  GM_TRY(gm_parts_give(s));
  GM_TRY(report_patches(grains, s));
  s->shape = gm_shape_mesh(s->carriers->patch, s->carriers->n, s->surface.min,
                           s->surface.max);
  return GM_OK;
}
