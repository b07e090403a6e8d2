/* step/leave.c -- removes grains that leave the run.
 *
 * Each grain is tested against the domain, the regions of sinks and the structures that
 * are sinks.  Mass and energy of the leaving grains are added to the balance before
 * they are removed, so that the energy balance still closes.
 */
#include "step/leave.h"

#include "base/memory.h"
#include "body/query_batch.h"
#include "measure/measure.h"
#include "soft/clump.h"

static const int64_t leave_every = 100, sink_every = 10; /* steps */
static const int64_t hard_every = 10; /* steps, which are longer */

enum { OUT = 255 }; /* outside the domain; smaller: the sink, counted from 1 */

int gm_leave_due(const gm_scene *s)
{
  if (s->hard == GM_ENGINE_EVENTS) return 1;
  if (s->hard) return s->step % hard_every == 0;
  return s->step % leave_every == 0 ||
         (s->sinks.n && s->step % sink_every == 0);
}

int64_t gm_leave_ahead(const gm_scene *s)
{
  const int64_t every = s->sinks.n ? sink_every : leave_every;
  if (s->hard) return !gm_leave_due(s);
  return (every - s->step % every) % every;
}

/* Returns 1 if grain i has left the plane of a scene of two dimensions. */
static int is_leaving_off(const gm_grains *g, gm_index i)
{
  const gm_grain *a = &g->g[i];
  return a->x[2] != 0.0 || a->v[2] != 0.0 || g->w[i][0] != 0.0 ||
         g->w[i][1] != 0.0;
}

static gm_status check_leaving_left(const gm_scene *s, gm_index bad,
                                    gm_index off)
{
  const gm_grains *g = &s->grains;
  if (bad >= 0) {
    return gm_fail(GM_ERR_NUMBER,
                   "grain %lld has no finite position or spin, (%g, %g, %g) m: "
                   "the motion has blown up; choose a smaller time step",
                   (long long)g->id[bad], g->g[bad].x[0], g->g[bad].x[1],
                   g->g[bad].x[2]);
  }
  if (off >= 0) {
    return gm_fail(
        GM_ERR_NUMBER,
        "grain %lld has left the plane of this scene of two dimensions: "
        "position %g m and velocity %g m/s along z, angular velocity (%g, %g) "
        "rad/s about x and y; grains and structures must stay in the plane "
        "z = 0 and turn about z alone",
        (long long)g->id[off], g->g[off].x[2], g->g[off].v[2], g->w[off][0],
        g->w[off][1]);
  }
  return GM_OK;
}

/* Marks grains that touch structures that are sinks; those in regions are marked
 * already.  One that has just appeared is only in a list that was built since, as when a
 * run goes on. */
static void look_at_leaving_structures(gm_leavers *leavers, const gm_scene *s)
{
  const gm_contacts *list = &s->contacts;
  const double before = (double)(s->step - 1) * s->dt;
  int any = 0;
  for (gm_index k = 0; k < s->structures.named; ++k)
    any |= s->structures.row[k].swallows != 0 && s->structures.row[k].present;
  if (!any) return;
  for (gm_index row = list->n_grain; row < list->n; ++row) {
    const gm_structure *body = &s->structures.row[list->b[row]];
    const gm_index i = list->a[row], patch = gm_contacts_patch(list, row);
    if (!body->swallows || !body->present || body->present_from > before ||
        gm_grains_held(&s->grains, i) || gm_grains_ghost(&s->grains, i))
      continue;
    const int sink =
        gm_sinks_swallows(&s->sinks, &s->structures, list->b[row], patch);
    if (!sink || (leavers->gone[i] && leavers->gone[i] <= sink)) continue;
    gm_row4 x = s->grains.g[i].x;
    if (list->image) x -= list->shift[list->image[row]];
    const gm_vec3 y = gm_pose_to_body(&body->pose, gm_row_vec(x));
    const gm_query_result p =
        gm_query_batch_single(gm_shape_patch(&body->shape, patch), y, x[3]);
    if (p.distance < x[3]) leavers->gone[i] = (uint8_t)sink;
  }
}

/* A clump leaves as a whole: when its centre leaves or comes into the region of a sink,
 * or a member touches a structure that is one. */
static gm_status join_leaving_members(gm_leavers *leavers, const gm_scene *s)
{
  const gm_clumps *c = &s->clumps;
  const gm_grains *g = &s->grains;
  if (!c->n) return GM_OK;
  if ((size_t)c->n > leavers->clump_capacity) {
    leavers->clump_capacity = (size_t)c->n + (size_t)c->n / 8 + 1;
    GM_TRY(GM_RESIZE(leavers->clump, 0, leavers->clump_capacity));
  }
  for (gm_index k = 0; k < c->n; ++k) {
    const gm_row4 home = gm_domain_home(&s->domain, c->row[k].x);
    leavers->clump[k] = 0;
    if (c->row[k].ghost) continue;
    leavers->clump[k] = gm_domain_left(&s->domain, c->row[k].x) ? OUT : 0;
    if (s->sinks.n && !leavers->clump[k])
      leavers->clump[k] = (uint8_t)gm_sinks_holds(&s->sinks, gm_row_vec(home));
  }
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_index k = gm_grains_clump(g, i);
    if (!k || !leavers->gone[i]) continue;
    uint8_t *to = &leavers->clump[k - 1];
    if (!*to || leavers->gone[i] < *to) *to = leavers->gone[i];
  }
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_index k = gm_grains_clump(g, i);
    if (k) leavers->gone[i] = leavers->clump[k - 1];
  }
  return GM_OK;
}

static gm_status look_for_leavers(gm_leavers *leavers, const gm_scene *s)
{
  const gm_index n = s->grains.n;
  if ((size_t)n > leavers->capacity) {
    leavers->capacity = (size_t)n + (size_t)n / 8 + 1;
    GM_TRY(GM_RESIZE(leavers->gone, 0, leavers->capacity));
  }
  const int leave = s->hard || s->step % leave_every == 0;
  const int flat = s->grains.rule.flat;
  gm_index bad = -1, off = -1, out = 0, sunk = 0;
  int beyond = 0;
#pragma omp parallel for schedule(static) reduction(max                        \
                                                    : bad, off)                \
    reduction(|                                                                \
              : beyond)
  for (gm_index i = 0; i < n; ++i) {
    const gm_row4 x = s->grains.g[i].x, w = s->grains.w[i];
    leavers->gone[i] = 0;
    if (gm_grains_ghost(&s->grains, i)) continue;
    const double sum = x[0] + x[1] + x[2] + w[0] + w[1] + w[2];
    if (!isfinite(sum)) bad = bad > i ? bad : i;
    if (flat && is_leaving_off(&s->grains, i)) off = off > i ? off : i;
    const int single = !gm_grains_clump(&s->grains, i);
    leavers->gone[i] = single && gm_domain_left(&s->domain, x) ? OUT : 0;
    beyond |= !gm_domain_holds(&s->domain, x);
    if (!s->sinks.n || !single || leavers->gone[i] ||
        gm_grains_held(&s->grains, i))
      continue;
    leavers->gone[i] = (uint8_t)gm_sinks_holds(
        &s->sinks, gm_row_vec(gm_domain_home(&s->domain, x)));
  }
  GM_TRY(check_leaving_left(s, bad, off));
  look_at_leaving_structures(leavers, s);
  GM_TRY(join_leaving_members(leavers, s));
  for (gm_index i = 0; i < n; ++i) {
    out += leavers->gone[i] == OUT;
    sunk += leavers->gone[i] > 0 && leavers->gone[i] < OUT;
  }
  leavers->n = leave || sunk ? out + sunk : 0;
  leavers->beyond = leave && beyond;
  return GM_OK;
}

gm_status gm_leave_look(gm_leavers *leavers, const gm_scene *s)
{
  GM_TRY(gm_comm_agree(s->comm, look_for_leavers(leavers, s)));
  if (!s->comm) return GM_OK;
  int64_t all[2] = {leavers->n, leavers->beyond};
  gm_comm_add(s->comm, all, 2);
  leavers->n = (gm_index)all[0];
  leavers->beyond = all[1] > 0;
  return GM_OK;
}

/* The face of the domain that a grain at x is farthest beyond. */
static int leaving_crossed_side(const gm_domain *d, gm_vec3 x)
{
  const gm_vec3 low = gm_sub(d->min, x), high = gm_sub(x, d->max);
  const double beyond[GM_CONFIG_SIDES] = {low.x,  high.x, low.y,
                                          high.y, low.z,  high.z};
  int side = 0;
  for (int k = 1; k < GM_CONFIG_SIDES; ++k) {
    if (d->side[k / 2] > 0.0) continue;
    if (d->side[side / 2] > 0.0 || beyond[k] > beyond[side]) side = k;
  }
  return side;
}

/* Adds the elastic energy of the contacts of leaving grains. */
static void add_leaving_springs(gm_sum *sum, const gm_leavers *leavers,
                                const gm_model *model, const gm_scene *s)
{
  const gm_contacts *list = &s->contacts;
  for (gm_index row = 0; row < list->n; ++row) {
    const gm_index a = list->a[row], b = list->b[row];
    const int grains = row < list->n_grain;
    if (!list->touched[row]) continue;
    if (!leavers->gone[a] && !(grains && leavers->gone[b])) continue;
    if (gm_grains_ghost(&s->grains, a)) continue; /* its owner counts it */
    gm_row4 x = s->grains.g[a].x;
    const double ra = x[3];
    if (list->image) x -= list->shift[list->image[row]];
    double overlap, radius = ra;
    if (grains) {
      const gm_row4 y = s->grains.g[b].x;
      overlap = ra + y[3] - gm_norm(gm_row_vec(x - y));
      radius = ra * y[3] / (ra + y[3]);
    } else {
      const gm_structure *body = &s->structures.row[b];
      const gm_patch *patch =
          gm_shape_patch(&body->shape, gm_contacts_patch(list, row));
      const gm_vec3 y = gm_structures_to_body(body, gm_row_vec(x));
      const double size = body->scale;
      overlap = ra - size * gm_query_batch_single(patch, y, ra / size).distance;
      if (body->mirror) overlap *= 2.0;
    }
    if (overlap > 0.0)
      gm_sum_add(sum, gm_measure_spring(model, s, row, overlap, radius));
  }
}

/* Kinetic and potential energy of a clump; h: s, the kick by gravity that stored
 * velocities lack. */
static double leaving_departed_energy(const gm_scene *s, const gm_clump *c,
                                      double h)
{
  gm_clump at = *c;
  at.velocity = gm_madd(at.velocity, h, s->gravity);
  return gm_clump_state_at(&at, s->gravity, 0.0).kinetic -
         gm_dot(s->gravity, gm_row_vec(c->x)) / c->mobility;
}

/* What leaves in a step, by sums that have no order. */
enum { ENERGY, MASS, SUNK }; /* J, kg, kg into each sink */

typedef struct departure {
  gm_sum sum[SUNK + GM_CONFIG_SINKS];
  int64_t count[GM_CONFIG_SIDES + GM_CONFIG_SINKS]; /* grains */
} departure;

/* Add grain i; h: as above. */
static void add_leaving_departed_grain(departure *d, const gm_scene *s,
                                       gm_index i, int where, double h)
{
  const gm_grains *g = &s->grains;
  const double m = gm_grains_mass(g, i);
  const gm_vec3 v = gm_madd(gm_row_vec(g->g[i].v), h, s->gravity);
  const gm_vec3 w = gm_row_vec(g->w[i]);
  const gm_index clump = gm_grains_clump(g, i);
  const gm_vec3 x = gm_row_vec(clump ? s->clumps.row[clump - 1].x : g->g[i].x);
  gm_sum_add(&d->sum[MASS], m);
  if (where == OUT) {
    ++d->count[leaving_crossed_side(&s->domain, x)];
  } else {
    ++d->count[GM_CONFIG_SIDES + where - 1];
    gm_sum_add(&d->sum[SUNK + where - 1], m);
  }
  if (gm_grains_held(g, i) || clump) return; /* has no energy */
  gm_sum_add(&d->sum[ENERGY], 0.5 * m * gm_norm2(v) +
                                  0.5 * gm_grains_inertia(g, i) * gm_norm2(w) -
                                  m * gm_dot(s->gravity, x));
}

/* Those of all ranks go to the balance. */
static void close_leaving_departure(departure *d, gm_scene *s)
{
  gm_balance *b = &s->balance;
  const int sinks = (int)s->sinks.n;
  gm_comm_sums(s->comm, d->sum, SUNK + sinks);
  gm_comm_add(s->comm, d->count, GM_CONFIG_SIDES + sinks);
  b->energy_out += gm_sum_value(&d->sum[ENERGY]);
  b->mass_out += gm_sum_value(&d->sum[MASS]);
  for (int k = 0; k < GM_CONFIG_SIDES; ++k) {
    b->out[k] += d->count[k];
    b->grains_out += d->count[k];
  }
  for (int k = 0; k < sinks; ++k) {
    s->sinks.row[k].grains += d->count[GM_CONFIG_SIDES + k];
    s->sinks.row[k].mass += gm_sum_value(&d->sum[SUNK + k]);
    b->grains_out += d->count[GM_CONFIG_SIDES + k];
  }
}

void gm_leave_count(const gm_leavers *leavers, const gm_model *model,
                    gm_scene *s)
{
  /* Stored velocities lack part of a kick: at least that of gravity. */
  const double h = s->step == 0 || model->scheme->corrects
                       ? 0.0
                       : model->scheme->behind * s->dt;
  departure d = {0};
  if (!leavers->n) return;
  for (gm_index i = 0; i < s->grains.n; ++i)
    if (leavers->gone[i] && !gm_grains_ghost(&s->grains, i))
      add_leaving_departed_grain(&d, s, i, leavers->gone[i], h);
  for (gm_index k = 0; k < s->clumps.n; ++k)
    if (leavers->clump[k])
      gm_sum_add(&d.sum[ENERGY],
                 leaving_departed_energy(s, &s->clumps.row[k], h));
  add_leaving_springs(&d.sum[ENERGY], leavers, model, s);
  close_leaving_departure(&d, s);
}

void gm_leave_clear(gm_leavers *leavers)
{
  GM_FREE(leavers->gone);
  GM_FREE(leavers->clump);
  *leavers = (gm_leavers){0};
}
