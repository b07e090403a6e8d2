/* measure/fallbacks.c: why triangles answer, of shapes where the reason is known.
 *
 *   box             patches are flat: nowhere, over their borders too
 *   box with a hole the sites of one brick are missing besides
 *   coarse sphere   one patch, a polyhedron whose edges are not sharp: nowhere
 *   bowl            a sphere from inside, little larger than its grains: centres come
 *                   near its middle, where gradients fade
 *
 * The source of a distance is compared with a query of the patch itself, at points of all
 * cells.
 */
#include "measure/fallbacks.h"

#include "body/query_batch.h"
#include "carried.h"
#include "check.h"
#include "sdf/sites.h"
#include "solids.h"
#include <stdlib.h>
#include <string.h>

typedef struct trial {
  const char *name;
  double r_min, r_max, tolerance;
  int inside; /* grains within */
  int hole;
  unsigned may, must; /* bits of reasons */
} trial;

enum {
  KINK = 1 << GM_FALLBACKS_KINK,
  THIN = 1 << GM_FALLBACKS_THIN,
  FACET = 1 << GM_FALLBACKS_FACET
};

static const trial trials[] = {
    {"box", 0.08, 0.1, 0.02, 0, 0, 0, 0},
    {"box", 0.08, 0.1, 0.02, 0, 1, THIN, THIN},
    {"coarse sphere", 0.08, 0.1, 0.02, 0, 0, 0, 0},
    {"fine sphere", 0.3, 0.45, 0.5, 1, 0, KINK | FACET, KINK},
};

static const char *const names[] = {"edge", "kink", "thin", "facet"};

/* Share of random places that triangles answer, of those where a grain may touch. */
static double asked(const gm_structure *s)
{
  enum { PLACES = 40000 };
  const gm_mesh_collider_options *o = &s->collider->options;
  int n = 0, exact = 0;
  srand(1);
  for (int t = 0; t < PLACES; ++t) {
    const gm_patch *p = gm_shape_patch(&s->shape, t % s->shape.n);
    const gm_vec3 u = {rand() / (double)RAND_MAX, rand() / (double)RAND_MAX,
                       rand() / (double)RAND_MAX};
    const gm_vec3 side = gm_sub(p->max, p->min);
    const double r = o->largest;
    const gm_vec3 y = {p->min.x - r + u.x * (side.x + 2.0 * r),
                       p->min.y - r + u.y * (side.y + 2.0 * r),
                       p->min.z - r + u.z * (side.z + 2.0 * r)};
    const gm_query_result q = gm_query_batch_single(p, y, r);
    if (!(q.distance >= (1.0 - o->overlap) * o->smallest && q.distance < r))
      continue;
    ++n;
    exact += q.source == GM_SOURCE_ERROR || q.source == GM_SOURCE_MISSING;
  }
  return n ? (double)exact / n : 0.0;
}

static void check_sums(const gm_fallbacks *a)
{
  gm_fallbacks_row sum = {0};
  for (gm_index k = 0; k < a->n; ++k) {
    size_t all = 0;
    for (int q = 0; q < GM_FALLBACKS_WHYS; ++q) {
      all += a->row[k].why[q];
      sum.why[q] += a->row[k].why[q];
    }
    CHECK(all == a->row[k].triangles && a->row[k].triangles <= a->row[k].cells);
    sum.cells += a->row[k].cells;
    sum.triangles += all;
  }
  CHECK(sum.cells == a->all.cells && sum.triangles == a->all.triangles);
  CHECK(memcmp(sum.why, a->all.why, sizeof sum.why) == 0);
}

static void check_order(const gm_fallbacks *a)
{
  gm_index *order = calloc((size_t)a->n, sizeof *order);
  gm_fallbacks_sort(a, order);
  for (gm_index k = 1; k < a->n; ++k) {
    const gm_fallbacks_row *p = &a->row[order[k - 1]], *q = &a->row[order[k]];
    CHECK((double)p->triangles * (double)q->cells >=
          (double)q->triangles * (double)p->cells);
  }
  free(order);
}

static void check_trial(const trial *t)
{
  pair_scene p;
  pair_init(&p, GM_LAW_HERTZ);
  const gm_index steel = pair_material(&p, 7800.0, 1.0e7, 0.25);
  const carried_options o = {
      .r_min = t->r_min,
      .r_max = t->r_max,
      .tolerance = t->tolerance,
      .apart = t->hole, /* one side of six lacks sites: an order */
      .facing = t->inside ? GM_FACING_INSIDE : GM_FACING_OUTSIDE};
  gm_structure *s = carried_structure(&p, solid_sample(t->name), &o, steel);
  const gm_vec3 hole = {0.0, 0.0, s->surface.max.z + t->r_min};
  for (gm_index k = 0; t->hole && k < s->collider->n; ++k)
    CHECK(gm_sites_cut_hole(&s->collider->sdf[k].lattice, hole) == GM_OK);
  gm_fallbacks a;
  gm_fallbacks_init(&a);
  CHECK(gm_fallbacks_find(s, &a) == GM_OK);
  const double share = (double)a.all.triangles / (double)a.all.cells;
  const double found = asked(s);
  printf("%-14s %7zu cells, triangles in %5.1f %% of them, at %5.1f %% of "
         "places:",
         t->name, a.all.cells, 100.0 * share, 100.0 * found);
  for (int k = 0; k < GM_FALLBACKS_WHYS; ++k) {
    printf("  %s %zu", names[k], a.all.why[k]);
    CHECK(a.all.why[k] == 0 || t->may >> k & 1u);
    CHECK(a.all.why[k] > 0 || !(t->must >> k & 1u));
  }
  printf("\n");
  CHECK(fabs(share - found) < 0.2); /* cells that lie across count as a whole */
  check_sums(&a);
  check_order(&a);
  gm_fallbacks_clear(&a);
  pair_clear(&p);
}

int main(void)
{
  for (size_t k = 0; k < sizeof trials / sizeof trials[0]; ++k)
    check_trial(&trials[k]);
  return CHECK_REPORT();
}
