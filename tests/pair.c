/* tests/pair.c -- a few grains and structures made by hand. */
#include "pair.h"

#include "base/memory.h"
#include "base/random.h"
#include "check.h"
#include "sim/advance.h"
#include "sim/guard.h"
#include <stdlib.h>

void pair_init(pair_scene *p, enum gm_choice_law law)
{
  const double inf = INFINITY;
  gm_sim *sim = gm_sim_create();
  if (!CHECK(sim != NULL)) exit(1);
  *p = (pair_scene){.sim = sim,
                    .config = &sim->ready.config,
                    .scene = &sim->ready.scene,
                    .step = &sim->ready.step,
                    .measure = &sim->now,
                    .grains = &sim->grains,
                    .contacts = &sim->contacts};
  p->config->contacts.law = (int)law;
  p->config->contacts.no_tension = true;
  p->config->contacts.tangential_damping = true;
  p->config->contacts.tangential_ratio = 2.0 / 7.0;
  p->scene->domain.min = gm_vec(-inf, -inf, -inf);
  p->scene->domain.max = gm_vec(inf, inf, inf);
  CHECK(gm_structures_init(&p->scene->structures, pair_most_structures) ==
        GM_OK);
  p->scene->structures.n = p->scene->structures.named = 0;
}

const pair_law pair_laws[pair_law_count] = {
    {.name = "hertz"},
    {.name = "hooke", .law = GM_LAW_HOOKE},
    {.name = "total",
     .tangential = GM_TANGENTIAL_TOTAL,
     .rolling = GM_ROLLING_CONSTANT},
    {.name = "rolling", .rolling = GM_ROLLING_SPRING},
    {.name = "hooke all",
     .law = GM_LAW_HOOKE,
     .rolling = GM_ROLLING_SPRING,
     .torsion = GM_TORSION_SPRING},
    {.name = "dmt", .cohesion = GM_COHESION_DMT, .torsion = GM_TORSION_SPRING},
    {.name = "jkr", .cohesion = GM_COHESION_JKR},
    {.name = "jkr all",
     .cohesion = GM_COHESION_JKR,
     .tangential = GM_TANGENTIAL_TOTAL,
     .rolling = GM_ROLLING_SPRING,
     .torsion = GM_TORSION_SPRING},
    {.name = "sjkr",
     .cohesion = GM_COHESION_SJKR,
     .rolling = GM_ROLLING_CONSTANT,
     .torsion = GM_TORSION_SPRING},
};

void pair_init_law(pair_scene *p, const pair_law *law)
{
  pair_init(p, law->law);
  p->config->contacts.tangential = law->tangential;
  p->config->contacts.cohesion = law->cohesion;
  p->config->contacts.rolling = law->rolling;
  p->config->contacts.torsion = law->torsion;
}

void pair_clear(pair_scene *p)
{
  gm_sim_free(p->sim);
  *p = (pair_scene){0};
}

gm_index pair_material(pair_scene *p, double density, double youngs_modulus,
                       double poisson_ratio)
{
  gm_materials *m = &p->scene->materials;
  const gm_index k = m->n++;
  m->row[k] = (gm_material){.density = density,
                            .youngs_modulus = youngs_modulus,
                            .poisson_ratio = poisson_ratio};
  for (gm_index q = 0; q < m->n; ++q) {
    m->pair[k][q].friction = m->pair[q][k].friction = NAN;
  }
  return k;
}

void pair_between(pair_scene *p, gm_index a, gm_index b, double restitution,
                  double friction, double stiffness)
{
  gm_materials *m = &p->scene->materials;
  m->pair[a][b] = m->pair[b][a] = (gm_pair){
      .restitution = restitution, .friction = friction, .stiffness = stiffness};
}

void pair_sticks(pair_scene *p, gm_index a, gm_index b, double adhesion,
                 double cohesion)
{
  gm_materials *m = &p->scene->materials;
  m->pair[a][b].adhesion = m->pair[b][a].adhesion = adhesion;
  m->pair[a][b].cohesion = m->pair[b][a].cohesion = cohesion;
}

void pair_resists(pair_scene *p, gm_index a, gm_index b, double rolling,
                  double damping, double torsion)
{
  gm_pair *one = &p->scene->materials.pair[a][b];
  one->rolling_friction = rolling;
  one->rolling_damping = damping;
  one->torsion_friction = torsion;
  p->scene->materials.pair[b][a] = *one;
}

gm_structure *pair_structure(pair_scene *p, gm_shape shape, gm_index material)
{
  gm_structure *s = &p->scene->structures.row[p->scene->structures.n++];
  p->scene->structures.named = p->scene->structures.n;
  s->material = material;
  s->shape = shape;
  s->pose.orientation = gm_quat_identity();
  s->present_from = -INFINITY;
  s->present_to = INFINITY;
  s->present = 1;
  return s;
}

void pair_motion(gm_structure *s, gm_motion motion)
{
  if (!s->motion) CHECK(GM_RESIZE(s->motion, 0, 4) == GM_OK);
  s->motion[s->n_motion++] = motion;
  gm_motion_start(&motion, 1, &s->pose); /* places; velocities are of all */
  gm_motion_twist(s->motion, s->n_motion, 0.0, &s->pose);
}

static gm_sensor *pair_sensor(pair_scene *p, int kind)
{
  gm_sensors *g = &p->scene->sensors;
  CHECK(GM_RESIZE(g->row, g->n, g->n + 1) == GM_OK);
  g->row[g->n] = (gm_sensor){.kind = kind};
  return &g->row[g->n++];
}

void pair_flux(pair_scene *p, gm_vec3 through, gm_vec3 normal, double radius)
{
  pair_sensor(p, GM_MEASURE_FLUX)->flux =
      (gm_flux){.through = through, .normal = normal, .radius = radius};
}

void pair_stress(pair_scene *p, gm_region region)
{
  pair_sensor(p, GM_MEASURE_STRESS)->stress = (gm_stress){.region = region};
}

void pair_grain(pair_scene *p, gm_vec3 x, double r, gm_vec3 v, gm_vec3 w,
                gm_index material)
{
  gm_grains *g = &p->scene->grains;
  if (g->n == g->capacity) {
    CHECK(gm_grains_reserve(g, 2 * g->n + 16, 0) == GM_OK);
  }
  gm_material *m = &p->scene->materials.row[material];
  m->smallest = m->largest > 0.0 ? fmin(m->smallest, r) : r;
  m->largest = fmax(m->largest, r);
  gm_grains_append(g, g->n, x, r, m->density, v, w, material, 0);
}

void pair_heap(pair_scene *p, int across, int layers)
{
  const double side = 0.004 * across;
  pair_init(p, GM_LAW_HERTZ);
  p->scene->gravity = gm_vec(0.0, 0.0, -9.81);
  const gm_index m = pair_material(p, 2500.0, 1.0e7, 0.3);
  pair_between(p, m, m, 0.5, 0.5, 1.0e4);
  pair_structure(
      p, gm_shape_box(gm_vec(0, 0, 0), gm_vec(side, side, 0.1), GM_SIDE_ZMAX),
      m);
  for (int i = 0; i < across * across * layers; ++i) {
    const gm_vec3 x = {0.004 * (i % across) + 0.002,
                       0.004 * (i / across % across) + 0.002,
                       0.004 * (i / across / across) + 0.002};
    pair_grain(p, x, 0.0018 + 1.0e-5 * (i * 7 % 20),
               gm_vec(0.1 * (i % 3 - 1), 0.1 * (i % 5 - 2), 0.0),
               gm_vec(0, 0, 0), m);
  }
}

gm_index pair_cloud(pair_scene *p, int n)
{
  pair_init(p, GM_LAW_HOOKE);
  const gm_index m = pair_material(p, 2500.0, 1.0e7, 0.3);
  for (int i = 0; i < n; ++i) {
    double u[4];
    gm_random_uniform(42, (uint64_t)i, 0, u);
    pair_grain(p, gm_vec(0.06 * u[0], 0.05 * u[1], 0.05 * u[2]),
               0.002 + 0.001 * u[3], gm_vec(0, 0, 0), gm_vec(0, 0, 0), m);
  }
  return m;
}

void pair_start(pair_scene *p, double dt, int threads)
{
  gm_sim *sim = p->sim;
  p->scene->dt = dt;
  for (gm_index k = 0; k < p->scene->structures.n; ++k)
    p->scene->structures.row[k].late = p->scene->structures.row[k].pose;
  CHECK(gm_sim_threads(sim, threads) == GM_OK);
  CHECK(gm_step_init(p->step, p->scene, p->config, threads) == GM_OK);
  p->step->model.overlap_limit = INFINITY; /* tests may press as they like */
  sim->stage = GM_SIM_STARTED;
  pair_look(p);
}

void pair_advance(pair_scene *p, int steps)
{
  if (!CHECK(gm_sim_step(p->sim, steps) == GM_OK)) puts(gm_sim_message(p->sim));
}

void pair_look(pair_scene *p)
{
  gm_guard_changed(p->sim); /* tests write into the tables */
  CHECK(gm_advance_frames(p->sim) == GM_OK);
  gm_stress_measure(&p->step->capture, p->step->threads, p->scene);
}

void pair_put(pair_scene *p, gm_vec3 y)
{
  const gm_vec3 x = gm_pose_to_world(&p->scene->structures.row[0].pose, y);
  gm_row4 *at = &p->scene->grains.g[0].x;
  *at = gm_row(x, (*at)[3]);
  gm_step_edited(p->step);
  pair_look(p);
}

gm_vec3 pair_position(const pair_scene *p, gm_id id)
{
  const gm_grains *g = &p->scene->grains;
  for (gm_index i = 0; i < g->n; ++i) {
    if (g->id[i] == id) return gm_row_vec(g->g[i].x);
  }
  return gm_vec(NAN, NAN, NAN);
}

gm_vec3 pair_angular_momentum(const pair_scene *p)
{
  const gm_grains *g = &p->scene->grains;
  gm_vec3 sum = {0.0, 0.0, 0.0};
  for (gm_index k = 0; k < p->grains->n; ++k) {
    const gm_index i = p->grains->row[k];
    const gm_vec3 x = gm_row_vec(g->g[i].x);
    sum =
        gm_madd(sum, gm_grains_mass(g, i), gm_cross(x, p->grains->velocity[k]));
    sum = gm_madd(sum, gm_grains_inertia(g, i), p->grains->angular_velocity[k]);
  }
  return sum;
}
