/* step/timestep.c -- the largest stable step.  Room: step.
 *
 *   Rayleigh  pi r sqrt(rho / G) / (0.1631 nu + 0.8766)
 *   contact   the law's duration for the lightest pair of grains, or grain and wall
 *
 * A leapfrog on one spring is stable below 2 / w0 = (2 / pi) t_c.  A grain held by springs
 * on all sides has w^2 <= 2 z k / m; with z = 6 stiff contacts at once that is 0.26 t_c of a
 * pair: the limit here is a quarter of a contact, and a Rayleigh time.
 */
#include "step/timestep.h"

static double rayleigh_time(const gm_material *m, double r)
{
  const double g = m->youngs_modulus / (2.0 * (1.0 + m->poisson_ratio));
  return GM_PI * r * sqrt(m->density / g) /
         (0.1631 * m->poisson_ratio + 0.8766);
}

/* Bounds of the grains and of the speeds that they may reach. */
static double expected_speed(const gm_config *config, const gm_scene *s)
{
  gm_vec3 low = {INFINITY, INFINITY, INFINITY};
  gm_vec3 high = {-INFINITY, -INFINITY, -INFINITY};
  double speed = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const gm_row4 x = s->grains.g[i].x;
    low = gm_vec(fmin(low.x, x[0]), fmin(low.y, x[1]), fmin(low.z, x[2]));
    high = gm_vec(fmax(high.x, x[0]), fmax(high.y, x[1]), fmax(high.z, x[2]));
    speed = fmax(speed, gm_norm(gm_row_vec(s->grains.g[i].v)));
  }
  if (s->grains.n == 0) return 1.0;
  const gm_domain *d = &s->domain;
  const gm_vec3 lowest = {isfinite(d->min.x) ? d->min.x : low.x,
                          isfinite(d->min.y) ? d->min.y : low.y,
                          isfinite(d->min.z) ? d->min.z : low.z};
  const double height = gm_norm(gm_sub(high, lowest));
  speed = fmax(speed, sqrt(2.0 * gm_norm(s->gravity) * height));
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure b = s->structures.row[k];
    for (size_t q = 0; q < config->structures[k].n_motion; ++q) {
      const gm_motion *m = &b.motion[q]; /* each at its own start */
      gm_motion_twist(m, 1, fmax(m->from, 0.0), &b.pose);
      speed = fmax(speed, gm_structures_speed(&b, low, high));
    }
  }
  return fmax(speed, 1.0e-3);
}

static void find_times(const gm_config *config, const gm_scene *s,
                       const gm_step *step, gm_timestep *t)
{
  const gm_materials *m = &s->materials;
  double r[GM_MATERIALS_MAX];
  for (gm_index k = 0; k < m->n; ++k)
    r[k] = INFINITY;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const gm_index k = s->grains.material[i];
    r[k] = fmin(r[k], s->grains.g[i].x[3]);
  }
  for (gm_index a = 0; a < m->n; ++a) {
    if (isinf(r[a])) continue;
    if (config->contacts.law == GM_LAW_HERTZ) {
      t->rayleigh = fmin(t->rayleigh, rayleigh_time(&m->row[a], r[a]));
    }
    const double mass =
        m->row[a].density * 4.0 / 3.0 * GM_PI * r[a] * r[a] * r[a];
    for (gm_index b = 0; b < m->n; ++b) {
      if (isnan(m->pair[a][b].restitution)) continue;
      const gm_coefficients *c = &step->table[a * GM_MATERIALS_MAX + b];
      /* Two grains, or one of twice the mass and radius on a wall: the pair is quicker. */
      t->contact = fmin(
          t->contact, step->law->duration(c, 0.5 * r[a], 0.5 * mass, t->speed));
    }
  }
}

gm_timestep gm_timestep_choose(const gm_config *config, const gm_scene *s,
                               const gm_step *step)
{
  gm_timestep t = {.rayleigh = INFINITY, .contact = INFINITY};
  t.speed = expected_speed(config, s);
  find_times(config, s, step, &t);
  t.limit = fmin(t.rayleigh, 0.25 * t.contact);
  if (config->time.step > 0.0) {
    t.step = config->time.step;
    return t;
  }
  double dt = fmin(0.2 * t.rayleigh, 0.04 * t.contact);
  if (config->contacts.law == GM_LAW_HOOKE) dt = 0.02 * t.contact;
  if (!isfinite(dt)) dt = 0.01 * config->output.every; /* nothing can touch */
  t.step = config->output.every / ceil(config->output.every / dt);
  return t;
}
