/* step/springs.c -- converts tangential forces to contact history.
 *
 * Force laws have no inverse, but a query returns the force of a given history: an empty
 * history yields the law's memory, a small stretch its tangential stiffness.
 */
#include "step/springs.h"

static gm_law_contact spring_contact(const gm_scene *s, gm_index row)
{
  const gm_grains *g = &s->grains;
  const gm_index a = s->contacts.a[row], b = s->contacts.b[row];
  gm_row4 d = g->g[a].x - g->g[b].x;
  for (int k = 0; k < 3; ++k) {
    const double L = s->domain.side[k];
    if (L > 0.0) d[k] -= L * round(d[k] / L);
  }
  const double ra = g->g[a].x[3], rb = g->g[b].x[3];
  const double distance = gm_norm(gm_row_vec(d));
  return (gm_law_contact){.overlap = ra + rb - distance,
                          .slope = 1.0,
                          .radius = ra * rb / (ra + rb),
                          .mobility = g->g[a].v[3] + g->g[b].v[3],
                          .normal = gm_scale(1.0 / distance, gm_row_vec(d))};
}

/* History with which a contact exerts the tangential force f. */
static gm_row4 spring_history(const gm_law *law, const gm_coefficients *c,
                              double dt, gm_law_contact k, gm_vec3 f)
{
  const gm_law_time time = {.dt = dt};
  const double along = gm_dot(f, k.normal), size2 = gm_norm2(f);
  const gm_vec3 held = gm_madd(f, -along, k.normal);
  k.memory = law->query(c, time, &k).memory;
  if (law->tangential == GM_TANGENTIAL_INCREMENTAL ||
      !(gm_norm2(held) > 1e-30 * size2))
    return gm_row(held, k.memory);
  const gm_vec3 way = gm_unit(held);
  const double little = 1.0e-9 * k.radius;
  k.spring = gm_scale(little, way);
  const double stiffness = -gm_dot(law->query(c, time, &k).force, way) / little;
  return stiffness > 0.0 ? gm_row(gm_scale(-1.0 / stiffness, held), k.memory)
                         : gm_row(gm_vec(0.0, 0.0, 0.0), k.memory);
}

void gm_springs_make(const gm_state *step, gm_scene *s)
{
  const gm_contacts *list = &s->contacts;
  for (gm_index row = 0; row < list->n; ++row) {
    const gm_row4 h = list->history[row];
    if (!(h[3] < 0.0)) continue;
    list->history[row] = (gm_row4){0.0, 0.0, 0.0, 0.0};
    if (row >= list->n_grain) continue;
    const gm_index a = s->grains.material[list->a[row]];
    const gm_index b = s->grains.material[list->b[row]];
    list->history[row] = spring_history(
        step->model.law, &step->model.table[a * GM_MATERIALS_MAX + b], s->dt,
        spring_contact(s, row), gm_row_vec(h));
  }
}

void gm_springs_go_on(const gm_state *step, gm_scene *s)
{
  const double t0 = (double)(s->step - 1) * s->dt, t1 = (double)s->step * s->dt;
  for (gm_index k = 0; s->step > 0 && k < s->structures.named; ++k) {
    gm_structure *b = &s->structures.row[k];
    if (!b->n_motion) continue;
    gm_motion_advance(b->motion, b->n_motion, t0,
                      (1.0 - step->model.scheme->lag) * (t1 - t0), &b->late);
  }
}
