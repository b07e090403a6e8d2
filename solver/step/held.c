/* step/held.c -- groups of held grains in a step.  Room: step. */
#include "step/held.h"

#include "step/measure.h"

/* ---- poses ----------------------------------------------------------------------- */

gm_status gm_held_ahead(gm_step *step, gm_scene *s)
{
  (void)step;
  const double t0 = (double)s->step * s->dt;
  const double t1 = (double)(s->step + 1) * s->dt;
  for (gm_index k = 0; k < s->holders.n; ++k) {
    gm_holder *h = &s->holders.row[k];
    if (!h->n_motion) continue;
    h->next = h->pose;
    gm_motion_advance(h->motion, h->n_motion, t0, t1 - t0, &h->next);
  }
  return GM_OK;
}

void gm_held_arrive(gm_scene *s)
{
  for (gm_index k = 0; k < s->holders.n; ++k)
    s->holders.row[k].pose = s->holders.row[k].next;
}

/* ---- loads ----------------------------------------------------------------------- */

void gm_held_load(const gm_scene *s, gm_index i0, gm_index i1,
                  const gm_load *load, gm_structure_load *loads)
{
  const gm_grains *g = &s->grains;
  for (gm_index k = 0; k < s->holders.n; ++k)
    loads[k] = (gm_structure_load){0};
  for (gm_index i = i0; i < i1; ++i) {
    const gm_grain_held *held = &g->held[i];
    if (!held->group) continue;
    const gm_pose *pose = &s->holders.row[held->group - 1].pose;
    gm_structure_load *sum = &loads[held->group - 1];
    const gm_vec3 f = gm_row_vec(load[i - i0].f);
    const gm_vec3 arm = gm_quat_rotate(pose->orientation, held->seat);
    sum->force = gm_add(sum->force, f);
    sum->torque = gm_add(sum->torque, gm_cross(arm, f));
    sum->torque =
        gm_madd(sum->torque, -g->g[i].x[3], gm_row_vec(load[i - i0].t));
  }
}

double gm_held_sum(const gm_step *step, gm_scene *s)
{
  double power = 0.0;
  for (gm_index k = 0; k < s->holders.n; ++k) {
    gm_holder *h = &s->holders.row[k];
    gm_structure_load sum = {0};
    for (gm_index c = 0; c < s->contacts.n_chunks; ++c) {
      const gm_structure_load *l = &step->held_loads[c * s->holders.n + k];
      sum.force = gm_add(sum.force, l->force);
      sum.torque = gm_add(sum.torque, l->torque);
    }
    sum.power = -(gm_dot(sum.force, h->pose.velocity) +
                  gm_dot(sum.torque, h->pose.spin));
    h->load = sum;
    power += sum.power;
  }
  return power;
}

/* ---- contacts of two that are held ----------------------------------------------- */

void gm_held_damp(gm_block *k, const gm_scene *s, gm_index k0, int c)
{
  const gm_contacts *list = &s->contacts;
  for (int t = 0; t < c; ++t) {
    if (k->v[t][3] != 0.0) continue;
    const gm_index row = k0 + k->row[t], b = list->b[row];
    const double own = gm_grains_mobility(&s->grains, list->a[row]);
    k->v[t][3] = row < list->n_grain ? own + gm_grains_mobility(&s->grains, b)
                 : s->structures.row[b].mirror ? 2.0 * own
                                               : own;
  }
}

/* ---- letting go ------------------------------------------------------------------- */

static int is_due(const gm_scene *s, const gm_holder *h)
{
  return h->holds && (double)s->step * s->dt >= h->until;
}

int gm_held_due(const gm_scene *s)
{
  int due = 0;
  for (gm_index k = 0; k < s->holders.n; ++k)
    due |= is_due(s, &s->holders.row[k]);
  return due;
}

gm_status gm_held_release(gm_step *step, gm_scene *s)
{
  gm_grains *g = &s->grains;
  if (step->captured || !gm_held_due(s)) return GM_OK;
  for (gm_index i = 0; i < g->n; ++i) {
    gm_grain_held *held = &g->held[i];
    if (!held->group) continue;
    const gm_holder *h = &s->holders.row[held->group - 1];
    if (!is_due(s, h)) continue;
    const gm_vec3 at = gm_pose_to_world(&h->pose, held->seat);
    g->g[i].v = gm_row(gm_pose_velocity_at(&h->pose, at), held->mobility);
    g->w[i] = gm_row(h->pose.spin, g->w[i][3]);
    if (g->before) g->before[i].known = 0;
    held->freed = held->group;
    held->group = 0;
  }
  for (gm_index k = 0; k < s->holders.n; ++k)
    if (is_due(s, &s->holders.row[k])) s->holders.row[k].holds = 0;
  if (!step->must_build) step->must_build = 1;
  return GM_OK;
}

/* Is the contact of this row there because one of its grains is released now? */
static int is_new(const gm_scene *s, gm_index row)
{
  const gm_contacts *c = &s->contacts;
  const gm_grain_held *held = s->grains.held, *a = &held[c->a[row]];
  if (row >= c->n_grain) return a->freed && !a->meets;
  const gm_grain_held *b = &held[c->b[row]];
  if (!a->freed && !b->freed) return 0;
  const gm_index p = a->freed ? a->freed : a->group;
  const gm_index q = b->freed ? b->freed : b->group;
  return p && q && (p == q || !a->meets || !b->meets);
}

/* What is stored lacks part of a kick: then the velocity now is that of the group. */
static void hold_back(const gm_step *step, gm_scene *s, gm_index i)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  const double h = step->scheme->corrects ? 0.0 : step->scheme->behind * s->dt;
  gm_grain *g = &s->grains.g[i];
  const gm_load *l = &s->grains.load[i];
  const double mobility = g->v[3];
  g->v -= h * (mobility * (vector * l->f) + gm_row(s->gravity, 0.0));
  s->grains.w[i] += (2.5 * h * mobility / g->x[3]) * (vector * l->t);
}

void gm_held_count(const gm_step *step, gm_scene *s)
{
  gm_grains *g = &s->grains;
  double energy = 0.0;
  for (gm_index row = 0; row < s->contacts.n; ++row) {
    if (s->contacts.touched[row] && is_new(s, row))
      energy += gm_measure_elastic(step, s, row);
  }
  for (gm_index i = 0; i < g->n; ++i) {
    if (!g->held[i].freed) continue;
    hold_back(step, s, i);
    energy += gm_measure_kinetic(step, s, i) -
              gm_grains_mass(g, i) * gm_dot(s->gravity, gm_row_vec(g->g[i].x));
  }
  for (gm_index i = 0; i < g->n; ++i)
    g->held[i].freed = 0;
  s->balance.energy_in += energy;
}
