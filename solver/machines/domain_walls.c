/* machines/domain_walls.c -- faces of the domain that are walls, mirrors or reflect. */
#include "machines/domain_walls.h"

#include "rules/sides.h"
#include <stdio.h>
#include <string.h>

static int is_domain_wall_plane_side(int kind)
{
  return kind == GM_BOUNDARY_WALL || kind == GM_BOUNDARY_MIRROR ||
         kind == GM_BOUNDARY_REFLECT;
}

gm_domain gm_domain_walls_domain(const gm_config *config)
{
  gm_domain d = {.min = config->domain.min,
                 .max = config->domain.max,
                 .shear = config->domain.shear};
  int axes = 0;
  for (int k = 0; k < GM_CONFIG_SIDES; ++k) {
    d.kind[k] = gm_sides_kind(config, k);
    if (d.kind[k] == GM_BOUNDARY_PERIODIC) axes |= 1 << k / 2;
    if (d.kind[k] == GM_BOUNDARY_REFLECT) d.reflects |= 1 << k;
  }
  if (axes) gm_domain_repeat(&d, axes);
  return d;
}

gm_index gm_domain_walls_count(const gm_domain *d)
{
  gm_index n = 0;
  for (int k = 0; k < GM_CONFIG_SIDES; ++k)
    n += is_domain_wall_plane_side(d->kind[k]);
  return n;
}

/* The plane of a face; its normal points into the box. */
static gm_shape domain_wall_side_plane(const gm_domain *d, int side)
{
  const double at[GM_CONFIG_SIDES] = {d->min.x, d->max.x, d->min.y,
                                      d->max.y, d->min.z, d->max.z};
  double point[3] = {0.0}, normal[3] = {0.0};
  point[side / 2] = at[side];
  normal[side / 2] = side % 2 ? -1.0 : 1.0;
  return gm_shape_plane(gm_vec(point[0], point[1], point[2]),
                        gm_vec(normal[0], normal[1], normal[2]));
}

static gm_index wall_material_of(const gm_config *config, const gm_materials *m)
{
  for (gm_index k = 0; config->domain.wall_material && k < m->n; ++k)
    if (!strcmp(m->row[k].name, config->domain.wall_material)) return k;
  return 0; /* mirrors and reflecting faces have no material */
}

void gm_domain_walls_build(const gm_config *config, const gm_domain *d,
                           const gm_materials *materials, gm_index first,
                           gm_structures *structures)
{
  for (int k = 0; k < GM_CONFIG_SIDES; ++k) {
    if (!is_domain_wall_plane_side(d->kind[k])) continue;
    gm_structure *s = &structures->row[first++];
    s->mirror = d->kind[k] == GM_BOUNDARY_MIRROR;
    s->reflects = d->kind[k] == GM_BOUNDARY_REFLECT ? k + 1 : 0;
    snprintf(s->name, sizeof s->name, "%s_%s",
             gm_choices_boundaries[d->kind[k]], gm_sides_name(k));
    s->material = wall_material_of(config, materials);
    s->shape = domain_wall_side_plane(d, k);
    s->pose.orientation = gm_quat_identity();
    s->present_from = -INFINITY;
    s->present_to = INFINITY;
    s->present = 1;
  }
}
