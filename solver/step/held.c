/* step/held.c -- groups of held grains in a step. */
#include "step/held.h"

#include "measure/measure.h"

/* ---- poses ----------------------------------------------------------------------- */

void gm_held_ahead(gm_scene *s)
{
  const double t0 = (double)s->step * s->dt;
  const double t1 = (double)(s->step + 1) * s->dt;
  for (gm_index k = 0; k < s->held_groups.n; ++k) {
    gm_held_group *h = &s->held_groups.row[k];
    if (!h->n_motion) continue;
    h->next = h->pose;
    gm_motion_advance(h->motion, h->n_motion, t0, t1 - t0, &h->next);
  }
}

void gm_held_arrive(gm_scene *s)
{
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    s->held_groups.row[k].pose = s->held_groups.row[k].next;
}

/* ---- letting go ------------------------------------------------------------------- */

static int is_due(const gm_scene *s, const gm_held_group *h)
{
  return h->holds && (double)s->step * s->dt >= h->until;
}

int gm_held_due(const gm_scene *s)
{
  int due = 0;
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    due |= is_due(s, &s->held_groups.row[k]);
  return due;
}

gm_status gm_held_release(gm_state *step, gm_scene *s)
{
  gm_grains *g = &s->grains;
  if (!gm_held_due(s)) return GM_OK;
  for (gm_index i = 0; i < g->n; ++i) {
    gm_grain_held *held = &g->held[i];
    if (!held->group) continue;
    const gm_held_group *h = &s->held_groups.row[held->group - 1];
    if (!is_due(s, h)) continue;
    const gm_vec3 at = gm_pose_to_world(&h->pose, held->seat);
    g->g[i].v = gm_row(gm_pose_velocity_at(&h->pose, at), held->mobility);
    g->w[i] = gm_row(h->pose.spin, g->w[i][3]);
    if (g->before) g->before[i].known = 0;
    held->freed = held->group;
    held->group = 0;
  }
  for (gm_index k = 0; k < s->held_groups.n; ++k)
    if (is_due(s, &s->held_groups.row[k])) s->held_groups.row[k].holds = 0;
  if (!step->lists.must_build) step->lists.must_build = 1;
  return GM_OK;
}

/* True if contact `row` begins because one of its grains is released now. */
static int is_new(const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const gm_grain_held *held = s->grains.held, *a = &held[c->a[row]];
  if (row >= c->n_grain)
    return a->freed && !a->meets &&
           !gm_structures_yields(&s->structures.row[c->b[row]]);
  const gm_grain_held *b = &held[c->b[row]];
  if (!a->freed && !b->freed) return 0;
  const gm_index p = a->freed ? a->freed : a->group;
  const gm_index q = b->freed ? b->freed : b->group;
  return p && q && (p == q || !a->meets || !b->meets);
}

/* Sets stored velocities, which lack part of a kick, such that the velocity now is that
 * of the group. */
static void hold_back(const gm_state *step, gm_scene *s, gm_index i)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  const double h =
      step->model.scheme->corrects ? 0.0 : step->model.scheme->behind * s->dt;
  gm_grain *g = &s->grains.g[i];
  const gm_load *l = &s->grains.load[i];
  const double mobility = g->v[3];
  g->v -= h * (mobility * (vector * l->f) + gm_row(s->gravity, 0.0));
  const double spin =
      gm_grain_rule_spin_at(gm_grain_rule_spin(&s->grains.rule), g->x[3]);
  s->grains.w[i] += (spin * h * mobility / g->x[3]) * (vector * l->t);
}

void gm_held_count(const gm_state *step, gm_scene *s)
{
  gm_grains *g = &s->grains;
  gm_sum energy = {0};
  for (gm_index row = 0; row < s->contacts.n; ++row) {
    const int mine = !gm_grains_ghost(g, s->contacts.a[row]);
    if (mine && s->contacts.touched[row] && is_new(s, row))
      gm_sum_add(&energy, gm_measure_elastic(&step->capture, s, row));
  }
  for (gm_index i = 0; i < g->n; ++i) {
    if (!g->held[i].freed || gm_grains_ghost(g, i)) continue;
    hold_back(step, s, i);
    gm_sum_add(&energy, gm_measure_kinetic(step->model.scheme, s, i));
    gm_sum_add(&energy, -gm_grains_mass(g, i) *
                            gm_dot(s->gravity, gm_row_vec(g->g[i].x)));
  }
  for (gm_index i = 0; i < g->n; ++i)
    g->held[i].freed = 0;
  gm_comm_sums(s->comm, &energy, 1);
  s->balance.energy_in += gm_sum_value(&energy);
}
