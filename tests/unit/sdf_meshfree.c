/* sdf/meshfree: a ball contains the sites that brute force finds, and fits have exact
 * gradients.
 *
 * Brute force visits every grid point of the lattice, face-centred or not: the sites
 * within reach with a distance in the band are found, with the distance to the
 * fixed-point resolution; those below the band are counted.  The gradient of each fit
 * agrees with central differences of its distance, h = 1e-5 D, to their rounding: 1e-16
 * / 1e-5 times some tens of sites.  With too few sites, sites in one plane, or points
 * far away, deep inside or not finite there is no distance. */
#include "base/memory.h"
#include "check.h"
#include "random.h"
#include "sdf/lattice_build.h"
#include "sdf/meshfree.h"

/* A ball of radius 6. */
static gm_query_result sphere(const void *of, gm_vec3 y)
{
  (void)of;
  const double l = gm_norm(y);
  if (!(l > 0.0)) return (gm_query_result){-6.0, {0.0, 0.0, 1.0}, 0, 0, 0};
  return (gm_query_result){l - 6.0, gm_scale(1.0 / l, y), 0, 0, 0};
}

static const gm_field field = {
    .query = sphere, .min = {-6.0, -6.0, -6.0}, .max = {6.0, 6.0, 6.0}};
static const double low = -1.9, high = 2.3;

static gm_vec3 place(double l)
{
  gm_vec3 y;
  do {
    y = gm_vec(random_between(-1, 1), random_between(-1, 1),
               random_between(-1, 1));
  } while (gm_norm(y) > 1.0 || gm_norm(y) < 0.1);
  return gm_scale(l / gm_norm(y), y);
}

/* The sites that brute force finds around y on one cubic lattice. */
static void search(const gm_lattice *l, gm_vec3 y, double reach, int *there,
                   int *under, double *sum)
{
  for (gm_index i = 0; i <= 8 * l->size[0]; ++i) {
    for (gm_index j = 0; j <= 8 * l->size[1]; ++j) {
      for (gm_index k = 0; k <= 8 * l->size[2]; ++k) {
        const gm_vec3 p = gm_lattice_place(l, i, j, k);
        if (gm_norm(gm_sub(p, y)) > reach) continue;
        const double d = sphere(NULL, p).distance;
        *under += d < low;
        if (d < low || d > high) continue;
        ++*there;
        *sum += d;
      }
    }
  }
}

static gm_meshfree ball;

static void check_ball(const gm_lattice *l, double reach)
{
  long sites = 0, under = 0, beyond = 0;
  for (int q = 0; q < 300; ++q) {
    const gm_vec3 y = place(random_between(2.0, 11.0));
    int n = 0, below = 0;
    double sum = 0.0;
    search(l, y, reach, &n, &below, &sum);
    for (int k = 0; l->rest && k < 3; ++k)
      search(&l->rest[k], y, reach, &n, &below, &sum);
    gm_meshfree_gather(l, y, reach, &ball);
    CHECK(ball.n == n && ball.under == below);
    for (int k = 0; k < ball.n; ++k) {
      const gm_meshfree_site *s = &ball.site[k];
      sum -= s->distance;
      const gm_vec3 p = gm_madd(y, -reach, s->off);
      CHECK_NEAR(s->distance, gm_norm(p) - 6.0, 1.0e-8);
    }
    CHECK_NEAR(sum, 0.0, 1.0e-7);
    sites += n;
    under += below;
    beyond += n == 0 && below == 0;
  }
  printf("%s: %ld sites found, %ld under the band, %ld balls empty\n",
         l->rest ? "face-centred" : "cubic", sites, under, beyond);
  CHECK(sites > 1000 && under > 100 && beyond > 1);
}

static gm_meshfree_fit fit(const gm_lattice *l, gm_vec3 y, double reach,
                           int linear, double part)
{
  gm_meshfree_gather(l, y, reach, &ball);
  return linear ? gm_meshfree_linear(&ball, part)
                : gm_meshfree_shepard(&ball, part);
}

static void check_derivative(const gm_lattice *l, double reach, int linear,
                             double part)
{
  const double h = 1.0e-5;
  double worst = 0.0;
  for (int q = 0; q < 500; ++q) {
    const gm_vec3 y = place(random_between(6.2, 6.6));
    const gm_meshfree_fit f = fit(l, y, reach, linear, part);
    CHECK(f.sites == ball.n && f.sites >= ball.least);
    double d[6];
    for (int k = 0; k < 6; ++k) {
      const double off = k & 1 ? -h : h;
      d[k] =
          fit(l,
              gm_add(y, gm_vec(k / 2 == 0 ? off : 0.0, k / 2 == 1 ? off : 0.0,
                               k / 2 == 2 ? off : 0.0)),
              reach, linear, part)
              .distance;
    }
    const gm_vec3 g =
        gm_scale(0.5 / h, gm_vec(d[0] - d[1], d[2] - d[3], d[4] - d[5]));
    worst = fmax(worst, gm_norm(gm_sub(g, f.gradient)));
  }
  printf("  %s, part %.1f: gradient and differences off by %.1e\n",
         linear ? "linear fit" : "Shepard", part, worst);
  CHECK_NEAR(worst, 0.0, 1.0e-9);
}

static void check_none(gm_meshfree_fit f)
{
  CHECK(f.sites == 0 && isinf(f.distance) && f.distance > 0.0);
  CHECK(gm_norm(f.gradient) == 0.0);
}

static void check_nothing(const gm_lattice *l, double reach)
{
  const gm_vec3 nowhere[] = {{0.0, 0.0, 0.0},
                             {20.0, 0.0, 0.0},
                             {0.0, -1e300, 0.0},
                             {NAN, 0.0, 0.0},
                             {0.0, INFINITY, 0.0}};
  for (int k = 0; k < 5; ++k) {
    for (int linear = 0; linear < 2; ++linear)
      check_none(fit(l, nowhere[k], reach, linear, 0.0));
    CHECK((ball.under > 0) == (k == 0));
  }
  /* the smallest allowed number, one less; then enough in one plane */
  for (int n = ball.least - 1; n <= ball.least; ++n) {
    fit(l, gm_vec(6.3, 0.2, 0.1), reach, 0, 0.0);
    CHECK(ball.n > n);
    ball.n = n;
    CHECK(gm_meshfree_shepard(&ball, 0.0).sites == (n < ball.least ? 0 : n));
    if (n < ball.least) check_none(gm_meshfree_linear(&ball, 0.0));
  }
  fit(l, gm_vec(6.3, 0.2, 0.1), reach, 0, 0.0);
  for (int k = 0; k < ball.n; ++k)
    ball.site[k].off.x = 0.3 * ball.site[k].off.y;
  check_none(gm_meshfree_linear(&ball, 0.0));
}

/* Any site well inside the band has twelve nearest neighbours, one spacing away. */
static void check_face_centred(const gm_lattice *l)
{
  const gm_lattice *c = &l->rest[1];
  const gm_vec3 near = {0.3, -0.2, 6.2}, o = c->origin;
  const gm_vec3 site =
      gm_lattice_place(c, (gm_index)lrint((near.x - o.x) / c->spacing),
                       (gm_index)lrint((near.y - o.y) / c->spacing),
                       (gm_index)lrint((near.z - o.z) / c->spacing));
  gm_meshfree_gather(l, site, 1.001, &ball);
  int neighbours = 0;
  for (int k = 0; k < ball.n; ++k)
    neighbours += fabs(1.001 * gm_norm(ball.site[k].off) - 1.0) < 1.0e-12;
  CHECK(neighbours == 12 && ball.n == 13);
}

static void check_memory(void)
{
  const size_t before = gm_memory_bytes();
  gm_memory_fail_at(0);
  for (size_t n = 1;; ++n) {
    gm_lattice l;
    gm_memory_fail_at(n);
    const gm_status status = gm_lattice_build_face_centred(
        &l, &field, 0.9, gm_vec(0, 0, 0), low, high);
    gm_memory_fail_at(0);
    gm_lattice_clear(&l);
    CHECK(gm_memory_bytes() == before);
    if (status == GM_OK) break;
    CHECK(status == GM_ERR_MEMORY);
  }
}

int main(void)
{
  gm_lattice l[2];
  const gm_vec3 phase = {0.1, 0.2, 0.3};
  CHECK(gm_lattice_build(&l[0], &field, 1.0, phase, low, high) == GM_OK);
  CHECK(gm_lattice_build_face_centred(&l[1], &field, 1.0, phase, low, high) ==
        GM_OK);
  const double ratio =
      (double)gm_lattice_sites(&l[1]) / (double)gm_lattice_sites(&l[0]);
  printf("%zu cubic sites, %zu face-centred: %.3f as many\n",
         gm_lattice_sites(&l[0]), gm_lattice_sites(&l[1]), ratio);
  CHECK_NEAR(ratio, sqrt(2.0), 0.02);
  CHECK(gm_lattice_payload(&l[1]) == gm_lattice_sites(&l[1]) * sizeof(gm_site));
  for (int k = 0; k < 2; ++k) {
    const double reach = k ? 1.5 : 1.75;
    check_ball(&l[k], reach);
    for (int linear = 0; linear < 2; ++linear) {
      for (int part = 0; part <= 2; ++part)
        check_derivative(&l[k], reach, linear, 0.5 * part);
    }
    check_nothing(&l[k], reach);
  }
  check_face_centred(&l[1]);
  gm_lattice_clear(&l[0]);
  gm_lattice_clear(&l[1]);
  check_memory();
  return CHECK_REPORT();
}
