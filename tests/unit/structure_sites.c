/* A list of sites has each site of a lattice once, in its place, with its distance.
 *
 * Sphere of radius 43.35 D with the band [-1.25 D, 2.25 D]: 85,336 sites
 * (verification/site_count).  Its lattice reaches further than its outermost sites by less
 * than a brick, so some bricks have no next one and own their far faces: the lattice of a
 * slab whose last sites lie on such a face checks that.
 */
#include "check.h"
#include "structure/sites.h"

#include "base/memory.h"
#include <stdlib.h>

static gm_probe sphere(const void *of, gm_vec3 y)
{
  const double r = *(const double *)of, l = gm_norm(y);
  return (gm_probe){l - r, gm_scale(1.0 / l, y), 0, 0, 0};
}

/* Below z = 0 solid, but for what the bounds cut. */
static gm_probe plane(const void *of, gm_vec3 y)
{
  (void)of;
  return (gm_probe){y.z, {0.0, 0.0, 1.0}, 0, 0, 0};
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
  place[n].x = 77.0; /* one too many would show */
  CHECK(gm_sites_list(l, place, site) == GM_OK);
  CHECK(place[n].x == 77.0);
  double worst = 0.0, turned = 0.0;
  for (size_t s = 0; s < n; ++s) {
    const gm_probe p = f->probe(f->of, place[s]);
    const gm_vec3 normal = {site[s].normal[0], site[s].normal[1],
                            site[s].normal[2]};
    worst = fmax(worst, fabs(gm_lattice_distance(l, &site[s]) - p.distance));
    turned = fmax(turned, gm_norm(gm_sub(normal, p.gradient)));
  }
  printf("%zu sites: distance off by %.2g D, normal by %.2g\n", n,
         worst / l->spacing, turned);
  CHECK(worst < 1.0e-9 * l->spacing); /* the step of the fixed point */
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
  const gm_field ball = {.probe = sphere,
                         .of = &r,
                         .min = gm_vec(-r, -r, -r),
                         .max = gm_vec(r, r, r)};
  const gm_vec3 middle = {0.5, 0.5, 0.5};
  gm_lattice l;
  CHECK(gm_lattice_build(&l, &ball, 1.0, middle, -1.25, 2.25) == GM_OK);
  CHECK(l.n_sites == 85336 && !l.key);
  check_list(&l, &ball);
  /* Sites at half-integers up to r + 2.25 = 45.6: -45.5 to 45.5, 92 each way. */
  CHECK(grid_of(&l) == (size_t)92 * 92 * 92);
  gm_lattice_clear(&l);

  /* Face-centred, nearest neighbours 1 apart: sqrt 2 sites in a unit of volume. */
  const double shell =
      4.0 / 3.0 * GM_PI * (pow(r + 2.25, 3.0) - pow(r - 1.25, 3.0));
  CHECK(gm_lattice_build_face_centred(&l, &ball, 1.0, middle, -1.25, 2.25) ==
        GM_OK);
  CHECK_NEAR(gm_sites_spacing(&l), 1.0, 1.0e-15);
  CHECK_NEAR((double)gm_lattice_sites(&l), sqrt(2.0) * shell, 0.005 * shell);
  check_list(&l, &ball);
  gm_lattice_clear(&l);

  /* So few sites in so large bounds that a hash stands for the table. */
  const double small = 4.0;
  const gm_field speck = {.probe = sphere,
                          .of = &small,
                          .min = gm_vec(-900.0, -900.0, -900.0),
                          .max = gm_vec(900.0, 900.0, 900.0)};
  CHECK(gm_lattice_build(&l, &speck, 1.0, middle, -1.25, 2.25) == GM_OK);
  CHECK(l.key != NULL);
  check_list(&l, &speck);
  gm_lattice_clear(&l);

  /* Bounds of the plane are cut, bricks end in the band: 0 to 24 along x and y. */
  const gm_field flat = {.probe = plane,
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
