/* soft/capture.c -- contacts as they were computed at one instant. */
#include "soft/capture.h"

#include "base/memory.h"

gm_status gm_capture_reserve(gm_capture *s, gm_index contacts)
{
  const size_t rows = (size_t)contacts + 1;
  if (rows <= s->capacity) return GM_OK;
  GM_TRY(GM_RESIZE(s->contact, 0, rows + rows / 8));
  if (s->remembers) GM_TRY(GM_RESIZE(s->memory, 0, rows + rows / 8));
  s->capacity = rows + rows / 8;
  return GM_OK;
}

void gm_capture_store(const gm_capture *s, const gm_contacts *list,
                      const gm_block *k, gm_index k0, int c)
{
  for (int t = 0; t < c; ++t) {
    s->contact[k0 + k->row[t]] =
        (gm_capture_contact){{k->fx[t], k->fy[t], k->fz[t], k->overlap[t]},
                             {k->nx[t], k->ny[t], k->nz[t], k->radius[t]}};
  }
  for (int t = 0; s->memory && t < c; ++t) {
    gm_capture_memory *m = &s->memory[k0 + k->row[t]];
    m->history = k->h[t];
    if (list->couple) m->couple = k->e[t];
    if (list->spent) m->spent = list->spent[k0 + k->row[t]];
    if (k0 >= list->n_grain) m->normal = k->last[t];
  }
}

void gm_capture_clear(gm_capture *s)
{
  GM_FREE(s->contact);
  GM_FREE(s->memory);
  *s = (gm_capture){0};
}
