/* hybrid/sample.c -- samples of the grains' motion and stress. */
#include "hybrid/sample.h"

#include "base/memory.h"
#include <string.h>

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

/* Does row p come before row q of the same grain a?  Structures come first. */
static int is_before(const gm_contacts *list, gm_index p, gm_index q)
{
  const int on_structure = p >= list->n_grain;
  if (on_structure != (q >= list->n_grain)) return on_structure;
  return on_structure ? p < q : list->b[p] < list->b[q];
}

/* Touching contacts by (a, b): the order of the list follows chunks.  first:
 * [grains + 1], zero. */
static void sort_contacts(const gm_scene *s, gm_index *first, gm_index *row)
{
  const gm_contacts *list = &s->contacts;
  for (gm_index k = 0; k < list->n; ++k)
    if (list->touched[k]) ++first[list->a[k] + 1];
  for (gm_index i = 0; i < s->grains.n; ++i)
    first[i + 1] += first[i];
  for (gm_index k = 0; k < list->n; ++k)
    if (list->touched[k]) row[first[list->a[k]]++] = k;
  for (gm_index i = 0, begin = 0; i < s->grains.n; begin = first[i++])
    for (gm_index k = begin + 1; k < first[i]; ++k) {
      const gm_index one = row[k];
      gm_index at = k;
      for (; at > begin && is_before(list, one, row[at - 1]); --at)
        row[at] = row[at - 1];
      row[at] = one;
    }
}

gm_status gm_sample_take(gm_means *m, const gm_zones *z, const gm_scene *scene,
                         const gm_capture *now, double depth)
{
  const gm_grains *g = &scene->grains;
  const gm_contacts *list = &scene->contacts;
  gm_index n = 0, *first = NULL, *row = NULL;
  for (gm_index k = 0; k < list->n; ++k)
    n += list->touched[k];
  GM_TRY(GM_RESIZE(first, 0, g->n + 1));
  const gm_status status = GM_RESIZE(row, 0, n + 1);
  if (status == GM_OK) {
    memset(first, 0, ((size_t)g->n + 1) * sizeof *first);
    sort_contacts(scene, first, row);
    for (gm_index i = 0; i < g->n; ++i)
      if (is_deep(z, gm_row_vec(g->g[i].x), depth)) add_grain(m, z, g, i);
    for (gm_index k = 0; k < n; ++k)
      if (is_deep(z, gm_row_vec(g->g[list->a[row[k]]].x), depth))
        add_contact(m, z, scene, &now->contact[row[k]], row[k]);
    ++m->samples;
  }
  GM_FREE(first);
  GM_FREE(row);
  return status;
}
