/* measure/sums.c -- what contacts did to surfaces up to now. */
#include "measure/sums.h"

/* Add the stays that last, in the order of the list: to the sum of their place, or,
 * where first is null, of their structure. */
static void add_stays(const gm_contacts *list, const gm_index *first,
                      gm_surface_sum *sum)
{
  if (!list->running) return;
  for (gm_index row = list->n_grain; row < list->n; ++row) {
    const gm_index at = row - list->n_grain;
    if (!list->touched[row] || list->place[at] < 0) continue;
    const gm_index b = list->b[row];
    gm_surface_sum *to = &sum[first ? first[b] + list->place[at] : b];
    const gm_contact_sum t = gm_contact_sums_of(&list->running[at]);
    gm_contact_sums_add(&to->tally, &t);
    if (t.hits[0] > 0.0) ++to->spectrum[gm_contact_sums_decade(t.hits[1])];
  }
}

void gm_sums_structures(const gm_structures *structures,
                        const gm_contacts *list, gm_surface_sum *sum)
{
  for (gm_index s = 0; s < structures->named; ++s) {
    const gm_contact_sums *t = &structures->row[s].sums;
    sum[s].tally = t->all;
    for (int q = 0; q < GM_CONTACT_SUMS_DECADES; ++q)
      sum[s].spectrum[q] = t->decades[q];
  }
  add_stays(list, NULL, sum);
}

void gm_sums_places(const gm_structures *structures, const gm_contacts *list,
                    const gm_index *first, gm_surface_sum *sum)
{
  for (gm_index s = 0; s < structures->named; ++s) {
    const gm_contact_sums *t = &structures->row[s].sums;
    for (gm_index k = 0; k < t->n; ++k) {
      gm_surface_sum *to = &sum[first[s] + k];
      to->tally = t->row[k];
      for (int q = 0; q < GM_CONTACT_SUMS_DECADES; ++q)
        to->spectrum[q] = t->spectrum[k * GM_CONTACT_SUMS_DECADES + q];
    }
  }
  add_stays(list, first, sum);
}
