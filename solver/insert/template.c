/* insert/template.c -- particle templates. */
#include "insert/template.h"

#include "base/random.h"
#include "insert/radii.h"
#include "scene/scene.h"

static void add_part(gm_template *s, const gm_config_radii *radii,
                     const char *material, int label, double share,
                     const gm_materials *m)
{
  s->part[s->n].radii = radii;
  s->part[s->n].material = gm_material_find(m, material);
  s->part[s->n].label = label;
  s->part[s->n].upto = share;
  ++s->n;
}

/* Number of grains per unit of the fraction of part k: 1, or grains per kilogram (times
 * a factor that all parts share) where fractions are by mass. */
static double number_of(const gm_template *s, int k, const gm_materials *m)
{
  if (s->config->fractions == GM_BY_NUMBER) return 1.0;
  return 1.0 / (m->row[s->part[k].material].density *
                gm_radii_mean(s->part[k].radii, s->mass, s->mass));
}

void gm_template_init(gm_template *s, const gm_config_supply *c,
                      const gm_materials *m)
{
  *s = (gm_template){
      .config = c, .rule = m->rule, .mass = gm_grain_rule_mass_power(&m->rule)};
  double rest = 1.0;
  for (size_t k = 0; k < c->n_mix; ++k)
    rest -= c->mix[k].fraction;
  add_part(s, &c->radius, c->material, c->label, fmax(rest, 0.0), m);
  for (size_t k = 0; k < c->n_mix; ++k) {
    const gm_config_part *p = &c->mix[k];
    add_part(s, &p->radius, p->material, p->label, p->fraction, m);
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
  return (gm_template_grain){gm_radii_at(s->part[k].radii, s->mass, u[0]),
                             s->part[k].material, s->part[k].label};
}

void gm_template_survey(const gm_template *s, gm_materials *m)
{
  for (int k = 0; k < s->n; ++k) {
    const double share = s->part[k].upto - (k ? s->part[k - 1].upto : 0.0);
    if (!(share > 0.0)) continue;
    gm_material *row = &m->row[s->part[k].material];
    const double smallest = gm_radii_smallest(s->part[k].radii);
    row->smallest =
        row->largest > 0.0 ? fmin(row->smallest, smallest) : smallest;
    row->largest = fmax(row->largest, gm_radii_largest(s->part[k].radii));
  }
}

double gm_template_mean_volume(const gm_template *s)
{
  const int power = gm_grain_rule_volume_power(&s->rule);
  double sum = 0.0, before = 0.0;
  for (int k = 0; k < s->n; ++k) {
    sum += (s->part[k].upto - before) *
           gm_radii_mean(s->part[k].radii, s->mass, power);
    before = s->part[k].upto;
  }
  /* The sum over parts times the volume of a grain of radius 1 m. */
  return s->rule.flat ? GM_PI * s->rule.thickness * sum
                      : 4.0 / 3.0 * GM_PI * sum;
}

void gm_template_numbers(const gm_template *s, gm_id id, uint32_t draw,
                         double u[4])
{
  gm_random_uniform((uint32_t)s->config->seed, (uint64_t)id, draw, u);
}
