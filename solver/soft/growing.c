/* soft/growing.c -- grains that grow. */
#include "soft/growing.h"

#include "base/memory.h"
#include "soft/local.h"
#include <string.h>

/* r' of grain i in this step, in m/s. */
static double growth_speed(const gm_scene *s, gm_index i)
{
  const gm_grain_grows *g = &s->grains.grows[i];
  if (!g->source) return 0.0;
  const gm_growth *how = &s->growths.row[g->source - 1];
  const double t0 = (double)s->step * s->dt;
  const double t1 = (double)(s->step + 1) * s->dt;
  return g->full *
         (gm_grains_growth_at(how, t1) - gm_grains_growth_at(how, t0)) / s->dt;
}

gm_status gm_growing_begin(gm_work_buffers *b, const gm_scene *s)
{
  const size_t rows = (size_t)s->contacts.n + 1;
  if (!gm_growing_due(s)) return GM_OK;
  if (rows > b->growth_capacity) {
    b->growth_capacity = rows + rows / 8;
    GM_TRY(GM_RESIZE(b->growth_power, 0, b->growth_capacity));
  }
  memset(b->growth_power, 0, rows * sizeof *b->growth_power);
  return GM_OK;
}

/* What the normal spring of a row holds at that overlap and effective radius (m), whose
 * energy a law with a range knows by the radius of the contact there.  What the
 * tangential one loses as it softens the law counts itself, as dissipated, by its
 * history. */
static double growth_held_radius(const gm_work *w, const gm_block *k, int t,
                                 const gm_coefficients *c, double overlap,
                                 double radius)
{
  const gm_law *law = w->model->law;
  gm_law_contact contact = {
      .overlap = overlap, .radius = radius, .memory = k->ha[t]};
  if (law->range) {
    const gm_law_time none = {.dt = 0.0};
    contact.memory = law->query(c, none, &contact).memory;
  }
  return law->energy(c, &contact);
}

void gm_growing_power(const gm_work *w, const gm_block *k, gm_index k0, int c)
{
  const gm_scene *s = w->scene;
  const gm_contacts *list = &s->contacts;
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t], a = list->a[row], b = list->b[row];
    const int grains = row < list->n_grain;
    const int mirrored = !grains && s->structures.row[b].mirror;
    const double own = growth_speed(s, a) * s->dt,
                 ra = s->grains.g[a].x[3] + own;
    const double other = grains     ? growth_speed(s, b) * s->dt
                         : mirrored ? own
                                    : 0.0;
    const double rb = grains ? s->grains.g[b].x[3] + other : ra;
    const double radius = grains || mirrored ? ra * rb / (ra + rb) : ra;
    const gm_coefficients pair = gm_local_now(w->model, s, row, k->overlap[t]);
    const double more =
        growth_held_radius(w, k, t, &pair, k->overlap[t] + own + other,
                           radius) -
        growth_held_radius(w, k, t, &pair, k->overlap[t], k->radius[t]);
    w->buffers->growth_power[row] = (mirrored ? 0.5 : 1.0) * more / s->dt;
  }
}

double gm_growing_sum(const gm_work_buffers *b, const gm_scene *s)
{
  gm_sum sum = {0};
  if (!gm_growing_due(s)) return 0.0;
  for (gm_index row = 0; row < s->contacts.n; ++row)
    if (!gm_grains_ghost(&s->grains, s->contacts.a[row]))
      gm_sum_add(&sum, b->growth_power[row]);
  gm_comm_sums(s->comm, &sum, 1);
  return gm_sum_value(&sum);
}

enum { MASS, ENERGY, SUMS }; /* kg, J */

/* Grain i to radius r; the mass and energy that come are added unless it is a ghost. */
static void widen_growth_grain(gm_scene *s, gm_index i, double r,
                               gm_sum sum[SUMS])
{
  gm_grains *g = &s->grains;
  const double before = gm_grains_mass(g, i), i0 = gm_grains_inertia(g, i);
  const gm_index material = g->material[i];
  const double m =
      gm_grain_rule_mass(&g->rule, r, s->materials.row[material].density);
  const gm_row4 x = g->g[i].x;
  g->g[i].x[3] = r;
  g->w[i][3] = r;
  const int ghost = gm_grains_ghost(g, i);
  if (!ghost) gm_sum_add(&sum[MASS], m - before);
  if (gm_grains_held(g, i)) {
    g->held[i].mobility = 1.0 / m;
    return;
  }
  g->g[i].v[3] = 1.0 / m;
  const double v2 = gm_norm2(gm_row_vec(g->g[i].v));
  const double w2 = gm_norm2(gm_row_vec(g->w[i]));
  if (!ghost)
    gm_sum_add(&sum[ENERGY],
               0.5 * (m - before) * v2 +
                   0.5 * (gm_grains_inertia(g, i) - i0) * w2 -
                   (m - before) * gm_dot(s->gravity, gm_row_vec(x)));
}

double gm_growing_advance(gm_scene *s)
{
  if (!gm_growing_due(s)) return 0.0;
  const double t1 = (double)(s->step + 1) * s->dt;
  gm_sum sum[SUMS] = {{.lost = 0}};
  double most = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    const gm_grain_grows *g = &s->grains.grows[i];
    if (!g->source) continue;
    const double from = s->grains.g[i].x[3];
    const double to =
        g->full * gm_grains_growth_at(&s->growths.row[g->source - 1], t1);
    most = fmax(most, to - from);
    widen_growth_grain(s, i, to, sum);
  }
  gm_comm_sums(s->comm, sum, SUMS);
  gm_comm_most(s->comm, &most, 1);
  s->balance.mass_in += gm_sum_value(&sum[MASS]);
  s->balance.growth += gm_sum_value(&sum[ENERGY]);
  return most;
}
