/* integrate/carry.c -- held grains go where their group goes. */
#include "integrate/carry.h"

/* Mean spin of a group in the step, in rad/s. */
static gm_vec3 turn_of(const gm_held_group *h, double dt)
{
  if (!h->n_motion) return gm_vec(0.0, 0.0, 0.0);
  const gm_quat q = gm_quat_product(h->next.orientation,
                                    gm_quat_conjugate(h->pose.orientation));
  return gm_scale(1.0 / dt, gm_quat_vector(q));
}

void gm_carry_turn(const gm_held_groups *h, gm_grains *g, gm_index i0,
                   gm_index i1, double dt)
{
  for (gm_index i = i0; i < i1; ++i) {
    if (!g->held[i].group) continue;
    const gm_held_group *row = &h->row[g->held[i].group - 1];
    g->w[i] = gm_row(turn_of(row, dt), g->w[i][3]);
  }
}

double gm_carry_move(const gm_held_groups *h, const gm_domain *domain,
                     gm_grains *g, gm_index i0, gm_index i1,
                     const gm_scheme *scheme, double dt)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  const int lags = scheme->lag > 0.0;
  double fastest = 0.0;
  for (gm_index i = i0; i < i1; ++i) {
    if (!g->held[i].group) continue;
    const gm_held_group *row = &h->row[g->held[i].group - 1];
    const gm_row4 from = gm_held_groups_place(domain, g, i, &row->pose);
    const gm_row4 to =
        row->n_motion ? gm_held_groups_place(domain, g, i, &row->next) : from;
    const gm_row4 v = (1.0 / dt) * (vector * (to - from));
    g->g[i].x = to;
    g->g[i].v = v;
    if (g->moved)
      g->moved[i] = (gm_grain_moved){v, gm_row(turn_of(row, dt), 0.0)};
    fastest = fmax(fastest, v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (lags) continue;
    const gm_vec3 at = gm_pose_to_world(&row->next, g->held[i].seat);
    g->g[i].v = gm_row(gm_pose_velocity_at(&row->next, at), 0.0);
    g->w[i] = gm_row(row->next.spin, g->w[i][3]);
  }
  return fastest;
}
