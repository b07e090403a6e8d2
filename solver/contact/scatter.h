/* contact/scatter.h -- forces from columns onto the grains, whole rows, in the order of the
 * rows; history back to the list.
 *
 * Room: contact.  May include: base, scene.
 *
 * Deterministic because a chunk's rows are added by one thread in a fixed order.  On side a
 * {F, D_t/2} {q, D/2}, on side b {-F, D_t/2} {q, D/2}: the torque is -r q on both, and the
 * fourth lanes collect each grain's share of the dissipation, of friction's and of all.
 * Loads stand from grain i0 of the chunk on, its first.  Couples have loads of their own,
 * {M, D_r/2} {0, D_s/2}, which are folded into those of the grains when a chunk is complete.
 */
#ifndef GM_CONTACT_SCATTER_H
#define GM_CONTACT_SCATTER_H

#include "scene/block.h"
#include "scene/contacts.h"

/* What side b receives of a first row. */
#define GM_SCATTER_OTHER ((gm_row4){-1.0, -1.0, -1.0, 1.0})

/* What four rows of a block give to grain a. */
typedef struct gm_scatter_rows {
  gm_row4 f[4]; /* {F on a, frictional}  N, J */
  gm_row4 q[4]; /* {lever n x F, dissipated}  N, J */
} gm_scatter_rows;

/* Rows t .. t + 3 of the columns; both grains share what a contact takes. */
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

/* History of n <= 4 rows from t on. */
GM_INLINE void gm_scatter_four_histories(const gm_block *restrict k, int t,
                                         int n, gm_row4 *restrict history)
{
  gm_row4 h[4] = {gm_row_load(&k->hx[t]), gm_row_load(&k->hy[t]),
                  gm_row_load(&k->hz[t]), gm_row_load(&k->ha[t])};
  gm_row_turn(h);
  for (int i = 0; i < n; ++i)
    history[k->row[t + i]] = h[i];
}

/* New history of c rows of the block whose first row is k0 of the list. */
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

/* n <= 4 of them from t on to both grains. */
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

/* c touching rows of the block, own rows. */
GM_INLINE void gm_scatter_grains(const gm_block *restrict k,
                                 const gm_contacts *restrict list, gm_index k0,
                                 int c, gm_index i0, gm_load *restrict load)
{
  const int whole = c & ~3;
  for (int t = 0; t < whole; t += 4)
    gm_scatter_four(k, list, k0, t, 4, i0, load);
  if (whole < c) gm_scatter_four(k, list, k0, whole, c - whole, i0, load);
}

/* The same for their couples. */
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

/* The same for rows on structures: only the grain. */
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

/* Cross rows: a record each, for both chunks to add. */
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

/* Add the records that concern chunk `chunk` to its grains; record: the list's, or those
 * of couples. */
GM_INLINE void gm_scatter_entries(const gm_contacts *restrict list,
                                  const gm_load *restrict record,
                                  gm_index chunk, gm_load *restrict load)
{
  const gm_index end = list->first_entry[chunk + 1];
  const gm_index i0 = list->first_grain[chunk];
  for (gm_index e = list->first_entry[chunk]; e < end; ++e) {
    const gm_load q = record[list->entry[e] >> 1];
    const double side = list->entry[e] & 1 ? -1.0 : 1.0;
    gm_load *i = &load[list->entry_grain[e] - i0];
    i->f += (gm_row4){side, side, side, 1.0} * q.f;
    i->t += q.t;
  }
}

/* Torques and losses of couples to the loads of grains [i0, i1); what rolling and torsion
 * took is added to sum[0], sum[1]. */
GM_INLINE void gm_scatter_fold(const gm_grain *restrict g,
                               const gm_load *restrict moment, gm_index i0,
                               gm_index i1, gm_load *restrict load,
                               double sum[2])
{
  for (gm_index i = i0; i < i1; ++i) {
    const gm_load m = moment[i - i0];
    const double rolled = m.f[3], spun = m.t[3];
    const double r = -1.0 / g[i].x[3];
    const gm_row4 q = (gm_row4){r, r, r, 0.0} * m.f;
    load[i - i0].t += q + (gm_row4){0.0, 0.0, 0.0, rolled + spun};
    sum[0] += rolled;
    sum[1] += spun;
  }
}

#endif
