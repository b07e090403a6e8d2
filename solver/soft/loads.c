/* soft/loads.c -- what contacts do to structures and to groups of held grains. */
#include "soft/loads.h"

void gm_loads_held(const gm_scene *s, gm_index i0, gm_index i1,
                   const gm_load *load, gm_structure_load *loads)
{
  const gm_grains *g = &s->grains;
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    loads[k] = (gm_structure_load){0};
  for (gm_index i = i0; i < i1; ++i) {
    const gm_grain_held *held = &g->held[i];
    if (!held->group) continue;
    const gm_pose *pose = &s->held_groups.row[held->group - 1].pose;
    gm_structure_load *sum = &loads[held->group - 1];
    const gm_vec3 f = gm_row_vec(load[i - i0].f);
    const gm_vec3 arm = gm_quat_rotate(pose->orientation, held->seat);
    sum->force = gm_add(sum->force, f);
    sum->torque = gm_add(sum->torque, gm_cross(arm, f));
    sum->torque =
        gm_madd(sum->torque, -g->g[i].x[3], gm_row_vec(load[i - i0].t));
  }
}

double gm_loads_sum_held(gm_scene *s, const gm_structure_load *loads)
{
  double power = 0.0;
  for (gm_index k = 0; k < s->held_groups.n; ++k) {
    gm_held_group *h = &s->held_groups.row[k];
    gm_structure_load sum = {0};
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
      const gm_structure_load *l = &loads[c * s->held_groups.n + k];
      sum.force = gm_add(sum.force, l->force);
      sum.torque = gm_add(sum.torque, l->torque);
    }
    sum.power = -(gm_dot(sum.force, h->pose.velocity) +
                  gm_dot(sum.torque, h->pose.spin));
    h->load = sum;
    power += sum.power;
  }
  return power;
}

double gm_loads_sum_structures(gm_scene *s, const gm_structure_load *loads)
{
  double power = 0.0;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure_load sum = {0};
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
      const gm_structure_load *l = &loads[c * s->structures.n + k];
      sum.force = gm_add(sum.force, l->force);
      sum.torque = gm_add(sum.torque, l->torque);
      sum.power += l->power;
      sum.stiffness += l->stiffness;
      sum.damping += l->damping;
    }
    s->structures.row[k].load = sum;
    power += sum.power;
  }
  return power;
}
