/* A grain that rolls over the border of two patches keeps its tangential force.
 *
 * Around an edge of a box whose six sides are patches of their own (not joined again):
 * first dragged without spin, so that its tangential spring is stretched; then rolled
 * without slip over the edge, with its overlap kept.  The force must turn with the
 * contact and stay as large as it was: across the hand-over from patch to patch it
 * changes by less than 1e-3, in any step and over all.  Without the hand-over the
 * spring would be lost at the border.
 *
 * With sites alone (tolerance inf) the two patches err by more than their distances
 * differ, and contacts go to and fro between them: shown, not asked.
 */
#include "carried.h"
#include "check.h"

static const double r = 0.01, dt = 1.0e-6;
static const gm_vec3 none = {0.0, 0.0, 0.0};
static const gm_vec3 half = {0.1, 0.08, 0.05};

typedef struct result {
  int steps, borders, most;
  double jump, drift, stretched; /* 1, 1, N */
} result;

static result roll(enum gm_choice_law law, double tolerance, double tilt)
{
  pair_scene p;
  pair_init(&p, law);
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.25);
  pair_between(&p, m, m, 0.7, 0.9, 1.0e4);
  const carried_options o = {
      .r_min = r, .r_max = r, .tolerance = tolerance, .apart = 1};
  const gm_structure *s =
      carried_structure(&p, solid_box(gm_scale(-1.0, half), half), &o, m);
  CHECK(s->collider->n == 6);
  const double d = 0.99 * r, straight = 1.5 * r, arc = 0.5 * GM_PI * d;
  enum { N = 4000 };
  const double pace = (2.0 * straight + arc) / N;
  pair_grain(&p, gm_vec(0.0, 0.0, half.z + 3.0 * r), r, none, none, m);
  pair_start(&p, dt, 1);

  result e = {0};
  double first = 0.0, last = 0.0;
  gm_index patch = -1;
  for (int k = 0; k < N; ++k) {
    const double way = (k + 0.5) * pace - straight; /* from the edge on */
    const double turn = fmin(fmax(way / d, 0.0), 0.5 * GM_PI);
    const gm_vec3 n = {sin(turn), 0.0, cos(turn)};
    const gm_vec3 along = {cos(turn), 0.0, -sin(turn)};
    const gm_vec3 foot = {half.x + fmin(way, 0.0), tilt * way,
                          half.z - fmax(way - arc, 0.0)};
    gm_grain *g = &p.scene->grains.g[0];
    g->x = gm_row(gm_madd(foot, d, n), r);
    const gm_vec3 v =
        gm_scale(pace / dt, gm_madd(along, tilt, gm_vec(0, 1, 0)));
    const int dragged = k < 20;
    const gm_vec3 slow = gm_scale(dragged ? 1.0 : 0.0, v);
    const gm_vec3 u = dragged ? gm_scale(0.05, slow) : v;
    g->v = gm_row(u, g->v[3]);
    const gm_vec3 spin = gm_scale(dragged ? 0.0 : 1.0 / d, gm_cross(n, v));
    p.scene->grains.w[0] = gm_row(spin, p.scene->grains.w[0][3]);
    gm_step_edited(p.step);
    pair_look(&p);
    e.most = p.contacts->n > e.most ? p.contacts->n : e.most;
    if (!CHECK(p.contacts->n == 1)) break;
    const gm_vec3 f = p.contacts->force[0], c = p.contacts->normal[0];
    const double tangential = gm_norm(gm_madd(f, -gm_dot(f, c), c));
    if (k == 30) first = last = tangential;
    if (k > 30) {
      e.borders += p.contacts->patch[0] != patch;
      e.jump = fmax(e.jump, fabs(tangential - last) / first);
      e.drift = fmax(e.drift, fabs(tangential / first - 1.0));
    }
    patch = p.contacts->patch[0];
    last = tangential;
    ++e.steps;
  }
  e.stretched = first;
  pair_clear(&p);
  return e;
}

int main(void)
{
  printf(
      "law    tolerance  way   steps  borders  tangential force / N  largest "
      "step  over all\n");
  for (int law = 0; law < 2; ++law) {
    for (int k = 0; k < 4; ++k) {
      const double tolerance = k & 1 ? 0.02 : INFINITY,
                   tilt = k & 2 ? 0.6 : 0.0;
      const result e = roll(law ? GM_LAW_HOOKE : GM_LAW_HERTZ, tolerance, tilt);
      printf("%-6s %-9g  %-4s %6d %8d  %.3e             %.1e       %.1e\n",
             law ? "hooke" : "hertz", tolerance,
             tilt > 0.0 ? "aslant" : "across", e.steps, e.borders, e.stretched,
             e.jump, e.drift);
      CHECK(e.most == 1 && e.borders > 0);
      CHECK(e.stretched > 0.0);
      if (tolerance > 1.0) continue; /* shown: 15 % of the force and more */
      CHECK(e.borders == 1);
      CHECK_NEAR(e.jump, 0.0, 1.0e-3);
      CHECK_NEAR(e.drift, 0.0, 1.0e-3);
    }
  }
  return CHECK_REPORT();
}
