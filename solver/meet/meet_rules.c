/* meet/meet_rules.c -- which structures meet, and how stiff their contact is. */
#include "meet/meet_rules.h"

#include "contact/law.h"

/* ---- materials --------------------------------------------------------------------- */

static gm_meet_material meet_of_pair(const gm_material *a, const gm_material *b,
                                     const gm_pair *pair, double ratio)
{
  gm_meet_material m = {.mu = pair->friction, .ratio = ratio};
  const double na = a->poisson_ratio, nb = b->poisson_ratio;
  if (pair->foundation > 0.0) m.foundation = pair->foundation;
  if (a->youngs_modulus > 0.0 && b->youngs_modulus > 0.0)
    m.modulus = 1.0 / ((1.0 - na * na) / a->youngs_modulus +
                       (1.0 - nb * nb) / b->youngs_modulus);
  if (!(m.ratio > 0.0)) {
    const double nu = 0.5 * (na + nb);
    m.ratio = 2.0 * (1.0 - nu) / (2.0 - nu);
  }
  if (!isfinite(m.ratio)) m.ratio = 2.0 / 7.0;
  if (!isnan(pair->restitution)) m.zeta = gm_law_damping(pair->restitution, 1);
  return m;
}

void gm_meet_rules_table(const gm_materials *m, double ratio,
                         gm_meet_table *table)
{
  for (gm_index a = 0; a < m->n; ++a)
    for (gm_index b = 0; b < m->n; ++b)
      table->pair[a][b] =
          meet_of_pair(&m->row[a], &m->row[b], &m->pair[a][b], ratio);
}

gm_index gm_meet_rules_material(const gm_structure *a, const gm_structure *b)
{
  return b->mirror || b->reflects ? a->material : b->material;
}

/* ---- pairs ------------------------------------------------------------------------- */

/* Does the list of `a` name row b of the named structures? */
static int allows_meeting(const gm_structure *a, gm_index row_b)
{
  if (a->meets == GM_MEETS_NONE) return 0;
  return a->meets != GM_MEETS_LISTED || (row_b < a->n_with && a->with[row_b]);
}

gm_meet_why gm_meet_rules_meet(const gm_meet_table *table,
                               const gm_structure *a, const gm_structure *b,
                               gm_index row_a, gm_index row_b)
{
  const int asked = a->meets != GM_MEETS_AUTO || b->meets != GM_MEETS_AUTO;
  if (!a->form || !b->form) return GM_MEET_NO_FORM;
  if (!allows_meeting(a, row_b) || !allows_meeting(b, row_a))
    return GM_MEET_EXCLUDED;
  if (!a->rigid && !b->rigid && !asked) return GM_MEET_PRESCRIBED;
  if (!a->form->n && !b->form->n) return GM_MEET_ENDLESS;
  const int twin = b->mirror || b->reflects || a->mirror || a->reflects;
  if (twin && !a->rigid && !b->rigid) return GM_MEET_PRESCRIBED;
  if (twin &&
      ((a->rigid && a->rigid->mirrors) || (b->rigid && b->rigid->mirrors)))
    return GM_MEET_EXCLUDED; /* a half body on its mirror */
  const gm_index ma = gm_meet_rules_material(b, a);
  const gm_index mb = gm_meet_rules_material(a, b);
  const gm_meet_material *m = &table->pair[ma][mb];
  if (isnan(m->mu)) return GM_MEET_NO_PAIR;
  return m->foundation > 0.0 || m->modulus > 0.0 ? GM_MEET_YES : GM_MEET_SOFT;
}

double gm_meet_rules_foundation(const gm_meet_table *table,
                                const gm_structure *a, const gm_structure *b)
{
  const gm_meet_material *m =
      &table->pair[gm_meet_rules_material(b, a)][gm_meet_rules_material(a, b)];
  if (m->foundation > 0.0) return m->foundation;
  const double size = fmin(a->scale * a->form->size, b->scale * b->form->size);
  return m->modulus / (0.1 * size);
}
