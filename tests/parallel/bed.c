/* tests/parallel/bed.c -- a stirred bed. */
#include "bed.h"

#include "base/random.h"
#include "check.h"

enum { across = 14, grains = 3000 }; /* some 16 layers */

/* Layer by layer, but for places that the paddle takes. */
static void lay_grains(pair_scene *p, double cell, gm_vec3 paddle, gm_vec3 half,
                       const gm_index *material)
{
  for (int i = 0; p->scene->grains.n < grains; ++i) {
    double u[4], s[4];
    gm_random_uniform(21, (uint64_t)i, 0, u);
    gm_random_uniform(21, (uint64_t)i, 1, s);
    const double r = cell * (0.46 + 0.05 * u[3]);
    const double room = cell - 2.0 * r;
    const gm_vec3 x = {(i % across + 0.5) * cell + room * (u[0] - 0.5),
                       (i / across % across + 0.5) * cell + room * (u[1] - 0.5),
                       (i / (across * across) + 0.5) * cell +
                           room * (u[2] - 0.5)};
    const gm_vec3 d = gm_sub(x, paddle);
    if (fabs(d.x) < half.x + r && fabs(d.y) < half.y + r &&
        fabs(d.z) < half.z + r) {
      continue;
    }
    const gm_vec3 v = {0.2 * (s[0] - 0.5), 0.2 * (s[1] - 0.5), -0.5 * s[2]};
    const gm_vec3 w = {60.0 * (s[3] - 0.5), 60.0 * (s[0] - s[1]),
                       60.0 * (s[2] - 0.5)};
    pair_grain(p, x, r, v, w, material[i % 5 == 0]);
  }
}

void bed_start(pair_scene *p, const pair_law *law, int scheme, int threads,
               double skin)
{
  const double cell = 0.004, side = across * cell;
  pair_init_law(p, law);
  p->config->time.scheme = scheme;
  p->config->search.skin = skin;
  p->scene->gravity = gm_vec(0.0, 0.0, -9.81);
  gm_index m[2];
  m[0] = pair_material(p, 2500.0, 2.0e7, 0.3);
  m[1] = pair_material(p, 4000.0, 5.0e7, 0.25);
  pair_between(p, m[0], m[0], 0.8, 0.5, 1.0e4);
  pair_between(p, m[0], m[1], 0.6, 0.3, 1.5e4);
  pair_between(p, m[1], m[1], 0.7, 0.2, 2.0e4);
  for (int a = 0; a < 2; ++a) {
    for (int b = a; b < 2; ++b) {
      pair_sticks(p, m[a], m[b], 0.2 + 0.1 * a, 1.0e5 * (1 + b));
      pair_resists(p, m[a], m[b], 0.1 + 0.05 * a, 0.3, 0.05 + 0.02 * b);
    }
  }
  const gm_vec3 none = {0.0, 0.0, 0.0};
  pair_structure(p, gm_shape_box(none, gm_vec(side, side, 0.3), GM_SIDE_ZMAX),
                 m[1]);
  const gm_vec3 half = {0.4 * side, 0.1 * cell, 3.0 * cell};
  gm_structure *paddle =
      pair_structure(p, gm_shape_box(gm_scale(-1.0, half), half, 0u), m[1]);
  paddle->pose.position = gm_vec(0.5 * side, 0.5 * side, 12.0 * cell);
  pair_motion(paddle, (gm_motion){.kind = GM_MOTION_OSCILLATE,
                                  .to = INFINITY,
                                  .vector = {0.0, 0.0, 0.3 * cell},
                                  .rate = 30.0});
  pair_motion(paddle, (gm_motion){.kind = GM_MOTION_ROTATE,
                                  .to = INFINITY,
                                  .vector = {0.0, 0.0, 1.0},
                                  .through = {0.5 * side, 0.5 * side, 0.0},
                                  .rate = 12.0});
  lay_grains(p, cell, paddle->pose.position, half, m);
  CHECK(gm_structures_start_sums(&p->scene->structures) == GM_OK);
  CHECK(gm_collisions_init(&p->scene->collisions, &p->scene->materials) ==
        GM_OK);
  pair_start(p, 1.0e-5, threads);
}

static uint64_t add_bits(uint64_t h, const void *from, size_t bytes)
{
  const unsigned char *b = from;
  for (size_t k = 0; k < bytes; ++k)
    h = (h ^ b[k]) * 0x100000001b3ull;
  return h;
}

uint64_t bed_bits(const pair_scene *p)
{
  const uint64_t basis = 0xcbf29ce484222325ull;
  const gm_grains *g = &p->scene->grains;
  const gm_contacts *c = &p->scene->contacts;
  const size_t n = (size_t)g->n;
  uint64_t h = add_bits(basis, g->g, n * sizeof *g->g);
  h = add_bits(h, g->w, n * sizeof *g->w);
  h = add_bits(h, g->id, n * sizeof *g->id);
  /* Rows have other numbers with another skin: a sum, not a sequence. */
  for (gm_index k = 0; k < c->n; ++k) {
    if (!c->touched[k]) continue;
    const gm_index key[] = {c->a[k], c->b[k], gm_contacts_patch(c, k)};
    uint64_t one = add_bits(add_bits(basis, key, sizeof key), &c->history[k],
                            sizeof c->history[k]);
    if (c->couple) one = add_bits(one, &c->couple[k], sizeof c->couple[k]);
    h += one;
  }
  for (gm_index s = 0; s < p->scene->structures.n; ++s) {
    const gm_structure *b = &p->scene->structures.row[s];
    h = add_bits(h, &b->load, sizeof b->load);
    h = add_bits(h, &b->pose, sizeof b->pose);
  }
  gm_surface_sum sum[pair_most_structures];
  gm_measure_structure_sums(&p->scene->structures, c, sum);
  for (gm_index s = 0; s < p->scene->structures.n; ++s) {
    h = add_bits(h, &sum[s].tally, sizeof sum[s].tally);
    h = add_bits(h, sum[s].spectrum, sizeof sum[s].spectrum);
  }
  for (gm_index s = 0; s < p->scene->structures.n; ++s) {
    const gm_contact_sums *t = &p->scene->structures.row[s].sums;
    h = add_bits(h, t->row, (size_t)t->n * sizeof *t->row);
    h = add_bits(h, &t->impulse, sizeof t->impulse);
  }
  const gm_collisions *i = &p->scene->collisions;
  for (gm_index q = 0; q < i->n; ++q) {
    h = add_bits(h, i->grains[q].energy, sizeof i->grains[q].energy);
    h = add_bits(h, i->structures[q].speed, sizeof i->structures[q].speed);
  }
  const double sums[] = {p->scene->balance.dissipated, p->scene->balance.work};
  h = add_bits(h, sums, sizeof sums);
  if (!c->couple) return h;
  const double couples[] = {p->scene->balance.friction,
                            p->scene->balance.rolling,
                            p->scene->balance.torsion};
  return add_bits(h, couples, sizeof couples);
}
