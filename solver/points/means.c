/* points/means.c -- averages on the nodes of the grid of zones. */
#include "points/means.h"

#include "base/memory.h"

int64_t gm_means_nodes(const gm_zones *z)
{
  return (int64_t)(z->n[0] + 1) * (z->n[1] + 1) *
         (z->axes > 2 ? z->n[2] + 1 : 1);
}

gm_status gm_means_init(gm_means *m, const gm_zones *z)
{
  *m = (gm_means){0};
  return GM_RESIZE(m->node, 0, gm_means_nodes(z));
}

void gm_means_clear(gm_means *m)
{
  GM_FREE(m->node);
  *m = (gm_means){0};
}

void gm_means_begin(gm_means *m, const gm_zones *z)
{
  const int64_t n = gm_means_nodes(z);
  for (int64_t k = 0; k < n; ++k)
    m->node[k] = (gm_mean){0};
  m->samples = 0;
}

gm_means_stencil gm_means_around(const gm_zones *z, gm_vec3 x)
{
  gm_means_stencil s = {.n = 0};
  if (gm_zones_find(z, x) < 0) return s;
  const double a0 = (x.x - z->origin.x) / z->cell;
  const double b0 = (x.y - z->origin.y) / z->cell;
  const double d0 = z->axes > 2 ? (x.z - z->origin.z) / z->cell : 0.0;
  const int64_t i = (int64_t)a0, j = (int64_t)b0, k = (int64_t)d0;
  const double u = a0 - (double)i, v = b0 - (double)j, w = d0 - (double)k;
  for (int c = 0; c < 1 << z->axes; ++c) {
    const int64_t a = c & 1, b = c >> 1 & 1, d = c >> 2;
    s.node[s.n] =
        i + a + (z->n[0] + 1) * (j + b + (int64_t)(z->n[1] + 1) * (k + d));
    s.weight[s.n++] = (a ? u : 1.0 - u) * (b ? v : 1.0 - v) * (d ? w : 1.0 - w);
  }
  return s;
}

static void add_mean(gm_mean *to, double part, const gm_mean *from)
{
  to->mass += part * from->mass;
  to->volume += part * from->volume;
  to->momentum = gm_madd(to->momentum, part, from->momentum);
  for (int k = 0; k < 6; ++k)
    to->stress[k] += part * from->stress[k];
}

gm_mean gm_means_at(const gm_means *m, const gm_zones *z, gm_vec3 x)
{
  const gm_means_stencil s = gm_means_around(z, x);
  gm_mean sum = {0};
  for (int k = 0; k < s.n; ++k)
    add_mean(&sum, s.weight[k], &m->node[s.node[k]]);
  return sum;
}

/* Calls look(user, node, level node) for every node. */
static void for_mean_nodes(const gm_zones *z,
                           void (*look)(void *user, int64_t node,
                                        int64_t level),
                           void *user)
{
  int64_t node = 0;
  for (int k = 0; k < (z->axes > 2 ? z->n[2] + 1 : 1); ++k)
    for (int j = 0; j <= z->n[1]; ++j)
      for (int i = 0; i <= z->n[0]; ++i)
        look(user, node++,
             2 * i +
                 (int64_t)z->nodes[0] * (2 * j + (int64_t)z->nodes[1] * 2 * k));
}

typedef struct sum {
  const gm_means *means;
  const gm_zones *zones;
  double depth, most; /* m, m3  largest volume of a node */
  gm_mean of;
  int64_t nodes;
} sum;

static void find_mean_most(void *user, int64_t node, int64_t level)
{
  sum *o = user;
  if (o->zones->distance[level] > o->depth)
    o->most = fmax(o->most, o->means->node[node].volume);
}

static void add_mean_full(void *user, int64_t node, int64_t level)
{
  sum *o = user;
  const gm_mean *m = &o->means->node[node];
  if (!(o->zones->distance[level] > o->depth && m->volume > o->most)) return;
  add_mean(&o->of, 1.0, m);
  ++o->nodes;
}

gm_mean gm_means_deep(gm_means *m, const gm_zones *z, double depth,
                      int64_t *nodes)
{
  sum o = {.means = m, .zones = z, .depth = depth};
  for_mean_nodes(z, find_mean_most, &o);
  o.most = m->full = 0.7 * o.most;
  for_mean_nodes(z, add_mean_full, &o);
  *nodes = o.nodes;
  return o.of;
}
