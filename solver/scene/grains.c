/* scene/grains.c -- memory of the grains, and their reordering.
 *
 * Columns are listed once; they are allocated and grow together.  Reordering follows the
 * cycles of the permutation, column by column, so that it needs one index column of
 * scratch memory and no second copy of the grains.
 */
#include "scene/grains.h"

#include "base/column_list.h"
#include "base/memory.h"

/* Release the growth table. */

void gm_grains_growth_clear(gm_growths *g)
{
  GM_FREE(g->row);
  *g = (gm_growths){0};
}

/* clang-format off */
#define COLUMN(member, flags) GM_COLUMN_LIST_ENTRY(gm_grains, member, flags)
static const gm_column_list_entry columns[] = {
    COLUMN(g, 0),
    COLUMN(w, 0),
    COLUMN(load, GM_COLUMN_LIST_OPTIONAL | GM_COLUMN_LIST_SCRATCH),
    COLUMN(id, 0),
    COLUMN(material, 0),
    COLUMN(label, 0),
    COLUMN(orientation, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(before, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(moved, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(held, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(member, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(grows, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(struck, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(spent, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(turned, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(weight, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(key, GM_COLUMN_LIST_OPTIONAL),
    COLUMN(ghost, GM_COLUMN_LIST_OPTIONAL),
};
#undef COLUMN
/* clang-format on */
enum { COLUMNS = sizeof columns / sizeof *columns };

void gm_grains_clear(gm_grains *g)
{
  gm_column_list_free(columns, COLUMNS, g);
  *g = (gm_grains){0};
}

gm_status gm_grains_reserve(gm_grains *g, gm_index capacity,
                            int with_orientation)
{
  if (capacity <= g->capacity) return GM_OK;
  if (with_orientation && !g->orientation)
    GM_TRY(GM_RESIZE(g->orientation, 0, capacity));
  GM_TRY(gm_column_list_reserve(columns, COLUMNS, g, g->n, capacity));
  g->capacity = capacity;
  return GM_OK;
}

gm_status gm_grains_share(gm_grains *g)
{
  if (!g->key) GM_TRY(GM_RESIZE(g->key, 0, g->capacity));
  if (!g->ghost) GM_TRY(GM_RESIZE(g->ghost, 0, g->capacity));
  for (gm_index i = 0; i < g->n; ++i) {
    g->key[i] = (uint64_t)i;
    g->ghost[i] = 0;
  }
  return GM_OK;
}

gm_status gm_grains_fit(gm_grains *g, const gm_grains *like, gm_index capacity)
{
  const gm_index most = capacity > g->capacity ? capacity : g->capacity;
  for (int k = 0; k < COLUMNS; ++k) {
    void **to = (void **)((char *)g + columns[k].at);
    if (!*to && *(void *const *)((const char *)like + columns[k].at))
      GM_TRY(gm_memory_resize(to, 0, (size_t)most, columns[k].size));
  }
  GM_TRY(gm_column_list_reserve(columns, COLUMNS, g, g->n, capacity));
  g->capacity = capacity;
  return GM_OK;
}

size_t gm_grains_bytes(const gm_grains *g)
{
  return gm_column_list_bytes(columns, COLUMNS, g);
}

void gm_grains_pack(const gm_grains *g, gm_index i, char *bytes)
{
  gm_column_list_pack(columns, COLUMNS, g, i, bytes);
}

void gm_grains_unpack(gm_grains *g, gm_index i, const char *bytes)
{
  gm_column_list_unpack(columns, COLUMNS, g, i, bytes);
}

gm_status gm_grains_keep_loads(gm_grains *g)
{
  if (g->load) return GM_OK;
  return GM_RESIZE(g->load, 0, g->capacity);
}

gm_status gm_grains_remember(gm_grains *g)
{
  if (g->before) return GM_OK;
  GM_TRY(GM_RESIZE(g->before, 0, g->capacity));
  for (gm_index i = 0; i < g->n; ++i)
    g->before[i] = (gm_grain_before){.known = 0};
  return GM_OK;
}

/* Grain i as if its velocities had been constant for a step. */
static gm_grain_moved steady_grain(const gm_grains *g, gm_index i)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  return (gm_grain_moved){vector * g->g[i].v, vector * g->w[i]};
}

gm_status gm_grains_trace(gm_grains *g)
{
  if (g->moved) return GM_OK;
  GM_TRY(GM_RESIZE(g->moved, 0, g->capacity));
  for (gm_index i = 0; i < g->n; ++i)
    g->moved[i] = steady_grain(g, i);
  return GM_OK;
}

gm_status gm_grains_hold(gm_grains *g)
{
  if (g->held) return GM_OK;
  GM_TRY(GM_RESIZE(g->held, 0, g->capacity));
  for (gm_index i = 0; i < g->n; ++i)
    g->held[i] = (gm_grain_held){.group = 0};
  return GM_OK;
}

gm_status gm_grains_join(gm_grains *g)
{
  if (g->member) return GM_OK;
  return GM_RESIZE(g->member, 0, g->capacity);
}

gm_status gm_grains_let_grow(gm_grains *g)
{
  if (g->grows) return GM_OK;
  return GM_RESIZE(g->grows, 0, g->capacity);
}

gm_status gm_grains_note_collisions(gm_grains *g)
{
  if (g->struck) return GM_OK;
  GM_TRY(GM_RESIZE(g->struck, 0, g->capacity));
  for (gm_index i = 0; i < g->n; ++i)
    g->struck[i] = -INFINITY;
  return GM_OK;
}

gm_status gm_grains_account(gm_grains *g)
{
  GM_TRY(GM_RESIZE(g->spent, 0, g->capacity + 1));
  GM_TRY(GM_RESIZE(g->turned, 0, g->capacity + 1));
  for (gm_index i = 0; i < g->n; ++i) {
    g->spent[i] = (gm_spent){0};
    g->turned[i] = 0.0;
  }
  return GM_OK;
}

gm_status gm_grains_weigh(gm_grains *g)
{
  if (g->weight) return GM_OK;
  GM_TRY(GM_RESIZE(g->weight, 0, g->capacity));
  for (gm_index i = 0; i < g->n; ++i)
    g->weight[i] = 1.0;
  return GM_OK;
}

void gm_grains_append(gm_grains *g, gm_id id, gm_vec3 x, double r,
                      double density, gm_vec3 v, gm_vec3 w, gm_index material,
                      gm_index label)
{
  GM_ASSERT(g->n < g->capacity && r > 0.0 && density > 0.0);
  const gm_index i = g->n++;
  const double mass = gm_grain_rule_mass(&g->rule, r, density);
  g->g[i].x = gm_row(x, r);
  g->g[i].v = gm_row(v, 1.0 / mass);
  g->w[i] = gm_row(w, r);
  g->id[i] = id;
  g->material[i] = material;
  g->label[i] = label;
  if (g->orientation) g->orientation[i] = gm_quat_identity();
  if (g->before) g->before[i] = (gm_grain_before){.known = 0};
  if (g->moved) g->moved[i] = steady_grain(g, i);
  if (g->held) g->held[i] = (gm_grain_held){.group = 0};
  if (g->member) g->member[i] = (gm_grain_member){.clump = 0};
  if (g->grows) g->grows[i] = (gm_grain_grows){.full = r};
  if (g->struck) g->struck[i] = -INFINITY;
  if (g->spent) g->spent[i] = (gm_spent){0};
  if (g->turned) g->turned[i] = 0.0;
  if (g->weight) g->weight[i] = 1.0;
  if (g->key) g->key[i] = UINT64_MAX; /* behind all until the next sort */
  if (g->ghost) g->ghost[i] = 0;
}

/* Complete `from` to a permutation of all rows by appending the rows that it does not
 * name.  Free *whole with GM_FREE. */
static gm_status grain_whole_permutation(const gm_index *from, gm_index n,
                                         gm_index all, gm_index **whole)
{
  GM_TRY(GM_RESIZE(*whole, 0, all + 1));
  gm_index *w = *whole, last = all;
  for (gm_index k = 0; k < n; ++k)
    w[from[k]] = 1;
  /* Append from the end, so that w[i] is read before it is overwritten. */
  for (gm_index i = all - 1; i >= 0; --i) {
    if (!w[i]) w[--last] = i;
  }
  GM_ASSERT(last == n);
  for (gm_index k = 0; k < n; ++k)
    w[k] = from[k];
  return GM_OK;
}

gm_status gm_grains_permute(gm_grains *g, const gm_index *from, gm_index n)
{
  gm_index *whole = NULL;
  GM_TRY(grain_whole_permutation(from, n, g->n, &whole));
  gm_column_list_permute(columns, COLUMNS, g, whole, g->n);
  GM_FREE(whole);
  g->n = n;
  return GM_OK;
}
