/* exchange/cuts.c -- recursive coordinate bisection, a level of parts at a time.
 *
 * A plane is found by adding the costs of grains in BINS slices of a part, then in BINS
 * slices of the slice where half of them is reached.
 */
#include "exchange/cuts.h"

#include "base/memory.h"

enum { BINS = 256 };

/* Parts [first, last) of this level, and the part of each grain. */
typedef struct level {
  gm_cuts *cuts;
  int first, last;
  double *box;         /* [parts][6] m  {-least, largest} */
  int64_t *count;      /* [parts][BINS + 1] cost; the last: below the slices */
  double *low, *width; /* [parts] m  of the slices */
  int64_t *all;        /* [parts] cost */
  int64_t cost;        /* of a grain of this rank */
  int *part;           /* [grains] -1: its rank is found, or it is a ghost */
} level;

static void find_cut_level_boxes(const level *l, const gm_scene *s,
                                 gm_comm *comm)
{
  const int parts = l->last - l->first;
  for (int k = 0; k < 6 * parts; ++k)
    l->box[k] = -INFINITY;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    if (l->part[i] < l->first) continue;
    const gm_row4 x = gm_domain_home(&s->domain, s->grains.g[i].x);
    double *box = &l->box[6 * (l->part[i] - l->first)];
    for (int a = 0; a < 3; ++a) {
      box[a] = fmax(box[a], -x[a]);
      box[3 + a] = fmax(box[3 + a], x[a]);
    }
  }
  gm_comm_most(comm, l->box, 6 * parts);
  for (int p = 0; p < parts; ++p) {
    const double *box = &l->box[6 * p];
    gm_cut *c = &l->cuts->cut[l->first + p];
    for (int a = 1; a < 3; ++a)
      if (box[3 + a] + box[a] > box[3 + c->axis] + box[c->axis]) c->axis = a;
    const double side = box[3 + c->axis] + box[c->axis];
    l->low[p] = isfinite(side) ? -box[c->axis] : 0.0;
    l->width[p] = isfinite(side) && side > 0.0 ? side / BINS : 1.0;
  }
}

static void add_cut_costs(const level *l, const gm_scene *s, gm_comm *comm)
{
  const int parts = l->last - l->first;
  for (int k = 0; k < parts * (BINS + 1); ++k)
    l->count[k] = 0;
  for (gm_index i = 0; i < s->grains.n; ++i) {
    if (l->part[i] < l->first) continue;
    const int p = l->part[i] - l->first;
    const gm_row4 x = gm_domain_home(&s->domain, s->grains.g[i].x);
    const double at =
        (x[l->cuts->cut[l->part[i]].axis] - l->low[p]) / l->width[p];
    const int bin = at < 0.0 ? BINS : (int)fmin(at, BINS - 1);
    l->count[p * (BINS + 1) + bin] += l->cost;
  }
  gm_comm_add(comm, l->count, parts * (BINS + 1));
}

/* The slice in which the lower half of the ranks has its share: its lower side becomes
 * that of all slices. */
static void narrow_cut(const level *l)
{
  for (int p = 0; p < l->last - l->first; ++p) {
    gm_cut *c = &l->cuts->cut[l->first + p];
    const int64_t *n = &l->count[p * (BINS + 1)];
    const int middle = c->lo + (c->hi - c->lo) / 2;
    const double want =
        (double)l->all[p] * (middle - c->lo) / (double)(c->hi - c->lo);
    double below = (double)n[BINS];
    int bin = 0;
    for (; bin + 1 < BINS && below + (double)n[bin] < want; ++bin)
      below += (double)n[bin];
    l->low[p] += bin * l->width[p];
    c->at = l->low[p] + l->width[p];
    l->width[p] /= BINS;
  }
}

/* Grains of the parts go to those of the next level. */
static void part_cut_grains(const level *l, const gm_scene *s)
{
  for (gm_index i = 0; i < s->grains.n; ++i) {
    if (l->part[i] < l->first) continue;
    const gm_cut *c = &l->cuts->cut[l->part[i]];
    const gm_row4 x = gm_domain_home(&s->domain, s->grains.g[i].x);
    l->part[i] = c->next + !(x[c->axis] < c->at);
    if (l->cuts->cut[l->part[i]].rank >= 0) l->part[i] = -1;
  }
}

static gm_cut part_of_cut(int lo, int hi)
{
  return (gm_cut){.rank = hi - lo == 1 ? lo : -1, .lo = lo, .hi = hi};
}

/* Cut the parts of a level that have several ranks; those of one stay. */
static void cut_level(level *l, const gm_scene *s, gm_comm *comm)
{
  gm_cuts *q = l->cuts;
  const int parts = l->last - l->first;
  find_cut_level_boxes(l, s, comm);
  add_cut_costs(l, s, comm);
  for (int p = 0; p < parts; ++p) {
    l->all[p] = 0;
    for (int k = 0; k <= BINS; ++k)
      l->all[p] += l->count[p * (BINS + 1) + k];
  }
  narrow_cut(l);
  add_cut_costs(l, s, comm);
  narrow_cut(l);
  for (int p = l->first; p < l->last; ++p) {
    gm_cut *c = &q->cut[p];
    if (c->rank >= 0) continue;
    const int middle = c->lo + (c->hi - c->lo) / 2;
    c->next = q->n;
    q->cut[q->n++] = part_of_cut(c->lo, middle);
    q->cut[q->n++] = part_of_cut(middle, c->hi);
  }
  part_cut_grains(l, s);
  l->first = l->last;
  l->last = q->n;
}

static gm_status reserve_cuts(level *l, int ranks, gm_index grains)
{
  GM_TRY(GM_RESIZE(l->cuts->cut, 0, 2 * ranks));
  GM_TRY(GM_RESIZE(l->box, 0, 6 * ranks));
  GM_TRY(GM_RESIZE(l->count, 0, ranks * (BINS + 1)));
  GM_TRY(GM_RESIZE(l->low, 0, ranks));
  GM_TRY(GM_RESIZE(l->width, 0, ranks));
  GM_TRY(GM_RESIZE(l->all, 0, ranks));
  return GM_RESIZE(l->part, 0, grains + 1);
}

gm_status gm_cuts_find(gm_cuts *cuts, const gm_scene *s, gm_comm *comm,
                       int64_t cost)
{
  level l = {.cuts = cuts, .last = 1, .cost = cost};
  const int ranks = gm_comm_ranks(comm);
  const gm_status status =
      gm_comm_agree(comm, reserve_cuts(&l, ranks, s->grains.n));
  if (status == GM_OK) {
    cuts->cut[0] = part_of_cut(0, ranks);
    cuts->n = 1;
    for (gm_index i = 0; i < s->grains.n; ++i)
      l.part[i] = gm_grains_ghost(&s->grains, i) || ranks == 1 ? -1 : 0;
    while (cuts->n < 2 * ranks - 1)
      cut_level(&l, s, comm);
  }
  GM_FREE(l.box);
  GM_FREE(l.count);
  GM_FREE(l.low);
  GM_FREE(l.width);
  GM_FREE(l.all);
  GM_FREE(l.part);
  return status;
}

int gm_cuts_owner(const gm_cuts *cuts, const gm_domain *d, gm_row4 x)
{
  const gm_row4 home = gm_domain_home(d, x);
  const gm_cut *c = &cuts->cut[0];
  while (c->rank < 0)
    c = &cuts->cut[c->next + !(home[c->axis] < c->at)];
  return c->rank;
}

void gm_cuts_clear(gm_cuts *cuts)
{
  GM_FREE(cuts->cut);
  *cuts = (gm_cuts){0};
}
