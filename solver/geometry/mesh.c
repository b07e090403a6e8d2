/* geometry/mesh.c -- builds a structure from a triangle file and places its virtual
 * particles.
 *
 * Virtual particles are samples of the signed distance field of each patch in a narrow
 * band.  The spacing follows from the smallest grain: the cell around the centre of a
 * grain in contact must not extend through the surface, since the samples of its
 * corners would then belong to different sides.
 */
#include "geometry/mesh.h"

#include "base/memory.h"
#include "config/report.h"
#include "geometry/mesh_extent.h"
#include "geometry/mesh_file.h"
#include "geometry/parts.h"
#include "geometry/property_table.h"
#include "patch/patches.h"
#include "sdf/sites.h"
#include <stdio.h>
#include <string.h>

/* as a fraction of the smallest radius */
static const double allowed_overlap = 0.07;
/* rad  30 degrees: the edges of a regular 12-gon count as smooth */
static const double most_turn = GM_PI / 6.0 + 1.0e-6;
/* The rise of the smooth shape above facets, in radii, that a report remarks. */
static const double much = 0.1;

static gm_status fault(gm_config *config, size_t k, const char *key)
{
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].%s", k, key);
  return gm_report_fault(config, path, "%s", gm_status_message());
}

/* Cut the surface into patches, unless the scene switches that off. */
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

/* Fill in spacing, lattice and interpolation scheme.  Returns the automatic spacing in
 * m, with which no interpolation stencil of a grain in contact extends through the
 * surface. */
static double choose(const gm_config_structure *c, gm_mesh_grains grains,
                     gm_mesh_collider_options *o)
{
  o->by = (gm_interpolation)c->virtual_particles.interpolation;
  o->face_centred = c->virtual_particles.lattice == GM_LATTICE_FACE_CENTRED;
  const int ball =
      o->by == GM_INTERPOLATION_MLS || o->by == GM_INTERPOLATION_SHEPARD;
  /* spacings in the radius of a ball */
  const double spacings = o->face_centred ? 1.5 : 1.75;
  const double given = c->virtual_particles.spacing;
  const double reach = c->virtual_particles.reach;
  const double wanted =
      reach > 0.0 ? reach : (1.0 - allowed_overlap) * grains.smallest;
  const double automatic =
      ball ? wanted / spacings
           : gm_mesh_collider_largest_spacing(grains.smallest, allowed_overlap);
  o->spacing = given > 0.0 ? given : automatic;
  o->reach = !ball ? 0.0 : reach > 0.0 ? reach : spacings * o->spacing;
  return automatic;
}

/* Edges with a smaller dihedral angle than this belong to a smooth shape; others are
 * meant to be edges, even where patches are not cut there. */
static double smooth_turn(const gm_config_structure *c)
{
  if (c->virtual_particles.surface == GM_SAMPLED_FACETS) return 0.0;
  return fmin(c->virtual_particles.turn, most_turn);
}

/* Check that grains in contact can use the narrow band given in the scene. */
static gm_status check_band(gm_config *config, size_t k, gm_mesh_grains grains,
                            const gm_mesh_collider_options *o)
{
  const double cell = gm_mesh_collider_sample_range(o);
  const double nearest = (1.0 - o->overlap) * grains.smallest;
  if (o->band != GM_BAND_GIVEN) return GM_OK;
  if (o->high - o->low < cell) {
    gm_fail(GM_ERR_INPUT,
            "the band from %.4g to %.4g m is narrower than the diagonal of a "
            "cell, %.4g m; choose a wider band, a smaller spacing, or auto",
            o->low, o->high, cell);
  } else if (o->low >= grains.largest || o->high <= nearest) {
    gm_fail(GM_ERR_INPUT,
            "no grain can use the band from %.4g to %.4g m: the centres of "
            "grains in contact are %.4g to %.4g m from the surface; choose a "
            "band that overlaps this range, or auto",
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
  gm_mesh_collider_options options = {
      .smallest = grains.smallest,
      .largest = grains.largest,
      .overlap = allowed_overlap,
      .tolerance = c->virtual_particles.tolerance,
      .turn = smooth_turn(c),
      .plain = c->virtual_particles.patches == GM_PATCHES_NONE,
      .any_spacing = c->virtual_particles.debug_any_spacing || grains.none,
      .hole = isfinite(c->virtual_particles.debug_hole.x),
      .stored_normals = c->virtual_particles.normal == GM_NORMAL_STORED,
      .band = (gm_band)c->virtual_particles.band.word,
      .low = c->virtual_particles.band.ends[0],
      .high = c->virtual_particles.band.ends[1],
  };
  const double automatic = choose(c, grains, &options);
  if (options.spacing > 2.0 * grains.smallest) {
    gm_fail(GM_ERR_INPUT,
            "the spacing %g m is larger than the diameter of the smallest "
            "grain, %g m; choose at most its radius, or auto (%.3g m)",
            options.spacing, 2.0 * grains.smallest, automatic);
    return fault(config, k, "virtual_particles.spacing");
  }
  GM_TRY(check_band(config, k, grains, &options));
  GM_TRY(gm_mesh_extent_find(config, k, s, &options));
  GM_TRY(gm_parts_find(config, k, s));
  gm_mesh_extent_part(s, 1);
  gm_parts_apart(s, 1);
  gm_status status = cut(c, config->report, grains, &s->surface, &s->cut);
  gm_parts_apart(s, 0);
  gm_mesh_extent_part(s, 0);
  if (status == GM_OK) {
    status = gm_mesh_collider_create(&s->surface, s->cut.of, s->cut.n, &options,
                                     &s->collider);
  }
  const gm_vec3 hole = c->virtual_particles.debug_hole;
  for (gm_index p = 0; status == GM_OK && p < s->collider->n; ++p)
    status = gm_sites_cut_hole(&s->collider->sdf[p].lattice, hole);
  return status == GM_ERR_INPUT ? fault(config, k, "virtual_particles.spacing")
                                : status;
}

/* Assign materials of groups to the patches, which were cut at the borders of groups. */
static gm_status give_materials(gm_config *config, size_t k, gm_structure *s)
{
  const gm_surface *surface = &s->surface;
  gm_index other = 0;
  for (gm_index t = 0; t < surface->n; ++t)
    other += surface->material[t] != s->material;
  if (other == 0) return GM_OK;
  GM_TRY(GM_RESIZE(s->patch_material, 0, s->collider->n));
  for (gm_index p = 0; p < s->collider->n; ++p)
    s->patch_material[p] = -1;
  for (gm_index t = 0; t < surface->n; ++t) {
    gm_index *material = &s->patch_material[s->collider->of[t]];
    if (*material >= 0 && *material != surface->material[t]) {
      gm_fail(GM_ERR_INPUT,
              "a mesh with several materials needs several patches, which the "
              "key virtual_particles.patches forbids; remove that key");
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

/* Append to the report of the mesh the radii for which it was cut into patches, because
 * patches depend on the grains, and the rise of the smooth shape above the facets. */
static gm_status report_patches(gm_mesh_grains grains, gm_structure *s)
{
  const gm_smooth *m = &s->collider->smooth;
  char line[320];
  snprintf(
      line, sizeof line,
      "  %d patch(es), for grains of radius %g to %g m; %d edge(s) cut, %d "
      "piece(s) merged again\n",
      (int)s->collider->n, grains.smallest, grains.largest, (int)s->cut.n_cut,
      (int)s->cut.n_merged);
  GM_TRY(append(s, line));
  if (m->n_high + m->n_kinked > 0) {
    snprintf(line, sizeof line,
             "  %d triangle(s) keep their facets: a smooth surface would rise "
             "too far above %d of them, and bend at the edges of %d; fine, as "
             "with surface: facets\n",
             (int)(m->n_high + m->n_kinked), (int)m->n_high, (int)m->n_kinked);
    GM_TRY(append(s, line));
  }
  if (m->n == 0) return GM_OK;
  snprintf(line, sizeof line,
           "  smooth surface where the angle of an edge is below %.3g degrees: "
           "it rises above %d triangles, by at most %.3g m (%.3g of the "
           "smallest radius%s)\n",
           s->collider->options.turn * 180.0 / GM_PI, (int)m->n, m->highest,
           m->highest / grains.smallest,
           m->highest > much * grains.smallest
               ? ": the shape is guessed there; smaller triangles, or surface: "
                 "facets, decide it"
               : ", fine");
  return append(s, line);
}

/* Check that a mesh of a scene of two dimensions is an extrusion along z wherever grains
 * can reach it, and that its ends are farther away. */
static gm_status check_extrusion(gm_config *config, size_t k,
                                 gm_mesh_grains grains, const gm_structure *s)
{
  enum { MOST_TILT = 1000000 }; /* 1 / rad */
  const gm_surface *m = &s->surface;
  const double reach = 2.0 * grains.largest;
  if (config->domain.dimensions != 2) return GM_OK;
  for (gm_index t = 0; t < m->n; ++t) {
    const gm_vec3 a = m->point[m->corner[t][0]], b = m->point[m->corner[t][1]];
    const gm_vec3 c = m->point[m->corner[t][2]];
    const gm_vec3 n = gm_cross(gm_sub(b, a), gm_sub(c, a));
    const double low = fmin(a.z, fmin(b.z, c.z));
    const double high = fmax(a.z, fmax(b.z, c.z));
    if (low > reach || high < -reach) continue;
    if (fabs(n.z) * MOST_TILT <= gm_norm(n)) continue;
    gm_fail(GM_ERR_INPUT,
            "the mesh is no extrusion along z: the triangle at (%.4g, %.4g, "
            "%.4g) m faces (%.3g, %.3g, %.3g) and is within %.4g m of the "
            "plane z = 0, in reach of grains; extrude an outline along z, from "
            "below -%.4g to above %.4g m",
            a.x, a.y, a.z, n.x / gm_norm(n), n.y / gm_norm(n), n.z / gm_norm(n),
            reach, reach, reach);
    return fault(config, k, "mesh");
  }
  if (m->min.z <= -reach && m->max.z >= reach) return GM_OK;
  gm_fail(GM_ERR_INPUT,
          "the mesh extends from %.4g to %.4g m along z; in a scene of two "
          "dimensions it is the section z = 0 of an extrusion whose ends no "
          "grain reaches: extrude it from below -%.4g to above %.4g m",
          m->min.z, m->max.z, reach, reach);
  return fault(config, k, "mesh");
}

/* Without grains a mesh needs no virtual particles for them, and has few. */
static gm_mesh_grains no_grains(const gm_surface *s)
{
  const double r = 0.1 * gm_norm(gm_sub(s->max, s->min));
  return (gm_mesh_grains){.smallest = r, .largest = r, .none = 1};
}

gm_status gm_mesh_build(gm_config *config, size_t k,
                        const gm_materials *materials, gm_mesh_grains grains,
                        gm_structure *s)
{
  grains.none = !(grains.largest > 0.0);
  GM_TRY(gm_mesh_file_read(config, k, materials,
                           grains.none ? 0.0 : grains.smallest, grains.largest,
                           s));
  if (grains.none) grains = no_grains(&s->surface);
  GM_TRY(check_extrusion(config, k, grains, s));
  GM_TRY(place_sites(config, k, grains, s));
  GM_TRY(gm_mesh_extent_measure(config, k, s));
  GM_TRY(gm_property_table_lay(config, k, s));
  GM_TRY(give_materials(config, k, s));
  GM_TRY(gm_parts_give(s));
  GM_TRY(report_patches(grains, s));
  s->shape = gm_shape_mesh(s->collider->patch, s->collider->n, s->surface.min,
                           s->surface.max);
  return GM_OK;
}
