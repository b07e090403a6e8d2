/* contact/narrow_structures.c -- narrow phase of grain and structure.
 *
 * Groups (all pairs of one grain and one structure) are queried in batches, the
 * tangent-plane test selects the contacts, which go to the block, and all other pairs
 * lose their history.
 */
#include "contact/narrow_structures.h"

#include "body/query_batch.h"
#include "contact/contact.h"
#include "query/distance.h"

/* Factor by which a double is reduced so that rounding to float cannot increase it. */
#define ROUNDED_DOWN (1.0 - 1.2e-7)

/* Writes a grain-structure contact into a block. */

/* Writes contact c. x: centre of the grain, or of its periodic image; *last: normal in
 * the last step, replaced by that of this step.  The wall velocity is taken at the
 * contact point of the instant of the grain's velocity, so that a grain carried round
 * by a rotating wall does not creep. */
GM_INLINE void fill_structure_contacts(gm_block *k, int c, const gm_grain *g,
                                       gm_row4 w, gm_vec3 x,
                                       const gm_structure *s,
                                       const gm_contact_point *t, gm_vec3 *last,
                                       gm_structure_contacts_late late)
{
  const double r = g->x[3], distance = s->scale * t->distance;
  const gm_vec3 n = gm_quat_rotate(s->pose.orientation, t->normal);
  const gm_vec3 p = gm_geometry_changed(n, *last, late.steps);
  const gm_vec3 was = gm_madd(x, -late.time, gm_row_vec(g->v));
  const gm_vec3 then = gm_sub(n, p);
  const gm_vec3 foot = gm_madd(was, -distance, then);
  const gm_vec3 wall =
      gm_structures_velocity(s, &s->late, t->patch, foot, then);
  k->last[c] = *last;
  *last = n;
  k->d[c] = gm_row(gm_scale(distance, n), r);
  k->v[c] = g->v - gm_row(wall, 0.0);
  if (s->rigid) k->v[c][3] += gm_rigid_mobility(s->rigid, foot, then);
  k->s[c] = r * w;
  k->s[c][3] = -r * r; /* makes the effective radius r */
  k->nx[c] = n.x;
  k->ny[c] = n.y;
  k->nz[c] = n.z;
  k->px[c] = p.x;
  k->py[c] = p.y;
  k->pz[c] = p.z;
  k->overlap[c] = r - distance;
  k->lever[c] = distance / r;
  k->sum[c] = r;
  k->isum[c] = 1.0 / r;
  k->slope[c] = t->slope;
}

/* The same for a mirror plane: the grain touches its own mirror image. */
GM_INLINE void mirror_contacts(gm_block *k, int c, const gm_grain *g, gm_row4 w,
                               const gm_structure *s, const gm_contact_point *t)
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
  k->px[c] = k->py[c] = k->pz[c] = 0.0;
  k->last[c] = gm_vec(0.0, 0.0, 0.0);
  k->overlap[c] = 2.0 * (r - t->distance);
  k->lever[c] = t->distance / r;
  k->sum[c] = 2.0 * r;
  k->isum[c] = 0.5 / r;
  k->slope[c] = 1.0;
}

static const double hand_over_reach = 0.17; /* of the radius */

/* Contact state of a pair in the last step and in this one. */
typedef struct passage {
  gm_index row;
  int was, now; /* touches in the last step, in this one */
  gm_vec3 foot; /* m  nearest point of the patch from the centre, body frame */
} passage;

/* A new contact takes over the history of the nearest contact of the same grain and
 * structure that ended in this step, so that a grain rolling on keeps its spring. */
GM_INLINE void hand_over_history(gm_contacts *list, passage *p, int n, double r)
{
  for (int k = 0; k < n; ++k) {
    if (!p[k].now || p[k].was) continue;
    double nearest = hand_over_reach * r;
    int from = -1;
    for (int q = 0; q < n; ++q) {
      if (!p[q].was || p[q].now) continue;
      const double apart = gm_norm(gm_sub(p[q].foot, p[k].foot));
      if (!(apart < nearest)) continue; /* also false if a foot is NaN */
      nearest = apart;
      from = q;
    }
    if (from < 0) continue;
    list->history[p[k].row] = list->history[p[from].row];
    if (list->couple) list->couple[p[k].row] = list->couple[p[from].row];
    if (list->spent) list->spent[p[k].row] = list->spent[p[from].row];
    list->normal[p[k].row - list->n_grain] =
        list->normal[p[from].row - list->n_grain];
    p[from].was = 0;
  }
}

/* Centre of the grain, or of the periodic image that the pair `row` uses. */
GM_INLINE gm_vec3 seen_centre(const gm_grain *g, const gm_contacts *list,
                              gm_index row)
{
  const gm_vec3 x = gm_row_vec(g->x);
  if (!list->image || !list->image[row]) return x;
  return gm_sub(x, gm_row_vec(list->shift[list->image[row]]));
}

/* Arguments of one call, and its progress. */
typedef struct work {
  gm_block *k;
  int c; /* contacts in the block so far */
  const gm_grain *g;
  const gm_row4 *w;
  const gm_structures *structures;
  gm_contacts *list;
  gm_index k0;
  gm_structure_contacts_late late;
  double grains_moved;          /* m */
  const double *surfaces_moved; /* m */
  gm_contact_events *events;
} work;

/* Pairs of whole groups that are queried together. */
typedef struct batch {
  gm_query_batch batch;
  int n, groups;
  gm_index row[GM_QUERY_BATCH + 1];
  int first[GM_QUERY_BATCH + 1]; /* first pair of each group, in row[] */
} batch;

GM_INLINE int same_group(const gm_contacts *list, gm_index p, gm_index q)
{
  return list->a[p] == list->a[q] && list->b[p] == list->b[q];
}

GM_INLINE double travelled_far(const work *o, gm_index row)
{
  return o->grains_moved + o->surfaces_moved[o->list->b[row]];
}

/* Collects pairs from `row` on that are past their skip threshold, without a branch,
 * while there is room for whole groups.  Returns the pair after them. */
GM_INLINE gm_index take_batch(batch *b, const work *o, gm_index row,
                              gm_index end)
{
  const gm_contacts *list = o->list;
  int n = 0;
  while (row < end && n + GM_CONTACTS_PATCHES <= GM_QUERY_BATCH) {
    const gm_index left = end - row;
    const int strip = left < GM_CONTACTS_PATCHES ? left : GM_CONTACTS_PATCHES;
    const float *due = &list->due[row - list->n_grain];
    for (int t = 0; t < strip; ++t) {
      b->row[n] = row + t;
      n += !((double)due[t] > travelled_far(o, row + t));
    }
    row += strip;
  }
  if (row < end) { /* drop the last, incomplete group; more than one is here */
    const gm_index next = row;
    for (; same_group(list, b->row[n - 1], next); --n)
      row = b->row[n - 1];
  }
  b->n = n;
  return row;
}

/* Skips the pair until the displacements grow by `way` (m); 0: no step is skipped. */
GM_INLINE void wait_for(const work *o, gm_index row, double way)
{
  const double due = way > 0.0 ? travelled_far(o, row) + way : 0.0;
  o->list->due[row - o->list->n_grain] = (float)(due * ROUNDED_DOWN);
}

/* True if y is within the safe radius of the last query; extends the skip. */
GM_INLINE int is_clear(const work *o, gm_index row, double scale, gm_vec3 y)
{
  gm_contacts *list = o->list;
  const gm_clear_ball *around = &list->around[row - list->n_grain];
  if (list->grows) return 0;
  const double left = around->radius - gm_norm(gm_sub(y, around->centre));
  if (!(left > 0.0)) return 0;
  wait_for(o, row, scale * left);
  return 1;
}

/* Prepares the queries of a batch; drops pairs within their safe radius. */
GM_INLINE void place_batch(batch *b, const work *o)
{
  const gm_contacts *list = o->list;
  for (int t = 0; t < b->n; ++t) { /* their data are scattered in memory */
    const gm_index i = list->a[b->row[t]];
    __builtin_prefetch(&o->g[i]);
    __builtin_prefetch(&o->w[i]);
    __builtin_prefetch(&list->history[b->row[t]], 1);
    __builtin_prefetch(&list->around[b->row[t] - list->n_grain], 1);
    if (!list->running || !list->touched[b->row[t]]) continue;
    const gm_running_sum *stay = &list->running[b->row[t] - list->n_grain];
    __builtin_prefetch(&stay->sum.push, 1);
    __builtin_prefetch(&stay->ball);
  }
  gm_vec3 y = {0.0, 0.0, 0.0};
  int n = b->groups = 0; /* pairs kept; they overwrite the front of row[] */
  for (int t = 0; t < b->n; ++t) {
    const gm_index row = b->row[t], i = list->a[row];
    const gm_structure *body = &o->structures->row[list->b[row]];
    const gm_index before = t > 0 ? b->row[t - 1] : row;
    const int starts = t == 0 || !same_group(list, before, row);
    if (starts || (list->image && list->image[row] != list->image[before]))
      y = gm_structures_to_body(body, seen_centre(&o->g[i], list, row));
    if (is_clear(o, row, body->scale, y)) continue;
    if (n == 0 || !same_group(list, b->row[n - 1], row))
      b->first[b->groups++] = n;
    b->row[n] = row;
    b->batch.patch[n] =
        gm_shape_patch(&body->shape, gm_contacts_patch(list, row));
    b->batch.y[n] = y;
    b->batch.reach[n++] = o->g[i].x[3] / body->scale;
  }
  b->n = n;
  b->first[b->groups] = n;
}

GM_INLINE void count_events(gm_contact_events *events,
                            const gm_query_result *probe, double r)
{
  events->centre_inside += gm_query_result_inside(probe);
  events->sites += gm_query_result_source_sites((int)probe->source);
  events->exact += gm_query_result_by_triangles(probe);
  events->coverage_lost += gm_query_result_uncovered(probe, r);
}

/* `flat`: round-off of the gradient along z would move grains out of the plane. */
GM_INLINE gm_contact_point touch_of(gm_index row, gm_index patch, int flat,
                                    const gm_query_result *probe)
{
  gm_vec3 gradient = probe->gradient;
  if (flat) gradient.z = 0.0;
  const double slope = gm_norm(gradient);
  const gm_vec3 n = gm_scale(1.0 / slope, gradient);
  return (gm_contact_point){row,   patch, probe->distance,
                            slope, n,     (int)probe->source};
}

/* Records that a running contact has ended. */
GM_INLINE void part_grain(const work *o, gm_index row)
{
  const gm_contacts *list = o->list;
  if (list->running && list->place[row - list->n_grain] >= 0)
    o->events->parted[o->events->n_parted++] = row;
}

/* Finds the patch or triangle that a contact touches, for surface sums; y: body frame. */
GM_INLINE void stand_on_structure(const work *o, const gm_structure *body,
                                  const gm_contact_point *t, gm_vec3 y)
{
  gm_contacts *list = o->list;
  if (!list->running || !body->sums.n) return;
  const gm_index at = t->row - list->n_grain;
  const gm_patch *p = gm_shape_patch(&body->shape, t->patch);
  gm_row4 *ball = &list->running[at].ball;
  if (p->piece) {
    const gm_vec3 foot = gm_madd(y, -t->distance, t->normal);
    if (list->place[at] < 0 || !gm_distance_triangle_holds(*ball, foot))
      list->foot[at] = gm_distance_contact_triangle(
          gm_mesh_collider_triangles(p->piece), p->surface, foot,
          list->place[at] < 0 ? -1 : list->foot[at], ball);
  } else {
    list->foot[at] = t->patch;
  }
  if (list->place[at] < 0) list->place[at] = list->foot[at];
}

/* Clears the history of a pair that does not touch and skips it for its safe radius
 * `clear` (m, body frame). */
GM_INLINE void forget_row(const work *o, gm_index row, double scale, gm_vec3 y,
                          double clear)
{
  gm_contacts *list = o->list;
  part_grain(o, row);
  gm_contacts_part(list, row);
  list->normal[row - list->n_grain] = gm_vec(0.0, 0.0, 0.0);
  list->around[row - list->n_grain] = (gm_clear_ball){y, clear};
  wait_for(o, row, scale * clear);
}

/* Appends a touching contact to the block. */
GM_INLINE void enter_contact(work *o, const gm_structure *body,
                             const gm_contact_point *t, gm_vec3 y)
{
  gm_contacts *list = o->list;
  const gm_index i = list->a[t->row];
  const int c = o->c++;
  list->touched[t->row] = 1;
  list->source[t->row - list->n_grain] = (int8_t)t->source;
  list->due[t->row - list->n_grain] = 0.0f;
  list->around[t->row - list->n_grain].radius = 0.0;
  o->k->h[c] = list->history[t->row];
  o->k->row[c] = t->row - o->k0;
  if (list->image)
    y = gm_structures_to_body(body, seen_centre(&o->g[i], list, t->row));
  stand_on_structure(o, body, t, y);
  if (body->mirror)
    mirror_contacts(o->k, c, &o->g[i], o->w[i], body, t);
  else
    fill_structure_contacts(o->k, c, &o->g[i], o->w[i],
                            seen_centre(&o->g[i], list, t->row), body, t,
                            &list->normal[t->row - list->n_grain], o->late);
}

/* Processes a group of one pair, the most frequent case. */
GM_INLINE void touch_one(work *o, gm_index row, gm_vec3 y,
                         const gm_query_result *probe, double clear)
{
  const gm_contacts *list = o->list;
  const gm_structure *body = &o->structures->row[list->b[row]];
  const double r = o->g[list->a[row]].x[3] / body->scale;
  const gm_index patch = gm_contacts_patch(list, row);
  const int clings = list->adheres && list->touched[row];
  const int there = gm_structures_pushes(body, patch);
  if (there) count_events(o->events, probe, r);
  if (!there || (probe->distance >= r && !clings)) {
    forget_row(o, row, body->scale, y, there ? clear : 0.0);
    return;
  }
  const gm_contact_point t = touch_of(row, patch, o->structures->flat, probe);
  if (!list->touched[row]) o->k->new_row[o->k->n_new++] = o->c;
  enter_contact(o, body, &t, y);
}

/* Processes a group of n pairs; t, all: [n] scratch. */
GM_INLINE void touch_group(work *o, const gm_index *row, int n,
                           const gm_vec3 *y, const gm_query_result *probe,
                           const double *clear, gm_contact_point *t,
                           passage *all)
{
  gm_contacts *list = o->list;
  const gm_structure *body = &o->structures->row[list->b[row[0]]];
  const double r = o->g[list->a[row[0]]].x[3] / body->scale;
  int touching = 0, lost = 0;
  for (int q = 0; q < n; ++q) {
    const int was = list->touched[row[q]];
    all[q].row = row[q];
    all[q].was = was;
    all[q].foot = gm_scale(-probe[q].distance, probe[q].gradient);
    list->touched[row[q]] = 0;
    lost |= was;
    const gm_index patch = gm_contacts_patch(list, row[q]);
    if (!gm_structures_pushes(body, patch)) continue;
    count_events(o->events, &probe[q], r);
    if (probe[q].distance >= r && !(list->adheres && was)) continue;
    t[touching++] = touch_of(row[q], patch, o->structures->flat, &probe[q]);
  }
  touching = gm_tangent_keep(t, touching, GM_TANGENT_MARGIN * r);
  if (touching > GM_QUERY_BATCH) touching = GM_QUERY_BATCH; /* the deepest */
  for (int m = 0; m < touching; ++m)
    list->touched[t[m].row] = 1;
  if (lost) {
    for (int q = 0; q < n; ++q)
      all[q].now = list->touched[row[q]];
    hand_over_history(list, all, n, r);
  }
  for (int q = 0; q < n; ++q)
    if (!list->touched[row[q]])
      forget_row(o, row[q], body->scale, y[q],
                 gm_structures_pushes(body, gm_contacts_patch(list, row[q]))
                     ? clear[q]
                     : 0.0);
  if (touching && !lost) o->k->new_row[o->k->n_new++] = o->c; /* the nearest */
  for (int m = 0; m < touching; ++m)
    enter_contact(o, body, &t[m], y[0]);
}

/* Processes a group [row, end) that is too large for one batch. */
static __attribute__((noinline)) void touch_crowd(work *o, gm_index row,
                                                  gm_index end)
{
  gm_index rows[GM_CONTACTS_MOST];
  gm_vec3 y[GM_CONTACTS_MOST];
  gm_query_result answer[GM_CONTACTS_MOST];
  double clear[GM_CONTACTS_MOST];
  gm_contact_point t[GM_CONTACTS_MOST];
  passage all[GM_CONTACTS_MOST];
  batch b;
  int n = 0;
  while (row < end) {
    b.n = 0;
    for (; row < end && b.n < GM_QUERY_BATCH; ++row) {
      b.row[b.n] = row;
      b.n += !((double)o->list->due[row - o->list->n_grain] >
               travelled_far(o, row));
    }
    place_batch(&b, o);
    gm_query_batch_run(&b.batch, b.n);
    for (int q = 0; q < b.n; ++q, ++n) {
      rows[n] = b.row[q];
      y[n] = b.batch.y[q];
      answer[n] = b.batch.result[q];
      clear[n] = b.batch.safe_radius[q];
    }
  }
  if (n > 0) touch_group(o, rows, n, y, answer, clear, t, all);
}

/* First pair after the group of `row`. */
static gm_index behind_group(const gm_contacts *list, gm_index row,
                             gm_index end)
{
  const gm_index first = row;
  while (row < end && same_group(list, first, row))
    ++row;
  return row;
}

GM_CLONED gm_index
gm_narrow_structures(gm_block *k, const gm_grain *g, const gm_row4 *w,
                     const gm_structures *structures, gm_contacts *list,
                     gm_structure_contacts_late late, double grains_moved,
                     const double *surfaces_moved, gm_index k0, gm_index k1,
                     int *count, gm_contact_events *events)
{
  k->n_new = 0;
  work o = {
      k,     0, g, w, structures, list, k0, late, grains_moved, surfaces_moved,
      events};
  batch b;
  gm_contact_point t[GM_CONTACTS_PATCHES];
  passage all[GM_CONTACTS_PATCHES];
  gm_index row = k0;
  while (row < k1 && o.c + GM_QUERY_BATCH <= GM_BLOCK) {
    const gm_index end = list->crowded ? behind_group(list, row, k1) : k1;
    if (list->crowded && end - row > GM_CONTACTS_PATCHES) {
      touch_crowd(&o, row, end);
      row = end;
      continue;
    }
    row = take_batch(&b, &o, row, end);
    place_batch(&b, &o);
    gm_query_batch_run(&b.batch, b.n);
    for (int q = 0; q < b.groups; ++q) {
      const int at = b.first[q], n = b.first[q + 1] - at;
      if (n == 1)
        touch_one(&o, b.row[at], b.batch.y[at], &b.batch.result[at],
                  b.batch.safe_radius[at]);
      else
        touch_group(&o, &b.row[at], n, &b.batch.y[at], &b.batch.result[at],
                    &b.batch.safe_radius[at], t, all);
    }
  }
  *count = o.c;
  return row;
}
