/* contact/scatter.h -- adds contact forces to the loads of grains; stores contact
 * history.
 *
 * A grain receives its contacts with structures first, then those with grains in the
 * order of their rows: with earlier chunks, inside the chunk, with later chunks.  So
 * neither threads nor chunks can be seen in a sum.  With force F on grain a, q = L n x F
 * (L arm ratio), frictional loss D_t and total loss D of the contact,
 *
 *   grain a receives {F, D_t/2} {q, D/2},   grain b {-F, D_t/2} {q, D/2}
 *
 * The arm on either grain is L times its radius r, so the torque is -r q on both grains,
 * each with its radius r; the factor -r is applied once per grain when the grains are
 * moved.  The fourth lanes collect each grain's share of the losses. load[0] belongs to
 * i0, the first grain of the chunk.  Rolling and twisting resistance has loads of its
 * own, {M, D_r/2} {0, D_s/2} with torque M, rolling loss D_r and twist loss D_s, which
 * gm_scatter_fold adds to those of the grains when the chunk is complete.
 */
#ifndef GM_CONTACT_SCATTER_H
#define GM_CONTACT_SCATTER_H

#include "base/sum.h"
#include "contact/narrow_structures.h"
#include "scene/contacts.h"

/* Signs of the force row for grain b: {-F, loss}. */
#define GM_SCATTER_OTHER ((gm_row4){-1.0, -1.0, -1.0, 1.0})

/* Contributions of four contacts to grain a. */
typedef struct gm_scatter_rows {
  gm_row4 f[4]; /* {F on a, frictional}  N, J */
  gm_row4 q[4]; /* {arm ratio * n x F, dissipated}  N, J */
} gm_scatter_rows;

/* Transposes contacts t .. t + 3 from columns to rows; `share`: fraction of the losses
 * for each grain. */
GM_INLINE gm_scatter_rows gm_scatter_turn(const gm_block *restrict k, int t,
                                          double share)
{
  const gm_row4 nx = gm_row_load(&k->nx[t]), fx = gm_row_load(&k->fx[t]);
  const gm_row4 ny = gm_row_load(&k->ny[t]), fy = gm_row_load(&k->fy[t]);
  const gm_row4 nz = gm_row_load(&k->nz[t]), fz = gm_row_load(&k->fz[t]);
  const gm_row4 lever = gm_row_load(&k->lever[t]);
  gm_scatter_rows o = {
      {fx, fy, fz, share * gm_row_load(&k->frictional[t])},
      {lever * (ny * fz - nz * fy), lever * (nz * fx - nx * fz),
       lever * (nx * fy - ny * fx), share * gm_row_load(&k->dissipated[t])}};
  gm_row_turn(o.f);
  gm_row_turn(o.q);
  return o;
}

/* Stores the history of n <= 4 contacts from t on. */
GM_INLINE void gm_scatter_four_histories(const gm_block *restrict k, int t,
                                         int n, gm_row4 *restrict history)
{
  gm_row4 h[4] = {gm_row_load(&k->hx[t]), gm_row_load(&k->hy[t]),
                  gm_row_load(&k->hz[t]), gm_row_load(&k->ha[t])};
  gm_row_turn(h);
  for (int i = 0; i < n; ++i)
    history[k->row[t + i]] = h[i];
}

/* Stores the new history of the c contacts of a block; k0: list index of its first
 * pair. */
GM_INLINE void gm_scatter_history(const gm_block *restrict k,
                                  gm_contacts *restrict list, gm_index k0,
                                  int c)
{
  gm_row4 *restrict history = &list->history[k0];
  const int whole = c & ~3;
  for (int t = 0; t < whole; t += 4)
    gm_scatter_four_histories(k, t, 4, history);
  if (whole < c) gm_scatter_four_histories(k, whole, c - whole, history);
}

/* Adds the losses of the c contacts of a block to what each has dissipated, those of
 * rolling and twisting (`couples`) shared by `sharers` grains. */
GM_INLINE void gm_scatter_spent(const gm_block *restrict k,
                                gm_contacts *restrict list, gm_index k0, int c,
                                int couples, double sharers)
{
  for (int t = 0; t < c; ++t) {
    gm_spent *to = &list->spent[k0 + k->row[t]];
    const double turned = couples ? sharers * (k->m[t].f[3] + k->m[t].t[3]) : 0;
    const double slid = k->frictional[t] + turned;
    to->slid += slid;
    to->damped += k->dissipated[t] + turned - slid; /* rounds as for grains */
  }
}

/* Ends adhesive contacts whose memory the law has set to 0 (detachment). */
GM_INLINE void gm_scatter_detached(const gm_block *restrict k,
                                   gm_contacts *restrict list, gm_index k0,
                                   int c, gm_contact_events *events)
{
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    list->touched[row] = k->ha[t] > 0.0;
    if (list->spent && !list->touched[row]) list->spent[row] = (gm_spent){0};
    if (!list->touched[row] && list->running && row >= list->n_grain)
      events->parted[events->n_parted++] = row;
  }
}

/* Adds n <= 4 contacts from t on to both grains. */
GM_INLINE void gm_scatter_four(const gm_block *restrict k,
                               const gm_contacts *restrict list, gm_index k0,
                               int t, int n, gm_index i0,
                               gm_load *restrict load)
{
  const gm_scatter_rows o = gm_scatter_turn(k, t, 0.5);
  for (int i = 0; i < n; ++i) {
    const gm_index row = k0 + k->row[t + i];
    gm_load *a = &load[list->a[row] - i0], *b = &load[list->b[row] - i0];
    a->f += o.f[i];
    a->t += o.q[i];
    b->f += GM_SCATTER_OTHER * o.f[i];
    b->t += o.q[i];
  }
}

/* Adds the c contacts of a block to both grains; pairs inside a chunk. */
GM_INLINE void gm_scatter_grains(const gm_block *restrict k,
                                 const gm_contacts *restrict list, gm_index k0,
                                 int c, gm_index i0, gm_load *restrict load)
{
  const int whole = c & ~3;
  for (int t = 0; t < whole; t += 4)
    gm_scatter_four(k, list, k0, t, 4, i0, load);
  if (whole < c) gm_scatter_four(k, list, k0, whole, c - whole, i0, load);
}

/* Adds torques of rolling and twisting resistance to both grains (`grains`) or to a. */
GM_INLINE void gm_scatter_couples(const gm_block *restrict k,
                                  const gm_contacts *restrict list, gm_index k0,
                                  int c, int grains, gm_index i0,
                                  gm_load *restrict moment)
{
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    gm_load *a = &moment[list->a[row] - i0];
    a->f += k->m[t].f;
    a->t += k->m[t].t;
    if (!grains) continue;
    gm_load *b = &moment[list->b[row] - i0];
    b->f += GM_SCATTER_OTHER * k->m[t].f;
    b->t += k->m[t].t;
  }
}

/* Adds grain-structure contacts to the grain. */
GM_INLINE void gm_scatter_structures(const gm_block *restrict k,
                                     const gm_contacts *restrict list,
                                     gm_index k0, int c, gm_index i0,
                                     gm_load *restrict load)
{
  for (int t = 0; t < c; t += 4) {
    const gm_scatter_rows o = gm_scatter_turn(k, t, 1.0);
    for (int i = 0; i < 4 && t + i < c; ++i) {
      gm_load *a = &load[list->a[k0 + k->row[t + i]] - i0];
      a->f += o.f[i];
      a->t += o.q[i];
    }
  }
}

/* Stores the forces of pairs between chunks as records, which both chunks add later. */
GM_INLINE void gm_scatter_records(const gm_block *restrict k,
                                  gm_contacts *restrict list, gm_index k0,
                                  int c)
{
  for (int t = 0; t < c; t += 4) {
    const gm_scatter_rows o = gm_scatter_turn(k, t, 0.5);
    for (int i = 0; i < 4 && t + i < c; ++i)
      list->record[k0 + k->row[t + i]] = (gm_load){o.f[i], o.q[i]};
  }
}

/* Adds the records of pairs of `chunk` with earlier chunks to its grains b; record:
 * those of the forces, or those of rolling and twisting resistance. */
GM_INLINE void gm_scatter_earlier(const gm_contacts *restrict list,
                                  const gm_load *restrict record,
                                  gm_index chunk, gm_load *restrict load)
{
  const gm_index i0 = list->first_grain[chunk];
  for (gm_index j = list->first_join[chunk]; j < list->first_join[chunk + 1];
       ++j)
    for (gm_index row = list->join[j].begin; row < list->join[j].end; ++row) {
      gm_load *b = &load[list->b[row] - i0];
      b->f += GM_SCATTER_OTHER * record[row].f;
      b->t += record[row].t;
    }
}

/* Adds the records of pairs of `chunk` with later chunks to its grains a. */
GM_INLINE void gm_scatter_later(const gm_contacts *restrict list,
                                const gm_load *restrict record, gm_index chunk,
                                gm_load *restrict load)
{
  const gm_index i0 = list->first_grain[chunk];
  for (gm_index row = list->first_cross[chunk];
       row < list->first_cross[chunk + 1]; ++row) {
    gm_load *a = &load[list->a[row] - i0];
    a->f += record[row].f;
    a->t += record[row].t;
  }
}

/* Adds torques and losses of rolling and twisting resistance to the loads of grains
 * [i0, i1), and {losses by rolling, by twisting} to *sum, see base/sum.h. */
GM_INLINE void gm_scatter_fold(const gm_grain *restrict g,
                               const gm_load *restrict moment, gm_index i0,
                               gm_index i1, gm_load *restrict load,
                               gm_sum_rows *sum, gm_sum *over)
{
  for (gm_index i = i0; i < i1; ++i) {
    const gm_load m = moment[i - i0];
    const double rolled = m.f[3], spun = m.t[3];
    const double r = -1.0 / g[i].x[3];
    const gm_row4 q = (gm_row4){r, r, r, 0.0} * m.f;
    load[i - i0].t += q + (gm_row4){0.0, 0.0, 0.0, rolled + spun};
    gm_sum_rows_add(sum, over, (gm_row4){rolled, spun, 0.0, 0.0});
  }
}

#endif
