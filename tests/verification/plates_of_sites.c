/* A plate of any thickness, represented by virtual particles, supports grains on both
 * sides.
 *
 * If sqrt 3 D <= r - overlap, no interpolation cell around a grain in contact extends
 * through the surface.  Plates of thickness 2, 1, 0.4 and 0 radii (the last an open
 * surface with two sides) are therefore exact over their flat parts, in any position
 * relative to the sampling grid.  A grain at 0.98 r over either face has one contact;
 * distance, normal, contact point, force and torque are those of a plane with the same
 * motion (rotating and translating, with friction), within the rounding of fixed-point
 * numbers: 1e-9 D of the distance, 3e-9 D / overlap of the force.  For centres deeper
 * than the width of a cell, exact triangles are used, up to the surface itself.
 */
#include "base/random.h"
#include "carried.h"
#include "check.h"
#include "import/assemble.h"
#include <stdlib.h>

static const double r = 0.01, dt = 1.0e-6, wide = 0.06;
static const double stiffness = 1.0e4; /* N/m */
static const double spacing = 0.93 * 0.01 / 1.7320508075688772;

static gm_vec3 direction(uint32_t seed)
{
  double u[4];
  gm_random_uniform(seed, 7, 0, u);
  return gm_unit(gm_vec(u[0] - 0.5, u[1] - 0.5, u[2] - 0.5));
}

/* A plate around the origin, its normal e[2]. */
static solid plate(double thick, const gm_vec3 e[3])
{
  const gm_vec3 h = {wide, wide, 0.5 * thick};
  solid s = solid_box(gm_scale(-1.0, h), h);
  if (thick == 0.0) { /* its lower face alone */
    gm_index n = 0;
    for (gm_index t = 0; t < s.n; ++t) {
      const gm_vec3 *c = &s.corner[3 * t];
      const gm_vec3 up = gm_cross(gm_sub(c[1], c[0]), gm_sub(c[2], c[0]));
      if (up.z >= 0.0) continue;
      for (int k = 0; k < 3; ++k)
        s.corner[3 * n + k] = c[k];
      ++n;
    }
    s.n = n;
    CHECK(n == 2);
  }
  for (gm_index k = 0; k < 3 * s.n; ++k) {
    const gm_vec3 x = s.corner[k];
    s.corner[k] = gm_madd(gm_madd(gm_scale(x.x, e[0]), x.y, e[1]), x.z, e[2]);
  }
  return s;
}

static gm_index begin(pair_scene *p)
{
  pair_init(p, GM_LAW_HOOKE);
  const gm_index m = pair_material(p, 2500.0, 1.0e7, 0.25);
  pair_between(p, m, m, 0.7, 0.4, stiffness);
  return m;
}

/* The grain far away along n. */
static void start(pair_scene *p, gm_vec3 n, gm_index m)
{
  gm_structure *s = &p->scene->structures.row[0];
  s->pose.position = gm_vec(0.02, -0.01, 0.03);
  s->pose.orientation = gm_quat_rotation(gm_vec(0.4, -1.1, 0.7));
  s->pose.velocity = gm_vec(0.2, -0.1, 0.3);
  s->pose.spin = gm_vec(3.0, 4.0, -5.0);
  const gm_vec3 x = gm_pose_to_world(&s->pose, gm_scale(9.0 * r, n));
  pair_grain(p, x, r, gm_vec(0.1, 0.3, -0.2), gm_vec(9.0, -7.0, 5.0), m);
  pair_start(p, dt, 1);
}

typedef struct errors {
  double distance, normal, foot; /* r, 1, r */
  double force, torque;          /* relative, times overlap over D */
  double deep;                   /* r  at overlaps of 7 % to 99 % */
  int wrong;
} errors;

/* `side` 1: over the face that looks along e[2]. */
static void compare(double thick, double side, uint32_t seed, errors *e)
{
  gm_vec3 axes[3];
  axes[2] = direction(seed);
  axes[0] = gm_perpendicular(axes[2]);
  axes[1] = gm_cross(axes[2], axes[0]);
  const gm_vec3 n = gm_scale(side, axes[2]);
  pair_scene a, b;
  const gm_index m = begin(&a);
  const carried_options o = {.r_min = r, .r_max = r, .tolerance = 0.02};
  carried_structure(&a, plate(thick, axes), &o, m);
  begin(&b);
  pair_structure(&b, gm_shape_plane(gm_scale(0.5 * thick, n), n), m);
  start(&a, n, m);
  start(&b, n, m);
  for (int k = 0; k < 400; ++k) {
    double u[4];
    gm_random_uniform(seed, 8, (uint32_t)k, u);
    const int deep = k % 4 == 3;
    const double d = deep ? (0.01 + 0.92 * u[2]) * r : 0.98 * r;
    gm_vec3 y = gm_scale((u[0] - 0.5) * (wide - 2.0 * r), axes[0]);
    y = gm_madd(y, (u[1] - 0.5) * (wide - 2.0 * r), axes[1]);
    y = gm_madd(y, 0.5 * thick + d, n);
    pair_put(&a, y);
    pair_put(&b, y);
    e->wrong += a.contacts->n != 1 || b.contacts->n != 1;
    if (a.contacts->n != 1) continue;
    const double off =
        fabs(a.contacts->overlap[0] - b.contacts->overlap[0]) / r;
    if (deep) {
      e->deep = fmax(e->deep, off);
      continue;
    }
    const gm_load *f = &a.scene->grains.load[0], *g = &b.scene->grains.load[0];
    const double unit = b.contacts->overlap[0] / spacing;
    e->distance = fmax(e->distance, off);
    e->normal =
        fmax(e->normal,
             gm_norm(gm_sub(a.contacts->normal[0], b.contacts->normal[0])));
    e->foot = fmax(e->foot,
                   gm_norm(gm_sub(a.contacts->to[0], b.contacts->to[0])) / r);
    /* Dashpots may cancel the spring, so its force is the least to compare with. */
    const double spring = stiffness * b.contacts->overlap[0];
    const double force = fmax(spring, gm_norm(gm_row_vec(g->f)));
    const double torque = fmax(spring * r, gm_norm(gm_row_vec(g->t)));
    e->force = fmax(e->force, unit * gm_norm(gm_row_vec(f->f - g->f)) / force);
    e->torque =
        fmax(e->torque, unit * gm_norm(gm_row_vec(f->t - g->t)) / torque);
    CHECK(a.grains->structure[0] == 0);
    CHECK_NEAR(a.grains->distance[0], d, 1.0e-9 * spacing);
  }
  CHECK(a.scene->balance.coverage_lost == 0);
  CHECK(a.scene->balance.centre_inside == 0);
  pair_clear(&a);
  pair_clear(&b);
}

/* A coarser spacing is refused, and the message says what fits. */
static void refuse(void)
{
  const gm_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const double thick[] = {0.0, 0.4 * r};
  for (int k = 0; k < 2; ++k) {
    solid s = plate(thick[k], axes);
    gm_surface surface;
    gm_surface_init(&surface);
    CHECK(gm_assemble_corners(&surface, s.corner, s.n, "plate") == GM_OK);
    gm_index *of = calloc((size_t)s.n, sizeof *of);
    gm_mesh_collider_options o = {.spacing = 1.01 * spacing,
                                  .smallest = r,
                                  .largest = r,
                                  .overlap = 0.07,
                                  .tolerance = 0.02};
    gm_mesh_collider *collider;
    CHECK(gm_mesh_collider_create(&surface, of, 1, &o, &collider) ==
          GM_ERR_INPUT);
    printf("%s\n", gm_status_message());
    CHECK(!collider);
    o.spacing = spacing;
    CHECK(gm_mesh_collider_create(&surface, of, 1, &o, &collider) == GM_OK);
    gm_mesh_collider_free(&collider);
    gm_surface_clear(&surface);
    free(of);
    free(s.corner);
  }
}

int main(void)
{
  static const double thick[] = {2.0, 1.0, 0.4, 0.0};
  printf("D = %.3f r, 0.98 r over a plate; 10 positions of the lattice\n"
         "t / r  side  distance / r   normal     foot / r   force, torque * "
         "overlap / D  7-99 %% deep / r  wrong\n",
         spacing / r);
  for (int k = 0; k < 4; ++k) {
    for (int side = 1; side >= -1; side -= 2) {
      errors e = {0};
      for (uint32_t seed = 1; seed <= 10; ++seed)
        compare(thick[k] * r, side, seed, &e);
      printf("%-5g  %4d  %.1e        %.1e    %.1e    %.1e  %.1e            "
             "%.1e         %d\n",
             thick[k], side, e.distance, e.normal, e.foot, e.force, e.torque,
             e.deep, e.wrong);
      CHECK(e.wrong == 0);
      CHECK_NEAR(e.distance, 0.0, 1.0e-9 * spacing / r);
      CHECK_NEAR(e.normal, 0.0, 2.0e-7); /* floats, only if they all differ */
      CHECK_NEAR(e.foot, 0.0, 2.0e-7);
      CHECK_NEAR(e.force, 0.0, 3.0e-9);
      /* Friction of a dashpot alone: 9e-9, where a normal off by 1e-9 turns v_t. */
      CHECK_NEAR(e.torque, 0.0, 2.0e-8);
      CHECK_NEAR(e.deep, 0.0, 1.0e-9);
    }
  }
  refuse();
  return CHECK_REPORT();
}
