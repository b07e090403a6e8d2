/* tests/carried.c -- meshes on virtual particles. */
#include "carried.h"
#include "import/assemble.h"

#include "body/query_batch.h"
#include "check.h"
#include "patch/patches.h"
#include <stdlib.h>

static const double allowed_overlap = 0.07;

static void mend(gm_surface *s, const solid *shape, gm_facing facing)
{
  gm_soup soup;
  gm_soup_init(&soup);
  const gm_group_name name = {{"", "", ""}};
  gm_index group = 0;
  CHECK(gm_soup_begin_group(&soup, &name, &group) == GM_OK);
  CHECK(gm_soup_reserve(&soup, (size_t)shape->n) == GM_OK);
  for (gm_index k = 0; k < 3 * shape->n; ++k) {
    soup.corner[k] = shape->corner[k];
    soup.group[k / 3] = group;
  }
  soup.n = shape->n;
  if (!CHECK(gm_assemble_soup(s, &soup, facing, "shape") == GM_OK))
    puts(gm_status_message());
  gm_soup_clear(&soup);
}

gm_structure *carried_structure(pair_scene *p, solid shape,
                                const carried_options *o, gm_index material)
{
  gm_structure *s = pair_structure(p, (gm_shape){0}, material);
  mend(&s->surface, &shape, o->facing);
  free(shape.corner);
  gm_patches_options cut = gm_patches_defaults(o->r_min, o->r_max);
  cut.two_sided = s->surface.n_sheets > 0;
  cut.merge = !o->apart;
  const gm_mesh_collider_options options = {
      .spacing = gm_mesh_collider_largest_spacing(o->r_min, allowed_overlap),
      .turn = o->turn,
      .smallest = o->r_min,
      .largest = o->r_max,
      .overlap = allowed_overlap,
      .tolerance = o->tolerance,
      .plain = o->plain};
  gm_patches patches;
  gm_patches_init(&patches);
  CHECK(gm_patches_build(&s->surface, &cut, &patches) == GM_OK);
  if (!CHECK(gm_mesh_collider_create(&s->surface, patches.of, patches.n,
                                     &options, &s->collider) == GM_OK))
    puts(gm_status_message());
  gm_patches_clear(&patches);
  s->shape = gm_shape_mesh(s->collider->patch, s->collider->n, s->surface.min,
                           s->surface.max);
  return s;
}

gm_query_result carried_nearest(const gm_structure *s, gm_vec3 y, double reach)
{
  gm_query_result best = {.distance = INFINITY};
  for (int p = 0; p < s->shape.n; ++p) {
    const gm_query_result q =
        gm_query_batch_single(gm_shape_patch(&s->shape, p), y, reach);
    if (q.distance < best.distance) best = q;
  }
  return best;
}
