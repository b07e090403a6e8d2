/* contact/scatter.h -- rows of forces onto the grains, whole rows, in the order of the rows.
 *
 * Room: contact.  May include: base, scene.
 *
 * Deterministic because a chunk's rows are added by one thread in a fixed order.  On side a
 * {F, D_t/2} {q, D/2}, on side b {-F, D_t/2} {q, D/2}: the torque is -r q on both, and the
 * fourth lanes collect each grain's share of the dissipation, of friction's and of all.
 * Couples have loads of their own, {M, D_r/2} {0, D_s/2}, which are folded into those of the
 * grains when a chunk is complete.
 */
#ifndef GM_CONTACT_SCATTER_H
#define GM_CONTACT_SCATTER_H

#include "scene/block.h"
#include "scene/contacts.h"

/* What side b receives of a first row. */
#define GM_SCATTER_OTHER ((gm_row4){-1.0, -1.0, -1.0, 1.0})

/* c touching rows of the block whose first row is k0 of the list, own rows. */
GM_INLINE void gm_scatter_grains(const gm_block *restrict k,
                                 const gm_contacts *restrict list, gm_index k0,
                                 int c, gm_load *restrict load)
{
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    gm_load *a = &load[list->a[row]], *b = &load[list->b[row]];
    const gm_row4 f = k->f[t], q = k->q[t];
    a->f += f;
    a->t += q;
    b->f += GM_SCATTER_OTHER * f;
    b->t += q;
  }
}

/* The same for their couples. */
GM_INLINE void gm_scatter_couples(const gm_block *restrict k,
                                  const gm_contacts *restrict list, gm_index k0,
                                  int c, int grains, gm_load *restrict moment)
{
  for (int t = 0; t < c; ++t) {
    const gm_index row = k0 + k->row[t];
    gm_load *a = &moment[list->a[row]];
    a->f += k->m[t].f;
    a->t += k->m[t].t;
    if (!grains) continue;
    gm_load *b = &moment[list->b[row]];
    b->f += GM_SCATTER_OTHER * k->m[t].f;
    b->t += k->m[t].t;
  }
}

/* The same for rows on structures: only the grain. */
GM_INLINE void gm_scatter_structures(const gm_block *restrict k,
                                     const gm_contacts *restrict list,
                                     gm_index k0, int c, gm_load *restrict load)
{
  for (int t = 0; t < c; ++t) {
    gm_load *a = &load[list->a[k0 + k->row[t]]];
    a->f += k->f[t];
    a->t += k->q[t];
  }
}

/* Cross rows: a record each, for both chunks to add. */
GM_INLINE void gm_scatter_records(const gm_block *restrict k,
                                  gm_contacts *restrict list, gm_index k0,
                                  int c)
{
  for (int t = 0; t < c; ++t) {
    list->record[k0 + k->row[t]] = (gm_load){k->f[t], k->q[t]};
  }
}

/* Add the records that concern chunk `chunk` to its grains; record: the list's, or those
 * of couples. */
GM_INLINE void gm_scatter_entries(const gm_contacts *restrict list,
                                  const gm_load *restrict record,
                                  gm_index chunk, gm_load *restrict load)
{
  const gm_index end = list->first_entry[chunk + 1];
  for (gm_index e = list->first_entry[chunk]; e < end; ++e) {
    const gm_load q = record[list->entry[e] >> 1];
    const double side = list->entry[e] & 1 ? -1.0 : 1.0;
    gm_load *i = &load[list->entry_grain[e]];
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
    const double rolled = moment[i].f[3], spun = moment[i].t[3];
    const double r = -1.0 / g[i].x[3];
    const gm_row4 q = (gm_row4){r, r, r, 0.0} * moment[i].f;
    load[i].t += q + (gm_row4){0.0, 0.0, 0.0, rolled + spun};
    sum[0] += rolled;
    sum[1] += spun;
  }
}

#endif
