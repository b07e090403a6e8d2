/* device/slots.c -- between the neighbour list of the scene and the slots of a device.
 *
 * Slots are made by all threads in any order and then sorted.  Rows of a chunk change
 * their order while its list lasts (search/inner_list.h), so a row finds its slots by its
 * grains whenever histories are copied.
 */
#include "device/slots.h"

#include "base/clock.h"
#include "base/memory.h"
#include <string.h>

static const uint32_t partners = (1u << GM_KERNELS_IMAGE) - 1u;

/* Memory of the host for n numbers, values lost. */
#define GROW(POINTER, CAPACITY, N)                                             \
  do {                                                                         \
    if ((size_t)(N) <= (CAPACITY)) break;                                      \
    (CAPACITY) = 0;                                                            \
    GM_TRY(GM_RESIZE(POINTER, 0, (size_t)(N) + (size_t)(N) / 8 + 16));         \
    (CAPACITY) = (size_t)(N) + (size_t)(N) / 8 + 16;                           \
  } while (0)

static gm_status reserve_slots(gm_device *d, gm_backend_buffer *b, size_t bytes)
{
  return gm_device_reserve(d->backend, d->at, b, bytes);
}

static size_t waves_of(const gm_device *d)
{
  return (size_t)(d->n + GM_KERNELS_WAVE - 1) / GM_KERNELS_WAVE;
}

static size_t words_of(const gm_device *d)
{
  return waves_of(d) * (size_t)d->words * GM_KERNELS_WAVE;
}

/* ---- slots of a list ------------------------------------------------------ */

static size_t slot_at(const gm_device_mirror *m, gm_index i, gm_index e)
{
  return (size_t)m->first[i / GM_KERNELS_WAVE] +
         (size_t)GM_KERNELS_WAVE * (size_t)e + (size_t)(i % GM_KERNELS_WAVE);
}

static size_t word_at(const gm_device *d, gm_index i, gm_index e)
{
  return ((size_t)(i / GM_KERNELS_WAVE) * (size_t)d->words + (size_t)e / 32) *
             GM_KERNELS_WAVE +
         (size_t)(i % GM_KERNELS_WAVE);
}

/* The entry of partner j among the slots of grain i, which rise. */
static gm_index entry_of(const gm_device_mirror *m, gm_index i, gm_index j)
{
  gm_index low = 0, high = m->count[i];
  while (low < high) {
    const gm_index middle = (low + high) / 2;
    if ((m->other[slot_at(m, i, middle)] & partners) < (uint32_t)j)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void count_slots(gm_device_mirror *m, const gm_contacts *list,
                        gm_index n)
{
  memset(m->count, 0, (size_t)n * sizeof *m->count);
  memset(m->at, 0, (size_t)n * sizeof *m->at);
#pragma omp parallel for schedule(static)
  for (gm_index row = 0; row < list->n_grain; ++row) {
#pragma omp atomic
    ++m->count[list->a[row]];
#pragma omp atomic
    ++m->count[list->b[row]];
  }
}

/* Places of the waves; returns the number of slots. */
static size_t place_waves(gm_device *d, gm_index n)
{
  gm_device_mirror *m = &d->mirror;
  int64_t slots = 0;
  d->words = 1;
  for (gm_index i = 0; i < n; i += GM_KERNELS_WAVE) {
    int32_t depth = 0;
    for (gm_index k = i; k < n && k < i + GM_KERNELS_WAVE; ++k)
      depth = m->count[k] > depth ? m->count[k] : depth;
    m->first[i / GM_KERNELS_WAVE] = slots;
    slots += (int64_t)GM_KERNELS_WAVE * depth;
    if ((depth + 31) / 32 > d->words) d->words = (depth + 31) / 32;
  }
  return (size_t)slots;
}

static void enter_slot(gm_device_mirror *m, gm_index i, gm_index j,
                       uint32_t image)
{
  int32_t e;
#pragma omp atomic capture
  e = m->at[i]++;
  m->other[slot_at(m, i, e)] = (uint32_t)j | image << GM_KERNELS_IMAGE;
}

/* Threads enter slots in any order: partners then rise. */
static void sort_slots(gm_device_mirror *m, gm_index i)
{
  for (gm_index q = 1; q < m->count[i]; ++q) {
    const uint32_t one = m->other[slot_at(m, i, q)];
    gm_index k = q;
    for (; k > 0 &&
           (m->other[slot_at(m, i, k - 1)] & partners) > (one & partners);
         --k)
      m->other[slot_at(m, i, k)] = m->other[slot_at(m, i, k - 1)];
    m->other[slot_at(m, i, k)] = one;
  }
}

/* The grains that have rows with structures. */
static gm_status find_near_slots(gm_device *d, const gm_contacts *list,
                                 gm_index n)
{
  gm_device_mirror *m = &d->mirror;
  const size_t rows = (size_t)(list->n - list->n_grain);
  const size_t most = rows < (size_t)n ? rows : (size_t)n;
  if (most > m->near_capacity || !m->which) {
    m->near_capacity = 0;
    GM_TRY(GM_RESIZE(m->which, 0, most + most / 8 + 1));
    GM_TRY(GM_RESIZE(m->packed, 0, 3 * (most + most / 8 + 1)));
    GM_TRY(GM_RESIZE(m->given, 0, 2 * (most + most / 8 + 1)));
    m->near_capacity = most + most / 8 + 1;
  }
  GROW(m->first_near, m->chunks, list->n_chunks + 1);
  for (gm_index i = 0; i < n; ++i)
    m->near[i] = -1;
  gm_index k = 0;
  for (gm_index c = 0; c < list->n_chunks; ++c) {
    m->first_near[c] = k;
    for (gm_index row = list->first_structure[c];
         row < list->first_structure[c + 1]; ++row) {
      const gm_index i = list->a[row];
      if (m->near[i] >= 0) continue;
      m->near[i] = k;
      m->which[k++] = i;
    }
  }
  m->first_near[list->n_chunks] = k;
  d->n_near = k;
  return GM_OK;
}

static gm_status make_slots(gm_device *d, const gm_scene *s)
{
  gm_device_mirror *m = &d->mirror;
  const gm_contacts *list = &s->contacts;
  const gm_index n = s->grains.n;
  if ((uint32_t)n > partners)
    return gm_fail(GM_ERR_USE,
                   "a device holds at most %u grains, these are %d; run with "
                   "--device none",
                   partners, n);
  GROW(m->first, m->waves, waves_of(d));
  if ((size_t)n > m->grains || !m->count) {
    m->grains = 0;
    const size_t more = (size_t)n + (size_t)n / 8 + 1;
    GM_TRY(GM_RESIZE(m->count, 0, more));
    GM_TRY(GM_RESIZE(m->near, 0, more));
    GM_TRY(GM_RESIZE(m->at, 0, more));
    m->grains = more;
  }
  count_slots(m, list, n);
  d->n_slots = place_waves(d, n);
  if (d->n_slots > m->slots || !m->other) {
    m->slots = 0;
    const size_t more = d->n_slots + d->n_slots / 8 + 1;
    GM_TRY(GM_RESIZE(m->other, 0, more));
    GM_TRY(GM_RESIZE(m->history, 0, more));
    if (d->couple) GM_TRY(GM_RESIZE(m->couple, 0, more));
    m->slots = more;
  }
  GROW(m->bits, m->bits_capacity, words_of(d));
  memset(m->other, 0, d->n_slots * sizeof *m->other);
#pragma omp parallel for schedule(static)
  for (gm_index row = 0; row < list->n_grain; ++row) {
    const uint32_t image = list->image ? list->image[row] : 0u;
    enter_slot(m, list->a[row], list->b[row], image);
    enter_slot(m, list->b[row], list->a[row], image);
  }
#pragma omp parallel for schedule(static)
  for (gm_index i = 0; i < n; ++i)
    sort_slots(m, i);
  return find_near_slots(d, list, n);
}

static gm_status put_slots(gm_device *d, const gm_scene *s)
{
  const gm_device_mirror *m = &d->mirror;
  gm_device_tables *t = &d->table;
  const size_t n = (size_t)d->n, near = (size_t)d->n_near;
  GM_TRY(gm_device_put(d, &t->first, m->first, waves_of(d) * sizeof *m->first));
  GM_TRY(gm_device_put(d, &t->count, m->count, n * sizeof *m->count));
  GM_TRY(gm_device_put(d, &t->near, m->near, n * sizeof *m->near));
  GM_TRY(gm_device_put(d, &t->other, m->other, d->n_slots * sizeof *m->other));
  GM_TRY(gm_device_put(d, &t->which, m->which, near * sizeof *m->which));
  GM_TRY(gm_device_put(d, &t->n_near, &d->n_near, sizeof d->n_near));
  GM_TRY(
      gm_device_put(d, &t->material, s->grains.material, n * sizeof(gm_index)));
  GM_TRY(reserve_slots(d, &t->packed, near * 3 * sizeof(gm_row4)));
  GM_TRY(reserve_slots(d, &t->given, near * 2 * sizeof(gm_load)));
  for (int k = 0; k < 2; ++k) {
    GM_TRY(reserve_slots(d, &t->g[k], n * sizeof(gm_grain)));
    GM_TRY(reserve_slots(d, &t->w[k], n * sizeof(gm_row4)));
  }
  return reserve_slots(d, &t->result, n * sizeof(gm_kernels_result));
}

/* ---- histories ------------------------------------------------------------ */

static void spread_slots(gm_device *d, const gm_contacts *list, gm_index row,
                         gm_index i, gm_index j)
{
  gm_device_mirror *m = &d->mirror;
  const gm_index e = entry_of(m, i, j);
  const size_t at = slot_at(m, i, e);
  m->history[at] = list->history[row];
  if (d->couple) m->couple[at] = list->couple[row];
#pragma omp atomic
  m->bits[word_at(d, i, e)] |= 1u << (e & 31);
}

static gm_status put_history(gm_device *d, const gm_scene *s)
{
  gm_device_mirror *m = &d->mirror;
  gm_device_tables *t = &d->table;
  const gm_contacts *list = &s->contacts;
  memset(m->bits, 0, words_of(d) * sizeof *m->bits);
#pragma omp parallel for schedule(static)
  for (gm_index row = 0; row < list->n_grain; ++row) {
    if (!list->touched[row]) continue;
    spread_slots(d, list, row, list->a[row], list->b[row]);
    spread_slots(d, list, row, list->b[row], list->a[row]);
  }
  GM_TRY(gm_device_put(d, &t->touched, m->bits, words_of(d) * sizeof *m->bits));
  GM_TRY(gm_device_put(d, &t->history, m->history,
                       d->n_slots * sizeof *m->history));
  if (d->couple)
    return gm_device_put(d, &t->couple, m->couple,
                         d->n_slots * sizeof *m->couple);
  return reserve_slots(d, &t->couple, sizeof(gm_row4));
}

/* Row `row` as the slot of its grain a has it. */
static void gather_slots(const gm_device *d, gm_contacts *list, gm_index row)
{
  const gm_device_mirror *m = &d->mirror;
  const gm_row4 none = {0.0, 0.0, 0.0, 0.0};
  const gm_index i = list->a[row], e = entry_of(m, i, list->b[row]);
  const size_t at = slot_at(m, i, e);
  const int on = (int)(m->bits[word_at(d, i, e)] >> (e & 31) & 1u);
  list->touched[row] = (uint8_t)on;
  list->history[row] = on ? m->history[at] : none;
  if (list->couple) list->couple[row] = on ? m->couple[at] : none;
  if (on || row >= list->n_cross) return;
  list->record[row] = (gm_load){0};
  if (list->couple) list->couple_record[row] = (gm_load){0};
}

static gm_status fetch_history(gm_device *d, gm_scene *s)
{
  const gm_device_mirror *m = &d->mirror;
  const gm_device_tables *t = &d->table;
  gm_contacts *list = &s->contacts;
  GM_TRY(
      gm_device_fetch(d, &t->touched, m->bits, words_of(d) * sizeof *m->bits));
  GM_TRY(gm_device_fetch(d, &t->history, m->history,
                         d->n_slots * sizeof *m->history));
  if (d->couple)
    GM_TRY(gm_device_fetch(d, &t->couple, m->couple,
                           d->n_slots * sizeof *m->couple));
#pragma omp parallel for schedule(static)
  for (gm_index row = 0; row < list->n_grain; ++row)
    gather_slots(d, list, row);
  return GM_OK;
}

/* ---- the whole ------------------------------------------------------------ */

gm_status gm_slots_take(gm_device *d, const gm_work *w, int64_t listed)
{
  const gm_scene *s = w->scene;
  gm_device_tables *t = &d->table;
  const double t0 = gm_clock_now();
  if (d->fresh && d->listed == listed) return GM_OK;
  if (d->listed != listed) {
    const size_t pairs = (size_t)s->materials.n * GM_MATERIALS_MAX;
    d->listed = -1;
    d->n = s->grains.n;
    GM_TRY(make_slots(d, s));
    GM_TRY(put_slots(d, s));
    GM_TRY(gm_device_put(d, &t->table, w->model->table,
                         pairs * sizeof *w->model->table));
    if (d->couple)
      GM_TRY(gm_device_put(d, &t->couple_table, w->model->couple_table,
                           pairs * sizeof *w->model->couple_table));
    else
      GM_TRY(
          reserve_slots(d, &t->couple_table, sizeof(gm_couple_coefficients)));
    d->listed = listed;
    ++d->cost.n_lists;
  }
  GM_TRY(put_history(d, s));
  d->current = 0;
  GM_TRY(gm_device_put(d, &t->g[0], s->grains.g,
                       (size_t)d->n * sizeof *s->grains.g));
  GM_TRY(gm_device_put(d, &t->w[0], s->grains.w,
                       (size_t)d->n * sizeof *s->grains.w));
  d->fresh = 1;
  d->ahead = 0;
  d->cost.put += gm_clock_now() - t0;
  return GM_OK;
}

gm_status gm_slots_give(gm_device *d, gm_scene *s)
{
  const gm_device_tables *t = &d->table;
  const double t0 = gm_clock_now();
  if (!d->ahead) return GM_OK;
  d->ahead = 0;
  GM_TRY(gm_device_fetch(d, &t->g[d->current], s->grains.g,
                         (size_t)d->n * sizeof *s->grains.g));
  GM_TRY(gm_device_fetch(d, &t->w[d->current], s->grains.w,
                         (size_t)d->n * sizeof *s->grains.w));
  GM_TRY(fetch_history(d, s));
  d->cost.fetched += gm_clock_now() - t0;
  return GM_OK;
}

void gm_slots_stale(gm_device *d)
{
  d->fresh = 0;
}
