/* scene/pours.c -- how many grains of an inlet are due. */
#include "scene/pours.h"

#include "base/memory.h"

void gm_pours_clear(gm_pours *p)
{
  for (gm_index k = 0; k < p->n; ++k) {
    GM_FREE(p->row[k].face.triangle);
    GM_FREE(p->row[k].face.upto);
  }
  GM_FREE(p->row);
  *p = (gm_pours){0};
}

/* Number or mass (kg) prescribed up to `time`. */
static double pour_prescribed_mass(const gm_pour *p, double time)
{
  const double span = fmin(time, p->to) - p->from;
  return span > 0.0 ? p->rate * span : 0.0;
}

/* Returns 1 if one more grain brings the mass nearer to `want`.  The factor allows for
 * round-off in the sum of many masses. */
static int is_nearer_pour(const gm_pour *p, double m, double want)
{
  return p->mass + 0.5 * m <= want * (1.0 + 1.0e-12);
}

/* Grains due at `time`.  A time that is a whole number of intervals but for round-off
 * counts as that whole number. */
static gm_id pour_due_number(const gm_pour *p, double time)
{
  return (gm_id)floor(pour_prescribed_mass(p, time) + 1.0e-9);
}

gm_id gm_pours_most(const gm_pour *p, double time)
{
  if (p->ended) return 0;
  gm_id most;
  if (p->by == GM_BY_NUMBER) {
    most = pour_due_number(p, time) - p->done;
  } else {
    const double want = pour_prescribed_mass(p, time) - p->mass;
    const double grains = floor(want / p->least + 0.5 + 1.0e-9);
    most = grains > 0.0 ? (gm_id)fmin(grains, 1.0e9) : 0;
  }
  if (p->count && most > p->count - p->done) most = p->count - p->done;
  return most;
}

int gm_pours_due(const gm_pour *p, double m, double time)
{
  if (p->ended) return 0;
  if (p->by == GM_BY_NUMBER) return pour_due_number(p, time) > p->done;
  return is_nearer_pour(p, m, pour_prescribed_mass(p, time));
}

double gm_pours_lacks(const gm_pour *p, double time)
{
  return fmin(pour_prescribed_mass(p, time), p->total) - p->mass;
}

void gm_pours_next(gm_pour *p, double m)
{
  p->ended |= !is_nearer_pour(p, m, p->total);
}

void gm_pours_count(gm_pour *p, double m)
{
  ++p->done;
  p->mass += m;
  p->ended |= p->count && p->done >= p->count;
}

int gm_pours_goes_on(const gm_pour *p)
{
  if (p->ended) return 0;
  if (isfinite(p->to)) return gm_pours_most(p, p->to) > 0;
  return p->count > 0 || isfinite(p->total);
}
