/* meet/meet.c -- forces between structures.
 *
 * Pairs are independent of each other, so that any thread may compute any pair.  What
 * dashpots dissipate is known once all forces are: then velocities of the instant are,
 * and the power of the dashpots with them closes the balance of energy.
 */
#include "meet/meet.h"

#include "base/memory.h"
#include <omp.h>

/* ---- set-up ------------------------------------------------------------------------ */

static gm_status make_scratch(gm_meet *m, int threads)
{
  GM_TRY(GM_RESIZE(m->scratch, 0, threads));
  m->n_scratch = threads;
  for (int k = 0; k < threads; ++k) {
    GM_TRY(GM_RESIZE(m->scratch[k].hit, 0, m->samples + 1));
    GM_TRY(GM_RESIZE(m->scratch[k].spring, 0, m->samples + 1));
    GM_TRY(GM_RESIZE(m->scratch[k].near, 0, m->samples + 1));
  }
  return GM_OK;
}

/* The first two copies of a kind stand for all of them. */
static int is_further_copy(const gm_structures *s, gm_index k)
{
  return k >= 2 && s->row[k].kind >= 0 && s->row[k].kind == s->row[k - 2].kind;
}

/* Returns 1 if some pair meets. */
static int any_meets(const gm_meet *m, const gm_structures *s)
{
  for (gm_index a = 0; a < s->n; ++a) {
    if (is_further_copy(s, a)) continue;
    for (gm_index b = a + 1; b < s->n; ++b)
      if (!is_further_copy(s, b) &&
          gm_meet_rules_meet(&m->table, &s->row[a], &s->row[b], a, b) ==
              GM_MEET_YES)
        return 1;
  }
  return 0;
}

gm_status gm_meet_init(gm_meet *m, const gm_scene *s, const gm_config *config,
                       int threads)
{
  gm_index most = 0, second = 0;
  gm_meet_rules_table(&s->materials, config->contacts.tangential_ratio,
                      &m->table);
  m->list.must = 1;
  if (s->hard) return GM_OK;
  for (gm_index k = 0; k < s->structures.n; ++k) {
    const gm_form *f = s->structures.row[k].form;
    if (!f) continue;
    if (f->n > most) {
      second = most;
      most = f->n;
    } else if (f->n > second) {
      second = f->n;
    }
  }
  m->on = any_meets(m, &s->structures);
  m->samples = most + second;
  return m->on ? make_scratch(m, threads) : GM_OK;
}

/* ---- a step ------------------------------------------------------------------------ */

gm_status gm_meet_run(gm_meet *m, const gm_model *model, int captures,
                      gm_scene *s)
{
  if (!m->on) return GM_OK;
  GM_TRY(gm_meet_list_update(&m->list, &m->table, s));
  const gm_meet_step step = {.scene = s,
                             .table = &m->table,
                             .time = gm_model_time(model, s->dt),
                             .captures = captures};
  gm_meetings *table = &s->meetings;
  gm_status status = GM_OK;
#pragma omp parallel for schedule(dynamic, 4)                                  \
    num_threads(m->n_scratch) if (table->n > 8)
  for (gm_index k = 0; k < table->n; ++k) {
    const gm_status one = gm_meet_pair_run(&step, &table->row[k],
                                           &m->scratch[omp_get_thread_num()]);
    if (one != GM_OK) {
#pragma omp atomic write
      status = one;
    }
  }
  return status;
}

gm_status gm_meet_start(gm_meet *m, const gm_model *model, gm_scene *s)
{
  if (!m->on) return GM_OK;
  gm_status status = gm_meet_run(m, model, 0, s);
  const gm_meeting *worst = NULL;
  for (gm_index k = 0; k < s->meetings.n; ++k) {
    const gm_meeting *r = &s->meetings.row[k];
    if (r->deep && (!worst || r->depth > worst->depth)) worst = r;
  }
  if (status == GM_OK && worst)
    status = gm_fail(
        GM_ERR_INPUT,
        "'%s' and '%s' overlap by %.3g m at the start, deeper than two "
        "structures that meet may (meet.depth, a tenth of the smallest extent "
        "unless given); move them apart, or write meets: none, or the names of "
        "those that they meet",
        s->structures.row[worst->a].name, s->structures.row[worst->b].name,
        worst->depth);
  gm_meetings_clear(&s->meetings);
  m->list.must = 1;
  return status;
}

static void add_load(gm_structure *b, gm_vec3 force, gm_vec3 torque)
{
  b->load.force = gm_add(b->load.force, force);
  b->load.torque = gm_add(b->load.torque, torque);
  b->met.force = gm_add(b->met.force, force);
  b->met.torque = gm_add(b->met.torque, torque);
}

/* The torque on b about its origin, whose image the pair meets. */
static gm_vec3 torque_on_b(const gm_scene *s, const gm_meeting *r,
                           const gm_meeting_wrench *w)
{
  const gm_vec3 b =
      gm_meet_pair_shifted(s, r, &s->structures.row[r->b].pose).position;
  const gm_vec3 arm = gm_sub(s->structures.row[r->a].pose.position, b);
  return gm_scale(-1.0, gm_add(w->torque, gm_cross(arm, w->force)));
}

double gm_meet_add_loads(gm_scene *s)
{
  double power = 0.0;
  const gm_meetings *m = &s->meetings;
  if (!m->n) return 0.0;
  for (gm_index k = 0; k < s->structures.n; ++k)
    s->structures.row[k].met = (gm_structure_load){0};
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_meeting *r = &m->row[k];
    if (!gm_meetings_touch(r)) continue;
    gm_structure *a = &s->structures.row[r->a], *b = &s->structures.row[r->b];
    add_load(a, r->all.force, r->all.torque);
    add_load(b, gm_scale(-1.0, r->all.force), torque_on_b(s, r, &r->all));
    a->met.power += r->belt[0];
    b->met.power += r->belt[1];
    if (a->servo || b->servo) {
      gm_structure_load *l = a->servo ? &a->load : &b->load;
      l->stiffness += r->stiffness;
      l->damping += r->damping;
    }
  }
  for (gm_index k = 0; k < s->structures.n; ++k) {
    gm_structure *b = &s->structures.row[k];
    b->met.power -= (gm_dot(b->met.force, b->pose.velocity) +
                     gm_dot(b->met.torque, b->pose.spin));
    b->load.power += b->met.power;
    if (b->kind < 0)
      power += b->met.power; /* copies are moved by forces alone */
  }
  return power;
}

double gm_meet_dissipated(const gm_scene *s, double dt, double *friction)
{
  const gm_meetings *m = &s->meetings;
  double sum = 0.0;
  *friction = 0.0;
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_meeting *r = &m->row[k];
    if (!gm_meetings_touch(r)) continue;
    const gm_pose *a = &s->structures.row[r->a].pose;
    const gm_pose *b = &s->structures.row[r->b].pose;
    const gm_vec3 on_b = torque_on_b(s, r, &r->dash);
    const double power =
        gm_dot(r->dash.force, gm_sub(a->velocity, b->velocity)) +
        gm_dot(r->dash.torque, a->spin) + gm_dot(on_b, b->spin) + r->belt_dash;
    /* Where the velocity turns within the step a late dashpot pushes: no loss. */
    sum += r->lost + fmax(0.0, -power * dt);
    *friction += r->friction;
  }
  return sum;
}

void gm_meet_count(gm_scene *s)
{
  gm_meetings *m = &s->meetings;
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_meeting *r = &m->row[k];
    m->deep += r->deep;
    m->depth = fmax(m->depth, r->depth);
  }
}

void gm_meet_clear(gm_meet *m)
{
  for (int k = 0; k < m->n_scratch; ++k) {
    GM_FREE(m->scratch[k].hit);
    GM_FREE(m->scratch[k].spring);
    GM_FREE(m->scratch[k].near);
  }
  GM_FREE(m->scratch);
  gm_meet_list_clear(&m->list);
  *m = (gm_meet){0};
}
