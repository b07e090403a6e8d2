/* Two open surfaces that meet at an angle: the tangent-plane test removes false contacts
 * past their edge.
 *
 * A grain that rests on one of them past the end of the other has that line as the
 * other's nearest point, at  h / cos(turn)  or more, h its height: a false contact needs
 * an overlap of more than  r (1 - cos turn):  3.4, 9.4 and 18.1 % of r for 15, 25 and 35
 * degrees.  The tangent-plane test drops it at any overlap.  In the corner both are kept
 * while the deeper overlap is below  r (1 - cos turn - eta).
 *
 * Steps of 0.1 % of r: the first false contact is in the step above the bound.
 */
#include "check.h"
#include "mesh/triangle.h"
#include "patch/patches.h"
#include "patch/tangent.h"
#include "shapes.h"

static const double r = 0.15, step = 0.001;

/* Nearest points of both patches; returns how many are nearer than r. */
static int nearest(const gm_surface *s, const gm_patches *p, gm_vec3 y,
                   gm_contact_point *touch)
{
  gm_foot best[2] = {{.square = INFINITY}, {.square = INFINITY}};
  for (gm_index t = 0; t < s->n; ++t) {
    const gm_foot f = gm_triangle_nearest(s, t, y);
    if (f.square < best[p->of[t]].square) best[p->of[t]] = f;
  }
  int n = 0;
  for (int k = 0; k < 2; ++k) {
    const double d = sqrt(best[k].square);
    if (d >= r) continue;
    const gm_vec3 normal = gm_scale(1.0 / d, gm_sub(y, best[k].at));
    touch[n++] = (gm_contact_point){
        .patch = k, .distance = d, .slope = 1.0, .normal = normal};
  }
  return n;
}

/* The centre over the right sheet at height h, a way s from the line. */
static gm_vec3 over_right(double turn, double s, double h)
{
  const double c = cos(0.5 * turn), z = sin(0.5 * turn);
  return gm_vec(s * c - h * z, 0.0, s * z + h * c);
}

static void check_turn(double turn)
{
  gm_surface s;
  gm_patches p;
  weld_solid(shapes_vee(turn), &s);
  gm_patches_init(&p);
  gm_patches_options options = gm_patches_defaults(r, r);
  options.two_sided = true;
  options.turn = turn - 0.1;
  if (!CHECK(gm_patches_build(&s, &options, &p) == GM_OK && p.n == 2)) return;
  const double bound = 1.0 - cos(turn);
  double first = 1.0;
  int kept = 0, lost = 0;
  gm_contact_point touch[2];
  for (double delta = step; delta < 0.3; delta += step) {
    const double h = r * (1.0 - delta);
    for (double way = 1.001 * h * tan(turn); way < r; way += 0.002 * r) {
      const int n = nearest(&s, &p, over_right(turn, way, h), touch);
      if (n > 1 && delta < first) first = delta;
      kept += gm_tangent_keep(touch, n, GM_TANGENT_MARGIN * r) != 1;
    }
    if (delta >= bound - GM_TANGENT_MARGIN) continue;
    /* over both, the left one just touched: its height is r (1 - 1e-6) */
    const double left = r * (1.0 - 1.0e-6);
    const double way = (left - h * cos(turn)) / sin(turn);
    const int n = nearest(&s, &p, over_right(turn, way, h), touch);
    lost += gm_tangent_keep(touch, n, GM_TANGENT_MARGIN * r) != 2;
  }
  printf("%5.1f  %6.2f %%  %6.2f %%  %d  %d\n", turn * 180.0 / GM_PI,
         100.0 * bound, 100.0 * first, kept, lost);
  CHECK(first >= bound - 1.0e-9 && first < bound + 2.0 * step);
  CHECK(kept == 0 && lost == 0);
  gm_patches_clear(&p);
  gm_surface_clear(&s);
}

int main(void)
{
  printf("turn     bound   first false   false kept  corner lost\n");
  check_turn(GM_PI / 12.0);
  check_turn(5.0 * GM_PI / 36.0);
  check_turn(7.0 * GM_PI / 36.0);
  return CHECK_REPORT();
}
