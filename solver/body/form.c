/* body/form.c -- memory of what a body needs to meet other bodies. */
#include "body/form.h"

#include "base/memory.h"

size_t gm_form_bytes(const gm_form *f)
{
  return (size_t)f->n * sizeof *f->sample +
         (size_t)f->n_balls * sizeof *f->ball +
         (f->solid.kind == GM_FORM_MESH ? gm_lattice_bytes(&f->lattice) : 0);
}

void gm_form_free(gm_form **form)
{
  gm_form *f = *form;
  if (!f) return;
  GM_FREE(f->sample);
  GM_FREE(f->ball);
  gm_sign_free(&f->side);
  gm_distance_free(&f->triangles);
  gm_lattice_clear(&f->lattice);
  GM_FREE(*form);
}
