/* device/wall.h -- contacts with structures as a graphics processor computes them.
 *
 * A wall is a structure of closed forms (body/primitive.h), at rest or in prescribed
 * motion.  The text returns the bits of contact/narrow_structures.c, soft/loads.h and
 * soft/wear.h, by the kernels of device/wall.inc:
 *
 *   gm_kernels_wall_count   one work-item a grain: how many patches are near it
 *   gm_kernels_wall_fill    the same: rows for them, with the history of its old rows
 *   gm_kernels_wall_screen  one work-item a near grain: a sheet between it and a partner
 *   gm_kernels_wall_press   one work-item a near grain: its contacts with walls
 *   gm_kernels_wall_sums    one work-item a part of the rows and a wall: loads
 *   gm_kernels_wall_close   one work-item a block of parts and a wall: the same
 *
 * Rows of a grain follow each other, by (wall, patch); those of another may be anywhere.
 * Sums over contacts are in bins, which have no order (base/sum.h); what has an order,
 * or is too large for bins, goes to the host as an event.
 */
#ifndef GM_DEVICE_WALL_H
#define GM_DEVICE_WALL_H

#include "body/primitive.h"
#include "contact/finnie.h"
#include "device/kernels.h"
#include "patch/tangent.h"
#include "rigid/pose.h"
#include "search/walk.h"

enum {
  GM_WALL_MOST = 64,   /* walls */
  GM_WALL_PART = 64,   /* rows in a part */
  GM_WALL_BLOCK = 64,  /* parts in a block: base/sum.h, GM_SUM_ROWS */
  GM_WALL_COLUMNS = 8, /* force, power, torque, none */
};

/* A patch, as gm_patch. */
typedef struct gm_wall_patch {
  gm_kernels_row point, normal, half;
  gm_kernels_row segment; /* {rho0, rho1, z0, z1} */
  double radius;
  int32_t kind, wall, material; /* wall: row of the structure */
  int32_t number;               /* of the patch, in its structure */
} gm_wall_patch;

/* A wall in a step, as gm_pose; w of place: m  that walls have gone since the list was
 * built, at the end of the step. */
typedef struct gm_wall_pose {
  gm_kernels_row turn; /* {x, y, z, w} of the orientation */
  gm_kernels_row place, velocity, spin;
  gm_kernels_row late_place, late_velocity, late_spin;
} gm_wall_pose;

/* A grain that may touch walls while the list lasts. */
typedef struct gm_wall_near {
  int32_t grain, first, n, pad; /* rows */
} gm_wall_near;

enum { GM_WALL_APART, GM_WALL_TOUCHES, GM_WALL_DETACHED }; /* states of a row */
enum { GM_WALL_ACTS = 1, GM_WALL_INSIDE = 2 };             /* bits of `did` */

/* A grain and a patch. */
typedef struct gm_wall_row {
  gm_kernels_row history, couple, normal; /* scene/contacts.h */
  gm_kernels_row push, work, hits;        /* gm_contact_sum */
  gm_kernels_row force, torque; /* on the wall, in the last step; {, power} */
  int32_t patch, state, did, pad;
} gm_wall_row;

/* What the host adds, by rising step, grain and patch. */
typedef struct gm_wall_event {
  gm_kernels_row sum[3]; /* push, work, hits; or force, torque */
  int32_t step, grain, patch;
  int32_t large; /* 1: a load too large for bins; 0: a contact that ended */
} gm_wall_event;

/* Loads of a wall in the bins of base/sum.h. */
typedef struct gm_wall_sum {
  double bin[GM_WALL_COLUMNS][3];
  int32_t n, inside; /* rows; centres inside */
} gm_wall_sum;

/* ---- patches ---------------------------------------------------------------- */

GM_INLINE gm_patch gm_wall_shape(gm_wall_patch p)
{
  return (gm_patch){.kind = (gm_patch_kind)p.kind,
                    .point = gm_kernels_vec(p.point),
                    .normal = gm_kernels_vec(p.normal),
                    .half = gm_kernels_vec(p.half),
                    .rho = {p.segment.x, p.segment.y},
                    .z = {p.segment.z, p.segment.w},
                    .radius = p.radius};
}

GM_INLINE gm_pose gm_wall_now(gm_wall_pose w)
{
  return (gm_pose){gm_kernels_vec(w.place),
                   {w.turn.w, w.turn.x, w.turn.y, w.turn.z},
                   gm_kernels_vec(w.velocity),
                   gm_kernels_vec(w.spin)};
}

/* With the present orientation, which no velocity needs. */
GM_INLINE gm_pose gm_wall_late(gm_wall_pose w)
{
  return (gm_pose){gm_kernels_vec(w.late_place),
                   {w.turn.w, w.turn.x, w.turn.y, w.turn.z},
                   gm_kernels_vec(w.late_velocity),
                   gm_kernels_vec(w.late_spin)};
}

GM_INLINE gm_wall_pose gm_wall_at(GM_AT const gm_kernels_constants *c,
                                  GM_AT const gm_wall_pose *pose, int32_t step,
                                  int32_t wall)
{
  return pose[(c->still ? 0 : step) * c->walls + wall];
}

/* Is the surface of a grain nearer to a patch than the skin? */
GM_INLINE int gm_wall_reaches(GM_AT const gm_kernels_constants *c,
                              GM_AT const gm_wall_pose *pose, gm_wall_patch p,
                              gm_kernels_row x)
{
  const gm_patch shape = gm_wall_shape(p);
  const gm_pose now = gm_wall_now(gm_wall_at(c, pose, 0, p.wall));
  const gm_vec3 y = gm_pose_to_body(&now, gm_kernels_vec(x));
  return gm_primitive_probe(&shape, y).distance < x.w + c->skin;
}

GM_INLINE int32_t gm_wall_reached(GM_AT const gm_kernels_constants *c,
                                  GM_AT const gm_wall_pose *pose,
                                  GM_AT const gm_wall_patch *patch,
                                  gm_kernels_row x)
{
  int32_t n = 0;
  for (int32_t p = 0; p < c->patches; ++p)
    n += gm_wall_reaches(c, pose, patch[p], x);
  return n;
}

/* May a patch come between a grain and another, `way` from it, while the list lasts?
 * search/screen.c: meets_sight */
GM_INLINE int gm_wall_between(GM_AT const gm_kernels_constants *c,
                              const gm_patch *shape, gm_vec3 y, gm_vec3 e,
                              double r, double margin)
{
  if (gm_walk_beside(shape, y, e, margin)) return 0;
  const double length = gm_norm(e);
  double s = 0.0;
  for (int k = 0; k < GM_WALK_STRIDES; ++k) {
    const gm_vec3 at = gm_madd(y, s / length, e);
    const double d = gm_primitive_probe(shape, at).distance;
    if (k == 0 && d >= r + c->skin) return 0;
    if (d <= margin) return 1;
    s += d - margin;
    if (s >= length) return 0;
  }
  return 1;
}

/* ---- a grain at a wall -------------------------------------------------------- */

/* Tables that the contacts of a grain need. */
typedef struct gm_wall_tables {
  GM_AT const gm_kernels_constants *c;
  GM_AT gm_kernels_word *word;
  GM_AT const gm_wall_patch *patch;
  GM_AT gm_wall_row *row;
  GM_AT const gm_coefficients *table;
  GM_AT const gm_couple_coefficients *couple_table;
  GM_AT const gm_kernels_row
      *wear; /* {stress, depths, forces, Archard's k / H} */
  GM_AT gm_kernels_impact *impacts;
  GM_AT gm_wall_event *events;
} gm_wall_tables;

/* A grain and what it has received. */
typedef struct gm_wall_grain {
  int32_t i, material;
  gm_kernels_row x, v, w;
  gm_kernels_load o, m;
  double most; /* 1  overlap, of wall `deepest` */
  int32_t deepest;
} gm_wall_grain;

/* There is room: gm_kernels_settle. */
GM_INLINE void gm_wall_note(const gm_wall_tables *t, int32_t grain,
                            int32_t patch, int32_t large, gm_kernels_row a,
                            gm_kernels_row b, gm_kernels_row d)
{
  GM_AT gm_wall_event *e = &t->events[GM_TAKE(&t->word->events, 1)];
  e->sum[0] = a;
  e->sum[1] = b;
  e->sum[2] = d;
  e->step = t->word->done;
  e->grain = grain;
  e->patch = patch;
  e->large = large;
}

GM_INLINE int gm_wall_large(gm_kernels_row a)
{
  return !(a.x * a.x < 0x1p24 && a.y * a.y < 0x1p24 && a.z * a.z < 0x1p24 &&
           a.w * a.w < 0x1p24);
}

/* The grain no longer touches the patch of a row. */
GM_INLINE void gm_wall_part(const gm_wall_tables *t, int32_t grain, int32_t r)
{
  const gm_kernels_row none = {0.0, 0.0, 0.0, 0.0};
  GM_AT gm_wall_row *row = &t->row[r];
  if (row->state == GM_WALL_APART) return;
  if (t->c->sums && row->state == GM_WALL_TOUCHES)
    gm_wall_note(t, grain, row->patch, 0, row->push, row->work, row->hits);
  row->state = GM_WALL_APART;
  row->history = row->couple = row->normal = none;
  row->push = row->work = row->hits = none;
}

/* soft/wear.h: gm_wear_structures, gm_wear_impact */
GM_INLINE void gm_wall_wear(const gm_wall_tables *t, GM_AT gm_wall_row *row,
                            const gm_contact_frame *f, gm_law_force F,
                            int32_t pair, double mobility, int begins)
{
  const double sure = 1.0 - 1.0e-9, dt = t->c->time.dt;
  const gm_kernels_row wear = t->wear[pair];
  const gm_vec3 n = f->normal, v = f->velocity;
  const double fn = gm_dot(F.force, n), vn = gm_dot(v, n);
  const double ft2 = gm_norm2(gm_madd(F.force, -fn, n));
  const double vt2 = gm_norm2(gm_madd(v, -vn, n));
  const double limit = sure * t->table[pair].mu * F.load;
  const double slid = ft2 >= limit * limit ? dt * F.load * sqrt(vt2) : 0.0;
  gm_kernels_row push = row->push, work = row->work, hits = row->hits;
  if (work.w == 0.0) hits.w = wear.w;
  push.x += -dt * F.force.x;
  push.y += -dt * F.force.y;
  push.z += -dt * F.force.z;
  push.w += dt * fn;
  work.x += F.dissipated - F.frictional;
  work.y += F.frictional;
  work.z += slid;
  work.w += dt;
  if (begins) {
    const double mass = mobility > 0.0 ? 1.0 / mobility : 0.0;
    hits.x += 1.0;
    hits.y += 0.5 * mass * vn * vn;
    hits.z += gm_finnie_volume(wear.x, wear.y, wear.z, mass, v, n);
    if (t->c->counts)
      gm_kernels_note(t->c, f, mobility, -1 - pair, t->impacts, &t->word->n);
  }
  row->push = push;
  row->work = work;
  row->hits = hits;
}

/* What a contact does to the wall: soft/loads.h.  m: torque of rolling and twisting
 * resistance. */
GM_INLINE void gm_wall_load(const gm_wall_tables *t, const gm_wall_grain *g,
                            GM_AT gm_wall_row *row, const gm_pose *pose,
                            const gm_contact_frame *f, gm_vec3 force, gm_vec3 m)
{
  const gm_kernels_row none = {0.0, 0.0, 0.0, 0.0};
  const gm_vec3 foot =
      gm_madd(gm_kernels_vec(g->x), 1.0 * f->overlap - g->x.w, f->normal);
  gm_vec3 torque = gm_cross(gm_sub(foot, pose->position), force);
  double power = gm_dot(force, gm_pose_velocity_at(pose, foot));
  if (GM_KERNELS_COUPLE_OF(t->c)) {
    torque = gm_add(torque, m);
    power += gm_dot(m, pose->spin);
  }
  const gm_kernels_row push = {-1.0 * force.x, -1.0 * force.y, -1.0 * force.z,
                               power};
  const gm_kernels_row twist = {-1.0 * torque.x, -1.0 * torque.y,
                                -1.0 * torque.z, 0.0};
  if (gm_wall_large(push) || gm_wall_large(twist)) {
    gm_wall_note(t, g->i, row->patch, 1, push, twist, none);
    return;
  }
  row->force = push;
  row->torque = twist;
  row->did |= GM_WALL_ACTS;
}

/* Velocities, arms and normal of a contact: contact/narrow_structures.c,
 * contact/geometry.h. */
GM_INLINE gm_contact_frame gm_wall_frame(gm_law_time time,
                                         const gm_wall_grain *g,
                                         const gm_pose *pose,
                                         const gm_pose *late, gm_vec3 normal,
                                         double distance, gm_vec3 last)
{
  const double r = g->x.w, L = distance / r;
  const gm_vec3 v = gm_kernels_vec(g->v);
  const gm_vec3 n = gm_quat_rotate(pose->orientation, normal);
  const gm_vec3 p = gm_geometry_changed(n, last, time.lag / time.dt);
  const gm_vec3 was = gm_madd(gm_kernels_vec(g->x), -time.lag, v);
  const gm_vec3 foot = gm_madd(was, -distance, gm_sub(n, p));
  const gm_vec3 c = gm_sub(v, gm_pose_velocity_at(late, foot));
  const gm_vec3 s = {r * g->w.x, r * g->w.y, r * g->w.z};
  const gm_vec3 w = {L * s.x, L * s.y, L * s.z};
  return (gm_contact_frame){.normal = n,
                            .turn = p,
                            .velocity = gm_geometry_velocity(c, w, n, p),
                            .overlap = r - distance,
                            .lever = L,
                            .radius = 0.5 * (r - -r * r * (1.0 / r))};
}

/* A contact: its force to the grain, its history to the row, its load to the wall. */
GM_INLINE void gm_wall_contact(const gm_wall_tables *t, gm_wall_grain *g,
                               gm_wall_pose at, gm_contact_point point,
                               int begins)
{
  GM_AT const gm_kernels_constants *c = t->c;
  GM_AT gm_wall_row *row = &t->row[point.row];
  const int law = GM_KERNELS_LAW_OF(c);
  const gm_wall_patch patch = t->patch[row->patch];
  const gm_pose pose = gm_wall_now(at), late = gm_wall_late(at);
  const gm_kernels_row h = row->history;
  const gm_contact_frame f =
      gm_wall_frame(c->time, g, &pose, &late, point.normal, point.distance,
                    gm_kernels_vec(row->normal));
  row->normal = (gm_kernels_row){f.normal.x, f.normal.y, f.normal.z, 0.0};
  const gm_law_contact k = {.overlap = f.overlap,
                            .slope = point.slope,
                            .radius = f.radius,
                            .mobility = g->v.w,
                            .normal = f.normal,
                            .velocity = f.velocity,
                            .moved = {0.0, 0.0, 0.0},
                            .spring = {h.x, h.y, h.z},
                            .memory = h.w};
  const int32_t pair = g->material * c->materials + patch.material;
  const gm_law_force F = gm_kernels_force(law, t->table[pair], c->time, k);
  const double depth =
      f.overlap > c->known * f.radius ? f.overlap / g->x.w : 0.0;
  g->deepest = depth > g->most ? patch.wall : g->deepest;
  g->most = depth > g->most ? depth : g->most;
  row->history = (gm_kernels_row){F.spring.x, F.spring.y, F.spring.z, F.memory};
  const gm_vec3 n = f.normal, q = F.force;
  const gm_vec3 turned = {f.lever * (n.y * q.z - n.z * q.y),
                          f.lever * (n.z * q.x - n.x * q.z),
                          f.lever * (n.x * q.y - n.y * q.x)};
  gm_kernels_add(&g->o, F.force, F.frictional, turned, F.dissipated, 1.0);
  gm_vec3 torque = {0.0, 0.0, 0.0};
  if (GM_KERNELS_COUPLE_OF(c)) {
    const gm_vec3 spin = gm_sub(gm_kernels_vec(g->w), late.spin);
    const double slow = 1.0 * g->v.w / (g->x.w * g->x.w) + 0.0;
    torque = gm_kernels_resist(c, t->couple_table[pair], F, h.w, &f, spin, slow,
                               1.0, 1.0, &row->couple, 1, &g->m);
  }
  if (c->sums) gm_wall_wear(t, row, &f, F, pair, g->v.w, begins);
  gm_wall_load(t, g, row, &pose, &f, F.force, torque);
  row->state = GM_WALL_TOUCHES;
  if (gm_kernels_adheres(law) && !(F.memory > 0.0)) {
    const gm_kernels_row none = {0.0, 0.0, 0.0, 0.0};
    if (c->sums)
      gm_wall_note(t, g->i, row->patch, 0, row->push, row->work, row->hits);
    row->push = row->work = row->hits = none;
    row->state = GM_WALL_DETACHED;
  }
}

/* New contacts among the n rows of a group from `first` on take over the history of
 * those that ended nearest to them; now, was: [n]. */
GM_INLINE void gm_wall_hand_over(const gm_wall_tables *t, int32_t first,
                                 int32_t n, double r, const int *now, int *was,
                                 const gm_vec3 *foot)
{
  for (int32_t k = 0; k < n; ++k) {
    if (!now[k] || was[k]) continue;
    double nearest = 0.17 * r;
    int32_t from = -1;
    for (int32_t q = 0; q < n; ++q) {
      if (!was[q] || now[q]) continue;
      const double apart = gm_norm(gm_sub(foot[q], foot[k]));
      if (!(apart < nearest)) continue;
      nearest = apart;
      from = q;
    }
    if (from < 0) continue;
    t->row[first + k].history = t->row[first + from].history;
    t->row[first + k].couple = t->row[first + from].couple;
    t->row[first + k].normal = t->row[first + from].normal;
    was[from] = 0;
  }
}

/* The contacts of a grain with a wall: n rows from `first` on. */
GM_INLINE void gm_wall_meet(const gm_wall_tables *t, gm_wall_grain *g,
                            gm_wall_pose at, int32_t first, int32_t n)
{
  gm_contact_point point[GM_SHAPE_SIDES];
  gm_vec3 foot[GM_SHAPE_SIDES];
  int was[GM_SHAPE_SIDES], now[GM_SHAPE_SIDES];
  const int adheres = gm_kernels_adheres(GM_KERNELS_LAW_OF(t->c));
  const gm_pose pose = gm_wall_now(at);
  const gm_vec3 y = gm_pose_to_body(&pose, gm_kernels_vec(g->x));
  const double r = g->x.w;
  int touching = 0, lost = 0;
  for (int32_t q = 0; q < n; ++q) {
    GM_AT gm_wall_row *row = &t->row[first + q];
    const gm_wall_patch patch = t->patch[row->patch];
    const gm_patch shape = gm_wall_shape(patch);
    const gm_query_result probe = gm_primitive_probe(&shape, y);
    was[q] = row->state == GM_WALL_TOUCHES;
    now[q] = 0;
    lost |= was[q];
    foot[q] = gm_scale(-probe.distance, probe.gradient);
    row->did = probe.distance < 0.0 ? GM_WALL_INSIDE : 0;
    if (probe.distance >= r && !(adheres && was[q])) continue;
    gm_vec3 gradient = probe.gradient;
    if (t->c->flat) gradient.z = 0.0;
    const double slope = gm_norm(gradient);
    point[touching++] = (gm_contact_point){first + q,
                                           patch.number,
                                           probe.distance,
                                           slope,
                                           gm_scale(1.0 / slope, gradient),
                                           0};
  }
  touching = gm_tangent_keep(point, touching, GM_TANGENT_MARGIN * r);
  for (int m = 0; m < touching; ++m)
    now[point[m].row - first] = 1;
  if (lost) gm_wall_hand_over(t, first, n, r, now, was, foot);
  for (int32_t q = 0; q < n; ++q)
    if (!now[q]) gm_wall_part(t, g->i, first + q);
  for (int m = 0; m < touching; ++m)
    gm_wall_contact(t, g, at, point[m], m == 0 && !lost);
}

#endif
