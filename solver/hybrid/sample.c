/* hybrid/sample.c -- samples of the grains' motion and stress. */
#include "hybrid/sample.h"

static int is_deep(const gm_zones *z, gm_vec3 x, double depth)
{
  return gm_zones_depth(z, x) > depth;
}

static void add_grain(gm_means *m, const gm_zones *z, const gm_grains *g,
                      gm_index i)
{
  const gm_means_stencil s = gm_means_around(z, gm_row_vec(g->g[i].x));
  const double mass = gm_grains_mass(g, i) / gm_grains_weight(g, i);
  const double volume = gm_grain_rule_volume(&g->rule, g->g[i].x[3]);
  for (int k = 0; k < s.n; ++k) {
    gm_mean *node = &m->node[s.node[k]];
    node->mass += s.weight[k] * mass;
    node->volume += s.weight[k] * volume;
    node->momentum =
        gm_madd(node->momentum, s.weight[k] * mass, gm_row_vec(g->g[i].v));
  }
}

static void add_contact(gm_means *m, const gm_zones *z, const gm_scene *scene,
                        const gm_capture_contact *c, gm_index row)
{
  const gm_contacts *list = &scene->contacts;
  const gm_row4 a = scene->grains.g[list->a[row]].x;
  const gm_vec3 n = gm_row_vec(c->n);
  const gm_vec3 f =
      gm_scale(1.0 / gm_scene_weight(scene, row), gm_row_vec(c->f));
  const double overlap = c->f[3];
  double arm = a[3] - overlap; /* from the contact point */
  if (row < list->n_grain)
    arm = a[3] + scene->grains.g[list->b[row]].x[3] - overlap;
  const gm_vec3 l = gm_scale(arm, n);
  const gm_vec3 at = gm_madd(gm_row_vec(a), -(a[3] - 0.5 * overlap), n);
  const gm_means_stencil s = gm_means_around(z, at);
  const double t[6] = {f.x * l.x,
                       f.y * l.y,
                       f.z * l.z,
                       0.5 * (f.x * l.y + f.y * l.x),
                       0.5 * (f.y * l.z + f.z * l.y),
                       0.5 * (f.z * l.x + f.x * l.z)};
  for (int k = 0; k < s.n; ++k)
    for (int q = 0; q < 6; ++q)
      m->node[s.node[k]].stress[q] -= s.weight[k] * t[q];
}

void gm_sample_take(gm_means *m, const gm_zones *z, const gm_scene *scene,
                    const gm_capture *now, double depth)
{
  const gm_grains *g = &scene->grains;
  const gm_contacts *list = &scene->contacts;
  for (gm_index i = 0; i < g->n; ++i)
    if (is_deep(z, gm_row_vec(g->g[i].x), depth)) add_grain(m, z, g, i);
  for (gm_index row = 0; row < list->n; ++row)
    if (list->touched[row] &&
        is_deep(z, gm_row_vec(g->g[list->a[row]].x), depth))
      add_contact(m, z, scene, &now->contact[row], row);
  ++m->samples;
}
