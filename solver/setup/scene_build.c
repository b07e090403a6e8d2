/* setup/scene_build.c -- build the scene from the config.
 *
 * The order follows from what depends on what: radii of the grains must be known before
 * meshes are sampled, structures must stand before grains are placed beside them, and
 * grains must exist before groups of held grains find their centre of mass.
 */
#include "setup/scene_build.h"

#include "base/memory.h"
#include "config/report.h"
#include "import/assemble.h"
#include "insert/fill.h"
#include "insert/hold.h"
#include "insert/insertion_region.h"
#include "insert/sources.h"
#include "machines/domain_walls.h"
#include "machines/drive.h"
#include "machines/mesh.h"
#include "machines/mesh_file.h"
#include "machines/motion_table.h"
#include "machines/parts.h"
#include "scene/sensors.h"
#include "scene/sinks.h"
#include "setup/body.h"
#include "setup/clumps_build.h"
#include "setup/forms_build.h"
#include "setup/points_build.h"
#include "soft/clump.h"
#include <stdio.h>
#include <string.h>

/* Build the sensors from the config. */

/* A plane with dual vectors u, v, whose products with a point are its coordinates along
 * the two sides. */
static gm_flux scene_rectangle(const gm_config_measure *c)
{
  const gm_vec3 a = c->rectangle.along, b = c->rectangle.across;
  const gm_vec3 n = gm_cross(a, b);
  const double area = gm_norm2(n);
  return (gm_flux){.through = c->rectangle.corner,
                   .normal = gm_unit(n),
                   .radius = INFINITY,
                   .u = gm_scale(1.0 / area, gm_cross(b, n)),
                   .v = gm_scale(1.0 / area, gm_cross(n, a))};
}

static gm_status read_scene_surface(gm_config *config, size_t k, gm_flux *flux)
{
  const gm_config_measure *c = &config->measure[k];
  gm_surface surface = {0};
  gm_soup soup;
  char path[64];
  snprintf(path, sizeof path, "measure[%zu].surface.mesh", k);
  gm_soup_init(&soup);
  GM_TRY(gm_mesh_file_note(config, c->surface.mesh, path));
  GM_TRY(GM_RESIZE(flux->mesh, 0, 1));
  gm_status status =
      gm_mesh_file_soup(config, c->surface.mesh, c->surface.mesh_unit, &soup);
  if (status == GM_OK)
    status = gm_assemble_soup(&surface, &soup, GM_FACING_AUTO, c->surface.mesh);
  gm_soup_clear(&soup);
  if (status == GM_ERR_INPUT)
    return gm_report_fault(config, path, "%s", gm_status_message());
  GM_TRY(status);
  const gm_vec3 way = c->surface.translate;
  for (gm_index i = 0; i < surface.n_points; ++i)
    surface.point[i] = gm_add(surface.point[i], way);
  surface.min = gm_add(surface.min, way);
  surface.max = gm_add(surface.max, way);
  return gm_line_crossings_build(flux->mesh, &surface);
}

/* Build the sensors of a config.  GM_ERR_INPUT, with an error message: a mesh is
 * unsuitable.  GM_ERR_MEMORY.  *sensors must be cleared in all cases. */
static gm_status build_sensors(gm_config *config, gm_sensors *g)
{
  *g = (gm_sensors){0};
  if (config->n_measure == 0) return GM_OK;
  GM_TRY(GM_RESIZE(g->row, 0, config->n_measure));
  g->n = (gm_index)config->n_measure;
  for (gm_index k = 0; k < g->n; ++k) {
    const gm_config_measure *c = &config->measure[k];
    gm_sensor *row = &g->row[k];
    *row = (gm_sensor){.kind = GM_MEASURE_FLUX};
    snprintf(row->name, sizeof row->name, "%s", c->name);
    if (c->kind == GM_MEASURE_FLUX) {
      row->flux = (gm_flux){.through = c->flux.through,
                            .normal = gm_unit(c->flux.normal),
                            .radius = c->flux.radius};
    } else if (c->kind == GM_MEASURE_RECTANGLE) {
      row->flux = scene_rectangle(c);
    } else if (c->kind == GM_MEASURE_SURFACE) {
      GM_TRY(read_scene_surface(config, (size_t)k, &row->flux));
    } else {
      row->kind = GM_MEASURE_STRESS;
      row->stress.region = gm_region_of(&c->stress);
    }
  }
  return GM_OK;
}

/* A flux surface must be inside the box, since its periodic images are not tested. */
static gm_status check_scene_surface(gm_config *config, size_t k,
                                     const gm_surface *s, const gm_domain *d)
{
  const double low[3] = {s->min.x, s->min.y, s->min.z};
  const double high[3] = {s->max.x, s->max.y, s->max.z};
  const double min[3] = {d->min.x, d->min.y, d->min.z};
  const double max[3] = {d->max.x, d->max.y, d->max.z};
  gm_status status = GM_OK;
  for (int a = 0; a < 3; ++a) {
    if (!(d->side[a] > 0.0) || (low[a] >= min[a] && high[a] <= max[a]))
      continue;
    char path[64];
    snprintf(path, sizeof path, "measure[%zu].surface", k);
    status = gm_report_fault(
        config, path,
        "extends from %.6g to %.6g m along %c, beyond the periodic sides at "
        "%.6g and %.6g m; keep it between them",
        low[a], high[a], "xyz"[a], min[a], max[a]);
  }
  return status;
}

/* GM_ERR_INPUT, with an error message for each stress region or mesh that extends
 * beyond a periodic face. */
static gm_status check_scene_sensors(gm_config *config,
                                     const gm_sensors *sensors,
                                     const gm_domain *domain)
{
  gm_status status = GM_OK;
  for (size_t k = 0; k < config->n_measure; ++k) {
    const gm_config_measure *c = &config->measure[k];
    if (c->kind == GM_MEASURE_SURFACE) {
      const gm_status one = check_scene_surface(
          config, k, &sensors->row[k].flux.mesh->surface, domain);
      if (one != GM_OK) status = one;
    }
    if (c->kind != GM_MEASURE_STRESS) continue;
    char path[64];
    snprintf(path, sizeof path, "measure[%zu].stress", k);
    for (int a = 0; a < 3; ++a) {
      const gm_status one =
          gm_insertion_region_check_side(config, path, &c->stress, domain, a);
      if (one != GM_OK) status = one;
    }
  }
  return status;
}

/* Build the sinks from the config. */

static gm_status check_scene_measured_region(gm_config *config, size_t k,
                                             const gm_domain *domain)
{
  gm_status status = GM_OK;
  char path[32];
  snprintf(path, sizeof path, "sinks[%zu]", k);
  for (int a = 0; a < 3; ++a) {
    const gm_status one = gm_insertion_region_check_side(
        config, path, &config->sinks[k].region, domain, a);
    if (one != GM_OK) status = one;
  }
  return status;
}

/* Build the sinks of a config without errors, switched for t = 0.  GM_ERR_INPUT, with
 * an error message: a region extends beyond periodic faces.  GM_ERR_MEMORY. */
static gm_status build_sinks(gm_config *config, const gm_domain *domain,
                             gm_structures *structures, gm_sinks *sinks)
{
  gm_status status = GM_OK;
  *sinks = (gm_sinks){0};
  if (config->n_sinks == 0) return GM_OK;
  GM_TRY(GM_RESIZE(sinks->row, 0, config->n_sinks));
  sinks->n = (gm_index)config->n_sinks;
  for (size_t k = 0; k < config->n_sinks; ++k) {
    const gm_config_sink *c = &config->sinks[k];
    gm_sink *s = &sinks->row[k];
    *s = (gm_sink){.structure = -1, .from = c->from, .to = c->to};
    snprintf(s->name, sizeof s->name, "%s", c->name);
    if (c->region.kind != GM_REGION_FACE) {
      s->region = gm_region_of(&c->region);
      const gm_status one = check_scene_measured_region(config, k, domain);
      if (one != GM_OK) status = one;
      continue;
    }
    s->structure = 0;
    while (strcmp(structures->row[s->structure].name,
                  c->region.face.structure) != 0)
      ++s->structure;
    s->part = gm_parts_of_sink(config, k);
    if (!s->part) s->part = ~0u;
  }
  gm_sinks_switch(sinks, structures, 0.0);
  return status;
}

/* How much memory the grains of a run need.
 *
 * Measured in a dense bed of 60,000 grains: 630 bytes each in columns and 1040 in all,
 * with what HDF5 and sorting of frames take; with output.arrays resume 980 and 1590. */

double gm_scene_build_grain_memory(const gm_config *config)
{
  return config->output.arrays == GM_ARRAYS_RESUME ? 1590.0 : 1040.0;
}

/* The source whose count is largest; that of a file is not in the scene. */
static size_t scene_largest_source(const gm_config *config)
{
  size_t k = 0;
  double most = 0.0;
  for (size_t i = 0; i < config->n_grains; ++i) {
    const gm_config_grains *g = &config->grains[i];
    const double count = g->source == GM_SOURCE_FILL ? (double)g->fill.count
                                                     : (double)g->list.n_grains;
    if (count <= most) continue;
    most = count;
    k = i;
  }
  return k;
}

/* GM_ERR_INPUT, with an error at the largest source of grains: n grains need more memory
 * than there is. */
static gm_status check_scene_grain_memory(gm_config *config, size_t n)
{
  const gm_available a = gm_memory_available();
  const double bytes = (double)n * gm_scene_build_grain_memory(config);
  if (bytes <= a.bytes) return GM_OK;
  char path[64];
  const size_t k = scene_largest_source(config);
  snprintf(path, sizeof path, "grains[%zu]%s", k,
           config->grains[k].source == GM_SOURCE_FILL ? ".fill" : "");
  return gm_report_fault(config, path,
                         "%zu grains with their contacts and frames need about "
                         "%.3g GB, and %s leaves %.3g GB; at most %.3g grains "
                         "fit",
                         n, 1e-9 * bytes, a.by, 1e-9 * a.bytes,
                         a.bytes / gm_scene_build_grain_memory(config));
}

static gm_status build_materials(const gm_config *config, gm_materials *m)
{
  if (config->n_materials > GM_MATERIALS_MAX) {
    return gm_fail(GM_ERR_INPUT, "the scene has %zu materials; the limit is %d",
                   config->n_materials, GM_MATERIALS_MAX);
  }
  m->n = (gm_index)config->n_materials;
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_config_material *c = &config->materials[k];
    gm_material *row = &m->row[k];
    snprintf(row->name, sizeof row->name, "%s", c->name);
    row->density = c->density;
    row->youngs_modulus = c->youngs_modulus;
    row->poisson_ratio = c->poisson_ratio;
    for (gm_index q = 0; q < GM_MATERIALS_MAX; ++q) {
      m->pair[k][q].friction = NAN;
    }
  }
  const char *list;
  size_t n_pairs;
  const gm_config_pair *pairs = gm_config_pairs(config, &list, &n_pairs);
  for (size_t k = 0; k < n_pairs; ++k) {
    const gm_config_pair *c = &pairs[k];
    const gm_index a = gm_material_find(m, c->between[0]);
    const gm_index b = gm_material_find(m, c->between[1]);
    m->pair[a][b] = m->pair[b][a] = c->given;
  }
  return GM_OK;
}

/* In two dimensions shapes are extrusions over the thickness, without ends: a box shows
 * its four sides, a cylinder and a sphere are circles. */
static gm_shape build_section(const gm_config_structure *c, double thickness)
{
  enum { ENDS = GM_SIDE_ZMIN | GM_SIDE_ZMAX, BOTH = 3 };
  const gm_vec3 along = {0.0, 0.0, thickness};
  if (c->shape == GM_SHAPE_BOX)
    return gm_shape_box(c->box.min, c->box.max, (unsigned)c->box.open | ENDS);
  if (c->shape == GM_SHAPE_SPHERE) {
    const double r = c->sphere.radius;
    return gm_shape_cone(gm_madd(c->sphere.centre, -0.5, along), along, r, r,
                         BOTH);
  }
  return gm_shape_cone(c->cylinder.base, c->cylinder.axis, c->cylinder.radius,
                       c->cylinder.radius, BOTH);
}

static gm_shape build_structure_shape(const gm_config *config,
                                      const gm_config_structure *c)
{
  if (config->domain.dimensions == 2 &&
      (c->shape == GM_SHAPE_BOX || c->shape == GM_SHAPE_SPHERE ||
       c->shape == GM_SHAPE_CYLINDER))
    return build_section(c, config->domain.thickness);
  switch (c->shape) {
  case GM_SHAPE_PLANE:
    return gm_shape_plane(c->plane.point, c->plane.normal);
  case GM_SHAPE_BOX:
    return gm_shape_box(c->box.min, c->box.max, (unsigned)c->box.open);
  case GM_SHAPE_CYLINDER:
    return gm_shape_cone(c->cylinder.base, c->cylinder.axis, c->cylinder.radius,
                         c->cylinder.radius, (unsigned)c->cylinder.open);
  case GM_SHAPE_CONE:
    return gm_shape_cone(c->cone.base, c->cone.axis, c->cone.base_radius,
                         c->cone.top_radius, (unsigned)c->cone.open);
  case GM_SHAPE_SPHERE:
    return gm_shape_sphere(c->sphere.centre, c->sphere.radius);
  case GM_SHAPE_LINE:
    return c->line.form == GM_LINE_ENDLESS
               ? gm_shape_line(c->line.point, c->line.angle, c->line.thickness)
               : gm_shape_segment(c->line.from, c->line.to, c->line.thickness);
  default:
    return gm_shape_disc(c->disc.centre, c->disc.normal, c->disc.radius,
                         c->disc.hole);
  }
}

/* Mass of the heaviest grain, in kg. */
static double scene_heaviest_grain(const gm_materials *m)
{
  double most = 0.0;
  for (gm_index k = 0; k < m->n; ++k) {
    const double r = m->row[k].largest;
    most = fmax(most, gm_grain_rule_mass(&m->rule, r, m->row[k].density));
  }
  return most;
}

static gm_status build_structure(gm_config *config, size_t k,
                                 const gm_materials *m, gm_mesh_grains grains,
                                 gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  snprintf(s->name, sizeof s->name, "%s", c->name);
  s->material = gm_material_find(m, c->material);
  if (c->shape == GM_SHAPE_MESH)
    GM_TRY(gm_mesh_build(config, k, m, grains, s));
  else
    s->shape = build_structure_shape(config, c);
  const gm_vec3 turn =
      gm_scale(c->place.rotate.angle, gm_unit(c->place.rotate.axis));
  s->pose = (gm_pose){.position = c->place.translate,
                      .orientation = gm_quat_rotation(turn)};
  s->present_from = c->present.from;
  s->present_to = c->present.to;
  s->present = 0.0 >= s->present_from && 0.0 < s->present_to;
  GM_TRY(gm_motion_table_segments(c->motion, c->n_motion, &s->motion,
                                  &s->n_motion));
  gm_motion_start(s->motion, s->n_motion, &s->pose);
  s->late = s->pose;
  if (c->n_conveyor) {
    GM_TRY(GM_RESIZE(s->conveyor, 0, c->n_conveyor));
    s->n_conveyor = (int)c->n_conveyor;
    for (size_t q = 0; q < c->n_conveyor; ++q)
      s->conveyor[q] = gm_motion_table_conveyor(&c->conveyor[q], q);
    gm_conveyor_switch(s->conveyor, s->n_conveyor, 0.0);
  }
  return GM_OK;
}

/* Build the bodies and servos of the structures that stand.  An error of one does not
 * hide those of the others. */
static gm_status build_drives(gm_config *config, gm_scene *s)
{
  gm_status status = GM_OK;
  const gm_materials *m = &s->materials;
  for (size_t k = 0; k < config->n_structures; ++k) {
    gm_structure *b = &s->structures.row[k];
    const gm_status one =
        gm_drive_build(config, k, &s->domain, m->row[b->material].density,
                       scene_heaviest_grain(m), b);
    if (one == GM_ERR_INPUT) {
      status = one;
      continue;
    }
    GM_TRY(one);
    if (b->rigid && b->rigid->from <= 0.0) gm_rigid_release(b->rigid, &b->pose);
    b->late = b->pose;
  }
  return status;
}

/* The shapes of bodies with their forms, and all copies. */
static gm_status build_bodies(gm_config *config, gm_mesh_grains radii,
                              gm_scene *s)
{
  gm_structures *all = &s->structures;
  GM_TRY(gm_body_kinds_build(config, radii, s));
  for (gm_index q = 0; q < all->n_kinds; ++q)
    GM_TRY(gm_forms_build(config, config->n_structures + (size_t)q, all,
                          &all->kind[q]));
  GM_TRY(gm_body_places_fill(config, s));
  for (gm_index k = all->named; k < all->n; ++k)
    s->balance.bodies_in += all->row[k].present;
  return GM_OK;
}

/* Follow the prescribed motion of structure k to the end of the run: does it stay where
 * its images are met? */
static gm_status check_scene_way(gm_config *config, const gm_scene *s,
                                 gm_index k, double largest)
{
  enum { PLACES = 2000, ROUNDS = 10000 };
  gm_structure one = s->structures.row[k];
  const double end = config->time.end;
  if (!s->domain.periodic || one.rigid || one.servo || !one.n_motion ||
      !(end > 0.0) || !isfinite(end))
    return GM_OK;
  for (int n = 0; n < PLACES; ++n) {
    const double t0 = n * end / PLACES, t1 = (n + 1) * end / PLACES;
    char path[64];
    int axes = 0, rounds = 0;
    gm_motion_advance(one.motion, one.n_motion, t0, t1 - t0, &one.pose);
    while (rounds < ROUNDS && gm_structures_wrap(&one, &s->domain))
      ++rounds;
    const char *why =
        rounds == ROUNDS
            ? "has gone round through periodic sides 10,000 times in a 2,000th "
              "of the run; reduce its speed"
            : gm_structures_images(&one, &s->domain, largest, &axes);
    if (!why && axes == one.images) continue;
    snprintf(path, sizeof path, "structures[%d].motion", (int)k);
    return gm_report_fault(
        config, path, "at t = %.4g s '%s' %s", t1, one.name,
        why ? why
            : "no longer ends, or goes through, where it did along a periodic "
              "axis; let it swing less, or turn about that axis");
  }
  return GM_OK;
}

/* Check that the periodic lengths are long enough for the grains, and which structures
 * have images. */
static gm_status check_scene_periodic(gm_config *config, gm_scene *s,
                                      gm_mesh_grains radii)
{
  gm_status status = GM_OK;
  const double reach = 2.0 * radii.largest + 0.1 * radii.smallest;
  for (int a = 0; a < 3 && radii.largest > 0.0; ++a) {
    const double side = s->domain.side[a];
    if (reach < gm_domain_reach(&s->domain, a)) continue;
    status = gm_report_fault(
        config, "domain.max",
        "the periodic length along %c is %.6g m, too short for the largest "
        "grain, of diameter %.3g m; make it longer than %.6g m, so that no "
        "grain touches both a grain and its image, or use smaller grains",
        "xyz"[a], side, 2.0 * radii.largest, reach / GM_DOMAIN_REACH);
  }
  for (gm_index k = 0; k < s->structures.named; ++k) {
    gm_structure *body = &s->structures.row[k];
    const char *why =
        gm_structures_images(body, &s->domain, radii.largest, &body->images);
    if (!why) continue;
    char path[64];
    snprintf(path, sizeof path, "structures[%d]", k);
    status = gm_report_fault(config, path, "'%s' %s", body->name, why);
  }
  for (gm_index k = 0; k < s->structures.named && status == GM_OK; ++k)
    status = check_scene_way(config, s, k, radii.largest);
  return status;
}

/* How the grains of each source grow. */
static gm_status build_growths(const gm_config *config,
                               const gm_materials *materials, gm_growths *g)
{
  *g = (gm_growths){0};
  GM_TRY(GM_RESIZE(g->row, 0, config->n_grains));
  g->n = (gm_index)config->n_grains;
  for (gm_index k = 0; k < g->n; ++k) {
    g->row[k] = gm_fill_growth(&config->grains[k], materials);
    g->over = fmax(g->over, g->row[k].over);
  }
  return GM_OK;
}

/* To resume a run, set the clock to the instant of its saved grains and advance the
 * structures to that instant step by step, as the earlier run did, so that the bits
 * agree. */
static void go_on_scene(const gm_config *config, const gm_saved_grains *saved,
                        gm_scene *s)
{
  const char *word;
  const gm_config_bed *said = saved ? gm_config_bed_of(config, 0, &word) : NULL;
  if (!said || !said->resume) return;
  s->step = saved[0].step;
  s->dt = saved[0].dt;
  s->time = (double)s->step * s->dt;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    gm_structure *b = &s->structures.row[k];
    for (int64_t n = 0; b->n_motion && n < s->step; ++n) {
      const double t0 = (double)n * s->dt, t1 = (double)(n + 1) * s->dt;
      b->late = b->pose; /* step/springs.h continues from here */
      gm_motion_advance(b->motion, b->n_motion, t0, t1 - t0, &b->pose);
      if (s->domain.periodic) (void)gm_structures_wrap(b, &s->domain);
    }
    gm_conveyor_switch(b->conveyor, b->n_conveyor, s->time);
    b->present = s->time >= b->present_from && s->time < b->present_to;
  }
}

gm_status gm_scene_build(gm_config *config, const gm_saved_grains *saved,
                         gm_scene *s)
{
  *s = (gm_scene){.gravity = config->gravity,
                  .domain = gm_domain_walls_domain(config)};
  s->grains.rule = s->materials.rule = gm_material_rule(config);
  GM_TRY(build_materials(config, &s->materials));
  GM_TRY(gm_motion_table_read(config));
  s->hard = config->collisions.engine;
  GM_TRY(gm_drive_factors(config));
  size_t n = 0;
  gm_mesh_grains radii;
  GM_TRY(gm_clumps_build(config, s));
  GM_TRY(gm_sources_survey(config, saved, &s->materials, &n, &radii));
  if (config->hybrid.mode == GM_MODE_CONTINUUM) n = 0;
  GM_TRY(check_scene_grain_memory(config, n));
  const gm_index given = (gm_index)config->n_structures;
  GM_TRY(gm_structures_init(&s->structures,
                            given + gm_domain_walls_count(&s->domain)));
  GM_TRY(gm_structures_add_copies(&s->structures, gm_body_kinds_count(config)));
  s->structures.flat = s->grains.rule.flat;
  for (gm_index k = 0; k < given; ++k) {
    GM_TRY(build_structure(config, (size_t)k, &s->materials, radii,
                           &s->structures.row[k]));
  }
  GM_TRY(build_drives(config, s));
  gm_domain_walls_build(config, &s->domain, &s->materials, given,
                        &s->structures);
  GM_TRY(build_bodies(config, radii, s));
  GM_TRY(gm_forms_build_all(config, s));
  GM_TRY(check_scene_periodic(config, s, radii));
  GM_TRY(gm_sources_check(config, &s->domain, &s->materials));
  go_on_scene(config, saved, s);
  if (config->output.surface_sums && !s->hard) {
    GM_TRY(gm_structures_start_sums(&s->structures));
    GM_TRY(gm_collisions_init(&s->collisions, &s->materials));
  }
  GM_TRY(gm_hold_build(config, &s->held_groups));
  GM_TRY(gm_sources_append(config, saved, n, radii.largest, s));
  gm_domain_settle(&s->domain, &s->grains);
  gm_clump_place_settle(s);
  GM_TRY(gm_hold_settle(config, &s->domain, &s->held_groups, &s->grains));
  GM_TRY(gm_sources_pours(config, &s->materials, &s->structures, &s->pours));
  GM_TRY(gm_clumps_build_check(config, s));
  GM_TRY(build_growths(config, &s->materials, &s->growths));
  GM_TRY(build_sinks(config, &s->domain, &s->structures, &s->sinks));
  GM_TRY(build_sensors(config, &s->sensors));
  GM_TRY(check_scene_sensors(config, &s->sensors, &s->domain));
  s->balance.grains_in = s->grains.n;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    s->balance.mass_in += gm_grains_mass(&s->grains, i);
  }
  return gm_points_build(config, s);
}
