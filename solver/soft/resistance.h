/* soft/resistance.h -- the pass of rolling and twisting resistance.
 *
 * It runs after the force law, whose normal load and stiffness it needs: it gathers
 * relative spins and springs of the contacts, contact/couples.c computes torques from
 * them, and the new springs go back to the list.
 */
#ifndef GM_SOFT_RESISTANCE_H
#define GM_SOFT_RESISTANCE_H

#include "contact/geometry.h"
#include "soft/work.h"

/* Relative to its mirror image a grain does not twist and rolls twice as fast. */
static inline void gm_resistance_mirror(gm_block *k, int t)
{
  const gm_vec3 n = {k->nx[t], k->ny[t], k->nz[t]}, u = gm_row_vec(k->u[t]);
  const gm_vec3 tangent = gm_madd(u, -gm_dot(u, n), n);
  k->u[t] = gm_row(gm_scale(2.0, tangent), 2.0 * k->u[t][3]);
}

/* Gathers relative spins and springs of c contacts, padded to `up`. */
static inline void gm_resistance_gather(const gm_work *w, gm_block *k,
                                        gm_index k0, int c, int up)
{
  const gm_contacts *list = &w->scene->contacts;
  const gm_grains *g = &w->scene->grains;
  const gm_structure *structure = w->scene->structures.row;
  for (int t = 0; t < up; ++t) {
    const gm_index row = k0 + k->row[t < c ? t : c - 1];
    const gm_index a = list->a[row], b = list->b[row];
    const int is_grain = row < list->n_grain;
    const double ra = g->g[a].x[3], rb = is_grain ? g->g[b].x[3] : 1.0;
    const double ib =
        is_grain ? gm_grains_weight(g, b) * g->g[b].v[3] / (rb * rb) : 0.0;
    const gm_row4 wb =
        is_grain ? g->w[b]
                 : gm_row(gm_structures_spin(&structure[b], &structure[b].late,
                                             gm_contacts_patch(list, row)),
                          0.0);
    k->u[t] = g->w[a] - wb;
    k->u[t][3] = gm_grains_weight(g, a) * g->g[a].v[3] / (ra * ra) + ib;
    if (k->u[t][3] ==
        0.0) /* both bodies are held: use the masses of free grains */
      k->u[t][3] = gm_grains_mobility(g, a) / (ra * ra) +
                   (is_grain ? gm_grains_mobility(g, b) / (rb * rb) : 0.0);
    if (!is_grain && structure[b].mirror) gm_resistance_mirror(k, t);
    k->e[t] = list->couple[row];
  }
}

/* Computes the torques of c contacts into k->m, with losses shared by `sharers` grains,
 * and stores the springs in the list. pair: pair of materials of all contacts; below 0:
 * the columns of k hold the coefficients of each. */
static inline void gm_resistance_apply(const gm_work *w, gm_block *k,
                                       gm_index k0, int c, int up,
                                       gm_index pair, double sharers)
{
  const gm_model *m = w->model;
  gm_resistance_gather(w, k, k0, c, up);
  m->couple->torques(k, up, w->time, m->law->grows,
                     pair < 0 ? NULL : &m->couple_table[pair]);
  gm_geometry_couples(k, c, sharers);
  gm_row4 *history = w->scene->contacts.couple;
  for (int t = 0; t < c; ++t)
    history[k0 + k->row[t]] = (gm_row4){k->ex[t], k->ey[t], k->ez[t], k->et[t]};
}

#endif
