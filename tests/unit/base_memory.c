/* base/memory keeps its promises, and those who ask for memory survive a refusal.
 *
 * Columns are aligned, keep what they held, are zero beyond it, and count.  Then a scene
 * is built and stepped with the n-th request refused, n = 1, 2, ... until none is: each
 * time the refusal is reported as such, what is cleared gives every byte back, and the
 * last run, which nobody disturbed, gives the same grain.
 */
#include "base/memory.h"

#include "check.h"
#include "step/step.h"
#include <stdint.h>
#include <string.h>

static void check_columns(void)
{
  const size_t before = gm_memory_bytes(), calls = gm_memory_calls();
  double *column = NULL;
  CHECK(GM_RESIZE(column, 0, 10) == GM_OK);
  CHECK((uintptr_t)column % 64 == 0);
  for (int k = 0; k < 10; ++k) {
    CHECK(column[k] == 0.0);
    column[k] = k + 1.0;
  }
  CHECK(GM_RESIZE(column, 7, 1000000) == GM_OK); /* past a huge page */
  CHECK((uintptr_t)column % 64 == 0);
  int wrong = 0;
  for (int k = 0; k < 1000000; ++k) {
    wrong += column[k] != (k < 7 ? k + 1.0 : 0.0);
  }
  CHECK(wrong == 0);
  CHECK(gm_memory_bytes() >= before + 8000000);
  CHECK(gm_memory_calls() == calls + 2);

  gm_memory_fail_at(2);
  CHECK(GM_RESIZE(column, 7, 100) == GM_OK);
  const double *old = column;
  CHECK(GM_RESIZE(column, 7, 200) == GM_ERR_MEMORY);
  CHECK(strstr(gm_status_message(), "200 rows"));
  CHECK(column == old && column[6] == 7.0);
  CHECK(GM_RESIZE(column, 7, 200) == GM_OK); /* only the one */
  CHECK(GM_RESIZE(column, 7, SIZE_MAX / 4) == GM_ERR_MEMORY);
  GM_FREE(column);
  GM_FREE(column);
  CHECK(!column && gm_memory_bytes() == before);
}

static gm_status fill_scene(gm_scene *s)
{
  GM_TRY(gm_structures_init(&s->structures, 1));
  gm_structure *b = &s->structures.row[0];
  *b = (gm_structure){.scale = 1.0,
                      .kind = -1,
                      .shape = gm_shape_plane(gm_vec(0, 0, 0), gm_vec(0, 0, 1)),
                      .pose = {.orientation = gm_quat_identity()},
                      .present = 1,
                      .present_to = INFINITY};
  GM_TRY(GM_RESIZE(b->motion, 0, 1));
  b->motion[b->n_motion++] = (gm_motion){
      .kind = GM_MOTION_TRANSLATE, .to = 1.0, .vector = {0.1, 0.0, 0.0}};
  GM_TRY(gm_grains_reserve(&s->grains, 700, 1));
  for (int i = 0; i < 700; ++i) {
    const gm_vec3 x = {0.0019 * (i % 9), 0.0019 * (i / 9 % 9),
                       0.00095 + 0.0019 * (i / 81)};
    gm_grains_append(&s->grains, i, x, 0.001, 2500.0, gm_vec(0.5, 0.0, -1.0),
                     gm_vec(0.0, 9.0, 0.0), 0, 0);
  }
  return GM_OK;
}

static gm_status run(gm_step *step, gm_scene *s, const gm_config *config)
{
  GM_TRY(fill_scene(s));
  GM_TRY(gm_step_init(step, s, config, 1));
  for (int n = 0; n < 30; ++n) {
    if (n == 10) GM_TRY(gm_step_loads(step, s));
    if (n == 20) s->step = 2000; /* the grains are sorted again */
    GM_TRY(gm_step_advance(step, s));
  }
  return GM_OK;
}

static void check_refusals(void)
{
  static gm_scene s; /* zero, and large */
  const double inf = INFINITY;
  const gm_config config = {.contacts = {.law = GM_LAW_HOOKE,
                                         .no_tension = true,
                                         .tangential_ratio = 0.3,
                                         .largest_overlap = 0.5}};
  const size_t before = gm_memory_bytes();
  gm_status status = GM_ERR_MEMORY;
  int n = 0, other = 0, kept = 0;
  while (status != GM_OK && n < 500) {
    gm_step step = {0};
    memset(&s, 0, sizeof s);
    s.dt = 1.0e-5;
    s.domain.min = gm_vec(-inf, -inf, -inf);
    s.domain.max = gm_vec(inf, inf, inf);
    s.materials.n = 1;
    s.materials.row[0] = (gm_material){.name = "m",
                                       .density = 2500.0,
                                       .youngs_modulus = 1.0e7,
                                       .poisson_ratio = 0.3};
    s.materials.pair[0][0] =
        (gm_pair){.restitution = 0.5, .friction = 0.5, .stiffness = 1.0e4};
    gm_memory_fail_at((size_t)++n);
    status = run(&step, &s, &config);
    other += status != GM_OK && status != GM_ERR_MEMORY;
    if (status == GM_OK) CHECK(s.grains.n == 700 && s.step == 2010);
    gm_step_clear(&step);
    gm_structures_clear(&s.structures);
    gm_grains_clear(&s.grains);
    gm_contacts_clear(&s.contacts);
    kept += gm_memory_bytes() != before;
  }
  gm_memory_fail_at(0);
  printf("%d requests refused in turn: %d reported as something else, %d left "
         "bytes behind\n",
         n - 1, other, kept);
  CHECK(status == GM_OK && n > 40);
  CHECK(other == 0);
  CHECK(kept == 0);
}

int main(void)
{
  check_columns();
  check_refusals();
  return CHECK_REPORT();
}
