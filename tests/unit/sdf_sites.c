/* sdf/sites: the list contains each site of a lattice once, with its position and
 * distance.
 *
 * A sphere of radius 43.35 D with the band [-1.25 D, 2.25 D] has 85,336 sites
 * (verification/site_count).  Its lattice extends beyond the outermost sites by less
 * than a brick, so some bricks have no neighbour and own their far faces; the lattice
 * of a slab whose last sites lie on such a face checks that case. */
#include "check.h"
#include "sdf/sites.h"

#include "base/memory.h"
#include "sdf/lattice_build.h"
#include <stdlib.h>

static gm_query_result sphere(const void *of, gm_vec3 y)
{
  const double r = *(const double *)of, l = gm_norm(y);
  return (gm_query_result){l - r, gm_scale(1.0 / l, y), 0, 0, 0};
}

/* Solid below z = 0, within the bounds. */
static gm_query_result plane(const void *of, gm_vec3 y)
{
  (void)of;
  return (gm_query_result){y.z, {0.0, 0.0, 1.0}, 0, 0, 0};
}

static int by_place(const void *a, const void *b)
{
  const double *x = a, *y = b;
  for (int k = 0; k < 3; ++k) {
    if (x[k] != y[k]) return x[k] < y[k] ? -1 : 1;
  }
  return 0;
}

static void check_list(const gm_lattice *l, const gm_field *f)
{
  gm_vec3 *place = NULL;
  gm_site *site = NULL;
  const size_t n = gm_lattice_sites(l);
  CHECK(GM_RESIZE(place, 0, n + 1) == GM_OK);
  CHECK(GM_RESIZE(site, 0, n + 1) == GM_OK);
  place[n].x = 77.0; /* an entry too many would overwrite this */
  CHECK(gm_sites_list(l, place, site) == GM_OK);
  CHECK(place[n].x == 77.0);
  double worst = 0.0, turned = 0.0;
  for (size_t s = 0; s < n; ++s) {
    const gm_query_result p = f->query(f->of, place[s]);
    const gm_vec3 normal = {site[s].normal[0], site[s].normal[1],
                            site[s].normal[2]};
    worst = fmax(worst, fabs(gm_lattice_distance(l, &site[s]) - p.distance));
    turned = fmax(turned, gm_norm(gm_sub(normal, p.gradient)));
  }
  printf("%zu sites: distance off by %.2g D, normal by %.2g\n", n,
         worst / l->spacing, turned);
  CHECK(worst < 1.0e-9 * l->spacing); /* the fixed-point step */
  CHECK(turned < 1.0e-7);             /* floats */
  qsort(place, n, sizeof *place, by_place);
  size_t twice = 0;
  for (size_t s = 1; s < n; ++s)
    twice += by_place(&place[s - 1], &place[s]) == 0;
  CHECK(twice == 0);
  GM_FREE(place);
  GM_FREE(site);
}

static size_t grid_of(const gm_lattice *l)
{
  gm_vec3 *place = NULL;
  CHECK(GM_RESIZE(place, 0, l->n_sites) == GM_OK);
  CHECK(gm_sites_list(l, place, NULL) == GM_OK);
  const size_t n = gm_sites_grid(place, l->n_sites, l->spacing);
  GM_FREE(place);
  return n;
}

int main(void)
{
  const double r = 43.35;
  const gm_field ball = {.query = sphere,
                         .of = &r,
                         .min = gm_vec(-r, -r, -r),
                         .max = gm_vec(r, r, r)};
  const gm_vec3 middle = {0.5, 0.5, 0.5};
  gm_lattice l;
  CHECK(gm_lattice_build(&l, &ball, 1.0, middle, -1.25, 2.25) == GM_OK);
  CHECK(l.n_sites == 85336 && !l.key);
  check_list(&l, &ball);
  /* Sites at half-integers up to r + 2.25 = 45.6: -45.5 to 45.5, 92 along each axis. */
  CHECK(grid_of(&l) == (size_t)92 * 92 * 92);
  gm_lattice_clear(&l);

  /* Face-centred with nearest neighbours 1 apart: sqrt 2 sites per unit of volume. */
  const double shell =
      4.0 / 3.0 * GM_PI * (pow(r + 2.25, 3.0) - pow(r - 1.25, 3.0));
  CHECK(gm_lattice_build_face_centred(&l, &ball, 1.0, middle, -1.25, 2.25) ==
        GM_OK);
  CHECK_NEAR(gm_sites_spacing(&l), 1.0, 1.0e-15);
  CHECK_NEAR((double)gm_lattice_sites(&l), sqrt(2.0) * shell, 0.005 * shell);
  check_list(&l, &ball);
  gm_lattice_clear(&l);

  /* So few sites in such large bounds that a hash replaces the table. */
  const double small = 4.0;
  const gm_field speck = {.query = sphere,
                          .of = &small,
                          .min = gm_vec(-900.0, -900.0, -900.0),
                          .max = gm_vec(900.0, 900.0, 900.0)};
  CHECK(gm_lattice_build(&l, &speck, 1.0, middle, -1.25, 2.25) == GM_OK);
  CHECK(l.key != NULL);
  check_list(&l, &speck);
  gm_lattice_clear(&l);

  /* The bounds of the plane are cut and bricks end in the band: 0 to 24 along x and y. */
  const gm_field flat = {.query = plane,
                         .min = gm_vec(2.0, 2.0, 0.0),
                         .max = gm_vec(22.0, 22.0, 0.0)};
  CHECK(gm_lattice_build(&l, &flat, 1.0, gm_vec(0.0, 0.0, 0.0), -1.0, 1.0) ==
        GM_OK);
  check_list(&l, &flat);
  CHECK(l.n_sites % 3 == 0 && grid_of(&l) == l.n_sites);
  gm_lattice_clear(&l);
  CHECK(gm_sites_grid(NULL, 0, 1.0) == 0);
  return CHECK_REPORT();
}
