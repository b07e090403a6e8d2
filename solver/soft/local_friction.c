/* soft/local_friction.c -- coefficients that vary over a structure. */
#include "soft/local_friction.h"

#include "body/property.h"

int gm_local_friction_any(const gm_structures *structures)
{
  int any = 0;
  for (gm_index s = 0; s < structures->named; ++s)
    any |= structures->row[s].friction != NULL;
  return any;
}

/* The factor of the t-th row of the block, row `row` of the list: by the sites where
 * they told the distance, else by the table. */
static double factor(const gm_block *k, const gm_scene *scene, int t,
                     gm_index row)
{
  const gm_contacts *list = &scene->contacts;
  const gm_structure *body = &scene->structures.row[list->b[row]];
  if (!body->friction) return 1.0;
  gm_vec3 x = gm_row_vec(scene->grains.g[list->a[row]].x);
  if (list->image) x = gm_sub(x, gm_row_vec(list->shift[list->image[row]]));
  const gm_vec3 y = gm_pose_to_body(&body->pose, x);
  const gm_vec3 foot =
      gm_pose_to_body(&body->pose, gm_sub(x, gm_row_vec(k->d[t])));
  if (!gm_query_result_source_sites(gm_contacts_source(list, row)))
    return gm_property_table(body->friction, foot);
  const gm_index patch = gm_contacts_patch(list, row);
  return gm_property_sites(body->friction, gm_shape_patch(&body->shape, patch),
                           y, foot);
}

void gm_local_friction_apply(gm_block *k, const gm_scene *scene, gm_index k0,
                             int c, int up)
{
  for (int t = 0; t < c; ++t)
    k->mu[t] *= factor(k, scene, t, k0 + k->row[t]);
  for (int t = c; t < up; ++t)
    k->mu[t] = k->mu[c - 1];
}
