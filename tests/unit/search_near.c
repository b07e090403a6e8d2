/* search/near keeps its promise: a structure is listed where it is near.
 *
 * Boxes strewn and turned at random among and around strewn grains, a plane, an absent
 * box, a far one.  Of every grain the structures nearer than the reach, by their
 * distance, are in the list of its cell; lists rise; the plane is in all, the absent and
 * the far one in none; and lists are short, as boxes are small.
 */
#include "base/memory.h"
#include "base/random.h"
#include "body/query_batch.h"
#include "check.h"
#include "search/near.h"

enum { GRAINS = 2000, BOXES = 60, PLANE = BOXES, ABSENT, FAR, ALL };

static const double reach = 0.02; /* m */

static void strew_grains(gm_grains *g)
{
  const gm_vec3 none = {0.0, 0.0, 0.0};
  CHECK(gm_grains_reserve(g, GRAINS, 0) == GM_OK);
  for (int k = 0; k < GRAINS; ++k) {
    double u[4];
    gm_random_uniform(1, (uint64_t)k, 0, u);
    gm_grains_append(g, k, gm_vec(u[0], 0.5 * u[1], 0.3 * u[2]), 0.01, 2500.0,
                     none, none, 0, 0);
  }
}

static void strew_boxes(gm_structures *all)
{
  CHECK(gm_structures_init(all, ALL) == GM_OK);
  for (int k = 0; k < ALL; ++k) {
    double u[4], v[4];
    gm_random_uniform(2, (uint64_t)k, 0, u);
    gm_random_uniform(2, (uint64_t)k, 1, v);
    const gm_vec3 half = {0.05 * v[0], 0.05 * v[1], 0.05 * v[2]};
    gm_structure *s = &all->row[k];
    s->shape = gm_shape_box(gm_scale(-1.0, half), half, 0);
    s->pose.position =
        gm_vec(1.4 * u[0] - 0.2, 0.9 * u[1] - 0.2, 0.7 * u[2] - 0.2);
    s->pose.orientation =
        gm_quat_rotation(gm_vec(6.0 * v[3], 4.0 * u[3], 3.0 * v[0]));
    s->present = k != ABSENT;
  }
  all->row[PLANE].shape =
      gm_shape_plane(gm_vec(0.0, 0.0, 0.0), gm_vec(0.0, 0.0, 1.0));
  all->row[FAR].pose.position = gm_vec(0.5, 90.0, 0.1);
}

static double distance(const gm_structure *s, gm_vec3 x)
{
  const gm_vec3 y = gm_pose_to_body(&s->pose, x);
  double d = INFINITY;
  for (int p = 0; p < s->shape.n; ++p)
    d = fmin(
        d,
        gm_query_batch_single(gm_shape_patch(&s->shape, p), y, reach).distance);
  return d;
}

static int lists(const gm_near *near, gm_index cell, gm_index s)
{
  for (gm_index e = near->start[cell]; e < near->start[cell + 1]; ++e)
    if (near->structure[e] == s) return 1;
  return 0;
}

int main(void)
{
  gm_grains grains = {0};
  gm_structures all;
  gm_cells cells = {0};
  gm_near near = {0};
  strew_grains(&grains);
  strew_boxes(&all);
  char *room = NULL;
  CHECK(GM_RESIZE(room, 0, gm_cells_room(GRAINS)) == GM_OK);
  CHECK(gm_cells_sort(&cells, &grains, 0.005, room) == GM_OK);
  for (int again = 0; again < 2; ++again)
    CHECK(gm_near_sort(&near, &all, NULL, &cells, reach) == GM_OK);

  long touching = 0, listed = 0, missed = 0, unsorted = 0;
  for (gm_index i = 0; i < grains.n; ++i) {
    const gm_vec3 x = gm_row_vec(grains.g[i].x);
    const gm_index cell = gm_near_cell(&near, x);
    for (gm_index s = 0; s < BOXES; ++s) {
      const int touches = distance(&all.row[s], x) < reach;
      touching += touches;
      missed += touches && !lists(&near, cell, s);
    }
    listed += near.start[cell + 1] - near.start[cell];
    for (gm_index e = near.start[cell] + 1; e < near.start[cell + 1]; ++e)
      unsorted += near.structure[e] <= near.structure[e - 1];
    CHECK(lists(&near, cell, PLANE) && !lists(&near, cell, ABSENT) &&
          !lists(&near, cell, FAR));
  }
  printf("%d grains, %d structures: %ld within reach, %ld listed of %ld\n",
         GRAINS, ALL, touching, listed, (long)GRAINS * ALL);
  CHECK(touching > 100 && missed == 0 && unsorted == 0);
  CHECK(listed < (long)GRAINS * ALL / 6);

  gm_near_clear(&near);
  gm_cells_clear(&cells);
  GM_FREE(room);
  gm_grains_clear(&grains);
  gm_structures_clear(&all);
  return CHECK_REPORT();
}
