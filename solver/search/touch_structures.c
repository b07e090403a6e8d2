/* search/touch_structures.c -- narrow phase of grain on structure.  Room: search. */
#include "search/touch_structures.h"

#include "structure/probes.h"
#include "structure/tangent.h"

static const double hand_over_reach = 0.17; /* of the radius */

/* A row of a group, as it was and is. */
typedef struct passage {
  gm_index row;
  int was, now; /* touching in the last step, in this one */
  gm_vec3 foot; /* m  nearest point of the patch from the centre, body frame */
  gm_row4 history, couple;
} passage;

/* A contact that appears takes over the history of the one of the same grain and structure
 * that vanished in the same step nearest to it, so that a grain which rolls over an edge
 * from patch to patch keeps its spring. */
GM_INLINE void hand_over(gm_contacts *list, passage *p, int n, double r)
{
  for (int k = 0; k < n; ++k) {
    if (!p[k].now || p[k].was) continue;
    double nearest = hand_over_reach * r;
    int from = -1;
    for (int q = 0; q < n; ++q) {
      if (!p[q].was || p[q].now) continue;
      const double apart = gm_norm(gm_sub(p[q].foot, p[k].foot));
      if (!(apart < nearest)) continue; /* also where it has no foot */
      nearest = apart;
      from = q;
    }
    if (from < 0) continue;
    list->history[p[k].row] = p[from].history;
    if (list->couple) list->couple[p[k].row] = p[from].couple;
    p[from].was = 0;
  }
}

/* x: of the grain, as its image sees the structure. */
GM_INLINE void fill_row(gm_block *k, int c, const gm_grain *g, gm_row4 w,
                        gm_vec3 x, const gm_structure *s, const gm_touch *t)
{
  const double r = g->x[3];
  const gm_vec3 n = gm_quat_rotate(s->pose.orientation, t->normal);
  const gm_vec3 foot = gm_madd(x, -t->distance, n);
  const gm_vec3 wall = gm_pose_velocity_at(&s->pose, foot);
  k->d[c] = gm_row(gm_scale(t->distance, n), r);
  k->v[c] = g->v - gm_row(wall, 0.0);
  k->s[c] = r * w;
  k->s[c][3] = -r * r; /* the effective radius comes out as r */
  k->nx[c] = n.x;
  k->ny[c] = n.y;
  k->nz[c] = n.z;
  k->overlap[c] = r - t->distance;
  k->lever[c] = t->distance / r;
  k->sum[c] = r;
  k->isum[c] = 1.0 / r;
  k->slope[c] = t->slope;
}

/* The same for a mirror: as a pair with the twin behind it. */
GM_INLINE void fill_twin(gm_block *k, int c, const gm_grain *g, gm_row4 w,
                         const gm_structure *s, const gm_touch *t)
{
  const double r = g->x[3];
  const gm_vec3 n = gm_quat_rotate(s->pose.orientation, t->normal);
  const gm_vec3 v = gm_scale(2.0 * gm_dot(gm_row_vec(g->v), n), n);
  const gm_vec3 spin = gm_scale(2.0 * r * gm_dot(gm_row_vec(w), n), n);
  k->d[c] = gm_row(gm_scale(2.0 * t->distance, n), 2.0 * r);
  k->v[c] = gm_row(v, 2.0 * g->v[3]);
  k->s[c] = gm_row(spin, 2.0 * r * r);
  k->nx[c] = n.x;
  k->ny[c] = n.y;
  k->nz[c] = n.z;
  k->overlap[c] = 2.0 * (r - t->distance);
  k->lever[c] = t->distance / r;
  k->sum[c] = 2.0 * r;
  k->isum[c] = 0.5 / r;
  k->slope[c] = 1.0;
}

/* The centre of grain i as row `row` sees it. */
GM_INLINE gm_vec3 seen(const gm_grain *g, const gm_contacts *list, gm_index row)
{
  const gm_vec3 x = gm_row_vec(g->x);
  if (!list->image || !list->image[row]) return x;
  return gm_sub(x, gm_row_vec(list->shift[list->image[row]]));
}

/* Rows that are probed side by side: whole groups of one grain and one structure. */
typedef struct batch {
  gm_probes probes;
  int n, groups;
  gm_index first[GM_PROBES + 1]; /* row of each group */
} batch;

/* Take whole groups from `row` on as long as there is room; returns the row after them. */
GM_INLINE gm_index take(batch *b, const gm_grain *g, const gm_row4 *w,
                        const gm_structures *structures,
                        const gm_contacts *list, gm_index row, gm_index end)
{
  const gm_index from = row;
  b->groups = 0;
  while (row < end && row - from + GM_CONTACTS_PATCHES <= GM_PROBES) {
    const gm_index i = list->a[row], s = list->b[row];
    const gm_structure *body = &structures->row[s];
    if (row + 8 < end) { /* grains with walls are far apart in memory */
      const gm_index ahead = list->a[row + 8];
      __builtin_prefetch(&g[ahead]);
      __builtin_prefetch(&w[ahead]);
      __builtin_prefetch(&list->history[row + 8], 1);
    }
    b->first[b->groups++] = row;
    gm_vec3 y = gm_pose_to_body(&body->pose, seen(&g[i], list, row));
    for (; row < end && list->a[row] == i && list->b[row] == s; ++row) {
      const gm_index t = row - from, before = b->first[b->groups - 1];
      if (list->image && row > before &&
          list->image[row] != list->image[row - 1]) {
        y = gm_pose_to_body(&body->pose, seen(&g[i], list, row));
      }
      b->probes.patch[t] = gm_shape_patch(&body->shape, list->patch[row]);
      b->probes.y[t] = y;
      b->probes.reach[t] = g[i].x[3];
    }
  }
  b->first[b->groups] = row;
  b->n = (int)(row - from);
  return row;
}

/* Rows [row, end) of one grain and one structure, whose answers are at `probe`: touching
 * ones are appended to the block; returns how many it holds then. */
GM_INLINE int touch_group(gm_block *k, int c, gm_index k0, const gm_grain *g,
                          const gm_row4 *w, const gm_structures *structures,
                          gm_contacts *list, gm_index row, gm_index end,
                          const gm_probe *probe, gm_touch_events *events)
{
  const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
  const gm_index i = list->a[row];
  const gm_structure *body = &structures->row[list->b[row]];
  const double r = g[i].x[3];
  gm_touch t[GM_CONTACTS_PATCHES];
  passage all[GM_CONTACTS_PATCHES];
  int n = 0, rows = 0, lost = 0;
  for (; row < end; ++row, ++probe) {
    passage *q = &all[rows++];
    *q = (passage){
        .row = row, .was = list->touched[row], .history = list->history[row]};
    if (list->couple) q->couple = list->couple[row];
    list->touched[row] = 0;
    lost |= q->was;
    if (!body->present) continue;
    events->centre_inside += gm_shape_inside(probe);
    events->exact += gm_shape_exact(probe);
    events->coverage_lost += gm_shape_lost(probe, r);
    q->foot = gm_scale(-probe->distance, probe->gradient);
    if (probe->distance >= r && !(list->adheres && q->was)) continue;
    const double slope = gm_norm(probe->gradient);
    t[n++] = (gm_touch){row, list->patch[row], probe->distance, slope,
                        gm_scale(1.0 / slope, probe->gradient)};
  }
  n = gm_tangent_keep(t, n, GM_TANGENT_MARGIN * r);
  for (int m = 0; m < n; ++m)
    list->touched[t[m].row] = 1;
  if (lost) {
    for (int q = 0; q < rows; ++q)
      all[q].now = list->touched[all[q].row];
    hand_over(list, all, rows, r);
  }
  for (int m = 0; m < n; ++m) {
    k->h[c] = list->history[t[m].row];
    k->row[c] = t[m].row - k0;
    if (body->mirror)
      fill_twin(k, c++, &g[i], w[i], body, &t[m]);
    else
      fill_row(k, c++, &g[i], w[i], seen(&g[i], list, t[m].row), body, &t[m]);
  }
  for (int q = 0; q < rows; ++q) {
    if (list->touched[all[q].row]) continue;
    list->history[all[q].row] = none;
    if (list->couple) list->couple[all[q].row] = none;
  }
  return c;
}

GM_CLONED gm_index gm_touch_structures(gm_block *k, const gm_grain *g,
                                       const gm_row4 *w,
                                       const gm_structures *structures,
                                       gm_contacts *list, gm_index k0,
                                       gm_index k1, int *count,
                                       gm_touch_events *events)
{
  batch b;
  int c = 0;
  gm_index row = k0;
  while (row < k1 && c + GM_PROBES <= GM_BLOCK) {
    const gm_index from = row;
    row = take(&b, g, w, structures, list, row, k1);
    gm_probes_ask(&b.probes, b.n);
    for (int q = 0; q < b.groups; ++q) {
      const gm_index at = b.first[q] - from;
      c = touch_group(k, c, k0, g, w, structures, list, b.first[q],
                      b.first[q + 1], &b.probes.answer[at], events);
    }
  }
  *count = c;
  return row;
}
