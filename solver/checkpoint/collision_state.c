/* checkpoint/collision_state.c -- impulses since the last frame, by pair: those of the
 * present neighbour list by its rows, those of earlier lists sorted as they are.
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

/* Impulses by row of the neighbour list: none, or one for each. */
static gm_status pass_rows(gm_archive *a, gm_hard_grains *h, const gm_scene *s)
{
  const gm_index n = s->contacts.n;
  int64_t rows = h->rows;
  GM_TRY(gm_archive_count(a, "rows", n, &rows));
  if (a->reads) {
    if (rows && rows != n)
      return gm_archive_refuse(a, "impulses do not fit the neighbour list");
    GM_TRY(GM_RESIZE(h->row, 0, rows + 1));
    h->row_capacity = (size_t)rows + 1;
    h->rows = (gm_index)rows;
  }
  return gm_archive_column(a, "row", GM_TABLE_DOUBLE, 4, rows, h->row);
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
  GM_TRY(pass_rows(a, &step->hard, s));
  return pass_sums(a, &step->hard.sums, s->structures.n);
}
