/* device/slots.c -- the neighbour list of a device; contacts between it and the scene.
 *
 * The device finds the pairs of its grains and keeps histories from one list to the next.
 * Between device and host, as between two lists, contacts go as rows (a, b, history) in
 * any order (search/history_transfer.h); so neither needs the list of the other.
 */
#include "device/slots.h"

#include "base/clock.h"
#include "base/memory.h"
#include "device/walls.h"
#include "search/cells.h"
#include <string.h>

_Static_assert((int)GM_KERNELS_LEVELS >= (int)GM_CELLS_LEVELS,
               "a device has room for all levels of cells");

static gm_status reserve_slots(gm_device *d, gm_backend_buffer *b, size_t bytes)
{
  return gm_device_reserve(d->backend, d->at, b, bytes);
}

static size_t waves_of(const gm_device *d)
{
  return (size_t)(d->n + GM_KERNELS_WAVE - 1) / GM_KERNELS_WAVE;
}

/* ---- contacts as rows ----------------------------------------------------- */

static gm_status reserve_rows(gm_device *d, size_t rows)
{
  gm_device_tables *t = &d->table;
  GM_TRY(reserve_slots(d, &t->a, rows * sizeof(gm_index)));
  GM_TRY(reserve_slots(d, &t->b, rows * sizeof(gm_index)));
  GM_TRY(reserve_slots(d, &t->kept, rows * sizeof(gm_row4)));
  return reserve_slots(d, &t->kept_couple,
                       d->couple ? rows * sizeof(gm_row4) : 1);
}

/* Contacts of the slots to rows. */
static gm_status keep_contacts(gm_device *d, gm_kernels_word *word)
{
  gm_device_tables *t = &d->table;
  for (;;) {
    const size_t rows = t->kept.bytes / sizeof(gm_row4);
    const size_t most = t->a.bytes / sizeof(gm_index);
    word->pairs = 0;
    word->room = (int32_t)(rows < most ? rows : most);
    GM_TRY(gm_device_put(d, &t->word, word, sizeof *word));
    GM_TRY(GM_DEVICE_RUN(d, keep, (size_t)d->n, &t->constants, &t->word,
                         &t->count, &t->first, &t->other, &t->touched,
                         &t->history, &t->couple, &t->a, &t->b, &t->kept,
                         &t->kept_couple));
    GM_TRY(gm_device_fetch(d, &t->word, word, sizeof *word));
    if (word->pairs <= word->room) return GM_OK;
    GM_TRY(reserve_rows(d, (size_t)word->pairs));
  }
}

/* Grains and contacts of the scene, which then has none of two grains, and none at all if
 * all structures are walls. */
static gm_status put_scene(gm_device *d, const gm_device_run *run,
                           gm_kernels_word *word)
{
  gm_scene *s = run->work->scene;
  const gm_model *model = run->work->model;
  gm_device_tables *t = &d->table;
  gm_history_transfer *m = run->history;
  const size_t n = (size_t)d->n;
  const size_t pairs = (size_t)s->materials.n * GM_MATERIALS_MAX;
  GM_TRY(gm_cells_bound(&s->grains, &d->low, &d->high));
  d->strayed = 0.0;
  d->current = 0;
  GM_TRY(gm_history_transfer_save(m, &s->contacts));
  const size_t rows = (size_t)m->n_grain;
  word->pairs = m->n_grain;
  GM_TRY(reserve_rows(d, rows));
  GM_TRY(gm_device_put(d, &t->a, m->a, rows * sizeof *m->a));
  GM_TRY(gm_device_put(d, &t->b, m->b, rows * sizeof *m->b));
  GM_TRY(gm_device_put(d, &t->kept, m->history, rows * sizeof *m->history));
  if (d->couple)
    GM_TRY(
        gm_device_put(d, &t->kept_couple, m->couple, rows * sizeof *m->couple));
  GM_TRY(gm_device_put(d, &t->g[0], s->grains.g, n * sizeof *s->grains.g));
  GM_TRY(gm_device_put(d, &t->w[0], s->grains.w, n * sizeof *s->grains.w));
  GM_TRY(reserve_slots(d, &t->g[1], n * sizeof *s->grains.g));
  GM_TRY(reserve_slots(d, &t->w[1], n * sizeof *s->grains.w));
  GM_TRY(gm_device_put(d, &t->material, s->grains.material,
                       n * sizeof *s->grains.material));
  GM_TRY(
      gm_device_put(d, &t->table, model->table, pairs * sizeof *model->table));
  GM_TRY(reserve_slots(d, &t->couple_table, sizeof *model->couple_table));
  if (d->couple)
    GM_TRY(gm_device_put(d, &t->couple_table, model->couple_table,
                         pairs * sizeof *model->couple_table));
  char why[GM_NAME_LENGTH + 64];
  d->has_walls = gm_walls_can(s, why, sizeof why);
  if (d->has_walls) GM_TRY(gm_walls_put(d, run));
  memset(s->contacts.touched, 0,
         (size_t)(d->has_walls ? s->contacts.n : s->contacts.n_grain));
  s->contacts.apart = d->has_walls ? 2 : 1;
  return GM_OK;
}

/* ---- the list ------------------------------------------------------------- */

static gm_kernels_row row_of(gm_row4 a)
{
  return (gm_kernels_row){a[0], a[1], a[2], a[3]};
}

/* Grids over the box in which the grains are now. */
static void lay_cells(const gm_device *d, const gm_device_run *run,
                      gm_kernels_constants *c)
{
  const double way = (1.0 + 1.0e-9) * d->strayed;
  const gm_row4 stray = {way, way, way, 0.0};
  gm_cells cells = {.n = 0};
  gm_cells_lay(&cells, d->low - stray, d->high + stray, d->n, c->skin);
  if (d->has_walls) {
    run->cells->origin = cells.origin;
    run->cells->size = cells.size;
  }
  c->low = row_of(d->low - stray);
  c->high = row_of(d->high + stray);
  c->far = GM_CELLS_FAR;
  c->levels = cells.n_levels;
  for (int k = 0; k < cells.n_levels; ++k) {
    const gm_cells_level *l = &cells.level[k];
    c->level[k] = (gm_kernels_level){
        .largest = l->largest,
        .per = l->per,
        .nx = l->nx,
        .ny = l->ny,
        .nz = l->nz,
        .start = l->start,
    };
    c->cells = l->start + l->nx * l->ny * l->nz;
  }
}

/* The host's words for grains that are nowhere. */
static gm_status lost_grains(gm_device *d, gm_scene *s)
{
  gm_row4 low, high;
  GM_TRY(gm_device_fetch(d, &d->table.g[d->current], s->grains.g,
                         (size_t)d->n * sizeof *s->grains.g));
  GM_TRY(gm_cells_bound(&s->grains, &low, &high));
  return gm_fail(GM_ERR_NUMBER,
                 "grains fly out of the scene: the motion has blown up; choose "
                 "a smaller time step or softer contacts");
}

/* Counts the partners of the grains and makes room for them. */
static gm_status place_partners(gm_device *d, gm_kernels_constants *c,
                                gm_kernels_word *word)
{
  gm_device_tables *t = &d->table;
  const size_t n = (size_t)d->n, cells = (size_t)c->cells;
  GM_TRY(reserve_slots(d, &t->head, cells * sizeof(int32_t)));
  GM_TRY(reserve_slots(d, &t->next, n * sizeof(int32_t)));
  GM_TRY(reserve_slots(d, &t->count, n * sizeof(int32_t)));
  GM_TRY(reserve_slots(d, &t->near, n * sizeof(int32_t)));
  GM_TRY(reserve_slots(d, &t->first, waves_of(d) * sizeof(int64_t)));
  GM_TRY(reserve_slots(d, &t->result, n * sizeof(gm_kernels_result)));
  GM_TRY(gm_device_put(d, &t->constants, c, sizeof *c));
  GM_TRY(gm_device_put(d, &t->word, word, sizeof *word));
  gm_backend_buffer *const g = &t->g[d->current];
  GM_TRY(GM_DEVICE_RUN(d, clear, cells, &t->constants, &t->head));
  GM_TRY(GM_DEVICE_RUN(d, enter, n, &t->constants, &t->word, g, &t->head,
                       &t->next));
  GM_TRY(GM_DEVICE_RUN(d, count, n, &t->constants, g, &t->head, &t->next,
                       &t->count));
  GM_TRY(GM_DEVICE_RUN(d, place, waves_of(d), &t->constants, &t->word,
                       &t->count, &t->first));
  if (d->has_walls) GM_TRY(gm_walls_count(d));
  return gm_device_fetch(d, &t->word, word, sizeof *word);
}

/* Writes the list, and the contacts of the rows to it. */
static gm_status fill_slots(gm_device *d, gm_kernels_constants *c,
                            gm_kernels_word *word)
{
  gm_device_tables *t = &d->table;
  const size_t slots = d->n_slots;
  const size_t words = waves_of(d) * (size_t)d->words * GM_KERNELS_WAVE;
  GM_TRY(reserve_slots(d, &t->other, slots * sizeof(uint32_t)));
  GM_TRY(reserve_slots(d, &t->touched, words * sizeof(uint32_t)));
  GM_TRY(reserve_slots(d, &t->history, slots * sizeof(gm_row4)));
  GM_TRY(reserve_slots(d, &t->couple, d->couple ? slots * sizeof(gm_row4) : 1));
  GM_TRY(gm_device_put(d, &t->constants, c, sizeof *c));
  GM_TRY(GM_DEVICE_RUN(d, fill, (size_t)d->n, &t->constants, &t->g[d->current],
                       &t->head, &t->next, &t->count, &t->first, &t->other,
                       &t->touched, &t->near));
  GM_TRY(GM_DEVICE_RUN(d, restore, 2 * (size_t)word->pairs, &t->constants,
                       &t->word, &t->count, &t->first, &t->other, &t->touched,
                       &t->history, &t->couple, &t->a, &t->b, &t->kept,
                       &t->kept_couple));
  if (d->has_walls) {
    GM_TRY(gm_device_fetch(d, &t->word, word, sizeof *word));
    GM_TRY(gm_walls_fill(d, word, c));
  }
  GM_TRY(gm_device_fetch(d, &t->word, word, sizeof *word));
  d->sheet = word->sheet;
  if (word->wrong)
    return gm_fail(GM_ERR_NUMBER,
                   "touching contacts are missing in a new candidate list");
  return GM_OK;
}

static gm_status build_slots(gm_device *d, const gm_device_run *run,
                             gm_kernels_constants *c, gm_kernels_word *word)
{
  gm_scene *s = run->work->scene;
  enum { WORDS = 30 };
  if (!(d->strayed < GM_CELLS_FAR)) return lost_grains(d, s);
  lay_cells(d, run, c);
  if (d->has_walls) GM_TRY(gm_walls_place(d, run, c, 1));
  GM_TRY(place_partners(d, c, word));
  if (word->wrong) return lost_grains(d, s);
  d->n_slots = GM_KERNELS_WAVE * (size_t)word->slots;
  for (d->words = 1; word->wide >> (d->words + 1);)
    ++d->words;
  if (d->words >= WORDS)
    return gm_fail(GM_ERR_USE,
                   "a grain has more than %d others near it: more than a "
                   "device keeps; run with --device none",
                   32 * (WORDS - 1));
  c->words = d->words;
  return fill_slots(d, c, word);
}

/* ---- grains near structures ------------------------------------------------ */

/* The grains that have rows with structures; those of a grain follow each other. */
static gm_status find_near_slots(gm_device *d, const gm_contacts *list)
{
  gm_device_mirror *m = &d->mirror;
  gm_device_tables *t = &d->table;
  const size_t most = (size_t)(list->n - list->n_grain);
  const size_t chunks = (size_t)list->n_chunks + 1;
  if (most > m->near_capacity || !m->which) {
    m->near_capacity = 0;
    GM_TRY(GM_RESIZE(m->which, 0, most + most / 8 + 1));
    GM_TRY(GM_RESIZE(m->packed, 0, 3 * (most + most / 8 + 1)));
    GM_TRY(GM_RESIZE(m->given, 0, 2 * (most + most / 8 + 1)));
    m->near_capacity = most + most / 8 + 1;
  }
  if (chunks > m->chunks) {
    m->chunks = 0;
    GM_TRY(GM_RESIZE(m->first_near, 0, chunks + chunks / 8));
    m->chunks = chunks + chunks / 8;
  }
  gm_index k = 0;
  for (gm_index c = 0; c < list->n_chunks; ++c) {
    m->first_near[c] = k;
    for (gm_index row = list->first_structure[c];
         row < list->first_structure[c + 1]; ++row)
      if (k == 0 || m->which[k - 1] != list->a[row])
        m->which[k++] = list->a[row];
  }
  m->first_near[list->n_chunks] = k;
  d->n_near = k;
  const size_t near = (size_t)k;
  GM_TRY(gm_device_put(d, &t->which, m->which, near * sizeof *m->which));
  GM_TRY(gm_device_put(d, &t->n_near, &d->n_near, sizeof d->n_near));
  GM_TRY(reserve_slots(d, &t->packed, near * 3 * sizeof(gm_row4)));
  return reserve_slots(d, &t->given, near * 2 * sizeof(gm_load));
}

/* ---- the whole ------------------------------------------------------------ */

gm_status gm_slots_take(gm_device *d, const gm_device_run *run,
                        gm_kernels_constants *c)
{
  gm_scene *s = run->work->scene;
  const double t0 = gm_clock_now();
  gm_kernels_word word = {.done = 0};
  if (d->fresh && d->listed == run->listed) return GM_OK;
  d->listed = -1;
  if (d->fresh)
    GM_TRY(keep_contacts(d, &word));
  else
    GM_TRY(put_scene(d, run, &word));
  d->fresh = 1;
  GM_TRY(build_slots(d, run, c, &word));
  d->n_near = 0;
  if (!d->has_walls) GM_TRY(find_near_slots(d, &s->contacts));
  d->listed = run->listed;
  ++d->cost.n_lists;
  d->cost.put += gm_clock_now() - t0;
  return GM_OK;
}

gm_status gm_slots_see(gm_device *d, gm_scene *s)
{
  const double t0 = gm_clock_now();
  GM_TRY(gm_device_fetch(d, &d->table.g[d->current], s->grains.g,
                         (size_t)d->n * sizeof *s->grains.g));
  d->cost.fetched += gm_clock_now() - t0;
  return GM_OK;
}

gm_status gm_slots_give(gm_device *d, gm_scene *s, gm_history_transfer *m)
{
  const gm_device_tables *t = &d->table;
  gm_kernels_word word = {.done = 0};
  d->fresh = 0;
  s->contacts.apart = 0;
  GM_TRY(gm_slots_see(d, s));
  const double t0 = gm_clock_now();
  GM_TRY(gm_device_fetch(d, &t->w[d->current], s->grains.w,
                         (size_t)d->n * sizeof *s->grains.w));
  GM_TRY(keep_contacts(d, &word));
  if (d->has_walls)
    GM_TRY(gm_walls_give(d, &s->contacts, m, word.pairs));
  else
    GM_TRY(gm_history_transfer_save_more(m, &s->contacts, word.pairs));
  const size_t rows = (size_t)word.pairs;
  GM_TRY(gm_device_fetch(d, &t->a, m->a, rows * sizeof *m->a));
  GM_TRY(gm_device_fetch(d, &t->b, m->b, rows * sizeof *m->b));
  GM_TRY(gm_device_fetch(d, &t->kept, m->history, rows * sizeof *m->history));
  if (d->couple)
    GM_TRY(gm_device_fetch(d, &t->kept_couple, m->couple,
                           rows * sizeof *m->couple));
  for (gm_index k = 0; k < word.pairs; ++k)
    m->patch[k] = -1;
  d->cost.fetched += gm_clock_now() - t0;
  return GM_OK;
}
