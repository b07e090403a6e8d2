/* New grains that give way do not push their neighbours apart.
 *
 * A dense bed of discs, a continuum inside, loses a wall and collapses, and its inside
 * turns into grains again.  Every disc that a conversion makes is looked at: how much
 * it overlaps others, relative to its radius, and by how much its velocity has changed
 * 20 steps later.  With hybrid.settle the greatest
 * overlap is below a half and the mean square, to which the energy of springs is in
 * proportion, below a fifth of those without; bits do not depend on threads.
 */
#include "check.h"
#include "sim/sim.h"

static const char scene_text[] =
    "{title: settle, domain: {dimensions: 2, min: [0, 0], max: [0.3, 0.2]},\n"
    " materials: {sand: {density: 2600, youngs_modulus: 1.0e+7, poisson_ratio: "
    "0.25}},\n"
    " contacts: {law: hooke, pairs: [{between: [sand, sand], contact_time: 0.5 "
    "ms, restitution: 0.3, friction: 0.5}]},\n"
    " structures: [{name: floor, plane: {point: [0, 0], normal: [0, 1]}, "
    "material: sand},\n"
    "  {name: left, plane: {point: [0, 0], normal: [1, 0]}, material: sand},\n"
    "  {name: gate, plane: {point: [0.12, 0], normal: [-1, 0]}, material: "
    "sand, present: {to: 4 ms}}],\n"
    " grains: [{fill: {box: {min: [0, 0], max: [0.12, 0.092]}, material: "
    "sand,\n"
    "  radius: {uniform: [1.8 mm, 2.2 mm]}, count: 700, arrangement: "
    "relaxed}}],\n"
    " hybrid: {mode: hybrid, friction_angle: 25 deg}, time: {end: 1}, output: "
    "{every: 10 ms}}\n";

enum { AT_ONCE = 4096, WAIT = 20, EVERY = 100 };

typedef struct made {
  gm_id id;
  gm_vec3 v;
} made;

typedef struct figures {
  long long n;
  double most, squares; /* 1  overlaps over the radius; sum of their squares */
  double change;        /* m2/s2  sum of squares of changes of velocity */
  long long changed;
} figures;

/* Overlaps of the grains from `first` on, in rows, with all others. */
static gm_index look(const gm_scene *s, gm_id first, figures *f, made *list)
{
  const gm_grains *g = &s->grains;
  gm_index n = 0;
  for (gm_index i = 0; i < g->n; ++i) {
    if (g->id[i] < first) continue;
    const gm_row4 a = g->g[i].x;
    for (gm_index j = 0; j < g->n; ++j) {
      const gm_row4 b = g->g[j].x;
      if (j == i || (g->id[j] >= first && j < i)) continue;
      const double apart = gm_norm(gm_sub(gm_row_vec(a), gm_row_vec(b)));
      const double overlap = fmax(0.0, a[3] + b[3] - apart) / a[3];
      f->most = fmax(f->most, overlap);
      f->squares += overlap * overlap;
    }
    ++f->n;
    if (n < AT_ONCE) list[n++] = (made){g->id[i], gm_row_vec(g->g[i].v)};
  }
  return n;
}

static void look_again(const gm_scene *s, const made *list, gm_index n,
                       figures *f)
{
  for (gm_index k = 0; k < n; ++k)
    for (gm_index i = 0; i < s->grains.n; ++i) {
      if (s->grains.id[i] != list[k].id) continue;
      f->change += gm_norm2(gm_sub(gm_row_vec(s->grains.g[i].v), list[k].v));
      ++f->changed;
      break;
    }
}

static uint64_t bits_of(const gm_scene *s)
{
  uint64_t h = 0xcbf29ce484222325u; /* FNV-1a */
  const unsigned char *p = (const unsigned char *)s->grains.g;
  for (size_t k = 0; k < (size_t)s->grains.n * sizeof *s->grains.g; ++k)
    h = (h ^ p[k]) * 0x100000001b3u;
  return h;
}

static uint64_t run(const char *settle, int threads, double end, figures *f)
{
  static made list[AT_ONCE];
  gm_sim *sim = gm_sim_parse(scene_text, ".", 1, &settle);
  const gm_scene *s = &sim->ready.scene;
  *f = (figures){0};
  CHECK(gm_sim_threads(sim, threads) == GM_OK);
  if (!CHECK(gm_sim_step(sim, EVERY) == GM_OK)) puts(gm_sim_message(sim));
  while (s->time < end) { /* each time from a conversion on */
    const gm_id first = gm_scene_next_id(s);
    if (!CHECK(gm_sim_step(sim, 1) == GM_OK)) break;
    const gm_index n = look(s, first, f, list);
    CHECK(n < AT_ONCE);
    CHECK(gm_sim_step(sim, WAIT) == GM_OK);
    look_again(s, list, n, f);
    CHECK(gm_sim_step(sim, EVERY - 1 - WAIT) == GM_OK);
  }
  const uint64_t h = bits_of(s);
  gm_sim_free(sim);
  return h;
}

int main(void)
{
  figures without, with, other;
  const double end = 0.05;
  run("hybrid.settle=0", 1, end, &without);
  run("hybrid.settle=50", 1, end, &with);
  printf(
      "           made  greatest overlap  mean square  change of velocity\n");
  const figures *both[2] = {&without, &with};
  for (int k = 0; k < 2; ++k)
    printf("%-9s %5lld %15.2f %% %12.2e %15.4f m/s\n",
           k ? "settled" : "as made", both[k]->n, 100.0 * both[k]->most,
           both[k]->squares / (double)both[k]->n,
           sqrt(both[k]->change / (double)both[k]->changed));
  CHECK(without.n >= 15 && with.n >= 15);
  CHECK(with.most < 0.5 * without.most);
  CHECK(with.squares / (double)with.n <
        0.2 * without.squares / (double)without.n);
  const uint64_t bits = run("hybrid.settle=50", 1, 0.5 * end, &other);
  CHECK(other.n > 0);
  CHECK(run("hybrid.settle=50", 2, 0.5 * end, &other) == bits);
  CHECK(run("hybrid.settle=50", 3, 0.5 * end, &other) == bits);
  return CHECK_REPORT();
}
