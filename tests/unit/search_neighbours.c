/* search/neighbours keeps its promise: every pair nearer than the skin, once, in order.
 *
 * 1700 grains in four chunks, radii 1:5, dense in places, one grain a thousand boxes
 * away, structures near and far, one of them absent; against two nested loops.  Asked:
 * the same rows, no more, in the order of scene/contacts.h; each cross row entered once
 * for each side; the same list on 1 and 3 threads.
 */
#include "base/random.h"
#include "body/query_batch.h"
#include "check.h"
#include "pair.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1700 };

static unsigned char expected[N][N], found[N][N];

static void scatter(pair_scene *p)
{
  pair_init(p, GM_LAW_HOOKE);
  const gm_index m = pair_material(p, 2500.0, 1.0e7, 0.3);
  pair_between(p, m, m, 0.5, 0.5, 1.0e4);
  for (int i = 0; i < N; ++i) {
    double u[4];
    gm_random_uniform(31, (uint64_t)i, 0, u);
    const double r = 0.001 * (1.0 + 4.0 * u[3] * u[3]);
    gm_vec3 x = {0.08 * u[0], 0.06 * u[1] * u[1], 0.05 * u[2]};
    if (i == 700) x = gm_vec(60.0, -80.0, 40.0);
    pair_grain(p, x, r, gm_vec(0, 0, 0), gm_vec(0, 0, 0), m);
  }
  pair_structure(p, gm_shape_plane(gm_vec(0, 0, 0.002), gm_vec(0, 0, 1)), m);
  gm_structure *box = pair_structure(
      p, gm_shape_box(gm_vec(-0.01, -0.01, -0.01), gm_vec(0.01, 0.01, 0.01), 0),
      m);
  box->pose.position = gm_vec(0.04, 0.02, 0.03);
  box->pose.orientation = gm_quat_rotation(gm_vec(0.5, 0.3, -0.8));
  gm_structure *absent =
      pair_structure(p, gm_shape_sphere(gm_vec(0.04, 0.03, 0.02), 0.02), m);
  absent->present = 0;
}

static double gap(const pair_scene *p, int i, int j)
{
  const gm_row4 a = p->scene->grains.g[i].x, b = p->scene->grains.g[j].x;
  return gm_norm(gm_sub(gm_row_vec(a), gm_row_vec(b))) - a[3] - b[3];
}

static gm_index expect_pairs(const pair_scene *p, double skin)
{
  gm_index n = 0;
  memset(expected, 0, sizeof expected);
  for (int i = 0; i < N; ++i) {
    for (int j = i + 1; j < N; ++j) {
      expected[i][j] = gap(p, i, j) < skin;
      n += expected[i][j];
    }
  }
  return n;
}

static gm_index expect_walls(const pair_scene *p, double skin)
{
  gm_index n = 0;
  for (int i = 0; i < N; ++i) {
    const gm_row4 x = p->scene->grains.g[i].x;
    for (gm_index s = 0; s < p->scene->structures.n; ++s) {
      const gm_structure *b = &p->scene->structures.row[s];
      for (int q = 0; b->present && q < b->shape.n; ++q) {
        const gm_vec3 y = gm_pose_to_body(&b->pose, gm_row_vec(x));
        n += gm_query_batch_single(&b->shape.side[q], y, INFINITY).distance <
             x[3] + skin;
      }
    }
  }
  return n;
}

/* Row k before row k + 1, by what the header says of each range. */
static bool in_order(const gm_contacts *c, gm_index k)
{
  const gm_index q = k + 1, w = c->chunk;
  gm_index here[5] = {c->a[k] / w, 0, c->a[k], c->b[k],
                      gm_contacts_patch(c, k)};
  gm_index next[5] = {c->a[q] / w, 0, c->a[q], c->b[q],
                      gm_contacts_patch(c, q)};
  if (q < c->n_cross) {
    here[1] = c->b[k] / w;
    next[1] = c->b[q] / w;
  }
  for (int n = 0; n < 5; ++n) {
    if (here[n] != next[n]) return here[n] < next[n];
  }
  return false; /* the same row twice */
}

/* Each pair between chunks is in one join, of the chunk of b, and a grain b meets its
 * partners in rising order. */
static void check_joins(const gm_contacts *c)
{
  int wrong = 0;
  gm_index all = 0;
  gm_index *last = malloc((size_t)c->first_grain[c->n_chunks] * sizeof *last);
  memset(last, -1, (size_t)c->first_grain[c->n_chunks] * sizeof *last);
  for (gm_index chunk = 0; chunk < c->n_chunks; ++chunk)
    for (gm_index j = c->first_join[chunk]; j < c->first_join[chunk + 1]; ++j)
      for (gm_index row = c->join[j].begin; row < c->join[j].end; ++row) {
        ++all;
        wrong += c->b[row] / c->chunk != chunk || c->a[row] <= last[c->b[row]];
        last[c->b[row]] = c->a[row];
      }
  CHECK(wrong == 0);
  CHECK(all == c->n_cross);
  free(last);
}

static void check_list(const pair_scene *p, const gm_contacts *c, double skin)
{
  const gm_index pairs = expect_pairs(p, skin), walls = expect_walls(p, skin);
  printf("skin %.4f m: %d pairs, %d of them across chunks, %d on structures\n",
         skin, pairs, c->n_cross, walls);
  CHECK(c->n_grain == pairs);
  CHECK(c->n - c->n_grain == walls);
  CHECK(c->n_chunks == 4 && c->n_cross > 500 && walls > 50);
  memset(found, 0, sizeof found);
  int wrong = 0, disorder = 0;
  for (gm_index k = 0; k < c->n_grain; ++k) {
    ++found[c->a[k]][c->b[k]];
    wrong += (c->a[k] / c->chunk != c->b[k] / c->chunk) != (k < c->n_cross);
  }
  CHECK(!memcmp(found, expected, sizeof found));
  for (gm_index k = c->n_grain; k < c->n; ++k) {
    const gm_row4 x = p->scene->grains.g[c->a[k]].x;
    const gm_structure *b = &p->scene->structures.row[c->b[k]];
    const gm_vec3 y = gm_pose_to_body(&b->pose, gm_row_vec(x));
    wrong += gm_query_batch_single(&b->shape.side[gm_contacts_patch(c, k)], y,
                                   INFINITY)
                 .distance >= x[3] + skin;
  }
  for (gm_index k = 0; k + 1 < c->n; ++k) {
    if (k + 1 == c->n_cross || k + 1 == c->n_grain) continue;
    disorder += !in_order(c, k);
  }
  CHECK(wrong == 0);
  CHECK(disorder == 0);
  check_joins(c);
}

int main(void)
{
  static const double skins[] = {1.0e-6, 5.0e-4, 4.0e-3};
  pair_scene p;
  scatter(&p);
  gm_neighbours work = {0}, other = {0};
  gm_contacts list = {0}, again = {0};
  for (int k = 0; k < 3; ++k) {
    omp_set_num_threads(1);
    CHECK(gm_neighbours_build(&work, &p.scene->grains, &p.scene->structures,
                              &p.scene->domain, skins[k], &list) == GM_OK);
    check_list(&p, &list, skins[k]);
    omp_set_num_threads(3);
    CHECK(gm_neighbours_build(&other, &p.scene->grains, &p.scene->structures,
                              &p.scene->domain, skins[k], &again) == GM_OK);
    const size_t bytes = (size_t)list.n * sizeof *list.a;
    CHECK(list.n == again.n);
    const size_t walls = (size_t)(list.n - list.n_grain) * sizeof *list.patch;
    CHECK(!memcmp(list.a, again.a, bytes) && !memcmp(list.b, again.b, bytes) &&
          !memcmp(list.patch, again.patch, walls));
  }
  p.scene->grains.g[3].x[1] = NAN;
  CHECK(gm_neighbours_build(&work, &p.scene->grains, &p.scene->structures,
                            &p.scene->domain, 1.0e-3, &list) == GM_ERR_NUMBER);
  CHECK(list.n == 0);
  gm_neighbours_clear(&work);
  gm_neighbours_clear(&other);
  gm_contacts_clear(&list);
  gm_contacts_clear(&again);
  pair_clear(&p);
  return CHECK_REPORT();
}
