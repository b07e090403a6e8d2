/* search/inner_list: pairs that may touch are in the inner list, and no pair loses its
 * history.
 *
 * 1200 grains are shaken, each time by no more than the gap allows, and the parts of
 * every chunk are made anew.  Every third pair that touched holds on to three gaps, as
 * where contacts adhere.  Asked each time, exactly: no far row touches before; then near
 * rows are those that touch or are nearer than the gap, both parts are in order and hold
 * the pairs of the list between them, rows that touch have the histories that name their
 * pair and all others none.
 */
#include "search/inner_list.h"

#include "base/memory.h"
#include "base/random.h"
#include "check.h"
#include "pair.h"
#include <stdlib.h>

enum { N = 1200, SHAKES = 60 };

static const double gap = 2.0e-4; /* m */

static double apart(const gm_grains *g, const gm_contacts *c, gm_index row)
{
  const gm_row4 a = g->g[c->a[row]].x, b = g->g[c->b[row]].x;
  return gm_norm(gm_sub(gm_row_vec(a), gm_row_vec(b))) - (a[3] + b[3]);
}

static gm_row4 name_of(const gm_contacts *c, gm_index row)
{
  return (gm_row4){c->a[row] + 1.0, c->b[row] + 1.0, 2.5, 7.0};
}

static uint64_t key_of(const gm_contacts *c, gm_index row)
{
  return (uint64_t)c->a[row] << 32 | (uint64_t)c->b[row];
}

static int compare(const void *p, const void *q)
{
  const uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;
  return (a > b) - (a < b);
}

/* Shake all grains by up to gap / 2. */
static void shake(gm_grains *g, int round)
{
  for (gm_index i = 0; i < N; ++i) {
    double u[4];
    gm_random_uniform(43, (uint64_t)(round * N + i), 0, u);
    const gm_vec3 way = {u[0] - 0.5, u[1] - 0.5, u[2] - 0.5};
    g->g[i].x += gm_row(gm_scale(0.5 * gap * u[3] / gm_norm(way), way), 0.0);
  }
}

static bool touches(const gm_grains *g, const gm_contacts *c, gm_index row)
{
  const bool holds = c->touched[row] && (c->a[row] + c->b[row]) % 3 == 0;
  return apart(g, c, row) < (holds ? 3.0 * gap : 0.0);
}

/* As the step does it, for near rows only; how many far ones touch. */
static int touch(const gm_grains *g, gm_contacts *c)
{
  int missed = 0;
  for (gm_index k = 0; k < c->n_chunks; ++k) {
    for (gm_index row = c->first_own[k]; row < c->first_own[k + 1]; ++row) {
      const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
      const bool now = touches(g, c, row);
      if (row >= c->near_end[k]) {
        missed += now;
        continue;
      }
      c->touched[row] = now;
      c->history[row] = now ? name_of(c, row) : none;
      c->couple[row] = now ? 2.0 * name_of(c, row) : none;
    }
  }
  return missed;
}

typedef struct sums {
  int near, far, touching, held, moved, wrong;
} sums;

static void look_at_row(const gm_grains *g, const gm_contacts *c, gm_index k,
                        gm_index row, sums *s)
{
  const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
  const bool near = row < c->near_end[k], now = touches(g, c, row);
  const gm_row4 h = now ? name_of(c, row) : none, is = c->history[row];
  s->near += near;
  s->far += !near;
  s->touching += now;
  s->held += now && apart(g, c, row) >= gap;
  s->wrong += near != (apart(g, c, row) < gap || now);
  s->wrong += c->touched[row] != now;
  for (int q = 0; q < 4; ++q)
    s->wrong += is[q] != h[q] || c->couple[row][q] != 2.0 * h[q];
  const int starts = row == c->first_own[k] || row == c->near_end[k];
  s->wrong += !starts && key_of(c, row - 1) >= key_of(c, row);
}

static void look(const gm_grains *g, const gm_contacts *c, const uint64_t *list,
                 sums *s)
{
  const gm_index n0 = c->first_own[0], n = c->n_grain - n0;
  uint64_t *keys = malloc((size_t)n * sizeof *keys);
  for (gm_index k = 0; k < c->n_chunks; ++k) {
    const gm_index first = c->first_own[k], end = c->first_own[k + 1];
    for (gm_index row = first; row < end; ++row) {
      keys[row - n0] = key_of(c, row);
      look_at_row(g, c, k, row, s);
    }
    qsort(&keys[first - n0], (size_t)(end - first), sizeof *keys, compare);
  }
  for (gm_index row = 0; row < n; ++row)
    s->wrong += keys[row] != list[row];
  free(keys);
}

int main(void)
{
  pair_scene p;
  pair_cloud(&p, N);
  gm_grains *g = &p.scene->grains;
  gm_contacts *c = &p.scene->contacts;
  gm_neighbours work = {0};
  c->couples = 1;
  CHECK(gm_neighbours_build(&work, g, &p.scene->structures, &p.scene->domain,
                            2.0e-3, c) == GM_OK);
  const gm_index n0 = c->first_own[0], own = c->n_grain - n0;
  uint64_t *list = malloc((size_t)own * sizeof *list);
  gm_inner_list_pair *spare = malloc((size_t)own * sizeof *spare);
  for (gm_index row = 0; row < own; ++row)
    list[row] = key_of(c, n0 + row);
  CHECK(c->n_chunks > 1 && own > 1000);

  sums s = {0};
  int missed = touch(g, c);
  for (int round = 0; round < SHAKES; ++round) {
    const double way = 0.51 * gap * round;
    for (gm_index k = 0; k < c->n_chunks; ++k) {
      const gm_index was = c->near_end[k];
      CHECK(gm_inner_list_due(c, k, way, gap));
      gm_inner_list_chunk(c, g->g, k, way, gap, spare);
      CHECK(!gm_inner_list_due(c, k, way + 0.49 * gap, gap));
      s.moved += was != c->near_end[k];
    }
    look(g, c, list, &s);
    shake(g, round);
    missed += touch(g, c);
  }
  printf("%d rows, each time %d near, %d far, %d touch; %d held on beyond the "
         "gap; %d of %d parts changed in size, %d missed\n",
         own, s.near / SHAKES, s.far / SHAKES, s.touching / SHAKES, s.held,
         s.moved, SHAKES * c->n_chunks, missed);
  CHECK(missed == 0 && s.wrong == 0);
  CHECK(s.far > s.touching / 10 && s.near > s.touching && s.moved > SHAKES &&
        s.held > SHAKES);
  free(list);
  free(spare);
  gm_neighbours_clear(&work);
  pair_clear(&p);
  return CHECK_REPORT();
}
