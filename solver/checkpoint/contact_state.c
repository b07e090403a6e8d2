/* checkpoint/contact_state.c -- the contacts that touch.
 *
 * They leave the neighbour list and come back to a new one as at any build of it
 * (search/history_transfer.h).  A file may come from anywhere, so every index is compared
 * with the table that it leads into before anything follows it.
 */
#include "checkpoint/contact_state.h"

static const gm_archive_field running[] = {
    GM_ARCHIVE_FIELD(gm_running_sum, sum.push, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_running_sum, sum.work, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_running_sum, sum.hits, DOUBLE, 4),
    GM_ARCHIVE_FIELD(gm_running_sum, ball, DOUBLE, 4),
};

static const gm_archive_field upkeep[] = {
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

/* A contact with a structure; k: its row among all. */
static int contact_state_wall_is_good(const gm_history_transfer *m,
                                      const gm_scene *s, gm_index k)
{
  const gm_index at = k - m->n_grain, b = m->b[k];
  if (b < 0 || b >= s->structures.n) return 0;
  const gm_structure *body = &s->structures.row[b];
  return m->patch[k] >= 0 && m->patch[k] < body->shape.n &&
         (!s->domain.periodic || m->image[k] < GM_DOMAIN_IMAGES) &&
         (!gm_structures_have_sums(&s->structures) ||
          (m->place[at] >= -1 && m->place[at] < body->sums.n));
}

static gm_status check_contact_rows(const gm_archive *a,
                                    const gm_history_transfer *m,
                                    const gm_scene *s)
{
  const gm_index n = s->grains.n;
  int good = 1;
  for (gm_index k = 0; k < m->n && good; ++k)
    good = m->a[k] >= 0 && m->a[k] < n &&
           (k < m->n_grain ? m->b[k] > m->a[k] && m->b[k] < n
                           : contact_state_wall_is_good(m, s, k));
  return good ? GM_OK : gm_archive_refuse(a, "a contact is not possible");
}

/* Columns of all contacts, then of those with structures. */
static gm_status pass_contact_columns(gm_archive *a, int couples,
                                      const gm_scene *s, gm_history_transfer *m)
{
  const gm_index n = m->n, from = m->n_grain, walls = n - from;
  for (gm_index k = 0; a->reads && k < from; ++k)
    m->patch[k] = -1;
  GM_TRY(gm_archive_column(a, "a", GM_TABLE_INT32, 1, n, m->a));
  GM_TRY(gm_archive_column(a, "b", GM_TABLE_INT32, 1, n, m->b));
  GM_TRY(gm_archive_column(a, "history", GM_TABLE_DOUBLE, 4, n, m->history));
  if (couples)
    GM_TRY(gm_archive_column(a, "couple", GM_TABLE_DOUBLE, 4, n, m->couple));
  if (s->grains.spent)
    GM_TRY(gm_archive_column(a, "spent", GM_TABLE_DOUBLE, 2, n, m->spent));
  GM_TRY(
      gm_archive_column(a, "patch", GM_TABLE_INT32, 1, walls, m->patch + from));
  if (s->domain.periodic)
    GM_TRY(gm_archive_column(a, "image", GM_TABLE_UINT8, 1, walls,
                             m->image + from));
  GM_TRY(gm_archive_column(a, "normal", GM_TABLE_DOUBLE, 3, walls, m->normal));
  if (!gm_structures_have_sums(&s->structures)) return GM_OK;
  GM_TRY(gm_archive_column(a, "place", GM_TABLE_INT32, 1, walls, m->place));
  GM_TRY(gm_archive_group(a, "contacts/running"));
  return GM_ARCHIVE_RECORDS(a, running, walls, m->running);
}

/* The contacts that the list has, or those that the next list receives. */
static gm_status pass_contacts(gm_archive *a, gm_state *step, gm_scene *s)
{
  gm_history_transfer *m = &step->lists.history;
  const int couples = step->model.couple != NULL;
  int64_t n = 0, n_grain = 0;
  if (!a->reads && !s->hard) { /* hard contacts have no history */
    GM_TRY(gm_history_transfer_save(m, &s->contacts));
    n = m->n;
    n_grain = m->n_grain;
  }
  GM_TRY(gm_archive_group(a, "contacts"));
  GM_TRY(gm_archive_count(a, "n", INT32_MAX - 512, &n));
  GM_TRY(gm_archive_count(a, "n_grain", n, &n_grain));
  m->n = (gm_index)n;
  m->n_grain = (gm_index)n_grain;
  GM_TRY(gm_history_transfer_reserve(
      m, m->n, m->n - m->n_grain, s->domain.periodic, couples,
      s->grains.spent != NULL, gm_structures_have_sums(&s->structures)));
  GM_TRY(pass_contact_columns(a, couples, s, m));
  return a->reads ? check_contact_rows(a, m, s) : GM_OK;
}

/* Grains that the file has twice in contact are so once in the list. */
static gm_status compare_contacts(const gm_archive *a,
                                  const gm_history_transfer *m,
                                  const gm_contacts *c)
{
  gm_index n = 0;
  for (gm_index row = 0; row < c->n_grain; ++row)
    n += c->touched[row];
  return n == m->n_grain ? GM_OK : gm_archive_refuse(a, "a contact is twice");
}

gm_status gm_contact_state_pass(gm_archive *a, gm_state *step, gm_scene *s)
{
  gm_lists *l = &step->lists;
  const double most = fmax(l->skin, step->model.largest);
  GM_TRY(gm_archive_group(a, "lists"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, upkeep, 1, l));
  if (l->must_build != 0 && l->must_build != 1)
    return gm_archive_refuse(a, "must_build is neither 0 nor 1");
  if (!(l->skin >= 0.0 && (!a->reads || l->skin <= most)))
    return gm_archive_refuse(a, "the skin of the neighbour list");
  GM_TRY(pass_contacts(a, step, s));
  if (!a->reads) return GM_OK;
  if (s->hard == GM_ENGINE_EVENTS) return GM_OK; /* has no list */
  GM_TRY(gm_lists_renew(l, &step->buffers, &step->exchange, &step->model,
                        step->threads, s));
  return compare_contacts(a, &l->history, &s->contacts);
}
