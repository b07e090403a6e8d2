/* bodies/body_kinds.c -- the shapes of bodies, from the config.
 *
 * A kind is built like a structure that forces move, once for all its copies.  Grains of
 * radius r meet a copy of size s as grains of radius r / s meet the kind, so that the
 * band of its virtual particles spans all sizes.
 */
#include "bodies/body_kinds.h"

#include "base/memory.h"
#include "config/report.h"
#include "drive/drive_build.h"
#include "insert/radii.h"
#include <stdio.h>

gm_index gm_body_kinds_count(const gm_config *config)
{
  size_t n = 0;
  for (size_t q = 0; q < config->n_bodies; ++q) {
    const gm_config_bodies *b = &config->bodies[q];
    n += b->from == GM_BODIES_LIST ? b->n_list : (size_t)b->count;
  }
  return (gm_index)n;
}

/* Smallest and largest size of the copies of a source. */
static void find_sizes(const gm_config_bodies *b, double *least, double *most)
{
  *least = *most = 1.0;
  if (b->scale.kind >= 0) {
    *least = gm_radii_smallest(&b->scale);
    *most = gm_radii_largest(&b->scale);
  }
  for (size_t k = 0; k < b->n_list; ++k) {
    const double s = b->list[k].scale;
    if (!(s > 0.0)) continue;
    *least = fmin(*least, s);
    *most = fmax(*most, s);
  }
}

static gm_shape shape_of(const gm_config_structure *c)
{
  if (c->shape == GM_SHAPE_BOX) return gm_shape_box(c->box.min, c->box.max, 0);
  if (c->shape == GM_SHAPE_SPHERE)
    return gm_shape_sphere(gm_vec(0.0, 0.0, 0.0), c->sphere.radius);
  return gm_shape_cone(c->cylinder.base, c->cylinder.axis, c->cylinder.radius,
                       c->cylinder.radius, 0);
}

/* Radius of a ball about the origin that holds the shape, m. */
static double ball_of(const gm_config_structure *c, const gm_structure *s)
{
  const gm_vec3 a = s->shape.max;
  double most = 0.0;
  if (c->shape == GM_SHAPE_SPHERE) return c->sphere.radius;
  if (c->shape == GM_SHAPE_CYLINDER)
    return gm_norm(gm_vec(c->cylinder.radius, 0.0, a.z));
  if (c->shape == GM_SHAPE_BOX) return gm_norm(a);
  for (gm_index k = 0; k < s->surface.n_points; ++k)
    most = fmax(most, gm_norm2(s->surface.point[k]));
  /* smooth patches rise above the triangles */
  return sqrt(most) + s->collider->smooth.highest;
}

static gm_status build(gm_config *config, size_t q, gm_mesh_grains grains,
                       const gm_materials *m, gm_structure *s)
{
  const size_t k = config->n_structures + q;
  const gm_config_structure *c = &config->structures[k];
  const gm_domain open = {0};
  double least, most;
  find_sizes(&config->bodies[q], &least, &most);
  snprintf(s->name, sizeof s->name, "%s", c->name);
  s->material = gm_material_find(m, c->material);
  const gm_mesh_grains seen = {.smallest = grains.smallest / most,
                               .largest = grains.largest / least};
  if (c->shape == GM_SHAPE_MESH)
    GM_TRY(gm_mesh_build(config, k, m, seen, s));
  else
    s->shape = shape_of(c);
  s->pose.orientation = gm_quat_identity();
  s->late = s->pose;
  s->present_from = -INFINITY;
  s->present_to = INFINITY;
  s->ball = ball_of(c, s);
  return gm_drive_build(config, k, &open, m->row[s->material].density, 0.0, s);
}

gm_status gm_body_kinds_build(gm_config *config, gm_mesh_grains grains,
                              gm_scene *s)
{
  gm_status status = GM_OK;
  gm_structures *all = &s->structures;
  if (!config->n_bodies) return GM_OK;
  GM_TRY(gm_structures_add_kinds(all, (gm_index)config->n_bodies));
  all->source = config->bodies;
  for (size_t q = 0; q < config->n_bodies; ++q) {
    const gm_status one =
        build(config, q, grains, &s->materials, &all->kind[q]);
    if (one != GM_OK && one != GM_ERR_INPUT) return one;
    if (one != GM_OK) status = one;
  }
  return status;
}
