/* Distances from a tessellated round shape are those from the true shape, not from its
 * facets.
 *
 * Grains of radius r = 1 at PLACES places with d in [0.93, 1.05], around spheres of
 * radius 10 and tori of 10 and 4, regular and irregular, a cylinder of radius 8 and a
 * bar whose flats end in fillets.  The distances that a run would use, from virtual
 * particles or exact triangles, are compared with the true shape: distances by their
 * root mean square over the chord error, which is that of the exact facets at the same
 * places; normals in degrees.
 *
 * The smooth patch of a triangle is exact for quadratics, so that the remaining error
 * is of third order in the size of a facet, plus the interpolation error (1e-5 r on a
 * sphere of 10 r, 4e-5 r on a torus).  The limits are those of an independent program,
 * with a margin of 1.5.  Flat parts stay flat to the last bit.
 *
 * Virtual particles must serve all cells where grains touch shapes without sharp edges.
 */
#include "body/mesh_collider.h"
#include "carried.h"
#include "check.h"
#include "random.h"
#include "rounds.h"

enum { PLACES = 2000 };

/* A place, its distance from the true shape and the direction of that. */
typedef struct place {
  gm_vec3 at, normal;
  double d;
} place;

static gm_vec3 around(double angle)
{
  return gm_vec(cos(angle), sin(angle), 0.0);
}

static place on_sphere(double d)
{
  const gm_vec3 n = random_direction();
  return (place){gm_scale(10.0 + d, n), n, d};
}

static place on_torus(double d)
{
  const gm_vec3 out = around(random_between(0.0, 2.0 * GM_PI));
  const double v = random_between(0.0, 2.0 * GM_PI);
  const gm_vec3 n = gm_madd(gm_scale(cos(v), out), sin(v), gm_vec(0, 0, 1));
  return (place){gm_madd(gm_scale(10.0, out), 4.0 + d, n), n, d};
}

static place on_mantle(double d)
{
  const gm_vec3 n = around(random_between(0.0, 2.0 * GM_PI));
  const gm_vec3 z = {0.0, 0.0, random_between(-9.0, 9.0)};
  return (place){gm_madd(z, 8.0 + d, n), n, d};
}

static place in_mantle(double d)
{
  const gm_vec3 n = around(random_between(0.0, 2.0 * GM_PI));
  const gm_vec3 z = {0.0, 0.0, random_between(-7.0, 7.0)};
  return (place){gm_madd(z, 8.0 - d, n), gm_scale(-1.0, n), d};
}

static place on_end(double d)
{
  const gm_vec3 n = around(random_between(0.0, 2.0 * GM_PI));
  const double rho = 6.5 * sqrt(random_between(0.0, 1.0));
  return (place){gm_add(gm_scale(rho, n), gm_vec(0.0, 0.0, 10.0 + d)),
                 gm_vec(0, 0, 1), d};
}

static place on_rim(double d)
{
  const gm_vec3 out = around(random_between(0.0, 2.0 * GM_PI));
  const double b = random_between(0.0, 0.5 * GM_PI);
  const gm_vec3 n = gm_madd(gm_scale(sin(b), out), cos(b), gm_vec(0, 0, 1));
  const gm_vec3 rim = gm_add(gm_scale(8.0, out), gm_vec(0.0, 0.0, 10.0));
  return (place){gm_madd(rim, d, n), n, d};
}

static place on_flat(double d)
{
  const gm_vec3 at = {random_between(-9.0, 9.0), 6.0 + d,
                      random_between(-8.0, 8.0)};
  return (place){at, gm_vec(0, 1, 0), d};
}

static place on_fillet(double d)
{
  const gm_vec3 n = around(random_between(0.0, 0.5 * GM_PI));
  const gm_vec3 axis = {10.0, 4.0, random_between(-8.0, 8.0)};
  return (place){gm_madd(axis, 2.0 + d, n), n, d};
}

static solid make(int k)
{
  switch (k) {
  case 0:
  case 1:
  case 2:
    return solid_sphere(gm_vec(0, 0, 0), 10.0, 3 + k);
  case 3:
  case 4:
  case 5:
    return rounds_latlong(10.0, 18 << (k - 3));
  case 6:
  case 7:
  case 8:
    return rounds_hull(10.0, 2 + (640 << 2 * (k - 6)));
  case 9:
    return rounds_torus(10.0, 4.0, 50, 20, 0.0);
  case 10:
    return rounds_torus(10.0, 4.0, 50, 20, 0.3);
  case 11:
    return rounds_torus(10.0, 4.0, 100, 40, 0.0);
  case 12:
    return rounds_torus(10.0, 4.0, 100, 40, 0.3);
  case 17:
  case 18:
    return rounds_bar(20.0, 8.0, 2.0, 20.0, 6);
  default:
    return rounds_cylinder(8.0, 20.0, 96);
  }
}

static const struct {
  const char *name;
  place (*draw)(double d);
  double distance; /* 1    rms error over the chord error, at most */
  double normal;   /* deg  rms, at most                            */
  int sharp;       /* has sharp edges                              */
} rows[] = {
    {"icosphere", on_sphere, 0.02, 0.1, 0},
    {"icosphere", on_sphere, 0.02, 0.1, 0},
    {"icosphere", on_sphere, 0.02, 0.1, 0},
    {"lat-long", on_sphere, 0.02, 0.1, 0},
    {"lat-long", on_sphere, 0.02, 0.1, 0},
    {"lat-long", on_sphere, 0.02, 0.1, 0},
    {"hull", on_sphere, 0.02, 0.1, 0},
    {"hull", on_sphere, 0.02, 0.1, 0},
    {"hull", on_sphere, 0.02, 0.1, 0},
    {"torus", on_torus, 0.05, 0.25, 0},
    {"torus, jittered", on_torus, 0.05, 0.25, 0},
    {"torus", on_torus, 0.05, 0.25, 0},
    {"torus, jittered", on_torus, 0.05, 0.25, 0},
    {"cylinder", on_mantle, 0.01, 0.02, 1},
    {"in a cylinder", in_mantle, 0.01, 0.02, 1},
    {"its end", on_end, 0.0, 0.0, 1},
    {"its rim", on_rim, 0.0, 0.0, 1},
    {"flat of a bar", on_flat, 0.0, 0.0, 1},
    {"fillet of a bar", on_fillet, 0.05, 0.3, 1},
};

/* Percentage of the cells that exact triangles serve. */
static double by_triangles(const gm_structure *s)
{
  size_t cells = 0, flagged = 0;
  for (gm_index p = 0; p < s->collider->n; ++p) {
    cells += s->collider->sdf[p].flags.cells;
    flagged += s->collider->sdf[p].flags.flagged;
  }
  return 100.0 * (double)flagged / (double)cells;
}

typedef struct sums {
  double facets, square, normal, worst; /* m2, m2, rad2, m */
} sums;

static sums compare(int k, const gm_structure *s)
{
  gm_distance *facets = NULL;
  sums e = {0};
  if (!CHECK(gm_distance_create(&s->surface, NULL, &facets) == GM_OK)) return e;
  for (int n = 0; n < PLACES; ++n) {
    const place p = rows[k].draw(random_between(0.93, 1.05));
    const gm_query_result r = carried_nearest(s, p.at, 1.1);
    const double chord = gm_distance_nearest(facets, p.at).distance - p.d;
    const gm_vec3 g = gm_unit(r.gradient);
    const double off =
        atan2(gm_norm(gm_cross(g, p.normal)), gm_dot(g, p.normal));
    e.facets += chord * chord / PLACES;
    e.square += (r.distance - p.d) * (r.distance - p.d) / PLACES;
    e.normal += off * off / PLACES;
    e.worst = fmax(e.worst, fabs(r.distance - p.d));
  }
  gm_distance_free(&facets);
  return e;
}

static void check_row(int k)
{
  const carried_options o = {
      .r_min = 1.0,
      .r_max = 1.0,
      .tolerance = 0.02,
      .turn = GM_PI / 6.0,
      .facing = rows[k].draw == in_mantle ? GM_FACING_INSIDE : GM_FACING_AUTO};
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index steel = pair_material(&p, 7800.0, 1.0e7, 0.25);
  const gm_structure *s = carried_structure(&p, make(k), &o, steel);
  if (CHECK(s->collider != NULL)) {
    const sums e = compare(k, s);
    const double chord = sqrt(e.facets), error = sqrt(e.square);
    const double degrees = sqrt(e.normal) * 180.0 / GM_PI;
    printf("%-16s %7d %10.2e %10.4f %10.1e %10.1e %9.4f %9.2f\n", rows[k].name,
           s->surface.n, chord, error / chord, error, e.worst, degrees,
           by_triangles(s));
    if (rows[k].distance > 0.0) {
      CHECK(error < fmax(rows[k].distance * chord, 4.0e-5));
      CHECK(degrees < rows[k].normal);
      CHECK(rows[k].sharp || by_triangles(s) < 2.0);
    } else if (rows[k].draw == on_rim) {
      CHECK(e.worst < 8.0e-5); /* 0.6 of the tolerance, as in all cells */
    } else {
      CHECK(e.worst < 1.0e-9); /* sites' fixed point */
    }
  }
  pair_clear(&p);
}

int main(void)
{
  puts("                 triangles   chord (r)  rms/chord   rms (r)   max (r) "
       "normal deg  by triangles %");
  for (int k = 0; k < (int)(sizeof rows / sizeof *rows); ++k)
    check_row(k);
  return CHECK_REPORT();
}
