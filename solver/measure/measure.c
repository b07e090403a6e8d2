/* measure/measure.c -- one instant in numbers.
 *
 * A leapfrog stores velocities half a kick behind positions.  Whatever joins the two,
 * like an energy, is measured with the velocity that the rest of the kick would make of
 * it; the sums of work and losses are brought to the same instant with the rates of the
 * last step.
 */
#include "measure/measure.h"

#include "assembly/clump_state.h"
#include "base/sum.h"
#include "contact/couples.h"

/* The kick, in s, that brings the velocities of grain i in step with the positions. */
static double kick(const gm_scheme *scheme, const gm_scene *s, gm_index i)
{
  const gm_grain_before *old = s->grains.before;
  const int starts = s->step == 0 || (old && !old[i].known);
  return starts ? 0.0 : scheme->behind * s->dt;
}

/* The pose of the group that holds grain i, or null. */
static const gm_pose *holder_of(const gm_scene *s, gm_index i)
{
  if (!gm_grains_held(&s->grains, i)) return NULL;
  return &s->held_groups.row[s->grains.held[i].group - 1].pose;
}

/* The clump that grain i is a member of, at the instant of the positions. */
static gm_clump_state state_of(const gm_scheme *scheme, const gm_scene *s,
                               gm_index i)
{
  const gm_clump *c = &s->clumps.row[s->grains.member[i].clump - 1];
  return gm_clump_state_at(c, s->gravity, kick(scheme, s, i));
}

static gm_vec3 member_velocity(const gm_scheme *scheme, const gm_scene *s,
                               gm_index i)
{
  const gm_grain_member *m = &s->grains.member[i];
  const gm_clump *c = &s->clumps.row[m->clump - 1];
  const gm_clump_state now = state_of(scheme, s, i);
  return gm_add(
      now.velocity,
      gm_cross(now.spin, gm_clumps_arm(&s->clumps, c, c->turn, m->slot)));
}

gm_vec3 gm_measure_velocity(const gm_scheme *scheme, const gm_scene *s,
                            gm_index i)
{
  const gm_pose *pose = holder_of(s, i);
  if (pose) {
    const gm_vec3 at = gm_pose_to_world(pose, s->grains.held[i].seat);
    return gm_pose_velocity_at(pose, at);
  }
  if (gm_grains_clump(&s->grains, i)) return member_velocity(scheme, s, i);
  gm_vec3 a =
      gm_madd(s->gravity, s->grains.g[i].v[3], gm_row_vec(s->grains.load[i].f));
  if (scheme->corrects) a = gm_sub(a, gm_row_vec(s->grains.before[i].a));
  return gm_madd(gm_row_vec(s->grains.g[i].v), kick(scheme, s, i), a);
}

gm_vec3 gm_measure_angular_velocity(const gm_scheme *scheme, const gm_scene *s,
                                    gm_index i)
{
  const gm_pose *pose = holder_of(s, i);
  if (pose) return pose->spin;
  if (gm_grains_clump(&s->grains, i)) return state_of(scheme, s, i).spin;
  const double h = kick(scheme, s, i), r = s->grains.g[i].x[3];
  const double spin =
      gm_grain_rule_spin_at(gm_grain_rule_spin(&s->grains.rule), r);
  gm_vec3 w = gm_row_vec(s->grains.w[i]);
  if (scheme->corrects) w = gm_madd(w, -h, gm_row_vec(s->grains.before[i].t));
  return gm_madd(w, -spin * h * s->grains.g[i].v[3] / r,
                 gm_row_vec(s->grains.load[i].t));
}

double gm_measure_kinetic(const gm_scheme *scheme, const gm_scene *s,
                          gm_index i)
{
  return 0.5 * gm_grains_mass(&s->grains, i) *
             gm_norm2(gm_measure_velocity(scheme, s, i)) +
         0.5 * gm_grains_inertia(&s->grains, i) *
             gm_norm2(gm_measure_angular_velocity(scheme, s, i));
}

/* Is it the contact of a grain with its mirror image? */
static int is_mirrored(const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  return row >= c->n_grain && s->structures.row[c->b[row]].mirror;
}

/* Energy of the rolling and the twisting spring. */
static double couple_energy(const gm_model *m, const gm_scene *s, gm_index row,
                            double radius)
{
  const gm_row4 h = s->contacts.couple[row];
  const gm_coefficients *c = &m->table[gm_model_pair(s, row)];
  const double memory = s->contacts.history[row][3];
  const gm_couple_contact contact = {.stiffness =
                                         c->kn * (m->law->grows ? memory : 1.0),
                                     .radius = radius,
                                     .bent = gm_row_vec(h),
                                     .twisted = h[3]};
  return gm_couples_energy(&m->couple_table[gm_model_pair(s, row)], m->bend,
                           &contact);
}

double gm_measure_spring(const gm_model *m, const gm_scene *s, gm_index row,
                         double overlap, double radius)
{
  const gm_row4 h = s->contacts.history[row];
  const gm_law_contact contact = {.overlap = overlap,
                                  .radius = radius,
                                  .spring = gm_row_vec(h),
                                  .memory = h[3]};
  double held = m->law->energy(&m->table[gm_model_pair(s, row)], &contact);
  if (m->couple) held += couple_energy(m, s, row, radius);
  held *= gm_scene_weight(s, row);
  return is_mirrored(s, row) ? 0.5 * held
                             : held; /* the other half is the image's */
}

double gm_measure_elastic(const gm_capture *now, const gm_scene *s,
                          gm_index row)
{
  const gm_capture_contact *k = &now->contact[row];
  return gm_measure_spring(now->model, s, row, k->f[3], k->n[3]);
}

/* Volume of the box; in two dimensions area times thickness. */
static double volume_of(const gm_scene *s)
{
  const gm_vec3 side = gm_sub(s->domain.max, s->domain.min);
  const gm_grain_rule *rule = &s->grains.rule;
  return side.x * side.y * (rule->flat ? rule->thickness : side.z);
}

/* Pressure of hard grains by the virial:  p d V = sum m v^2 + virial per time, with the
 * peculiar velocities of free grains. */
static double pressure_of(const gm_scene *s, const gm_measure *m)
{
  const gm_hard_balance *h = &s->balance.hard;
  const double volume = volume_of(s), span = s->time - h->framed;
  const int axes = s->grains.rule.flat ? 2 : 3;
  double twice = -gm_norm2(m->momentum) / m->mass;
  for (gm_index i = 0; i < s->grains.n; ++i)
    if (!gm_grains_held(&s->grains, i))
      twice += gm_norm2(gm_row_vec(s->grains.g[i].v)) / s->grains.g[i].v[3];
  if (!isfinite(volume) || !(s->grains.n > 0)) return NAN;
  const double rate = span > 0.0 ? (h->virial - h->before) / span : 0.0;
  return (twice + rate) / (axes * volume);
}

static void measure_contacts(const gm_capture *now, const gm_scene *s,
                             gm_measure *m)
{
  const gm_contacts *c = &s->contacts;
  gm_sum elastic = {0};
  for (gm_index row = 0; row < c->n; ++row) {
    if (!c->touched[row]) continue;
    const int is_grain = row < c->n_grain;
    m->contacts_grain += is_grain;
    m->contacts_structure += !is_grain;
    gm_sum_add(&elastic, gm_measure_elastic(now, s, row));
    const double ra = (1.0 + is_mirrored(s, row)) * s->grains.g[c->a[row]].x[3];
    const double r = is_grain ? fmin(ra, s->grains.g[c->b[row]].x[3]) : ra;
    m->largest_overlap = fmax(m->largest_overlap, now->contact[row].f[3] / r);
  }
  m->elastic += gm_sum_value(&elastic);
}

gm_rigid_state gm_measure_body(const gm_scene *s, const gm_structure *b)
{
  const gm_rigid *r = b->rigid;
  const gm_rigid_force none = {0};
  if (r && r->on)
    return gm_rigid_measure(
        r, &b->pose, s->hard ? none : gm_structures_contact(b), s->time, s->dt);
  return (gm_rigid_state){.centre = r ? gm_pose_to_world(&b->pose, r->centre)
                                      : b->pose.position};
}

static void measure_clumps(const gm_scheme *scheme, const gm_scene *s,
                           gm_measure *m)
{
  const double h = s->step == 0 ? 0.0 : scheme->behind * s->dt;
  for (gm_index k = 0; k < s->clumps.n; ++k) {
    const gm_clump *c = &s->clumps.row[k];
    const gm_clump_state now = gm_clump_state_at(c, s->gravity, h);
    const double mass = 1.0 / c->mobility;
    m->kinetic += now.kinetic;
    m->potential -= mass * gm_dot(s->gravity, gm_row_vec(c->x));
    m->momentum = gm_madd(m->momentum, mass, now.velocity);
  }
}

/* Free bodies. */
static void measure_bodies(const gm_scene *s, gm_measure *m)
{
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->rigid || !b->rigid->on) continue;
    const gm_rigid_state now = gm_measure_body(s, b);
    m->bodies += now.free;
    m->falls += now.potential;
    m->applied += now.work;
    m->dragged += now.loss;
    m->momentum = gm_add(m->momentum, now.momentum);
  }
}

/* Material points, with their velocities of the instant. */
static void measure_points(const gm_scene *s, gm_measure *m)
{
  const gm_points *p = &s->points;
  for (gm_index i = 0; i < p->n; ++i) {
    const gm_point *o = &p->p[i];
    const gm_vec3 v = gm_row_vec(p->now[i]);
    const double mass = o->x[3];
    m->points_mass += mass;
    m->points_kinetic += 0.5 * mass * gm_norm2(v);
    m->points_elastic +=
        o->v[3] * gm_point_law_energy(&s->continuum.law, &o->b);
    m->points_potential -= mass * gm_dot(s->gravity, gm_row_vec(o->x));
    m->momentum = gm_madd(m->momentum, mass, v);
  }
  m->mass += m->points_mass;
  m->kinetic += m->points_kinetic;
  m->elastic += m->points_elastic;
  m->potential += m->points_potential;
}

void gm_measure_scene(const gm_capture *now, const gm_scene *s, gm_measure *m)
{
  GM_ASSERT(now->valid);
  const gm_scheme *scheme = now->model->scheme;
  *m = (gm_measure){.time = s->time, .step = s->step};
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const double mass = gm_grains_mass(&s->grains, i);
    m->mass += mass;
    if (gm_grains_held(&s->grains, i) || gm_grains_clump(&s->grains, i))
      continue;
    m->kinetic += gm_measure_kinetic(scheme, s, i);
    m->potential -= mass * gm_dot(s->gravity, gm_row_vec(s->grains.g[i].x));
    m->momentum = gm_madd(m->momentum, mass, gm_measure_velocity(scheme, s, i));
  }
  if (s->hard) {
    m->contacts_grain = s->balance.hard.pairs;
    m->contacts_structure = s->balance.hard.walls;
    m->largest_overlap = s->balance.hard.overlap;
    m->pressure = pressure_of(s, m);
  } else {
    measure_contacts(now, s, m);
  }
  measure_clumps(scheme, s, m);
  measure_points(s, m);
  measure_bodies(s, m);
  for (gm_index k = 0; k < s->meetings.n; ++k) {
    const gm_meeting *r = &s->meetings.row[k];
    m->contacts_bodies += gm_meetings_touch(r);
    m->elastic += r->elastic;
  }
}

/* The part of a step by which velocities, and what they did, stand behind positions. */
static double behind(const gm_capture *now, const gm_scene *s)
{
  return s->step == 0 ? 0.0 : now->model->scheme->behind;
}

double gm_measure_dissipated(const gm_capture *now, const gm_scene *s)
{
  const gm_points_balance *p = &s->balance.points;
  return s->balance.dissipated + behind(now, s) * now->dissipated + p->plastic +
         p->transfer + p->walls + behind(now, s) * p->walls_now;
}

double gm_measure_work(const gm_capture *now, const gm_scene *s)
{
  return s->balance.work + behind(now, s) * now->power * s->dt;
}

double gm_measure_held(const gm_capture *now, const gm_scene *s)
{
  return s->balance.held + behind(now, s) * now->held_power * s->dt;
}

double gm_measure_growth(const gm_capture *now, const gm_scene *s)
{
  return s->balance.growth + behind(now, s) * now->growth_power * s->dt;
}

double gm_measure_moving(const gm_measure *m)
{
  return m->kinetic + m->elastic + m->bodies;
}

double gm_measure_turned(const gm_capture *now, const gm_scene *s,
                         const gm_measure *m)
{
  const gm_balance *b = &s->balance;
  const double spent =
      gm_measure_moving(m) + gm_measure_dissipated(now, s) + m->dragged;
  return fmax(b->peak, spent) + fabs(b->crossings) + fabs(m->applied) +
         fabs(gm_measure_work(now, s)) + fabs(gm_measure_held(now, s)) +
         fabs(gm_measure_growth(now, s));
}

double gm_measure_error(const gm_capture *now, const gm_scene *s,
                        const gm_measure *m)
{
  const gm_balance *b = &s->balance;
  const gm_partition_sums *p = &s->partition.sums;
  return m->kinetic + m->elastic + m->potential + m->bodies + m->falls +
         m->dragged - m->applied + gm_measure_dissipated(now, s) + p->loss -
         p->energy + b->energy_out - b->energy_in - b->initial - b->crossings -
         b->hard.corrections - gm_measure_work(now, s) -
         gm_measure_held(now, s) - gm_measure_growth(now, s);
}

gm_line gm_measure_line(const gm_capture *now, const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const gm_capture_contact *k = &now->contact[row];
  const gm_row4 xa = s->grains.g[c->a[row]].x;
  const gm_vec3 from = gm_row_vec(gm_domain_home(&s->domain, xa));
  if (row >= c->n_grain) {
    const double depth = is_mirrored(s, row) ? 0.5 * k->f[3] : k->f[3];
    return (gm_line){from, gm_madd(from, depth - xa[3], gm_row_vec(k->n))};
  }
  const gm_row4 xb = s->grains.g[c->b[row]].x;
  if (!c->image) return (gm_line){from, gm_row_vec(xb)};
  const gm_row4 apart = xa - (xb + c->shift[c->image[row]]);
  return (gm_line){from, gm_sub(from, gm_row_vec(apart))};
}
