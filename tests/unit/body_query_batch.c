/* body/query_batch: a batch gives the same bits as single queries, and safe radii are
 * safe.
 *
 * Grains are placed around the surface, from deep overlap to out of range, half of them
 * at edges; each queries patches near it.  The surfaces have facets that are the shape
 * itself, where triangles serve most cells, smooth tessellations, sharp edges, open
 * sheets and intersecting shells.  The single query searches all triangles.
 *
 * A grain outside contact moves by its safe radius, straight to the surface and in
 * other directions: no query there is a contact, whether interpolation or triangles
 * serve it.  Twice the radius is too far.
 *
 * Then grains move on in small steps: the same contacts, with the same bits as one by
 * one. */
#include "body/mesh_collider.h"
#include "body/query_batch.h"
#include "carried.h"
#include "check.h"
#include "random.h"
#include "shapes.h"
#include <string.h>

enum { ASKED = 20000 };

static solid make(const char *name)
{
  if (!strcmp(name, "crossing"))
    return solid_both(solid_sample("box"), solid_torus(0.5, 0.15, 40, 20));
  return strcmp(name, "vee") ? solid_sample(name) : shapes_vee(0.5);
}

static const struct {
  const char *name;
  double smallest, largest; /* m  radii of the grains */
  double tolerance;
  gm_facing facing;
  double turn; /* degrees */
} rows[] = {
    {"blade", 0.002, 0.0022, 0.02, GM_FACING_AUTO, 0.0},
    {"lifters", 0.005, 0.005, 0.02, GM_FACING_AUTO, 0.0},
    {"bracket", 0.07, 0.1, 0.02, GM_FACING_AUTO, 0.0},
    {"coarse sphere", 0.03, 0.04, 0.02, GM_FACING_AUTO, 0.0},
    {"coarse sphere", 0.03, 0.04, 0.02, GM_FACING_INSIDE, 0.0},
    {"fine sphere", 0.07, 0.08, 0.001, GM_FACING_AUTO, 0.0},
    {"torus", 0.07, 0.08, 0.02, GM_FACING_AUTO, 0.0},
    {"crossing", 0.04, 0.05, 0.02, GM_FACING_AUTO, 0.0},
    {"vee", 0.05, 0.06, 0.002, GM_FACING_BOTH, 0.0},
    {"blade", 0.002, 0.0022, 0.02, GM_FACING_AUTO, 30.0},
    {"coarse sphere", 0.03, 0.04, 0.0005, GM_FACING_AUTO, 30.0},
    {"coarse sphere", 0.03, 0.04, 0.0005, GM_FACING_INSIDE, 30.0},
    {"torus", 0.07, 0.08, 0.02, GM_FACING_AUTO, 30.0},
    {"crossing", 0.04, 0.05, 0.02, GM_FACING_AUTO, 30.0},
};

/* A point at most 1.6 r from a triangle of the surface; half of them are just outside
 * contact, half of them over an edge. */
static gm_vec3 draw(const gm_surface *s, double r)
{
  const gm_index t = (gm_index)(random_between(0.0, 1.0) * s->n) % s->n;
  double a = random_between(0.0, 1.0), b = random_between(0.0, 1.0);
  if (random_between(0.0, 1.0) < 0.5) b = 0.0;
  if (a + b > 1.0) {
    a = 1.0 - a;
    b = 1.0 - b;
  }
  const gm_vec3 p0 = s->point[s->corner[t][0]];
  const gm_vec3 on =
      gm_madd(gm_madd(p0, a, gm_sub(s->point[s->corner[t][1]], p0)), b,
              gm_sub(s->point[s->corner[t][2]], p0));
  const gm_vec3 any = {random_between(-1.0, 1.0), random_between(-1.0, 1.0),
                       random_between(-1.0, 1.0)};
  const gm_vec3 off = gm_madd(s->normal[t], random_between(0.0, 1.5), any);
  const double far = random_between(0.0, 1.0) < 0.5
                         ? random_between(0.0, 1.6)
                         : random_between(0.99, 1.06);
  return gm_madd(on, far * r / fmax(gm_norm(off), 1.0e-6), off);
}

static int same(const gm_query_result *a, const gm_query_result *b)
{
  return !memcmp(&a->distance, &b->distance, sizeof a->distance) &&
         !memcmp(&a->gradient, &b->gradient, sizeof a->gradient) &&
         a->sites == b->sites && a->under == b->under && a->source == b->source;
}

static size_t flagged(const gm_structure *s)
{
  size_t n = 0;
  for (gm_index k = 0; k < s->collider->n; ++k)
    n += s->collider->sdf[k].flags.flagged;
  return n;
}

static gm_vec3 any_way(void)
{
  for (;;) {
    const gm_vec3 v = {random_between(-1.0, 1.0), random_between(-1.0, 1.0),
                       random_between(-1.0, 1.0)};
    const double length = gm_norm(v);
    if (length > 0.1 && length < 1.0) return gm_scale(1.0 / length, v);
  }
}

/* Of several displacements of `far` times the safe radius of query t, how many end in
 * contact? */
static int too_far(const gm_query_batch *q, int t, double far)
{
  enum { WAYS = 8 };
  int touching = 0;
  /* zero where the distance is unknown */
  const gm_vec3 g = q->result[t].gradient;
  for (int k = 0; k < WAYS; ++k) {
    gm_vec3 way = any_way();
    if (k < WAYS / 2) way = gm_madd(gm_scale(0.3 * k, way), -1.0, g);
    way = gm_scale(far * q->safe_radius[t] / fmax(gm_norm(way), 1.0e-3), way);
    touching +=
        gm_query_batch_single(q->patch[t], gm_add(q->y[t], way), q->reach[t])
            .distance < q->reach[t];
  }
  return touching;
}

/* Draws n queries of patches of s, for radii from `r_min` to `r_max`. */
static int draw_rows(gm_query_batch *q, int n, const gm_structure *s,
                     double r_min, double r_max)
{
  for (int t = 0; t < n; ++t) {
    const int p = (int)(random_between(0.0, 1.0) * s->shape.n) % s->shape.n;
    const double some = random_between(r_min, r_max);
    const double r = random_between(0.0, 1.0) < 0.5 ? r_max : some;
    q->patch[t] = gm_shape_patch(&s->shape, p);
    q->y[t] = draw(&s->surface, r);
    q->reach[t] = r;
  }
  return n;
}

/* Results of the moving grains. */
typedef struct walk {
  int clear;   /* queries with a safe radius */
  int wrong;   /* results that differ from those with all triangles */
  int touched; /* in contact within the safe radius */
} walk;

/* One step: moves and queries. */
static void walk_on(gm_query_batch *q, int n, walk *w)
{
  for (int t = 0; t < n; ++t) {
    const double way =
        q->reach[t] * (random_between(0.0, 1.0) < 0.1 ? 0.02 : 0.002);
    q->y[t] = gm_madd(q->y[t], way, any_way());
  }
  gm_query_batch_run(q, n);
  for (int t = 0; t < n; ++t) {
    const double r = q->reach[t];
    const gm_query_result one = gm_query_batch_single(q->patch[t], q->y[t], r);
    const int touches = one.distance < r,
              same_touch = touches == (q->result[t].distance < r);
    w->wrong += !same_touch || (touches && !same(&one, &q->result[t]));
    if (touches || q->safe_radius[t] == 0.0) continue;
    ++w->clear;
    w->touched += too_far(q, t, 1.0);
  }
}

static void check_walks(int k, const gm_structure *s)
{
  enum { ROUNDS = 60, STEPS = 12 };
  static gm_query_batch q;
  walk w = {0};
  for (int round = 0; round < ROUNDS; ++round) {
    const int n =
        draw_rows(&q, GM_QUERY_BATCH, s, rows[k].smallest, rows[k].largest);
    for (int step = 0; step < STEPS; ++step)
      walk_on(&q, n, &w);
  }
  printf("  walking %d: %d wrong, %d clear, %d touch\n",
         ROUNDS * STEPS * GM_QUERY_BATCH, w.wrong, w.clear, w.touched);
  CHECK(w.wrong == 0 && w.touched == 0);
  CHECK(w.clear > 1000);
}

static void check_structure(int k, const gm_structure *s)
{
  static gm_query_batch q;
  int asked = 0, exact = 0, wrong = 0, clear = 0, touched = 0, farther = 0;
  for (int round = 0; asked < ASKED; ++round) {
    const int n = draw_rows(&q, 1 + round % GM_QUERY_BATCH, s, rows[k].smallest,
                            rows[k].largest);
    gm_query_batch_run(&q, n);
    asked += n;
    for (int t = 0; t < n; ++t) {
      const gm_query_result one =
          gm_query_batch_single(q.patch[t], q.y[t], q.reach[t]);
      exact += gm_query_result_by_triangles(&one);
      wrong += !same(&one, &q.result[t]);
      if (q.safe_radius[t] == 0.0) continue;
      ++clear;
      CHECK(one.distance > q.reach[t]);
      touched += too_far(&q, t, 1.0);
      farther += too_far(&q, t, 2.0);
    }
  }
  printf("%-14s %4.0f %8d %8d %6.1f %8zu %6d %6.1f %6d %6d\n", rows[k].name,
         rows[k].turn, s->surface.n, asked, 100.0 * exact / asked, flagged(s),
         wrong, 100.0 * clear / asked, touched, farther);
  CHECK(wrong == 0);
  CHECK(exact > 0);
  CHECK(touched == 0 && clear > 1000);
}

int main(void)
{
  puts("shape          turn triangles  asked  exact % flagged  wrong "
       "clear % touch  twice");
  for (int k = 0; k < (int)(sizeof rows / sizeof *rows); ++k) {
    const carried_options o = {.r_min = rows[k].smallest,
                               .r_max = rows[k].largest,
                               .tolerance = rows[k].tolerance,
                               .turn = GM_PI / 180.0 * rows[k].turn,
                               .facing = rows[k].facing};
    pair_scene p;
    pair_init(&p, GM_LAW_HERTZ);
    const gm_index steel = pair_material(&p, 7800.0, 1.0e7, 0.25);
    const gm_structure *s =
        carried_structure(&p, make(rows[k].name), &o, steel);
    if (CHECK(s->collider != NULL)) {
      check_structure(k, s);
      check_walks(k, s);
    }
    pair_clear(&p);
  }
  return CHECK_REPORT();
}
