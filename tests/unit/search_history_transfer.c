/* search/history_transfer keeps its promise: history survives a new list and a new order.
 *
 * Every touching row gets a history that names its pair; the grains are shuffled, some
 * are left out, the list is built with another skin.  Asked, exactly: each pair that
 * remains finds its history, of opposite sign in the first three numbers where its grains
 * have changed order; all else is zero; a touching pair that the new list lacks is an
 * error.
 */
#include "base/memory.h"
#include "base/random.h"
#include "body/query_batch.h"
#include "check.h"
#include "pair.h"

enum { N = 1200, GONE = 40 };

/* What names a pair, from the one of smaller id to the other. */
static gm_row4 name_of(gm_id a, gm_id b, gm_index patch)
{
  return (gm_row4){(double)(a + 1), (double)(b + 1), patch + 2.5,
                   (double)(a * 7 + b)};
}

static gm_row4 history_of(const gm_grains *g, const gm_contacts *c, gm_index k)
{
  static const gm_row4 turned = {-1.0, -1.0, -1.0, 1.0};
  const gm_id a = g->id[c->a[k]];
  if (k >= c->n_grain) return name_of(a, c->b[k] + N, gm_contacts_patch(c, k));
  const gm_id b = g->id[c->b[k]];
  return a < b ? name_of(a, b, -1) : turned * name_of(b, a, -1);
}

static bool touches(const gm_grains *g, const gm_structures *s,
                    const gm_contacts *c, gm_index k)
{
  const gm_row4 a = g->g[c->a[k]].x;
  if (k < c->n_grain) {
    const gm_row4 b = g->g[c->b[k]].x;
    return gm_norm(gm_sub(gm_row_vec(a), gm_row_vec(b))) < a[3] + b[3];
  }
  const gm_patch *patch = &s->row[c->b[k]].shape.side[gm_contacts_patch(c, k)];
  return gm_query_batch_single(patch, gm_row_vec(a), INFINITY).distance < a[3];
}

/* from[] and to[] of a shuffle that leaves GONE rows out. */
static gm_index shuffle(gm_index *from, gm_index *to)
{
  for (gm_index k = 0; k < N; ++k)
    from[k] = k;
  for (gm_index k = N - 1; k > 0; --k) {
    double u[4];
    gm_random_uniform(41, (uint64_t)k, 0, u);
    const gm_index q = (gm_index)(u[0] * (k + 1)), row = from[k];
    from[k] = from[q];
    from[q] = row;
  }
  for (gm_index k = 0; k < N; ++k)
    to[from[k]] = k < N - GONE ? k : -1;
  return N - GONE;
}

/* An impulse for a row on a structure. */
static double stay_of(const gm_grains *g, const gm_contacts *c, gm_index k)
{
  return 8.0 * (double)g->id[c->a[k]] + c->patch[k - c->n_grain] + 1.0;
}

int main(void)
{
  pair_scene p;
  const gm_index m = pair_cloud(&p, N);
  pair_structure(&p, gm_shape_box(gm_vec(0, 0, 0), gm_vec(0.06, 0.05, 0.05), 0),
                 m);
  gm_grains *g = &p.scene->grains;
  gm_structures *s = &p.scene->structures;
  gm_contacts *c = &p.scene->contacts;
  gm_neighbours work = {0};
  gm_history_transfer match = {0};

  CHECK(gm_structures_start_sums(s) == GM_OK);
  c->has_sums = 1;
  CHECK(gm_neighbours_build(&work, g, s, &p.scene->domain, 5.0e-4, c) == GM_OK);
  double all = 0.0; /* impulse on walls */
  for (gm_index k = 0; k < c->n; ++k) {
    c->touched[k] = touches(g, s, c, k);
    if (!c->touched[k]) continue;
    c->history[k] = history_of(g, c, k);
    if (k < c->n_grain) continue;
    all += stay_of(g, c, k);
    c->running[k - c->n_grain].sum.push[3] = stay_of(g, c, k);
    c->place[k - c->n_grain] = c->patch[k - c->n_grain];
  }
  CHECK(gm_history_transfer_save(&match, c) == GM_OK);
  static gm_index from[N], to[N];
  const gm_index left = shuffle(from, to);
  gm_history_transfer_rename(&match, to, NULL, s);
  CHECK(gm_grains_permute(g, from, left) == GM_OK);
  CHECK(gm_neighbours_build(&work, g, s, &p.scene->domain, 2.0e-3, c) == GM_OK);
  CHECK(gm_history_transfer_restore(&match, c, s) == GM_OK);

  int touching = 0, turned = 0, walls = 0, wrong = 0;
  double kept = 0.0;
  for (gm_index k = 0; k < c->n; ++k) {
    const bool t = touches(g, s, c, k);
    const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
    const gm_row4 h = t ? history_of(g, c, k) : none, is = c->history[k];
    wrong += c->touched[k] != t;
    for (int q = 0; q < 4; ++q)
      wrong += is[q] != h[q];
    touching += t;
    turned += t && h[0] < 0.0;
    walls += t && k >= c->n_grain;
    if (k < c->n_grain) continue;
    const gm_index at = k - c->n_grain;
    wrong += c->running[at].sum.push[3] != (t ? stay_of(g, c, k) : 0.0);
    wrong += c->place[at] != (t ? c->patch[at] : -1);
    wrong += t && c->foot[at] != c->patch[at];
    kept += c->running[at].sum.push[3];
  }
  /* What grains did that are gone is with the walls; whole numbers. */
  CHECK(kept > 0.0 && kept < all);
  CHECK(kept + s->row[0].sums.all.push[3] == all);
  printf("%d rows, %d touch, %d of them turned round, %d on walls\n", c->n,
         touching, turned, walls);
  CHECK(wrong == 0);
  CHECK(touching > 2000 && turned > 500 && walls > 100);

  /* A pair that touches and is then torn apart is missed. */
  CHECK(gm_history_transfer_save(&match, c) == GM_OK);
  g->g[c->a[0]].x[0] += 1.0;
  CHECK(gm_neighbours_build(&work, g, s, &p.scene->domain, 5.0e-4, c) == GM_OK);
  CHECK(gm_history_transfer_restore(&match, c, s) == GM_ERR_NUMBER);
  gm_history_transfer_clear(&match);
  gm_neighbours_clear(&work);
  pair_clear(&p);
  return CHECK_REPORT();
}
