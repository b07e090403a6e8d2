/* device/refusal.c -- what devices do not compute. */
#include "device/refusal.h"

#include "device/kernels.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int gm_refusal_law(const gm_law *law)
{
#define NAME(LAW) #LAW,
  static const char *const names[] = {GM_KERNELS_LAWS(NAME)};
  for (int k = 0; k < GM_KERNELS_LAW_COUNT; ++k)
    if (!strcmp(names[k], law->name)) return k;
  return -1;
}

/* Text that grows. */
typedef struct reasons {
  char *text;
  size_t size, n;
  int count;
} reasons;

static void add_reason(reasons *r, int holds, const char *format, ...)
{
  va_list arguments;
  if (!holds) return;
  if (r->n < r->size && r->count)
    r->n += (size_t)snprintf(r->text + r->n, r->size - r->n, "; ");
  va_start(arguments, format);
  if (r->n < r->size)
    r->n +=
        (size_t)vsnprintf(r->text + r->n, r->size - r->n, format, arguments);
  va_end(arguments);
  ++r->count;
}

int gm_refusal_list(const gm_scene *s, const gm_model *m, char *text,
                    size_t size)
{
  reasons r = {text, size, 0, 0};
  const gm_grains *g = &s->grains;
  if (size) *text = 0;
  const int continuum = s->continuum.mode != GM_MODE_DISCRETE;
  add_reason(&r, s->hard != GM_ENGINE_NONE, "'collisions.engine': hard grains");
  add_reason(&r, continuum, "'hybrid.mode': material points");
  if (!s->hard && !continuum)
    add_reason(&r, gm_refusal_law(m->law) < 0, "'contacts.law': %s",
               m->law->name);
  add_reason(&r, m->scheme->move != NULL,
             "'time.scheme': %s; leapfrog and symplectic_euler run",
             m->scheme->name);
  add_reason(&r, s->clumps.n_shapes > 0, "'clumps'");
  add_reason(&r, s->held_groups.n > 0, "'held': held grains");
  add_reason(&r, g->grows != NULL || s->growths.over > 0.0,
             "'grains.fill.grow': growing grains");
  add_reason(&r, g->orientation != NULL,
             "'output.arrays': orientations of grains; standard has none");
  add_reason(&r, g->spent != NULL, "'output.dissipation'");
  add_reason(&r, s->domain.reflects,
             "'domain.boundary': faces that reflect grains");
  add_reason(&r, gm_sensors_count(&s->sensors),
             "'measure': sensors that count grains in every step; stress runs");
  return r.count;
}
