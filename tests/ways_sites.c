/* tests/ways_sites.c -- the distance by virtual particles: the solver's own code. */
#include "ways.h"

#include "base/memory.h"
#include "body/query_batch.h"
#include "check.h"
#include "patch/patches.h"

static void carry(treatment *t, bool plain)
{
  const paddle *p = t->p;
  const gm_mesh_collider_options options = {.spacing = p->spacing,
                                            .smallest = p->r,
                                            .largest = p->r,
                                            .overlap = PADDLE_OVERLAP,
                                            .tolerance = 0.02, /* the default */
                                            .plain = plain};
  const gm_patches_options cut = gm_patches_defaults(p->r, p->r);
  const size_t held = gm_memory_bytes();
  gm_patches patches;
  gm_patches_init(&patches);
  CHECK(gm_patches_build(&p->surface, &cut, &patches) == GM_OK);
  if (!CHECK(gm_mesh_collider_create(&p->surface, patches.of, patches.n,
                                     &options, &t->collider) == GM_OK))
    puts(gm_status_message());
  gm_patches_clear(&patches);
  t->carried = gm_memory_bytes() - held;
  t->motion = (gm_motion){.kind = GM_MOTION_ROTATE,
                          .from = 0.0,
                          .to = INFINITY,
                          .vector = {0.0, 0.0, 1.0},
                          .rate = 2.0 * GM_PI}; /* one revolution a second */
  t->pose.orientation = gm_quat_identity();
}

void ways_begin_sites(treatment *t)
{
  carry(t, false);
}

void ways_begin_sites_alone(treatment *t)
{
  carry(t, true);
}

void ways_advance_pose(treatment *t)
{
  const double dt = 1.0 / t->p->steps;
  gm_motion_advance(&t->motion, 1, (t->step - 1) * dt, dt, &t->pose);
}

void ways_ask_sites(const treatment *t, const gm_vec3 *x, int n, double *d)
{
  gm_query_batch q = {0};
  for (int first = 0; first < n; first += GM_QUERY_BATCH) {
    const int m = n - first < GM_QUERY_BATCH ? n - first : GM_QUERY_BATCH;
    for (int k = 0; k < m; ++k) {
      d[first + k] = INFINITY;
      q.y[k] = gm_pose_to_body(&t->pose, x[first + k]);
      q.reach[k] = 1.1 * t->p->r;
    }
    for (gm_index patch = 0; patch < t->collider->n; ++patch) {
      for (int k = 0; k < m; ++k)
        q.patch[k] = &t->collider->patch[patch];
      gm_query_batch_run(&q, m);
      for (int k = 0; k < m; ++k)
        d[first + k] = fmin(d[first + k], q.result[k].distance);
    }
  }
}
