/* scene/scene.c -- from a config to a scene.  Room: scene. */
#include "scene/scene.h"

#include "base/memory.h"
#include "config/read.h"
#include "scene/mesh.h"
#include "scene/motion_table.h"
#include "scene/segments.h"
#include "scene/sources.h"
#include "scene/walls.h"
#include <stdio.h>
#include <string.h>

gm_index gm_scene_material(const gm_materials *m, const char *name)
{
  for (gm_index k = 0; k < m->n; ++k) {
    if (!strcmp(m->row[k].name, name)) return k;
  }
  return -1;
}

/* k / H of Archard, 1 / (p psi K) of Finnie, in 1/Pa; 0 where they were not given. */
static double archard_of(const gm_config_pair *c)
{
  return isnan(c->wear.coefficient) ? 0.0
                                    : c->wear.coefficient / c->wear.hardness;
}

static double finnie_of(const gm_config_pair *c)
{
  return isnan(c->wear.flow_stress)
             ? 0.0
             : 1.0 / (c->wear.flow_stress * c->wear.depth_ratio *
                      c->wear.force_ratio);
}

static gm_status build_materials(const gm_config *config, gm_materials *m)
{
  if (config->n_materials > GM_MATERIALS_MAX) {
    return gm_fail(GM_ERR_INPUT, "%zu materials; at most %d are possible",
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
      m->pair[k][q].restitution = NAN;
    }
  }
  for (size_t k = 0; k < config->contacts.n_pairs; ++k) {
    const gm_config_pair *c = &config->contacts.pairs[k];
    const gm_index a = gm_scene_material(m, c->between[0]);
    const gm_index b = gm_scene_material(m, c->between[1]);
    m->pair[a][b] = m->pair[b][a] = (gm_pair){
        .restitution = c->restitution,
        .friction = c->friction,
        .stiffness = c->stiffness,
        .contact_time = c->contact_time,
        .speed = c->reference.speed,
        .overlap = c->reference.overlap,
        .adhesion = c->adhesion,
        .cohesion = c->cohesion,
        .rolling_friction = c->rolling_friction,
        .rolling_damping = c->rolling_damping,
        .torsion_friction = c->torsion_friction,
        .archard = archard_of(c),
        .finnie = {finnie_of(c), c->wear.force_ratio},
    };
  }
  return GM_OK;
}

static gm_shape build_shape(const gm_config_structure *c)
{
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
  default:
    return gm_shape_disc(c->disc.centre, c->disc.normal, c->disc.radius,
                         c->disc.hole);
  }
}

static gm_status build_structure(gm_config *config, size_t k,
                                 const gm_materials *m, gm_mesh_grains grains,
                                 gm_structure *s)
{
  const gm_config_structure *c = &config->structures[k];
  snprintf(s->name, sizeof s->name, "%s", c->name);
  s->material = gm_scene_material(m, c->material);
  if (c->shape == GM_SHAPE_MESH)
    GM_TRY(gm_mesh_build(config, k, m, grains, s));
  else
    s->shape = build_shape(c);
  const gm_vec3 turn =
      gm_scale(c->place.rotate.angle, gm_unit(c->place.rotate.axis));
  s->pose = (gm_pose){.position = c->place.translate,
                      .orientation = gm_quat_rotation(turn)};
  s->present_from = c->present.from;
  s->present_to = c->present.to;
  s->present = 0.0 >= s->present_from && 0.0 < s->present_to;
  GM_TRY(gm_segments_build(c->motion, c->n_motion, &s->motion, &s->n_motion));
  gm_motion_begin(s->motion, s->n_motion, &s->pose);
  s->late = s->pose;
  if (c->n_conveyor) {
    GM_TRY(GM_RESIZE(s->conveyor, 0, c->n_conveyor));
    s->n_conveyor = (int)c->n_conveyor;
    for (size_t q = 0; q < c->n_conveyor; ++q)
      s->conveyor[q] = gm_conveyor_of(&c->conveyor[q], q);
    gm_conveyor_switch(s->conveyor, s->n_conveyor, 0.0);
  }
  return GM_OK;
}

/* Periodic sides: room for images of grains, and of structures. */
static gm_status check_periodic(gm_config *config, gm_scene *s,
                                gm_mesh_grains radii)
{
  gm_status status = GM_OK;
  const double reach = 2.0 * radii.largest + 0.1 * radii.smallest;
  for (int a = 0; a < 3 && radii.largest > 0.0; ++a) {
    const double side = s->domain.side[a];
    if (!(side > 0.0) || side > 2.01 * reach) continue;
    status = gm_read_fault(
        config, "domain.max",
        "the periodic side along %c is %.6g m long and the largest grain %.3g "
        "m wide; make it longer than %.6g m, so that no grain meets another "
        "and its image, or take smaller grains",
        "xyz"[a], side, 2.0 * radii.largest, 2.01 * reach);
  }
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure *body = &s->structures.row[k];
    const char *why =
        gm_structures_images(body, &s->domain, radii.largest, &body->images);
    if (!why) continue;
    char path[64];
    snprintf(path, sizeof path, "structures[%d]", k);
    status = gm_read_fault(config, path, "'%s' %s", body->name, why);
  }
  return status;
}

/* A run that goes on: the clock and the structures at the instant of its bed, carried there
 * step by step as they were. */
static void go_on(const gm_config *config, const gm_bed *beds, gm_scene *s)
{
  const char *word;
  const gm_config_bed *said = beds ? gm_config_bed_of(config, 0, &word) : NULL;
  if (!said || !said->resume) return;
  s->step = beds[0].step;
  s->dt = beds[0].dt;
  s->time = (double)s->step * s->dt;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure *b = &s->structures.row[k];
    for (int64_t n = 0; b->n_motion && n < s->step; ++n) {
      const double t0 = (double)n * s->dt, t1 = (double)(n + 1) * s->dt;
      b->late = b->pose; /* carried on by step/springs.h */
      gm_motion_advance(b->motion, b->n_motion, t0, t1 - t0, &b->pose);
    }
    gm_conveyor_switch(b->conveyor, b->n_conveyor, s->time);
    b->present = s->time >= b->present_from && s->time < b->present_to;
  }
}

gm_status gm_scene_build(gm_config *config, const gm_bed *beds, gm_scene *s)
{
  *s =
      (gm_scene){.gravity = config->gravity, .domain = gm_walls_domain(config)};
  GM_TRY(build_materials(config, &s->materials));
  GM_TRY(gm_motion_table_read(config));
  size_t n = 0;
  gm_mesh_grains radii;
  GM_TRY(gm_sources_survey(config, beds, &s->materials, &n, &radii));
  const gm_index given = (gm_index)config->n_structures;
  GM_TRY(
      gm_structures_init(&s->structures, given + gm_walls_count(&s->domain)));
  for (gm_index k = 0; k < given; ++k) {
    GM_TRY(build_structure(config, (size_t)k, &s->materials, radii,
                           &s->structures.row[k]));
  }
  gm_walls_build(config, &s->domain, &s->materials, given, &s->structures);
  GM_TRY(check_periodic(config, s, radii));
  GM_TRY(gm_sources_check(config, &s->domain));
  go_on(config, beds, s);
  if (config->output.surface_sums) {
    GM_TRY(gm_structures_tally(&s->structures));
    GM_TRY(gm_collisions_init(&s->collisions, &s->materials));
  }
  GM_TRY(gm_holders_build(config, &s->holders));
  GM_TRY(gm_sources_append(config, beds, n, radii.largest, s));
  gm_domain_settle(&s->domain, &s->grains);
  GM_TRY(gm_holders_settle(config, &s->domain, &s->holders, &s->grains));
  GM_TRY(gm_pours_build(config, &s->materials, &s->structures, &s->pours));
  GM_TRY(gm_growth_build(config, &s->materials, &s->growths));
  GM_TRY(gm_sinks_build(config, &s->domain, &s->structures, &s->sinks));
  GM_TRY(gm_gauges_build(config, &s->gauges));
  GM_TRY(gm_gauges_check(config, &s->gauges, &s->domain));
  s->balance.grains_in = s->grains.n;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    s->balance.mass_in += gm_grains_mass(&s->grains, i);
  }
  return GM_OK;
}

void gm_scene_clear(gm_scene *s)
{
  gm_structures_clear(&s->structures);
  gm_grains_clear(&s->grains);
  gm_contacts_clear(&s->contacts);
  gm_gauges_clear(&s->gauges);
  gm_collisions_clear(&s->collisions);
  gm_pours_clear(&s->pours);
  gm_holders_clear(&s->holders);
  gm_sinks_clear(&s->sinks);
  gm_growth_clear(&s->growths);
  *s = (gm_scene){0};
}
