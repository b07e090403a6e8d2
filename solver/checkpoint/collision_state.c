/* checkpoint/collision_state.c -- impulses since the last frame, by pair: those of the
 * present neighbour list, which go on there, and those of earlier lists.
 */
#include "checkpoint/collision_state.h"

#include "base/memory.h"

static const gm_archive_field balance[] = {
    GM_ARCHIVE_FIELD(gm_hard_balance, collisions, INT64, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, impacts, INT64, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, corrections, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, virial, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, virial_xy, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, framed, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, before, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, pairs, INT64, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, walls, INT64, 1),
    GM_ARCHIVE_FIELD(gm_hard_balance, overlap, DOUBLE, 1),
};

static const gm_archive_field since[] = {
    GM_ARCHIVE_FIELD(gm_structure, since.force, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure, since.torque, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure, since.power, DOUBLE, 1),
};

static const gm_archive_field sum[] = {
    GM_ARCHIVE_FIELD(gm_collision_sum, a, INT64, 1),
    GM_ARCHIVE_FIELD(gm_collision_sum, b, INT64, 1),
    GM_ARCHIVE_FIELD(gm_collision_sum, structure, INT32, 1),
    GM_ARCHIVE_FIELD(gm_collision_sum, patch, INT32, 1),
    GM_ARCHIVE_FIELD(gm_collision_sum, impulse, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_collision_sum, count, DOUBLE, 1),
};

/* Impulses of the pairs of the neighbour list, by their keys. */
typedef struct pair_sum {
  gm_index a, b, patch;
  int32_t image;
  gm_row4 sum;
} pair_sum;

static const gm_archive_field note[] = {
    GM_ARCHIVE_FIELD(pair_sum, a, INT32, 1),
    GM_ARCHIVE_FIELD(pair_sum, b, INT32, 1),
    GM_ARCHIVE_FIELD(pair_sum, patch, INT32, 1),
    GM_ARCHIVE_FIELD(pair_sum, image, INT32, 1),
    GM_ARCHIVE_FIELD(pair_sum, sum, DOUBLE, 4),
};

static int64_t take_rows(const gm_hard_grains *h, const gm_contacts *list,
                         pair_sum *to)
{
  int64_t n = 0;
  for (gm_index k = 0; k < h->rows; ++k)
    if (h->row[k][3] != 0.0)
      to[n++] = (pair_sum){list->a[k], list->b[k], gm_contacts_patch(list, k),
                           list->image ? list->image[k] : 0, h->row[k]};
  return n;
}

/* To the rows of the present list; pairs that it does not have are those that met before
 * it. */
static gm_status put_rows(const gm_archive *a, gm_hard_grains *h,
                          const gm_scene *s, const pair_sum *from, int64_t n)
{
  const gm_contacts *list = &s->contacts;
  if (n) GM_TRY(gm_hard_reserve_rows(h, list->n));
  for (int64_t k = 0; k < n; ++k) {
    const pair_sum *q = &from[k];
    const gm_index most = q->patch < 0 ? s->grains.n : s->structures.n;
    if (q->a < 0 || q->a >= s->grains.n || q->b < 0 || q->b >= most ||
        (q->patch < 0 && q->b <= q->a))
      return gm_archive_refuse(a, "a collision is not possible");
    const gm_index row =
        gm_history_transfer_row(list, q->a, q->b, q->patch, q->image);
    if (row >= 0)
      h->row[row] = q->sum;
    else
      GM_TRY(gm_hard_note(h, s, q->a, q->b, q->patch, q->sum));
  }
  return GM_OK;
}

static gm_status pass_rows(gm_archive *a, gm_hard_grains *h, const gm_scene *s)
{
  pair_sum *row = NULL;
  int64_t n = 0;
  GM_TRY(GM_RESIZE(row, 0, h->rows + 1));
  if (!a->reads) n = take_rows(h, &s->contacts, row);
  gm_status status = gm_archive_group(a, "hard/rows");
  if (status == GM_OK) status = gm_archive_count(a, "n", INT32_MAX, &n);
  if (status == GM_OK && a->reads) status = GM_RESIZE(row, 0, n + 1);
  if (status == GM_OK) status = GM_ARCHIVE_RECORDS(a, note, n, row);
  if (status == GM_OK && a->reads) status = put_rows(a, h, s, row, n);
  GM_FREE(row);
  return status;
}

static gm_status pass_sums(gm_archive *a, gm_collision_sums *s,
                           gm_index structures)
{
  int64_t n = (int64_t)s->n, sorted = (int64_t)s->sorted;
  GM_TRY(gm_archive_count(a, "n_sums", INT32_MAX, &n));
  GM_TRY(gm_archive_count(a, "sorted", n, &sorted));
  if (a->reads) {
    GM_TRY(GM_RESIZE(s->row, 0, n + 1));
    s->capacity = (size_t)n + 1;
    s->n = (size_t)n;
    s->sorted = (size_t)sorted;
  }
  GM_TRY(gm_archive_group(a, "hard/sums"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, sum, n, s->row));
  for (size_t k = 0; a->reads && k < s->n; ++k)
    if (s->row[k].structure < -1 || s->row[k].structure >= structures)
      return gm_archive_refuse(a, "a collision names no structure");
  return GM_OK;
}

gm_status gm_collision_state_pass(gm_archive *a, gm_step *step, gm_scene *s)
{
  gm_grains *g = &s->grains;
  int64_t noted = g->struck != NULL;
  if (!s->hard) return GM_OK;
  GM_TRY(gm_archive_group(a, "hard"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, balance, 1, &s->balance.hard));
  GM_TRY(GM_ARCHIVE_RECORDS(a, since, s->structures.n, s->structures.row));
  GM_TRY(gm_archive_count(a, "noted", 1, &noted));
  if (a->reads && noted) GM_TRY(gm_grains_note_collisions(g));
  if (noted)
    GM_TRY(gm_archive_column(a, "struck", GM_TABLE_DOUBLE, 1, g->n, g->struck));
  GM_TRY(pass_sums(a, &step->hard.sums, s->structures.n));
  if (s->hard == GM_ENGINE_EVENTS) return GM_OK; /* has no list */
  return pass_rows(a, &step->hard, s);
}
