/* measure/measure.c -- one instant in numbers.
 *
 * A leapfrog stores velocities half a kick behind positions.  Whatever joins the two,
 * like an energy, is measured with the velocity that the rest of the kick would make of
 * it; the sums of work and losses are brought to the same instant with the rates of the
 * last step.  Sums on surfaces, and how stiff contacts are, follow.
 */
#include "measure/measure.h"

#include "base/sum.h"
#include "contact/couples.h"
#include "soft/clump.h"
#include "soft/local.h"

/* The kick, in s, that brings the velocities of grain i in step with the positions. */
static double measure_half_kick(const gm_scheme *scheme, const gm_scene *s,
                                gm_index i)
{
  const gm_grain_before *old = s->grains.before;
  const int starts = s->step == 0 || (old && !old[i].known);
  return starts ? 0.0 : scheme->behind * s->dt;
}

/* The pose of the group that holds grain i, or null. */
static const gm_pose *measure_holder(const gm_scene *s, gm_index i)
{
  if (!gm_grains_held(&s->grains, i)) return NULL;
  return &s->held_groups.row[s->grains.held[i].group - 1].pose;
}

/* The clump that grain i is a member of, at the instant of the positions. */
static gm_clump_state measured_clump(const gm_scheme *scheme, const gm_scene *s,
                                     gm_index i)
{
  const gm_clump *c = &s->clumps.row[s->grains.member[i].clump - 1];
  return gm_clump_state_at(c, s->gravity, measure_half_kick(scheme, s, i));
}

static gm_vec3 measure_member_velocity(const gm_scheme *scheme,
                                       const gm_scene *s, gm_index i)
{
  const gm_grain_member *m = &s->grains.member[i];
  const gm_clump *c = &s->clumps.row[m->clump - 1];
  const gm_clump_state now = measured_clump(scheme, s, i);
  return gm_add(
      now.velocity,
      gm_cross(now.spin, gm_clumps_arm(&s->clumps, c, c->turn, m->slot)));
}

gm_vec3 gm_measure_velocity(const gm_scheme *scheme, const gm_scene *s,
                            gm_index i)
{
  const gm_pose *pose = measure_holder(s, i);
  if (pose) {
    const gm_vec3 at = gm_pose_to_world(pose, s->grains.held[i].seat);
    return gm_pose_velocity_at(pose, at);
  }
  if (gm_grains_clump(&s->grains, i))
    return measure_member_velocity(scheme, s, i);
  gm_vec3 a =
      gm_madd(s->gravity, s->grains.g[i].v[3], gm_row_vec(s->grains.load[i].f));
  if (scheme->corrects) a = gm_sub(a, gm_row_vec(s->grains.before[i].a));
  return gm_madd(gm_row_vec(s->grains.g[i].v), measure_half_kick(scheme, s, i),
                 a);
}

gm_vec3 gm_measure_angular_velocity(const gm_scheme *scheme, const gm_scene *s,
                                    gm_index i)
{
  const gm_pose *pose = measure_holder(s, i);
  if (pose) return pose->spin;
  if (gm_grains_clump(&s->grains, i)) return measured_clump(scheme, s, i).spin;
  const double h = measure_half_kick(scheme, s, i), r = s->grains.g[i].x[3];
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
static int is_measure_mirrored(const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  return row >= c->n_grain && s->structures.row[c->b[row]].mirror;
}

/* Energy of the rolling and the twisting spring. */
static double couple_measure_energy(const gm_model *m, const gm_scene *s,
                                    gm_index row, const gm_coefficients *c,
                                    double radius)
{
  const gm_row4 h = s->contacts.couple[row];
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
  const gm_coefficients c = gm_local_now(m, s, row, overlap);
  double held = m->law->energy(&c, &contact);
  if (m->couple) held += couple_measure_energy(m, s, row, &c, radius);
  held *= gm_scene_weight(s, row);
  return is_measure_mirrored(s, row) ? 0.5 * held
                                     : held; /* the other half is the image's */
}

double gm_measure_elastic(const gm_capture *now, const gm_scene *s,
                          gm_index row)
{
  const gm_capture_contact *k = &now->contact[row];
  return gm_measure_spring(now->model, s, row, k->f[3], k->n[3]);
}

/* Volume of the box; in two dimensions area times thickness. */
static double measure_scene_volume(const gm_scene *s)
{
  const gm_vec3 side = gm_sub(s->domain.max, s->domain.min);
  const gm_grain_rule *rule = &s->grains.rule;
  return side.x * side.y * (rule->flat ? rule->thickness : side.z);
}

/* Pressure of hard grains by the virial:  p d V = sum m v^2 + virial per time, with the
 * peculiar velocities of free grains. */
static double measure_largest_pressure(const gm_scene *s, const gm_measure *m)
{
  const gm_hard_balance *h = &s->balance.hard;
  const double volume = measure_scene_volume(s), span = s->time - h->framed;
  const int axes = s->grains.rule.flat ? 2 : 3;
  gm_sum all = {0};
  if (!isfinite(volume) || !(s->grains.n > 0)) return NAN;
  for (gm_index i = 0; i < s->grains.n; ++i)
    if (!gm_grains_held(&s->grains, i))
      gm_sum_add(&all,
                 gm_norm2(gm_row_vec(s->grains.g[i].v)) / s->grains.g[i].v[3]);
  const double twice = gm_sum_value(&all) - gm_norm2(m->momentum) / m->mass;
  const double rate = span > 0.0 ? (h->virial - h->before) / span : 0.0;
  return (twice + rate) / (axes * volume);
}

/* What is added over grains, contacts, points or clumps, in any order and parts. */
typedef struct totals {
  gm_sum_rows row[2]; /* {mass, kinetic, elastic, potential}, {momentum, 0} */
  gm_sum sum[8];
  gm_id grain, structure; /* contacts */
  double overlap;         /* 1  the largest */
} totals;

static void close_measure_totals(totals *t)
{
  for (int k = 0; k < 2; ++k)
    gm_sum_rows_close(&t->row[k], &t->sum[4 * k]);
}

GM_INLINE void add_rows(totals *t, gm_row4 energies, gm_row4 momentum)
{
  if (t->row[0].n == GM_SUM_ROWS) close_measure_totals(t);
  gm_sum_rows_add(&t->row[0], &t->sum[0], energies);
  gm_sum_rows_add(&t->row[1], &t->sum[4], momentum);
}

/* Adds what one thread has added. */
static void join_measure_totals(totals *to, totals *part)
{
  close_measure_totals(part);
  for (int k = 0; k < 8; ++k)
    gm_sum_join(&to->sum[k], &part->sum[k]);
  to->grain += part->grain;
  to->structure += part->structure;
  to->overlap = fmax(to->overlap, part->overlap);
}

static void put_measure_totals(totals *t, gm_measure *m)
{
  double value[7];
  close_measure_totals(t);
  for (int k = 0; k < 7; ++k)
    value[k] = gm_sum_value(&t->sum[k]);
  m->mass += value[0];
  m->kinetic += value[1];
  m->elastic += value[2];
  m->potential += value[3];
  m->momentum = gm_add(m->momentum, gm_vec(value[4], value[5], value[6]));
}

static void add_measure_grain_energy(const gm_scheme *scheme, const gm_scene *s,
                                     gm_index i, totals *t)
{
  const gm_grains *g = &s->grains;
  const double mass = gm_grains_mass(g, i);
  gm_row4 energies = {mass}, momentum = {0.0};
  if (!gm_grains_held(g, i) && !gm_grains_clump(g, i)) {
    energies[1] = gm_measure_kinetic(scheme, s, i);
    energies[3] = -mass * gm_dot(s->gravity, gm_row_vec(g->g[i].x));
    momentum = gm_row(gm_scale(mass, gm_measure_velocity(scheme, s, i)), 0.0);
  }
  add_rows(t, energies, momentum);
}

static void add_measure_contact_energy(const gm_capture *now, const gm_scene *s,
                                       gm_index row, totals *t)
{
  const gm_contacts *c = &s->contacts;
  if (!c->touched[row]) return;
  const int is_grain = row < c->n_grain;
  const double ra =
      (1.0 + is_measure_mirrored(s, row)) * s->grains.g[c->a[row]].x[3];
  const double r = is_grain ? fmin(ra, s->grains.g[c->b[row]].x[3]) : ra;
  t->grain += is_grain;
  t->structure += !is_grain;
  t->overlap = fmax(t->overlap, now->contact[row].f[3] / r);
  add_rows(t, (gm_row4){0.0, 0.0, gm_measure_elastic(now, s, row)},
           (gm_row4){0.0});
}

static void measure_rows(const gm_capture *now, const gm_scene *s, int threads,
                         gm_measure *m)
{
  const gm_scheme *scheme = now->model->scheme;
  const gm_index contacts = s->hard ? 0 : s->contacts.n;
  totals all = {.grain = 0};
#pragma omp parallel num_threads(gm_contacts_team(threads, s->grains.n))
  {
    totals part = {.grain = 0};
#pragma omp for schedule(static) nowait
    for (gm_index i = 0; i < s->grains.n; ++i)
      add_measure_grain_energy(scheme, s, i, &part);
#pragma omp for schedule(static) nowait
    for (gm_index row = 0; row < contacts; ++row)
      add_measure_contact_energy(now, s, row, &part);
#pragma omp critical(gm_measure)
    join_measure_totals(&all, &part);
  }
  put_measure_totals(&all, m);
  m->contacts_grain = all.grain;
  m->contacts_structure = all.structure;
  m->largest_overlap = all.overlap;
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
  totals all = {.grain = 0};
  for (gm_index k = 0; k < s->clumps.n; ++k) {
    const gm_clump *c = &s->clumps.row[k];
    const gm_clump_state now = gm_clump_state_at(c, s->gravity, h);
    const double mass = 1.0 / c->mobility,
                 height = gm_dot(s->gravity, gm_row_vec(c->x));
    add_rows(&all, (gm_row4){0.0, now.kinetic, 0.0, -mass * height},
             gm_row(gm_scale(mass, now.velocity), 0.0));
  }
  put_measure_totals(&all, m);
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
  gm_measure points = {.mass = 0.0};
  totals all = {.grain = 0};
  for (gm_index i = 0; i < p->n; ++i) {
    const gm_point *o = &p->p[i];
    const gm_vec3 v = gm_row_vec(p->now[i]);
    const double mass = o->x[3], height = gm_dot(s->gravity, gm_row_vec(o->x)),
                 held = gm_point_law_energy(&s->continuum.law, &o->b);
    add_rows(&all,
             (gm_row4){mass, 0.5 * mass * gm_norm2(v), o->v[3] * held,
                       -mass * height},
             gm_row(gm_scale(mass, v), 0.0));
  }
  put_measure_totals(&all, &points);
  put_measure_totals(&all, m);
  m->points_mass = points.mass;
  m->points_kinetic = points.kinetic;
  m->points_elastic = points.elastic;
  m->points_potential = points.potential;
}

void gm_measure_scene(const gm_capture *now, const gm_scene *s, int threads,
                      gm_measure *m)
{
  GM_ASSERT(now->valid);
  *m = (gm_measure){.time = s->time, .step = s->step};
  measure_rows(now, s, threads, m);
  if (s->hard) {
    m->contacts_grain = s->balance.hard.pairs;
    m->contacts_structure = s->balance.hard.walls;
    m->largest_overlap = s->balance.hard.overlap;
    m->pressure = measure_largest_pressure(s, m);
  }
  measure_clumps(now->model->scheme, s, m);
  measure_points(s, m);
  measure_bodies(s, m);
  for (gm_index k = 0; k < s->meetings.n; ++k) {
    const gm_meeting *r = &s->meetings.row[k];
    m->contacts_bodies += gm_meetings_touch(r);
    m->elastic += r->elastic;
  }
}

/* The part of a step by which velocities, and what they did, stand behind positions. */
static double measure_contacts_behind(const gm_capture *now, const gm_scene *s)
{
  return s->step == 0 ? 0.0 : now->model->scheme->behind;
}

double gm_measure_dissipated(const gm_capture *now, const gm_scene *s)
{
  const gm_points_balance *p = &s->balance.points;
  return s->balance.dissipated +
         measure_contacts_behind(now, s) * now->dissipated + p->plastic +
         p->transfer + p->walls +
         measure_contacts_behind(now, s) * (p->walls_now + p->transfer_now);
}

double gm_measure_work(const gm_capture *now, const gm_scene *s)
{
  return s->balance.work + measure_contacts_behind(now, s) * now->power * s->dt;
}

double gm_measure_held(const gm_capture *now, const gm_scene *s)
{
  return s->balance.held +
         measure_contacts_behind(now, s) * now->held_power * s->dt;
}

double gm_measure_growth(const gm_capture *now, const gm_scene *s)
{
  return s->balance.growth +
         measure_contacts_behind(now, s) * now->growth_power * s->dt;
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
         m->dragged - m->applied + gm_measure_dissipated(now, s) + p->loss +
         p->lent - p->energy + b->energy_out - b->energy_in - b->initial -
         b->crossings - b->hard.corrections - gm_measure_work(now, s) -
         gm_measure_held(now, s) - gm_measure_growth(now, s);
}

gm_line gm_measure_line(const gm_capture *now, const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const gm_capture_contact *k = &now->contact[row];
  const gm_row4 xa = s->grains.g[c->a[row]].x;
  const gm_vec3 from = gm_row_vec(gm_domain_home(&s->domain, xa));
  if (row >= c->n_grain) {
    const double depth = is_measure_mirrored(s, row) ? 0.5 * k->f[3] : k->f[3];
    return (gm_line){from, gm_madd(from, depth - xa[3], gm_row_vec(k->n))};
  }
  const gm_row4 xb = s->grains.g[c->b[row]].x;
  if (!c->image) return (gm_line){from, gm_row_vec(xb)};
  const gm_row4 apart = xa - (xb + c->shift[c->image[row]]);
  return (gm_line){from, gm_sub(from, gm_row_vec(apart))};
}

/* What contacts did to surfaces up to now. */

/* Add the stays that last, in the order of the list: to the sum of their place, or,
 * where first is null, of their structure. */
static void add_measure_stays(const gm_contacts *list, const gm_index *first,
                              gm_surface_sum *sum)
{
  if (!list->running) return;
  for (gm_index row = list->n_grain; row < list->n; ++row) {
    const gm_index at = row - list->n_grain;
    if (!list->touched[row] || list->place[at] < 0) continue;
    const gm_index b = list->b[row];
    gm_surface_sum *to = &sum[first ? first[b] + list->place[at] : b];
    const gm_contact_sum t = gm_contacts_sum_of(&list->running[at]);
    gm_contacts_sum_add(&to->tally, &t);
    if (t.hits[0] > 0.0) ++to->spectrum[gm_contacts_decade(t.hits[1])];
  }
}

void gm_measure_structure_sums(const gm_structures *structures,
                               const gm_contacts *list, gm_surface_sum *sum)
{
  for (gm_index s = 0; s < structures->named; ++s) {
    const gm_contact_sums *t = &structures->row[s].sums;
    sum[s].tally = t->all;
    for (int q = 0; q < GM_CONTACT_SUMS_DECADES; ++q)
      sum[s].spectrum[q] = t->decades[q];
  }
  add_measure_stays(list, NULL, sum);
}

void gm_measure_place_sums(const gm_structures *structures,
                           const gm_contacts *list, const gm_index *first,
                           gm_surface_sum *sum)
{
  for (gm_index s = 0; s < structures->named; ++s) {
    const gm_contact_sums *t = &structures->row[s].sums;
    for (gm_index k = 0; k < t->n; ++k) {
      gm_surface_sum *to = &sum[first[s] + k];
      to->tally = t->row[k];
      for (int q = 0; q < GM_CONTACT_SUMS_DECADES; ++q)
        to->spectrum[q] = t->spectrum[k * GM_CONTACT_SUMS_DECADES + q];
    }
  }
  add_measure_stays(list, first, sum);
}

/* How stiff the contacts of grains are, for a continuum.
 *
 * The normal stiffness is the second derivative of the energy of the law, so that every
 * law serves. */

/* Extent of points and grains along gravity, over its magnitude. */
static double measure_deepest_overlap(const gm_scene *s)
{
  double low = INFINITY, high = -INFINITY;
  const gm_vec3 down = gm_unit(s->gravity);
  for (gm_index i = 0; i < s->points.n; ++i) {
    const double at = gm_dot(down, gm_row_vec(s->points.p[i].x));
    low = fmin(low, at);
    high = fmax(high, at);
  }
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const double at = gm_dot(down, gm_row_vec(s->grains.g[i].x));
    low = fmin(low, at);
    high = fmax(high, at);
  }
  return high > low ? high - low : 0.0;
}

static double measure_energy_at(const gm_law *law, const gm_coefficients *c,
                                double radius, double overlap)
{
  const gm_law_contact k = {.overlap = overlap, .radius = radius};
  return law->energy(c, &k);
}

/* Force and stiffness at that overlap. */
static double measure_force_slope(const gm_law *law, const gm_coefficients *c,
                                  double radius, double overlap, double *force)
{
  const double e = 0.05 * overlap;
  const double low = measure_energy_at(law, c, radius, overlap - e);
  const double here = measure_energy_at(law, c, radius, overlap);
  const double high = measure_energy_at(law, c, radius, overlap + e);
  *force = (high - low) / (2.0 * e);
  return (high - 2.0 * here + low) / (e * e);
}

gm_stiffness gm_measure_stiffness(const gm_model *model, const gm_scene *s)
{
  const gm_continuum *o = &s->continuum;
  const gm_index pair = o->material * GM_MATERIALS_MAX + o->material;
  if (o->mode == GM_MODE_DISCRETE ||
      !gm_material_paired(&s->materials.pair[o->material][o->material]))
    return (gm_stiffness){0.0, 0.0};
  const gm_coefficients *c = &model->table[pair];
  const double d = o->diameter;
  const double pressure =
      0.5 * o->density * gm_norm(s->gravity) * measure_deepest_overlap(s);
  const double area = s->structures.flat ? d * s->grains.rule.thickness : d * d;
  const double wanted = fmax(pressure * area, 1.0e-9 * o->density * d * d * d);
  double low = 1.0e-12 * d, high = 0.5 * d, force;
  for (int k = 0; k < 60; ++k) { /* overlap by bisection of its logarithm */
    const double middle = sqrt(low * high);
    measure_force_slope(model->law, c, 0.25 * d, middle, &force);
    *(force < wanted ? &low : &high) = middle;
  }
  const double kn =
      measure_force_slope(model->law, c, 0.25 * d, sqrt(low * high), &force);
  const double part = model->law->law == GM_LAW_HERTZ ? 1.5 * c->kn : c->kn;
  return (gm_stiffness){kn, part > 0.0 ? kn * c->kt / part : 0.0};
}
