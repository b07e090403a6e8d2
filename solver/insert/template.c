/* insert/template.c -- particle templates.
 *
 * A part of a mixture is a kind of spheres or of clumps.  Radii of clumps are those of
 * the spheres (discs) of the same volume, so that sizes of both are drawn in one way.
 */
#include "insert/template.h"

#include "base/math.h"
#include "base/random.h"

/* ---- distributions of radii ------------------------------------------------------ */

/*   normal     r = mean + deviation z
 *   lognormal  r = median exp(deviation z)
 *
 * Here z is a standard normal number truncated at two bounds a, b: z = P^-1(P(a) + u
 * (P(b) - P(a))), with P the cumulative normal distribution. */

/* P(z) = 1/2 + exp(-z^2/2) / sqrt(2 pi) (z + z^3/3 + z^5/15 ...), all of one sign. */
static double template_normal_cumulative(double z)
{
  if (fabs(z) > 9.0) return z > 0.0;
  double term = z, sum = z;
  for (int k = 3; fabs(term) > 1.0e-17 * fabs(sum); k += 2)
    sum += term *= z * z / k;
  return 0.5 + gm_math_exp(-0.5 * z * z) / sqrt(2.0 * GM_PI) * sum;
}

/* The z in [low, high] with P(z) = p: Newton's method, with bisection where a step
 * leaves the shrinking bracket. */
static double template_normal_inverse(double p, double low, double high)
{
  double z = 0.5 * (low + high);
  for (int k = 0; k < 100; ++k) {
    const double off = template_normal_cumulative(z) - p;
    *(off > 0.0 ? &high : &low) = z;
    const double slope = gm_math_exp(-0.5 * z * z) / sqrt(2.0 * GM_PI);
    double next = z - off / slope;
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (fabs(next - z) <= 4.0e-16 * fmax(fabs(z), 1.0)) return next;
    z = next;
  }
  return z;
}

/* Bounds of z: as given, else three standard deviations. */
static void find_template_cut(const gm_config_radii *r, double *a, double *b)
{
  *a = -3.0;
  *b = 3.0;
  if (r->kind == GM_RADIUS_NORMAL) {
    const double m = r->normal.mean, s = r->normal.deviation;
    if (!isnan(r->normal.min)) *a = (r->normal.min - m) / s;
    if (!isnan(r->normal.max)) *b = (r->normal.max - m) / s;
  } else {
    const double m = r->lognormal.median, s = r->lognormal.deviation;
    if (!isnan(r->lognormal.min)) *a = gm_math_log(r->lognormal.min / m) / s;
    if (!isnan(r->lognormal.max)) *b = gm_math_log(r->lognormal.max / m) / s;
  }
}

static double template_radius(const gm_config_radii *r, double z)
{
  return r->kind == GM_RADIUS_NORMAL
             ? r->normal.mean + r->normal.deviation * z
             : r->lognormal.median * gm_math_exp(r->lognormal.deviation * z);
}

static double template_at_bell(const gm_config_radii *r, double u)
{
  double a, b;
  find_template_cut(r, &a, &b);
  const double pa = template_normal_cumulative(a),
               pb = template_normal_cumulative(b);
  return template_radius(r, template_normal_inverse(pa + u * (pb - pa), a, b));
}

static double template_to_power(double a, int power)
{
  return power == 2 ? a * a : a * a * a;
}

/* Fraction of row k by number, not normalised: where weights are masses, mass over
 * r^mass, as the mass of a grain is proportional to. */
static double share_by_template_number(const gm_config_radii *r, int mass,
                                       size_t k)
{
  const gm_config_class *c = &r->table.rows[k];
  return r->table.by == GM_BY_NUMBER
             ? c->weight
             : c->weight / template_to_power(c->radius, mass);
}

static double template_at_table(const gm_config_radii *r, int mass, double u)
{
  double all = 0.0, sum = 0.0;
  for (size_t k = 0; k < r->table.n_rows; ++k)
    all += share_by_template_number(r, mass, k);
  for (size_t k = 0; k < r->table.n_rows; ++k) {
    sum += share_by_template_number(r, mass, k);
    if (u * all < sum) return r->table.rows[k].radius;
  }
  return r->table.rows[r->table.n_rows - 1].radius;
}

double gm_template_radius(const gm_config_radii *r, int mass, double u)
{
  switch (r->kind) {
  case GM_RADIUS_CONSTANT:
    return r->constant;
  case GM_RADIUS_UNIFORM:
    return r->uniform[0] + u * (r->uniform[1] - r->uniform[0]);
  case GM_RADIUS_TABLE:
    return template_at_table(r, mass, u);
  default:
    return template_at_bell(r, u);
  }
}

/* side -1: smallest radius; 1: largest radius. */
static double template_extreme_radius(const gm_config_radii *r, int side)
{
  double a, b, most = -INFINITY;
  switch (r->kind) {
  case GM_RADIUS_CONSTANT:
    return r->constant;
  case GM_RADIUS_UNIFORM:
    return r->uniform[side > 0];
  case GM_RADIUS_TABLE:
    for (size_t k = 0; k < r->table.n_rows; ++k)
      most = fmax(most, side * r->table.rows[k].radius);
    return side * most;
  default:
    find_template_cut(r, &a, &b);
    return template_radius(r, side > 0 ? b : a);
  }
}

double gm_template_largest(const gm_config_radii *r)
{
  return template_extreme_radius(r, 1);
}

double gm_template_smallest(const gm_config_radii *r)
{
  return template_extreme_radius(r, -1);
}

/* Mean of r^power, power 2 or 3, in m2 or m3, with a relative error of 1e-5. */
static double template_mean_power(const gm_config_radii *r, int mass, int power)
{
  if (r->kind == GM_RADIUS_TABLE) {
    double all = 0.0, sum = 0.0;
    for (size_t k = 0; k < r->table.n_rows; ++k) {
      const double a = r->table.rows[k].radius;
      const double s = share_by_template_number(r, mass, k);
      all += s;
      sum += power == 2 ? s * a * a : s * a * a * a;
    }
    return sum / all;
  }
  enum { POINTS = 2048 };
  double sum = 0.0;
  for (int k = 0; k < POINTS; ++k) {
    const double a = gm_template_radius(r, mass, (k + 0.5) / POINTS);
    sum += template_to_power(a, power);
  }
  return sum / POINTS;
}

/* ---- particle templates ---------------------------------------------------------- */

static void add_template_part(gm_template *s, const gm_config_radii *radii,
                              const char *clump, const char *material,
                              int label, double share, const gm_materials *m)
{
  s->part[s->n].radii = radii;
  s->part[s->n].shape = gm_material_shape(m, clump);
  s->part[s->n].material = gm_material_find(m, material);
  s->part[s->n].label = label;
  s->part[s->n].upto = share;
  ++s->n;
}

/* Radii of the grains of part k; clumps without radii have the size of their shape. */
static double template_smallest(const gm_template *s, int k)
{
  const gm_config_radii *radii = s->part[k].radii;
  return radii->kind < 0 ? s->shape[s->part[k].shape].round
                         : gm_template_smallest(radii);
}

static double template_largest(const gm_template *s, int k)
{
  const gm_config_radii *radii = s->part[k].radii;
  return radii->kind < 0 ? s->shape[s->part[k].shape].round
                         : gm_template_largest(radii);
}

/* Mean of r^power. */
static double template_mean(const gm_template *s, int k, int power)
{
  const gm_config_radii *radii = s->part[k].radii;
  const double r = radii->kind < 0 ? s->shape[s->part[k].shape].round : 0.0;
  if (radii->kind >= 0) return template_mean_power(radii, s->mass, power);
  return power == 2 ? r * r : r * r * r;
}

/* Density of the grains of part k: of clumps with a given mass its quotient by the
 * volume. */
static double template_density(const gm_template *s, int k,
                               const gm_materials *m)
{
  const gm_index shape = s->part[k].shape;
  if (shape >= 0 && s->shape[shape].mass > 0.0)
    return s->shape[shape].mass / s->shape[shape].volume;
  return m->row[s->part[k].material].density;
}

/* Number of grains per unit of the fraction of part k: 1, or grains per kilogram (times
 * a factor that all parts share) where fractions are by mass. */
static double template_number(const gm_template *s, int k,
                              const gm_materials *m)
{
  if (s->config->fractions == GM_BY_NUMBER) return 1.0;
  return 1.0 / (template_density(s, k, m) * template_mean(s, k, s->mass));
}

void gm_template_init(gm_template *s, const gm_config_supply *c,
                      const gm_materials *m)
{
  *s = (gm_template){.config = c,
                     .rule = m->rule,
                     .shape = m->shape,
                     .mass = gm_grain_rule_mass_power(&m->rule)};
  double rest = 1.0;
  for (size_t k = 0; k < c->n_mix; ++k)
    rest -= c->mix[k].fraction;
  add_template_part(s, &c->radius, c->clump, c->material, c->label,
                    fmax(rest, 0.0), m);
  for (size_t k = 0; k < c->n_mix; ++k) {
    const gm_config_part *p = &c->mix[k];
    add_template_part(s, &p->radius, p->clump, p->material, p->label,
                      p->fraction, m);
  }
  double all = 0.0;
  for (int k = 0; k < s->n; ++k) {
    if (s->n > 1) s->part[k].upto *= template_number(s, k, m);
    all += s->part[k].upto;
    s->part[k].upto = all;
  }
  for (int k = 0; k < s->n; ++k)
    s->part[k].upto /= all;
}

gm_template_grain gm_template_draw(const gm_template *s, gm_id id)
{
  double u[4];
  int k = 0;
  gm_random_uniform((uint32_t)s->config->seed, (uint64_t)id, 0, u);
  while (k < s->n - 1 && u[1] >= s->part[k].upto)
    ++k;
  const gm_config_radii *radii = s->part[k].radii;
  const double r = radii->kind < 0 ? s->shape[s->part[k].shape].round
                                   : gm_template_radius(radii, s->mass, u[0]);
  return (gm_template_grain){r, s->part[k].material, s->part[k].label,
                             s->part[k].shape};
}

void gm_template_survey(const gm_template *s, gm_materials *m)
{
  for (int k = 0; k < s->n; ++k) {
    const double share = s->part[k].upto - (k ? s->part[k - 1].upto : 0.0);
    if (!(share > 0.0)) continue;
    gm_material *row = &m->row[s->part[k].material];
    double smallest = template_smallest(s, k), largest = template_largest(s, k);
    if (s->part[k].shape >= 0) { /* of its members */
      const gm_clump_shape *of = &s->shape[s->part[k].shape];
      smallest *= of->smallest / of->round;
      largest *= of->largest / of->round;
    }
    row->smallest =
        row->largest > 0.0 ? fmin(row->smallest, smallest) : smallest;
    row->largest = fmax(row->largest, largest);
  }
}

/* Volume of a grain of part k over the power of its radius. */
static double template_unit_volume(const gm_template *s, int k)
{
  const gm_index shape = s->part[k].shape;
  if (shape >= 0) {
    const gm_clump_shape *of = &s->shape[shape];
    return of->solid /
           gm_math_pow(of->round, gm_grain_rule_volume_power(&s->rule));
  }
  return gm_grain_rule_volume(&s->rule, 1.0);
}

double gm_template_mean_volume(const gm_template *s)
{
  const int power = gm_grain_rule_volume_power(&s->rule);
  double sum = 0.0, before = 0.0;
  for (int k = 0; k < s->n; ++k) {
    sum += (s->part[k].upto - before) * template_mean(s, k, power) *
           template_unit_volume(s, k);
    before = s->part[k].upto;
  }
  return sum;
}

int gm_template_clumps(const gm_template *s)
{
  int any = 0;
  for (int k = 0; k < s->n; ++k)
    any |= s->part[k].shape >= 0;
  return any;
}

gm_index gm_template_rows(const gm_template *s, gm_template_grain g)
{
  return g.shape < 0 ? 1 : s->shape[g.shape].n;
}

double gm_template_size(const gm_template *s, gm_template_grain g)
{
  return g.shape < 0 ? 1.0 : g.r / s->shape[g.shape].round;
}

double gm_template_reach(const gm_template *s, gm_template_grain g)
{
  if (g.shape < 0) return g.r;
  return gm_template_size(s, g) * s->shape[g.shape].reach;
}

double gm_template_mass(const gm_template *s, gm_template_grain g,
                        const gm_materials *m)
{
  const double density = m->row[g.material].density;
  if (g.shape < 0) return gm_grain_rule_mass(&s->rule, g.r, density);
  return gm_clumps_mass(&s->shape[g.shape], &s->rule, gm_template_size(s, g),
                        density);
}

double gm_template_volume(const gm_template *s, gm_template_grain g)
{
  if (g.shape < 0) return gm_grain_rule_volume(&s->rule, g.r);
  return gm_clumps_volume(&s->shape[g.shape], &s->rule, gm_template_size(s, g));
}

/* Mass of the lightest grain of part k. */
static double template_lightest(const gm_template *s, int k,
                                const gm_materials *m)
{
  const gm_template_grain g = {.r = template_smallest(s, k),
                               .material = s->part[k].material,
                               .shape = s->part[k].shape};
  return gm_template_mass(s, g, m);
}

double gm_template_lightest(const gm_template *s, const gm_materials *m)
{
  double least = INFINITY;
  for (int k = 0; k < s->n; ++k)
    least = fmin(least, template_lightest(s, k, m));
  return least;
}

double gm_template_yields(const gm_template *s, const gm_materials *m,
                          gm_index material)
{
  double least = INFINITY;
  for (int k = 0; k < s->n; ++k) {
    const gm_index shape = s->part[k].shape;
    const double part = shape < 0 ? 1.0 : s->shape[shape].yields;
    const double share = s->part[k].upto - (k ? s->part[k - 1].upto : 0.0);
    if (!(share > 0.0) || s->part[k].material != material) continue;
    least = fmin(least, part * template_lightest(s, k, m));
  }
  return least;
}

double gm_template_widest(const gm_template *s)
{
  double most = 0.0;
  for (int k = 0; k < s->n; ++k) {
    const gm_template_grain g = {.r = template_largest(s, k),
                                 .shape = s->part[k].shape};
    most = fmax(most, gm_template_reach(s, g));
  }
  return most;
}

gm_quat gm_template_turn(const gm_template *s, const double u[3])
{
  const gm_config_supply *c = s->config;
  if (c->orientation.way == GM_TURNED_RANDOM)
    return s->rule.flat ? gm_quat_rotation(gm_vec(0.0, 0.0, 2.0 * GM_PI * u[1]))
                        : gm_quat_random(u);
  return gm_quat_rotation(
      gm_scale(c->orientation.angle, gm_unit(c->orientation.axis)));
}

void gm_template_numbers(const gm_template *s, gm_id id, uint32_t draw,
                         double u[4])
{
  gm_random_uniform((uint32_t)s->config->seed, (uint64_t)id, draw, u);
}

enum {
  VELOCITY_DRAW = 2147483647
}; /* of random numbers; places use those from 1 on */

/* Three normal numbers by Box and Muller. */
gm_vec3 gm_template_velocity(const gm_template *s, const gm_config_grains *g,
                             gm_id id)
{
  double u[4];
  gm_template_numbers(s, id, VELOCITY_DRAW, u);
  if (g->fill.random_velocity.kind == GM_AGITATION_UNIFORM)
    return gm_scale(
        g->fill.random_velocity.uniform,
        gm_vec(2.0 * u[0] - 1.0, 2.0 * u[1] - 1.0, 2.0 * u[2] - 1.0));
  const double a = sqrt(-2.0 * gm_math_log(u[0])),
               b = sqrt(-2.0 * gm_math_log(u[2]));
  return gm_scale(g->fill.random_velocity.normal,
                  gm_vec(a * gm_math_cos(2.0 * GM_PI * u[1]),
                         a * gm_math_sin(2.0 * GM_PI * u[1]),
                         b * gm_math_cos(2.0 * GM_PI * u[3])));
}
