/* contact/hertz and hooke keep their promise: the fast step is the plain one.
 *
 * The plain one: two nested loops over all grains and one over structures, no candidates,
 * no blocks, no vectors; the geometry as contact/geometry.h writes it, the law's query
 * contact by contact, springs in a full matrix.  It reads positions and velocities before
 * each fast step and keeps its own springs, so that 150 steps of shared history are
 * compared.
 *
 * Random heaps of 686 grains, two chunks, of three materials overlap by up to 8 % at
 * first, among a moving plane, a turning sphere and each other, with the grains re-sorted
 * by the list.  The thin skin makes a list every few steps, because of the moving bodies
 * in the first scene and of the grains alone in the second.  The same operations in
 * another order: asked 1e-14 of the largest force.  Every law and couple; rows that
 * adhere touch as long as the law holds them.  Grains stand on both sides of the sphere,
 * and do not touch through it.
 */
#include "base/random.h"
#include "body/query_batch.h"
#include "check.h"
#include "pair.h"

#include <string.h>

enum { N = 686, S = 2 };

typedef struct memory {
  gm_vec3 spring, bent;
  double fourth, twisted;
  gm_vec3 normal; /* of a structure, in the last step */
  bool touched;
} memory;

typedef struct plain {
  memory grain[N][N], structure[N][S];
  gm_vec3 force[N], torque[N];
  gm_vec3 pair_force[N][N + S]; /* on the first */
  int contacts;
} plain;

static plain world;

static void add(int i, gm_vec3 arm, gm_vec3 f)
{
  world.force[i] = gm_add(world.force[i], f);
  world.torque[i] = gm_add(world.torque[i], gm_cross(arm, f));
}

/* What was found when the normal was n - p, in the frame of n. */
static gm_vec3 turned(gm_vec3 u, gm_vec3 n, gm_vec3 p)
{
  return gm_sub(gm_madd(u, gm_dot(u, n), p), gm_scale(gm_dot(u, p), n));
}

/* Force and torque on the first, under a relative spin; `inertia` 1 / sum 1/I. */
static gm_vec3 ask(const pair_scene *p, gm_index ma, gm_index mb,
                   gm_law_contact k, gm_vec3 spin, double inertia, memory *m,
                   gm_vec3 *torque)
{
  const gm_index pair = ma * GM_MATERIALS_MAX + mb;
  const gm_law *law = p->step->model.law;
  const gm_law_time time = gm_model_time(&p->step->model, p->scene->dt);
  k.spring = m->spring;
  k.memory = m->fourth;
  k.slope = 1.0;
  const gm_law_force o = law->query(&p->step->model.table[pair], time, &k);
  gm_couple_torque q = {.torque = {0.0, 0.0, 0.0}};
  if (p->step->model.couple) {
    const gm_couple_contact c = {
        .load = o.load,
        .stiffness = o.stiffness * (law->grows ? o.memory : 1.0),
        .stiffness_was = o.stiffness * (law->grows ? k.memory : 1.0),
        .radius = k.radius,
        .inertia = inertia,
        .normal = k.normal,
        .spin = spin,
        .bent = m->bent,
        .twisted = m->twisted};
    q = p->step->model.couple->query(&p->step->model.couple_table[pair], time,
                                     &c);
  }
  const bool holds = !law->range || o.memory > 0.0;
  *m = (memory){o.spring, q.bent, o.memory, q.twisted, k.normal, holds};
  world.contacts += holds;
  *torque = q.torque;
  return o.force;
}

/* Does a row touch: now, or as it did where contacts adhere? */
static bool touches(const pair_scene *p, bool now, const memory *m)
{
  return now || (p->step->model.law->range && m->touched);
}

/* Does the line from grain a, which touches the body s, to grain b meet its surface,
 * walking by the distances from it?  As search/screen.h writes it. */
static bool meets(const pair_scene *p, gm_index a, gm_index b, int s)
{
  const gm_structure *body = &p->scene->structures.row[s];
  const gm_patch *patch = &body->shape.side[0];
  const gm_row4 xa = p->scene->grains.g[a].x, xb = p->scene->grains.g[b].x;
  const gm_vec3 way = gm_sub(gm_row_vec(xb), gm_row_vec(xa));
  const double length = gm_norm(way);
  for (double t = 0.0; t < length;) {
    const gm_vec3 x = gm_madd(gm_row_vec(xa), t / length, way);
    const double d =
        gm_query_batch_single(patch, gm_pose_to_body(&body->pose, x), INFINITY)
            .distance;
    if (t == 0.0 && d >= xa[3]) return false;
    if (d <= 0.01 * fmin(xa[3], xb[3])) return true;
    t += d;
  }
  return false;
}

/* Is a two-sided surface between two grains? */
static bool parted(const pair_scene *p, gm_index a, gm_index b)
{
  for (int s = 0; s < S; ++s) {
    const gm_structure *body = &p->scene->structures.row[s];
    if (body->shape.side[0].kind == GM_PATCH_PLANE) continue;
    if (meets(p, a, b, s) || meets(p, b, a, s)) return true;
  }
  return false;
}

static void plain_pair(const pair_scene *p, int i, int j, gm_index a,
                       gm_index b)
{
  const gm_grains *g = &p->scene->grains;
  const gm_vec3 d = gm_sub(gm_row_vec(g->g[a].x), gm_row_vec(g->g[b].x));
  const double ra = g->g[a].x[3], rb = g->g[b].x[3], distance = gm_norm(d);
  memory *m = &world.grain[i][j];
  world.pair_force[i][j] = gm_vec(0.0, 0.0, 0.0);
  if (!touches(p, gm_norm2(d) < (ra + rb) * (ra + rb), m) || parted(p, a, b)) {
    *m = (memory){0};
    return;
  }
  const gm_vec3 n = gm_scale(1.0 / distance, d);
  const double lever = distance / (ra + rb);
  const gm_vec3 wr = gm_add(gm_scale(ra, gm_row_vec(g->w[a])),
                            gm_scale(rb, gm_row_vec(g->w[b])));
  const gm_vec3 dv = gm_sub(gm_row_vec(g->g[a].v), gm_row_vec(g->g[b].v));
  const double late = p->step->model.scheme->lag * p->scene->dt / distance;
  const gm_vec3 turn = gm_scale(late, gm_madd(dv, -gm_dot(dv, n), n));
  const gm_vec3 u = gm_sub(dv, gm_cross(gm_scale(lever, wr), gm_sub(n, turn)));
  const gm_law_contact k = {
      .overlap = ra + rb - distance,
      .radius = ra * rb / (ra + rb),
      .mobility = g->g[a].v[3] + g->g[b].v[3],
      .normal = n,
      .velocity = turned(u, n, turn),
  };
  const gm_vec3 spin = gm_sub(gm_row_vec(g->w[a]), gm_row_vec(g->w[b]));
  const double inertia =
      1.0 / (1.0 / gm_grains_inertia(g, a) + 1.0 / gm_grains_inertia(g, b));
  gm_vec3 torque;
  const gm_vec3 f = ask(p, g->material[a], g->material[b], k,
                        turned(spin, n, turn), inertia, m, &torque);
  world.pair_force[i][j] = f;
  world.torque[i] = gm_add(world.torque[i], torque);
  world.torque[j] = gm_sub(world.torque[j], torque);
  add(i, gm_scale(-lever * ra, n), f);
  add(j, gm_scale(lever * rb, n), gm_scale(-1.0, f));
}

static void plain_wall(const pair_scene *p, int i, gm_index a, int s)
{
  const gm_grains *g = &p->scene->grains;
  const gm_structure *b = &p->scene->structures.row[s];
  const gm_vec3 x = gm_row_vec(g->g[a].x);
  const double r = g->g[a].x[3];
  const gm_query_result q = gm_query_batch_single(
      &b->shape.side[0], gm_pose_to_body(&b->pose, x), INFINITY);
  memory *m = &world.structure[i][s];
  world.pair_force[i][N + s] = gm_vec(0.0, 0.0, 0.0);
  if (!touches(p, q.distance < r, m)) {
    *m = (memory){0};
    return;
  }
  const gm_vec3 n = gm_quat_rotate(b->pose.orientation, q.gradient);
  const gm_vec3 arm = gm_scale(-q.distance, n);
  /* Half a step back, as far as it touched then. */
  const double part = p->step->model.scheme->lag;
  const gm_vec3 turn = gm_scale(m->touched ? part : 0.0, gm_sub(n, m->normal));
  const gm_vec3 arm_then = gm_scale(-q.distance, gm_sub(n, turn));
  const gm_vec3 x_then =
      gm_madd(x, -part * p->scene->dt, gm_row_vec(g->g[a].v));
  const gm_vec3 wall = gm_pose_velocity_at(&b->late, gm_add(x_then, arm_then));
  const gm_vec3 at =
      gm_add(gm_row_vec(g->g[a].v), gm_cross(gm_row_vec(g->w[a]), arm_then));
  const gm_law_contact k = {.overlap = r - q.distance,
                            .radius = r,
                            .mobility = g->g[a].v[3],
                            .normal = n,
                            .velocity = turned(gm_sub(at, wall), n, turn)};
  const gm_vec3 spin =
      turned(gm_sub(gm_row_vec(g->w[a]), b->late.spin), n, turn);
  gm_vec3 torque;
  const gm_vec3 f = ask(p, g->material[a], b->material, k, spin,
                        gm_grains_inertia(g, a), m, &torque);
  world.pair_force[i][N + s] = f;
  world.torque[i] = gm_add(world.torque[i], torque);
  add(i, arm, f);
}

static void plain_loads(const pair_scene *p)
{
  gm_index row[N];
  for (gm_index k = 0; k < N; ++k)
    row[p->scene->grains.id[k]] = k;
  world.contacts = 0;
  for (int i = 0; i < N; ++i) {
    world.force[i] = world.torque[i] = gm_vec(0.0, 0.0, 0.0);
  }
  for (int i = 0; i < N; ++i) {
    for (int j = i + 1; j < N; ++j)
      plain_pair(p, i, j, row[i], row[j]);
    for (int s = 0; s < S; ++s)
      plain_wall(p, i, row[i], s);
  }
}

/* Largest difference of forces, and of torques over the radius, over the largest
 * force. */
static double compare(const pair_scene *p)
{
  const gm_grains *g = &p->scene->grains;
  double largest = 1.0e-30, off = 0.0;
  for (gm_index a = 0; a < N; ++a) {
    const gm_id i = g->id[a];
    const gm_vec3 t = gm_row_vec(g->load[a].t);
    largest = fmax(largest, gm_norm(world.force[i]));
    off = fmax(off, gm_norm(gm_sub(gm_row_vec(g->load[a].f), world.force[i])));
    off = fmax(off, gm_norm(gm_madd(t, 1.0 / g->g[a].x[3], world.torque[i])));
  }
  CHECK(p->contacts->n == world.contacts);
  for (gm_index k = 0; k < p->contacts->n; ++k) {
    const gm_index s = p->contacts->structure[k];
    const gm_vec3 f = world.pair_force[p->contacts->id_a[k]]
                                      [s < 0 ? p->contacts->id_b[k] : N + s];
    off = fmax(off, gm_norm(gm_sub(p->contacts->force[k], f)));
  }
  return off / largest;
}

static void build(pair_scene *p, const pair_law *law, bool still)
{
  pair_init_law(p, law);
  p->config->search.skin = 1.0e-4;
  p->scene->gravity = gm_vec(0.0, 0.0, -9.81);
  gm_index m[3];
  m[0] = pair_material(p, 2500.0, 2.0e7, 0.3);
  m[1] = pair_material(p, 1200.0, 1.0e7, 0.4);
  m[2] = pair_material(p, 7800.0, 9.0e7, 0.25);
  for (int a = 0; a < 3; ++a) {
    for (int b = a; b < 3; ++b) {
      pair_between(p, m[a], m[b], 0.5 + 0.1 * a + 0.05 * b, 0.2 + 0.1 * b,
                   1.0e4 * (1 + a + b));
      pair_sticks(p, m[a], m[b], 0.1 * (1 + a), 1.0e5 * (1 + b));
      pair_resists(p, m[a], m[b], 0.05 + 0.02 * a, 0.3, 0.04 + 0.01 * b);
    }
  }
  gm_structure *floor = pair_structure(
      p,
      gm_shape_plane(gm_vec(0.0, 0.0, -0.004), gm_unit(gm_vec(0.1, 0.0, 1.0))),
      m[2]);
  if (!still)
    pair_motion(floor, (gm_motion){.kind = GM_MOTION_TRANSLATE,
                                   .to = INFINITY,
                                   .vector = {0.3, 0.1, 0.05}});
  gm_structure *ball =
      pair_structure(p, gm_shape_sphere(gm_vec(0.0, 0.0, 0.0), 0.008), m[1]);
  ball->pose.position = gm_vec(0.02, 0.02, 0.02);
  if (!still)
    pair_motion(ball, (gm_motion){.kind = GM_MOTION_ROTATE,
                                  .to = INFINITY,
                                  .vector = gm_unit(gm_vec(1.0, 1.0, 0.0)),
                                  .through = {0.02, 0.02, 0.021},
                                  .rate = 40.0});
  for (int i = 0; i < N; ++i) {
    double u[4], s[4];
    gm_random_uniform(9, (uint64_t)i, 0, u);
    gm_random_uniform(9, (uint64_t)i, 1, s);
    const gm_vec3 x = {0.006 * (i % 14) + 5.0e-4 * u[0],
                       0.006 * (i / 14 % 7) + 5.0e-4 * u[1],
                       0.006 * (i / 98) + 5.0e-4 * u[2]};
    const gm_vec3 v = {s[0] - 0.5, s[1] - 0.5, s[2] - 0.5};
    const gm_vec3 w = {80.0 * (s[3] - 0.5), 80.0 * (s[0] - s[1]),
                       80.0 * (s[2] - s[3])};
    pair_grain(p, x, 0.0026 + 0.0006 * u[3], v, w, m[i * 7 % 3]);
  }
}

static void check_law(const pair_law *law, bool still)
{
  pair_scene p;
  build(&p, law, still);
  memset(&world, 0, sizeof world); /* too large to pass over the stack */
  pair_start(&p, 2.0e-6, 1);
  double worst = 0.0;
  for (int n = 0; n <= 150; ++n) {
    plain_loads(&p);
    pair_look(&p);
    const double off = compare(&p);
    worst = fmax(worst, off);
    if (n % 50 == 0) {
      printf("%-9s step %3d: %4d contacts, off %.1e\n", law->name, n,
             world.contacts, off);
      CHECK(world.contacts > 200);
    }
    pair_advance(&p, 1);
  }
  printf("%-9s worst %.1e, %lld lists built\n", law->name, worst,
         (long long)p.step->lists.builds);
  CHECK_NEAR(worst, 0.0, 1.0e-14);
  CHECK(p.scene->contacts.n_chunks == 2 && p.step->lists.builds > 10);
  pair_clear(&p);
}

int main(void)
{
  for (int k = 0; k < pair_law_count; ++k) {
    check_law(&pair_laws[k], k == 1);
  }
  return CHECK_REPORT();
}
