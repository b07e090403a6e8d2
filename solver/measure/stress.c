/* measure/stress.c -- sums over contacts and grains. */
#include "measure/stress.h"

#include "base/sum.h"
#include "measure/measure.h"

/* t += scale a b^T */
static void add_stress_outer(gm_sum t[3][3], double scale, gm_vec3 a, gm_vec3 b)
{
  const double u[3] = {a.x, a.y, a.z}, v[3] = {b.x, b.y, b.z};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      gm_sum_add(&t[i][j], scale * u[i] * v[j]);
  }
}

/* Part of a line inside the region; what of it leaves the box across periodic sides
 * comes in at the others. */
static double share_in_stress_region(const gm_domain *d,
                                     const gm_region *region, gm_line line)
{
  double share = gm_region_share(region, line.from, line.to);
  if (!d->periodic) return share;
  const int back = gm_domain_return(d, gm_row(line.to, 0.0));
  for (int axes = 1; back && axes < 8; ++axes) {
    const int image = gm_domain_along(back, axes);
    if ((axes & 1 && !gm_domain_sides(back, 0)) ||
        (axes & 2 && !gm_domain_sides(back, 1)) ||
        (axes & 4 && !gm_domain_sides(back, 2))) {
      continue;
    }
    const gm_vec3 shift = gm_row_vec(d->shift[image]);
    share += gm_region_share(region, gm_add(line.from, shift),
                             gm_add(line.to, shift));
  }
  return share;
}

/* Place of grain i from the centre of its clump. */
static gm_vec3 stress_arm(const gm_scene *s, gm_index i)
{
  const gm_grain_member *m = &s->grains.member[i];
  if (!m->clump) return gm_vec(0.0, 0.0, 0.0);
  const gm_clump *c = &s->clumps.row[m->clump - 1];
  return gm_clumps_arm(&s->clumps, c, c->turn, m->slot);
}

/* A force on a member acts on its clump: its line ends at the centre of the clump. */
static void move_stress_ends(const gm_scene *s, gm_index row, gm_line *line)
{
  if (!s->grains.member) return;
  line->from = gm_sub(line->from, stress_arm(s, s->contacts.a[row]));
  if (row < s->contacts.n_grain)
    line->to = gm_sub(line->to, stress_arm(s, s->contacts.b[row]));
}

static void set_stress_values(double to[3][3], gm_sum t[3][3])
{
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      to[i][j] = gm_sum_value(&t[i][j]);
  }
}

static void add_stress_contacts(const gm_capture *now, const gm_scene *s,
                                double inverse_volume, gm_stress *stress)
{
  const gm_contacts *c = &s->contacts;
  gm_sum sum[3][3] = {{{.n = 0}}};
  for (gm_index row = 0; row < c->n; ++row) {
    if (!c->touched[row]) continue;
    gm_line line = gm_measure_line(now, s, row);
    move_stress_ends(s, row, &line);
    const double share =
        share_in_stress_region(&s->domain, &stress->region, line);
    if (share == 0.0) continue;
    add_stress_outer(sum, inverse_volume * share,
                     gm_row_vec(now->contact[row].f),
                     gm_sub(line.from, line.to));
  }
  set_stress_values(stress->contact, sum);
}

static void add_stress_grains(const gm_scheme *scheme, const gm_scene *s,
                              double inverse_volume, gm_stress *stress)
{
  const gm_grains *g = &s->grains;
  gm_sum sum[3][3] = {{{.n = 0}}},
         all[5] = {{.n = 0}}; /* momentum, mass, volume */
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_row4 home = gm_domain_home(&s->domain, g->g[i].x);
    if (!gm_region_holds(&stress->region, gm_row_vec(home))) continue;
    const double m = gm_grains_mass(g, i);
    const gm_vec3 v = gm_measure_velocity(scheme, s, i);
    const double one[5] = {m * v.x, m * v.y, m * v.z, m,
                           gm_grains_volume(g, i)};
    for (int k = 0; k < 5; ++k)
      gm_sum_add(&all[k], one[k]);
    add_stress_outer(sum, inverse_volume * m, v, v);
  }
  const double mass = gm_sum_value(&all[3]);
  const gm_vec3 momentum = {gm_sum_value(&all[0]), gm_sum_value(&all[1]),
                            gm_sum_value(&all[2])};
  if (mass > 0.0)
    add_stress_outer(sum, -inverse_volume / mass, momentum, momentum);
  set_stress_values(stress->kinetic, sum);
  stress->solid = gm_sum_value(&all[4]) * inverse_volume;
}

static void measure_stress(const gm_capture *now, const gm_scene *s,
                           gm_stress *stress)
{
  const double inverse_volume = 1.0 / gm_region_volume(&stress->region);
  add_stress_contacts(now, s, inverse_volume, stress);
  add_stress_grains(now->model->scheme, s, inverse_volume, stress);
}

void gm_stress_measure(const gm_capture *now, int threads, gm_scene *s)
{
  GM_ASSERT(now->valid);
#pragma omp parallel for schedule(dynamic)                                     \
    num_threads(gm_contacts_team(threads, s->grains.n))
  for (gm_index k = 0; k < s->sensors.n; ++k) {
    gm_sensor *sensor = &s->sensors.row[k];
    if (sensor->kind == GM_MEASURE_STRESS)
      measure_stress(now, s, &sensor->stress);
  }
}
