/* A bed at rest bears its weight through the zone in which grains and points share it.
 *
 * Discs settle between smooth walls; then their inside becomes a continuum.  By the
 * balance of forces the vertical stress is that of the weight above, whatever the
 * friction of the bed is.  Stresses of grains (from contacts) and of points (from
 * strains) are averaged over layers of a cell: their sum by weights may be 3 % off it at
 * most, and the floor bears the whole weight within 2 %.  Mass is conserved to what is
 * owed, the momentum of the coupling to 1e-13; positions, velocities and strains have
 * the same bits on 1, 2 and 3 threads, measured or not.
 */
#include "check.h"
#include "hybrid/hybrid.h"
#include "ledger.h"
#include "sim/sim.h"
#include "step/step.h"

static const char scene_text[] =
    "{title: bed, domain: {dimensions: 2, min: [0, 0], max: [0.12, 0.25]},\n"
    " materials: {sand: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: "
    "0.25},\n"
    "  wall: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: 0.25}},\n"
    " contacts: {law: hooke, pairs: [\n"
    "  {between: [sand, sand], contact_time: 0.3 ms, restitution: 0.05, "
    "friction: 0.5},\n"
    "  {between: [sand, wall], contact_time: 0.3 ms, restitution: 0.05, "
    "friction: 0}]},\n"
    " structures: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, "
    "material: wall},\n"
    "  {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: wall},\n"
    "  {name: right, plane: {point: [0.12, 0], normal: [-1, 0]}, material: "
    "wall}],\n"
    " grains: [{fill: {box: {min: [0, 0], max: [0.12, 0.17]}, material: sand,\n"
    "  radius: {uniform: [1.8 mm, 2.2 mm]}, count: 700}}],\n"
    " hybrid: {mode: hybrid, start: 0.26}, time: {end: 1}, output: {every: 10 "
    "ms}}\n";

static gm_sim *begin(int threads, int dense)
{
  static const char *const set[] = {"hybrid.start=0",
                                    "grains[0].fill.arrangement=relaxed",
                                    "grains[0].fill.box.max=[0.12, 0.092]"};
  gm_sim *sim = gm_sim_parse(scene_text, ".", dense ? 3 : 0, set);
  CHECK(gm_sim_threads(sim, threads) == GM_OK);
  return sim;
}

static void advance(gm_sim *sim, double time)
{
  if (!CHECK(gm_sim_run_to(sim, time) == GM_OK)) puts(gm_sim_message(sim));
}

/* FNV-1a. */
static uint64_t hash(uint64_t h, const void *data, size_t bytes)
{
  const unsigned char *p = data;
  for (size_t k = 0; k < bytes; ++k)
    h = (h ^ p[k]) * 0x100000001b3u;
  return h;
}

static uint64_t bits_of(const gm_scene *s)
{
  uint64_t h = 0xcbf29ce484222325u;
  h = hash(h, s->grains.g, (size_t)s->grains.n * sizeof *s->grains.g);
  h = hash(h, s->grains.w, (size_t)s->grains.n * sizeof *s->grains.w);
  h = hash(h, s->grains.id, (size_t)s->grains.n * sizeof *s->grains.id);
  h = hash(h, s->points.p, (size_t)s->points.n * sizeof *s->points.p);
  return hash(h, s->partition.zones.kind,
              (size_t)gm_zones_cells(&s->partition.zones));
}

enum { LAYERS = 40 };

/* Vertical stress (Pa, positive in compression) by layers of a cell. */
typedef struct profile {
  double grains[LAYERS], points[LAYERS],
      share[LAYERS]; /* share of the points */
} profile;

static double height_of(const gm_scene *s, int layer)
{
  const gm_zones *z = &s->partition.zones;
  return z->origin.y + (layer + 0.5) * z->cell;
}

static void add_points(const gm_scene *s, profile *p)
{
  double sum[LAYERS] = {0}, part[LAYERS] = {0};
  for (gm_index k = 0; k < s->points.n; ++k) {
    const gm_point *o = &s->points.p[k];
    const gm_point_tensor t = gm_point_law_stress(&s->continuum.law, &o->b);
    const int n = (int)((o->x[1] - s->partition.zones.origin.y) /
                        s->partition.zones.cell);
    sum[n] -= t.c[1] * o->v[3];
    part[n] += o->x[3];
  }
  const double width = 0.12 * s->partition.zones.cell;
  for (int n = 0; n < LAYERS; ++n) {
    p->points[n] = sum[n] / width;
    p->share[n] = part[n] / (s->partition.density * width);
  }
}

/* Forces of contacts of grains as they are, by the height of the contact. */
static void add_grains(const gm_scene *s, const gm_capture *now, profile *p)
{
  const gm_contacts *list = &s->contacts;
  const double h = s->partition.zones.cell;
  for (gm_index row = 0; row < list->n_grain; ++row) {
    if (!list->touched[row]) continue;
    const gm_row4 a = s->grains.g[list->a[row]].x;
    const gm_row4 b = s->grains.g[list->b[row]].x;
    const double f = now->contact[row].f[1];
    /* The branch is cut at the borders of layers. */
    const double low = fmin(a[1], b[1]), high = fmax(a[1], b[1]);
    const double sign = a[1] > b[1] ? 1.0 : -1.0;
    for (int n = 0; n < LAYERS; ++n) {
      const double from = s->partition.zones.origin.y + n * h, to = from + h;
      const double inside = fmin(high, to) - fmax(low, from);
      if (inside > 0.0) p->grains[n] += sign * f * inside / (0.12 * h);
    }
  }
}

/* Weight above a height, per area (Pa). */
static double weight_above(const gm_scene *s, double y)
{
  double sum = 0.0;
  for (gm_index i = 0; i < s->grains.n; ++i)
    if (s->grains.g[i].x[1] > y) sum += gm_grains_mass(&s->grains, i);
  for (gm_index k = 0; k < s->points.n; ++k)
    if (s->points.p[k].x[1] > y) sum += s->points.p[k].x[3];
  return 9.81 * sum / 0.12;
}

static void check_stress(gm_sim *sim)
{
  gm_scene *s = &sim->ready.scene;
  profile mean = {0};
  double floor = 0.0;
  const int samples = 80; /* two periods of the swinging bed */
  for (int k = 0; k < samples; ++k) {
    profile p = {0};
    CHECK(gm_sim_step(sim, 180) == GM_OK);
    CHECK(gm_step_loads(&sim->ready.step, s) == GM_OK);
    add_points(s, &p);
    add_grains(s, &sim->ready.step.capture, &p);
    floor -= s->structures.row[0].load.force.y / samples;
    for (int n = 0; n < LAYERS; ++n) {
      mean.grains[n] += p.grains[n] / samples;
      mean.points[n] += p.points[n] / samples;
      mean.share[n] += p.share[n] / samples;
    }
  }
  printf(
      "height   points' share   by grains   by points   both   weight above\n");
  for (int n = 0; n < LAYERS; ++n) {
    const double both = mean.grains[n] + mean.points[n];
    const double weight = weight_above(s, height_of(s, n));
    if (!(weight > 0.0)) break;
    printf("%6.4f %9.3f %14.1f %11.1f %8.1f %10.1f  %6.3f\n", height_of(s, n),
           mean.share[n], mean.grains[n], mean.points[n], both, weight,
           both / weight);
    if (weight > 300.0 && n > 0)
      CHECK(both > 0.97 * weight && both < 1.03 * weight);
  }
  const double weight = 0.12 * weight_above(s, -1.0);
  printf("on the floor %.3f N of %.3f N\n", floor, weight);
  CHECK_NEAR(floor / weight, 1.0, 0.02);
}

/* The bed is dense, and converts from the start. */
static void check_bits(void)
{
  uint64_t bits = 0;
  for (int threads = 1; threads <= 3; ++threads) {
    gm_sim *sim = begin(threads, 1);
    gm_scene *s = &sim->ready.scene;
    advance(sim, 0.004);
    CHECK(s->continuum.stride == 10);
    CHECK(gm_sim_step(sim, 13 - s->step % 10) == GM_OK);
    if (threads == 2) CHECK(gm_step_loads(&sim->ready.step, s) == GM_OK);
    advance(sim, 0.012);
    const uint64_t now = bits_of(s);
    printf("%d threads: %016llx  %d grains, %d points\n", threads,
           (unsigned long long)now, s->grains.n, s->points.n);
    if (threads == 1) bits = now;
    CHECK(now == bits);
    CHECK(s->points.n > 300 && s->partition.sums.coupled > 100);
    gm_sim_free(sim);
  }
}

int main(void)
{
  check_bits();
  gm_sim *sim = begin(1, 0);
  gm_scene *s = &sim->ready.scene;
  advance(sim, 0.25);
  const double mass = ledger_mass(s);
  advance(sim, 0.29);
  check_stress(sim);
  const gm_partition_sums *sums = &s->partition.sums;
  const double off = (ledger_mass(s) + sums->owed) / mass - 1.0;
  printf("mass off by %.1e, of it owed %.1e; momentum of the coupling off by "
         "%.1e; %lld grains made, %lld dissolved\n",
         off, sums->owed / mass, sums->coupling_error, (long long)sums->made,
         (long long)sums->dissolved);
  CHECK_NEAR(off, 0.0, 1.0e-12);
  CHECK(fabs(sums->owed) < 1.0e-3 * mass);
  CHECK(sums->coupling_error < 1.0e-13);
  gm_sim_free(sim);
  return CHECK_REPORT();
}
