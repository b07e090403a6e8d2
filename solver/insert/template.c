/* insert/template.c -- particle templates.
 *
 * A part of a mixture is a kind of spheres or of clumps.  Radii of clumps are those of
 * the spheres (discs) of the same volume, so that sizes of both are drawn in one way.
 */
#include "insert/template.h"

#include "base/math.h"
#include "base/random.h"
#include "insert/radii.h"
#include "scene/scene.h"

static void add_part(gm_template *s, const gm_config_radii *radii,
                     const char *clump, const char *material, int label,
                     double share, const gm_materials *m)
{
  s->part[s->n].radii = radii;
  s->part[s->n].shape = gm_material_shape(m, clump);
  s->part[s->n].material = gm_material_find(m, material);
  s->part[s->n].label = label;
  s->part[s->n].upto = share;
  ++s->n;
}

/* Radii of the grains of part k; clumps without radii have the size of their shape. */
static double smallest_of(const gm_template *s, int k)
{
  const gm_config_radii *radii = s->part[k].radii;
  return radii->kind < 0 ? s->shape[s->part[k].shape].round
                         : gm_radii_smallest(radii);
}

static double largest_of(const gm_template *s, int k)
{
  const gm_config_radii *radii = s->part[k].radii;
  return radii->kind < 0 ? s->shape[s->part[k].shape].round
                         : gm_radii_largest(radii);
}

/* Mean of r^power. */
static double mean_of(const gm_template *s, int k, int power)
{
  const gm_config_radii *radii = s->part[k].radii;
  const double r = radii->kind < 0 ? s->shape[s->part[k].shape].round : 0.0;
  if (radii->kind >= 0) return gm_radii_mean(radii, s->mass, power);
  return power == 2 ? r * r : r * r * r;
}

/* Density of the grains of part k: of clumps with a given mass its quotient by the
 * volume. */
static double density_of(const gm_template *s, int k, const gm_materials *m)
{
  const gm_index shape = s->part[k].shape;
  if (shape >= 0 && s->shape[shape].mass > 0.0)
    return s->shape[shape].mass / s->shape[shape].volume;
  return m->row[s->part[k].material].density;
}

/* Number of grains per unit of the fraction of part k: 1, or grains per kilogram (times
 * a factor that all parts share) where fractions are by mass. */
static double number_of(const gm_template *s, int k, const gm_materials *m)
{
  if (s->config->fractions == GM_BY_NUMBER) return 1.0;
  return 1.0 / (density_of(s, k, m) * mean_of(s, k, s->mass));
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
  add_part(s, &c->radius, c->clump, c->material, c->label, fmax(rest, 0.0), m);
  for (size_t k = 0; k < c->n_mix; ++k) {
    const gm_config_part *p = &c->mix[k];
    add_part(s, &p->radius, p->clump, p->material, p->label, p->fraction, m);
  }
  double all = 0.0;
  for (int k = 0; k < s->n; ++k) {
    if (s->n > 1) s->part[k].upto *= number_of(s, k, m);
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
                                   : gm_radii_at(radii, s->mass, u[0]);
  return (gm_template_grain){r, s->part[k].material, s->part[k].label,
                             s->part[k].shape};
}

void gm_template_survey(const gm_template *s, gm_materials *m)
{
  for (int k = 0; k < s->n; ++k) {
    const double share = s->part[k].upto - (k ? s->part[k - 1].upto : 0.0);
    if (!(share > 0.0)) continue;
    gm_material *row = &m->row[s->part[k].material];
    double smallest = smallest_of(s, k), largest = largest_of(s, k);
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
static double unit_volume(const gm_template *s, int k)
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
    sum +=
        (s->part[k].upto - before) * mean_of(s, k, power) * unit_volume(s, k);
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
static double lightest_of(const gm_template *s, int k, const gm_materials *m)
{
  const gm_template_grain g = {.r = smallest_of(s, k),
                               .material = s->part[k].material,
                               .shape = s->part[k].shape};
  return gm_template_mass(s, g, m);
}

double gm_template_lightest(const gm_template *s, const gm_materials *m)
{
  double least = INFINITY;
  for (int k = 0; k < s->n; ++k)
    least = fmin(least, lightest_of(s, k, m));
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
    least = fmin(least, part * lightest_of(s, k, m));
  }
  return least;
}

double gm_template_widest(const gm_template *s)
{
  double most = 0.0;
  for (int k = 0; k < s->n; ++k) {
    const gm_template_grain g = {.r = largest_of(s, k),
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
