/* checkpoint/contact_state.c -- the neighbour list and the contact histories in a
 * checkpoint.
 *
 * Histories, sums and normals are stored for touching pairs: all others have none
 * (scene/contacts.h).  What follows from the rest is computed again: joins of the
 * chunks (search/joins.h), their memory.  A file may come from anywhere, so
 * every index is compared with the table that it leads into before anything follows it.
 */
#include "checkpoint/contact_state.h"

#include "base/memory.h"
#include "search/joins.h"
#include "soft/loads.h"
#include <string.h>

/* The sizes of the list, and what search and step know of it. */
typedef struct sizes {
  int64_t n, n_grain, n_cross, touching, on_structures;
  int64_t grains; /* for which the list was built; calls may have added some */
  int64_t screened;
} sizes;

static const gm_archive_field cache[] = {
    GM_ARCHIVE_FIELD(gm_facet_cache, ball, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_facet_cache, clear, FLOAT, 1),
    GM_ARCHIVE_FIELD(gm_facet_cache, n, INT32, 1),
    GM_ARCHIVE_FIELD(gm_facet_cache, triangle, INT32, GM_FACET_CACHE_TRIANGLES),
};

static const gm_archive_field running[] = {
    GM_ARCHIVE_FIELD(gm_running_sum, sum.push, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_running_sum, sum.work, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_running_sum, sum.hits, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_running_sum, ball, DOUBLE, 4),
};

static const gm_archive_field skin[] = {
    GM_ARCHIVE_FIELD(gm_lists, skin, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_lists, must_build, INT32, 1),
    GM_ARCHIVE_FIELD(gm_lists, built_at, INT64, 1),
    GM_ARCHIVE_FIELD(gm_lists, builds, INT64, 1),
    GM_ARCHIVE_FIELD(gm_lists, orders, INT64, 1),
    GM_ARCHIVE_FIELD(gm_lists, moved.grains, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_lists, moved.surfaces, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_lists, neighbours.cells.origin, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_lists, neighbours.cells.size, DOUBLE, 3),
};

/* ---- touching pairs ---------------------------------------------------------- */

static void count_touching(const gm_contacts *c, sizes *z)
{
  z->touching = z->on_structures = 0;
  for (gm_index row = 0; row < c->n; ++row) {
    z->touching += c->touched[row];
    z->on_structures += row >= c->n_grain && c->touched[row];
  }
}

/* A column of the touching pairs from `first` on, `size` bytes each in memory. */
static gm_status pass_touching(gm_archive *a, const char *name, int width,
                               gm_contacts *c, gm_index first, int64_t touching,
                               void *column, size_t size)
{
  char *copy = NULL, *to = column;
  GM_TRY(GM_RESIZE(copy, 0, (size_t)touching * size + 1));
  size_t k = 0;
  for (gm_index row = first; !a->reads && row < c->n; ++row)
    if (c->touched[row])
      memcpy(copy + size * k++, to + size * (size_t)(row - first), size);
  const gm_status status =
      gm_archive_column(a, name, GM_TABLE_DOUBLE, width, touching, copy);
  for (gm_index row = first; a->reads && status == GM_OK && row < c->n; ++row)
    if (c->touched[row])
      memcpy(to + size * (size_t)(row - first), copy + size * k++, size);
  GM_FREE(copy);
  return status;
}

/* The sums that touching pairs carry to their place, all members of each. */
static gm_status pass_running(gm_archive *a, gm_contacts *c, int64_t touching)
{
  gm_running_sum *copy = NULL;
  GM_TRY(GM_RESIZE(copy, 0, touching + 1));
  size_t k = 0;
  for (gm_index row = c->n_grain; !a->reads && row < c->n; ++row)
    if (c->touched[row]) copy[k++] = c->running[row - c->n_grain];
  const gm_status status = GM_ARCHIVE_RECORDS(a, running, touching, copy);
  for (gm_index row = c->n_grain; a->reads && status == GM_OK && row < c->n;
       ++row)
    if (c->touched[row]) c->running[row - c->n_grain] = copy[k++];
  GM_FREE(copy);
  return status;
}

static gm_status pass_histories(gm_archive *a, gm_contacts *c, const sizes *z)
{
  GM_TRY(pass_touching(a, "history", 4, c, 0, z->touching, c->history,
                       sizeof *c->history));
  if (c->couple)
    GM_TRY(pass_touching(a, "couple", 4, c, 0, z->touching, c->couple,
                         sizeof *c->couple));
  GM_TRY(pass_touching(a, "normal", 3, c, c->n_grain, z->on_structures,
                       c->normal, sizeof *c->normal));
  if (!c->running) return GM_OK;
  GM_TRY(gm_archive_group(a, "contacts/running"));
  return pass_running(a, c, z->on_structures);
}

/* ---- the list ------------------------------------------------------------------ */

/* Pairs that do not touch may hold values of an earlier list that nothing reads. */
static void tidy(gm_contacts *c)
{
  for (gm_index row = c->n_grain; row < c->n; ++row) {
    if (c->touched[row]) continue;
    c->source[row - c->n_grain] = 0;
    if (c->running) c->foot[row - c->n_grain] = 0;
  }
}

static gm_status pass_pairs(gm_archive *a, gm_contacts *c)
{
  const gm_index walls = c->n - c->n_grain;
  if (!a->reads) tidy(c);
  GM_TRY(gm_archive_column(a, "a", GM_TABLE_INT32, 1, c->n, c->a));
  GM_TRY(gm_archive_column(a, "b", GM_TABLE_INT32, 1, c->n, c->b));
  GM_TRY(gm_archive_column(a, "touched", GM_TABLE_UINT8, 1, c->n, c->touched));
  if (c->image)
    GM_TRY(gm_archive_column(a, "image", GM_TABLE_UINT8, 1, c->n, c->image));
  GM_TRY(gm_archive_column(a, "patch", GM_TABLE_INT32, 1, walls, c->patch));
  GM_TRY(gm_archive_column(a, "source", GM_TABLE_UINT8, 1, walls, c->source));
  GM_TRY(gm_archive_column(a, "due", GM_TABLE_FLOAT, 1, walls, c->due));
  if (c->running) {
    GM_TRY(gm_archive_column(a, "place", GM_TABLE_INT32, 1, walls, c->place));
    GM_TRY(gm_archive_column(a, "foot", GM_TABLE_INT32, 1, walls, c->foot));
  }
  return GM_OK;
}

static gm_status pass_chunks(gm_archive *a, gm_contacts *c)
{
  const gm_index n = c->n_chunks;
  const struct {
    const char *name;
    gm_index *column, rows;
  } ends[] = {{"first_cross", c->first_cross, n + 1},
              {"first_own", c->first_own, n + 1},
              {"first_structure", c->first_structure, n + 1},
              {"near_end", c->near_end, n}};
  for (int k = 0; k < 4; ++k)
    GM_TRY(gm_archive_column(a, ends[k].name, GM_TABLE_INT32, 1, ends[k].rows,
                             ends[k].column));
  return gm_archive_column(a, "narrowed", GM_TABLE_DOUBLE, 1, n, c->narrowed);
}

static gm_status pass_screen(gm_archive *a, gm_contacts *c, gm_index grains)
{
  GM_TRY(gm_archive_column(a, "screen", GM_TABLE_UINT8, 1, grains, c->screen));
  return gm_archive_column(a, "screened_chunk", GM_TABLE_UINT8, 1, c->n_chunks,
                           c->screened_chunk);
}

static gm_status pass_displacements(gm_archive *a, gm_lists *l,
                                    const gm_scene *s)
{
  gm_displacements *m = &l->moved;
  const gm_index chunks = s->contacts.n_chunks;
  if (a->reads) {
    GM_TRY(GM_RESIZE(m->chunk, 0, chunks));
    m->capacity = (size_t)chunks;
    GM_TRY(GM_RESIZE(m->surface, 0, s->structures.n));
  }
  GM_TRY(gm_archive_group(a, "lists"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, skin, 1, l));
  GM_TRY(gm_archive_column(a, "moved.chunk", GM_TABLE_DOUBLE, 1, chunks,
                           m->chunk));
  GM_TRY(gm_archive_column(a, "moved.surface", GM_TABLE_DOUBLE, 1,
                           s->structures.n, m->surface));
  return l->must_build == 0 || l->must_build == 1
             ? GM_OK
             : gm_archive_refuse(a, "must_build is neither 0 nor 1");
}

/* ---- is it possible? --------------------------------------------------------------- */

/* The ends of chunks rise from `from` to `to`. */
static int rises(const gm_index *first, gm_index chunks, gm_index from,
                 gm_index to)
{
  int good = first[0] == from && first[chunks] == to;
  for (gm_index c = 0; c < chunks && good; ++c)
    good = first[c] <= first[c + 1];
  return good;
}

static int chunk_is_good(const gm_contacts *c, gm_index chunk)
{
  int good = c->near_end[chunk] >= c->first_own[chunk] &&
             c->near_end[chunk] <= c->first_own[chunk + 1];
  for (gm_index row = c->first_cross[chunk];
       good && row < c->first_cross[chunk + 1]; ++row)
    good = c->a[row] / c->chunk == chunk && c->b[row] / c->chunk > chunk;
  for (gm_index row = c->first_own[chunk];
       good && row < c->first_own[chunk + 1]; ++row)
    good = c->a[row] / c->chunk == chunk && c->b[row] / c->chunk == chunk;
  for (gm_index row = c->first_structure[chunk];
       good && row < c->first_structure[chunk + 1]; ++row)
    good = c->a[row] / c->chunk == chunk;
  return good;
}

static int cache_is_good(const gm_facet_cache *k, const gm_patch *p)
{
  int good = k->n >= 0 && k->n <= GM_FACET_CACHE_TRIANGLES &&
             (k->n == 0 || (p->piece && p->surface));
  for (int q = 0; q < k->n && good; ++q)
    good = k->triangle[q] >= 0 && k->triangle[q] < p->surface->n;
  return good;
}

/* A pair with a structure; row is that of the list. */
static int wall_is_good(const gm_contacts *c, const gm_scene *s, gm_index row)
{
  const gm_index at = row - c->n_grain;
  if (c->b[row] < 0 || c->b[row] >= s->structures.n) return 0;
  const gm_structure *body = &s->structures.row[c->b[row]];
  if (c->patch[at] < 0 || c->patch[at] >= body->shape.n) return 0;
  if (c->running) {
    const gm_index places = body->sums.n;
    if (c->place[at] < -1 || c->place[at] >= places) return 0;
    if (c->place[at] >= 0 && (c->foot[at] < 0 || c->foot[at] >= places))
      return 0;
  }
  return cache_is_good(&c->around[at],
                       gm_shape_patch(&body->shape, c->patch[at]));
}

static int pairs_are_good(const gm_contacts *c, const gm_scene *s)
{
  const gm_index n = c->first_grain[c->n_chunks];
  for (gm_index row = 0; row < c->n; ++row) {
    if (c->a[row] < 0 || c->a[row] >= n || c->touched[row] > 1) return 0;
    if (c->image && c->image[row] >= GM_DOMAIN_IMAGES) return 0;
    if (row < c->n_grain ? c->b[row] <= c->a[row] || c->b[row] >= n
                         : !wall_is_good(c, s, row))
      return 0;
  }
  return 1;
}

/* Pairs of one grain and one structure stand together, and are not too many.  Sets
 * `crowded` as search/neighbours does. */
static int groups_are_good(gm_contacts *c)
{
  gm_index run = 0, most = 0;
  for (gm_index row = c->n_grain; row < c->n; ++row) {
    const int same = row > c->n_grain && c->a[row] == c->a[row - 1] &&
                     c->b[row] == c->b[row - 1];
    run = same ? run + 1 : 1;
    if (run > most) most = run;
  }
  c->crowded = most > GM_CONTACTS_PATCHES;
  return most <= GM_CONTACTS_MOST;
}

static gm_status check(const gm_archive *a, gm_contacts *c, const gm_scene *s)
{
  const gm_index chunks = c->n_chunks;
  int good = rises(c->first_cross, chunks, 0, c->n_cross) &&
             rises(c->first_own, chunks, c->n_cross, c->n_grain) &&
             rises(c->first_structure, chunks, c->n_grain, c->n) &&
             pairs_are_good(c, s) && groups_are_good(c);
  for (gm_index k = 0; good && k < chunks; ++k)
    good = chunk_is_good(c, k);
  return good ? GM_OK : gm_archive_refuse(a, "the neighbour list is wrong");
}

/* ---- both ways ----------------------------------------------------------------- */

/* The numbers that say how long the columns are. */
static gm_status pass_sizes(gm_archive *a, gm_index grains, gm_contacts *c,
                            sizes *z)
{
  int64_t grows = c->grows;
  *z = (sizes){.n = c->n,
               .n_grain = c->n_grain,
               .n_cross = c->n_cross,
               .grains = c->first_grain ? c->first_grain[c->n_chunks] : 0,
               .screened = c->screened};
  if (!a->reads) count_touching(c, z);
  GM_TRY(gm_archive_count(a, "n", INT32_MAX - 512, &z->n));
  GM_TRY(gm_archive_count(a, "n_grain", z->n, &z->n_grain));
  GM_TRY(gm_archive_count(a, "n_cross", z->n_grain, &z->n_cross));
  GM_TRY(gm_archive_count(a, "grains", grains, &z->grains));
  GM_TRY(gm_archive_count(a, "touching", z->n, &z->touching));
  GM_TRY(gm_archive_count(a, "on_structures", z->touching, &z->on_structures));
  GM_TRY(gm_archive_count(a, "screened", 1, &z->screened));
  GM_TRY(gm_archive_count(a, "grows", 1, &grows));
  c->grows = (int)grows;
  return GM_OK;
}

/* Memory for a list that is read, in the same chunks as any list of so many grains. */
static gm_status reserve(const gm_state *step, gm_scene *s, const sizes *z)
{
  gm_contacts *c = &s->contacts;
  const gm_index grains = (gm_index)z->grains;
  const gm_index chunk = gm_contacts_chunk(grains);
  const gm_index chunks = (grains + chunk - 1) / chunk;
  const int grows = c->grows;
  gm_contacts_clear(c);
  c->grows = grows;
  c->adheres = step->model.range > 0.0;
  c->couples = step->model.couple != NULL;
  c->has_sums = gm_structures_have_sums(&s->structures);
  c->shift = s->domain.periodic ? s->domain.shift : NULL;
  GM_TRY(gm_contacts_reserve(c, (gm_index)z->n, (gm_index)z->n_cross,
                             (gm_index)(z->n - z->n_grain), chunks));
  if (z->screened) GM_TRY(gm_contacts_reserve_screen(c, grains));
  c->n = (gm_index)z->n;
  c->n_grain = (gm_index)z->n_grain;
  c->n_cross = (gm_index)z->n_cross;
  c->n_chunks = chunks;
  c->chunk = chunk;
  for (gm_index k = 0; k < chunks; ++k)
    c->first_grain[k] = k * chunk;
  c->first_grain[chunks] = grains;
  return GM_OK;
}

gm_status gm_contact_state_pass(gm_archive *a, gm_state *step, gm_scene *s)
{
  gm_contacts *c = &s->contacts;
  sizes z, found = {0};
  GM_TRY(gm_archive_group(a, "contacts"));
  GM_TRY(pass_sizes(a, s->grains.n, c, &z));
  if (a->reads) GM_TRY(reserve(step, s, &z));
  GM_TRY(pass_pairs(a, c));
  GM_TRY(pass_chunks(a, c));
  if (c->screened) GM_TRY(pass_screen(a, c, (gm_index)z.grains));
  GM_TRY(gm_archive_group(a, "contacts/around"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, cache, c->n - c->n_grain, c->around));
  if (a->reads) GM_TRY(check(a, c, s));
  count_touching(c, &found);
  if (found.touching != z.touching || found.on_structures != z.on_structures)
    return gm_archive_refuse(a, "the number of touching pairs is wrong");
  GM_TRY(gm_archive_group(a, "contacts/histories"));
  GM_TRY(pass_histories(a, c, &z));
  GM_TRY(pass_displacements(a, &step->lists, s));
  if (!a->reads) return GM_OK;
  GM_TRY(gm_joins_write(c));
  GM_TRY(gm_work_reserve(&step->buffers, s, step->threads));
  return gm_loads_sort(&step->buffers, s);
}
