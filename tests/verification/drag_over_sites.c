/* A grain pressed and dragged over a plane of virtual particles feels the plane.
 *
 * Two grains start alike, one on the exact plane, one on the plane represented by
 * virtual particles; body and lattice are turned and shifted at random.  Gravity
 * presses them in by 1 % of the radius and pulls along: on the slope of the first they
 * slide, on that of the second they roll with a loaded tangential spring (rolling ends
 * where tan > 7/2 mu).  The way crosses tens of cells.
 *
 * The stored distance is off by at most half a step of fixed point, 4.1e-10 D for a
 * band of 3.5 D; it changes along the way, and the grain settles on it.  So
 *
 *   distance  within 1e-9 D of the exact one where the grain is, and of the other grain's
 *   force     within 1.5e-9 D / overlap, relative: Hertz goes with the power 3/2
 *
 * All of it through the real step, friction and dashpots included.
 */
#include "check.h"
#include "pair.h"
#include "random.h"
#include "sdf/lattice_build.h"

/* A plane in the body frame. */
typedef struct plane {
  gm_vec3 normal;
  double offset; /* m */
} plane;

static gm_query_result probe(const void *of, gm_vec3 y)
{
  const plane *p = of;
  return (gm_query_result){gm_dot(p->normal, y) - p->offset, p->normal, 0, 0,
                           0};
}

static const double r = 1.0e-3, spacing = 0.5e-3, press = 0.01, mu = 0.3;

/* Where the grain starts, how it is pulled, and what it lies on: the same for both. */
typedef struct ground {
  plane plane;
  gm_pose pose;
  gm_vec3 up, along; /* 1  world */
  gm_vec3 phase;     /* m  of the lattice */
  double slope;      /* 1  tangent of the pull */
} ground;

static ground random_ground(double slope)
{
  ground g = {.slope = slope};
  g.plane = (plane){random_direction(), random_between(-spacing, spacing)};
  g.pose.orientation =
      gm_quat_rotation(gm_scale(random_between(0, 3), random_direction()));
  g.pose.position = gm_scale(random_between(0.0, 0.1), random_direction());
  g.phase = gm_scale(random_between(0.0, spacing), random_direction());
  g.up = gm_quat_rotate(g.pose.orientation, g.plane.normal);
  g.along = gm_unit(gm_cross(g.up, random_direction()));
  return g;
}

static double exact(const ground *g, gm_vec3 x)
{
  return probe(&g->plane, gm_pose_to_body(&g->pose, x)).distance;
}

static void lay_sites(gm_structure *s, const ground *g, gm_lattice *sites)
{
  const double e = 14.0 * r, middle = (1.0 - press) * r;
  const gm_field field = {.query = probe,
                          .of = &g->plane,
                          .min = gm_vec(-e, -e, -e),
                          .max = gm_vec(e, e, e)};
  CHECK(gm_lattice_build(sites, &field, spacing, g->phase,
                         middle - 1.75 * spacing,
                         middle + 1.75 * spacing) == GM_OK);
  s->shape = gm_shape_sites(sites, field.min, field.max);
}

static void lay(pair_scene *p, enum gm_choice_law law, const ground *g,
                gm_lattice *sites)
{
  const double young = 1.0e7, stiffness = 1000.0, density = 2500.0;
  pair_init(p, law);
  const gm_index m = pair_material(p, density, young, 0.25);
  pair_between(p, m, m, 0.7, mu, stiffness);
  const gm_vec3 foot = gm_scale(g->plane.offset, g->plane.normal);
  gm_structure *s = pair_structure(p, gm_shape_plane(foot, g->plane.normal), m);
  s->pose = g->pose;
  if (sites) lay_sites(s, g, sites);

  const double overlap = press * r;
  const double hertz =
      4.0 / 3.0 * young / (2.0 * (1.0 - 0.0625)) * sqrt(r) * pow(overlap, 1.5);
  const double force = law == GM_LAW_HERTZ ? hertz : stiffness * overlap;
  const double mass = density * 4.0 / 3.0 * GM_PI * r * r * r;
  const gm_vec3 down = gm_madd(gm_scale(-1.0, g->up), g->slope, g->along);
  p->scene->gravity = gm_scale(force / mass, down);
  const gm_vec3 start =
      gm_madd(gm_pose_to_world(&g->pose, foot), r - overlap, g->up);
  const gm_vec3 none = {0.0, 0.0, 0.0};
  pair_grain(p, gm_madd(start, -5.0 * r, g->along), r, none, none, m);
  pair_start(p, 2.0e-6, 1);
}

typedef struct errors {
  double own,
      other;       /* D  of the distance: from the exact one, from the other */
  double force;    /* 1.5 D / overlap  relative */
  double friction; /* 1  tangential over normal force, at the end */
  double slip;     /* 1  of the speed, at the end */
  double way;      /* D */
  long steps;
} errors;

static void compare(const pair_scene *a, const pair_scene *b, const ground *g,
                    errors *e)
{
  if (!CHECK(a->contacts->n == 1 && b->contacts->n == 1)) return;
  const double overlap = a->contacts->overlap[0];
  const double told = r - b->contacts->overlap[0];
  const double there = exact(g, pair_position(b, 0));
  e->own = fmax(e->own, fabs(told - there) / spacing);
  e->own = fmax(e->own, fabs(b->grains->distance[0] - there) / spacing);
  e->other = fmax(e->other, fabs(overlap - b->contacts->overlap[0]) / spacing);
  const gm_vec3 f = a->contacts->force[0];
  const double size = gm_norm(f), unit = 1.5 * spacing / overlap;
  e->force =
      fmax(e->force, gm_norm(gm_sub(b->contacts->force[0], f)) / size / unit);
  const double normal = gm_dot(f, g->up);
  e->friction = gm_norm(gm_madd(f, -normal, g->up)) / normal;
}

static errors drag(enum gm_choice_law law, double slope)
{
  const ground g = random_ground(slope);
  errors e = {0};
  pair_scene a, b;
  gm_lattice sites;
  lay(&a, law, &g, NULL);
  lay(&b, law, &g, &sites);
  const gm_vec3 start = pair_position(&a, 0);
  while (e.way < 10.0 * r / spacing && e.steps < 20000) {
    pair_advance(&a, 1);
    pair_advance(&b, 1);
    pair_look(&a);
    pair_look(&b);
    compare(&a, &b, &g, &e);
    e.way = gm_norm(gm_sub(pair_position(&b, 0), start)) / spacing;
    ++e.steps;
  }
  const double along = gm_dot(b.grains->velocity[0], g.along);
  const double spin =
      gm_dot(b.grains->angular_velocity[0], gm_cross(g.up, g.along));
  e.slip = 1.0 - (1.0 - press) * r * spin / along;
  pair_clear(&a);
  pair_clear(&b);
  gm_lattice_clear(&sites);
  return e;
}

static void worse(errors *all, const errors *e)
{
  all->own = fmax(all->own, e->own);
  all->other = fmax(all->other, e->other);
  all->force = fmax(all->force, e->force);
  all->friction = e->friction;
  all->slip = e->slip;
  all->way = e->way;
  all->steps += e->steps;
}

int main(void)
{
  static const char *name[] = {
      [GM_LAW_HERTZ] = "hertz", [GM_LAW_HOOKE] = "hooke"};
  printf("law    slope  distance / D: own  other    force / 1.5 D/overlap  "
         "friction  slip   way / D  steps\n");
  for (int law = 0; law < 2; ++law) {
    for (int slides = 0; slides < 2; ++slides) {
      const double slope = slides ? 5.0 * mu : 2.0 * mu;
      errors e = {0};
      for (int k = 0; k < 8; ++k) {
        const errors one = drag((enum gm_choice_law)law, slope);
        worse(&e, &one);
      }
      printf("%-6s %5.2f        %.1e  %.1e  %.1e                %.4f    %.3f  "
             "%5.1f    %ld\n",
             name[law], slope, e.own, e.other, e.force, e.friction, e.slip,
             e.way, e.steps);
      CHECK_NEAR(e.own, 0.0, 1.0e-9);
      CHECK_NEAR(e.other, 0.0, 1.0e-9);
      CHECK_NEAR(e.force, 0.0, 1.0e-9);
      CHECK(e.own > 0.0); /* sites, not the plane */
      /* it did slide, or roll and hold on by friction */
      CHECK(slides ? e.friction > 0.999 * mu && e.slip > 0.1
                   : e.friction > 0.1 * mu && fabs(e.slip) < 0.01);
      CHECK(e.way > 19.0);
    }
  }
  return CHECK_REPORT();
}
