/* body/form_field and body/form_build: samples lie on the surface and add up to it.
 *
 * Areas of a box and of a cone's flat ends are exact, of mantle and sphere too, since the
 * area of each part is; round-off is 1e-12.  A third of the sum of a y . n is the volume,
 * exact for flat faces and with an error of the quadrature for curved ones.  A sample has
 * the distance 0, and its normal is the gradient but beside edges.  Balls hold their
 * samples, and the bound is no larger than the distance. */
#include "base/random.h"
#include "body/form_build.h"
#include "body/form_field.h"
#include "check.h"
#include "import/assemble.h"
#include "solids.h"
#include <stdlib.h>

static gm_vec3 random_point(int k, double size)
{
  double u[4];
  gm_random_uniform(5, (uint64_t)k, 0, u);
  return gm_vec(size * (u[0] - 0.5), size * (u[1] - 0.5), size * (u[2] - 0.5));
}

static void judge(const char *name, const gm_form_solid *shape, double area,
                  double volume, double tolerance)
{
  gm_form *f = NULL;
  const gm_form_options o = {0};
  CHECK(gm_form_build_solid(shape, &o, &f) == GM_OK);
  double sum = 0.0, third = 0.0, off = 0.0, lean = 0.0, above = -INFINITY;
  for (gm_index k = 0; k < f->n; ++k) {
    const gm_form_sample *s = &f->sample[k];
    const gm_form_probe in = gm_form_field(f, gm_madd(s->y, -1.0e-6, s->n));
    sum += s->a;
    third += s->a * gm_dot(s->y, s->n) / 3.0;
    off = fmax(off, fabs(gm_form_field(f, s->y).distance));
    lean = fmax(lean, fabs(in.distance + 1.0e-6) +
                          gm_norm(gm_sub(in.gradient, s->n)));
  }
  for (gm_index k = 0; k < f->n_balls; ++k) {
    const gm_form_ball *b = &f->ball[k];
    for (gm_index q = b->first; q < b->first + b->n; ++q)
      CHECK(gm_norm(gm_sub(f->sample[q].y, b->centre)) <= b->radius);
  }
  for (int k = 0; k < 2000; ++k) {
    const gm_vec3 y = random_point(k, 4.0);
    const gm_form_probe p = gm_form_field(f, y);
    above = fmax(above, gm_form_field_bound(f, y, INFINITY) - p.distance);
    CHECK(fabs(gm_norm(p.gradient) - 1.0) < 1.0e-12);
  }
  printf("%-8s %6d samples, %4d balls: area %.1e, volume %.1e, off %.1e, "
         "normals %.1e\n",
         name, (int)f->n, (int)f->n_balls, sum / area - 1.0,
         third / volume - 1.0, off, lean);
  CHECK_NEAR(sum / area, 1.0, 1.0e-12);
  CHECK_NEAR(third / volume, 1.0, tolerance);
  CHECK(off < 1.0e-14 && lean < 1.0e-9 && above <= 0.0);
  gm_form_free(&f);
  CHECK(!f);
}

/* Depths of a vessel: behind its walls, but not beside its rim. */
static void vessel(void)
{
  const gm_form_solid cup = {.kind = GM_FORM_BOX,
                             .min = {0.0, 0.0, 0.0},
                             .max = {1.0, 1.0, 2.0},
                             .inside = 1,
                             .open = 1u << 5};
  gm_form *f = NULL;
  const gm_form_options o = {0};
  CHECK(gm_form_build_solid(&cup, &o, &f) == GM_OK);
  CHECK(f->n == 0);
  CHECK_NEAR(gm_form_field(f, gm_vec(0.5, 0.5, -0.01)).distance, -0.01, 1e-15);
  CHECK_NEAR(gm_form_field(f, gm_vec(1.02, 0.5, 1.0)).distance, -0.02, 1e-15);
  CHECK_NEAR(gm_form_field(f, gm_vec(0.3, 0.5, 1.0)).distance, 0.3, 1e-15);
  CHECK(gm_form_field(f, gm_vec(1.02, 0.5, 2.1)).distance > 0.0);
  CHECK(gm_form_field(f, gm_vec(0.5, 0.5, 2.1)).distance > 0.0);
  gm_form_free(&f);
}

/* A bar thinner than its samples are apart needs few of them. */
static void needles(void)
{
  const gm_form_solid bar = {.kind = GM_FORM_BOX, .max = {4e-3, 4e-3, 1.0}};
  const gm_form_options o = {.spacing = 0.02};
  gm_form *f = NULL;
  double area = 0.0, third = 0.0;
  CHECK(gm_form_build_solid(&bar, &o, &f) == GM_OK);
  for (gm_index k = 0; k < f->n; ++k) {
    area += f->sample[k].a;
    third += f->sample[k].a * gm_dot(f->sample[k].y, f->sample[k].n) / 3.0;
  }
  printf("bar %11d samples, area %.1e, volume %.1e\n", (int)f->n,
         area / 1.6032e-2 - 1.0, third / 1.6e-5 - 1.0);
  CHECK_NEAR(area / 1.6032e-2, 1.0, 1.0e-12);
  CHECK_NEAR(third / 1.6e-5, 1.0, 1.0e-12);
  CHECK(f->n < 600); /* 3084 without cuts across */
  gm_form_free(&f);
}

/* However fine the spacing, a section has samples: none if their number overflows. */
static void judge_fine(const gm_form_solid *shape)
{
  gm_form *f = NULL;
  const gm_form_options o = {.thickness = 0.1};
  CHECK(gm_form_build_solid(shape, &o, &f) == GM_OK);
  for (double spacing = 0.05; spacing > 1.0e-30; spacing *= 0.1)
    CHECK(gm_form_build_count(f, spacing, 50) > 50);
  gm_form_free(&f);
}

/* A mesh of more triangles than samples are chosen for: three of each, and no more. */
static void fine_mesh(void)
{
  solid k = solid_refine(solid_box(gm_vec(0, 0, 0), gm_vec(4, 3, 2)), 5);
  gm_surface surface;
  gm_form *f = NULL;
  const gm_form_options o = {0};
  gm_surface_init(&surface);
  CHECK(gm_assemble_corners(&surface, k.corner, k.n, "fine") == GM_OK);
  CHECK(gm_form_build_mesh(&surface, NULL, &o, &f) == GM_OK);
  printf("%d triangles: %d samples\n", (int)k.n, (int)f->n);
  CHECK(f->n == 3 * k.n);
  CHECK_NEAR(f->area, 52.0, 1.0e-9);
  gm_form_free(&f);
  gm_surface_clear(&surface);
  free(k.corner);
}

int main(void)
{
  const gm_vec3 z = {0.0, 0.0, 1.0};
  const gm_form_solid box = {.kind = GM_FORM_BOX,
                             .min = {-0.5, -0.25, -1.0},
                             .max = {0.5, 0.75, 0.25}};
  const gm_form_solid ball = {.kind = GM_FORM_SPHERE,
                              .point = {0.1, 0.2, 0.3},
                              .axis = z,
                              .rho = {0.7, 0.0},
                              .min = {-0.6, -0.5, -0.4},
                              .max = {0.8, 0.9, 1.0}};
  const gm_form_solid can = {.kind = GM_FORM_PROFILE,
                             .axis = z,
                             .rho = {0.5, 0.5},
                             .height = 1.5,
                             .min = {-0.5, -0.5, 0.0},
                             .max = {0.5, 0.5, 1.5}};
  const gm_form_solid cone = {.kind = GM_FORM_PROFILE,
                              .axis = z,
                              .rho = {0.8, 0.2},
                              .height = 0.8,
                              .min = {-0.8, -0.8, 0.0},
                              .max = {0.8, 0.8, 0.8}};
  judge("box", &box, 2.0 * (1.0 + 1.25 + 1.25), 1.25, 1.0e-12);
  judge("sphere", &ball, 4.0 * GM_PI * 0.49, 4.0 / 3.0 * GM_PI * 0.343,
        1.0e-12);
  judge("cylinder", &can, GM_PI * (2.0 * 0.25 + 1.5), GM_PI * 0.25 * 1.5,
        1.0e-12);
  judge("cone", &cone, GM_PI * (0.64 + 0.04 + 1.0), GM_PI * 0.8 * 0.84 / 3.0,
        1.0e-12);
  judge_fine(&box);
  judge_fine(&ball);
  vessel();
  needles();
  fine_mesh();
  return CHECK_REPORT();
}
