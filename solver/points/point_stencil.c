/* points/point_stencil.c -- the nodes around one point, or around a grain. */
#include "points/point_stencil.h"

gm_vec3 gm_point_stencil_place(const gm_point_grid *g, gm_index node)
{
  int i[3];
  gm_point_grid_numbers(g, node, i);
  return gm_madd(g->origin, g->h, gm_vec(i[0], i[1], i[2]));
}

void gm_point_stencil_at(const gm_point_grid *g, gm_vec3 x, gm_point_stencil *s)
{
  int first[3];
  const gm_row4 u = gm_point_grid_scaled(g, gm_row(x, 0.0));
  for (int a = 0; a < 3; ++a)
    first[a] = a < g->dims ? gm_point_weights_first(u[a], g->l) : 0;
  const gm_row4 off = {u[0] - first[0] - 1, u[1] - first[1] - 1,
                       u[2] - first[2] - 1, 0.0};
  const gm_point_weights w = gm_point_weights_at(off, g->l);
  s->n = 0;
  for (int k = 0; k < (g->dims == 2 ? 1 : 3); ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 3; ++i) {
        const int at[3] = {first[0] + i, first[1] + j, first[2] + k};
        const gm_index node = gm_point_grid_node(g, at);
        s->node[s->n] = node >= 0 && g->alias ? g->alias[node] : node;
        s->weight[s->n++] =
            w.s[i][0] * w.s[j][1] * (g->dims == 2 ? 1.0 : w.s[k][2]);
      }
}
