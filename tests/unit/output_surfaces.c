/* Surfaces are kept in body frames, and a plane ends where there is something to see.
 *
 * One plane, z = 0, and one grain of radius 0.1 m high above it, at (1, 2, 5) m.  Without
 * a domain the plane ends at the bounds of the grain and of its foot on the plane,
 * 0.9..1.1 by 1.9..2.1 by 0..5.1 m, grown by a tenth of the longest side, 0.51 m.  With a
 * domain it ends at the domain.  Turned and moved, its points stay those of the body.
 */
#include "check.h"
#include "output_scene.h"

#include "file/schema.h"
#include "result/result.h"

#include <unistd.h>

static const char *const path = "output_surfaces.vtkhdf";

typedef struct bounds {
  double min[3], max[3];
  int64_t points, polygons;
} bounds;

/* Bounds of all points of the surfaces in the file, in the body frame. */
static bounds surface_bounds(void)
{
  bounds b = {{9.0e9, 9.0e9, 9.0e9}, {-9.0e9, -9.0e9, -9.0e9}, 0, 0};
  gm_result r;
  gm_result_array points, owner;
  CHECK(gm_result_open(path, &r) == GM_OK);
  CHECK(gm_result_read(&r, GM_GROUP_STRUCTURES "/" GM_VTK_POINTS, 0, -1,
                       &points) == GM_OK);
  CHECK(gm_result_read(&r,
                       GM_GROUP_STRUCTURES "/" GM_VTK_CELL_DATA
                                           "/" GM_NAME_STRUCTURE_ID,
                       0, -1, &owner) == GM_OK);
  for (int64_t k = 0; k < 3 * points.n; ++k) {
    b.min[k % 3] = fmin(b.min[k % 3], points.number[k]);
    b.max[k % 3] = fmax(b.max[k % 3], points.number[k]);
  }
  b.points = points.n;
  b.polygons = owner.n;
  gm_result_array_clear(&points);
  gm_result_array_clear(&owner);
  gm_result_clear(&r);
  return b;
}

static void check_range(const bounds *b, int axis, double min, double max)
{
  const double tolerance = 1.0e-14 * 10.0; /* a few roundings of 10 m */
  CHECK_NEAR(b->min[axis], min, tolerance);
  CHECK_NEAR(b->max[axis], max, tolerance);
}

/* Write the scene, and look. */
static bounds written(output_scene *s)
{
  gm_snapshot *snapshot = NULL;
  CHECK(gm_snapshot_create(path, true, &s->config, &s->scene,
                           &output_scene_origin, &snapshot) == GM_OK);
  CHECK(gm_snapshot_close(&snapshot) == GM_OK);
  return surface_bounds();
}

int main(void)
{
  output_scene s;
  CHECK(output_scene_init(&s, false, false, 0, 3) == GM_OK);
  gm_structures *all = &s.scene.structures;
  const gm_structure drum = all->row[1];
  all->n = all->named = 1; /* the plane z = 0 */
  s.scene.domain.max = gm_vec(INFINITY, INFINITY, INFINITY);

  /* Nothing but the plane: still something to see. */
  bounds b = written(&s);
  CHECK(b.polygons == 1 && b.points == 4);
  CHECK(b.max[0] - b.min[0] >= 1.0 && b.min[2] == 0.0 && b.max[2] == 0.0);

  CHECK(gm_grains_reserve(&s.scene.grains, 1, 1) == GM_OK);
  gm_grains_append(&s.scene.grains, 1, gm_vec(1.0, 2.0, 5.0), 0.1, 2500.0,
                   gm_vec(0.0, 0.0, 0.0), gm_vec(0.0, 0.0, 0.0), 0, 0);
  b = written(&s);
  CHECK(b.polygons == 1);
  check_range(&b, 0, 0.9 - 0.51, 1.1 + 0.51);
  check_range(&b, 1, 1.9 - 0.51, 2.1 + 0.51);
  check_range(&b, 2, 0.0, 0.0);

  /* The domain's sides, where it has them. */
  s.scene.domain.min.x = -3.0;
  s.scene.domain.max = gm_vec(4.0, 2.5, 6.0);
  b = written(&s);
  check_range(&b, 0, -3.0, 4.0);
  check_range(&b, 1, 1.9 - 0.51, 2.5);

  /* The body moved by (0, 0, -1) and turned by 90 degrees about z: body x is world y. */
  s.scene.domain.min = gm_vec(-3.0, -2.0, -2.0);
  all->row[0].pose.position = gm_vec(0.0, 0.0, -1.0);
  all->row[0].pose.orientation =
      gm_quat_rotation(gm_vec(0.0, 0.0, GM_PI / 2.0));
  b = written(&s);
  check_range(&b, 0, -2.0, 2.5);
  check_range(&b, 1, -4.0, 3.0);
  check_range(&b, 2, 0.0, 0.0);

  /* A plane that the domain does not reach has no polygon. */
  all->row[0].pose.position = gm_vec(0.0, 0.0, -9.0);
  b = written(&s);
  CHECK(b.polygons == 0 && b.points == 0);

  /* Bodies with bounds are whole, whatever the domain; radius 1, height 2, no top. */
  all->row[0] = drum;
  b = written(&s);
  CHECK(b.polygons > 96);
  check_range(&b, 0, -1.0, 1.0);
  check_range(&b, 2, 0.0, 2.0);

  unlink(path);
  unlink("output_surfaces.contacts.vtkhdf");
  output_scene_clear(&s);
  return CHECK_REPORT();
}
