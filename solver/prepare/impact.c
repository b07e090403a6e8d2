/* prepare/impact.c -- how deep the impacts of a scene go. */
#include "prepare/impact.h"

/* The overlap, of the radius r, at which a grain of mass m that comes with speed v is
 * held. */
static double impact(const gm_law *law, const gm_coefficients *c, double r,
                     double m, double v)
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

/* With hooke it grows with the radius, with hertz it does not: the largest grains
 * decide. */
double gm_impact_overlap(const gm_scene *s, const gm_model *model, double v)
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
    const gm_index b = s->structures.row[k].material;
    if (seen[b]++) continue;
    for (gm_index a = 0; a < m->n; ++a) {
      if (!(r[a] > 0.0) || !gm_material_paired(&m->pair[a][b])) continue;
      const double mass =
          gm_grain_rule_mass(&s->grains.rule, r[a], m->row[a].density);
      most =
          fmax(most, impact(model->law, &model->table[a * GM_MATERIALS_MAX + b],
                            r[a], mass, v));
    }
  }
  return most;
}
