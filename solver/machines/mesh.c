/* machines/mesh.c -- builds a structure from a triangle file and places its virtual
 * particles.
 *
 * Virtual particles are samples of the signed distance field of each patch in a narrow
 * band.  The spacing follows from the smallest grain: the cell around the centre of a
 * grain in contact must not extend through the surface, since the samples of its
 * corners would then belong to different sides.
 */
#include "machines/mesh.h"

#include "base/memory.h"
#include "config/report.h"
#include "machines/csv_table.h"
#include "machines/mesh_file.h"
#include "machines/parts.h"
#include "patch/patches.h"
#include "scene/region.h"
#include "sdf/sites.h"
#include <stdio.h>
#include <string.h>

/* ---- the part of a mesh with which grains can collide ---------------------------- */

enum { FINE = 8 }; /* a triangle is sampled in FINE^2 equal parts */

static double mesh_region_distance(const void *of, gm_vec3 y)
{
  return gm_region_distance(of, y);
}

static gm_status fault_mesh_where(gm_config *config, size_t k, const char *key)
{
  char path[96];
  snprintf(path, sizeof path, "structures[%zu].virtual_particles.where%s", k,
           key);
  return gm_report_fault(config, path, "%s", gm_status_message());
}

/* Marks as omitted the triangles of all groups that the scene does not name. */
static gm_status leave_out_mesh_groups(gm_config *config, size_t k,
                                       gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  const size_t n = c->virtual_particles.where.n_groups;
  const gm_surface *surface = &s->surface;
  gm_status status = GM_OK;
  if (n == 0) return GM_OK;
  GM_TRY(GM_RESIZE(s->left_out, 0, surface->n));
  for (gm_index t = 0; t < surface->n; ++t)
    s->left_out[t] = 1;
  for (size_t i = 0; i < n; ++i) {
    const char *name = c->virtual_particles.where.groups[i].name;
    gm_index met = 0;
    for (gm_index t = 0; t < surface->n; ++t) {
      const int called = gm_mesh_file_is_called(surface, t, name);
      if (called) s->left_out[t] = 0;
      met += called;
    }
    if (met) continue;
    char key[32];
    snprintf(key, sizeof key, ".groups[%zu]", i);
    gm_mesh_file_no_group(c->mesh, surface, name);
    status = fault_mesh_where(config, k, key);
  }
  return status;
}

/* Find which part of the mesh of structure `k` the scene omits (s->where, s->left_out),
 * and pass it to the options of the distance field.  Requires s->surface.
 * GM_ERR_INPUT: errors of the config. */
static gm_status find_mesh_extent(gm_config *config, size_t k, gm_structure *s,
                                  gm_mesh_collider_options *o)
{
  const gm_config_region *region =
      &config->structures[k].virtual_particles.where.region;
  GM_TRY(leave_out_mesh_groups(config, k, s));
  o->left_out = s->left_out;
  if (region->kind < 0) return GM_OK;
  GM_TRY(GM_RESIZE(s->where, 0, 1));
  *s->where = gm_region_of(region);
  o->extent = (gm_extent){mesh_region_distance, s->where};
  return GM_OK;
}

/* With `apart` 1, gives omitted triangles another material, so that patches are cut at
 * their border; with `apart` 0, restores the materials. */
static void mesh_extent_part(gm_structure *s, int apart)
{
  const gm_index other = apart ? GM_MATERIALS_MAX : -GM_MATERIALS_MAX;
  for (gm_index t = 0; s->left_out && t < s->surface.n; ++t)
    if (s->left_out[t]) s->surface.material[t] += other;
}

/* --- omitted area ---------------------------------------------------------------- */

/* Point of a triangle with weights v, w of its second and third corner. */
static gm_vec3 mesh_point_within(const gm_surface *s, gm_index t, double v,
                                 double w)
{
  const gm_index *c = s->corner[t];
  const gm_vec3 a = s->point[c[0]];
  const gm_vec3 p = gm_madd(a, v, gm_sub(s->point[c[1]], a));
  return gm_madd(p, w, gm_sub(s->point[c[2]], a));
}

/* Fraction of a triangle that lies outside a region, sampled at the centres of equal
 * parts. */
static double part_mesh_outside(const gm_region *r, const gm_surface *s,
                                gm_index t)
{
  int out = 0;
  for (int i = 0; i < FINE; ++i) {
    for (int j = 0; i + j < FINE; ++j) {
      const gm_vec3 up = mesh_point_within(s, t, (i + 1.0 / 3.0) / FINE,
                                           (j + 1.0 / 3.0) / FINE);
      out += gm_region_distance(r, up) > 0.0;
      if (i + j + 1 == FINE) continue;
      const gm_vec3 down = mesh_point_within(s, t, (i + 2.0 / 3.0) / FINE,
                                             (j + 2.0 / 3.0) / FINE);
      out += gm_region_distance(r, down) > 0.0;
    }
  }
  return (double)out / (FINE * FINE);
}

static double mesh_area(const gm_surface *s, gm_index t)
{
  const gm_vec3 a = mesh_point_within(s, t, 0.0, 0.0);
  return 0.5 * gm_norm(gm_cross(gm_sub(mesh_point_within(s, t, 1.0, 0.0), a),
                                gm_sub(mesh_point_within(s, t, 0.0, 1.0), a)));
}

/* Measure the omitted area once virtual particles are placed.  GM_ERR_INPUT, an error of
 * the config: no part of the surface remains. */
static gm_status measure_mesh_extent(gm_config *config, size_t k,
                                     gm_structure *s)
{
  if (!s->where && !s->left_out) return GM_OK;
  size_t sites = 0;
  for (gm_index p = 0; p < s->collider->n; ++p)
    sites += s->collider->sdf[p].lattice.n_sites;
  if (sites == 0) {
    gm_fail(GM_ERR_INPUT,
            "grains see no part of the surface, which extends from (%.4g, "
            "%.4g, %.4g) to (%.4g, %.4g, %.4g) m in the body frame; choose a "
            "region that contains a part of it, or remove the key where",
            s->surface.min.x, s->surface.min.y, s->surface.min.z,
            s->surface.max.x, s->surface.max.y, s->surface.max.z);
    return fault_mesh_where(config, k, "");
  }
  for (gm_index t = 0; t < s->surface.n; ++t) {
    double part = s->left_out && s->left_out[t];
    if (s->where && part == 0.0)
      part = part_mesh_outside(s->where, &s->surface, t);
    s->area_left_out += part * mesh_area(&s->surface, t);
  }
  return GM_OK;
}

/* ---- surface properties of a mesh ------------------------------------------------- */

enum { X, Y, Z, VALUE, COLUMNS };
static const char *const columns[COLUMNS] = {"x", "y", "z", "value"};

/* What varies, and the table that is read. */
typedef struct property_table {
  const char *name, *what;
  int open; /* 1: 0 is no factor */
  gm_config_property *to;
} property_table;

static gm_status take_mesh_property_row(gm_csv_table *s, int line,
                                        const double *v, void *of)
{
  const property_table *t = of;
  if (!(t->open ? v[VALUE] > 0.0 : v[VALUE] >= 0.0)) {
    return gm_csv_table_fault(
        s, line,
        "the value %g is %s; give a factor %s 0 that multiplies the "
        "%s (1: no change)",
        v[VALUE], v[VALUE] < 0.0 ? "negative" : "no factor",
        t->open ? ">" : ">=", t->what);
  }
  GM_TRY(GM_CSV_TABLE_ROOM(s, t->to->rows, t->to->n_rows));
  t->to->rows[t->to->n_rows++] =
      (gm_config_property_row){{v[X], v[Y], v[Z]}, v[VALUE]};
  return GM_OK;
}

static gm_status read_mesh_property_file(gm_config *config, size_t k,
                                         property_table *t)
{
  static const gm_csv_table_form form = {.row = "row",
                                         .rows = "rows",
                                         .header = "x, y, z, value",
                                         .column = columns,
                                         .n = COLUMNS,
                                         .n_required = COLUMNS,
                                         .positive = -1,
                                         .strict = 1,
                                         .take = take_mesh_property_row};
  char key[96];
  snprintf(key, sizeof key,
           "structures[%zu].virtual_particles.property.%s.file", k, t->name);
  return gm_csv_table_read(config, key, t->to->file, &form, t);
}

static gm_status lay_mesh_property(gm_config *config, size_t k,
                                   property_table *t,
                                   const gm_mesh_collider *collider,
                                   gm_property **property)
{
  const gm_config_property *p = t->to;
  if (p->file && *p->file && p->n_rows == 0)
    GM_TRY(read_mesh_property_file(config, k, t));
  if (p->n_rows == 0) return GM_OK;
  gm_property_row *row = NULL;
  GM_TRY(GM_RESIZE(row, 0, p->n_rows));
  for (size_t q = 0; q < p->n_rows; ++q) {
    row[q] =
        (gm_property_row){p->rows[q].position, p->rows[q].value, (gm_index)q};
  }
  gm_status status = GM_RESIZE(*property, 0, 1);
  if (status == GM_OK)
    status = gm_property_build(*property, row, (gm_index)p->n_rows, collider);
  GM_FREE(row);
  return status;
}

gm_status gm_mesh_lay_properties(gm_config *config, size_t k, gm_structure *s)
{
  gm_config_structure *c = &config->structures[k];
  property_table table[GM_PROPERTIES] = {
      {"friction", "friction coefficient of the pair", 0,
       &c->virtual_particles.property.friction},
      {"youngs_modulus", "modulus of the material", 1,
       &c->virtual_particles.property.youngs_modulus},
      {"restitution", "restitution of the pair", 1,
       &c->virtual_particles.property.restitution},
  };
  for (int p = 0; p < GM_PROPERTIES; ++p)
    GM_TRY(
        lay_mesh_property(config, k, &table[p], s->collider, &s->property[p]));
  return GM_OK;
}

/* ---- builds a structure from a triangle file and places its virtual particles ---- */

/* as a fraction of the smallest radius */
static const double allowed_overlap = 0.07;
/* rad  30 degrees: the edges of a regular 12-gon count as smooth */
static const double most_turn = GM_PI / 6.0 + 1.0e-6;
/* The rise of the smooth shape above facets, in radii, that a report remarks. */
static const double much = 0.1;

static gm_status refuse_mesh_key(gm_config *config, size_t k, const char *key)
{
  char path[64];
  snprintf(path, sizeof path, "structures[%zu].%s", k, key);
  return gm_report_fault(config, path, "%s", gm_status_message());
}

/* Cut the surface into patches, unless the scene switches that off. */
static gm_status cut_mesh_surface(const gm_config_structure *c, bool report,
                                  gm_mesh_grains grains,
                                  const gm_surface *surface,
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
static double choose_mesh_sampling(const gm_config_structure *c,
                                   gm_mesh_grains grains,
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
static double mesh_smooth_turn(const gm_config_structure *c)
{
  if (c->virtual_particles.surface == GM_SAMPLED_FACETS) return 0.0;
  return fmin(c->virtual_particles.turn, most_turn);
}

/* Check that grains in contact can use the narrow band given in the scene. */
static gm_status check_mesh_site_band(gm_config *config, size_t k,
                                      gm_mesh_grains grains,
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
  return refuse_mesh_key(config, k, "virtual_particles.band");
}

static gm_status place_mesh_sites(gm_config *config, size_t k,
                                  gm_mesh_grains grains, gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  gm_mesh_collider_options options = {
      .smallest = grains.smallest,
      .largest = grains.largest,
      .overlap = allowed_overlap,
      .tolerance = c->virtual_particles.tolerance,
      .turn = mesh_smooth_turn(c),
      .plain = c->virtual_particles.patches == GM_PATCHES_NONE,
      .any_spacing = c->virtual_particles.debug_any_spacing || grains.none,
      .hole = isfinite(c->virtual_particles.debug_hole.x),
      .stored_normals = c->virtual_particles.normal == GM_NORMAL_STORED,
      .band = (gm_band)c->virtual_particles.band.word,
      .low = c->virtual_particles.band.ends[0],
      .high = c->virtual_particles.band.ends[1],
  };
  const double automatic = choose_mesh_sampling(c, grains, &options);
  /* The published method has no triangles, and samples the solid as deep as it needs. */
  const int described =
      options.plain || options.any_spacing || options.band == GM_BAND_DESCRIBED;
  if (options.spacing > 2.0 * grains.smallest && !described) {
    gm_fail(GM_ERR_INPUT,
            "the spacing %g m is larger than the diameter of the smallest "
            "grain, %g m; choose at most its radius, or auto (%.3g m), or "
            "band: described",
            options.spacing, 2.0 * grains.smallest,
            fmin(automatic, grains.smallest));
    return refuse_mesh_key(config, k, "virtual_particles.spacing");
  }
  GM_TRY(check_mesh_site_band(config, k, grains, &options));
  GM_TRY(find_mesh_extent(config, k, s, &options));
  GM_TRY(gm_parts_find(config, k, s));
  mesh_extent_part(s, 1);
  gm_parts_apart(s, 1);
  gm_status status =
      cut_mesh_surface(c, config->report, grains, &s->surface, &s->cut);
  gm_parts_apart(s, 0);
  mesh_extent_part(s, 0);
  if (status == GM_OK) {
    status = gm_mesh_collider_create(&s->surface, s->cut.of, s->cut.n, &options,
                                     &s->collider);
  }
  const gm_vec3 hole = c->virtual_particles.debug_hole;
  for (gm_index p = 0; status == GM_OK && p < s->collider->n; ++p)
    status = gm_sites_cut_hole(&s->collider->sdf[p].lattice, hole);
  return status == GM_ERR_INPUT
             ? refuse_mesh_key(config, k, "virtual_particles.spacing")
             : status;
}

/* Assign materials of groups to the patches, which were cut at the borders of groups. */
static gm_status give_mesh_materials(gm_config *config, size_t k,
                                     gm_structure *s)
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
      return refuse_mesh_key(config, k, "groups");
    }
    *material = surface->material[t];
  }
  return GM_OK;
}

static gm_status append_mesh_line(gm_structure *s, const char *line)
{
  const size_t used = strlen(s->report), n = strlen(line);
  GM_TRY(GM_RESIZE(s->report, used + 1, used + n + 1));
  memcpy(s->report + used, line, n + 1);
  return GM_OK;
}

/* Append to the report of the mesh the radii for which it was cut into patches, because
 * patches depend on the grains, and the rise of the smooth shape above the facets. */
static gm_status report_mesh_patches(gm_mesh_grains grains, gm_structure *s)
{
  const gm_smooth *m = &s->collider->smooth;
  char line[320];
  snprintf(
      line, sizeof line,
      "  %d patch(es), for grains of radius %g to %g m; %d edge(s) cut, %d "
      "piece(s) merged again\n",
      (int)s->collider->n, grains.smallest, grains.largest, (int)s->cut.n_cut,
      (int)s->cut.n_merged);
  GM_TRY(append_mesh_line(s, line));
  if (m->n_high + m->n_kinked > 0) {
    snprintf(line, sizeof line,
             "  %d triangle(s) keep their facets: a smooth surface would rise "
             "too far above %d of them, and bend at the edges of %d; fine, as "
             "with surface: facets\n",
             (int)(m->n_high + m->n_kinked), (int)m->n_high, (int)m->n_kinked);
    GM_TRY(append_mesh_line(s, line));
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
  return append_mesh_line(s, line);
}

/* Check that a mesh of a scene of two dimensions is an extrusion along z wherever grains
 * can reach it, and that its ends are farther away. */
static gm_status check_mesh_extrusion(gm_config *config, size_t k,
                                      gm_mesh_grains grains,
                                      const gm_structure *s)
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
    return refuse_mesh_key(config, k, "mesh");
  }
  if (m->min.z <= -reach && m->max.z >= reach) return GM_OK;
  gm_fail(GM_ERR_INPUT,
          "the mesh extends from %.4g to %.4g m along z; in a scene of two "
          "dimensions it is the section z = 0 of an extrusion whose ends no "
          "grain reaches: extrude it from below -%.4g to above %.4g m",
          m->min.z, m->max.z, reach, reach);
  return refuse_mesh_key(config, k, "mesh");
}

/* Without grains a mesh needs no virtual particles for them, and has few. */
static gm_mesh_grains no_mesh_grains(const gm_surface *s)
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
  if (grains.none) grains = no_mesh_grains(&s->surface);
  GM_TRY(check_mesh_extrusion(config, k, grains, s));
  GM_TRY(place_mesh_sites(config, k, grains, s));
  GM_TRY(measure_mesh_extent(config, k, s));
  GM_TRY(gm_mesh_lay_properties(config, k, s));
  GM_TRY(give_mesh_materials(config, k, s));
  GM_TRY(gm_parts_give(s));
  GM_TRY(report_mesh_patches(grains, s));
  s->shape = gm_shape_mesh(s->collider->patch, s->collider->n, s->surface.min,
                           s->surface.max);
  return GM_OK;
}
