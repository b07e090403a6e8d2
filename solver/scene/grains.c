/* scene/grains.c -- memory of the grains, and their reordering.
 *
 * Columns are allocated together and grow together.  Reordering follows the cycles of
 * the permutation, column by column, so that it needs one index column of scratch
 * memory and no second copy of the grains.
 */
#include "scene/grains.h"

#include "base/memory.h"

void gm_grains_clear(gm_grains *g)
{
  GM_FREE(g->g);
  GM_FREE(g->w);
  GM_FREE(g->load);
  GM_FREE(g->id);
  GM_FREE(g->material);
  GM_FREE(g->label);
  GM_FREE(g->orientation);
  GM_FREE(g->before);
  GM_FREE(g->moved);
  GM_FREE(g->held);
  GM_FREE(g->member);
  GM_FREE(g->grows);
  GM_FREE(g->struck);
  GM_FREE(g->weight);
  *g = (gm_grains){0};
}

gm_status gm_grains_reserve(gm_grains *g, gm_index capacity,
                            int with_orientation)
{
  if (capacity <= g->capacity) return GM_OK;
  GM_TRY(GM_RESIZE(g->g, g->n, capacity));
  GM_TRY(GM_RESIZE(g->w, g->n, capacity));
  if (g->load) GM_TRY(GM_RESIZE(g->load, 0, capacity));
  GM_TRY(GM_RESIZE(g->id, g->n, capacity));
  GM_TRY(GM_RESIZE(g->material, g->n, capacity));
  GM_TRY(GM_RESIZE(g->label, g->n, capacity));
  if (with_orientation) GM_TRY(GM_RESIZE(g->orientation, g->n, capacity));
  if (g->before) GM_TRY(GM_RESIZE(g->before, g->n, capacity));
  if (g->moved) GM_TRY(GM_RESIZE(g->moved, g->n, capacity));
  if (g->held) GM_TRY(GM_RESIZE(g->held, g->n, capacity));
  if (g->member) GM_TRY(GM_RESIZE(g->member, g->n, capacity));
  if (g->grows) GM_TRY(GM_RESIZE(g->grows, g->n, capacity));
  if (g->struck) GM_TRY(GM_RESIZE(g->struck, g->n, capacity));
  if (g->weight) GM_TRY(GM_RESIZE(g->weight, g->n, capacity));
  g->capacity = capacity;
  return GM_OK;
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
static gm_grain_moved steady(const gm_grains *g, gm_index i)
{
  const gm_row4 vector = {1.0, 1.0, 1.0, 0.0};
  return (gm_grain_moved){vector * g->g[i].v, vector * g->w[i]};
}

gm_status gm_grains_trace(gm_grains *g)
{
  if (g->moved) return GM_OK;
  GM_TRY(GM_RESIZE(g->moved, 0, g->capacity));
  for (gm_index i = 0; i < g->n; ++i)
    g->moved[i] = steady(g, i);
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
  if (g->moved) g->moved[i] = steady(g, i);
  if (g->held) g->held[i] = (gm_grain_held){.group = 0};
  if (g->member) g->member[i] = (gm_grain_member){.clump = 0};
  if (g->grows) g->grows[i] = (gm_grain_grows){.full = r};
  if (g->struck) g->struck[i] = -INFINITY;
  if (g->weight) g->weight[i] = 1.0;
}

enum { COLUMNS = 13 };

/* Reorder n rows in place along each cycle of the permutation: row k receives row
 * from[k].  Rows that are done are marked as -1 - from[k] and restored at the end. */
static void permute_rows(char *rows, size_t size, gm_index *from, gm_index n)
{
  char kept[sizeof(gm_grain_before)];
  GM_ASSERT(size <= sizeof kept);
  for (gm_index k = 0; k < n; ++k) {
    if (from[k] < 0) continue; /* this cycle is done */
    __builtin_memcpy(kept, rows + (size_t)k * size, size);
    gm_index at = k;
    while (from[at] != k) {
      const gm_index next = from[at];
      __builtin_memcpy(rows + (size_t)at * size, rows + (size_t)next * size,
                       size);
      from[at] = -1 - next;
      at = next;
    }
    __builtin_memcpy(rows + (size_t)at * size, kept, size);
    from[at] = -1 - k;
  }
  for (gm_index k = 0; k < n; ++k)
    from[k] = -1 - from[k];
}

/* Complete `from` to a permutation of all rows by appending the rows that it does not
 * name.  Free *whole with GM_FREE. */
static gm_status whole_permutation(const gm_index *from, gm_index n,
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
  const struct {
    void *rows;
    size_t size;
  } column[COLUMNS] = {
      {g->g, sizeof *g->g},           {g->w, sizeof *g->w},
      {g->id, sizeof *g->id},         {g->material, sizeof *g->material},
      {g->label, sizeof *g->label},   {g->orientation, sizeof *g->orientation},
      {g->before, sizeof *g->before}, {g->held, sizeof *g->held},
      {g->grows, sizeof *g->grows},   {g->moved, sizeof *g->moved},
      {g->struck, sizeof *g->struck}, {g->weight, sizeof *g->weight},
      {g->member, sizeof *g->member},
  };
  gm_index *whole = NULL;
  GM_TRY(whole_permutation(from, n, g->n, &whole));
  for (int c = 0; c < COLUMNS; ++c) {
    if (column[c].rows)
      permute_rows(column[c].rows, column[c].size, whole, g->n);
  }
  GM_FREE(whole);
  g->n = n;
  return GM_OK;
}
