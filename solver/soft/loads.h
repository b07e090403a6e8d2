/* soft/loads.h -- the pass of loads: forces and torques on structures and held groups.
 *
 * Structures receive the reaction of each contact.  A held grain moves with its group,
 * and the group receives the contact forces and the weight of the grain.  Every chunk
 * sums its own loads, in sums that have no order.  Of copies of bodies, which may be
 * many, a chunk has loads of those near it only.
 */
#ifndef GM_SOFT_LOADS_H
#define GM_SOFT_LOADS_H

#include "soft/work.h"

/* Halves the losses of contacts with a mirror: the other half belongs to the image. */
GM_INLINE void gm_loads_share(const gm_work *w, gm_block *k, gm_index k0, int c)
{
  for (int t = 0; t < c; ++t) {
    const gm_index s = w->scene->contacts.b[k0 + k->row[t]];
    if (!w->scene->structures.row[s].mirror) continue;
    k->frictional[t] *= 0.5;
    k->dissipated[t] *= 0.5;
    if (!w->model->couple) continue;
    k->m[t].f[3] *= 0.5;
    k->m[t].t[3] *= 0.5;
  }
}

/* Finds the entries of loads on copies for a new list.  GM_ERR_MEMORY. */
gm_status gm_loads_sort(gm_work_buffers *buffers, const gm_scene *scene);

/* Sets the loads of chunk c to zero; returns those of the named structures. */
GM_INLINE gm_load_sum *gm_loads_begin(const gm_work *w, gm_index c)
{
  const gm_work_buffers *b = w->buffers;
  const gm_index named = w->scene->structures.named;
  gm_load_sum *loads = named > 0 ? &b->loads[c * named] : NULL;
  for (gm_index k = 0; k < named; ++k)
    loads[k] = (gm_load_sum){0};
  for (gm_index e = b->first_entry[c]; e < b->first_entry[c + 1]; ++e)
    b->copy_loads[e] = (gm_load_sum){0};
  return loads;
}

/* Adds a force, a torque and a power. */
GM_INLINE void gm_loads_add(gm_load_sum *l, gm_sum *over, gm_vec3 force,
                            gm_vec3 torque, double power)
{
  gm_sum_rows_add(&l->force, over, gm_row(force, power));
  gm_sum_rows_add(&l->torque, over + 4, gm_row(torque, 0.0));
}

/* Adds the reaction -F at each contact point, its torque about the body's origin and its
 * power to loads[named structures], or to the entries of copies. */
GM_INLINE void gm_loads_structures(const gm_work *w, const gm_block *k,
                                   gm_index k0, int c, gm_load_sum *loads)
{
  const gm_scene *scene = w->scene;
  const int couples = w->model->couple != NULL;
  const int grows = w->model->law->grows;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    const gm_index s = scene->contacts.b[row];
    const gm_structure *body = &scene->structures.row[s];
    const gm_index patch = gm_contacts_patch(&scene->contacts, row);
    gm_load_sum *l =
        body->kind < 0
            ? &loads[s]
            : &w->buffers->copy_loads
                   [w->buffers->entry[row - scene->contacts.n_grain]];
    const gm_grain *g = &scene->grains.g[scene->contacts.a[row]];
    const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]};
    const gm_vec3 f = {k->fx[t], k->fy[t], k->fz[t]};
    const double depth = (body->mirror ? 0.5 : 1.0) * k->overlap[t] - g->x[3];
    gm_vec3 foot = gm_madd(gm_row_vec(g->x), depth, n);
    if (scene->contacts.image)
      foot = gm_sub(
          foot, gm_row_vec(scene->domain.shift[scene->contacts.image[row]]));
    const gm_vec3 arm = gm_sub(foot, body->pose.position);
    gm_sum *over = &w->buffers->over_loads[GM_LOAD_OVER * s];
    gm_vec3 torque = gm_cross(arm, f);
    double power =
        gm_dot(f, gm_structures_velocity(body, &body->pose, patch, foot, n));
    if (couples) {
      const gm_vec3 m = gm_row_vec(k->m[t].f);
      torque = gm_add(torque, m);
      power += gm_dot(m, gm_structures_spin(body, &body->pose, patch));
    }
    gm_loads_add(l, over, gm_scale(-1.0, f), gm_scale(-1.0, torque), power);
    if (!body->servo) continue;
    const double stiff = k->stiffness[t] * (grows ? k->ha[t] : 1.0);
    const double part = gm_servo_part(body->servo, foot) / GM_LOAD_SERVO;
    gm_sum_rows_add(&l->servo, over + 8,
                    (gm_row4){part * stiff,
                              part * gm_servo_damping(stiff, k->mobility[t]),
                              0.0, 0.0});
  }
}

/* Sets the loads of held groups by the grains of chunk c; load: [grains of it]. */
void gm_loads_held(const gm_work_buffers *buffers, const gm_scene *scene,
                   gm_index c, const gm_load *load);

/* Sum the loads of all chunks, of all ranks, into the scene; return the total power (W),
 * that of copies, which forces alone move, left out. */
double gm_loads_sum_structures(gm_scene *scene, const gm_work_buffers *buffers);
double gm_loads_sum_held(gm_scene *scene, const gm_work_buffers *buffers);

#endif
