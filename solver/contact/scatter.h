/* contact/scatter.h -- rows of forces onto the grains, whole rows, in the order of the rows.
 *
 * Room: contact.  May include: base, scene.
 *
 * Deterministic because a chunk's rows are added by one thread in a fixed order.  On side a
 * {F} {q, D/2}, on side b {-F} {q, D/2}: the torque is -r q on both, and the fourth lane of
 * the second row collects each grain's share of the dissipation.
 */
#ifndef GM_CONTACT_SCATTER_H
#define GM_CONTACT_SCATTER_H

#include "scene/block.h"
#include "scene/contacts.h"

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
    b->f -= f;
    b->t += q;
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

/* Add the records that concern chunk `chunk` to its grains. */
GM_INLINE void gm_scatter_entries(const gm_contacts *restrict list,
                                  gm_index chunk, gm_load *restrict load)
{
  const gm_index end = list->first_entry[chunk + 1];
  for (gm_index e = list->first_entry[chunk]; e < end; ++e) {
    const gm_load q = list->record[list->entry[e] >> 1];
    const double side = list->entry[e] & 1 ? -1.0 : 1.0;
    gm_load *i = &load[list->entry_grain[e]];
    i->f += side * q.f;
    i->t += q.t;
  }
}

#endif
