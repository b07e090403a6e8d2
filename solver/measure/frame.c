/* measure/frame.c -- room for one instant: each table lists its columns once. */
#include "measure/frame.h"

#include "base/column_list.h"

/* clang-format off */
#define COLUMN(member) GM_COLUMN_LIST_ENTRY(gm_frame_grains, member, GM_COLUMN_LIST_SCRATCH)
static const gm_column_list_entry of_grains[] = {
    COLUMN(row), COLUMN(velocity), COLUMN(angular_velocity), COLUMN(coordination),
    COLUMN(structure), COLUMN(distance), COLUMN(normal), COLUMN(site_count),
    COLUMN(answered), COLUMN(unsupported),
};
#undef COLUMN
#define COLUMN(member) GM_COLUMN_LIST_ENTRY(gm_frame_clumps, member, GM_COLUMN_LIST_SCRATCH)
static const gm_column_list_entry of_clumps[] = {
    COLUMN(row), COLUMN(velocity), COLUMN(angular_velocity), COLUMN(coordination),
};
#undef COLUMN
#define COLUMN(member) GM_COLUMN_LIST_ENTRY(gm_frame_contacts, member, GM_COLUMN_LIST_SCRATCH)
static const gm_column_list_entry of_contacts[] = {
    COLUMN(id_a), COLUMN(id_b), COLUMN(structure), COLUMN(patch), COLUMN(other),
    COLUMN(area), COLUMN(from), COLUMN(to), COLUMN(normal), COLUMN(force),
    COLUMN(overlap), COLUMN(source),
};
static const gm_column_list_entry remembered[] = {
    COLUMN(history), COLUMN(couple), COLUMN(last), COLUMN(image),
    COLUMN(damped), COLUMN(slid),
};
static const gm_column_list_entry of_collisions[] = {
    COLUMN(impulse), COLUMN(collisions),
};
#undef COLUMN
/* clang-format on */

#define RESERVE(list, table, rows)                                             \
  gm_column_list_reserve(list, sizeof(list) / sizeof *(list), table, 0, rows)
#define RELEASE(list, table)                                                   \
  gm_column_list_free(list, sizeof(list) / sizeof *(list), table)

gm_status gm_frame_reserve_grains(gm_frame_grains *f, gm_index n)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(RESERVE(of_grains, f, rows));
  f->capacity = rows;
  return GM_OK;
}

gm_status gm_frame_reserve_clumps(gm_frame_clumps *f, gm_index n)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(RESERVE(of_clumps, f, rows));
  f->capacity = rows;
  return GM_OK;
}

gm_status gm_frame_reserve_contacts(gm_frame_contacts *f, gm_index n,
                                    int remembers)
{
  f->n = 0;
  if (n <= f->capacity) return GM_OK;
  const gm_index rows = n + n / 4 + 64;
  GM_TRY(RESERVE(of_contacts, f, rows));
  if (remembers) GM_TRY(RESERVE(remembered, f, rows));
  f->capacity = rows;
  return GM_OK;
}

gm_status gm_frame_reserve_collisions(gm_frame_contacts *f, gm_index n)
{
  const gm_index before = f->capacity;
  GM_TRY(gm_frame_reserve_contacts(f, n, 0));
  if (f->impulse && f->capacity == before) return GM_OK;
  return RESERVE(of_collisions, f, f->capacity);
}

void gm_frame_clear_grains(gm_frame_grains *f)
{
  RELEASE(of_grains, f);
  RELEASE(of_clumps, &f->clumps);
  *f = (gm_frame_grains){0};
}

void gm_frame_clear_contacts(gm_frame_contacts *f)
{
  RELEASE(of_contacts, f);
  RELEASE(remembered, f);
  RELEASE(of_collisions, f);
  *f = (gm_frame_contacts){0};
}
