/* step/lists rebuilds the neighbour list before it can miss a contact, and
 * contact/narrow_structures tests a skipped grain-structure pair again before the two can
 * touch.
 *
 * Two bodies come together from a gap that is a thousandth wider than the skin, so that
 * the first list does not hold them: both grains of a pair, a wall alone, a grain and a
 * wall, and a wall that turns about a far axis.  In every step there must be a contact
 * if and only if there is an overlap.  A list built half as late as it must be misses
 * some 500 steps of it.
 */
#include "body/query_batch.h"
#include "check.h"
#include "pair.h"

static const double skin = 1.0e-4, r = 0.005, dt = 1.0e-7;
static const gm_vec3 none = {0.0, 0.0, 0.0};

typedef struct approach {
  const char *name;
  double grain, other; /* m/s  towards each other */
  bool wall, turns;
} approach;

static double gap(const pair_scene *p, const approach *k)
{
  const gm_vec3 x = pair_position(p, 0);
  if (!k->wall) return pair_position(p, 1).z - x.z - 2.0 * r;
  const gm_structure *s = &p->scene->structures.row[0];
  return gm_query_batch_single(&s->shape.side[0], gm_pose_to_body(&s->pose, x),
                               INFINITY)
             .distance -
         r;
}

static void check_approach(const approach *k, double first)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HOOKE);
  p.config->search.skin = skin;
  const gm_index m = pair_material(&p, 2500.0, 1.0e7, 0.3);
  pair_between(&p, m, m, 0.5, 0.5, 1.0e5);
  pair_grain(&p, none, r, gm_vec(0.0, 0.0, k->grain), none, m);
  if (k->wall) {
    const gm_vec3 at = {0.0, 0.0, r + first}, down = {0.0, 0.0, -1.0};
    gm_structure *wall =
        pair_structure(&p,
                       k->turns ? gm_shape_disc(at, down, 0.05, 0.0)
                                : gm_shape_plane(at, down),
                       m);
    const gm_motion turn = {.kind = GM_MOTION_ROTATE,
                            .to = INFINITY,
                            .vector = {0.0, 1.0, 0.0},
                            .through = {-0.5, 0.0, at.z},
                            .rate = k->other / 0.5};
    const gm_motion shift = {.kind = GM_MOTION_TRANSLATE,
                             .to = INFINITY,
                             .vector = {0.0, 0.0, -k->other}};
    pair_motion(wall, k->turns ? turn : shift);
  } else {
    pair_grain(&p, gm_vec(0.0, 0.0, 2.0 * r + first), r,
               gm_vec(0.0, 0.0, -k->other), none, m);
  }
  pair_start(&p, dt, 1);
  CHECK(p.scene->contacts.n == (first < skin));
  int touching = 0, missed = 0, made_up = 0;
  for (int n = 0; n < 1900; ++n) { /* at 2000 the list is built anyway */
    pair_advance(&p, 1);
    pair_look(&p);
    const bool overlaps = gap(&p, k) < 0.0;
    touching += overlaps;
    missed += overlaps && !p.contacts->n;
    made_up += !overlaps && p.contacts->n;
  }
  printf(
      "%-24s from %5.3f skins: %4d steps of contact, %d missed, %lld lists\n",
      k->name, first / skin, touching, missed, (long long)p.step->lists.builds);
  CHECK(touching > 100);
  CHECK(missed == 0);
  CHECK(made_up == 0);
  pair_clear(&p);
}

int main(void)
{
  static const approach ways[] = {
      {"two grains", 0.5, 0.5, false, false},
      {"a grain, and one at rest", 1.0, 0.0, false, false},
      {"a wall", 0.0, 1.0, true, false},
      {"a grain and a wall", 0.5, 0.5, true, false},
      {"a grain, a wall at rest", 1.0, 0.0, true, false},
      {"a wall that turns", 0.0, 1.0, true, true},
  };
  for (int k = 0; k < 6; ++k) {
    check_approach(&ways[k], 1.001 * skin);
    check_approach(&ways[k], 0.6 * skin);
  }
  return CHECK_REPORT();
}
