/* exchange/exchange.c -- owners, ghosts and their halo.
 *
 * Rows are made anew in four steps: grains that have a new owner are sent there; the box
 * around the grains of each rank comes to all; the others send what is within reach of
 * it, by some image; owned rows and ghosts are merged into the one order.
 */
#include "exchange/exchange.h"

#include "base/clock.h"
#include "base/memory.h"
#include "exchange/clump_rows.h"
#include "exchange/merged.h"
#include "soft/clump.h"
#include <math.h>
#include <string.h>

enum {
  BOX = 7,    /* numbers of a box: {-least, largest} of each axis, radius */
  COST = 1000 /* of a grain of the rank that takes most time for each */
};

gm_status gm_exchange_begin(gm_exchange *ex, gm_comm *comm, gm_grains *g)
{
  const int ranks = gm_comm_ranks(comm);
  *ex = (gm_exchange){.comm = comm, .sorted = 1};
  GM_TRY(GM_RESIZE(ex->start, 0, 2 * ranks + 3));
  GM_TRY(GM_RESIZE(ex->out.count, 0, ranks));
  GM_TRY(GM_RESIZE(ex->in.count, 0, ranks));
  GM_TRY(GM_RESIZE(ex->sent.count, 0, ranks));
  GM_TRY(GM_RESIZE(ex->received.count, 0, ranks));
  ex->owned = ex->grains = g->n;
  return gm_grains_share(g);
}

gm_status gm_exchange_room(gm_parcel *p, size_t bytes)
{
  if (bytes <= p->capacity) return GM_OK;
  const size_t most = bytes + bytes / 4 + 4096;
  GM_TRY(GM_RESIZE(p->bytes, 0, most));
  p->capacity = most;
  return GM_OK;
}

/* Send ex->out; ex->in has what came. */
static gm_status send_exchange_ghosts(gm_exchange *ex)
{
  const int ranks = gm_comm_ranks(ex->comm);
  size_t all = 0;
  gm_comm_counts(ex->comm, ex->out.count, ex->in.count);
  for (int r = 0; r < ranks; ++r)
    all += (size_t)ex->in.count[r];
  GM_TRY(gm_comm_agree(ex->comm, gm_exchange_room(&ex->in, all)));
  gm_comm_swap(ex->comm, ex->out.bytes, ex->out.count, ex->in.bytes,
               ex->in.count);
  return GM_OK;
}

static gm_status reserve_exchange_order(gm_exchange *ex, gm_index n)
{
  if ((size_t)n <= ex->order_capacity) return GM_OK;
  const size_t rows = (size_t)n + (size_t)n / 8 + 64;
  GM_TRY(GM_RESIZE(ex->order, 0, rows));
  GM_TRY(GM_RESIZE(ex->scratch, 0, rows));
  ex->order_capacity = rows;
  return GM_OK;
}

static gm_status reserve_exchange_halo_rows(gm_exchange *ex, gm_grains *g,
                                            gm_index n)
{
  GM_TRY(reserve_exchange_order(ex, n));
  if (n <= g->capacity) return GM_OK;
  return gm_grains_fit(g, g, n + n / 8 + 64);
}

/* ---- grains to their owners -------------------------------------------------------- */

/* What goes to a rank begins with this. */
typedef struct letter {
  int64_t grains, touches;
} letter;

/* The new owner of row i, or this rank for those that stay. */
static int exchange_goes_to(const gm_exchange *ex, const gm_scene *s,
                            gm_index i)
{
  const gm_index clump = gm_grains_clump(&s->grains, i);
  return gm_cuts_owner(&ex->cuts, &s->domain,
                       clump ? s->clumps.row[clump - 1].x : s->grains.g[i].x);
}

/* ex->order[i] becomes the new owner of each row; *n the number that leave. */
static void find_exchange_owners(gm_exchange *ex, const gm_scene *s, letter *to)
{
  const int self = gm_comm_rank(ex->comm);
  const gm_grains *g = &s->grains;
  for (gm_index i = 0; i < g->n; ++i) {
    ex->order[i] = gm_grains_ghost(g, i) ? -1 : exchange_goes_to(ex, s, i);
    if (ex->order[i] < 0 || ex->order[i] == self) continue;
    ++to[ex->order[i]].grains;
  }
}

/* The ranks other than this that a contact goes to, at most two. */
static int exchange_ranks(const gm_exchange *ex, const gm_touch *q, int rank[2])
{
  const int self = gm_comm_rank(ex->comm);
  const gm_index a = gm_id_rows_find(&ex->rows, q->a);
  const gm_index b = q->b < 0 ? -1 : gm_id_rows_find(&ex->rows, q->b);
  const int at[2] = {a < 0 ? -1 : ex->order[a], b < 0 ? -1 : ex->order[b]};
  int n = 0;
  for (int k = 0; k < 2; ++k) {
    if (at[k] < 0 || at[k] == self || (k && n && at[1] == rank[0])) continue;
    rank[n++] = at[k];
  }
  return n;
}

/* Write letters, rows and contacts for each rank to ex->out. */
static gm_status write_exchange_letters(gm_exchange *ex, const gm_scene *s,
                                        const letter *to)
{
  const gm_grains *g = &s->grains;
  const int ranks = gm_comm_ranks(ex->comm), self = gm_comm_rank(ex->comm);
  const size_t row = gm_clump_rows_bytes(s);
  size_t all = 0;
  for (int r = 0; r < ranks; ++r) {
    ex->out.count[r] = (int64_t)(sizeof(letter) + (size_t)to[r].grains * row +
                                 (size_t)to[r].touches * sizeof(gm_touch));
    all += (size_t)ex->out.count[r];
  }
  GM_TRY(gm_exchange_room(&ex->out, all));
  char **at = NULL; /* where rows of each rank go, and contacts */
  GM_TRY(gm_memory_resize((void **)&at, 0, 2 * (size_t)ranks, sizeof *at));
  char *begin = ex->out.bytes;
  for (int r = 0; r < ranks; ++r) {
    memcpy(begin, &to[r], sizeof to[r]);
    at[2 * r] = begin + sizeof to[r];
    at[2 * r + 1] = at[2 * r] + (size_t)to[r].grains * row;
    begin += ex->out.count[r];
  }
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_index r = ex->order[i];
    if (r < 0 || r == self) continue;
    gm_clump_rows_pack(s, i, at[2 * r]);
    at[2 * r] += row;
  }
  for (gm_index k = 0; k < ex->touches.n; ++k) {
    int rank[2];
    for (int n = exchange_ranks(ex, &ex->touches.row[k], rank); n > 0; --n) {
      char **end = &at[2 * rank[n - 1] + 1];
      memcpy(*end, &ex->touches.row[k], sizeof(gm_touch));
      *end += sizeof(gm_touch);
    }
  }
  gm_memory_free((void **)&at);
  return GM_OK;
}

/* Take what came: rows behind those that stayed, in runs from start[1] on. */
static gm_status read_exchange_letters(gm_exchange *ex, gm_scene *s)
{
  gm_grains *g = &s->grains;
  const int ranks = gm_comm_ranks(ex->comm);
  const size_t row = gm_clump_rows_bytes(s);
  gm_index rows = g->n, touches = ex->touches.n;
  letter l;
  const char *from = ex->in.bytes;
  for (int r = 0; r < ranks; from += ex->in.count[r++]) {
    memcpy(&l, from, sizeof l);
    rows += (gm_index)l.grains;
    touches += (gm_index)l.touches;
  }
  GM_TRY(reserve_exchange_halo_rows(ex, g, rows));
  GM_TRY(gm_clump_rows_reserve(s, rows - g->n));
  GM_TRY(gm_touches_reserve(&ex->touches, touches));
  from = ex->in.bytes;
  for (int r = 0; r < ranks; ++r) {
    memcpy(&l, from, sizeof l);
    from += sizeof l;
    for (int64_t k = 0; k < l.grains; ++k, from += row)
      gm_clump_rows_unpack(s, from);
    ex->start[r + 2] = g->n;
    const size_t bytes = (size_t)l.touches * sizeof(gm_touch);
    if (bytes) memcpy(&ex->touches.row[ex->touches.n], from, bytes);
    ex->touches.n += (gm_index)l.touches;
    from += bytes;
  }
  return GM_OK;
}

/* Keep the rows that this rank owns from now on, in their order, and their clumps. */
static gm_status keep_exchange_own(gm_exchange *ex, gm_scene *s)
{
  gm_grains *g = &s->grains;
  const int self = gm_comm_rank(ex->comm);
  gm_index n = 0;
  for (gm_index i = 0; i < g->n; ++i)
    if (ex->order[i] == self) ex->order[n++] = i;
  GM_TRY(gm_grains_permute(g, ex->order, n));
  return gm_clump_order_follow(s);
}

/* The one order of the runs in ex->start. */
static gm_status merge_exchange_runs(gm_exchange *ex, gm_grains *g, int runs)
{
  gm_merged_find(g, ex->start, runs, ex->order, ex->scratch);
  return gm_grains_permute(g, ex->order, g->n);
}

static gm_status migrate_exchange_grains(gm_exchange *ex, gm_scene *s)
{
  const int ranks = gm_comm_ranks(ex->comm);
  gm_grains *g = &s->grains;
  letter *to = NULL;
  gm_status status = reserve_exchange_order(ex, g->n);
  if (status == GM_OK) status = GM_RESIZE(to, 0, ranks);
  if (status == GM_OK) status = gm_id_rows_fill(&ex->rows, g->id, g->n);
  if (status == GM_OK) {
    memset(to, 0, (size_t)ranks * sizeof *to);
    find_exchange_owners(ex, s, to);
    if (!s->comm) /* the others have these grains themselves */
      memset(to, 0, (size_t)ranks * sizeof *to);
    for (gm_index k = 0; s->comm && k < ex->touches.n; ++k) {
      int rank[2];
      for (int n = exchange_ranks(ex, &ex->touches.row[k], rank); n > 0; --n)
        ++to[rank[n - 1]].touches;
    }
    if (s->comm) status = write_exchange_letters(ex, s, to);
  }
  GM_FREE(to);
  GM_TRY(gm_comm_agree(ex->comm, status));
  if (s->comm) GM_TRY(send_exchange_ghosts(ex));
  status = keep_exchange_own(ex, s);
  ex->start[0] = 0;
  ex->start[1] = g->n;
  if (status == GM_OK && s->comm) status = read_exchange_letters(ex, s);
  if (status == GM_OK && s->comm)
    status = merge_exchange_runs(ex, g, ranks + 1);
  return gm_comm_agree(ex->comm, status);
}

/* ---- ghosts ------------------------------------------------------------------ */

/* The boxes around the grains of all ranks; box[ranks][BOX]. */
static void find_exchange_rank_boxes(const gm_exchange *ex, const gm_grains *g,
                                     double *box)
{
  double *mine = &box[BOX * gm_comm_rank(ex->comm)];
  for (int k = 0; k < BOX * gm_comm_ranks(ex->comm); ++k)
    box[k] = -INFINITY;
  for (gm_index i = 0; i < g->n; ++i) {
    const gm_row4 x = g->g[i].x;
    for (int a = 0; a < 3; ++a) {
      mine[a] = fmax(mine[a], -x[a]);
      mine[3 + a] = fmax(mine[3 + a], x[a]);
    }
    mine[6] = fmax(mine[6], x[3]);
  }
  gm_comm_most(ex->comm, box, BOX * gm_comm_ranks(ex->comm));
}

/* Do [low, high] and that box come within reach of each other along axis a, by some
 * image? */
static int exchange_near_side(const gm_domain *d, const double *box, int a,
                              double low, double high, double reach)
{
  const double least = -box[a] - reach, most = box[3 + a] + reach;
  const double side = d->side[a];
  if (high >= least && low <= most) return 1;
  return side > 0.0 && ((high + side >= least && low + side <= most) ||
                        (high - side >= least && low - side <= most));
}

/* Does a grain at x come within reach of the grains of that box? */
static int exchange_reaches_box(const gm_domain *d, const double *box,
                                gm_row4 x, double skin)
{
  const double reach = x[3] + box[6] + skin;
  return exchange_near_side(d, box, 0, x[0], x[0], reach) &&
         exchange_near_side(d, box, 1, x[1], x[1], reach) &&
         exchange_near_side(d, box, 2, x[2], x[2], reach);
}

/* Does any of the grains of one box? */
static int exchange_boxes_touch(const gm_domain *d, const double *box,
                                const double *mine, double skin)
{
  int all = 1;
  for (int a = 0; a < 3; ++a)
    all &= exchange_near_side(d, box, a, -mine[a], mine[3 + a],
                              mine[6] + box[6] + skin);
  return all;
}

static gm_status reserve_exchange_halo(gm_halo_rows *h, gm_index n)
{
  if (n <= h->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(GM_RESIZE(h->row, h->n, rows));
  h->capacity = rows;
  return GM_OK;
}

/* Which rows go to which ranks, and the rows themselves to ex->out. */
static gm_status choose_exchange_ghosts(gm_exchange *ex, const gm_scene *s,
                                        const double *box, double skin)
{
  const int ranks = gm_comm_ranks(ex->comm), self = gm_comm_rank(ex->comm);
  const gm_grains *g = &s->grains;
  const size_t row = gm_clump_rows_bytes(s);
  ex->sent.n = 0;
  for (int r = 0; r < ranks; ++r) {
    const gm_index first = ex->sent.n;
    const double *to = &box[BOX * r];
    const int any = r != self && exchange_boxes_touch(&s->domain, to,
                                                      &box[BOX * self], skin);
    if (any) GM_TRY(reserve_exchange_halo(&ex->sent, first + g->n));
    for (gm_index i = 0; any && i < g->n; ++i)
      if (exchange_reaches_box(&s->domain, to, g->g[i].x, skin))
        ex->sent.row[ex->sent.n++] = i;
    ex->sent.count[r] = ex->sent.n - first;
    ex->out.count[r] = (int64_t)ex->sent.count[r] * (int64_t)row;
  }
  GM_TRY(gm_exchange_room(&ex->out, (size_t)ex->sent.n * row));
  char *to = ex->out.bytes;
  for (gm_index k = 0; k < ex->sent.n; ++k, to += row)
    gm_clump_rows_pack(s, ex->sent.row[k], to);
  return GM_OK;
}

/* Ghosts behind the owned rows, in runs from start[1] on. */
static gm_status take_exchange_ghosts(gm_exchange *ex, gm_scene *s)
{
  gm_grains *g = &s->grains;
  const int ranks = gm_comm_ranks(ex->comm);
  const size_t row = gm_clump_rows_bytes(s);
  int64_t all = 0;
  for (int r = 0; r < ranks; ++r)
    all += ex->in.count[r] / (int64_t)row;
  GM_TRY(reserve_exchange_halo_rows(ex, g, (gm_index)(g->n + all)));
  GM_TRY(gm_clump_rows_reserve(s, (gm_index)all));
  GM_TRY(reserve_exchange_halo(&ex->received, (gm_index)all));
  const char *from = ex->in.bytes;
  ex->received.n = 0;
  for (int r = 0; r < ranks; ++r) {
    ex->received.count[r] = (gm_index)(ex->in.count[r] / (int64_t)row);
    for (gm_index k = 0; k < ex->received.count[r]; ++k, from += row) {
      gm_clump_rows_unpack(s, from);
      g->ghost[g->n - 1] = 1;
      ex->received.row[ex->received.n++] = g->n - 1;
    }
    ex->start[r + 2] = g->n;
  }
  ex->count.ghosts += all;
  return GM_OK;
}

/* Rows of the halo follow their grains to the places of the one order. */
static void follow_exchange_ghosts(const gm_exchange *ex, gm_halo_rows *h,
                                   gm_index n)
{
  for (gm_index k = 0; k < n; ++k)
    ex->scratch[ex->order[k]] = k;
  for (gm_index k = 0; k < h->n; ++k)
    h->row[k] = ex->scratch[h->row[k]];
}

static gm_status find_exchange_ghosts(gm_exchange *ex, gm_scene *s, double skin)
{
  const int ranks = gm_comm_ranks(ex->comm);
  gm_grains *g = &s->grains;
  double *box = NULL;
  GM_TRY(gm_comm_agree(ex->comm, GM_RESIZE(box, 0, BOX * ranks)));
  find_exchange_rank_boxes(ex, g, box);
  gm_status status = choose_exchange_ghosts(ex, s, box, skin);
  GM_FREE(box);
  GM_TRY(gm_comm_agree(ex->comm, status));
  GM_TRY(send_exchange_ghosts(ex));
  ex->start[0] = 0;
  ex->start[1] = g->n;
  status = take_exchange_ghosts(ex, s);
  if (status == GM_OK) status = merge_exchange_runs(ex, g, ranks + 1);
  if (status == GM_OK) status = gm_clump_rows_unite(s, &ex->rows);
  if (status == GM_OK) {
    follow_exchange_ghosts(ex, &ex->sent, g->n);
    follow_exchange_ghosts(ex, &ex->received, g->n);
  }
  return gm_comm_agree(ex->comm, status);
}

/* ---- rows anew --------------------------------------------------------------- */

/* What a grain of this rank costs, by the time that the rank has worked since the last
 * cuts, waiting left out.  A rank whose machine was disturbed for a while does not empty
 * the others: a quarter is the least. */
static int64_t exchange_cost_of_grain(gm_exchange *ex)
{
  const double now = gm_clock_now();
  const double waited = gm_comm_costs(ex->comm).seconds;
  const double worked = now - ex->cut.at - (waited - ex->cut.waited);
  const double each = ex->cut.at > 0.0 && ex->owned > 0
                          ? fmax(worked, 0.0) / (double)ex->owned
                          : 0.0;
  double most = each;
  gm_comm_most(ex->comm, &most, 1);
  ex->cut.at = now;
  ex->cut.waited = waited;
  return most > 0.0 ? (int64_t)fmax(COST * each / most, COST / 4) : COST;
}

gm_status gm_exchange_rows(gm_exchange *ex, gm_scene *s, double skin,
                           gm_history_transfer *m)
{
  gm_grains *g = &s->grains;
  gm_comm *with = s->comm; /* before the first time all have all grains */
  if (ex->sorted)
    GM_TRY(gm_cuts_find(&ex->cuts, s, ex->comm, exchange_cost_of_grain(ex)));
  ex->sorted = 0;
  GM_TRY(migrate_exchange_grains(ex, s));
  ex->owned = g->n;
  int64_t all = g->n;
  gm_comm_add(ex->comm, &all, 1);
  ex->grains = all;
  GM_TRY(find_exchange_ghosts(ex, s, skin));
  gm_status status = GM_OK;
  if (!with && g->capacity > 2 * g->n + 64)
    status = gm_grains_fit(g, g, g->n + g->n / 8 + 64);
  if (status == GM_OK) status = gm_id_rows_fill(&ex->rows, g->id, g->n);
  if (status == GM_OK)
    status = gm_touches_restore(&ex->touches, s, &ex->rows, ex->left, m);
  ex->left = 0;
  ++ex->count.lists;
  ex->count.owned += ex->owned;
  s->comm = ex->comm;
  return gm_comm_agree(ex->comm, status);
}

/* ---- halo -------------------------------------------------------------------- */

/* What goes to a ghost in a step, with the turn of its clump; radius and mass stay. */
typedef struct news {
  double x[3], v[3], w[3];
} news;

static size_t exchange_news_bytes(const gm_grains *g)
{
  return sizeof(news) + (g->moved ? sizeof *g->moved : 0) +
         (g->member ? sizeof(gm_quat) : 0);
}

static void write_exchange_news(const gm_scene *s, gm_index i, char *to)
{
  const gm_grains *g = &s->grains;
  const gm_index clump = gm_grains_clump(g, i);
  const gm_row4 x = g->g[i].x, v = g->g[i].v, w = g->w[i];
  const news n = {{x[0], x[1], x[2]}, {v[0], v[1], v[2]}, {w[0], w[1], w[2]}};
  memcpy(to, &n, sizeof n);
  to += sizeof n;
  if (g->moved) memcpy(to, &g->moved[i], sizeof *g->moved);
  if (g->moved) to += sizeof *g->moved;
  if (clump) memcpy(to, &s->clumps.row[clump - 1].turn, sizeof(gm_quat));
}

/* Returns how far it has moved, squared. */
static double read_exchange_news(gm_scene *s, gm_index i, const char *from)
{
  gm_grains *g = &s->grains;
  const gm_index clump = gm_grains_clump(g, i);
  news n;
  memcpy(&n, from, sizeof n);
  gm_grain *to = &g->g[i];
  double way = 0.0;
  for (int a = 0; a < 3; ++a) {
    way += (n.x[a] - to->x[a]) * (n.x[a] - to->x[a]);
    to->x[a] = n.x[a];
    to->v[a] = n.v[a];
    g->w[i][a] = n.w[a];
  }
  from += sizeof n;
  if (g->moved) memcpy(&g->moved[i], from, sizeof *g->moved);
  if (g->moved) from += sizeof *g->moved;
  if (clump) memcpy(&s->clumps.row[clump - 1].turn, from, sizeof(gm_quat));
  return way;
}

/* Room for `each` bytes of each row, and their counts. */
static gm_status count_exchange_bytes(const gm_halo_rows *h, int ranks,
                                      size_t each, gm_parcel *p)
{
  for (int r = 0; r < ranks; ++r)
    p->count[r] = (int64_t)h->count[r] * (int64_t)each;
  return gm_exchange_room(p, (size_t)h->n * each);
}

/* A rank without memory cannot go on. */
static void prepare_exchange_halo(gm_exchange *ex, size_t each)
{
  const int ranks = gm_comm_ranks(ex->comm);
  if (count_exchange_bytes(&ex->sent, ranks, each, &ex->out) != GM_OK ||
      count_exchange_bytes(&ex->received, ranks, each, &ex->in) != GM_OK)
    gm_comm_stop(ex->comm, GM_ERR_MEMORY);
}

void gm_exchange_halo(gm_exchange *ex, gm_scene *s, double *fastest,
                      size_t stride)
{
  const size_t each = exchange_news_bytes(&s->grains);
  const double per = 1.0 / (s->dt * s->dt);
  prepare_exchange_halo(ex, each);
  for (gm_index k = 0; k < ex->sent.n; ++k)
    write_exchange_news(s, ex->sent.row[k], ex->out.bytes + (size_t)k * each);
  gm_comm_swap(ex->comm, ex->out.bytes, ex->out.count, ex->in.bytes,
               ex->in.count);
  for (gm_index k = 0; k < ex->received.n; ++k) {
    const gm_index i = ex->received.row[k], c = i / s->contacts.chunk;
    const double way =
        read_exchange_news(s, i, ex->in.bytes + (size_t)k * each);
    double *most = (double *)(void *)((char *)fastest + (size_t)c * stride);
    *most = fmax(*most, way * per);
  }
}

void gm_exchange_marks(gm_exchange *ex, uint8_t *value)
{
  prepare_exchange_halo(ex, 1);
  for (gm_index k = 0; k < ex->sent.n; ++k)
    ex->out.bytes[k] = (char)value[ex->sent.row[k]];
  gm_comm_swap(ex->comm, ex->out.bytes, ex->out.count, ex->in.bytes,
               ex->in.count);
  for (gm_index k = 0; k < ex->received.n; ++k)
    value[ex->received.row[k]] = (uint8_t)ex->in.bytes[k];
}

static void clear_exchange_halo(gm_halo_rows *h)
{
  GM_FREE(h->row);
  GM_FREE(h->count);
}

void gm_exchange_clear(gm_exchange *ex)
{
  gm_cuts_clear(&ex->cuts);
  gm_touches_clear(&ex->touches);
  gm_id_rows_clear(&ex->rows);
  GM_FREE(ex->out.bytes);
  GM_FREE(ex->out.count);
  GM_FREE(ex->in.bytes);
  GM_FREE(ex->in.count);
  clear_exchange_halo(&ex->sent);
  clear_exchange_halo(&ex->received);
  GM_FREE(ex->start);
  GM_FREE(ex->order);
  GM_FREE(ex->scratch);
  *ex = (gm_exchange){0};
}
