/* A plane represented by virtual particles gives the exact distance of a plane.
 *
 * The plane has a random orientation and offset relative to the sampling grid.  All
 * corners of a cell store values of one linear function, which the half-Taylor
 * interpolation reproduces.  What remains is the rounding of stored distances, at most
 * half a unit of fixed point: 4.1e-10 D for a band of 3.5 D. A weighted mean has no
 * larger error; the gradient is a difference of such means over D, with an error of at
 * most 2 * 4.1e-10 along each axis.  Normals are rounded to single precision (6e-8),
 * equally in all corners, and cancel.
 */
#include "check.h"
#include "random.h"
#include "sdf/interpolate.h"
#include "sdf/lattice_build.h"

typedef struct plane {
  gm_vec3 normal;
  double offset;
} plane;

static gm_query_result probe(const void *of, gm_vec3 y)
{
  const plane *p = of;
  return (gm_query_result){gm_dot(p->normal, y) - p->offset, p->normal, 0, 0,
                           0};
}

typedef struct errors {
  double half, linear;     /* D  largest error of the distance              */
  double slope, direction; /* 1  largest | |g| - 1 |, |g - n|               */
  long asked, complete;
} errors;

/* One plane, one lattice: points all over the middle of the band. */
static void try_plane(double d, gm_vec3 normal, errors *e)
{
  const plane p = {normal, random_between(-d, d)};
  const double edge = 10.0 * d;
  const gm_field f = {.query = probe,
                      .of = &p,
                      .min = gm_vec(-edge, -edge, -edge),
                      .max = gm_vec(edge, edge, edge)};
  const gm_vec3 phase = {random_between(0.0, d), random_between(0.0, d),
                         random_between(0.0, d)};
  gm_lattice l;
  if (!CHECK(gm_lattice_build(&l, &f, d, phase, -1.75 * d, 1.75 * d) ==
             GM_OK)) {
    return;
  }
  for (int k = 0; k < 2000; ++k) {
    const gm_vec3 y = {random_between(-edge, edge), random_between(-edge, edge),
                       random_between(-edge, edge)};
    const double exact = probe(&p, y).distance;
    const gm_interpolated a = gm_interpolate_half_taylor(&l, y);
    const gm_interpolated t = gm_interpolate_trilinear(&l, y);
    ++e->asked;
    /* a cell that is within the band has all corners */
    if (fabs(exact) < (1.75 - sqrt(3.0)) * d) CHECK(a.corners == 8);
    /* and a complete one is within a diagonal of it */
    if (a.corners != 8) continue;
    ++e->complete;
    e->half = fmax(e->half, fabs(a.distance - exact) / d);
    e->linear = fmax(e->linear, fabs(t.distance - exact) / d);
    e->slope = fmax(e->slope, fabs(gm_norm(a.gradient) - 1.0));
    e->direction = fmax(e->direction, gm_norm(gm_sub(a.gradient, p.normal)));
    e->direction = fmax(e->direction, gm_norm(gm_sub(t.gradient, p.normal)));
  }
  gm_lattice_clear(&l);
}

int main(void)
{
  printf("D / m    distance / D  trilinear  |g| - 1   |g - n|   points\n");
  for (double d = 1.0e-4; d < 20.0; d *= 100.0) {
    errors e = {0};
    for (int k = 0; k < 50; ++k)
      try_plane(d, random_direction(), &e);
    try_plane(d, gm_vec(1.0, 0.0, 0.0), &e);
    try_plane(d, gm_vec(0.0, -1.0, 0.0), &e);
    try_plane(d, gm_vec(0.0, 0.6, 0.8), &e);
    printf("%-7g  %.1e      %.1e    %.1e   %.1e   %ld of %ld\n", d, e.half,
           e.linear, e.slope, e.direction, e.complete, e.asked);
    CHECK(e.complete > 1000);
    CHECK_NEAR(e.half, 0.0, 1.0e-9);
    CHECK_NEAR(e.linear, 0.0, 1.0e-9);
    CHECK_NEAR(e.slope, 0.0, 2.0e-9);
    CHECK_NEAR(e.direction, 0.0, 2.0e-9);
  }
  return CHECK_REPORT();
}
