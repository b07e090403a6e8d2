/* body/mesh_collider_query.c -- exact distances of one patch of a mesh, from its
 * triangles.
 *
 * A patch alone has no inside, so the sign comes from the whole surface: inside the
 * solid the patch nearest to the point returns a negative distance, all others
 * infinity.
 */
#include "body/mesh_collider.h"

gm_query_result gm_mesh_collider_query_outside(const gm_patch_sdf *sdf,
                                               gm_vec3 y)
{
  if (!sdf->triangles) return gm_mesh_collider_query(sdf, y);
  const gm_nearest r = gm_distance_nearest(sdf->triangles, y);
  return (gm_query_result){r.distance, r.gradient, 0, 0, 0};
}

gm_query_result gm_mesh_collider_query_foot(const gm_patch_sdf *sdf, gm_vec3 y,
                                            const gm_foot *foot)
{
  gm_nearest r = gm_distance_result(gm_mesh_collider_triangles(sdf), y, foot);
  if (!sdf->triangles) gm_sign_apply(sdf->all->side, y, &r);
  return (gm_query_result){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0,
                           0};
}

gm_query_result gm_mesh_collider_query_surface(const gm_mesh_collider *p,
                                               gm_vec3 y)
{
  const gm_nearest r = gm_sign_nearest(p->side, y);
  return (gm_query_result){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0,
                           0};
}

gm_query_result gm_mesh_collider_query_beside(const gm_patch_sdf *sdf,
                                              gm_vec3 y,
                                              const gm_nearest *whole)
{
  static const gm_query_result far = {INFINITY, {0.0, 0.0, 0.0}, 0, 0, 0};
  const gm_mesh_collider *all = sdf->all;
  gm_nearest r = *whole;
  const int own = all->n == 1 || all->of[r.triangle] == sdf->number;
  if (!own && r.distance < 0.0) return far;
  if (!own) r = gm_distance_nearest(sdf->triangles, y);
  return (gm_query_result){r.distance, r.gradient, 0, r.distance < 0.0 ? 8 : 0,
                           0};
}

gm_query_result gm_mesh_collider_query(const gm_patch_sdf *sdf, gm_vec3 y)
{
  const gm_nearest r = gm_sign_nearest(sdf->all->side, y);
  return gm_mesh_collider_query_beside(sdf, y, &r);
}
