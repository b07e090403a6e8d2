/* checkpoint/meeting_state.c -- springs between structures in a checkpoint. */
#include "checkpoint/meeting_state.h"

#include "base/memory.h"

/* A pair as it is stored. */
typedef struct pair {
  int32_t a, b, image, n[2];
} pair;

static const gm_archive_field pairs[] = {
    GM_ARCHIVE_FIELD(pair, a, INT32, 1),
    GM_ARCHIVE_FIELD(pair, b, INT32, 1),
    GM_ARCHIVE_FIELD(pair, image, INT32, 1),
    GM_ARCHIVE_FIELD(pair, n, INT32, 2),
};

static const gm_archive_field springs[] = {
    GM_ARCHIVE_FIELD(gm_meeting_spring, stretch, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_meeting_spring, area, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_meeting_spring, depth, DOUBLE, 1),
    GM_ARCHIVE_FIELD(gm_meeting_spring, sample, INT32, 1),
};

static const gm_archive_field counted[] = {
    GM_ARCHIVE_FIELD(gm_meetings, deep, INT64, 1),
    GM_ARCHIVE_FIELD(gm_meetings, depth, DOUBLE, 1),
};

static const gm_archive_field met[] = {
    GM_ARCHIVE_FIELD(gm_structure, met.force, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure, met.torque, DOUBLE, 3),
    GM_ARCHIVE_FIELD(gm_structure, met.power, DOUBLE, 1),
};

/* ---- what is stored ---------------------------------------------------------------- */

/* The pairs that touch, and all their springs one after the other. */
typedef struct store {
  int64_t n_pairs, n_springs;
  pair *pair;
  gm_meeting_spring *spring;
} store;

static void count_stored(const gm_meetings *m, store *t)
{
  for (gm_index k = 0; k < m->n; ++k) {
    t->n_pairs += gm_meetings_touch(&m->row[k]);
    t->n_springs += m->row[k].side[0].n + m->row[k].side[1].n;
  }
}

static void collect_meetings(const gm_meetings *m, store *t)
{
  gm_index p = 0, q = 0;
  for (gm_index k = 0; k < m->n; ++k) {
    const gm_meeting *r = &m->row[k];
    if (!gm_meetings_touch(r)) continue;
    t->pair[p++] = (pair){r->a, r->b, r->image, {r->side[0].n, r->side[1].n}};
    for (int side = 0; side < 2; ++side)
      for (gm_index i = 0; i < r->side[side].n; ++i)
        t->spring[q++] = r->side[side].spring[i];
  }
}

/* ---- what is read ----------------------------------------------------------- */

static gm_status read_side(gm_archive *a, const gm_form *form,
                           const gm_meeting_spring *from, gm_index n,
                           gm_meeting_side *side)
{
  GM_TRY(gm_meetings_reserve(side, n));
  for (gm_index k = 0; k < n; ++k) {
    const gm_index before = k ? from[k - 1].sample : -1;
    if (from[k].sample <= before || from[k].sample >= form->n)
      return gm_archive_refuse(a, "a spring belongs to no sample");
    side->spring[k] = from[k];
  }
  side->n = n;
  return GM_OK;
}

static gm_status distribute_meetings(gm_archive *a, const store *t, gm_scene *s)
{
  const gm_structures *all = &s->structures;
  gm_meetings *m = &s->meetings;
  int64_t used = 0;
  gm_meetings_clear(m);
  GM_TRY(GM_RESIZE(m->row, 0, t->n_pairs + 1));
  for (int64_t k = 0; k < t->n_pairs; ++k) {
    const pair *p = &t->pair[k];
    if (p->a < 0 || p->b <= p->a || p->b >= all->n || p->image < 0 ||
        p->image >= GM_DOMAIN_IMAGES || p->n[0] < 0 || p->n[1] < 0 ||
        p->n[0] > t->n_springs - used ||
        p->n[1] > t->n_springs - used - p->n[0] || !all->row[p->a].form ||
        !all->row[p->b].form)
      return gm_archive_refuse(a, "a pair of structures is not possible");
    gm_meeting *r = &m->row[m->n++];
    *r = (gm_meeting){.a = p->a, .b = p->b, .image = (uint8_t)p->image};
    for (int side = 0; side < 2; ++side) {
      const gm_form *form = all->row[side ? p->b : p->a].form;
      GM_TRY(read_side(a, form, t->spring + used, p->n[side], &r->side[side]));
      used += p->n[side];
    }
  }
  return GM_OK;
}

static gm_status pass_meetings(gm_archive *a, gm_scene *s, store *t)
{
  if (!a->reads) count_stored(&s->meetings, t);
  GM_TRY(gm_archive_count(a, "n_pairs", INT32_MAX, &t->n_pairs));
  GM_TRY(gm_archive_count(a, "n_springs", INT32_MAX, &t->n_springs));
  GM_TRY(GM_RESIZE(t->pair, 0, t->n_pairs + 1));
  GM_TRY(GM_RESIZE(t->spring, 0, t->n_springs + 1));
  if (!a->reads) collect_meetings(&s->meetings, t);
  GM_TRY(gm_archive_group(a, "meetings/pairs"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, pairs, t->n_pairs, t->pair));
  GM_TRY(gm_archive_group(a, "meetings/springs"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, springs, t->n_springs, t->spring));
  return a->reads ? distribute_meetings(a, t, s) : GM_OK;
}

gm_status gm_meeting_state_pass(gm_archive *a, gm_scene *s)
{
  store t = {0};
  if (!s->structures.n_forms) return GM_OK;
  GM_TRY(gm_archive_group(a, "meetings"));
  gm_status status = pass_meetings(a, s, &t);
  GM_FREE(t.pair);
  GM_FREE(t.spring);
  if (status != GM_OK) return status;
  GM_TRY(gm_archive_group(a, "meetings/counted"));
  GM_TRY(GM_ARCHIVE_RECORDS(a, counted, 1, &s->meetings));
  return GM_ARCHIVE_RECORDS(a, met, s->structures.n, s->structures.row);
}
