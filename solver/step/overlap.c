/* step/overlap.c -- which contact is too deep.  Room: step. */
#include "step/overlap.h"

#include <stdio.h>

enum { TEXT = GM_NAME_LENGTH + 32 };

/* "grain 12", or "structure 'wall'" */
static const char *partner(const gm_scene *s, gm_index row, char text[TEXT])
{
  const gm_contacts *list = &s->contacts;
  const gm_index b = list->b[row];
  if (row < list->n_grain)
    snprintf(text, TEXT, "grain %lld", (long long)s->grains.id[b]);
  else
    snprintf(text, TEXT, "structure '%s'", s->structures.row[b].name);
  return text;
}

gm_status gm_overlap_fail(const gm_step *step, const gm_scene *s)
{
  const gm_contacts *list = &s->contacts;
  const gm_chunk_result *deep = &step->result[0];
  char other[TEXT];
  for (gm_index c = 1; c < list->n_chunks; ++c)
    if (step->result[c].overlap > deep->overlap) deep = &step->result[c];
  const gm_index row = deep->deepest, a = list->a[row], b = list->b[row];
  double r = s->grains.g[a].x[3];
  if (row < list->n_grain) r = fmin(r, s->grains.g[b].x[3]);
  return gm_fail(
      GM_ERR_NUMBER,
      "at t = %.6g s grain %lld and %s overlap by %.0f %% of the %sradius, "
      "%.3g m, at (%.6g, %.6g, %.6g) m; use a smaller time step than %.3g s, "
      "stiffer materials or lower speeds",
      s->time, (long long)s->grains.id[a], partner(s, row, other),
      100.0 * deep->overlap, row < list->n_grain ? "smaller " : "", r,
      deep->place.x, deep->place.y, deep->place.z, s->dt);
}
