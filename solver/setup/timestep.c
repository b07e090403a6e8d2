/* setup/timestep.c -- the largest stable step.
 *
 *   Rayleigh  pi r sqrt(rho / G) / (0.1631 nu + 0.8766)
 *   contact   the law's duration for the lightest pair of grains, or grain and wall
 *
 * A leapfrog on one spring is stable below 2 / w0 = (2 / pi) t_c.  A grain held by
 * springs on all sides has w^2 <= 2 z k / m; with z = 6 stiff contacts at once that is
 * 0.26 t_c of a pair: the limit here is a quarter of a contact, and a Rayleigh time.
 * Another scheme's is as many times smaller as its limit on a spring with the damping
 * of the pair: a dashpot in proportion to the spring damps z contacts sqrt(z) times as
 * well, and slow swings of many grains as much less as they are slower.
 */
#include "setup/timestep.h"

#include "body/query_batch.h"
#include "contact/couples.h"
#include "insert/sources.h"
#include "insert/template.h"
#include "search/travel.h"
#include "soft/local.h"

/* How deep the impacts of a scene go. */

/* The overlap, of the radius r, at which a grain of mass m that comes with speed v is
 * held. */
static double timestep_impact_time(const gm_law *law, const gm_coefficients *c,
                                   double r, double m, double v)
{
  double low = 0.0, high = 1.0;
  for (int k = 0; k < 40; ++k) {
    const double middle = 0.5 * (low + high);
    const gm_law_contact contact = {.overlap = middle * r, .radius = r};
    const double energy = law->energy(c, &contact);
    *(energy < 0.5 * m * v * v ? &low : &high) = middle;
  }
  return high;
}

/* Largest overlap over the radius of a grain that meets a structure at that speed, in
 * m/s.
 *
 * With hooke it grows with the radius, with hertz it does not: the largest grains
 * decide. */
static double timestep_impact_overlap(const gm_scene *s, const gm_model *model,
                                      double v)
{
  const gm_materials *m = &s->materials;
  double r[GM_MATERIALS_MAX] = {0.0};
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const gm_index a = s->grains.material[i];
    r[a] = fmax(r[a], s->grains.g[i].x[3]);
  }
  for (gm_index a = 0; s->pours.n && a < m->n; ++a)
    r[a] = fmax(r[a], m->row[a].largest);
  double most = 0.0;
  int seen[GM_MATERIALS_MAX] = {0};
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_structure *body = &s->structures.row[k];
    const gm_index b = body->material;
    const int varies = body->property[GM_PROPERTY_YOUNGS_MODULUS] != NULL;
    if (seen[b]++ && !varies) continue;
    for (gm_index a = 0; a < m->n; ++a) {
      gm_coefficients c[GM_LOCAL_CORNERS];
      if (!(r[a] > 0.0) || !gm_material_paired(&m->pair[a][b])) continue;
      const double mass =
          gm_grain_rule_mass(&s->grains.rule, r[a], m->row[a].density);
      const int n =
          gm_local_corners(model, m, body, a * GM_MATERIALS_MAX + b, c);
      for (int q = 0; q < n; ++q)
        most =
            fmax(most, timestep_impact_time(model->law, &c[q], r[a], mass, v));
    }
  }
  return most;
}

static double timestep_rayleigh_time(const gm_material *m, double r)
{
  const double g = m->youngs_modulus / (2.0 * (1.0 + m->poisson_ratio));
  return GM_PI * r * sqrt(m->density / g) /
         (0.1631 * m->poisson_ratio + 0.8766);
}

/* Places that grains start from: where they are, and the corners that pours have. */
static gm_index count_timestep_starts(const gm_scene *s)
{
  return s->grains.n + 8 * s->pours.n;
}

static gm_vec3 start_timestep_place(const gm_scene *s, gm_index k)
{
  if (k < s->grains.n) return gm_row_vec(s->grains.g[k].x);
  const gm_index q = k - s->grains.n;
  gm_vec3 low, high;
  gm_sources_pour_bounds(&s->pours.row[q / 8], &s->structures, &low, &high);
  return gm_vec(q & 1 ? high.x : low.x, q & 2 ? high.y : low.y,
                q & 4 ? high.z : low.z);
}

static gm_vec3 start_timestep_velocity(const gm_scene *s, gm_index k)
{
  if (k < s->grains.n) return gm_row_vec(s->grains.g[k].v);
  const gm_pour *p = &s->pours.row[(k - s->grains.n) / 8];
  const gm_config_supply *c = p->template.config;
  if (c->region.kind != GM_REGION_FACE) return c->velocity;
  const double speed = gm_norm(c->velocity) + fabs(c->region.face.speed);
  return gm_vec(speed, 0.0, 0.0); /* as fast, wherever to */
}

/* How far a grain can fall along `down`, in m: to the side of the domain, or to the
 * lowest part of the structures, from the highest grain. */
static double timestep_fall_height(const gm_scene *s, gm_vec3 down)
{
  double high = -INFINITY, low = -INFINITY; /* along -down, along down */
  for (gm_index i = 0; i < count_timestep_starts(s); ++i) {
    const double h = gm_dot(start_timestep_place(s, i), down);
    high = fmax(high, -h);
    low = fmax(low, h);
  }
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *b = &s->structures.row[k];
    gm_vec3 corner;
    for (int q = 0; q < 8; ++q)
      if (gm_structures_corner(b, q, &corner))
        low = fmax(low, gm_dot(corner, down));
    const gm_patch *plane = gm_shape_patch(&b->shape, 0);
    if (plane->kind != GM_PATCH_PLANE) continue;
    const gm_vec3 n = gm_quat_rotate(b->pose.orientation, plane->normal);
    const double slope = -gm_dot(n, down);
    if (slope < 1.0e-3) continue; /* a wall: nobody falls on it */
    for (gm_index i = 0; i < count_timestep_starts(s); ++i) {
      const gm_vec3 x = start_timestep_place(s, i);
      const gm_vec3 y = gm_pose_to_body(&b->pose, x);
      const double way =
          gm_query_batch_single(plane, y, INFINITY).distance / slope;
      low = fmax(low, gm_dot(x, down) + way);
    }
  }
  const gm_domain *d = &s->domain;
  for (int q = 0; q < 8; ++q) {
    const gm_vec3 x = {q & 1 ? d->max.x : d->min.x, q & 2 ? d->max.y : d->min.y,
                       q & 4 ? d->max.z : d->min.z};
    if (isfinite(gm_norm2(x))) low = fmax(low, gm_dot(x, down));
  }
  return fmax(low + high, 0.0);
}

/* The box of all places that grains start from. */
static void start_timestep_box(const gm_scene *s, gm_vec3 *low, gm_vec3 *high)
{
  *low = gm_vec(INFINITY, INFINITY, INFINITY);
  *high = gm_vec(-INFINITY, -INFINITY, -INFINITY);
  for (gm_index i = 0; i < count_timestep_starts(s); ++i) {
    const gm_vec3 x = start_timestep_place(s, i);
    *low = gm_vec(fmin(low->x, x.x), fmin(low->y, x.y), fmin(low->z, x.z));
    *high = gm_vec(fmax(high->x, x.x), fmax(high->y, x.y), fmax(high->z, x.z));
  }
}

/* Of the surface of a body by its conveyors: anywhere on it, or where grains start if
 * it has no end. */
static double timestep_conveyor_speed(const gm_structure *b, gm_vec3 low,
                                      gm_vec3 high)
{
  gm_vec3 min = b->shape.min, max = b->shape.max;
  if (!b->n_conveyor) return 0.0;
  if (!gm_structures_bounded(b)) {
    min = gm_vec(INFINITY, INFINITY, INFINITY);
    max = gm_scale(-1.0, min);
    for (int q = 0; q < 8; ++q) {
      const gm_vec3 x = {q & 1 ? high.x : low.x, q & 2 ? high.y : low.y,
                         q & 4 ? high.z : low.z};
      const gm_vec3 y = gm_pose_to_body(&b->pose, x);
      min = gm_least(min, y);
      max = gm_most(max, y);
    }
  }
  return gm_conveyor_fastest(b->conveyor, b->n_conveyor, min, max);
}

/* The largest radius that any grain has or grows to. */
static double timestep_full_radius(const gm_scene *s)
{
  double r = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    r = fmax(r,
             s->grains.grows ? s->grains.grows[i].full : s->grains.g[i].x[3]);
  return r;
}

/* Of the surface of free bodies when they are released. */
static double timestep_body_speed(const gm_scene *s)
{
  double most = 0.0;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->rigid) continue;
    const double arm = gm_norm(gm_sub(b->shape.max, b->shape.min));
    most = fmax(most, gm_norm(b->rigid->velocity_at) +
                          arm * gm_norm(b->rigid->spin_at));
  }
  return most;
}

/* Of the start, of structures, and of a fall: no faster than gravity makes in the
 * time. */
static double timestep_expected_speed(const gm_config *config,
                                      const gm_scene *s)
{
  gm_vec3 low, high;
  double start = 0.0;
  if (count_timestep_starts(s) == 0) return 1.0;
  start_timestep_box(s, &low, &high);
  for (gm_index i = 0; i < count_timestep_starts(s); ++i)
    start = fmax(start, gm_norm(start_timestep_velocity(s, i)));
  start = fmax(start, timestep_body_speed(s));
  const double g = gm_norm(s->gravity);
  const double height = timestep_fall_height(s, gm_unit(s->gravity));
  const double fall = fmin(sqrt(start * start + 2.0 * g * height),
                           start + g * config->time.end);
  double machine = 0.0;
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *b = &s->structures.row[k];
    const double moves = gm_travel_speed(b, config->time.end, low, high);
    machine = fmax(machine, moves + timestep_conveyor_speed(b, low, high));
  }
  for (gm_index k = 0; k < s->held_groups.n; ++k) {
    const double speed =
        gm_held_groups_speed(&s->held_groups.row[k], config->time.end);
    machine = fmax(machine, speed);
  }
  for (gm_index k = 0; k < s->growths.n; ++k) {
    const gm_growth *how = &s->growths.row[k];
    if (how->over > 0.0)
      machine = fmax(machine, 2.0 * timestep_full_radius(s) *
                                  (1.0 - how->from) / how->over);
  }
  return fmax(fmax(fall, machine), 1.0e-3);
}

/* Number of grains of radius r that touch a body at once at most: those that fit around a
 * sphere as large as its bounding box, in the densest packing of circles. */
static double timestep_most_contacts(const gm_structure *b, double r,
                                     gm_index n)
{
  const double wide = b->scale * gm_norm(gm_sub(b->shape.max, b->shape.min));
  const double reach = 0.5 * wide + r;
  return fmin(0.91 * 4.0 * reach * reach / (r * r), (double)n);
}

/* The faster of what moves as prescribed decides. */
static void note_timestep_swift(gm_timestep *t, const char *what,
                                const char *name, double speed)
{
  if (!(isfinite(speed) && speed > t->swiftest)) return;
  t->swiftest = speed;
  t->swift_kind = what;
  t->swift = name;
}

/* Wherever grains may get to: all of a body that ends, as far as the domain goes.  A
 * body that moves by half a radius in a step is seen before it has passed a centre. */
static void find_timestep_pass(const gm_config *config, const gm_scene *s,
                               const gm_model *model, gm_timestep *t)
{
  const gm_vec3 side = gm_row_vec(s->domain.side); /* images stand beyond */
  gm_vec3 low, high;
  start_timestep_box(s, &low, &high);
  for (gm_index k = 0; k < s->structures.named; ++k) {
    const gm_structure *b = &s->structures.row[k];
    double speed =
        gm_travel_speed(b, config->time.end, gm_sub(s->domain.min, side),
                        gm_add(s->domain.max, side));
    if (!isfinite(speed))
      speed = gm_travel_speed(b, config->time.end, low, high);
    note_timestep_swift(t, "structure", b->name, speed);
    if (b->rigid)
      note_timestep_swift(t, "structure", b->name,
                          gm_norm(b->rigid->velocity_at));
  }
  for (gm_index k = 0; k < s->held_groups.n; ++k) {
    const gm_held_group *h = &s->held_groups.row[k];
    note_timestep_swift(t, "group", h->name,
                        gm_held_groups_speed(h, config->time.end));
  }
  if (t->swiftest > 0.0) t->pass = 0.5 * model->smallest / t->swiftest;
}

/* Part of leapfrog's limit that a scheme has on contacts of a pair. */
static double timestep_scheme_share(const gm_model *m, const gm_coefficients *c,
                                    double mass)
{
  const double zeta = m->law->damping(c, mass, 0);
  const int slips = c->mu > 0.0 && m->law->damping(c, mass, 1) == 0.0;
  return 0.5 *
         fmin(m->scheme->limit(zeta), slips ? m->scheme->limit(0.0) : 2.0);
}

/* Is a grain held to the end, and touches free grains alone? */
static int timestep_grain_stays(const gm_scene *s, gm_index i)
{
  if (!gm_grains_still(&s->grains, i)) return 0;
  return isinf(s->held_groups.row[s->grains.held[i].group - 1].until);
}

/* The smallest mass of grain i that a contact can feel. */
static double timestep_contact_mass(const gm_scene *s, gm_index i)
{
  const gm_index clump = gm_grains_clump(&s->grains, i);
  if (clump) {
    const gm_clump *c = &s->clumps.row[clump - 1];
    return s->clumps.shape[c->shape].yields / c->mobility;
  }
  const double density = s->materials.row[s->grains.material[i]].density;
  return gm_grain_rule_mass(&s->grains.rule, s->grains.g[i].x[3], density);
}

/* The shorter of two contacts counts: of two equal grains, with the effective mass m / 2
 * and radius r / 2 (a grain on a wall keeps its m and r). */
static void note_timestep_pair(const gm_config *config, const gm_model *model,
                               gm_index pair, const gm_coefficients *c,
                               double r, double mass, gm_timestep *t)
{
  const double slowness = model->couple
                              ? gm_couples_slowness(&model->couple_table[pair],
                                                    gm_model_time(model, 0.0))
                              : 1.0;
  const double contact =
      slowness * model->law->duration(c, 0.5 * r, 0.5 * mass, t->speed);
  const double share = timestep_scheme_share(model, c, 0.5 * mass);
  t->contact = fmin(t->contact, contact);
  t->limit = fmin(t->limit, 0.25 * share * contact);
  if (config->contacts.law == GM_LAW_LECTURE)
    t->lecture = fmin(t->lecture, 2.0 * sqrt(mass / c->kn));
}

/* A structure whose coefficients vary counts where it is stiffest and damps most. */
static void find_timestep_times(const gm_config *config, const gm_scene *s,
                                const gm_model *model, gm_timestep *t)
{
  const gm_materials *m = &s->materials;
  double r[GM_MATERIALS_MAX], masses[GM_MATERIALS_MAX];
  for (gm_index k = 0; k < m->n; ++k)
    r[k] = masses[k] = INFINITY;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const gm_index k = s->grains.material[i];
    if (timestep_grain_stays(s, i)) continue; /* two that stay do not meet */
    r[k] = fmin(r[k], s->grains.g[i].x[3]);
    masses[k] = fmin(masses[k], timestep_contact_mass(s, i));
  }
  for (gm_index k = 0; s->pours.n && k < m->n; ++k) {
    if (m->row[k].largest > 0.0) r[k] = fmin(r[k], m->row[k].smallest);
    for (gm_index q = 0; q < s->pours.n; ++q)
      masses[k] =
          fmin(masses[k], gm_template_yields(&s->pours.row[q].template, m, k));
  }
  for (gm_index a = 0; a < m->n; ++a) {
    if (isinf(r[a])) continue;
    if (config->contacts.law == GM_LAW_HERTZ) {
      t->rayleigh = fmin(t->rayleigh, timestep_rayleigh_time(&m->row[a], r[a]));
    }
    for (gm_index b = 0; b < m->n; ++b) {
      const gm_index pair = a * GM_MATERIALS_MAX + b;
      if (!gm_material_paired(&m->pair[a][b])) continue;
      note_timestep_pair(config, model, pair, &model->table[pair], r[a],
                         masses[a], t);
      for (gm_index k = 0; k < s->structures.named; ++k) {
        gm_coefficients c[GM_LOCAL_CORNERS];
        if (!gm_local_has(&s->structures.row[k], b)) continue;
        const int n =
            gm_local_corners(model, m, &s->structures.row[k], pair, c);
        for (int q = 0; n > 1 && q < n; ++q)
          note_timestep_pair(config, model, pair, &c[q], r[a], masses[a], t);
      }
    }
  }
}

/* A light body held by z grains swings as one of mass M / z on one of them.  A copy of a
 * body lowers the limit, and the step only where half the limit is below it. */
static void find_timestep_bodies(const gm_scene *s, const gm_model *model,
                                 gm_timestep *t)
{
  const gm_materials *m = &s->materials;
  const gm_index n = s->pours.n ? INT32_MAX : s->grains.n;
  for (gm_index k = 0; n > 0 && k < s->structures.n; ++k) {
    const gm_structure *b = &s->structures.row[k];
    if (!b->rigid) continue;
    for (gm_index a = 0; a < m->n; ++a) {
      const double r = m->row[a].smallest;
      if (!(m->row[a].largest > 0.0)) continue;
      if (!gm_material_paired(&m->pair[a][b->material])) continue;
      const double mass =
          b->rigid->mass / fmax(timestep_most_contacts(b, r, n), 1.0);
      gm_coefficients c[GM_LOCAL_CORNERS];
      const gm_index pair = a * GM_MATERIALS_MAX + b->material;
      const int corners = gm_local_corners(model, m, b, pair, c);
      for (int q = 0; q < corners; ++q) {
        const double contact = model->law->duration(&c[q], r, mass, t->speed);
        if (b->kind < 0) t->contact = fmin(t->contact, contact);
        t->limit =
            fmin(t->limit,
                 0.25 * timestep_scheme_share(model, &c[q], mass) * contact);
      }
    }
  }
}

static void note_timestep_meeting(const gm_model *m, gm_meeting_limit meeting,
                                  gm_timestep *t)
{
  t->meeting = meeting;
  if (!(meeting.half > 0.0)) return;
  const double share = 0.5 * m->scheme->limit(meeting.zeta);
  t->contact = fmin(t->contact, meeting.half);
  t->limit = fmin(t->limit, 0.25 * share * meeting.half);
}

gm_timestep gm_timestep_choose(const gm_config *config, const gm_scene *s,
                               const gm_model *model, double continuum,
                               gm_meeting_limit meeting)
{
  gm_timestep t = {.rayleigh = INFINITY,
                   .contact = INFINITY,
                   .limit = INFINITY,
                   .lecture = INFINITY,
                   .pass = INFINITY};
  t.speed = timestep_expected_speed(config, s);
  find_timestep_times(config, s, model, &t);
  find_timestep_bodies(s, model, &t);
  note_timestep_meeting(model, meeting, &t);
  if (count_timestep_starts(s) > 0) find_timestep_pass(config, s, model, &t);
  if (!s->hard) t.overlap = timestep_impact_overlap(s, model, t.speed);
  t.limit = fmin(t.rayleigh, t.limit);
  double dt = fmin(0.2 * t.rayleigh, 0.04 * t.contact);
  if (config->contacts.law != GM_LAW_HERTZ) dt = 0.02 * t.contact;
  const double meets = t.meeting.half > 0.0 ? 0.02 * t.meeting.half : INFINITY;
  dt = fmin(dt, meets);
  dt = fmin(dt, 0.5 * t.limit);
  if (s->hard && t.speed > 0.0) /* two that meet overlap by a tenth */
    dt = 0.05 * model->smallest / t.speed;
  if (!isfinite(dt)) dt = 0.01 * config->output.every; /* nothing can touch */
  dt = fmin(dt, t.pass);
  if (s->hard == GM_ENGINE_EVENTS) /* all is exact in between */
    dt = config->output.history > 0.0 ? config->output.history
                                      : config->output.every;
  t.continuum = continuum;
  t.limit = fmin(t.limit, continuum);
  dt = fmin(dt, continuum);
  t.by_meeting = dt == meets && !(config->time.step > 0.0);
  if (config->time.step > 0.0) dt = config->time.step;
  if (dt == 0.0) return t; /* no step is stable: the caller reports the error */
  /* Round-off must not add a step. */
  double steps = ceil(config->output.every / dt - 1.0e-9);
  if (config->hybrid.mode == GM_MODE_HYBRID && config->hybrid.stride != 1.0 &&
      config->time.step == 0.0 && steps > 100.0)
    steps = 10.0 * ceil(0.1 * steps); /* whole strides of material points */
  t.step = config->output.every / steps;
  return t;
}

/* How far single precision moves the places of a scene. */

static double is_timestep_far_out(double most, gm_vec3 x)
{
  const double c[3] = {fabs(x.x), fabs(x.y), fabs(x.z)};
  for (int k = 0; k < 3; ++k)
    if (isfinite(c[k])) most = fmax(most, c[k]);
  return most;
}

double gm_timestep_rounding(const gm_scene *s)
{
  double most = is_timestep_far_out(is_timestep_far_out(0.0, s->domain.min),
                                    s->domain.max);
  for (gm_index i = 0; i < s->grains.n; ++i)
    most = is_timestep_far_out(most, gm_row_vec(s->grains.g[i].x));
  for (gm_index k = 0; k < s->pours.n; ++k) {
    gm_vec3 low, high;
    gm_sources_pour_bounds(&s->pours.row[k], &s->structures, &low, &high);
    most = is_timestep_far_out(is_timestep_far_out(most, low), high);
  }
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_vec3 x;
    for (int q = 0; q < 8; ++q)
      if (gm_structures_corner(&s->structures.row[k], q, &x))
        most = is_timestep_far_out(most, x);
  }
  return 0x1p-24 * most;
}
