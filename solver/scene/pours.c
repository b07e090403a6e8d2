/* scene/pours.c -- grains that come while a run goes on.  Room: scene. */
#include "scene/pours.h"

#include "base/memory.h"
#include "scene/radii.h"
#include "scene/space.h"

/* The mass of the lightest grain that a supply may bring, in kg. */
static double lightest(const gm_supply *s, const gm_materials *m)
{
  double least = INFINITY;
  for (int k = 0; k < s->n; ++k) {
    const double r = gm_radii_smallest(s->part[k].radii);
    const double density = m->row[s->part[k].material].density;
    least = fmin(least, 4.0 / 3.0 * GM_PI * r * r * r * density);
  }
  return least;
}

gm_status gm_pours_build(gm_config *config, const gm_materials *m,
                         const gm_structures *structures, gm_pours *p)
{
  *p = (gm_pours){.orientations = config->output.arrays >= GM_ARRAYS_FULL};
  for (gm_index k = 0; k < m->n; ++k)
    p->largest = fmax(p->largest, m->row[k].largest);
  for (size_t k = 0; k < config->n_grains; ++k) {
    const gm_config_grains *g = &config->grains[k];
    if (g->source != GM_SOURCE_POUR) continue;
    if (!p->row) GM_TRY(GM_RESIZE(p->row, 0, config->n_grains));
    gm_pour *row = &p->row[p->n++];
    gm_supply_init(&row->supply, &g->pour.of, m);
    row->by = g->pour.inflow;
    row->rate = row->by == GM_BY_MASS ? g->pour.mass_rate : g->pour.rate;
    row->from = g->pour.from;
    row->to = g->pour.to;
    row->count = g->pour.count;
    row->total = g->pour.total_mass;
    row->least = lightest(&row->supply, m);
    if (g->pour.of.region.kind == GM_REGION_FACE)
      GM_TRY(gm_face_build(config, k, structures, &row->face));
  }
  return GM_OK;
}

void gm_pours_clear(gm_pours *p)
{
  for (gm_index k = 0; k < p->n; ++k)
    gm_face_clear(&p->row[k].face);
  GM_FREE(p->row);
  *p = (gm_pours){0};
}

/* What was due by then, grains or kg. */
static double prescribed(const gm_pour *p, double time)
{
  const double span = fmin(time, p->to) - p->from;
  return span > 0.0 ? p->rate * span : 0.0;
}

/* Does a grain bring the mass nearer to `want`?  Of a sum of many, round-off aside. */
static int nearer(const gm_pour *p, double m, double want)
{
  return p->mass + 0.5 * m <= want * (1.0 + 1.0e-12);
}

/* A time that is a whole number of intervals but for round-off counts as one. */
static gm_id due_number(const gm_pour *p, double time)
{
  return (gm_id)floor(prescribed(p, time) + 1.0e-9);
}

gm_id gm_pours_most(const gm_pour *p, double time)
{
  if (p->ended) return 0;
  gm_id most;
  if (p->by == GM_BY_NUMBER) {
    most = due_number(p, time) - p->done;
  } else {
    const double want = prescribed(p, time) - p->mass;
    const double grains = floor(want / p->least + 0.5 + 1.0e-9);
    most = grains > 0.0 ? (gm_id)fmin(grains, 1.0e9) : 0;
  }
  if (p->count && most > p->count - p->done) most = p->count - p->done;
  return most;
}

int gm_pours_due(const gm_pour *p, double m, double time)
{
  if (p->ended) return 0;
  if (p->by == GM_BY_NUMBER) return due_number(p, time) > p->done;
  return nearer(p, m, prescribed(p, time));
}

double gm_pours_lacks(const gm_pour *p, double time)
{
  return fmin(prescribed(p, time), p->total) - p->mass;
}

void gm_pours_next(gm_pour *p, double m)
{
  p->ended |= !nearer(p, m, p->total);
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

void gm_pours_bounds(const gm_pour *p, const gm_structures *structures,
                     gm_vec3 *low, gm_vec3 *high)
{
  if (p->face.n == 0) {
    gm_space_bounds(&p->supply.config->region, low, high);
    return;
  }
  const gm_pose *pose = &structures->row[p->face.structure].pose;
  *low = gm_vec(INFINITY, INFINITY, INFINITY);
  *high = gm_scale(-1.0, *low);
  for (int q = 0; q < 8; ++q) {
    const gm_vec3 a = p->face.min, b = p->face.max;
    const gm_vec3 x = gm_pose_to_world(
        pose, gm_vec(q & 1 ? b.x : a.x, q & 2 ? b.y : a.y, q & 4 ? b.z : a.z));
    *low = gm_vec(fmin(low->x, x.x), fmin(low->y, x.y), fmin(low->z, x.z));
    *high = gm_vec(fmax(high->x, x.x), fmax(high->y, x.y), fmax(high->z, x.z));
  }
}
