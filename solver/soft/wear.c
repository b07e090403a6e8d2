/* soft/wear.c -- what contacts do to surfaces: impulse, work, wear and impacts.
 *
 * Sums of a stay go to its place when it ends, in the order of the pairs.
 */
#include "soft/wear.h"

#include "contact/finnie.h"

/* The stay of a row is over; where the contact lasts, another begins. */
static void settle_wear(gm_scene *s, gm_index row)
{
  gm_contacts *list = &s->contacts;
  const gm_index at = row - list->n_grain;
  if (list->place[at] < 0) return;
  if (s->comm)
    gm_scene_note_stay(s, GM_STAY_CONTACT, list->a[row], list->b[row],
                       list->place[at], &list->running[at]);
  else
    gm_contacts_sums_close(&s->structures.row[list->b[row]].sums,
                           list->place[at], &list->running[at]);
  list->place[at] = list->touched[row] ? list->foot[at] : -1;
  if (!list->touched[row]) list->running[at] = (gm_running_sum){0};
}

/* Rows that rise but for a few: batches of contacts, which chunks cut, cannot be seen. */
static void sort_wear(gm_index *row, gm_index n)
{
  for (gm_index q = 1; q < n; ++q) {
    const gm_index one = row[q];
    gm_index k = q;
    for (; k > 0 && row[k - 1] > one; --k)
      row[k] = row[k - 1];
    row[k] = one;
  }
}

static void add_impacts(const gm_collisions_row *from, gm_collisions_row *to)
{
  for (int q = 0; q < GM_COLLISIONS_ENERGIES; ++q)
    to->energy[q] += from->energy[q];
  for (int q = 0; q < GM_COLLISIONS_SPEEDS; ++q)
    to->speed[q] += from->speed[q];
}

void gm_wear_settle(const gm_work_buffers *buffers, int threads, gm_scene *s)
{
  gm_contacts *list = &s->contacts;
  const gm_index pairs = s->collisions.n;
  if (list->running) {
    for (gm_index c = 0; c < list->n_chunks; ++c) {
      const gm_contact_events *e = &buffers->result[c].events;
      sort_wear(e->parted, e->n_parted);
      for (gm_index q = 0; q < e->n_parted; ++q)
        settle_wear(s, e->parted[q]);
    }
    for (gm_index k = 0; k < s->structures.named; ++k) {
      gm_structure *body = &s->structures.row[k];
      body->sums.impulse = gm_madd(body->sums.impulse, s->dt, body->load.force);
    }
  }
  if (!buffers->impacts) return;
  for (gm_index q = 0; q < 2 * threads * pairs; ++q) {
    gm_collisions_row *from = &buffers->impacts[q];
    if (!from->any) continue;
    const gm_index pair = q % pairs;
    add_impacts(from, q / pairs % 2 ? &s->collisions.structures[pair]
                                    : &s->collisions.grains[pair]);
    *from = (gm_collisions_row){0};
  }
}

double gm_wear_finnie(const gm_pair *pair, double m, gm_vec3 v, gm_vec3 n)
{
  return gm_finnie_volume(pair->wear_flow_stress, pair->wear_depth_ratio,
                          pair->wear_force_ratio, m, v, n);
}

/* An impact in column t. */
typedef struct impact {
  double mass, energy, speed; /* kg, J, m/s  mass 0: neither can be moved */
  gm_vec3 v, n;               /* m/s, 1 */
} impact;

static impact impact_of(const gm_block *k, int t)
{
  const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]};
  const gm_vec3 v = {k->vx[t], k->vy[t], k->vz[t]};
  const double vn = gm_dot(v, n), u = k->mobility[t];
  const double mass = u > 0.0 ? 1.0 / u : 0.0;
  return (impact){mass, 0.5 * mass * vn * vn, gm_norm(v), v, n};
}

static void count_impact(const gm_collisions *c, gm_index pair, const impact *i,
                         gm_collisions_row *rows)
{
  gm_collisions_row *row = &rows[c->of[pair]];
  gm_collisions_count(row, i->energy, i->speed);
}

/* The column of row `wanted`, or -1: it was left out.  Rows rise. */
static int wear_column(const gm_block *k, int c, int wanted)
{
  int low = 0, high = c;
  while (low < high) {
    const int middle = (low + high) / 2;
    if (k->row[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low < c && k->row[low] == wanted ? low : -1;
}

void gm_wear_grains(const gm_work *w, const gm_block *k, gm_index k0, int c,
                    gm_collisions_row *rows)
{
  for (int q = 0; q < k->n_new; ++q) {
    const int t = wear_column(k, c, k->new_row[q]);
    if (t < 0) continue;
    const gm_index a = w->scene->contacts.a[k0 + k->row[t]];
    if (gm_grains_ghost(&w->scene->grains, a)) continue; /* its owner counts */
    const impact i = impact_of(k, t);
    count_impact(&w->scene->collisions, gm_model_pair(w->scene, k0 + k->row[t]),
                 &i, rows);
  }
}

static const gm_pair *wear_coefficients(const gm_work *w, gm_index pair)
{
  return &w->scene->materials
              .pair[pair / GM_MATERIALS_MAX][pair % GM_MATERIALS_MAX];
}

/* k / H, in 1/Pa: volume worn over load times sliding distance. */
static double archard_of(const gm_pair *pair)
{
  return pair->wear_coefficient > 0.0
             ? pair->wear_coefficient / pair->wear_hardness
             : 0.0;
}

void gm_wear_begin(const gm_work *w, gm_index row)
{
  gm_contacts *list = &w->scene->contacts;
  list->running[row - list->n_grain].sum.hits[3] =
      archard_of(wear_coefficients(w, gm_model_pair(w->scene, row)));
}

void gm_wear_impact(const gm_work *w, const gm_block *k, gm_index k0, int t,
                    gm_collisions_row *rows)
{
  gm_contacts *list = &w->scene->contacts;
  const gm_index row = k0 + k->row[t], at = row - list->n_grain;
  if (list->place[at] < 0) return; /* a mirror */
  const gm_index pair = gm_model_pair(w->scene, row);
  const gm_pair *p = wear_coefficients(w, pair);
  const impact i = impact_of(k, t);
  list->running[at].sum.hits +=
      (gm_row4){1.0, i.energy, gm_wear_finnie(p, i.mass, i.v, i.n), 0.0};
  if (rows) count_impact(&w->scene->collisions, pair, &i, rows);
}
